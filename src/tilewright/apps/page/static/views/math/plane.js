// The plane: draw a piece, and see at once whether it tiles the plane, and how; the endless tiling,
// or the rings around the piece.

/** @import { PlaneSheet } from "../../../answers" */
/** @import { Prefix } from "../elements/shape.js" */

import { PLANE, SHARED } from "../../texts/en.js";
import { sentences, stopped } from "../../texts/joining.js";
import { post } from "../../server/api.js";
import { aborted, said, sentence } from "../../server/errors.js";
import { commandFor, hasTerminal } from "../../server/commands.js";
import { toast, announce, around, button, clear, h } from "../../parts/dom.js";
import { looking, stage } from "../../parts/stage.js";
import { penOf } from "./deep.js";
import { Endless } from "./endless.js";
import { saveCanvas, takeAway } from "../../parts/exporting.js";
import { key, stepOf } from "../../geometry/geometry.js";
import { makePainter } from "../../board/look/painter.js";
import { onScheme } from "../../parts/palette.js";
import { cellsOf, fieldAround, fromLink, prefixOf, toLink, wordOf } from "../elements/shape.js";
import { Steps, wayOf } from "../maker/steps.js";
import { takeMoves, View } from "../watch/view.js";

/** What a piece may be made of, and the piece to begin with. @type {[Prefix, string, string][]} */
const LATTICES = [
  ["", PLANE.lattices.squares, "##/.##/..#"],
  ["tri:", PLANE.lattices.triangles, "tri:.###/###"],
  ["hex:", PLANE.lattices.hexagons, "hex:###/#"],
];
/** How it may turn. */
const TURNS = /** @type {const} */ (["free", "one-sided", "fixed"]);
/** Pieces to begin with; the texts say what each of them shows. */
const EXAMPLES = [
  "####/.#..",
  ".##/##./.#.",
  "#####/##.#.",
  "##/.##/..#/..##/..#",
  "###/.#/.#/.#/##",
  "##.#/.###/..#/..#",
  "######/#....#/#",
  "###/#.#/###",
  "tri:.###/###",
  "hex:###/#",
];
/** How long a stroke is waited for, in milliseconds. */
const PAUSE = 120;
/** How far one press of an arrow key goes, in pixels, and how much a press of a button zooms. */
const STEP = 60,
  ZOOM = 1.4;

/**
 * What is said of an answer: a verdict, whether it is good, why, and that in terms.
 * @param {PlaneSheet} found
 * @returns {[string, boolean | null, string, string]}
 */
function words({
  verdict,
  kind,
  isohedral_number: number,
  why,
  plain,
  heesch,
  heesch_with_holes: with_holes,
}) {
  const reason = sentence(why);
  if (kind === "periodic")
    return [PLANE.kinds.periodic, true, plain, PLANE.classes(reason, number ?? "")];
  if (kind) return [PLANE.kinds[kind], true, plain, reason];
  if (verdict === "not known") return [PLANE.notKnown, null, plain, reason];
  const terms =
    heesch === null
      ? reason
      : with_holes === null || with_holes === heesch
        ? PLANE.heesch(reason, heesch)
        : PLANE.heeschWithHoles(reason, heesch, with_holes);
  return [PLANE.none, false, plain, terms];
}

/**
 * @param {HTMLElement} host
 * @param {string[]} given  The piece, how it may turn, and what was seen.
 */
