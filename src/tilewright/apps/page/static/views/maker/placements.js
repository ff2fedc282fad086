// A list of placements, the most frequent first: each is chosen or refused by a press.

/** @import { PieceSheet } from "../../../answers" */
/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Lattice } from "../../geometry/lattice.js" */

import { ALL, LANGUAGE } from "../../texts/en.js";
import { button, clear, h, s } from "../../parts/dom.js";
import { figure, figureBox } from "../../board/look/board.js";

/** How many are shown at first, and how many more each time. */
const FIRST = 10,
  MORE = 50;

/** @param {number} part @param {number} whole */
export const percent = (part, whole) =>
  (part / (whole || 1)).toLocaleString(LANGUAGE, { style: "percent", maximumFractionDigits: 1 });

/**
 * A placement as it is listed: its piece, its cells, and how many tilings use it. One that is chosen
 * is taken back by a press.
 * @typedef {{ placement: number, piece: PieceSheet, cells: Cell[], uses: number, chosen: boolean }} Row
 */

/**
 * @param {(placement: number, on: boolean) => void} choose  Called with what is chosen or refused.
 * @param {(placement: number | null) => void} point  Called with what is pointed at.
 */
export function placementList(choose, point) {
  const element = h("ul", { class: "placements", "aria-label": ALL.placements }),
    more = button("", { class: "small", hidden: true, onclick: () => show(shown + MORE) });
  /** @type {Row[]} */
  let rows = [];
  /** @type {{ total: number, lattice: Lattice, name: (cells: Cell[]) => string } | null} */
  let of = null;
  let shown = FIRST;

  /** @param {Row} row */
  function item({ placement, piece, cells, uses, chosen }) {
    if (!of) return null;
    const { total, lattice, name } = of,
      share = percent(uses, total),
      where = name(cells),
      number = uses.toLocaleString(LANGUAGE);
    const take = h(
      "button",
      {
        type: "button",
        class: "choose",
        "aria-label": chosen
          ? ALL.takeBack(piece.label, where)
          : ALL.choose(piece.label, where, share, number),
        "data-placement": String(placement),
        disabled: !uses,
        onclick: () => choose(placement, true),
      },
      picture(cells, piece.color, lattice),
      h("span", { class: "name", text: piece.label }),
      " ",
      chosen
        ? h("span", { class: "share", text: ALL.chosen })
        : h("span", { class: "share" }, h("b", { text: share }), ` ${number}`),
    );
    const refuse =
      chosen || !uses || uses === total
        ? null
        : button("", {
            icon: "close",
            class: "quiet",
            title: ALL.refuse(piece.label, where),
            onclick: () => choose(placement, false),
          });
    return h(
      "li",
      {
        onpointerenter: () => point(placement),
        onpointerleave: () => point(null),
        onfocusin: () => point(placement),
        onfocusout: () => point(null),
      },
      take,
      refuse,
    );
  }

  /** @param {number} number */
  function show(number) {
    const before = shown;
    shown = number;
    clear(element, rows.slice(0, shown).map(item));
    const left = rows.length - shown;
    more.hidden = left <= 0;
    clear(more, ALL.more(Math.min(left, MORE)));
    // The button may be gone that had the focus.
    if (number > before && document.activeElement === document.body)
      element.querySelectorAll("button")[before]?.focus();
  }

  return {
    elements: [element, more],
    /** @param {Row[]} given @param {NonNullable<typeof of>} about */
    show: (given, about) => {
      rows = given;
      of = about;
      show(FIRST);
    },
    /** Let the keyboard go on in the list. */
    focus: () => element.querySelector("button")?.focus(),
  };
}

/** A small picture of a placement. @param {Cell[]} cells @param {number} color @param {Lattice} lattice */
function picture(cells, color, lattice) {
  const { x, y, width, height } = figureBox(cells, lattice),
    side = Math.max(width, height) + 0.3;
  return s(
    "svg",
    {
      class: "thumbnail",
      viewBox: `${x - (side - width) / 2} ${y - (side - height) / 2} ${side} ${side}`,
      "aria-hidden": "true",
    },
    figure({ cells }, color, lattice),
  );
}
