// The part of the plane that a canvas shows: moved by dragging, zoomed by the wheel or two fingers.

/** @import { Point } from "../../geometry/geometry.js" */

import { takeGestures } from "../../board/hands/gestures.js";

/** The sides of cells have so many pixels, at least and at most. */
const LEAST = 5,
  MOST = 120;

/**
 * The part of the plane that is seen: the point in the middle, and how many pixels the side of a
 * cell has.
 */
export class View {
  /** @param {number} [least]  The sides of cells have so many pixels at least. */
  constructor(least = LEAST) {
    this.least = least;
    this.x = this.y = 0;
    this.unit = 28;
    this.wide = this.high = 1;
  }

  /**
   * Show all of a box, or so many times as much, in the middle.
   * @param {import("../../geometry/lattice.js").Box} box
   * @param {number} times
   */
  fit({ x, y, width, height }, times) {
    this.x = x + width / 2;
    this.y = y + height / 2;
    this.to(Math.min(44, this.wide / width / times, this.high / height / times));
  }

  /** @param {number} unit */
  to(unit) {
    this.unit = Math.max(this.least, Math.min(MOST, unit));
  }

  /** Move what is seen by pixels. @param {number} right @param {number} down */
  move(right, down) {
    this.x -= right / this.unit;
    this.y -= down / this.unit;
  }

  /**
   * Zoom so that what is at a point of the picture is at another one then.
   * @param {Point} from
   * @param {number} unit
   * @param {Point} [to]
   */
  zoomAt(from, unit, to = from) {
    this.move(this.wide / 2 - from[0], this.high / 2 - from[1]);
    this.to(unit);
    this.move(to[0] - this.wide / 2, to[1] - this.high / 2);
  }

  /** Where a point of the plane is seen. @param {number} x @param {number} y @returns {Point} */
  seen(x, y) {
    return [this.wide / 2 + (x - this.x) * this.unit, this.high / 2 + (y - this.y) * this.unit];
  }

  /** The point of the plane that is seen at a place. @param {Point} place @returns {Point} */
  place([x, y]) {
    return [this.x + (x - this.wide / 2) / this.unit, this.y + (y - this.high / 2) / this.unit];
  }

  words() {
    return [this.unit, this.x, this.y].map((value) => value.toFixed(2)).join(",");
  }

  /** Whether these are words for what is seen; then it is. @param {string} [words] */
  read(words = "") {
    const found = /^(\d{1,3}(?:\.\d\d)?),(-?\d{1,6}(?:\.\d\d)?),(-?\d{1,6}(?:\.\d\d)?)$/
      .exec(words)
      ?.slice(1)
      .map(Number);
    if (!found) return false;
    this.to(found[0]);
    [, this.x, this.y] = found;
    return true;
  }
}

/**
 * Let a canvas move and zoom what it shows.
 * @param {HTMLCanvasElement} canvas
 * @param {View} view
 * @param {() => void} changed  Called after each change.
 * @param {(point: Point) => void} [tap]  Called where the canvas is clicked.
 */
export function takeMoves(canvas, view, changed, tap = () => {}) {
  /** What was seen as two fingers began. */
  let began = { x: 0, y: 0, unit: 1 };
  takeGestures(canvas, {
    touch: () => {},
    move: (right, down) => {
      view.move(right, down);
      changed();
    },
    pinch: () => {
      began = { x: view.x, y: view.y, unit: view.unit };
    },
    spread: (from, times, to) => {
      Object.assign(view, began);
      view.zoomAt(from, began.unit * times, to);
      changed();
    },
    wheel: (at, by) => {
      view.zoomAt(at, view.unit * 2 ** by);
      changed();
    },
    tap,
  });
}
