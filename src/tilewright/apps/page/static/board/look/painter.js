// The painter: a board whose cells are taken away and put back, by mouse, touch or keyboard.

/** @import { Draft } from "../../views/elements/draft.js" */
/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Lattice } from "../../geometry/lattice.js" */

import { BOARD, SHARED } from "../../texts/en.js";
import { around, clear, s } from "../../parts/dom.js";
import { frame } from "./board.js";
import { cellOf, key, rectangle } from "../../geometry/geometry.js";
import { add, squares } from "../../geometry/lattice.js";
import { Surface } from "./surface.js";

/** How much there is around the cells. */
const MARGIN = 0.2;

/**
 * What takes strokes and keys in place of painting. `press` says what a stroke does that begins at a cell,
 * `key` whether a key means something there, `extend` takes a step with Shift and an arrow key, and `at` is
 * told where the keyboard is.
 * @typedef {{ press: (cell: Cell) => Partial<{ move: (cells: Cell[]) => void, end: () => void, cancel: () => void }>, key: (cell: Cell, key: string) => boolean, extend: (from: Cell, to: Cell) => void, at: () => void }} Tool
 */

/**
 * @param {(off: string[]) => void} painted  Told which cells are away, after each stroke.
 * @param {string} [name]  What is painted. @param {string} [className]
 * @param {{ lattice: Lattice, cells: Cell[] } | null} [field]  What there is to paint on, if that is not rows and columns of squares.
 */
