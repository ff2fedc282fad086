// The tray: where the pieces lie beside or below the board, and what a piece in it looks like.

/** @import { Orientation, PieceSheet } from "../../../answers" */
/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Box, Lattice } from "../../geometry/lattice.js" */

import { BOARD } from "../../texts/en.js";
import { spacious } from "../../game/lie.js";
import { s } from "../../parts/dom.js";
import { figure, figureBox } from "../look/board.js";
import { LARGEST } from "../look/surface.js";

/** How much there is between two pieces, in cells of the board. */
const GAP = 0.4;
/** Around the board, between it and the tray, and around the pieces in the tray, in cells. */
const EDGE = 0.4,
  BETWEEN = 0.7,
  PADDING = 0.4,
  RIM = 0.1;
/** How large the pieces of the tray may be, as a share of what they are on the board. */
const SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.55, 0.5, 0.45, 0.4, 0.34, 0.28];
/** They are at least half as large, unless there is no room for that. */
const HALF = 0.5;
/**
 * How much larger pieces count beside a larger board, on a wide screen and on a narrow one, and how
 * much it counts that all of them are seen: exponents.
 */
const LARGER = { wide: 0.4, narrow: 0.25 },
  SEEN = 0.6;
/** How much longer the strip is at most than the screen is wide. */
const LONGEST = 2.5;
/** The most that the number at a piece has for a radius, in pixels. */
const BADGE = 14;
/** How small the cells of a piece in the tray may be, in pixels. */
const LEAST = 15;

/**
 * A place of the tray: a square on the picture, in cells from the first one of the board, and the
 * piece in it at a scale.
 * @typedef {{ piece: PieceSheet, x: number, y: number, side: number, scale: number }} Slot
 */

/**
 * Lay pieces out in rows of `across`, in columns as wide as their widest piece, each row and column
 * in one line.
 * @param {PieceSheet[]} pieces
 * @param {number[]} longest  The longest side of each.
 * @param {number} across
 * @param {number} scale
 */
function rowsOf(pieces, longest, across, scale) {
  const sides = longest.map((side) => side * scale);
  const widths = Array.from({ length: Math.min(across, pieces.length) }, (_, column) =>
    Math.max(...sides.filter((_, i) => i % across === column)),
  );
  const width = Math.max(
    0,
    widths.reduce((sum, wide) => sum + wide + GAP, -GAP),
  );
  /** @type {Slot[]} */
  const slots = [];
  let y = 0;
  for (let first = 0; first < pieces.length; first += across) {
    const line = sides.slice(first, first + across);
    const high = Math.max(...line);
    let x = 0;
    line.forEach((side, column) => {
      slots.push({
        piece: pieces[first + column],
        x: x + (widths[column] - side) / 2,
        y: y + (high - side) / 2,
        side,
        scale,
      });
      x += widths[column] + GAP;
    });
    y += high + GAP;
  }
  return { slots, width, height: Math.max(0, y - GAP) };
}

/**
 * Where the board and the pieces go in a width and a height of pixels: the tray beside the board or
 * below it, in the way that makes the cells of both largest. Below the board of a narrow screen it is
 * a strip, which may be longer than the screen is wide: `reach` is by how many cells it is scrolled
 * at most.
 * @param {Lattice} lattice  Of the board.
 * @param {PieceSheet[]} pieces  Those that lie in the tray.
 * @param {number} width
 * @param {number} height
 */
export function arrange(lattice, pieces, width, height) {
  const { width: columns, height: rows } = lattice.size;
  const longest = pieces.map(({ orientations }) =>
    Math.max(...orientations.map(({ cells }) => longer(figureBox(cells, lattice)))),
  );
  const narrow = !spacious(width),
    larger = LARGER[narrow ? "narrow" : "wide"];
  const room = pieces.length ? BETWEEN + PADDING : 0,
    rest = pieces.length ? EDGE + PADDING : EDGE;
  let best = null;
  for (const beside of [false, true]) {
    const strip = narrow && !beside;
    for (let across = 1; across <= Math.max(1, pieces.length); across++) {
      for (const scale of SCALES) {
        const tray = rowsOf(pieces, longest, across, scale);
        const size = beside
          ? {
              width: EDGE + columns + room + tray.width + rest,
              height: Math.max(rows + 2 * EDGE, tray.height + 2 * PADDING),
            }
          : {
              width: Math.max(columns + 2 * EDGE, strip ? 0 : tray.width + 2 * PADDING),
              height: EDGE + rows + room + tray.height + PADDING,
            };
        const broad = width / size.width,
          fits = Math.min(broad, height / size.height, LARGEST);
        // Where the pieces would be too small to be taken, the page is longer than the window.
        const unit = Math.max(fits, Math.min(broad, LEAST / scale)),
          long = strip ? (unit * (tray.width + 2 * PADDING)) / width : 1;
        if (long > LONGEST) continue;
        const score =
          unit *
          scale ** larger *
          Math.min(1, scale / HALF) ** 1.5 *
          (long > 1 ? 1.1 * long : 1) ** -SEEN *
          (unit > fits ? fits / unit : 1) *
          (unit * scale < LEAST ? 0.3 : 1);
        if (!best || score > best.score) best = { score, unit, size, tray, beside };
      }
    }
  }
  if (!best) throw new Error("the tray of pieces does not fit on the page");
  const { unit, tray, beside } = best,
    strip = narrow && !beside,
    size = strip ? { ...best.size, width: width / unit } : best.size,
    over = tray.width + 2 * PADDING - size.width,
    // Nobody sees a pixel, and a scroll bar for it would say that there is more.
    reach = strip && over * unit > 1 ? over : 0;
  const origin = beside
    ? { x: EDGE, y: (size.height - rows) / 2 }
    : { x: (size.width - columns) / 2, y: EDGE };
  const [x, y] = beside
    ? [columns + room, (size.height - tray.height) / 2 - origin.y]
    : [Math.max(PADDING, (size.width - tray.width) / 2) - origin.x, rows + room];
  return {
    unit,
    size,
    origin,
    reach,
    slots: tray.slots.map((each) => ({ ...each, x: each.x + x, y: each.y + y })),
    panel: pieces.length
      ? panelOf(beside, { rows, columns, width, unit, size, origin, tray, y })
      : null,
  };
}

