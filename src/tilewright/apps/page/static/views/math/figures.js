// Figures: choose pieces, and see the smallest figure that each of them tiles by itself, with its
// tilings side by side.

/** @import { FigureAnswer, FigureRequest, FigureSheet, FiguresSheet } from "../../../answers" */
/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Prefix } from "../elements/shape.js" */

import { FIGURES, LANGUAGE, PLANE, SHARED } from "../../texts/en.js";
import { sentences } from "../../texts/joining.js";
import { named as inLanguage } from "../../texts/named.js";
import { figureChoices, figures, post, remember } from "../../server/api.js";
import { commandFor, hasTerminal } from "../../server/commands.js";
import { aborted, said } from "../../server/errors.js";
import { figure, still } from "../../board/look/board.js";
import { announce, button, clear, h, s, toast } from "../../parts/dom.js";
import { takeAway } from "../../parts/exporting.js";
import { colorTiles, onScheme, touching } from "../../parts/palette.js";
import { Lattice } from "../../geometry/lattice.js";
import { wordOf } from "../elements/shape.js";

/** @typedef {"common" | "symmetric" | "twice"} Question */
/** What is chosen. @typedef {{ question: Question, lattice: string, pieces: string[], symmetry: string, odd: boolean, all: boolean }} Choice */

/** The most pieces with a common figure, and the most figures that are shown. */
const PIECES = 3,
  MANY = 24;
/** Colors of the tiles of one piece. */
const COLORS = 4;
/** How long further choices are waited for, in milliseconds. */
const PAUSE = 150;
/** What to begin with. @type {Record<Question, Omit<Choice, "lattice" | "question">>} */
const FIRST = {
  common: { pieces: ["F5", "L5"], symmetry: "none", odd: false, all: false },
  symmetric: { pieces: ["P5"], symmetry: "half-turn", odd: true, all: false },
  twice: { pieces: ["P5"], symmetry: "none", odd: false, all: false },
};
const QUESTIONS = /** @type {Question[]} */ (Object.keys(FIRST));
/** What an address says of the choices that are on or off. */
const ODD = "odd",
  ALL = "all";
/** The lattices, with the words in front of their drawings. @type {[string, Prefix, string][]} */
const LATTICES = [
  ["square", "", PLANE.lattices.squares],
  ["tri", "tri:", PLANE.lattices.triangles],
  ["hex", "hex:", PLANE.lattices.hexagons],
];

/** How many of each piece, such as `2 F5`. @param {string[]} pieces */
const tiles = (pieces) =>
  [...new Set(pieces)]
    .map((name) => `${pieces.filter((each) => each === name).length} ${name}`)
    .join(" + ");
/** @param {FigureSheet} of */
const equation = ({ tilings }) => tilings.map(({ pieces }) => tiles(pieces)).join(" = ");
/** @param {number[]} sizes */
const listed = (sizes) => new Intl.ListFormat(LANGUAGE).format(sizes.map(String));

/** The cells of each tile. @param {number[][]} labels */
function tilesOf(labels) {
  /** @type {Cell[][]} */
  const found = [];
  for (const [row, line] of labels.entries())
    for (const [column, label] of line.entries())
      if (label >= 0) {
        found[label] ??= [];
        found[label].push([row, column]);
      }
  return found;
}

/**
 * What an address says, as far as there is such a choice.
 * @param {FiguresSheet} sheets @param {string[]} words @returns {Choice}
 */
function choiceOf(sheets, [asked, named = "", symmetry = "", more = ""]) {
  const question = QUESTIONS.find((each) => each === asked) ?? "common",
    words = named.split(","),
    most = question === "common" ? PIECES : 1;
  for (const [lattice] of LATTICES) {
    const { families, symmetries } = sheets[lattice],
      known = new Set(Object.values(families).flatMap((own) => own.map(([name]) => name)));
    if (words.length > most || !words.every((word) => known.has(word))) continue;
    const own = Object.hasOwn(symmetries, symmetry) ? symmetry : FIRST[question].symmetry;
    const [odd, all] = [ODD, ALL].map((word) => more.split(",").includes(word));
    return { question, lattice, pieces: words, symmetry: own, odd, all };
  }
  return { question, lattice: "square", ...FIRST[question] };
}

