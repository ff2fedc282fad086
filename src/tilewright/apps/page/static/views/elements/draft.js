// A draft: a board that is painted, the pieces that are chosen for it, and how they may turn.

/** @import { CountRequest, Sheet } from "../../../answers" */

import { cellOf, rectangle, key } from "../../geometry/geometry.js";

/** The most rows and columns. */
export const LARGEST = 20;
/** Any number of a piece. */
export const ANY = -1;

/**
 * `off` has the keys of the cells that were taken away. Those outside of the board are kept: a size
 * that is typed goes
 * through others.
 * @typedef {{
 *   rows: number, columns: number, off: string[], turn: Sheet["turn"], empty: number, counts:
 * [name: string, count: number][],
 * }} Draft
 */

/** The board of a draft. @typedef {Pick<Draft, "rows" | "columns" | "off">} Field */

/** @type {Draft} */
export const FIRST = {
  rows: 6,
  columns: 6,
  off: [],
  turn: "free",
  empty: 0,
  counts: [
    ["L3", ANY],
    ["I3", ANY],
  ],
};

/**
 * What a puzzle was made of, to go on from there; nothing if it has what cannot be painted here.
 * @param {Sheet} sheet
 * @returns {Draft | null}
 */
export function draftOf(sheet) {
  const {
    rows,
    columns,
    turn,
    empty: [empty, most],
  } = sheet;
  const counts = sheet.pieces.map(
    (piece) =>
      /** @type {[string, number]} */ ([
        piece.name,
        piece.most === null && piece.least === 0
          ? ANY
          : piece.most === piece.least
            ? piece.most
            : NaN,
      ]),
  );
  if (
    sheet.marks.length ||
    sheet.placed.length ||
    rows > LARGEST ||
    columns > LARGEST ||
    empty !== most ||
    counts.some(([, count]) => Number.isNaN(count))
  )
    return null;
  const off = rectangle(rows, columns)
    .filter(([row, column]) => sheet.cells[row][column] !== "#")
    .map(key);
  return { rows, columns, off, turn, empty, counts };
}

/** The cells of its board. @param {Field} draft */
export function cellsOf({ rows, columns, off }) {
  const gone = new Set(off);
  return rectangle(rows, columns).filter((cell) => !gone.has(key(cell)));
}

/** The board in the words of the grammar. @param {Field} draft */
export function boardOf(draft) {
  const { rows, columns } = draft,
    cells = new Set(cellsOf(draft).map(key));
  if (cells.size === rows * columns) return `${rows}x${columns}`;
  const lines = Array.from({ length: rows }, () => Array(columns).fill("."));
  for (const name of cells) {
    const [row, column] = cellOf(name);
    lines[row][column] = "#";
  }
  return lines.map((line) => `${line.join("")}\n`).join("");
}

/**
 * The problem in the words of the grammar, with some of the pieces.
 * @param {Draft} draft
 * @param {(name: string) => boolean} there
 * @returns {CountRequest}
 */
export const problemOf = (draft, there) => ({
  board: boardOf(draft),
  turn: draft.turn,
  empty: draft.empty,
  pieces: draft.counts
    .filter(([name, count]) => count !== 0 && there(name))
    .map(([name, count]) => (count === ANY ? `${name}+` : `${name}=${count}`)),
});
