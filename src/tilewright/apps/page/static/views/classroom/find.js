// Find them all: every figure of a few cells is drawn once. The page says whether a drawing is new,
// or how an earlier figure lies like it.

/** @import { LatticeSheet } from "../../../answers" */
/** @import { Prefix } from "../elements/shape.js" */
/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Motion, Shapes } from "./finding.js" */

import { FIND, SHARED } from "../../texts/en.js";
import { sentences } from "../../texts/joining.js";
import { named } from "../../texts/named.js";
import { post } from "../../server/api.js";
import { said } from "../../server/errors.js";
import { tile } from "../../board/look/board.js";
import { makePainter } from "../../board/look/painter.js";
import { key } from "../../geometry/geometry.js";
import { Lattice } from "../../geometry/lattice.js";
import { celebrate } from "../../parts/confetti.js";
import { announce, button, clear, h, s, settle, toast } from "../../parts/dom.js";
import { onPaper, printPicture } from "../../parts/exporting.js";
import { COLORS, onScheme } from "../../parts/palette.js";
import { sound } from "../../parts/sound.js";
import * as storage from "../../parts/storage.js";
import { cellsOf, fieldAround, wordOf } from "../elements/shape.js";
import { judged, turnBy } from "./finding.js";

/** The cells to choose from: the prefix of their words, and the most cells of a figure. @type {Record<"square" | "tri" | "hex", [Prefix, number]>} */
const CELLS = { square: ["", 6], tri: ["tri:", 6], hex: ["hex:", 5] };
const TURNS = /** @type {const} */ (["free", "one-sided"]);
/** What the view begins with. */
const FIRST = /** @type {const} */ (["square", 4, "free"]);
/** How long the picture of a figure takes to move onto the drawing, in milliseconds. */
const SLOW = 900;

/** The words of a link, if they are such words. @param {string[]} words */
function read([cells, number, turn = "free"]) {
  const size = Number(number),
    kind = /** @type {keyof typeof CELLS} */ (cells),
    way = TURNS.find((each) => each === turn);
  return Object.hasOwn(CELLS, cells) && way && /^[1-6]$/.test(number) && size <= CELLS[kind][1]
    ? { cells: kind, size, turn: way }
    : null;
}

