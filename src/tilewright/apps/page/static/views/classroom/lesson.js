// A lesson: puzzles in order with words between, all in one link; a code says what was solved. Without a
// link, a lesson is written here, and codes are read.

import { GALLERY, GAME, LESSON } from "../../texts/en.js";
import { gallery, puzzle as load } from "../../server/api.js";
import { said } from "../../server/errors.js";
import { button, clear, h } from "../../parts/dom.js";
import { copyLink, copyText } from "../../parts/exporting.js";
import * as storage from "../../parts/storage.js";
import { asCard, card, copiesOf, seenAs, shelfOf } from "../elements/cards.js";
import { clock } from "../elements/days.js";
import { codeOf, doneIn, fromLink, lessonOf, toLink } from "./handing.js";

/** @param {HTMLElement} host @param {string[]} words */
export async function show(host, [first, second]) {
  const editing = !first || first === "edit",
    link = editing ? second : first,
    text = link ? await fromLink(link) : null;
  if (link && text === null) throw new Error(LESSON.damaged);
  if (editing) await compose(host, text ?? storage.setting("lesson-text", LESSON.begin));
  else await learn(host, /** @type {string} */ (text), link);
}

/** Work on a lesson. @param {HTMLElement} host @param {string} text @param {string} link */
async function learn(host, text, link) {
  const { title, lines, ids } = lessonOf(text),
    solved = storage.solved();
  // The player leads back here.
  storage.keepLesson({ link: `#/lesson/${link}`, ids });
  const sheets = new Map(
    await Promise.all(
      ids.map(
        async (id) => /** @type {const} */ ([id, await load(id).catch((error) => said(error))]),
      ),
    ),
  );
  const done = ids.filter((id) => solved[id]).length,
    code = codeOf(ids, solved);
  let number = 0;
  clear(
    host,
    h("h1", { text: title }),
    h(
      "div",
      { class: "lesson-progress", role: "status" },
      h("progress", { max: ids.length || 1, value: done, "aria-hidden": "true" }),
      h("span", {
        text: done === ids.length && done ? LESSON.all : LESSON.progress(done, ids.length),
      }),
    ),
    h(
      "div",
      { class: "lesson-body" },
      lines.map((line) => {
        if ("words" in line) return h("p", { text: line.words });
        const sheet = sheets.get(line.id);
        number++;
        return typeof sheet === "object"
          ? card(asCard(sheet), solved, { kicker: LESSON.puzzle(number, ids.length) })
          : h("p", { class: "verdict bad", text: LESSON.missing(line.id, sheet ?? "") });
      }),
    ),
    h(
      "section",
      { class: "hand-in" },
      h("h2", { text: LESSON.handIn }),
      h("p", {}, h("code", { text: code })),
      h("p", { class: "lead", text: LESSON.noProof }),
      h(
        "div",
        { class: "row" },
        button(LESSON.copyCode, { class: "primary", onclick: () => copyText(code) }),
        h("a", { class: "button", href: `#/lesson/edit/${link}`, text: LESSON.edit }),
      ),
    ),
  );
}

