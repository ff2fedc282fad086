// Draws random tilings by the kernels in WebAssembly: what is asked comes in as JSON, and answers go
// out. With `near`, hexagons are drawn with so many choices made by fractions.

/** @import { RandomRequest } from "../../../../src/tilewright/apps/page/answers" */

import { Machine } from "#page/engine/solving/module.js";
import { counted, lozenges, Pairing, sampled } from "#page/engine/making/sampling.js";

import { answerAll, puzzles } from "./asking.js";

/** @param {RandomRequest & { near?: number, seeds?: number }} asked */
function answered({ board, near, seeds, ...others }) {
  if (!near && !seeds) return sampled(puzzles, { board, ...others });
  const { seed = 0, weight = 1 } = others,
    pairing = new Pairing(puzzles.identity.boards.parse(board), weight),
    machine = new Machine(puzzles.module);
  if (near) return lozenges(machine, pairing, seed, near).partner;
  return Array.from({ length: seeds ?? 0 }, (_, i) => counted(machine, pairing, i)?.partner);
}

await answerAll(answered);
