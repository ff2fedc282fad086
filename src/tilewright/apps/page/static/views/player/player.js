// The page of one puzzle: the board, the tools around it, and what follows when something changes.

/** @import { PieceSheet, Sheet } from "../../../answers" */
/** @import { Icon } from "../../parts/dom.js" */
/** @import { Hint } from "../../game/game.js" */
/** @import { Exercise } from "../elements/learn.js" */
/** @import { Surface } from "../../board/look/surface.js" */

import { GAME, SHARED } from "../../texts/en.js";
import { opened, puzzle } from "../../server/api.js";
import { said } from "../../server/errors.js";
import { makeAdvice } from "./advice.js";
import { dotAt, shownTile } from "../../board/look/board.js";
import { announce, around, button, clear, h, icon, s, tell, toast } from "../../parts/dom.js";
import { homeOf } from "../elements/days.js";
import { another } from "../elements/made.js";
import { nextOne, win } from "./ending.js";
import { dressed } from "../../game/conditions.js";
import { Game, pieceInWords } from "../../game/game.js";
import { makeShelf } from "./found.js";
import { makeHands } from "../elements/turning.js";
import { levelTag, originOf, seenAs } from "../elements/cards.js";
import { after, invitation, leaving, wordsOf } from "../elements/learn.js";
import { byHand, how } from "./how.js";
import { makeClock } from "./clock.js";
import { extent } from "../../geometry/geometry.js";
import { closeMenus, menu, meters, moreMenu } from "../elements/menus.js";
import { makeMessages } from "./messages.js";
import { makeOutlines } from "../../board/look/outlines.js";
import { onScheme } from "../../parts/palette.js";
import { makeTable } from "../../board/table.js";
import { makeZoom } from "../../board/hands/zooming.js";
import { rulesOf } from "../elements/rules.js";

/**
 * A board that is played, by whatever means.
 * @typedef {object} View
 * @property {Surface<any>} surface  With layers `tiles` and `hint`.
 * @property {(parent: HTMLElement) => void} attach
 * @property {() => void} detach
 * @property {() => void} draw
 * @property {() => void} focus
 * @property {(hint: Hint | null) => void} showHint
 * @property {Tool[]} tools  What to draw or to take notes with; what is needed most comes first.
 * @property {(changed: () => void) => void} onTool  Tell of another tool in the hand.
 * @property {(axis?: number) => void} [turn]
 * @property {() => void} [flip]
 */
/**
 * A press takes a tool into the hand, or puts it away.
 * @typedef {{ symbol: Icon, label: string, title: string, held: () => boolean, press: () => void }} Tool
 */
/**
 * A puzzle that is being played; `finished` if it is solved as it stands. An exercise is not kept.
 * @typedef {{ sheet: Sheet, game: Game, view: View, finished: boolean, exercise?: Exercise }} Round
 */

/** The letter of a piece that has one, in a cell with many neighbors. @param {PieceSheet} piece */
function letterOn({ name, cells }) {
  const beside = (/** @type {number[]} */ [row, column]) =>
    cells.filter(([r, c]) => Math.abs(r - row) + Math.abs(c - column) === 1).length;
  const [best] = [...cells].sort((one, other) => beside(other) - beside(one));
  return /^[A-Z]\d+$/.test(name) ? [dotAt([best[1] + 0.5, best[0] + 0.5], name[0])] : [];
}

/** The side of a cell in the list of pieces, in pixels: of small pieces, and of others. */
const SMALL = 24,
  OTHER = 16;

