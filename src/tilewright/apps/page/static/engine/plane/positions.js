// A piece in all orientations on a lattice of the plane, as the kernels read it, and what they say of
// it: the boundary, isohedral tilings, and the classes of the tiles of a tiling.

/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Field, Machine } from "../solving/module.js" */
/** @import { Facts } from "../words/catalog.js" */
/** @import { LatticeFacts, Turn } from "../words/space.js" */

import { image, mod, turnsOf } from "../words/space.js";

/** @typedef {[number, number]} Pair */
/** A symmetry of the lattice, followed by a translation in periods. @typedef {{ element: number, move: Pair }} Motion */
/** The sublattice of the periods (a, b) and (0, d), with 0 <= b < d. @typedef {[a: number, b: number, d: number]} Sublattice */
/** The motions of the tiles of one period. @typedef {{ period: Sublattice, tiles: Motion[] }} Periodic */

/** @type {Motion} */
export const REST = { element: 0, move: [0, 0] };
/** Numbers of a tile: the piece, the symmetry, and the translation. */
export const COLUMNS = 4;
/** Numbers of a factorization. */
const FACTORS = 7;

/** Tiles from the numbers of a kernel. @param {Field} rows @param {number} count @returns {Motion[]} */
export function motionsOf(rows, count) {
  const { numbers } = rows.rows(0, count);
  return Array.from({ length: count }, (_, i) => {
    const [, element, down, across] = numbers.slice(i * COLUMNS, (i + 1) * COLUMNS);
    return { element, move: [down, across] };
  });
}

/** Lists of pairs as one array; what is missing is the filling, or the last pair of its list. @param {Machine} machine @param {number[][][]} lists @param {number[]} [filling] */
function padded(machine, lists, filling) {
  const most = Math.max(...lists.map(({ length }) => length));
  const all = lists.map((own) =>
    Array.from({ length: most }, (_, i) => own[i] ?? filling ?? own[own.length - 1]),
  );
  return machine.from("i64", all.flat(2), [lists.length, most, 2]);
}

export class Positions {
  /**
   * @param {Machine} machine  Which keeps its arrays.
   * @param {LatticeFacts} lattice @param {Cell[]} cells @param {Turn} turn
   */
  constructor(machine, lattice, cells, turn) {
    const { matrices, kinds } = lattice,
      order = matrices.length,
      size = cells.length;
    /** @param {number[]} numbers @param {number[]} shape */
    const long = (numbers, ...shape) => machine.from("i64", numbers, shape);
    this.machine = machine;
    this.lattice = lattice;
    this.size = size;
    const split = cells.flatMap(([row, column]) => [
      ...[row, Math.floor(column / kinds), mod(column, kinds)],
    ]);
    this.cells = long(split, size, 3);
    /** The lattice, the piece in all orientations, and steps to cells beside and around a cell. */
    this.tables = [
      ...[long(matrices.flat(2), order, 2, 2), long(lattice.shift.flat(2), order, kinds, 2)],
      ...[long(lattice.kind.flat(), order, kinds), long(lattice.compose.flat(), order, order)],
      ...[long(lattice.inverse, order), padded(machine, lattice.corners), lattice.scale],
    ];
    const turned = machine.array("i64", [1, order, size, 3]),
      shape = machine.array("i64", [1, order]);
    /** @type {any} */ (turned.values).set(this.cells.values);
    this.pieces = [turned, long([size], 1), shape, machine.array("i64", [1, order, 2])];
    this.faces = padded(machine, lattice.faces, [0, 0]);
    this.touching = padded(machine, lattice.sheet.touching, [0, 0]);
    machine.call("plane_periods_compare", [...this.pieces, ...this.tables]);
    const turns = turnsOf(lattice, turn),
      shapes = shape.numbers;
    this.turns = long(turns, turns.length);
    /** How many different orientations the piece has. */
    this.orientations = new Set(turns.map((element) => shapes[element])).size;
  }

  /** Run something, and release what it has allocated. @template T @param {() => T} task @returns {T} */
  within(task) {
    const { functions } = this.machine,
      mark = functions.mark();
    const done = task();
    functions.release(mark);
    return done;
  }

  /** The corners on the boundary of the piece; null if it has a hole. */
  boundary() {
    const { machine, tables, cells, size } = this,
      way = machine.array("i64", [size * /** @type {Field} */ (tables[5]).shape[1], 2]);
    const [length] = machine.call("plane_lattice_boundary", [cells, ...tables, way]);
    return length ? way.rows(0, length) : null;
  }

  /**
   * The simplest isohedral tiling with the name and the kind of its type, or null.
   * @param {Facts["tilings"]} known @param {Field} way  Its boundary. @param {Turn} turn
   * @returns {{ name: string, kind: "translation" | "half turn" | "isohedral", tiling: Periodic } | null}
   */
  isohedral({ types, pairs }, way, turn) {
    const { machine, tables, cells, lattice } = this,
      most = pairs[0].length;
    const chosen = types.map(([, kind, reflects]) =>
      Number(turn === "fixed" ? kind === "translation" : turn === "free" || !reflects),
    );
    const period = machine.array("i64", [3]),
      tiles = machine.array("i64", [lattice.matrices.length, COLUMNS]);
    const [number, count] = machine.call("plane_isohedral_find", [
      ...[...tables, cells, way],
      machine.from("i64", pairs.flat(2), [types.length, most, 3]),
      ...[machine.from("bool", chosen), machine.array("i64", [FACTORS])],
      ...[machine.array("i64", [most, COLUMNS]), period, tiles],
    ]);
    if (number < 0) return null;
    const [name, kind] = types[number];
    return { name, kind, tiling: tilingOf(period, tiles, count) };
  }

  /** The cells of tiles. @param {Motion[]} tiles @param {Cell[]} cells @returns {Cell[][]} */
  placed(tiles, cells) {
    const { lattice } = this;
    return tiles.map(({ element, move: [down, across] }) =>
      cells.map((cell) => {
        const [row, column] = image(lattice, element, cell);
        return [row + down, column + across * lattice.kinds];
      }),
    );
  }

  /** @param {Periodic} tiling @returns {Field[]} */
  rows({ period, tiles }) {
    const { machine } = this,
      rows = tiles.flatMap(({ element, move }) => [0, element, ...move]);
    return [machine.from("i64", period), machine.from("i64", rows, [tiles.length, COLUMNS])];
  }

  /**
   * The same tiling with the smallest period, and the number of classes of its tiles under the
   * symmetries of the tiling.
   * @param {Periodic} found @returns {{ tiling: Periodic, classes: number }}
   */
  classify(found) {
    return this.within(() => {
      const [period, tiles] = this.rows(found),
        given = [period, tiles, ...this.pieces, ...this.tables];
      const [count, classes] = this.machine.call("plane_periods_classify", given);
      return { tiling: tilingOf(period, tiles, count), classes };
    });
  }
}

/** @param {Field} period @param {Field} tiles @param {number} count @returns {Periodic} */
const tilingOf = (period, tiles, count) => ({
  period: /** @type {Sublattice} */ (/** @type {unknown} */ (period.numbers)),
  tiles: motionsOf(tiles, count),
});
