// How to play, in words.

/** @import { Sheet } from "../../../answers" */

import { DRAWING, GAME, HOW, TO_DRAW } from "../../texts/en.js";
import { Rules } from "../../game/rules.js";
import { h } from "../../parts/dom.js";

/** What there is to draw. @param {Sheet} sheet */
function toDraw({ goal, listed, marks, pieces }) {
  if (!listed) return goal;
  if (pieces.every(({ most }) => most !== null)) return GAME.eachOnce;
  return marks.length ? TO_DRAW.dots : TO_DRAW.plain;
}

/** How a puzzle is played. @param {Sheet} sheet @param {boolean} drawn */
export function how(sheet, drawn) {
  if (drawn) return { ...DRAWING[new Rules(sheet).stroke], all: [toDraw(sheet)] };
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
