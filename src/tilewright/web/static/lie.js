// How a puzzle lies on the screen: as it is, or upright, a quarter turn clockwise. A long board on a narrow
// screen has larger cells like that. All that is drawn and pointed at is in the coordinates of the screen.

/** @import { Orientation, PieceSheet, Sheet } from "../answers" */
/** @import { Cell } from "./geometry.js" */

import { extent, key, read } from "./geometry.js";
import { spacious } from "./surface.js";

export class Lie {
  /** @param {Sheet} sheet @param {boolean} upright */
  constructor(sheet, upright) {
    this.upright = upright;
    this.high = sheet.rows;
    this.rows = upright ? sheet.columns : sheet.rows;
    this.columns = upright ? sheet.rows : sheet.columns;
    /** @type {Sheet} */
    this.sheet = { ...sheet, rows: this.rows, columns: this.columns, names: this.moved(sheet.names), marks: this.moved(sheet.marks) };
    this.cells = this.read(sheet.cells).map(([cell]) => cell).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    this.inside = new Set(this.cells.map(key));
    this.marks = new Map(this.sheet.marks.map(([row, column, mark]) => [key([row, column]), mark]));
    this.pieces = new Map(sheet.pieces.map((piece) => [piece.name, { ...piece, orientations: piece.orientations.map((each) => this.lying(piece, each)) }]));
  }

  /** A cell of the puzzle on the screen. @param {Cell} cell @returns {Cell} */
  shown([row, column]) { return this.upright ? [column, this.high - 1 - row] : [row, column]; }

  /** A cell of the screen in the puzzle. @param {Cell} cell @returns {Cell} */
  meant([row, column]) { return this.upright ? [this.high - 1 - column, row] : [row, column]; }

  /** @param {[number, number, string][]} texts @returns {[number, number, string][]} */
  moved(texts) { return texts.map(([row, column, text]) => [...this.shown([row, column]), text]); }

  /** The cells of a drawing and their letters, on the screen. @param {string[]} lines @returns {[Cell, string][]} */
  read(lines) { return read(lines).map(([cell, letter]) => [this.shown(cell), letter]); }

  /**
   * An orientation of a piece as it looks here. A flip is left for right on the screen: a half turn more, upright.
   * @param {PieceSheet} piece @param {Orientation} orientation @returns {Orientation}
   */
  lying(piece, { cells, marks, turned, flipped }) {
    if (!this.upright) return { cells, marks, turned, flipped };
    const [high] = extent(cells);
    /** @param {number | null} number */
    const quarter = (number) => (number === null ? null : piece.orientations[number].turned);
    return { cells: cells.map(([row, column]) => [column, high - 1 - row]), marks, turned, flipped: quarter(quarter(flipped)) };
  }
}

/**
 * Whether a board is to stand upright: on a narrow screen, where that makes its cells larger.
 * @param {number} width  Of the screen, in pixels.
 * @param {{ unit: number }[]} ways  How large a cell is as the board is, and upright.
 */
export const stands = (width, [lying, upright]) => !spacious(width) && upright.unit > 1.1 * lying.unit;
