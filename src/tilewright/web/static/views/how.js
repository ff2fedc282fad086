// How to play, in words.

/** @import { Sheet } from "../../answers" */

import { h } from "../parts/dom.js";
import { ABOUT } from "./cards.js";

const DRAWN =
  "Keyboard: arrow keys move, Space starts and ends a piece, Shift with an arrow key draws one edge, and Delete erases a piece.";
const ERASER = "The eraser removes a piece, an edge or everything that you drag it over.";
/** How a piece is drawn, by mouse and by finger. */
const DRAW = {
  mouse: [
    "Drag across the cells of a piece, or click its edges.",
    `To mark where there is no edge, right-click or use the note pencil (X). ${ERASER.replace("eraser", "eraser (E)")}`,
    DRAWN,
  ],
  touch: [
    "Drag across the cells of a piece, or tap its edges.",
    `To mark where there is no edge, use the note pencil. ${ERASER}`,
  ],
};
/**
 * How to play, in paragraphs: what everybody reads, and what is said to who has a mouse and a
 * keyboard, or a finger. The first one of these is also said below the board.
 * @type {Record<string, { all: string[], mouse: string[], touch: string[] }>}
 */
const HOW = {
  plain: {
    all: ["Draw the outlines of the pieces. Each piece may be used any number of times."],
    ...DRAW,
  },
  dots: { all: [ABOUT.dots], ...DRAW },
  cubes: {
    all: ["The top layer comes first, and the whole board is shown beside the layers."],
    mouse: [
      "Drag the pieces onto the layers of the board. R turns a piece in its layer; T and G tip it.",
      "F flips a piece if pieces may be flipped. Double-click a piece in the tray to turn it.",
      "Keyboard: press Tab to reach a piece and Enter to take it. Arrow keys, Page Up and Page Down move it, and R, T and G turn it. Enter places it, and Escape puts it back.",
    ],
    touch: [
      "Drag the pieces onto the layers of the board. Tap a piece, then Turn or Tip.",
      "A tap on the board places the piece that you have chosen, and a tap on a placed piece takes it off.",
    ],
  },
  turning: {
    all: [],
    mouse: [
      "Drag the pieces onto the board. Double-click a piece or press R to turn it.",
      "While you drag, R, the wheel or a right click turns the piece, and F flips it if pieces may be flipped.",
      "Keyboard: press Tab to reach a piece and Enter to take it. Arrow keys move it, R turns it, and F flips it. Enter places it, and Escape puts it back.",
    ],
    touch: [
      "Drag the pieces onto the board. Tap a piece twice to turn it.",
      "A tap on the board places the piece that you have chosen, and a tap on a placed piece takes it off.",
    ],
  },
  fixed: {
    all: [],
    mouse: [
      "Drag the pieces onto the board.",
      "Keyboard: press Tab to reach a piece and Enter to take it. Arrow keys move it. Enter places it, and Escape puts it back.",
    ],
    touch: [
      "Drag the pieces onto the board.",
      "A tap on the board places the piece that you have chosen, and a tap on a placed piece takes it off.",
    ],
  },
};

/** How a puzzle is played. @param {Sheet} sheet @param {boolean} drawn */
export function how(sheet, drawn) {
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
