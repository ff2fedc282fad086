// A game in progress as a value: everything returns the next one. What it does and how it is saved
// is what `tilewright.puzzles.play.Session` does; a test plays both.

/** @import { Cell } from "../geometry/geometry.js" */
/** @import { Rules } from "./rules.js" */
/** @import { Placement, State } from "./state.js" */

import { MOVES } from "../texts/en.js";
import { key } from "../geometry/geometry.js";
import {
  after,
  alike,
  byWord,
  edgeOf,
  edgeWord,
  GameError,
  moveWords,
  NOTHING,
  placement,
  readWords,
  toggled,
  without,
} from "./state.js";

/**
 * The states that undo and redo go over, the number of the one that it is `at`, how pieces in the
 * tray are turned, the
 * seconds played and the hints taken.
 * @typedef {{ history: State[], at: number, hand: Record<string, number>, seconds: number, hints: number }} Session
 */
/**
 * A game as it is saved: `moves` lead on from `start`, each as a line of words, and `done` of them
 * are not taken back.
 * @typedef {{ puzzle: string, start?: string, moves?: string[], done?: number, hand?: Record<string, number>, seconds?: number, hints?: number }} SavedGame
 */
/**
 * What a player does. Edges are the numbers of the cells at their sides.
 * @typedef {{ do: "place", piece: string, cells: Cell[], marks?: string[] } | { do: "shift", cell: Cell, cells: Cell[], marks?: string[] } | { do: "lift", cell: Cell }
 *   | { do: "hold", piece: string, orientation: number } | { do: "toggle" | "note" | "erase",
 * edges: number[][] } | { do: "outline", cells: Cell[] } | { do: "exclude", piece: string, cells: Cell[] }
 *   | { do: "follow", hint: "place" | "lift", piece: string, cells: Cell[], marks?: string[] } | { do: "undo" |
 * "redo" | "clear" }} Action
 */

/** The most states that are kept for undo. */
const LONGEST = 10000;

/** @type {Session} */
export const BEGUN = { history: [NOTHING], at: 0, hand: {}, seconds: 0, hints: 0 };

/** @param {Session} session */
export const stateOf = ({ history, at }) => history[at];

/** @param {Session} session @param {State} state @returns {Session} */
function moved(session, state) {
  if (alike(state, stateOf(session))) return session;
  const history = [...session.history.slice(0, session.at + 1), state].slice(-LONGEST - 1);
  return { ...session, history, at: history.length - 1 };
}

/**
 * Turn the next copy of a piece like this one.
 * @param {Rules} rules
 * @param {Session} session
 * @param {Placement} placement
 * @returns {Session}
 */
const holding = (rules, session, { piece, cells, marks }) => ({
  ...session,
  hand: {
    ...session.hand,
    [piece]: /** @type {number} */ (rules.orientation(piece, cells, marks)),
  },
});

/** What lies on the cells of a board. @param {Rules} rules @param {Placement[]} placed */
const owners = (rules, placed) =>
  new Map([
    ...rules.given,
    ...placed.flatMap((each) => each.cells.map((cell) => /** @type {const} */ ([key(cell), each]))),
  ]);

/**
 * The piece of the player's on a cell.
 * @param {Rules} rules
 * @param {Session} session
 * @param {Cell} cell
 */
function movable(rules, session, cell) {
  const found = owners(rules, stateOf(session).placed).get(key(cell));
  if (!found || rules.given.has(key(cell)))
    throw new GameError(found ? MOVES.given(key(cell)) : MOVES.empty(key(cell)));
  return found;
}

/**
 * Put a piece beside others that are on the board.
 * @param {Rules} rules
 * @param {Session} session
 * @param {Placement[]} others
 * @param {Placement} piece
 */
function put(rules, session, others, piece) {
  const fault = rules.fault(piece, owners(rules, others), rules.count(others));
  if (fault) throw new GameError(`${piece.piece}: ${fault}`);
  const laid = rules.marked(piece, session.hand[piece.piece]);
  return holding(rules, moved(session, { ...stateOf(session), placed: [...others, laid] }), laid);
}

/**
 * Draw the outline around cells, and wipe out what is drawn inside and noted around them.
 * @param {Rules} rules
 * @param {Session} session
 * @param {Cell[]} cells
 */
