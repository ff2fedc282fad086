// Set a puzzle by hand: put clues on a board, and see at once how many solutions there are.

/** @import { KindSheet, Sheet, SolutionsAnswer } from "../../../answers" */
/** @import { Setting } from "./editors.js" */

import { LANGUAGE, LINKS, OWN, SET, SHARED } from "../../texts/en.js";
import { kinds as loadKinds, post } from "../../server/api.js";
import { said } from "../../server/errors.js";
import { puzzleAt } from "../../server/files.js";
import { announce, button, clear, h, toast } from "../../parts/dom.js";
import { badges, dotAt, frame, regions, still } from "../../board/look/board.js";
import { dressed, regionsIn } from "../../game/conditions.js";
import { readLink, sitesOf } from "../../game/links.js";
import { cellOf, key, rectangle } from "../../geometry/geometry.js";
import { Lattice, squares } from "../../geometry/lattice.js";
import { LARGEST } from "../elements/draft.js";
import { copyLink, onPaper, printPicture } from "../../parts/exporting.js";
import { makePainter } from "../../board/look/painter.js";
import { IVORY, tint } from "../../parts/palette.js";
import { layBench, makeDrafting, numbers } from "./drafting.js";
import { keyButton, makeDominoes } from "./keypad.js";
import { makeClues } from "./clues.js";
import { cluesOf, codeOf, EDITORS, editorOf, fresh, readCode, regionsOf } from "./editors.js";
import { paperOf } from "./paper.js";
import { makeVerdict, showGrade, words } from "./verdict.js";
import * as storage from "../../parts/storage.js";

/** More solutions are not counted. */
const MOST = 1000;
/** How long a change waits for the next one, and how long a clue without which there are solutions is looked for, in milliseconds. */
const WAIT = 200,
  BLAME = 4000;
/** @param {number} number */
const figures = (number) => number.toLocaleString(LANGUAGE);

/** What is opened: what an address says, or what was last set. @param {KindSheet[]} kinds @param {string[]} words */
function opened(kinds, [name, code]) {
  const last = storage.setting("set", ""),
    [own, text] = code === undefined && !name ? last.split("/") : [name, code ?? ""],
    kind = kinds.find((each) => each.name === own) ?? kinds[0],
    found = text ? readCode(kind, text) : null;
  if (code !== undefined && !found) toast(SHARED.example);
  return found ?? fresh(kind);
}

/**
 * @param {HTMLElement} body
 * @param {{ words: string[], play: (sheet: Sheet) => void }} options  The words of the address, if it opens this view.
 */
