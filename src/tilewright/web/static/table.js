// The table: a board and a tray of pieces, played by mouse, touch or keyboard.

import { announce, calm, s } from "./dom.js";
import { definitions, dot, ground, tile } from "./board.js";
import { extent, flipped, key, turned } from "./geometry.js";
import { pieceName } from "./game.js";
import { tint } from "./palette.js";

const shifted = (shape, row, column) => shape.cells.map(([r, c]) => [r + row, c + column]);

export class Table {
  constructor(game) {
    this.game = game;
    this.carry = null;
    this.selected = null;
    this.ghost = null;
    this.hinted = null;
    this.element = s("svg", { class: "table", role: "application", "aria-label": "Board and pieces. Choose a piece with Tab and Enter, move it with the arrow keys, R turns, F flips, Enter places, Escape puts it back." });
    this.element.append(definitions("p"));
    this.layers = {};
    for (const name of ["board", "tiles", "hint", "tray", "ghost", "carried"]) this.element.append(this.layers[name] = s("g", { class: `layer-${name}` }));
    this.element.addEventListener("pointermove", (event) => this.pointerMoved(event));
    this.element.addEventListener("pointerup", (event) => this.pointerUp(event));
    this.element.addEventListener("pointercancel", () => this.putBack());
    this.element.addEventListener("pointerdown", (event) => this.pointerDown(event));
    this.element.addEventListener("wheel", (event) => {
      if (!this.carry && !this.selected) return;
      event.preventDefault();
      if (performance.now() - (this.wheeled ?? 0) < 140) return;
      this.wheeled = performance.now();
      this.turn(event.deltaY > 0);
    }, { passive: false });
    this.element.addEventListener("contextmenu", (event) => {
      if (!this.carry && !event.target.closest(".slot")) return;
      event.preventDefault();
    });
    this.keys = (event) => this.keyDown(event);
    document.addEventListener("keydown", this.keys);
    this.resized = new ResizeObserver(() => this.layout());
    this.game.onChange(() => this.draw());
  }

  attach(parent) {
    parent.append(this.element);
    this.parent = parent;
    this.resized.observe(parent);
    this.layout();
  }

  detach() {
    document.removeEventListener("keydown", this.keys);
    this.resized.disconnect();
  }

  // Layout --------------------------------------------------------------------------------------------

  layout() {
    const { rows, columns } = this.game.sheet;
    const { width, height } = this.parent.getBoundingClientRect();
    if (!width) return;
    const wide = width > 720;
    const pieces = [...this.game.pieces.values()];
    const sides = pieces.map((piece) => Math.max(...extent(piece.cells)));
    let best = null;
    // Try widths of the tray, and keep the one with the largest cells.
    for (let across = 1; across <= Math.max(1, pieces.length); across++) {
      for (const scale of wide ? [0.8, 0.66] : [0.66, 0.54]) {
        const gap = 0.55;
        const flow = [];
        let x = 0, y = 0, line = 0, count = 0, right = 0;
        pieces.forEach((piece, i) => {
          const side = sides[i] * scale;
          if (count === across) { x = 0; y += line + gap; line = 0; count = 0; }
          flow.push({ piece, x, y, side, scale });
          x += side + gap;
          right = Math.max(right, x - gap);
          line = Math.max(line, side);
          count++;
        });
        const tray = { width: right, height: y + line };
        const box = wide
          ? { width: columns + 1.6 + tray.width + 0.9, height: Math.max(rows, tray.height) + 0.8 }
          : { width: Math.max(columns, tray.width) + 0.8, height: rows + 1.5 + tray.height + 0.6 };
        const room = Math.max(340, (window.innerHeight - this.element.getBoundingClientRect().top - (wide ? 40 : 12)));
        const unit = Math.min(width / box.width, wide ? room / box.height : Math.max(room / box.height, 0.8 * width / (columns + 0.8)), 84);
        const score = unit * (scale === 0.8 ? 1.04 : 1) - 0.3 * box.height * (wide ? 0.1 : 1);
        if (!best || score > best.score) best = { score, unit, box, flow, tray };
      }
    }
    const { unit, box, flow, tray } = best;
    this.unit = unit;
    this.origin = wide ? { x: 0.4, y: (box.height - rows) / 2 } : { x: (box.width - columns) / 2, y: 0.4 };
    this.trayOrigin = wide
      ? { x: columns + 1.7, y: (box.height - tray.height) / 2 }
      : { x: (box.width - tray.width) / 2, y: rows + 1.5 };
    this.flow = flow;
    this.element.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    this.element.setAttribute("width", box.width * unit);
    this.element.setAttribute("height", box.height * unit);
    this.box = box;
    for (const name of ["board", "tiles", "hint", "ghost"]) this.layers[name].setAttribute("transform", `translate(${this.origin.x} ${this.origin.y})`);
    this.layers.board.replaceChildren(ground(this.game.sheet, this.game.cells), ...[...this.game.marks].map(([at, mark]) => dot(...at.split(",").map(Number), mark)));
    this.draw();
  }

