// The hand: pieces are dragged, tapped, turned and flipped.

import { announce, calm, s, toast } from "./dom.js";
import { dot, tile } from "./board.js";
import { corner, extent, key } from "./geometry.js";
import { pieceName } from "./game.js";
import { Tabletop } from "./tabletop.js";

const shifted = (shape, row, column) => shape.cells.map(([r, c]) => [r + row, c + column]);
const between = (value, least, most) => Math.max(least, Math.min(most, value));

/** How far above a finger the piece is carried, in cells: a finger hides what is under it. */
const RAISED = 1.1;

export class Hand extends Tabletop {
  constructor(game) {
    super(game);
    const on = (name, listener, options) => this.element.addEventListener(name, listener, options);
    on("pointermove", (event) => this.pointerMoved(event));
    on("pointerup", (event) => this.pointerUp(event));
    on("pointercancel", () => this.putBack());
    on("pointerdown", (event) => this.pointerDown(event));
    on("pointerleave", () => { this.pointed = null; });
    on("wheel", (event) => {
      if (!this.carry && !this.selected && !this.pointed) return;
      event.preventDefault();
      if (performance.now() - (this.wheeled ?? 0) < 140) return;
      this.wheeled = performance.now();
      this.turn(event.deltaY > 0);
    }, { passive: false });
    // A finger on a piece takes the piece and does not scroll the page; browsers do not heed touch-action inside of SVG.
    on("touchstart", (event) => {
      if (event.cancelable && event.target.closest(".slot, .placed:not(.given)")) event.preventDefault();
    }, { passive: false });
    on("contextmenu", (event) => {
      if (this.carry || event.target.closest(".slot")) event.preventDefault();
    });
  }

  // Dragging and tapping --------------------------------------------------------------------------------

  pointerDown(event) {
    if (event.button === 2 && (this.carry || event.target.closest(".slot"))) { event.preventDefault(); this.turn(true); return; }
    if (event.button !== 0 || this.carry?.keyboard) return;
    const [x, y] = this.point(event);
    const slot = event.target.closest(".slot");
    const placed = event.target.closest(".placed");
    if (slot && this.game.left(slot.piece.name) > 0) {
      event.preventDefault();
      const place = this.flow.find((other) => other.piece.name === slot.piece.name);
      const orientation = this.game.hand[slot.piece.name];
      const [high, broad] = extent(this.game.shape(slot.piece.name).cells);
      const along = (at, start, length) => between((at - start - (place.side - length * place.scale) / 2) / place.scale, 0, length);
      const grab = [along(x, this.trayOrigin.x + place.x, broad), along(y, this.trayOrigin.y + place.y, high)];
      this.begin(event, { name: slot.piece.name, orientation, grab, from: null });
    } else if (placed && placed.tile.orientation !== null && !placed.tile.given) {
      event.preventDefault();
      const { piece: name, orientation, cells } = placed.tile;
      const [top, left] = corner(cells);
      this.begin(event, { name, orientation, grab: [x - this.origin.x - left, y - this.origin.y - top], from: placed.tile });
    } else if (this.selected) {
      this.dropSelected(x, y);
    }
  }

  begin(event, carry) {
    this.element.setPointerCapture(event.pointerId);
    this.hinted = null;
    const [x, y] = this.point(event);
    this.carry = { ...carry, at: [x, y], start: [event.clientX, event.clientY], moved: false, raised: event.pointerType === "touch" ? RAISED : 0 };
  }

  pointerMoved(event) {
    this.pointed = event.pointerType === "mouse" ? event.target.closest(".slot")?.piece.name ?? null : null;
    if (!this.carry || this.carry.keyboard) return;
    if (!this.carry.moved) {
      const [x, y] = this.carry.start;
      if (Math.hypot(event.clientX - x, event.clientY - y) < 5) return;
      this.carry.moved = true;
      this.selected = null;
      this.draw();
    }
    const [x, y] = this.point(event);
    this.carry.at = [x, y - this.carry.raised];
    this.drawCarried();
  }

  /** Where the carried piece would come to lie: the top left corner of its box. */
  target() {
    const { at, grab } = this.carry;
    return [Math.round(at[1] - grab[1] - this.origin.y), Math.round(at[0] - grab[0] - this.origin.x)];
  }

  carried() { return this.game.shape(this.carry.name, this.carry.orientation); }

