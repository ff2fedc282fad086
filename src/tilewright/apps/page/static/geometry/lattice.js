// Where the cells of a board lie: squares, or whatever the server describes as data. What touches
// what, where a piece lies that a pointer carries, where keys lead, and what is the same cell where
// sides are joined.

/** @import { LatticeSheet } from "../../answers" */
/** @import { Cell, Point } from "./geometry.js" */

import { BOARD } from "../texts/en.js";
import { cellAt, key, outlineOf, passed, read, topsOf } from "./geometry.js";

/** Squares, as the server would describe them. @type {LatticeSheet} */
const SQUARES = {
  cells: "squares",
  kinds: 1,
  polygons: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
  ],
  steps: [
    [0, 1],
    [1, 0],
  ],
  faces: [
    [
      [-1, 0],
      [0, -1],
      [0, 1],
      [1, 0],
    ],
  ],
  touching: [
    [
      [-1, -1],
      [-1, 0],
      [-1, 1],
      [0, -1],
      [0, 1],
      [1, -1],
      [1, 0],
      [1, 1],
    ],
  ],
  arrows: { ArrowUp: [[-1, 0]], ArrowDown: [[1, 0]], ArrowLeft: [[0, -1]], ArrowRight: [[0, 1]] },
  degrees: 90,
  layers: 0,
};
/**
 * Between the layers of a board of cubes, above them for their names (below others a little more),
 * beside them, and beside sides that are joined, where arrows are: in cells.
 */
const GAP = 1,
  NAMED = 0.8,
  LINE = 0.3,
  ASIDE = 1.4,
  SEAM = 0.75;
/** Less than this is nothing, in cells. */
const LITTLE = 1e-4;
/** How broad half a cube is, seen from a corner; its edges are 1 long. */
export const HALF = Math.sqrt(3) / 2;
/**
 * Where the corner of a cube is seen, from a corner.
 * @param {number} row
 * @param {number} column
 * @param {number} height
 * @returns {Point}
 */
export const seen = (row, column, height) => [(column - row) * HALF, (row + column) / 2 - height];

/** How a ball is seen: turned aside, and from above. */
const [SIDEWAYS, FORWARD] = [turnedBy(25), turnedBy(40)];

