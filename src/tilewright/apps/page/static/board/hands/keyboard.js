// Keys on the tabletop: a piece is taken, moved by arrow keys, turned, put down and put back.

/** @import { Carry, Tabletop } from "./tabletop.js" */
/** @import { Tile } from "../../game/game.js" */

import { BOARD } from "../../texts/en.js";
import { announce, around, isElsewhere } from "../../parts/dom.js";
import { stepOf } from "../../geometry/geometry.js";
import { add } from "../../geometry/lattice.js";
import { flip, hold, keepInside, putDown, turn } from "./hand.js";
import { isDoubted, noteByKey, takeNotes } from "../look/noting.js";
import { sound } from "../../parts/sound.js";
import {
  bringIn,
  draw,
  drawCarried,
  focusOn,
  landing,
  nameOf,
  slotOf,
  slotted,
  tileOf,
} from "./tabletop.js";

/** Take keys, wherever the focus is on the page; gives what ends that. @param {Tabletop} table */
export function takeKeys(table) {
  /** @param {KeyboardEvent} event */
  const listener = (event) => {
    if (isElsewhere(event) || !table.surface.element.isConnected || !meant(table)) return;
    // Whoever goes on by keyboard has left the mouse where it happened to be.
    if (event.key === "Tab" || stepOf(event)) table.pointed = table.over = null;
    if (pressed(table, event)) event.preventDefault();
  };
  document.addEventListener("keydown", listener);
  // One piece is chosen at a time: the one that the keyboard has gone on to.
  table.surface.element.addEventListener("focusin", (event) => {
    const piece = slotted(table, around(event, ".slot:focus-visible"));
    if (piece) bringIn(table, piece.name);
    if (!piece || piece.name === table.selected || !(table.selected || table.noting)) return;
    table.selected = table.noting ? piece.name : null;
    draw(table);
  });
  return () => document.removeEventListener("keydown", listener);
}

/**
 * Whether keys are meant for a table, where there may be two: it is the only one, something of it is
 * in the hand or chosen, or the mouse or the focus is there.
 * @param {Tabletop} table
 */
function meant({ carry, selected, surface: { element } }) {
  return (
    document.querySelectorAll("svg.table").length < 2 ||
    Boolean(carry || selected) ||
    element.matches(":hover") ||
    element.contains(document.activeElement)
  );
}

/** @param {KeyboardEvent} event */
const enters = (event) => event.key === "Enter" || event.key === " ";
/** @param {KeyboardEvent} event */
const deletes = (event) => event.key === "Delete" || event.key === "Backspace";

/**
 * Do what a key asks for; whether it asks for anything.
 * @param {Tabletop} table
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
function pressed(table, event) {
  const letter = event.key.toLowerCase();
  if (letter === "r") turn(table, !event.shiftKey);
  else if ((letter === "t" || letter === "g") && table.game.lattice.solid)
    turn(table, !event.shiftKey, letter === "t" ? 1 : 2);
  else if (letter === "f") flip(table);
  else if (letter === "x") note(table);
  else if (table.noting && !table.carry && noteByKey(table, event)) return true;
  else if (table.carry) return !table.carry.pointer && carrying(table, table.carry, event);
  else return choosing(table, event);
  return true;
}

/**
 * Begin to note where the piece is not that is moved by keys or has the focus, or end that.
 * @param {Tabletop} table
 */
function note(table) {
  const { carry } = table;
  if (carry?.pointer) return;
  const name = carry?.name ?? slotted(table, document.activeElement)?.name ?? table.selected;
  if (carry) hold(table, null);
  if (name) {
    table.selected = name;
    draw(table);
    focusOn(table, slotOf(name));
  }
  takeNotes(table, !table.noting);
}

/**
 * A key while a piece is moved by keys.
 * @param {Tabletop} table
 * @param {Carry} carry
 * @param {KeyboardEvent} event
 */
function carrying(table, carry, event) {
  const { game } = table,
    step = game.lattice.stepOf(event.key, carry.cell);
  if (step) {
    const before = carry.cell;
    carry.cell = add(carry.cell, step);
    keepInside(table, before);
    drawCarried(table);
    say(table, carry);
  } else if (enters(event)) {
    const { fits, cells } = landing(table, carry);
    if (!fits) {
      announce(BOARD.notHere);
      sound("no");
      return true;
    }
    table.lastCell = carry.cell;
    putDown(table, carry);
    focusOn(
      table,
      ...(carry.from
        ? [nameOf(cells)]
        : game.left(carry.name) > 0
          ? [slotOf(carry.name)]
          : firstSlot(table)),
    );
  } else if (event.key === "Escape" || deletes(event)) {
    hold(table, null);
    if (carry.from && deletes(event)) game.lift(carry.from);
    focusOn(table, ...(carry.from ? [nameOf(carry.from.cells)] : []), slotOf(carry.name));
  } else {
    return false;
  }
  return true;
}

/**
 * A key while there is nothing in the hand.
 * @param {Tabletop} table
 * @param {KeyboardEvent} event
 */
function choosing(table, event) {
  const { game } = table;
  const focused = around(event, ".slot, .placed"),
    piece = slotted(table, focused),
    tile = tileOf(table, focused);
  const step = stepOf(event);
  if (piece && enters(event) && game.left(piece.name) > 0) take(table, piece.name);
  else if (tile && tile.orientation !== null && !tile.given && enters(event))
    take(table, tile.piece, tile);
  else if (tile && tile.orientation !== null && !tile.given && deletes(event)) game.lift(tile);
  else if (event.key === "Escape" && (table.selected || table.noting)) {
    table.selected = null;
    if (table.noting) takeNotes(table, false);
    draw(table);
  } else if (piece && step) {
    const open = table.slots.filter((slot) => game.left(slot.piece.name) > 0);
    const next = open.findIndex((slot) => slot.piece === piece) + step[0] + step[1];
    focusOn(
      table,
      ...open.slice((next + open.length) % open.length).map((slot) => slotOf(slot.piece.name)),
    );
  } else {
    return false;
  }
  return true;
}

/** @param {Tabletop} table @param {string} name @param {Tile | null} [from] */
function take(table, name, from = null) {
  const { game, lastCell } = table,
    { lattice } = game;
  const orientation = from?.orientation ?? game.hand[name];
  const { cells } = game.shape(name, orientation);
  const cell =
    (from && lattice.moveOnto(cells, from.cells, from.cells[0])) ||
    lastCell ||
    lattice.moveToMiddle(cells);
  table.carry = { name, orientation, from, cell, pointer: null };
  keepInside(table);
  hold(table, table.carry);
  say(table, table.carry);
}

/** @param {Tabletop} table @returns {string[]} */
const firstSlot = ({ slots, game }) =>
  slots
    .filter(({ piece }) => game.left(piece.name) > 0)
    .slice(0, 1)
    .map(({ piece }) => slotOf(piece.name));

/** @param {Tabletop} table @param {Carry} carry */
function say(table, carry) {
  const {
      game: { lattice },
    } = table,
    { cells, fits } = landing(table, carry);
  announce(
    BOARD.fits(
      lattice.words(lattice.plain ? carry.cell : cells[0]),
      fits,
      isDoubted(table, carry.name, cells),
    ),
  );
}
