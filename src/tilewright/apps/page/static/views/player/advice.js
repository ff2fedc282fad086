// Advice on a game: hints, whether anything is wrong so far, and in how many ways the board can be
// finished.

/** @import { Round } from "./player.js" */
/** @import { Hint } from "../../game/game.js" */
/** @import { State } from "../../game/state.js" */
/** @import { HintPicture, Words } from "../../../answers" */
/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Messages } from "./messages.js" */

import { GAME, LANGUAGE, SHARED } from "../../texts/en.js";
import { aside } from "../../texts/joining.js";
import { post } from "../../server/api.js";
import { aborted, Gone, said, sentence } from "../../server/errors.js";
import { announce, button, h, icon } from "../../parts/dom.js";
import { same } from "../../geometry/geometry.js";
import { sized } from "../../parts/sizes.js";
import * as storage from "../../parts/storage.js";

/** How long the board is left alone before the ways to finish it are counted, in milliseconds. */
const PAUSE = 180;
/** When a server that does not answer is asked again, in milliseconds. */
const AGAIN = 2000;

/** A hint leads away from so many solutions that were found last. */
const KNOWN = 60;

/**
 * @param {Round} round @param {Messages} messages
 * @param {{ hint: HTMLElement, check: HTMLElement }} buttons  That show while something is asked.
 */
