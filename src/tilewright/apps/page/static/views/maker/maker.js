// Make your own: let tilewright make a puzzle, or paint a board and choose the pieces yourself.

/** @import { KindSheet, MakeRequest, Sheet } from "../../../answers" */

import { MAKE, SHARED } from "../../texts/en.js";
import * as api from "../../server/api.js";
import { aborted, said, Unanswered } from "../../server/errors.js";
import { announce, button, clear, h } from "../../parts/dom.js";
import { card } from "../elements/cards.js";
import { today } from "../../parts/dates.js";
import { picture } from "../elements/kinds.js";
import { chance, keepMade, ofLevel } from "../elements/made.js";
import { own } from "./own.js";
import { set } from "./set.js";
import { sized } from "../../parts/sizes.js";
import * as storage from "../../parts/storage.js";
import { showTabs } from "../../parts/tabs.js";

/** @param {HTMLElement} host @param {string[]} words */
export const show = (host, [what, ...rest]) =>
  showTabs(
    host,
    MAKE.title,
    MAKE.tabs,
    [
      { name: "generated", text: MAKE.forMe, link: "#/make", show: generated },
      {
        name: "own",
        text: MAKE.own,
        link: "#/make/own",
        show: (body, first) => own(body, { from: first ? rest[0] : undefined, play }),
      },
      {
        name: "set",
        text: MAKE.set,
        link: "#/make/set",
        show: (body, first) => set(body, { words: first ? rest : [], play }),
      },
    ],
    what,
  );

/** The levels, from easy to hard. */
const LEVELS = /** @type {NonNullable<Sheet["level"]>[]} */ (Object.keys(SHARED.levels));

/** How many numbers are tried for a level. */
const TRIES = 10;

/** Keep a puzzle among those that were made here, and play it. @param {Sheet} sheet @param {MakeRequest} [request] */
function play(sheet, request) {
  keepMade(sheet, request);
  location.hash = `#/p/${encodeURIComponent(sheet.id)}`;
}

/** @param {string} label @param {HTMLElement} control */
const field = (label, control) => h("label", {}, label, control);

/** @param {string[][]} list @param {string} chosen */
const options = (list, chosen) =>
  list.map(([value, text]) =>
    h("option", { value, text: sized(text), selected: value === chosen }),
  );

/**
 * Makes one puzzle at a time. The card or form that asks for it shows the progress and a button that
 * cancels it.
 */
function makeMaking() {
  let own = new AbortController(),
    timer = 0;
  const progress = h("progress", { "aria-label": MAKE.making }),
    text = h("span", { class: "said" }),
    cancel = button(MAKE.cancel, { class: "small", onclick: () => stop() }),
    element = h("div", { class: "making" }, progress, text, cancel);

  function stop() {
    own.abort();
    clearInterval(timer);
    element.remove();
  }

  /** Say why there is no puzzle. @param {string} reason */
  function fail(reason) {
    clearInterval(timer);
    text.textContent = reason;
    progress.hidden = true;
    cancel.textContent = MAKE.close;
    announce(reason);
  }

  return {
    stop,
    /**
     * @param {HTMLElement} place @param {MakeRequest} request
     * @param {number} [tries]  With other numbers, if there is no such puzzle with this one.
     */
    async make(place, request, tries = 1) {
      stop();
      own = new AbortController();
      const { signal } = own,
        begun = Date.now();
      const show = () => {
        text.textContent = MAKE.seconds(Math.round((Date.now() - begun) / 1000));
      };
      show();
      timer = setInterval(show, 1000);
      progress.hidden = false;
      cancel.textContent = MAKE.cancel;
      place.append(element);
      cancel.focus({ preventScroll: true });
      announce(MAKE.making);
      for (let left = tries; ; left--) {
        const asked = left === tries ? request : { ...request, seed: chance() };
        try {
          const { puzzle, reason } = await api.post("/api/make", asked, signal);
          signal.throwIfAborted();
          if (puzzle) {
            stop();
            play(puzzle, asked);
          } else fail(reason ?? MAKE.none);
          return;
        } catch (error) {
          if (aborted(error)) return;
          if (left === 1) {
            // A board may have no puzzle of a level.
            fail(error instanceof Unanswered && asked.level ? MAKE.none : said(error));
            return;
          }
        }
      }
    },
  };
}

