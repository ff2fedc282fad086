// Cells and the lattice of squares: their sides, which cell a point is in, what a line passes,
// outlines of shapes. Nothing else on the page knows where squares are; what other cells there are,
// `lattice` knows.

/** @typedef {number[]} Cell  Row and column, of cubes layer, row and column. Rows grow downwards. */
/** @typedef {[x: number, y: number]} Point  In cells: the side of one is 1 long. */
/** @typedef {[Cell, Cell]} Edge  The cells at the two sides of an edge. */

/** @param {Cell} cell */
export const key = (cell) => cell.join();
/** The cell that has a key. @param {string} name @returns {Cell} */
export const cellOf = (name) => name.split(",").map(Number);
/** @param {Cell} one @param {Cell} other */
export const same = (one, other) => key(one) === key(other);
/** A name for a set of cells, in whatever order. @param {Cell[]} cells */
export const keys = (cells) => cells.map(key).sort().join("-");
/** @param {Cell} cell @returns {Cell[]} */
export const neighbors = ([row, column]) => [
  [row - 1, column],
  [row + 1, column],
  [row, column - 1],
  [row, column + 1],
];
/** @param {Cell} cell @param {Cell} by @returns {Cell} */
export const moved = ([row, column], [down, right]) => [row + down, column + right];

/** Where the arrow keys lead. @type {Record<string, Cell>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/**
 * The step that a key asks for, if it does.
 * @param {KeyboardEvent} event
 * @returns {Cell | undefined}
 */
export const stepOf = (event) => STEPS[event.key];

/**
 * How many rows and columns cells have that begin at 0.
 * @param {Cell[]} cells
 * @returns {[rows: number, columns: number]}
 */
export const extent = (cells) => [
  Math.max(...cells.map(([row]) => row)) + 1,
  Math.max(...cells.map(([, column]) => column)) + 1,
];

/** The top left corner of the box around some cells. @param {Cell[]} cells @returns {Cell} */
export const corner = (cells) => [
  Math.min(...cells.map(([row]) => row)),
  Math.min(...cells.map(([, column]) => column)),
];

/** All cells of a rectangle. @param {number} rows @param {number} columns @returns {Cell[]} */
export const rectangle = (rows, columns) =>
  Array.from({ length: rows * columns }, (_, i) => [Math.floor(i / columns), i % columns]);

/** Cells moved to the top left corner, in reading order. @param {Cell[]} cells @returns {Cell[]} */
export function cornered(cells) {
  const [top, left] = corner(cells);
  return cells
    .map(([row, column]) => /** @type {Cell} */ ([row - top, column - left]))
    .sort(([a, b], [c, d]) => a - c || b - d);
}

/**
 * What turning makes of some cells, and flipping if that is allowed: each in the corner, themselves
 * first.
 * @param {Cell[]} cells
 * @param {"free" | "one-sided" | "half-turn" | "fixed"} turn
 */
export function images(cells, turn) {
  /** @param {Cell[]} those @returns {Cell[]} */
  const turned = (those) => cornered(those.map(([row, column]) => [column, -row]));
  const found = [cornered(cells)];
  if (turn === "half-turn") return [...found, turned(turned(found[0]))];
  if (turn !== "fixed") for (let i = 0; i < 3; i++) found.push(turned(found[i]));
  return turn === "free"
    ? [...found, ...found.map((those) => cornered(those.map(([row, column]) => [row, -column])))]
    : found;
}

/** Whether one gets from each cell to each other over shared sides. @param {Cell[]} cells */
export function connected(cells) {
  const left = new Set(cells.slice(1).map(key)),
    reached = cells.slice(0, 1);
  for (const cell of reached)
    for (const next of neighbors(cell)) if (left.delete(key(next))) reached.push(next);
  return left.size === 0;
}

/**
 * The cells of a drawing, with their letters: all but the dots.
 * @param {string[]} lines
 * @returns {[Cell, string][]}
 */
export const read = (lines) =>
  lines
    .flatMap((line, row) =>
      [...line].map((letter, column) => /** @type {[Cell, string]} */ ([[row, column], letter])),
    )
    .filter(([, letter]) => letter !== ".");

