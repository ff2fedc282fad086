// Matches the cells of a board in pairs, or says why that is impossible.

/** @import { Machine } from "../solving/module.js" */

/** How many cells are tried as the one that stays empty. */
const TRIED = 500;

/**
 * A largest matching: the partner of each cell, -1 for none.
 * @param {Machine} machine
 * @param {Int8Array} side  The color of each cell, 0 or 1; cells of an edge differ.
 * @param {number[]} ends  The two cells of each edge, one after the other.
 */
export function matched(machine, side, ends) {
  const size = side.length,
    edges = ends.length / 2,
    mark = machine.functions.mark();
  const list = (/** @type {number} */ length) => machine.array("i32", [length]);
  const start = machine.array("i64", [size + 1]),
    beside = list(2 * edges),
    mate = machine.array("i32", [size], -1);
  machine.call("matching_graphs_list_neighbors", [
    machine.from("i32", ends, [edges, 2]),
    ...[start, beside, list(2 * edges)],
  ]);
  const order = machine.from("i32", Array.from(side.keys()));
  const graph = [start, beside];
  machine.call("matching_augment_begin", [order, ...graph, mate, list(size), list(size)]);
  const others = [machine.from("i8", side), mate, list(size), machine.array("i64", [size])];
  const spare = [list(size), list(size)];
  while (machine.call("matching_augment_augment", [...graph, ...others, ...spare])[0]);
  const found = { mate: mate.numbers, start: start.numbers, beside: beside.numbers };
  machine.functions.release(mark);
  return found;
}

/**
 * Cells of which there are too many, and their neighbors (Hall 1935); null if there is a tiling.
 * @param {ReturnType<typeof matched>} matching
 */
export function tooMany({ mate, start, beside }) {
  /** @type {{ own: Set<number>, others: Set<number> } | null} */
  let least = null;
  const empty = mate.flatMap((partner, cell) => (partner < 0 ? [cell] : []));
  for (const root of empty.slice(0, TRIED)) {
    const own = new Set([root]),
      others = new Set();
    for (const cell of own) {
      for (let i = start[cell]; i < start[cell + 1]; i++) {
        others.add(beside[i]);
        own.add(mate[beside[i]]);
      }
      if (least && own.size >= least.own.size) break;
    }
    if (!least || own.size < least.own.size) least = { own, others };
  }
  return least;
}