  drawCarried() {
    const { carry } = this;
    if (!carry) { this.layers.carried.replaceChildren(); this.layers.ghost.replaceChildren(); return; }
    const { color } = this.game.pieces.get(carry.name);
    const shape = this.carried();
    const [row, column] = carry.keyboard ? carry.cursor : this.target();
    const cells = shifted(shape, row, column);
    const fits = this.game.snaps(cells, shape.marks, carry.from);
    const near = cells.some((cell) => this.game.inside.has(key(cell)));
    this.layers.ghost.replaceChildren(...(near ? [tile(cells, color, { className: fits ? "tile landing" : "tile blocked" })] : []));
    const [x, y] = carry.keyboard ? [this.origin.x + column, this.origin.y + row] : [carry.at[0] - carry.grab[0], carry.at[1] - carry.grab[1]];
    const body = tile(shape.cells, color, { className: "tile carried" });
    shape.cells.forEach((cell, i) => shape.marks[i] && body.append(dot(...cell, shape.marks[i])));
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
      this.putDown(carry);
    } else if (carry.from && !carry.near) {
      this.game.lift(carry.from);
    } else {
      if (!carry.from) this.game.hold(carry.name, carry.orientation);
      this.draw();
    }
  }

  /** Put a carried piece where it fits. */
  putDown({ name, cells, from }) {
    if (!from) this.game.place(name, cells);
    else if (cells.map(key).sort().join() !== from.cells.map(key).sort().join()) this.game.shift(from, cells);
    else this.draw();
    announce(`${pieceName(this.game.pieces.get(name))} placed`);
  }

  /** A tap: on a piece of the tray it selects (twice: turns), on the board it picks up. */
  tapped(carry, event) {
    const now = performance.now();
    const twice = this.lastTap && this.lastTap.name === carry.name && now - this.lastTap.when < 330;
    this.lastTap = { name: carry.name, when: now };
    if (carry.from) {
      this.game.lift(carry.from);
      this.selected = carry.name;
    } else if (twice) {
      this.game.hold(carry.name, this.game.turned(carry.name, this.game.hand[carry.name]) ?? this.game.hand[carry.name]);
      this.selected = carry.name;
    } else {
      this.selected = this.selected === carry.name && event.pointerType === "mouse" ? null : carry.name;
    }
    this.draw();
  }

  dropSelected(x, y) {
    const shape = this.game.shape(this.selected);
    const row = Math.floor(y - this.origin.y), column = Math.floor(x - this.origin.x);
    if (!this.game.inside.has(key([row, column]))) { this.selected = null; this.draw(); return; }
    // The cell that was tapped is covered by whichever cell of the piece makes it fit, the middle ones first.
    const [high, broad] = extent(shape.cells);
    const order = shape.cells.map((cell) => ({ cell, d: Math.abs(cell[0] - (high - 1) / 2) + Math.abs(cell[1] - (broad - 1) / 2) })).sort((a, b) => a.d - b.d);
    for (const { cell: [r, c] } of order) {
      const cells = shifted(shape, row - r, column - c);
      if (this.game.snaps(cells, shape.marks)) {
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

  // Turning -----------------------------------------------------------------------------------------------

  /** The piece that turning and flipping is about: in the hand, under the mouse, chosen, or with the focus. */
  current() {
    if (this.carry) return this.carry.name;
    const focused = document.activeElement?.closest?.(".slot");
    return this.pointed ?? this.selected ?? focused?.piece?.name ?? null;
  }

  turn(clockwise = true) {
    this.move((name, orientation) => this.game.turned(name, orientation, clockwise), "turned", "Pieces are not turned in this puzzle",
      ([x, y], [high, broad]) => (clockwise ? [high - y, x] : [y, broad - x]));
  }

  flip() {
    this.move((name, orientation) => this.game.flipped(name, orientation), "flipped", "Pieces are not flipped in this puzzle",
      ([x, y], [, broad]) => [broad - x, y]);
  }

  /** Turn or flip the piece in the hand or in the tray: `grabbed` says where it is held then. */
  move(next, done, refused, grabbed) {
    const name = this.current();
    const refuse = (text) => { toast(text); announce(text); };
    if (!name) { refuse("Choose a piece first"); return; }
    const orientation = next(name, this.carry?.orientation ?? this.game.hand[name]);
    if (orientation === null) { refuse(refused); return; }
    if (this.carry) {
      if (this.carry.grab) this.carry.grab = grabbed(this.carry.grab, extent(this.carried().cells));
      this.carry.orientation = orientation;
      this.keepInside();
      this.drawCarried();
    } else {
      this.game.hold(name, orientation);
    }
    announce(done);
  }

  /** A piece that is moved by keyboard stays on the board. */
  keepInside() {
    if (!this.carry?.keyboard) return;
    const [high, broad] = extent(this.carried().cells);
    const { rows, columns } = this.game.sheet;
    const [row, column] = this.carry.cursor;
    this.carry.cursor = [Math.max(0, Math.min(rows - high, row)), Math.max(0, Math.min(columns - broad, column))];
  }
}
