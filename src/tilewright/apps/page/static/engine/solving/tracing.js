// What a search does, one placement or retraction after the other: the engine dance, step by step.

/** @import { Rules } from "../../game/rules.js" */
/** @import { Cover } from "./cover.js" */
/** @import { Machine } from "./module.js" */

import { Search } from "./search.js";

/** Events of a bundle, and the most of all. */
const BUNDLE = 400,
  MOST = 20_000;

/**
 * `[depth, piece, cell, cell, …]` puts a placement on a stack of that depth, `[depth]` removes the top
 * one, and `[-1]` is a tiling. Cells are numbered in the box around the board.
 * @typedef {number[]} Event
 */

/** @param {number[]} one @param {number[]} other */
function common(one, other) {
  const at = one.findIndex((x, i) => x !== other[i]);
  return at < 0 ? Math.min(one.length, other.length) : at;
}

/**
 * The events of a search, in bundles; at last how it ended.
 * @param {Machine} machine @param {Rules} rules @param {Cover} cover
 * @param {() => Promise<boolean>} going
 */
export async function* traced(machine, rules, cover, going) {
  const search = new Search(machine, cover),
    { rows, columns } = rules.sheet;
  const places = rules.cells.map((cell) => {
    const [column, row, layer = 0] = [...cell].reverse();
    return (layer * rows + row) * columns + column;
  });
  /** @type {number[]} */
  let stack = [];
  /** @type {Event[]} */
  let events = [];
  let found = 0,
    sent = 0;
  /** Go to other placements, one by one. @param {number[]} to */
  const follow = (to) => {
    const same = common(stack, to);
    for (let depth = stack.length - 1; depth >= same; depth--) events.push([depth]);
    for (const [i, placement] of to.entries()) {
      if (i < same) continue;
      const cells = cover.items[placement].map((item) => places[item]);
      events.push([i, cover.piece[placement], ...cells]);
    }
    stack = to;
  };
  while (!search.done && sent + events.length < MOST) {
    for (const tiling of search.advance(1)) {
      found++;
      // The engine has left the tiling; placements that were there before keep their order.
      const among = new Set(tiling),
        left = stack.findIndex((placement) => !among.has(placement));
      const kept = left < 0 ? stack : stack.slice(0, left);
      follow([...kept, ...tiling.filter((placement) => !kept.includes(placement))]);
      events.push([-1]);
    }
    follow(search.done ? [] : search.chosen);
    if (events.length < BUNDLE) continue;
    sent += events.length;
    yield { events };
    events = [];
    if (!(await going())) break;
  }
  if (events.length) yield { events };
  yield { end: { complete: search.done, found, nodes: search.nodes, engine: "dance" } };
}
