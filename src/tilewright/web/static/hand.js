// The hand: what becomes of a piece that is taken up, whatever moves it: it is put down, put back, turned, flipped.

/** @import { Carry, Tabletop } from "./tabletop.js" */
/** @import { Point } from "./geometry.js" */

import { announce, settle, toast } from "./dom.js";
import { extent, keys } from "./geometry.js";
import { pieceName } from "./game.js";
import { draw, drawCarried, elementOf, landing, nameOf, slotOf, slotted } from "./tabletop.js";

/** Show the piece in the hand, or that there is none any more. @param {Tabletop} table @param {Carry | null} carry */
export function hold(table, carry) {
  table.carry = carry;
  if (carry) table.hinted = null;
  draw(table);
  drawCarried(table);
}

/** Put a piece where it fits. @param {Tabletop} table @param {Carry} carry */
export function putDown(table, carry) {
  const { game } = table, { name, from, pointer } = carry, { cells } = landing(table, carry);
  const [row, column] = carry.cell;
  hold(table, null);
  if (!from) game.place(name, cells);
  else if (keys(cells) !== keys(from.cells)) game.shift(from, cells);
  // From where the hand has left it.
  if (pointer) settle(elementOf(table, nameOf(cells)), `translate(${pointer.at[0] - pointer.grab[0] - column}px, ${pointer.at[1] - pointer.grab[1] - row}px)`);
  announce(`${pieceName(game.piece(name))} placed`);
}

/** A piece that is moved by keys stays on the board. @param {Tabletop} table */
export function keepInside({ game, carry }) {
  if (!carry || carry.pointer) return;
  const [high, broad] = extent(game.shape(carry.name, carry.orientation).cells);
  const [row, column] = carry.cell;
  carry.cell = [Math.max(0, Math.min(game.lie.rows - high, row)), Math.max(0, Math.min(game.lie.columns - broad, column))];
}

/** The corner of the box of a piece that a pointer carries. @param {{ grab: Point, at: Point }} pointer @returns {[number, number]} */
export const cornerOf = ({ grab, at }) => [Math.round(at[1] - grab[1]), Math.round(at[0] - grab[0])];

/** The piece that turning and flipping is about: in the hand, under the mouse, chosen, or with the focus. @param {Tabletop} table */
function current(table) {
  return table.carry?.name ?? table.pointed ?? table.selected ?? slotted(table, document.activeElement)?.name ?? null;
}

/** @param {Tabletop} table @param {boolean} [clockwise] */
export function turn(table, clockwise = true) {
  change(table, (name, orientation) => table.game.turned(name, orientation, clockwise), `rotate(${clockwise ? -90 : 90}deg)`, "turned", "Pieces are not turned in this puzzle",
    ([x, y], [high, broad]) => (clockwise ? [high - y, x] : [y, broad - x]));
}

/** @param {Tabletop} table */
export function flip(table) {
  change(table, (name, orientation) => table.game.flipped(name, orientation), "scaleX(-1)", "flipped", "Pieces are not flipped in this puzzle",
    ([x, y], [, broad]) => [broad - x, y]);
}

/**
 * Turn or flip the piece in the hand or in the tray.
 * @param {Tabletop} table
 * @param {(name: string, orientation: number) => number | null} next
 * @param {string} from  How it looked before, seen from how it is then.
 * @param {string} done @param {string} refused  What to say.
 * @param {(grab: Point, extent: [number, number]) => Point} grabbed  Where it is held then.
 */
function change(table, next, from, done, refused, grabbed) {
  const { game, carry } = table;
  const name = current(table);
  const orientation = name ? next(name, carry?.orientation ?? game.hand[name]) : null;
  if (!name || orientation === null) {
    const text = name ? refused : "Choose a piece first";
    toast(text);
    announce(text);
    return;
  }
  if (carry) {
    if (carry.pointer) {
      carry.pointer.grab = grabbed(carry.pointer.grab, extent(game.shape(name, carry.orientation).cells));
      carry.cell = cornerOf(carry.pointer);
    }
    carry.orientation = orientation;
    keepInside(table);
    drawCarried(table);
  } else {
    game.hold(name, orientation);
  }
  settle(carry ? table.surface.layers.carried.querySelector(".moving") : elementOf(table, slotOf(name))?.querySelector(".moving"), from);
  announce(done);
}
