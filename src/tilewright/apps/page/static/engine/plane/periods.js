// Periodic tilings of the plane, as the library finds them: all tilings of tori, and the classes of
// their tiles.

/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Field, Machine } from "../solving/module.js" */
/** @import { Geometry, Motion, Pair, Periodic, Sublattice } from "./motions.js" */
/** @import { Turn } from "../words/space.js" */

import { inOrder } from "../../game/state.js";
import { hermite, reduced, REST } from "./motions.js";
import { cornerOf, minus, turnsOf } from "../words/space.js";

/** Nodes of a slice, and tilings that are fetched at once. */
const NODES = 2000,
  BATCH = 16;
/** Of the state of a search: the nodes taken, and whether it has come to its end. */
const TAKEN = 1,
  COMPLETE = 2;

/** All sublattices of an index. @param {number} index @returns {Generator<Sublattice>} */
export function* sublattices(index) {
  for (let a = 1; a <= index; a++)
    if (index % a === 0) for (let b = 0; b < index / a; b++) yield [a, b, index / a];
}

/** The most tiles that a primitive period can have if they are in so many classes. @param {number} classes @param {Sublattice} period @param {Geometry} geometry */
export function mostTiles(classes, period, geometry) {
  // A class has at most one tile for each symmetry of the tiling modulo its translations.
  return classes * geometry.matrices.filter((_, i) => geometry.keeps(i, period)).length;
}

/** Cells of a list are told apart by their order. @param {Cell[]} cells */
const named = (cells) => [...cells].sort(inOrder).join(" ");

/** A piece in all its positions, for tilings of tori. */
export class Positions {
  /** @param {Geometry} geometry @param {Cell[]} cells @param {Turn} turn */
  constructor(geometry, cells, turn) {
    const { lattice } = geometry;
    this.geometry = geometry;
    this.cells = cells;
    /** The image under each symmetry: which shape it has, and how far it is from the origin. */
    this.images = geometry.matrices.map((_, element) => {
      const image = geometry.image({ element, move: [0, 0] }, cells),
        corner = cornerOf(lattice, image);
      return {
        image,
        shape: named(image.map((cell) => minus(cell, corner))),
        corner: /** @type {Pair} */ ([corner[0], corner[1] / geometry.kinds]),
      };
    });
    const shapes = this.images.map(({ shape }) => shape);
    /** For each symmetry, the first one after which the piece has the same shape. */
    this.shape = shapes.map((shape) => shapes.indexOf(shape));
    /** The symmetries that show all shapes that the piece may have. */
    this.turns = turnsOf(lattice, turn).filter((element) => this.shape[element] === element);
    const [{ corner: own }] = this.images;
    /** The motions that take the piece to its own cells. @type {Motion[]} */
    this.stabilizer = this.images.flatMap(({ corner }, element) =>
      this.shape[element]
        ? []
        : [{ element, move: /** @type {Pair} */ ([own[0] - corner[0], own[1] - corner[1]]) }],
    );
  }

  /** The same for motions that take the piece to the same cells modulo a period. @param {Motion} motion @param {Sublattice} period */
  key({ element, move }, period) {
    const [x, y] = this.placeOf({ element, move }, period);
    return `${this.shape[element]} ${x},${y}`;
  }

  /** @param {Motion} motion @param {Sublattice} period */
  placeOf({ element, move }, period) {
    const [x, y] = this.images[element].corner;
    return reduced([move[0] + x, move[1] + y], period);
  }
}

/** All tilings with a period that have the piece, unturned, at the origin. */
export class TorusSearch {
  /**
   * @param {Machine} machine  Whose arrays may be released once the search is given up.
   * @param {Positions} positions @param {Sublattice} period
   */
  constructor(machine, positions, period) {
    this.machine = machine;
    this.positions = positions;
    this.period = period;
    this.size = positions.geometry.area(period);
    /** @type {Motion[]} */
    this.tiles = [];
    const rows = this.place();
    // Otherwise the piece overlaps its own translate.
    this.complete =
      !this.tiles.length || String(this.tiles[0].move) !== "0,0" || this.tiles[0].element > 0;
    /** @type {Field[]} */
    this.arrays = [];
    if (!this.complete) this.lay(rows);
  }

  /** List all tiles on the torus, and return the cells of each. */
  place() {
    const { positions, period, size } = this,
      { geometry, cells } = positions,
      [a, b, d] = period,
      { kinds } = geometry,
      length = cells.length;
    const rows = new Int32Array(positions.turns.length * a * d * length);
    /** The rows with a sum of their cells. @type {Map<number, number[]>} */
    const seen = new Map();
    const row = new Int32Array(length),
      taken = new Int32Array(size);
    let count = 0,
      clock = 0;
    for (const element of positions.turns) {
      const { image } = positions.images[element],
        down = image.map(([r]) => r),
        kind = image.map(([, c]) => ((c % kinds) + kinds) % kinds),
        across = image.map(([, c], i) => (c - kind[i]) / kinds);
      for (let place = 0; place < a * d; place++) {
        const x = Math.floor(place / d),
          y = place % d;
        clock++;
        let proper = true,
          sum = 0;
        for (let i = 0; i < length && proper; i++) {
          const times = Math.floor((down[i] + x) / a),
            column = (across[i] + y - times * b) % d;
          const cell =
            ((down[i] + x - times * a) * d + (column < 0 ? column + d : column)) * kinds + kind[i];
          proper = taken[cell] !== clock;
          taken[cell] = clock;
          row[i] = cell;
          sum = (sum + Math.imul(cell + 1, 0x9e3779b1) * ((cell & 15) + 1)) | 0;
        }
        if (!proper) continue;
        row.sort();
        // Two orientations may cover the same cells modulo the period; one is enough.
        const like = seen.get(sum);
        if (like?.some((other) => row.every((cell, i) => cell === rows[other * length + i])))
          continue;
        if (like) like.push(count);
        else seen.set(sum, [count]);
        rows.set(row, count++ * length);
        this.tiles.push({ element, move: [x, y] });
      }
    }
    return rows.subarray(0, count * length);
  }

