// The rules of a puzzle in words.

import { RULES } from "../../texts/en.js";

/** @import { Sheet } from "../../../answers" */

/** The rules in words. @param {Sheet} sheet @param {boolean} drawn */
export function rulesOf(sheet, drawn) {
  const list = sheet.goal ? [sheet.goal] : [];
  if (!drawn && !sheet.goal) list.push(RULES.fill);
  if (
    drawn &&
    sheet.marks.length &&
    sheet.pieces.some((piece) => piece.marks.every((mark) => !mark))
  )
    list.push(RULES.oneDot);
  if (drawn && !sheet.marks.length) list.push(RULES.outlines);
  if (!drawn && sheet.turn === "one-sided")
    list.push(sheet.lattice?.layers ? RULES.solid : RULES.oneSided);
  if (!drawn && sheet.turn === "half-turn") list.push(RULES.halfTurn);
  if (sheet.copies.length) list.push(RULES.joined);
  if (sheet.turn === "fixed") list.push(RULES.fixed);
  return list;
}
