// The end of a day, when all its puzzles are solved: how it went, to be shared, what was missed before,
// and when the next ones come.

/** @import { DailySheet } from "../../../answers" */

import { GAME, GALLERY, HOME, RESULT, SHARED } from "../../texts/en.js";
import { clock, grouped, past, resultLine, solvedOf } from "../elements/days.js";
import { dayName, today, untilTomorrow, weekOf } from "../../parts/dates.js";
import { button, h } from "../../parts/dom.js";
import { copyText } from "../../parts/exporting.js";
import { dayAt, shared } from "../../server/files.js";
import * as storage from "../../parts/storage.js";

/**
 * How a day went, as text: its puzzles in the order in which they were solved.
 * @param {string} day @param {DailySheet[]} puzzles
 */
export function written(day, puzzles) {
  const solved = storage.solved();
  const lines = grouped(puzzles)
    .flatMap((those) =>
      those.map(({ title, puzzle: { id, level } }) => ({
        title: those.length > 1 ? RESULT.ofLevel(title, SHARED.levels[level ?? ""]) : title,
        ...solved[id],
      })),
    )
    .sort((one, other) => one.when - other.when)
    .map(({ title, ...record }) => resultLine(title, record));
  return [
    `tilewright, ${dayName(day, { weekday: "long", month: "long", day: "numeric" })}`,
    ...lines,
    ...(shared ? [dayAt(day)] : []),
  ].join("\n");
}

/** The days of this week before today that have puzzles left, after the first day that was solved. */
function missed() {
  const kept = past(),
    [first] = kept.days;
  return weekOf(today()).filter((day) => {
    const { done, all } = solvedOf(day, kept);
    return first && day >= first && day < today() && (done === 0 || done < all);
  });
}

/** @param {string} day @param {DailySheet[]} puzzles */
export function ended(day, puzzles) {
  const solved = storage.solved(),
    records = puzzles.map(({ puzzle }) => solved[puzzle.id]),
    seconds = records.reduce((sum, each) => sum + each.seconds, 0),
    hints = records.reduce((sum, each) => sum + each.hints, 0),
    left = missed();
  const text = written(day, puzzles),
    minutes = Math.ceil(untilTomorrow() / 60_000);
  return h(
    "section",
    { class: "day-end", "aria-labelledby": "day-end" },
    h("h2", { id: "day-end", text: HOME.allDone(puzzles.length) }),
    h("p", { class: "finished", text: `${clock(seconds)}, ${GAME.hints(hints)}` }),
    h("p", {
      class: "lead",
      text: HOME.nextIn(Math.floor(minutes / 60), minutes % 60),
    }),
    left.length
      ? h(
          "p",
          { class: "lead" },
          HOME.missed,
          left.map((each) =>
            h("a", { href: `#/day/${each}`, text: ` ${dayName(each, { weekday: "long" })}` }),
          ),
        )
      : null,
    h(
      "div",
      { class: "row" },
      navigator.canShare?.({ text })
        ? button(GAME.share, {
            icon: "share",
            class: "primary",
            // Who has changed his mind need not be told.
            onclick: () => navigator.share({ text }).catch(() => {}),
          })
        : null,
      button(RESULT.copy, { onclick: () => copyText(text) }),
      h("a", { class: "button", href: "#/collections", text: GALLERY.collections }),
    ),
  );
}
