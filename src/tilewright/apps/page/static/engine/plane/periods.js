// Periodic tilings of the plane, as the library finds them: all tilings of tori, and the classes of
// their tiles. Kernels lay the piece and search; their arrays are read here.

/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Field, Machine } from "../solving/module.js" */
/** @import { Geometry, Motion, Periodic, Sublattice } from "./motions.js" */
/** @import { Turn } from "../words/space.js" */

import { REST } from "./motions.js";
import { mod, turnsOf } from "../words/space.js";

/** Nodes of a slice, and tilings that are fetched at once. */
const NODES = 2000,
  BATCH = 16;
/** Of the state of a search: the nodes taken, and whether it has come to its end. */
const TAKEN = 1,
  COMPLETE = 2;
/** Numbers of a tile: the piece, the symmetry, and the translation. */
const COLUMNS = 4;

/** All sublattices of an index. @param {number} index @returns {Generator<Sublattice>} */
export function* sublattices(index) {
  for (let a = 1; a <= index; a++)
    if (index % a === 0) for (let b = 0; b < index / a; b++) yield [a, b, index / a];
}

/** Tiles from the numbers of a kernel. @param {number[]} numbers @returns {Motion[]} */
const motionsOf = (numbers) =>
  Array.from({ length: numbers.length / COLUMNS }, (_, i) => {
    const [, element, down, across] = numbers.slice(i * COLUMNS, (i + 1) * COLUMNS);
    return { element, move: [down, across] };
  });

/** A piece in all orientations, as the kernels read it. */
export class Positions {
  /**
   * @param {Machine} machine  Which keeps its arrays.
   * @param {Geometry} geometry @param {Cell[]} cells @param {Turn} turn
   */
  constructor(machine, geometry, cells, turn) {
    const { lattice, kinds, matrices } = geometry,
      order = matrices.length;
    this.machine = machine;
    this.geometry = geometry;
    this.size = cells.length;
    const turned = matrices.flatMap((_, element) =>
      geometry
        .image({ element, move: [0, 0] }, cells)
        .flatMap(([row, column]) => [row, Math.floor(column / kinds), mod(column, kinds)]),
    );
    const long = (/** @type {number[]} */ numbers, /** @type {number[]} */ ...shape) =>
      machine.from("i64", numbers, shape);
    this.shape = machine.array("i64", [1, order]);
    /** The piece, and the symmetries. */
    this.pieces = [long(turned, 1, order, this.size, 3), long([this.size], 1)];
    this.pieces.push(this.shape, machine.array("i64", [1, order, 2]));
    machine.call("plane_periods_compare", this.pieces);
    this.group = [
      long(matrices.flat(2), order, 2, 2),
      long(lattice.compose.flat(), order, order),
      long(lattice.inverse, order),
    ];
    const turns = turnsOf(lattice, turn),
      shapes = this.shape.numbers,
      most = Math.max(...lattice.faces.map(({ length }) => length));
    this.turns = long(turns, turns.length);
    /** How many different orientations the piece has. */
    this.orientations = new Set(turns.map((element) => shapes[element])).size;
    this.faces = long(
      // A step to the cell itself changes nothing.
      lattice.faces.flatMap((steps) =>
        Array.from({ length: most }, (_, i) => steps[i] ?? [0, 0]).flat(),
      ),
      ...[kinds, most, 2],
    );
  }

  /** The most tiles that a primitive period can have if they are in so many classes. @param {number} classes @param {Sublattice} period */
  mostTiles(classes, period) {
    // A class has at most one tile for each symmetry of the tiling modulo its translations.
    const { machine, group } = this,
      mark = machine.functions.mark(),
      given = [machine.from("i64", period), ...group],
      [symmetries] = machine.call("plane_periods_count_keeping", given);
    machine.functions.release(mark);
    return classes * symmetries;
  }

  /**
   * The same tiling with the smallest period, and the number of classes of its tiles under the
   * symmetries of the tiling.
   * @param {Periodic} tiling @returns {{ tiling: Periodic, classes: number }}
   */
  classify({ period, tiles }) {
    const { machine, pieces, group } = this,
      mark = machine.functions.mark(),
      own = machine.from("i64", period),
      rows = tiles.flatMap(({ element, move }) => [0, element, ...move]),
      laid = machine.from("i64", rows, [tiles.length, COLUMNS]);
    const [count, classes] = machine.call("plane_periods_classify", [
      ...[own, laid, ...pieces, ...group],
    ]);
    const tiling = {
      period: /** @type {Sublattice} */ (/** @type {unknown} */ (own.numbers)),
      tiles: motionsOf(laid.rows(0, count).numbers),
    };
    machine.functions.release(mark);
    return { tiling, classes };
  }
}

/** All tilings with a period that have the piece, unturned, at the origin. */
export class TorusSearch {
  /** @param {Positions} positions @param {Sublattice} period */
  constructor(positions, period) {
    const { machine, pieces, turns, faces, orientations, size: length } = positions,
      [a, , d] = period,
      size = positions.geometry.area(period),
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
    this.tiles = motionsOf(tiles.rows(0, count).numbers);
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
