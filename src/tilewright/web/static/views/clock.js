// The clock of a game.

/** @import { Round } from "./player.js" */

import { GAME } from "../texts/en.js";
import { h } from "../parts/dom.js";
import { clock } from "./days.js";

/**
 * Show the time that was played, and let it go on while the page is seen.
 * @param {Round} round
 * @param {() => boolean} [begun]  Whether one plays already.
 */
export function makeClock(round, begun = () => true) {
  const { game } = round;
  const element = h("span", {
    class: "time",
    role: "timer",
    "aria-label": GAME.time,
    text: clock(game.seconds),
  });
  let last = performance.now();
  const tick = setInterval(() => {
    const now = performance.now();
    if (!round.finished && !document.hidden && begun()) game.spend((now - last) / 1000);
    last = now;
    element.textContent = clock(game.seconds);
  }, 500);
  return { element, stop: () => clearInterval(tick) };
}
