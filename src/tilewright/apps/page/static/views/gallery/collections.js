// The collections: all puzzles that come with tilewright, those that were made here, and any day.

/** @import { Card } from "../../../answers" */
/** @import { CardOf } from "../elements/cards.js" */

import { GALLERY, SHARED } from "../../texts/en.js";
import { named } from "../../texts/named.js";
import { sized } from "../../parts/sizes.js";
import * as api from "../../server/api.js";
import { said } from "../../server/errors.js";
import { clear, h, pace } from "../../parts/dom.js";
import { card, copiesOf, seenAs, shelfOf } from "../elements/cards.js";
import { archive, cardsOf, puzzlesOf } from "../elements/archive.js";
import { today } from "../../parts/dates.js";
import * as storage from "../../parts/storage.js";

/** The day whose puzzles were asked for last: it is still there when one comes back. */
let chosen = "";
/** The collections of which all cards are shown. @type {Set<string>} */
const opened = new Set();
/** How far each row of cards is scrolled: it is there still when one comes back. @type {Map<string, number>} */
const scrolled = new Map();

/** The name of a puzzle among others of its collection. @param {Card} puzzle */
function shortName(puzzle) {
  const { id, collection, title, lattice, pieces } = puzzle;
  if (lattice) return title;
  // The shelf says what all of its boards have in common.
  const [, name = title] = sized(title)
    .split(/, |、|，/)
    .map((part) => part.replace(/^chessboard/, "8 × 8"));
  if (collection === "classic") return id.includes("one-sided") ? GALLERY.eighteen(name) : name;
  if (collection !== "dots") return seenAs(puzzle, copiesOf(puzzle));
  const [[first]] = pieces;
  return first.length === 4 ? GALLERY.dotsOf(name, named("tetrominoes")) : name;
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
  const solved = storage.solved(),
    lists = h("div", {});
  clear(host, h("h1", { text: GALLERY.collections }), lists);
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
      clear(earlier, ...cardsOf(day, those, "large"));
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
    for (const row of rows()) scrolled.set(row.id, row.scrollLeft);
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
