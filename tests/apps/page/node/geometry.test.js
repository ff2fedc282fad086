// Cells, edges, lines and outlines.

/** @import { Cell, Point } from "#page/geometry/geometry.js" */

import {
  cellAt,
  depth,
  edgeAt,
  ends,
  extent,
  keys,
  neighbors,
  outline,
  passed,
  rectangle,
} from "#page/geometry/geometry.js";
import { test } from "node:test";

import { cells, edge, same } from "./testing.js";

test("a point is in one cell, also on its upper and left sides", () => {
  same(cellAt([2.5, 1.5]), [1, 2]);
  same(cellAt([2, 1]), [1, 2]);
  same(cellAt([-0.1, 0.5]), [0, -1]);
});

test("the edge that a point is near, and its ends", () => {
  same(edgeAt([2.1, 1.5], 0.2), cells("1,2-1,1"));
  same(edgeAt([2.5, 1.95], 0.2), cells("1,2-2,2"));
  same(edgeAt([2.5, 1.5], 0.2), null);
  same(ends(edge("1,2-1,1")), cells("2,1-2,2"));
  same(ends(edge("1,2-2,2")), cells("2,2-3,2"));
  for (const cell of neighbors([3, 4])) same(ends([[3, 4], cell]), ends([cell, [3, 4]]));
});

test("how far a point is inside its cell", () => {
  same(depth([2.5, 1.5]), 0.5);
  same(depth([2.25, 1.5]), 0.25);
});

test("a line passes cells that share edges, from its first to its last", () => {
  same(
    passed([0.5, 0.5], [3.5, 0.5]).map(({ cell }) => cell),
    cells("0,0-0,1-0,2-0,3"),
  );
  same(
    passed([0.5, 3.5], [0.5, 0.5]).map(({ cell }) => cell),
    cells("3,0-2,0-1,0-0,0"),
  );
  same(
    passed([0.5, 0.5], [0.6, 0.6]).map(({ cell }) => cell),
    [[0, 0]],
  );
  same(
    passed([0.5, 0.4], [2.5, 1.4]).map(({ cell }) => cell),
    cells("0,0-0,1-1,1-1,2"),
  );
});

test("a line between any two points leaves no gap", () => {
  // A fixed sequence of points all over a board.
  let seed = 7;
  const next = () => {
    seed = (seed * 16807) % 2147483647;
    return (seed / 2147483647) * 20 - 3;
  };
  for (let i = 0; i < 300; i++) {
    /** @type {[Point, Point]} */
    const [from, to] = [
      [next(), next()],
      [next(), next()],
    ];
    const way = passed(from, to);
    same(way[0].cell, cellAt(from));
    same(way.at(-1)?.cell, cellAt(to));
    same(way.at(-1)?.at, to);
    way.forEach(({ cell, at }, j) => {
      same(cellAt(at), cell);
      if (j)
        same(
          neighbors(cell).some((other) => keys([other]) === keys([way[j - 1].cell])),
          true,
        );
    });
  }
});

test("cells have one name in whatever order", () => {
  same(keys(cells("0,1-0,0")), keys(cells("0,0-0,1")));
  same(rectangle(2, 3).length, 6);
  same(extent(rectangle(2, 3)), [2, 3]);
});

test("an outline goes around each part and each hole", () => {
  /** @param {Cell[]} cells */
  const loops = (cells) => outline(cells).split("Z").length - 1;
  same(loops(cells("0,0-0,1-1,0")), 1);
  same(loops(cells("0,0-0,2")), 2);
  same(loops(rectangle(3, 3).filter(([row, column]) => row !== 1 || column !== 1)), 2);
  // Two cells that touch at a corner keep their own outlines.
  same(loops(cells("0,0-1,1")), 2);
});
