// All tilings of a small problem: how many there are, how often each placement and each boundary
// occurs, and what is left once some placements are chosen or refused.

/** @import { CountRequest, Sheet } from "../../../answers" */
/** @import { Side } from "../../board/look/heat.js" */
/** @import { Choice } from "../../engine/making/tilings.js" */
/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Row } from "../maker/placements.js" */

import { ALL, LANGUAGE, SHARED } from "../../texts/en.js";
import { sentences } from "../../texts/joining.js";
import { post, puzzle as load, remember } from "../../server/api.js";
import { aborted, said } from "../../server/errors.js";
import { announce, button, clear, h, isElsewhere, s, toast } from "../../parts/dom.js";
import { definitions, dotAt, frame, ground, solidPicture, tile } from "../../board/look/board.js";
import { exportPng, exportSvg, takeAway } from "../../parts/exporting.js";
import { stage } from "../../parts/stage.js";
import { Tilings } from "../../engine/making/tilings.js";
import { key, same } from "../../geometry/geometry.js";
import { add } from "../../geometry/lattice.js";
import { isLong, Lie } from "../../game/lie.js";
import { onScheme } from "../../parts/palette.js";
import { percent, placementList } from "../maker/placements.js";
import { sidesOf } from "../../board/look/heat.js";
import { Steps, wayOf } from "../maker/steps.js";

/** Problems to begin with; the texts say what each of them is. */
const EXAMPLES = [
  "6x10 pentominoes",
  "3x20 pentominoes",
  "8x8-3,3-3,4-4,3-4,4 pentominoes",
  "6x6 dominoes+",
  "aztec:4 dominoes+",
  "tri:hexagon3 diamond+",
  "classic:tetrahexes-4x7",
  "calendar:10-06",
  "solid:soma",
];
/** The placements that are outlined on the board at most. */
const OUTLINED = 300;
/** How far a key looks for the next cell, beyond cells that are missing. */
const FAR = 40;

/** Which placements are listed. @typedef {"any" | "always" | "never" | "fixing"} Filter */
const FILTERS = /** @type {Filter[]} */ (["any", "always", "never", "fixing"]);

/**
 * What is asked in words, as for a command: a board and pieces, or the name of a puzzle.
 * @param {string} text
 * @returns {{ id: string } | CountRequest}
 */
function requestOf(text) {
  const words = text.trim().split(/\s+/);
  /** Take an option out of the words. @param {string} name */
  const option = (name) => {
    const at = words.findIndex((word) => word === name || word.startsWith(`${name}=`));
    if (at < 0) return undefined;
    const [word] = words.splice(at, 1);
    return word === name ? words.splice(at, 1)[0] : word.slice(name.length + 1);
  };
  const turn = /** @type {CountRequest["turn"]} */ (option("--turn") ?? "free"),
    empty = Number(option("--empty") ?? 0);
  const [board, ...pieces] = words;
  return pieces.length ? { board, pieces, turn, empty } : { id: board };
}

/** Choices as a link has them. @param {Choice[]} choices */
const toLink = (choices) =>
  choices.map(({ placement, on }) => `${on ? "" : "-"}${placement}`).join(".");
/** @param {string} text @param {number} size @returns {Choice[]} */
const fromLink = (text, size) =>
  text
    .split(".")
    .filter((word) => /^-?\d{1,6}$/.test(word) && Math.abs(Number(word)) < size)
    .map((word) => ({ placement: Math.abs(Number(word)), on: !word.startsWith("-") }));

/**
 * @param {HTMLElement} host
 * @param {string[]} given  The problem in words, and what was chosen.
 */