export function makeAdvice(round, messages, buttons) {
  const { game, view, sheet } = round;
  /** Where a cell of the screen is, in words. @param {Cell} cell */
  const place = (cell) => game.lattice.words(cell);
  let asking = false;
  /** Shows more of the hint that is open. @type {(() => void) | null} */
  let more = null;

  /** The letters of cells, in all pictures of the hint that is open. @type {{ of: Hint | null, letters: [Cell, string][] }} */
  let named = { of: null, letters: [] };

  /**
   * A sentence. The cells that it names have letters on the board; who does not see it is told rows
   * and columns, from 1, also of words that point at the board.
   * @param {Words} words @param {Hint} found
   */
  function worded(words, found) {
    if (named.of !== found) named = { of: found, letters: [] };
    const { letters } = named;
    /** @type {[Cell, string][]} */
    const labels = [];
    /** @param {Cell} part */
    const letter = (part) => {
      const cell = game.lie.shown(part);
      const known = letters.find(([other]) => same(other, cell)),
        /** @type {[Cell, string]} */
        label = known ?? [cell, String.fromCharCode(65 + (letters.length % 26))];
      if (!known) letters.push(label);
      if (!labels.includes(label)) labels.push(label);
      return label[1];
    };
    const parts = words.map((part) => {
      if (typeof part === "string") return [part, part];
      if (Array.isArray(part)) return [letter(part), place(game.lie.shown(part))];
      return [part.word, aside(part.word, place(game.lie.shown(part.cell)))];
    });
    const [seen, heard] = [0, 1].map((i) => sized(sentence(parts.map((each) => each[i]).join(""))));
    return { seen, heard, labels };
  }

  /**
   * Ask something about the game as it stands, once it does.
   * @param {HTMLElement} asker
   * @param {() => Promise<void>} question
   */
  async function ask(asker, question) {
    if (asking) return;
    asking = true;
    asker.setAttribute("aria-busy", "true");
    try {
      await question();
    } catch (error) {
      messages.tell(said(error));
    } finally {
      asking = false;
      asker.removeAttribute("aria-busy");
    }
  }

  /**
   * @param {"hint" | "check"} symbol
   * @param {Hint} found
   * @param {string} seen
   * @param {string} heard
   * @param {HTMLElement[]} actions
   */
  function show(symbol, found, seen, heard, actions) {
    view.showHint(found);
    // What a check finds is wrong.
    messages.explain(icon(symbol === "check" ? "wrong" : symbol), h("p", { text: seen }), actions);
    announce(heard);
  }

  /** All of a hint: what to do, and why. @param {Hint} found @param {"hint" | "check"} symbol */
  function all(found, symbol) {
    more = symbol === "hint" ? () => all(found, symbol) : null;
    if (symbol === "hint") game.reveal(found);
    const last = found.pictures.at(-1),
      // What follows a suggestion is shown with it.
      picture = last?.tried.length ? last : undefined,
      { seen, heard, labels } = worded(last?.words ?? found.words, found);
    const act =
      symbol === "check"
        ? ""
        : found.action === "place"
          ? GAME.placeIt
          : found.action === "lift"
            ? GAME.takeOff
            : "";
    show(
      symbol,
      { ...found, labels, picture },
      seen,
      heard,
      act
        ? [
            button(act, {
              class: "primary",
              onclick: () => {
                messages.forget();
                game.follow(found);
              },
            }),
          ]
        : [],
    );
  }

  /** The reason of a hint without the piece, picture by picture. @param {Hint} found */
  function reason(found, at = 0) {
    const { pictures, cases } = found,
      last = at + 2 >= pictures.length;
    more = last ? () => all(found, "hint") : () => reason(found, at + 1);
    picture(found, pictures.length > 1 ? pictures[at] : undefined, (says) => says, [
      ...(last ? [] : [button(GAME.next, { onclick: more })]),
      ...(cases.length > 1
        ? [
            button(GAME.cases(cases.length), {
              onclick: () => showCase(found, 0),
            }),
          ]
        : []),
    ]);
  }

  /** One of the placements that fail. @param {Hint} found @param {number} at */
  function showCase(found, at) {
    const { cases } = found,
      to = (/** @type {number} */ by) => () => showCase(found, at + by);
    more = at + 1 < cases.length ? to(1) : () => all(found, "hint");
    picture(found, cases[at], (says) => GAME.caseOf(at + 1, cases.length, says), [
      button(GAME.back, { onclick: at ? to(-1) : () => reason(found) }),
      ...(at + 1 < cases.length ? [button(GAME.next, { onclick: to(1) })] : []),
    ]);
  }

  /**
   * A picture, or the whole reason if there is none.
   * @param {Hint} found @param {HintPicture | undefined} shown @param {(says: string) => string} told
   * @param {HTMLElement[]} actions
   */
  function picture(found, shown, told, actions) {
    const { seen, heard, labels } = worded(shown?.words ?? found.words, found);
    // Without a piece that is tried, its cells are where to look, and not what a piece leaves over.
    const seenThere = shown?.tried.length
      ? { picture: shown, cells: ofPiece(found) ? [] : found.cells }
      : { cells: (shown ?? found).cells };
    show(
      "hint",
      { ...found, place: [], piece: ofPiece(found), labels, ...seenThere },
      told(seen),
      told(heard),
      [...actions, button(GAME.showIt, { class: "primary", onclick: () => all(found, "hint") })],
    );
  }

  /** The piece that has few places left, if that is the clue. @param {Hint} found */
  const ofPiece = ({ kinds, piece }) => (kinds.at(-1) === "piece" ? piece : null);

  /** Whether the first picture is the clue that was told already. @param {Hint} found */
  const isTold = ({ clue, pictures }) =>
    clue !== null && JSON.stringify(pictures[0]?.words) === JSON.stringify(clue.words);

  /** Whether there is a reason between the clue and the answer. @param {Hint} found */
  const adds = (found) => {
    const { pictures, cases } = found;
    return pictures.length > (isTold(found) ? 2 : 1) || cases.length > 1;
  };

  /** Where to look, for whoever wants to find the rest alone. @param {Hint} found */
  function look(found) {
    const begun = isTold(found) ? 1 : 0,
      why = adds(found) ? button(GAME.why, { onclick: () => reason(found, begun) }) : null;
    more = why ? () => reason(found, begun) : () => all(found, "hint");
    picture(found, found.clue ?? undefined, (says) => says, why ? [why] : []);
  }

  /** A hint, or more of the one that is open. */
  const hint = () => {
    if (game.solved) return;
    if (more && messages.open()) {
      more();
      return;
    }
    ask(buttons.hint, async () => {
      const found = game.here(
        await post("/api/hint", {
          ...game.asked,
          found: sheet.collected ? storage.found(sheet.id).slice(-KNOWN) : [],
        }),
      );
      // It may have been solved meanwhile.
      if (game.solved) return;
      if (found.action === "place") look(found);
      else all(found, "hint");
    });
  };

  const left = makeWays(round, messages);
  /** @param {string} text */
  const tell = (text) => {
    messages.tell(text);
    announce(text);
  };
  const check = () => {
    if (game.solved) {
      // The end of the game says it, as long as it is there.
      if (!document.querySelector("dialog.won")) tell(SHARED.solved);
      return;
    }
    ask(buttons.check, async () => {
      const { wrong } = await post("/api/check", game.asked);
      // It may have been solved meanwhile.
      if (game.solved) return;
      left.tellWays();
      if (wrong) all(game.here(wrong), "check");
      else tell(GAME.noMistakes);
    });
  };

  return { hint, check, ...left };
}

