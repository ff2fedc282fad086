// What the card of a puzzle shows.

/** @import { Sheet } from "../../../../src/tilewright/apps/page/answers" */

import { asCard } from "#page/views/elements/cards.js";
import { streak } from "#page/views/elements/days.js";
import { namesOf } from "#page/views/gallery/gallery.js";
import { test } from "node:test";

import { same } from "./testing.js";

/** @type {Sheet["pieces"][number]} */
const L = {
  name: "L3",
  label: "L tromino",
  called: "the piece",
  color: 4,
  cells: [
    [0, 0],
    [1, 0],
    [1, 1],
  ],
  marks: ["", "", ""],
  least: 2,
  most: 2,
  first: 0,
  orientations: [],
};

/** @type {Sheet} */
const SHEET = {
  id: "test",
  title: "Test",
  kind: "given",
  goal: "",
  changeable: false,
  collected: false,
  play: "tray",
  listed: true,
  source: "",
  tilings: 1,
  rows: 2,
  columns: 3,
  cells: ["###", "###"],
  lattice: null,
  copies: [],
  seams: [],
  surface: "",
  images: [],
  turnings: null,
  marks: [],
  names: [],
  turn: "free",
  placed: [
    {
      piece: "L3",
      cells: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    },
  ],
  empty: [0, 0],
  optional: [],
  level: null,
  grade: null,
  pieces: [L],
};

test("a piece that is on the board is not shown below it once more", () => {
  const { placed, pieces } = asCard(SHEET);
  same(placed?.length, 1);
  same(pieces, [[L.cells, 4, 1]]);
  same(asCard({ ...SHEET, placed: [] }).pieces, [[L.cells, 4, 2]]);
  same(asCard({ ...SHEET, pieces: [{ ...L, most: null }] }).pieces, [[L.cells, 4, null]]);
});

test("days in a row are counted up to today, or to yesterday while today is not over", () => {
  const days = ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-03"];
  same(streak(days, "2026-03-01"), 3);
  same(streak(days, "2026-03-02"), 3);
  same(streak(days, "2026-03-03"), 1);
  same(streak(days, "2026-03-05"), 0);
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
  same(
    [
      ...namesOf([
        puzzle("a", "Tromino dots, 6 x 6", "dots"),
        puzzle("b", "Tromino dots, 6 x 9", "dots"),
        puzzle("c", "Tromino dots, 6 x 6", "dots"),
        puzzle("d", "Tetromino dots, 8 x 8", "dots"),
        puzzle("e", "Twelve pentominoes, 6 x 10", "classic"),
        puzzle("talos:gate", "Gate #1", "talos"),
      ]).values(),
    ],
    ["6 × 6, no. 1", "6 × 9", "6 × 6, no. 2", "8 × 8, tetrominoes", "6 × 10", "2 × 4, 2 pieces"],
  );
});