export async function show(host, [given = EXAMPLES[0], linked = ""]) {
  let asked = given,
    left = false;
  /** @type {AbortController | null} */
  let asking = null;
  /** @type {Board | null} */
  let board = null;
  /** The tiling that is shown, among those that are left. @type {number | null} */
  let at = null;
  /** The cell that the list is about, and whether the pointer leaves it where it is. @type {Cell | null} */
  let cell = null;
  let pinned = false;

  const box = h("div", { class: "deep-box whole-box" });
  const verdict = h("p", { class: "verdict", role: "status" }),
    details = h("p", { class: "lead" });
  const field = h("input", {
    type: "text",
    class: "problem",
    value: asked,
    maxlength: 400,
    spellcheck: false,
    autocapitalize: "off",
    "aria-label": ALL.problem,
  });
  const examples = h(
    "select",
    {
      "aria-label": ALL.examples,
      onchange: () => {
        if (examples.value) list(examples.value);
        examples.value = "";
      },
    },
    h("option", { value: "", text: ALL.example }),
    EXAMPLES.map((value, i) => h("option", { value, text: ALL.problems[i] })),
  );
  const form = h(
    "form",
    {
      class: "asking",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (field.value.trim()) list(field.value.trim());
      },
    },
    examples,
    h("div", { class: "row" }, field, h("button", { type: "submit", text: ALL.list })),
  );
  const chosen = h("ul", { class: "chosen", "aria-label": ALL.choices });
  const filters = h(
    "select",
    { "aria-label": ALL.which, onchange: () => drawChoices() },
    FILTERS.map((value) => h("option", { value, text: ALL.filters[value]("0") })),
  );
  const about = h("p", { class: "caption about" });
  const rows = placementList(choose, (placement) => board?.point(placement));

  const tools = {
    undo: button("", { icon: "undo", title: SHARED.undoKey, onclick: () => back("undo") }),
    redo: button("", { icon: "redo", title: SHARED.redoKey, onclick: () => back("redo") }),
    again: button("", { icon: "again", title: ALL.again, onclick: () => change([]) }),
    previous: button("", { icon: "back", title: ALL.previous, onclick: () => go(-1) }),
    random: button("", { icon: "dice", title: ALL.random, onclick: () => drawn() }),
    next: button("", { icon: "next", title: ALL.next, onclick: () => go(1) }),
    heat: button(ALL.heat, { title: ALL.heatTitle, onclick: () => turnTo(null) }),
  };
  const play = button(ALL.play, { class: "primary", onclick: playRest });
  const parts = [filters, about, ...rows.elements];
  const asks = h("div", { class: "asks" }, chosen, parts);
  const away = h(
    "div",
    { class: "row" },
    play,
    takeAway(keepLink, {
      SVG: () => board && exportSvg(board.picture, ALL.title),
      PNG: () => board && exportPng(board.picture, ALL.title),
    }),
  );

  clear(
    host,
    stage(box, {
      name: "listing",
      title: ALL.title,
      lead: ALL.lead,
      open: true,
      tools: Object.values(tools),
      side: [
        form,
        h("div", { class: "told-all" }, verdict, details),
        asks,
        away,
        h("p", { class: "caption fine", id: "all-how", text: ALL.how }),
        h("p", { class: "caption coarse", "aria-hidden": "true", text: ALL.touch }),
      ],
    }),
  );

  // The list --------

  /** @param {string} text @param {boolean | null} [good] */
  function say(text, good = null, more = "") {
    verdict.textContent = text;
    verdict.classList.toggle("bad", good === false);
    details.textContent = more;
  }

  /** List the tilings of a problem. @param {string} words @param {string} [choices] */
  async function list(words, choices = "") {
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    asked = words;
    field.value = words;
    at = cell = board = null;
    pinned = false;
    clear(box);
    for (const each of [asks, away]) each.hidden = true;
    for (const each of Object.values(tools)) each.disabled = true;
    say(ALL.listing);
    const request = requestOf(words);
    try {
      const sheet = await ("id" in request ? load(request.id) : post("/api/share", request));
      if (mine.signal.aborted) return;
      const answer = await post("/api/tilings", { sheet }, mine.signal);
      if (mine.signal.aborted) return;
      if (!answer.list) {
        say(ALL.tooMany(answer.least.toLocaleString(LANGUAGE)), false, ALL.tooManyMore);
        const count = await numberOf(request, sheet, answer.count, mine.signal);
        if (count !== null && !mine.signal.aborted)
          say(ALL.exactlyTooMany(count), false, ALL.tooManyMore);
        return;
      }
      if (!answer.count) {
        say(ALL.none, false);
        return;
      }
      board = new Board(sheet, answer.list);
      board.steps = new Steps(fromLink(choices, answer.list.piece.length));
      clear(box, board.picture);
      for (const each of [asks, away]) each.hidden = false;
      for (const each of Object.values(tools)) each.disabled = false;
      changed();
    } catch (error) {
      if (aborted(error) || mine.signal.aborted) return;
      say(said(error), false);
    }
  }

  // Choices --------

  /** Choose a placement, refuse it, or take it back. @param {number} placement @param {boolean} on */
  function choose(placement, on) {
    if (!board) return;
    const others = board.choices.filter((each) => each.placement !== placement);
    // The list goes on to the whole board, and waits for another cell.
    pinned = false;
    cell = null;
    change(others.length < board.choices.length ? others : [...board.choices, { placement, on }]);
    board.picture.focus({ preventScroll: true });
  }

  /** @param {Choice[]} choices */
  function change(choices) {
    if (!board || (!choices.length && !board.choices.length)) return;
    board.steps.go(choices);
    at = null;
    changed();
    announce(verdict.textContent ?? "");
  }

  /** @param {"undo" | "redo"} way */
  function back(way) {
    if (!board) return;
    board.steps[way]();
    at = null;
    changed();
    announce(verdict.textContent ?? "");
  }

  /** Say and show what is left. */
  function changed() {
    if (!board) return;
    board.ask();
    const total = board.tilings.count.toLocaleString(LANGUAGE),
      count = board.left.length;
    say(
      board.choices.length ? ALL.someLeft(count.toLocaleString(LANGUAGE), total) : ALL.all(total),
    );
    clear(
      chosen,
      board.choices.map(({ placement, on }) => {
        const { label } = /** @type {Board} */ (board).piece(placement);
        return h(
          "li",
          {},
          button(on ? ALL.isChosen(label) : ALL.isRefused(label), {
            icon: "close",
            class: "small",
            title: on ? ALL.giveUp(label) : ALL.allow(label),
            onclick: () => choose(placement, on),
          }),
        );
      }),
    );
    /** @type {HTMLOptionElement} */ for (const name of FILTERS)
      filters.options[FILTERS.indexOf(name)].textContent = ALL.filters[name](
        board.groups[name].length.toLocaleString(LANGUAGE),
      );
    const { past, future } = board.steps;
    for (const [each, off] of /** @type {const} */ ([
      [tools.undo, !past.length],
      [tools.redo, !future.length],
      [tools.again, !board.choices.length],
    ]))
      each.setAttribute("aria-disabled", String(off));
    turnTo(at);
    keepLink();
  }

  /** Show a tiling, or all that are left at once. @param {number | null} to */
  function turnTo(to) {
    if (!board) return;
    const count = board.left.length;
    at = to === null || !count ? null : Math.max(0, Math.min(count - 1, to));
    const { solution, solutions, count: total } = board.tilings,
      inWords = (/** @type {number} */ number) => number.toLocaleString(LANGUAGE);
    // The player counts solutions.
    const counted =
      at === null
        ? ALL.solutions(new Set([...board.left].map((number) => solution[number])).size)
        : ALL.solution(inWords(solution[board.left[at]] + 1), inWords(solutions));
    details.textContent = sentences(
      at === null ? "" : ALL.number(inWords(at + 1), inWords(count)),
      count && solutions < total ? counted : "",
    );
    tools.heat.setAttribute("aria-pressed", String(at === null));
    for (const [each, off] of /** @type {const} */ ([
      [tools.previous, !count || at === 0],
      [tools.random, !count],
      [tools.next, !count || at === count - 1],
    ]))
      each.setAttribute("aria-disabled", String(off));
    board.draw(at);
    drawChoices();
  }

  /** To the next tiling, or to the one before. @param {1 | -1} by */
  function go(by) {
    if (!board?.left.length) return;
    turnTo(at === null ? (by > 0 ? 0 : board.left.length - 1) : at + by);
    announce(details.textContent ?? "");
  }

  function drawn() {
    if (!board?.left.length) return;
    turnTo(Math.floor(Math.random() * board.left.length));
    announce(details.textContent ?? "");
  }

  /** List the placements at the cell, or all of them. */
  function drawChoices() {
    if (!board) return;
    const filter = FILTERS[filters.selectedIndex],
      { lie, uses, left: some } = board;
    const listed = board.listed(filter, cell);
    const empty = cell && filter === "any" ? some.length - board.tilings.covered(cell, uses) : 0;
    about.textContent = sentences(
      cell ? ALL.at(lie.lattice.words(lie.meant(cell))) : ALL.anywhere,
      empty ? ALL.staysEmpty(percent(empty, some.length)) : "",
    );
    rows.show(listed, {
      total: some.length,
      lattice: lie.lattice,
      name: (cells) => lie.lattice.words(lie.meant(cells[0])),
    });
    board.mark(cell, filter === "fixing" || filter === "never" ? listed : []);
    board.picture.dataset.state = JSON.stringify({
      problem: asked,
      count: some.length,
      total: board.tilings.count,
      at,
      solutions: board.tilings.solutions,
      number: at === null ? null : some[at],
      cell,
      listed: listed.length,
      ...Object.fromEntries(FILTERS.map((name) => [name, board?.groups[name].length])),
    });
  }

  async function playRest() {
    if (!board) return;
    try {
      const placed = board.choices.filter(({ on }) => on).map(({ placement }) => placement);
      const sheet = placed.length
        ? remember(
            await post("/api/rest", {
              id: board.sheet.id,
              placed: placed.map((each) => /** @type {Board} */ (board).word(each)),
            }),
          )
        : board.sheet;
      location.hash = `#/p/${encodeURIComponent(sheet.id)}`;
    } catch (error) {
      toast(said(error));
    }
  }

  // The link follows what is shown, so that a reload or a copy of it comes back here.
  let kept = location.hash;
  function keepLink() {
    if (left || !board || location.hash !== kept) return;
    const words = ["all", encodeURIComponent(asked), toLink(board.choices)].filter(Boolean);
    history.replaceState(null, "", `#/${words.join("/")}`);
    kept = location.hash;
  }

  // Mouse, touch and keys --------

  /** @param {Cell | null} next */
  function goTo(next) {
    if (next === cell || (next && cell && same(next, cell))) return;
    cell = next;
    drawChoices();
  }
  box.addEventListener("pointermove", (event) => {
    if (board && !pinned && event.pointerType === "mouse") {
      const there = board.under(event);
      if (there) goTo(there);
    }
  });
  box.addEventListener("pointerleave", () => {
    if (!pinned) goTo(null);
  });
  box.addEventListener("click", (event) => {
    if (!board) return;
    const there = board.under(event);
    pinned = Boolean(there && !(pinned && cell && same(there, cell)));
    goTo(there);
  });
  box.addEventListener("keydown", (event) => {
    if (!board || event.ctrlKey || event.metaKey || event.altKey) return;
    const from = cell ?? board.lie.cells[0],
      next = cell ? board.stepFrom(from, event.key) : event.key.startsWith("Arrow") ? from : null;
    if (next) {
      pinned = true;
      goTo(next);
      const [first] = board.listed(FILTERS[filters.selectedIndex], next),
        where = board.lie.lattice.words(board.lie.meant(next));
      announce(
        first
          ? ALL.mostFrequent(where, first.piece.label, percent(first.uses, board.left.length))
          : where,
      );
    } else if (event.key === "Enter" || event.key === " ") rows.focus();
    else if (event.key === "Escape" && cell) {
      pinned = false;
      goTo(null);
    } else return;
    event.preventDefault();
  });
  asks.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    board?.picture.focus();
  });
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    if (isElsewhere(event)) return;
    const letter = event.key.toLowerCase(),
      way = wayOf(event);
    if (way) back(way);
    else if (letter === "n") go(1);
    else if (letter === "p") go(-1);
    else if (letter === "r") drawn();
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", keys);
  const off = onScheme(() => board && turnTo(at));
  list(asked, linked);
  return () => {
    left = true;
    asking?.abort();
    off();
    document.removeEventListener("keydown", keys);
  };
}

