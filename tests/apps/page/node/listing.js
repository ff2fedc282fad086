// Lists all tilings of puzzles by the kernels in WebAssembly, and asks the list: puzzles and choices
// come in as JSON, and tilings and numbers go out.

/** @import { Sheet } from "../../../../src/tilewright/apps/page/answers" */

import { listed } from "#page/engine/making/listing.js";
import { Tilings } from "#page/engine/making/tilings.js";

import { answerAll, puzzles } from "./asking.js";

/** @param {{ sheet: Sheet, chosen: [string, boolean][][] }} asked  Words of placements. */
async function answered({ sheet, chosen }) {
  const { list, ...answer } = await listed(puzzles, sheet, async () => true);
  if (!list) return answer;
  const all = new Tilings(list);
  const words = list.cells.map(
    (cells, i) =>
      `${sheet.pieces[list.piece[i]].name}:${cells.map((cell) => cell.join()).join("-")}`,
  );
  const wheres = chosen.map((each) => {
    const found = all.where(each.map(([word, on]) => ({ placement: words.indexOf(word), on })));
    return { numbers: [...found], uses: [...all.uses(found)] };
  });
  return {
    ...answer,
    words,
    wheres,
    solutions: all.solutions,
    solution: [...all.solution],
    tilings: Array.from({ length: all.count }, (_, i) => [...all.tiling(i)]),
  };
}

await answerAll(answered);
