// The gallery: what is for today, and all that comes with tilewright.

/** @import { Card, Sheet } from "../answers" */
/** @import { Cell } from "./geometry.js" */

import * as api from "./api.js";
import { clear, h } from "./dom.js";
import { thumbnail } from "./board.js";
import * as storage from "./storage.js";

/**
 * What the card of a puzzle shows, with the pieces that are placed. Those that were made here have no collection.
 * @typedef {Omit<Card, "collection"> & { collection?: string, names?: Sheet["names"], placed?: { cells: Cell[], color: number }[] }} CardOf
 */

/** @type {Record<string, string>} */
const NAMES = { talos: "Talos sigils", classic: "Classic pentomino boards", dots: "Dot puzzles" };
/** @type {Record<string, string>} */
const ABOUT = {
  talos: "Fit the pieces on the board. They turn, but they do not flip.",
  classic: "All twelve pentominoes (or all eighteen that turn only) on one board.",
  dots: "Each piece carries a dot in a known cell; some dots may be missing. Draw the outlines in again.",
};

export const today = () => {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
};

/** What the card of a puzzle shows of its sheet. @param {Sheet} sheet @returns {CardOf} */
export function asCard({ id, title, kind, level, cells, marks, names, placed, pieces }) {
  const colors = new Map(pieces.map((piece) => [piece.name, piece.color]));
  return {
    id, title, kind, level, cells, marks, names,
    placed: placed.map((each) => ({ cells: each.cells, color: colors.get(each.piece) ?? 0 })),
    pieces: pieces.map((piece) => [piece.cells, piece.color, piece.most]),
  };
}

/** The name of a puzzle among others of its collection. @param {Card} card */
function shortName({ collection, title }) {
  if (collection === "classic") {
    const [which, ...rest] = title.split(", ");
    const name = rest.join(", ").replace(/^chessboard/, "8 x 8");
    return rest.length ? `${name}${which.startsWith("Twelve") ? "" : ", eighteen"}` : title;
  }
  if (collection !== "dots") return title;
  const [what, size] = title.split(" dots, ");
  return what === "Tromino" ? size : `${size}, ${what.toLowerCase()}es`;
}

/** A time in minutes and seconds. @param {number} seconds */
export function clock(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** @param {string | null} level */
export function levelTag(level) {
  return level ? h("span", { class: `level ${level}`, text: level }) : null;
}

/**
 * A link to a puzzle, with its picture.
 * @param {CardOf} puzzle @param {ReturnType<typeof storage.solved>} solved
 * @param {{ large?: boolean, name?: string, kicker?: string }} [looks]
 */
export function card(puzzle, solved, { large = false, name = puzzle.title, kicker } = {}) {
  const record = solved[puzzle.id];
  const game = storage.game(puzzle.id);
  const share = game && !record ? game.share ?? 0 : 0;
  return h("a", { class: `card${large ? " large" : ""}${record ? " solved" : ""}`, href: `#/p/${encodeURIComponent(puzzle.id)}` },
    h("div", { class: "picture" }, thumbnail(puzzle), record ? h("span", { class: "tick", text: "✓", title: "solved" }) : null),
    h("div", { class: "words" },
      kicker ? h("span", { class: "kicker", text: kicker }) : null,
      h("span", { class: "name", text: name }),
      h("span", { class: "about" }, levelTag(puzzle.level),
        record ? h("span", { class: "record", text: `solved in ${clock(record.seconds)}` })
          : share > 0 ? h("span", { class: "record", text: `${Math.round(share * 100)}% done` }) : null)));
}

/** @param {HTMLElement} host */
export async function show(host) {
  const solved = storage.solved();
  const daily = h("div", { class: "daily" }, h("div", { class: "card large waiting" }), h("div", { class: "card large waiting" }));
  const lists = h("div", {});
  clear(host,
    h("section", { class: "hero", "aria-labelledby": "daily" },
      h("h1", { id: "daily", text: new Intl.DateTimeFormat("en", { weekday: "long", month: "long", day: "numeric" }).format(new Date()) }),
      daily),
    lists);

  api.daily(today()).then((day) => {
    clear(daily, day.puzzles.map(({ title, doing, puzzle }) => card(asCard(api.remember(puzzle)), solved, { large: true, kicker: title, name: doing })));
  }).catch((/** @type {Error} */ error) => clear(daily, h("p", { class: "notice", text: error.message })));

  const { puzzles } = await api.gallery();
  /** @type {Map<string, Card[]>} */
  const groups = new Map();
  for (const puzzle of puzzles) groups.set(puzzle.collection, [...groups.get(puzzle.collection) ?? [], puzzle]);
  const mine = storage.mine();
  const sections = ["dots", "talos", "classic"].filter((name) => groups.has(name)).map((name) => {
    const all = groups.get(name) ?? [];
    const count = all.filter((puzzle) => solved[puzzle.id]).length;
    return h("section", { class: "collection", "aria-labelledby": `collection-${name}` },
      h("h2", { id: `collection-${name}` }, h("span", { text: NAMES[name] ?? name }), h("span", { class: "count", text: `${count} / ${all.length}` })),
      h("p", { class: "lead", text: ABOUT[name] ?? "" }),
      h("div", { class: "cards" }, all.map((puzzle) => card(puzzle, solved, { name: shortName(puzzle) }))));
  });
  const date = h("input", { type: "date", name: "date", value: today(), required: true });
  const calendar = h("section", { class: "collection", "aria-labelledby": "any-day" },
    h("h2", { id: "any-day", text: "Any other day" }),
    h("p", { class: "lead", text: "Every date of the year has a calendar puzzle with all pieces in hand, and many ways to solve it." }),
    h("form", { class: "row", onsubmit: (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const [, month, day] = date.value.split("-");
      if (day) location.hash = `#/p/calendar:${month}-${day}`;
    } }, h("label", {}, "Date ", date), h("button", { type: "submit", class: "primary", text: "Play" })));
  clear(lists,
    mine.length ? h("section", { class: "collection", "aria-labelledby": "mine" }, h("h2", { id: "mine", text: "Made here" }),
      h("div", { class: "cards" }, mine.map((puzzle) => card(puzzle, solved)))) : null,
    sections, calendar);
}
