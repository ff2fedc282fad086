// The arrows beside joined sides, as the library draws them.

/** @import { Cell, Point } from "../../geometry/geometry.js" */
/** @import { Board } from "./boards.js" */
/** @import { Facts } from "./catalog.js" */
/** @import { LatticeFacts } from "./space.js" */

import { inOrder } from "../../game/state.js";
import { kindOf, plus } from "./space.js";

/**
 * A motion of the plane: x goes to `x linear + shift`.
 * @typedef {{ linear: [Point, Point], shift: Point }} Motion
 */

/** @param {Point} point @param {[Point, Point]} matrix @returns {Point} */
const times = ([x, y], [[a, b], [c, d]]) => [x * a + y * c, x * b + y * d];
/** @param {Point} one @param {Point} other @returns {Point} */
const sum = ([x, y], [u, v]) => [x + u, y + v];
/** @param {Point} one @param {Point} other @returns {Point} */
const difference = ([x, y], [u, v]) => [x - u, y - v];
/** @param {Point} one @param {Point} other */
const dot = ([x, y], [u, v]) => x * u + y * v;
/** @param {Point} point @param {number} by @returns {Point} */
const scaled = ([x, y], by) => [x * by, y * by];
/** @param {[Point, Point]} matrix @returns {[Point, Point]} */
const inverse = ([[a, b], [c, d]]) => {
  const area = a * d - b * c;
  return [
    [d / area, -b / area],
    [-c / area, a / area],
  ];
};

/** Where a cell is, if the box of the cells at the origin begins at 0. @param {LatticeFacts} lattice @param {Cell} cell @returns {Point} */
function place({ basis, kinds, outlines }, [row, column]) {
  const across = Math.floor(column / kinds),
    corners = outlines.flat();
  return [
    row * basis[0][0] + across * basis[1][0] - Math.min(...corners.map(([x]) => x)),
    row * basis[0][1] + across * basis[1][1] - Math.min(...corners.map(([, y]) => y)),
  ];
}

/** The corners of a cell. @param {LatticeFacts} lattice @param {Cell} cell @returns {Point[]} */
const outline = (lattice, cell) =>
  lattice.outlines[kindOf(lattice, cell)].map((corner) => sum(corner, place(lattice, cell)));

/** @param {LatticeFacts} lattice @param {Cell} cell @returns {Point} */
const center = (lattice, cell) => middle(outline(lattice, cell));

/** @param {Point[]} points @returns {Point} */
const middle = (points) => scaled(points.reduce(sum), 1 / points.length);

/** Each open side of a cell: the cell beyond it, and its ends. @param {Board} board @returns {{ beyond: string, ends: Point[] }[]} */
function openSides({ lattice, cells, number }) {
  return [...cells].sort(inOrder).flatMap((cell) => {
    const corners = outline(lattice, cell);
    return lattice.sides[kindOf(lattice, cell)].flatMap((step, i) => {
      const beyond = String(plus(cell, step));
      if (number.has(beyond)) return [];
      return [{ beyond, ends: [corners[i], corners[(i + 1) % corners.length]] }];
    });
  });
}

/** The motions to copies of the board beside it, with the cells of each copy. @param {Board} board */
function* motions({ lattice, surface, cells, shape }) {
  const far = 2 * lattice.kinds,
    corners = [
      [0, 0],
      [0, lattice.kinds],
      [1, 0],
    ],
    all = [...cells, ...corners];
  const [origin, right, down] = corners.map((cell) => center(lattice, cell)),
    before = inverse([difference(right, origin), difference(down, origin)]);
  const high = shape.map((side) => side + far);
  for (const moved of surface.images(lattice, all, [-far, -far], high)) {
    if (String(moved) === String(all)) continue;
    const [start, across, below] = moved.slice(cells.length).map((cell) => center(lattice, cell));
    const linear = /** @type {[Point, Point]} */ (
      before.map((row) => times(row, [difference(across, start), difference(below, start)]))
    );
    const motion = { linear, shift: difference(start, times(origin, linear)) };
    yield { motion, where: new Set(moved.slice(0, cells.length).map(String)) };
  }
}

