// The history of a game, made again from the words of its moves (see `SavedGame`): so that a move that is taken back is
// seen to be, however long the server takes to say so.

/** @import { SavedGame } from "../answers" */
/** @import { Action } from "./game.js" */
/** @import { Cell } from "./geometry.js" */

import { key, same } from "./geometry.js";

/**
 * What a player has put on the board; `paths` are outlines that were drawn and are not answered yet.
 * @typedef {{ placed: { piece: string, cells: Cell[] }[], edges: [number, number, number, number][], paths?: Cell[][] }} Position
 */

/** @type {Position} */
export const NOTHING = { placed: [], edges: [] };

/** An edge by the cells at its sides, the same whichever comes first. @param {[number, number, number, number]} edge */
export const edgeKey = ([a, b, c, d]) => (a < c || a === c && b < d ? `${a},${b},${c},${d}` : `${c},${d},${a},${b}`);

/** Draw edges, or wipe out those that are there. @param {Position["edges"]} edges @param {Position["edges"]} toggled @returns {Position["edges"]} */
export function toggled(edges, toggled) {
  const all = new Map(edges.map((edge) => [edgeKey(edge), edge]));
  for (const edge of toggled) if (!all.delete(edgeKey(edge))) all.set(edgeKey(edge), edge);
  return [...all.values()];
}

/** @param {Position} position @param {string} line @returns {Position} */
function after({ placed, edges }, line) {
  for (const word of line.split(" ").filter(Boolean)) {
    const drawn = /^(\d+),(\d+)([rd])$/.exec(word), lifted = /^-(\d+),(\d+)$/.exec(word);
    if (drawn) {
      const [row, column] = [Number(drawn[1]), Number(drawn[2])];
      edges = toggled(edges, [drawn[3] === "r" ? [row, column, row, column + 1] : [row, column, row + 1, column]]);
    } else if (lifted) {
      const name = key([Number(lifted[1]), Number(lifted[2])]);
      placed = placed.filter(({ cells }) => !cells.some((cell) => key(cell) === name));
    } else {
      const colon = word.lastIndexOf(":");
      const cells = word.slice(colon + 1).split("-").map((pair) => /** @type {Cell} */ (pair.split(",").map(Number)));
      placed = [...placed, { piece: word.slice(0, colon), cells }];
    }
  }
  return { placed, edges };
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
export function made(action, { placed, edges, paths = [] }, drawn, beside) {
  /** @param {Cell} cell */
  const without = (cell) => placed.filter(({ cells }) => !cells.some((own) => same(own, cell)));
  if (action.do === "clear") return NOTHING;
  if (action.do === "toggle") return { placed, edges: toggled(edges, action.edges), paths };
  if (action.do === "outline" || action.do === "follow" && drawn) {
    const own = new Set(action.cells.map(key));
    const all = new Map(edges.map((edge) => [edgeKey(edge), edge]));
    for (const cell of action.cells) {
      for (const next of beside(cell)) {
        /** @type {[number, number, number, number]} */
        const edge = [...cell, ...next];
        if (own.has(key(next))) all.delete(edgeKey(edge));
        else all.set(edgeKey(edge), edge);
      }
    }
    return { placed, edges: [...all.values()], paths: [...paths, action.cells] };
  }
  if (action.do === "lift" || action.do === "follow" && action.hint === "lift") return { placed: without(action.do === "lift" ? action.cell : action.cells[0]), edges, paths };
  if (action.do === "shift") {
    const moved = placed.find(({ cells }) => cells.some((own) => same(own, action.cell)));
    return moved ? { placed: [...without(action.cell), { piece: moved.piece, cells: action.cells }], edges, paths } : { placed, edges, paths };
  }
  if (action.do === "place" || action.do === "follow") return { placed: [...placed, { piece: action.piece, cells: action.cells }], edges, paths };
  return { placed, edges, paths };
}
