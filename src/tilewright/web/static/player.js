// The page of one puzzle.

import { fetched, get, post, puzzle as load } from "./api.js";
import { dot, tile } from "./board.js";
import { Game, pieceInWords, pieceName } from "./game.js";
import { extent } from "./geometry.js";
import { Outlines } from "./outlines.js";
import { Table } from "./table.js";
import { announce, button, calm, clear, h, icon, s, toast, untoast } from "./dom.js";
import { celebrate } from "./confetti.js";
import { clock, levelTag } from "./gallery.js";
import { coloring, looks, onScheme, scheme, setScheme } from "./palette.js";
import { copyLink, printPicture, savePicture } from "./exporting.js";
import * as storage from "./storage.js";

const HOW = {
  plain: ["Draw the outlines of the pieces: drag across the cells of a piece, or click on edges. Each piece may be used any number of times.", "By keyboard: arrow keys move, Space begins and ends a piece, Shift and an arrow key draws one edge."],
  dots: ["Each piece carries a dot in a known cell; some dots may be missing. Draw the outlines in again: drag across the cells of a piece, or click on edges.", "By keyboard: arrow keys move, Space begins and ends a piece, Shift and an arrow key draws one edge."],
  tray: ["Drag the pieces onto the board. While you drag: R, the wheel or a right click turns, F flips. Double tap a piece to turn it.", "By keyboard: Tab to a piece, Enter takes it, arrow keys move it, R turns, F flips, Enter places, Escape puts it back."],
};

function rules(sheet, drawn) {
  const list = [];
  if (sheet.kind === "calendar") list.push("Cover everything but the month and the day.");
  if (sheet.kind === "hole") list.push("One cell stays empty. Which one?");
  if (drawn && sheet.marks.length && sheet.pieces.some((piece) => piece.marks.every((mark) => !mark))) list.push("Some dots are missing: a piece has one dot or none.");
  if (drawn && !sheet.marks.length) list.push("Draw outlines: every piece may be used any number of times.");
  if (!drawn && sheet.turn === "one-sided") list.push("Pieces turn, but they do not flip.");
  if (sheet.turn === "fixed") list.push("Pieces do not turn.");
  return list;
}