/** The cell that a point is in. @param {Point} point @returns {Cell} */
export const cellAt = ([x, y]) => [Math.floor(y), Math.floor(x)];

/**
 * How far a point is from the sides of its cell, and the cells beyond: the nearest first.
 * @param {Point} point
 */
function sides([x, y]) {
  const [row, column] = cellAt([x, y]);
  /** @type {[number, Cell][]} */
  const all = [
    [y - row, [row - 1, column]],
    [row + 1 - y, [row + 1, column]],
    [x - column, [row, column - 1]],
    [column + 1 - x, [row, column + 1]],
  ];
  return all.sort((a, b) => a[0] - b[0]);
}

/**
 * The edge that a point is near, if one is within reach.
 * @param {Point} point
 * @param {number} reach
 * @returns {Edge | null}
 */
export function edgeAt(point, reach) {
  const [[distance, beyond]] = sides(point);
  return distance > reach ? null : [cellAt(point), beyond];
}

/** How far a point is inside its cell. @param {Point} point */
export const depth = (point) => sides(point)[0][0];

/** The ends of an edge. @param {Edge} edge @returns {[Point, Point]} */
export function ends([one, other]) {
  const [row, column] = corner([one, other]);
  return one[0] === other[0]
    ? [
        [column + 1, row],
        [column + 1, row + 1],
      ]
    : [
        [column, row + 1],
        [column + 1, row + 1],
      ];
}

/**
 * The cells that a straight line passes, from the one that it begins in to the one that it ends in,
 * and a point of it in
 * each: the middle of what is inside, or the end.
 * @param {Point} from @param {Point} to @returns {{ cell: Cell, at: Point }[]}
 */
