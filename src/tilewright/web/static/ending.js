// The end of a game: it is kept as solved, celebrated, and followed by the next one.

/** @import { Round } from "./player.js" */

import { gallery } from "./api.js";
import { celebrate } from "./confetti.js";
import { announce, h } from "./dom.js";
import { embedder } from "./embedder.js";
import { clock } from "./gallery.js";
import * as storage from "./storage.js";

/** The next puzzle of the same collection that is not solved yet. @param {string} id */
async function nextOne(id) {
  const { puzzles } = await gallery();
  const solved = storage.solved();
  const here = puzzles.findIndex((other) => other.id === id);
  const collection = here < 0 ? "dots" : puzzles[here].collection;
  const others = [...puzzles.slice(here + 1), ...puzzles.slice(0, Math.max(0, here))];
  return others.find((other) => other.collection === collection && !solved[other.id])?.id;
}

/** Celebrate, and offer what comes next. @param {Round} round @param {HTMLElement} stage */
export function win({ sheet, game, view }, stage) {
  storage.keepSolved(sheet.id, { seconds: Math.round(game.seconds), hints: game.hints, when: Date.now() });
  const hints = game.hints ? `${game.hints} ${game.hints === 1 ? "hint" : "hints"}` : "no hints";
  announce(`Solved in ${clock(game.seconds)} with ${hints}!`);
  celebrate(stage);
  /** @param {string} link */
  const go = (link) => { dialog.close(); location.hash = link; };
  const next = h("button", { type: "button", class: "primary", text: "Next puzzle", hidden: true });
  nextOne(sheet.id).then((id) => {
    if (!id) return;
    next.hidden = false;
    next.addEventListener("click", () => go(`#/p/${encodeURIComponent(id)}`));
  }).catch(() => {});
  const dialog = h("dialog", { class: "won", "aria-labelledby": "won" },
    h("h2", { id: "won", text: "Solved!" }),
    h("p", { text: `${clock(game.seconds)}, ${hints}` }),
    h("div", { class: "row" }, next,
      embedder ? null : h("button", { type: "button", text: "More puzzles", onclick: () => go("#/") }),
      h("button", { type: "button", text: "Look at it", onclick: () => dialog.close() })));
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (document.activeElement === document.body) view.focus();
  });
  stage.after(dialog);
  setTimeout(() => { if (dialog.isConnected) dialog.showModal(); }, 650);
}
