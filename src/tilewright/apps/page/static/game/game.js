// A game as the page shows it: the session, how its board lies on the screen, and what is kept of
// it. The rules are those of `session`; cells here are those of the screen.

/** @import { HintAnswer, HintPicture, PieceSheet, Sheet } from "../../answers" */
/** @import { Cell, Edge } from "../geometry/geometry.js" */
/** @import { Action, Session } from "./session.js" */
/** @import { KeptGame } from "../parts/storage.js" */

import { BOARD, GAME } from "../texts/en.js";
import { commas, semicolons } from "../texts/joining.js";
import { cellOf, extent, key, same } from "../geometry/geometry.js";
import { soundOf } from "../parts/sound.js";
import * as storage from "../parts/storage.js";
import { badgeOf, regionOf } from "./conditions.js";
import { Lie } from "./lie.js";
import { Position } from "./position.js";
import { Rules } from "./rules.js";
import { act, BEGUN, load, save, shortened, stateOf } from "./session.js";
import { asked, GameError, NOTHING } from "./state.js";

/**
 * A tile on the board.
 * @typedef {{ piece: string, cells: Cell[], marks: string[], orientation: number | null, given: boolean, color: number }} Tile
 */
/**
 * A hint as it is seen on the screen, and as it was meant; `labels` are letters for the cells that
 * its words name.
 * With a picture: the pieces that are tried, and the cells that they strand.
 * @typedef {Omit<HintAnswer, "edges"> & { edges: Edge[], meant: HintAnswer, labels?: [Cell, string][], picture?: HintPicture }} Hint
 */

/** How many characters the moves of a game may have that is kept: a few hundred moves. */
const LONGEST_MOVES = 8000;

export class Game {
  /** @param {Sheet} sheet @param {boolean} [resumed]  Whether it is resumed when it is opened again. */
  constructor(sheet, resumed = true) {
    this.id = sheet.id;
    this.resumed = resumed;
    this.rules = new Rules(sheet);
    this.drawn = this.rules.drawn;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.lies = [new Lie(sheet, false), new Lie(sheet, true)];
    this.lie = this.lies[0];
    this.session = BEGUN;
    this.saves = 0;
    /** When it was begun, in milliseconds. @type {number | undefined} */
    this.since = undefined;
    /** Whether it was solved, and that was celebrated. */
    this.done = false;
    /** What was kept last. */
    this.kept = "";
    /** What could not be done, to be said. */
    this.refused = "";
    /** What was done last, here. */
    this.last = "";
    /** The hint whose answer was seen last. @type {HintAnswer | null} */
    this.revealed = null;
    /** What takes back that the game began again. @type {(() => void) | null} */
    this.back = null;
    this.over = false;
    /** Whether the player paints tiles: each has a color of its own. */
    this.painted = false;
    this.position = new Position(this.rules, stateOf(this.session));
    this.solved = false;
    /** The regions with a condition. @type {{ cells: Cell[], badge: string, state: string }[]} */
    this.regions = [];
    /** @type {Tile[]} */
    this.tiles = [];
    /**
     * Regions that outlines close and that are no piece.
     * @type {{ kind: string, cells: Cell[] }[]}
     */
    this.closed = [];
    /** @type {Edge[]} */
    this.edges = [];
    /** Where the player has noted that there is no edge. @type {Edge[]} */
    this.notes = [];
    /** The cells that the player has noted a piece does not cover. @type {Map<string, Cell[]>} */
    this.excluded = new Map();
    /** The cells without a piece, and their marks. @type {Map<string, string>} */
    this.free = new Map();
    /** How each piece is held in the tray. @type {Record<string, number>} */
    this.hand = {};
    this.take(this.stored);
    this.deaf = storage.onGame(this.id, () => this.catchUp());
  }

  /**
   * Take up what was kept, here or in another tab. Each save has a number, one more than the save
   * it goes on from.
   * @param {Partial<KeptGame> | null} kept
   */
  take(kept) {
    this.saves = kept?.saves ?? 0;
    this.since = kept?.begun;
    // A game that was solved once, or in another tab, is not celebrated again.
    this.done = Boolean(kept?.won ?? kept?.solved);
    this.session = BEGUN;
    this.back = null;
    try {
      if (kept?.session) this.session = load(this.rules, kept.session);
      this.spend(kept?.untold ?? 0);
      for (const action of kept?.queue ?? []) this.make(action);
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      this.refused = GAME.damaged;
    }
    this.kept = this.written();
    this.look();
  }

