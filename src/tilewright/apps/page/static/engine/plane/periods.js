// Periodic tilings of the plane, as the library finds them: all tilings of tori. Kernels lay the piece
// and search; their arrays are read here.

/** @import { Field } from "../solving/module.js" */
/** @import { Periodic, Positions, Sublattice } from "./positions.js" */

import { COLUMNS, motionsOf, REST } from "./positions.js";

/** Nodes of a slice, and tilings that are fetched at once. */
const NODES = 2000,
  BATCH = 16;
/** Of the state of a search: the nodes taken, and whether it has come to its end. */
const TAKEN = 1,
  COMPLETE = 2;

/** All sublattices of an index. @param {Positions} positions @param {number} index @returns {Generator<Sublattice>} */
export function* sublattices({ machine }, index) {
  const period = machine.array("i64", [3]);
  while (machine.call("plane_plan_next_sublattice", [index, period])[0])
    yield/** @type {Sublattice} */ (/** @type {unknown} */ (period.numbers));
}

/** All tilings with a period that have the piece, unturned, at the origin. */
export class TorusSearch {
  /** @param {Positions} positions @param {Sublattice} period */
  constructor(positions, period) {
    const { machine, pieces, turns, faces, orientations, size: length } = positions,
      [a, , d] = period,
      size = positions.lattice.kinds * a * d,
      most = a * d * orientations;
    this.machine = machine;
    this.period = period;
    const long = (/** @type {number[]} */ ...shape) => machine.array("i64", shape),
      tiles = long(most, COLUMNS);
    const [cells, first, options] = [long(most, length), long(size + 1), long(most * length)],
      [piece, taken, used] = [long(most), long(size), long(1)];
    const [count] = machine.call("plane_periods_lay", [
      ...[machine.from("i64", period), ...pieces, turns, faces, cells, tiles, first, options],
      ...[piece, taken, used],
    ]);
    this.tiles = motionsOf(tiles, count);
    // Otherwise the piece overlaps its own translate.
    this.complete = count === 0;
    this.state = long(3);
    this.found = long(BATCH, size + 1);
    const at = machine.array("i64", [size + 1], -1);
    /** @type {Field[]} */
    this.arrays = [
      ...[cells, first, options, piece, taken, used, at, long(size + 1)],
      ...[this.state, this.found],
    ];
  }

  /**
   * The tilings that the next slice of at most so many nodes in all finds.
   * @param {number} nodes
   * @returns {Periodic[]}
   */
  advance(nodes) {
    const { state, found } = this;
    if (this.complete) return [];
    const budget = Math.min(Number(state.values[TAKEN]) + NODES, nodes),
      [count] = this.machine.call("plane_torus_advance", [...this.arrays, budget]);
    this.complete = Number(state.values[COMPLETE]) > 0;
    return Array.from({ length: count }, (_, i) => {
      const row = found.rows(i, i + 1).numbers;
      return {
        period: this.period,
        tiles: [REST, ...row.slice(0, row.indexOf(-1)).map((tile) => this.tiles[tile])],
      };
    });
  }

  /** Whether the search has taken so many nodes, or is complete. @param {number} nodes */
  ended(nodes) {
    return this.complete || Number(this.state.values[TAKEN]) >= nodes;
  }
}