/**
 * The number of tilings of a problem that has too many to list, in words; null if it is not known.
 * @param {{ id: string } | CountRequest} request @param {Sheet} sheet @param {number | null} count
 * @param {AbortSignal} signal
 */
async function numberOf(request, sheet, count, signal) {
  const known = count ?? sheet.tilings;
  if (known !== null) return known.toLocaleString(LANGUAGE);
  if ("id" in request) return null;
  const answer = await post("/api/count", request, signal).catch(() => null);
  return answer?.exact && answer.count ? BigInt(answer.count).toLocaleString(LANGUAGE) : null;
}

/** The board with what is on it, and what is known of the tilings that are left. */
class Board {
  /** @param {Sheet} sheet @param {import("../../../answers").TilingsList} list */
  constructor(sheet, list) {
    const lying = new Lie(sheet, false);
    this.sheet = sheet;
    this.lie = isLong(lying.lattice) ? new Lie(sheet, true) : lying;
    this.tilings = new Tilings({
      ...list,
      cells: list.cells.map((cells) => cells.map((cell) => this.lie.shown(cell))),
    });
    /** @type {Steps<Choice[]>} */
    this.steps = new Steps([]);
    this.left = new Uint32Array();
    this.uses = new Uint32Array();
    /** The placements of each filter. @type {Record<Filter, number[]>} */
    this.groups = { any: [], always: [], never: [], fixing: [] };
    const { lattice, cells, marks } = this.lie,
      { width, height } = lattice.size;
    const layer = (/** @type {string} */ name) => s("g", { class: `layer-${name}` });
    this.layers = {
      tiles: layer("tiles"),
      sure: layer("sure"),
      heat: layer("heat"),
      outlined: layer("outlined"),
      dots: s("g", {}),
      pointed: layer("pointed"),
      cursor: layer("cursor"),
    };
    for (const [name, mark] of marks)
      this.layers.dots.append(dotAt(lattice.center(name.split(",").map(Number)), mark));
    /** @type {Side[]} */
    this.sides = sidesOf(cells, lattice);
    this.layers.heat.append(...this.sides.map(({ line }) => line));
    this.picture = s(
      "svg",
      {
        class: "whole",
        viewBox: `-0.4 -0.4 ${width + 0.8} ${height + 0.8}`,
        role: "img",
        tabindex: "0",
        "aria-label": ALL.boardOf(sheet.title),
        "aria-describedby": "all-how",
      },
      definitions("a"),
      ground(this.lie.sheet, cells, lattice),
      Object.values(this.layers),
    );
  }

