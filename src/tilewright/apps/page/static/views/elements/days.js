// The days on which one has played, and times in words.

import { GALLERY, GAME } from "../../texts/en.js";
import { dayAt, dayName, later, today, weekOf } from "../../parts/dates.js";
import { h } from "../../parts/dom.js";
import * as storage from "../../parts/storage.js";

/**
 * What there is to do in a puzzle of a day. That of the calendar names the day, unless it is today.
 * @param {string} day @param {string} doing @param {string} kind
 */
export const task = (day, doing, kind) =>
  kind === "calendar" && day !== today()
    ? GALLERY.coverAllBut(dayName(day, { month: "long", day: "numeric" }))
    : doing;

/**
 * The puzzles of a day by their titles: those of one kind and of several levels are together.
 * @template {{ title: string }} Of @param {Of[]} puzzles @returns {Of[][]}
 */
export function grouped(puzzles) {
  const titles = [...new Set(puzzles.map(({ title }) => title))];
  return titles.map((title) => puzzles.filter((each) => each.title === title));
}

/**
 * How many days in a row, up to a day or the one before it. One day of each week, from Monday, may be
 * missed; it does not count.
 * @param {string[]} days
 * @param {string} until
 */
export function streak(days, until) {
  const all = new Set(days),
    /** The Mondays of weeks in which a day was missed. */
    missed = new Set();
  let count = 0;
  for (let day = all.has(until) ? until : later(until, -1); ; day = later(day, -1)) {
    const [monday] = weekOf(day);
    if (all.has(day)) count++;
    else if (missed.has(monday)) return count;
    else missed.add(monday);
  }
}

/** The most days in a row that there were. @param {string[]} days */
export const longest = (days) => Math.max(0, ...days.map((day) => streak(days, day)));

/** The one in the middle of some numbers. @param {number[]} numbers */
export const median = (numbers) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The day that a puzzle is of, today if it is of today; null if it is of none. @param {string} id */
export function dayOf(id) {
  const days = Object.entries(storage.dailies()).flatMap(([day, ids]) =>
    ids.includes(id) ? [day] : [],
  );
  return days.includes(today()) ? today() : (days[0] ?? null);
}

/**
 * The day that counts as played when one of its puzzles is solved now: today, or the day on which the
 * game was begun; null if it is of neither.
 * @param {string} id @param {number | undefined} begun  In milliseconds.
 */
export function daySolved(id, begun) {
  const all = storage.dailies(),
    days = [today(), ...(begun === undefined ? [] : [dayAt(begun)])];
  return days.find((day) => all[day]?.includes(id)) ?? null;
}

/** Where a puzzle is found among others: in the lesson that is open, or those of a day on the first screen. @param {string} id */
export function homeOf(id) {
  const { link, ids } = storage.lesson();
  return ids.includes(id) ? link : dayOf(id) ? "#/" : "#/collections";
}

/** The weekday of a day, in words. @param {string} day */
export const weekdayOf = (day) => dayName(day, { weekday: "long" });

/**
 * How puzzles of one kind were solved on other days of the same weekday.
 * @param {string} day @param {string} kind
 */
export function solvedLike(day, kind) {
  const solved = storage.solved(),
    weekday = weekdayOf(day);
  return Object.entries(storage.dailies())
    .filter(([other]) => other !== day && weekdayOf(other) === weekday)
    .flatMap(([, ids]) => ids.flatMap((id) => (solved[id]?.kind === kind ? [solved[id]] : [])));
}

/**
 * What is kept of the days: the records of puzzles, the puzzles of days, and the days on which one
 * was solved.
 * @typedef {{ solved: ReturnType<typeof storage.solved>, dailies: ReturnType<typeof storage.dailies>, days: string[] }} Past
 */
/** @returns {Past} */
export const past = () => ({
  solved: storage.solved(),
  dailies: storage.dailies(),
  days: storage.days().sort(),
});

/**
 * How a day went: how many of its puzzles were solved, how many of these without hints, and of how
 * many.
 * @param {string} day @param {Past} past
 */
export function solvedOf(day, { solved, dailies, days }) {
  const ids = dailies[day] ?? [],
    done = ids.flatMap((id) => (solved[id] ? [solved[id]] : []));
  return {
    // Earlier editions have kept only that one was solved.
    done: done.length || Number(days.includes(day)),
    alone: done.filter(({ hints }) => !hints).length,
    all: ids.length,
  };
}

/**
 * How a day looks: solved without hints, solved with hints, or missed; nothing before the first day
 * that was solved.
 * @param {string} day @param {Past} past
 * @returns {"alone" | "helped" | "missed" | ""}
 */
export function stateOf(day, past) {
  const { done, alone } = solvedOf(day, past),
    [first] = past.days;
  if (done) return alone ? "alone" : "helped";
  return first && first < day && day < today() ? "missed" : "";
}

/** How many of some days went how. @param {(string | null)[]} days @param {Past} past */
export function tally(days, past) {
  const states = days.map((day) => day && stateOf(day, past));
  /** @param {string} state */
  const count = (state) => states.filter((each) => each === state).length;
  const [alone, helped, missed] = ["alone", "helped", "missed"].map(count);
  return { solved: alone + helped, alone, missed };
}

/** A time in minutes and seconds. @param {number} seconds */
export function clock(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Solved without a hint, and with hints. */
const SIGNS = ["🟩", "🟨"];

/**
 * How a puzzle went, as a line of a text that is shared.
 * @param {string} title @param {{ seconds: number, hints: number }} record
 */
export const resultLine = (title, { seconds, hints }) =>
  `${SIGNS[Number(hints > 0)]} ${title} ${clock(seconds)}${hints ? `, ${GAME.hints(hints)}` : ""}`;

/** The last seven days, each with how many of its puzzles were solved. @param {string} until @param {Past} past */
export function week(until, past) {
  const days = [6, 5, 4, 3, 2, 1, 0].map((back) => later(until, -back));
  return h(
    "ol",
    { class: "week", "aria-label": GALLERY.week },
    days.map((day) => {
      const { done, all } = solvedOf(day, past),
        whole = done > 0 && done >= all;
      const ring = h("span", {
        class: "day",
        text: whole ? "✓" : String(Number(day.slice(8))),
      });
      ring.style.setProperty("--share", String(done / Math.max(1, done, all)));
      return h(
        "li",
        { class: `${whole ? "done" : ""}${day === until ? " now" : ""}` },
        h(
          "a",
          { href: `#/day/${day}` },
          h("span", { class: "weekday", text: dayName(day, { weekday: "short" }) }),
          ring,
          done ? h("span", { class: "hidden", text: GALLERY.daySolved(done, all) }) : null,
        ),
      );
    }),
  );
}
