// Mouse and touch on the tabletop: pieces are dragged, and chosen, turned and put down by taps.

/** @import { Tabletop } from "./tabletop.js" */
/** @import { Tile } from "../../game/game.js" */
/** @import { Cell, Point } from "../../geometry/geometry.js" */
/** @import { Drag } from "../look/surface.js" */

import { BOARD } from "../../texts/en.js";
import { announce, around, calm } from "../../parts/dom.js";
import { key } from "../../geometry/geometry.js";
import { fitting, hold, moveOf, putDown, refuse, turn } from "./hand.js";
import { noteFrom } from "../look/noting.js";
import { begins } from "./tray.js";
import { sound } from "../../parts/sound.js";
import { nudge, panning } from "./zooming.js";
import { bringIn, draw, drawCarried, landing, scroll, slotted, tileOf } from "./tabletop.js";

/** How far above a finger the piece is carried, in cells: a finger hides what is under it. */
const RAISED = 1.1;
/** How far a pointer goes before a press is a drag, in pixels. */
const STILL = 5;
/** Two taps within this time are one double tap, in milliseconds. */
const TWICE = 330;
/** How long a frame of the screen takes, in milliseconds. */
const FRAME = 1000 / 60;
/** One notch of a wheel may come as many events, for so long. */
const NOTCH = 140;

/** @param {number} value @param {number} least @param {number} most */
const between = (value, least, most) => Math.max(least, Math.min(most, value));

