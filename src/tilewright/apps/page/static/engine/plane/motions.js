// Exact geometry of a lattice of the plane, as in the library: the corners of cells, motions, the
// boundary of a piece, and periodic tilings, all in integers. A motion takes the point z to M z + SCALE * t,
// where M is a symmetry of the lattice and t its move.

/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { LatticeFacts } from "../words/space.js" */

import { gcd, mod } from "../words/space.js";

/** @typedef {[number, number]} Pair */
/** @typedef {{ element: number, move: Pair }} Motion */
/** The sublattice of the periods (a, b) and (0, d), with 0 <= b < d. @typedef {[a: number, b: number, d: number]} Sublattice */
/** The motions of the tiles of one period. @typedef {{ period: Sublattice, tiles: Motion[] }} Periodic */
/**
 * The boundary of a piece, counterclockwise: the number of the direction of each step, and the corner
 * where it begins.
 * @typedef {{ word: number[], corners: Pair[] }} Boundary
 */

/** Units in a period. Centers and corners of all lattices are at such points. */
export const SCALE = 6;
/** @type {Motion} */
export const REST = { element: 0, move: [0, 0] };

/** @param {Pair} one @param {Pair} other */
const inPairs = (one, other) => one[0] - other[0] || one[1] - other[1];
/** Sides from each corner to the next. @template T @param {T[]} corners @returns {[T, T][]} */
const sidesOf = (corners) =>
  corners.map((corner, i) => [corner, corners[(i + 1) % corners.length]]);

/** The corners of a cell of each kind, counterclockwise. @param {LatticeFacts} lattice @returns {Pair[][]} */
function cornersOf({ outlines, basis: [[a, b], [c, d]] }) {
  const area = a * d - b * c;
  return outlines.map((outline) => {
    const points = outline.map(
      ([x, y]) =>
        /** @type {Pair} */ ([
          Math.round((SCALE * (d * x - c * y)) / area),
          Math.round((SCALE * (a * y - b * x)) / area),
        ]),
    );
    const twice = sidesOf(points).reduce((sum, [p, q]) => sum + p[0] * q[1] - p[1] * q[0], 0);
    return twice > 0 ? points : points.reverse();
  });
}

export class Geometry {
  /** @param {LatticeFacts} lattice */
  constructor(lattice) {
    this.lattice = lattice;
    this.kinds = lattice.kinds;
    this.matrices = lattice.matrices;
    this.corners = cornersOf(lattice);
    /** @type {Pair[]} */
    this.centers = this.corners.map((corners) => {
      const [x, y] = [0, 1].map((axis) => corners.reduce((sum, each) => sum + each[axis], 0));
      return [x / corners.length, y / corners.length];
    });
    /** The number of rotations among the symmetries; they come first. */
    this.rotations = lattice.mirror;
    const steps = this.corners.flatMap(sidesOf).flatMap(([[a, b], [c, d]]) => [
      [c - a, d - b],
      [a - c, b - d],
    ]);
    /** The steps along the sides of cells. @type {Pair[]} */
    this.directions = [
      ...new Map(steps.map((step) => [String(step), /** @type {Pair} */ (step)])).values(),
    ].sort(inPairs);
    const numbers = new Map(this.directions.map((step, number) => [String(step), number]));
    /** @param {Pair} step */
    this.directionOf = (step) => /** @type {number} */ (numbers.get(String(step)));
    /** The image of each direction under each symmetry. */
    this.turned = this.matrices.map((_, element) =>
      this.directions.map((step) => this.directionOf(this.applied(element, step))),
    );
    this.opposite = this.directions.map(([a, b]) => this.directionOf([0 - a, 0 - b]));
  }

  /** @param {number} element @param {Pair} point @returns {Pair} */
  applied(element, [x, y]) {
    const [[a, b], [c, d]] = this.matrices[element];
    return [a * x + b * y, c * x + d * y];
  }

  /** The counterclockwise rotation by an angle; -1 if the lattice has none. @param {number} degrees */
  rotation(degrees) {
    const [trace, up] = /** @type {Record<number, [number, boolean]>} */ ({
      60: [1, true],
      90: [0, true],
      120: [-1, true],
      180: [-2, false],
    })[degrees];
    return this.matrices.findIndex(
      ([[a], [c, d]], element) => element < this.rotations && a + d === trace && c > 0 === up,
    );
  }

  /** The center of a cell. @param {Cell} cell @returns {Pair} */
  point([row, column]) {
    const kind = mod(column, this.kinds),
      [x, y] = this.centers[kind];
    return [SCALE * row + x, (SCALE * (column - kind)) / this.kinds + y];
  }

  /** The cell with a center. @param {Pair} point @returns {Cell} */
  cell([x, y]) {
    for (const [kind, [a, b]] of this.centers.entries())
      if (mod(x - a, SCALE) === 0 && mod(y - b, SCALE) === 0)
        return [(x - a) / SCALE, ((y - b) / SCALE) * this.kinds + kind];
    throw new Error(`${x},${y} is no center`);
  }

  /** @param {Motion} motion @param {Pair} point @returns {Pair} */
  moved({ element, move }, point) {
    const [x, y] = this.applied(element, point);
    return [x + SCALE * move[0], y + SCALE * move[1]];
  }