function outline(rules, session, cells) {
  const state = stateOf(session),
    { notes, edges: before } = state,
    inside = new Set(cells.map(key)),
    edges = new Map(before);
  for (const cell of cells) {
    if (!rules.marks.has(key(cell))) throw new GameError(MOVES.outside(key(cell)));
    for (const next of rules.beside(cell)) {
      const edge = edgeOf(cell, next);
      if (inside.has(key(next))) edges.delete(edgeWord(edge));
      else edges.set(edgeWord(edge), edge);
    }
  }
  return moved(session, { ...state, edges, notes: without(notes, edges) });
}

/**
 * @param {Rules} rules
 * @param {Session} session
 * @param {string} piece
 * @param {number} orientation
 * @returns {Session}
 */
function hold(rules, session, piece, orientation) {
  const number = rules.piece(piece).orientations.length;
  if (!Number.isInteger(orientation) || orientation < 0 || orientation >= number)
    throw new GameError(MOVES.orientation(piece, number - 1, orientation));
  return { ...session, hand: { ...session.hand, [piece]: orientation } };
}

/**
 * The game after what a player does; a `GameError` says why that cannot be done.
 * @param {Rules} rules
 * @param {Session} session
 * @param {Action} action
 * @returns {Session}
 */
export function act(rules, session, action) {
  const state = stateOf(session),
    { placed, edges, notes, excluded } = state;
  /** @param {Cell} cell */
  const lift = (cell) => {
    const piece = movable(rules, session, cell);
    return holding(
      rules,
      moved(session, { ...state, placed: placed.filter((other) => other !== piece) }),
      piece,
    );
  };
  switch (action.do) {
    case "place":
      return put(rules, session, placed, placement(action.piece, action.cells, action.marks));
    case "shift": {
      const piece = movable(rules, session, action.cell);
      return put(
        rules,
        session,
        placed.filter((other) => other !== piece),
        placement(piece.piece, action.cells, action.marks),
      );
    }
    case "lift":
      return lift(action.cell);
    case "hold":
      return hold(rules, session, action.piece, action.orientation);
    case "toggle": {
      const own = rules.edges(action.edges);
      return moved(session, { ...state, edges: toggled(edges, own), notes: without(notes, own) });
    }
    case "note": {
      const own = rules.edges(action.edges);
      return moved(session, { ...state, edges: without(edges, own), notes: toggled(notes, own) });
    }
    case "erase": {
      const own = rules.edges(action.edges);
      return moved(session, { ...state, edges: without(edges, own), notes: without(notes, own) });
    }
    case "exclude": {
      const own = action.cells.map((cell) => ({ piece: rules.piece(action.piece).name, cell }));
      for (const { cell } of own)
        if (!rules.marks.has(key(cell))) throw new GameError(MOVES.outside(key(cell)));
      return moved(session, { ...state, excluded: toggled(excluded, byWord(own)) });
    }
    case "outline":
      return outline(rules, session, action.cells);
    case "follow": {
      const counted = { ...session, hints: session.hints + 1 };
      if (rules.drawn) return outline(rules, counted, action.cells);
      const rest =
        action.hint === "lift"
          ? { do: /** @type {const} */ ("lift"), cell: action.cells[0] }
          : { ...action, do: /** @type {const} */ ("place") };
      return act(rules, counted, rest);
    }
    case "undo":
      return { ...session, at: Math.max(0, session.at - 1) };
    case "redo":
      return { ...session, at: Math.min(session.history.length - 1, session.at + 1) };
    case "clear":
      return moved(session, NOTHING);
    default:
      throw new GameError(MOVES.unknown);
  }
}

// Saving --------

/**
 * The words from each state to the next, which are asked for again with every move.
 * @type {WeakMap<State, { from: State, words: string }>}
 */
const WORDS = new WeakMap();

/** @param {State} from @param {State} to */
function wordsTo(from, to) {
  const known = WORDS.get(to);
  if (known?.from === from) return known.words;
  const words = moveWords(from, to);
  WORDS.set(to, { from, words });
  return words;
}

/** @param {Session} session */
const movesOf = ({ history }) => history.slice(1).map((state, i) => wordsTo(history[i], state));

