// What undo goes back over: the pieces placed, the edges drawn, and the player's notes. And the words
// in which these, and moves between two of them, are saved; they are those of `tilewright.puzzles.play`.

/** @import { Cell, Edge } from "../geometry/geometry.js" */

import { MOVES } from "../texts/en.js";
import { key } from "../geometry/geometry.js";

/**
 * A piece on cells of the board, which are sorted; `word` is how it is saved.
 * @typedef {{ piece: string, cells: Cell[], marks: string[], word: string }} Placement
 */
/** A piece, and a cell that the player notes it does not cover. @typedef {{ piece: string, cell: Cell }} Exclusion */
/**
 * Pieces in the order in which they were placed; edges and notes by their words. No edge is both drawn
 * and noted.
 * @typedef {{ placed: Placement[], edges: Map<string, Edge>, notes: Map<string, Edge>, excluded: Map<string, Exclusion> }} State
 */

/** Something that cannot be done: a move, or reading what is no saved game. */
export class GameError extends Error {}

/** Nothing placed, nothing drawn. @type {State} */
export const NOTHING = { placed: [], edges: new Map(), notes: new Map(), excluded: new Map() };

/** @param {Cell} one @param {Cell} other */
export const inOrder = (one, other) => one.map((x, i) => x - other[i]).find(Boolean) ?? 0;

/**
 * A piece on cells; `marks` are what it shows on them, where a rule reads it.
 * @param {string} piece @param {Cell[]} cells @param {string[]} [marks]
 * @returns {Placement}
 */
export function placement(piece, cells, marks = []) {
  const order = [...cells.keys()].sort((one, other) => inOrder(cells[one], cells[other])),
    shown = marks.length ? order.map((i) => marks[i]) : [],
    words = order.map((i) => key(cells[i]) + (marks.length ? `=${marks[i]}` : ""));
  return {
    ...{ piece, cells: order.map((i) => cells[i]), marks: shown },
    word: `${piece}:${words.join("-")}`,
  };
}

// Words --------

/**
 * The edge between two cells, the same whichever comes first.
 * @param {Cell} one
 * @param {Cell} other
 * @returns {Edge}
 */
export const edgeOf = (one, other) => (inOrder(one, other) < 0 ? [one, other] : [other, one]);

/**
 * How an edge is saved: its first cell and `r` or `d` where the second one is right of it or below,
 * else both.
 * @param {Edge} edge
 */
export function edgeWord([one, other]) {
  const step = key(other.map((x, i) => x - one[i]));
  if (step === "0,1") return `${key(one)}r`;
  return step === "1,0" ? `${key(one)}d` : `${key(one)}|${key(other)}`;
}

/** How it is saved that a piece does not cover a cell. @param {Exclusion} exclusion */
export const exclusionWord = ({ piece, cell }) => `x${key(cell)}:${piece}`;

/** @param {string} text @returns {Cell} */
const numbers = (text) => text.split(",").map(Number);

/** The edge of a word, if it is one. @param {string} word @returns {Edge | null} */
function readEdge(word) {
  const side = /^([0-9]{1,4}),([0-9]{1,4})([rd])$/.exec(word);
  if (side) {
    const [row, column] = [Number(side[1]), Number(side[2])];
    return [[row, column], side[3] === "r" ? [row, column + 1] : [row + 1, column]];
  }
  const pair = /^([0-9]{1,4}(?:,[0-9]{1,4}){1,2})\|([0-9]{1,4}(?:,[0-9]{1,4}){1,2})$/.exec(word);
  if (!pair) return null;
  const [one, other] = [numbers(pair[1]), numbers(pair[2])];
  return one.length === other.length ? edgeOf(one, other) : null;
}

/**
 * What a word of a saved move means.
 * @typedef {{ draw: Edge } | { note: Edge } | { exclude: Exclusion } | { lift: Cell } | { place: Placement }} Word
 */

/** @param {string} line */
export const readWords = (line) => line.split(/\s+/).filter(Boolean).map(readWord);

