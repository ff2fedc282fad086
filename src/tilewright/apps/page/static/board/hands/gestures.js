// Gestures on a picture that is moved and zoomed: a drag, two fingers, the wheel, a tap.

/** @import { Point } from "../../geometry/geometry.js" */

/** How far a pointer goes before it is no tap, in pixels. */
const SLACK = 5;

/**
 * What gestures do. Two fingers zoom and move at once: `spread` is told where they began, how many
 * times as far apart they are
 * now, and where; `pinch` comes before, when the second one is there. The wheel zooms by so many
 * doublings.
 * @typedef {{
 *   touch: () => void, move: (right: number, down: number) => void, pinch: () => void,
 *   spread: (from: Point, times: number, to: Point) => void, wheel: (at: Point, by: number) =>
 * void, tap: (at: Point) => void,
 * }} Moves
 */

/** @param {HTMLElement} element @param {Moves} moves */
export function takeGestures(element, { touch, move, pinch, spread, wheel, tap }) {
  /** @type {Map<number, Point>} */
  const pointers = new Map();
  let moved = false;
  /** How two fingers began. @type {{ middle: Point, apart: number } | null} */
  let began = null;
  /** @returns {{ middle: Point, apart: number }} */
  const fingers = () => {
    const [a, b] = [...pointers.values()];
    return {
      middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2],
      apart: Math.max(8, Math.hypot(a[0] - b[0], a[1] - b[1])),
    };
  };
  element.addEventListener("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    touch();
    pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
    if (pointers.size === 1) moved = false;
    if (pointers.size === 2) {
      began = fingers();
      moved = true;
      pinch();
    }
  });
  element.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    /** @type {Point} */
    const now = [event.offsetX, event.offsetY];
    if (pointers.size === 1) {
      if (!moved && Math.hypot(now[0] - before[0], now[1] - before[1]) < SLACK) return;
      moved = true;
      pointers.set(event.pointerId, now);
      move(now[0] - before[0], now[1] - before[1]);
    } else if (began) {
      // What lay between them stays between them.
      pointers.set(event.pointerId, now);
      const { middle, apart } = fingers();
      spread(began.middle, apart / began.apart, middle);
    }
  });
  /** @param {PointerEvent} event */
  const lift = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    if (event.type === "pointerup" && !moved && pointers.size === 0)
      tap([event.offsetX, event.offsetY]);
  };
  element.addEventListener("pointerup", lift);
  element.addEventListener("pointercancel", lift);
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      touch();
      wheel(
        [event.offsetX, event.offsetY],
        -Math.max(
          -1,
          Math.min(1, event.deltaY * (event.deltaMode ? 0.05 : event.ctrlKey ? 0.012 : 0.0022)),
        ),
      );
    },
    { passive: false },
  );
}
