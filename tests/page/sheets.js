// Describes puzzles by their IDs, as the page does without a server: IDs come in as JSON, and sheets go
// out, null for what the server must be asked.

import { readFileSync } from "node:fs";

import { Module } from "#page/engine/module.js";
import { Puzzles } from "#page/engine/puzzles.js";
import { Invalid, Unsupported } from "#page/engine/space.js";

const puzzles = new Puzzles(
  JSON.parse(readFileSync(process.argv[3], "utf8")),
  await Module.of(readFileSync(process.argv[2])),
);

/** @param {string} id */
function sheetOf(id) {
  try {
    return puzzles.sheet(id);
  } catch (error) {
    if (error instanceof Invalid || error instanceof Unsupported) return { error: error.message };
    throw error;
  }
}

const ids = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(ids.map(sheetOf)));
