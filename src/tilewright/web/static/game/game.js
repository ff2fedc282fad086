// A game as the page knows it. The moves, the history, what is solved and the form in which a game is saved are the
// server's (`tilewright.play.Session`): what the player does is sent there, in order, and what comes back is drawn.
// Until it is back, the page shows the pieces where the hand has put them.

/** @import { ClosedRegion, Erase, Follow, HintAnswer, Hold, Lift, Note, Outline, PieceSheet, Place, PlayAnswer, SavedGame, Sheet, Shift, Undoing, Toggle } from "../../answers" */
/** @import { Cell, Edge } from "../geometry/geometry.js" */
/** @import { Position } from "./moves.js" */
/** @import { KeptGame } from "../parts/storage.js" */

import { post, Refused } from "../server/api.js";
import { extent, key, keys, neighbors, same } from "../geometry/geometry.js";
import { Lie } from "./lie.js";
import { edgeKey, history, made, sides } from "./moves.js";
import { soundOf } from "../parts/sound.js";
import * as storage from "../parts/storage.js";

/** @typedef {Place | Shift | Lift | Hold | Toggle | Note | Erase | Outline | Follow | Undoing} Action  What the server is asked to do. */
/**
 * A tile on the board. It has no orientation until the server has said which it is.
 * @typedef {{ piece: string, cells: Cell[], orientation: number | null, given: boolean, waiting: boolean, color: number }} Tile
 */
/**
 * A hint as it is seen on the screen, and as the server meant it; `labels` are letters for the cells that its words name.
 * @typedef {Omit<HintAnswer, "edges"> & { edges: Edge[], meant: HintAnswer, labels?: [Cell, string][] }} Hint
 */

/** The most actions in one request, and the most that wait for a server that is gone. */
const BATCH = 64, MOST = 1000;

