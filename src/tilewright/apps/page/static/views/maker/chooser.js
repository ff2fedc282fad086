// The chooser: which pieces, and how many of each; pieces of one's own are drawn cell by cell.

/** @import { Cell } from "../../geometry/geometry.js" */

import { OWN } from "../../texts/en.js";
import { named } from "../../texts/named.js";
import { button, clear, h, s, toast } from "../../parts/dom.js";
import { tile } from "../../board/look/board.js";
import { ANY } from "../elements/draft.js";
import {
  cellOf,
  connected,
  cornered,
  extent,
  images,
  key,
  keys,
  read,
  rectangle,
} from "../../geometry/geometry.js";
import { makePainter } from "../../board/look/painter.js";

/** The most copies of a piece. */
const MOST = 40;
/** Rows and columns in which a piece is drawn. */
const SIDE = 6;

/** The pieces to choose from: word and drawing. */
const FAMILIES = /** @type {Record<string, Record<string, string>>} */ ({
  small: { monomino: "#", domino: "##", I3: "###", L3: "#/##" },
  tetrominoes: {
    I4: "####",
    J4: ".#/.#/##",
    L4: "#/#/##",
    O4: "##/##",
    S4: ".##/##",
    T4: "###/.#",
    Z4: "##/.##",
  },
  pentominoes: {
    F5: ".##/##/.#",
    I5: "#####",
    L5: "#/#/#/##",
    N5: ".#/##/#/#",
    P5: "##/##/#",
    T5: "###/.#/.#",
    U5: "#.#/###",
    V5: "#/#/###",
    W5: "#/##/.##",
    X5: ".#/###/.#",
    Y5: ".#/##/.#/.#",
    Z5: "##/.#/.##",
  },
});
const KNOWN = new Map(Object.values(FAMILIES).flatMap((family) => Object.entries(family)));
/** What is another piece only where pieces do not flip. */
const MIRRORED = new Set(["J4", "Z4"]);

export class Chooser {
  /**
   * @param {[name: string, count: number][]} counts
   * @param {string} turn
   * @param {() => void} changed
   */
  constructor(counts, turn, changed) {
    /** Shows how many there are of a piece. @type {Map<string, () => void>} */
    this.items = new Map();
    this.turn = turn;
    this.counts = new Map(counts);
    this.changed = changed;
    this.own = this.drawing();
    this.element = h("div", { class: "chooser" });
    this.draw();
  }

  /** @param {[name: string, count: number][]} counts @param {string} turn */
  show(counts, turn) {
    const known =
      turn === this.turn && counts.every(([name]) => KNOWN.has(name) || this.items.has(name));
    this.counts = new Map(counts);
    this.turn = turn;
    if (!known) this.draw();
    for (const update of this.items.values()) update();
  }

  /** @param {string} name */
  shown(name) {
    return !(this.turn === "free" && MIRRORED.has(name));
  }

  /** @param {string} name @param {number} count */
  set(name, count) {
    this.counts.set(name, Math.max(ANY, Math.min(MOST, count)));
    this.items.get(name)?.();
  }

  /** @param {string[]} names @param {number} count */
  all(names, count) {
    for (const name of names) if (this.shown(name)) this.set(name, count);
    this.changed();
  }

  /**
   * Add a piece that was drawn; one that is there already is taken once more.
   * @param {Cell[]} cells
   */
  add(cells) {
    const turn = /** @type {"free" | "one-sided" | "half-turn" | "fixed"} */ (this.turn),
      looks = new Set(images(cells, turn).map(keys));
    const [high, broad] = extent(cornered(cells)),
      there = new Set(cornered(cells).map(key));
    const word = Array.from({ length: high }, (_, row) =>
      Array.from({ length: broad }, (_, column) =>
        there.has(key([row, column])) ? "#" : ".",
      ).join(""),
    ).join("/");
    const known =
      [...KNOWN].find(
        ([name, drawing]) =>
          this.shown(name) && looks.has(keys(read(drawing.split("/")).map(([cell]) => cell))),
      )?.[0] ??
      [...this.counts.keys()].find(
        (name) => !KNOWN.has(name) && looks.has(keys(read(name.split("/")).map(([cell]) => cell))),
      ) ??
      word;
    const before = this.counts.get(known) ?? 0;
    this.counts.set(known, before === ANY ? ANY : Math.min(MOST, before + 1));
    this.draw();
    this.changed();
    toast(KNOWN.has(known) ? OWN.isKnown(named(known)) : OWN.added);
  }

