// Notes on the tabletop: the cells that a piece is not to cover, as the player has found out. They are
// crosses in its color, made with a second tool, by a right click or by keys.

/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Drag } from "./surface.js" */
/** @import { Tabletop } from "../hands/tabletop.js" */

import { BOARD } from "../../texts/en.js";
import { announce, s, tell } from "../../parts/dom.js";
import { frame } from "./board.js";
import { key, same, stepOf } from "../../geometry/geometry.js";
import { paint } from "../../parts/palette.js";
import { sound } from "../../parts/sound.js";

/** Half of what a cross is wide, in cells: alone, and beside others. */
const LARGE = 0.16,
  SMALL = 0.07;
/** How far crosses in a cell are from each other. */
const APART = 0.22;

/** The piece that notes are about: in the hand or chosen. @param {Tabletop} table */
const about = ({ carry, selected }) => carry?.name ?? selected;

/** Whether it is noted that a piece does not cover a cell. @param {Tabletop} table @param {string} name @param {Cell} cell */
const isExcluded = ({ game }, name, cell) =>
  (game.excluded.get(name) ?? []).some((each) => same(each, cell));

/** Whether a piece would lie where it is noted not to. @param {Tabletop} table @param {string} name @param {Cell[]} cells */
export const isDoubted = (table, name, cells) =>
  cells.some((cell) => isExcluded(table, name, cell));

/** A cross. @param {number} x @param {number} y @param {number} half @param {string} stroke */
const cross = (x, y, half, stroke) =>
  s("path", {
    class: "excluded",
    stroke,
    d: `M${x - half} ${y - half}l${2 * half} ${2 * half}M${x - half} ${y + half}l${2 * half} ${-2 * half}`,
  });

/**
 * Draw the notes of the piece that is in the hand or chosen, or else those of all in the tray, and
 * where the keyboard is.
 * @param {Tabletop} table
 */
export function drawNotes(table) {
  const { game, surface, spot, begun } = table,
    only = about(table);
  /** @type {Map<string, { cell: Cell, names: string[] }>} */
  const noted = new Map();
  for (const [name, cells] of game.excluded)
    for (const cell of cells)
      if ((only ? name === only : game.left(name) > 0) && game.free.has(key(cell)))
        noted.set(key(cell), { cell, names: [...(noted.get(key(cell))?.names ?? []), name] });
  // What a stroke would change.
  if (only)
    for (const cell of begun)
      if (!noted.delete(key(cell))) noted.set(key(cell), { cell, names: [only] });
  const crosses = [...noted.values()].flatMap(({ cell, names }) => {
    const [x, y] = game.lattice.center(cell),
      across = Math.ceil(Math.sqrt(names.length)),
      down = Math.ceil(names.length / across);
    return names.map((name, i) =>
      cross(
        x + APART * ((i % across) - (across - 1) / 2),
        y + APART * (Math.floor(i / across) - (down - 1) / 2),
        only || names.length === 1 ? LARGE : SMALL,
        paint(game.piece(name).color),
      ),
    );
  });
  surface.element.classList.toggle("noting", table.noting);
  surface.layers.notes.replaceChildren(
    ...crosses,
    ...(spot ? [frame("cursor", spot, 0.05, 0.14, game.lattice)] : []),
  );
}

/** Take up the tool, or put it away. @param {Tabletop} table @param {boolean} noting */
export function takeNotes(table, noting) {
  table.noting = noting;
  table.spot = null;
  table.toolChanged();
  drawNotes(table);
  announce(noting ? BOARD.noting : BOARD.placing);
}

/**
 * Note that the chosen piece does not cover cells, or take that back.
 * @param {Tabletop} table @param {Cell[]} cells
 */
function exclude(table, cells) {
  const name = about(table);
  if (!name || !cells.length) return;
  const back = isExcluded(table, name, cells[0]),
    { lattice } = table.game;
  table.game.exclude(name, cells);
  announce(
    BOARD.noted(
      table.game.piece(name).label,
      cells.map((cell) => lattice.words(cell)),
      back,
    ),
  );
}

/**
 * Note from a cell on, over all cells that the pointer passes: as the first of them asks, or back.
 * @param {Tabletop} table @param {Cell} first
 * @returns {Drag | null}
 */
export function noteFrom(table, first) {
  const { game } = table,
    name = about(table);
  if (!game.free.has(key(first))) return null;
  if (!name) {
    tell(BOARD.choose);
    sound("no");
    return null;
  }
  const back = isExcluded(table, name, first);
  table.begun = [first];
  drawNotes(table);
  const over = () => {
    const { begun } = table;
    table.begun = [];
    return begun;
  };
  return {
    move: (_, way) => {
      for (const { cell } of way)
        if (
          game.free.has(key(cell)) &&
          isExcluded(table, name, cell) === back &&
          !table.begun.some((each) => same(each, cell))
        )
          table.begun.push(cell);
      drawNotes(table);
    },
    end: () => exclude(table, over()),
    cancel: () => {
      over();
      drawNotes(table);
    },
  };
}

/**
 * The nearest cell of the board in a direction of the screen.
 * @param {Tabletop} table @param {Cell} from @param {number[]} step
 */
function next({ game }, from, [down, right]) {
  const [x, y] = game.lattice.center(from);
  /** @param {Cell} cell */
  const cost = (cell) => {
    const [left, top] = game.lattice.center(cell),
      along = (left - x) * right + (top - y) * down,
      beside = Math.abs((left - x) * down) + Math.abs((top - y) * right);
    return along < 0.2 ? Number.POSITIVE_INFINITY : along + 2 * beside;
  };
  const best = game.cells.reduce((one, other) => (cost(other) < cost(one) ? other : one));
  return cost(best) < Number.POSITIVE_INFINITY ? best : from;
}

/**
 * Do what a key asks for while notes are made; whether it asks for anything.
 * @param {Tabletop} table @param {KeyboardEvent} event
 */
export function noteByKey(table, event) {
  const { game } = table,
    name = about(table),
    step = stepOf(event);
  if (!name) return false;
  if (step) {
    table.spot = table.spot ? next(table, table.spot, step) : game.cells[0];
    drawNotes(table);
    announce(
      BOARD.noteAt(
        game.lattice.words(table.spot),
        game.piece(name).label,
        isExcluded(table, name, table.spot),
      ),
    );
    return true;
  }
  if (!table.spot || (event.key !== "Enter" && event.key !== " ")) return false;
  if (game.free.has(key(table.spot))) exclude(table, [table.spot]);
  else announce(BOARD.covered);
  return true;
}
