// Rings of copies around a piece, as the library finds them: a search in slices for so many rings, or
// a proof that there are none.

/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Positions } from "./positions.js" */

import { inOrder } from "../../game/state.js";

/** Nodes of a slice, for one cell, nodes before the first restart, and the growth from one restart to the next. */
const NODES = 5000,
  FIRST = 1000,
  GROWTH = 1.5;
/** Room for copies at first, the most bytes of a search, and the most steps to begin one. */
const ROOM = 64,
  BYTES = 400_000_000,
  STEPS = 250_000_000;
/** Bytes of a number, and the copies in a word of bits. */
const LONG = 8,
  BITS = 64;
/** Of the state of a search: copies placed, and nodes since the last restart. */
const PLACED = 0,
  TAKEN = 2;
/** Where the saved bits are among the arrays of a search. */
const BEFORE = 8;
/** How many rows and columns from copies a cell can be that they enclose, on the lattices of the page. */
const ENCLOSABLE = [2, 2];

/** Which rings may have holes. */
export const HOLES = { none: 0, last: 1, any: 2 };
/** How a search for rings ends: it is not complete, it has found them, or there are none. */
export const MORE = 0;
export const FOUND = 1;
export const NONE = 2;

/** A search would need too much memory or time before it begins. */
export class TooLarge extends Error {}

/** A search for rings of copies around a connected piece without holes. */
export class Surrounding {
  /**
   * @param {Positions} positions  Of the piece; what a search allocates may be released once it is given up.
   * @param {number} levels  How many rings. @param {number} holes  Which of them may have holes.
   */
  constructor(positions, levels, holes) {
    const { machine, pieces, turns, faces, touching, size, lattice } = positions,
      { kinds } = lattice;
    this.machine = machine;
    this.levels = levels;
    this.holes = holes;
    this.outcome = MORE;
    /** Nodes over all restarts, and when the next one is. */
    this.spent = 0;
    this.patience = FIRST;
    this.size = size;
    const many = machine.array("i64", [kinds]),
      sizes = machine.from("i64", [...Array(6).fill(0), ...ENCLOSABLE, 0, 0]),
      steps = [...pieces, turns, faces, touching];
    machine.call("plane_surround_measure", [...steps, levels, many, sizes]);
    const [count, choices, down, across, rows, width, ...reach] = sizes.numbers,
      area = rows * width,
      words = Math.ceil(choices / BITS);
    if (count * size * size * choices * kinds > STEPS) throw new TooLarge();
    this.middle = [down, across];
    this.width = width;
    /** @param {number[]} shape */
    const long = (...shape) => machine.array("i64", shape);
    const offsets = long(kinds, choices, size),
      cells = long(count, size),
      corner = long(count);
    const forms = [offsets, long(kinds, choices), cells, corner, long(...faces.shape.slice(0, 2))];
    const halo = long(...touching.shape.slice(0, 2)),
      middle = down * width + across;
    const [first] = machine.call("plane_surround_lay", [
      ...[...steps, width, ...forms, many, halo],
    ]);
    const rim = long(count, size * halo.shape[1]),
      counts = long(count);
    /** @param {number} most */
    const around = (most) => {
      const near = long(count, most),
        taken = machine.array("u64", [count, most, words]);
      const [needed] = machine.call("plane_surround_prepare", [
        ...[offsets, cells, corner, halo, width, middle, rim, near, taken, counts],
      ]);
      return { needed, near, taken };
    };
    // The first time, it tells how much room it needs.
    const { needed } = around(0);
    const bytes = LONG * ((ROOM + count) * needed * words + area * (words + 4));
    if (bytes > BYTES) throw new TooLarge();
    const { near, taken } = around(needed);
    /** What the kernel knows of the piece. */
    this.forms = [...forms, rim, near, taken, counts];
    this.cells = cells.numbers;
    const depth = Math.floor(area / size) + 2;
    this.place = long(depth, 2);
    this.level = long(depth);
    this.state = machine.from("i64", [0, 1, 0, 0, ...reach]);
    /** The state of the search. */
    this.run = [
      ...[long(area), machine.array("u64", [area, words]), long(area), this.place, this.level],
      ...[long(depth), long(depth), long(depth), machine.array("u64", [ROOM, needed, words])],
      // The proof is not kept.
      ...[this.state, machine.array("i64", [area], 1), long(0), long(area)],
    ];
    const begin = [many, width, middle + first];
    machine.call("plane_surround_beginning", [...this.forms, ...this.run, ...begin]);
  }

  /** The cell with a number. @param {number} flat @returns {Cell} */
  cell(flat) {
    return [Math.floor(flat / this.width) - this.middle[0], (flat % this.width) - this.middle[1]];
  }

  /** Make room for more copies. */
  grow() {
    const before = this.run[BEFORE],
      [room, ...shape] = before.shape;
    if (LONG * 2 * before.length > BYTES) throw new TooLarge();
    const larger = this.machine.array("u64", [2 * room, ...shape]);
    /** @type {any} */ (larger.values).set(before.values);
    this.run[BEFORE] = larger;
  }

  /** Take a slice of at most so many nodes in all, and say how the search stands. @param {number} nodes */
  advance(nodes) {
    const { machine, forms, run, state, width, levels, holes } = this;
    if (this.outcome !== MORE) return this.outcome;
    let before = Number(state.values[TAKEN]);
    if (before >= this.patience) {
      machine.call("plane_surround_again", [...forms, ...run]);
      this.patience = Math.floor(this.patience * GROWTH);
      before = 0;
    }
    if (Number(state.values[PLACED]) === run[BEFORE].shape[0]) this.grow();
    const budget = Math.min(
      before + Math.min(Math.ceil(NODES / this.size), nodes - this.spent),
      this.patience,
    );
    [this.outcome] = machine.call("plane_surround_advance", [
      ...[...forms, ...this.run],
      ...[width, levels, holes, budget],
    ]);
    this.spent += Number(state.values[TAKEN]) - before;
    return this.outcome;
  }

  /** The cells of each copy in each ring that was found. @returns {Cell[][][]} */
  rings() {
    const { cells, size, place, level, state, levels } = this;
    const places = place.numbers,
      own = level.numbers;
    /** @type {Cell[][][]} */
    const found = Array.from({ length: levels }, () => []);
    for (let copy = 1; copy < Number(state.values[PLACED]); copy++) {
      const [form, corner] = places.slice(2 * copy, 2 * copy + 2);
      found[own[copy] - 1].push(
        cells
          .slice(form * size, (form + 1) * size)
          .map((step) => this.cell(corner + step))
          .sort(inOrder),
      );
    }
    return found;
  }
}