export async function set(body, { words: given, play }) {
  const kinds = (await loadKinds()).kinds.filter(({ editor }) => editor);
  const drafting = makeDrafting(opened(kinds, given), { show, changed }),
    { steps, change, typed } = drafting;
  let begun = false;
  /** The puzzle, and what is known of its solutions. @type {Sheet | null} */
  let sheet = null;
  /** @type {SolutionsAnswer | null} */
  let answer = null;
  /** The clues without any one of which there are solutions. @type {string[]} */
  let blamed = [];

  /** What there is to know of the kind that is set. */
  const about = () => {
    const kind = kinds.find(({ name }) => name === steps.now.kind) ?? kinds[0];
    return { kind, ...editorOf(kind) };
  };

  // The board --------

  const painter = makePainter((off) => change({ off }));
  const clues = makeClues(steps, change, { about, painter, draw });

  /** Draw what is on the board. @param {Setting} setting */
  function draw(setting) {
    const all = regionsOf(setting),
      isRegion = about().editor.regions,
      there = (isRegion ? all : []).map(({ cells, says }) => ({
        cells: cells.map(cellOf),
        badge: says,
        state: "open",
      })),
      clues = isRegion ? [] : cluesOf(setting);
    const sayings = new Map(
      all.flatMap(({ cells, says }) => cells.map((name) => [name, says || SET.region])),
    );
    painter.draw(
      [
        ...regions(there, squares),
        ...blamed.map((name) => frame("amiss", cellOf(name), 0.06)),
        ...(answer?.uncovered ?? []).map((cell) => frame("amiss", cell, 0.06)),
        ...badges(
          there.filter(({ badge }) => badge),
          squares,
        ),
        ...clues.map(([name, clue]) => dotAt(squares.center(cellOf(name)), clue)),
      ],
      (name) => {
        const says = sayings.get(name);
        return says ? `, ${says === "o" ? SET.dot : says}` : "";
      },
    );
    const shaded = new Set(common.checked && !shading.hidden ? answer?.same.map(key) : []);
    painter.mark(
      shaded.size
        ? Array.from({ length: setting.rows }, (_, row) =>
            Array.from({ length: setting.columns }, (_, column) =>
              Number(shaded.has(key([row, column]))),
            ),
          )
        : null,
    );
  }

  // What is chosen --------

  const kind = h(
    "select",
    {
      name: "kind",
      onchange: () => {
        change(fresh(kinds[kind.selectedIndex]));
        show();
      },
    },
    kinds.map(({ name, title }) => h("option", { value: name, text: title })),
  );
  const inputs = { rows: typed("rows", 1, LARGEST), columns: typed("columns", 1, LARGEST) };
  const choice = h("select", {
    name: "pieces",
    onchange: () => change({ pieces: [choice.value] }),
  });
  const choosing = h("label", {}, SET.pieces, choice);
  /** @param {boolean} on @param {string} text */
  const mode = (on, text) =>
    h("button", {
      type: "button",
      text,
      onclick: () => {
        clueing = on;
        show();
      },
    });
  let clueing = true;
  const modes = [mode(true, SET.clues), mode(false, SET.cells)];
  const keys = h("div", { class: "keys", role: "group", "aria-label": SET.keys });
  const dominoes = makeDominoes((pieces) => change({ pieces }));
  /** @param {string} pressed */
  const keyOf = (pressed) =>
    keyButton(pressed, () => {
      const at = painter.here();
      if (at && clues.cells().includes(at)) clues.press(cellOf(at), pressed);
    });

  /** Show all fields as they are. */
  function show() {
    const { rows, columns, kind: name, pieces } = steps.now,
      { editor, values, kind: sheetOf } = about();
    painter.use(clueing ? clues.tool : null, clueing ? SET.board : "");
    painter.show(steps.now);
    painter.element.classList.toggle("clueing", clueing);
    kind.value = name;
    inputs.rows.value = String(rows);
    inputs.columns.value = String(columns);
    for (const [i, each] of modes.entries())
      each.setAttribute("aria-pressed", String(clueing === (i === 0)));
    choosing.hidden = editor.pieces !== "choice";
    clear(
      choice,
      sheetOf.offers[0].pieces.map(([value, text]) =>
        h("option", { value, text, selected: value === pieces[0] }),
      ),
    );
    dominoes.element.hidden = editor.pieces !== "dominoes";
    hint.textContent = clueing ? SET.hints[sheetOf.editor.split(" ")[0]] : SET.aboutCells;
    keys.hidden = !clueing || editor === EDITORS.dots;
    clear(keys, [...editor.keys(values), "Delete"].map(keyOf));
    clues.begin();
  }

  // Links to other sites --------

  const pasted = h("input", {
    type: "url",
    placeholder: "https://puzz.link/p?…",
    onchange: () => openLink().catch((error) => toast(said(error))),
  });
  async function openLink() {
    const link = pasted.value.trim();
    pasted.value = "";
    if (!link) return;
    const { clues: says, ...board } = await readLink(link),
      { rows, columns } = board,
      own = kinds.find(({ name }) => name === board.kind),
      regions = [...says].map(([cell, text]) => ({ cells: [cell], says: text }));
    if (Math.max(rows, columns) > LARGEST) throw new Error(LINKS.large(LARGEST));
    const code = codeOf({ ...board, regions, pieces: [] }),
      found = own && readCode(own, code);
    if (!found) throw new Error(LINKS.damaged);
    change(found);
    show();
    toast(LINKS.opened);
  }
  const others = h("div", { class: "row" });
  /** Show what copies a link for each site that has the kind. */
  function showSites() {
    clear(
      others,
      sitesOf(steps.now).map(({ title, write }) =>
        button(LINKS.copy(title), {
          icon: "share",
          title: LINKS.copyTitle(title),
          onclick: async () => {
            const { kind, rows, columns, off } = steps.now,
              names = new Set(rectangle(rows, columns).map(key)),
              board = { kind, rows, columns, off: off.filter((name) => names.has(name)) };
            copyLink(await write({ ...board, clues: new Map(cluesOf(steps.now)) }));
          },
        }),
      ),
    );
  }

  // The verdict --------

  const verdict = makeVerdict(WAIT),
    grade = h("div", { class: "grade" }),
    pictures = h("div", { class: "both" }),
    hint = h("p", { class: "lead" }),
    common = h("input", { type: "checkbox", onchange: () => draw(steps.now) }),
    shading = h("label", { class: "inline", hidden: true }, common, h("span"));
  /** @param {(sheet: Sheet) => unknown} use */
  const used = (use) => async () => {
    try {
      if (sheet) await use(sheet);
    } catch (error) {
      toast(said(error));
    }
  };
  const actions = [
    button(OWN.play, { class: "primary", onclick: used(play) }),
    button(SHARED.copyLink, {
      icon: "share",
      title: SHARED.copyLink,
      onclick: used(({ id }) => copyLink(puzzleAt(id))),
    }),
    button(SET.print, { icon: "print", title: SET.print, onclick: used(print) }),
  ];

  /** @param {Sheet} of */
  async function print(of) {
    const { pieces, placed } = dressed(of);
    const there = placed.map((each) => ({
      ...{ marks: [], ...each, given: true },
      color: pieces.find(({ name }) => name === each.piece)?.color ?? 0,
    }));
    await printPicture(await onPaper(paperOf(dressed(of), there, []), "svg"));
  }

  /** What is on the board has changed. */
  function changed() {
    verdict.stop();
    sheet = null;
    answer = null;
    blamed = [];
    painter.show(steps.now);
    showSites();
    const { kind: name, pieces } = steps.now,
      code = codeOf(steps.now),
      { editor, pieces: words } = about();
    storage.keepSetting("set", `${name}/${code}`);
    dominoes.show(pieces);
    for (const action of actions) action.disabled = true;
    const request = clues.cells().length ? editor.request(steps.now, words) : OWN.noCells;
    draw(steps.now);
    tell(typeof request === "string" ? request : OWN.counting);
    // At first the address is that of the view.
    const link = begun ? `#/make/set/${name}/${encodeURIComponent(code)}` : null;
    begun = true;
    verdict.ask(async (signal) => {
      if (link) history.replaceState(null, "", link);
      if (typeof request !== "string") await ask({ ...request, kind: name }, signal);
    });
  }

  /** Say what there is to know by now. @param {Parameters<typeof verdict.tell>} words */
  function tell(...words) {
    verdict.tell(...words);
    clear(grade);
    clear(pictures);
    shading.hidden = true;
  }

  /** @param {import("../../../answers").ShareRequest} request @param {AbortSignal} signal */
  async function ask(request, signal) {
    sheet = await post("/api/share", request, signal);
    for (const action of actions) action.disabled = false;
    answer = await post("/api/solutions", { id: sheet.id, most: MOST }, signal);
    tellAnswer(sheet, answer);
    if (answer.exact && answer.count === "0" && !answer.uncovered.length) await blame(signal);
  }

  /** @param {Sheet} of @param {SolutionsAnswer} found */
  function tellAnswer(of, found) {
    const { grade: graded, tilings, same, exact } = found,
      area = clues.cells().length,
      [text, good, more] = wordsOf(of, found, area);
    tell(text, good, more);
    if (graded) showGrade(grade, graded);
    else announce(text);
    if (tilings.length > 1) {
      clear(
        pictures,
        tilings.map((tiling, i) => picture(of, tiling, found.apart, SET.solution(i + 1))),
        h("p", { class: "lead", text: SET.apart }),
      );
      // What some solutions have in common says nothing of the others, unless it is nothing.
      const known = exact || !same.length;
      shading.hidden = !known;
      clear(shading.lastElementChild ?? shading, SET.same(same.length, area));
    }
    draw(steps.now);
  }

  /** Find clues without which there are solutions. @param {AbortSignal} signal */
  async function blame(signal) {
    const { editor, pieces } = about(),
      now = steps.now,
      end = Date.now() + BLAME;
    for (const region of now.regions) {
      const others = now.regions.filter((each) => each !== region),
        less = editor.dropped ? [{ ...region, says: editor.dropped }] : [],
        request = editor.request({ ...now, regions: [...others, ...less] }, pieces);
      if (Date.now() > end) break;
      if (typeof request === "string") continue;
      const { id } = await post("/api/share", { ...request, kind: now.kind }, signal),
        { count } = await post("/api/solutions", { id, most: 0 }, signal);
      if (count === "0") continue;
      blamed.push(region.cells[0]);
      verdict.tell(SET.none, false, SET.without(blamed.length));
      draw(now);
    }
  }

  layBench(body, {
    name: "set",
    drawn: h(
      "div",
      { class: "clued" },
      painter.element,
      keys,
      h(
        "div",
        { class: "row" },
        drafting.buttons,
        button(OWN.again, {
          icon: "again",
          onclick: () => {
            change(fresh(about().kind));
            show();
          },
        }),
      ),
    ),
    settings: [
      h("label", {}, SHARED.kind, kind),
      numbers([
        [SHARED.rows, inputs.rows],
        [SHARED.columns, inputs.columns],
      ]),
      choosing,
      h("div", { class: "row", role: "group", "aria-label": SET.change }, modes),
      hint,
      h("label", {}, LINKS.open, pasted),
      others,
    ],
    below: [dominoes.element],
    side: [verdict.elements, h("div", { class: "row" }, actions)],
    more: [grade, shading, pictures],
  });
  drafting.begin();
  return () => {
    verdict.stop();
    drafting.leave();
  };
}