  /** Where a piece of one's own is drawn. */
  drawing() {
    const none = rectangle(SIDE, SIDE).map(key);
    const blank = { rows: SIDE, columns: SIDE, off: none, turn: this.turn, empty: 0, counts: [] };
    let off = none;
    const painter = makePainter(
      (painted) => {
        off = painted;
      },
      OWN.piece,
      "sketch",
    );
    const wipe = () => {
      off = none;
      painter.show(/** @type {import("../elements/draft.js").Draft} */ (blank));
    };
    wipe();
    const add = () => {
      const gone = new Set(off),
        cells = none.filter((name) => !gone.has(name)).map(cellOf);
      if (!cells.length || !connected(cells)) {
        toast(cells.length ? OWN.connected : OWN.paintFirst);
        return;
      }
      this.add(cells);
      wipe();
    };
    return h(
      "details",
      { class: "drawing-piece" },
      h("summary", { text: OWN.draw }),
      painter.element,
      h(
        "div",
        { class: "row" },
        button(OWN.add, { class: "small", onclick: add }),
        button(OWN.wipe, { class: "small", onclick: wipe }),
      ),
    );
  }

  draw() {
    this.items.clear();
    // Pieces that came with a puzzle and are in no family stay to be chosen.
    const others = Object.fromEntries(
      [...this.counts.keys()].filter((name) => !KNOWN.has(name)).map((name) => [name, name]),
    );
    const families = Object.entries({
      ...FAMILIES,
      ...(Object.keys(others).length ? { others } : {}),
    });
    clear(
      this.element,
      families.map(([group, list]) => {
        const names = Object.keys(list),
          family = OWN.families[/** @type {keyof typeof OWN.families} */ (group)];
        return h(
          "fieldset",
          { "aria-label": family },
          h(
            "div",
            { class: "family" },
            h("h2", { text: family }),
            h(
              "div",
              { class: "row" },
              button(OWN.oneEach, {
                class: "small",
                "aria-label": OWN.oneOfEach(family),
                onclick: () => this.all(names, 1),
              }),
              button(OWN.noneEach, {
                class: "small",
                "aria-label": OWN.noneOf(family),
                onclick: () => this.all(names, 0),
              }),
            ),
          ),
          h(
            "div",
            { class: "picker" },
            Object.entries(list)
              .filter(([name]) => this.shown(name))
              .map(([name, drawing], index) =>
                this.item(
                  name,
                  read(drawing.split("/")).map(([cell]) => cell),
                  index,
                ),
              ),
          ),
        );
      }),
      this.own,
    );
  }

  /** @param {string} name @param {Cell[]} cells @param {number} index */
  item(name, cells, index) {
    const [high, broad] = extent(cells);
    const side = Math.max(high, broad, 3) + 0.3;
    const count = h("output", { "aria-live": "polite" });
    const any = h("input", {
      type: "checkbox",
      "aria-label": OWN.anyNumber(named(name)),
      onchange: () => {
        this.set(name, any.checked ? ANY : 0);
        this.changed();
      },
    });
    /** @param {number} by */
    const change = (by) => {
      const value = this.counts.get(name) ?? 0;
      this.set(name, Math.max(0, value === ANY ? by : value + by));
      this.changed();
    };
    const item = h(
      "div",
      { class: "pick" },
      s(
        "svg",
        { viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" },
        s(
          "g",
          { transform: `translate(${(side - broad) / 2} ${(side - high) / 2})` },
          tile(cells, index),
        ),
      ),
      h(
        "div",
        { class: "stepper" },
        button("", { icon: "minus", title: OWN.oneLess(named(name)), onclick: () => change(-1) }),
        count,
        button("", { icon: "plus", title: OWN.oneMore(named(name)), onclick: () => change(1) }),
      ),
      h("label", { class: "inline" }, any, OWN.any),
    );
    const update = () => {
      const value = this.counts.get(name) ?? 0;
      count.textContent = value === ANY ? "∞" : String(value);
      item.classList.toggle("in", value !== 0);
      any.checked = value === ANY;
    };
    this.items.set(name, update);
    update();
    return item;
  }
}
