// The table: a board and a tray of pieces, played by mouse, touch and keyboard.

/** @import { Game } from "../game/game.js" */
/** @import { View } from "../views/player/player.js" */

import { BOARD } from "../texts/en.js";
import { takeDrags } from "./hands/dragging.js";
import { flip, turn } from "./hands/hand.js";
import { takeKeys } from "./hands/keyboard.js";
import { takeNotes } from "./look/noting.js";
import {
  bringIn,
  draw,
  drawHint,
  focusOn,
  layOut,
  makeTabletop,
  pieceOf,
} from "./hands/tabletop.js";

/** @param {Game} game @returns {View} */
export function makeTable(game) {
  const table = makeTabletop(game),
    { surface } = table;
  takeDrags(table);
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
    tools: [
      {
        symbol: "close",
        label: BOARD.notHereTool,
        title: BOARD.notHereTitle,
        held: () => table.noting,
        press: () => takeNotes(table, !table.noting),
      },
    ],
    onTool: (changed) => {
      table.toolChanged = changed;
    },
    focus: () => focusOn(table),
    showHint: (hint) => {
      table.hinted = hint;
      const piece = pieceOf(hint);
      if (piece) bringIn(table, piece);
      drawHint(table);
    },
    turn: (axis) => turn(table, true, axis),
    flip: () => flip(table),
  };
}
