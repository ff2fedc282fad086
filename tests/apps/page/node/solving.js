// Lays puzzles on their boards and searches them by the kernels in WebAssembly: puzzles come in as
// JSON, and covers and tilings go out.

/** @import { Sheet } from "../../../../src/tilewright/apps/page/answers" */

import { Adviser } from "#page/engine/solving/advice.js";
import { coverOf, spaceOf } from "#page/engine/solving/cover.js";
import { Machine } from "#page/engine/solving/module.js";
import { Search } from "#page/engine/solving/search.js";
import { Position } from "#page/game/position.js";
import { Rules } from "#page/game/rules.js";
import { BEGUN, load, stateOf } from "#page/game/session.js";

import { answerAll, facts, modules } from "./asking.js";

const [module] = modules;

/** @param {{ sheet: Sheet, saved: unknown, most: number, found?: string[] }} game */
async function solved({ sheet, saved, most, found }) {
  const machine = new Machine(module),
    space = spaceOf(facts, sheet),
    rules = new Rules(sheet),
    state = stateOf(saved ? load(rules, saved) : BEGUN),
    position = new Position(rules, state),
    edges = rules.drawn ? state.edges.values() : [];
  const cover = coverOf(machine, space, rules, position.tiles, edges),
    search = new Search(machine, cover);
  /** @type {number[][]} */
  const tilings = [];
  for (let slice = 0; slice < 40 && !search.done && tilings.length < most; slice++)
    tilings.push(...search.advance(5000));
  const adviser = new Adviser(module, space, rules, state, async () => true, found);
  return {
    // It leads away from solutions that were found.
    hint: found ? await adviser.hint() : null,
    items: cover.items,
    orientation: cover.orientation,
    piece: cover.piece,
    least: cover.least,
    most: cover.most,
    optional: cover.optional,
    empty: cover.empty,
    done: search.done,
    nodes: search.nodes,
    tilings: tilings.map((row) => row.sort((one, other) => one - other)),
  };
}

await answerAll(solved);