/** @param {number} degrees @returns {Point} */
function turnedBy(degrees) {
  const angle = (degrees * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
}

/**
 * Where the middle of a ball is seen, and how near it is.
 * @param {Cell} cell
 * @returns {[x: number, y: number, near: number]}
 */
export function seenBall([layer, row, column]) {
  const [c, s] = SIDEWAYS,
    [flat, steep] = FORWARD;
  const x = column - layer / 2,
    y = row - layer / 2,
    down = layer * Math.SQRT1_2;
  const back = x * s + y * c;
  return [x * c - y * s, back * steep + down * flat, back * flat - down * steep];
}

/** The box around balls. @param {Cell[]} cells */
export function ballsBox(cells) {
  const { x, y, width, height } = around(
    cells.map((cell) => /** @type {Point} */ (seenBall(cell).slice(0, 2))),
  );
  return { x: x - 0.5, y: y - 0.5, width: width + 1, height: height + 1 };
}

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** The box around points. @param {Point[]} points @returns {Box} */
export function around(points) {
  const xs = points.map(([x]) => x),
    ys = points.map(([, y]) => y);
  const x = Math.min(...xs),
    y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

export class Lattice {
  /**
   * @param {LatticeSheet | null} [data]  Squares if there is none.
   * @param {{ rows: number, columns: number, cells: string[], copies?: number[][], seams?: [number, number][][] }} [board]  All of a board begins at the origin.
   * @param {boolean} [stacked]  Whether what is beside the layers of cubes is below them.
   */
  constructor(data = null, board, stacked = false) {
    this.data = data ?? SQUARES;
    this.plain = !data;
    this.solid = this.data.layers > 0;
    /** Whether the cells are balls. */
    this.round = this.data.cells === "balls";
    /** The box around all of them as a solid. @type {Box} */
    this.pile = { x: 0, y: 0, width: 0, height: 0 };
    this.rows = board?.rows ?? 0;
    this.columns = board?.columns ?? 0;
    /** Where each layer is. @type {Point[]} */
    this.layers = [];
    /** Where the first cell is. @type {Point} */
    this.shift = [0, 0];
    this.size = { width: this.columns, height: this.rows };
    /** Where the picture of cubes is. @type {Point} */
    this.aside = [0, 0];
    /** Cells around a board that are cells of it. @type {Map<string, Cell>} */
    this.copies = new Map();
    if (board && data) this.fit(board, stacked);
  }

  /**
   * @param {{ cells: string[], copies?: number[][], seams?: [number, number][][] }} board
   * @param {boolean} stacked
   */
  fit({ cells, copies = [], seams = [] }, stacked) {
    const { layers } = this.data;
    const across = Math.max(
      1,
      Math.round(Math.sqrt((layers * (this.rows + GAP)) / (this.columns + GAP))),
    );
    this.layers = Array.from({ length: layers }, (_, i) => [
      (i % across) * (this.columns + GAP),
      Math.floor(i / across) * (this.rows + GAP + LINE),
    ]);
    const all = this.read(cells).map(([cell]) => cell);
    const { x, y, width, height } = this.box(all);
    const edge = seams.length ? SEAM : 0,
      named = layers > 1 ? NAMED : 0;
    this.shift = [edge - x, edge - y + named];
    this.size = { width: width + 2 * edge, height: height + 2 * edge + named };
    for (const numbers of copies)
      this.copies.set(key(numbers.slice(0, numbers.length / 2)), numbers.slice(numbers.length / 2));
    if (!layers) return;
    const half = this.rows * HALF;
    this.pile = this.round
      ? ballsBox(all)
      : {
          x: -half,
          y: -1,
          width: half + this.columns * HALF,
          height: (this.rows + this.columns) / 2 + layers,
        };
    const { width: broad, height: high } = this.pile;
    const down = named + height;
    this.aside = stacked
      ? [(width - broad) / 2, down + ASIDE]
      : [width + ASIDE, Math.max(0, (down - high) / 2)];
    this.size = stacked
      ? { width: Math.max(width, broad), height: down + ASIDE + high }
      : { width: width + ASIDE + broad, height: Math.max(down, high) };
  }

  /**
   * The names of the layers of cubes, each with where its text begins; none if there is one layer.
   * @returns {{ text: string, at: Point }[]}
   */
  layerNames() {
    const last = this.layers.length - 1,
      [left, top] = this.shift;
    if (last < 1) return [];
    return this.layers.map(([x, y], i) => ({
      text: BOARD.layer(i + 1, last + 1),
      at: [left + x, top + y - 0.7 * NAMED],
    }));
  }

  /**
   * The cells of a drawing and their letters: all but the dots.
   * @param {string[]} lines
   * @returns {[Cell, string][]}
   */
  read(lines) {
    return read(lines).map(([place, letter]) => [this.layered(place), letter]);
  }

  /**
   * The cell at a place of a drawing, in which layers are below each other.
   * @param {Cell} place
   * @returns {Cell}
   */
  layered([row, column]) {
    return this.solid ? [Math.floor(row / this.rows), row % this.rows, column] : [row, column];
  }

  /** @param {Cell} cell */
  kind(cell) {
    return ((cell[cell.length - 1] % this.data.kinds) + this.data.kinds) % this.data.kinds;
  }

  /** Where a cell's polygon is moved to on the board. @param {Cell} cell @returns {Point} */
  at(cell) {
    const [x, y] = this.vector(cell),
      [left, top] = this.shift;
    return [x + left, y + top];
  }

  /** How far a cell is from the first one. @param {Cell} cell @returns {Point} */
  vector(cell) {
    const {
      steps: [[a, b], [c, d]],
      kinds,
    } = this.data;
    const row = cell[cell.length - 2],
      column = Math.floor(cell[cell.length - 1] / kinds);
    const [left, top] = this.solid ? (this.layers[cell[0]] ?? [0, 0]) : [0, 0];
    return [left + row * a + column * c, top + row * b + column * d];
  }

  /** The corners of a cell, clockwise. @param {Cell} cell @returns {Point[]} */
  polygon(cell) {
    const [left, top] = this.at(cell);
    return this.data.polygons[this.kind(cell)].map(([x, y]) => [x + left, y + top]);
  }

  /** @param {Cell} cell @returns {Point} */
  center(cell) {
    const corners = this.polygon(cell);
    return [
      corners.reduce((sum, [x]) => sum + x, 0) / corners.length,
      corners.reduce((sum, [, y]) => sum + y, 0) / corners.length,
    ];
  }

  /** The middle of the centers of cells. @param {Cell[]} cells @returns {Point} */
  middle(cells) {
    const all = cells.map((cell) => this.center(cell));
    return [
      all.reduce((sum, [x]) => sum + x, 0) / all.length,
      all.reduce((sum, [, y]) => sum + y, 0) / all.length,
    ];
  }

  /** The box around cells on the board. @param {Cell[]} cells */
  box(cells) {
    return around(cells.flatMap((cell) => this.polygon(cell)));
  }

  /**
   * The outline of cells as an SVG path.
   * @param {Cell[]} cells
   * @param {number} [inset]
   * @param {number} [radius]
   */
  outline(cells, inset, radius) {
    return outlineOf(
      cells.map((cell) => this.polygon(cell)),
      inset,
      radius,
    );
  }

  /**
   * The sides of an outline that look up, as an SVG path.
   * @param {Cell[]} cells
   * @param {number} inset
   * @param {number} radius
   */
  tops(cells, inset, radius) {
    return topsOf(
      cells.map((cell) => this.polygon(cell)),
      inset,
      radius,
    );
  }

  /** The cell that a point is in. @param {Point} point @returns {Cell} */
  cellAt(point) {
    if (this.plain) return cellAt(point);
    let [x, y] = [point[0] - this.shift[0], point[1] - this.shift[1]];
    /** @type {Cell} */
    const front = [];
    if (this.solid) {
      const found = this.layers.findIndex(
        ([left, top]) => x >= left && y >= top && x < left + this.columns && y < top + this.rows,
      );
      const layer = Math.max(0, found);
      front.push(found);
      [x, y] = [x - this.layers[layer][0], y - this.layers[layer][1]];
    }
    const {
        steps: [[a, b], [c, d]],
        polygons,
        kinds,
      } = this.data,
      area = a * d - b * c;
    const row = Math.floor((x * d - y * c) / area),
      column = Math.floor((a * y - b * x) / area);
    for (const down of [0, -1, 1, -2])
      for (const right of [0, -1, 1, -2]) {
        const [left, top] = [
          (row + down) * a + (column + right) * c,
          (row + down) * b + (column + right) * d,
        ];
        const kind = polygons.findIndex((corners) => contains(corners, [x - left, y - top]));
        if (kind >= 0) return [...front, row + down, (column + right) * kinds + kind];
      }
    return [...front, row, column * kinds];
  }

  /**
   * The cells that a straight line passes, each with a point in it.
   * @param {Point} from
   * @param {Point} to
   */
  passed(from, to) {
    return this.plain ? passed(from, to) : [{ cell: this.cellAt(to), at: to }];
  }

  /** The cell of the board that a cell is: itself, where no sides are joined. @param {Cell} cell */
  home(cell) {
    return this.copies.get(key(cell)) ?? cell;
  }

  /** The cells that share an edge with one. @param {Cell} cell */
  neighbors(cell) {
    return this.data.faces[this.kind(cell)].map((step) => this.home(add(cell, step)));
  }

  /** The cells that touch one. @param {Cell} cell */
  touching(cell) {
    return this.data.touching[this.kind(cell)].map((step) => this.home(add(cell, step)));
  }

  /**
   * The step that a key asks for from a cell, if it does.
   * @param {string} name
   * @param {Cell} cell
   * @returns {Cell | undefined}
   */
  stepOf(name, cell) {
    const steps = this.data.arrows[name];
    return steps?.[Math.abs(cell[cell.length - 2] % steps.length)];
  }

  /** Cells moved by a step, where they are on the board. @param {Cell[]} cells @param {Cell} by */
  laid(cells, by) {
    return cells.map((cell) => this.home(add(cell, by)));
  }

  /** The move that leads most nearly as far as a vector. @param {Point} vector @returns {Cell} */
  nearest([x, y]) {
    const {
        steps: [[a, b], [c, d]],
        kinds,
      } = this.data,
      area = a * d - b * c;
    const row = Math.floor((x * d - y * c) / area + LITTLE),
      column = Math.floor((a * y - b * x) / area + LITTLE);
    let best = { away: Infinity, move: [row, column * kinds] };
    for (const down of [0, 1])
      for (const right of [0, 1]) {
        const away = Math.hypot(
          (row + down) * a + (column + right) * c - x,
          (row + down) * b + (column + right) * d - y,
        );
        if (away < best.away - LITTLE)
          best = { away, move: [row + down, (column + right) * kinds] };
      }
    return best.move;
  }

  /**
   * The move by which a piece lies that a pointer is `at` a point with: held at another one of its
   * own, or, of cubes, by a cell of it.
   * @param {Cell[]} cells
   * @param {{ grab: Point, at: Point, by: Cell | null }} pointer
   * @returns {Cell}
   */
  moveTo(cells, { grab, at, by }) {
    if (!this.solid)
      return this.nearest([at[0] - this.shift[0] - grab[0], at[1] - this.shift[1] - grab[1]]);
    const held = by ?? cells[0],
      [layer, row, column] = this.cellAt(at);
    // A layer that it would stick out of is none that is meant.
    const high = Math.max(...cells.map((cell) => cell[0]));
    const down = Math.max(0, Math.min(this.data.layers - 1 - high, layer - held[0]));
    return [layer < 0 ? -1 - high : down, row - held[1], column - held[2]];
  }

  /**
   * The move that lays a shape on some cells, one of which is given; null if there is none.
   * @param {Cell[]} own
   * @param {Cell[]} cells
   * @param {Cell} cell
   * @returns {Cell | null}
   */
  moveOnto(own, cells, cell) {
    const all = new Set(cells.map(key));
    for (const each of own) {
      const by = cell.map((x, i) => x - each[i]);
      if (
        this.isMove(by) &&
        own.length === all.size &&
        this.laid(own, by).every((other) => all.has(key(other)))
      )
        return by;
    }
    return null;
  }

  /** Whether a step leads to cells of the same kind. @param {Cell} step */
  isMove(step) {
    return step[step.length - 1] % this.data.kinds === 0;
  }

  /** A move that lays a shape in the middle of the board. @param {Cell[]} cells @returns {Cell} */
  moveToMiddle(cells) {
    if (this.solid) {
      const far = [0, 1, 2].map((axis) => Math.max(...cells.map((cell) => cell[axis])) + 1);
      return [this.data.layers, this.rows, this.columns].map((size, axis) =>
        Math.max(0, Math.floor((size - far[axis]) / 2)),
      );
    }
    const { x, y, width, height } = this.box(cells);
    return this.nearest([(this.size.width - width) / 2 - x, (this.size.height - height) / 2 - y]);
  }

  /**
   * A move that leaves a piece on the board, or as near to it as may be.
   * @param {Cell[]} cells
   * @param {Cell} by
   * @param {(cell: Cell) => boolean} inside  Whether a cell is on the board.
   * @param {Cell} before  The last move that did.
   */
  kept(cells, by, inside, before) {
    if (this.copies.size) {
      const there = cells.map((cell) => add(cell, by)),
        on = there.filter((cell) => inside(this.home(cell)));
      if (!on.length) return before;
      // Where all of it is the same move away from the board, it is there.
      const steps = there.map((cell) => this.home(cell).map((x, i) => x - cell[i]));
      const back = steps[0];
      const beyond = inside(this.home(there[0])) && !inside(there[0]);
      return beyond && this.isMove(back) ? this.laidAlike(cells, by, add(by, back)) : by;
    }
    let move = by;
    for (let i = 0; i < 60; i++) {
      const step = this.inwards(cells, move);
      if (!step) return move;
      move = add(move, step);
    }
    return before;
  }

  /**
   * Another move, if it lays cells where the one does.
   * @param {Cell[]} cells
   * @param {Cell} by
   * @param {Cell} other
   */
  laidAlike(cells, by, other) {
    const all = new Set(this.laid(cells, by).map(key));
    return this.laid(cells, other).every((cell) => all.has(key(cell))) ? other : by;
  }

  /**
   * The step by which a piece that sticks out of the board comes nearer.
   * @param {Cell[]} cells
   * @param {Cell} by
   * @returns {Cell | undefined}
   */
  inwards(cells, by) {
    const there = cells.map((cell) => add(cell, by));
    if (this.solid) {
      for (const [axis, size] of [this.data.layers, this.rows, this.columns].entries()) {
        const step = [0, 0, 0];
        if (Math.min(...there.map((cell) => cell[axis])) < 0) step[axis] = 1;
        else if (Math.max(...there.map((cell) => cell[axis])) >= size) step[axis] = -1;
        else continue;
        return step;
      }
      return undefined;
    }
    const { x, y, width, height } = this.box(there);
    if (y < -LITTLE) return this.stepOf("ArrowDown", by);
    if (y + height > this.size.height + LITTLE && height <= this.size.height)
      return this.stepOf("ArrowUp", by);
    if (x < -LITTLE) return this.stepOf("ArrowRight", by);
    if (x + width > this.size.width + LITTLE && width <= this.size.width)
      return this.stepOf("ArrowLeft", by);
    return undefined;
  }

  /** Where a cell is, in words. @param {Cell} cell */
  words(cell) {
    const place = BOARD.cell(cell[cell.length - 2] + 1, cell[cell.length - 1] + 1);
    return this.solid ? BOARD.inLayer(cell[0] + 1, place) : place;
  }
}

/** @param {Cell} cell @param {Cell} by @returns {Cell} */
export const add = (cell, by) => cell.map((x, i) => x + by[i]);

/**
 * Whether a point is in a polygon with its corners clockwise.
 * @param {[number, number][]} corners
 * @param {Point} point
 */
function contains(corners, [x, y]) {
  return corners.every(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= -1e-9;
  });
}

/** Squares on no board. */
export const squares = new Lattice();
