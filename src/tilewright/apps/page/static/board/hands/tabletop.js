// The tabletop: the board, the tiles on it, the tray and what is in the hand. What there is, and
// how it is drawn; knows nothing of mouse and keys.

/** @import { Game, Hint, Tile } from "../../game/game.js" */
/** @import { Cell, Point } from "../../geometry/geometry.js" */
/** @import { Slot } from "./tray.js" */

import { BOARD } from "../../texts/en.js";
import { clear, s } from "../../parts/dom.js";
import {
  definitions,
  dotAt,
  markOn,
  figure,
  figureBox,
  ground,
  lock,
  pointedAt,
  named,
  pointedOut,
  solidPicture,
  badges,
  regions,
  tile,
} from "../look/board.js";
import { cellOf, key, keys } from "../../geometry/geometry.js";
import { stands } from "../../game/lie.js";
import { tint } from "../../parts/palette.js";
import { drawNotes } from "../look/noting.js";
import { Surface } from "../look/surface.js";
import { arrange, slot } from "./tray.js";

/**
 * A piece in the hand: dragged by a pointer, which is `at` a point and holds it at another one of
 * its own (`grab`), or
 * moved by keys. `cell` is the move from where its shape is to where it would come to lie. Of cubes
 * a pointer holds one `by`.
 * @typedef {object} Carry
 * @property {string} name
 * @property {number} orientation
 * @property {Tile | null} from  The tile that it was on the board.
 * @property {Cell} cell
 * @property {{ grab: Point, at: Point, by: Cell | null } | null} pointer
 */

/**
 * All that there is on a tabletop, and what the player is about to do there.
 * @typedef {object} Tabletop
 * @property {Game} game
 * @property {Surface<"panel" | "board" | "regions" | "solid" | "tiles" | "notes" | "hint" | "badges" | "tray" | "ghost" | "carried">} surface
 * @property {Slot[]} slots  The places of the tray.
 * @property {SVGGElement} strip  What holds them; it is scrolled.
 * @property {number} scrolled  By how much, in cells.
 * @property {number} reach  By how much at most.
 * @property {number} width  What there is for board and tray, in pixels; 0 until they were laid out.
 * @property {number} room  How high that is, in pixels.
 * @property {number} unit  The side of a cell, in pixels.
 * @property {boolean} solved  Whether it was laid out as a solved one, without a tray.
 * @property {boolean} late  Whether the room has changed while a piece was dragged: nothing moves under who drags.
 * @property {Carry | null} carry
 * @property {string | null} selected  The piece of the tray that was chosen by a tap or a click.
 * @property {string | null} pointed  The piece of the tray that is under the mouse.
 * @property {Cell | null} over  The cell of the board that is under the mouse.
 * @property {Hint | null} hinted
 * @property {Cell | null} lastCell  Where keys have left the last piece.
 * @property {boolean} noting  Whether a press on the board notes that the chosen piece is not there.
 * @property {Cell | null} spot  Where the keyboard is while it notes.
 * @property {Cell[]} begun  The cells of a stroke that notes.
 * @property {() => void} toolChanged
 */

/**
 * What a tile on the board is called, to be found again: cells in any order.
 * @param {Cell[]} cells
 */
export const nameOf = (cells) => `placed ${keys(cells)}`;
/** What a place of the tray is called. @param {string} piece */
export const slotOf = (piece) => `slot ${piece}`;

/** @param {Game} game @returns {Tabletop} */
export function makeTabletop(game) {
  const surface = new Surface(
    game.lattice,
    {
      class: "table",
      role: "application",
      "aria-label": game.lattice.solid ? BOARD.tableOfCubes : BOARD.table,
    },
    [
      "panel",
      "board",
      "regions",
      "solid",
      "tiles",
      "notes",
      "hint",
      "badges",
      "tray",
      "ghost",
      "carried",
    ],
    {
      framed: ["board", "regions", "solid", "tiles", "notes", "hint", "badges", "ghost"],
      above: ["carried"],
    },
  );
  surface.element.prepend(definitions("p"));
  return {
    game,
    surface,
    slots: [],
    strip: s("g"),
    scrolled: 0,
    reach: 0,
    width: 0,
    room: 0,
    unit: 0,
    solved: false,
    late: false,
    carry: null,
    selected: null,
    pointed: null,
    over: null,
    hinted: null,
    lastCell: null,
    noting: false,
    spot: null,
    begun: [],
    toolChanged: () => {},
  };
}

