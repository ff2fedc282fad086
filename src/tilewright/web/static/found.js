// What was found of a board that can be filled in many ways: each kept with its picture, turned boards counted once.

/** @import { Sheet } from "../answers" */
/** @import { Cell } from "./geometry.js" */

import { tile, ground } from "./board.js";
import { clear, h, s } from "./dom.js";
import { read } from "./geometry.js";
import * as storage from "./storage.js";

/** The pieces of a filled board by its cells, row by row: the number of the piece as a letter, a dot where there is none. @param {Sheet} sheet @param {{ piece: string, cells: Cell[] }[]} tiles */
export function written(sheet, tiles) {
  const lines = Array.from({ length: sheet.rows }, () => Array(sheet.columns).fill("."));
  for (const { piece, cells } of tiles) {
    const letter = sheet.pieces.findIndex((each) => each.name === piece).toString(36);
    for (const [row, column] of cells) lines[row][column] = letter;
  }
  return lines.map((line) => line.join("")).join("/");
}

/** The same word for all images of a filled board on the same cells: which cells go together, as numbers in order of appearance, the least of them. @param {string} word */
export function alike(word) {
  const rows = word.split("/").map((line) => [...line]);
  const turned = (/** @type {string[][]} */ board) => board[0].map((_, column) => board.map((line) => line[column]).reverse());
  const mask = (/** @type {string[][]} */ board) => board.map((line) => line.map((letter) => (letter === "." ? "." : "#")).join("")).join("/");
  /** @type {string[]} */
  const images = [];
  let board = rows;
  for (let i = 0; i < 8; i++) {
    if (mask(board) === mask(rows)) {
      /** @type {Map<string, number>} */
      const numbers = new Map();
      images.push(board.map((line) => line.map((letter) => {
        if (letter === ".") return ".";
        if (!numbers.has(letter)) numbers.set(letter, numbers.size);
        return Number(numbers.get(letter)).toString(36);
      }).join("")).join("/"));
    }
    board = i === 3 ? turned(board).map((line) => [...line].reverse()) : turned(board);
  }
  return images.sort()[0];
}

/** Keep a filled board; which one it is, from 1, and whether it is new. @param {Sheet} sheet @param {{ piece: string, cells: Cell[] }[]} tiles */
export function keep(sheet, tiles) {
  const all = storage.found(sheet.id), word = written(sheet, tiles), own = alike(word);
  const known = all.findIndex((other) => alike(other) === own);
  if (known >= 0) return { number: known + 1, fresh: false };
  storage.keepFound(sheet.id, [...all, word]);
  return { number: all.length + 1, fresh: true };
}

/** How many are found, in words. @param {Sheet} sheet @param {number} number */
export const ofAll = ({ tilings }, number) => (tilings ? `${number.toLocaleString("en")} of ${tilings.toLocaleString("en")} found` : `${number.toLocaleString("en")} found`);

/** What a player has found of a puzzle; `refresh` shows what is new. @param {Sheet} sheet */
export function makeShelf(sheet) {
  const summary = h("summary", {}), pictures = h("div", { class: "findings" });
  const details = h("details", {}, summary, pictures), element = h("div", { class: "found" });
  function refresh() {
    const all = storage.found(sheet.id);
    summary.textContent = ofAll(sheet, all.length);
    clear(pictures, all.map((word, number) => picture(sheet, word, number + 1)));
    clear(element, all.length ? details : null);
  }
  refresh();
  return { element, refresh };
}

/** @param {Sheet} sheet @param {string} word @param {number} number */
function picture(sheet, word, number) {
  const cells = read(word.split("/"));
  const drawn = s("svg", { viewBox: `-0.3 -0.3 ${sheet.columns + 0.6} ${sheet.rows + 0.6}`, role: "img", "aria-label": `Number ${number}` }, ground({}, cells.map(([cell]) => cell)));
  for (const [index, piece] of sheet.pieces.entries()) {
    const own = cells.filter(([, letter]) => letter === index.toString(36)).map(([cell]) => cell);
    if (own.length) drawn.append(tile(own, piece.color));
  }
  return drawn;
}
