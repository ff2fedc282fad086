// Make your own: let tilewright make a puzzle, or paint a board and choose the pieces yourself.

import { post, remember } from "./api.js";
import { announce, button, clear, h, s, toast } from "./dom.js";
import { tile } from "./board.js";
import { card } from "./gallery.js";
import { copyLink } from "./exporting.js";
import { extent } from "./geometry.js";
import * as storage from "./storage.js";

/** The pieces to choose from: word and cells. */
const FAMILIES = {
  "Up to three cells": { monomino: "#", domino: "##", I3: "###", L3: "#/##" },
  Tetrominoes: { I4: "####", J4: ".#/.#/##", L4: "#/#/##", O4: "##/##", S4: ".##/##", T4: "###/.#", Z4: "##/.##" },
  Pentominoes: {
    F5: ".##/##/.#", I5: "#####", L5: "#/#/#/##", N5: ".#/##/#/#", P5: "##/##/#", T5: "###/.#/.#", U5: "#.#/###", V5: "#/#/###",
    W5: "#/##/.##", X5: ".#/###/.#", Y5: ".#/##/.#/.#", Z5: "##/.#/.##",
  },
};
const MIRRORED = { J4: "L4", Z4: "S4" };
const ANY = -1;

const cellsOf = (drawing) => drawing.split("/").flatMap((line, row) => [...line].flatMap((cell, column) => (cell === "#" ? [[row, column]] : [])));

export async function show(host, [what]) {
  let leave = null;
  const body = h("div", {});
  const pick = (name) => {
    leave?.();
    for (const tab of tabs.children) tab.setAttribute("aria-pressed", String(tab.dataset.name === name));
    leave = name === "own" ? own(body) : generated(body);
  };
  const tabs = h("div", { class: "tabs", role: "group", "aria-label": "How to make it" },
    h("button", { type: "button", "data-name": "generated", onclick: () => pick("generated"), text: "Make one for me" }),
    h("button", { type: "button", "data-name": "own", onclick: () => pick("own"), text: "My own board and pieces" }));
  clear(host, h("h1", { text: "Make a puzzle" }), tabs, body);
  pick(what === "own" ? "own" : "generated");
  return () => leave?.();
}

function play(sheet) {
  remember(sheet);
  storage.keepMine({ id: sheet.id, title: sheet.title, kind: sheet.kind, level: sheet.level, cells: sheet.cells, marks: sheet.marks, placed: sheet.placed, pieces: sheet.pieces.map((piece) => [piece.cells, piece.most]) });
  location.hash = `#/p/${encodeURIComponent(sheet.id)}`;
}

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
  const date = h("input", { type: "date", name: "date" });
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
        seed: Number(seed.value) || 0, level: level.value || null, minimal: minimal.checked, date: date.value || null,
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
  h("label", { class: "inline" }, minimal, " nothing can be left out"), field("Seed", seed),
  h("p", { class: "lead", text: "The same seed makes the same puzzle. Each has exactly one solution: the search engine proves it." }), go, note);
  const before = storage.mine();
  clear(body, h("div", { class: "maker" }, form,
    h("section", { "aria-labelledby": "made" }, h("h2", { id: "made", text: before.length ? "Made here before" : "What you make is kept here" }),
      before.length ? h("div", { class: "cards" }, before.slice(0, 9).map((puzzle) => card(puzzle, storage.solved())))
        : h("p", { class: "lead", text: "Dots: every piece carries one dot, and you draw the outlines. Sigil: a list of pieces that fits in one way. Finish it: pieces are taken off until just one way is left. Find the hole: one cell stays empty." }))));
  refresh();
  return () => {};
}

