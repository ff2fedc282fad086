// A surface: a picture of cells that is drawn in layers, kept to a scale, and pointed at. What is
// on it is up to whoever makes it; where cells are is up to the lattice that it is given.

/** @import { Cell, Point } from "../../geometry/geometry.js" */
/** @import { Attributes } from "../../parts/dom.js" */

import { s } from "../../parts/dom.js";

/** How much of the picture there is around the cells. */
const MARGIN = 0.4;
/** The most pixels that the side of a cell has. */
export const LARGEST = 170;

/** What is left free below the picture, in pixels. */
const FREE = 8;

/** The most that a board is zoomed. */
const MOST = 5;

/**
 * What a drag does, from the press of a button or the touch of a finger until it is lifted.
 * @typedef {object} Drag
 * @property {(event: PointerEvent, way: { cell: Cell, at: Point }[]) => void} move
 *   Goes on: `way` has the cells that were passed since the last time, each with a point in it. The
 * pointer may be faster
 *   than its events.
 * @property {(event: PointerEvent) => void} end
 * @property {() => void} cancel  Escape, or the browser has taken the pointer away.
 */

/**
 * Where cells are: which one a point is in, and which a line passes, each with a point in it.
 * @typedef {{ cellAt: (point: Point) => Cell, passed: (from: Point, to: Point) => { cell: Cell, at: Point }[] }} Lattice
 */

/** @template {string} Layer  The names of the layers, from the lowest up. */
export class Surface {
  /**
   * @param {Lattice} lattice @param {Attributes} attributes  Of the picture. @param {Layer[]} names
   * @param {{ framed?: Layer[], above?: Layer[] }} [zoomed]  The layers that are zoomed with the board: those that are seen through its frame, and those that are above all.
   */
  constructor(lattice, attributes, names, { framed = [], above = [] } = {}) {
    this.lattice = lattice;
    this.element = s("svg", attributes);
    const layers = names.map((name) => [name, s("g", { class: `layer-${name}` })]);
    this.layers = /** @type {Record<Layer, SVGGElement>} */ (Object.fromEntries(layers));
    const others = names.filter((name) => !framed.includes(name) && !above.includes(name));
    this.frame = s("rect", { rx: 0.2 });
    /** What is zoomed, in its frame and above it. */
    this.zoomed = [framed, above].map((within) =>
      s(
        "g",
        {},
        within.map((name) => this.layers[name]),
      ),
    );
    this.window = s("g", {}, this.zoomed[0]);
    if (framed.length) this.element.append(s("clipPath", { id: "frame" }, this.frame), this.window);
    this.element.append(
      ...others.map((name) => this.layers[name]),
      ...(above.length ? [this.zoomed[1]] : []),
    );
    /** How much larger the board is than its frame, and how far it is moved there, in cells. */
    this.zoom = { scale: 1, x: 0, y: 0 };
    /** Ends the drag that goes on, as if it had not been. */
    this.abandon = () => {};
    this.again = () => {};
    /** The most height that is taken, in pixels. */
    this.most = Number.POSITIVE_INFINITY;
    /** What the frame is around. */
    this.board = { width: 1, height: 1 };
    /** Where the first cell is on the picture, and how large the picture is, in cells. */
    this.origin = { x: MARGIN, y: MARGIN };
    this.size = { width: 1, height: 1 };
  }

  /**
   * Make room for a board, and for what is beside it.
   * @param {number} rows
   * @param {number} columns
   * @param {number} [unit]  How many pixels the side of a cell has; as many as there is room for if it is not said.
   * @param {{ origin?: { x: number, y: number }, size?: { width: number, height: number } }} [place]  Where the board is on a larger picture.
   */
  scale(
    rows,
    columns,
    unit,
    {
      origin = { x: MARGIN, y: MARGIN },
      size = { width: columns + 2 * MARGIN, height: rows + 2 * MARGIN },
    } = {},
  ) {
    Object.assign(this, { origin, size, board: { width: columns, height: rows } });
    this.look(this.zoom);
    this.element.setAttribute("viewBox", `${-origin.x} ${-origin.y} ${size.width} ${size.height}`);
    if (!unit) return;
    this.element.setAttribute("width", String(size.width * unit));
    this.element.setAttribute("height", String(size.height * unit));
  }

  /**
   * Where an event is on the picture, in cells from the corner of the frame.
   * @param {{ clientX: number, clientY: number }} event
   * @returns {Point}
   */
  spot(event) {
    const box = this.element.getBoundingClientRect();
    const { origin, size } = this;
    return [
      ((event.clientX - box.left) * size.width) / box.width - origin.x,
      ((event.clientY - box.top) * size.height) / box.height - origin.y,
    ];
  }

  /**
   * Where an event is on the board, in cells from the corner of the first.
   * @param {MouseEvent} event
   * @returns {Point}
   */
  point(event) {
    return this.under(this.spot(event));
  }

  /**
   * The point of the board that is seen at one of the picture.
   * @param {Point} spot
   * @returns {Point}
   */
  under([x, y]) {
    const { zoom } = this;
    return [(x - zoom.x) / zoom.scale, (y - zoom.y) / zoom.scale];
  }

  /**
   * Whether a point of the board is seen: all are unless it is zoomed, also those beside it.
   * @param {Point} point
   */
  seen([x, y]) {
    const {
        zoom: { scale, x: left, y: top },
        board: { width, height },
      } = this,
      across = scale * x + left,
      down = scale * y + top;
    return (
      scale === 1 ||
      (across >= -MARGIN && down >= -MARGIN && across <= width + MARGIN && down <= height + MARGIN)
    );
  }

