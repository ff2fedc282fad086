// Figures that are found one after the other: whether one is new, or how an earlier one lies like it.

/** @import { LatticeSheet } from "../../../answers" */
/** @import { LatticeFacts, Turn } from "../../engine/words/space.js" */
/** @import { Cell } from "../../geometry/geometry.js" */

import { normal } from "../../engine/words/catalog.js";
import { isConnected, turned, turnsOf } from "../../engine/words/space.js";
import { inOrder } from "../../game/state.js";
import { Lattice } from "../../geometry/lattice.js";

/** What there is to find, of one kind of cells: see `Catalog`. @typedef {{ lattice: LatticeFacts, figures: Cell[][] }} Shapes */
/**
 * How a figure is moved onto another one: flipped or not, and turned clockwise by a number of degrees.
 * `matrix` maps the points.
 * @typedef {{ flipped: boolean, degrees: number, matrix: [number, number, number, number] }} Motion
 */
/** What a drawing is; `number` is that of the figure that was found earlier, from 0. @typedef {{ is: "new" } | { is: "size" | "apart" } | { is: "known", number: number, motion: Motion }} Verdict */

/**
 * What a symmetry of the lattice does to points.
 * @param {LatticeFacts} lattice @param {Lattice} plain @param {number} element @returns {Motion}
 */
function motionOf(lattice, plain, element) {
  const cells = [
    [0, 0],
    [0, lattice.kinds],
    [1, 0],
  ];
  /** @param {Cell[]} three */
  const steps = (three) => {
    const [[x, y], ...others] = three.map((cell) => plain.center(cell));
    return others.map(([a, b]) => [a - x, b - y]);
  };
  const [[a, b], [c, d]] = steps(cells),
    [[e, f], [g, h]] = steps(turned(lattice, element, cells)),
    area = a * d - b * c;
  /** @type {Motion["matrix"]} */
  const matrix = [
    (e * d - g * b) / area,
    (f * d - h * b) / area,
    (g * a - e * c) / area,
    (h * a - f * c) / area,
  ];
  const flipped = matrix[0] * matrix[3] < matrix[1] * matrix[2],
    side = flipped ? -1 : 1,
    angle = (Math.atan2(side * matrix[1], side * matrix[0]) * 180) / Math.PI;
  return { flipped, degrees: (Math.round(angle) + 360) % 360, matrix };
}

/** How far a motion turns, either way. A flip across is as plain as a flip down. @param {Motion} motion */
export const turnBy = ({ flipped, degrees }) =>
  flipped && degrees === 180 ? 0 : Math.min(degrees, 360 - degrees);

/**
 * What a drawing is, beside the figures that were found before.
 * @param {Shapes} shapes @param {LatticeSheet | null} sheet @param {Turn} turn
 * @param {Cell[][]} found @param {Cell[]} drawn  At least one cell.
 * @returns {Verdict}
 */
export function judged({ lattice, figures }, sheet, turn, found, drawn) {
  if (drawn.length !== figures[0].length) return { is: "size" };
  if (!isConnected(lattice, drawn)) return { is: "apart" };
  const plain = new Lattice(sheet),
    wanted = String(normal(lattice, drawn));
  for (const [number, cells] of found.entries()) {
    const motions = turnsOf(lattice, turn)
      .filter((element) => String(turned(lattice, element, cells).sort(inOrder)) === wanted)
      .map((element) => motionOf(lattice, plain, element))
      .sort(
        (one, other) => Number(one.flipped) - Number(other.flipped) || turnBy(one) - turnBy(other),
      );
    if (motions.length) return { is: "known", number, motion: motions[0] };
  }
  return { is: "new" };
}
