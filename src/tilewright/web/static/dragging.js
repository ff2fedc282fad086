// Mouse and touch on the tabletop: pieces are dragged, and chosen, turned and put down by taps.

/** @import { Tabletop } from "./tabletop.js" */
/** @import { Tile } from "./game.js" */
/** @import { Cell, Point } from "./geometry.js" */
/** @import { Drag } from "./surface.js" */

import { announce, around, calm } from "./dom.js";
import { corner, extent, key } from "./geometry.js";
import { cornerOf, hold, putDown, turn } from "./hand.js";
import { draw, drawCarried, landing, slotted, tileOf } from "./tabletop.js";

/** How far above a finger the piece is carried, in cells: a finger hides what is under it. */
const RAISED = 1.1;
/** How far a pointer goes before a press is a drag, in pixels. */
const STILL = 5;
/** Two taps within this time are one double tap, in milliseconds. */
const TWICE = 330;
/** One notch of a wheel may come as many events, for so long. */
const NOTCH = 140;

/** @param {number} value @param {number} least @param {number} most */
const between = (value, least, most) => Math.max(least, Math.min(most, value));

/** @param {Tabletop} table */
export function takeDrags(table) {
  const { game, surface } = table, { element } = surface;
  let wheeled = -Infinity;
  /** The last tap. */
  let tapped = { name: "", when: -Infinity };

  /**
   * Take a piece: it is in the hand once the pointer has moved a little, and was only tapped if it has not.
   * @param {PointerEvent} event @param {string} name @param {number} orientation @param {Point} grab @param {Tile | null} from
   * @returns {Drag}
   */
  function take(event, name, orientation, grab, from) {
    const start = [event.clientX, event.clientY], raised = event.pointerType === "touch" ? RAISED : 0;
    const carried = () => (table.carry?.pointer ? table.carry : null);
    return {
      move: (now) => {
        if (!carried()) {
          if (Math.hypot(now.clientX - start[0], now.clientY - start[1]) < STILL) return;
          table.selected = null;
          const pointer = { grab, at: surface.point(now) };
          hold(table, { name, orientation, from, pointer, cell: cornerOf(pointer) });
        }
        const { carry } = table;
        if (!carry?.pointer) return;
        // A button that is pressed while another one is held comes as a move.
        if (now.button === 2 && now.buttons & 2) turn(table);
        const [x, y] = surface.point(now);
        carry.pointer.at = [x, y - raised];
        carry.cell = cornerOf(carry.pointer);
        drawCarried(table);
      },
      end: (now) => {
        const carry = carried();
        if (!carry) { tap(now, name, from); return; }
        const { fits, near } = landing(table, carry);
        if (fits) { putDown(table, carry); return; }
        hold(table, null);
        if (!carry.from) game.hold(carry.name, carry.orientation);
        else if (!near) game.lift(carry.from);
      },
      cancel: () => { if (carried()) hold(table, null); },
    };
  }

  /** A tap: on a piece of the tray it selects (twice: turns), on the board it picks up. @param {PointerEvent} event @param {string} name @param {Tile | null} from */
  function tap(event, name, from) {
    const now = event.timeStamp, twice = tapped.name === name && now - tapped.when < TWICE;
    tapped = { name, when: now };
    if (from) game.lift(from);
    else if (twice) game.hold(name, game.turned(name, game.hand[name]) ?? game.hand[name]);
    const again = !from && !twice && table.selected === name && event.pointerType === "mouse";
    table.selected = again ? null : name;
    draw(table);
  }

  /** Put the chosen piece on a cell. @param {string} name @param {Cell} cell */
  function drop(name, [row, column]) {
    const { cells, marks } = game.shape(name), [high, broad] = extent(cells);
    if (!game.inside.has(key([row, column]))) { table.selected = null; draw(table); return; }
    // The cell that was tapped is covered by whichever cell of the piece makes it fit, the middle ones first.
    /** @param {Cell} cell */
    const off = ([r, c]) => Math.abs(r - (high - 1) / 2) + Math.abs(c - (broad - 1) / 2);
    for (const [r, c] of [...cells].sort((a, b) => off(a) - off(b))) {
      const there = cells.map((cell) => /** @type {Cell} */ ([cell[0] + row - r, cell[1] + column - c]));
      if (!game.snaps(there, marks)) continue;
      if (game.left(name) <= 1) table.selected = null;
      game.place(name, there);
      return;
    }
    announce("It does not fit there");
    if (!calm()) element.animate([{ translate: "0" }, { translate: "-5px" }, { translate: "5px" }, { translate: "0" }], 160);
  }

  surface.onDrag((event) => {
    const slot = around(event, ".slot"), piece = slotted(table, slot), tile = tileOf(table, around(event, ".placed"));
    if (event.button === 2 && (table.carry || slot)) turn(table);
    if (event.button !== 0 || table.carry) return null;
    const [x, y] = surface.point(event);
    const place = table.slots.find((other) => other.piece === piece);
    if (piece && place && game.left(piece.name) > 0) {
      const [high, broad] = extent(game.shape(piece.name).cells);
      /** @param {number} at @param {number} length */
      const along = (at, length) => between((at - (place.side - length * place.scale) / 2) / place.scale, 0, length);
      return take(event, piece.name, game.hand[piece.name], [along(x - place.x, broad), along(y - place.y, high)], null);
    }
    if (tile && tile.orientation !== null && !tile.given) {
      const [top, left] = corner(tile.cells);
      return take(event, tile.piece, tile.orientation, [x - left, y - top], tile);
    }
    if (table.selected) drop(table.selected, surface.cell(event));
    return null;
  });
  element.addEventListener("pointermove", (event) => {
    table.pointed = event.pointerType === "mouse" ? slotted(table, around(event, ".slot"))?.name ?? null : null;
  });
  element.addEventListener("pointerleave", () => { table.pointed = null; });
  // The wheel turns what is in the hand; otherwise it scrolls the page, also over the tray.
  element.addEventListener("wheel", (event) => {
    if (!table.carry) return;
    event.preventDefault();
    if (event.timeStamp - wheeled < NOTCH) return;
    wheeled = event.timeStamp;
    turn(table, event.deltaY > 0);
  }, { passive: false });
  // A finger on a piece takes the piece and does not scroll the page; browsers do not heed touch-action inside of SVG.
  element.addEventListener("touchstart", (event) => {
    if (event.cancelable && around(event, ".slot, .placed:not(.given)")) event.preventDefault();
  }, { passive: false });
  element.addEventListener("contextmenu", (event) => {
    if (table.carry || around(event, ".slot")) event.preventDefault();
  });
}