function own(body) {
  let rows = 6, columns = 6;
  let off = new Set();
  let turn = "free";
  const counts = new Map([["L3", ANY], ["I3", ANY]]);
  let painting = null;
  let asked = null, timer = 0;

  const paint = s("svg", { class: "paint", role: "grid", "aria-label": "Board: click cells to take them away or put them back" });
  const verdict = h("p", { class: "verdict", role: "status" });
  const details = h("p", { class: "lead" });
  const height = h("input", { type: "number", min: 1, max: 20, value: String(rows), oninput: () => resize() });
  const width = h("input", { type: "number", min: 1, max: 20, value: String(columns), oninput: () => resize() });
  const turns = h("select", { onchange: () => { turn = turns.value; drawPieces(); ask(); } }, options([["free", "turn and flip"], ["one-sided", "turn only"], ["fixed", "stay as they are"]], turn));
  const chooser = h("div", {});
  const playIt = button("Play it", { class: "primary", onclick: () => share(true) });
  const copy = button("Copy link", { icon: "share", onclick: () => share(false) });

  function resize() {
    rows = Math.max(1, Math.min(20, Number(height.value) || 1));
    columns = Math.max(1, Math.min(20, Number(width.value) || 1));
    off = new Set([...off].filter((name) => { const [row, column] = name.split(",").map(Number); return row < rows && column < columns; }));
    draw();
    ask();
  }

  function draw() {
    paint.setAttribute("viewBox", `-0.2 -0.2 ${columns + 0.4} ${rows + 0.4}`);
    paint.replaceChildren();
    for (let row = 0; row < rows; row++) {
      const line = s("g", { role: "row" });
      for (let column = 0; column < columns; column++) {
        const name = `${row},${column}`;
        const cell = s("rect", {
          class: off.has(name) ? "off" : "on", x: column + 0.04, y: row + 0.04, width: 0.92, height: 0.92, rx: 0.12, role: "gridcell",
          tabindex: row === 0 && column === 0 ? "0" : "-1", "aria-label": `row ${row + 1}, column ${column + 1}`, "aria-selected": String(!off.has(name)),
        });
        cell.dataset.name = name;
        line.append(cell);
      }
      paint.append(line);
    }
  }

  function set(cell, on) {
    const { name } = cell.dataset;
    if (on === !off.has(name)) return;
    if (on) off.delete(name);
    else off.add(name);
    cell.setAttribute("class", on ? "on" : "off");
    cell.setAttribute("aria-selected", String(on));
    ask();
  }

  paint.addEventListener("pointerdown", (event) => {
    const cell = event.target.closest("[data-name]");
    if (!cell) return;
    event.preventDefault();
    paint.setPointerCapture(event.pointerId);
    painting = off.has(cell.dataset.name);
    set(cell, painting);
  });
  paint.addEventListener("pointermove", (event) => {
    if (painting === null) return;
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".paint [data-name]");
    if (cell) set(cell, painting);
  });
  paint.addEventListener("pointerup", () => { painting = null; });
  paint.addEventListener("keydown", (event) => {
    const cell = event.target.closest("[data-name]");
    if (!cell) return;
    const [row, column] = cell.dataset.name.split(",").map(Number);
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step) {
      event.preventDefault();
      const next = paint.querySelector(`[data-name="${row + step[0]},${column + step[1]}"]`);
      if (next) { cell.setAttribute("tabindex", "-1"); next.setAttribute("tabindex", "0"); next.focus(); }
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      set(cell, off.has(cell.dataset.name));
    }
  });

  function drawPieces() {
    clear(chooser, Object.entries(FAMILIES).map(([family, list]) => h("fieldset", {}, h("legend", { text: family }),
      h("div", { class: "picker" }, Object.entries(list).filter(([name]) => !(turn === "free" && MIRRORED[name])).map(([name, drawing], index) => {
        const cells = cellsOf(drawing);
        const [high, broad] = extent(cells);
        const side = Math.max(high, broad, 3) + 0.3;
        const count = h("output", { "aria-live": "polite" });
        const item = h("div", { class: "pick" },
          s("svg", { viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" }, s("g", { transform: `translate(${(side - broad) / 2} ${(side - high) / 2})` }, tile(cells, index))),
          h("div", { class: "stepper" },
            button("", { icon: "minus", title: `One ${name} less`, onclick: () => change(-1) }), count,
            button("", { icon: "plus", title: `One ${name} more`, onclick: () => change(1) })),
          h("label", { class: "inline" }, h("input", { type: "checkbox", "aria-label": `Any number of ${name}`, checked: counts.get(name) === ANY, onchange: (event) => { counts.set(name, event.target.checked ? ANY : 0); update(); ask(); } }), "any"));
        const update = () => {
          const value = counts.get(name) ?? 0;
          count.textContent = value === ANY ? "∞" : String(value);
          item.classList.toggle("in", value !== 0);
          item.querySelector("input").checked = value === ANY;
        };
        const change = (by) => {
          const value = counts.get(name) ?? 0;
          counts.set(name, value === ANY ? Math.max(0, by) : Math.max(0, Math.min(40, value + by)));
          update();
          ask();
        };
        update();
        return item;
      })))));
  }

  const words = () => [...counts].filter(([name, count]) => count !== 0 && !(turn === "free" && MIRRORED[name])).map(([name, count]) => (count === ANY ? `${name}+` : `${name}=${count}`));

  function board() {
    const lines = [];
    for (let row = 0; row < rows; row++) lines.push(Array.from({ length: columns }, (_, column) => (off.has(`${row},${column}`) ? "." : "#")).join(""));
    return off.size ? `${lines.join("\n")}\n` : `${rows}x${columns}`;
  }

  function ask() {
    asked?.abort();
    clearTimeout(timer);
    verdict.classList.remove("good", "bad");
    const chosen = words();
    const usable = chosen.length > 0 && off.size < rows * columns;
    playIt.disabled = copy.disabled = !usable;
    if (!usable) { verdict.textContent = chosen.length ? "The board has no cell." : "Choose at least one piece."; details.textContent = ""; return; }
    verdict.textContent = "Counting …";
    timer = setTimeout(async () => {
      asked = new AbortController();
      try {
        const answer = await post("/api/count", { board: board(), pieces: chosen, turn }, asked.signal);
        const [least, most] = answer.covered ?? [0, null];
        if (answer.exact && answer.count === "0") {
          verdict.textContent = "There is no tiling.";
          verdict.classList.add("bad");
          details.textContent = most !== null && least === most && least !== answer.area ? `The board has ${answer.area} cells, the pieces cover ${least}.` : "All was searched.";
        } else {
          const number = BigInt(answer.count ?? 0).toLocaleString("en");
          verdict.textContent = answer.exact ? (answer.count === "1" ? "Exactly one tiling" : `${number} tilings`) : answer.finished === false && answer.count === "0" ? "Not known in this time" : `At least ${number} tilings`;
          if (answer.unique === "1") verdict.textContent = answer.count === "1" ? "Exactly one tiling" : `One tiling, turned and mirrored ${number} ways`;
          verdict.classList.add("good");
          details.textContent = answer.unique && answer.unique !== "1" ? `${BigInt(answer.unique).toLocaleString("en")} up to turning and mirroring the board.` : "";
        }
        announce(verdict.textContent);
      } catch (error) {
        if (error.name === "AbortError") return;
        verdict.textContent = error.message;
        verdict.classList.add("bad");
        details.textContent = "";
      }
    }, 350);
  }

  async function share(open) {
    try {
      const chosen = words();
      const sheet = await post("/api/share", { board: board(), pieces: chosen, turn, kind: "sigil" });
      if (open) { play(sheet); return; }
      const link = `${location.origin}/#/p/${encodeURIComponent(sheet.id)}`;
      await copyLink(link);
    } catch (error) {
      toast(error.message);
    }
  }

  clear(body, h("div", { class: "columns" },
    h("div", {}, paint, chooser),
    h("div", { class: "side" },
      h("div", { class: "row" }, h("label", {}, "Rows", height), h("label", {}, "Columns", width)),
      h("label", {}, "Pieces may", turns), verdict, details, h("div", { class: "row" }, playIt, copy),
      h("p", { class: "lead", text: "Click or paint cells to take them away. With any number of every piece the puzzle is played by drawing outlines." }))));
  draw();
  drawPieces();
  ask();
  return () => { asked?.abort(); clearTimeout(timer); };
}