  // Drawing -------------------------------------------------------------------------------------------

  draw() {
    if (!this.flow) return;
    const focused = document.activeElement?.dataset?.name;
    const tiles = this.game.tiles();
    const colors = tint(tiles.map((each) => each.cells), tiles.map((each) => each.index));
    this.layers.tiles.replaceChildren(...tiles.map((each, i) => {
      const piece = this.game.pieces.get(each.piece);
      const element = tile(each.cells, colors[i], { className: `tile placed${each.given ? " given" : ""}` });
      const [row, column] = each.cells[0];
      element.dataset.name = `placed ${each.cells.map(key).join("-")}`;
      each.cells.forEach((cell) => { const mark = this.game.marks.get(key(cell)); if (mark) element.append(dot(...cell, mark)); });
      if (each.given) {
        element.setAttribute("role", "img");
        element.setAttribute("aria-label", `${pieceName(piece)} at row ${row + 1}, column ${column + 1}, given`);
      } else {
        element.setAttribute("tabindex", "0");
        element.setAttribute("role", "button");
        element.setAttribute("aria-label", `${pieceName(piece)} at row ${row + 1}, column ${column + 1}. Enter picks it up, Delete takes it off.`);
      }
      element.tile = each;
      if (this.carry?.from === each.placement && each.placement) element.setAttribute("visibility", "hidden");
      return element;
    }));
    this.layers.tray.replaceChildren(...this.flow.map((slot) => this.slot(slot)));
    this.drawHint();
    if (focused) [...this.element.querySelectorAll("[data-name]")].find((other) => other.dataset.name === focused)?.focus({ preventScroll: true });
  }

  slot({ piece, x, y, side, scale }) {
    const taken = this.carry && !this.carry.from && this.carry.name === piece.name ? 1 : 0;
    const left = this.game.left(piece.name) - taken;
    const shape = this.game.held(piece.name);
    const [high, broad] = extent(shape.cells);
    const group = s("g", {
      class: `slot${left ? "" : " used"}${this.selected === piece.name ? " selected" : ""}`,
      transform: `translate(${this.trayOrigin.x + x} ${this.trayOrigin.y + y})`,
      role: "button", tabindex: left > 0 ? "0" : "-1", "aria-disabled": left > 0 ? null : "true",
      "aria-pressed": this.selected === piece.name ? "true" : "false",
      "aria-label": `${pieceName(piece)}, ${left === Infinity ? "any number" : left} left`,
    });
    group.dataset.name = `slot ${piece.name}`;
    group.piece = piece;
    group.append(s("rect", { class: "pad", x: -0.2, y: -0.2, width: side + 0.4, height: side + 0.4, rx: 0.25 }));
    const inner = s("g", { transform: `translate(${(side - broad * scale) / 2} ${(side - high * scale) / 2}) scale(${scale})` }, tile(shape.cells, piece.index));
    shape.cells.forEach((cell, i) => shape.marks[i] && inner.append(dot(...cell, shape.marks[i])));
    group.append(inner);
    if (left > 1) {
      group.append(s("g", { class: "badge", transform: `translate(${(side + broad * scale) / 2 + 0.1} ${(side + high * scale) / 2 + 0.06})` },
        s("circle", { r: 0.27 }), s("text", { "font-size": 0.32, "text-anchor": "middle", "dominant-baseline": "central", text: left === Infinity ? "∞" : `${left}` })));
    }
    return group;
  }

