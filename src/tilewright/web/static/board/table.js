// The table: a board and a tray of pieces, played by mouse, touch and keyboard.

/** @import { Game } from "../game/game.js" */
/** @import { View } from "../views/player.js" */

import { takeDrags } from "./dragging.js";
import { flip, turn } from "./hand.js";
import { takeKeys } from "./keyboard.js";
import { draw, drawHint, focusOn, layOut, makeTabletop } from "./tabletop.js";

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
    focus: () => focusOn(table),
    showHint: (hint) => {
      table.hinted = hint;
      drawHint(table);
    },
    turn: (axis) => turn(table, true, axis),
    flip: () => flip(table),
  };
}
