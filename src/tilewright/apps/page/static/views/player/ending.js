// The end of a game: it is kept as solved, celebrated, and followed by the next one.

/** @import { Round } from "./player.js" */

import { GALLERY, GAME, SHARED } from "../../texts/en.js";
import { commas } from "../../texts/joining.js";
import { gallery } from "../../server/api.js";
import { puzzlesOf } from "../elements/archive.js";
import { celebrate } from "../../parts/confetti.js";
import { announce, button, h, toast, untoast } from "../../parts/dom.js";
import { alone, framed } from "../../parts/embedder.js";
import { said } from "../../server/errors.js";
import { shelfOf } from "../elements/cards.js";
import { keep, ofAll } from "./found.js";
import {
  clock,
  dayOf,
  daySolved,
  homeOf,
  median,
  solvedLike,
  streak,
  weekdayOf,
} from "../elements/days.js";
import { another, madeInRow } from "../elements/made.js";
import { after, onward, passed } from "../elements/learn.js";
import { today } from "../../parts/dates.js";
import { sound } from "../../parts/sound.js";
import * as storage from "../../parts/storage.js";

/**
 * The next puzzle that is not solved yet: of the same day, if it is of one, or of the same collection.
 * @param {string} id
 * @param {boolean} [any]  Where all of these are solved, the next one of them.
 */
export async function nextOne(id, any = false) {
  const solved = storage.solved(),
    { ids } = storage.lesson();
  if (ids.includes(id)) {
    const at = ids.indexOf(id) + 1,
      left = [...ids.slice(at), ...ids.slice(0, at - 1)];
    return left.find((other) => !solved[other]) ?? (any ? left[0] : undefined);
  }
  const { puzzles } = await gallery();
  const here = puzzles.findIndex((other) => other.id === id);
  if (here < 0) {
    const those = await puzzlesOf(dayOf(id) ?? today()),
      ids = those.map(({ puzzle }) => puzzle.id),
      mine = ids.indexOf(id);
    // After the last one comes the first one.
    const next = [...ids.slice(mine + 1), ...ids.slice(0, Math.max(0, mine))];
    const other = next.find((each) => mine >= 0 && !solved[each]);
    if (other) return other;
  }
  const shelf = here < 0 ? "dots" : shelfOf(puzzles[here]);
  const others = [...puzzles.slice(here + 1), ...puzzles.slice(0, Math.max(0, here))];
  const like = others.filter((other) => shelfOf(other) === shelf);
  return (like.find((other) => !solved[other.id]) ?? (any ? like[0] : undefined))?.id;
}

/** What is said of the collection of a puzzle, if it was the last one to be solved. @param {string} id */
async function lastOf(id) {
  const { puzzles } = await gallery();
  const solved = storage.solved(),
    mine = puzzles.find((other) => other.id === id);
  if (!mine) return "";
  const shelf = shelfOf(mine),
    all = puzzles.filter((other) => shelfOf(other) === shelf);
  return all.every((other) => solved[other.id])
    ? GAME.lastOf(GALLERY.shelves[shelf] ?? shelf, all.length)
    : "";
}

/** How a time compares with the best one. @param {string} id @param {number} seconds */
function compared(id, seconds) {
  const before = storage.solved()[id];
  if (!before) return "";
  return before.seconds <= seconds
    ? GAME.best(clock(before.seconds))
    : GAME.faster(clock(before.seconds - seconds));
}

/** What one usually needs on such a weekday for such a puzzle, once there were two. @param {string} id @param {string} kind */
function usual(id, kind) {
  const day = dayOf(id),
    like = day ? solvedLike(day, kind).map(({ seconds }) => seconds) : [];
  return day && like.length > 1 ? GAME.usual(weekdayOf(day), clock(median(like))) : "";
}

/** A number with what it counts. @param {string | number} number @param {string} what */
const figure = (number, what) => h("span", {}, h("b", { text: String(number) }), ` ${what}`);

