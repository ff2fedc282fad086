// A small drawing of each kind of puzzles.

import { MAKE } from "../../texts/en.js";
import { cubes, dotAt, ground, lock, tile } from "../../board/look/board.js";
import { s } from "../../parts/dom.js";
import { cellOf, key, read } from "../../geometry/geometry.js";
import { squares } from "../../geometry/lattice.js";

/**
 * What is drawn of a kind: a board, on which a letter is a cell of a tile, a dot an empty cell, and
 * a space none; `dots`, `marks`, `names`, and whether the tiles are `given`.
 * @typedef {{ rows: string[], dots?: [number, number][], marks?: string[], names?: [number, number, string][], given?: boolean }} Drawing
 */
/** The cells that both calendars begin with. @type {[number, number, string][]} */
const DATES = [
  [0, 0, MAKE.months[0]],
  [0, 1, MAKE.months[1]],
  [0, 2, MAKE.months[2]],
  [0, 3, MAKE.months[3]],
  [1, 0, "1"],
  [1, 1, "2"],
  [1, 2, "3"],
  [1, 3, "4"],
];
/** @type {Record<string, Drawing>} */
const DRAWINGS = {
  dots: {
    rows: ["aa..", "a.bb", "...b"],
    dots: [
      [0, 0],
      [0, 3],
      [1, 2],
      [2, 1],
    ],
  },
  sigil: { rows: ["aaab", "acbb", "cccb"] },
  given: { rows: ["aaa.", "a...", "...."], given: true },
  hole: { rows: ["aab", "a.b", "abb"] },
  dominosa: { rows: ["a...", "a.bb", "...."], marks: ["3054", "1233", "0642"] },
  shikaku: { rows: ["aab.", "aab.", "...."], marks: ["  2 ", "4   ", "  3 "] },
  pentominous: { rows: ["aab.", "aab.", "abb."], marks: ["  F ", "P   ", "   L"] },
  tetrominous: { rows: ["aab.", "abb.", "ab.."], marks: ["  S ", "L   ", "  I "] },
  heteromino: { rows: ["aab.", "a bb", "...."] },
  fillomino: { rows: ["aabb", "abb.", "...."], marks: ["3   ", "  4 ", "2  1"] },
  pips: { rows: ["aab.", "..b.", "...."], marks: ["35 4", "  2 ", " 1  "] },
  calendar: {
    rows: ["....", ". ..", "..aa"],
    names: [...DATES, [2, 0, "5"], [2, 1, "6"]],
  },
  weekday: {
    rows: ["....", ". ..", "aa. "],
    names: [...DATES, [2, 2, MAKE.weekdays[0]], [2, 3, MAKE.weekdays[1]]],
  },
};

/** Two pieces of cubes, one on the other. */
const CUBES = [
  { cells: ["1,0,0", "1,0,1", "1,1,0"].map(cellOf), color: 4 },
  { cells: ["0,0,0", "1,1,1"].map(cellOf), color: 1 },
];

/** The drawing of a kind, or of what is made of cubes. @param {string} name */
export function picture(name) {
  if (name === "cubes")
    return s(
      "svg",
      { class: "thumbnail", viewBox: "-2.1 -1.5 4.2 4.2", "aria-hidden": "true" },
      cubes(CUBES),
    );
  const {
    rows,
    dots = [],
    marks = [],
    names = [],
    given,
  } = DRAWINGS[name] ?? { rows: ["..", ".."] };
  const cells = read(rows.map((row) => row.replaceAll(".", "-").replaceAll(" ", ".")));
  const letters = [...new Set(cells.map(([, letter]) => letter))].filter((each) => each !== "-");
  const marked = new Set(dots.map(key));
  const letteredAt = (/** @type {import("../../geometry/geometry.js").Cell[]} */ all) =>
    all.flatMap(([row, column]) => {
      const mark = marks[row]?.[column] ?? " ";
      return mark === " " ? [] : [dotAt([column + 0.5, row + 0.5], mark)];
    });
  return s(
    "svg",
    {
      class: "thumbnail",
      viewBox: `-.3 -.3 ${rows[0].length + 0.6} ${rows.length + 0.6}`,
      "aria-hidden": "true",
    },
    ground(
      { names },
      cells.map(([cell]) => cell),
      squares,
    ),
    letters.map((letter, i) => {
      const own = cells.filter(([, other]) => other === letter).map(([cell]) => cell);
      const shown = tile(own, 3 * i + 1);
      if (given) shown.append(lock(own, (cell) => marked.has(key(cell))));
      shown.append(...letteredAt(own));
      return shown;
    }),
    dots.map(([row, column]) => dotAt([column + 0.5, row + 0.5], "o")),
    letteredAt(cells.filter(([, letter]) => letter === "-").map(([cell]) => cell)),
  );
}
