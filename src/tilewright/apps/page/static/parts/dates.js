// Dates, as the visitor's calendar has them.

import { LANGUAGE } from "../texts/en.js";

/** A day in words. @param {string} day @param {Intl.DateTimeFormatOptions} format */
export const dayName = (day, format) =>
  new Intl.DateTimeFormat(LANGUAGE, { ...format, timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** @param {Date} at */
const dayIn = (at) =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, "0")}-${String(at.getDate()).padStart(2, "0")}`;

export const today = () => dayIn(new Date());

/** How long it is until the next day begins here, in milliseconds. */
export const untilTomorrow = () => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();
};

/** The day on which something happened, as the visitor's calendar has it. @param {number} when  In milliseconds. */
export const dayAt = (when) => dayIn(new Date(when));

/** Whether a word is a day that there is. @param {string} word */
export const isDay = (word) => {
  const at = Date.parse(`${word}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === word;
};

/** The day that is some days after another one. @param {string} day @param {number} days */
export const later = (day, days) =>
  new Date((numberOf(day) + days) * 86_400_000).toISOString().slice(0, 10);

/** The week of a day, from Monday to Sunday. @param {string} day */
export function weekOf(day) {
  const monday = later(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
  return [0, 1, 2, 3, 4, 5, 6].map((days) => later(monday, days));
}

/** The number of a day, counted from 1970. @param {string} day */
const numberOf = (day) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

/**
 * A day between two others: the day itself, or one that stands for it if it is before or after them.
 * If at least a year was prepared, it is the same weekday one or more years earlier or later. The next
 * day has the next one.
 * @param {string} day @param {[first: string, last: string]} range
 */
export function within(day, [first, last]) {
  const [from, to, at] = [first, last, day].map(numberOf),
    span = to - from + 1,
    step = Math.min(span - (span % 7), 364) || span,
    steps = Math.max(0, Math.ceil((at - to) / step)) - Math.max(0, Math.ceil((from - at) / step));
  return later(day, -steps * step);
}
