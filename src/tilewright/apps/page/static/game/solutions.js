// Filled boards as words, and which of them are images of each other.

/** @import { Sheet } from "../../answers" */
/** @import { Cell } from "../geometry/geometry.js" */

/**
 * The pieces of a filled board by its cells, row by row, those of all layers: the number of the
 * piece as a letter, a dot where there is none.
 * @param {Sheet} sheet
 * @param {{ piece: string, cells: Cell[] }[]} tiles
 */
export function written(sheet, tiles) {
  const lines = Array.from({ length: sheet.rows * Math.max(1, sheet.lattice?.layers ?? 0) }, () =>
    Array(sheet.columns).fill("."),
  );
  for (const { piece, cells } of tiles) {
    const letter = sheet.pieces.findIndex((each) => each.name === piece).toString(36);
    for (const cell of cells)
      lines[cell.length > 2 ? cell[0] * sheet.rows + cell[1] : cell[0]][cell[cell.length - 1]] =
        letter;
  }
  return lines.map((line) => line.join("")).join("/");
}

/**
 * The same word for all images of a filled board on the same cells: which cells go together, as
 * numbers in order of appearance, the least of them.
 * @param {string} word
 * @param {number[][]} [symmetries]  Where the cells may be taken, by their numbers; those of a square board if there are none.
 */
export function alike(word, symmetries = []) {
  if (symmetries.length) {
    const letters = [...word].filter((letter) => letter !== "." && letter !== "/");
    return symmetries
      .map((image) => {
        /** @type {string[]} */
        const moved = [];
        letters.forEach((letter, i) => {
          moved[image[i]] = letter;
        });
        return numbered(moved);
      })
      .sort()[0];
  }
  const rows = word.split("/").map((line) => [...line]);
  const turned = (/** @type {string[][]} */ board) =>
    board[0].map((_, column) => board.map((line) => line[column]).reverse());
  const mask = (/** @type {string[][]} */ board) =>
    board.map((line) => line.map((letter) => (letter === "." ? "." : "#")).join("")).join("/");
  /** @type {string[]} */
  const images = [];
  let board = rows;
  for (let i = 0; i < 8; i++) {
    if (mask(board) === mask(rows)) {
      images.push(numbered(board.flatMap((line, row) => (row ? ["/", ...line] : line))));
    }
    board = i === 3 ? turned(board).map((line) => [...line].reverse()) : turned(board);
  }
  return images.sort()[0];
}

/** Letters as numbers in order of appearance. @param {string[]} letters */
function numbered(letters) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  return letters
    .map((letter) => {
      if (letter === "." || letter === "/") return letter;
      if (!numbers.has(letter)) numbers.set(letter, numbers.size);
      return Number(numbers.get(letter)).toString(36);
    })
    .join("");
}
