// A day: its puzzles, the week around it, and how to follow the days from elsewhere.

/** @import { OfDay } from "../../server/files.js" */

import { DAY, GALLERY, SHARED } from "../../texts/en.js";
import { dayName, isDay, later, today, weekOf } from "../../parts/dates.js";
import { clear, h, icon } from "../../parts/dom.js";
import { Refused, said } from "../../server/errors.js";
import { at, puzzlesOn, siteHas } from "../../server/files.js";
import * as storage from "../../parts/storage.js";
import { cardsOf, puzzlesOf, USUAL } from "../elements/archive.js";
import { levelTag } from "../elements/cards.js";
import { grouped } from "../elements/days.js";

/** The address of a day within the page. @param {string} day */
const linkOf = (day) => `#/day/${day}`;

/**
 * A day of the week, with what it has; nothing if no puzzles are prepared.
 * @param {string} day @param {string} shown @param {OfDay[]} puzzles
 * @param {ReturnType<typeof storage.solved>} solved
 */
function lineOf(day, shown, puzzles, solved) {
  const name = dayName(day, { weekday: "long", month: "long", day: "numeric" });
  return h(
    "tr",
    { class: day === today() ? "now" : "" },
    h(
      "th",
      { scope: "row" },
      h("a", { href: linkOf(day), text: name, "aria-current": day === shown ? "page" : null }),
    ),
    grouped(puzzles).map((those) =>
      h(
        "td",
        {},
        h("span", { text: those[0].title }),
        those.map(({ id, grade }) =>
          h(
            "span",
            { class: solved[id] ? "of-level done" : "of-level" },
            solved[id] ? "✓ " : null,
            levelTag(grade.level),
            solved[id] ? h("span", { class: "hidden", text: `, ${GALLERY.done}` }) : null,
          ),
        ),
      ),
    ),
    puzzles.length ? null : h("td", { colSpan: 3 }),
  );
}

/**
 * Whether each day is harder than the one before. Weeks that begin before December 2026 follow an
 * older plan, and days without puzzles follow none.
 * @param {OfDay[][]} days
 */
export function getsHarder(days) {
  const levels = Object.keys(SHARED.levels);
  const sums = days.map((puzzles) =>
    puzzles.reduce((sum, { grade }) => sum + levels.indexOf(grade.level ?? ""), 0),
  );
  return sums.every((sum, i) => !i || sum > sums[i - 1]);
}

/** The week of a day, from Monday to Sunday. @param {string} day */
async function week(day) {
  const solved = storage.solved(),
    days = weekOf(day);
  /** @type {OfDay[][]} */
  const puzzles = await Promise.all(days.map((each) => puzzlesOn(each).catch(() => [])));
  const all = puzzles.flat(),
    done = all.filter(({ id }) => solved[id]).length;
  if (!all.length) return null;
  return h(
    "section",
    { class: "collection", "aria-labelledby": "week" },
    h(
      "div",
      { class: "collected" },
      h("h2", { id: "week", text: days.includes(today()) ? DAY.thisWeek : DAY.week }),
      h("progress", { max: all.length, value: done, "aria-hidden": "true" }),
      h("span", { class: "count", text: GALLERY.solvedOf(done, all.length) }),
    ),
    done === all.length
      ? h("p", { class: "lead", text: DAY.weekDone })
      : getsHarder(puzzles)
        ? h("p", { class: "lead", text: DAY.plan })
        : null,
    h(
      "table",
      { class: "plan" },
      h(
        "tbody",
        {},
        days.map((each, i) => lineOf(each, day, puzzles[i], solved)),
      ),
    ),
  );
}

/** Where other programs find the days. */
const follow = () =>
  siteHas("feeds")
    ? h(
        "section",
        { class: "collection", "aria-labelledby": "follow" },
        h("h2", { id: "follow", text: DAY.follow }),
        h("p", { class: "lead", text: DAY.followAbout }),
        h(
          "div",
          { class: "row calendars" },
          h("a", { class: "button", href: at("days.ics"), text: DAY.calendar }),
          h("a", { class: "button", href: at("days.xml"), text: DAY.feed }),
        ),
      )
    : null;

/** @param {HTMLElement} host @param {string[]} words */
export async function show(host, [day = today()]) {
  if (!isDay(day)) throw new Refused(DAY.noDay(day));
  const cards = h(
    "div",
    { class: "daily" },
    Array.from({ length: USUAL }, () => h("div", { class: "card large waiting" })),
  );
  /** @param {number} days @param {string} title @param {"back" | "next"} name */
  const step = (days, title, name) =>
    h(
      "a",
      { class: "button quiet", href: linkOf(later(day, days)), title, "aria-label": title },
      icon(name),
    );
  clear(
    host,
    h(
      "div",
      { class: "row day-heading" },
      step(-1, DAY.before, "back"),
      h("h1", { text: dayName(day, { dateStyle: "full" }) }),
      step(1, DAY.after, "next"),
    ),
    cards,
    h(
      "div",
      { class: "row calendars" },
      h("a", { class: "button", href: `#/p/calendar:${day.slice(5)}`, text: GALLERY.calendar }),
      h("a", { class: "button", href: `#/p/weekday:${day}`, text: GALLERY.weekday }),
    ),
    await week(day),
    follow(),
    h("p", { class: "collection" }, h("a", { href: "#/", text: SHARED.back })),
  );
  puzzlesOf(day)
    .then((puzzles) => clear(cards, ...cardsOf(day, puzzles, "large")))
    .catch((error) => clear(cards, h("p", { class: "notice", role: "alert", text: said(error) })));
}
