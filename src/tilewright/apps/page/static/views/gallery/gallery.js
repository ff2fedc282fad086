// The first screen: what this is, a puzzle that can be played where it stands, and all that comes
// with tilewright.

/** @import { Card } from "../../../answers" */
/** @import { CardOf } from "../elements/cards.js" */

import { GALLERY, SHARED } from "../../texts/en.js";
import * as api from "../../server/api.js";
import { said } from "../../server/errors.js";
import { clear, h, pace, painted } from "../../parts/dom.js";
import { asCard, card, copiesOf, seenAs, shelfOf } from "../elements/cards.js";
import { archive, puzzlesOf, puzzlesOfToday } from "../elements/archive.js";
import { streak, task, week } from "../elements/days.js";
import { dayName, today } from "../../parts/dates.js";
import { playInPlace } from "../player/inplace.js";
import { sized } from "../../parts/sizes.js";
import * as storage from "../../parts/storage.js";

/** The puzzle for who is new. */
const FIRST = "talos:hub-gates-1";
/** The day whose puzzles were asked for last: it is still there when one comes back. */
let chosen = "";
/** The collections of which all cards are shown. @type {Set<string>} */
const opened = new Set();
/** How far each row of cards is scrolled: it is there still when one comes back. @type {Map<string, number>} */
const scrolled = new Map();

/** The name of a puzzle among others of its collection. @param {Card} puzzle */
function shortName(puzzle) {
  const { collection, title, lattice } = puzzle;
  if (lattice) return title;
  if (collection === "classic") {
    const [which, ...rest] = title.split(", ");
    const name = sized(rest.join(", ").replace(/^chessboard/, "8 x 8"));
    if (!rest.length) return title;
    return which.startsWith("Twelve") ? name : GALLERY.eighteen(name);
  }
  if (collection !== "dots") return seenAs(puzzle, copiesOf(puzzle));
  const [what, size] = title.split(" dots, ");
  return what === "Tromino" ? sized(size) : GALLERY.dotsOf(sized(size), what);
}

/**
 * The names of the puzzles of a shelf, each another one: those that are alike are numbered.
 * @param {Card[]} puzzles
 */
export function namesOf(puzzles) {
  const names = puzzles.map(shortName);
  return new Map(
    puzzles.map(({ id }, i) => {
      const like = names.flatMap((name, other) => (name === names[i] ? [other] : []));
      return [id, like.length > 1 ? GALLERY.numbered(names[i], like.indexOf(i) + 1) : names[i]];
    }),
  );
}

