// Makes puzzles by the kernels in WebAssembly: requests come in as JSON, and answers go out. With
// `slices`, time runs out after so many.

/** @import { MakeRequest } from "../../../../src/tilewright/apps/page/answers" */

import { makeOne } from "#page/engine/making/making.js";

import { answerAll, puzzles, sliced } from "./asking.js";

await answerAll(async (/** @type {MakeRequest & { slices?: number }} */ { slices, ...asked }) => {
  const answer = await makeOne(puzzles, asked, sliced(slices));
  return { puzzle: answer?.puzzle ?? null };
});