/**
 * Celebrate, and offer what comes next: below the board or above it, which stays in view.
 * @param {Round} round
 * @param {HTMLElement} stage
 */
export function win(round, stage) {
  const { sheet, game, view, exercise } = round;
  const seconds = Math.round(game.seconds),
    told = [compared(sheet.id, seconds), usual(sheet.id, sheet.kind)].filter(Boolean),
    time = clock(seconds),
    help = GAME.hints(game.hints);
  if (exercise) passed(exercise);
  else
    storage.keepSolved(sheet.id, {
      seconds,
      hints: game.hints,
      when: Date.now(),
      kind: sheet.kind,
      level: sheet.level,
    });
  // Known without waiting, so that it counts even if the page is closed now.
  const day = daySolved(sheet.id, game.since);
  if (day) storage.keepDay(day);
  if (sheet.collected) {
    const { number, fresh } = keep(
      sheet,
      game.tiles.map(({ piece, cells }) => ({ piece, cells: game.meant(cells) })),
    );
    told.push(fresh ? ofAll(sheet, number) : GAME.foundBefore(number));
  }
  untoast();
  announce(GAME.solvedIn(time, help));
  const settle = celebrate(stage);
  sound("solved");
  /** @param {string} link */
  const go = (link) => {
    close();
    location.hash = link;
  };
  const next = h("button", {
    type: "button",
    class: "primary",
    text: exercise ? onward(exercise) : SHARED.next,
    hidden: true,
  });
  const score = h(
    "div",
    { class: "score" },
    figure(time, GAME.scoreTime),
    figure(game.hints, GAME.scoreHints(game.hints)),
  );
  /** Offer to go on. @param {() => Promise<string | null>} find  Gives the address of the next puzzle. */
  const offer = (find) => {
    view.surface.again();
    if (framed) return;
    next.hidden = false;
    next.addEventListener("click", async () => {
      next.disabled = true;
      const link = await find().catch((error) => toast(said(error)));
      next.disabled = false;
      if (link) go(link);
    });
  };
  const row = streak(storage.days(), today()),
    made = madeInRow(sheet.id),
    more = another(sheet.id, true);
  if (row) score.append(figure(row, GAME.scoreRow(row)));
  if (made > 1) score.append(figure(made, GAME.scoreMade));
  /** @param {string | null | undefined} id */
  const linkOf = (id) => (id ? `#/p/${encodeURIComponent(id)}` : null);
  if (exercise) offer(() => after(exercise));
  else if (more) offer(async () => linkOf(await more()));
  else
    nextOne(sheet.id)
      .then((id) => {
        if (id) offer(async () => linkOf(id));
      })
      .catch(() => {});
  const whole = h("p", { class: "finished", hidden: true });
  lastOf(sheet.id)
    .then((text) => {
      whole.textContent = text;
      whole.hidden = !text;
      if (text) view.surface.again();
    })
    .catch(() => {});
  const share = button(GAME.share, {
    icon: "share",
    title: GAME.shareTitle,
    onclick: () =>
      import("../later.js")
        .then(({ shareResult }) => shareResult(round))
        .catch((error) => toast(said(error))),
  });
  const banner = h(
    "dialog",
    { class: "won", "aria-labelledby": "won" },
    h(
      "div",
      { class: "words" },
      h("h2", { id: "won", text: SHARED.solved }),
      score,
      told.length ? h("p", { text: commas(told) }) : null,
      whole,
    ),
    h(
      "div",
      { class: "row" },
      next,
      exercise ? null : share,
      h("button", {
        type: "button",
        text: SHARED.again,
        onclick: () => {
          close();
          game.restart();
        },
      }),
      alone || exercise
        ? null
        : h("button", { type: "button", text: GAME.others, onclick: () => go(homeOf(sheet.id)) }),
    ),
    button("", {
      icon: "close",
      title: GAME.closeEnd,
      class: "quiet",
      onclick: () => close(),
    }),
  );
  function close() {
    settle();
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
