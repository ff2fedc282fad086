// A shape that is drawn: its cells, the words for it, and the field that it is drawn on.

/** @import { LatticeSheet } from "../../../answers" */
/** @import { Cell } from "../../geometry/geometry.js" */

import { key, rectangle } from "../../geometry/geometry.js";
import { Lattice } from "../../geometry/lattice.js";

/**
 * The word for a lattice in front of a drawing: none is squares.
 * @typedef {"" | "tri:" | "hex:"} Prefix
 */

/**
 * How wide and high a field is, in sides of cells, and how much there is at least around the shape.
 */
const FIELD = 9,
  AROUND = 1;

/** The cells of a drawing such as `hex:##/#`. @param {string} word @returns {Cell[]} */
export const cellsOf = (word) =>
  word
    .replace(/^.*:/, "")
    .split("/")
    .flatMap((line, row) =>
      [...line].flatMap((letter, column) => (letter === "#" ? [[row, column]] : [])),
    );

/**
 * The drawing of cells; there is at least one.
 * @param {Cell[]} cells
 * @param {Prefix} prefix
 * @param {number} kinds  Of cells.
 */
export function wordOf(cells, prefix, kinds) {
  const top = Math.min(...cells.map(([row]) => row)),
    left = Math.floor(Math.min(...cells.map(([, column]) => column)) / kinds) * kinds;
  /** @type {string[][]} */
  const lines = Array.from({ length: Math.max(...cells.map(([row]) => row)) - top + 1 }, () => []);
  for (const [row, column] of cells) lines[row - top][column - left] = "#";
  return (
    prefix + lines.map((line) => Array.from(line, (letter) => letter ?? ".").join("")).join("/")
  );
}

/** A drawing as a link has it, where `#` and `/` mean something else. @param {string} word */
export const toLink = (word) => word.replaceAll("#", "o").replaceAll("/", "-");
/** The drawing that a link has, if it is one. @param {string} [text] */
export const fromLink = (text = "") =>
  /^(tri:|hex:)?[o.]*o[o.]*(-[o.]+)*$/.test(text)
    ? text.replaceAll("o", "#").replaceAll("-", "/")
    : null;
/** @param {string} word @returns {Prefix} */
export const prefixOf = (word) =>
  word.startsWith("tri:") ? "tri:" : word.startsWith("hex:") ? "hex:" : "";

/**
 * A field that a shape is drawn on, with room around it, and the cells of the shape there.
 * @param {LatticeSheet | null} sheet @param {Cell[]} shape @param {number} [least]  How wide and high it is at least.
 */
export function fieldAround(sheet, shape, least = FIELD) {
  const plain = new Lattice(sheet),
    { kinds } = plain.data;
  const box = plain.box(shape),
    side = Math.max(least, box.width + 2 * AROUND, box.height + 2 * AROUND);
  const left = box.x - (side - box.width) / 2,
    top = box.y - (side - box.height) / 2;
  const far = 2 * Math.ceil(side) + 2;
  const all = rectangle(2 * far, 2 * far * kinds).map(([row, column]) => [
    row - far,
    column - far * kinds,
  ]);
  const within = all.filter((cell) => {
    const [x, y] = plain.center(cell);
    return x > left && x < left + side && y > top && y < top + side;
  });
  const rows = Math.min(...within.map(([row]) => row)),
    columns = Math.floor(Math.min(...within.map(([, column]) => column)) / kinds) * kinds;
  /** @param {Cell} cell @returns {Cell} */
  const moved = ([row, column]) => [row - rows, column - columns];
  const cells = within.map(moved);
  const [high, wide] = [0, 1].map((axis) => Math.max(...cells.map((cell) => cell[axis])) + 1);
  const there = new Set(cells.map(key));
  const lines = Array.from({ length: high }, (_, row) =>
    Array.from({ length: wide }, (_, column) => (there.has(key([row, column])) ? "#" : ".")).join(
      "",
    ),
  );
  return {
    lattice: new Lattice(sheet, { rows: high, columns: wide, cells: lines }),
    cells,
    shape: shape.map(moved),
  };
}
