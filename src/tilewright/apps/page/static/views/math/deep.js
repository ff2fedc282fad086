// Pictures of the deficient board at any zoom: on a canvas, and as SVG.
//
// Where cells are too small to be seen, squares of 2^k cells stand for one cell each: the tiling of
// the coarser board has the same construction, so what is shown is the construction itself at that
// level.

/** @import { Camera } from "../../geometry/camera.js" */
/** @import { FarCell } from "../../geometry/golomb.js" */

import { MISSING, SCENE } from "../../texts/en.js";
import { s } from "../../parts/dom.js";
import { tilesIn } from "../../geometry/golomb.js";
import { COLORS, LINES, scheme } from "../../parts/palette.js";

/** What the tiles can be colored by: value and words. */
export const COLORINGS = Object.entries(MISSING.colorings);

const LEVELS = COLORS.slice(0, 10);
/** @param {number} level */
const levelColor = (level) => LEVELS[(level - 1) % LEVELS.length];

export function looks(plain = false) {
  const style = getComputedStyle(document.documentElement);
  /** @param {string} name */
  const token = (name) => style.getPropertyValue(name).trim();
  return {
    ink: token(plain ? "--muted" : "--between"),
    ground: token("--cell-b"),
    bare: token("--cell-a"),
    line: token("--muted"),
    hole: token("--dot"),
  };
}

/** How wide the box of a pattern is, in pixels. */
const BOX = 9;
/** @type {Map<number, CanvasPattern>} */
const inks = new Map();

/** What a canvas is drawn on with. @param {HTMLCanvasElement} canvas */
export function penOf(canvas) {
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error(SCENE.noCanvas);
  return pen;
}

/**
 * A pattern as a canvas fills with it.
 * @param {CanvasRenderingContext2D} context
 * @param {number} number
 */
export function hatch(context, number) {
  const known = inks.get(number);
  if (known) return known;
  const box = document.createElement("canvas");
  box.width = box.height = 2 * BOX;
  const pen = penOf(box);
  pen.scale(2 * BOX, 2 * BOX);
  pen.lineWidth = 0.13;
  pen.strokeStyle = "rgb(0 0 0 / .5)";
  pen.stroke(new Path2D(LINES[number]));
  const pattern = /** @type {CanvasPattern} */ (context.createPattern(box, "repeat"));
  pattern.setTransform(new DOMMatrix().scale(0.5));
  inks.set(number, pattern);
  return pattern;
}

/** The level of the squares that are 9 to 18 pixels wide. @param {Camera} camera */
export const levelFor = (camera) =>
  Math.min(camera.n - 1, Math.floor(Math.max(0, 3.2 - camera.zoom)));

/**
 * The squares of 2^k cells in view as runs of one color in a row, and the edges between tiles, in
 * pixels.
 * @param {Camera} camera @param {FarCell} hole @param {string} coloring @param {number} k
 * @param {number} steps  How many steps of the proof are shown; squares are left for the others.
 */
function layer(camera, hole, coloring, k, steps) {
  const { unit, top, left, rows, columns, x, y } = camera.squares(k);
  const look = looks(coloring === "none");
  const { tile, level, three, four } = tilesIn(
    camera.n - k,
    [hole[0] >> BigInt(k), hole[1] >> BigInt(k)],
    top,
    left,
    rows,
    columns,
  );
  // What is covered in later steps are squares, each a number below -2.
  const rest = camera.n - k - steps;
  if (rest > 0) {
    /** Which square each row and column is in. @param {bigint} first @param {number} length */
    const squares = (first, length) =>
      Array.from({ length }, (_, i) =>
        Number(((first + BigInt(i)) >> BigInt(rest)) - (first >> BigInt(rest))),
      );
    const [down, right] = [squares(top, rows), squares(left, columns)];
    for (let i = 0; i < tile.length; i++)
      if (tile[i] >= 0 && level[tile[i]] <= rest)
        tile[i] = -3 - down[Math.floor(i / columns)] * columns - right[i % columns];
  }
  /** @param {number} number */
  const color = (number) => {
    if (number < -2) return look.bare;
    if (number < 0) return look.hole;
    if (coloring === "colors") return COLORS[three[number]];
    if (coloring === "corners") return COLORS[four[number]];
    return coloring === "levels" ? levelColor(level[number] + k) : look.ground;
  };
  // Which pattern goes with a color; none where the first one goes, and none on the hole.
  const list = coloring === "levels" ? LEVELS : coloring === "none" ? [] : COLORS;
  /** @param {string} value */
  const pattern = (value) =>
    scheme().patterns && LINES[list.indexOf(value)] ? list.indexOf(value) : 0;
  /** @type {Map<string, [number, number, number][]>} */
  const runs = new Map();
  /** @type {[number, number, number, number][]} */
  const edges = [];
  /** Between squares that are left. @type {[number, number, number, number][]} */
  const lines = [];
  for (let row = 0; row < rows; row++) {
    let start = 0,
      last = /** @type {string | null} */ (null);
    for (let column = 0; column <= columns; column++) {
      const at = row * columns + column;
      const number = column < columns ? tile[at] : -1;
      const now = number === -1 ? null : color(number);
      if (now !== last) {
        if (last !== null) {
          const list = runs.get(last) ?? [];
          if (!list.length) runs.set(last, list);
          list.push([x + start * unit, y + row * unit, (column - start) * unit]);
        }
        start = column;
        last = now;
      }
      if (column === columns) continue;
      const before = column ? tile[at - 1] : number,
        above = row ? tile[at - columns] : number;
      const px = x + column * unit,
        py = y + row * unit;
      if (before !== number)
        (Math.max(before, number) < -2 ? lines : edges).push([px, py, px, py + unit]);
      if (above !== number)
        (Math.max(above, number) < -2 ? lines : edges).push([px, py, px + unit, py]);
    }
  }
  return {
    unit,
    runs,
    edges: [
      { ink: look.line, list: lines },
      { ink: look.ink, list: edges },
    ],
    pattern,
    stroke: Math.max(0.6, Math.min(3, unit / 14)),
  };
}

