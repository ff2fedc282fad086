// The end of a game: it is kept as solved, celebrated, and followed by the next one.

/** @import { Round } from "./player.js" */

import { GAME, SHARED } from "../texts/en.js";
import { gallery } from "../server/api.js";
import { puzzlesOfToday } from "./archive.js";
import { celebrate } from "../parts/confetti.js";
import { announce, button, h } from "../parts/dom.js";
import { alone, framed } from "../parts/embedder.js";
import { shareResult } from "../parts/exporting.js";
import { opening } from "../server/files.js";
import { keep, ofAll } from "./found.js";
import { clock } from "./days.js";
import { today } from "../parts/dates.js";
import { sound } from "../parts/sound.js";
import * as storage from "../parts/storage.js";

/**
 * The next puzzle that is not solved yet: of the day, if this one is, or of the same collection.
 * @param {string} id
 * @param {boolean} [any]  Where all of these are solved, the next one of them.
 */
export async function nextOne(id, any = false) {
  const { puzzles } = await gallery();
  const solved = storage.solved();
  const here = puzzles.findIndex((other) => other.id === id);
  if (here < 0) {
    const { puzzles: those } = await puzzlesOfToday();
    const day = those.map(({ puzzle }) => puzzle),
      mine = day.some((puzzle) => puzzle.id === id);
    if (mine) storage.keepDay(today());
    const other = mine && day.find((puzzle) => puzzle.id !== id && !solved[puzzle.id]);
    if (other) return other.id;
  }
  const collection = here < 0 ? "dots" : puzzles[here].collection;
  const others = [...puzzles.slice(here + 1), ...puzzles.slice(0, Math.max(0, here))];
  const like = others.filter((other) => other.collection === collection);
  return (like.find((other) => !solved[other.id]) ?? (any ? like[0] : undefined))?.id;
}

/**
 * How long it took, with how much help, and how that compares.
 * @param {string} id
 * @param {number} seconds
 * @param {number} hints
 */
function figures(id, seconds, hints) {
  const before = storage.solved()[id];
  const help = GAME.hints(hints);
  const best = !before
    ? ""
    : before.seconds <= seconds
      ? GAME.best(clock(before.seconds))
      : GAME.faster(clock(before.seconds - seconds));
  return [clock(seconds), help, best].filter(Boolean);
}

/**
 * Celebrate, and offer what comes next: below the board or above it, which stays in view.
 * @param {Round} round
 * @param {HTMLElement} stage
 */
export function win({ sheet, game, view }, stage) {
  const seconds = Math.round(game.seconds),
    told = figures(sheet.id, seconds, game.hints);
  storage.keepSolved(sheet.id, {
    seconds,
    hints: game.hints,
    when: Date.now(),
    kind: sheet.kind,
    level: sheet.level,
  });
  if (sheet.collected) {
    const { number, fresh } = keep(
      sheet,
      game.tiles.map(({ piece, cells }) => ({ piece, cells: game.meant(cells) })),
    );
    told.push(fresh ? ofAll(sheet, number) : GAME.foundBefore(number));
  }
  announce(GAME.solvedIn(told[0], told[1]));
  celebrate(stage);
  sound("solved");
  /** @param {string} link */
  const go = (link) => {
    close();
    location.hash = link;
  };
  const next = h("button", { type: "button", class: "primary", text: SHARED.next, hidden: true });
  nextOne(sheet.id)
    .then((id) => {
      if (!id || framed) return;
      next.hidden = false;
      next.addEventListener("click", () => go(`#/p/${encodeURIComponent(id)}`));
    })
    .catch(() => {});
  const share = button(GAME.share, {
    icon: "share",
    title: GAME.shareTitle,
    onclick: () => shareResult(GAME.shared(sheet.title, told[0], told[1]), opening(sheet.id)),
  });
  const banner = h(
    "dialog",
    { class: "won", "aria-labelledby": "won" },
    h(
      "div",
      { class: "words" },
      h("h2", { id: "won", text: SHARED.solved }),
      h("p", { text: told.join(", ") }),
    ),
    h(
      "div",
      { class: "row" },
      next,
      share,
      h("button", {
        type: "button",
        text: SHARED.again,
        onclick: () => {
          close();
          game.restart();
        },
      }),
      alone ? null : h("button", { type: "button", text: GAME.others, onclick: () => go("#/") }),
    ),
    button("", {
      icon: "close",
      title: GAME.closeEnd,
      class: "quiet",
      onclick: () => close(),
    }),
  );
  function close() {
    const within = banner.contains(document.activeElement);
    banner.remove();
    view.surface.again();
    if (within || document.activeElement === document.body) view.focus();
  }
  banner.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  });
  stage.after(banner);
  setTimeout(() => {
    if (!banner.isConnected) return;
    banner.show();
    view.surface.again();
  }, 650);
}