/** @param {HTMLElement} host @param {string[]} words */
export async function show(host, words) {
  const linked = words[0] ? read(words) : null;
  if (words[0] && !linked) toast(SHARED.example);
  let asked = linked ?? { cells: FIRST[0], size: FIRST[1], turn: FIRST[2] },
    left = false;
  /** What there is to find, once it is known. @type {Shapes | null} */
  let shapes = null;
  /** @type {LatticeSheet | null} */
  let sheet = null;
  /** The figures, as they were drawn. @type {Cell[][]} */
  let found = [];
  /** @type {Cell[]} */
  let drawn = [];
  let wipe = () => {};

  const cells = h(
      "select",
      { "aria-label": FIND.kind, onchange: () => go() },
      Object.entries(FIND.cells).map(([value, text]) => h("option", { value, text })),
    ),
    size = h("select", { "aria-label": FIND.size, onchange: () => go() }),
    mirrored = h("input", { type: "checkbox", onchange: () => go() });
  const bench = h("div", { class: "find-field" }),
    verdict = h("p", { class: "verdict", role: "status" }),
    pair = h("div", { class: "pair-of" }),
    rule = h("p", { class: "lead" }),
    tally = h("h2", { class: "find-tally" }),
    shelf = h("ol", { class: "finds" });
  const add = button(FIND.add, { class: "primary", icon: "check", onclick: () => judge() });
  const again = button(FIND.again, {
    icon: "again",
    onclick: () => {
      const before = found,
        mine = asked;
      keep([]);
      toast(FIND.restarted, () => mine === asked && keep(before));
    },
  });

  clear(
    host,
    h("h1", { text: FIND.title }),
    rule,
    h(
      "div",
      { class: "row" },
      size,
      cells,
      h("label", { class: "inline" }, mirrored, h("span", { text: FIND.mirrored })),
    ),
    h(
      "div",
      { class: "finder" },
      h(
        "div",
        { class: "find-draw" },
        bench,
        h(
          "div",
          { class: "row" },
          add,
          button(FIND.wipe, { icon: "clear", onclick: () => wipe() }),
        ),
      ),
      h(
        "div",
        { class: "find-told" },
        verdict,
        pair,
        tally,
        shelf,
        h("div", { class: "row" }, button(FIND.sheet, { icon: "print", onclick: print }), again),
      ),
    ),
  );

  const name = () => `shapes:${asked.cells}:${asked.size}:${asked.turn}`;
  /** @param {Cell[][]} figures */
  function keep(figures) {
    const [prefix] = CELLS[asked.cells],
      { kinds } = new Lattice(sheet).data;
    found = figures;
    storage.keepFound(
      name(),
      found.map((each) => wordOf(each, prefix, kinds)),
    );
    lay();
  }

  /** Take what is chosen, and show it. */
  function go() {
    const kind = /** @type {keyof typeof CELLS} */ (cells.value);
    asked = {
      cells: kind,
      size: Math.min(Number(size.value), CELLS[kind][1]),
      turn: TURNS[Number(mirrored.checked)],
    };
    history.replaceState(null, "", `#/find/${asked.cells}/${asked.size}/${asked.turn}`);
    begin();
  }

  /** Show what is asked for. */
  async function begin() {
    const mine = asked;
    cells.value = asked.cells;
    clear(
      size,
      Array.from({ length: CELLS[asked.cells][1] }, (_, i) =>
        h("option", { value: i + 1, text: String(i + 1), selected: i + 1 === asked.size }),
      ),
    );
    rule.textContent = sentences(FIND.lead, FIND.rule[asked.turn]);
    mirrored.checked = asked.turn === "one-sided";
    say("");
    try {
      const answer = await post("/api/shapes", asked);
      if (left || mine !== asked) return;
      shapes = answer;
      sheet = CELLS[asked.cells][0] ? answer.lattice.sheet : null;
      found = [];
      // What was kept in two tabs may have one figure twice.
      for (const word of storage.found(name())) {
        const own = cellsOf(word);
        if (own.length && judged(answer, sheet, asked.turn, found, own).is === "new")
          found.push(own);
      }
      lay();
    } catch (error) {
      if (!left) say(said(error), false);
    }
  }

  /** @param {string} text @param {boolean | null} [good] */
  function say(text, good = null) {
    verdict.textContent = text;
    verdict.classList.toggle("good", good === true);
    verdict.classList.toggle("bad", good === false);
    clear(pair);
    for (const each of shelf.children) each.classList.remove("meant");
  }

  /** A figure by itself. @param {Cell[]} own @param {number} number */
  function picture(own, number) {
    const lattice = new Lattice(sheet),
      { x, y, width, height } = lattice.box(own),
      side = asked.size > 4 ? 5 : 4,
      shown = tile(own, number % COLORS.length, { lattice });
    return s(
      "svg",
      {
        viewBox: `${x - Math.max(0, side - width) / 2 - 0.1} ${y - Math.max(0, side - height) / 2 - 0.1} ${Math.max(side, width) + 0.2} ${Math.max(side, height) + 0.2}`,
        "aria-hidden": "true",
      },
      shown,
    );
  }

  /** Lay out the field with a drawing, and show what was found. @param {Cell[]} [kept] */
  function lay(kept = []) {
    if (!shapes) return;
    const { lattice, cells: all } = fieldAround(sheet, [[0, 0]], asked.size + 2),
      none = all.map(key),
      focused = bench.contains(document.activeElement);
    const painter = makePainter(
      (off) => {
        const gone = new Set(off);
        drawn = all.filter((cell) => !gone.has(key(cell)));
        say("");
      },
      FIND.field,
      "paint piece",
      { lattice, cells: all },
    );
    /** @param {Cell[]} cells */
    const put = (cells) => {
      const there = new Set(cells.map(key));
      drawn = cells;
      painter.show({ rows: 0, columns: 0, off: none.filter((name) => !there.has(name)) });
      say("");
    };
    wipe = () => put([]);
    put(kept);
    clear(bench, painter.element);
    if (focused) add.focus();
    const { length } = shapes.figures;
    tally.textContent = FIND.tally(found.length, length);
    again.hidden = !found.length;
    clear(
      shelf,
      Array.from({ length }, (_, i) =>
        h(
          "li",
          { class: found[i] ? "there" : "", "aria-label": FIND.number(i + 1) },
          found[i] ? picture(found[i], i) : null,
          h("span", { text: String(i + 1) }),
        ),
      ),
    );
  }

  /** Say what the drawing is. */
  function judge() {
    if (!shapes) return;
    const plural = named(shapes.lattice.families[asked.size - 1][1]),
      judgement = drawn.length
        ? judged(shapes, sheet, asked.turn, found, drawn)
        : /** @type {const} */ ({ is: "size" });
    if (judgement.is === "new") {
      keep([...found, drawn]);
      const all = found.length === shapes.figures.length;
      say(all ? FIND.all(found.length, plural) : FIND.fresh(found.length), true);
      sound(all ? "solved" : "place");
      shelf.children[found.length - 1].classList.add("meant");
      if (all) celebrate(host);
    } else if (judgement.is === "known") {
      say(FIND.known(judgement.number + 1, motionInWords(judgement.motion)));
      sound("no");
      shelf.children[judgement.number].classList.add("meant");
      const [a, b, c, d] = judgement.motion.matrix,
        area = a * d - b * c,
        here = picture(drawn, judgement.number);
      clear(
        pair,
        picture(found[judgement.number], judgement.number),
        h("span", { "aria-hidden": "true", text: "→" }),
        here,
      );
      // It begins as the figure lies, and ends as the drawing.
      settle(here, `matrix(${[d, -b, -c, a].map((x) => x / area)}, 0, 0)`, SLOW);
    } else {
      say(judgement.is === "apart" ? FIND.apart : FIND.count(asked.size, drawn.length), false);
      sound("no");
    }
    announce(verdict.textContent ?? "");
  }

  /** Print the sheet: a box for each figure, and on a second page the figures. */
  async function print() {
    if (!shapes) return;
    const { figures, lattice } = shapes,
      [singular, plural] = lattice.families[asked.size - 1].map(named),
      title = FIND.sheetTitle(figures.length, figures.length > 1 ? plural : singular);
    try {
      await printPicture(
        ...(await Promise.all(
          [title, FIND.answers(title)].map((text, i) =>
            onPaper(sheetOf(text, FIND.rule[asked.turn], sheet, figures, Boolean(i)), "svg"),
          ),
        )),
      );
    } catch (error) {
      toast(said(error));
    }
  }

  const off = onScheme(() => lay(drawn));
  await begin();
  return () => {
    left = true;
    off();
  };
}