/** The direction in which points lie, to the right or downwards. @param {Point[]} points @param {number} noise @returns {Point} */
function direction(points, noise) {
  const home = middle(points),
    away = points.map((point) => difference(point, home));
  const round = (/** @type {number} */ x) => Math.round(x / noise) * noise + 0;
  const twice = round(2 * away.reduce((total, [x, y]) => total + x * y, 0)),
    spread = round(away.reduce((total, [x, y]) => total + x * x - y * y, 0));
  const angle = Math.atan2(twice, spread) / 2,
    along = /** @type {Point} */ ([Math.cos(angle), Math.sin(angle)]);
  const steeper = Number(Math.abs(along[1]) > Math.abs(along[0]) + noise);
  return along[steeper] < 0 ? scaled(along, -1) : along;
}

/**
 * The lines of the arrows.
 * @param {Facts} facts @param {Board} board
 * @returns {Point[][]}
 */
export function seamsOf({ arrows }, board) {
  if (!board.surface.joined) return [];
  const { noise } = arrows,
    near = (/** @type {number} */ x) => Math.round(x / noise) + 0;
  const name = (/** @type {Motion} */ { linear, shift }) =>
    String([...linear, shift].flat().map(near));
  const sides = openSides(board);
  /** @type {Map<string, { motion: Motion, sides: Point[][] }>} */
  const found = new Map();
  for (const { motion, where } of motions(board)) {
    const joined = sides.filter(({ beyond }) => where.has(beyond)).map(({ ends }) => ends);
    if (joined.length) found.set(name(motion), { motion, sides: joined });
  }
  let listed = [...found.values()].sort((one, other) => other.sides.length - one.sides.length);
  if (listed.length > 4) listed = listed.filter(({ sides: joined }) => joined.length > 1);
  const far = (/** @type {{ motion: Motion }} */ { motion: { shift } }) => near(Math.abs(shift[0]));
  listed.sort((one, other) => far(other) - far(one));
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {Point[][]} */
  const lines = [];
  let heads = 0;
  for (const { motion, sides: joined } of listed) {
    if (done.has(name(motion))) continue;
    const back = inverse(motion.linear);
    done.add(name(motion));
    done.add(name({ linear: back, shift: scaled(times(motion.shift, back), -1) }));
    heads++;
    for (const [start, end] of pair(motion, joined.flat(), arrows))
      lines.push(...strokes(start, end, heads, arrows.head));
  }
  const round = (/** @type {number} */ x) => Math.round(x * 1e6) / 1e6 + 0;
  return lines.map((line) => line.map((point) => /** @type {Point} */ (point.map(round))));
}

/** The arrow beside some sides, and the one beside those that they are joined with. @param {Motion} motion @param {Point[]} points @param {Facts["arrows"]} sizes @returns {[Point, Point][]} */
function pair({ linear, shift }, points, { away, share, least, greatest, noise }) {
  const home = middle(points),
    along = direction(points, noise);
  let outward = /** @type {Point} */ ([along[1], -along[0]]);
  const leads = dot(outward, difference(sum(shift, times(home, linear)), home));
  if (Math.round(leads / noise) < 0) outward = scaled(outward, -1);
  const reach = points.map((point) => dot(difference(point, home), along)),
    far = points.map((point) => dot(difference(point, home), outward));
  const [low, high] = [Math.min(...reach), Math.max(...reach)];
  const length = Math.min(Math.max(share * (high - low), least), greatest);
  const at = sum(home, scaled(along, (high + low) / 2)),
    ends = [difference(at, scaled(along, length / 2)), sum(at, scaled(along, length / 2))];
  const back = inverse(linear),
    beyond = scaled(times(outward, back), -1);
  const own = scaled(outward, Math.max(...far) + away),
    other = scaled(beyond, away - Math.min(...far));
  const beside = ends.map((end) => times(difference(end, shift), back));
  return [
    [sum(ends[0], own), sum(ends[1], own)],
    [sum(beside[0], other), sum(beside[1], other)],
  ];
}

/** The lines of an arrow: the shaft, then the heads. @param {Point} start @param {Point} end @param {number} heads @param {number} size @returns {Point[][]} */
function strokes([x, y], [u, v], heads, size) {
  const length = Math.max(Math.hypot(u - x, v - y), 1e-9),
    [dx, dy] = [(u - x) / length, (v - y) / length];
  /** @type {Point[][]} */
  const lines = [
    [
      [x, y],
      [u, v],
    ],
  ];
  for (let number = 0; number < heads; number++) {
    const [tipX, tipY] = [u - number * size * dx, v - number * size * dy];
    lines.push(
      [-1, 0, 1].map((side) =>
        side
          ? [tipX - size * (dx + side * dy * 0.7), tipY - size * (dy - side * dx * 0.7)]
          : [tipX, tipY],
      ),
    );
  }
  return lines;
}