  /** What was saved of it, here or in another tab. */
  get stored() {
    return this.resumed ? storage.game(this.id) : null;
  }

  leave() {
    this.over = true;
    this.deaf();
    this.save();
  }

  written() {
    return JSON.stringify([save(this.rules, this.session), this.done]);
  }

  /** Whether another tab has played on from what is shown here. */
  overtaken() {
    return (this.stored?.saves ?? 0) > this.saves;
  }

  /**
   * Keep what has changed here; what another tab has kept since stays, unless a move is made here.
   */
  save(moved = false) {
    const written = this.written();
    if (!this.resumed || written === this.kept || (!moved && this.overtaken())) return;
    this.kept = written;
    this.since ??= Date.now();
    this.saves = Math.max(this.saves, storage.game(this.id)?.saves ?? 0) + 1;
    storage.keepGame(this.id, {
      session: save(this.rules, this.session),
      saves: this.saves,
      share: this.position.share,
      solved: this.solved,
      won: this.done,
      begun: this.since,
      when: Date.now(),
    });
  }

  /** Go on from where another tab is. */
  catchUp() {
    if (this.over || !this.overtaken()) return;
    this.take(storage.game(this.id));
    this.changed();
  }

  /** @param {() => void} listener */
  onChange(listener) {
    this.listeners.add(listener);
  }
  changed() {
    for (const listener of this.listeners) listener();
  }

  /** Count time that was played. @param {number} seconds */
  spend(seconds) {
    this.session = { ...this.session, seconds: this.session.seconds + seconds };
  }

  /** Do something, if it can be done. @param {Action} action */
  make(action) {
    try {
      this.session = shortened(act(this.rules, this.session, action), LONGEST_MOVES);
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      this.refused = error.message;
    }
  }

  /** Do what the player does, and show it. @param {Action} action */
  act(action) {
    // A page that was asleep has not heard of the other tab.
    if (this.overtaken()) this.take(storage.game(this.id));
    // Who clears the board begins anew.
    if (action.do === "clear") this.done = false;
    this.last = action.do;
    soundOf(action.do);
    this.make(action);
    this.look();
    this.save(true);
    this.changed();
  }

  // What is there to see --------

  /** Cells of the puzzle on the screen. @param {Cell[]} cells */
  shown(cells) {
    return cells.map((cell) => this.lie.shown(cell));
  }

  /** Draw up what there is to see. */
  look() {
    const state = stateOf(this.session),
      position = new Position(this.rules, state);
    this.position = position;
    this.tiles = [...this.rules.placed, ...position.tiles].map(({ piece, cells, marks }, i) => ({
      piece,
      cells: this.shown(cells),
      marks,
      orientation: this.rules.orientation(piece, cells, marks),
      given: i < this.rules.placed.length,
      color: this.piece(piece).color,
    }));
    this.closed = position.regions
      .filter(({ piece }) => piece === null)
      .map(({ kind, cells }) => ({ kind, cells: this.shown(cells) }));
    this.edges = [...state.edges.values()].map((edge) => this.edge(edge));
    this.notes = [...state.notes.values()].map((edge) => this.edge(edge));
    this.excluded = new Map(this.rules.sheet.pieces.map(({ name }) => [name, []]));
    for (const { piece, cell } of state.excluded.values())
      this.excluded.get(piece)?.push(this.lie.shown(cell));
    this.free = new Map(
      [...position.free].map(([cell, mark]) => [key(this.lie.shown(cellOf(cell))), mark]),
    );
    this.regions = this.rules.conditions
      .filter(({ cells }) => cells.length)
      .map((condition) => ({
        cells: this.shown(condition.cells),
        badge: badgeOf(condition),
        state: regionOf(condition, [...this.rules.placed, ...position.tiles], this.rules.digit),
      }));
    this.solved = position.solved;
    this.hand = Object.fromEntries(
      this.rules.sheet.pieces.map(({ name, first }) => [name, this.session.hand[name] ?? first]),
    );
  }

  /** An edge as it is seen here. @param {Edge} edge @returns {Edge} */
  edge([one, other]) {
    return [this.lie.shown(one), this.lie.shown(other)];
  }

  /** The tile on a cell. @param {Cell} cell */
  tileAt(cell) {
    return this.tiles.find((tile) => tile.cells.some((other) => same(other, cell)));
  }

  /** Let the board lie upright, or as it is. @param {boolean} upright */
  lay(upright) {
    if (this.lie.upright === upright) return;
    this.lie = this.lies[Number(upright)];
    this.look();
  }

