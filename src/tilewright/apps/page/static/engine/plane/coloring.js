// Colors for a periodic tiling of the plane, as few as possible, so that tiles that share an edge
// differ. As in the library, a coloring repeats by some of the translations that repeat the tiling; a
// finite part of the tiling that needs as many colors proves that fewer are not enough.

/** @import { PlaneSheet } from "../../../answers" */
/** @import { Machine } from "../solving/module.js" */
/** @import { Periodic, Positions, Sublattice } from "./positions.js" */

import { sublattices } from "./periods.js";

/** The largest index of sublattices, the most vertices, and the sizes of the parts of a tiling. */
const INDEX = 16,
  TILES = 400,
  PARTS = [24, 60, 150];
/** The most visits of vertices for one question. */
const LOOKS = 2_000_000;
/** Of the state of a search: the colorings found. */
const FOUND = 3;
/** What a search says once it is complete. */
const DONE = 2;

/** Numbers of a pair: a tile of the first period, one that touches it, and the period of that. */
const COLUMNS = 4;
/** The neighbors of each vertex of a graph. @typedef {{ starts: number[], near: number[] }} Graph */

/**
 * A coloring of a graph; null if there is none, undefined if the search is stopped before it is complete.
 * @param {Machine} machine @param {Graph} graph @param {number} colors
 */
function colored(machine, { starts, near }, colors) {
  const mark = machine.functions.mark(),
    size = starts.length - 1;
  try {
    const graph = [machine.from("i64", starts), machine.from("i32", near)];
    // All colors are interchangeable, and may be used any number of times.
    const palette = machine.from(
      "i64",
      Array.from({ length: colors }, (_, color) => [0, size, color - 1, 0]).flat(),
      [colors, 4],
    );
    const [vertex, taken] = [3, colors].map((width) => machine.array("i32", [size, width])),
      found = machine.array("i32", [1, size]),
      state = machine.array("i64", [6]);
    machine.call("coloring_exact_begin", [...graph, palette, vertex, taken, state, -1]);
    const [status] = machine.call("coloring_exact_advance", [
      ...[...graph, palette, vertex, taken, found, state],
      Math.ceil(LOOKS / size),
    ]);
    if (Number(state.values[FOUND])) return found.numbers;
    return status === DONE ? null : undefined;
  } finally {
    machine.functions.release(mark);
  }
}

/**
 * The coloring with the fewest colors that is found in time; null if none repeats after a few
 * periods.
 * @param {Machine} machine @param {Positions} positions  Of the piece. @param {Periodic} tiling
 * @param {() => Promise<boolean>} going  Called between parts of the work; false ends it.
 * @returns {Promise<PlaneSheet["coloring"]>}
 */
export async function fewestColors(machine, positions, tiling, going) {
  const tiles = tiling.tiles.length,
    { faces, size: length } = positions,
    own = positions.machine,
    most = own.array("i64", [tiles * length * faces.shape[1], COLUMNS]);
  const [count] = own.call("plane_repeats_touches", [
    ...[...positions.rows(tiling), ...positions.pieces, faces, most],
  ]);
  const pairs = most.rows(0, count);
  /** The graph that a kernel lays; null if a tile touches its own translate. @param {string} name @param {number} size @param {number} room @param {number[]} numbers @returns {Graph | null} */
  const graphOf = (name, size, room, ...numbers) =>
    positions.within(() => {
      const starts = own.array("i64", [size + 1]),
        near = own.array("i32", [room]);
      const [edges] = own.call(`plane_repeats_${name}`, [pairs, ...numbers, starts, near]);
      return edges < 0 ? null : { starts: starts.numbers, near: near.rows(0, edges).numbers };
    });
  /** @type {NonNullable<PlaneSheet["coloring"]> | null} */
  let best = null;
  let need = 1;
  for (const size of PARTS) {
    if (!(await going())) return null;
    const part = graphOf("part", size, size * count);
    while (part && colored(machine, part, need) === null) need++;
  }
  for (let index = 1; index <= Math.max(1, Math.min(INDEX, Math.floor(TILES / tiles))); index++)
    for (const repeats of sublattices(positions, index)) {
      if (!(await going())) return best;
      const [p, , r] = repeats,
        graph = graphOf("repeat", p * r * tiles, p * r * count, tiles, ...repeats);
      if (!graph) continue;
      /** @type {number[] | null | undefined} */
      let found;
      for (let colors = need; !found && (!best || colors < best.colors); colors++)
        found = colored(machine, graph, colors);
      if (!found) continue;
      const colors = new Set(found).size;
      best = { colors, proven: colors === need, repeats, table: tableOf(found, tiles, repeats) };
      if (best.proven) return best;
    }
  return best;
}

/** The colors by period and tile. @param {number[]} colors @param {number} tiles @param {Sublattice} repeats */
function tableOf(colors, tiles, [p, , r]) {
  return Array.from({ length: p }, (_, down) =>
    Array.from({ length: r }, (_, across) => {
      const begin = (down * r + across) * tiles;
      return colors.slice(begin, begin + tiles);
    }),
  );
}
