// Endless tilings on a canvas: the tiles of one period, repeated as far as is seen; or a piece with
// rings of copies around it.

/** @import { PlaneSheet } from "../../../answers" */
/** @import { Cell, Point } from "../../geometry/geometry.js" */
/** @import { View } from "../watch/view.js" */

import { hatch, looks } from "./deep.js";
import { around, Lattice } from "../../geometry/lattice.js";
import { COLORS, LINES, scheme } from "../../parts/palette.js";

/** How broad the gap between two tiles is, in sides of cells, and how round a corner. */
const GAP = 0.03,
  ROUND = 0.12;

/** @typedef {{ cells: Cell[], color: number }} Tile */
/** @typedef {[Point, Point] | null} Period */

/**
 * The two shortest moves that lead to the same places as two others (J.-L. Lagrange).
 * @param {Point} one
 * @param {Point} other
 * @returns {[Point, Point]}
 */
function shortest(one, other) {
  for (;;) {
    if (Math.hypot(...one) > Math.hypot(...other)) [one, other] = [other, one];
    const times = Math.round((one[0] * other[0] + one[1] * other[1]) / (one[0] ** 2 + one[1] ** 2));
    /** @type {Point} */
    const shorter = [other[0] - times * one[0], other[1] - times * one[1]];
    // Of two that are as long as each other, but for rounding, either will do: to and fro would
    // have no end.
    if (Math.hypot(...shorter) > Math.hypot(...other) - 1e-9) return [one, other];
    other = shorter;
  }
}

/**
 * How far away something begins that repeats, to be nearest to a point, in times of the two moves.
 * @param {[Point, Point]} period
 * @param {Point} point
 * @returns {Point}
 */
function inPeriods([[a, b], [c, d]], [x, y]) {
  const area = a * d - b * c;
  return [(x * d - y * c) / area, (a * y - b * x) / area];
}

/** What there is to see of an answer. */
export class Endless {
  /** @param {PlaneSheet} sheet */
  constructor(sheet) {
    const lattice = new Lattice(sheet.lattice);
    this.lattice = lattice;
    /** The rings of copies, each a list of tiles; first the piece itself. @type {Tile[][]} */
    this.rings = [[sheet.cells], ...sheet.rings].map((ring, level) =>
      ring.map((cells) => ({ cells, color: level })),
    );
    /** @type {Period} */
    this.period = sheet.tiles.length
      ? shortest(lattice.vector(sheet.period[0]), lattice.vector(sheet.period[1]))
      : null;
    /** @type {Tile[]} */
    this.tiles = sheet.tiles.map((cells, i) => ({ cells, color: sheet.orientations[i] }));
    this.coloring = sheet.coloring;
    /** The two moves as the coloring counts them. @type {Period} */
    this.moves = sheet.tiles.length
      ? [lattice.vector(sheet.period[0]), lattice.vector(sheet.period[1])]
      : null;
    /** @type {Map<Tile, { path: Path2D, box: import("../../geometry/lattice.js").Box }>} */
    this.drawn = new Map(
      [...this.tiles, ...this.rings.flat()].map((tile) => [
        tile,
        { path: new Path2D(lattice.outline(tile.cells, GAP, ROUND)), box: lattice.box(tile.cells) },
      ]),
    );
  }

  /** The box around the piece, or around so many of its rings. */
  box(rings = 0) {
    return this.lattice.box(
      this.rings
        .slice(0, rings + 1)
        .flat()
        .flatMap(({ cells }) => cells),
    );
  }

