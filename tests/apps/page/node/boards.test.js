// The boards of random tilings in links, and numbers that are typed.

import { boardOf, CHOICES, choiceOf, linkOf } from "#page/views/elements/boards.js";
import { readNumber } from "#page/views/math/deficient.js";
import { test } from "node:test";

import { same } from "./testing.js";

test("a link says which board it is", () => {
  for (const [link, board, sort, numbers] of /** @type {[string, string, string, number[]][]} */ ([
    ["aztec:40", "aztec:40", "aztec", [40]],
    ["tri:hexagon7", "tri:hexagon7", "hexagon", [7]],
    ["tri:hexagon2,3,4", "tri:hexagon2,3,4", "hexagon", [2, 3, 4]],
    ["30x40", "30x40", "rectangle", [30, 40]],
    ["oo-.oo", "##/.##", "own", []],
    ["8x8-0,0-7,7", "8x8-0,0-7,7", "own", []],
  ])) {
    same(boardOf(link), board);
    same(linkOf(board), link);
    same([choiceOf(board).sort, choiceOf(board).numbers], [sort, numbers]);
  }
  for (const link of ["", "<b>", "a b", "A4", undefined]) same(boardOf(link), null);
  for (const { first } of Object.values(CHOICES)) same(boardOf(linkOf(first)), first);
});

test("a drawing lies in the middle of its field", () => {
  const { rows, columns } = CHOICES.own;
  same(choiceOf("##").cells, [
    [Math.floor((rows - 1) / 2), columns / 2 - 1],
    [Math.floor((rows - 1) / 2), columns / 2],
  ]);
});

test("rows and columns are integers on the board, with their digits in threes or not", () => {
  for (const [text, value] of [
    ["15", 15n],
    [" 4 ", 4n],
    ["1,024", 1024n],
    ["1 024", 1024n],
  ])
    same(readNumber(`${text}`, 1024n), value);
  for (const text of ["1.5", "1,5", "1e3", "-2", "0", "1025", "x", ""])
    same(readNumber(text, 1024n), null);
});
