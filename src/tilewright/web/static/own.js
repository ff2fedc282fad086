// Make your own: paint a board, choose the pieces, see how many tilings there are.

import { post, puzzle as load } from "./api.js";
import { announce, button, clear, h, toast } from "./dom.js";
import { ANY, Chooser } from "./chooser.js";
import { copyLink } from "./exporting.js";
import { Painter } from "./painter.js";
import * as storage from "./storage.js";

const LARGEST = 20;
const FIRST = { rows: 6, columns: 6, off: [], turn: "free", empty: 0, counts: [["L3", ANY], ["I3", ANY]] };
const TURNS = [["free", "turn and flip"], ["one-sided", "turn only"], ["fixed", "stay as they are"]];

/** What a puzzle was made of, to go on from there; nothing if it has what cannot be painted here. */
function draftOf(sheet) {
  if (sheet.marks.length || sheet.placed.length || sheet.rows > LARGEST || sheet.columns > LARGEST || sheet.empty[0] !== sheet.empty[1]) return null;
  const counts = sheet.pieces.map(({ name, least, most }) => (most === null && least === 0 ? [name, ANY] : most === least ? [name, most] : null));
  if (counts.includes(null)) return null;
  const off = sheet.cells.flatMap((line, row) => [...line].flatMap((cell, column) => (cell === "#" ? [] : [`${row},${column}`])));
  return { rows: sheet.rows, columns: sheet.columns, off, turn: sheet.turn, empty: sheet.empty[0], counts };
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;
const number = (digits) => BigInt(digits).toLocaleString("en");

/** What an answer to /api/count says: a verdict, whether it is good, and more about it. */
function words(answer) {
  if (answer.exact && answer.count === "0") return ["There is no tiling.", false, answer.reason ? sentence(answer.reason) : "All was searched."];
  if (!answer.exact) return answer.count === "0" || !answer.count ? ["Not known in this time", null, "This is a lot of work: none was found yet."] : [`At least ${number(answer.count)} tilings`, true, "There may be more: the time was too short to count them all."];
  if (answer.count === "1") return ["Exactly one tiling", true, "It is unique."];
  if (answer.unique === "1") return [`One tiling, turned and mirrored ${number(answer.count)} ways`, true, "It is unique but for symmetry."];
  return [`${number(answer.count)} tilings`, true, answer.unique ? `${number(answer.unique)} up to turning and mirroring the board: not unique.` : "It is not unique."];
}

export async function own(body, { from, play }) {
  let draft = storage.setting("own", FIRST);
  if (from) {
    const sheet = await load(from);
    draft = draftOf(sheet);
    if (!draft) throw new Error("This puzzle has dots, given pieces or ranges of copies: it cannot be changed here.");
  }
  let { turn, empty } = draft;
  let asked = null, timer = 0;

  const painter = new Painter(draft.rows, draft.columns, new Set(draft.off), ask);
  const chooser = new Chooser(draft.counts, turn, ask);
  const verdict = h("p", { class: "verdict", role: "status" });
  const details = h("p", { class: "lead" });
  const side = (value) => h("input", { type: "number", min: 1, max: LARGEST, value: String(value), oninput: () => resize(), onchange: settle });
  const height = side(draft.rows), width = side(draft.columns);
  const holes = h("input", { type: "number", min: 0, max: LARGEST * LARGEST, value: String(empty), oninput: () => { empty = Math.max(0, Math.min(LARGEST * LARGEST, Math.floor(Number(holes.value)) || 0)); ask(); }, onchange: settle });
  const turns = h("select", { onchange: () => { turn = turns.value; chooser.turns(turn); ask(); } }, TURNS.map(([value, text]) => h("option", { value, text, selected: value === turn })));
  const actions = [
    button("Play it", { class: "primary", onclick: () => made(play) }),
    button("Copy link", { icon: "share", title: "Copy link", onclick: () => made((sheet) => copyLink(`${location.origin}/#/p/${encodeURIComponent(sheet.id)}`)) }),
    button("Watch", { icon: "watch", title: "Watch the solver", onclick: () => made((sheet) => { location.hash = `#/watch/${encodeURIComponent(sheet.id)}`; }) }),
  ];

  function resize() {
    const read = (input) => Math.max(1, Math.min(LARGEST, Math.floor(Number(input.value)) || 1));
    painter.resize(read(height), read(width));
    ask();
  }

  /** Show the numbers that are used, whatever was typed. */
  function settle() {
    height.value = String(painter.rows);
    width.value = String(painter.columns);
    holes.value = String(empty);
  }

  function again() {
    storage.keepSetting("own", FIRST);
    own(body, { play }).then((left) => { leaveAgain = left; });
  }
  let leaveAgain = null;

  const problem = () => ({ board: painter.board(), pieces: chooser.words(), turn, empty });

  function ask() {
    asked?.abort();
    clearTimeout(timer);
    storage.keepSetting("own", { rows: painter.rows, columns: painter.columns, off: [...painter.off], turn, empty, counts: [...chooser.counts] });
    verdict.classList.remove("good", "bad");
    const missing = painter.area === 0 ? "The board has no cell." : chooser.words().length ? null : "Choose at least one piece.";
    for (const action of actions) action.disabled = missing !== null;
    details.textContent = "";
    painter.show(null);
    verdict.textContent = missing ?? "Counting …";
    if (missing) return;
    timer = setTimeout(async () => {
      asked = new AbortController();
      try {
        const answer = await post("/api/count", problem(), asked.signal);
        painter.show(answer.weights);
        const [text, good, more] = words(answer);
        verdict.textContent = text;
        if (good !== null) verdict.classList.add(good ? "good" : "bad");
        details.textContent = more;
        announce(text);
      } catch (error) {
        if (error.name === "AbortError") return;
        verdict.textContent = error.message;
        verdict.classList.add("bad");
      }
    }, 350);
  }

  async function made(use) {
    try {
      await use(await post("/api/share", { ...problem(), kind: "sigil" }));
    } catch (error) {
      toast(error.message);
    }
  }

  clear(body, h("div", { class: "columns own" },
    h("div", { class: "bench" },
      h("div", { class: "painting" }, painter.element,
        h("div", { class: "settings" },
          h("div", { class: "row" }, h("label", {}, "Rows", height), h("label", {}, "Columns", width)),
          h("label", {}, "Pieces may", turns), h("label", {}, "Cells that stay empty", holes),
          h("p", { class: "lead", text: "Click or paint cells to take them away. Where every piece may be used any number of times, the puzzle is played by drawing outlines." }),
          button("Start again", { icon: "again", onclick: again }))),
      chooser.element),
    h("div", { class: "side result" }, verdict, details, h("div", { class: "row" }, actions))));
  ask();
  return () => { asked?.abort(); clearTimeout(timer); leaveAgain?.(); };
}
