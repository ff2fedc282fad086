// The camera over the deficient board: zooming keeps its place, and a dive to the hole keeps it in
// view, on a slow machine too.

import { Camera } from "#page/geometry/camera.js";
import { test } from "node:test";

import { same } from "./testing.js";

/**
 * How far a place is from the middle of the view, in pixels.
 * @param {Camera} camera
 * @param {[bigint, bigint]} place
 */
const apart = (camera, place) =>
  Math.max(
    ...place.map((at, i) => Math.abs(Number(at - camera.center[i]) / 2 ** 24) * 2 ** camera.zoom),
  );

/** A camera over a board, and a hole in it. @param {number} n */
function over(n) {
  const camera = new Camera(n);
  camera.resize(800, 600);
  camera.whole();
  const side = 1n << BigInt(n);
  return { camera, aim: Camera.middle([side / 3n, side / 5n]) };
}

test("zooming keeps the cell under the pointer", () => {
  const { camera } = over(60);
  const { least } = camera;
  const [x, y] = [550, 210];
  /** @param {number} times @param {number} by */
  const zoom = (times, by) => {
    for (let i = 0; i < times; i++) camera.zoomAt(x, y, camera.zoom + by);
  };
  zoom(62, 0.968);
  same(camera.zoom > 0, true);
  const cell = camera.cellAt(x, y);
  zoom(20, -0.968);
  same(camera.zoom < 0, true);
  zoom(20, 0.968);
  same(camera.cellAt(x, y), cell);
  zoom(75, -0.968);
  same(camera.zoom, least);
  same(camera.isWhole(), true);
});

test("two fingers that move take what lies between them along", () => {
  const { camera } = over(20);
  camera.zoomAt(300, 200, 4);
  const cell = camera.cellAt(300, 200);
  camera.zoomAt(300, 200, 6, [350, 260]);
  same(camera.cellAt(350, 260), cell);
});

test("a dive never loses the hole, whatever the beat", () => {
  for (const beat of [0.2, 1, 3, 8, Infinity]) {
    const { camera, aim } = over(60);
    let frames = 0;
    while (!camera.approach(5, aim, beat)) {
      if (apart(camera, aim) > 300)
        throw new Error(`at beat ${beat} the hole is out of view, after ${frames} frames`);
      if (++frames > 4000) throw new Error("it never ends");
    }
    same(camera.center.map(String), aim.map(String));
    same(camera.zoom, 5);
  }
});

test("a dive ends without a jump", () => {
  for (const beat of [0.2, 1, 8]) {
    const { camera, aim } = over(40);
    camera.zoom = 5;
    camera.center = Camera.middle([7n, 9n]);
    let before = apart(camera, aim);
    while (!camera.approach(5, aim, beat)) before = apart(camera, aim);
    if (before * (2 / 3) ** beat > 1)
      throw new Error(`at beat ${beat} the last step is ${before} pixels`);
  }
});

test("a dive ends on the smallest boards, where the edge keeps the hole from the middle", () => {
  for (const n of [1, 2, 3, 4, 5]) {
    const camera = new Camera(n);
    camera.resize(800, 600);
    camera.whole();
    let frames = 0;
    while (!camera.approach(5, Camera.middle([0n, 0n]), 1))
      if (++frames > 1000) throw new Error(`the dive on 2^${n} never ends`);
  }
});
