// What tests of the page's modules need outside a browser.

/** @import { Sheet } from "../../../../src/tilewright/apps/page/answers" */
/** @import { Cell, Edge } from "#page/geometry/geometry.js" */

import assert from "node:assert/strict";

/** @param {unknown} found @param {unknown} wanted */
export const same = (found, wanted) => assert.deepEqual(found, wanted);

/** What a browser keeps. @type {Map<string, string>} */
export const kept = new Map();

Object.assign(globalThis, {
  localStorage: {
    get length() {
      return kept.size;
    },
    key: (/** @type {number} */ i) => [...kept.keys()][i] ?? null,
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
      kept.set(key, value);
    },
    removeItem: (/** @type {string} */ key) => {
      kept.delete(key);
    },
  },
  innerWidth: 1180,
  innerHeight: 820,
});
if (!("window" in globalThis))
  Object.assign(globalThis, {
    window: globalThis,
    addEventListener: () => {},
    removeEventListener: () => {},
  });

/** Cells as a placement has them in words: "0,0-1,0". @param {string} words */
export const cells = (words) =>
  words.split("-").map((word) => /** @type {Cell} */ (word.split(",").map(Number)));

/** The two cells at an edge. */
export const edge = /** @type {(words: string) => Edge} */ (cells);

/** The orientations of an L tromino, each turned clockwise into the next. */
const L = ["0,0-1,0-1,1", "0,0-0,1-1,0", "0,0-0,1-1,1", "0,1-1,0-1,1"].map(cells);

/** A puzzle of two L trominoes as the server describes it. @type {Sheet} */
export const SHEET = {
  id: "test",
  title: "Test",
  kind: "sigil",
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
  turns: [0, 1, 2, 3],
  marks: [[0, 2, ""]],
  names: [],
  turn: "one-sided",
  placed: [],
  empty: [0, 0],
  optional: [],
  level: null,
  grade: null,
  pieces: [
    {
      name: "L3",
      label: "L tromino",
      called: "the piece",
      color: 4,
      cells: L[0],
      marks: ["", "", ""],
      least: 2,
      most: 2,
      first: 0,
      orientations: L.map((own, i) => ({
        cells: own,
        marks: ["", "", ""],
        turned: [(i + 1) % 4, (i + 3) % 4],
        flipped: null,
      })),
    },
  ],
};