/** @param {HTMLElement} host */
export async function show(host) {
  const solved = storage.solved();
  // Who has solved nothing yet is shown what this is in a puzzle of ten seconds.
  /** Ends what is played here. @type {(() => void)[]} */
  const endings = [];
  let left = false;
  /** Play where it stands. @param {Parameters<typeof playInPlace>} how */
  const here = (...how) => {
    const { element, leave } = playInPlace(...how);
    if (left) leave();
    else endings.push(leave);
    return element;
  };
  const first = h("div", { class: "first-board" }, h("div", { class: "inplace waiting" }));
  const back = Object.keys(solved).length > 0;
  const welcome = back
    ? null
    : h(
        "section",
        { class: "welcome", "aria-labelledby": "welcome" },
        h("h2", { id: "welcome", text: GALLERY.welcome }),
        first,
      );
  const waiting = () => h("div", { class: "card large waiting" });
  const daily = h("div", { class: "daily" }, h("div", { class: "inplace waiting" }), waiting());
  const lists = h("div", {});
  const row = streak(storage.days(), today());
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
          text: GALLERY.today(dayName(today(), { weekday: "long", month: "long", day: "numeric" })),
        }),
        row ? h("span", { class: "streak", text: GALLERY.row(row) }) : null,
        h("a", { class: "count", href: "#/progress", text: GALLERY.progress }),
        h("a", { class: "count", href: "#/day", text: GALLERY.thisWeek }),
        week(storage.days()),
      ),
      daily,
    ),
    lists,
  );

  /**
   * The first one is played here; the others have pages of their own.
   * @param {string} day @param {Awaited<ReturnType<typeof puzzlesOf>>} puzzles
   */
  async function play(day, puzzles) {
    const between = pace();
    for (const [i, { title, doing, puzzle }] of puzzles.entries()) {
      await between();
      const name = task(day, doing, puzzle.kind);
      if (!i) clear(daily, here(puzzle, { kicker: title, name }), waiting());
      else daily.append(card(asCard(puzzle), solved, { large: true, kicker: title, name }));
      if (i === Math.min(1, puzzles.length - 1)) daily.querySelector(".waiting")?.remove();
    }
  }
  const showToday = () =>
    puzzlesOfToday()
      .then(({ day, puzzles }) => {
        const inWords = dayName(day, { dateStyle: "long" });
        daily.before(day === today() ? "" : h("p", { text: GALLERY.standIn(inWords) }));
        return play(day, puzzles);
      })
      .catch((error) => clear(daily, h("p", { class: "notice", text: said(error) })));
  // The worker makes them: it is loaded after the puzzle for who is new.
  if (!welcome) showToday();

  const beginning =
    welcome &&
    api
      .puzzle(FIRST)
      .then((sheet) => clear(first, here(sheet, GALLERY.first)))
      .catch((error) => clear(first, h("p", { class: "notice", text: said(error) })));
  const { puzzles } = await api.gallery();
  /** @type {Map<string, Card[]>} */
  const groups = new Map();
  for (const puzzle of puzzles)
    groups.set(shelfOf(puzzle), [...(groups.get(shelfOf(puzzle)) ?? []), puzzle]);
  const mine = storage.mine();
  /**
   * Whether a puzzle is one of those that are looked for.
   * @type {Record<string, (puzzle: CardOf) => boolean>}
   */
  const STATES = {
    all: () => true,
    unsolved: (puzzle) => !solved[puzzle.id],
    begun: (puzzle) => !solved[puzzle.id] && (storage.game(puzzle.id)?.share ?? 0) > 0,
    solved: (puzzle) => Boolean(solved[puzzle.id]),
  };
  const wanted = { state: "all", level: "any", ...storage.setting("shelves", {}) };
  /** @param {"state" | "level"} name @param {string} label @param {[string, string][]} list */
  const choice = (name, label, list) =>
    h(
      "div",
      { class: "choice", role: "group", "aria-label": label },
      list.map(([value, text]) =>
        h("button", {
          type: "button",
          class: "small",
          "aria-pressed": String(wanted[name] === value),
          text,
          onclick: (/** @type {MouseEvent} */ { currentTarget }) => {
            wanted[name] = value;
            storage.keepSetting("shelves", wanted);
            const pressed = /** @type {HTMLElement} */ (currentTarget);
            for (const other of pressed.parentElement?.children ?? [])
              other.setAttribute("aria-pressed", String(other === pressed));
            shelve();
          },
        }),
      ),
    );
  const filters = h(
    "div",
    { class: "filters" },
    choice("state", GALLERY.which, Object.entries(GALLERY.states)),
    choice("level", SHARED.level, [
      ["any", GALLERY.anyLevel],
      ...Object.entries(SHARED.levels),
      ["none", SHARED.ungraded],
    ]),
  );
  const shelves = h("div", {});
  const rows = () => shelves.querySelectorAll(".shelf[id]");
  /**
   * The rows that are shown: what was made here, and each collection; of each, what adds its cards.
   * @returns {Generator<[HTMLElement, ...(() => void)[]]>}
   */
  function* collections() {
    /** @param {CardOf} puzzle */
    const fits = (puzzle) =>
      (STATES[wanted.state] ?? STATES.all)(puzzle) &&
      (wanted.level === "any" || (puzzle.level ?? "none") === wanted.level);
    let none = true;
    const own = mine.filter(fits);
    if (own.length) {
      none = false;
      const cards = h("div", { class: "cards shelf" });
      yield [
        h(
          "section",
          { class: "collection", "aria-labelledby": "mine" },
          h("h2", { id: "mine", text: GALLERY.made }),
          cards,
        ),
        ...own.map((puzzle) => () => cards.append(card(puzzle, solved))),
      ];
    }
    for (const name of ["dots", "talos", "classic", "triangles", "hexagons", "cubes"]) {
      const all = groups.get(name) ?? [],
        shown = all.filter(fits);
      if (!shown.length) continue;
      none = false;
      yield shelf(name, all, shown, solved);
    }
    if (none) yield [h("p", { class: "notice", text: GALLERY.none })];
  }
  /** What draws the rows, a card at a time. */
  function* drawing() {
    for (const [section, ...cards] of collections()) {
      yield () => shelves.append(section);
      yield* cards;
    }
  }
  let filled = 0;
  function shelve() {
    filled++;
    shelves.removeAttribute("aria-busy");
    clear(shelves);
    for (const draw of drawing()) draw();
  }
  // On a slow phone the shelves take long to draw: who is new can play before that.
  await beginning?.then(painted);
  if (welcome) showToday();
  const earlier = h("div", { class: "daily" });
  const calendars = h("div", { class: "row" });
  /** Show what was for a day. @param {string} day */
  async function showDay(day) {
    chosen = day;
    /** @param {string} text @param {string} id */
    const link = (text, id) => h("a", { class: "button", href: `#/p/${id}`, text });
    clear(
      calendars,
      link(GALLERY.calendar, `calendar:${day.slice(5)}`),
      link(GALLERY.weekday, `weekday:${day}`),
    );
    try {
      const those = await puzzlesOf(day);
      if (chosen !== day) return;
      clear(
        earlier,
        those.map(({ title, doing, puzzle }) =>
          card(asCard(puzzle), solved, {
            large: true,
            kicker: title,
            name: task(day, doing, puzzle.kind),
          }),
        ),
      );
    } catch (error) {
      clear(earlier, h("p", { class: "notice", text: said(error) }));
    }
  }
  const calendar = h(
    "section",
    { class: "collection", "aria-labelledby": "any-day" },
    h("h2", { id: "any-day", text: GALLERY.otherDay }),
    h("p", {
      class: "lead",
      text: GALLERY.otherDayAbout,
    }),
    h(
      "div",
      { class: "days" },
      archive(chosen || today(), showDay),
      h("div", {}, calendars, earlier),
    ),
  );
  shelves.setAttribute("aria-busy", "true");
  clear(lists, filters, shelves, calendar);
  const filling = ++filled;
  // Who comes back finds the page as it was left.
  const between = scrolled.size ? () => {} : pace();
  for (const draw of drawing()) {
    await between();
    // A filter has filled them meanwhile, or they are not seen any more.
    if (filling !== filled || !host.isConnected) break;
    draw();
  }
  shelves.removeAttribute("aria-busy");
  if (chosen) showDay(chosen);
  for (const row of rows()) row.scrollLeft = scrolled.get(row.id) ?? 0;
  return () => {
    left = true;
    for (const row of rows()) scrolled.set(row.id, row.scrollLeft);
    for (const end of endings) end();
    document.querySelector("dialog.won")?.remove();
  };
}

