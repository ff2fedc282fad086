// The table: a board and a tray of pieces, played by mouse, touch and keyboard.

/** @import { Game } from "../game/game.js" */
/** @import { View } from "../views/player/player.js" */

import { BOARD } from "../texts/en.js";
import { button } from "../parts/dom.js";
import { takeDrags } from "./hands/dragging.js";
import { flip, turn } from "./hands/hand.js";
import { takeKeys } from "./hands/keyboard.js";
import { takeNotes } from "./look/noting.js";
import { draw, drawHint, focusOn, layOut, makeTabletop } from "./hands/tabletop.js";

/** @param {Game} game @returns {View} */
export function makeTable(game) {
  const table = makeTabletop(game),
    { surface } = table;
  takeDrags(table);
  const note = button(BOARD.notHereTool, {
    icon: "close",
    title: BOARD.notHereTitle,
    "aria-pressed": "false",
    onclick: () => takeNotes(table, !table.noting),
  });
  table.toolChanged = () => note.setAttribute("aria-pressed", String(table.noting));
  const endKeys = takeKeys(table);
  game.onChange(() => {
    if (table.width && table.solved !== game.solved) layOut(table, table.width);
    else draw(table);
  });
  return {
    surface,
    attach: (parent) => surface.attach(parent, (width) => layOut(table, width)),
    detach: () => {
      surface.detach();
      endKeys();
    },
    draw: () => draw(table),
    tools: [note],
    focus: () => focusOn(table),
    showHint: (hint) => {
      table.hinted = hint;
      drawHint(table);
    },
    turn: (axis) => turn(table, true, axis),
    flip: () => flip(table),
  };
}
