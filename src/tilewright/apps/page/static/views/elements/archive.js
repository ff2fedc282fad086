// The puzzles of a day, and the days of a month, each with how many of its puzzles were solved.

/** @import { DailySheet } from "../../../answers" */

import { GALLERY } from "../../texts/en.js";
import { daily, days, remember } from "../../server/api.js";
import { button, clear, h } from "../../parts/dom.js";
import { dayAt, dayName, today, within } from "../../parts/dates.js";
import { asCard, card } from "./cards.js";
import { grouped, past, solvedOf, stateOf, tally, task } from "./days.js";
import * as storage from "../../parts/storage.js";

/** How many cards a day usually has. */
export const USUAL = 5;

/**
 * The puzzles of a day; for today, those of a day that stands for it if none were prepared. Which
 * these are is kept, and the day counts if one of them was solved on it: by a link, a puzzle is solved
 * before the day is known.
 * @param {string} day
 */
export async function puzzlesOf(day) {
  const of = day === today() ? within(day, await days()) : day,
    { puzzles } = await daily(day, of),
    ids = puzzles.map(({ puzzle }) => remember(puzzle).id),
    solved = storage.solved();
  storage.keepDaily(day, ids);
  if (ids.some((id) => solved[id] && dayAt(solved[id].when) === day)) storage.keepDay(day);
  return puzzles;
}

/**
 * The cards of a day, one after the other. Puzzles of one kind and of several levels share a card,
 * which opens the first one that is not solved.
 * @param {string} day @param {DailySheet[]} puzzles @param {"large" | "of-day"} kind
 */
export function* cardsOf(day, puzzles, kind) {
  const solved = storage.solved();
  for (const those of grouped(puzzles)) {
    const { title, doing, puzzle } = those.find((each) => !solved[each.puzzle.id]) ?? those[0];
    yield card(asCard(puzzle), solved, {
      kind,
      kicker: title,
      name: task(day, doing, puzzle.kind),
      levels: those.map((each) => each.puzzle),
    });
  }
}

/** The first day of the month that is some months after that of a day. @param {string} day @param {number} months */
function monthAfter(day, months) {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 10);
}

/** The days of the month of a day, in weeks from Monday; null before the first. @param {string} day */
export function monthOf(day) {
  const first = monthAfter(day, 0);
  const length = (Date.parse(monthAfter(day, 1)) - Date.parse(first)) / 86_400_000;
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const all = Array.from(
    { length },
    (_, i) => `${first.slice(0, 8)}${String(i + 1).padStart(2, "0")}`,
  );
  const cells = [...Array(before).fill(null), ...all];
  return Array.from(
    { length: Math.ceil(cells.length / 7) },
    (_, week) => /** @type {(string | null)[]} */ (cells.slice(7 * week, 7 * week + 7)),
  );
}

/**
 * A calendar from which a day is chosen.
 * @param {string} day  The one that is chosen at first.
 * @param {(day: string) => void} choose
 */
export function archive(day, choose) {
  let shown = day,
    chosen = day;
  const heading = h("h3", { "aria-live": "polite" }),
    summary = h("p", { class: "count" });
  const body = h("tbody", {});
  /** @param {number} months */
  const turn = (months) => {
    shown = monthAfter(shown, months);
    draw();
  };
  /** @param {string} of @param {import("./days.js").Past} kept */
  const cell = (of, kept) => {
    const { done, all } = solvedOf(of, kept);
    const state = stateOf(of, kept),
      words = done ? GALLERY.daySolved(done, all) : state ? GALLERY.missed : "";
    return h(
      "button",
      {
        type: "button",
        class: `${done ? "done" : ""} ${state}${of === today() ? " now" : ""}`,
        "aria-pressed": String(of === chosen),
        "aria-label": dayName(of, { month: "long", day: "numeric", year: "numeric" }) + words,
        "data-day": of,
        onclick: () => {
          chosen = of;
          draw();
          /** @type {HTMLElement | null} */ (body.querySelector(`[data-day="${of}"]`))?.focus();
          choose(of);
        },
      },
      h("span", { text: String(Number(of.slice(8))) }),
      h("span", { class: "marks", "aria-hidden": "true", text: "●".repeat(done) }),
    );
  };
  function draw() {
    heading.textContent = dayName(shown, { month: "long", year: "numeric" });
    const kept = past(),
      { solved, alone, missed } = tally(monthOf(shown).flat(), kept);
    summary.textContent = solved ? GALLERY.month(solved, alone, missed) : "";
    clear(
      body,
      monthOf(shown).map((week) =>
        h(
          "tr",
          {},
          week.map((of) => h("td", {}, of ? cell(of, kept) : null)),
        ),
      ),
    );
  }
  draw();
  const week = monthOf("2024-01-01")[0];
  return h(
    "div",
    { class: "archive" },
    h(
      "div",
      { class: "row" },
      button("", {
        icon: "back",
        title: GALLERY.monthBefore,
        class: "quiet",
        onclick: () => turn(-1),
      }),
      heading,
      button("", {
        icon: "next",
        title: GALLERY.monthAfter,
        class: "quiet",
        onclick: () => turn(1),
      }),
    ),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          week.map((of) =>
            h("th", { scope: "col", text: dayName(of ?? "", { weekday: "short" }) }),
          ),
        ),
      ),
      body,
    ),
    summary,
  );
}
