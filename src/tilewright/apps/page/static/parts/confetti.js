// A celebration: trominoes fall over the board. Nothing moves for those who want it calm.

/** @import { Cell } from "../geometry/geometry.js" */

import { calm, s } from "./dom.js";
import { COLORS } from "./palette.js";
import { outline } from "../geometry/geometry.js";

/** @type {Cell[][]} */
const SHAPES = [
  [
    [0, 0],
    [1, 0],
    [1, 1],
  ],
  [
    [0, 0],
    [0, 1],
    [0, 2],
  ],
  [
    [0, 0],
    [0, 1],
    [1, 1],
  ],
  [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ],
  [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
  ],
];

/** How long all of it takes, and when the last piece begins to fall, in milliseconds. */
const LASTS = 900,
  LATEST = 150;

/** Let pieces fall over the page; gives what ends that. @param {HTMLElement} stage */
export function celebrate(stage) {
  if (calm()) return () => {};
  for (const [i, tile] of [...stage.querySelectorAll(".layer-tiles > .tile")].entries())
    tile.animate([{ opacity: 1 }, { opacity: 0.35 }, { opacity: 1 }], {
      duration: 420,
      delay: i * 45,
      easing: "ease-in-out",
    });
  const sky = s("svg", {
    class: "confetti",
    "aria-hidden": "true",
    viewBox: "0 0 100 100",
    preserveAspectRatio: "none",
  });
  document.body.append(sky);
  const wide = innerWidth,
    high = innerHeight;
  sky.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  for (let i = 0; i < 70; i++) {
    const size = 7 + Math.random() * 9;
    const x = Math.random() * wide;
    const piece = s("path", {
      d: outline(SHAPES[i % SHAPES.length], 0.02, 0.1),
      fill: COLORS[i % COLORS.length],
    });
    sky.append(piece);
    const spin = (Math.random() - 0.5) * 900,
      drift = (Math.random() - 0.5) * 220;
    piece.animate(
      [
        {
          transform: `translate(${x}px, ${-50 - Math.random() * 200}px) rotate(0deg) scale(${size})`,
        },
        {
          transform: `translate(${x + drift}px, ${high + 60}px) rotate(${spin}deg) scale(${size})`,
        },
      ],
      {
        duration: LASTS - LATEST - Math.random() * 200,
        delay: Math.random() * LATEST,
        easing: "cubic-bezier(.3,.1,.7,1)",
        fill: "both",
      },
    );
  }
  setTimeout(() => sky.remove(), LASTS);
  return () => sky.remove();
}
