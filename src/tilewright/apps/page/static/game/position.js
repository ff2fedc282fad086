// Where a game stands: the regions that outlines close, what counts as placed, what is left, and
// whether it is solved.

/** @import { Cell, Edge } from "../geometry/geometry.js" */
/** @import { Rules } from "./rules.js" */
/** @import { Placement, State } from "./state.js" */

import { key } from "../geometry/geometry.js";
import { isKept } from "./conditions.js";
import { edgeOf, edgeWord, inOrder, placement } from "./state.js";

/**
 * A part of the board that is closed, and of which there is something to say. A *hole* is no piece,
 * but may be what stays
 * empty; a *wrong* one cannot be cut into pieces.
 * @typedef {{ kind: "piece" | "hole" | "wrong", cells: Cell[], piece: string | null }} Region
 */

/** Regions of up to so many times the cells of the largest piece are looked at. */
const LOOKED_AT = 4;

export class Position {
  /** @param {Rules} rules @param {State} state */
  constructor(rules, state) {
    this.rules = rules;
    /** What lies on each cell. @type {Map<string, Placement>} */
    this.owner = new Map([
      ...rules.given,
      ...state.placed.flatMap((each) =>
        each.cells.map((cell) => /** @type {const} */ ([key(cell), each])),
      ),
    ]);
    /** The regions that outlines close; none where pieces are taken from a tray. */
    this.regions = rules.drawn
      ? read(rules, regions(rules, state.edges, this.owner), state.placed)
      : [];
    /** The cells of closed regions, each as a word. */
    this.enclosed = new Set(this.regions.map(({ cells }) => cells.map(key).join()));
    /** What the player has placed, without outlines. */
    this.placed = state.placed;
    /** What the player has placed: pieces, and closed outlines that are pieces. */
    this.tiles = [
      ...state.placed,
      ...this.regions.flatMap(({ piece, cells }) =>
        piece === null ? [] : [placement(piece, cells)],
      ),
    ];
    this.used = rules.count(state.placed);
  }

  /** How many copies of a piece are still in the tray. @param {string} name */
  left(name) {
    return (this.rules.piece(name).most ?? Infinity) - (this.used.get(name) ?? 0);
  }

  /** The cells without a piece, and their marks. */
  get free() {
    return new Map([...this.rules.marks].filter(([cell]) => !this.owner.has(cell)));
  }

  /** Whether the board is tiled as the puzzle asks. */
  get solved() {
    const {
      rules,
      rules: {
        sheet: {
          pieces,
          empty: [least, most],
        },
      },
    } = this;
    const covered = new Set(
      [...rules.placed, ...this.tiles].flatMap(({ cells }) => cells.map(key)),
    );
    const empty = [...rules.marks.keys()].filter((cell) => !covered.has(cell));
    const used = rules.count(this.tiles);
    return (
      empty.length >= least &&
      empty.length <= most &&
      empty.every((cell) => rules.optional.has(cell)) &&
      pieces.every(
        ({ name, least: fewest, most: all }) =>
          (used.get(name) ?? 0) >= fewest && (used.get(name) ?? 0) <= (all ?? Infinity),
      ) &&
      rules.conditions.every((each) => isKept(rules, each, [...rules.placed, ...this.tiles]))
    );
  }

  /** How much of what the player has to cover is covered, 0 to 1. */
  get share() {
    const whole = this.rules.cells.length - this.rules.given.size - this.rules.sheet.empty[0];
    return Math.min(
      1,
      this.tiles.reduce((sum, { cells }) => sum + cells.length, 0) / Math.max(1, whole),
    );
  }
}

/**
 * Say which of the regions that are pieces are holes: those that may be, if there are enough of the
 * piece without them.
 * @param {Rules} rules @param {Region[]} found @param {Placement[]} placed
 * @returns {Region[]}
 */
function read(rules, found, placed) {
  const [fewest, most] = rules.sheet.empty;
  const mayBe = (/** @type {Region} */ { kind, cells }) =>
    kind === "piece" &&
    cells.length <= most &&
    cells.every((cell) => rules.optional.has(key(cell)));
  const sure = found.flatMap((region) =>
    region.piece === null || mayBe(region) ? [] : [placement(region.piece, region.cells)],
  );
  const used = rules.count([...placed, ...sure]);
  let left = found.reduce((sum, { kind, cells }) => sum + (kind === "hole" ? cells.length : 0), 0);
  return found.map((region) => {
    if (region.piece === null || !mayBe(region)) return region;
    const { name, least, most: all } = rules.piece(region.piece),
      own = used.get(name) ?? 0,
      plenty = all !== null && own >= all;
    if (own >= least && (plenty || left < fewest)) {
      left += region.cells.length;
      return { kind: "hole", cells: region.cells, piece: null };
    }
    used.set(name, own + 1);
    return region;
  });
}

/**
 * The regions that outlines close, in reading order. One that can still be cut into pieces is not
 * finished yet, and is not
 * among them; nor is a large one, of which only a search of the whole board can tell.
 * @param {Rules} rules
 * @param {Map<string, Edge>} edges
 * @param {Map<string, unknown>} taken  Cells that belong to no region.
 */
function regions(rules, edges, taken) {
  /** @type {Region[]} */
  const found = [];
  const left = new Set([...rules.marks.keys()].filter((cell) => !taken.has(cell)));
  for (const start of rules.cells) {
    if (!left.delete(key(start))) continue;
    const region = [start];
    for (const cell of region) {
      for (const next of rules.beside(cell))
        if (left.has(key(next)) && !edges.has(edgeWord(edgeOf(cell, next)))) {
          left.delete(key(next));
          region.push(next);
        }
    }
    if (region.length > LOOKED_AT * rules.largest) continue;
    const cells = region.sort(inOrder),
      inside = new Set(cells.map(key));
    const loose = [...edges.values()].filter((edge) => edge.every((cell) => inside.has(key(cell))));
    const piece = loose.length ? null : rules.pieceAt(cells);
    if (piece !== null) found.push({ kind: "piece", cells, piece });
    else if (
      cells.length <= rules.sheet.empty[1] &&
      [...inside].every((cell) => rules.optional.has(cell) && !rules.marks.get(cell))
    )
      found.push({ kind: "hole", cells, piece });
    else if (!rules.canBeCut(cells, loose)) found.push({ kind: "wrong", cells, piece });
  }
  return found;
}
