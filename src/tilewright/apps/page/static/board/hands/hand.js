// The hand: what becomes of a piece that is taken up, whatever moves it: it is put down, put back,
// turned, flipped.

/** @import { Tile } from "../../game/game.js" */
/** @import { Carry, Tabletop } from "./tabletop.js" */
/** @import { Cell, Point } from "../../geometry/geometry.js" */

import { BOARD } from "../../texts/en.js";
import { announce, settle, SNAP, tell } from "../../parts/dom.js";
import { key, keys } from "../../geometry/geometry.js";
import { sound } from "../../parts/sound.js";
import {
  draw,
  drawCarried,
  elementOf,
  focusOn,
  landing,
  layOut,
  nameOf,
  slotOf,
  slotted,
  tileOf,
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
  if (!from) game.place(name, cells, carry.orientation);
  else if (keys(cells) !== keys(from.cells) || carry.orientation !== from.orientation)
    game.shift(from, cells, carry.orientation);
  // From where the hand has left it.
  if (pointer && !game.lattice.solid)
    settle(
      elementOf(table, nameOf(cells)),
      `translate(${pointer.at[0] - pointer.grab[0] - left}px, ${pointer.at[1] - pointer.grab[1] - top}px)`,
      SNAP,
    );
  announce(BOARD.placed(game.piece(name).label));
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
 * focus; `tile` if it lies on the board.
 * @param {Tabletop} table
 * @returns {{ name: string | null, tile: Tile | null }}
 */
function current(table) {
  const { carry, pointed, over, selected } = table;
  if (carry) return { name: carry.name, tile: null };
  if (pointed) return { name: pointed, tile: null };
  const focused = tileOf(table, document.activeElement);
  const tile =
    (over && table.game.tileAt(over)) ||
    (!selected && document.activeElement?.matches(":focus-visible") && focused) ||
    null;
  if (tile && !tile.given && tile.orientation !== null) return { name: tile.piece, tile };
  return {
    name: selected ?? slotted(table, document.activeElement)?.name ?? null,
    tile: null,
  };
}

/**
 * Where a piece fits, in an orientation, on one of some cells, nearest to their middle; null if it
 * does not.
 * @param {Tabletop} table
 * @param {Pick<Tile, "piece" | "cells">} tile  The piece and the cells.
 * @param {number} orientation
 * @param {Tile | null} [from]  The tile if it still lies there.
 */
export function fitting({ game }, tile, orientation, from) {
  const { lattice } = game,
    { cells, marks } = game.shape(tile.piece, orientation),
    [x, y] = lattice.middle(tile.cells);
  const ways = cells
    .flatMap((each) => tile.cells.map((cell) => cell.map((at, i) => at - each[i])))
    .filter((by) => lattice.isMove(by))
    .map((by) => lattice.laid(cells, by));
  const off = (/** @type {Cell[]} */ there) => {
    const [left, top] = lattice.middle(there);
    return Math.hypot(left - x, top - y);
  };
  return (
    ways.sort((a, b) => off(a) - off(b)).find((there) => game.snaps(there, marks, from)) ?? null
  );
}

/** Say why a piece does not fit on a cell as it is turned. @param {Tabletop} table @param {string} piece @param {Cell} cell */
export function refuse(table, piece, cell) {
  const { game } = table,
    place = { piece, cells: [cell] },
    fits = game.piece(piece).orientations.some((_, i) => fitting(table, place, i));
  if (!game.free.has(key(cell))) tell(BOARD.covered);
  else tell(fits ? BOARD.turnFirst(game.sheet.turn === "free") : BOARD.notThere);
  sound("no");
}

/**
 * Turn or flip a tile where it lies. If it does not fit there, it goes back to the tray.
 * @param {Tabletop} table
 * @param {Tile} tile
 * @param {number} orientation
 */
function changePlaced(table, tile, orientation) {
  const { game } = table,
    there = fitting(table, tile, orientation, tile);
  if (there) {
    game.shift(tile, there, orientation);
    return there;
  }
  game.lift(tile);
  game.hold(tile.piece, orientation);
  tell(BOARD.backInTray);
  return null;
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
    axis ? BOARD.tipped : BOARD.turned,
    BOARD.noTurning,
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
    BOARD.flipped,
    BOARD.noFlipping,
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
  const { name, tile } = current(table);
  const orientation = name
    ? next(name, carry?.orientation ?? tile?.orientation ?? game.hand[name])
    : null;
  if (!name || orientation === null) {
    tell(name ? refused : BOARD.choose);
    sound("no");
    return;
  }
  if (tile) {
    const there = changePlaced(table, tile, orientation);
    sound("turn");
    if (!there) return;
    focusOn(table, nameOf(there));
    settle(elementOf(table, nameOf(there)), from);
    announce(done);
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
