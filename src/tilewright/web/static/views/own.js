// Make your own: paint a board, choose the pieces, see how many tilings there are.

/** @import { CountAnswer, Sheet } from "../../answers" */
/** @import { Draft } from "./draft.js" */

import { post, puzzle as load } from "../server/api.js";
import { aborted, said } from "../server/errors.js";
import { at } from "../server/http.js";
import { announce, around, button, clear, h, toast } from "../parts/dom.js";
import { Chooser } from "./chooser.js";
import { cellsOf, draftOf, FIRST, LARGEST, problemOf } from "./draft.js";
import { copyCommand, copyLink } from "../parts/exporting.js";
import { levelTag } from "./cards.js";
import { key, rectangle } from "../geometry/geometry.js";
import { makePainter } from "../board/painter.js";
import { scan } from "./scan.js";
import { Steps } from "./steps.js";
import * as storage from "../parts/storage.js";

/** @type {[Draft["turn"], string][]} */
const TURNS = [
  ["free", "turn and flip"],
  ["one-sided", "turn only"],
  ["fixed", "not turn or flip"],
];

/** What a person does in a step of a kind. @type {Record<string, string>} */
const STEPS = {
  cell: "only one placement can cover a cell",
  piece: "a piece has only as many places left as it needs",
  region: "a piece would cut off a region that the others cannot fill",
  blocked: "a piece would leave a cell or another piece with no placement",
  symmetry: "the board is symmetric, so one of several equivalent places is enough",
  trial: "trying a piece leads to a contradiction",
  guess: "a guess that may have to be undone",
};

/** @param {string} text */
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;
/** @param {string} digits */
const number = (digits) => BigInt(digits).toLocaleString("en");

/**
 * What an answer to /api/count says: a verdict, whether it is good, and more about it.
 * @param {CountAnswer} answer
 * @returns {[string, boolean | null, string]}
 */
function words({ exact, count, different, reason }) {
  if (exact && count === "0")
    return [
      "The board cannot be filled.",
      false,
      reason ? sentence(reason) : "All possibilities were tried.",
    ];
  if (!count || (!exact && count === "0")) return ["Not known", null, "There was not enough time."];
  if (!exact)
    return [`At least ${number(count)} solutions`, true, "There was no time to count them all."];
  if (count === "1" || different === "1")
    return ["There is exactly one solution", true, "This makes a good puzzle."];
  return [
    `${number(count)} solutions`,
    true,
    different ? `${number(different)}, not counting rotations.` : "",
  ];
}

/** The draft to begin with: of a puzzle, or the last one. @param {string} [from] */
async function opened(from) {
  if (!from) return storage.setting("own", FIRST);
  const draft = draftOf(await load(from));
  if (!draft)
    throw new Error(
      "This puzzle cannot be changed here, because it has dots, placed pieces or a choice of pieces.",
    );
  return draft;
}

