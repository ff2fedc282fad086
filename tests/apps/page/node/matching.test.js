// Tilings by pieces of two cells: flips lead to the lowest tiling and back, and a diamond grows.

import { numbers, Pairs, Shuffling } from "#page/geometry/matching.js";
import { test } from "node:test";

import { same } from "./testing.js";

/** @param {number} kinds @param {string[]} lines */
const read = (kinds, lines) =>
  new Pairs({ kinds, rows: lines.length, columns: lines[0].length }).read(lines);

test("a tiling is read and written", () => {
  for (const [kinds, lines] of /** @type {[number, string[]][]} */ ([
    [1, ["21", "21"]],
    [1, [".33", ".00", "21."]],
    [2, [".112", "200."]],
  ]))
    same(read(kinds, lines).words(), lines);
});

test("two dominoes of a square are turned, and turned back", () => {
  const pairs = read(1, ["21", "21"]);
  const corners = [...pairs.corners()];
  same(corners.length, 1);
  const way = pairs.turnable(corners[0]);
  pairs.flip(corners[0]);
  same(pairs.words(), ["33", "00"]);
  same(pairs.turnable(corners[0]), -way);
  pairs.flip(corners[0]);
  same(pairs.words(), ["21", "21"]);
});

test("three lozenges of a hexagon are turned", () => {
  const pairs = read(2, [".112", "200."]);
  const before = pairs.words(),
    corners = [...pairs.corners()];
  same(corners.length, 1);
  pairs.flip(corners[0]);
  same(pairs.words().join() === before.join(), false);
  same(pairs.turnable(corners[0]) !== 0, true);
  pairs.flip(corners[0]);
  same(pairs.words(), before);
});

test("from any tiling flips lead down to the same one", () => {
  const lines = (/** @type {string} */ row) => Array.from({ length: 4 }, () => row);
  const lying = read(1, lines("2121")),
    upright = read(1, ["3333", "0000", "3333", "0000"]);
  const before = lying.words();
  const way = lying.descend(numbers(1));
  upright.descend(numbers(2));
  same(lying.words(), upright.words());
  same(
    [...lying.corners()].every((corner) => lying.turnable(corner) < 0),
    true,
  );
  for (const corner of way.reverse()) lying.flip(corner);
  same(lying.words(), before);
});

test("the Aztec diamond grows by an order with each step", () => {
  const order = 6;
  const shuffling = new Shuffling(order, new Uint8Array(20).fill(0b10110100));
  const pairs = new Pairs({ kinds: 1, rows: 2 * order, columns: 2 * order });
  const counts = [];
  for (let now = 1; now <= order; now++) {
    shuffling.seek(now);
    shuffling.lay(pairs);
    const cells = [...pairs.partner.keys()].filter((cell) => pairs.partner[cell] >= 0);
    // Each cell is the partner of its partner, beside it.
    same(
      cells.every((cell) => pairs.partner[pairs.partner[cell]] === cell),
      true,
    );
    counts.push(cells.length / 2);
  }
  same(counts, [2, 6, 12, 20, 30, 42]);
  const last = pairs.words();
  shuffling.seek(2);
  shuffling.seek(order);
  shuffling.lay(pairs);
  same(pairs.words(), last);
});
