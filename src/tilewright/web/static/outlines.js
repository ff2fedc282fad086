// Outlines: dot puzzles, played by drawing across cells, on edges, or with the keyboard.

import { announce, s } from "./dom.js";
import { definitions, dot, ground, tile } from "./board.js";
import { markName } from "./game.js";
import { key, neighbors } from "./geometry.js";
import { tint } from "./palette.js";

export class Outlines {
  constructor(game) {
    this.game = game;
    this.path = null;
    this.cursor = null;
    this.hinted = null;
    // Whoever plays with the mouse or a finger needs no cursor: it is shown once a key has moved it, or the focus, here.
    this.keyed = false;
    this.keyUsed = (event) => { if (/^(Tab|Arrow.*|Enter| )$/.test(event.key)) this.keyed = true; };
    document.addEventListener("keydown", this.keyUsed, true);
    this.element = s("svg", {
      class: "table outlines", role: "application", tabindex: "0",
      "aria-label": "Board. Arrow keys move, Shift and an arrow key draws or wipes the edge on that side, Space starts and ends a piece.",
    });
    this.element.append(definitions("p"));
    this.layers = {};
    for (const name of ["board", "tiles", "hint", "dots", "edges", "drawing", "cursor"]) this.element.append(this.layers[name] = s("g", { class: `layer-${name}` }));
    this.element.addEventListener("pointerdown", (event) => this.down(event));
    this.element.addEventListener("pointermove", (event) => this.moved(event));
    this.element.addEventListener("pointerup", () => this.up());
    this.element.addEventListener("pointercancel", () => { this.path = null; this.drawPath(); });
    this.element.addEventListener("pointerleave", () => { this.layers.cursor.querySelector(".hover")?.remove(); });
    this.element.addEventListener("keydown", (event) => this.keyDown(event));
    this.element.addEventListener("focus", () => this.drawCursor());
    this.element.addEventListener("blur", () => this.drawCursor());
    this.resized = new ResizeObserver(() => this.layout());
    game.onChange(() => this.draw());
  }

  attach(parent) {
    this.parent = parent;
    parent.append(this.element);
    this.resized.observe(parent);
    this.layout();
  }

  detach() {
    this.resized.disconnect();
    document.removeEventListener("keydown", this.keyUsed, true);
  }

  focus() { this.element.focus({ preventScroll: true }); }

  layout() {
    const { width } = this.parent.getBoundingClientRect();
    if (!width) return;
    const room = Math.max(320, window.innerHeight - this.element.getBoundingClientRect().top - 40);
    const ways = this.game.lies.map(({ rows, columns }) => {
      const box = { x: -0.4, y: -0.4, width: columns + 0.8, height: rows + 0.8 };
      return { box, unit: Math.min(width / box.width, width > 720 ? room / box.height : Math.max(room / box.height, 0.8 * width / box.width), 84) };
    });
    // A long board stands upright where that makes its cells larger; not while a line is drawn.
    if (!this.path) this.stand(width <= 720 && ways[1].unit > 1.1 * ways[0].unit);
    const { box, unit } = ways[Number(this.game.lie.upright)];
    this.box = box;
    this.layers.board.replaceChildren(ground(this.game.sheet, this.game.cells));
    this.layers.dots.replaceChildren(...[...this.game.marks].map(([at, mark]) => dot(...at.split(",").map(Number), mark)));
    this.element.setAttribute("viewBox", `${this.box.x} ${this.box.y} ${this.box.width} ${this.box.height}`);
    this.element.setAttribute("width", this.box.width * unit);
    this.element.setAttribute("height", this.box.height * unit);
    this.draw();
  }

  stand(upright) {
    const cell = this.cursor && this.game.lie.meant(this.cursor);
    this.game.lay(upright);
    this.cursor = cell ? this.game.lie.shown(cell) : this.game.cells[0];
  }

  draw() {
    const { tiles, closed, edges, solved, waiting } = this.game;
    const own = tiles.map(({ cells }) => (cells[0][0] * 5 + cells[0][1] * 3) % 8);
    const colors = this.spread(tiles.map(({ cells }) => cells), own);
    const shown = tiles.map(({ cells, given }, i) => tile(cells, colors[i], { className: `tile region${given ? " given" : ""}`, inset: 0.02, radius: 0.12 }));
    for (const { kind, cells } of closed) {
      if (kind === "wrong") shown.push(tile(cells, 0, { className: "tile bad", inset: 0.05 }));
      // A hole may be anywhere until everything else is a piece.
      else if (solved) shown.push(tile(cells, 11, { className: "tile hole", inset: 0.1 }));
    }
    this.layers.tiles.replaceChildren(...shown);
    this.layers.edges.replaceChildren(...edges.map((edge) => this.line(edge)), ...waiting.edges.map((edge) => this.line(edge, "hover")));
    this.drawPath();
    this.drawHint();
    this.drawCursor();
  }

  /** Colors under which tiles that touch differ, whatever the settings say about pieces. */
  spread(tiles, own) {
    const colors = tint(tiles, own);
    if (colors !== own) return colors;
    const owner = new Map();
    const chosen = [];
    tiles.forEach((cells, i) => {
      const taken = new Set();
      for (const cell of cells) for (const next of neighbors(cell)) if (owner.has(key(next))) taken.add(owner.get(key(next)));
      let color = own[i];
      while (taken.has(color)) color = (color + 1) % 8;
      for (const cell of cells) owner.set(key(cell), color);
      chosen.push(color);
    });
    return chosen;
  }

