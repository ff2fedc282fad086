// The buttons that turn the chosen piece.

/** @import { Sheet } from "../../answers" */
/** @import { View } from "./player.js" */

import { button } from "../parts/dom.js";

/** What turns the chosen piece. @param {Sheet} sheet @param {View} view */
export const turning = (sheet, view) => [
  button("Turn", {
    icon: "turn",
    title: "Turn the chosen piece (R)",
    onclick: () => view.turn?.(),
  }),
  ...(sheet.lattice?.layers
    ? [
        button("Tip sideways", {
          icon: "tip",
          title: "Tip the chosen piece from left to right (G)",
          onclick: () => view.turn?.(2),
        }),
        button("Tip forward", {
          icon: "tilt",
          title: "Tip the chosen piece forward (T)",
          onclick: () => view.turn?.(1),
        }),
      ]
    : []),
  sheet.turn === "free"
    ? button("Flip", { icon: "flip", title: "Flip the chosen piece (F)", onclick: view.flip })
    : null,
];