/**
 * The tile that an element shows.
 * @param {Tabletop} table
 * @param {Element | null | undefined} element
 */
export const tileOf = ({ game }, element) =>
  game.tiles.find(
    (each) => element instanceof SVGElement && element.dataset.name === nameOf(each.cells),
  );
/**
 * The piece of the tray that an element shows.
 * @param {Tabletop} table
 * @param {Element | null | undefined} element
 */
export const slotted = ({ slots }, element) =>
  slots.find(
    ({ piece }) => element instanceof SVGElement && element.dataset.name === slotOf(piece.name),
  )?.piece;

/** The element of a tile or of a place of the tray. @param {Tabletop} table @param {string} name */
export const elementOf = ({ surface }, name) =>
  /** @type {SVGGElement[]} */ ([...surface.element.querySelectorAll("[data-name]")]).find(
    (each) => each.dataset.name === name,
  );

/**
 * Give the focus to the first of these that is there, or else to anything that can be played with.
 * @param {Tabletop} table
 * @param {string[]} names
 */
export function focusOn({ surface }, ...names) {
  const all = /** @type {SVGGElement[]} */ ([...surface.element.querySelectorAll("[data-name]")]);
  const named = names
    .map((name) =>
      all.find((other) => other.dataset.name === name && !other.hasAttribute("visibility")),
    )
    .find(Boolean);
  (named ?? all.find((other) => other.getAttribute("tabindex") === "0"))?.focus({
    preventScroll: true,
  });
}

/**
 * The pieces of the tray: all that the player has to place. Each keeps its place there while it is on
 * the board, so that nothing moves that was not touched. A solved puzzle has no tray.
 * @param {Tabletop} table
 */
const inTray = ({ game }) =>
  [...game.pieces.values()]
    .filter(
      ({ name, most }) =>
        !game.solved && game.inTray(name) && (most === null || most > given(game, name)),
    )
    .map(({ name }) => name);

/** How many copies of a piece came with the puzzle. @param {Game} game @param {string} name */
const given = (game, name) => game.tiles.filter((tile) => tile.given && tile.piece === name).length;

/**
 * Where board and tray could go, as the board is and upright.
 * @param {Tabletop} table
 * @param {string[]} names  Of the pieces in the tray.
 */
function ways({ game, width, room }, names) {
  return game.lies.map((lie) =>
    arrange(
      lie.lattice,
      [...lie.pieces.values()].filter(({ name }) => names.includes(name)),
      width,
      room,
    ),
  );
}

/**
 * Put board and tray where there is room for them.
 * @param {Tabletop} table
 * @param {number} width  In pixels.
 */
export function layOut(table, width) {
  const { game } = table,
    room = table.surface.room(Math.min(340, 0.72 * window.innerHeight));
  // What is said above or below may come and go.
  if (table.width === width && table.room === room && table.solved === game.solved) {
    draw(table);
    return;
  }
  if (table.width === width && table.carry?.pointer) {
    table.late = true;
    return;
  }
  const ended = game.solved && table.width === width;
  Object.assign(table, { width, room, solved: game.solved });
  const found = ways(table, inTray(table));
  // What is solved stays as it lies when the banner takes some of its room, and so does what a hint
  // points at.
  if (!table.carry && !ended && !table.hinted) game.lay(stands(width, found));
  lay(table, found[Number(game.lie.upright)]);
}

/** @param {Tabletop} table @param {ReturnType<typeof arrange>} place */
function lay(table, { unit, slots, origin, size, panel, reach }) {
  const { game, surface } = table,
    { lattice } = game;
  Object.assign(table, { slots, unit, reach });
  clear(
    surface.layers.panel,
    panel ? s("rect", { class: "tray-card", ...panel, rx: 16 / unit }) : null,
    panel && reach
      ? [
          s("clipPath", { id: "strip" }, s("rect", { ...panel })),
          s("rect", {
            class: "how-far",
            y: panel.y + panel.height - 7 / unit,
            width: ((panel.width - 1) * size.width) / (size.width + reach),
            height: 3 / unit,
            rx: 1.5 / unit,
          }),
        ]
      : null,
  );
  clear(surface.layers.tray, table.strip);
  surface.layers.tray.setAttribute("clip-path", reach ? "url(#strip)" : "none");
  surface.lattice = lattice;
  surface.scale(lattice.size.height, lattice.size.width, unit, { origin, size });
  scroll(table, 0);
  surface.layers.board.replaceChildren(
    ground(game.sheet, game.cells, lattice),
    ...[...game.signs].map(([at, mark]) => dotAt(lattice.center(cellOf(at)), mark)),
  );
  draw(table);
}

