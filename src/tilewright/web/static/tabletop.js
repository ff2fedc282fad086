// The tabletop: the board, the tiles on it and the tray, drawn and kept to size. Knows nothing of hands.

import { s } from "./dom.js";
import { definitions, dot, ground, tile } from "./board.js";
import { key } from "./geometry.js";
import { pieceName } from "./game.js";
import { tint } from "./palette.js";
import { arrange, slot } from "./tray.js";

/** What a tile on the board is called, to be found again: cells in any order. */
export const nameOf = (cells) => `placed ${cells.map(key).sort().join("-")}`;

export class Tabletop {
  constructor(game) {
    this.game = game;
    this.carry = null;
    this.selected = null;
    this.hinted = null;
    this.element = s("svg", { class: "table", role: "application", "aria-label": "Board and pieces. Choose a piece with Tab and Enter, move it with the arrow keys, R turns, F flips, Enter places, Escape puts it back." });
    this.element.append(definitions("p"));
    this.layers = {};
    for (const name of ["board", "tiles", "hint", "tray", "ghost", "carried"]) this.element.append(this.layers[name] = s("g", { class: `layer-${name}` }));
    this.resized = new ResizeObserver(() => this.layout());
    game.onChange(() => this.draw());
  }

  attach(parent) {
    parent.append(this.element);
    this.parent = parent;
    this.resized.observe(parent);
    this.layout();
  }

  detach() { this.resized.disconnect(); }

  /** Give the focus to the first of these that is there, or else to anything that can be played with. */
  focus(...names) {
    const all = [...this.element.querySelectorAll("[data-name]")];
    const named = names.map((name) => all.find((other) => other.dataset.name === name && !other.hasAttribute("visibility"))).find(Boolean);
    (named ?? all.find((other) => other.getAttribute("tabindex") === "0"))?.focus({ preventScroll: true });
  }

  layout() {
    const { width } = this.parent.getBoundingClientRect();
    if (!width) return;
    const room = Math.max(340, window.innerHeight - this.element.getBoundingClientRect().top - (width > 720 ? 40 : 12));
    const ways = this.game.lies.map((lie) => arrange(lie.sheet, [...lie.pieces.values()], width, room));
    // A long board stands upright where that makes its cells larger; not while a piece is in the hand.
    if (!this.carry) this.game.lay(width <= 720 && ways[1].unit > 1.1 * ways[0].unit);
    const { box, unit, flow, origin, trayOrigin } = ways[Number(this.game.lie.upright)];
    Object.assign(this, { box, unit, flow, origin, trayOrigin });
    this.element.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    this.element.setAttribute("width", box.width * unit);
    this.element.setAttribute("height", box.height * unit);
    for (const name of ["board", "tiles", "hint", "ghost"]) this.layers[name].setAttribute("transform", `translate(${origin.x} ${origin.y})`);
    this.layers.board.replaceChildren(ground(this.game.sheet, this.game.cells), ...[...this.game.marks].map(([at, mark]) => dot(...at.split(",").map(Number), mark)));
    this.draw();
  }

  draw() {
    if (!this.flow) return;
    const focused = this.element.contains(document.activeElement) ? document.activeElement : null;
    const { tiles } = this.game;
    const colors = tint(tiles.map((each) => each.cells), tiles.map((each) => each.color));
    this.layers.tiles.replaceChildren(...tiles.map((each, i) => {
      const piece = this.game.pieces.get(each.piece);
      const element = tile(each.cells, colors[i], { className: `tile placed${each.given ? " given" : ""}` });
      const [row, column] = each.cells[0];
      element.dataset.name = nameOf(each.cells);
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
      if (this.carry?.from && key(this.carry.from.cells[0]) === key(each.cells[0])) element.setAttribute("visibility", "hidden");
      return element;
    }));
    this.layers.tray.replaceChildren(...this.flow.map((place) => this.slot(place)));
    this.drawHint();
    // What is not on the board any more is in the tray.
    if (focused?.dataset.name) this.focus(focused.dataset.name, `slot ${focused.tile?.piece ?? focused.piece?.name}`);
  }

  slot(place) {
    const { name } = place.piece;
    const taken = this.carry && !this.carry.from && this.carry.name === name ? 1 : 0;
    return slot(place, { shape: this.game.shape(name), left: this.game.left(name) - taken, selected: this.selected === name, origin: this.trayOrigin });
  }

  drawHint() {
    const marks = [];
    if (this.hinted) {
      for (const [row, column] of this.hinted.cells) marks.push(s("rect", { class: "look", x: column + 0.06, y: row + 0.06, width: 0.88, height: 0.88, rx: 0.16 }));
      if (this.hinted.action === "place") marks.push(tile(this.hinted.place, this.game.pieces.get(this.hinted.piece).color, { className: "tile suggestion" }));
      if (this.hinted.action === "lift") marks.push(tile(this.hinted.place, 0, { className: "tile wrong" }));
    }
    this.layers.hint.replaceChildren(...marks);
  }

  showHint(hint) { this.hinted = hint; this.drawHint(); }

  /** Where an event is on the picture, in cells. */
  point(event) {
    const box = this.element.getBoundingClientRect();
    return [(event.clientX - box.left) * this.box.width / box.width, (event.clientY - box.top) * this.box.height / box.height];
  }
}