/** The pieces of a puzzle of outlines, each once, with their marks. @param {Sheet} sheet */
function makeLegend(sheet) {
  const small = sheet.pieces.every(({ cells }) => cells.length < 4),
    side = small ? SMALL : OTHER;
  const shown = sheet.pieces.map((piece) => {
    const [rows, columns] = extent(piece.cells),
      shown = shownTile(piece.cells, piece.marks, piece.color);
    if (sheet.clues) shown.append(...letterOn(piece));
    return {
      piece,
      element: s(
        "svg",
        {
          viewBox: `-0.1 -0.1 ${columns + 0.2} ${rows + 0.2}`,
          width: columns * side,
          height: rows * side,
          role: "img",
        },
        shown,
      ),
    };
  });
  return {
    element: h(
      "div",
      { class: small ? "legend" : "legend larger" },
      h("span", { text: GAME.pieces }),
      shown.map(({ element }) => element),
    ),
    /** Show which pieces are all found, or too often. @param {Game} game */
    refresh(game) {
      this.element.hidden = game.solved;
      for (const { piece, element } of shown) {
        const excess = game.excess(piece.name),
          name = `${piece.label}, ${pieceInWords(piece)}`;
        element.classList.toggle("used-up", excess === 0);
        element.classList.toggle("twice", excess > 0);
        element.setAttribute("aria-label", excess === 0 ? GAME.foundPiece(name) : name);
      }
    },
  };
}

/** The rules of a puzzle, with an invitation to learn them, or what an exercise shows. @param {Sheet} sheet @param {boolean} drawn @param {Exercise} [exercise] */
const factsOf = (sheet, drawn, exercise) =>
  exercise
    ? h("p", { class: "facts exercise", text: wordsOf(exercise).about })
    : h(
        "p",
        { class: "facts" },
        levelTag(sheet.level),
        rulesOf(sheet, drawn).map((rule) => h("span", { text: rule })),
        invitation(sheet),
      );

/** Show the level as soon as it is known; its place is kept free, so nothing moves. @param {Sheet} sheet @param {HTMLElement} facts */
async function showLevel(sheet, facts) {
  const place = /** @type {HTMLElement} */ (levelTag("medium"));
  place.classList.add("unknown");
  facts.prepend(place);
  const { grade, level } = await puzzle(sheet.id).catch(() => sheet);
  Object.assign(sheet, { grade, level });
  if (level) place.replaceWith(levelTag(level) ?? "");
}

