// The painter: a board whose cells are taken away and put back, by mouse, touch or keyboard.

/** @import { Draft } from "./draft.js" */
/** @import { Cell } from "./geometry.js" */

import { around, s } from "./dom.js";
import { frame } from "./board.js";
import { cellOf, key, moved, rectangle, stepOf } from "./geometry.js";
import { squares } from "./lattice.js";
import { Surface } from "./surface.js";

/** How much there is around the cells. */
const MARGIN = 0.2;

/** @param {(off: string[]) => void} painted  Told which cells are away, after each stroke. @param {string} [name]  What is painted. @param {string} [className] */
export function makePainter(painted, name = "Board", className = "paint") {
  const surface = new Surface(squares, { class: className, role: "grid", "aria-label": `${name}. Space takes a cell away or puts it back, arrow keys move.` }, ["cells", "weights"]);
  const { element, layers } = surface;
  layers.weights.setAttribute("aria-hidden", "true");
  let rows = 0, columns = 0;
  let off = /** @type {Set<string>} */ (new Set());
  /** Whether a stroke is made on the other side, too: left for right, top for bottom. */
  const mirror = { across: false, down: false };
  /** @type {Map<string, SVGElement>} */
  const boxes = new Map();

  /** @param {Cell} cell */
  const has = ([row, column]) => row >= 0 && column >= 0 && row < rows && column < columns;

  /** Show which cells are there. */
  function show() {
    for (const [name, square] of boxes) {
      square.classList.toggle("off", off.has(name));
      square.classList.toggle("on", !off.has(name));
      square.setAttribute("aria-selected", String(!off.has(name)));
    }
  }

  /** Begin anew with another size. */
  function layOut() {
    surface.scale(rows, columns, undefined, { origin: { x: MARGIN, y: MARGIN }, size: { width: columns + 2 * MARGIN, height: rows + 2 * MARGIN } });
    boxes.clear();
    for (const cell of rectangle(rows, columns)) {
      const square = frame("", cell, 0.04, 0.12);
      const [row, column] = cell;
      for (const [name, value] of Object.entries({ role: "gridcell", tabindex: row || column ? "-1" : "0", "aria-label": `row ${row + 1}, column ${column + 1}` })) square.setAttribute(name, value);
      square.dataset.name = key(cell);
      boxes.set(key(cell), square);
    }
    const all = [...boxes.values()];
    layers.cells.replaceChildren(...Array.from({ length: rows }, (_, row) => s("g", { role: "row" }, all.slice(row * columns, (row + 1) * columns))));
  }

  /** Take cells away, or put them back. @param {Cell[]} cells @param {boolean} away */
  function paint(cells, away) {
    const all = cells.filter(has).flatMap(([row, column]) => (mirror.across ? [column, columns - 1 - column] : [column])
      .flatMap((each) => (mirror.down ? [row, rows - 1 - row] : [row]).map((line) => /** @type {Cell} */ ([line, each]))));
    for (const cell of all) {
      if (away) off.add(key(cell));
      else off.delete(key(cell));
    }
    show();
  }

  surface.onDrag((event) => {
    const cell = surface.cell(event);
    if (event.button !== 0 || !has(cell)) return null;
    const away = !off.has(key(cell)), before = [...off];
    focusOn(cell);
    paint([cell], away);
    return {
      move: (_, way) => paint(way.map((step) => step.cell), away),
      end: () => painted([...off]),
      cancel: () => { off = new Set(before); show(); },
    };
  });

  /** Let the keyboard be at a cell. @param {Cell} cell */
  function focusOn(cell) {
    for (const square of layers.cells.querySelectorAll('[tabindex="0"]')) square.setAttribute("tabindex", "-1");
    boxes.get(key(cell))?.setAttribute("tabindex", "0");
  }

  element.addEventListener("keydown", (event) => {
    const name = around(event, "[data-name]")?.dataset.name, step = stepOf(event);
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) {
      const next = moved(cellOf(name), step);
      if (has(next)) { focusOn(next); boxes.get(key(next))?.focus(); }
    } else if (event.key === " " || event.key === "Enter") {
      paint([cellOf(name)], !off.has(name));
      painted([...off]);
    } else {
      return;
    }
    event.preventDefault();
  });

  return {
    element,
    mirror,
    /** Show the board of a draft. @param {Draft} draft */
    show: (draft) => {
      off = new Set(draft.off);
      if (rows !== draft.rows || columns !== draft.columns) {
        ({ rows, columns } = draft);
        layOut();
      }
      show();
    },
    /** Mark the cells with a 1, or show the numbers of all: an argument why there is no tiling is about them. @param {number[][] | null} weights */
    mark: (weights) => {
      const marks = Boolean(weights?.flat().every((weight) => weight === 0 || weight === 1));
      /** @param {string} name */
      const weightOf = (name) => { const [row, column] = cellOf(name); return weights?.[row][column] ?? 0; };
      for (const [name, square] of boxes) square.classList.toggle("marked", marks && weightOf(name) !== 0);
      const shown = weights && !marks ? [...boxes.keys()].filter((name) => !off.has(name)) : [];
      layers.weights.replaceChildren(...shown.map((name) => {
        const [row, column] = cellOf(name);
        return s("text", { class: "weight", x: column + 0.5, y: row + 0.5, text: String(weightOf(name)) });
      }));
    },
  };
}
