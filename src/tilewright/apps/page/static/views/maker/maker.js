// Make your own: let tilewright make a puzzle, or paint a board and choose the pieces yourself.

/** @import { MakeRequest, Sheet } from "../../../answers" */

import { MAKE, SHARED } from "../../texts/en.js";
import * as api from "../../server/api.js";
import { aborted, said } from "../../server/errors.js";
import { clear, h } from "../../parts/dom.js";
import { card } from "../elements/cards.js";
import { today } from "../../parts/dates.js";
import { chooseKind } from "../elements/kinds.js";
import { keepMade } from "../elements/made.js";
import { own } from "./own.js";
import { sized } from "../../parts/sizes.js";
import * as storage from "../../parts/storage.js";
import { showTabs } from "../../parts/tabs.js";

/** @param {HTMLElement} host @param {string[]} words */
export const show = (host, [what, id]) =>
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
        show: (body, first) => own(body, { from: first ? id : undefined, play }),
      },
    ],
    what,
  );

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

/** @param {HTMLElement} body */
async function generated(body) {
  const { kinds } = await api.kinds();
  const { element: kind, chosen } = chooseKind(kinds, () => refresh());
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
    value: String(Math.floor(Math.random() * 1e6)),
  });
  const date = h("input", { type: "date", name: "date", value: today() });
  const go = h("button", { type: "submit", class: "primary", text: MAKE.make });
  /** Ends what is asked, when this is left. */
  const left = new AbortController();
  const note = h("p", { class: "caption", role: "status" });
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
      onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        go.disabled = true;
        note.textContent = MAKE.looking;
        try {
          const { name, given, dated } = chosen();
          const request = {
            kind: name,
            ...(dated
              ? { date: date.value || null }
              : { board: size.value, pieces: pieces.value ? pieces.value.split(" ") : null }),
            seed: Number(seed.value) || 0,
            level: /** @type {Sheet["level"]} */ (level.value || null),
            minimal: given && minimal.checked,
          };
          const answer = await api.post("/api/make", request, left.signal);
          if (!answer.puzzle) {
            note.textContent = answer.reason;
            return;
          }
          seed.value = String((Number(seed.value) || 0) + 1);
          play(answer.puzzle, request);
        } catch (error) {
          if (!aborted(error)) note.textContent = said(error);
        } finally {
          go.disabled = false;
        }
      },
    },
    kind,
    fields.cells,
    fields.size,
    fields.pieces,
    fields.date,
    field(SHARED.level, level),
    field(MAKE.number, seed),
    fields.minimal,
    go,
    note,
    h("p", {
      class: "lead",
      text: MAKE.about,
    }),
  );
  const before = storage.mine();
  clear(
    body,
    h(
      "div",
      { class: "maker" },
      form,
      h(
        "section",
        { "aria-labelledby": "made" },
        h("h2", { id: "made", text: before.length ? MAKE.before : MAKE.kinds }),
        before.length
          ? h(
              "div",
              { class: "cards" },
              before.slice(0, 9).map((puzzle) => card(puzzle, storage.solved())),
            )
          : [
              h(
                "dl",
                { class: "kinds" },
                kinds.map(({ title, about }) => [
                  h("dt", { text: title }),
                  h("dd", { text: about }),
                ]),
              ),
              h("p", {
                class: "caption",
                text: MAKE.none,
              }),
            ],
      ),
    ),
  );
  refresh();
  return () => left.abort();
}
