// Finds figures by the kernel in WebAssembly: what is asked comes in as JSON, and the last answers go
// out. With `slices`, a search is given up after so many.

/** @import { FigureRequest } from "../../../../src/tilewright/apps/page/answers" */

import { readFileSync } from "node:fs";

import { findFigures } from "#page/engine/making/figures.js";
import { Module } from "#page/engine/solving/module.js";
import { Puzzles } from "#page/engine/solving/puzzles.js";

const [, , kernels, grow, known] = process.argv;
const facts = JSON.parse(readFileSync(known, "utf8")),
  choices = JSON.parse(readFileSync(known.replace("facts", "figures"), "utf8")),
  puzzles = new Puzzles(facts, await Module.of(readFileSync(kernels))),
  module = await Module.of(readFileSync(grow));

/** @param {FigureRequest & { slices?: number }} asked */
async function answered({ slices = Infinity, ...asked }) {
  let left = slices,
    last = null;
  const { symmetries, most } = choices[asked.lattice],
    groups = symmetries[asked.symmetry ?? "none"];
  const going = async () => left-- > 0;
  for await (last of findFigures(puzzles, module, { ...asked, groups, most }, going));
  return last;
}

const answers = [];
for (const asked of JSON.parse(readFileSync(0, "utf8"))) answers.push(await answered(asked));
console.log(JSON.stringify(answers));
