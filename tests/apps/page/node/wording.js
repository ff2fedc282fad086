// Reads problems from the words of a request: they come in as JSON, and pieces or faults go out.

/** @import { Turn } from "#page/engine/words/space.js" */

import { Boards } from "#page/engine/words/boards.js";
import { Catalog } from "#page/engine/words/catalog.js";
import { Problem } from "#page/engine/words/problems.js";
import { Invalid } from "#page/engine/words/space.js";
import { Words } from "#page/engine/words/words.js";

import { answerAll, facts } from "./asking.js";

const words = new Words(new Catalog(facts)),
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

await answerAll(read);
