// Small pieces and how they tile the plane: the table's answer is turned to lie as the piece does.

import { readFileSync } from "node:fs";
import { commandFor } from "#page/server/commands.js";
import { planeOf, squaresOf } from "#page/server/planes.js";
import { test } from "node:test";

import { same } from "./testing.js";

/** @import { PlaneSheet } from "../../../../src/tilewright/apps/page/answers" */

/** @type {Record<number, Record<string, (Partial<PlaneSheet> | number)[]>>} */
const tables = {};
for (const line of readFileSync(
  decodeURIComponent(
    new URL("../../../../src/tilewright/data/plane.tsv", import.meta.url).pathname,
  ),
  "utf8",
)
  .trim()
  .split("\n")) {
  const [piece, size, answers] = line.split("\t");
  tables[Number(size)] = { ...tables[Number(size)], [piece]: JSON.parse(answers) };
}

/** @typedef {number[][]} Cells */
/** @param {Cells} cells */
function settled(cells) {
  const [top, left] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
  return cells
    .map(([row, column]) => [row - top, column - left])
    .sort(([a, b], [c, d]) => a - c || b - d)
    .join(" ");
}
/** A piece as it may lie. @param {Cells} cells @param {string} turn */
function images(cells, turn) {
  const found = [];
  for (let flips = 0; flips < 2; flips++) {
    for (let quarters = 0; quarters < 4; quarters++) {
      if (turn === "free" || (turn === "one-sided" && !flips) || !(flips + quarters))
        found.push(settled(cells));
      cells = cells.map(([row, column]) => [column, -row]);
    }
    cells = cells.map(([row, column]) => [row, -column]);
  }
  return new Set(found);
}
/** @param {Cells} cells */
function drawn(cells) {
  const own = settled(cells)
    .split(" ")
    .map((cell) => cell.split(",").map(Number));
  const lines = Array.from({ length: 1 + Math.max(...own.map(([row]) => row)) }, () => "");
  for (const [row, column] of own) lines[row] = `${lines[row].padEnd(column, ".")}#`;
  return lines.join("/");
}
/** Whether tiles cover the plane once, repeated by two moves. @param {PlaneSheet} found */
function tiles({ tiles: all, period: [[a, b], [c, d]] }) {
  const area = Math.abs(a * d - b * c),
    places = new Set(
      all.flat().map(([row, column]) => {
        const one = Math.floor((row * d - column * c) / (a * d - b * c)),
          other = Math.floor((column * a - row * b) / (a * d - b * c));
        return [row - one * a - other * c, column - one * b - other * d].join();
      }),
    );
  return places.size === area && all.flat().length === area;
}

test("there are all pieces", () => {
  same(
    [1, 2, 3, 4, 5, 6, 7, 8].map((size) => Object.keys(tables[size]).length),
    [1, 1, 2, 5, 12, 35, 108, 369],
  );
  same([squaresOf("##/.#"), squaresOf("hex:##"), squaresOf("")], [3, 0, 0]);
});

test("a command goes on where the page stops", () => {
  same(
    [
      { piece: "hex:##/#", turn: "one-sided" },
      { piece: "tri:.###", turn: "free" },
    ].map((asked) => commandFor("/api/plane", asked)),
    ["tilewright plane 'hex:##/#' --turn one-sided", "tilewright plane 'tri:.###'"],
  );
});

test("an answer lies as the piece does, and is right", () => {
  let number = 0;
  for (const table of Object.values(tables))
    for (const piece of Object.keys(table)) {
      let cells = piece
        .split("/")
        .flatMap((line, row) =>
          [...line].flatMap((mark, column) => (mark === "#" ? [[row, column]] : [])),
        );
      // Another position of each piece, with room around it.
      for (let i = 0; i < number % 4; i++) cells = cells.map(([row, column]) => [column, -row]);
      if (number++ % 8 > 3) cells = cells.map(([row, column]) => [row, -column]);
      const drawing = drawn(cells);
      for (const turn of ["free", "one-sided", "fixed"]) {
        const found = planeOf(table, `./.${drawing.replaceAll("/", "/.")}`, turn);
        if (!found) throw new Error(`${drawing} is missing`);
        same(found.piece, drawing);
        same(found.cells.join(" "), settled(cells));
        const ways = images(cells, turn),
          copies = [...found.tiles, ...found.rings.flat()];
        same(copies.filter((copy) => !ways.has(settled(copy))).length, 0);
        if (found.verdict === "tiles") same(tiles(found), true);
        else {
          const covered = [found.cells, ...found.rings.flat()].flat().map(String);
          same(new Set(covered).size, covered.length);
        }
      }
    }
});