  get choices() {
    return this.steps.now;
  }

  /** @param {number} placement */
  piece(placement) {
    return this.sheet.pieces[this.tilings.piece[placement]];
  }

  /** A placement in a word. @param {number} placement */
  word(placement) {
    const cells = this.tilings.cells[placement].map((cell) => this.lie.meant(cell).join());
    return `${this.piece(placement).name}:${cells.join("-")}`;
  }

  /** Find the tilings that are left, and what they have in common. */
  ask() {
    const { tilings, choices } = this;
    this.left = tilings.where(choices);
    this.uses = tilings.uses(this.left);
    const count = this.left.length,
      open = tilings.open(
        choices,
        this.sheet.pieces.map(({ most }) => most),
      );
    const used = (/** @type {(uses: number) => boolean} */ fits) =>
      open.filter((placement) => fits(this.uses[placement]));
    this.groups = {
      any: used((uses) => uses > 0),
      always: used((uses) => uses > 0 && uses === count),
      never: used((uses) => uses === 0),
      fixing: used((uses) => uses === 1),
    };
  }

  /** The placements of a filter, at a cell or anywhere, the most frequent first. @param {Filter} filter @param {Cell | null} cell @returns {Row[]} */
  listed(filter, cell) {
    const there = cell && new Set(this.tilings.over.get(key(cell))),
      chosen = this.choices.filter(({ placement, on }) => on && there?.has(placement));
    const found = chosen.length
      ? chosen.map(({ placement }) => placement)
      : this.groups[filter].filter((placement) => !there || there.has(placement));
    return found
      .sort((one, other) => this.uses[other] - this.uses[one] || one - other)
      .map((placement) => ({
        ...{ placement, piece: this.piece(placement), cells: this.tilings.cells[placement] },
        ...{ uses: this.uses[placement], chosen: chosen.length > 0 },
      }));
  }