  /**
   * Zoom the board, and move it, as far as its frame is filled.
   * @param {{ scale: number, x: number, y: number }} zoom
   */
  look({ scale, x, y }) {
    const { width, height } = this.board;
    /** @param {number} at @param {number} extent */
    const kept = (at, extent) =>
      Math.max((1 - scale) * extent - MARGIN * (scale - 1), Math.min(MARGIN * (scale - 1), at));
    this.zoom = { scale, x: kept(x, width), y: kept(y, height) };
    for (const each of this.zoomed)
      each.setAttribute(
        "transform",
        scale === 1 ? "" : `translate(${this.zoom.x} ${this.zoom.y}) scale(${scale})`,
      );
    for (const [name, value] of Object.entries({
      x: -MARGIN,
      y: -MARGIN,
      width: width + 2 * MARGIN,
      height: height + 2 * MARGIN,
    }))
      this.frame.setAttribute(name, String(value));
    this.window.setAttribute("clip-path", scale === 1 ? "none" : "url(#frame)");
    this.element.classList.toggle("zoomed", scale > 1);
  }

  /**
   * Zoom about a point of the picture, which stays where it is.
   * @param {number} scale
   * @param {Point} [spot]  The middle if it is not said.
   */
  zoomTo(scale, spot = [this.board.width / 2, this.board.height / 2]) {
    const [x, y] = this.under(spot),
      most = Math.max(1, Math.min(scale, MOST));
    this.look({ scale: most < 1.05 ? 1 : most, x: spot[0] - most * x, y: spot[1] - most * y });
  }

  /**
   * Move the board so that some cells of it are seen, given by their middles.
   * @param {Point[]} points
   */
  reveal(points) {
    const {
      zoom: { scale, x, y },
      board: { width, height },
    } = this;
    if (scale === 1 || !points.length) return;
    /** @param {number[]} at @param {number} by @param {number} extent */
    const moved = (at, by, extent) =>
      by +
      Math.max(0, -(scale * (Math.min(...at) - 0.5) + by)) -
      Math.max(0, scale * (Math.max(...at) + 0.5) + by - extent);
    this.look({
      scale,
      x: moved(
        points.map((each) => each[0]),
        x,
        width,
      ),
      y: moved(
        points.map((each) => each[1]),
        y,
        height,
      ),
    });
  }

  /** @param {MouseEvent} event */
  cell(event) {
    return this.lattice.cellAt(this.point(event));
  }

  /**
   * Take drags: `press` says what one does that begins here, or that none begins. One is taken at a
   * time.
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
      this.abandon();
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
    // A second finger zooms: what the first one has begun is not meant.
    this.abandon = () => {
      const ended = over();
      if (ended && element.hasPointerCapture(ended.pointer))
        element.releasePointerCapture(ended.pointer);
      ended?.drag.cancel();
    };
    element.addEventListener("pointermove", (event) => {
      if (now?.pointer !== event.pointerId) return;
      const events = event.getCoalescedEvents?.() ?? [];
      const way = (events.length ? events : [event]).flatMap((each) => {
        const at = this.point(each),
          from = now?.last ?? at;
        if (now) now.last = at;
        return this.lattice.passed(from, at);
      });
      now.drag.move(event, way);
    });
    element.addEventListener("pointerup", (event) => {
      if (now?.pointer === event.pointerId) over()?.drag.end(event);
    });
    element.addEventListener("pointercancel", (event) => {
      if (now?.pointer === event.pointerId) over()?.drag.cancel();
    });
  }

  /**
   * Lay the board out whenever the room that it has changes.
   * @param {HTMLElement} parent
   * @param {(width: number) => void} layout
   */
  attach(parent, layout) {
    parent.append(this.element);
    const room = () => {
      const { width } = parent.getBoundingClientRect();
      if (width) layout(width);
    };
    this.again = room;
    this.resized = new ResizeObserver(room);
    this.resized.observe(parent);
    // What is above it may come to need another line.
    if (parent.previousElementSibling)
      for (const above of parent.parentElement?.children ?? [])
        if (above !== parent) this.resized.observe(above);
    // A window that becomes higher leaves the width as it is.
    window.addEventListener("resize", room);
    this.unheard = () => window.removeEventListener("resize", room);
    room();
  }

  detach() {
    this.resized?.disconnect();
    this.unheard?.();
  }

  /**
   * How many pixels there are from the top of the picture to the end of the window, or to what
   * stays there, before anything is scrolled. What is under the picture (tools, and what is said)
   * has room there always, so that it covers nothing and moves nothing.
   * @param {number} least
   */
  room(least) {
    const there = [...document.querySelectorAll(".tools, dialog.won[open]")]
      .filter((each) => getComputedStyle(each).position === "fixed")
      .map((each) => each.getBoundingClientRect());
    const bar = Math.max(
      0,
      ...there.filter((box) => box.top > innerHeight / 2).map((box) => innerHeight - box.top),
    );
    // The picture may be on its way to where it will be; what it is in is there.
    const stage = this.element.parentElement ?? this.element;
    const { top, right } = stage.getBoundingClientRect();
    const under = [...(stage.parentElement?.querySelectorAll(":scope > .under") ?? [])]
      .map((each) => ({ style: getComputedStyle(each), box: each.getBoundingClientRect() }))
      // On a screen that is low, it is beside the picture.
      .filter(({ style, box }) => style.position !== "fixed" && box.left < right - FREE)
      .map(({ style, box }) => box.height + parseFloat(style.marginTop));
    const below = under.reduce((sum, high) => sum + high, 0);
    // The end of a game is said over the tools.
    const taken = document.querySelector("dialog.won[open]") ? Math.max(below, bar) : below + bar;
    const free = window.innerHeight - window.scrollY - top - FREE - taken;
    return Math.min(this.most, Math.max(least, free));
  }
}