  get sheet() {
    return this.lie.sheet;
  }
  get lattice() {
    return this.lie.lattice;
  }
  get pieces() {
    return this.lie.pieces;
  }
  get cells() {
    return this.lie.cells;
  }
  get inside() {
    return this.lie.inside;
  }
  get marks() {
    return this.lie.marks;
  }
  /** What is written on the cells: marks, and clues. */
  get signs() {
    return this.lie.signs;
  }
  /** Whether a move was made that is not taken back. */
  get begun() {
    return this.session.at > 0;
  }
  get canUndo() {
    return this.begun || this.back !== null;
  }
  get canRedo() {
    return this.session.at < this.session.history.length - 1;
  }
  get seconds() {
    return this.session.seconds;
  }
  get hints() {
    return this.session.hints;
  }

  /** What is on the board; each move makes another one. */
  get state() {
    return stateOf(this.session);
  }
  /** Whether the player has put anything on the board. */
  get begunBoard() {
    const { placed, edges } = this.state;
    return placed.length + edges.size > 0;
  }

  /** Where it stands, as questions about it have it. */
  get asked() {
    return { id: this.id, state: asked(this.state) };
  }
  /** The puzzle as it begins, as questions about it have it. */
  get askedFirst() {
    return { id: this.id, state: asked(NOTHING) };
  }

  /** A hint as it is seen here. @param {HintAnswer} hint @returns {Hint} */
  here(hint) {
    const pictured = (/** @type {HintPicture} */ picture) => ({
      ...picture,
      tried: picture.tried.map((each) => ({ ...each, cells: this.shown(each.cells) })),
      cells: this.shown(picture.cells),
    });
    return {
      ...hint,
      clue: hint.clue && pictured(hint.clue),
      pictures: hint.pictures.map(pictured),
      cases: hint.cases.map(pictured),
      place: this.shown(hint.place),
      cells: this.shown(hint.cells),
      edges: hint.edges.map(([a, b, c, d]) =>
        this.edge([
          [a, b],
          [c, d],
        ]),
      ),
      meant: hint,
    };
  }

  // Pieces --------

  /** @param {string} name @returns {PieceSheet} */
  piece(name) {
    const found = this.pieces.get(name);
    if (!found) throw new Error(`the puzzle has no piece '${name}'`);
    return found;
  }

  /** @param {string} name */
  left(name) {
    return this.position.left(name);
  }

  /** Whether the tray offers a piece. @param {string} _name */
  inTray(_name) {
    return true;
  }

  /** How many more of a piece are outlined than there are; below 0, how many are missing. @param {string} name */
  excess(name) {
    const { most } = this.piece(name),
      { length } = this.tiles.filter(({ piece }) => piece === name);
    return most === null ? Number.NEGATIVE_INFINITY : length - most;
  }

  /**
   * A piece in one of its orientations; as it is held in the tray if none is given.
   * @param {string} name
   */
  shape(name, orientation = this.hand[name]) {
    return this.piece(name).orientations[orientation];
  }

  /**
   * The orientation that a turn about an axis leads to, null if the piece does not turn.
   * @param {string} name
   * @param {number} orientation
   */
  turned(name, orientation, clockwise = true, axis = 0) {
    return this.shape(name, orientation).turned[2 * axis + Number(!clockwise)] ?? null;
  }

  /** @param {string} name @param {number} orientation */
  flipped(name, orientation) {
    return this.shape(name, orientation).flipped;
  }

  /**
   * Whether a piece would snap there: the cells are free, or under the piece itself, and have its
   * marks.
   * @param {Cell[]} cells @param {string[]} marks @param {Tile | null} [from]
   */
  snaps(cells, marks, from = null) {
    const own = new Set(from?.cells.map(key));
    // Where sides are joined, a piece may come upon itself.
    return (
      new Set(cells.map(key)).size === cells.length &&
      cells.every(
        (cell, i) =>
          (own.has(key(cell)) || this.free.has(key(cell))) &&
          this.rules.agrees(marks[i], this.marks.get(key(cell))),
      )
    );
  }

  // What the player does --------

  /** @param {Cell[]} cells */
  meant(cells) {
    return cells.map((cell) => this.lie.meant(cell));
  }
  /** @param {Edge[]} edges */
  sides(edges) {
    return edges.map((edge) => this.meant(edge).flat());
  }

  /** What a piece shows in an orientation, if a rule reads it. @param {string} piece @param {number} orientation */
  marksOf(piece, orientation) {
    return this.rules.readsMarks ? this.shape(piece, orientation).marks : [];
  }

