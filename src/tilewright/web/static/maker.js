// Make your own: let tilewright make a puzzle, or paint a board and choose the pieces yourself.

import { post, remember } from "./api.js";
import { clear, h } from "./dom.js";
import { asCard, card, today } from "./gallery.js";
import { own } from "./own.js";
import * as storage from "./storage.js";

export async function show(host, [what, id]) {
  let leave = null, turn = 0;
  const holder = h("div", {});
  async function pick(name, from) {
    const mine = ++turn;
    leave?.();
    leave = null;
    for (const tab of tabs.children) tab.setAttribute("aria-pressed", String(tab.dataset.name === name));
    history.replaceState(null, "", name === "own" ? "#/make/own" : "#/make");
    const body = h("div", {});
    clear(holder, body);
    const left = await (name === "own" ? own(body, { from, play }) : generated(body));
    if (mine === turn) leave = left;
    else left();
  }
  const tabs = h("div", { class: "tabs", role: "group", "aria-label": "How to make it" },
    h("button", { type: "button", "data-name": "generated", onclick: () => pick("generated"), text: "Make one for me" }),
    h("button", { type: "button", "data-name": "own", onclick: () => pick("own"), text: "My own" }));
  clear(host, h("h1", { text: "Make a puzzle" }), tabs, holder);
  await pick(what === "own" ? "own" : "generated", id);
  return () => { turn++; leave?.(); };
}

/** Keep a puzzle among those that were made here, and play it. */
function play(sheet) {
  remember(sheet);
  storage.keepMine(asCard(sheet));
  location.hash = `#/p/${encodeURIComponent(sheet.id)}`;
}

const KINDS = [
  ["Dots", "Each piece carries a dot in a known cell; some dots may be missing. You draw the outlines in again."], ["Sigil", "A list of pieces that fits on the board in one way."],
  ["Finish it", "Pieces are taken off a tiling until just one way is left to put them back."], ["Find the hole", "One cell stays empty: which one?"],
  ["Calendar", "Cover all but a month and a day; given pieces leave one way."],
];

function field(label, control) {
  return h("label", {}, label, control);
}

const options = (list, chosen) => list.map(([value, text]) => h("option", { value, text, selected: value === chosen }));

function generated(body) {
  const kind = h("select", { name: "kind", onchange: () => refresh() }, options([
    ["dots", "Dots: draw the outlines in again"], ["sigil", "Sigil: fit a list of pieces"], ["given", "Finish it: some pieces are placed"],
    ["hole", "Find the hole: one cell stays empty"], ["calendar", "Calendar: one solution for a date"],
  ], "dots"));
  const size = h("select", { name: "size" });
  const pieces = h("select", { name: "pieces" });
  const level = h("select", { name: "level" }, options([["", "any"], ["easy", "easy"], ["medium", "medium"], ["hard", "hard"], ["expert", "expert"]], ""));
  const minimal = h("input", { type: "checkbox", name: "minimal" });
  const seed = h("input", { type: "number", name: "seed", min: 0, max: 999999999, value: String(Math.floor(Math.random() * 1e6)) });
  const date = h("input", { type: "date", name: "date", value: today() });
  const go = h("button", { type: "submit", class: "primary", text: "Make it" });
  const note = h("p", { class: "caption", role: "status" });
  const SIZES = {
    dots: ["4x6", "6x6", "6x9", "8x9", "9x9", "9x12", "12x12"], sigil: ["4x4", "4x5", "4x6", "5x6", "6x6"],
    given: ["3x20", "4x15", "5x12", "6x10"], hole: ["5x5", "7x7", "8x8", "10x10"], calendar: ["7x7"],
  };
  const PIECES = {
    dots: [["trominoes", "trominoes"], ["L3", "L trominoes"], ["I3", "I trominoes"]], sigil: [["tetrominoes", "tetrominoes"]],
    given: [["pentominoes", "the twelve pentominoes"]], hole: [["L3", "L trominoes"], ["trominoes", "trominoes"]], calendar: [["pentominoes", "those of the calendar"]],
  };
  function refresh() {
    const name = kind.value;
    size.replaceChildren(...options(SIZES[name].map((each) => [each, each.replace("x", " x ")]), SIZES[name][1] ?? SIZES[name][0]));
    pieces.replaceChildren(...options(PIECES[name], PIECES[name][0][0]));
    const calendar = name === "calendar";
    size.closest("label").hidden = pieces.closest("label").hidden = calendar;
    date.closest("label").hidden = !calendar;
    minimal.closest("label").hidden = name === "sigil";
  }
  const form = h("form", { class: "side", onsubmit: async (event) => {
    event.preventDefault();
    go.disabled = true;
    note.textContent = "Looking for one with exactly one solution …";
    try {
      const answer = await post("/api/make", {
        kind: kind.value, board: size.value, pieces: [pieces.value], turn: kind.value === "sigil" ? "one-sided" : "free",
        seed: Number(seed.value) || 0, level: level.value || null, minimal: kind.value !== "sigil" && minimal.checked, date: kind.value === "calendar" ? date.value || null : null,
      });
      if (!answer.finished) { note.textContent = answer.reason; return; }
      seed.value = String((Number(seed.value) || 0) + 1);
      play(answer.puzzle);
    } catch (error) {
      note.textContent = error.message;
    } finally {
      go.disabled = false;
    }
  } }, field("Kind", kind), field("Board", size), field("Pieces", pieces), field("Date", date), field("Level", level),
  h("label", { class: "inline" }, minimal, "minimal: nothing that is given can be left out"), field("Seed", seed),
  h("p", { class: "lead", text: "The same seed makes the same puzzle. Each has exactly one solution: the search engine proves it." }), go, note);
  const before = storage.mine();
  clear(body, h("div", { class: "maker" }, form,
    h("section", { "aria-labelledby": "made" }, h("h2", { id: "made", text: before.length ? "Made here before" : "What you make is kept here" }),
      before.length ? h("div", { class: "cards" }, before.slice(0, 9).map((puzzle) => card(puzzle, storage.solved())))
        : h("dl", { class: "kinds" }, KINDS.map(([name, text]) => [h("dt", { text: name }), h("dd", { text })])))));
  refresh();
  return () => {};
}
