// A game in progress: what is placed, what is drawn, undo and redo. Knows nothing of pictures.

import { edgeKey, key, neighbors, normal, parts, signature, turned, flipped } from "./geometry.js";
import * as storage from "./storage.js";

export class Game {
  constructor(sheet) {
    this.sheet = sheet;
    this.pieces = new Map(sheet.pieces.map((piece, i) => [piece.name, { ...piece, index: i }]));
    this.cells = [];
    sheet.cells.forEach((line, row) => [...line].forEach((cell, column) => cell === "#" && this.cells.push([row, column])));
    this.inside = new Set(this.cells.map(key));
    this.marks = new Map(sheet.marks.map(([row, column, mark]) => [key([row, column]), mark]));
    this.given = sheet.placed;
    this.shapes = new Map();
    for (const piece of this.pieces.values())
      for (const { cells, marks } of piece.orientations) this.shapes.set(signature(cells, marks), piece);
    this.largest = Math.max(...sheet.pieces.map((piece) => piece.cells.length));
    // Where every piece may be used any number of times there is no tray: outlines are drawn.
    this.drawn = sheet.kind === "dots" || (sheet.pieces.every((piece) => piece.most === null));
    this.listeners = new Set();
    this.reset();
    this.load();
  }

  reset() {
    this.state = { placed: [], edges: [] };
    this.past = [];
    this.future = [];
    this.hand = new Map();
    this.seconds = 0;
    this.hints = 0;
    this.done = false;
  }

  load() {
    const kept = storage.game(this.sheet.id);
    if (!kept) return;
    this.state = kept.state;
    this.past = kept.past ?? [];
    this.future = kept.future ?? [];
    this.seconds = kept.seconds ?? 0;
    this.hints = kept.hints ?? 0;
    this.done = this.solved();
  }

  save() {
    storage.keepGame(this.sheet.id, {
      state: this.state, past: this.past.slice(-300), future: this.future.slice(0, 300),
      seconds: Math.round(this.seconds), hints: this.hints, share: this.share(), when: Date.now(),
    });
  }

  onChange(listener) { this.listeners.add(listener); }
  changed() { this.save(); for (const listener of this.listeners) listener(); }

  move(state) {
    this.past.push(this.state);
    this.state = state;
    this.future = [];
    this.changed();
  }

  undo() {
    if (!this.past.length) return false;
    this.future.unshift(this.state);
    this.state = this.past.pop();
    this.changed();
    return true;
  }

  redo() {
    if (!this.future.length) return false;
    this.past.push(this.state);
    this.state = this.future.shift();
    this.changed();
    return true;
  }

  clear() {
    if (this.state.placed.length || this.state.edges.length) this.move({ placed: [], edges: [] });
  }

  // Pieces ------------------------------------------------------------------------------------------

  owners(placed = this.state.placed) {
    const owner = new Map();
    for (const placement of [...this.given, ...placed]) for (const cell of placement.cells) owner.set(key(cell), placement);
    return owner;
  }

  left(name) {
    const { most } = this.pieces.get(name);
    if (most === null) return Infinity;
    return most - [...this.given, ...this.state.placed].filter((placement) => placement.piece === name).length;
  }

  /** How the piece is turned in the tray. */
  held(name) {
    const piece = this.pieces.get(name);
    return this.hand.get(name) ?? normal(piece.cells, piece.marks);
  }

  turnable(name) { return this.pieces.get(name).turn !== "fixed"; }
  flippable(name) { return this.pieces.get(name).turn === "free"; }

  turn(name, clockwise = true) {
    if (!this.turnable(name)) return false;
    this.hand.set(name, turned(this.held(name), clockwise));
    return true;
  }

  flip(name) {
    if (!this.flippable(name)) return false;
    this.hand.set(name, flipped(this.held(name)));
    return true;
  }

  /** Whether a piece, turned like this, may lie on these cells of the board. */
  fits(cells, marks, placed = this.state.placed) {
    const owner = this.owners(placed);
    return cells.every((cell, i) => this.inside.has(key(cell)) && !owner.has(key(cell))
      && (this.marks.get(key(cell)) ?? "") === marks[i]);
  }

