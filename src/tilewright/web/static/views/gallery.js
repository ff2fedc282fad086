// The gallery: what is for today, and all that comes with tilewright.

/** @import { Card, Sheet } from "../../answers" */
/** @import { Cell } from "../geometry/geometry.js" */
/** @import { SavedGame } from "../game/session.js" */

import * as api from "../server/api.js";
import { button, clear, h } from "../parts/dom.js";
import { thumbnail } from "../board/board.js";
import { keys } from "../geometry/geometry.js";
import { standing } from "../game/session.js";
import * as storage from "../parts/storage.js";

/**
 * What the card of a puzzle shows, with the pieces that are placed. Those that were made here have
 * no collection.
 * @typedef {Omit<Card, "collection"> & { collection?: string, names?: Sheet["names"], seams?: Sheet["seams"], placed?: { cells: Cell[], color: number }[] }} CardOf
 */

/** @type {Record<string, string>} */
const NAMES = {
  talos: "Fit the pieces",
  classic: "Pentomino boards",
  dots: "Dot puzzles",
  triangles: "Triangles",
  hexagons: "Hexagons",
  cubes: "Cubes",
};
/** What a shelf has. @type {Record<string, string>} */
export const ABOUT = {
  talos:
    "Fill the board with all the pieces. You can turn pieces but not flip them. (The boards come from The Talos Principle.)",
  classic:
    "Fill a board with all twelve pentominoes (pieces of five squares), or with all eighteen if mirror images count as different. There are many solutions.",
  triangles:
    "Fill a board with the twelve hexiamonds, each made of six triangles. Pieces turn by 60 degrees.",
  hexagons:
    "Fill a board with the seven tetrahexes, each made of four hexagons. Pieces turn by 60 degrees.",
  cubes:
    "Fill a box or build a figure with pieces made of cubes: Soma, the Bedlam cube and others. You play layer by layer.",
  dots: "Draw lines that divide the board into the pieces shown, each with one dot. Some dots are missing.",
};

/** The day whose puzzles were asked for last: it is still there when one comes back. */
let chosen = "";

