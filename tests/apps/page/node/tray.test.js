// Where board and tray go, and how large the pieces in the tray are.

/** @import { PieceSheet } from "../../../../src/tilewright/apps/page/answers" */

import { same } from "./testing.js";

import { arrange } from "#page/board/hands/tray.js";
import { Lattice } from "#page/geometry/lattice.js";
import assert from "node:assert/strict";
import { test } from "node:test";

/** A straight piece of so many cells. @param {number} long @returns {PieceSheet} */
const straight = (long) => {
  const lying = Array.from({ length: long }, (_, i) => [0, i]);
  return {
    name: `I${long}`,
    label: `I${long}`,
    called: "the I",
    color: 0,
    cells: lying,
    marks: lying.map(() => ""),
    least: 1,
    most: 1,
    first: 0,
    orientations: [lying, lying.map(([row, column]) => [column, row])].map((cells) => ({
      cells,
      marks: cells.map(() => ""),
      turned: [],
      flipped: 0,
    })),
  };
};
/** @param {number} rows @param {number} columns */
const board = (rows, columns) =>
  new Lattice(null, {
    rows,
    columns,
    cells: Array.from({ length: rows }, () => "#".repeat(columns)),
  });
const SCREENS = [
  [1216, 560],
  [1856, 840],
  [756, 820],
  [370, 560],
];

test("pieces in the tray are as large as on the board where there is room, and never tiny", () => {
  // A small board in a large window leaves room for all of its pieces.
  for (const { scale } of arrange(board(8, 6), [straight(3), straight(3)], 1216, 560).slots)
    same(scale, 1);
  for (const [rows, columns, number] of [
    [4, 5, 5],
    [8, 6, 7],
    [6, 10, 12],
  ])
    for (const [width, height] of SCREENS) {
      const { slots, unit } = arrange(
        board(rows, columns),
        Array.from({ length: number }, () => straight(3)),
        width,
        height,
      );
      assert.ok(unit > 15);
      for (const { scale } of slots)
        assert.ok(scale <= 1 && scale * unit >= 15, `${[rows, columns, width, scale, unit]}`);
    }
});

test("on a narrow screen the tray is a strip that is scrolled to its last piece", () => {
  const [width, height] = [370, 560];
  const { slots, unit, size, origin, panel, reach } = arrange(
    board(7, 7),
    Array.from({ length: 12 }, () => straight(6)),
    width,
    height,
  );
  assert.ok(panel && panel.y > 7);
  assert.ok(Math.abs(size.width * unit - width) < 1e-9);
  const right = Math.max(...slots.map(({ x, side }) => x + side)) + origin.x;
  assert.ok(reach > 0 && right > size.width && right < size.width + reach);
  // A long board that stands has the pieces at its side.
  const beside = arrange(board(20, 3), Array(12).fill(straight(3)), width, height);
  assert.ok(beside.panel && beside.panel.x > 3 && beside.reach === 0);
  // Nothing is scrolled where all pieces have room.
  for (const number of [2, 12])
    same(arrange(board(7, 7), Array(number).fill(straight(4)), width, height).reach, 0);
});

test("what is in the tray lies on its panel, and that lies beside the board or below it", () => {
  for (const [width, height] of SCREENS) {
    const { slots, panel, size, origin, unit, reach } = arrange(
      board(6, 10),
      Array.from({ length: 12 }, () => straight(3)),
      width,
      height,
    );
    assert.ok(panel);
    for (const { x, y, side } of slots) {
      assert.ok(x >= panel.x && x + side <= panel.x + panel.width + reach);
      assert.ok(y >= panel.y && y + side <= panel.y + panel.height);
    }
    assert.ok(panel.x > 10 || panel.y > 6);
    assert.ok(panel.y >= -origin.y && panel.y + panel.height <= size.height - origin.y + 1e-9);
    assert.ok(size.width * unit <= width + 1e-9);
  }
  same(arrange(board(2, 2), [], 400, 400).panel, null);
});

test("the layers of a board of cubes have names, above each of them", () => {
  const cells = ["##", "##"];
  /** @param {number} layers */
  const box = (layers) =>
    new Lattice(
      { ...new Lattice().data, cells: "cubes", layers },
      { rows: 2, columns: 2, cells: Array.from({ length: layers }, () => cells).flat() },
    );
  same(
    box(3)
      .layerNames()
      .map(({ text }) => text),
    ["Layer 1, top", "Layer 2", "Layer 3, bottom"],
  );
  const high = box(3);
  for (const [layer, { at }] of high.layerNames().entries()) {
    const [x, y] = high.at([layer, 0, 0]);
    assert.ok(at[0] === x && at[1] < y && at[1] > 0);
  }
  same(box(1).layerNames(), []);
  same(new Lattice().layerNames(), []);
});

test("a strip is scrolled by more than a pixel, or not at all", () => {
  for (const [width, height, rows] of [
    [305, 300, 3],
    [367, 300, 2],
  ]) {
    const pieces = Array.from({ length: 4 }, () => straight(2));
    same(arrange(board(rows, rows), pieces, width, height).reach, 0);
  }
});