/**
 * A kind of puzzle, with the levels that it has: a press makes one on the board of that level.
 * @param {KindSheet} kind @param {ReturnType<typeof makeMaking>["make"]} make
 */
function kindCard(kind, make) {
  const { name, title, about, levels } = kind;
  const card = h(
    "article",
    { class: "kind" },
    picture(name),
    h("h2", { text: title }),
    h("p", { class: "lead", text: about }),
    h(
      "div",
      { class: "chips", role: "group", "aria-label": title },
      LEVELS.flatMap((level) => {
        if (levels[level] === undefined) return [];
        return button(SHARED.levels[level], {
          onclick: () => make(card, ofLevel(kind, level), TRIES),
        });
      }),
    ),
  );
  return card;
}

/**
 * What else can be chosen: the board, the pieces, the number, and as few clues as possible.
 * @param {KindSheet[]} kinds @param {(place: HTMLElement, request: MakeRequest) => void} make
 */
function choices(kinds, make) {
  const kind = h(
    "select",
    { name: "kind", onchange: () => refresh() },
    options(
      kinds.map(({ name, title }) => [name, title]),
      "",
    ),
  );
  const chosen = () => kinds[kind.selectedIndex];
  const cells = h("select", { name: "cells", onchange: () => refreshBoards() });
  const size = h("select", { name: "size" });
  const pieces = h("select", { name: "pieces" });
  const level = h(
    "select",
    { name: "level" },
    options([["", MAKE.anyLevel], ...Object.entries(SHARED.levels)], ""),
  );
  const minimal = h("input", { type: "checkbox", name: "minimal" });
  const seed = h("input", {
    type: "number",
    name: "seed",
    min: 0,
    max: 999999999,
    value: String(chance()),
  });
  const date = h("input", { type: "date", name: "date", value: today() });
  const fields = {
    cells: field(MAKE.cells, cells),
    size: field(SHARED.board, size),
    pieces: field(MAKE.pieces, pieces),
    date: field(MAKE.date, date),
    minimal: h("label", { class: "inline" }, minimal, MAKE.clues),
  };
  function refreshBoards() {
    const { boards, pieces: sets } = chosen().offers[cells.selectedIndex] ?? {
      boards: [],
      pieces: [],
    };
    size.replaceChildren(...options(boards, boards[1]?.[0]));
    pieces.replaceChildren(...options(sets, ""));
    fields.pieces.hidden = !sets.some(([words]) => words);
  }
  function refresh() {
    const { offers, dated, given } = chosen(),
      before = cells.value;
    cells.replaceChildren(
      ...options(
        offers.map(({ title }) => [title, title]),
        before,
      ),
    );
    refreshBoards();
    fields.cells.hidden = offers.length < 2;
    fields.size.hidden = dated;
    fields.date.hidden = !dated;
    fields.minimal.hidden = !given;
  }
  const form = h(
    "form",
    {
      class: "side",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const { name, given, dated } = chosen();
        make(form, {
          kind: name,
          ...(dated
            ? { date: date.value || null }
            : { board: size.value, pieces: pieces.value ? pieces.value.split(" ") : null }),
          seed: Number(seed.value) || 0,
          level: /** @type {Sheet["level"]} */ (level.value || null),
          minimal: given && minimal.checked,
        });
        seed.value = String((Number(seed.value) || 0) + 1);
      },
    },
    field(SHARED.kind, kind),
    fields.cells,
    fields.size,
    fields.pieces,
    fields.date,
    field(SHARED.level, level),
    field(MAKE.number, seed),
    fields.minimal,
    h("p", { class: "lead", text: MAKE.about }),
    h("button", { type: "submit", class: "primary", text: MAKE.make }),
  );
  refresh();
  return h("details", { class: "further" }, h("summary", { text: MAKE.more }), form);
}

/** @param {HTMLElement} body */
async function generated(body) {
  const { kinds } = await api.kinds(),
    { make, stop } = makeMaking(),
    before = storage.mine();
  clear(
    body,
    h(
      "div",
      { class: "kinds" },
      kinds.map((kind) => kindCard(kind, make)),
    ),
    choices(kinds, make),
    before.length
      ? h(
          "section",
          { "aria-labelledby": "made" },
          h("h2", { id: "made", text: MAKE.before }),
          h(
            "div",
            { class: "cards" },
            before.slice(0, 9).map((puzzle) => card(puzzle, storage.solved())),
          ),
        )
      : null,
  );
  return stop;
}