/** Scroll the tray. @param {Tabletop} table @param {number} by  In cells. */
export function scroll(table, by) {
  const { surface, strip, reach } = table,
    { width } = surface.size;
  table.scrolled = Math.max(0, Math.min(reach, table.scrolled + by));
  strip.setAttribute("transform", `translate(${-table.scrolled} 0)`);
  surface.layers.panel
    .querySelector(".how-far")
    ?.setAttribute(
      "x",
      String(0.5 - surface.origin.x + (width - 1) * (table.scrolled / (width + reach))),
    );
}

/** Scroll the tray until a piece is seen. @param {Tabletop} table @param {string} name */
export function bringIn(table, name) {
  const place = table.slots.find(({ piece }) => piece.name === name),
    { origin, size } = table.surface;
  if (!place) return;
  const left = place.x + origin.x - table.scrolled,
    over = left + place.side - size.width;
  scroll(table, Math.max(0, over + 0.5) + Math.min(0, left - 0.5));
}

/** @param {Tabletop} table */
export function draw(table) {
  const { game, surface, carry, slots } = table;
  if (!table.width) return;
  const { layers, element } = surface;
  const focused =
    document.activeElement instanceof SVGElement && element.contains(document.activeElement)
      ? document.activeElement.dataset
      : {};
  const { tiles } = game;
  clear(layers.regions, regions(game.regions, game.lattice));
  clear(layers.badges, badges(game.regions, game.lattice));
  const own = tiles.map((each) => each.color),
    colors = game.painted
      ? own
      : tint(
          tiles.map((each) => each.cells),
          own,
          game.lattice,
        );
  layers.tiles.replaceChildren(...tiles.map((each, i) => placed(table, each, colors[i])));
  drawSolid(table);
  table.strip.replaceChildren(
    ...slots.map((place) => {
      const { name } = place.piece;
      const taken = carry && !carry.from && carry.name === name ? 1 : 0;
      return slot(place, {
        name: slotOf(name),
        shape: game.shape(name),
        left: game.left(name) - taken,
        selected: table.selected === name,
        excluded: game.excluded.get(name) ?? [],
        lattice: game.lattice,
        unit: table.unit,
      });
    }),
  );
  drawNotes(table);
  drawHint(table);
  // What is not on the board any more is in the tray.
  if (focused.name && focused.piece) focusOn(table, focused.name, slotOf(focused.piece));
}

/** Cubes as they lie, with the piece in the hand where it would. @param {Tabletop} table */
function drawSolid(table) {
  const {
      game,
      surface: { layers },
      carry,
    } = table,
    { lattice } = game;
  if (!lattice.solid) return;
  const tiles = game.tiles
    .filter((each) => !(carry?.from && nameOf(carry.from.cells) === nameOf(each.cells)))
    .map(({ cells, color }) => ({ cells, color }));
  const there = carry ? landing(table, carry) : null;
  if (carry && there?.fits) tiles.push({ cells: there.cells, color: game.piece(carry.name).color });
  layers.solid.replaceChildren(solidPicture(lattice, game.cells, tiles));
}