  /** Where a motion takes cells, in the same order. @param {Motion} motion @param {Cell[]} cells */
  image(motion, cells) {
    return cells.map((cell) => this.cell(this.moved(motion, this.point(cell))));
  }

  /** One motion followed by another. @param {Motion} first @param {Motion} second @returns {Motion} */
  product(first, second) {
    const [a, b] = this.applied(second.element, first.move);
    return {
      element: this.lattice.compose[second.element][first.element],
      move: [a + second.move[0], b + second.move[1]],
    };
  }

  /** The inverse. @param {Motion} motion @returns {Motion} */
  undo({ element, move }) {
    const back = this.lattice.inverse[element],
      [a, b] = this.applied(back, move);
    return { element: back, move: [0 - a, 0 - b] };
  }

  /**
   * The motion with a symmetry that takes one point to another; null if it does not preserve the lattice.
   * @param {number} element @param {Pair} before @param {Pair} after
   * @returns {Motion | null}
   */
  about(element, before, after) {
    const [x, y] = this.applied(element, before),
      move = /** @type {Pair} */ ([(after[0] - x) / SCALE, (after[1] - y) / SCALE]);
    return move.every(Number.isInteger) ? { element, move } : null;
  }

  /** Which cell of one period a cell repeats. @param {Cell} cell @param {Sublattice} period */
  number([row, column], [a, b, d]) {
    const kind = mod(column, this.kinds),
      times = Math.floor(row / a);
    const across = mod((column - kind) / this.kinds - times * b, d);
    return ((row - times * a) * d + across) * this.kinds + kind;
  }

  /** The cells in one period. @param {Sublattice} period */
  area([a, , d]) {
    return this.kinds * a * d;
  }
}

/** A translation modulo a period. @param {Pair} move @param {Sublattice} period @returns {Pair} */
function reduced([x, y], [a, b, d]) {
  const times = Math.floor(x / a);
  return [x - times * a, mod(y - times * b, d)];
}

/** The sublattice that vectors span; null if they are all parallel. @param {Pair[]} vectors @returns {Sublattice | null} */
function hermite(vectors) {
  let [a, b, d] = [0, 0, 0];
  for (let [x, y] of vectors) {
    while (x) {
      if (!a || Math.abs(x) < Math.abs(a)) {
        [a, b, x, y] = [x, y, a, b];
        continue;
      }
      const times = Math.floor(x / a);
      [x, y] = [x - times * a, y - times * b];
    }
    d = gcd(d, y);
  }
  if (!a || !d) return null;
  return a < 0 ? [-a, mod(-b, d), d] : [a, mod(b, d), d];
}

/** The boundary of a connected piece; null if it has a hole. @param {Geometry} geometry @param {Cell[]} cells @returns {Boundary | null} */
export function boundaryOf(geometry, cells) {
  const sides = cells.flatMap(([row, column]) => {
    const kind = mod(column, geometry.kinds),
      across = (column - kind) / geometry.kinds;
    return sidesOf(
      geometry.corners[kind].map(
        ([x, y]) => /** @type {Pair} */ ([x + SCALE * row, y + SCALE * across]),
      ),
    );
  });
  const known = new Set(sides.map(String)),
    outer = sides.filter(([one, other]) => !known.has(String([other, one])));
  // A connected piece whose boundary meets itself in a corner encloses a cell that is not in it.
  const following = new Map(outer.map(([one, other]) => [String(one), other]));
  if (following.size < outer.length) return null;
  const [start] = outer.map(([one]) => one).sort(inPairs);
  /** @type {Boundary} */
  const way = { word: [], corners: [] };
  let at = start;
  do {
    const to = /** @type {Pair} */ (following.get(String(at)));
    way.corners.push(at);
    way.word.push(geometry.directionOf([to[0] - at[0], to[1] - at[1]]));
    at = to;
  } while (String(at) !== String(start));
  return way.word.length === outer.length ? way : null;
}

/** Whether the tiles of one period cover every cell once. @param {Geometry} geometry @param {Periodic} tiling @param {Cell[]} cells */
function covers(geometry, { period, tiles }, cells) {
  const covered = tiles
    .flatMap((motion) => geometry.image(motion, cells))
    .map((cell) => geometry.number(cell, period));
  return (
    covered.length === geometry.area(period) && new Set(covered).size === geometry.area(period)
  );
}

/**
 * The tiling by all images of a piece under the group that motions generate; null if they do not tile.
 * @param {Geometry} geometry @param {Motion[]} motions @param {Cell[]} cells
 * @returns {Periodic | null}
 */
export function fromMotions(geometry, motions, cells) {
  // The translations of the group are generated by the Schreier generators.
  const generators = [...motions, ...motions.map((motion) => geometry.undo(motion))],
    chosen = new Map([[0, REST]]),
    waiting = [REST];
  /** @type {Pair[]} */
  const moves = [];
  for (const motion of waiting)
    for (const generator of generators) {
      const product = geometry.product(generator, motion),
        known = chosen.get(product.element);
      if (known) moves.push(geometry.product(geometry.undo(known), product).move);
      else {
        chosen.set(product.element, product);
        waiting.push(product);
      }
    }
  const period = hermite(moves);
  if (!period) return null;
  const tiles = [...chosen.values()].map(({ element, move }) => ({
    element,
    move: reduced(move, period),
  }));
  return covers(geometry, { period, tiles }, cells) ? { period, tiles } : null;
}
