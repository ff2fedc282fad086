// Gestures on a picture: a tap, a drag, two fingers and the wheel, told by pointers that are made up.

/** @import { Point } from "#page/geometry/geometry.js" */

import { takeGestures } from "#page/board/hands/gestures.js";
import { test } from "node:test";

import { same } from "./testing.js";

/** An element that gestures are made on, and what was told of them. */
function made() {
  /** @type {Map<string, (event: any) => void>} */
  const heard = new Map();
  /** @type {unknown[][]} */
  const told = [];
  const element = /** @type {HTMLElement} */ (
    /** @type {unknown} */ ({
      addEventListener: (/** @type {string} */ type, /** @type {() => void} */ listener) =>
        heard.set(type, listener),
      setPointerCapture: () => {},
    })
  );
  /** @param {string} name */
  const tell =
    (name) =>
    (/** @type {unknown[]} */ ...what) => {
      told.push([name, ...what]);
    };
  takeGestures(element, {
    touch: () => {},
    move: tell("move"),
    pinch: tell("pinch"),
    spread: tell("spread"),
    wheel: tell("wheel"),
    tap: tell("tap"),
  });
  /** @param {string} type @param {Point} at @param {object} more */
  const send = (type, [offsetX, offsetY], more = {}) =>
    heard.get(type)?.({ type, pointerId: 1, offsetX, offsetY, preventDefault() {}, ...more });
  return { told, send };
}

test("a tap moves nothing, also with a hand that is not quite still", () => {
  const { told, send } = made();
  send("pointerdown", [10, 10]);
  send("pointermove", [13, 12]);
  send("pointerup", [13, 12]);
  same(told, [["tap", [13, 12]]]);
});

test("a drag is told step by step, and is no tap", () => {
  const { told, send } = made();
  send("pointerdown", [10, 10]);
  send("pointermove", [20, 10]);
  send("pointermove", [20, 13]);
  send("pointerup", [20, 13]);
  send("pointermove", [90, 90]);
  same(told, [
    ["move", 10, 0],
    ["move", 0, 3],
  ]);
});

test("two fingers zoom and move at once, and are no tap", () => {
  const { told, send } = made();
  const second = { pointerId: 2 };
  send("pointerdown", [100, 100]);
  send("pointerdown", [140, 100], second);
  send("pointermove", [200, 100], second);
  send("pointermove", [80, 160]);
  send("pointerup", [80, 160]);
  send("pointerup", [200, 100], second);
  same(told, [
    ["pinch"],
    ["spread", [120, 100], 2.5, [150, 100]],
    ["spread", [120, 100], Math.hypot(120, 60) / 40, [140, 130]],
  ]);
});

test("a finger that the system takes away is no tap", () => {
  const { told, send } = made();
  send("pointerdown", [10, 10]);
  send("pointercancel", [10, 10]);
  same(told, []);
});

test("the wheel zooms by a doubling at most, whatever it counts in", () => {
  const { told, send } = made();
  send("wheel", [5, 6], { deltaY: -100, deltaMode: 0 });
  send("wheel", [5, 6], { deltaY: -10, deltaMode: 0, ctrlKey: true });
  send("wheel", [5, 6], { deltaY: 3, deltaMode: 1 });
  send("wheel", [5, 6], { deltaY: 4000, deltaMode: 0 });
  same(
    told.map(([name, at, by]) => [name, at, Math.round(Number(by) * 1000) / 1000]),
    [
      ["wheel", [5, 6], 0.22],
      ["wheel", [5, 6], 0.12],
      ["wheel", [5, 6], -0.15],
      ["wheel", [5, 6], -1],
    ],
  );
});