  /** @param {string} piece @param {Cell[]} cells  As the orientation has them. @param {number} [orientation] */
  place(piece, cells, orientation = this.hand[piece]) {
    const marks = this.marksOf(piece, orientation);
    this.act({ do: "place", piece, cells: this.meant(cells), marks });
  }
  /** @param {Tile} tile @param {Cell[]} cells @param {number} [orientation] */
  shift(tile, cells, orientation = tile.orientation ?? 0) {
    const cell = this.lie.meant(tile.cells[0]),
      marks = this.marksOf(tile.piece, orientation);
    this.act({ do: "shift", cell, cells: this.meant(cells), marks });
  }
  /** @param {Tile} tile */
  lift(tile) {
    this.act({ do: "lift", cell: this.lie.meant(tile.cells[0]) });
  }
  /** @param {string} piece @param {number} orientation */
  hold(piece, orientation) {
    if (orientation !== this.hand[piece]) this.act({ do: "hold", piece, orientation });
  }
  /** @param {Edge[]} edges */
  toggle(edges) {
    this.act({ do: "toggle", edges: this.sides(edges) });
  }
  /** @param {Edge[]} edges */
  note(edges) {
    this.act({ do: "note", edges: this.sides(edges) });
  }
  /** Note that a piece does not cover cells, or take that back. @param {string} piece @param {Cell[]} cells */
  exclude(piece, cells) {
    this.act({ do: "exclude", piece, cells: this.meant(cells) });
  }
  /** @param {Edge[]} edges */
  erase(edges) {
    this.act({ do: "erase", edges: this.sides(edges) });
  }
  /** @param {Cell[]} cells */
  outline(cells) {
    this.act({ do: "outline", cells: this.meant(cells) });
  }
  /**
   * Count a hint whose answer is seen, whether it is followed by hand or by its button.
   * @param {Hint} hint
   */
  reveal({ meant }) {
    if (this.revealed === meant) return;
    this.revealed = meant;
    this.session = { ...this.session, hints: this.session.hints + 1 };
    this.save();
  }
  /** @param {Hint} hint */
  follow(hint) {
    this.reveal(hint);
    const { action, piece, place: cells, marks } = hint.meant;
    if (!piece) return;
    if (action === "lift") this.act({ do: "lift", cell: cells[0] });
    else if (action === "place" && this.drawn) this.act({ do: "outline", cells });
    else if (action === "place") this.act({ do: "place", piece, cells, marks });
  }
  undo() {
    if (this.begun) this.act({ do: "undo" });
    else this.back?.();
  }
  redo() {
    if (this.canRedo) this.act({ do: "redo" });
  }
  clear() {
    const { placed, edges, notes, excluded } = stateOf(this.session);
    if (placed.length || edges.size || notes.size || excluded.size) this.act({ do: "clear" });
  }

  /**
   * Begin again: an empty board, no hints, and a clock at 0. What takes that back is given, and is
   * what undo does before the first move.
   */
  restart() {
    const { session, done, back } = this;
    /** @param {Session} next @param {boolean} over @param {(() => void) | null} undone */
    const put = (next, over, undone) => {
      if (this.overtaken()) this.take(storage.game(this.id));
      Object.assign(this, { session: next, done: over, last: "restart", revealed: null });
      this.back = undone;
      this.look();
      this.save(true);
      this.changed();
    };
    const takeBack = () => put(session, done, back);
    put({ ...BEGUN, hand: session.hand }, false, takeBack);
    return takeBack;
  }
}

/** What to call what is in a cell: a dot, or a letter. @param {string} mark */
export const markName = (mark) => (mark === "o" ? BOARD.dot : mark);

/**
 * A piece in words, row by row: for whoever does not see its drawing.
 * @param {{ cells: Cell[], marks: string[] }} piece
 */
export function pieceInWords({ cells, marks }) {
  if (cells[0].length > 2) return BOARD.cubes(cells.length);
  const [high, broad] = extent(cells);
  const at = new Map(
    cells.map((cell, i) => [key(cell), marks[i] ? markName(marks[i]) : BOARD.square]),
  );
  const straight = high === 1 || broad === 1;
  const lines = Array.from({ length: high }, (_, row) =>
    Array.from({ length: broad }, (_, column) => at.get(key([row, column])) ?? BOARD.gap),
  );
  if (straight) return BOARD.straight(commas(lines.flat()));
  return semicolons(lines.map((line, row) => BOARD.row(row + 1, commas(line))));
}
