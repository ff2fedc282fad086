// Pictures of tilings by dominoes and lozenges: on a canvas, however many there are, and as SVG.

/** @import { RandomAnswer } from "../../../answers" */
/** @import { Point } from "../../geometry/geometry.js" */
/** @import { Box } from "../../geometry/lattice.js" */
/** @import { View } from "../watch/view.js" */

import { penOf } from "./deep.js";
import { around, Lattice } from "../../geometry/lattice.js";
import { Pairs, Shuffling } from "../../geometry/matching.js";
import { s } from "../../parts/dom.js";

/** Where sides of cells have so many pixels, each tile is drawn by itself; below, squares are drawn by pixels. */
const ALONE = 7;
/** Pixels of a side at which there are still lines between tiles. */
const SEAMS = 3.2;
/** How broad the gap between two tiles is, and how round a corner, in sides of cells. */
const GAP = 0.035,
  ROUND = 0.16;
/** How much darker than a tile its edge is. */
const DARKER = 0.28;
const TAU = 2 * Math.PI;

/** A color that is darker (or, if `by` is negative, lighter). @param {string} color @param {number} by */
function shaded(color, by) {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const turned = parts.map((part) =>
    Math.round(by > 0 ? part * (1 - by) : part + (255 - part) * -by),
  );
  return `#${turned.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** A color as a pixel has it. @param {string} color */
const packed = (color) => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
};

/**
 * The corners of a tile in pixels, with all sides moved in by a gap.
 * @param {Point[]} shape @param {number} unit @param {number} gap @returns {Point[]}
 */
function inset(shape, unit, gap) {
  const middle = [0, 1].map((axis) => shape.reduce((sum, corner) => sum + corner[axis] / 4, 0));
  const [p, q, , t] = shape;
  // Half the distance of opposite sides: the area by the length of a side.
  const area = Math.abs((q[0] - p[0]) * (t[1] - p[1]) - (q[1] - p[1]) * (t[0] - p[0]));
  const half = [q, t].map((end) => (area / Math.hypot(end[0] - p[0], end[1] - p[1]) / 2) * unit);
  return shape.map(([x, y]) => {
    // How far a corner is from the middle along both sides.
    const [dx, dy] = [x - middle[0], y - middle[1]];
    const along = [q, t].map(([u, v], i) => {
      const [w, z] = [t, q][i];
      const [ux, uy] = [u - p[0], v - p[1]],
        [wx, wy] = [w - p[0], z - p[1]];
      return (dx * wy - dy * wx) / (ux * wy - uy * wx);
    });
    // The distance from the sides that lead to t decides along q, and the other way round.
    const [i, j] = [along[0] * (1 - gap / half[1]), along[1] * (1 - gap / half[0])];
    return [
      (middle[0] + i * (q[0] - p[0]) + j * (t[0] - p[0])) * unit,
      (middle[1] + i * (q[1] - p[1]) + j * (t[1] - p[1])) * unit,
    ];
  });
}

/** @typedef {{ colors: string[], seam: string, well: string, seams: boolean }} Look */

/** A board, its tiling, and how that came about. */
export class Mosaic {
  /** @param {RandomAnswer} answer */
  constructor(answer) {
    this.lattice = new Lattice(answer.lattice);
    const { kinds } = this.lattice.data;
    this.pairs = new Pairs({ kinds, rows: answer.rows, columns: answer.columns });
    const lines = answer.tiles ?? answer.proof ?? [];
    this.cells = lines.flatMap((line, row) =>
      [...line].flatMap((letter, column) => (letter === "." ? [] : [[row, column]])),
    );
    if (answer.tiles) this.pairs.read(answer.tiles);
    /** How many tiles there are in the end. */
    this.count = this.cells.length / 2;
    this.growth = answer.growth
      ? new Shuffling(
          answer.rows / 2,
          Uint8Array.from(atob(answer.growth), (letter) => letter.charCodeAt(0)),
        )
      : null;
    /** Pixels, before they are put on what has been painted. */
    this.sheet = document.createElement("canvas");
    this.box = this.#box();
    this.shapes = this.#shapes();
  }

  /** The box around the board. @returns {Box} */
  #box() {
    if (this.lattice.plain) {
      const { rows: height, columns: width } = this.pairs;
      return { x: 0, y: 0, width, height };
    }
    return this.lattice.box(this.cells);
  }

  /**
   * The corners of a tile, from where its first cell is, by the face of this cell that is inside.
   * @returns {Point[][]}
   */
  #shapes() {
    const { faces } = this.lattice.data;
    return faces[0].map((step) => {
      if (this.lattice.plain) {
        const { x, y, width, height } = around(
          [[0, 0], step].flatMap((cell) => this.lattice.polygon(cell)),
        );
        return [
          [x, y],
          [x + width, y],
          [x + width, y + height],
          [x, y + height],
        ];
      }
      const one = this.lattice.polygon([0, 0]),
        other = this.lattice.polygon(step);
      /** @param {Point[]} corners @param {Point} corner */
      const has = (corners, [x, y]) => corners.some(([u, v]) => Math.hypot(x - u, y - v) < 1e-6);
      // Around the tile: from a corner that both cells have, through one cell, to the other such
      // corner, and through the other cell.
      const start = one.findIndex(
        (corner, i) => has(other, corner) && !has(other, one[(i + 1) % one.length]),
      );
      const first = one.map((_, i) => one[(start + i) % one.length]);
      const turn = other.findIndex(
        (corner, i) => has(one, corner) && !has(one, other[(i + 1) % other.length]),
      );
      const rest = other.map((_, i) => other[(turn + i) % other.length]);
      return [...first, ...rest.slice(1, -1)];
    });
  }

  /** How many tiles lie now. */
  get laid() {
    return this.pairs.partner.reduce((sum, other) => sum + Number(other >= 0), 0) / 2;
  }

  /**
   * Go through the tiles: the place of its first cell, the face inside of it, and its kind; on squares
   * by orientation and parity, on triangles by orientation.
   * @param {(row: number, column: number, face: number, kind: number, cell: number) => void} take
   */
  each(take) {
    const { partner, stride, kinds, rows, columns, sides } = this.pairs;
    // As the diamond grows, dominoes move by a cell, and keep their kind.
    const by = this.growth ? this.growth.order - this.growth.now : 0;
    for (let row = 0; row < rows; row++) {
      const begin = (row + 1) * stride + kinds;
      for (let column = 0; column < columns; column += kinds) {
        const cell = begin + column,
          other = partner[cell];
        if (other < 0 || (kinds === 1 && other < cell)) continue;
        const face = sides[0].indexOf(other - cell);
        const kind = kinds > 1 ? face : 2 * Number(face === 3) + ((row + column + by) & 1);
        take(row, column, face, kind, cell);
      }
    }
  }

  /**
   * Paint what is seen.
   * @param {CanvasRenderingContext2D} pen  Scaled by the pixels of the screen.
   * @param {View} view
   * @param {Look} look
   * @param {number} [gone]  How much of the last step of growth is over, from 0 to 1.
   */
  paint(pen, view, look, gone = 1) {
    const { growth } = this;
    if (growth && growth.now < growth.order) this.#well(pen, view, look.well);
    if (this.lattice.plain && view.unit < ALONE) this.#pixels(pen, view, look);
    else this.#tiles(pen, view, look, gone);
  }

  /** Where the board will be. @param {CanvasRenderingContext2D} pen @param {View} view @param {string} color */
  #well(pen, view, color) {
    const { rows } = this.pairs,
      { unit } = view;
    pen.fillStyle = color;
    pen.beginPath();
    for (let row = 0; row < rows; row++) {
      const half = Math.min(row + 1, rows - row);
      const [x, y] = view.seen(rows / 2 - half, row);
      pen.rect(x, y, 2 * half * unit, unit + 0.5);
    }
    pen.fill();
  }

  /**
   * Paint squares so small that each pixel lies in one cell.
   * @param {CanvasRenderingContext2D} pen @param {View} view @param {Look} look
   */
  #pixels(pen, view, look) {
    const { pairs } = this,
      { partner, rows, columns, stride } = pairs;
    const { width, height } = pen.canvas;
    /** The color of each cell, by its number. */
    const paint = new Uint32Array(partner.length);
    const inks = look.colors.map(packed),
      edges = look.colors.map((color) => packed(shaded(color, DARKER))),
      seams = look.seams && view.unit >= SEAMS;
    /** The kind of each tile, by its cells. */
    const kinds = new Uint8Array(partner.length);
    this.each((_row, _column, _face, kind, cell) => {
      paint[cell] = paint[partner[cell]] = inks[kind];
      kinds[cell] = kinds[partner[cell]] = kind;
    });
    const image = new ImageData(width, height),
      pixels = new Uint32Array(image.data.buffer);
    const ratio = width / view.wide;
    /** The cell of a pixel, along one axis. @param {number} pixel @param {number} middle @param {number} wide @param {number} most */
    const place = (pixel, middle, wide, most) => {
      const at = Math.floor(middle + ((pixel + 0.5) / ratio - wide / 2) / view.unit);
      return at < 0 || at >= most ? -1 : at;
    };
    const across = Int32Array.from({ length: width }, (_, x) =>
      place(x, view.x, view.wide, columns),
    );
    let above = -1;
    for (let y = 0; y < height; y++) {
      const row = place(y, view.y, view.high, rows);
      if (row < 0) continue;
      const begin = pairs.at(row, 0),
        top = row !== above;
      above = row;
      let before = -2;
      for (let x = 0, at = y * width; x < width; x++, at++) {
        const column = across[x];
        if (column < 0) continue;
        const cell = begin + column,
          color = paint[cell];
        if (color) {
          const other = partner[cell];
          const line =
            seams &&
            ((column !== before && other !== cell - 1) || (top && other !== cell - stride));
          pixels[at] = line ? edges[kinds[cell]] : color;
        }
        before = column;
      }
    }
    if (this.sheet.width !== width) this.sheet.width = width;
    if (this.sheet.height !== height) this.sheet.height = height;
    penOf(this.sheet).putImageData(image, 0, 0);
    pen.drawImage(this.sheet, 0, 0, view.wide, view.high);
  }

  /** @param {CanvasRenderingContext2D} pen @param {View} view @param {Look} look @param {number} gone */
  #tiles(pen, view, look, gone) {
    const { unit, wide, high } = view,
      far = 3 * unit;
    const [[a, b], [c, d]] = this.lattice.data.steps,
      { kinds } = this.pairs;
    /** Of each kind the tiles that were there before, and the new ones: where, and how they lie. */
    const batches = look.colors.map(() => [
      /** @type {number[]} */ ([]),
      /** @type {number[]} */ ([]),
    ]);
    this.each((row, column, face, kind, cell) => {
      const at = column / kinds;
      let [x, y] = view.seen(row * a + at * c, row * b + at * d);
      if (x < -far || y < -far || x > wide + far || y > high + far) return;
      let fresh = 0;
      if (gone < 1 && this.growth) {
        const from = this.growth.cameFrom(cell);
        if (from) {
          x += from[1] * unit * (1 - gone);
          y += from[0] * unit * (1 - gone);
        } else fresh = 1;
      }
      batches[kind][fresh].push(x, y, face);
    });
    const gap = look.seams ? Math.max(0.4, GAP * unit) : 0;
    for (const [kind, [old, fresh]] of batches.entries()) {
      this.#batch(pen, old, look.colors[kind], unit, gap);
      if (!fresh.length) continue;
      pen.globalAlpha = gone * gone;
      this.#batch(pen, fresh, look.colors[kind], unit, gap);
      pen.globalAlpha = 1;
    }
  }

  /**
   * Tiles of one kind: a fill, an edge of its hue, and on squares a light above.
   * @param {CanvasRenderingContext2D} pen @param {number[]} batch @param {string} color @param {number} unit @param {number} gap
   */
  #batch(pen, batch, color, unit, gap) {
    if (!batch.length) return;
    const shapes = this.shapes.map((shape) => inset(shape, unit, gap));
    const boxes = shapes.map((shape) => around(shape));
    const round = gap ? ROUND * unit : 0;
    pen.fillStyle = color;
    pen.strokeStyle = gap ? shaded(color, DARKER) : color;
    pen.lineWidth = gap ? 1 : 0.5;
    pen.lineJoin = "round";
    pen.beginPath();
    for (let i = 0; i < batch.length; i += 3) {
      const [x, y, face] = [batch[i], batch[i + 1], batch[i + 2]];
      if (this.lattice.plain) {
        const box = boxes[face];
        pen.roundRect(x + box.x, y + box.y, box.width, box.height, round);
        continue;
      }
      const [p, q, r, t] = shapes[face];
      pen.moveTo(x + p[0], y + p[1]);
      pen.lineTo(x + q[0], y + q[1]);
      pen.lineTo(x + r[0], y + r[1]);
      pen.lineTo(x + t[0], y + t[1]);
      pen.closePath();
    }
    pen.fill();
    pen.stroke();
    if (!this.lattice.plain || !gap || unit < 10) return;
    pen.fillStyle = shaded(color, -0.3);
    pen.beginPath();
    for (let i = 0; i < batch.length; i += 3) {
      const box = boxes[batch[i + 2]];
      pen.rect(batch[i] + box.x + round, batch[i + 1] + box.y + 1, box.width - 2 * round, 1);
    }
    pen.fill();
  }

  /**
   * Show which cells a proof is about.
   * @param {CanvasRenderingContext2D} pen @param {View} view @param {string[]} proof
   * @param {{ many: string, few: string, other: string, seam: string }} look
   */
  paintProof(pen, view, proof, look) {
    const { unit, wide, high } = view;
    for (const cell of this.cells) {
      const letter = proof[cell[0]][cell[1]];
      pen.beginPath();
      for (const [x, y] of this.lattice.polygon(cell))
        pen.lineTo(wide / 2 + (x - view.x) * unit, high / 2 + (y - view.y) * unit);
      pen.closePath();
      pen.fillStyle = letter === "#" ? look.many : letter === "o" ? look.few : look.other;
      pen.strokeStyle = look.seam;
      pen.lineWidth = 1;
      pen.fill();
      pen.stroke();
    }
  }

  /** The corner between tiles that is nearest to a point of the plane, as a number. @param {Point} point */
  cornerAt([x, y]) {
    const [[a, b], [c, d]] = this.lattice.data.steps,
      area = a * d - b * c;
    const row = Math.round((x * d - y * c) / area),
      column = Math.round((a * y - b * x) / area);
    let best = -1,
      least = 0.75;
    for (let down = -1; down <= 1; down++)
      for (let right = -1; right <= 1; right++) {
        const corner = this.pairs.at(row + down, (column + right) * this.pairs.kinds);
        const [u, v] = this.placeOf(corner);
        const distance = Math.hypot(u - x, v - y);
        if (distance < least && this.pairs.turnable(corner)) {
          best = corner;
          least = distance;
        }
      }
    return best;
  }

  /** Where a corner is in the plane. @param {number} corner @returns {Point} */
  placeOf(corner) {
    const [row, column] = this.pairs.place(corner),
      [[a, b], [c, d]] = this.lattice.data.steps,
      at = column / this.pairs.kinds;
    return [row * a + at * c, row * b + at * d];
  }

  /** The outline around what is turned at a corner. @param {number} corner @returns {Point[]} */
  ringOf(corner) {
    const [x, y] = this.placeOf(corner);
    if (this.lattice.plain)
      return [
        [x - 1, y - 1],
        [x + 1, y - 1],
        [x + 1, y + 1],
        [x - 1, y + 1],
      ];
    return Array.from({ length: 6 }, (_, i) => [
      x + Math.cos((i * TAU) / 6),
      y + Math.sin((i * TAU) / 6),
    ]);
  }

  /**
   * The tiling as an SVG picture that stands alone.
   * @param {Look & { paper: string }} look
   */
  svg(look) {
    const { x, y, width, height } = this.box,
      unit = 10,
      margin = unit;
    /** @type {string[][]} */
    const paths = look.colors.map(() => []);
    const [[a, b], [c, d]] = this.lattice.data.steps,
      { kinds } = this.pairs;
    /** @param {number} value */
    const tidy = (value) => Math.round(value * unit * 100) / 100;
    const shapes = this.shapes.map((shape) =>
      shape
        .slice(1)
        .map(([u, v], i) => `l${tidy(u - shape[i][0])} ${tidy(v - shape[i][1])}`)
        .join(""),
    );
    this.each((row, column, face, kind) => {
      const at = column / kinds,
        [u, v] = this.shapes[face][0];
      paths[kind].push(
        `M${tidy(row * a + at * c + u - x)} ${tidy(row * b + at * d + v - y)}${shapes[face]}z`,
      );
    });
    const [wide, high] = [tidy(width) + 2 * margin, tidy(height) + 2 * margin];
    return s(
      "svg",
      { viewBox: `${-margin} ${-margin} ${wide} ${high}`, width: wide, height: high },
      s("rect", { x: -margin, y: -margin, width: wide, height: high, fill: look.paper }),
      s(
        "g",
        look.seams
          ? { stroke: look.seam, "stroke-width": 1, "stroke-linejoin": "round" }
          : { "shape-rendering": "crispEdges" },
        paths.map((list, kind) =>
          list.length ? s("path", { fill: look.colors[kind], d: list.join("") }) : null,
        ),
      ),
    );
  }
}
