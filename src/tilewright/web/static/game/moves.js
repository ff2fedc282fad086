// The history of a game, made again from the words of its moves (see `SavedGame`): so that a move that is taken back is
// seen to be, however long the server takes to say so.

/** @import { SavedGame } from "../../answers" */
/** @import { Action } from "./game.js" */
/** @import { Cell } from "../geometry/geometry.js" */

import { key, same } from "../geometry/geometry.js";

/** @typedef {[number, number, number, number]} Sides  An edge by the cells at its sides. */
/**
 * What a player has put on the board, and noted there; `paths` are outlines that were drawn and are not answered yet.
 * @typedef {{ placed: { piece: string, cells: Cell[] }[], edges: Sides[], notes: Sides[], paths?: Cell[][] }} Position
 */

/** @type {Position} */
export const NOTHING = { placed: [], edges: [], notes: [] };

/** The edge between two cells. @param {Cell} cell @param {Cell} next @returns {Sides} */
export const sides = (cell, next) => [cell[0], cell[1], next[0], next[1]];

/** A name for an edge, the same whichever of its cells comes first. @param {Sides} edge */
export const edgeKey = ([a, b, c, d]) => (a < c || a === c && b < d ? `${a},${b},${c},${d}` : `${c},${d},${a},${b}`);

/** Some edges without others. @param {Sides[]} edges @param {Sides[]} gone */
function without(edges, gone) {
  const names = new Set(gone.map(edgeKey));
  return edges.filter((edge) => !names.has(edgeKey(edge)));
}

/** Draw edges, or wipe out those that are there. @param {Sides[]} edges @param {Sides[]} toggled @returns {Sides[]} */
export function toggled(edges, toggled) {
  const all = new Map(edges.map((edge) => [edgeKey(edge), edge]));
  for (const edge of toggled) if (!all.delete(edgeKey(edge))) all.set(edgeKey(edge), edge);
  return [...all.values()];
}

/** @param {Position} position @param {string} line @returns {Position} */
function after({ placed, edges, notes }, line) {
  for (const word of line.split(" ").filter(Boolean)) {
    const drawn = /^(x?)(\d+),(\d+)([rd])$/.exec(word), lifted = /^-(\d+(?:,\d+)+)$/.exec(word);
    if (drawn) {
      const [row, column] = [Number(drawn[2]), Number(drawn[3])];
      /** @type {Sides} */
      const edge = drawn[4] === "r" ? [row, column, row, column + 1] : [row, column, row + 1, column];
      if (drawn[1]) notes = toggled(notes, [edge]);
      else edges = toggled(edges, [edge]);
    } else if (lifted) {
      const name = lifted[1];
      placed = placed.filter(({ cells }) => !cells.some((cell) => key(cell) === name));
    } else {
      const colon = word.lastIndexOf(":");
      const cells = word.slice(colon + 1).split("-").map((pair) => /** @type {Cell} */ (pair.split(",").map(Number)));
      placed = [...placed, { piece: word.slice(0, colon), cells }];
    }
  }
  return { placed, edges, notes };
}

/** The positions of a game, the first one included, and the number of the one that it is at. @param {SavedGame} session */
export function history({ start = "", moves = [], done = moves.length }) {
  const positions = [after(NOTHING, start)];
  for (const line of moves) positions.push(after(positions[positions.length - 1], line));
  return { positions, now: done };
}

/**
 * The position after a move that the server has not answered yet.
 * @param {Action} action @param {Position} position @param {boolean} drawn  Whether it is played by outlines.
 * @param {(cell: Cell) => Cell[]} beside  The cells of the board next to one.
 * @returns {Position}
 */
export function made(action, { placed, edges, notes, paths = [] }, drawn, beside) {
  /** @param {Cell} cell */
  const lifted = (cell) => placed.filter(({ cells }) => !cells.some((own) => same(own, cell)));
  if (action.do === "clear") return NOTHING;
  if (action.do === "toggle") return { placed, edges: toggled(edges, action.edges), notes: without(notes, action.edges), paths };
  if (action.do === "note") return { placed, edges: without(edges, action.edges), notes: toggled(notes, action.edges), paths };
  if (action.do === "erase") return { placed, edges: without(edges, action.edges), notes: without(notes, action.edges), paths };
  if (action.do === "outline" || action.do === "follow" && drawn) {
    const own = new Set(action.cells.map(key));
    const all = new Map(edges.map((edge) => [edgeKey(edge), edge]));
    for (const cell of action.cells) {
      for (const next of beside(cell)) {
        const edge = sides(cell, next);
        if (own.has(key(next))) all.delete(edgeKey(edge));
        else all.set(edgeKey(edge), edge);
      }
    }
    return { placed, edges: [...all.values()], notes: without(notes, [...all.values()]), paths: [...paths, action.cells] };
  }
  if (action.do === "lift" || action.do === "follow" && action.hint === "lift") return { placed: lifted(action.do === "lift" ? action.cell : action.cells[0]), edges, notes, paths };
  if (action.do === "shift") {
    const moved = placed.find(({ cells }) => cells.some((own) => same(own, action.cell)));
    return moved ? { placed: [...lifted(action.cell), { piece: moved.piece, cells: action.cells }], edges, notes, paths } : { placed, edges, notes, paths };
  }
  if (action.do === "place" || action.do === "follow") return { placed: [...placed, { piece: action.piece, cells: action.cells }], edges, notes, paths };
  return { placed, edges, notes, paths };
}
