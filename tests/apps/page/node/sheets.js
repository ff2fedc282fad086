// Answers questions about puzzles as the page does without a server: questions come in as JSON, and
// answers go out, with an error where the server must be asked.

/** @import { CountRequest, ShareRequest } from "../../../../src/tilewright/apps/page/answers" */

import { count, puzzleWith, watch } from "#page/engine/making/questions.js";
import { Invalid, Unsupported } from "#page/engine/words/space.js";

import { Puzzles } from "#page/engine/solving/puzzles.js";

import { answerAll, facts, modules, puzzles } from "./asking.js";

/** Slices of work for an answer, and for a grade, which has one for each step. */
const SLICES = 40,
  STEPS = 1000;

/**
 * @typedef {{ sheet: string, kernels?: "late" | "never" } | { graded: string } | { share: ShareRequest } | { count: CountRequest } | { watch: string }} Asked
 */

/** @param {Asked} asked @returns {Promise<unknown>} */
async function answer(asked) {
  let slices = 0;
  const going = async () => ++slices < SLICES;
  if ("sheet" in asked) {
    if (!asked.kernels) return puzzles.sheet(asked.sheet);
    const described = new Puzzles(facts, null),
      kernels = new Promise((done) => setTimeout(done, 300)).then(() => {
        described.kernels = modules[0];
      });
    return described.sheet(asked.sheet, asked.kernels === "late" ? kernels : new Promise(() => {}));
  }
  if ("graded" in asked) {
    const sheet = await puzzleWith(puzzles, asked.graded, async () => ++slices < STEPS);
    return { sheet, finished: slices < STEPS };
  }
  if ("share" in asked) return puzzles.share(asked.share);
  if ("count" in asked) return count(puzzles, asked.count, going);
  const lines = [];
  for await (const line of watch(puzzles, asked.watch, going)) lines.push(line);
  return lines;
}

await answerAll((/** @type {Asked} */ asked) =>
  answer(asked).catch((error) => {
    if (error instanceof Invalid || error instanceof Unsupported)
      return { error: error.message, unsupported: error instanceof Unsupported };
    throw error;
  }),
);