/** @param {Tabletop} table */
export function takeDrags(table) {
  const { game, surface } = table,
    { element } = surface;
  let wheeled = -Infinity;
  /**
   * The last tap, and the tile that it has taken off the board.
   * @type {{ name: string, when: number, lifted: Tile | null }}
   */
  let tapped = { name: "", when: -Infinity, lifted: null };

  /**
   * Take a piece: it is in the hand once the pointer has moved a little, and was only tapped if it
   * has not.
   * @param {PointerEvent} event
   * @param {string} name
   * @param {number} orientation
   * @param {Point} grab
   * @param {Tile | null} from
   * @param {Cell | null} by  The cube that is held.
   * @returns {Drag}
   */
  function take(event, name, orientation, grab, from, by = null) {
    const start = [event.clientX, event.clientY],
      raised = event.pointerType === "touch" ? RAISED : 0;
    const carried = () => (table.carry?.pointer ? table.carry : null);
    let last = event,
      edged = 0;
    /** Carry the piece to where the pointer is. @param {PointerEvent} now */
    const follow = (now) => {
      const { carry } = table;
      if (!carry?.pointer) return;
      const [x, y] = surface.point(now);
      carry.pointer.at = [x, y - raised / surface.zoom.scale];
      carry.cell = moveOf(table, carry.name, carry.orientation, carry.pointer);
      drawCarried(table);
    };
    /** A zoomed board moves while the piece is at its edge. @param {PointerEvent} now */
    const edge = (now) => {
      edged = 0;
      if (!carried() || !nudge(surface, now)) return;
      follow(now);
      edged = requestAnimationFrame(() => edge(last));
    };
    return {
      move: (now) => {
        if (!carried()) {
          if (Math.hypot(now.clientX - start[0], now.clientY - start[1]) < STILL) return;
          table.selected = null;
          const pointer = { grab, at: surface.point(now), by };
          hold(table, {
            name,
            orientation,
            from,
            pointer,
            cell: moveOf(table, name, orientation, pointer),
          });
        }
        const { carry } = table;
        if (!carry?.pointer) return;
        // A button that is pressed while another one is held comes as a move.
        if (now.button === 2 && now.buttons & 2) turn(table);
        follow(now);
        if (!edged) edge(now);
        last = now;
      },
      end: (now) => {
        const carry = carried();
        if (!carry) {
          tap(now, name, from);
          return;
        }
        const { fits, near } = landing(table, carry);
        if (fits) {
          putDown(table, carry);
          return;
        }
        hold(table, null);
        if (!carry.from) game.hold(carry.name, carry.orientation);
        else if (!near) game.lift(carry.from);
      },
      cancel: () => {
        if (carried()) hold(table, null);
      },
    };
  }

  /**
   * A tap: on a piece of the tray it selects (twice: turns), on the board it picks up.
   * @param {PointerEvent} event
   * @param {string} name
   * @param {Tile | null} from
   */
  function tap(event, name, from) {
    const now = event.timeStamp,
      twice = tapped.name === name && now - tapped.when < TWICE;
    tapped = { name, when: now, lifted: from };
    if (from) game.lift(from);
    else if (twice) game.hold(name, game.turned(name, game.hand[name]) ?? game.hand[name]);
    const again = !from && !twice && table.selected === name && event.pointerType === "mouse";
    table.selected = again ? null : name;
    draw(table);
    bringIn(table, name);
  }

  /**
   * The second tap on a tile turns it: the first one has taken it off the board. Whether it did.
   * @param {PointerEvent} event
   * @param {Cell} cell
   */
  function turnLifted(event, cell) {
    const { lifted, when, name } = tapped;
    if (!lifted || event.timeStamp - when > TWICE || table.selected !== name) return false;
    if (!lifted.cells.some((each) => key(each) === key(cell))) return false;
    tapped = { name: "", when: -Infinity, lifted: null };
    const orientation = game.turned(name, game.hand[name]);
    if (orientation === null) return false;
    const there = fitting(table, lifted, orientation);
    if (there) {
      table.selected = null;
      game.place(name, there, orientation);
    } else {
      game.hold(name, orientation);
    }
    sound("turn");
    announce(there ? BOARD.turned : BOARD.backInTray);
    return true;
  }

  /** Put the chosen piece on a cell. @param {string} name @param {Cell} cell */
  function drop(name, cell) {
    if (!game.inside.has(key(cell))) {
      table.selected = null;
      draw(table);
      return;
    }
    // The cell that was tapped is covered by whichever cell of the piece makes it fit, the middle
    // ones first.
    const there = fitting(table, { piece: name, cells: [cell] }, game.hand[name]);
    if (there) {
      if (game.left(name) <= 1) table.selected = null;
      game.place(name, there);
      return;
    }
    refuse(table, name, cell);
    if (!calm())
      element.animate(
        [{ translate: "0" }, { translate: "-5px" }, { translate: "5px" }, { translate: "0" }],
        160,
      );
  }

  /** Scroll the tray along with the pointer; it comes to rest by itself. @param {PointerEvent} event @returns {Drag} */
  function slide(event) {
    let last = event,
      speed = 0;
    const rest = () => {
      speed *= 0.94;
      scroll(table, speed);
      if (Math.abs(speed) > 0.01) requestAnimationFrame(rest);
    };
    return {
      move: (now) => {
        const by = (last.clientX - now.clientX) / table.unit;
        speed = (by * FRAME) / Math.max(1, now.timeStamp - last.timeStamp);
        scroll(table, by);
        last = now;
      },
      end: (now) => {
        if (!calm() && now.timeStamp - last.timeStamp < 4 * FRAME) rest();
      },
      cancel: () => {},
    };
  }

  /**
   * A finger that goes along the tray scrolls it, and one that leaves it takes the piece.
   * @param {PointerEvent} event @param {Drag} taken @returns {Drag}
   */
  function aslant(event, taken) {
    let drag = taken,
      known = false;
    return {
      move: (now, way) => {
        const across = Math.abs(now.clientX - event.clientX),
          down = Math.abs(now.clientY - event.clientY);
        if (!known && Math.max(across, down) >= STILL) {
          known = true;
          if (across > down) drag = slide(event);
        }
        drag.move(now, way);
      },
      end: (now) => drag.end(now),
      cancel: () => drag.cancel(),
    };
  }

  surface.onDrag((event) => {
    const slot = around(event, ".slot"),
      piece = slotted(table, slot),
      tile = tileOf(table, around(event, ".placed"));
    if (event.button === 2 && (table.carry || slot)) turn(table);
    if (table.carry || (event.button !== 0 && (event.button !== 2 || !table.selected))) return null;
    if ((table.noting || event.button === 2) && !slot && !tile) {
      const cell = surface.cell(event);
      if (game.inside.has(key(cell)) && surface.seen(surface.point(event)))
        return noteFrom(table, cell);
    }
    if (event.button !== 0) return null;
    if (table.reach && around(event, ".tray-card, .slot.used")) return slide(event);
    const [x, y] = surface.point(event),
      [across, down] = surface.spot(event);
    const place = table.slots.find((other) => other.piece === piece);
    if (piece && place && game.left(piece.name) > 0) {
      const shape = game.shape(piece.name),
        [left, top] = begins(place, shape, game.lattice),
        box = game.lattice.box(shape.cells);
      const held = [
        between((across + table.scrolled - place.x - left) / place.scale, box.x, box.x + box.width),
        between((down - place.y - top) / place.scale, box.y, box.y + box.height),
      ];
      const taken = take(
        event,
        piece.name,
        game.hand[piece.name],
        [held[0] - game.lattice.shift[0], held[1] - game.lattice.shift[1]],
        null,
      );
      return event.pointerType === "touch" && table.reach ? aslant(event, taken) : taken;
    }
    if (tile && tile.orientation !== null && !tile.given) {
      const { lattice } = game,
        own = game.shape(tile.piece, tile.orientation).cells,
        cell = lattice.cellAt([x, y]);
      const by =
        lattice.moveOnto(own, tile.cells, cell) ?? lattice.moveOnto(own, tile.cells, tile.cells[0]);
      if (!by) return null;
      const [left, top] = lattice.at(by);
      return take(
        event,
        tile.piece,
        tile.orientation,
        [x - left, y - top],
        tile,
        lattice.solid ? cell.map((each, i) => each - by[i]) : null,
      );
    }
    if (table.selected) {
      const cell = surface.cell(event);
      if (surface.seen([x, y]) && !turnLifted(event, cell)) drop(table.selected, cell);
      return null;
    }
    return panning(surface, event);
  });
  element.addEventListener("pointermove", (event) => {
    const mouse = event.pointerType === "mouse";
    table.pointed = mouse ? (slotted(table, around(event, ".slot"))?.name ?? null) : null;
    table.over = mouse && around(event, ".placed") ? surface.cell(event) : null;
  });
  element.addEventListener("pointerleave", () => {
    table.pointed = table.over = null;
  });
  // The wheel turns what is in the hand; otherwise it scrolls the page, also over the tray.
  element.addEventListener(
    "wheel",
    (event) => {
      if (!table.carry) return;
      event.preventDefault();
      if (event.timeStamp - wheeled < NOTCH) return;
      wheeled = event.timeStamp;
      turn(table, event.deltaY > 0);
    },
    { passive: false },
  );
  // A finger on a piece takes the piece and does not scroll the page; browsers do not heed
  // touch-action inside of SVG.
  element.addEventListener(
    "touchstart",
    (event) => {
      const taken = table.reach
        ? ".slot, .tray-card, .placed:not(.given)"
        : ".slot, .placed:not(.given)";
      if (event.cancelable && around(event, taken)) event.preventDefault();
    },
    { passive: false },
  );
  element.addEventListener("contextmenu", (event) => {
    if (table.carry || table.selected || around(event, ".slot")) event.preventDefault();
  });
}
