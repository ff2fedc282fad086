// How to play, in words.

/** @import { Sheet } from "../../../answers" */

import { GAME, HOW } from "../../texts/en.js";
import { h } from "../../parts/dom.js";

/** How a puzzle is played. @param {Sheet} sheet @param {boolean} drawn */
export function how(sheet, drawn) {
  if (!sheet.listed) return { ...HOW.plain, all: [sheet.goal] };
  if (drawn && sheet.pieces.every(({ most }) => most !== null))
    return { ...HOW.plain, all: [GAME.eachOnce] };
  if (drawn) return sheet.marks.length ? HOW.dots : HOW.plain;
  if (sheet.lattice?.layers) return HOW.cubes;
  return sheet.turn === "fixed" ? HOW.fixed : HOW.turning;
}

/**
 * Something said to who has a mouse and a keyboard, and to who plays by finger.
 * @param {string[]} mouse @param {string[]} touch
 */
export const byHand = (mouse, touch) => [
  mouse.map((text) => h("p", { class: "by-mouse", text })),
  touch.map((text) => h("p", { class: "by-touch", text })),
];