  /** Draw a tiling, or how often each side is a boundary. @param {number | null} at */
  draw(at) {
    const { lie, tilings, layers, uses, left } = this,
      used = this.choices.filter(({ on }) => on).map(({ placement }) => placement);
    const tile = (/** @type {number} */ placement) => this.#tile(placement),
      shown = at === null ? used : [...tilings.tiling(left[at])];
    clear(layers.tiles, shown.map(tile));
    if (lie.lattice.solid)
      layers.tiles.append(
        solidPicture(
          lie.lattice,
          lie.cells,
          shown.map((placement) => ({
            cells: tilings.cells[placement],
            color: this.piece(placement).color,
          })),
        ),
      );
    clear(layers.sure, at === null ? this.groups.always.map(tile) : null);
    layers.heat.style.display = at === null ? "" : "none";
    if (at !== null) return;
    for (const { cells, line } of this.sides) {
      const share = tilings.apart(...cells, uses, left.length) / (left.length || 1);
      // Most shares are near to each other: squares tell them apart.
      line.style.opacity = String(share ** 2);
      line.dataset.share = share.toFixed(4);
    }
  }

  /** @param {number} placement */
  #tile(placement, className = "tile") {
    return tile(this.tilings.cells[placement], this.piece(placement).color, {
      ...{ className, prefix: "a", lattice: this.lie.lattice },
    });
  }

  /** Show the cell that is meant, and outline placements. @param {Cell | null} cell @param {Row[]} rows */
  mark(cell, rows) {
    const { lattice } = this.lie;
    clear(this.layers.cursor, cell && frame("cursor", cell, 0.03, 0.1, lattice));
    clear(
      this.layers.outlined,
      rows
        .slice(0, OUTLINED)
        .map(({ cells }) => s("path", { class: "outlined", d: lattice.outline(cells, 0.1, 0.12) })),
    );
    this.point(null);
  }

  /** Show a placement that is pointed at in the list. @param {number | null} placement */
  point(placement) {
    clear(this.layers.pointed, placement === null ? null : this.#tile(placement));
  }

  /** The cell under the pointer; null if there is none. @param {MouseEvent} event */
  under({ clientX, clientY }) {
    const matrix = this.picture.getScreenCTM()?.inverse();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix),
      cell = this.lie.lattice.cellAt([x, y]);
    return this.lie.inside.has(key(cell)) ? cell : null;
  }

  /** The cell that a key leads to; null if there is none. @param {Cell} cell @param {string} name */
  stepFrom(cell, name) {
    const { lattice, inside } = this.lie;
    let next = cell;
    for (let i = 0; i < FAR; i++) {
      const step =
        lattice.solid || !/^Arrow(Left|Right)$/.test(name)
          ? lattice.stepOf(name, next)
          : [...next.slice(1).map(() => 0), name === "ArrowLeft" ? -1 : 1];
      if (!step) return null;
      next = lattice.home(add(next, step));
      if (inside.has(key(next))) return next;
    }
    return null;
  }
}