/** A tile on the board. @param {Tabletop} table @param {Tile} each @param {number} color */
function placed({ game, carry }, each, color) {
  const element = tile(each.cells, color, {
    className: `tile placed${each.given ? " given" : ""}`,
    lattice: game.lattice,
  });
  const what = BOARD.at(game.piece(each.piece).label, game.lattice.words(each.cells[0]));
  Object.assign(element.dataset, { name: nameOf(each.cells), piece: each.piece });
  for (const [i, cell] of each.cells.entries()) {
    const mark = each.marks[i] ?? game.marks.get(key(cell));
    if (mark) element.append(markOn(game.lattice.center(cell), mark, color));
  }
  if (each.given)
    element.append(lock(each.cells, (cell) => game.marks.has(key(cell)), game.lattice));
  element.setAttribute("role", each.given ? "img" : "button");
  element.setAttribute("aria-label", each.given ? BOARD.given(what) : BOARD.taken(what));
  if (!each.given) element.setAttribute("tabindex", "0");
  if (carry?.from && nameOf(carry.from.cells) === nameOf(each.cells))
    element.setAttribute("visibility", "hidden");
  return element;
}

/** The piece of the tray that a hint is about, and not one to lift. @param {Tabletop["hinted"]} hint */
export const pieceOf = (hint) =>
  hint?.action === "lift" ? null : (hint?.piece ?? hint?.picture?.tried[0]?.piece);

/** @param {Tabletop} table */
export function drawHint({ game, surface, strip, hinted }) {
  const meant = pieceOf(hinted);
  for (const each of /** @type {Iterable<SVGGElement>} */ (strip.children))
    each.classList.toggle("meant", each.dataset.piece === meant);
  if (hinted) surface.reveal(pointedAt(hinted).map((cell) => game.lattice.center(cell)));
  clear(
    surface.layers.hint,
    hinted
      ? pointedOut(hinted, (piece) => game.piece(piece).color, game.lattice, game.sheet.names)
      : null,
  );
}

/**
 * Where the piece in the hand would come to lie, and whether it fits there.
 * @param {Tabletop} table
 * @param {Carry} carry
 */
export function landing({ game, surface }, { name, orientation, cell, from, pointer }) {
  const { cells: own, marks } = game.shape(name, orientation);
  const cells = game.lattice.laid(own, cell),
    away = pointer && !surface.seen(pointer.at);
  return {
    cells,
    fits: !away && game.snaps(cells, marks, from),
    near: !away && cells.some((cell) => game.inside.has(key(cell))),
  };
}

/** @param {Tabletop} table */
export function drawCarried(table) {
  const { game, surface, carry } = table,
    { layers } = surface;
  drawSolid(table);
  if (!carry) {
    clear(layers.carried);
    clear(layers.ghost);
    return;
  }
  const { lattice } = game;
  const { color } = game.piece(carry.name);
  const shape = game.shape(carry.name, carry.orientation);
  const { cells, fits, near } = landing(table, carry);
  const lifted = new Set(carry.from?.cells.map(key));
  if (!carry.pointer) surface.reveal(cells.map((cell) => lattice.center(cell)));
  clear(
    layers.ghost,
    near
      ? named(
          tile(lattice.solid ? cells.filter((cell) => game.inside.has(key(cell))) : cells, color, {
            className: fits ? "tile landing" : "tile blocked",
            lattice,
          }),
          cells.filter((cell) => game.free.has(key(cell)) || lifted.has(key(cell))),
          game.sheet.names,
        )
      : null,
  );
  const { pointer } = carry;
  if (lattice.solid) {
    // The layers show where its cubes come to lie; above them, and small, it is seen as a whole.
    const [x, y] = pointer
      ? pointer.at
      : lattice.center(cells.find((cell) => game.inside.has(key(cell))) ?? game.cells[0]);
    const box = figureBox(shape.cells, lattice);
    clear(
      layers.carried,
      s(
        "g",
        {
          transform: `translate(${x - 0.5 * box.x - 0.25 * box.width} ${y - 0.5 * (box.y + box.height) - 0.6}) scale(0.5)`,
          class: "lifted above",
        },
        s("g", { class: "tile carried moving" }, figure(shape, color, lattice)),
      ),
    );
    return;
  }
  const [left, top] = lattice.shift;
  const [x, y] = pointer
    ? [pointer.at[0] - pointer.grab[0] - left, pointer.at[1] - pointer.grab[1] - top]
    : lattice.vector(carry.cell);
  const body = figure(shape, color, lattice, { className: "tile carried" });
  body.classList.add("moving");
  clear(
    layers.carried,
    s(
      "g",
      {
        transform: `translate(${x} ${y})`,
        class: `lifted ${fits ? "fits" : pointer ? "" : "amiss"}`,
      },
      body,
    ),
  );
}