/** What is left of a collection that was begun, or how it ended. @param {Card[]} all @param {ReturnType<typeof storage.solved>} solved */
function standing(all, solved) {
  const left = all.filter(({ id }) => !solved[id]);
  if (left.length === all.length) return null;
  if (!left.length) {
    const alone = all.filter(({ id }) => !solved[id].hints).length;
    return h("p", { class: "finished", text: GALLERY.finished(all.length, alone) });
  }
  /** @type {[string, number][]} */
  const levels = [...Object.entries(SHARED.levels), ["", SHARED.ungraded]].flatMap(
    ([name, words]) => {
      const count = left.filter(({ level }) => (level ?? "") === name).length;
      return count ? [[words, count]] : [];
    },
  );
  return h("p", { class: "lead left", text: GALLERY.left(left.length, levels) });
}

/**
 * A collection: one row of cards, with how far one has come; all of them by a button.
 * @param {string} name @param {Card[]} all @param {Card[]} shown
 * @param {ReturnType<typeof storage.solved>} solved
 * @returns {[HTMLElement, ...(() => void)[]]}  It without its cards, and what adds each of them.
 */
function shelf(name, all, shown, solved) {
  const count = all.filter((puzzle) => solved[puzzle.id]).length,
    next = all.find((puzzle) => !solved[puzzle.id]),
    names = namesOf(all);
  const cards = h("div", { class: "cards shelf", id: `shelf-${name}` });
  const whole = h("button", {
    type: "button",
    class: "quiet small show-all",
    "aria-controls": cards.id,
    onclick: () => {
      if (!opened.delete(name)) opened.add(name);
      unfold();
    },
  });
  function unfold() {
    const open = opened.has(name);
    cards.classList.toggle("all", open);
    whole.setAttribute("aria-expanded", String(open));
    whole.textContent = open ? GALLERY.oneRow : GALLERY.showAll(shown.length);
  }
  unfold();
  const section = h(
    "section",
    { class: "collection", "aria-labelledby": `collection-${name}` },
    h(
      "div",
      { class: "collected" },
      h("h2", { id: `collection-${name}`, text: GALLERY.shelves[name] ?? name }),
      h("progress", { max: all.length, value: count, "aria-hidden": "true" }),
      h("span", { class: "count", text: GALLERY.solvedOf(count, all.length) }),
      next && count
        ? h("a", {
            class: "button small quiet",
            href: `#/p/${encodeURIComponent(next.id)}`,
            text: GALLERY.next(names.get(next.id) ?? ""),
          })
        : null,
      shown.length > 3 ? whole : null,
    ),
    h("p", { class: "lead", text: GALLERY.about[name] ?? "" }),
    standing(all, solved),
    cards,
  );
  return [
    section,
    ...shown.map(
      (puzzle) => () => cards.append(card(puzzle, solved, { name: names.get(puzzle.id) })),
    ),
  ];
}