export function passed(from, to) {
  /**
   * How much of the line there is before it crosses the grid lines of one direction.
   * @param {0 | 1} axis
   */
  const cuts = (axis) => {
    const [a, b] = [from[axis], to[axis]];
    const first = Math.ceil(Math.min(a, b)),
      count = Math.max(0, Math.floor(Math.max(a, b)) - first + 1);
    return Array.from({ length: count }, (_, i) => (first + i - a) / (b - a)).filter(
      (part) => part > 0 && part < 1,
    );
  };
  const stops = [0, ...[...cuts(0), ...cuts(1)].sort((a, b) => a - b), 1];
  return stops.slice(1).map((stop, i) => {
    const part = (stops[i] + stop) / 2;
    /** @type {Point} */
    const at =
      stop === 1 ? to : [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    return { cell: cellAt(at), at };
  });
}

/**
 * The closed outlines of polygons that have sides in common, clockwise: lists of corners.
 * @param {Point[][]} polygons
 */
function loops(polygons) {
  /** @param {Point} point */
  const name = ([x, y]) => `${Math.round(x * 1e4)},${Math.round(y * 1e4)}`;
  /** @type {Map<string, [Point, Point]>} */
  const sides = new Map();
  for (const corners of polygons) {
    for (const [i, a] of corners.entries()) {
      const b = corners[(i + 1) % corners.length];
      // A side that two of them have in common is inside.
      if (!sides.delete(`${name(b)} ${name(a)}`)) sides.set(`${name(a)} ${name(b)}`, [a, b]);
    }
  }
  /** @type {Map<string, Point[]>} */
  const from = new Map();
  for (const [a, b] of sides.values()) from.set(name(a), [...(from.get(name(a)) ?? []), b]);
  /** @type {Map<string, Point>} */
  const points = new Map([...sides.values()].map(([a]) => [name(a), a]));
  /** @type {Point[][]} */
  const found = [];
  while (from.size) {
    const [first] = from.keys();
    const start = /** @type {Point} */ (points.get(first));
    const loop = [start];
    let at = start;
    /** @type {Point | null} */
    let direction = null;
    do {
      const next = from.get(name(at)) ?? [];
      // Where two corners touch, turn right: each keeps its own outline.
      let choice = 0;
      if (next.length > 1 && direction) {
        const [dx, dy] = direction,
          [x, y] = at;
        /** How far to the right a way leads. @param {Point} way */
        const right = ([a, b]) =>
          Math.atan2(dx * (b - y) - dy * (a - x), dx * (a - x) + dy * (b - y));
        choice = next.indexOf(next.reduce((best, way) => (right(way) > right(best) ? way : best)));
      }
      const [to] = next.splice(choice, 1);
      if (!next.length) from.delete(name(at));
      direction = [to[0] - at[0], to[1] - at[1]];
      at = to;
      loop.push(at);
    } while (name(at) !== first);
    loop.pop();
    found.push(
      loop.filter((point, i) => {
        const before = loop[(i + loop.length - 1) % loop.length];
        const after = loop[(i + 1) % loop.length];
        return (
          Math.abs(
            (point[0] - before[0]) * (after[1] - point[1]) -
              (point[1] - before[1]) * (after[0] - point[0]),
          ) > 1e-9
        );
      }),
    );
  }
  return found;
}

/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;

/**
 * The outline of squares as an SVG path, drawn in by `inset` and with round corners.
 * @param {Cell[]} cells
 * @param {number} [inset]
 * @param {number} [radius]
 */
export const outline = (cells, inset, radius) =>
  outlineOf(
    cells.map(([row, column]) => [
      [column, row],
      [column + 1, row],
      [column + 1, row + 1],
      [column, row + 1],
    ]),
    inset,
    radius,
  );

/** @param {Point} a @param {Point} b @returns {Point} */
const towards = ([ax, ay], [bx, by]) => {
  const d = Math.hypot(bx - ax, by - ay);
  return [(bx - ax) / d, (by - ay) / d];
};

/**
 * The closed outlines of polygons that have sides in common, moved inwards.
 * @param {Point[][]} polygons @param {number} inset
 */
const insetLoops = (polygons, inset) =>
  loops(polygons).map((corners) =>
    corners.map((corner, i) => {
      const into = towards(corners[(i + corners.length - 1) % corners.length], corner);
      const out = towards(corner, corners[(i + 1) % corners.length]);
      // Both sides come in as far, whatever their angle.
      const far = inset / (1 + into[0] * out[0] + into[1] * out[1]);
      return /** @type {Point} */ ([
        corner[0] + far * (-into[1] - out[1]),
        corner[1] + far * (into[0] + out[0]),
      ]);
    }),
  );

/** The outline of polygons that have sides in common, likewise. @param {Point[][]} polygons */
export function outlineOf(polygons, inset = 0.04, radius = 0.14) {
  let path = "";
  for (const moved of insetLoops(polygons, inset)) {
    moved.forEach((corner, i) => {
      const into = towards(moved[(i + moved.length - 1) % moved.length], corner);
      const out = towards(corner, moved[(i + 1) % moved.length]);
      const a = [corner[0] - into[0] * radius, corner[1] - into[1] * radius];
      const b = [corner[0] + out[0] * radius, corner[1] + out[1] * radius];
      path += `${i ? "L" : "M"}${round(a[0])} ${round(a[1])}Q${round(corner[0])} ${round(corner[1])} ${round(b[0])} ${round(b[1])}`;
    });
    path += "Z";
  }
  return path;
}

/**
 * The sides of an outline that look up, where light falls, each without its corners.
 * @param {Point[][]} polygons @param {number} inset @param {number} radius
 */
export function topsOf(polygons, inset, radius) {
  let path = "";
  for (const moved of insetLoops(polygons, inset)) {
    for (const [i, from] of moved.entries()) {
      const to = moved[(i + 1) % moved.length],
        [x, y] = towards(from, to);
      // Outlines go clockwise: what leads to the right has the shape below it.
      if (x < 0.4 || Math.hypot(to[0] - from[0], to[1] - from[1]) < 2.2 * radius) continue;
      path += `M${round(from[0] + x * radius)} ${round(from[1] + y * radius)}L${round(to[0] - x * radius)} ${round(to[1] - y * radius)}`;
    }
  }
  return path;
}
