// A surface: a picture of cells that is drawn in layers, kept to a scale, and pointed at. What is on it is up to whoever
// makes it; where cells are is up to the lattice that it is given.

/** @import { Cell, Point } from "./geometry.js" */
/** @import { Attributes } from "./dom.js" */

import { s } from "./dom.js";

/** How much of the picture there is around the cells. */
const MARGIN = 0.4;
/** The most pixels that the side of a cell has. */
export const LARGEST = 150;

/**
 * What a drag does, from the press of a button or the touch of a finger until it is lifted.
 * @typedef {object} Drag
 * @property {(event: PointerEvent, way: { cell: Cell, at: Point }[]) => void} move
 *   Goes on: `way` has the cells that were passed since the last time, each with a point in it. The pointer may be faster
 *   than its events.
 * @property {(event: PointerEvent) => void} end
 * @property {() => void} cancel  Escape, or the browser has taken the pointer away.
 */

/**
 * Where cells are: which one a point is in, and which a line passes, each with a point in it.
 * @typedef {{ cellAt: (point: Point) => Cell, passed: (from: Point, to: Point) => { cell: Cell, at: Point }[] }} Lattice
 */

/** Whether a board has its pieces beside it and all of it in view, in a width of so many pixels: on a wide screen, or a phone that lies flat. @param {number} width */
export const spacious = (width) => width > 720 || innerHeight <= 500 && innerWidth > innerHeight;

/** @template {string} Layer  The names of the layers, from the lowest up. */
export class Surface {
  /** @param {Lattice} lattice @param {Attributes} attributes  Of the picture. @param {Layer[]} names */
  constructor(lattice, attributes, names) {
    this.lattice = lattice;
    this.element = s("svg", attributes);
    const layers = names.map((name) => [name, s("g", { class: `layer-${name}` })]);
    this.layers = /** @type {Record<Layer, SVGGElement>} */ (Object.fromEntries(layers));
    this.element.append(...names.map((name) => this.layers[name]));
    /** Where the first cell is on the picture, and how large the picture is, in cells. */
    this.origin = { x: MARGIN, y: MARGIN };
    this.size = { width: 1, height: 1 };
  }

  /**
   * Make room for a board, and for what is beside it.
   * @param {number} rows @param {number} columns @param {number} [unit]  How many pixels the side of a cell has; as many as there is room for if it is not said.
   * @param {{ origin?: { x: number, y: number }, size?: { width: number, height: number } }} [place]  Where the board is on a larger picture.
   */
  scale(rows, columns, unit, { origin = { x: MARGIN, y: MARGIN }, size = { width: columns + 2 * MARGIN, height: rows + 2 * MARGIN } } = {}) {
    Object.assign(this, { origin, size });
    this.element.setAttribute("viewBox", `${-origin.x} ${-origin.y} ${size.width} ${size.height}`);
    if (!unit) return;
    this.element.setAttribute("width", String(size.width * unit));
    this.element.setAttribute("height", String(size.height * unit));
  }

  /** Where an event is, in cells from the corner of the first. @param {MouseEvent} event @returns {Point} */
  point(event) {
    const box = this.element.getBoundingClientRect();
    const { origin, size } = this;
    return [(event.clientX - box.left) * size.width / box.width - origin.x, (event.clientY - box.top) * size.height / box.height - origin.y];
  }

  /** @param {MouseEvent} event */
  cell(event) { return this.lattice.cellAt(this.point(event)); }

  /**
   * Take drags: `press` says what one does that begins here, or that none begins. One is taken at a time.
   * @param {(event: PointerEvent) => Drag | null} press
   */
  onDrag(press) {
    /** @type {{ drag: Drag, pointer: number, last: Point } | null} */
    let now = null;
    const element = this.element;
    const over = () => {
      const ended = now;
      now = null;
      document.removeEventListener("keydown", escaped, true);
      return ended;
    };
    /** @param {KeyboardEvent} event */
    const escaped = (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      const ended = over();
      if (ended && element.hasPointerCapture(ended.pointer)) element.releasePointerCapture(ended.pointer);
      ended?.drag.cancel();
    };
    element.addEventListener("pointerdown", (event) => {
      if (now) return;
      const drag = press(event);
      if (!drag) return;
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      now = { drag, pointer: event.pointerId, last: this.point(event) };
      document.addEventListener("keydown", escaped, true);
    });
    element.addEventListener("pointermove", (event) => {
      if (now?.pointer !== event.pointerId) return;
      const events = event.getCoalescedEvents?.() ?? [];
      const way = (events.length ? events : [event]).flatMap((each) => {
        const at = this.point(each), from = now?.last ?? at;
        if (now) now.last = at;
        return this.lattice.passed(from, at);
      });
      now.drag.move(event, way);
    });
    element.addEventListener("pointerup", (event) => { if (now?.pointer === event.pointerId) over()?.drag.end(event); });
    element.addEventListener("pointercancel", (event) => { if (now?.pointer === event.pointerId) over()?.drag.cancel(); });
  }

  /** Lay the board out whenever the room that it has changes. @param {HTMLElement} parent @param {(width: number) => void} layout */
  attach(parent, layout) {
    parent.append(this.element);
    const room = () => {
      const { width } = parent.getBoundingClientRect();
      if (width) layout(width);
    };
    this.resized = new ResizeObserver(room);
    this.resized.observe(parent);
    // What is above it may come to need another line.
    if (parent.previousElementSibling) for (const above of parent.parentElement?.children ?? []) if (above !== parent) this.resized.observe(above);
    // A window that becomes higher leaves the width as it is.
    window.addEventListener("resize", room);
    this.unheard = () => window.removeEventListener("resize", room);
    room();
  }

  detach() {
    this.resized?.disconnect();
    this.unheard?.();
  }

  /** How many pixels there are from the top of the picture to the end of the window, before anything is scrolled. @param {number} below @param {number} least */
  room(below, least) { return Math.max(least, window.innerHeight - window.scrollY - this.element.getBoundingClientRect().top - below); }
}
