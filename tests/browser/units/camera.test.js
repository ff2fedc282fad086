// The camera over the deficient board: a dive to the hole keeps it in view, on a slow machine too.

import { Camera } from "/static/geometry/camera.js";
import { levelFor, paintView } from "/static/views/deep.js";
import { COLORS } from "/static/parts/palette.js";
import { same, test } from "./testing.js";

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

test("at rest one level of squares is seen, at every zoom", () => {
  const canvas = document.createElement("canvas");
  canvas.width = 800;
  canvas.height = 600;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const known = new Set(
    [COLORS[2], COLORS[1], COLORS[0]].map((color) => Number.parseInt(color.slice(1), 16)),
  );
  for (const more of [0.05, 0.3, 0.55, 0.8, 0.95]) {
    const { camera } = over(20);
    camera.zoom = 3.2 - 6 - more;
    camera.bound();
    same(levelFor(camera), 6);
    paintView(pen, camera, [5n, 9n], "colors");
    const { data } = pen.getImageData(0, 0, 800, 600);
    let pure = 0;
    for (let i = 0; i < data.length; i += 4)
      if (known.has(data[i] * 65536 + data[i + 1] * 256 + data[i + 2])) pure++;
    if (pure < 0.5 * 800 * 600)
      throw new Error(`only ${pure} of ${800 * 600} pixels have a color of a tile, at ${more}`);
  }
});
