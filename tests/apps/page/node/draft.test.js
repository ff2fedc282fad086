// Drafts, what can be taken back, and colors.

/** @import { Draft } from "#page/views/elements/draft.js" */

import { boardOf, cellsOf, FIRST, problemOf } from "#page/views/elements/draft.js";
import { colorTiles, touching } from "#page/parts/palette.js";
import { Steps } from "#page/views/maker/steps.js";
import { test } from "node:test";

import { cells, same } from "./testing.js";

test("a board in the words of the grammar", () => {
  same(boardOf(FIRST), "6x6");
  same(boardOf({ ...FIRST, rows: 2, columns: 3, off: ["0,1"] }), "#.#\n###\n");
});

test("cells outside of a size are kept for the next one, and count for nothing", () => {
  /** @type {Draft} */
  const draft = { ...FIRST, rows: 1, columns: 3, off: ["0,1", "5,5"] };
  same(cellsOf(draft), cells("0,0-0,2"));
  same(boardOf(draft), "#.#\n");
  same(boardOf({ ...draft, columns: 1 }), "1x1");
  same(cellsOf({ ...draft, rows: 6, columns: 6 }).length, 34);
});

test("pieces in the words of the grammar: those that there are", () => {
  same(
    problemOf(
      {
        ...FIRST,
        counts: [
          ["L3", -1],
          ["I3", 0],
          ["J4", 2],
          ["T4", 1],
        ],
      },
      (name) => name !== "J4",
    ).pieces,
    ["L3+", "T4=1"],
  );
});

test("steps are taken back and made again; those of one kind are one", () => {
  const steps = new Steps(0);
  steps.go(1);
  steps.go(2, "typing");
  steps.go(3, "typing");
  steps.settle();
  steps.go(4, "typing");
  /** @type {number[]} */
  const seen = [];
  for (let i = 0; i < 5; i++) {
    steps.undo();
    seen.push(steps.now);
  }
  same(seen, [3, 1, 0, 0, 0]);
  for (let i = 0; i < 5; i++) {
    steps.redo();
    seen.push(steps.now);
  }
  same(seen.slice(5), [1, 3, 4, 4, 4]);
  steps.undo();
  steps.go(9);
  same(steps.future, []);
});

test("tiles that touch get colors that differ, or it is said that there are too few", () => {
  /** @type {[number, number][][]} */
  const tiles = [[[0, 0]], [[0, 1]], [[1, 0]], [[1, 1]]];
  same(
    touching(tiles, false).map((others) => others.size),
    [2, 2, 2, 2],
  );
  same(
    touching(tiles, true).map((others) => others.size),
    [3, 3, 3, 3],
  );
  same(colorTiles(touching(tiles, true), 3), null);
  same(new Set(colorTiles(touching(tiles, true), 4)).size, 4);
  const two = colorTiles(touching(tiles, false), 2);
  same(two?.[0] === two?.[3] && two?.[0] !== two?.[1], true);
});
