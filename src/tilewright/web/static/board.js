// What all boards look like: ground, grid, dots, labels, tiles.

import { s } from "./dom.js";
import { extent, key, outline } from "./geometry.js";
import { paint, patterns, scheme } from "./palette.js";

export function dot(row, column, mark) {
  if (mark === "o") return s("circle", { class: "dot", cx: column + 0.5, cy: row + 0.5, r: 0.17 });
  return s("text", { class: "mark", x: column + 0.5, y: row + 0.5, "text-anchor": "middle", "dominant-baseline": "central", "font-size": 0.5, text: mark });
}

/** The ground of a board: a tray with cells, and the names that some of them have. */
export function ground(sheet, cells) {
  const group = s("g", { class: "ground", "aria-hidden": "true" });
  group.append(s("path", { class: "rim", d: outline(cells, -0.16, 0.2) }));
  group.append(s("path", { class: "floor", d: outline(cells, 0, 0.06) }));
  for (const [row, column] of cells)
    group.append(s("rect", { class: (row + column) % 2 ? "cell odd" : "cell", x: column + 0.03, y: row + 0.03, width: 0.94, height: 0.94, rx: 0.08 }));
  const inside = new Set(cells.map(key));
  for (const [row, column, text] of sheet.names ?? []) {
    const date = !inside.has(key([row, column]));
    if (date) group.append(s("rect", { class: "date", x: column + 0.05, y: row + 0.05, width: 0.9, height: 0.9, rx: 0.14 }));
    group.append(s("text", {
      class: date ? "label today" : "label", x: column + 0.5, y: row + 0.52, "font-size": text.length > 2 ? 0.34 : 0.4,
      "text-anchor": "middle", "dominant-baseline": "central", text,
    }));
  }
  return group;
}

/** A tile: its outline filled, with a pattern over it if that is wanted. */
export function tile(cells, color, { className = "tile", inset = 0.035, radius = 0.16, prefix = "p" } = {}) {
  const d = outline(cells, inset, radius);
  const group = s("g", { class: className });
  const shape = s("path", { class: "face", d, fill: paint(color) });
  group.append(shape);
  if (scheme().patterns) group.append(s("path", { class: "hatch", d, fill: `url(#${prefix}${color % 12})` }));
  group.append(s("path", { class: "shine", d: outline(cells, inset + 0.06, Math.max(0.02, radius - 0.05)) }));
  return group;
}

export const definitions = (prefix) => s("defs", {}, patterns(prefix));

/** A small picture of a puzzle for its card: the board with what is on it, and the pieces below. */
export function thumbnail(card, width = 12) {
  const cells = [];
  card.cells.forEach((line, row) => [...line].forEach((cell, column) => cell === "#" && cells.push([row, column])));
  const rows = card.cells.length, columns = card.cells[0].length;
  const counted = card.pieces.every(([, , most]) => most !== null);
  const flow = [];
  let x = 0, y = 0, line = 0;
  if (counted) {
    const scale = 0.42, wide = Math.max(columns, 5);
    card.pieces.forEach(([shape, color, most]) => {
      for (let copy = 0; copy < most; copy++) {
        const [high, broad] = extent(shape).map((side) => side * scale);
        if (x + broad > wide && x) { x = 0; y += line + 0.22; line = 0; }
        flow.push({ shape, color, x, y, scale });
        x += broad + 0.22;
        line = Math.max(line, high);
      }
    });
    y += line;
  }
  const wide = Math.max(columns, counted ? 5 : 0);
  const high = rows + (flow.length ? y + 0.7 : 0);
  const side = Math.max(wide, high) + 0.8;
  const left = (side - columns) / 2, top = (side - high) / 2;
  const picture = s("svg", { class: "thumbnail", viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" });
  const board = s("g", { transform: `translate(${left} ${top})` }, ground(card, cells), card.marks.map(([r, c, mark]) => dot(r, c, mark)));
  for (const placement of card.placed ?? []) board.append(tile(placement.cells, placement.color));
  picture.append(board);
  for (const { shape, color, x: px, y: py, scale } of flow)
    picture.append(s("g", { transform: `translate(${(side - wide) / 2 + px} ${top + rows + 0.6 + py}) scale(${scale})` }, tile(shape, color, { inset: 0.02, radius: 0.1 })));
  return picture;
}
