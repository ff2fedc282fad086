// Lattices and surfaces as the library knows them: where symmetries take cells, and which cells of
// the plane are the same where sides are joined. What there is to know comes as data.

import { FAULTS } from "../../texts/en.js";

/** @import { LatticeSheet } from "../../../answers" */
/** @import { Cell } from "../../geometry/geometry.js" */

/**
 * @typedef {object} LatticeFacts
 * @property {string} name
 * @property {string} cells  What its cells are called.
 * @property {number} dimension
 * @property {number} kinds
 * @property {Turn} turn
 * @property {number[][][]} matrices  What each symmetry does to coordinates in periods.
 * @property {number[][][]} shift  What is added for a cell of each kind.
 * @property {number[][]} kind  The kind that each kind becomes.
 * @property {number[][]} compose
 * @property {number[]} inverse
 * @property {number[][]} cycles
 * @property {number} mirror  The first symmetry that is a reflection.
 * @property {number[]} halves  The half-turns that pieces may be turned by.
 * @property {Cell[][]} faces
 * @property {Cell[][]} sides
 * @property {[number, number][][]} outlines
 * @property {number[][]} basis
 * @property {number[][][]} corners  The corners of a cell of each kind, as integers; of lattices of the plane.
 * @property {number} scale  How many of them a period is.
 * @property {LatticeSheet} sheet
 * @property {[singular: string, plural: string][]} families  By size, from 1.
 * @property {Record<string, string[]>} called  What members of families are called, by size.
 * @typedef {"free" | "one-sided" | "half-turn" | "fixed"} Turn
 */

/** What is asked for is wrong, and why. */
export class Invalid extends Error {}
/** What is asked for is too much for the page. */
export class Unsupported extends Error {}

/** The remainder, which is never negative. @param {number} x @param {number} by */
export const mod = (x, by) => ((x % by) + by) % by;
/** The greatest common divisor. @param {number} a @param {number} b @returns {number} */
export const gcd = (a, b) => (b ? gcd(b, a % b) : Math.abs(a));
/** @param {Cell} one @param {Cell} other @returns {Cell} */
export const plus = (one, other) => one.map((x, i) => x + other[i]);
/** @param {Cell} one @param {Cell} other @returns {Cell} */
export const minus = (one, other) => one.map((x, i) => x - other[i]);
/** @param {Cell} cell */
const isZero = (cell) => cell.every((x) => x === 0);

/** @param {LatticeFacts} lattice @param {Cell} cell */
export const kindOf = ({ kinds }, cell) => mod(cell[cell.length - 1], kinds);

/**
 * Where a symmetry takes a cell.
 * @param {LatticeFacts} lattice @param {number} element @param {Cell} cell
 * @returns {Cell}
 */
export function image({ matrices, shift, kind, kinds }, element, cell) {
  const last = cell.length - 1,
    own = mod(cell[last], kinds);
  const reduced = [...cell.slice(0, last), Math.floor(cell[last] / kinds)];
  const moved = matrices[element].map((row, axis) =>
    row.reduce((sum, x, i) => sum + x * reduced[i], shift[element][own][axis]),
  );
  moved[last] = moved[last] * kinds + kind[element][own];
  return moved;
}

/** The translation by which cells are away from the origin. @param {LatticeFacts} lattice @param {Cell[]} cells @returns {Cell} */
export function cornerOf({ kinds }, cells) {
  const corner = cells[0].map((_, axis) =>
    cells.reduce((low, x) => Math.min(low, x[axis]), Infinity),
  );
  const last = corner.length - 1;
  corner[last] -= mod(corner[last], kinds);
  return corner;
}

/** Cells at the origin, in the same order. @param {LatticeFacts} lattice @param {Cell[]} cells */
export function atOrigin(lattice, cells) {
  const corner = cornerOf(lattice, cells);
  return cells.map((cell) => minus(cell, corner));
}

/**
 * Where a symmetry takes cells, moved to the origin.
 * @param {LatticeFacts} lattice @param {number} element @param {Cell[]} cells
 */
export const turned = (lattice, element, cells) =>
  atOrigin(
    lattice,
    cells.map((cell) => image(lattice, element, cell)),
  );

/** Whether cells in space lie in one plane. @param {Cell[]} cells */
export function areFlat([first, ...others]) {
  const steps = others.map((cell) => minus(cell, first));
  return steps.every(([a, b, c], i) =>
    steps
      .slice(0, i)
      .every(([d, e, f], j) =>
        steps
          .slice(0, j)
          .every(
            ([g, h, k]) => a * (e * k - f * h) - b * (d * k - f * g) + c * (d * h - e * g) === 0,
          ),
      ),
  );
}

/**
 * The symmetries that a way of turning allows. In space, a flat piece can be turned over, so its
 * mirror image is the same piece.
 * @param {LatticeFacts} lattice @param {Turn} turn @param {Cell[]} [cells]  Of the piece.
 */
