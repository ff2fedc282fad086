// What all boards look like: ground, grid, dots, labels, tiles, and what a hint points at.

/** @import { Hint } from "./game.js" */
/** @import { Cell, Edge } from "./geometry.js" */
/** @import { CardOf } from "./gallery.js" */

import { s } from "./dom.js";
import { ends, extent, key, keys, outline, read, same } from "./geometry.js";
import { paint, patterns, scheme } from "./palette.js";

/** What is in a cell: a dot, or a letter. @param {number} row @param {number} column @param {string} mark */
export function dot(row, column, mark) {
  if (mark === "o") return s("circle", { class: "dot", cx: column + 0.5, cy: row + 0.5, r: 0.17 });
  return s("text", { class: "mark", x: column + 0.5, y: row + 0.5, "text-anchor": "middle", "dominant-baseline": "central", "font-size": 0.5, text: mark });
}

/** The marks of a shape, each in its cell. @param {{ cells: Cell[], marks: string[] }} shape */
export const dots = ({ cells, marks }) => cells.map(([row, column], i) => (marks[i] ? dot(row, column, marks[i]) : null));

/** A square around what is in a cell. @param {string} name @param {Cell} cell @param {number} [inset] @param {number} [radius] */
export const frame = (name, [row, column], inset = 0.06, radius = 0.16) => s("rect", {
  class: name, x: column + inset, y: row + inset, width: 1 - 2 * inset, height: 1 - 2 * inset, rx: radius,
});

/**
 * The ground of a board: a tray with cells, and the names that some of them have.
 * @param {{ names?: [number, number, string][] }} sheet @param {Cell[]} cells
 */
export function ground(sheet, cells) {
  const group = s("g", { class: "ground", "aria-hidden": "true" });
  group.append(s("path", { class: "rim", d: outline(cells, -0.16, 0.2) }));
  group.append(s("path", { class: "floor", d: outline(cells, 0, 0.06) }));
  for (const [row, column] of cells) group.append(frame((row + column) % 2 ? "cell odd" : "cell", [row, column], 0.03, 0.08));
  const inside = new Set(cells.map(key));
  for (const [row, column, text] of sheet.names ?? []) {
    const date = !inside.has(key([row, column]));
    if (date) group.append(frame("date", [row, column], 0.05, 0.14));
    group.append(s("text", {
      class: date ? "label today" : "label", x: column + 0.5, y: row + 0.52, "font-size": text.length > 2 ? 0.34 : 0.4,
      "text-anchor": "middle", "dominant-baseline": "central", text,
    }));
  }
  return group;
}

/** A tile: its outline filled, with a pattern over it if that is wanted. @param {Cell[]} cells @param {number} color */
export function tile(cells, color, { className = "tile", inset = 0.035, radius = 0.16, prefix = "p" } = {}) {
  const d = outline(cells, inset, radius);
  const group = s("g", { class: className });
  const shape = s("path", { class: "face", d, fill: paint(color) });
  group.append(shape);
  if (scheme().patterns) group.append(s("path", { class: "hatch", d, fill: `url(#${prefix}${color % 12})` }));
  group.append(s("path", { class: "shine", d: outline(cells, inset + 0.06, Math.max(0.02, radius - 0.05)) }));
  return group;
}

/**
 * What a hint points at: the piece to place or to take off, and the cells to look at.
 * @param {Hint} hint @param {number} color
 */
export const pointedOut = (hint, color) => [
  !hint.place.length ? null
    : hint.action === "place" ? tile(hint.place, color, { className: "tile suggestion" })
      : tile(hint.place, 0, { className: "tile wrong" }),
  ...(keys(hint.cells) === keys(hint.place) ? [] : hint.cells.map((cell) => frame("look", cell))),
  ...(hint.labels ?? []).flatMap(([cell, letter]) => [
    hint.cells.some((other) => same(other, cell)) ? null : frame("look", cell),
    s("text", { class: "looked-at", x: cell[1] + 0.5, y: cell[0] + 0.52, "font-size": 0.46, "text-anchor": "middle", "dominant-baseline": "central", text: letter }),
  ]),
];

/** @param {string} prefix */
export const definitions = (prefix) => s("defs", {}, patterns(prefix));

/** A small picture of a puzzle for its card: the board with what is on it, and the pieces below. @param {CardOf} card @param {Edge[]} [drawn] */
export function thumbnail(card, drawn = []) {
  const cells = read(card.cells).map(([cell]) => cell);
  const rows = card.cells.length, columns = card.cells[0].length;
  const counted = card.pieces.every(([, , most]) => most !== null);
  const flow = [];
  let x = 0, y = 0, line = 0;
  if (counted) {
    const scale = 0.42, wide = Math.max(columns, 5);
    for (const [shape, color, most] of card.pieces) {
      for (let copy = 0; copy < Number(most); copy++) {
        const [high, broad] = extent(shape).map((side) => side * scale);
        if (x + broad > wide && x) { x = 0; y += line + 0.22; line = 0; }
        flow.push({ shape, color, x, y, scale });
        x += broad + 0.22;
        line = Math.max(line, high);
      }
    }
    y += line;
  }
  const wide = Math.max(columns, counted ? 5 : 0);
  const high = rows + (flow.length ? y + 0.7 : 0);
  const side = Math.max(wide, high) + 0.8;
  const left = (side - columns) / 2, top = (side - high) / 2;
  const picture = s("svg", { class: "thumbnail", viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" });
  const board = s("g", { transform: `translate(${left} ${top})` }, ground(card, cells), card.marks.map(([r, c, mark]) => dot(r, c, mark)));
  for (const placement of card.placed ?? []) board.append(tile(placement.cells, placement.color));
  for (const edge of drawn) {
    const [[x1, y1], [x2, y2]] = ends(edge);
    board.append(s("line", { class: "drawn", x1, y1, x2, y2 }));
  }
  picture.append(board);
  for (const { shape, color, x: px, y: py, scale } of flow)
    picture.append(s("g", { transform: `translate(${(side - wide) / 2 + px} ${top + rows + 0.6 + py}) scale(${scale})` }, tile(shape, color, { inset: 0.02, radius: 0.1 })));
  return picture;
}