/** @param {HTMLElement} host @param {string[]} words @param {Exercise} [exercise] */
export async function show(host, [id], exercise) {
  clear(host, h("p", { class: "loading", text: GAME.loading }));
  const loaded = dressed(await opened(id)),
    sheet = exercise ? { ...loaded, collected: false } : loaded;
  const game = new Game(sheet, !exercise);
  const view = game.drawn ? makeOutlines(game) : makeTable(game);
  /** @type {Round} */
  const round = { sheet, game, view, finished: game.done && game.solved, exercise };

  const undo = button(SHARED.undo, {
    icon: "undo",
    title: SHARED.undoKey,
    onclick: () => game.undo(),
  });
  const hint = button(GAME.hint, {
    icon: "hint",
    title: GAME.hintKey,
    onclick: () => advice.hint(),
  });
  const check = button(GAME.check, {
    icon: "check",
    title: GAME.checkKey,
    onclick: () => advice.check(),
  });
  const ways = how(sheet, game.drawn);
  const messages = makeMessages({
    pointed: () => view.surface.layers.hint.getBoundingClientRect(),
    closed: () => view.showHint(null),
    back: () => hint,
    todo: byHand(ways.mouse.slice(0, 1), ways.touch.slice(0, 1)),
  });
  const advice = makeAdvice(round, messages, { hint, check });
  const time = makeClock(round);
  const zoom = makeZoom(view.surface),
    hands = makeHands(sheet, view),
    told = { changed: () => showMeters(), restart, next },
    more = moreMenu(round, messages, told, hands.others);
  const stage = h("div", { class: "stage" }),
    legend = game.drawn && sheet.listed ? makeLegend(sheet) : null;
  const shelf = makeShelf(sheet),
    facts = factsOf(sheet, game.drawn, exercise);

  clear(
    host,
    h(
      "div",
      { class: "bar-above" },
      h(
        "div",
        { class: "heading" },
        h(
          "a",
          {
            class: "back",
            href: exercise ? leaving(exercise) : homeOf(sheet.id),
            "aria-label": SHARED.back,
          },
          icon("back"),
        ),
        h(
          "div",
          { class: "title" },
          h("h1", {
            text: exercise
              ? wordsOf(exercise).title
              : seenAs(
                  sheet,
                  sheet.pieces.map(({ most }) => most),
                ),
          }),
          facts,
        ),
        h("div", { class: "meters" }, time.element, advice.ways),
      ),
      zoom.buttons,
    ),
    legend?.element,
    stage,
    h(
      "div",
      { class: "tools under", role: "toolbar", "aria-label": GAME.tools },
      undo,
      hint,
      check,
      hands.buttons,
      menu(GAME.more, "more", more.content),
    ),
    messages.element,
    shelf.element,
    h(
      "details",
      { class: "how" },
      h("summary", { text: GAME.how }),
      ways.all.map((text) => h("p", { text })),
      byHand(ways.mouse, ways.touch),
      h("p", {
        class: "source",
        text: [originOf(sheet), sheet.source].filter(Boolean).join(" · "),
      }),
    ),
  );
  view.attach(stage);
  if (!exercise && !sheet.level && sheet.id.startsWith("id:")) showLevel(sheet, facts);

  /** Go on to another puzzle, without having solved this one. */
  async function next() {
    try {
      if (exercise) {
        location.hash = await after(exercise);
        return;
      }
      const more = another(sheet.id, game.solved),
        id = await (more ? more() : nextOne(sheet.id, true));
      location.hash = id ? `#/p/${encodeURIComponent(id)}` : "#/";
    } catch (error) {
      messages.tell(said(error));
    }
  }

  /** Begin again, with a way back for a short while. */
  function restart() {
    const back = game.restart();
    toast(GAME.restarted, back);
    announce(GAME.restartedKey);
  }

  function showMeters() {
    const { time: clocked, ways } = meters();
    time.element.hidden = !clocked;
    advice.ways.hidden = !ways;
    if (ways) advice.countWays();
    else advice.forgetWays();
  }

  function refresh() {
    // Not `disabled`: the last move may be taken back by a button that has the focus, and it is to
    // stay there.
    undo.setAttribute("aria-disabled", String(!game.canUndo));
    if (game.refused) {
      tell(game.refused);
      game.refused = "";
    }
    messages.forget();
    const first = game.solved && !round.finished;
    round.finished = game.solved;
    host.classList.toggle("ended", game.solved);
    legend?.refresh(game);
    if (first && !game.done && game.last !== "undo" && game.last !== "redo") {
      game.done = true;
      game.save();
      win(round, stage);
      shelf.refresh();
    }
    more.refresh();
    if (meters().ways) advice.countWays();
  }

  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    if (around(event, "input, select, textarea, dialog *")) return;
    const letter = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    if (letter === "z" && !event.altKey) {
      event.preventDefault();
      if (event.shiftKey) game.redo();
      else game.undo();
    } else if (letter === "y" && !event.altKey) {
      event.preventDefault();
      game.redo();
    } else if (letter === "p" && command) {
      event.preventDefault();
      more.print();
    } else if (letter === "h" && !command && !event.altKey) advice.hint();
    else if (letter === "c" && !command && !event.altKey) advice.check();
  };
  const keep = () => game.save();
  const seen = () => (document.hidden ? game.save() : game.catchUp());
  document.addEventListener("keydown", keys);
  document.addEventListener("visibilitychange", seen);
  window.addEventListener("pagehide", keep);
  game.onChange(refresh);
  const endings = [
    closeMenus(host),
    onScheme(() => {
      view.draw();
      more.refresh();
    }),
    () => view.detach(),
    () => document.querySelector("dialog.won")?.remove(),
    time.stop,
    zoom.stop,
    advice.forgetWays,
  ];
  refresh();
  showMeters();

  return () => {
    game.leave();
    for (const end of endings) end();
    document.removeEventListener("keydown", keys);
    document.removeEventListener("visibilitychange", seen);
    window.removeEventListener("pagehide", keep);
  };
}
