// The first screen: what this is, a puzzle that can be played where it stands, the puzzles of today,
// and the ways to all others.

/** @import { Card, DailySheet } from "../../../answers" */

import { GALLERY, HOME } from "../../texts/en.js";
import * as api from "../../server/api.js";
import { said } from "../../server/errors.js";
import { clear, h, icon, pace, painted } from "../../parts/dom.js";
import { copiesOf, seenAs } from "../elements/cards.js";
import { cardsOf, puzzlesOf, USUAL } from "../elements/archive.js";
import { past, streak, week } from "../elements/days.js";
import { dayName, today, untilTomorrow, within } from "../../parts/dates.js";
import { playInPlace } from "../player/inplace.js";
import * as storage from "../../parts/storage.js";
import { ended } from "./ended.js";

/** The puzzle for who is new. */
const FIRST = "talos:hub-gates-1";
/** A way to other puzzles. @param {Parameters<typeof icon>[0]} name @param {string} href @param {string} title @param {string} about */
const way = (name, href, title, about) =>
  h(
    "a",
    { class: "card way-on", href },
    icon(name),
    h("span", {}, h("b", { text: title }), h("small", { text: about })),
  );

/** The game that was played last and is not solved, unless it is one of these. @param {string[]} ids */
const unfinished = (ids) => storage.begun().find((id) => !ids.includes(id));

/** What a puzzle is called that was begun. @param {string} id @param {Card[]} puzzles */
function nameOf(id, puzzles) {
  const found = [...puzzles, ...storage.mine()].find((each) => each.id === id);
  return found ? seenAs(found, copiesOf(found)) : HOME.lastOne;
}

/** @param {HTMLElement} host */
export async function show(host) {
  const solved = storage.solved(),
    day = today();
  // Who has solved nothing yet is shown what this is in a puzzle of ten seconds.
  const back = Object.keys(solved).length > 0;
  let left = false,
    leave = () => {};
  const first = h("div", { class: "first-board" }, h("div", { class: "inplace waiting" }));
  const welcome = back
    ? null
    : h(
        "section",
        { class: "welcome", "aria-labelledby": "welcome" },
        h("h2", { id: "welcome", text: GALLERY.welcome }),
        first,
      );
  const waiting = () => h("div", { class: "card of-day waiting" });
  const daily = h("div", { class: "of-today" }, Array.from({ length: USUAL }, waiting)),
    count = h("span", { class: "count" }),
    end = h("div", {}),
    going = h("span", {});
  const row = h("span", { class: "streak" });
  const showRow = () => {
    const days = streak(storage.days(), day);
    row.hidden = !days;
    row.textContent = GALLERY.row(days);
  };
  showRow();
  clear(
    host,
    // Who comes back knows what this is.
    back
      ? null
      : h(
          "div",
          { class: "intro" },
          h("h1", { text: GALLERY.title }),
          h("p", { class: "lead", text: GALLERY.lead }),
        ),
    welcome,
    h(
      "section",
      { class: "hero", "aria-labelledby": "daily" },
      h(
        "div",
        { class: "daily-top" },
        h(back ? "h1" : "h2", {
          id: "daily",
          text: GALLERY.today(dayName(day, { weekday: "long", month: "long", day: "numeric" })),
        }),
        row,
        count,
        h("a", { class: "count", href: "#/progress", text: GALLERY.progress }),
        week(day, past()),
      ),
      daily,
      end,
    ),
    h(
      "nav",
      { class: "ways-on", "aria-label": HOME.others },
      going,
      way("board", "#/collections", GALLERY.collections, HOME.collectionsAbout),
      way("draw", "#/make", HOME.make, HOME.makeAbout),
    ),
  );

  /** @param {DailySheet[]} puzzles */
  async function fill(puzzles) {
    const between = pace(),
      ids = puzzles.map(({ puzzle }) => puzzle.id),
      done = ids.filter((id) => solved[id]).length;
    showRow();
    count.textContent = GALLERY.solvedOf(done, ids.length);
    clear(daily);
    for (const card of cardsOf(day, puzzles, "of-day")) {
      daily.append(card);
      await between();
      if (left) return;
    }
    if (done === ids.length) clear(end, ended(day, puzzles));
    const id = unfinished(ids);
    if (!id) return;
    const { puzzles: all } = await api.gallery();
    clear(going, way("watch", `#/p/${encodeURIComponent(id)}`, GALLERY.go, nameOf(id, all)));
  }
  const showToday = () =>
    Promise.all([puzzlesOf(day), api.days()])
      .then(([puzzles, range]) => {
        const of = within(day, range);
        if (of !== day)
          daily.before(h("p", { text: GALLERY.standIn(dayName(of, { dateStyle: "long" })) }));
        return fill(puzzles);
      })
      .catch((error) => clear(daily, h("p", { class: "notice", text: said(error) })));
  // The worker makes them: it is loaded after the puzzle for who is new.
  if (!welcome) showToday();
  else
    api
      .puzzle(FIRST)
      .then((sheet) => {
        if (left) return;
        const { element, leave: ends } = playInPlace(sheet, GALLERY.first);
        leave = ends;
        clear(first, element);
      })
      .catch((error) => clear(first, h("p", { class: "notice", text: said(error) })))
      .then(painted)
      .then(showToday);

  // Another day has other puzzles, also on a page that was left open.
  const renew = () => {
    if (today() !== day && document.visibilityState === "visible")
      dispatchEvent(new Event("renew"));
  };
  const midnight = setTimeout(renew, untilTomorrow());
  document.addEventListener("visibilitychange", renew);
  return () => {
    left = true;
    clearTimeout(midnight);
    document.removeEventListener("visibilitychange", renew);
    leave();
    document.querySelector("dialog.won")?.remove();
  };
}
