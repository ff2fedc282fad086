// Draws random tilings by the kernels in WebAssembly: what is asked comes in as JSON, and answers go
// out. With `near`, hexagons are drawn with so many choices made by fractions.

/** @import { RandomRequest } from "../../../../src/tilewright/apps/page/answers" */

import { readFileSync } from "node:fs";

import { Machine, Module } from "#page/engine/solving/module.js";
import { Puzzles } from "#page/engine/solving/puzzles.js";
import { counted, lozenges, Pairing, sampled } from "#page/engine/making/sampling.js";

const [, , kernels, known] = process.argv;
const facts = JSON.parse(readFileSync(known, "utf8")),
  puzzles = new Puzzles(facts, await Module.of(readFileSync(kernels)));

/** @param {RandomRequest & { near?: number, seeds?: number }} asked */
function answered({ board, near, seeds, ...others }) {
  if (!near && !seeds) return sampled(puzzles, { board, ...others });
  const { seed = 0, weight = 1 } = others,
    pairing = new Pairing(puzzles.identity.boards.parse(board), weight);
  if (near) return lozenges(new Machine(puzzles.module), pairing, seed, near).partner;
  return Array.from({ length: seeds ?? 0 }, (_, i) => counted(pairing, i)?.partner);
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(answered)));
