// A board on which many tilings are seen at once: its sides between cells, each as dark as it is often
// a boundary.

/** @import { Cell, Point } from "../../geometry/geometry.js" */
/** @import { Lattice } from "../../geometry/lattice.js" */

import { key } from "../../geometry/geometry.js";
import { add } from "../../geometry/lattice.js";
import { s } from "../../parts/dom.js";

/** A side between two cells of a board: where it is, and a line to be drawn there. @typedef {{ cells: [Cell, Cell], line: SVGLineElement }} Side */

/** Corners that are nearer than this are one. */
const NEAR = 1e-4;

/**
 * The sides between the cells of a board. One that is joined to another is there twice; what is
 * between layers of cubes is not drawn.
 * @param {Cell[]} cells @param {Lattice} lattice
 * @returns {Side[]}
 */
export function sidesOf(cells, lattice) {
  const inside = new Set(cells.map(key)),
    found = [];
  for (const cell of cells)
    for (const step of lattice.data.faces[lattice.kind(cell)]) {
      const beyond = add(cell, step),
        other = lattice.home(beyond),
        joined = key(other) !== key(beyond);
      if (!inside.has(key(other)) || (lattice.solid && step[0])) continue;
      // The same side is met from both of its cells.
      if (!joined && key(cell) > key(other)) continue;
      const ends = shared(lattice.polygon(cell), lattice.polygon(beyond));
      if (ends.length < 2) continue;
      const [[x1, y1], [x2, y2]] = ends,
        line = s("line", { class: "side-heat", x1, y1, x2, y2 });
      found.push({ cells: /** @type {[Cell, Cell]} */ ([cell, other]), line });
    }
  return found;
}

/** The corners that two polygons have in common. @param {Point[]} one @param {Point[]} other */
const shared = (one, other) =>
  one.filter(([x, y]) => other.some(([a, b]) => Math.hypot(a - x, b - y) < NEAR));