/** So many solutions, in words. @param {number} count */
const inWords = (count) => GAME.solutions(count, count.toLocaleString(LANGUAGE));

/**
 * In how many ways the board can be finished. A puzzle with one solution does not say so by itself:
 * that would tell of every move whether it is right. There *Check* shows it, until the next move.
 * @param {Round} round @param {Messages} messages
 */
function makeWays(round, messages) {
  const { game, sheet } = round;
  const ways = h("output", { class: "ways", "aria-live": "polite" });
  /** @type {AbortController | null} */
  let asked = null;
  let timer = 0;
  /** How many solutions the puzzle has, and whether there are several; null until it is known. */
  let whole = sheet.tilings
    ? { several: sheet.tilings > 1, text: inWords(sheet.tilings), title: GAME.wholeTitle }
    : null;
  /** The same, as it was counted here. @type {typeof whole} */
  let counted = null;
  /** What was on the board when it was checked. @type {State | null} */
  let checked = null;

  /** @param {string} text @param {"good" | "bad" | ""} look @param {string} [title] */
  const show = (text, look, title = "") =>
    Object.assign(ways, { textContent: text, className: `ways ${look}`.trim(), title });

  /** Whether what is left is shown for the board as it is. */
  const told = () => (whole?.several ? game.begunBoard : game.state === checked);

  /** The solutions of the puzzle. */
  function showWhole() {
    if (whole) show(whole.text, "", whole.several ? whole.title : GAME.oneTitle);
  }

  async function count() {
    asked = new AbortController();
    const { signal } = asked;
    try {
      // This starts the worker, which goes on when the server is away.
      counted ??= await solutions(signal);
      whole ??= counted;
      if (told()) {
        const { exact, count: digits, text } = await post("/api/ways", game.asked, signal);
        if (exact && digits === "0") show(GAME.deadEnd, "bad", GAME.deadEndTitle);
        else show(text, digits === "0" ? "" : "good", GAME.waysTitle);
      } else showWhole();
      messages.away(false);
    } catch (error) {
      if (aborted(error)) return;
      show("", "");
      if (!(error instanceof Gone)) return;
      messages.away(true);
      timer = setTimeout(count, AGAIN);
    }
  }

  /** Count the solutions of the puzzle. @param {AbortSignal} signal */
  async function solutions(signal) {
    const { exact, count: digits, text } = await post("/api/ways", game.askedFirst, signal);
    const number = Number(digits);
    return {
      several: number > 1,
      text: exact ? inWords(number) : text,
      title: GAME.waysTitle,
    };
  }

  const forgetWays = () => {
    asked?.abort();
    clearTimeout(timer);
  };

  /** Count again: something has changed. */
  function countWays() {
    forgetWays();
    if (round.finished) {
      show(GAME.waysDone, "good");
      return;
    }
    if (told() || !whole) ways.classList.add("stale");
    else showWhole();
    if (counted && !told()) return;
    timer = setTimeout(count, PAUSE);
  }

  return {
    ways,
    forgetWays,
    countWays,
    /** Show what is left, until the next move. */
    tellWays() {
      checked = game.state;
      if (!ways.hidden) countWays();
    },
  };
}