/**
 * A game without the oldest moves, and those taken back first, where its moves have more characters
 * than this.
 * @param {Session} session
 * @param {number} longest
 * @returns {Session}
 */
export function shortened(session, longest) {
  const moves = movesOf(session);
  let length = moves.reduce((sum, { length: own }) => sum + own, 0),
    first = 0,
    end = moves.length;
  while (length > longest && first < session.at) length -= moves[first++].length;
  while (length > longest && end > session.at) length -= moves[--end].length;
  return first || end < moves.length
    ? { ...session, history: session.history.slice(first, end + 1), at: session.at - first }
    : session;
}

/** @param {Rules} rules @param {Session} session @returns {Required<SavedGame>} */
export function save(rules, session) {
  return {
    puzzle: rules.sheet.id,
    start: moveWords(NOTHING, session.history[0]),
    moves: movesOf(session),
    done: session.at,
    hand: session.hand,
    seconds: Math.round(session.seconds * 1000) / 1000,
    hints: session.hints,
  };
}

/**
 * The game that was saved; a `GameError` says why it is none. Its moves are made again, and so
 * checked.
 * @param {Rules} rules
 * @param {any} saved
 * @returns {Session}
 */
export function load(rules, saved) {
  const {
    puzzle,
    start = "",
    moves = [],
    done = moves?.length,
    hand = {},
    seconds = 0,
    hints = 0,
  } = saved ?? {};
  const strings = [puzzle, start, ...(Array.isArray(moves) ? moves : [null])].every(
    (each) => typeof each === "string",
  );
  const numbers =
    [done, seconds, hints].every((each) => Number.isFinite(each) && each >= 0) &&
    Number.isInteger(done) &&
    Number.isInteger(hints);
  if (
    !strings ||
    !numbers ||
    done > moves.length ||
    hand === null ||
    typeof hand !== "object" ||
    Array.isArray(hand)
  )
    throw new GameError(MOVES.notSaved);
  const history = [madeAgain(rules, NOTHING, start)];
  for (const line of moves) history.push(madeAgain(rules, history[history.length - 1], line));
  const first = Math.max(0, done - LONGEST);
  /** @type {Session} */
  let session = { history: history.slice(first), at: done - first, hand: {}, seconds, hints };
  for (const [name, number] of Object.entries(hand)) session = hold(rules, session, name, number);
  return session;
}

/**
 * The state after a saved move, if it can be made.
 * @param {Rules} rules
 * @param {State} state
 * @param {string} line
 */
function madeAgain(rules, state, line) {
  const words = readWords(line),
    taken = owners(rules, state.placed),
    used = rules.count(state.placed);
  for (const word of words) {
    if ("place" in word) {
      const fault = rules.fault(word.place, taken, used);
      if (fault) throw new GameError(MOVES.unfit(fault));
      word.place = rules.marked(word.place);
      const piece = word.place;
      for (const cell of piece.cells) taken.set(key(cell), piece);
      used.set(piece.piece, (used.get(piece.piece) ?? 0) + 1);
    } else if ("lift" in word) {
      const piece = taken.get(key(word.lift));
      if (!piece || rules.given.has(key(word.lift)))
        throw new GameError(MOVES.nothingToLift(key(word.lift)));
      for (const cell of piece.cells) taken.delete(key(cell));
      used.set(piece.piece, (used.get(piece.piece) ?? 0) - 1);
    } else if ("exclude" in word) {
      const { piece, cell } = word.exclude;
      rules.piece(piece);
      if (!rules.marks.has(key(cell))) throw new GameError(MOVES.outside(key(cell)));
    } else if (!rules.isEdge("draw" in word ? word.draw : word.note)) {
      throw new GameError(MOVES.savedEdge);
    }
  }
  const next = after(state, words);
  if ([...next.edges.keys()].some((word) => next.notes.has(word)))
    throw new GameError(MOVES.bothEdges);
  return next;
}

/**
 * Where a saved game stands, for a picture of it: whether it fits its puzzle is not looked at.
 * @param {SavedGame} saved
 */
export function standing({ start = "", moves = [], done = moves.length }) {
  return [start, ...moves.slice(0, done)].reduce(
    (state, line) => after(state, readWords(line)),
    NOTHING,
  );
}
