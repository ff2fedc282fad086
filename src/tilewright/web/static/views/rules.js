// The rules of a puzzle in words.

/** @import { Sheet } from "../../answers" */

/** The rules in words. @param {Sheet} sheet @param {boolean} drawn */
export function rulesOf(sheet, drawn) {
  const list = sheet.goal ? [sheet.goal] : [];
  if (!drawn && !sheet.goal) list.push("Fill the board with all the pieces.");
  if (
    drawn &&
    sheet.marks.length &&
    sheet.pieces.some((piece) => piece.marks.every((mark) => !mark))
  )
    list.push("Each piece contains at most one dot, in the position shown.");
  if (drawn && !sheet.marks.length)
    list.push("Draw outlines. Every piece may be used any number of times.");
  if (!drawn && sheet.turn === "one-sided")
    list.push(
      sheet.lattice?.layers
        ? "You can turn pieces in every direction."
        : "You can turn pieces but not flip them.",
    );
  if (sheet.copies.length)
    list.push(
      "Sides with the same arrows are joined. A piece that leaves through one comes in through the other.",
    );
  if (sheet.turn === "fixed") list.push("You cannot turn or flip pieces.");
  return list;
}