/**
 * What the solutions say: a verdict, whether it is good, and more about it.
 * @param {Sheet} of @param {SolutionsAnswer} found @param {number} area  Of the board.
 * @returns {[string, boolean | null, string]}
 */
function wordsOf(of, found, area) {
  const { more, grade, uncovered, different, count } = found,
    [{ cells }] = of.pieces,
    size = of.pieces.every((piece) => piece.cells.length === cells.length) ? cells.length : 1,
    [text, good, told] = words(found),
    about = different === count ? "" : told;
  if (more) return [SET.moreThan(figures(MOST)), null, ""];
  if (text === OWN.none) {
    const why = uncovered.length ? SET.uncovered : about;
    return [SET.none, good, area % size ? SET.area(size, area) : why];
  }
  if (text !== OWN.one) return [text, good ? null : good, about];
  const steps = Object.keys(grade?.steps ?? {}),
    hardest = Object.keys(OWN.steps).findLast((step) => steps.includes(step));
  return [text, good, hardest ? SET.hardest(OWN.steps[hardest]) : OWN.noGrade];
}

/**
 * A solution, drawn small, with the cells where another one differs.
 * @param {Sheet} sheet @param {SolutionsAnswer["tilings"][number]} tiling @param {number[][]} apart @param {string} name
 */
function picture(sheet, tiling, apart, name) {
  const cells = squares.read(sheet.cells).map(([cell]) => cell),
    there = regionsIn(sheet.rules ?? []),
    colors = tint(
      tiling.map((each) => each.cells),
      tiling.map(({ color }) => color),
    );
  const { element, draw } = still(
    { sheet, cells, lattice: new Lattice(null, sheet) },
    { class: "solution", "aria-label": name },
  );
  draw(tiling.map((each, i) => ({ ...each, color: there.length ? IVORY : colors[i] })));
  element.append(...badges(there, squares), ...apart.map((cell) => frame("apart", cell, 0.12)));
  return element;
}
