// The buttons for the piece or the tool in the hand.

/** @import { Sheet } from "../../../answers" */
/** @import { View } from "../player/player.js" */

import { GAME } from "../../texts/en.js";
import { button, clear, h, icon } from "../../parts/dom.js";

/** What turns the chosen piece. @param {Sheet} sheet @param {View} view */
export const turning = (sheet, view) => [
  button(GAME.turn, {
    icon: "turn",
    title: GAME.turnTitle,
    onclick: () => view.turn?.(),
  }),
  ...(sheet.lattice?.layers
    ? [
        button(GAME.tip, {
          icon: "tip",
          title: GAME.sidewaysTitle,
          onclick: () => view.turn?.(2),
        }),
        button(GAME.tip, {
          icon: "tilt",
          title: GAME.forwardTitle,
          onclick: () => view.turn?.(1),
        }),
      ]
    : []),
  flips(sheet)
    ? button(GAME.flip, { icon: "flip", title: GAME.flipTitle, onclick: view.flip })
    : null,
];

/** Whether a piece may be flipped that turning does not bring to the same. @param {Sheet} sheet */
const flips = ({ pieces }) =>
  pieces.some(({ orientations }) => {
    const turned = new Set([0]);
    for (const each of turned)
      for (const next of orientations[each].turned) if (next !== null) turned.add(next);
    const { flipped } = orientations[0];
    return flipped !== null && !turned.has(flipped);
  });

/**
 * The buttons that turn the selected piece, or the tool that a puzzle without turning needs most. The
 * current tool is shown here too, so that it can be put away. `others` are the tools that are not here.
 * @param {Sheet} sheet @param {View} view
 */
export function makeHands(sheet, view) {
  const turns = view.turn && sheet.turn !== "fixed" ? turning(sheet, view) : [];
  const [first] = view.tools;
  const inHand = () => view.tools.find((each) => each.held());
  const tool = h("button", {
    type: "button",
    onclick: () => {
      (inHand() ?? first).press();
      if (tool.hidden) turns[0]?.focus();
    },
  });
  function show() {
    const held = inHand(),
      { symbol, label, title } = held ?? first;
    clear(tool, icon(symbol), h("span", { text: label }));
    tool.title = title;
    tool.ariaLabel = title;
    tool.ariaPressed = String(Boolean(held));
    // It takes the place of Turn, which has nothing to turn then.
    tool.hidden = Boolean(turns[0]) && !held;
    if (turns[0]) turns[0].hidden = Boolean(held);
  }
  view.onTool(show);
  show();
  return { buttons: [...turns, tool], others: turns[0] ? view.tools : view.tools.slice(1) };
}
