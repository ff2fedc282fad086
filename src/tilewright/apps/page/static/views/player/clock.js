// The clock of a game.

/** @import { Round } from "./player.js" */

import { GAME } from "../../texts/en.js";
import { h } from "../../parts/dom.js";
import { clock } from "../elements/days.js";

/**
 * Show the time that was played, and let it go on while the page is seen. It waits for the first
 * touch, of the board or a piece, or the first move: who only looks does not play yet.
 * @param {Round} round
 */
export function makeClock(round) {
  const { game, view } = round;
  const element = h("span", {
    class: "time",
    role: "timer",
    "aria-label": GAME.time,
    text: clock(game.seconds),
  });
  let begun = false,
    last = performance.now();
  view.surface.element.addEventListener("pointerdown", () => {
    begun = true;
  });
  game.onChange(() => {
    begun = game.last !== "restart";
  });
  const tick = setInterval(() => {
    const now = performance.now();
    if (begun && !round.finished && !document.hidden) game.spend((now - last) / 1000);
    last = now;
    element.textContent = clock(game.seconds);
  }, 500);
  return { element, stop: () => clearInterval(tick) };
}
