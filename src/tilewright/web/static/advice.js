// Advice on a game: hints, whether anything is wrong so far, and in how many ways the board can be finished.

/** @import { Round } from "./player.js" */
/** @import { Hint } from "./game.js" */
/** @import { Messages } from "./messages.js" */

import { aborted, post, said } from "./api.js";
import { announce, button, h, icon } from "./dom.js";

/** How long the board is left alone before the ways to finish it are counted, in milliseconds. */
const PAUSE = 180;

/** @param {Round} round @param {Messages} messages */
export function makeAdvice(round, messages) {
  const { game, view, sheet } = round;
  let asking = false;

  /** Say a hint with rows and columns counted from 1, as people do. @param {Hint} answer */
  function sentence(answer) {
    const text = answer.words.map((part) => {
      if (typeof part === "string") return part;
      const [row, column] = game.lie.shown(part);
      return `row ${row + 1}, column ${column + 1}`;
    }).join("");
    return `${text[0].toUpperCase()}${text.slice(1)}.`;
  }

  /** Ask something about the game as it stands, once it does. @param {() => Promise<void>} question */
  async function ask(question) {
    if (asking) return;
    asking = true;
    try {
      await game.settled();
      await question();
    } catch (error) {
      messages.tell(said(error));
    } finally {
      asking = false;
    }
  }

  /** @param {Hint} found @param {"hint" | "check"} symbol */
  function show(found, symbol) {
    const act = symbol === "check" ? "" : found.action === "place" ? "Place it" : found.action === "lift" ? "Take it off" : "";
    view.showHint(found);
    messages.explain(icon(symbol), h("p", { text: sentence(found) }), act ? button(act, { class: "primary", onclick: () => { messages.forget(); game.follow(found); } }) : null);
    announce(sentence(found));
  }

  const hint = () => ask(async () => show(game.here(await post("/api/hint", { id: sheet.id, state: game.state })), "hint"));

  const check = () => ask(async () => {
    const { wrong, solved } = await post("/api/check", { id: sheet.id, state: game.state });
    if (wrong) { show(game.here(wrong), "check"); return; }
    const text = solved ? "Solved!" : "Nothing is wrong so far.";
    messages.tell(text);
    announce(text);
  });

  return { hint, check, ...makeWays(round) };
}

/** In how many ways the board can be finished. @param {Round} round */
function makeWays(round) {
  const { game, sheet } = round;
  const ways = h("output", { class: "ways", "aria-live": "polite" });
  /** @type {AbortController | null} */
  let asked = null;
  let timer = 0;

  /** @param {string} text @param {"good" | "bad" | ""} look @param {string} [title] */
  const show = (text, look, title = "") => Object.assign(ways, { textContent: text, className: `ways ${look}`.trim(), title });

  async function count() {
    if (game.queue.length) return;
    asked = new AbortController();
    try {
      const { exact, count: digits, text } = await post("/api/ways", { id: sheet.id, state: game.state }, asked.signal);
      if (exact && digits === "0") show("no way left", "bad", "It cannot be finished like this: take something back, or ask for a hint.");
      else show(text, "good", "Ways that turn into each other with the whole board are one.");
    } catch (error) {
      if (!aborted(error)) show("", "");
    }
  }

  const forgetWays = () => {
    asked?.abort();
    clearTimeout(timer);
  };

  return {
    ways,
    forgetWays,
    /** Count again: something has changed. */
    countWays() {
      forgetWays();
      if (round.finished) { show("solved", "good"); return; }
      ways.classList.add("stale");
      timer = setTimeout(count, PAUSE);
    },
  };
}
