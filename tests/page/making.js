// Makes puzzles by the kernels in WebAssembly: requests come in as JSON, and answers go out.

/** @import { MakeRequest } from "../../src/tilewright/web/answers" */

import { readFileSync } from "node:fs";

import { makeOne } from "#page/engine/making.js";
import { Module } from "#page/engine/module.js";
import { Puzzles } from "#page/engine/puzzles.js";

const [, , kernels, known] = process.argv;
const facts = JSON.parse(readFileSync(known, "utf8")),
  puzzles = new Puzzles(facts, await Module.of(readFileSync(kernels)));

/** @type {MakeRequest[]} */
const asked = JSON.parse(readFileSync(0, "utf8"));
const answers = [];
for (const each of asked) {
  const begin = performance.now(),
    answer = await makeOne(puzzles, each, async () => true);
  answers.push({ puzzle: answer?.puzzle ?? null, milliseconds: performance.now() - begin });
}
console.log(JSON.stringify(answers));
