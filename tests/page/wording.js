// Reads problems from the words of a request: they come in as JSON, and pieces or faults go out.

/** @import { Turn } from "#page/engine/space.js" */

import { readFileSync } from "node:fs";

import { Boards } from "#page/engine/boards.js";
import { Catalog } from "#page/engine/catalog.js";
import { Problem } from "#page/engine/problems.js";
import { Invalid } from "#page/engine/space.js";
import { Words } from "#page/engine/words.js";

const facts = JSON.parse(readFileSync(process.argv[2], "utf8")),
  words = new Words(new Catalog(facts)),
  boards = new Boards(facts);

/** @param {{ board: string, pieces: string[], turn: Turn, empty?: [number, number] }} asked */
function read({ board, pieces, turn, empty }) {
  try {
    const problem = new Problem(words, {
      board: boards.parse(board),
      pieces,
      turn,
      ...(empty === undefined ? {} : { empty }),
    });
    return {
      pieces: problem.pieces.map(({ name, least, most }) => [name, least, most]),
      empty: problem.empty,
    };
  } catch (error) {
    if (error instanceof Invalid) return { refused: error.message };
    throw error;
  }
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(read)));