export function makePainter(painted, name = SHARED.board, className = "paint", field = null) {
  const lattice = field?.lattice ?? squares;
  const surface = new Surface(
    lattice,
    {
      class: className,
      role: "grid",
      "aria-label": BOARD.painter(name),
    },
    ["cells", "clues", "weights"],
  );
  const { element, layers } = surface;
  for (const layer of [layers.clues, layers.weights]) layer.setAttribute("aria-hidden", "true");
  /** @type {Tool | null} */
  let tool = null;
  let rows = 0,
    columns = 0;
  let off = /** @type {Set<string>} */ (new Set());
  /** Whether a stroke is made on the other side, too: left for right, top for bottom. */
  const mirror = { across: false, down: false };
  /** @type {Map<string, SVGElement>} */
  const boxes = new Map();

  /** @param {Cell} cell */
  const has = (cell) => boxes.has(key(cell));
  /** @param {Cell} cell */
  const isThere = (cell) => has(cell) && !off.has(key(cell));
  /** Where the keyboard is. */
  const here = () => layers.cells.querySelector('[tabindex="0"]')?.getAttribute("data-name");

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
    const { width, height } = field ? lattice.size : { width: columns, height: rows };
    surface.scale(height, width, undefined, {
      origin: { x: MARGIN, y: MARGIN },
      size: { width: width + 2 * MARGIN, height: height + 2 * MARGIN },
    });
    boxes.clear();
    const lines = Map.groupBy(field?.cells ?? rectangle(rows, columns), ([row]) => row);
    layers.cells.replaceChildren(
      ...[...lines.values()].map((line, row) =>
        s(
          "g",
          { role: "row" },
          line.map((cell, column) => {
            const box = frame("", cell, 0.04, 0.12, lattice);
            for (const [name, value] of Object.entries({
              role: "gridcell",
              tabindex: row || column ? "-1" : "0",
              "aria-label": BOARD.cell(row + 1, column + 1),
            }))
              box.setAttribute(name, value);
            box.dataset.name = key(cell);
            boxes.set(key(cell), box);
            return box;
          }),
        ),
      ),
    );
  }

  /** Take cells away, or put them back. @param {Cell[]} cells @param {boolean} away */
  function paint(cells, away) {
    const all = field
      ? cells.filter(has)
      : cells
          .filter(has)
          .flatMap(([row, column]) =>
            (mirror.across ? [column, columns - 1 - column] : [column]).flatMap((each) =>
              (mirror.down ? [row, rows - 1 - row] : [row]).map(
                (line) => /** @type {Cell} */ ([line, each]),
              ),
            ),
          );
    for (const cell of all) {
      if (away) off.add(key(cell));
      else off.delete(key(cell));
    }
    show();
  }

  surface.onDrag((event) => {
    const cell = surface.cell(event);
    if (event.button !== 0 || !has(cell)) return null;
    if (tool) {
      focusOn(cell, true);
      if (!isThere(cell)) return null;
      const { move, end, cancel } = tool.press(cell);
      return {
        move: (_, way) => move?.(way.map((step) => step.cell).filter(isThere)),
        end: () => end?.(),
        cancel: () => cancel?.(),
      };
    }
    const away = !off.has(key(cell)),
      before = [...off];
    focusOn(cell);
    paint([cell], away);
    return {
      move: (_, way) =>
        paint(
          way.map((step) => step.cell),
          away,
        ),
      end: () => painted([...off]),
      cancel: () => {
        off = new Set(before);
        show();
      },
    };
  });

  /** Let the keyboard be at a cell. @param {Cell} cell @param {boolean} [focused] */
  function focusOn(cell, focused = false) {
    for (const square of layers.cells.querySelectorAll('[tabindex="0"]'))
      square.setAttribute("tabindex", "-1");
    const box = boxes.get(key(cell));
    for (const each of boxes.values()) each.classList.toggle("here", each === box);
    box?.setAttribute("tabindex", "0");
    if (focused) box?.focus({ preventScroll: true });
    tool?.at();
  }

  /**
   * Where a key leads: to the left and right to the next cell, of whatever kind.
   * @param {Cell} cell
   * @param {string} name
   */
  const stepFrom = (cell, name) =>
    name === "ArrowLeft" ? [0, -1] : name === "ArrowRight" ? [0, 1] : lattice.stepOf(name, cell);

  element.addEventListener("keydown", (event) => {
    const name = around(event, "[data-name]")?.dataset.name,
      step = name && stepFrom(cellOf(name), event.key);
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) {
      const next = add(cellOf(name), step);
      if (event.shiftKey && isThere(cellOf(name)) && isThere(next))
        tool?.extend(cellOf(name), next);
      if (has(next)) focusOn(next, true);
    } else if (tool) {
      if (!isThere(cellOf(name)) || !tool.key(cellOf(name), event.key)) return;
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
    /** Show the board of a draft. @param {Pick<Draft, "rows" | "columns" | "off">} draft */
    show: (draft) => {
      off = new Set(draft.off);
      if (field ? !boxes.size : rows !== draft.rows || columns !== draft.columns) {
        ({ rows, columns } = draft);
        layOut();
      }
      show();
    },
    /** Have strokes and keys do something else, or paint again. @param {Tool | null} taken @param {string} text */
    use: (taken, text) => {
      tool = taken;
      element.setAttribute("aria-label", text || BOARD.painter(name));
    },
    here,
    /** Let the keyboard be at a cell. @param {string} name */
    go: (name) => focusOn(cellOf(name), document.activeElement?.closest("svg") === element),
    /**
     * Draw what is on the board, and say it of each cell.
     * @param {(SVGElement | null)[]} drawn @param {(name: string) => string} says
     */
    draw: (drawn, says) => {
      clear(layers.clues, drawn);
      for (const [name, box] of boxes) {
        const [row, column] = cellOf(name);
        box.setAttribute("aria-label", BOARD.cell(row + 1, column + 1) + says(name));
      }
    },
    /** Let the keyboard begin at the first cell that is there, or go on there. */
    begin: (focused = false) => {
      const first = [...boxes.keys()].find((name) => !off.has(name));
      if (!first) return;
      focusOn(cellOf(first), focused);
    },
    /**
     * Mark the cells with a 1, or show the numbers of all: an argument why there is no tiling is
     * about them.
     * @param {number[][] | null} weights
     */
    mark: (weights) => {
      const marks = Boolean(weights?.flat().every((weight) => weight === 0 || weight === 1));
      /** @param {string} name */
      const weightOf = (name) => {
        const [row, column] = cellOf(name);
        return weights?.[row][column] ?? 0;
      };
      for (const [name, square] of boxes)
        square.classList.toggle("marked", marks && weightOf(name) !== 0);
      const shown = weights && !marks ? [...boxes.keys()].filter((name) => !off.has(name)) : [];
      layers.weights.replaceChildren(
        ...shown.map((name) => {
          const [row, column] = cellOf(name);
          return s("text", {
            class: "weight",
            x: column + 0.5,
            y: row + 0.5,
            text: String(weightOf(name)),
          });
        }),
      );
    },
  };
}
