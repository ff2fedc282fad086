// What one has solved: in numbers, by kind and level, and as a file to keep.

/** @import { Finish } from "../parts/storage.js" */

import { PROGRESS, SHARED } from "../texts/en.js";
import { backup, forgetAll, restore } from "../parts/backup.js";
import { button, clear, h, toast } from "../parts/dom.js";
import { clock, longest, streak } from "./days.js";
import { today } from "../parts/dates.js";
import { embedder } from "../parts/embedder.js";
import { gallery, kinds } from "../server/api.js";
import { said } from "../server/errors.js";
import { saveText } from "../parts/exporting.js";
import * as storage from "../parts/storage.js";

/** The one in the middle of some numbers. @param {number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

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
 * A table with a row for each group of records that there is.
 * @param {string} what @param {[title: string, records: Finish[]][]} groups
 */
const table = (what, groups) =>
  h(
    "table",
    { class: "tally" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        [what, ...PROGRESS.columns].map((text) => h("th", { scope: "col", text })),
      ),
    ),
    h(
      "tbody",
      {},
      groups
        .filter(([, records]) => records.length)
        .map(([title, records]) => {
          const { solved, best, usual, alone } = figuresOf(records);
          return h(
            "tr",
            {},
            h("th", { scope: "row", text: title }),
            [String(solved), clock(best), clock(usual), String(alone)].map((text) =>
              h("td", { text }),
            ),
          );
        }),
    ),
  );

/** A number and what it counts. @param {number} number @param {string} what */
const figure = (number, what) =>
  h("div", { class: "figure" }, h("strong", { text: String(number) }), h("span", { text: what }));

/** @param {HTMLElement} host */
export async function show(host) {
  const [{ puzzles }, { kinds: all }] = await Promise.all([gallery(), kinds()]);
  const named = new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]));
  const records = Object.entries(storage.solved()).map(([id, record]) => ({
    ...record,
    kind: record.kind ?? named.get(id)?.kind ?? "",
    level: record.level ?? named.get(id)?.level ?? "",
  }));
  const days = storage.days();
  const row = streak(days, today());
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
      { class: "figures-row" },
      figure(records.length, PROGRESS.solved(records.length)),
      figure(records.filter(({ hints }) => !hints).length, PROGRESS.noHints),
      figure(row, PROGRESS.row(row)),
      figure(longest(days), PROGRESS.longest),
    ),
    records.length
      ? [
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
          ),
        ),
  );
}
