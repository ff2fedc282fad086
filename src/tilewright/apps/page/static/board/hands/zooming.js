// Zooming a board: with two fingers, with the wheel and Ctrl, with buttons and keys. One finger
// moves it then, where no piece is.

/** @import { Drag, Surface } from "../look/surface.js" */

import { BOARD, SHARED } from "../../texts/en.js";
import { announce, button, h, isElsewhere } from "../../parts/dom.js";

/** How much one press of a button zooms. */
const STEP = 1.5;
/**
 * Cells that are smaller than this have buttons to zoom, in pixels; where the buttons are, they
 * stay for a little more.
 */
const SMALL = 36,
  MORE = 4;
/**
 * How near to the frame of a zoomed board a piece is carried to move the board, in cells of the
 * picture, and how far it moves in a sixtieth of a second.
 */
const NEAR = 0.7,
  PACE = 0.09;

/** Let a board be zoomed; gives its buttons, and what ends it. @param {Surface<any>} surface */
export function makeZoom(surface) {
  const { element } = surface;
  /** @param {number} by */
  const zoom = (by) => {
    surface.zoomTo(surface.zoom.scale * by);
    show();
    announce(surface.zoom.scale > 1 ? BOARD.larger(surface.zoom.scale.toFixed(1)) : BOARD.whole);
  };
  const out = button("", { icon: "minus", title: BOARD.zoomOut, onclick: () => zoom(1 / STEP) });
  const nearer = button("", { icon: "plus", title: BOARD.zoomIn, onclick: () => zoom(STEP) });
  const buttons = h(
    "div",
    { class: "zooming", role: "group", "aria-label": SHARED.zoom, hidden: true },
    out,
    nearer,
  );
  function show() {
    const cell = element.getBoundingClientRect().width / surface.size.width;
    if (cell)
      buttons.hidden = surface.zoom.scale === 1 && cell > SMALL + (buttons.hidden ? 0 : MORE);
    out.setAttribute("aria-disabled", String(surface.zoom.scale === 1));
  }
  /**
   * The fingers on the board, each where it is.
   * @type {Map<number, { clientX: number, clientY: number }>}
   */
  const fingers = new Map();
  /** Where two fingers are, between them, and how far they are from each other. */
  const pinch = () => {
    const [one, other] = [...fingers.values()];
    return {
      clientX: (one.clientX + other.clientX) / 2,
      clientY: (one.clientY + other.clientY) / 2,
      apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    };
  };
  element.addEventListener(
    "pointerdown",
    (event) => {
      if (event.pointerType !== "touch") return;
      fingers.set(event.pointerId, event);
      if (fingers.size !== 2) return;
      surface.abandon();
      event.stopImmediatePropagation();
    },
    true,
  );
  element.addEventListener(
    "pointermove",
    (event) => {
      if (fingers.size !== 2 || !fingers.has(event.pointerId)) return;
      const before = pinch();
      fingers.set(event.pointerId, event);
      const now = pinch(),
        [left, top] = surface.spot(before),
        spot = surface.spot(now),
        { scale, x, y } = surface.zoom;
      surface.look({ scale, x: x + spot[0] - left, y: y + spot[1] - top });
      surface.zoomTo((scale * now.apart) / Math.max(1, before.apart), spot);
      show();
    },
    true,
  );
  for (const ending of ["pointerup", "pointercancel"])
    element.addEventListener(
      ending,
      (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId),
      true,
    );
  element.addEventListener(
    "touchstart",
    (event) => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );
  element.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      surface.zoomTo(surface.zoom.scale * Math.exp(-event.deltaY / 200), surface.spot(event));
      show();
    },
    { passive: false, capture: true },
  );
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    if (isElsewhere(event)) return;
    if (event.key === "+" || event.key === "=") zoom(STEP);
    else if (event.key === "-") zoom(1 / STEP);
  };
  document.addEventListener("keydown", keys);
  const resized = new ResizeObserver(show);
  resized.observe(element);
  show();
  return {
    buttons,
    stop: () => {
      document.removeEventListener("keydown", keys);
      resized.disconnect();
    },
  };
}

/**
 * Move a board that is zoomed.
 * @param {Surface<any>} surface
 * @param {PointerEvent} event
 * @returns {Drag | null}
 */
export function panning(surface, event) {
  const { scale, x, y } = surface.zoom,
    [left, top] = surface.spot(event);
  if (scale === 1 || !surface.seen(surface.point(event))) return null;
  return {
    move: (now) => {
      const [across, down] = surface.spot(now);
      surface.look({ scale, x: x + across - left, y: y + down - top });
    },
    end: () => {},
    cancel: () => surface.look({ scale, x, y }),
  };
}

/**
 * Move a board that is zoomed while something is carried near its frame; whether it has moved.
 * @param {Surface<any>} surface
 * @param {{ clientX: number, clientY: number }} event
 */
export function nudge(surface, event) {
  const { zoom, board } = surface,
    [x, y] = surface.spot(event);
  if (zoom.scale === 1 || !surface.seen(surface.under([x, y]))) return false;
  /** @param {number} at @param {number} extent */
  const by = (at, extent) => (at < NEAR ? PACE : at > extent - NEAR ? -PACE : 0);
  surface.look({
    scale: zoom.scale,
    x: zoom.x + by(x, board.width),
    y: zoom.y + by(y, board.height),
  });
  return surface.zoom.x !== zoom.x || surface.zoom.y !== zoom.y;
}
