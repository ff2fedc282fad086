// What a browser keeps, as a file: nothing is lost on the way, and nothing that is here is lost.

import assert from "node:assert/strict";
import { backup, forgetAll, restore } from "#page/parts/backup.js";
import {
  days,
  drafts,
  found,
  game,
  keepSetting,
  mine,
  setting,
  solved,
} from "#page/parts/storage.js";
import { longest } from "#page/views/elements/days.js";
import { figuresOf } from "#page/views/gallery/progress.js";
import { monthOf } from "#page/views/elements/archive.js";
import { test } from "node:test";

import { kept, same } from "./testing.js";

/** @param {Record<string, unknown>} values */
function keep(values) {
  kept.clear();
  for (const [name, value] of Object.entries(values))
    kept.set(`tilewright:${name}`, JSON.stringify(value));
}
const FULL = {
  days: ["2026-10-06", "2026-10-07"],
  solved: { a: { seconds: 3, hints: 0, when: 1, kind: "dots", level: "easy" } },
  drafts: [["one", { rows: 3 }]],
  mine: [{ id: "m", cells: ["#"] }],
  "found:a": ["01/10"],
  "play:a": { session: { puzzle: "a" }, saves: 4 },
  "setting:sound": true,
};

test("a file holds everything, and gives it to an empty browser", () => {
  keep(FULL);
  kept.set("other", "1");
  const text = backup(),
    before = new Map(kept);
  forgetAll();
  same([...kept.keys()], ["other"]);
  restore(text);
  same(new Map([...kept].sort()), new Map([...before].sort()));
});

test("a file adds to what is here", () => {
  keep(FULL);
  const text = backup();
  keep({
    days: ["2026-10-08"],
    solved: { a: { seconds: 9, hints: 1, when: 2 }, b: { seconds: 1, hints: 0, when: 3 } },
    drafts: [
      ["two", { rows: 4 }],
      ["one", { rows: 9 }],
    ],
    mine: [{ id: "n", cells: ["#"] }],
    "found:a": ["10/01", "01/10"],
    "play:a": { session: { puzzle: "a" }, saves: 5 },
  });
  restore(text);
  same(days(), ["2026-10-06", "2026-10-07", "2026-10-08"]);
  same(solved().a, { seconds: 3, hints: 0, when: 1, kind: "dots", level: "easy" });
  same(solved().b.seconds, 1);
  same(
    drafts().map(([name, draft]) => [name, draft]),
    [
      ["two", { rows: 4 }],
      ["one", { rows: 9 }],
    ],
  );
  same(
    mine().map(({ id }) => id),
    ["n", "m"],
  );
  same(found("a"), ["10/01", "01/10"]);
  same(game("a")?.saves, 5);
  same(setting("sound", false), true);
  // Reading it twice changes nothing.
  const once = new Map(kept);
  restore(text);
  same(kept, once);
});

test("other files are refused, and nothing is changed", () => {
  keep({ days: ["2026-10-08"] });
  const before = new Map(kept);
  for (const text of [
    "",
    "[]",
    "{}",
    '{"tilewright": "1", "kept": {}}',
    '{"tilewright": 1, "kept": []}',
  ])
    assert.throws(() => restore(text), /not saved by tilewright/);
  assert.throws(() => restore('{"tilewright": 2, "kept": {}}'), /newer version/);
  restore('{"tilewright": 1, "kept": {"unknown": 3, "days": null}}');
  same(kept, before);
});

test("a browser without room says so", () => {
  const set = localStorage.setItem;
  localStorage.setItem = () => {
    throw new Error("full");
  };
  try {
    keepSetting("sound", true); // goes on without
    assert.throws(
      () => restore('{"tilewright": 1, "kept": {"days": ["2026-10-06"]}}'),
      /does not allow/,
    );
  } finally {
    localStorage.setItem = set;
  }
});

test("months have their days in weeks from Monday", () => {
  for (const [day, before, length] of /** @type {[string, number, number][]} */ ([
    ["2026-11-26", 6, 30],
    ["2024-02-29", 3, 29],
    ["2027-02-01", 0, 28],
    ["2026-12-31", 1, 31],
  ])) {
    const weeks = monthOf(day),
      all = weeks.flat();
    same(all.slice(0, before), Array(before).fill(null));
    same(
      all.slice(before).map((each) => Number(each?.slice(8))),
      Array.from({ length }, (_, i) => i + 1),
    );
    same(
      weeks.slice(0, -1).every((week) => week.length === 7),
      true,
    );
  }
});

test("figures of what was solved", () => {
  same(longest(["2026-10-06", "2026-10-07", "2026-10-09", "2026-10-05"]), 4);
  same(longest([]), 0);
  const records = [9, 1, 5].map((seconds, hints) => ({ seconds, hints, when: 0 }));
  same(figuresOf(records), { solved: 3, best: 1, usual: 5, alone: 1 });
});
