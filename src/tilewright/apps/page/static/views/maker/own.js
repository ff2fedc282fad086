// Make your own: paint a board, choose the pieces, see how many tilings there are.

/** @import { Sheet } from "../../../answers" */
/** @import { Draft } from "../elements/draft.js" */

import { OWN, SHARED } from "../../texts/en.js";
import { post, puzzle as load } from "../../server/api.js";
import { said } from "../../server/errors.js";
import { at } from "../../server/files.js";
import { announce, button, clear, h, toast } from "../../parts/dom.js";
import { Chooser } from "./chooser.js";
import { cellsOf, draftOf, FIRST, LARGEST, problemOf } from "../elements/draft.js";
import { copyCommand, copyLink } from "../../parts/exporting.js";
import { key, rectangle } from "../../geometry/geometry.js";
import { makePainter } from "../../board/look/painter.js";
import { scan } from "../watch/scan.js";
import { layBench, makeDrafting, numbers } from "./drafting.js";
import { makeVerdict, showGrade, words } from "./verdict.js";
import * as storage from "../../parts/storage.js";

/** The draft to begin with: of a puzzle, or the last one. @param {string} [from] */
async function opened(from) {
  if (!from) return storage.setting("own", FIRST);
  const draft = draftOf(await load(from));
  if (!draft) throw new Error(OWN.cannotChange);
  return draft;
}

/** @param {HTMLElement} body @param {{ from?: string, play: (sheet: Sheet) => void }} options */
export async function own(body, { from, play }) {
  const drafting = makeDrafting(await opened(from), { show, changed }),
    { steps, change, back, typed } = drafting;
  const painter = makePainter((off) => change({ off }));
  const chooser = new Chooser(steps.now.counts, steps.now.turn, () =>
    change({ counts: [...chooser.counts] }),
  );
  const verdict = makeVerdict(350);
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
    Object.entries(OWN.turns).map(([value, text]) => h("option", { value, text })),
  );
  const actions = [
    button(OWN.play, { class: "primary", onclick: () => made(play) }),
    button(SHARED.copyLink, {
      icon: "share",
      title: SHARED.copyLink,
      onclick: () => made((sheet) => copyLink(`${at("/")}#/p/${encodeURIComponent(sheet.id)}`)),
    }),
    button(SHARED.copyCommand, {
      icon: "command",
      class: "at-desk",
      title: SHARED.copyCommandTitle,
      onclick: () => made((sheet) => copyCommand(sheet.id)),
    }),
    button(OWN.watch, {
      icon: "watch",
      title: OWN.watchTitle,
      onclick: () =>
        made((sheet) => {
          location.hash = `#/watch/${encodeURIComponent(sheet.id)}`;
        }),
    }),
  ];
  const grade = h("div", { class: "grade", role: "status" });
  const grading = button(OWN.hard, {
    onclick: () => made(async ({ id }) => showGrade(grade, (await load(id)).grade)),
  });

  // Boards that were named --------

  const name = h("input", {
    type: "text",
    maxlength: 60,
    placeholder: OWN.aName,
    "aria-label": OWN.name,
  });
  const shelf = h("ul", { class: "drafts", "aria-label": OWN.kept });
  const keep = () => {
    if (!name.value.trim()) {
      name.focus();
      toast(OWN.nameFirst);
      return;
    }
    if (storage.keepDraft(name.value.trim(), steps.now)) toast(OWN.saved);
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
            title: OWN.open(title),
            onclick: () => {
              name.value = title;
              change(draft);
              show();
            },
          }),
          button("", {
            class: "small quiet",
            icon: "close",
            title: OWN.remove(title),
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
    toast(OWN.removed(title), () => {
      storage.keepDraft(title, draft);
      showDrafts();
    });
    announce(OWN.removed(title));
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
    "aria-label": OWN.picture,
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

  function again() {
    const before = steps.now;
    change(FIRST);
    show();
    if (steps.now === before) {
      toast(OWN.nothingToClear);
      return;
    }
    toast(OWN.cleared, () => back("undo"));
    announce(OWN.clearedUndo);
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

  function changed() {
    painter.show(steps.now);
    verdict.stop();
    storage.keepSetting("own", steps.now);
    const missing = !cellsOf(steps.now).length
      ? OWN.noCells
      : problem().pieces.length
        ? null
        : OWN.noPieces;
    for (const action of actions) action.disabled = missing !== null;
    painter.mark(null);
    clear(grade);
    grading.hidden = true;
    verdict.tell(missing ?? OWN.counting);
    if (missing) return;
    verdict.ask(async (signal) => {
      const answer = await post("/api/count", problem(), signal),
        [text, good, more] = words(answer);
      painter.mark(answer.weights);
      verdict.tell(text, good, more);
      grading.hidden = answer.different !== "1" && !(answer.exact && answer.count === "1");
      announce(text);
    });
  }

  /** Make a puzzle of the draft. @param {(sheet: Sheet) => unknown} use */
  async function made(use) {
    try {
      await use(await post("/api/share", problem()));
    } catch (error) {
      toast(said(error));
    }
  }

  layBench(body, {
    name: "",
    drawn: painter.element,
    settings: [
      numbers([
        [SHARED.rows, inputs.rows],
        [SHARED.columns, inputs.columns],
      ]),
      h("label", {}, OWN.mayTurn, turns),
      h("label", {}, OWN.empty, inputs.empty),
      h("p", { class: "lead", text: OWN.about }),
      h(
        "div",
        { class: "row" },
        drafting.buttons,
        button(OWN.again, { icon: "again", onclick: again }),
      ),
      h(
        "fieldset",
        {},
        h("legend", { text: OWN.mirror }),
        mirror("across", OWN.across),
        mirror("down", OWN.down),
      ),
      button(OWN.fromPicture, { icon: "save", onclick: () => picture.click() }),
      picture,
    ],
    below: [
      h("div", { class: "row keeping" }, name, button(OWN.save, { onclick: keep }), shelf),
      chooser.element,
    ],
    side: [verdict.elements, grading, grade, h("div", { class: "row" }, actions)],
  });
  drafting.begin();
  showDrafts();
  return () => {
    verdict.stop();
    drafting.leave();
  };
}
