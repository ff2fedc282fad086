// Colors for a periodic tiling of the plane, as few as possible, so that tiles that share an edge
// differ. As in the library, a coloring repeats by some of the translations that repeat the tiling; a
// finite part of the tiling that needs as many colors proves that fewer are not enough.

/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { PlaneSheet } from "../../../answers" */
/** @import { Machine } from "../solving/module.js" */
/** @import { Geometry, Pair, Periodic, Sublattice } from "./motions.js" */

import { mod } from "../words/space.js";
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

/** A tile of the first period, a neighbor of it, and the period of that. @typedef {{ tile: number, other: number, times: Pair }} Touch */

/** All pairs of tiles that touch each other. @param {Geometry} geometry @param {Periodic} tiling @param {Cell[]} cells @returns {Touch[]} */
function touchesOf(geometry, { period, tiles }, cells) {
  const [a, b, d] = period,
    { kinds, lattice } = geometry;
  /** @param {Cell} cell @returns {Pair} */
  const periods = ([row, column]) => {
    const down = Math.floor(row / a);
    return [down, Math.floor((Math.floor(column / kinds) - down * b) / d)];
  };
  const laid = tiles.map((motion) => geometry.image(motion, cells));
  const home = new Map(
    laid.flatMap((own, tile) =>
      own.map((cell) => [geometry.number(cell, period), { tile, at: periods(cell) }]),
    ),
  );
  /** @type {Map<string, Touch>} */
  const found = new Map();
  for (const [tile, own] of laid.entries())
    for (const [row, column] of own)
      for (const [down, right] of lattice.faces[mod(column, kinds)]) {
        const near = [row + down, column + right],
          owner = home.get(geometry.number(near, period));
        if (!owner) throw new Error("this is no tiling");
        const [x, y] = periods(near),
          times = /** @type {Pair} */ ([x - owner.at[0], y - owner.at[1]]);
        if (owner.tile !== tile || times.some(Boolean))
          found.set(`${tile} ${owner.tile} ${times}`, { tile, other: owner.tile, times });
      }
  return [...found.values()];
}

/**
 * A coloring of a graph; null if there is none, undefined if the search is stopped before it is complete.
 * @param {Machine} machine @param {Set<number>[]} near  The neighbors of each vertex. @param {number} colors
 */
function colored(machine, near, colors) {
  const mark = machine.functions.mark(),
    size = near.length;
  try {
    let entries = 0;
    const starts = [0, ...near.map((own) => (entries += own.size))];
    const graph = [
      machine.from("i64", starts),
      machine.from(
        "i32",
        near.flatMap((own) => [...own].sort((a, b) => a - b)),
      ),
    ];
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

/** The tiles of some periods as a graph on a torus; null if a tile touches its own translate. @param {Touch[]} touches @param {number} tiles @param {Sublattice} repeats */
function repeated(touches, tiles, [p, q, r]) {
  const near = Array.from({ length: p * r * tiles }, () => /** @type {Set<number>} */ (new Set()));
  for (let down = 0; down < p; down++)
    for (let across = 0; across < r; across++)
      for (const { tile, other, times } of touches) {
        const turns = Math.floor((down + times[0]) / p),
          row = down + times[0] - turns * p,
          column = mod(across + times[1] - turns * q, r);
        const one = (down * r + across) * tiles + tile,
          two = (row * r + column) * tiles + other;
        if (one === two) return null;
        near[one].add(two);
      }
  return near;
}

/** The graph of so many tiles, the nearest ones to the first. @param {Touch[]} touches @param {number} size */
function partOf(touches, size) {
  /** @type {{ tile: number, at: Pair }[]} */
  const all = [{ tile: 0, at: [0, 0] }];
  const numbers = new Map([["0 0,0", 0]]);
  /** @type {Set<number>[]} */
  const near = [new Set()];
  for (const [number, { tile, at }] of all.entries())
    for (const touch of touches) {
      if (touch.tile !== tile) continue;
      const next = /** @type {Pair} */ ([at[0] + touch.times[0], at[1] + touch.times[1]]),
        name = `${touch.other} ${next}`;
      let other = numbers.get(name);
      if (other === undefined) {
        if (all.length >= size) continue;
        other = all.push({ tile: touch.other, at: next }) - 1;
        numbers.set(name, other);
        near.push(new Set());
      }
      near[number].add(other);
      near[other].add(number);
    }
  return near;
}

/**
 * The coloring with the fewest colors that is found in time; null if none repeats after a few
 * periods.
 * @param {Machine} machine @param {Geometry} geometry @param {Periodic} tiling @param {Cell[]} cells
 * @param {() => Promise<boolean>} going  Called between parts of the work; false ends it.
 * @returns {Promise<PlaneSheet["coloring"]>}
 */
export async function fewestColors(machine, geometry, tiling, cells, going) {
  const touches = touchesOf(geometry, tiling, cells),
    tiles = tiling.tiles.length;
  /** @type {NonNullable<PlaneSheet["coloring"]> | null} */
  let best = null;
  let need = 1;
  for (const size of PARTS) {
    if (!(await going())) return null;
    while (colored(machine, partOf(touches, size), need) === null) need++;
  }
  for (let index = 1; index <= Math.max(1, Math.min(INDEX, Math.floor(TILES / tiles))); index++)
    for (const repeats of sublattices(index)) {
      if (!(await going())) return best;
      const near = repeated(touches, tiles, repeats);
      if (!near) continue;
      /** @type {number[] | null | undefined} */
      let found;
      for (let colors = need; !found && (!best || colors < best.colors); colors++)
        found = colored(machine, near, colors);
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