export async function show(host, [linked, turned, seen]) {
  const steps = new Steps(fromLink(linked) ?? LATTICES[0][2]);
  if (linked && !fromLink(linked)) toast(SHARED.example);
  const view = new View();
  /** @type {Endless | null} */
  let endless = null;
  /** @type {AbortController | null} */
  let asked = null;
  let timer = 0,
    linkTimer = 0,
    frameAsked = 0,
    waiting = true,
    own = view.read(seen),
    left = false;

  const canvas = h("canvas", {
    class: "deep endless",
    tabindex: "0",
    role: "img",
    "aria-label": PLANE.title,
    "aria-describedby": "plane-how",
  });
  const context = penOf(canvas);
  const box = h("div", { class: "deep-box" }, canvas);
  const bench = h("div", { class: "bench" });
  const verdict = h("p", { class: "verdict", role: "status" }),
    details = h("p", { class: "lead" }),
    learned = h("p", {});
  const terms = h(
    "details",
    { class: "source", hidden: true },
    h("summary", { text: PLANE.terms }),
    learned,
  );
  const lattices = h(
    "select",
    { "aria-label": PLANE.cells, onchange: () => go(LATTICES[lattices.selectedIndex][2]) },
    LATTICES.map(([value, text]) => h("option", { value, text })),
  );
  const turns = h(
    "select",
    { "aria-label": PLANE.turns, onchange: () => ask() },
    TURNS.map((value) =>
      h("option", { value, text: PLANE.turn[value], selected: value === turned }),
    ),
  );
  const examples = h(
    "select",
    {
      "aria-label": PLANE.examples,
      onchange: () => {
        if (examples.value) go(examples.value);
        examples.value = "";
      },
    },
    h("option", { value: "", text: PLANE.example }),
    EXAMPLES.map((value, i) => h("option", { value, text: PLANE.pieces[i] })),
  );
  const undo = button("", {
    icon: "undo",
    title: SHARED.undo,
    onclick: () => {
      steps.undo();
      lay();
    },
  });
  const redo = button("", {
    icon: "redo",
    title: SHARED.redo,
    onclick: () => {
      steps.redo();
      lay();
    },
  });
  const outlined = h("input", { type: "checkbox", checked: true, onchange: draw });
  const coloring = h("select", { "aria-label": SHARED.colors, onchange: draw });
  const period = h(
    "div",
    { class: "row", hidden: true },
    coloring,
    h("label", { class: "inline" }, outlined, h("span", { text: PLANE.period })),
  );
  const level = h("input", {
    type: "range",
    min: 0,
    max: 0,
    step: 1,
    value: "0",
    id: "rings",
    oninput: () => {
      levels();
      if (!own) home();
      draw();
    },
  });
  const levelText = h("output", { for: "rings", class: "number" });
  const rings = h(
    "label",
    { for: "rings", hidden: true },
    h("span", {}, PLANE.rings, levelText),
    level,
  );
  const levels = () => {
    levelText.textContent = PLANE.ringsOf(level.value, level.max);
  };

  clear(
    host,
    stage(box, {
      name: "planar",
      title: PLANE.title,
      lead: PLANE.lead,
      // What is drawn is the question.
      open: true,
      tools: [
        undo,
        redo,
        button("", { icon: "clear", title: PLANE.clear, onclick: () => go("") }),
        looking(box, canvas, (by) => zoom(ZOOM ** by), ""),
      ],
      below: h("p", {
        class: "caption coarse",
        "aria-hidden": "true",
        text: PLANE.touch,
      }),
      side: [
        h("div", { class: "choices" }, lattices, turns, examples),
        bench,
        h("div", { class: "saying" }, verdict, details, terms),
        rings,
        period,
        takeAway(keepLink, { PNG: () => saveCanvas(canvas, "plane") }),
        h("p", {
          class: "caption fine",
          id: "plane-how",
          text: PLANE.how,
        }),
      ],
    }),
  );

  // The piece --------

  /** Go on to another drawing. @param {string} word */
  function go(word) {
    // The cells of a drawing that was cleared are those of the lattice that is chosen.
    steps.go(word || lattices.value);
    lay();
  }

  /** Lay the drawing out on a field with room around it. */
  async function lay() {
    const word = steps.now,
      prefix = prefixOf(word),
      first = LATTICES.find(([value]) => value === prefix)?.[2] ?? "";
    lattices.value = prefix;
    try {
      const sheet = await sheetOf(prefix, first);
      if (left || word !== steps.now) return;
      const { lattice, cells, shape } = fieldAround(
        sheet,
        cellsOf(word).length ? cellsOf(word) : cellsOf(first),
      );
      const field = new Set(cells.map(key)),
        { kinds } = lattice.data,
        focused = bench.contains(document.activeElement);
      const painter = makePainter(
        (off) => {
          const gone = new Set(off),
            there = cells.filter((cell) => !gone.has(key(cell)));
          steps.go(there.length ? wordOf(there, prefix, kinds) : prefix);
          // At the edge of the field there has to be more room.
          if (there.some((cell) => lattice.neighbors(cell).some((next) => !field.has(key(next)))))
            lay();
          else ask();
        },
        PLANE.piece,
        "paint piece",
        { lattice, cells },
      );
      const there = new Set(cellsOf(word).length ? shape.map(key) : []);
      painter.show({ rows: 0, columns: 0, off: cells.map(key).filter((name) => !there.has(name)) });
      clear(bench, painter.element);
      painter.begin(focused);
      ask(0);
    } catch (error) {
      reveal(null);
      say(said(error), false);
    }
  }

  /** @param {string} text @param {boolean | null} good */
  function say(text, good, more = "", inTerms = "") {
    verdict.textContent = text;
    verdict.classList.toggle("good", good === true);
    verdict.classList.toggle("bad", good === false);
    details.textContent = more;
    learned.textContent = inTerms;
    terms.hidden = !inTerms;
  }

  function ask(pause = PAUSE) {
    waiting = true;
    draw();
    asked?.abort();
    clearTimeout(timer);
    undo.setAttribute("aria-disabled", String(!steps.past.length));
    redo.setAttribute("aria-disabled", String(!steps.future.length));
    const piece = steps.now,
      turn = TURNS[turns.selectedIndex];
    if (!cellsOf(piece).length) {
      reveal(null);
      say(PLANE.draw, null, PLANE.drawHow);
      return;
    }
    timer = setTimeout(async () => {
      const mine = new AbortController();
      asked = mine;
      const slow = setTimeout(() => say(PLANE.looking, null), 300);
      try {
        const { plane, reason } = await post("/api/plane", { piece, turn }, mine.signal);
        if (mine.signal.aborted) return;
        reveal(plane ?? null);
        const [text, good, known, inTerms] = plane
          ? words(plane)
          : [PLANE.notKnown, null, stopped(String(reason)), ""];
        const more =
          good === null
            ? sentences(
                known,
                hasTerminal() ? PLANE.goesOn(commandFor("/api/plane", { piece, turn })) : "",
              )
            : known;
        say(text, good, more, inTerms);
        announce(sentences(text, more));
      } catch (error) {
        if (aborted(error)) return;
        reveal(null);
        say(said(error), false);
      } finally {
        clearTimeout(slow);
      }
    }, pause);
  }

  /** Show what there is to see of an answer. @param {PlaneSheet | null} found */
  function reveal(found) {
    waiting = false;
    endless = found && new Endless(found);
    const most = found?.rings.length ?? 0;
    level.max = String(most);
    level.value = level.max;
    rings.hidden = !most;
    period.hidden = !endless?.period;
    levels();
    const fewest = coloring.value !== "orientation";
    clear(
      coloring,
      h("option", {
        value: "fewest",
        text: found?.coloring
          ? PLANE[found.coloring.proven ? "colorsLeast" : "colors"](found.coloring.colors)
          : PLANE.oneColor,
      }),
      h("option", { value: "orientation", text: PLANE.byOrientation }),
    );
    coloring.value = fewest ? "fewest" : "orientation";
    if (!own) home();
    canvas.setAttribute(
      "aria-label",
      !endless
        ? PLANE.shows.nothing
        : endless.period
          ? PLANE.shows.tiling
          : most
            ? PLANE.shows.rings
            : PLANE.shows.piece,
    );
    draw();
  }

  // The picture --------

  function home() {
    if (!endless) return;
    view.fit(endless.box(Number(level.value)), endless.period ? 3.2 : Number(level.max) ? 1.1 : 2);
    own = false;
  }

  /** What is seen was chosen by hand. */
  function moved() {
    own = true;
    draw();
  }

  /** @param {number} times */
  function zoom(times) {
    view.to(view.unit * times);
    moved();
  }

  function draw() {
    if (!frameAsked)
      frameAsked = requestAnimationFrame(() => {
        frameAsked = 0;
        paint();
      });
  }

  function paint() {
    const ratio = devicePixelRatio || 1;
    if (!canvas.clientWidth) return;
    const wide = Math.round(view.wide * ratio),
      high = Math.round(view.high * ratio);
    if (canvas.width !== wide) canvas.width = wide;
    if (canvas.height !== high) canvas.height = high;
    context.clearRect(0, 0, wide, high);
    const tiles =
      endless?.paint(context, view, {
        rings: Number(level.value),
        outlined: outlined.checked,
        fewest: coloring.value === "fewest",
      }) ?? 0;
    canvas.dataset.state = JSON.stringify({
      piece: steps.now,
      answered: !waiting,
      tiles,
      rings: Number(level.value),
      unit: view.unit,
      x: view.x,
      y: view.y,
    });
    clearTimeout(linkTimer);
    linkTimer = setTimeout(keepLink, 250);
  }

  // The link follows what is shown, so that a reload or a copy of it comes back here.
  let shown = location.hash;
  function keepLink() {
    clearTimeout(linkTimer);
    // Somebody has gone on to another link, and the page is about to hear of it.
    if (left || location.hash !== shown || !cellsOf(steps.now).length) return;
    history.replaceState(
      null,
      "",
      `#/${["plane", toLink(steps.now), TURNS[turns.selectedIndex], ...(own ? [view.words()] : [])].join("/")}`,
    );
    shown = location.hash;
  }

  takeMoves(canvas, view, moved);
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = stepOf(event);
    if (by) {
      view.move(-by[1] * STEP, -by[0] * STEP);
      moved();
    } else if (event.key === "+" || event.key === "=") zoom(ZOOM);
    else if (event.key === "-") zoom(1 / ZOOM);
    else if (event.key === "0") {
      home();
      draw();
    } else return;
    event.preventDefault();
  });
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    const way = wayOf(event);
    if (!way || around(event, "input, select, dialog *")) return;
    event.preventDefault();
    steps[way]();
    lay();
  };
  document.addEventListener("keydown", keys);

  const resized = new ResizeObserver(() => {
    if (!canvas.clientWidth) return;
    [view.wide, view.high] = [canvas.clientWidth, canvas.clientHeight];
    if (!own) home();
    draw();
  });
  resized.observe(canvas);
  const off = onScheme(draw);
  await lay();
  return () => {
    left = true;
    asked?.abort();
    off();
    resized.disconnect();
    document.removeEventListener("keydown", keys);
    clearTimeout(timer);
    clearTimeout(linkTimer);
    cancelAnimationFrame(frameAsked);
  };
}

/**
 * What is known of the lattices; what squares are is.
 * @type {Map<Prefix, PlaneSheet["lattice"]>}
 */
const sheets = new Map([["", null]]);

/** @param {Prefix} prefix @param {string} piece  One of such cells. */
async function sheetOf(prefix, piece) {
  if (!sheets.has(prefix))
    sheets.set(prefix, (await post("/api/plane", { piece })).plane?.lattice ?? null);
  return sheets.get(prefix) ?? null;
}