/**
 * Paint the view on a canvas; return the level of its squares. While one level follows another, the
 * one before is
 * still seen a little.
 * @param {CanvasRenderingContext2D} context
 * @param {Camera} camera
 * @param {FarCell} hole
 * @param {string} coloring
 * @param {{ k: number, alpha: number } | null} [before]
 * @param {number} [steps]  How many steps of the proof are shown.
 */
export function paintView(context, camera, hole, coloring, before = null, steps = Infinity) {
  const k = levelFor(camera);
  context.clearRect(0, 0, camera.wide, camera.high);
  /** @param {number} level @param {number} alpha */
  const put = (level, alpha) => {
    const { unit, runs, edges, pattern, stroke } = layer(camera, hole, coloring, level, steps);
    context.globalAlpha = alpha;
    for (const [color, list] of runs) {
      context.fillStyle = color;
      context.beginPath();
      for (const [x, y, wide] of list) context.rect(x - 0.3, y - 0.3, wide + 0.6, unit + 0.6);
      context.fill();
      if (pattern(color)) {
        context.fillStyle = hatch(context, pattern(color));
        context.fill();
      }
    }
    context.lineWidth = stroke;
    context.lineCap = "round";
    for (const { ink, list } of edges) {
      context.strokeStyle = ink;
      context.beginPath();
      for (const [x1, y1, x2, y2] of list) {
        context.moveTo(x1, y1);
        context.lineTo(x2, y2);
      }
      context.stroke();
    }
    context.globalAlpha = 1;
  };
  put(k, 1);
  if (before) put(before.k, before.alpha);
  return k;
}

/**
 * The view as an SVG picture that stands alone.
 * @param {Camera} camera
 * @param {FarCell} hole
 * @param {string} coloring
 * @param {number} [steps]  How many steps of the proof are shown.
 */
export function viewAsSvg(camera, hole, coloring, steps = Infinity) {
  const { unit, runs, edges, pattern, stroke } = layer(
    camera,
    hole,
    coloring,
    levelFor(camera),
    steps,
  );
  /** @param {number} value */
  const tidy = (value) => Math.round(value * 100) / 100;
  const used = [...new Set([...runs.keys()].map(pattern))].filter(Boolean);
  const shapes = [...runs].flatMap(([fill, list]) => {
    const d = list
      .map(([x, y, wide]) => `M${tidy(x)} ${tidy(y)}h${tidy(wide)}v${tidy(unit)}h${tidy(-wide)}z`)
      .join("");
    return [
      s("path", { fill, d }),
      pattern(fill) ? s("path", { fill: `url(#hatch${pattern(fill)})`, d }) : null,
    ];
  });
  return s(
    "svg",
    {
      viewBox: `0 0 ${tidy(camera.wide)} ${tidy(camera.high)}`,
      width: tidy(camera.wide),
      height: tidy(camera.high),
    },
    s(
      "defs",
      {},
      used.map((number) =>
        s(
          "pattern",
          { id: `hatch${number}`, width: BOX, height: BOX, patternUnits: "userSpaceOnUse" },
          s("path", {
            d: LINES[number],
            transform: `scale(${BOX})`,
            fill: "none",
            stroke: "black",
            "stroke-opacity": 0.5,
            "stroke-width": 0.13,
          }),
        ),
      ),
    ),
    shapes,
    edges
      .filter(({ list }) => list.length)
      .map(({ ink, list }) =>
        s("path", {
          fill: "none",
          stroke: ink,
          "stroke-width": tidy(stroke),
          "stroke-linecap": "round",
          d: list
            .map(([x1, y1, x2, y2]) => `M${tidy(x1)} ${tidy(y1)}L${tidy(x2)} ${tidy(y2)}`)
            .join(""),
        }),
      ),
  );
}

/**
 * Paint where the view is on the whole board.
 * @param {HTMLCanvasElement} canvas
 * @param {Camera} camera
 * @param {FarCell} hole
 */
export function paintMap(canvas, camera, hole) {
  const ratio = devicePixelRatio || 1,
    side = canvas.clientWidth;
  if (!side) return;
  if (canvas.width !== Math.round(side * ratio))
    canvas.width = canvas.height = Math.round(side * ratio);
  const context = penOf(canvas);
  const look = looks(),
    style = getComputedStyle(document.documentElement);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = style.getPropertyValue("--cell-b");
  context.fillRect(0, 0, side, side);
  context.strokeStyle = style.getPropertyValue("--grid");
  context.lineWidth = 1;
  context.beginPath();
  for (const at of [0.25, 0.5, 0.75]) {
    context.moveTo(at * side, 0);
    context.lineTo(at * side, side);
    context.moveTo(0, at * side);
    context.lineTo(side, at * side);
  }
  context.stroke();
  const scale = 2n ** 40n;
  const [row, column] = hole.map((at) => (Number((at * scale) / camera.side) / 2 ** 40) * side);
  context.fillStyle = look.hole;
  context.fillRect(column - 2, row - 2, 4, 4);
  const { middle, half } = camera.share();
  const [high, wide] = half.map((part) => Math.max(3, part * side));
  context.strokeStyle = style.getPropertyValue("--accent");
  context.lineWidth = 2;
  context.strokeRect(middle[1] * side - wide, middle[0] * side - high, 2 * wide, 2 * high);
}