/**
 * What the pieces of the tray lie on: a card beside the board, as high as the board, or a strip
 * below it, as wide as the window.
 * @param {boolean} beside
 * @param {{ rows: number, columns: number, width: number, unit: number, size: { width: number, height: number }, origin: { x: number, y: number }, tray: { width: number, height: number }, y: number }} place
 * @returns {Box}
 */
function panelOf(beside, { rows, columns, width, unit, size, origin, tray, y }) {
  const high = tray.height + 2 * PADDING;
  if (beside) {
    const height = Math.max(rows + 2 * RIM, high);
    return {
      x: columns + BETWEEN,
      y: rows / 2 - height / 2,
      width: tray.width + 2 * PADDING,
      height,
    };
  }
  const broad = Math.max(size.width, width / unit);
  return { x: size.width / 2 - broad / 2 - origin.x, y: y - PADDING, width: broad, height: high };
}

/** @param {{ width: number, height: number }} box */
const longer = ({ width, height }) => Math.max(width, height);

/**
 * Where a piece begins in its place, so that its box is in the middle.
 * @param {Slot} slot
 * @param {Orientation} shape
 * @param {Lattice} lattice
 */
export function begins({ side, scale }, shape, lattice) {
  const { x, y, width, height } = figureBox(shape.cells, lattice);
  return [(side - width * scale) / 2 - x * scale, (side - height * scale) / 2 - y * scale];
}

/**
 * A piece in the tray: how it is held, and how many of it are left.
 * @param {Slot} place
 * @param {{ name: string, shape: Orientation, left: number, selected: boolean, excluded: Cell[], lattice: Lattice, unit: number }} looks  A cell of the board has `unit` pixels.
 */
export function slot(place, { name, shape, left, selected, excluded, lattice, unit }) {
  const { piece, x, y, side, scale } = place;
  const [inX, inY] = begins(place, shape, lattice);
  const group = s("g", {
    class: `slot${left ? "" : " used"}${selected ? " selected" : ""}`,
    transform: `translate(${x} ${y})`,
    role: "button",
    tabindex: left > 0 ? "0" : "-1",
    "aria-disabled": left > 0 ? null : "true",
    "aria-pressed": selected ? "true" : "false",
    "aria-label": BOARD.left(
      piece.label,
      left,
      excluded.map((cell) => lattice.words(cell)),
    ),
  });
  Object.assign(group.dataset, { name, piece: piece.name });
  group.append(
    s("rect", { class: "pad", x: -0.2, y: -0.2, width: side + 0.4, height: side + 0.4, rx: 0.25 }),
  );
  const inner = s(
    "g",
    { transform: `translate(${inX} ${inY}) scale(${scale})` },
    s("g", { class: "moving" }, figure(shape, piece.color, lattice)),
  );
  group.append(inner);
  if (left > 1) {
    // At the corner of a cell: that of the box around a piece may be far from all of its cells.
    const box = figureBox(shape.cells, lattice);
    const corners = lattice.solid
      ? [[box.x + box.width, box.y + box.height]]
      : shape.cells.flatMap((cell) => lattice.polygon(cell));
    const [right, low] = corners.reduce((best, point) =>
      point[0] + point[1] > best[0] + best[1] + 1e-6 ||
      (point[0] + point[1] > best[0] + best[1] - 1e-6 && point[1] > best[1])
        ? point
        : best,
    );
    const round = Math.min(0.27, BADGE / unit);
    group.append(
      s(
        "g",
        {
          class: "copies",
          transform: `translate(${inX + right * scale + 0.35 * round} ${inY + low * scale + 0.2 * round})`,
        },
        s("circle", { r: round }),
        s("text", {
          "font-size": 1.2 * round,
          "text-anchor": "middle",
          "dominant-baseline": "central",
          text: left === Infinity ? "∞" : `${left}`,
        }),
      ),
    );
  }
  return group;
}
