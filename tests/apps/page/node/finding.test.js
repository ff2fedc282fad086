// Figures that are drawn one after the other: each is found once, however it lies.

import { judged, turnBy } from "#page/views/classroom/finding.js";
import { Catalog, orientationsOf } from "#page/engine/words/catalog.js";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { cells, same } from "./testing.js";

/** @typedef {"free" | "one-sided"} Turn */

const facts = JSON.parse(
  readFileSync(new URL(import.meta.resolve("#page/engine/facts.json")).pathname, "utf8"),
);

/** @param {"square" | "tri" | "hex"} name @param {number} size @param {Turn} turn */
function shapesOf(name, size, turn) {
  const lattice = facts.lattices[name];
  return {
    lattice,
    figures: new Catalog(facts).family(size, turn, lattice).map(([, own]) => own),
  };
}
/** @param {string} drawn @param {string} found @param {Turn} turn */
function moved(drawn, found, turn = "free") {
  const verdict = judged(shapesOf("square", 4, turn), null, turn, [cells(found)], cells(drawn));
  return verdict.is === "known"
    ? [verdict.motion.flipped, verdict.motion.degrees, turnBy(verdict.motion)]
    : verdict.is;
}

const L4 = "0,0-1,0-2,0-2,1";

test("a drawing is new, or says how an earlier figure is moved onto it", () => {
  same(moved("3,3-4,3-5,3-5,4", L4), [false, 0, 0]);
  same(moved("0,0-0,1-0,2-1,0", L4), [false, 90, 90]);
  same(moved("0,0-0,1-1,1-2,1", L4), [false, 180, 180]);
  same(moved("0,2-1,0-1,1-1,2", L4), [false, 270, 90]);
  same(moved("0,1-1,1-2,1-2,0", L4), [true, 0, 0]);
  same(moved("0,1-1,1-2,1-2,0", L4, "one-sided"), "new");
  same(moved("0,0-0,1-1,0-1,1", L4), "new");
});

test("what has another number of cells or is not connected is no figure", () => {
  same(moved("0,0-0,1-0,2", L4), "size");
  same(moved("0,0-0,1-1,2-1,3", L4), "apart");
});

test("every orientation of every figure is known once the figure is found", () => {
  for (const name of /** @type {const} */ (["square", "tri", "hex"]))
    for (const turn of /** @type {const} */ (["free", "one-sided"])) {
      const shapes = shapesOf(name, 5, turn),
        { lattice, figures } = shapes,
        { sheet } = lattice;
      same(
        figures.length,
        { square: [12, 18], tri: [4, 6], hex: [22, 33] }[name][+(turn !== "free")],
      );
      for (const [i, own] of figures.entries()) {
        same(judged(shapes, sheet, turn, figures.slice(0, i), own).is, "new");
        for (const drawn of orientationsOf(lattice, own, turn)) {
          const verdict = judged(shapes, sheet, turn, figures, drawn);
          same(verdict.is === "known" && verdict.number, i);
        }
      }
    }
});