/** Whether an address says a choice that there is. @param {FiguresSheet} sheets @param {string[]} words */
function isChoice(sheets, words) {
  const { question, pieces } = choiceOf(sheets, words);
  return question === words[0] && pieces.join() === words[1];
}

/** @param {HTMLElement} host @param {string[]} words */
export async function show(host, words) {
  const sheets = await figureChoices();
  if (words.length && !isChoice(sheets, words)) toast(SHARED.example);
  let now = choiceOf(sheets, words),
    family = "",
    timer = 0,
    left = false;
  /** @type {AbortController | null} */
  let asked = null;
  /** @type {FigureAnswer | null} */
  let shown = null;

  const sheet = () => sheets[now.lattice];
  const verdict = h("p", { class: "verdict", role: "status" }),
    details = h("p", { class: "lead" }),
    pictures = h("div", { class: "pictures" });
  /**
   * A choice among words.
   * @param {string} label @param {(value: string) => void} choose
   */
  const select = (label, choose) => {
    const element = h("select", { "aria-label": label, onchange: () => choose(element.value) });
    return element;
  };
  const question = select(FIGURES.question, (value) => {
    const own = /** @type {Question} */ (value),
      first = FIRST[own],
      [piece = first.pieces[0]] = now.pieces;
    // The pieces that are chosen stay, as far as there may be so many.
    const pieces = own === "common" ? now.pieces : [piece];
    change({ ...first, question: own, pieces });
  });
  const lattice = select(PLANE.cells, (value) => {
    family = "";
    const own = Object.values(sheets[value].families).at(-1) ?? [],
      pieces = own.slice(0, now.question === "common" ? 2 : 1).map(([name]) => name),
      known = Object.hasOwn(sheets[value].symmetries, now.symmetry);
    change({
      ...(value === "square" ? FIRST[now.question] : { pieces }),
      lattice: value,
      symmetry: known ? now.symmetry : FIRST[now.question].symmetry,
    });
  });
  const families = select(FIGURES.pieces, (value) => {
    family = value;
    draw();
  });
  const symmetry = select(FIGURES.symmetry, (value) => change({ symmetry: value }));
  /** A choice that is on or off. @param {"odd" | "all"} name */
  const check = (name) => {
    const input = h("input", {
      type: "checkbox",
      onchange: () => change({ [name]: input.checked }),
    });
    return {
      input,
      label: h("label", { class: "inline" }, input, h("span", { text: FIGURES[name] })),
    };
  };
  const odd = check("odd"),
    all = check("all");
  const picker = h("div", { class: "picker", role: "group", "aria-label": FIGURES.pieces }),
    chosen = h("div", { class: "row" });

  clear(
    host,
    h("h1", { text: FIGURES.title }),
    h("p", { class: "lead", text: FIGURES.lead }),
    h(
      "div",
      { class: "columns common" },
      h("div", {}, h("div", { class: "saying" }, verdict, details), pictures),
      h(
        "div",
        { class: "side" },
        question,
        h("div", { class: "choices" }, lattice, families),
        picker,
        chosen,
        symmetry,
        odd.label,
        all.label,
        takeAway(keepLink, {}),
      ),
    ),
  );

  // The choices --------

  /** @param {Partial<Choice>} by */
  function change(by) {
    now = { ...now, ...by };
    draw();
    ask();
  }

  /** Choose a piece, in place of the first one if there are too many, or do so no more. @param {string} name */
  function toggle(name) {
    const most = now.question === "common" ? PIECES : 1;
    const pieces = now.pieces.includes(name)
      ? now.pieces.filter((each) => each !== name)
      : [...now.pieces, name].slice(-most);
    change({ pieces });
  }

  /** @param {HTMLSelectElement} of @param {[string, string][]} options @param {string} value */
  function fill(of, options, value) {
    clear(
      of,
      options.map(([name, text]) => h("option", { value: name, text, selected: name === value })),
    );
  }

  function draw() {
    const { families: known, symmetries, lattice: data } = sheet(),
      names = Object.keys(known);
    // The family of the piece that was chosen last is open.
    const last = now.pieces.at(-1);
    family ||= names.find((name) => known[name].some(([piece]) => piece === last)) ?? names[0];
    fill(
      question,
      QUESTIONS.map((each) => [each, FIGURES.questions[each]]),
      now.question,
    );
    fill(
      lattice,
      LATTICES.map(([name, , text]) => [name, text]),
      now.lattice,
    );
    fill(
      families,
      names.map((name) => [name, inLanguage(name)]),
      family,
    );
    const kinds = Object.keys(symmetries).filter(
      (name) => name !== "none" || now.question !== "symmetric",
    );
    fill(
      symmetry,
      kinds.map((name) => [name, FIGURES.symmetries[name] ?? name]),
      now.symmetry,
    );
    symmetry.hidden = odd.label.hidden = now.question === "twice";
    odd.input.checked = now.odd;
    all.input.checked = now.all;
    const focused = document.activeElement?.getAttribute("data-piece"),
      place = new Lattice(data);
    clear(
      picker,
      known[family].map(([name, cells]) => {
        const { x, y, width, height } = place.box(cells),
          side = Math.max(width, height) + 0.3,
          own = h(
            "button",
            {
              type: "button",
              class: "pick",
              "data-piece": name,
              "aria-pressed": String(now.pieces.includes(name)),
              onclick: () => toggle(name),
            },
            s(
              "svg",
              {
                viewBox: `${x - (side - width) / 2} ${y - (side - height) / 2} ${side} ${side}`,
                "aria-hidden": "true",
              },
              figure({ cells }, 0, place),
            ),
            h("span", { "aria-label": name, text: name.replace(/^.*:/, "") }),
          );
        return own;
      }),
    );
    clear(
      chosen,
      now.pieces.map((name) =>
        button(name, {
          class: "small",
          icon: "close",
          title: FIGURES.remove(name),
          onclick: () => toggle(name),
        }),
      ),
    );
    if (focused)
      /** @type {HTMLElement | null} */ (
        picker.querySelector(`[data-piece="${CSS.escape(focused)}"]`)
      )?.focus();
  }

  // The answer --------

  /** @param {string} text @param {boolean | null} good @param {string} more */
  function say(text, good, more) {
    verdict.textContent = text;
    verdict.classList.toggle("good", good === true);
    verdict.classList.toggle("bad", good === false);
    details.textContent = more;
  }

  /** What is asked; null while there are not enough pieces. @returns {FigureRequest | null} */
  function request() {
    const { question: what, pieces, symmetry: kind, lattice: name } = now;
    if (pieces.length < (what === "common" ? 2 : 1)) return null;
    const [piece] = pieces;
    return {
      lattice: name,
      pieces: what === "twice" ? [piece, piece] : pieces,
      symmetry: what === "twice" ? "none" : kind,
      odd: what !== "twice" && now.odd,
      different: what === "twice",
      limit: now.all ? MANY : 1,
    };
  }

  function ask() {
    asked?.abort();
    clearTimeout(timer);
    shown = null;
    paint();
    const body = request();
    host.dataset.state = body ? "searching" : "waiting";
    if (!body) {
      say(now.question === "common" ? FIGURES.chooseTwo : FIGURES.chooseOne, null, "");
      return;
    }
    say(FIGURES.looking, null, "");
    timer = setTimeout(async () => {
      keepLink();
      const mine = new AbortController();
      asked = mine;
      try {
        for await (const answer of figures(body, mine.signal)) {
          if (mine.signal.aborted) return;
          shown = answer;
          if (answer.cells === null && !answer.proven)
            say(FIGURES.looking, null, FIGURES.soFar(answer.least));
        }
        tell(body);
      } catch (error) {
        if (aborted(error) || mine.signal.aborted) return;
        host.dataset.state = "failed";
        say(said(error), false, "");
      }
    }, PAUSE);
  }

  /** Say and show what was found. @param {FigureRequest} body */
  function tell(body) {
    if (!shown) return;
    const { cells, figures: found, least, proven, complete, excluded, reason } = shown,
      goesOn = hasTerminal() ? PLANE.goesOn(commandFor("/api/figure", body)) : "";
    if (cells !== null) {
      const sizes = (/** @type {string} */ because) =>
        excluded.filter((each) => each.because === because).map((each) => each.cells);
      const [colored, searched] = [sizes("coloring"), sizes("search")];
      const told = [
        proven ? FIGURES.proven : FIGURES.soFar(least),
        colored.length ? FIGURES.colored(listed(colored)) : "",
        searched.length ? FIGURES.searched(listed(searched)) : "",
        colored.length + searched.length ? "" : FIGURES.areas,
        now.all ? (complete ? FIGURES.complete : FIGURES.more) : "",
      ];
      const text =
        found.length > 1
          ? FIGURES.several(found.length, cells)
          : FIGURES.found(cells, equation(found[0]));
      say(text, true, sentences(...told));
    } else if (proven) say(FIGURES.none, false, reason ? FIGURES.because(reason) : "");
    else say(FIGURES.notFound, null, sentences(FIGURES.soFar(least), goesOn));
    host.dataset.state = "answered";
    paint();
    announce(`${verdict.textContent} ${details.textContent}`);
  }

  function paint() {
    clear(pictures, (shown?.figures ?? []).map(pictureOf));
  }

  /** A figure with each of its tilings. @param {FigureSheet} of */
  const pictureOf = ({ tilings }) =>
    h(
      "div",
      { class: "tilings" },
      tilings.map(({ labels, pieces }) => {
        const text = tiles(pieces),
          lines = labels.map((line) => line.map((label) => (label < 0 ? "." : "#")).join("")),
          board = { rows: lines.length, columns: lines[0].length, cells: lines },
          place = new Lattice(sheet().lattice, board);
        const own = tilesOf(labels),
          colors = colorTiles(touching(own, false, place), COLORS, true) ?? own.map((_, i) => i);
        const { element, draw: lay } = still(
          { sheet: {}, cells: own.flat(), lattice: place },
          { "aria-label": FIGURES.picture(text) },
          "l",
        );
        lay(own.map((cells, i) => ({ cells, color: colors[i] })));
        return h(
          "figure",
          {},
          element,
          h("figcaption", { text }),
          button(FIGURES.play, {
            icon: "watch",
            class: "small",
            title: FIGURES.playTitle(text),
            onclick: () => play(own.flat(), pieces),
          }),
        );
      }),
    );

  /** Go on to the puzzle to fill a figure. @param {Cell[]} cells @param {string[]} pieces */
  async function play(cells, pieces) {
    const [, prefix] = LATTICES.find(([name]) => name === now.lattice) ?? LATTICES[0],
      board = wordOf(cells, prefix, new Lattice(sheet().lattice).data.kinds);
    const counted = [...new Set(pieces)].map(
      (name) => `${name}=${pieces.filter((each) => each === name).length}`,
    );
    try {
      const { id } = remember(await post("/api/share", { board, pieces: counted }));
      if (!left) location.hash = `#/p/${encodeURIComponent(id)}`;
    } catch (error) {
      if (!aborted(error)) toast(said(error));
    }
  }

  /** The link follows what is chosen, so that a reload or a copy of it comes back here. */
  let linked = location.hash;
  function keepLink() {
    // Somebody has gone on to another link, and the page is about to hear of it.
    if (left || location.hash !== linked) return;
    const more = [now.odd ? ODD : "", now.all ? ALL : ""].filter(Boolean).join(",");
    const words = [now.question, now.pieces.join(","), now.symmetry, ...(more ? [more] : [])];
    history.replaceState(null, "", `#/figures/${words.map(encodeURIComponent).join("/")}`);
    linked = location.hash;
  }

  const off = onScheme(paint);
  draw();
  ask();
  return () => {
    left = true;
    off();
    asked?.abort();
    clearTimeout(timer);
  };
}
