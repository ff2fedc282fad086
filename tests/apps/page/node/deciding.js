// Decides whether pieces tile the plane by the kernels in WebAssembly: what is asked comes in as JSON,
// and answers go out. With `effort`, a search ends earlier; with `slices`, it is given up after so many.

/** @import { PlaneRequest } from "../../../../src/tilewright/apps/page/answers" */
/** @import { Effort } from "#page/engine/plane/deciding.js" */

import { readFileSync } from "node:fs";

import { Module } from "#page/engine/solving/module.js";
import { Puzzles } from "#page/engine/solving/puzzles.js";
import { Invalid } from "#page/engine/words/space.js";
import { decided } from "#page/engine/plane/deciding.js";

const [, , kernels, plane, known] = process.argv;
const puzzles = new Puzzles(
    JSON.parse(readFileSync(known, "utf8")),
    await Module.of(readFileSync(kernels)),
  ),
  module = await Module.of(readFileSync(plane));

/** @param {PlaneRequest & { effort?: Effort, slices?: number }} asked */
async function answered({ effort, slices = Infinity, ...asked }) {
  let left = slices;
  const going = async () => left-- > 0;
  try {
    return (await decided(puzzles, module, asked, going, effort)) ?? null;
  } catch (error) {
    if (error instanceof Invalid) return { refused: error.message };
    throw error;
  }
}

const answers = [];
for (const asked of JSON.parse(readFileSync(0, "utf8"))) answers.push(await answered(asked));
console.log(JSON.stringify(answers));
