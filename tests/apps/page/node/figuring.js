// Finds figures by the kernel in WebAssembly: what is asked comes in as JSON, and the last answers go
// out. With `slices`, a search is given up after so many.

/** @import { FigureRequest } from "../../../../src/tilewright/apps/page/answers" */

import { findFigures } from "#page/engine/making/figures.js";

import { answerAll, choices, modules, puzzles, sliced } from "./asking.js";

const known = choices(),
  [, grow] = modules;

await answerAll(async (/** @type {FigureRequest & { slices?: number }} */ { slices, ...asked }) => {
  let last = null;
  const { symmetries, most } = known[asked.lattice],
    groups = symmetries[asked.symmetry ?? "none"];
  for await (last of findFigures(puzzles, grow, { ...asked, groups, most }, sliced(slices)));
  return last;
});