/** A motion in words. @param {Motion} motion */
function motionInWords(motion) {
  const turn = FIND.turns[turnBy(motion)] ?? "";
  if (motion.flipped) return turn ? FIND.both(turn) : FIND.flipped;
  return turn ? FIND.turned(turn) : FIND.moved;
}

/**
 * A page with a box of grid paper for each figure, in which the figures may be.
 * @param {string} title @param {string} rule @param {LatticeSheet | null} sheet @param {Cell[][]} figures @param {boolean} shown
 */
function sheetOf(title, rule, sheet, figures, shown) {
  const { lattice, cells } = fieldAround(sheet, [[0, 0]], figures[0].length + 1),
    { width, height } = lattice.size,
    across = Math.ceil(Math.sqrt(figures.length * 0.66)),
    down = Math.ceil(figures.length / across),
    step = [width + 1.2, height + 1.6],
    wide = across * step[0],
    letter = wide / 26;
  const top = 4 * letter,
    text = (/** @type {string} */ words, /** @type {number} */ y, bold = false) =>
      s("text", {
        class: bold ? "said bold" : "said",
        y,
        "font-size": Math.min(letter, wide / (0.6 * words.length)),
        text: words,
      });
  return s(
    "svg",
    { class: "paper", viewBox: `0 0 ${wide} ${top + down * step[1]}` },
    text(title, letter, true),
    text(rule, 2.4 * letter),
    figures.map((own, i) =>
      s(
        "g",
        {
          transform: `translate(${(i % across) * step[0] + 0.6} ${top + Math.floor(i / across) * step[1] + 0.8})`,
        },
        s("text", { class: "said", y: -0.15, "font-size": 0.6, text: String(i + 1) }),
        cells.map((cell) => s("path", { class: "grid-box", d: lattice.outline([cell], 0, 0) })),
        shown
          ? tile(lattice.laid(own, lattice.moveToMiddle(own)), i % COLORS.length, {
              lattice,
              prefix: "paper",
            })
          : null,
      ),
    ),
  );
}