/** A day in words. @param {string} day @param {Intl.DateTimeFormatOptions} format */
const dayName = (day, format) =>
  new Intl.DateTimeFormat("en", { ...format, timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

/**
 * What there is to do in a puzzle of a day. That of the calendar names the day, unless it is today.
 * @param {string} day @param {string} doing @param {string} kind
 */
export const task = (day, doing, kind) =>
  kind === "calendar" && day !== today()
    ? `Cover all but ${dayName(day, { month: "long", day: "numeric" })}`
    : doing;

export const today = () => {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
};

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

/** What the card of a puzzle shows of its sheet. @param {Sheet} sheet @returns {CardOf} */
export function asCard({
  id,
  title,
  kind,
  level,
  cells,
  lattice,
  seams,
  marks,
  names,
  placed,
  pieces,
}) {
  const colors = new Map(pieces.map((piece) => [piece.name, piece.color]));
  /** @param {string} name */
  const given = (name) => placed.filter((each) => each.piece === name).length;
  return {
    id,
    title,
    kind,
    level,
    cells,
    lattice,
    seams,
    marks,
    names,
    placed: placed.map((each) => ({ cells: each.cells, color: colors.get(each.piece) ?? 0 })),
    // What is on the board is not shown below it once more.
    pieces: pieces.map((piece) => [
      piece.cells,
      piece.color,
      piece.most === null ? null : piece.most - given(piece.name),
    ]),
  };
}

/**
 * The shelf of a puzzle: that of its lattice, of squares that of its collection.
 * @param {Card} card
 */
const shelfOf = ({ collection, lattice }) => lattice?.cells ?? collection;

/** The name of a puzzle among others of its collection. @param {Card} card */
function shortName({ collection, title, lattice }) {
  if (lattice) return title;
  if (collection === "classic") {
    const [which, ...rest] = title.split(", ");
    const name = rest.join(", ").replace(/^chessboard/, "8 x 8");
    return rest.length ? `${name}${which.startsWith("Twelve") ? "" : ", 18 pieces"}` : title;
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

/** A shape whichever way it lies: the least of its eight images. @param {Cell[]} cells */
function freely(cells) {
  const images = [0, 1, 2, 3].flatMap((turns) =>
    [false, true].map((flipped) => {
      let own = cells;
      for (let i = 0; i < turns; i++) own = own.map(([row, column]) => [column, -row]);
      if (flipped) own = own.map(([row, column]) => [row, -column]);
      const top = Math.min(...own.map(([row]) => row)),
        left = Math.min(...own.map(([, column]) => column));
      return keys(own.map(([row, column]) => [row - top, column - left]));
    }),
  );
  return images.sort()[0];
}

/** Where a game stands that was kept; nowhere if it cannot be read. @param {SavedGame} session */
function standingOf(session) {
  try {
    return standing(session);
  } catch {
    return standing({ puzzle: "" });
  }
}

/**
 * The card of a puzzle as one has left it: with what one has put on the board, or drawn.
 * @param {CardOf} puzzle
 * @returns {{ card: CardOf, drawn: [Cell, Cell][] }}
 */
export function asLeft(puzzle) {
  const { session } = storage.game(puzzle.id) ?? {};
  // What lies on other boards than flat ones of squares is not shown on the card.
  if (!session || puzzle.lattice) return { card: puzzle, drawn: [] };
  const position = standingOf(session);
  const pieces = puzzle.pieces.map(([cells, color, most]) => ({
    cells,
    color,
    most,
    shape: freely(cells),
  }));
  /** @type {{ cells: Cell[], color: number }[]} */
  const placed = [];
  for (const { cells } of position.placed) {
    const piece = pieces.find((each) => each.shape === freely(cells) && each.most !== 0);
    if (!piece) continue;
    if (piece.most !== null) piece.most--;
    placed.push({ cells, color: piece.color });
  }
  return {
    card: {
      ...puzzle,
      placed: [...(puzzle.placed ?? []), ...placed],
      pieces: pieces.map(({ cells, color, most }) => [cells, color, most]),
    },
    drawn: [...position.edges.values()],
  };
}

/** The picture of a puzzle as one has left it. @param {CardOf} puzzle */
function pictureOf(puzzle) {
  const { card: left, drawn } = asLeft(puzzle);
  return thumbnail(left, drawn);
}

/** @param {string | null} level */
export function levelTag(level) {
  return level ? h("span", { class: `level ${level}`, text: level }) : null;
}

/**
 * A link to a puzzle, with its picture.
 * @param {CardOf} puzzle @param {ReturnType<typeof storage.solved>} solved
 * @param {{ large?: boolean, name?: string, kicker?: string, about?: string }} [looks]
 */
export function card(puzzle, solved, { large = false, name = puzzle.title, kicker, about } = {}) {
  const record = solved[puzzle.id];
  const game = storage.game(puzzle.id);
  const share = game && !record ? (game.share ?? 0) : 0;
  return h(
    "a",
    {
      class: `card${large ? " large" : ""}${record ? " solved" : ""}`,
      href: `#/p/${encodeURIComponent(puzzle.id)}`,
    },
    h(
      "div",
      { class: "picture" },
      pictureOf(puzzle),
      record ? h("span", { class: "tick", text: "✓", title: "solved" }) : null,
    ),
    h(
      "div",
      { class: "words" },
      kicker ? h("span", { class: "kicker", text: kicker }) : null,
      h("span", { class: "name", text: name }),
      about ? h("span", { class: "lead", text: about }) : null,
      h(
        "span",
        { class: "about" },
        levelTag(puzzle.level),
        record
          ? h("span", { class: "record", text: `solved in ${clock(record.seconds)}` })
          : share > 0
            ? h("span", { class: "record", text: `${Math.round(share * 100)}% done` })
            : null,
      ),
      large
        ? h("span", {
            class: "go",
            "aria-hidden": "true",
            text: record ? "Play again" : share > 0 ? "Continue" : "Play",
          })
        : null,
    ),
  );
}

/** The last seven days: on which of them a puzzle of the day was solved. @param {string[]} solved */
function week(solved) {
  const done = new Set(solved);
  const days = [6, 5, 4, 3, 2, 1, 0].map((back) => {
    const at = new Date(`${today()}T00:00:00Z`);
    at.setUTCDate(at.getUTCDate() - back);
    return at.toISOString().slice(0, 10);
  });
  return h(
    "ol",
    { class: "week", "aria-label": "The last seven days" },
    days.map((day) =>
      h(
        "li",
        { class: `${done.has(day) ? "done" : ""}${day === today() ? " now" : ""}` },
        h("span", { class: "weekday", text: dayName(day, { weekday: "short" }) }),
        h("span", {
          class: "day",
          text: done.has(day) ? "✓" : dayName(day, { day: "numeric" }),
        }),
        done.has(day) ? h("span", { class: "hidden", text: "solved" }) : null,
      ),
    ),
  );
}

/** @param {HTMLElement} host */
export async function show(host) {
  const solved = storage.solved();
  // Who has solved nothing yet is shown what this is in a puzzle of ten seconds.
  const first = h("div", { class: "first" }, h("div", { class: "card large waiting" }));
  const welcome = Object.keys(solved).length
    ? null
    : h(
        "section",
        { class: "welcome", "aria-labelledby": "welcome" },
        h("h2", { id: "welcome", text: "New here?" }),
        first,
      );
  const daily = h(
    "div",
    { class: "daily" },
    h("div", { class: "card large waiting" }),
    h("div", { class: "card large waiting" }),
  );
  const lists = h("div", {});
  const row = streak(storage.days(), today());
  clear(
    host,
    h(
      "div",
      { class: "intro" },
      h("h1", { text: "Fit the pieces. Fill the board." }),
      h("p", {
        class: "lead",
        text: "Tiling puzzles with one rule: cover every cell, with no piece left over.",
      }),
    ),
    welcome,
    h(
      "section",
      { class: "hero", "aria-labelledby": "daily" },
      h(
        "div",
        { class: "today" },
        h("h2", {
          id: "daily",
          text: `Today, ${dayName(today(), { weekday: "long", month: "long", day: "numeric" })}`,
        }),
        row > 1 ? h("span", { class: "count", text: `${row} days in a row` }) : null,
        week(storage.days()),
      ),
      daily,
    ),
    lists,
  );

  api
    .daily(today())
    .then((day) => {
      clear(
        daily,
        day.puzzles.map(({ title, doing, puzzle }) =>
          card(asCard(api.remember(puzzle)), solved, { large: true, kicker: title, name: doing }),
        ),
      );
    })
    .catch((/** @type {Error} */ error) =>
      clear(daily, h("p", { class: "notice", text: error.message })),
    );

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
    choice("state", "Which puzzles", [
      ["all", "All"],
      ["unsolved", "Unsolved"],
      ["begun", "In progress"],
      ["solved", "Solved"],
    ]),
    choice("level", "Level", [
      ["any", "Any level"],
      ["easy", "easy"],
      ["medium", "medium"],
      ["hard", "hard"],
      ["expert", "expert"],
    ]),
  );
  const shelves = h("div", {});
  function shelve() {
    /** @param {CardOf} puzzle */
    const fits = (puzzle) =>
      (STATES[wanted.state] ?? STATES.all)(puzzle) &&
      (wanted.level === "any" || puzzle.level === wanted.level);
    const sections = ["dots", "talos", "classic", "triangles", "hexagons", "cubes"]
      .filter((name) => groups.has(name))
      .map((name) => {
        const all = groups.get(name) ?? [],
          shown = all.filter(fits);
        const count = all.filter((puzzle) => solved[puzzle.id]).length;
        return shown.length
          ? h(
              "section",
              { class: "collection", "aria-labelledby": `collection-${name}` },
              h(
                "h2",
                { id: `collection-${name}` },
                h("span", { text: NAMES[name] ?? name }),
                h("span", { class: "count", text: `${count} of ${all.length} solved` }),
              ),
              h("p", { class: "lead", text: ABOUT[name] ?? "" }),
              h(
                "div",
                { class: "cards shelf" },
                shown.map((puzzle) => card(puzzle, solved, { name: shortName(puzzle) })),
              ),
            )
          : null;
      });
    const own = mine.filter(fits);
    const made = own.length
      ? h(
          "section",
          { class: "collection", "aria-labelledby": "mine" },
          h("h2", { id: "mine", text: "Made here" }),
          h(
            "div",
            { class: "cards shelf" },
            own.map((puzzle) => card(puzzle, solved)),
          ),
        )
      : null;
    clear(
      shelves,
      made,
      sections,
      made || sections.some(Boolean)
        ? null
        : h("p", { class: "notice", text: "No puzzles match." }),
    );
  }
  shelve();
  const easy = puzzles.find((puzzle) => puzzle.id === "talos:hub-gates-1");
  if (easy)
    clear(
      first,
      card(easy, solved, {
        large: true,
        name: "Your first puzzle",
        about:
          "Drag the three pieces onto the board to fill it. Double-click a piece or press R to turn it. You can always get a hint. It takes ten seconds.",
      }),
    );
  else welcome?.remove();
  const date = h("input", { type: "date", name: "date", value: chosen || today(), required: true });
  const earlier = h("div", { class: "daily" });
  /** Show what was for a day. @param {string} day */
  async function showDay(day) {
    try {
      const { puzzles: those } = await api.daily(day);
      clear(
        earlier,
        those.map(({ title, doing, puzzle }) =>
          card(asCard(api.remember(puzzle)), solved, {
            large: true,
            kicker: title,
            name: task(day, doing, puzzle.kind),
          }),
        ),
      );
      chosen = day;
    } catch (error) {
      clear(earlier, h("p", { class: "notice", text: api.said(error) }));
    }
  }
  const calendar = h(
    "section",
    { class: "collection", "aria-labelledby": "any-day" },
    h("h2", { id: "any-day", text: "Any other day" }),
    h("p", {
      class: "lead",
      text: "Play the puzzles of any other day, or that day's calendar without placed pieces, which has many solutions.",
    }),
    h(
      "form",
      {
        class: "row",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          if (date.value) showDay(date.value);
        },
      },
      h("label", {}, "Date ", date),
      h("button", { type: "submit", class: "primary", text: "Show this day" }),
      button("Calendar", {
        onclick: () => {
          if (date.value) location.hash = `#/p/calendar:${date.value.slice(5)}`;
        },
      }),
      button("Calendar with weekday", {
        onclick: () => {
          if (date.value) location.hash = `#/p/weekday:${date.value}`;
        },
      }),
    ),
    earlier,
  );
  clear(lists, filters, shelves, calendar);
  if (chosen) showDay(chosen);
}