  line(edge, className = "drawn") {
    const [[r1, c1], [r2]] = [...edge].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const flat = r1 !== r2;
    const [x1, y1, x2, y2] = flat ? [c1, r1 + 1, c1 + 1, r1 + 1] : [c1 + 1, r1, c1 + 1, r1 + 1];
    return s("line", { class: className, x1, y1, x2, y2 });
  }

  drawHint() {
    const marks = [];
    if (this.hinted) {
      if (this.hinted.action === "place") marks.push(tile(this.hinted.place, 3, { className: "tile suggestion" }));
      else if (this.hinted.place.length) marks.push(tile(this.hinted.place, 0, { className: "tile wrong" }));
      for (const [row, column] of this.hinted.cells) marks.push(s("rect", { class: "look", x: column + 0.06, y: row + 0.06, width: 0.88, height: 0.88, rx: 0.16 }));
    }
    this.layers.hint.replaceChildren(...marks);
  }

  showHint(hint) { this.hinted = hint; this.drawHint(); }

  point(event) {
    const box = this.element.getBoundingClientRect();
    return [(event.clientX - box.left) * this.box.width / box.width + this.box.x, (event.clientY - box.top) * this.box.height / box.height + this.box.y];
  }

  /** The edge that a point is near, as its two cells. */
  edgeAt([x, y], reach) {
    const row = Math.floor(y), column = Math.floor(x);
    const sides = [
      [y - row, [row - 1, column]], [row + 1 - y, [row + 1, column]],
      [x - column, [row, column - 1]], [column + 1 - x, [row, column + 1]],
    ].sort((a, b) => a[0] - b[0]);
    const [distance, other] = sides[0];
    if (distance > reach || !this.game.inside.has(key([row, column])) || !this.game.inside.has(key(other))) return null;
    return [[row, column], other];
  }

  down(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.keyed = false;
    this.focus();
    this.element.setPointerCapture(event.pointerId);
    this.hinted = null;
    const at = this.point(event);
    const cell = [Math.floor(at[1]), Math.floor(at[0])];
    this.edge = this.edgeAt(at, event.pointerType === "touch" ? 0.24 : 0.2);
    this.path = this.game.inside.has(key(cell)) ? [cell] : null;
    if (this.path) this.cursor = cell;
    this.drawPath();
    this.drawCursor();
  }

  moved(event) {
    const at = this.point(event);
    if (!this.path) {
      const hover = this.edgeAt(at, 0.2);
      this.layers.cursor.querySelector(".hover")?.remove();
      if (hover) this.layers.cursor.append(this.line(hover, "hover"));
      return;
    }
    const cell = [Math.floor(at[1]), Math.floor(at[0])];
    if (!this.game.inside.has(key(cell))) return;
    const known = this.path.findIndex((other) => key(other) === key(cell));
    if (known >= 0) {
      if (known === this.path.length - 2) this.path.pop();
    } else if (this.path.some((other) => neighbors(other).some((next) => key(next) === key(cell)))) {
      // The very edge of a cell does not count: a finger wanders.
      const [fx, fy] = [at[0] - cell[1], at[1] - cell[0]];
      if (Math.min(fx, fy, 1 - fx, 1 - fy) < 0.12) return;
      this.path.push(cell);
      this.edge = null;
    }
    this.drawPath();
  }

  up() {
    const { path, edge } = this;
    this.path = null;
    this.drawPath();
    if (!path) return;
    if (path.length > 1) this.game.outline(path);
    else if (edge) this.game.toggle([edge]);
    this.drawCursor();
  }

  drawPath() {
    const paths = [...this.game.waiting.paths, ...(this.path?.length ? [this.path] : [])];
    this.layers.drawing.replaceChildren(...paths.map((path) => tile(path, 3, { className: "tile drawing" })));
  }

  drawCursor() {
    const hover = this.layers.cursor.querySelector(".hover");
    const shown = this.keyed && document.activeElement === this.element;
    this.layers.cursor.replaceChildren(...(hover ? [hover] : []), ...(shown
      ? [s("rect", { class: "cursor", x: this.cursor[1] + 0.05, y: this.cursor[0] + 0.05, width: 0.9, height: 0.9, rx: 0.14 })] : []));
  }

  keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      const next = [this.cursor[0] + step[0], this.cursor[1] + step[1]];
      if (!this.game.inside.has(key(next))) return;
      if (event.shiftKey) {
        const there = this.game.edges.some((edge) => edge.every((cell) => key(cell) === key(next) || key(cell) === key(this.cursor)));
        this.game.toggle([[this.cursor, next]]);
        announce(there ? "edge wiped out" : "edge drawn");
        return;
      }
      this.cursor = next;
      if (this.path && !this.path.some((other) => key(other) === key(next))) {
        this.path.push(next);
        this.drawPath();
      }
      this.drawCursor();
      const mark = this.game.marks.get(key(next));
      announce(`row ${next[0] + 1}, column ${next[1] + 1}${mark ? `, ${markName(mark)}` : ""}`);
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (!this.path) {
        this.path = [this.cursor];
        this.drawCursor();
        announce("piece begun");
      } else {
        const { path } = this;
        this.path = null;
        if (path.length > 0) this.game.outline(path);
        announce(`piece of ${path.length} cells drawn`);
      }
      this.drawPath();
    } else if (event.key === "Escape" && this.path) {
      this.path = null;
      this.drawPath();
    }
  }
}