export class Game {
  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.id = sheet.id;
    this.drawn = sheet.play === "outlines";
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.lies = [new Lie(sheet, false), new Lie(sheet, true)];
    this.lie = this.lies[0];
    /** The last answer. @type {PlayAnswer | null} */
    this.seen = null;
    this.gone = false;
    this.over = false;
    this.sending = false;
    /** What the server did not do, to be said. */
    this.refused = "";
    /** @type {Tile[]} */
    this.tiles = [];
    /** @type {ClosedRegion[]} */
    this.closed = [];
    /** @type {Edge[]} */
    this.edges = [];
    /** Where the player has noted that there is no edge. @type {Edge[]} */
    this.notes = [];
    /** The cells without a piece, and their marks. @type {Map<string, string>} */
    this.free = new Map();
    /** How each piece is held in the tray. @type {Record<string, number>} */
    this.hand = {};
    /** How many of each are left there; null is any number. @type {Record<string, number | null>} */
    this.copies = {};
    /** The history as it will be once all that waits is answered. @type {{ positions: Position[], now: number }} */
    this.line = { positions: [], now: 0 };
    /** The history as the server knows it, made again. @type {{ session: SavedGame, positions: Position[], now: number } | null} */
    this.replayed = null;
    /** What was drawn and is not answered yet. @type {{ paths: Cell[][], edges: Edge[] }} */
    this.waiting = { paths: [], edges: [] };
    /** @type {SavedGame} */
    this.session = { puzzle: this.id };
    /** What the server has not answered yet. @type {Action[]} */
    this.queue = [];
    /** Seconds that it has not been told of. */
    this.untold = 0;
    this.saves = 0;
    this.done = false;
    /** What was done last, here. */
    this.last = "";
    /** What was kept last. */
    this.kept = "";
    /** @type {(() => void) | undefined} */
    this.deaf = undefined;
    this.again = this.late = 0;
    this.take(storage.game(this.id));
  }

  /**
   * Take up what was kept, here or in another tab. Each save has a number, one more than the save it goes on from.
   * @param {Partial<KeptGame> | null} kept
   */
  take(kept) {
    this.session = kept?.session ?? { puzzle: this.id };
    this.queue = kept?.queue ?? [];
    this.untold = kept?.untold ?? 0;
    this.saves = kept?.saves ?? 0;
    // A game that was solved once, or in another tab, is not celebrated again.
    this.done = Boolean(kept?.won ?? kept?.solved);
    this.kept = this.written();
  }

  /** Read the game that was saved, or begin one. */
  async open() {
    await this.send([]);
    this.deaf = storage.onGame(this.id, () => this.catchUp());
    this.flush();
  }

  leave() {
    this.over = true;
    clearTimeout(this.again);
    clearTimeout(this.late);
    this.deaf?.();
    this.save();
  }

  written() { return JSON.stringify([this.session, this.queue, this.untold, this.done]); }

  /** Whether another tab has played on from what is shown here. */
  overtaken() { return (storage.game(this.id)?.saves ?? 0) > this.saves; }

  /** Keep what has changed here; what another tab has kept since stays, unless a move is made here. */
  save(moved = false) {
    const written = this.written();
    if (written === this.kept || !moved && this.overtaken()) return;
    this.kept = written;
    this.saves = Math.max(this.saves, storage.game(this.id)?.saves ?? 0) + 1;
    storage.keepGame(this.id, {
      session: this.session, queue: this.queue, untold: this.untold, saves: this.saves, share: this.seen?.share ?? 0, solved: this.solved, won: this.done,
    });
  }

  /** Go on from where another tab is: what waits here is of an older game then. */
  async catchUp() {
    if (this.over || this.queue.length && this.sending || !this.overtaken()) return;
    this.take(storage.game(this.id));
    clearTimeout(this.late);
    try {
      await this.send([]);
    } catch {
      return; // The next move is sent with the game that was taken up.
    }
    if (this.over) return;
    this.changed();
    // The tab that began to send these may be closed.
    if (this.queue.length) this.late = setTimeout(() => this.flush(), 2000);
  }

  /** @param {() => void} listener */
  onChange(listener) { this.listeners.add(listener); }
  changed() { for (const listener of this.listeners) listener(); }

  // Talking with the server --------

  /** @param {Action[]} actions @returns {Promise<PlayAnswer>} */
  async send(actions) {
    const { session, untold: seconds } = this;
    let answer;
    try {
      answer = await post("/api/play", { session, actions, seconds });
    } catch (error) {
      if (!(error instanceof Refused) || actions.length || !this.session.start && !this.session.moves) throw error;
      // What was kept is no game of this puzzle any more.
      this.session = { puzzle: this.id };
      this.queue = [];
      this.untold = 0;
      this.refused = "The game that was kept here could not be read. It begins anew.";
      return this.send([]);
    }
    if (this.over || session !== this.session) return answer;
    this.untold -= seconds;
    this.session = answer.session;
    this.queue = this.queue.slice(actions.length);
    if (answer.refused.length) this.refused = answer.refused[0];
    this.seen = answer;
    this.look();
    return answer;
  }

  /** Do something, or rather have it done: what is shown meanwhile is where the hand has left things. @param {Action} action */
  act(action) {
    if (this.queue.length >= MOST) return;
    // A page that was asleep has not heard of the other tab.
    if (!this.queue.length && this.overtaken()) this.take(storage.game(this.id));
    // Who clears the board begins anew.
    if (action.do === "clear") this.done = false;
    this.last = action.do;
    soundOf(action.do);
    this.queue.push(action);
    this.save(true);
    this.look();
    this.changed();
    this.flush();
  }

  /** Send what waits, one batch after the other; while the server is gone, try again and again. */
  async flush() {
    if (this.sending) return;
    this.sending = true;
    let wait = 400;
    while (this.queue.length && !this.over) {
      try {
        await this.send(this.queue.slice(0, BATCH));
        this.gone = false;
        wait = 400;
      } catch (error) {
        if (error instanceof Refused) {
          // The server will never take these: what it has is what counts.
          this.queue = this.queue.slice(BATCH);
          this.refused = error.message;
          this.look();
        } else {
          this.gone = true;
          this.changed();
          await new Promise((done) => { this.again = setTimeout(done, wait); });
          wait = Math.min(3000, wait * 1.6);
          continue;
        }
      }
      if (this.over) return;
      this.save(true);
      this.changed();
    }
    this.sending = false;
  }

  /** When nothing is on its way any more. */
  async settled() {
    while (this.queue.length && !this.gone) await new Promise((done) => setTimeout(done, 15));
  }

  // What is there to see --------

  /** Cells of the puzzle on the screen. @param {Cell[]} cells */
  shown(cells) { return cells.map((cell) => this.lie.shown(cell)); }

  /**
   * Draw up what there is to see: the last answer, and on top of it what waits to be answered: moves, and moves that are
   * taken back.
   */
  look() {
    const answer = this.seen;
    if (!answer) return;
    this.line = this.predicted();
    const { placed, edges, notes, paths = [] } = this.line.positions[this.line.now];
    const known = new Map(answer.tiles.map((tile) => [keys(tile.cells), tile]));
    const stays = this.drawn ? answer.tiles.filter((tile) => tile.given || this.encloses(tile.cells, edges)) : answer.tiles.filter((tile) => tile.given);
    const own = this.drawn ? [] : placed.map(({ piece, cells }) => { const tile = known.get(keys(cells)); return tile?.piece === piece && !tile.given ? tile : { piece, cells, waiting: true }; });
    this.tiles = [...stays, ...own].map((tile) => this.tile(tile.piece, this.shown(tile.cells), tile));
    this.closed = this.queue.length ? answer.closed.filter(({ cells }) => this.encloses(cells, edges)).map(({ kind, cells }) => ({ kind, cells: this.shown(cells) }))
      : answer.closed.map(({ kind, cells }) => ({ kind, cells: this.shown(cells) }));
    const before = new Set((answer.state.edges ?? []).map(edgeKey));
    this.edges = edges.filter((edge) => before.has(edgeKey(edge))).map((edge) => this.edge(edge));
    this.notes = notes.map((edge) => this.edge(edge));
    this.waiting = { paths: paths.map((cells) => this.shown(cells)), edges: edges.filter((edge) => !before.has(edgeKey(edge))).map((edge) => this.edge(edge)) };
    this.free = new Map(this.lie.read(answer.free).map(([cell, letter]) => [key(cell), letter === "#" ? "" : letter]));
    this.hand = { ...answer.hand };
    this.copies = { ...answer.left };
    if (!this.drawn) {
      const owned = answer.tiles.filter((tile) => !tile.given);
      for (const { piece, cells } of owned) this.layDown(piece, cells, false);
      for (const { piece, cells } of placed) this.layDown(piece, cells, true);
    }
    for (const action of this.queue) if (action.do === "hold") this.hand[action.piece] = action.orientation;
  }

  /** The history as it will be once all that waits is answered. */
  predicted() {
    if (this.replayed?.session !== this.session) this.replayed = { session: this.session, ...history(this.session) };
    const line = { positions: [...this.replayed.positions], now: this.replayed.now };
    for (const action of this.queue) {
      if (action.do === "undo") line.now = Math.max(0, line.now - 1);
      else if (action.do === "redo") line.now = Math.min(line.positions.length - 1, line.now + 1);
      else if (action.do !== "hold") line.positions.splice(++line.now, Infinity, made(action, line.positions[line.now - 1], this.drawn, (cell) => this.beside(cell)));
    }
    return line;
  }

  /** Whether edges are drawn all around some cells of the puzzle, and none between them. @param {Cell[]} cells @param {[number, number, number, number][]} edges */
  encloses(cells, edges) {
    const own = new Set(cells.map(key)), drawn = new Set(edges.map(edgeKey));
    return cells.every((cell) => this.beside(cell).every((next) => drawn.has(edgeKey(sides(cell, next))) !== own.has(key(next))));
  }

  /** The cells of the puzzle that share an edge with one. @param {Cell} cell */
  beside(cell) { return neighbors(cell).filter((next) => this.inside.has(key(this.lie.shown(next)))); }

  /** Count a piece out of the tray, or back into it, with the cells that it takes. @param {string} piece @param {Cell[]} cells @param {boolean} down */
  layDown(piece, cells, down) {
    const copies = this.copies[piece];
    if (copies !== null) this.copies[piece] = copies + (down ? -1 : 1);
    for (const cell of this.shown(cells)) {
      if (down) this.free.delete(key(cell));
      else this.free.set(key(cell), this.marks.get(key(cell)) ?? "");
    }
  }

  /** An edge as it is seen here. @param {[number, number, number, number]} edge @returns {Edge} */
  edge([a, b, c, d]) { return [this.lie.shown([a, b]), this.lie.shown([c, d])]; }

  /** @param {string} piece @param {Cell[]} cells @param {Partial<Tile>} more @returns {Tile} */
  tile(piece, cells, { orientation = this.orientationOf(piece, cells), given = false, waiting = false }) {
    return { piece, cells, orientation, given, waiting, color: this.piece(piece).color };
  }

  /** Which orientation of a piece some cells are, with the marks of the board. @param {string} piece @param {Cell[]} cells */
  orientationOf(piece, cells) {
    const found = this.piece(piece).orientations.findIndex((each) => {
      const by = this.lattice.moveOnto(each.cells, cells, cells[0]);
      return by && this.lattice.laid(each.cells, by).every((cell, i) => (this.marks.get(key(cell)) ?? "") === each.marks[i]);
    });
    return found < 0 ? null : found;
  }

  /** The tile on a cell. @param {Cell} cell */
  tileAt(cell) { return this.tiles.find((tile) => tile.cells.some((other) => same(other, cell))); }

  /** Let the board lie upright, or as it is. @param {boolean} upright */
  lay(upright) {
    if (this.lie.upright === upright) return;
    this.lie = this.lies[Number(upright)];
    this.look();
  }

  get sheet() { return this.lie.sheet; }
  get lattice() { return this.lie.lattice; }
  get pieces() { return this.lie.pieces; }
  get cells() { return this.lie.cells; }
  get inside() { return this.lie.inside; }
  get marks() { return this.lie.marks; }
  get state() { return this.seen?.state ?? {}; }
  get solved() { return this.seen?.solved ?? false; }
  get canUndo() { return this.line.now > 0; }
  get canRedo() { return this.line.now < this.line.positions.length - 1; }
  get seconds() { return (this.session.seconds ?? 0) + this.untold; }
  get hints() { return this.session.hints ?? 0; }

  /** A hint as it is seen here. @param {HintAnswer} hint @returns {Hint} */
  here(hint) {
    return { ...hint, place: this.shown(hint.place), cells: this.shown(hint.cells), edges: hint.edges.map((edge) => this.edge(edge)), meant: hint };
  }

  // Pieces --------

  /** @param {string} name @returns {PieceSheet} */
  piece(name) {
    const found = this.pieces.get(name);
    if (!found) throw new Error(`the puzzle has no piece '${name}'`);
    return found;
  }

  /** @param {string} name */
  left(name) { return this.copies[name] ?? Infinity; }

  /** A piece in one of its orientations; as it is held in the tray if none is given. @param {string} name */
  shape(name, orientation = this.hand[name]) { return this.piece(name).orientations[orientation]; }

  /** The orientation that a turn about an axis leads to, null if the piece does not turn. @param {string} name @param {number} orientation */
  turned(name, orientation, clockwise = true, axis = 0) { return this.shape(name, orientation).turned[2 * axis + Number(!clockwise)] ?? null; }

  /** @param {string} name @param {number} orientation */
  flipped(name, orientation) { return this.shape(name, orientation).flipped; }

  /**
   * Whether a piece would snap there: the cells are free, or under the piece itself, and have its marks.
   * @param {Cell[]} cells @param {string[]} marks @param {Tile | null} [from]
   */
  snaps(cells, marks, from = null) {
    const own = new Set(from?.cells.map(key));
    // Where sides are joined, a piece may come upon itself.
    return new Set(cells.map(key)).size === cells.length && cells.every((cell, i) => (own.has(key(cell)) ? this.marks.get(key(cell)) ?? "" : this.free.get(key(cell))) === marks[i]);
  }

  // What the player does: cells are those of the screen --------

  /** @param {Cell[]} cells */
  meant(cells) { return cells.map((cell) => this.lie.meant(cell)); }
  /** @param {Edge[]} edges */
  sides(edges) { return edges.map(([one, other]) => /** @type {[number, number, number, number]} */ ([...this.lie.meant(one), ...this.lie.meant(other)])); }

  /** @param {string} piece @param {Cell[]} cells */
  place(piece, cells) { this.act({ do: "place", piece, cells: this.meant(cells) }); }
  /** @param {Tile} tile @param {Cell[]} cells */
  shift(tile, cells) { this.act({ do: "shift", cell: this.lie.meant(tile.cells[0]), cells: this.meant(cells) }); }
  /** @param {Tile} tile */
  lift(tile) { this.act({ do: "lift", cell: this.lie.meant(tile.cells[0]) }); }
  /** @param {string} piece @param {number} orientation */
  hold(piece, orientation) { if (orientation !== this.hand[piece]) this.act({ do: "hold", piece, orientation }); }
  /** @param {Edge[]} edges */
  toggle(edges) { this.act({ do: "toggle", edges: this.sides(edges) }); }
  /** @param {Edge[]} edges */
  note(edges) { this.act({ do: "note", edges: this.sides(edges) }); }
  /** @param {Edge[]} edges */
  erase(edges) { this.act({ do: "erase", edges: this.sides(edges) }); }
  /** @param {Cell[]} cells */
  outline(cells) { this.act({ do: "outline", cells: this.meant(cells) }); }
  /** @param {Hint} hint */
  follow({ meant: { action, piece, place: cells } }) { if (piece && (action === "place" || action === "lift")) this.act({ do: "follow", hint: action, piece, cells }); }
  undo() { if (this.canUndo) this.act({ do: "undo" }); }
  redo() { if (this.canRedo) this.act({ do: "redo" }); }
  clear() {
    const now = this.line.positions[this.line.now];
    if (now?.placed.length || now?.edges.length || now?.notes.length) this.act({ do: "clear" });
  }
}

/** What to call what is in a cell: a dot, or a letter. @param {string} mark */
export const markName = (mark) => (mark === "o" ? "dot" : mark);

/** A piece in words, row by row: for whoever does not see its drawing. @param {{ cells: Cell[], marks: string[] }} piece */
export function pieceInWords({ cells, marks }) {
  if (cells[0].length > 2) return `${cells.length} cubes`;
  const [high, broad] = extent(cells);
  const at = new Map(cells.map((cell, i) => [key(cell), marks[i] ? markName(marks[i]) : "cell"]));
  const straight = high === 1 || broad === 1;
  const lines = Array.from({ length: high }, (_, row) => Array.from({ length: broad }, (_, column) => at.get(key([row, column])) ?? "gap"));
  if (straight) return `straight: ${lines.flat().join(", ")}`;
  return lines.map((line, row) => `row ${row + 1}: ${line.join(", ")}`).join("; ");
}
