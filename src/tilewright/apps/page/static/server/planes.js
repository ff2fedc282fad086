// Small pieces and how they tile the plane, from a table that has each of them in one position.

/** @import { Cell } from "../geometry/geometry.js" */
/** @import { PlaneSheet } from "../../answers" */

/** The turns in the order of the table. */
const TURNS = ["free", "one-sided", "fixed"];
/** The rotations and reflections of the square lattice, as matrices; each after its inverse. */
const IMAGES = [0, 1, 2, 3].flatMap((quarters) =>
  [1, -1].map((mirror) => {
    let matrix = [1, 0, 0, mirror];
    for (let i = 0; i < quarters; i++) {
      const [a, b, c, d] = matrix;
      matrix = [c, d, -a, -b];
    }
    return matrix;
  }),
);

/** @param {number[]} matrix @param {number[]} vector @returns {[number, number]} */
const times = ([a, b, c, d], [row, column]) => [a * row + b * column, c * row + d * column];
/** The inverse of a rotation or reflection. @param {number[]} matrix */
const inverse = ([a, b, c, d]) => [a, c, b, d];

/** How far cells are from the corner of rows and columns. @param {Cell[]} cells */
const corner = (cells) => [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
/** @param {Cell[]} cells @param {number[]} by @returns {[number, number][]} */
const moved = (cells, [down, right]) => cells.map(([row, column]) => [row - down, column - right]);
/** Cells as close to the corner as possible, in reading order. @param {Cell[]} cells */
const settled = (cells) => moved(cells, corner(cells)).sort(([a, b], [c, d]) => a - c || b - d);

/** The cells of a drawing. @param {string} text @returns {Cell[]} */
const cellsOf = (text) =>
  text
    .split("/")
    .flatMap((line, row) =>
      [...line].flatMap((mark, column) => (mark === "#" ? [[row, column]] : [])),
    );

/** A drawing of cells, without dots at the ends of its lines. @param {Cell[]} cells */
function drawing(cells) {
  const own = settled(cells),
    rows = 1 + Math.max(...own.map(([row]) => row));
  return Array.from({ length: rows }, (_, row) => {
    const columns = own.filter(([other]) => other === row).map(([, column]) => column);
    return Array.from({ length: 1 + Math.max(-1, ...columns) }, (_, column) =>
      columns.includes(column) ? "#" : ".",
    ).join("");
  }).join("/");
}

/** The number of cells of a piece of squares; 0 if it is none. @param {string} piece */
export const squaresOf = (piece) => (/^[#./]+$/.test(piece) ? cellsOf(piece).length : 0);

/**
 * The answer for a piece, whichever way it lies.
 * @param {Record<string, (Partial<PlaneSheet> | number)[]>} table  Of all pieces with as many cells.
 * @param {string} piece @param {string} turn
 * @returns {PlaneSheet | undefined}
 */
export function planeOf(table, piece, turn) {
  const cells = settled(cellsOf(piece));
  for (const image of IMAGES) {
    const known = drawing(cells.map((cell) => times(image, cell)));
    if (!Object.hasOwn(table, known)) continue;
    const answers = table[known],
      found = answers[TURNS.indexOf(turn)],
      answer = /** @type {PlaneSheet} */ (typeof found === "number" ? answers[found] : found);
    // Back from the position in the table to that of the drawing.
    const back = inverse(image),
      by = corner(cellsOf(known).map((cell) => times(back, cell)));
    /** @param {Cell[]} some @returns {Cell[]} */
    const laid = (some) =>
      moved(
        some.map((cell) => times(back, cell)),
        by,
      );
    return {
      ...answer,
      piece: drawing(cells),
      lattice: null,
      cells,
      period: answer.period.map((move) => times(back, move)),
      tiles: answer.tiles.map(laid),
      rings: answer.rings.map((ring) => ring.map(laid)),
    };
  }
  return undefined;
}
