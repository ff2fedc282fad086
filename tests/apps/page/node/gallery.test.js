// What the card of a puzzle shows.

/** @import { Sheet } from "../../../../src/tilewright/apps/page/answers" */

import { asCard } from "#page/views/elements/cards.js";
import { streak } from "#page/views/elements/days.js";
import { namesOf } from "#page/views/gallery/collections.js";
import { test } from "node:test";

import { cells, same, SHEET } from "./testing.js";

/** One of the two pieces is on the board. @type {Sheet} */
const BEGUN = { ...SHEET, placed: [{ piece: "L3", cells: cells("0,0-1,0-1,1") }] };

test("a piece that is on the board is not shown below it once more", () => {
  const [L] = SHEET.pieces;
  const { placed, pieces } = asCard(BEGUN);
  same(placed?.length, 1);
  same(pieces, [[L.cells, 4, 1]]);
  same(asCard({ ...BEGUN, placed: [] }).pieces, [[L.cells, 4, 2]]);
  same(asCard({ ...BEGUN, pieces: [{ ...L, most: null }] }).pieces, [[L.cells, 4, null]]);
});

test("days in a row are counted up to today, or to yesterday while today is not over; a day of each week may be missed", () => {
  const days = ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-03"];
  same(streak(days, "2026-03-01"), 3);
  same(streak(days, "2026-03-02"), 3);
  // Monday was missed.
  same(streak(days, "2026-03-03"), 4);
  // Wednesday, too.
  same(streak(days, "2026-03-05"), 1);
  same(streak(days, "2026-03-06"), 0);
  same(streak([], "2026-03-05"), 0);
});

test("each puzzle of a collection has a name of its own", () => {
  /** @param {string} id @param {string} title @param {string} collection */
  const puzzle = (id, title, collection) => ({
    id,
    title,
    collection,
    kind: SHEET.kind,
    level: null,
    cells: ["####", "####"],
    lattice: null,
    marks: [],
    pieces: /** @type {[number[][], number, number][]} */ ([[[[0, 0]], 0, 2]]),
  });
  const I4 = cells("0,0-0,1-0,2-0,3");
  same(
    [
      ...namesOf([
        puzzle("a", "Tromino dots, 6 x 6", "dots"),
        puzzle("b", "Tromino dots, 6 x 9", "dots"),
        puzzle("c", "Tromino dots, 6 x 6", "dots"),
        { ...puzzle("d", "Tetromino dots, 8 x 8", "dots"), pieces: [[I4, 0, 2]] },
        puzzle("e", "Twelve pentominoes, 6 x 10", "classic"),
        puzzle("talos:gate", "Gate #1", "talos"),
      ]).values(),
    ],
    ["6 × 6, no. 1", "6 × 9", "6 × 6, no. 2", "8 × 8, tetrominoes", "6 × 10", "2 × 4, 2 pieces"],
  );
});
