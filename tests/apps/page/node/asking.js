// What the scripts beside it share: modules of WebAssembly and what the page knows of lattices and
// pieces, by their paths; questions come in as JSON, and answers go out.

import { readFileSync } from "node:fs";

import { Module } from "#page/engine/solving/module.js";
import { Puzzles } from "#page/engine/solving/puzzles.js";

const paths = process.argv.slice(2),
  known = paths.pop() ?? "";
export const modules = await Promise.all(paths.map((path) => Module.of(readFileSync(path))));
export const facts = JSON.parse(readFileSync(known, "utf8"));
export const choices = () => JSON.parse(readFileSync(known.replace("facts", "figures"), "utf8"));
export const puzzles = new Puzzles(facts, modules[0]);

/** Time that runs out after so many slices. */
export const sliced = (slices = Infinity) => {
  let left = slices;
  return async () => left-- > 0;
};

/** Answer all questions. @template Asked @param {(asked: Asked) => unknown} answer */
export async function answerAll(answer) {
  const answers = [];
  for (const asked of JSON.parse(readFileSync(0, "utf8"))) answers.push(await answer(asked));
  console.log(JSON.stringify(answers));
}
