// What one has solved: in numbers, by kind and level, and as a file to keep.

/** @import { Finish } from "../../parts/storage.js" */

import { GALLERY, PROGRESS, SHARED } from "../../texts/en.js";
import { backup, forgetAll, restore } from "../../parts/backup.js";
import { button, clear, h, s, toast } from "../../parts/dom.js";
import { languageChoice } from "./language.js";
import { monthOf } from "../elements/archive.js";
import {
  clock,
  longest,
  median,
  past,
  stateOf,
  streak,
  tally,
  weekdayOf,
} from "../elements/days.js";
import { dayName, later, today } from "../../parts/dates.js";
import { embedder } from "../../parts/embedder.js";
import { gallery, kinds } from "../../server/api.js";
import { said } from "../../server/errors.js";
import { saveText } from "../../parts/exporting.js";

/**
 * How many were solved, the best and the usual time, and how many of them without hints.
 * @param {Finish[]} records
 */
export const figuresOf = (records) => ({
  solved: records.length,
  best: Math.min(...records.map(({ seconds }) => seconds)),
  usual: median(records.map(({ seconds }) => seconds)),
  alone: records.filter(({ hints }) => !hints).length,
});

/**
 * A table of numbers.
 * @param {string} what @param {string[]} columns @param {[title: string, cells: (string | number)[]][]} lines
 */
const rows = (what, columns, lines) =>
  h(
    "table",
    { class: "tally" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        [what, ...columns].map((text) => h("th", { scope: "col", text })),
      ),
    ),
    h(
      "tbody",
      {},
      lines.map(([title, cells]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row", text: title }),
          cells.map((text) => h("td", { text: String(text) })),
        ),
      ),
    ),
  );

/**
 * A table with a row for each group of records that there is.
 * @param {string} what @param {[title: string, records: Finish[]][]} groups
 */
const table = (what, groups) =>
  rows(
    what,
    PROGRESS.columns,
    groups
      .filter(([, records]) => records.length)
      .map(([title, records]) => {
        const { solved, best, usual, alone } = figuresOf(records);
        return [title, [solved, clock(best), clock(usual), alone]];
      }),
  );

/** A number and what it counts. @param {number} number @param {string} what */
const figure = (number, what) =>
  h("div", { class: "total" }, h("strong", { text: String(number) }), h("span", { text: what }));

/** A day of each weekday, Monday first. */
const WEEK = [1, 2, 3, 4, 5, 6, 7].map((day) => `2024-01-0${day}`);
/** How many weeks the calendar shows, at least and at most. */
const FEW = 13,
  MANY = 26;

/**
 * The days since the first one that was solved, a column for each week from Monday: how each went.
 * @param {import("../elements/days.js").Past} kept
 */
function heat(kept) {
  const weekday = (new Date(`${today()}T00:00:00Z`).getUTCDay() + 6) % 7,
    since = Math.ceil((Date.parse(today()) - Date.parse(kept.days[0])) / (7 * 86_400_000)) + 1,
    weeks = Math.max(FEW, Math.min(MANY, since)),
    first = later(today(), -weekday - 7 * (weeks - 1)),
    days = Array.from({ length: 7 * (weeks - 1) + weekday + 1 }, (_, i) => later(first, i));
  const { solved, alone, missed } = tally(days, kept);
  return h(
    "figure",
    { class: "heat" },
    s(
      "svg",
      {
        viewBox: `0 -1 ${weeks} 8`,
        width: 26 * weeks,
        role: "img",
        "aria-label": GALLERY.month(solved, alone, missed),
      },
      days.map((day, i) => {
        const [x, y] = [Math.floor(i / 7), i % 7],
          isLast = x === weeks - 1,
          state = stateOf(day, kept);
        return [
          day.endsWith("-01")
            ? s("text", {
                x: isLast ? weeks : x,
                y: -0.3,
                "text-anchor": isLast ? "end" : null,
                text: dayName(day, { month: "short" }),
              })
            : null,
          s(
            "rect",
            { class: state, x: x + 0.06, y: y + 0.06, width: 0.88, height: 0.88, rx: 0.2 },
            s("title", {
              text: PROGRESS.dayOf(
                dayName(day, { dateStyle: "long" }),
                state ? PROGRESS.states[state] : "–",
              ),
            }),
          ),
        ];
      }),
    ),
    h(
      "figcaption",
      {},
      Object.entries(PROGRESS.states).map(([state, text]) => [
        s("svg", { viewBox: "0 0 1 1" }, s("rect", { class: state, width: 1, height: 1, rx: 0.2 })),
        `${text} `,
      ]),
    ),
  );
}

