// The boards of random tilings: how they are chosen, what they are called in a link, and how many
// tilings they have.

/** @import { Cell } from "../../geometry/geometry.js" */

import { LANGUAGE } from "../../texts/en.js";
import { rectangle } from "../../geometry/geometry.js";
import { cellsOf, fromLink, toLink, wordOf } from "./shape.js";

/** The largest sizes that can be chosen. */
export const LARGEST = { aztec: 200, hexagon: 80, rectangle: 200 };

/** How many rows and columns there are to draw on. */
const FIELD = 14;
const FIELD_CELLS = rectangle(FIELD, FIELD);
/** A disk, to begin with. */
const DISK = FIELD_CELLS.filter(
  ([row, column]) => Math.hypot(row - FIELD / 2 + 0.5, column - FIELD / 2 + 0.5) < FIELD / 2,
);

/** The sorts of boards: the first one of each, and a small drawing. */
export const CHOICES = {
  aztec: {
    first: "aztec:40",
    drawing: "M10 2h4v3h3v3h3v3h3v4h-3v3h-3v3h-3v2h-4v-2h-3v-3h-3v-3h-3v-4h3v-3h3v-3h3Z",
  },
  hexagon: {
    first: "tri:hexagon16",
    drawing: "M6.5 3h11l5.5 9-5.5 9h-11l-5.5-9Z",
  },
  rectangle: {
    first: "30x40",
    drawing: "M2 5h20v14h-20Z",
  },
  own: {
    first: wordOf(DISK, "", 1),
    drawing: "M4 20l1-4L16.5 4.5l3 3L8 19ZM14 7l3 3",
    rows: FIELD,
    columns: FIELD,
    cells: FIELD_CELLS,
  },
};

/** The board that a link says, if it does. @param {string} [word] */
export const boardOf = (word = "") =>
  fromLink(word) ?? (/^[a-z0-9:,x^-]{1,200}$/.test(word) ? word : null);

/** A board as a link has it. @param {string} board */
export const linkOf = (board) => (board.includes("#") ? toLink(board) : board);

/**
 * Which sort of board it is, with its numbers, or the cells of a drawing in the middle of the field.
 * @param {string} board
 * @returns {{ sort: keyof typeof CHOICES, numbers: number[], cells?: Cell[] }}
 */
export function choiceOf(board) {
  for (const [sort, pattern] of /** @type {const} */ ([
    ["aztec", /^aztec:(\d+)$/],
    ["hexagon", /^tri:hexagon(\d+)(?:,(\d+),(\d+))?$/],
    ["rectangle", /^(\d+)x(\d+)$/],
  ])) {
    const found = pattern.exec(board);
    if (found) return { sort, numbers: found.slice(1).filter(Boolean).map(Number) };
  }
  const cells = board.startsWith("tri:") ? [] : cellsOf(board);
  const [high, wide] = [0, 1].map((axis) => Math.max(0, ...cells.map((cell) => cell[axis])) + 1);
  const [down, right] = [high, wide].map((size) => Math.max(0, Math.floor((FIELD - size) / 2)));
  return {
    sort: "own",
    numbers: [],
    cells: cells.map(([row, column]) => [row + down, column + right]),
  };
}

const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** @param {number} number */
const raised = (number) => [...String(number)].map((digit) => SUPERSCRIPT[Number(digit)]).join("");

/**
 * How many tilings a board has by a closed form, in words; empty if there is none.
 * @param {string} board
 */
export function tilingsOf(board) {
  const { sort, numbers } = choiceOf(board);
  // N. Elkies, G. Kuperberg, M. Larsen and J. Propp (1992); P. A. MacMahon (1896).
  if (sort === "aztec") {
    const power = (numbers[0] * (numbers[0] + 1)) / 2;
    return power < 50 ? (2 ** power).toLocaleString(LANGUAGE) : `2${raised(power)}`;
  }
  if (sort !== "hexagon") return "";
  const [a, b = a, c = a] = numbers;
  let above = 1n,
    below = 1n;
  for (let i = 1; i <= a; i++)
    for (let j = 1; j <= b; j++) {
      above *= BigInt(i + j + c - 1);
      below *= BigInt(i + j - 1);
    }
  const text = (above / below).toString();
  return text.length <= 16
    ? BigInt(text).toLocaleString(LANGUAGE)
    : `${text[0]}.${text.slice(1, 4)} × 10${raised(text.length - 1)}`;
}