  /** Lay out the arrays of the kernel. @param {Int32Array} rows */
  lay(rows) {
    const { machine, size, tiles, positions } = this,
      length = positions.cells.length,
      order = this.outwards(rows.subarray(0, length)),
      cells = rows.map((cell) => order[cell]),
      first = new Int32Array(size + 1);
    for (const cell of cells) first[cell + 1]++;
    for (let cell = 0; cell < size; cell++) first[cell + 1] += first[cell];
    const at = first.slice(),
      options = new Int32Array(cells.length);
    for (const [i, cell] of cells.entries()) options[at[cell]++] = Math.floor(i / length);
    const taken = new Int32Array(size);
    for (const cell of cells.subarray(0, length)) taken[cell] = 1;
    this.state = machine.array("i64", [3]);
    this.found = machine.array("i64", [BATCH, size + 1]);
    this.arrays = [
      machine.from("i64", cells, [tiles.length, length]),
      machine.from("i64", first),
      machine.from("i64", options),
      machine.array("i64", [tiles.length]),
      machine.from("i64", taken),
      machine.array("i64", [1], 1),
      machine.array("i64", [size + 1], -1),
      machine.array("i64", [size + 1]),
      this.state,
      this.found,
    ];
  }

  /** Number the cells of the torus outwards from the given ones. @param {Int32Array} start */
  outwards(start) {
    const { period, positions, size } = this,
      { geometry } = positions,
      { kinds, lattice } = geometry,
      width = period[2] * kinds,
      order = Array.from(start),
      number = new Int32Array(size).fill(-1);
    for (const [i, cell] of order.entries()) number[cell] = i;
    for (const cell of order) {
      const row = Math.floor(cell / width),
        column = cell % width;
      for (const [down, right] of lattice.faces[column % kinds]) {
        const other = geometry.number([row + down, column + right], period);
        if (number[other] < 0) number[other] = order.push(other) - 1;
      }
    }
    return number;
  }

  /**
   * The tilings that the next slice of at most so many nodes in all finds.
   * @param {number} nodes
   * @returns {Periodic[]}
   */
  advance(nodes) {
    const { state, found } = this;
    if (this.complete || !state || !found) return [];
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
    return this.complete || Number(this.state?.values[TAKEN]) >= nodes;
  }
}

/** The same tiling with the smallest period. @param {Periodic} tiling @param {Positions} positions @returns {Periodic} */
export function primitive({ period: [a, b, d], tiles }, positions) {
  const whole = /** @type {Sublattice} */ ([a, b, d]),
    keys = new Set(tiles.map((tile) => positions.key(tile, whole))),
    [first] = tiles,
    [x, y] = positions.placeOf(first, whole);
  /** @type {Pair[]} */
  const moves = [
    [a, b],
    [0, d],
  ];
  for (const other of tiles) {
    if (positions.shape[other.element] !== positions.shape[first.element]) continue;
    const place = positions.placeOf(other, whole),
      [down, across] = [place[0] - x, place[1] - y];
    const same = tiles.every(({ element, move }) =>
      keys.has(positions.key({ element, move: [move[0] + down, move[1] + across] }, whole)),
    );
    if (same) moves.push([down, across]);
  }
  const period = /** @type {Sublattice} */ (hermite(moves));
  /** @type {Map<string, Motion>} */
  const kept = new Map();
  for (const tile of tiles) {
    const key = positions.key(tile, period);
    if (!kept.has(key)) kept.set(key, { element: tile.element, move: reduced(tile.move, period) });
  }
  return { period, tiles: [...kept.values()] };
}

/** The number of classes of tiles under the symmetries of a tiling whose period is primitive. @param {Periodic} tiling @param {Positions} positions */
export function classesOf({ period, tiles }, positions) {
  const { geometry } = positions,
    keys = tiles.map((tile) => positions.key(tile, period)),
    numbers = new Map(keys.map((key, number) => [key, number])),
    back = geometry.undo(tiles[0]);
  let known = [...keys.keys()];
  // A symmetry of the tiling is determined by the image of the first tile.
  for (const there of tiles)
    for (const turn of positions.stabilizer) {
      const way = geometry.product(geometry.product(back, turn), there);
      if (!geometry.keeps(way.element, period)) continue;
      const onto = tiles.map((tile) =>
        numbers.get(positions.key(geometry.product(tile, way), period)),
      );
      if (onto.includes(undefined)) continue;
      for (const [one, image] of onto.entries()) {
        const [old, own] = [known[one], known[/** @type {number} */ (image)]];
        known = known.map((each) => (each === old ? own : each));
      }
    }
  return new Set(known).size;
}
