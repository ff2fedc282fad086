// Answers questions about puzzles as the page does without a server: questions come in as JSON, and
// answers go out, with an error where the server must be asked.

/** @import { CountRequest, ShareRequest } from "../../../../src/tilewright/apps/page/answers" */

import { readFileSync } from "node:fs";

import { Module } from "#page/engine/solving/module.js";
import { Puzzles } from "#page/engine/solving/puzzles.js";
import { count, puzzleWith, watch } from "#page/engine/making/questions.js";
import { Invalid, Unsupported } from "#page/engine/words/space.js";

/** Slices of work for an answer, and for a grade, which has one for each step. */
const SLICES = 40,
  STEPS = 1000;
const puzzles = new Puzzles(
  JSON.parse(readFileSync(process.argv[3], "utf8")),
  await Module.of(readFileSync(process.argv[2])),
);

/**
 * @typedef {{ sheet: string } | { graded: string } | { share: ShareRequest } | { count: CountRequest } | { watch: string }} Asked
 */

/** @param {Asked} asked @returns {Promise<unknown>} */
async function answer(asked) {
  let slices = 0;
  const going = async () => ++slices < SLICES;
  if ("sheet" in asked) return puzzles.sheet(asked.sheet);
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

/** @type {unknown[]} */
const answers = [];
for (const asked of /** @type {Asked[]} */ (JSON.parse(readFileSync(0, "utf8"))))
  answers.push(
    await answer(asked).catch((error) => {
      if (error instanceof Invalid || error instanceof Unsupported)
        return { error: error.message, unsupported: error instanceof Unsupported };
      throw error;
    }),
  );
console.log(JSON.stringify(answers));