export function turnsOf({ matrices, mirror, halves, dimension }, turn, cells) {
  if (turn === "half-turn") return halves;
  const over = dimension > 2 && turn === "one-sided" && cells && areFlat(cells);
  const number = { free: matrices.length, "one-sided": mirror, fixed: 1 }[over ? "free" : turn];
  return Array.from({ length: number }, (_, element) => element);
}

/** Whether cells are in one part. @param {LatticeFacts} lattice @param {Cell[]} cells */
export function isConnected(lattice, cells) {
  const left = new Set(cells.slice(1).map(String)),
    reached = [cells[0]];
  for (const cell of reached)
    for (const step of lattice.faces[kindOf(lattice, cell)]) {
      const next = plus(cell, step);
      if (left.delete(String(next))) reached.push(next);
    }
  return left.size === 0;
}

/** @param {number} x @param {number} by */
const floor = (x, by) => Math.floor(x / by);
/** @param {number} x @param {number} by */
const ceil = (x, by) => -Math.floor(-x / by);

/**
 * The periods in one form: the same for all that have the same combinations.
 * @param {Cell[]} periods
 * @returns {Cell[]}
 */
function normalForm(periods) {
  if (periods.length === 2) {
    let [[a, b], [c, d]] = periods;
    if (a * d === b * c) throw new Invalid(FAULTS.periods);
    while (c) [a, b, c, d] = [c, d, a - floor(a, c) * c, b - floor(a, c) * d];
    d = Math.abs(d);
    if (a < 0) [a, b] = [-a, -b];
    return [
      [a, mod(b, d)],
      [0, d],
    ];
  }
  if (periods.length === 1) {
    const [[a, b]] = periods;
    if (!a && !b) throw new Invalid(FAULTS.noPeriod);
    return [a > 0 || (a === 0 && b > 0) ? [a, b] : [-a, -b]];
  }
  return [];
}

/** The surfaces with a name of their own. */
export const SURFACES = ["cylinder", "moebius", "torus", "klein"];
const PAIR = "-?[0-9]{1,9},-?[0-9]{1,9}";
const GENERAL = new RegExp(`^([a-z]+)\\[(${PAIR}(?:;${PAIR})?)(?:\\|([0-9]{1,2})@(${PAIR}))?\\]$`);

/** How the sides of a flat board are joined. */
export class Surface {
  /**
   * @param {Cell[]} [periods]  Translations that lead from a cell to itself.
   * @param {{ element: number, shift: Cell } | null} [glide]  A symmetry and a translation that do so, too.
   * @param {string} [name]
   */
  constructor(periods = [], glide = null, name = "flat") {
    this.periods = normalForm(periods);
    this.joined = this.periods.length > 0;
    const kinds = this.periods.length === 2 ? ["klein", "torus"] : ["moebius", "cylinder"];
    this.name = this.joined && name === "flat" ? kinds[Number(!glide)] : name;
    this.glide = glide && { element: glide.element, shift: this.reduced(glide.shift) };
    /** How many moves there are of which every other one is a translation away. */
    this.turnings = glide ? [0, glide.element] : [0];
  }

  /** @param {string} name @param {number[]} shape @param {LatticeFacts} lattice */
  static named(name, shape, lattice) {
    if (!name || name === "flat") return new Surface();
    const match = GENERAL.exec(name);
    if (match) {
      const pair = (/** @type {string} */ text) => text.split(",").map(Number);
      const glide = match[3] ? { element: Number(match[3]), shift: pair(match[4]) } : null;
      return new Surface(match[2].split(";").map(pair), glide, match[1]);
    }
    if (!SURFACES.includes(name)) throw new Invalid(FAULTS.surface(name, SURFACES.join(", ")));
    if (lattice.dimension !== 2) throw new Invalid(FAULTS.joined(lattice.cells));
    const [rows, columns] = shape;
    if (columns % lattice.kinds) throw new Invalid(FAULTS.kinds(lattice.cells, columns));
    const upright = name === "torus" || name === "klein" ? [[rows, 0]] : [];
    if (name === "cylinder" || name === "torus")
      return new Surface([...upright, [0, columns]], null, name);
    if (lattice.name !== "square") throw new Invalid(FAULTS.slanted(lattice.cells));
    const flip = lattice.matrices.findIndex((matrix) => String(matrix) === "-1,0,0,1");
    const glide = { element: flip, shift: [rows - 1, columns] };
    return new Surface([...upright, [0, 2 * columns]], glide, name);
  }

  /** What it is called in a sentence. */
  get title() {
    return FAULTS.surfaces[this.name] ?? this.name;
  }

  /** @param {Surface} other */
  equals(other) {
    return (
      JSON.stringify([this.periods, this.glide]) === JSON.stringify([other.periods, other.glide])
    );
  }

  /** The word that `named` reads for a board of this shape. @param {number[]} shape @param {LatticeFacts} lattice */
  word(shape, lattice) {
    if (!this.joined) return "";
    if (SURFACES.includes(this.name) && lattice.dimension === 2) {
      try {
        if (Surface.named(this.name, shape, lattice).equals(this)) return this.name;
      } catch (error) {
        if (!(error instanceof Invalid)) throw error;
      }
    }
    const glide = this.glide ? `|${this.glide.element}@${this.glide.shift}` : "";
    return `${this.name}[${this.periods.join(";")}${glide}]`;
  }

