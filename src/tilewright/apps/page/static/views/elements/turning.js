// The buttons that turn the chosen piece.

/** @import { Sheet } from "../../../answers" */
/** @import { View } from "../player/player.js" */

import { GAME } from "../../texts/en.js";
import { button } from "../../parts/dom.js";

/** What turns the chosen piece. @param {Sheet} sheet @param {View} view */
export const turning = (sheet, view) => [
  button(GAME.turn, {
    icon: "turn",
    title: GAME.turnTitle,
    onclick: () => view.turn?.(),
  }),
  ...(sheet.lattice?.layers
    ? [
        button(GAME.sideways, {
          icon: "tip",
          title: GAME.sidewaysTitle,
          onclick: () => view.turn?.(2),
        }),
        button(GAME.forward, {
          icon: "tilt",
          title: GAME.forwardTitle,
          onclick: () => view.turn?.(1),
        }),
      ]
    : []),
  sheet.turn === "free"
    ? button(GAME.flip, { icon: "flip", title: GAME.flipTitle, onclick: view.flip })
    : null,
];