  place(name, cells, without = null) {
    const placed = this.state.placed.filter((placement) => placement !== without);
    this.move({ ...this.state, placed: [...placed, { piece: name, cells }] });
  }

  lift(placement) {
    this.move({ ...this.state, placed: this.state.placed.filter((other) => other !== placement) });
  }

  // Outlines ------------------------------------------------------------------------------------------

  edgeSet() { return new Set(this.state.edges); }

  toggle(a, b) {
    const edges = this.edgeSet();
    const name = edgeKey(a, b);
    if (!edges.delete(name)) edges.add(name);
    this.move({ ...this.state, edges: [...edges] });
  }

  /** Draw the outline around some cells, and wipe out what is drawn inside. */
  outline(cells) {
    const within = new Set(cells.map(key));
    const edges = this.edgeSet();
    for (const cell of cells) {
      for (const next of neighbors(cell)) {
        if (!this.inside.has(key(next))) continue;
        if (within.has(key(next))) edges.delete(edgeKey(cell, next));
        else edges.add(edgeKey(cell, next));
      }
    }
    this.move({ ...this.state, edges: [...edges] });
  }

  /** The regions that the outlines cut the board into, each with the piece that it is, if it is one. */
  regions() {
    const edges = this.edgeSet();
    const free = this.cells;
    return parts(free, (a, b) => !edges.has(edgeKey(a, b))).map((cells) => {
      if (cells.length > this.largest) return { cells, piece: null, open: true };
      const marks = cells.map((cell) => this.marks.get(key(cell)) ?? "");
      const piece = this.shapes.get(signature(cells, marks)) ?? null;
      const hole = !piece && this.sheet.empty[1] > 0 && cells.length <= this.sheet.empty[1] && marks.every((mark) => !mark);
      return { cells, piece, open: false, hole };
    });
  }

  // Questions -----------------------------------------------------------------------------------------

  /** Cells that nothing covers, and whether the pieces are as many as they must be. */
  solved() {
    const [least, most] = this.sheet.empty;
    if (this.drawn) {
      const regions = this.regions();
      const holes = regions.filter((region) => region.hole).reduce((sum, region) => sum + region.cells.length, 0);
      return regions.every((region) => region.piece || region.hole) && holes >= least && holes <= most;
    }
    const empty = this.cells.length - this.owners().size;
    const counts = new Map();
    for (const { piece } of [...this.given, ...this.state.placed]) counts.set(piece, (counts.get(piece) ?? 0) + 1);
    return empty >= least && empty <= most && [...this.pieces.values()].every((piece) => (counts.get(piece.name) ?? 0) >= piece.least);
  }

  /** How far it is, 0 to 1. */
  share() {
    if (this.drawn) {
      const covered = this.regions().filter((region) => region.piece).reduce((sum, region) => sum + region.cells.length, 0);
      return covered / this.cells.length;
    }
    const start = this.given.reduce((sum, placement) => sum + placement.cells.length, 0);
    return (this.owners().size - start) / Math.max(1, this.cells.length - start);
  }

  /** What the server is told. */
  serverState() {
    return {
      placed: this.state.placed.map(({ piece, cells }) => `${piece}:${cells.map(key).join("-")}`),
      edges: this.state.edges.map((edge) => edge.split(",").map(Number)),
    };
  }

  /** The tiles as they lie: cells and the number of the piece. */
  tiles() {
    if (this.drawn) return this.regions().filter((region) => region.piece).map(({ cells, piece }) => ({ cells, index: piece.index, piece: piece.name }));
    return [...this.given, ...this.state.placed].map((placement) => ({
      cells: placement.cells, index: this.pieces.get(placement.piece).index, piece: placement.piece,
      given: this.given.includes(placement), placement,
    }));
  }
}

/** What to call a piece when it is spoken of. */
export function pieceName(piece) {
  const names = ["", "monomino", "domino", "tromino", "tetromino", "pentomino", "hexomino", "heptomino", "octomino"];
  const size = names[piece.cells.length] ?? `piece of ${piece.cells.length} cells`;
  return piece.label && piece.label.length === 1 ? `${piece.label} ${size}` : size;
}
