// Answers questions about games in a thread of its own, by the kernels in WebAssembly.

/** @import { Sheet } from "../../answers" */

import { Rules } from "../game/rules.js";
import { after, NOTHING, readWords } from "../game/state.js";
import { Adviser } from "./advice.js";
import { Module } from "./module.js";

/**
 * What is asked: about a game, within some milliseconds; or to give up a question.
 * @typedef {{ placed: string[], edges: number[][] }} Asked
 * @typedef {{ number: number, question: "ways" | "check" | "hint", sheet: Sheet, state: Asked, patience: number }} Question
 * @typedef {Question | { cancel: number }} Message
 */

/** The types of workers and of pages exclude each other. */
const worker = /** @type {any} */ (self);
const module = fetch(new URL("kernels.wasm", import.meta.url)).then(async (response) => {
  if (!response.ok) throw new Error(`there is no module: ${response.status}`);
  return Module.of(await response.arrayBuffer());
});
/** Questions that were given up. @type {Set<number>} */
const cancelled = new Set();
/** The rules of the puzzle that was asked about last. @type {Rules | null} */
let known = null;

/** Let messages come in. */
const pause = () => new Promise((done) => setTimeout(done));

/** @param {Question} asked */
async function answer({ number, question, sheet, state: { placed, edges }, patience }) {
  const end = performance.now() + patience;
  if (known?.sheet.id !== sheet.id) known = new Rules(sheet);
  const state = after(NOTHING, placed.flatMap(readWords));
  const adviser = new Adviser(
    await module,
    known,
    { ...state, edges: known.edges(edges) },
    async () => {
      await pause();
      return performance.now() < end && !cancelled.has(number);
    },
  );
  return adviser[question]();
}

worker.addEventListener("message", async (/** @type {MessageEvent<Message>} */ { data }) => {
  if ("cancel" in data) {
    cancelled.add(data.cancel);
    return;
  }
  const { number } = data;
  const found = await answer(data).then(
    (value) => ({ number, value }),
    (error) => ({ number, error: String(error) }),
  );
  cancelled.delete(number);
  worker.postMessage(found);
});
