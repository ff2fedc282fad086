// A puzzle as one would hand it to a friend, drawn without the server: its title and rules, the board
// with what is on it, and the pieces below.

/** @import { PieceSheet, Sheet } from "../../../answers" */
/** @import { Cell, Edge } from "../../geometry/geometry.js" */

import { RULES, SHARED } from "../../texts/en.js";
import {
  badges,
  definitions,
  dotAt,
  figure,
  figureBox,
  ground,
  lock,
  regions,
  shownTile,
  solidPicture,
} from "../../board/look/board.js";
import { s } from "../../parts/dom.js";
import { scheme } from "../../parts/palette.js";
import { ends, key } from "../../geometry/geometry.js";
import { Lattice } from "../../geometry/lattice.js";
import { regionsIn } from "../../game/conditions.js";
import { rulesOf } from "../elements/rules.js";

/** @typedef {{ piece: string, cells: Cell[], marks: string[], color: number, given: boolean }} Placed  In the cells of the puzzle. */

/** How broad the picture is at least, in cells, and with large pieces; their scale, and the space between them. */
const LEAST = 7,
  LARGE = 9,
  SCALE = 0.62,
  SPACE = 0.5;
/** How high letters are, and how broad on average: a part of how high. */
const TITLE = 0.62,
  TEXT = 0.36,
  SMALL = 0.26,
  BROAD = 0.54,
  BOLD = 0.64;

/** The patterns are those of the picture, which must not need the page. */
const LOOKS = { prefix: "paper" };

/** Wrap words into lines of at most `most` letters, and divide longer words. @param {string} text @param {number} most */
function lines(text, most) {
  const found = [""],
    parts = new RegExp(`\\S{1,${Math.floor(most)}}`, "g");
  for (const word of text.match(parts) ?? []) {
    const last = found[found.length - 1];
    if (last && last.length + word.length >= most) found.push(word);
    else found[found.length - 1] = last ? `${last} ${word}` : word;
  }
  return found;
}

/** @param {string} text @param {number} x @param {number} y @param {number} size @param {boolean} [bold] */
const words = (text, x, y, size, bold) =>
  s("text", { class: bold ? "said bold" : "said", x, y, "font-size": size, text });

/** The pieces that are not on the board, each as often as it is left. @param {Sheet} sheet @param {Placed[]} placed */
function left(sheet, placed) {
  /** @param {PieceSheet} piece */
  const times = ({ name, most }) =>
    most === null ? 1 : most - placed.filter((each) => each.piece === name).length;
  return sheet.pieces.flatMap((piece) => Array(Math.max(0, times(piece))).fill(piece));
}

/** Pieces in rows. @param {PieceSheet[]} pieces @param {Lattice} lattice @param {number} wide */
function rowsOf(pieces, lattice, wide) {
  const group = s("g", {});
  let x = 0,
    y = 0,
    high = 0;
  for (const { cells, marks, color } of pieces) {
    const box = figureBox(cells, lattice),
      [broad, tall] = [box.width * SCALE, box.height * SCALE];
    if (x && x + broad > wide) {
      x = 0;
      y += high + SPACE;
      high = 0;
    }
    const place = `translate(${x - box.x * SCALE} ${y - box.y * SCALE}) scale(${SCALE})`;
    group.append(s("g", { transform: place }, figure({ cells, marks }, color, lattice, LOOKS)));
    x += broad + SPACE;
    high = Math.max(high, tall);
  }
  return { group, height: y + high };
}

/**
 * The board with what is on it.
 * @param {Sheet} sheet @param {Placed[]} placed @param {Edge[]} drawn @param {Lattice} lattice
 */
function boardOf(sheet, placed, drawn, lattice) {
  const cells = lattice.read(sheet.cells).map(([cell]) => cell);
  const marked = new Set(sheet.marks.map(([row, column]) => key([row, column]))),
    there = regionsIn(sheet.rules ?? []);
  return s(
    "g",
    {},
    ground(sheet, cells, lattice),
    regions(there, lattice),
    placed.map(({ cells: own, marks, color }) =>
      shownTile(own, marks, color, { ...LOOKS, lattice }),
    ),
    badges(there, lattice),
    placed.flatMap(({ cells: own, given }) =>
      given ? [lock(own, (cell) => marked.has(key(cell)), lattice)] : [],
    ),
    drawn.map((edge) => {
      const [[x1, y1], [x2, y2]] = ends(edge);
      return s("line", { class: "drawn", x1, y1, x2, y2 });
    }),
    [...sheet.marks, ...(sheet.clues ?? [])].map(([row, column, mark]) =>
      dotAt(lattice.center([row, column]), mark),
    ),
    lattice.solid ? solidPicture(lattice, cells, placed) : null,
  );
}

/**
 * The whole picture.
 * @param {Sheet} sheet @param {Placed[]} placed @param {Edge[]} drawn
 */
export function paperOf(sheet, placed, drawn) {
  const layers = sheet.lattice?.layers ?? 0;
  const lattice = new Lattice(sheet.lattice, {
    rows: sheet.cells.length / Math.max(1, layers),
    columns: sheet.cells[0].length,
    cells: sheet.cells,
  });
  const outlines = sheet.play === "outlines",
    large = sheet.listed && sheet.pieces.some(({ cells }) => cells.length > 3),
    wide = Math.max(large ? LARGE : LEAST, lattice.size.width);
  const rules = rulesOf(sheet, outlines);
  const told = (rules.length ? rules : [RULES.dots]).flatMap((rule) =>
    lines(rule, wide / (TEXT * BROAD)),
  );
  const top = TITLE * 1.4 + told.length * TEXT * 1.4 + 0.5;
  const pieces = rowsOf(
    !sheet.listed ? [] : outlines ? sheet.pieces : left(sheet, placed),
    new Lattice(sheet.lattice),
    wide,
  );
  const below = top + lattice.size.height + 0.7,
    bottom = below + pieces.height + (pieces.height ? 0.7 : 0);
  const known = [SHARED.levels[sheet.level ?? ""], sheet.id].filter(Boolean).join(" · "),
    facts = lines(known, wide / (SMALL * BOLD));
  const margin = 0.6;
  return s(
    "svg",
    {
      class: "paper",
      viewBox: `${-margin} ${-margin} ${wide + 2 * margin} ${bottom + facts.length * SMALL * 1.4 + 2 * margin}`,
    },
    scheme().patterns ? definitions(LOOKS.prefix) : null,
    words(sheet.title, 0, TITLE, Math.min(TITLE, wide / (sheet.title.length * BOLD)), true),
    told.map((text, i) => words(text, 0, TITLE * 1.4 + (i + 1) * TEXT * 1.4, TEXT)),
    s(
      "g",
      { transform: `translate(${(wide - lattice.size.width) / 2} ${top})` },
      boardOf(sheet, placed, drawn, lattice),
    ),
    s("g", { transform: `translate(0 ${below})` }, pieces.group),
    facts.map((text, i) => words(text, 0, bottom + SMALL * (1 + 1.4 * i), SMALL)),
  );
}