  /**
   * Where the tiles are that a view meets, each with how far it is moved.
   * @param {View} view
   * @param {number} rings
   * @returns {{ tile: Tile, by: Point }[]}
   */
  seen(view, rings) {
    if (!this.period)
      return this.rings
        .slice(0, rings + 1)
        .flat()
        .map((tile) => ({ tile, by: [0, 0] }));
    const period = this.period,
      half = [view.wide, view.high].map((length) => length / 2 / view.unit);
    return this.tiles.flatMap((tile) => {
      const {
        box: { x, y, width, height },
      } = this.drawn.get(tile) ?? { box: around([]) };
      // The moves that bring the tile's box to the view make a box, too.
      const [left, top, right, bottom] = [
        view.x - half[0] - x - width,
        view.y - half[1] - y - height,
        view.x + half[0] - x,
        view.y + half[1] - y,
      ];
      const corners = around(
        [
          [left, top],
          [right, top],
          [left, bottom],
          [right, bottom],
        ].map(([across, down]) => inPeriods(period, [across, down])),
      );
      const found = /** @type {{ tile: Tile, by: Point }[]} */ ([]);
      for (let i = Math.ceil(corners.x); i <= corners.x + corners.width; i++) {
        for (let j = Math.ceil(corners.y); j <= corners.y + corners.height; j++) {
          const across = i * period[0][0] + j * period[1][0],
            down = i * period[0][1] + j * period[1][1];
          if (across > left && across < right && down > top && down < bottom)
            found.push({ tile, by: [across, down] });
        }
      }
      return found;
    });
  }

  /** The color of a tile that is moved by so much. @param {Tile} tile @param {Point} by */
  color(tile, by) {
    if (!this.coloring || !this.moves) return tile.color;
    const {
        repeats: [p, q, r],
        table,
      } = this.coloring,
      [down, across] = inPeriods(this.moves, by).map(Math.round);
    const turns = Math.floor(down / p),
      column = across - turns * q;
    return table[down - turns * p][column - Math.floor(column / r) * r][this.tiles.indexOf(tile)];
  }

  /**
   * Paint what is seen; gives how many tiles that are.
   * @param {CanvasRenderingContext2D} context
   * @param {View} view
   * @param {{ rings: number, outlined: boolean, fewest: boolean }} options
   */
  paint(context, view, { rings, outlined, fewest }) {
    const ratio = devicePixelRatio || 1,
      { unit } = view;
    const look = looks(),
      tiles = this.seen(view, rings);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, view.wide, view.high);
    const left = view.wide / 2 - view.x * unit,
      top = view.high / 2 - view.y * unit;
    context.strokeStyle = look.ink;
    context.lineJoin = "round";
    for (const { tile, by } of tiles) {
      const [x, y] = by,
        color = (fewest ? this.color(tile, by) : tile.color) % COLORS.length;
      const path = new Path2D();
      path.addPath(
        /** @type {{ path: Path2D }} */ (this.drawn.get(tile)).path,
        new DOMMatrix([unit, 0, 0, unit, left + x * unit, top + y * unit]),
      );
      context.fillStyle = COLORS[color];
      context.fill(path);
      if (scheme().patterns && LINES[color]) {
        context.fillStyle = hatch(context, color);
        context.fill(path);
      }
      context.lineWidth = Math.max(0.7, Math.min(2.5, unit / 14));
      context.stroke(path);
    }
    if (outlined && this.period) this.outline(context, left, top, unit, this.period);
    return tiles.length;
  }

  /**
   * One period, around the piece.
   * @param {CanvasRenderingContext2D} context
   * @param {number} left
   * @param {number} top
   * @param {number} unit
   * @param {[Point, Point]} period
   */
  outline(context, left, top, unit, [one, other]) {
    const [x, y] = this.lattice.middle(this.rings[0][0].cells);
    context.beginPath();
    for (const [i, j] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ]) {
      context.lineTo(
        left + (x + (i * one[0] + j * other[0]) / 2) * unit,
        top + (y + (i * one[1] + j * other[1]) / 2) * unit,
      );
    }
    context.closePath();
    for (const [color, width, dash] of /** @type {[string, number, number[]][]} */ ([
      ["white", 5, []],
      ["black", 2.5, [9, 6]],
    ])) {
      context.strokeStyle = color;
      context.lineWidth = width;
      context.setLineDash(dash);
      context.stroke();
    }
    context.setLineDash([]);
  }
}