/** @param {HTMLElement} body @param {{ from?: string, play: (sheet: Sheet) => void }} options */
export async function own(body, { from, play }) {
  const steps = new Steps(await opened(from));
  /** @type {AbortController | null} */
  let asked = null;
  let timer = 0;

  const painter = makePainter((off) => change({ off }));
  const chooser = new Chooser(steps.now.counts, steps.now.turn, () =>
    change({ counts: [...chooser.counts] }),
  );
  const verdict = h("p", { class: "verdict", role: "status" });
  const details = h("p", { class: "lead" });
  /**
   * A number that is typed: each that is on the way is used, and what is used is shown at the end.
   * @param {"rows" | "columns" | "empty"} name
   * @param {number} least
   * @param {number} most
   */
  const typed = (name, least, most) => {
    const input = h("input", {
      type: "number",
      min: least,
      max: most,
      oninput: () =>
        change(
          { [name]: Math.max(least, Math.min(most, Math.floor(Number(input.value)) || least)) },
          name,
        ),
      onchange: () => {
        steps.settle();
        show();
      },
    });
    return input;
  };
  const inputs = {
    rows: typed("rows", 1, LARGEST),
    columns: typed("columns", 1, LARGEST),
    empty: typed("empty", 0, LARGEST * LARGEST),
  };
  const turns = h(
    "select",
    {
      onchange: () => {
        change({ turn: /** @type {Draft["turn"]} */ (turns.value) });
        show();
      },
    },
    TURNS.map(([value, text]) => h("option", { value, text })),
  );
  const undo = button("", { icon: "undo", title: "Undo (Z)", onclick: () => back("undo") });
  const redo = button("", { icon: "redo", title: "Redo (Y)", onclick: () => back("redo") });
  const actions = [
    button("Play it", { class: "primary", onclick: () => made(play) }),
    button("Copy link", {
      icon: "share",
      title: "Copy link",
      onclick: () => made((sheet) => copyLink(`${at("/")}#/p/${encodeURIComponent(sheet.id)}`)),
    }),
    button("Copy command", {
      icon: "command",
      title: "Copy the command that opens this puzzle",
      onclick: () => made((sheet) => copyCommand(sheet.id)),
    }),
    button("Watch", {
      icon: "watch",
      title: "Watch the solver",
      onclick: () =>
        made((sheet) => {
          location.hash = `#/watch/${encodeURIComponent(sheet.id)}`;
        }),
    }),
  ];
  const grade = h("div", { class: "grade", role: "status" });
  const grading = button("How hard is it?", { onclick: () => made(showGrade) });

  /** @param {Sheet} sheet */
  async function showGrade(sheet) {
    const { level, grade: graded } = await load(sheet.id);
    if (!graded) {
      clear(grade, h("p", { text: "There was not enough time to find out." }));
      return;
    }
    clear(
      grade,
      h(
        "p",
        {},
        levelTag(level),
        ` score ${graded.score}. These are the steps that a person would take:`,
      ),
      h(
        "ul",
        {},
        Object.entries(graded.steps).map(([kind, count]) =>
          h("li", {}, h("b", { text: `${count} x ` }), STEPS[kind] ?? kind),
        ),
      ),
    );
    announce(`${level}, score ${graded.score}`);
  }

  // Boards that were named --------

  const name = h("input", {
    type: "text",
    maxlength: 60,
    placeholder: "a name",
    "aria-label": "Name",
  });
  const shelf = h("ul", { class: "drafts", "aria-label": "Kept boards" });
  const keep = () => {
    if (!name.value.trim()) {
      name.focus();
      toast("Give the board a name first.");
      return;
    }
    storage.keepDraft(name.value.trim(), steps.now);
    toast("The board is saved in this browser.");
    showDrafts();
  };
  function showDrafts() {
    clear(
      shelf,
      storage.drafts().map(([title, draft]) =>
        h(
          "li",
          {},
          button(title, {
            class: "small",
            title: `Open ${title}`,
            onclick: () => {
              name.value = title;
              change(draft);
              show();
            },
          }),
          button("", {
            class: "small quiet",
            icon: "close",
            title: `Delete ${title}`,
            onclick: () => {
              remove(title, draft);
            },
          }),
        ),
      ),
    );
  }

  /** @param {string} title @param {Draft} draft */
  function remove(title, draft) {
    storage.keepDraft(title, null);
    showDrafts();
    name.focus();
    toast(`${title} is deleted.`, () => {
      storage.keepDraft(title, draft);
      showDrafts();
    });
    announce(`${title} is deleted.`);
  }

  /**
   * What is dark in a picture is the board, in as many rows and columns as there are now.
   * @param {File | undefined} file
   */
  async function read(file) {
    if (!file) return;
    try {
      const { rows, columns } = steps.now;
      const cells = await scan(file, rows, columns);
      change({
        off: rectangle(rows, columns)
          .filter(([row, column]) => !cells[row][column])
          .map(key),
      });
    } catch (error) {
      toast(said(error));
    }
  }
  const picture = h("input", {
    type: "file",
    accept: "image/*",
    class: "hidden",
    "aria-label": "Picture of a board",
    onchange: () => {
      read(picture.files?.[0]);
      picture.value = "";
    },
  });
  /** @param {"across" | "down"} way @param {string} text */
  const mirror = (way, text) => {
    const box = h("input", {
      type: "checkbox",
      onchange: () => {
        painter.mirror[way] = box.checked;
      },
    });
    return h("label", { class: "inline" }, box, h("span", { text }));
  };
  const problem = () => problemOf(steps.now, (name) => chooser.shown(name));

  /**
   * Change the draft; what is typed into one field is taken back as one.
   * @param {Partial<Draft>} what
   * @param {string} [field]
   */
  function change(what, field) {
    const next = { ...steps.now, ...what };
    if (JSON.stringify(next) === JSON.stringify(steps.now)) return;
    steps.go(next, field);
    painter.show(next);
    ask();
  }

  /** @param {"undo" | "redo"} way */
  function back(way) {
    steps[way]();
    show();
    ask();
  }

  function again() {
    const before = steps.now;
    change(FIRST);
    show();
    if (steps.now === before) {
      toast("There is nothing to clear.");
      return;
    }
    toast("Cleared.", () => back("undo"));
    announce("Cleared. Use Undo to restore the board.");
  }

  /** Show the draft as it is, whatever was typed. */
  function show() {
    const { rows, columns, empty, turn, counts } = steps.now;
    painter.show(steps.now);
    chooser.show(counts, turn);
    inputs.rows.value = String(rows);
    inputs.columns.value = String(columns);
    inputs.empty.value = String(empty);
    turns.value = turn;
  }

  function ask() {
    asked?.abort();
    clearTimeout(timer);
    storage.keepSetting("own", steps.now);
    undo.setAttribute("aria-disabled", String(!steps.past.length));
    redo.setAttribute("aria-disabled", String(!steps.future.length));
    verdict.classList.remove("good", "bad");
    const missing = !cellsOf(steps.now).length
      ? "The board has no cells."
      : problem().pieces.length
        ? null
        : "Choose at least one piece.";
    for (const action of actions) action.disabled = missing !== null;
    details.textContent = "";
    painter.mark(null);
    clear(grade);
    grading.hidden = true;
    verdict.textContent = missing ?? "Counting …";
    if (missing) return;
    timer = setTimeout(async () => {
      asked = new AbortController();
      try {
        const answer = await post("/api/count", problem(), asked.signal);
        painter.mark(answer.weights);
        const [text, good, more] = words(answer);
        verdict.textContent = text;
        if (good !== null) verdict.classList.add(good ? "good" : "bad");
        details.textContent = more;
        grading.hidden = answer.different !== "1" && !(answer.exact && answer.count === "1");
        announce(text);
      } catch (error) {
        if (aborted(error)) return;
        verdict.textContent = said(error);
        verdict.classList.add("bad");
      }
    }, 350);
  }

  /** Make a puzzle of the draft. @param {(sheet: Sheet) => unknown} use */
  async function made(use) {
    try {
      await use(await post("/api/share", problem()));
    } catch (error) {
      toast(said(error));
    }
  }

  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    if (around(event, 'input:not([type="checkbox"]), select, textarea, dialog *') || event.altKey)
      return;
    const letter = event.key.toLowerCase();
    const way =
      letter === "y" || (letter === "z" && event.shiftKey)
        ? "redo"
        : letter === "z"
          ? "undo"
          : null;
    if (!way) return;
    event.preventDefault();
    back(way);
  };
  document.addEventListener("keydown", keys);

  clear(
    body,
    h(
      "div",
      { class: "columns own" },
      h(
        "div",
        { class: "bench" },
        h(
          "div",
          { class: "painting" },
          painter.element,
          h(
            "div",
            { class: "settings" },
            h(
              "div",
              { class: "row" },
              h("label", {}, "Rows", inputs.rows),
              h("label", {}, "Columns", inputs.columns),
            ),
            h("label", {}, "Pieces may", turns),
            h("label", {}, "Empty cells", inputs.empty),
            h("p", {
              class: "lead",
              text: "Click or paint cells to remove them. If every piece may be used any number of times, you play by drawing outlines.",
            }),
            h(
              "div",
              { class: "row" },
              undo,
              redo,
              button("Start again", { icon: "again", onclick: again }),
            ),
            h(
              "fieldset",
              {},
              h("legend", { text: "Mirror your painting" }),
              mirror("across", "left and right"),
              mirror("down", "top and bottom"),
            ),
            button("From a picture", { icon: "save", onclick: () => picture.click() }),
            picture,
          ),
        ),
        h("div", { class: "row keeping" }, name, button("Save", { onclick: keep }), shelf),
        chooser.element,
      ),
      h(
        "div",
        { class: "side result" },
        verdict,
        details,
        grading,
        grade,
        h("div", { class: "row" }, actions),
      ),
    ),
  );
  show();
  showDrafts();
  ask();
  return () => {
    asked?.abort();
    clearTimeout(timer);
    document.removeEventListener("keydown", keys);
  };
}
