// Decides whether pieces tile the plane by the kernels in WebAssembly: what is asked comes in as JSON,
// and answers go out. With `effort`, a search ends earlier; with `slices`, it is given up after so many.

/** @import { PlaneRequest } from "../../../../src/tilewright/apps/page/answers" */
/** @import { Effort } from "#page/engine/plane/deciding.js" */

import { Invalid } from "#page/engine/words/space.js";
import { decided } from "#page/engine/plane/deciding.js";

import { answerAll, modules, puzzles, sliced } from "./asking.js";

/** @param {PlaneRequest & { effort?: Effort, slices?: number }} asked */
async function answered({ effort, slices, ...asked }) {
  try {
    return (await decided(puzzles, modules[1], asked, sliced(slices), effort)) ?? null;
  } catch (error) {
    if (error instanceof Invalid) return { refused: error.message };
    throw error;
  }
}

await answerAll(answered);
