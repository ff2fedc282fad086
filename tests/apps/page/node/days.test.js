// The days on which one has played: how each went, and what one usually needs.

import { test } from "node:test";

import { same } from "./testing.js";
import { dayOf, grouped, past, solvedLike, stateOf, tally } from "#page/views/elements/days.js";
import { getsHarder } from "#page/views/gallery/day.js";
import * as storage from "#page/parts/storage.js";
import { today, within } from "#page/parts/dates.js";

/** @param {string} id @param {number} seconds @param {number} hints @param {string} kind */
const solve = (id, seconds, hints, kind) =>
  storage.keepSolved(id, { seconds, hints, when: 0, kind, level: null });

test("a day is solved with or without hints, or missed", () => {
  storage.keepDaily("2026-01-05", ["a", "b"]);
  storage.keepDaily("2026-01-06", ["c", "d"]);
  storage.keepDaily("2026-01-12", ["e", "f"]);
  same(stateOf("2026-01-04", past()), "");
  same(tally(["2026-01-04", "2026-01-05"], past()), { solved: 0, alone: 0, missed: 0 });
  solve("a", 60, 2, "dots");
  storage.keepDay("2026-01-05");
  solve("c", 50, 1, "dots");
  solve("d", 70, 0, "sigil");
  storage.keepDay("2026-01-06");
  storage.keepDay("2026-01-09");
  const days = ["2026-01-04", "2026-01-05", "2026-01-06", "2026-01-07", "2026-01-09", null];
  same(
    days.map((day) => day && stateOf(day, past())),
    ["", "helped", "alone", "missed", "helped", null],
  );
  same(tally(days, past()), { solved: 3, alone: 1, missed: 1 });
  // Today is not over.
  same(stateOf(today(), past()), "");
});

test("a puzzle that is solved again keeps its best time and its fewest hints", () => {
  solve("again", 90, 0, "dots");
  solve("again", 30, 2, "dots");
  const { seconds, hints } = storage.solved().again;
  same([seconds, hints], [30, 0]);
  solve("again", 60, 0, "dots");
  solve("helped", 30, 2, "dots");
  solve("helped", 90, 0, "dots");
  for (const id of ["again", "helped"])
    same([storage.solved()[id].seconds, storage.solved()[id].hints], [30, 0]);
});

test("times are compared with those of the same weekday and kind", () => {
  same(dayOf("e"), "2026-01-12");
  same(dayOf("elsewhere"), null);
  same(
    solvedLike("2026-01-12", "dots").map(({ seconds }) => seconds),
    [60],
  );
  same(solvedLike("2026-01-12", "sigil"), []);
  same(solvedLike("2026-01-05", "dots"), []);
});

test("only a week in which each day is harder is said to get harder", () => {
  /** @param {("easy" | "medium" | "hard")[]} levels */
  const day = (...levels) =>
    levels.map((level) => ({
      id: level,
      title: "",
      doing: "",
      grade: { level, score: 0, steps: {} },
    }));
  same(getsHarder([day("easy", "easy"), day("medium", "easy"), day("medium", "medium")]), true);
  same(getsHarder([day("easy", "medium", "hard"), day("easy", "medium", "hard")]), false);
  same(getsHarder([day("easy", "medium"), []]), false);
});

test("the same weekday of another year stands for a day that was not prepared", () => {
  /** @type {[string, string]} */
  const days = ["2025-11-26", "2028-12-31"];
  same(within("2025-11-26", days), "2025-11-26");
  same(within("2028-12-31", days), "2028-12-31");
  same(within("2029-01-01", days), "2028-01-03");
  same(within("2029-12-31", days), "2028-01-03");
  same(within("2025-11-25", days), "2026-11-24");
  // Of a week or a few days, each has its turn.
  same(within("2027-01-06", ["2026-12-07", "2026-12-15"]), "2026-12-09");
  same(within("2026-12-10", ["2026-12-07", "2026-12-09"]), "2026-12-07");
  same(within("2026-12-06", ["2026-12-07", "2026-12-09"]), "2026-12-09");
});

test("the puzzles of one kind and of several levels are together", () => {
  const [dots, easy, hard] = ["Daily dots", "Pips", "Pips"].map((title, id) => ({ title, id }));
  same(grouped([dots, easy, hard]), [[dots], [easy, hard]]);
  same(grouped([]), []);
});
