// The table: a board and a tray of pieces, played by mouse and touch (the hand) and by keyboard.

import { announce } from "./dom.js";
import { corner, extent } from "./geometry.js";
import { Hand } from "./hand.js";
import { nameOf } from "./tabletop.js";

export class Table extends Hand {
  constructor(game) {
    super(game);
    this.keys = (event) => this.keyDown(event);
    document.addEventListener("keydown", this.keys);
  }

  detach() {
    super.detach();
    document.removeEventListener("keydown", this.keys);
  }

  take(name, from = null) {
    const { rows, columns } = this.game.sheet;
    const orientation = from ? from.orientation : this.game.hand[name];
    const [high, broad] = extent(this.game.shape(name, orientation).cells);
    this.carry = {
      name, orientation, from, keyboard: true, moved: true, grab: [0.5, 0.5],
      cursor: (from && corner(from.cells)) ?? this.lastCursor ?? [Math.floor((rows - high) / 2), Math.floor((columns - broad) / 2)],
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
    // Whoever goes on by keyboard has left the mouse where it happened to be.
    if (event.key === "Tab" || event.key.startsWith("Arrow")) this.pointed = null;
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
        this.putDown(carry);
        if (carry.from) this.focus(nameOf(carry.cells));
        else if (this.game.left(carry.name) > 0) this.focus(`slot ${carry.name}`);
        else this.focus(this.element.querySelector('.slot[tabindex="0"]')?.dataset.name);
      } else if (event.key === "Escape" || event.key === "Delete" || event.key === "Backspace") {
        event.preventDefault();
        const { carry } = this;
        this.carry = null;
        this.drawCarried();
        if (carry.from && event.key !== "Escape") this.game.lift(carry.from);
        else this.draw();
        this.focus(...(carry.from ? [nameOf(carry.from.cells)] : []), `slot ${carry.name}`);
      }
      return;
    }
    const slot = event.target.closest?.(".slot"), placed = event.target.closest?.(".placed");
    if ((event.key === "Enter" || event.key === " ") && slot && this.game.left(slot.piece.name) > 0) {
      event.preventDefault();
      this.take(slot.piece.name);
    } else if (placed && placed.tile.orientation !== null && !placed.tile.given) {
      const each = placed.tile;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.take(each.piece, each);
      } else if (event.key === "Delete" || event.key === "Backspace") {
        event.preventDefault();
        this.game.lift(each);
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