  /** Throw if it is no group of moves of a lattice. @param {LatticeFacts} lattice */
  check(lattice) {
    for (const period of this.periods)
      if (mod(period[1], lattice.kinds))
        throw new Invalid(FAULTS.period(String(period), lattice.cells));
    if (!this.glide) return;
    const { element } = this.glide;
    if (!(element > 0 && element < lattice.matrices.length))
      throw new Invalid(FAULTS.glide(lattice.matrices.length - 1, element));
    const origin = [0, 0],
      once = this.image(lattice, 1, origin),
      twice = this.image(lattice, 1, once);
    const back = lattice.compose[element][element] === 0 && isZero(this.reduced(twice));
    const kept = this.periods.every((period) =>
      isZero(this.reduced(minus(this.image(lattice, 1, period), once))),
    );
    if (!back || !kept) throw new Invalid(FAULTS.badGlide);
  }

  /** A cell of the plane where it is the same for all its copies. @param {Cell} cell @returns {Cell} */
  reduced(cell) {
    let moved = cell;
    for (const period of this.periods) {
      const axis = period[0] ? 0 : 1,
        times = floor(moved[axis], period[axis]);
      moved = moved.map((x, i) => x - times * period[i]);
    }
    return moved;
  }

  /** Where a move takes a cell: 0 is the identity, 1 the glide. @param {LatticeFacts} lattice @param {number} turning @param {Cell} cell */
  image(lattice, turning, cell) {
    if (!turning || !this.glide) return cell;
    return plus(image(lattice, this.glide.element, cell), this.glide.shift);
  }

  /** Where a piece may begin, so that it lies in every way: the cells, and where the glide takes them. @param {LatticeFacts} lattice @param {Cell[]} cells */
  places(lattice, cells) {
    return this.turnings.flatMap((_, turning) =>
      cells.map((cell) => this.image(lattice, turning, cell)),
    );
  }

  /**
   * Where each move takes all cells, for the moves that may take one of them to a part of the plane.
   * @param {LatticeFacts} lattice @param {Cell[]} cells
   * @param {Cell} low  The first cell of the part. @param {Cell} high  Where it ends.
   */
  *images(lattice, cells, low, high) {
    for (const turning of this.turnings.keys()) {
      const moved = cells.map((cell) => this.image(lattice, turning, cell));
      const least = low.map((_, axis) =>
          moved.reduce((x, cell) => Math.min(x, cell[axis]), Infinity),
        ),
        most = low.map((_, axis) => moved.reduce((x, cell) => Math.max(x, cell[axis]), -Infinity));
      const last = high.map((x, axis) => x - 1 - least[axis]);
      for (const shift of this.translations(minus(low, most), last))
        yield moved.map((cell) => plus(cell, shift));
    }
  }

  /** The combinations of the periods in a box. @param {Cell} low @param {Cell} high */
  translations(low, high) {
    let shifts = [low.map(() => 0)];
    for (const period of this.periods) {
      const axis = period[0] ? 0 : 1,
        step = period[axis];
      shifts = shifts.flatMap((shift) => {
        const first = ceil(low[axis] - shift[axis], step),
          last = floor(high[axis] - shift[axis], step);
        return Array.from({ length: Math.max(0, last + 1 - first) }, (_, i) =>
          shift.map((x, at) => x + (first + i) * period[at]),
        );
      });
    }
    return shifts.filter((shift) => shift.every((x, axis) => x >= low[axis] && x <= high[axis]));
  }

  /**
   * The cells of a part of the plane that are the same as cells of a board, each with the number of
   * that cell.
   * @param {LatticeFacts} lattice @param {Cell[]} cells @param {Cell} low @param {Cell} high
   */
  *copies(lattice, cells, low, high) {
    for (const moved of this.images(lattice, cells, low, high))
      for (const [number, cell] of moved.entries())
        if (cell.every((x, axis) => x >= low[axis] && x < high[axis]))
          yield/** @type {[Cell, number]} */ ([cell, number]);
  }

  /**
   * After which translations a symmetry leaves the surface as it is.
   * @param {LatticeFacts} lattice @param {number} element @param {Cell[]} shifts
   */
  kept(lattice, element, shifts) {
    const origin = [0, 0],
      home = image(lattice, element, origin);
    const periods = normalForm(
      this.periods.map((period) => minus(image(lattice, element, period), home)),
    );
    if (String(periods) !== String(this.periods)) return [];
    const { glide } = this;
    if (!glide) return shifts;
    const { compose, inverse } = lattice,
      own = compose[compose[element][glide.element]][inverse[element]];
    if (own !== glide.element) return [];
    return shifts.filter((shift) => {
      const start = plus(home, shift),
        end = plus(image(lattice, element, this.image(lattice, 1, origin)), shift);
      return String(this.reduced(minus(end, image(lattice, own, start)))) === String(glide.shift);
    });
  }
}
