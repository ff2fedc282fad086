// What was found of a board that can be filled in many ways: each kept with its picture, turned
// boards counted once.

/** @import { Sheet } from "../../../answers" */
/** @import { Cell } from "../../geometry/geometry.js" */

import { GAME, LANGUAGE } from "../../texts/en.js";
import { still } from "../../board/look/board.js";
import { alike, written } from "../../game/solutions.js";
import { clear, h } from "../../parts/dom.js";
import { Lattice } from "../../geometry/lattice.js";
import * as storage from "../../parts/storage.js";

/**
 * Keep a filled board; which one it is, from 1, and whether it is new.
 * @param {Sheet} sheet
 * @param {{ piece: string, cells: Cell[] }[]} tiles
 */
export function keep(sheet, tiles) {
  const all = storage.found(sheet.id),
    word = written(sheet, tiles),
    own = alike(word, sheet.images);
  const known = all.findIndex((other) => alike(other, sheet.images) === own);
  if (known >= 0) return { number: known + 1, fresh: false };
  storage.keepFound(sheet.id, [...all, word]);
  return { number: all.length + 1, fresh: true };
}

/** How many are found, in words. @param {Sheet} sheet @param {number} number */
export const ofAll = ({ tilings }, number) =>
  tilings
    ? GAME.foundOf(number.toLocaleString(LANGUAGE), tilings.toLocaleString(LANGUAGE))
    : GAME.found(number.toLocaleString(LANGUAGE));

/** What a player has found of a puzzle; `refresh` shows what is new. @param {Sheet} sheet */
export function makeShelf(sheet) {
  const summary = h("summary", {}),
    pictures = h("div", { class: "findings" });
  const details = h("details", {}, summary, pictures),
    element = h("div", { class: "found" });
  function refresh() {
    const all = storage.found(sheet.id);
    summary.textContent = ofAll(sheet, all.length);
    clear(
      pictures,
      all.map((word, number) => picture(sheet, word, number + 1)),
    );
    clear(element, all.length ? details : null);
  }
  refresh();
  return { element, refresh };
}

/** @param {Sheet} sheet @param {string} word @param {number} number */
function picture(sheet, word, number) {
  const lattice = new Lattice(sheet.lattice, sheet),
    placed = lattice.read(word.split("/"));
  const { element, draw } = still(
    { sheet: {}, cells: placed.map(([cell]) => cell), lattice },
    { "aria-label": GAME.number(number) },
  );
  const of = sheet.pieces.map(({ color }, index) => ({
    color,
    cells: placed.filter(([, letter]) => letter === index.toString(36)).map(([cell]) => cell),
  }));
  draw(of.filter(({ cells }) => cells.length));
  return element;
}