  drawHint() {
    const marks = [];
    if (this.hinted) {
      for (const [row, column] of this.hinted.cells) marks.push(s("rect", { class: "look", x: column + 0.06, y: row + 0.06, width: 0.88, height: 0.88, rx: 0.16 }));
      if (this.hinted.action === "place") marks.push(tile(this.hinted.place, this.game.pieces.get(this.hinted.piece).index, { className: "tile suggestion" }));
      if (this.hinted.action === "lift") marks.push(tile(this.hinted.place, 0, { className: "tile wrong" }));
    }
    this.layers.hint.replaceChildren(...marks);
  }

  showHint(hint) { this.hinted = hint; this.drawHint(); }

  // Carrying --------------------------------------------------------------------------------------------

  point(event) {
    const box = this.element.getBoundingClientRect();
    return [(event.clientX - box.left) * this.box.width / box.width, (event.clientY - box.top) * this.box.height / box.height];
  }

  pointerDown(event) {
    if (event.button === 2 && this.carry) { event.preventDefault(); this.turn(true); return; }
    if (event.button !== 0 || this.carry?.keyboard) return;
    const [x, y] = this.point(event);
    const slot = event.target.closest(".slot");
    const placed = event.target.closest(".placed");
    if (slot && this.game.left(slot.piece.name) > 0) {
      event.preventDefault();
      const { flow } = this;
      const place = flow.find((other) => other.piece === slot.piece) ?? flow.find((other) => other.piece.name === slot.piece.name);
      const shape = this.game.held(slot.piece.name);
      const [high, broad] = extent(shape.cells);
      const grab = [
        Math.min(broad, Math.max(0, (x - this.trayOrigin.x - place.x - (place.side - broad * place.scale) / 2) / place.scale)),
        Math.min(high, Math.max(0, (y - this.trayOrigin.y - place.y - (place.side - high * place.scale) / 2) / place.scale)),
      ];
      this.begin(event, { name: slot.piece.name, shape, grab, from: null });
    } else if (placed && !placed.classList.contains("given")) {
      event.preventDefault();
      const each = placed.tile;
      const rows = each.cells.map(([row]) => row), columns = each.cells.map(([, column]) => column);
      const top = Math.min(...rows), left = Math.min(...columns);
      const marks = each.cells.map((cell) => this.game.marks.get(key(cell)) ?? "");
      const order = each.cells.map((cell, i) => [cell[0] - top, cell[1] - left, marks[i]]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      const shape = { cells: order.map(([r, c]) => [r, c]), marks: order.map((cell) => cell[2]) };
      this.begin(event, { name: each.piece, shape, grab: [x - this.origin.x - left, y - this.origin.y - top], from: each.placement });
    } else if (this.selected) {
      this.dropSelected(x, y);
    }
  }

  begin(event, carry) {
    this.element.setPointerCapture(event.pointerId);
    this.hinted = null;
    const [x, y] = this.point(event);
    this.carry = { ...carry, at: [x, y], start: [event.clientX, event.clientY], moved: false };
  }

  pointerMoved(event) {
    if (!this.carry || this.carry.keyboard) return;
    if (!this.carry.moved) {
      const [x, y] = this.carry.start;
      if (Math.hypot(event.clientX - x, event.clientY - y) < 5) return;
      this.carry.moved = true;
      this.selected = null;
      this.draw();
    }
    this.carry.at = this.point(event);
    this.drawCarried();
  }

  /** Where the carried piece would come to lie: the top left corner of its box. */
  target() {
    const { at, grab } = this.carry;
    return [Math.round(at[1] - grab[1] - this.origin.y), Math.round(at[0] - grab[0] - this.origin.x)];
  }

  others() { return this.game.state.placed.filter((placement) => placement !== this.carry?.from); }

  drawCarried() {
    const { carry } = this;
    if (!carry) { this.layers.carried.replaceChildren(); this.layers.ghost.replaceChildren(); return; }
    const index = this.game.pieces.get(carry.name).index;
    const [row, column] = carry.keyboard ? carry.cursor : this.target();
    const cells = shifted(carry.shape, row, column);
    const fits = this.game.fits(cells, carry.shape.marks, this.others());
    const near = cells.some((cell) => this.game.inside.has(key(cell)));
    this.layers.ghost.replaceChildren(...(near ? [tile(cells, index, { className: fits ? "tile landing" : "tile blocked" })] : []));
    const [x, y] = carry.keyboard ? [this.origin.x + column, this.origin.y + row] : [carry.at[0] - carry.grab[0], carry.at[1] - carry.grab[1]];
    const body = tile(carry.shape.cells, index, { className: "tile carried" });
    carry.shape.cells.forEach((cell, i) => carry.shape.marks[i] && body.append(dot(...cell, carry.shape.marks[i])));
    this.layers.carried.replaceChildren(s("g", { transform: `translate(${x} ${y})`, class: fits ? "lifted fits" : "lifted" }, body));
    carry.fits = fits;
    carry.cells = cells;
    carry.near = near;
  }

  pointerUp(event) {
    const { carry } = this;
    if (!carry || carry.keyboard) return;
    if (!carry.moved) {
      this.carry = null;
      this.tapped(carry, event);
      return;
    }
    this.drawCarried();
    this.carry = null;
    this.drawCarried();
    if (carry.fits) {
      if (!carry.from) this.keepHand(carry);
      this.game.place(carry.name, carry.cells, carry.from);
      announce(`${pieceName(this.game.pieces.get(carry.name))} placed`);
    } else if (carry.from && !carry.near) {
      this.game.lift(carry.from);
    } else {
      this.keepHand(carry);
      this.draw();
    }
  }

  keepHand(carry) { this.game.hand.set(carry.name, carry.shape); }

  /** A tap: on a piece of the tray it selects (twice: turns), on the board it picks up. */
  tapped(carry, event) {
    const now = performance.now();
    const twice = this.lastTap && this.lastTap.name === carry.name && now - this.lastTap.when < 330;
    this.lastTap = { name: carry.name, when: now };
    if (carry.from) {
      this.keepHand(carry);
      this.game.lift(carry.from);
      this.selected = carry.name;
    } else if (twice) {
      this.turnHeld(carry.name);
      this.selected = carry.name;
    } else {
      this.selected = this.selected === carry.name && event.pointerType === "mouse" ? null : carry.name;
    }
    this.draw();
  }

  dropSelected(x, y) {
    const shape = this.game.held(this.selected);
    const row = Math.floor(y - this.origin.y), column = Math.floor(x - this.origin.x);
    if (!this.game.inside.has(key([row, column]))) { this.selected = null; this.draw(); return; }
    // The cell that was tapped is covered by whichever cell of the piece makes it fit, the middle ones first.
    const [high, broad] = extent(shape.cells);
    const order = shape.cells.map((cell) => ({ cell, d: Math.abs(cell[0] - (high - 1) / 2) + Math.abs(cell[1] - (broad - 1) / 2) })).sort((a, b) => a.d - b.d);
    for (const { cell: [r, c] } of order) {
      const cells = shifted(shape, row - r, column - c);
      if (this.game.fits(cells, shape.marks)) {
        const name = this.selected;
        if (this.game.left(name) <= 1) this.selected = null;
        this.game.place(name, cells);
        return;
      }
    }
    announce("It does not fit there");
    if (!calm()) this.element.animate([{ translate: "0" }, { translate: "-5px" }, { translate: "5px" }, { translate: "0" }], 160);
  }

  putBack() {
    if (!this.carry) return;
    this.carry = null;
    this.drawCarried();
    this.draw();
  }

  /** The piece that turning and flipping is about. */
  current() {
    if (this.carry) return this.carry.name;
    const focused = document.activeElement?.closest?.(".slot");
    return this.selected ?? focused?.piece?.name ?? null;
  }

  turn(clockwise = true) {
    const name = this.current();
    if (!name) return announce("Choose a piece first");
    if (!this.game.turnable(name)) return announce("This piece does not turn");
    if (this.carry) {
      const [high, broad] = extent(this.carry.shape.cells);
      const [x, y] = this.carry.grab ?? [0.5, 0.5];
      this.carry.shape = turned(this.carry.shape, clockwise);
      this.carry.grab = clockwise ? [high - y, x] : [y, broad - x];
      this.keepInside();
      this.drawCarried();
    } else {
      this.turnHeld(name, clockwise);
    }
    announce("turned");
    return undefined;
  }

  turnHeld(name, clockwise = true) {
    if (this.game.turn(name, clockwise)) this.draw();
  }

  flip() {
    const name = this.current();
    if (!name) return announce("Choose a piece first");
    if (!this.game.flippable(name)) return announce("The pieces of this puzzle cannot be flipped");
    if (this.carry) {
      const [, broad] = extent(this.carry.shape.cells);
      this.carry.shape = flipped(this.carry.shape);
      if (this.carry.grab) this.carry.grab = [broad - this.carry.grab[0], this.carry.grab[1]];
      this.keepInside();
      this.drawCarried();
    } else if (this.game.flip(name)) {
      this.draw();
    }
    announce("flipped");
    return undefined;
  }

  // Keyboard ------------------------------------------------------------------------------------------

  keepInside() {
    if (!this.carry?.keyboard) return;
    const [high, broad] = extent(this.carry.shape.cells);
    const { rows, columns } = this.game.sheet;
    const [row, column] = this.carry.cursor;
    this.carry.cursor = [Math.max(0, Math.min(rows - high, row)), Math.max(0, Math.min(columns - broad, column))];
  }

  take(name, from = null, shape = this.game.held(name), cursor = null) {
    const { rows, columns } = this.game.sheet;
    const [high, broad] = extent(shape.cells);
    this.carry = {
      name, shape, from, keyboard: true, moved: true, grab: [0.5, 0.5],
      cursor: cursor ?? this.lastCursor ?? [Math.floor((rows - high) / 2), Math.floor((columns - broad) / 2)],
    };
    this.hinted = null;
    this.keepInside();
    this.draw();
    this.drawCarried();
    this.say();
  }

  say() {
    const [row, column] = this.carry.cursor;
    announce(`row ${row + 1}, column ${column + 1}, ${this.carry.fits ? "fits" : "does not fit"}`);
  }

  keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.element.isConnected) return;
    if (event.target.matches?.("input, select, textarea, dialog *")) return;
    const letter = event.key.toLowerCase();
    if (letter === "r") { event.preventDefault(); this.turn(!event.shiftKey); return; }
    if (letter === "f") { event.preventDefault(); this.flip(); return; }
    if (this.carry?.keyboard) {
      const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
      if (steps[event.key]) {
        event.preventDefault();
        this.carry.cursor = [this.carry.cursor[0] + steps[event.key][0], this.carry.cursor[1] + steps[event.key][1]];
        this.keepInside();
        this.drawCarried();
        this.say();
      } else if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        if (!this.carry.fits) { announce("It does not fit here"); return; }
        const { carry } = this;
        this.lastCursor = carry.cursor;
        this.carry = null;
        this.drawCarried();
        this.keepHand(carry);
        this.game.place(carry.name, carry.cells, carry.from);
        announce(`${pieceName(this.game.pieces.get(carry.name))} placed`);
        this.element.querySelector('.slot[tabindex="0"]')?.focus({ preventScroll: true });
      } else if (event.key === "Escape" || event.key === "Delete" || event.key === "Backspace") {
        event.preventDefault();
        const { carry } = this;
        this.carry = null;
        this.drawCarried();
        if (carry.from && event.key !== "Escape") this.game.lift(carry.from);
        else this.draw();
      }
      return;
    }
    const slot = event.target.closest?.(".slot"), placed = event.target.closest?.(".placed");
    if ((event.key === "Enter" || event.key === " ") && slot && this.game.left(slot.piece.name) > 0) {
      event.preventDefault();
      this.take(slot.piece.name);
    } else if (placed && !placed.classList.contains("given")) {
      const each = placed.tile;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        const top = Math.min(...each.cells.map(([row]) => row)), left = Math.min(...each.cells.map(([, column]) => column));
        const order = each.cells.map((cell) => [cell[0] - top, cell[1] - left, this.game.marks.get(key(cell)) ?? ""]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        this.take(each.piece, each.placement, { cells: order.map(([r, c]) => [r, c]), marks: order.map((cell) => cell[2]) }, [top, left]);
      } else if (event.key === "Delete" || event.key === "Backspace") {
        event.preventDefault();
        this.game.lift(each.placement);
      }
    } else if (event.key === "Escape" && this.selected) {
      this.selected = null;
      this.draw();
    } else if (slot && event.key.startsWith("Arrow")) {
      event.preventDefault();
      const slots = [...this.element.querySelectorAll('.slot[tabindex="0"]')];
      const step = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1;
      slots[(slots.indexOf(slot) + step + slots.length) % slots.length]?.focus();
    }
  }
}