/** @param {string} word @returns {Word} */
function readWord(word) {
  const draw = readEdge(word),
    note = word.startsWith("x") ? readEdge(word.slice(1)) : null;
  if (draw) return { draw };
  if (note) return { note };
  const excluded = /^x([0-9]{1,4}(?:,[0-9]{1,4}){1,2}):(.+)$/.exec(word);
  if (excluded) return { exclude: { piece: excluded[2], cell: numbers(excluded[1]) } };
  if (/^-[0-9]{1,4}(,[0-9]{1,4}){1,2}$/.test(word)) return { lift: numbers(word.slice(1)) };
  const colon = word.lastIndexOf(":"),
    cells = word.slice(colon + 1);
  const CELL = /^([0-9]+,[0-9]+(?:,[0-9]+)?)(?:=([^-:,=\s]*))?$/;
  const found = cells.split("-").map((cell) => CELL.exec(cell)),
    marks = found.flatMap((match) => match?.[2] ?? []);
  if (colon < 1 || found.includes(null) || ![0, found.length].includes(marks.length))
    throw new GameError(MOVES.noMove(word));
  const there = found.map((match) => numbers(match?.[1] ?? ""));
  return { place: placement(word.slice(0, colon), there, marks) };
}

/** @param {Map<string, unknown>} some @param {Map<string, unknown>} others */
const difference = (some, others) => [...some.keys()].filter((word) => !others.has(word));

/** The words that lead from one state to another. @param {State} before @param {State} after */
export function moveWords(before, after) {
  const staying = new Set(after.placed.map(({ word }) => word));
  let kept = before.placed.filter(({ word }) => staying.has(word));
  if (kept.some(({ word }, i) => after.placed[i].word !== word)) kept = [];
  const there = new Set(kept);
  /** @param {"edges" | "notes" | "excluded"} name */
  const changed = (name) =>
    [...difference(before[name], after[name]), ...difference(after[name], before[name])].sort();
  return [
    ...before.placed.filter((each) => !there.has(each)).map(({ cells }) => `-${key(cells[0])}`),
    ...after.placed.slice(kept.length).map(({ word }) => word),
    ...changed("edges"),
    ...changed("notes").map((word) => `x${word}`),
    ...changed("excluded"),
  ].join(" ");
}

/** @param {State} one @param {State} other */
export const alike = (one, other) => one === other || moveWords(one, other) === "";

/** A state as what is asked about a game has it. @param {State} state */
export const asked = ({ placed, edges, notes }) => ({
  placed: placed.map(({ word }) => word),
  edges: [...edges.values()].map((edge) => edge.flat()),
  notes: [...notes.values()].map((edge) => edge.flat()),
});

/**
 * The state after the words of a move; whether they fit a puzzle is not looked at.
 * @param {State} state
 * @param {Word[]} words
 * @returns {State}
 */
export function after(state, words) {
  let { placed, edges, notes, excluded } = state;
  for (const word of words) {
    if ("draw" in word) edges = toggled(edges, new Map([[edgeWord(word.draw), word.draw]]));
    else if ("note" in word) notes = toggled(notes, new Map([[edgeWord(word.note), word.note]]));
    else if ("exclude" in word) excluded = toggled(excluded, byWord([word.exclude]));
    else if ("place" in word) placed = [...placed, word.place];
    else placed = placed.filter(({ cells }) => !cells.some((cell) => key(cell) === key(word.lift)));
  }
  return { placed, edges, notes, excluded };
}

// Edges and notes --------

/** @param {Exclusion[]} excluded */
export const byWord = (excluded) => new Map(excluded.map((each) => [exclusionWord(each), each]));

/**
 * Edges or notes without others.
 * @template Each
 * @param {Map<string, Each>} all
 * @param {Map<string, Each>} gone
 */
export const without = (all, gone) => new Map([...all].filter(([word]) => !gone.has(word)));

/**
 * Edges or notes with others; those that are there already go.
 * @template Each
 * @param {Map<string, Each>} all
 * @param {Map<string, Each>} changed
 */
export const toggled = (all, changed) =>
  new Map([...without(all, changed), ...without(changed, all)]);