/** Write a lesson, and read codes. @param {HTMLElement} host @param {string} text */
async function compose(host, text) {
  const { puzzles } = await gallery();
  const field = h("textarea", {
      rows: 12,
      maxlength: 5000,
      "aria-label": LESSON.text,
      oninput: () => changed(),
    }),
    told = h("p", { class: "verdict", role: "status" }),
    codes = h("textarea", {
      rows: 6,
      "aria-label": LESSON.codes,
      placeholder: LESSON.codesLike,
      oninput: () => tell(),
    }),
    table = h("div", { class: "results" });
  field.value = text;
  const choice = h(
    "select",
    {
      "aria-label": LESSON.add,
      onchange: () => {
        const { value, selectionEnd: at } = field,
          before = value.slice(0, at).trimEnd();
        field.setRangeText(
          `${before}\n${choice.value}\n${value.slice(at).trimStart()}`,
          0,
          value.length,
          "end",
        );
        choice.value = "";
        changed();
      },
    },
    h("option", { value: "", text: LESSON.add }),
    [...Map.groupBy(puzzles, shelfOf)].map(([shelf, those]) =>
      h(
        "optgroup",
        { label: GALLERY.shelves[shelf ?? ""] ?? shelf ?? "" },
        those.map((each) => h("option", { value: each.id, text: seenAs(each, copiesOf(each)) })),
      ),
    ),
  );
  let asked = 0;
  const changed = () => {
    storage.keepSetting("lesson-text", field.value);
    look();
  };
  const look = () => {
    tell();
    check();
  };

  /** Check that all puzzles of the lesson exist, and return whether they do. */
  async function check() {
    const mine = ++asked,
      { title, ids } = lessonOf(field.value);
    const faults = await Promise.all(
      ids.map((id) =>
        load(id).then(
          () => "",
          (error) => LESSON.missing(id, said(error)),
        ),
      ),
    );
    if (mine !== asked) return false;
    const [fault] = faults.filter(Boolean),
      good = !fault && ids.length > 0;
    told.textContent = fault ?? (ids.length ? LESSON.ready(title, ids.length) : LESSON.empty);
    told.classList.toggle("bad", Boolean(fault));
    return good;
  }
  const address = async () => `${location.href.split("#")[0]}#/lesson/${await toLink(field.value)}`;

  /** Show what the codes say. */
  function tell() {
    const { ids } = lessonOf(field.value),
      rows = codes.value.split("\n").filter((line) => line.trim());
    clear(
      table,
      rows.length
        ? h(
            "table",
            { class: "tally" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                [...LESSON.columns, ...ids.map((_, i) => String(i + 1))].map((name) =>
                  h("th", { scope: "col", text: name }),
                ),
              ),
            ),
            h(
              "tbody",
              {},
              rows.map((line, i) => h("tr", {}, cellsOf(ids, line.trim(), i))),
            ),
          )
        : null,
    );
  }

  clear(
    host,
    h("h1", { text: LESSON.title }),
    h("p", { class: "lead", text: LESSON.lead }),
    h(
      "div",
      { class: "composer" },
      choice,
      field,
      told,
      h(
        "div",
        { class: "row" },
        button(LESSON.copy, {
          class: "primary",
          icon: "share",
          onclick: async () => {
            if (await check()) copyLink(await address());
          },
        }),
        button(LESSON.open, {
          onclick: async () => {
            if (await check()) location.href = await address();
          },
        }),
      ),
      h("h2", { text: LESSON.read }),
      h("p", { class: "lead", text: LESSON.readAbout }),
      codes,
      table,
    ),
  );
  look();
}

/**
 * What one line of a list of codes says: a name, if there is one, and a code.
 * @param {string[]} ids @param {string} line @param {number} i
 */
function cellsOf(ids, line, i) {
  const [, name, code] = /^(.*?)(\S+)$/.exec(line) ?? ["", "", line],
    found = doneIn(ids, code),
    cell = (/** @type {string} */ text) => h("td", { text });
  const label = h("th", { scope: "row", text: name.trim().replace(/[:,;]$/, "") || String(i + 1) });
  if (!found)
    return [label, h("td", { class: "verdict bad", colspan: ids.length + 3, text: LESSON.noCode })];
  const solved = found.filter((each) => each !== null);
  const sum = (/** @type {"seconds" | "hints"} */ what) =>
    solved.reduce((all, each) => all + each[what], 0);
  return [
    label,
    cell(LESSON.puzzle(solved.length, ids.length)),
    cell(clock(sum("seconds"))),
    cell(String(sum("hints"))),
    ...found.map((each) =>
      cell(each ? `${clock(each.seconds)}${each.hints ? `, ${GAME.hints(each.hints)}` : ""}` : "–"),
    ),
  ];
}