/** The months since the first day that was solved, the last one first. @param {import("../elements/days.js").Past} kept */
function months(kept) {
  const [first] = kept.days,
    /** @type {string[]} */ found = [];
  for (
    let at = today();
    at.slice(0, 7) >= first.slice(0, 7);
    at = later(`${at.slice(0, 7)}-01`, -1)
  )
    found.push(at);
  return rows(
    PROGRESS.month,
    PROGRESS.monthColumns,
    found.map((day) => {
      const { solved, alone, missed } = tally(monthOf(day).flat(), kept);
      return [dayName(day, { month: "long", year: "numeric" }), [solved, alone, missed]];
    }),
  );
}

/** @param {HTMLElement} host */
export async function show(host) {
  const [{ puzzles }, { kinds: all }] = await Promise.all([gallery(), kinds()]);
  const named = new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]));
  const kept = past(),
    { solved, days } = kept,
    ofDays = Object.entries(kept.dailies);
  const records = Object.entries(solved).map(([id, record]) => ({
    ...record,
    kind: record.kind ?? named.get(id)?.kind ?? "",
    level: record.level ?? named.get(id)?.level ?? "",
  }));
  const row = streak(days, today());
  /** @type {[string, Finish[]][]} */
  const weekdays = WEEK.map((one) => [
    weekdayOf(one),
    ofDays.flatMap(([day, ids]) =>
      weekdayOf(day) === weekdayOf(one) ? ids.flatMap((id) => solved[id] ?? []) : [],
    ),
  ]);
  /** @type {[string, string][]} */
  const titles = [
    ...all.map(({ name, title }) => /** @type {[string, string]} */ ([name, title])),
    ["", PROGRESS.others],
  ];
  const chooser = h("input", {
    type: "file",
    accept: ".json,application/json",
    class: "hidden",
    tabindex: "-1",
    "aria-label": PROGRESS.file,
  });
  chooser.addEventListener("change", async () => {
    const [file] = chooser.files ?? [];
    if (!file) return;
    try {
      restore(await file.text());
      clear(host);
      await show(host);
      toast(PROGRESS.done);
    } catch (error) {
      toast(said(error));
    }
  });
  clear(
    host,
    h("h1", { text: PROGRESS.title }),
    h(
      "div",
      { class: "totals" },
      figure(records.length, PROGRESS.solved(records.length)),
      figure(records.filter(({ hints }) => !hints).length, PROGRESS.noHints),
      figure(row, PROGRESS.row(row)),
      figure(longest(days), PROGRESS.longest(longest(days))),
    ),
    days.length ? [h("h2", { text: PROGRESS.calendar }), heat(kept), months(kept)] : null,
    records.length
      ? [
          weekdays.some(([, some]) => some.length)
            ? [h("h2", { text: PROGRESS.byWeekday }), table(PROGRESS.weekday, weekdays)]
            : null,
          h("h2", { text: PROGRESS.byKind }),
          table(
            SHARED.kind,
            titles.map(([name, title]) => [title, records.filter(({ kind }) => kind === name)]),
          ),
          h("h2", { text: PROGRESS.byLevel }),
          table(
            SHARED.level,
            [...Object.keys(SHARED.levels), ""].map((name) => [
              SHARED.levels[name] ?? SHARED.ungraded,
              records.filter(({ level }) => level === name),
            ]),
          ),
        ]
      : h("p", { class: "lead", text: PROGRESS.none }),
    embedder
      ? null
      : h(
          "section",
          { "aria-labelledby": "data" },
          h("h2", { id: "data", text: PROGRESS.data }),
          h("p", {
            class: "lead",
            text: PROGRESS.about,
          }),
          h(
            "div",
            { class: "row" },
            button(PROGRESS.save, {
              icon: "save",
              onclick: () => saveText(backup(), `tilewright-${today()}.json`),
            }),
            button(PROGRESS.read, { onclick: () => chooser.click() }),
            button(PROGRESS.forget, {
              onclick: () => {
                if (!confirm(PROGRESS.sure)) return;
                forgetAll();
                location.hash = "#/";
                location.reload();
              },
            }),
            chooser,
            languageChoice(),
          ),
        ),
  );
}
