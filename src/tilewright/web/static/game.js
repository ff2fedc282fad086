// A game as the page knows it. The moves, the history, what is solved and the form in which a game is saved are the
// server's (`tilewright.play.Session`): what the player does is sent there, in order, and what comes back is drawn.
// Until it is back, the page shows the pieces where the hand has put them.

import { post, Unreachable } from "./api.js";
import { extent, key } from "./geometry.js";
import { Lie } from "./lie.js";
import * as storage from "./storage.js";

/** The most actions in one request, and the most that wait for a server that is gone. */
const BATCH = 64, MOST = 1000;

export class Game {
  constructor(sheet) {
    this.id = sheet.id;
    this.drawn = sheet.play === "outlines";
    this.listeners = new Set();
    this.lies = [new Lie(sheet, false), new Lie(sheet, true)];
    this.lie = this.lies[0];
    this.take(storage.game(this.id));
    this.seen = null;
    this.gone = false;
    this.over = false;
  }

  /** Take up what was kept, here or in another tab. Each save has a number, one more than the save it goes on from. */
  take(kept) {
    this.session = kept?.session ?? { puzzle: this.id };
    this.queue = kept?.queue ?? [];
    this.untold = kept?.untold ?? 0;
    this.saves = kept?.saves ?? 0;
    // A game that was solved when it was left, or in another tab, is not celebrated again.
    this.done = Boolean(kept?.solved);
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

  written() { return JSON.stringify([this.session, this.queue, this.untold]); }

  /** Whether another tab has played on from what is shown here. */
  overtaken() { return (storage.game(this.id)?.saves ?? 0) > this.saves; }

  /** Keep what has changed here; what another tab has kept since stays, unless a move is made here. */
  save(moved = false) {
    const written = this.written();
    if (written === this.kept || !moved && this.overtaken()) return;
    this.kept = written;
    this.saves = Math.max(this.saves, storage.game(this.id)?.saves ?? 0) + 1;
    storage.keepGame(this.id, {
      session: this.session, queue: this.queue, untold: this.untold, saves: this.saves, share: this.seen?.share ?? 0, solved: this.solved,
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

  onChange(listener) { this.listeners.add(listener); }
  changed() { for (const listener of this.listeners) listener(); }

  // Talking with the server -----------------------------------------------------------------------------

  async send(actions) {
    const { session, untold: seconds } = this;
    let answer;
    try {
      answer = await post("/api/play", { session, actions, seconds });
    } catch (error) {
      if (error instanceof Unreachable || actions.length || !this.session.start && !this.session.moves) throw error;
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
    this.look(answer);
    return answer;
  }

  /** Do something, or rather have it done: what is shown meanwhile is where the hand has left things. */
  act(action) {
    if (this.queue.length >= MOST) return;
    // A page that was asleep has not heard of the other tab.
    if (!this.queue.length && this.overtaken()) this.take(storage.game(this.id));
    this.done = false;
    this.queue.push(action);
    this.save(true);
    this.look(this.seen);
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
        if (!(error instanceof Unreachable)) {
          // The server will never take these: what it has is what counts.
          this.queue = this.queue.slice(BATCH);
          this.refused = error.message;
          this.look(this.seen);
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

  // What is there to see --------------------------------------------------------------------------------

  /** Take an answer in, with what waits to be answered on top of it. */
  look(answer) {
    this.seen = answer;
    const { shown } = this.lie;
    const here = (cells) => cells.map((cell) => shown.call(this.lie, cell));
    this.tiles = answer.tiles.map((tile) => this.tile(tile.piece, here(tile.cells), tile));
    this.closed = answer.closed.map(({ kind, cells }) => ({ kind, cells: here(cells) }));
    this.edges = answer.state.edges.map(([a, b, c, d]) => here([[a, b], [c, d]]));
    this.free = new Map(this.lie.read(answer.free).map(([cell, letter]) => [key(cell), letter === "#" ? "" : letter]));
    this.hand = { ...answer.hand };
    this.copies = { ...answer.left };
    this.waiting = { paths: [], edges: [] };
    for (const action of this.queue) {
      if (action.do === "lift" || action.do === "shift") this.takeOff(key(shown.call(this.lie, action.cell)));
      if (action.do === "place" || action.do === "shift") {
        const piece = action.piece ?? this.taken;
        if (!piece) continue;
        const cells = here(action.cells);
        this.tiles.push(this.tile(piece, cells, { waiting: true }));
        for (const cell of cells) this.free.delete(key(cell));
        if (action.do === "place" && this.copies[piece] !== null) this.copies[piece] -= 1;
      }
      if (action.do === "hold") this.hand[action.piece] = action.orientation;
      if (action.do === "outline") this.waiting.paths.push(here(action.cells));
      if (action.do === "toggle") this.waiting.edges.push(...action.edges.map(([a, b, c, d]) => here([[a, b], [c, d]])));
    }
  }

  tile(piece, cells, { orientation = null, given = false, waiting = false }) {
    return { piece, cells, orientation, given, waiting, color: this.lie.pieces.get(piece).color };
  }

  takeOff(at) {
    const lifted = this.tiles.find((tile) => !tile.given && tile.cells.some((cell) => key(cell) === at));
    this.taken = lifted?.piece;
    if (!lifted) return;
    this.tiles = this.tiles.filter((tile) => tile !== lifted);
    for (const cell of lifted.cells) this.free.set(key(cell), this.marks.get(key(cell)) ?? "");
  }

  /** Let the board lie upright, or as it is. */
  lay(upright) {
    if (this.lie.upright === upright) return;
    this.lie = this.lies[Number(upright)];
    this.look(this.seen);
  }

  get sheet() { return this.lie.sheet; }
  get pieces() { return this.lie.pieces; }
  get cells() { return this.lie.cells; }
  get inside() { return this.lie.inside; }
  get marks() { return this.lie.marks; }
  get state() { return this.seen.state; }
  get solved() { return this.seen?.solved ?? false; }
  get canUndo() { return this.seen.undo || this.queue.length > 0; }
  get canRedo() { return this.seen.redo || this.queue.some((action) => action.do === "undo"); }
  get seconds() { return (this.session.seconds ?? 0) + this.untold; }
  get hints() { return this.session.hints ?? 0; }

  /** A hint as it is seen here. */
  here(hint) {
    const shown = (cells) => cells.map((cell) => this.lie.shown(cell));
    return { ...hint, place: shown(hint.place), cells: shown(hint.cells), meant: hint };
  }

  // Pieces ----------------------------------------------------------------------------------------------

  left(name) { return this.copies[name] ?? Infinity; }

  /** A piece in one of its orientations; as it is held in the tray if none is given. */
  shape(name, orientation = this.hand[name]) { return this.pieces.get(name).orientations[orientation]; }

  /** The orientation that a turn leads to, null if the piece does not turn. */
  turned(name, orientation, clockwise = true) {
    const once = (number) => (number === null ? null : this.shape(name, number).turned);
    return clockwise ? once(orientation) : once(once(once(orientation)));
  }

  flipped(name, orientation) { return this.shape(name, orientation).flipped; }

  /** Whether a piece would snap there: the cells are free, or under the piece itself, and have its marks. */
  snaps(cells, marks, from = null) {
    const own = new Set(from?.cells.map(key));
    return cells.every((cell, i) => (own.has(key(cell)) ? this.marks.get(key(cell)) ?? "" : this.free.get(key(cell))) === marks[i]);
  }

  // What the player does: cells are those of the screen -------------------------------------------------

  meant(cells) { return cells.map((cell) => this.lie.meant(cell)); }

  place(piece, cells) { this.act({ do: "place", piece, cells: this.meant(cells) }); }
  shift(tile, cells) { this.act({ do: "shift", cell: this.lie.meant(tile.cells[0]), cells: this.meant(cells) }); }
  lift(tile) { this.act({ do: "lift", cell: this.lie.meant(tile.cells[0]) }); }
  hold(piece, orientation) { if (orientation !== this.hand[piece]) this.act({ do: "hold", piece, orientation }); }
  toggle(edges) { this.act({ do: "toggle", edges: edges.map((edge) => this.meant(edge).flat()) }); }
  outline(cells) { this.act({ do: "outline", cells: this.meant(cells) }); }
  follow({ meant }) { this.act({ do: "follow", hint: meant.action, piece: meant.piece, cells: meant.place }); }
  undo() { if (this.canUndo) this.act({ do: "undo" }); }
  redo() { if (this.canRedo) this.act({ do: "redo" }); }
  clear() { if (this.seen.share > 0 || this.edges.length || this.tiles.some((tile) => !tile.given)) this.act({ do: "clear" }); }
}

/** What to call what is in a cell: a dot, or a letter. */
export const markName = (mark) => (mark === "o" ? "dot" : mark);

/** A piece in words, row by row: for whoever does not see its drawing. */
export function pieceInWords({ cells, marks }) {
  const [high, broad] = extent(cells);
  const at = new Map(cells.map((cell, i) => [key(cell), marks[i] ? markName(marks[i]) : "cell"]));
  const straight = high === 1 || broad === 1;
  const lines = Array.from({ length: high }, (_, row) => Array.from({ length: broad }, (_, column) => at.get(key([row, column])) ?? "gap"));
  if (straight) return `straight: ${lines.flat().join(", ")}`;
  return lines.map((line, row) => `row ${row + 1}: ${line.join(", ")}`).join("; ");
}

/** What to call a piece when it is spoken of. */
export function pieceName(piece) {
  const names = ["", "monomino", "domino", "tromino", "tetromino", "pentomino", "hexomino", "heptomino", "octomino"];
  const size = names[piece.cells.length] ?? `piece of ${piece.cells.length} cells`;
  return piece.label && piece.label.length === 1 ? `${piece.label} ${size}` : size;
}