export async function show(host, [id]) {
  clear(host, h("p", { class: "loading", text: "Setting the table …" }));
  const sheet = await load(id);
  const game = new Game(sheet);
  await game.open();
  const view = game.drawn ? new Outlines(game) : new Table(game);
  const ways = h("output", { class: "ways", "aria-live": "polite" });
  const time = h("span", { class: "time", role: "timer", "aria-label": "Time" });
  const message = h("div", { class: "message", role: "status" });
  const board = h("div", { class: "stage" });
  const colorNote = h("p", { class: "note", role: "status" });
  const gone = h("div", { class: "gone", role: "alert" });
  let finished = game.done && game.solved;

  const undo = button("", { icon: "undo", title: "Undo (Z)", onclick: () => { game.undo(); } });
  const redo = button("", { icon: "redo", title: "Redo (Y)", onclick: () => { game.redo(); } });
  const hintButton = button("Hint", { icon: "hint", title: "Hint (H)", onclick: hint });
  const tools = h("div", { class: "tools", role: "toolbar", "aria-label": "Game" },
    h("span", { class: "group" }, undo, redo),
    game.drawn ? null : h("span", { class: "group" },
      button("", { icon: "turn", title: "Turn the chosen piece (R)", onclick: () => view.turn() }),
      sheet.turn === "free" ? button("", { icon: "flip", title: "Flip the chosen piece (F)", onclick: () => view.flip() }) : null),
    h("span", { class: "group" }, hintButton, button("Check", { icon: "check", title: "Check (C)", onclick: check })),
    h("span", { class: "group end" },
      menu("Colors", "palette", colorMenu()),
      menu("More", "share", moreMenu()),
      button("", { icon: "clear", title: "Clear the board", onclick: () => { game.clear(); } })));

  clear(host,
    h("div", { class: "heading" },
      h("a", { class: "back", href: "#/", "aria-label": "Back to the puzzles" }, icon("back")),
      h("div", {}, h("h1", { text: sheet.title }),
        h("p", { class: "facts" }, levelTag(sheet.level), rules(sheet, game.drawn).map((rule) => h("span", { text: rule })))),
      h("div", { class: "meters" }, time, ways)),
    tools, gone, message, board,
    h("details", { class: "how" }, h("summary", { text: "How to play" }), HOW[game.drawn ? (sheet.marks.length ? "dots" : "plain") : "tray"].map((text) => h("p", { text })), h("p", { class: "source", text: sheet.source })));
  if (game.drawn) board.before(legend());
  view.attach(board);

  /** The pieces of a dot puzzle, each once, with their dots. */
  function legend() {
    return h("div", { class: "legend" }, h("span", { text: "Pieces" }), sheet.pieces.map((piece) => {
      const [rows, columns] = extent(piece.cells);
      return s("svg", { viewBox: `-0.1 -0.1 ${columns + 0.2} ${rows + 0.2}`, width: columns * 22, height: rows * 22, role: "img", "aria-label": `${pieceName(piece)}, ${pieceInWords(piece)}` },
        tile(piece.cells, piece.color, { className: "tile" }), piece.cells.map((cell, i) => (piece.marks[i] ? dot(...cell, piece.marks[i]) : null)));
    }));
  }

  function menu(label, symbol, content) {
    const summary = h("summary", { title: label, "aria-label": label }, icon(symbol), h("span", { text: label }));
    const close = (event) => {
      if (event.key !== "Escape" || !details.open) return;
      event.stopPropagation();
      details.open = false;
      summary.focus();
    };
    const details = h("details", { class: "menu", onkeydown: close }, summary, h("div", { class: "panel" }, content));
    return details;
  }

  function colorMenu() {
    const change = (what) => { setScheme(what); storage.keepSetting("colors", { ...scheme() }); };
    const choice = (value, text) => h("label", { class: "inline" }, h("input", {
      type: "radio", name: "scheme", value, checked: scheme().scheme === value, onchange: () => change({ scheme: value }),
    }), h("span", { text }));
    const count = h("select", { onchange: () => change({ count: Number(count.value) }) },
      [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((number) => h("option", { value: String(number), text: number ? String(number) : "as few as possible", selected: scheme().count === number })));
    return [
      h("fieldset", {}, h("legend", { text: "Color by" }),
        choice("pieces", "piece"), choice("edge", "touch: tiles that share an edge differ"), choice("strong", "touch, corners too")),
      h("label", { class: "colors-count" }, "Colors ", count), colorNote,
      h("label", { class: "inline" }, h("input", { type: "checkbox", checked: scheme().patterns, onchange: (event) => change({ patterns: event.target.checked }) }), h("span", { text: "patterns as well" })),
    ];
  }

  /** Say how many colors there are, and whether fewer would do. */
  function noteColors() {
    const { scheme: name, count } = scheme();
    const found = coloring();
    colorNote.parentElement?.querySelector(".colors-count")?.toggleAttribute("hidden", name === "pieces");
    colorNote.hidden = name === "pieces";
    const words = (number) => `${number} ${number === 1 ? "color" : "colors"}`;
    if (!found) colorNote.textContent = "Tiles get their colors as they are placed.";
    else if (count && count < found.fewest) colorNote.textContent = `${words(count)} ${count === 1 ? "is" : "are"} not enough: here are ${found.fewest}.`;
    else colorNote.textContent = `${words(found.used)} here${found.used === found.fewest && found.fewest > 1 && found.proven ? "; fewer are not enough" : found.used > found.fewest ? `; ${found.fewest} would be enough` : ""}.`;
  }

  function moreMenu() {
    const link = () => `${location.origin}/#/p/${encodeURIComponent(sheet.id)}`;
    return [
      button("Copy link", { icon: "share", onclick: () => { forget(); copyLink(link()); } }),
      button("Save as SVG", { icon: "save", onclick: () => printed((picture) => savePicture(picture, sheet.title, "svg"), "svg") }),
      button("Save as PNG", { icon: "save", onclick: () => printed((picture) => savePicture(picture, sheet.title, "png"), "png") }),
      button("Print", { icon: "print", onclick: () => printed(printPicture, "svg") }),
      sheet.id.startsWith("id:") && sheet.kind === "sigil" ? h("a", { class: "button", href: `#/make/own/${encodeURIComponent(sheet.id)}` }, icon("palette"), h("span", { text: "Change it" })) : null,
      h("a", { class: "button", href: `#/watch/${encodeURIComponent(sheet.id)}` }, icon("watch"), h("span", { text: "Watch the solver" })),
    ];
  }

  /** The puzzle as one would hand it to a friend: with its title and rules, and what is on the board. */
  async function printed(use, format) {
    try {
      await game.settled();
      const fills = [...view.layers.tiles.querySelectorAll(".face")].slice(0, game.tiles.length).map((face) => face.getAttribute("fill"));
      const colors = looks(game.tiles.map((each) => game.lie.meant(each.cells[0])), fills);
      await use(await fetched("/api/picture", { id: sheet.id, state: game.state, format, ...colors }));
    } catch (error) {
      tell(error.message);
    }
  }

  // Asking the server -----------------------------------------------------------------------------------

  let asked = null;
  let waitTimer = 0;
  function askWays() {
    asked?.abort();
    clearTimeout(waitTimer);
    if (finished) { ways.textContent = "solved"; ways.className = "ways good"; return; }
    ways.classList.add("stale");
    waitTimer = setTimeout(async () => {
      if (game.queue.length) return;
      asked = new AbortController();
      try {
        const answer = await post("/api/ways", { id: sheet.id, state: game.state }, asked.signal);
        ways.className = `ways ${answer.exact && answer.count === "0" ? "bad" : "good"}`;
        ways.textContent = answer.exact && answer.count === "0" ? "no way left" : answer.text;
        ways.title = answer.exact && answer.count === "0" ? "It cannot be finished like this: take something back, or ask for a hint." : "";
      } catch (error) {
        if (error.name !== "AbortError") { ways.className = "ways"; ways.textContent = ""; }
      }
    }, 180);
  }

  /** Show a hint, or a fault that was found: until it is closed, or something else is said. */
  function explain(...content) {
    untoast();
    clear(message, ...content);
    uncover();
  }

  /** Say something short, in place of what was said before. */
  function tell(text) {
    forget();
    toast(text);
  }

  function forget() {
    const within = message.contains(document.activeElement);
    view.showHint(null);
    clear(message);
    if (within) hintButton.focus({ preventScroll: true });
  }

  let hinting = false;
  async function hint() {
    if (hinting) return;
    hinting = true;
    try {
      await game.settled();
      const answer = game.here(await post("/api/hint", { id: sheet.id, state: game.state }));
      view.showHint(answer);
      const act = answer.action === "place" ? "Place it" : answer.action === "lift" ? "Take it off" : null;
      explain(icon("hint"), h("p", { text: sentence(answer) }), act ? button(act, { class: "primary", onclick: () => follow(answer) }) : null,
        button("", { icon: "close", title: "Close the hint", class: "quiet", onclick: forget }));
      announce(sentence(answer));
    } catch (error) {
      tell(error.message);
    } finally {
      hinting = false;
    }
  }

  /** Bring what a hint is about out from under its message. */
  function uncover() {
    const about = view.layers.hint.getBoundingClientRect(), over = message.getBoundingClientRect();
    if (about.height && about.bottom > over.top - 8) scrollBy({ top: Math.min(about.bottom - over.top + 16, about.top - 8), behavior: calm() ? "auto" : "smooth" });
  }

  /** Say a hint with rows and columns counted from 1, as people do. */
  function sentence(answer) {
    const text = answer.text.replace(/\b(\d+),(\d+)\b/g, (_, ...cell) => {
      const [row, column] = game.lie.shown(cell.slice(0, 2).map(Number));
      return `row ${row + 1}, column ${column + 1}`;
    });
    return `${text[0].toUpperCase()}${text.slice(1)}.`;
  }

  function follow(answer) {
    forget();
    game.follow(answer);
  }

  async function check() {
    try {
      await game.settled();
      const answer = await post("/api/check", { id: sheet.id, state: game.state });
      if (answer.wrong) {
        const wrong = game.here(answer.wrong);
        view.showHint(wrong);
        explain(icon("check"), h("p", { text: sentence(wrong) }), button("", { icon: "close", title: "Close", class: "quiet", onclick: forget }));
      } else {
        tell(answer.solved ? "Solved!" : "Nothing is wrong so far.");
        announce(answer.solved ? "Solved!" : "Nothing is wrong so far.");
      }
    } catch (error) {
      tell(error.message);
    }
  }

  // The clock -------------------------------------------------------------------------------------------

  let last = performance.now();
  const tick = setInterval(() => {
    const now = performance.now();
    if (!finished && !document.hidden) game.untold += (now - last) / 1000;
    last = now;
    time.textContent = clock(game.seconds);
  }, 500);
  time.textContent = clock(game.seconds);

  // Changes -----------------------------------------------------------------------------------------------

  function refresh() {
    view.element.setAttribute("aria-busy", String(game.queue.length > 0));
    // Not `disabled`: the last move may be taken back by a button that has the focus, and it is to stay there.
    undo.setAttribute("aria-disabled", String(!game.canUndo));
    redo.setAttribute("aria-disabled", String(!game.canRedo));
    if (game.gone !== Boolean(gone.textContent)) gone.textContent = game.gone ? "The server does not answer. Is tilewright still running? Your moves are kept, and the game goes on when it is back." : "";
    if (game.refused) { toast(game.refused); announce(game.refused); game.refused = ""; }
    forget();
    const { solved } = game;
    if (solved && !finished) {
      finished = true;
      if (!game.done) {
        storage.keepSolved(sheet.id, { seconds: Math.round(game.seconds), hints: game.hints, when: Date.now() });
        win();
      }
    } else if (!solved) {
      finished = false;
    }
    noteColors();
    askWays();
  }

  function win() {
    const hints = game.hints ? `${game.hints} ${game.hints === 1 ? "hint" : "hints"}` : "no hints";
    announce(`Solved in ${clock(game.seconds)} with ${hints}!`);
    celebrate(board);
    const next = h("button", { type: "button", class: "primary", text: "Next puzzle", hidden: true });
    nextOne().then((id) => {
      if (!id) return;
      next.hidden = false;
      next.addEventListener("click", () => { dialog.close(); location.hash = `#/p/${encodeURIComponent(id)}`; });
    }).catch(() => {});
    const dialog = h("dialog", { class: "won", "aria-labelledby": "won" },
      h("h2", { id: "won", text: "Solved!" }),
      h("p", { text: `${clock(game.seconds)}, ${hints}` }),
      h("div", { class: "row" },
        next,
        h("button", { type: "button", text: "More puzzles", onclick: () => { dialog.close(); location.hash = "#/"; } }),
        h("button", { type: "button", text: "Look at it", onclick: () => dialog.close() })));
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (document.activeElement === document.body) view.focus();
    });
    host.append(dialog);
    setTimeout(() => { if (dialog.isConnected) dialog.showModal(); }, 650);
  }

  /** The next puzzle of the same collection that is not solved yet. */
  async function nextOne() {
    const { puzzles } = await get("/api/gallery");
    const solved = storage.solved();
    const here = puzzles.findIndex((other) => other.id === sheet.id);
    const collection = here < 0 ? "dots" : puzzles[here].collection;
    const others = [...puzzles.slice(here + 1), ...puzzles.slice(0, Math.max(0, here))];
    return others.find((other) => other.collection === collection && !solved[other.id])?.id;
  }

  const keys = (event) => {
    if (event.target.matches("input, select, textarea, dialog *")) return;
    const letter = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    if (letter === "z" && !event.altKey) { event.preventDefault(); if (event.shiftKey) game.redo(); else game.undo(); }
    else if (letter === "y" && !event.altKey) { event.preventDefault(); game.redo(); }
    else if (letter === "p" && command) { event.preventDefault(); printed(printPicture, "svg"); }
    else if (letter === "h" && !command && !event.altKey) hint();
    else if (letter === "c" && !command && !event.altKey) check();
  };
  document.addEventListener("keydown", keys);
  const closeMenus = (event) => {
    for (const open of host.querySelectorAll("details.menu[open]")) if (!open.contains(event.target)) open.open = false;
  };
  document.addEventListener("pointerdown", closeMenus);
  game.onChange(refresh);
  const off = onScheme(() => { view.draw(); noteColors(); });
  const keep = () => game.save();
  const seen = () => (document.hidden ? game.save() : game.catchUp());
  window.addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", seen);
  refresh();

  return () => {
    game.leave();
    clearInterval(tick);
    clearTimeout(waitTimer);
    asked?.abort();
    off();
    view.detach();
    document.removeEventListener("keydown", keys);
    document.removeEventListener("pointerdown", closeMenus);
    window.removeEventListener("pagehide", keep);
    document.removeEventListener("visibilitychange", seen);
  };
}
