// The hand: what becomes of a piece that is taken up, whatever moves it: it is put down, put back,
// turned, flipped.

/** @import { Carry, Tabletop } from "./tabletop.js" */
/** @import { Cell, Point } from "../geometry/geometry.js" */

import { announce, settle, toast } from "../parts/dom.js";
import { key, keys } from "../geometry/geometry.js";
import { sound } from "../parts/sound.js";
import {
  draw,
  drawCarried,
  elementOf,
  landing,
  layOut,
  nameOf,
  slotOf,
  slotted,
} from "./tabletop.js";

/**
 * Show the piece in the hand, or that there is none any more.
 * @param {Tabletop} table
 * @param {Carry | null} carry
 */
export function hold(table, carry) {
  table.carry = carry;
  if (carry) table.hinted = null;
  draw(table);
  // After what is done with the piece: its cells are those of the board as it lies now.
  if (!carry && table.late)
    queueMicrotask(() => {
      table.late = false;
      layOut(table, table.width);
    });
  drawCarried(table);
}

/** Put a piece where it fits. @param {Tabletop} table @param {Carry} carry */
export function putDown(table, carry) {
  const { game } = table,
    { name, from, pointer } = carry,
    { cells } = landing(table, carry);
  const [left, top] = game.lattice.at(carry.cell);
  hold(table, null);
  if (!from) game.place(name, cells);
  else if (keys(cells) !== keys(from.cells)) game.shift(from, cells);
  // From where the hand has left it.
  if (pointer && !game.lattice.solid)
    settle(
      elementOf(table, nameOf(cells)),
      `translate(${pointer.at[0] - pointer.grab[0] - left}px, ${pointer.at[1] - pointer.grab[1] - top}px)`,
    );
  announce(`${game.piece(name).label} placed`);
}

/**
 * A piece that is moved by keys stays on the board.
 * @param {Tabletop} table
 * @param {Cell} [before]  Where it was.
 */
export function keepInside({ game, carry }, before) {
  if (!carry || carry.pointer) return;
  const { cells } = game.shape(carry.name, carry.orientation);
  carry.cell = game.lattice.kept(
    cells,
    carry.cell,
    (cell) => game.inside.has(key(cell)),
    before ?? carry.cell,
  );
}

/**
 * The move of a piece that a pointer carries.
 * @param {Tabletop} table
 * @param {string} name
 * @param {number} orientation
 * @param {{ grab: Point, at: Point, by: Cell | null }} pointer
 */
export const moveOf = ({ game }, name, orientation, pointer) =>
  game.lattice.moveTo(game.shape(name, orientation).cells, pointer);

/**
 * The piece that turning and flipping is about: in the hand, under the mouse, chosen, or with the
 * focus.
 * @param {Tabletop} table
 */
function current(table) {
  return (
    table.carry?.name ??
    table.pointed ??
    table.selected ??
    slotted(table, document.activeElement)?.name ??
    null
  );
}

/**
 * @param {Tabletop} table
 * @param {boolean} [clockwise]
 * @param {number} [axis]  About what cubes turn.
 */
export function turn(table, clockwise = true, axis = 0) {
  const { degrees } = table.game.lattice.data,
    angle = ((clockwise ? 1 : -1) * degrees * Math.PI) / 180;
  change(
    table,
    (name, orientation) => table.game.turned(name, orientation, clockwise, axis),
    table.game.lattice.solid ? "scale(0.9)" : `rotate(${clockwise ? -degrees : degrees}deg)`,
    axis ? "tipped" : "turned",
    "Pieces are not turned in this puzzle",
    ([x, y]) => [
      x * Math.cos(angle) - y * Math.sin(angle),
      x * Math.sin(angle) + y * Math.cos(angle),
    ],
  );
}

/** @param {Tabletop} table */
export function flip(table) {
  change(
    table,
    (name, orientation) => table.game.flipped(name, orientation),
    "scaleX(-1)",
    "flipped",
    "Pieces are not flipped in this puzzle",
    ([x, y]) => [-x, y],
  );
}

/**
 * Turn or flip the piece in the hand or in the tray.
 * @param {Tabletop} table
 * @param {(name: string, orientation: number) => number | null} next
 * @param {string} from  How it looked before, seen from how it is then.
 * @param {string} done @param {string} refused  What to say.
 * @param {(grab: Point) => Point} grabbed  Where it is held then, from its middle.
 */
function change(table, next, from, done, refused, grabbed) {
  const { game, carry } = table;
  const name = current(table);
  const orientation = name ? next(name, carry?.orientation ?? game.hand[name]) : null;
  if (!name || orientation === null) {
    const text = name ? refused : "Choose a piece first";
    toast(text);
    announce(text);
    sound("no");
    return;
  }
  if (carry) {
    if (carry.pointer) {
      const { lattice } = game,
        [left, top] = lattice.shift,
        { grab } = carry.pointer;
      const [oldX, oldY] = lattice.middle(game.shape(name, carry.orientation).cells),
        [newX, newY] = lattice.middle(game.shape(name, orientation).cells);
      const [x, y] = grabbed([grab[0] + left - oldX, grab[1] + top - oldY]);
      carry.pointer.grab = [newX - left + x, newY - top + y];
      carry.pointer.by = null;
      carry.cell = moveOf(table, name, orientation, carry.pointer);
    }
    carry.orientation = orientation;
    keepInside(table);
    drawCarried(table);
  } else {
    game.hold(name, orientation);
  }
  sound("turn");
  settle(
    carry
      ? table.surface.layers.carried.querySelector(".moving")
      : elementOf(table, slotOf(name))?.querySelector(".moving"),
    from,
  );
  announce(done);
}
