// A puzzle that is played where it stands: its board and its pieces, without a page of its own.

/** @import { Sheet } from "../../../answers" */
/** @import { Round } from "./player.js" */

import { GALLERY, SHARED } from "../../texts/en.js";
import { button, h, icon, tell } from "../../parts/dom.js";
import { Game } from "../../game/game.js";
import { levelTag } from "../elements/cards.js";
import { makeClock } from "./clock.js";
import { makeTable } from "../../board/table.js";
import { win } from "./ending.js";
import { byHand, how } from "./how.js";
import { onScheme } from "../../parts/palette.js";
import { turning } from "../elements/turning.js";

/** The most height that board and tray take, in pixels. */
const HIGH = 350;

/**
 * A puzzle with a tray; gives its element, and what ends it.
 * @param {Sheet} sheet
 * @param {{ kicker: string, name: string, about?: string }} said
 */
export function playInPlace(sheet, { kicker, name, about }) {
  const game = new Game(sheet),
    view = makeTable(game);
  view.surface.most = HIGH;
  /** @type {Round} */
  const round = { sheet, game, view, finished: game.done && game.solved };
  const undo = button(SHARED.undo, { icon: "undo", onclick: () => game.undo() });
  const again = button(SHARED.again, { icon: "again", onclick: () => game.restart() });
  const time = makeClock(round);
  const stage = h("div", { class: "stage" }),
    { mouse, touch } = how(sheet, false);
  const element = h(
    "article",
    { class: "inplace" },
    h(
      "div",
      { class: "words" },
      h("span", { class: "kicker", text: kicker }),
      h("h3", { class: "name", text: name }),
      h("p", { class: "lead" }, levelTag(sheet.level), about ?? sheet.goal),
      h("div", { class: "lead" }, byHand(mouse.slice(0, 1), touch.slice(0, 1))),
    ),
    stage,
    h(
      "div",
      { class: "hands" },
      turning(sheet, view),
      undo,
      again,
      h(
        "a",
        { class: "button", href: `#/p/${encodeURIComponent(sheet.id)}` },
        icon("hint"),
        h("span", { text: GALLERY.more }),
      ),
    ),
  );
  function refresh() {
    undo.setAttribute("aria-disabled", String(!game.canUndo));
    again.hidden = !game.solved;
    if (game.refused) tell(game.refused);
    game.refused = "";
    const first = game.solved && !round.finished;
    round.finished = game.solved;
    if (!first || game.done || game.last === "undo" || game.last === "redo") return;
    game.done = true;
    game.save();
    win(round, stage);
  }
  game.onChange(refresh);
  refresh();
  view.attach(stage);
  const unheard = onScheme(() => view.draw());
  return {
    element,
    leave: () => {
      game.leave();
      view.detach();
      time.stop();
      unheard();
    },
  };
}
