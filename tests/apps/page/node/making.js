// Makes puzzles by the kernels in WebAssembly: requests come in as JSON, and answers go out. With
// `slices`, time runs out after so many.

/** @import { MakeRequest } from "../../../../src/tilewright/apps/page/answers" */

import { readFileSync } from "node:fs";

import { makeOne } from "#page/engine/making/making.js";
import { Module } from "#page/engine/solving/module.js";
import { Puzzles } from "#page/engine/solving/puzzles.js";

const [, , kernels, known] = process.argv;
const facts = JSON.parse(readFileSync(known, "utf8")),
  puzzles = new Puzzles(facts, await Module.of(readFileSync(kernels)));

/** @type {(MakeRequest & { slices?: number })[]} */
const asked = JSON.parse(readFileSync(0, "utf8"));
const answers = [];
for (const { slices = Infinity, ...each } of asked) {
  let left = slices;
  const answer = await makeOne(puzzles, each, async () => --left >= 0);
  answers.push({ puzzle: answer?.puzzle ?? null });
}
console.log(JSON.stringify(answers));
