// The days on which one has played, and times in words.

import { GALLERY } from "../texts/en.js";
import { dayName, today } from "../parts/dates.js";
import { h } from "../parts/dom.js";

/**
 * What there is to do in a puzzle of a day. That of the calendar names the day, unless it is today.
 * @param {string} day @param {string} doing @param {string} kind
 */
export const task = (day, doing, kind) =>
  kind === "calendar" && day !== today()
    ? GALLERY.coverAllBut(dayName(day, { month: "long", day: "numeric" }))
    : doing;

/**
 * How many days in a row, up to a day or the one before it.
 * @param {string[]} days
 * @param {string} until
 */
export function streak(days, until) {
  const all = new Set(days),
    at = new Date(`${until}T00:00:00Z`);
  const name = () => at.toISOString().slice(0, 10);
  if (!all.has(name())) at.setUTCDate(at.getUTCDate() - 1);
  let count = 0;
  while (all.has(name())) {
    count++;
    at.setUTCDate(at.getUTCDate() - 1);
  }
  return count;
}

/** The most days in a row that there were. @param {string[]} days */
export const longest = (days) => Math.max(0, ...days.map((day) => streak(days, day)));

/** A time in minutes and seconds. @param {number} seconds */
export function clock(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The last seven days: on which of them a puzzle of the day was solved. @param {string[]} solved */
export function week(solved) {
  const done = new Set(solved);
  const days = [6, 5, 4, 3, 2, 1, 0].map((back) => {
    const at = new Date(`${today()}T00:00:00Z`);
    at.setUTCDate(at.getUTCDate() - back);
    return at.toISOString().slice(0, 10);
  });
  return h(
    "ol",
    { class: "week", "aria-label": GALLERY.week },
    days.map((day) =>
      h(
        "li",
        { class: `${done.has(day) ? "done" : ""}${day === today() ? " now" : ""}` },
        h("span", { class: "weekday", text: dayName(day, { weekday: "short" }) }),
        h("span", {
          class: "day",
          text: done.has(day) ? "✓" : dayName(day, { day: "numeric" }),
        }),
        done.has(day) ? h("span", { class: "hidden", text: GALLERY.done }) : null,
      ),
    ),
  );
}
