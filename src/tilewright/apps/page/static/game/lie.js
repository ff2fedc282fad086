// How a puzzle lies on the screen: as it is, or upright. Flat boards of squares are turned by a
// quarter, clockwise; what is beside the layers of cubes is below them. A long board on a narrow
// screen has larger cells like that. All that is drawn and pointed at is in the coordinates of the
// screen.

/** @import { Orientation, PieceSheet, Sheet } from "../../answers" */
/** @import { Cell } from "../geometry/geometry.js" */

import { extent, key } from "../geometry/geometry.js";
import { Lattice } from "../geometry/lattice.js";

export class Lie {
  /** @param {Sheet} sheet @param {boolean} upright */
  constructor(sheet, upright) {
    this.upright = upright;
    /** Whether the board itself is turned. */
    this.turned = upright && !sheet.lattice;
    this.high = sheet.rows;
    this.rows = this.turned ? sheet.columns : sheet.rows;
    this.columns = this.turned ? sheet.rows : sheet.columns;
    this.lattice = new Lattice(
      sheet.lattice,
      { ...sheet, rows: this.rows, columns: this.columns },
      upright,
    );
    /** @type {Sheet} */
    this.sheet = {
      ...sheet,
      rows: this.rows,
      columns: this.columns,
      names: this.moved(sheet.names),
      marks: this.moved(sheet.marks),
      clues: this.moved(sheet.clues ?? []),
    };
    this.cells = this.read(sheet.cells)
      .map(([cell]) => cell)
      .sort((a, b) => a[0] - b[0] || a[1] - b[1] || (a[2] ?? 0) - (b[2] ?? 0));
    this.inside = new Set(this.cells.map(key));
    /** @param {[number, number, string][]} listed */
    const read = (listed) =>
      new Map(listed.map(([row, column, mark]) => [key([row, column]), mark]));
    this.marks = read(this.sheet.marks);
    /** What is written on the cells: marks, and clues. */
    this.signs = read([...this.sheet.marks, ...(this.sheet.clues ?? [])]);
    this.pieces = new Map(
      sheet.pieces.map((piece) => [
        piece.name,
        { ...piece, orientations: piece.orientations.map((each) => this.lying(piece, each)) },
      ]),
    );
  }

  /** A cell of the puzzle on the screen. @param {Cell} cell @returns {Cell} */
  shown(cell) {
    return this.turned ? [cell[1], this.high - 1 - cell[0]] : cell;
  }

  /** A cell of the screen in the puzzle. @param {Cell} cell @returns {Cell} */
  meant(cell) {
    return this.turned ? [this.high - 1 - cell[1], cell[0]] : cell;
  }

  /** @param {[number, number, string][]} texts @returns {[number, number, string][]} */
  moved(texts) {
    return texts.map(([row, column, text]) => {
      const [down, right] = this.shown([row, column]);
      return [down, right, text];
    });
  }

  /**
   * The cells of a drawing and their letters, on the screen.
   * @param {string[]} lines
   * @returns {[Cell, string][]}
   */
  read(lines) {
    return this.lattice.read(lines).map(([cell, letter]) => [this.shown(cell), letter]);
  }

  /**
   * An orientation of a piece as it looks here. A flip is left for right on the screen: a half turn
   * more, upright.
   * @param {PieceSheet} piece @param {Orientation} orientation @returns {Orientation}
   */
  lying(piece, { cells, marks, turned, flipped }) {
    if (!this.turned) return { cells, marks, turned, flipped };
    const [high] = extent(cells);
    /** @param {number | null} number */
    const quarter = (number) => (number === null ? null : piece.orientations[number].turned[0]);
    return {
      cells: cells.map(([row, column]) => [column, high - 1 - row]),
      marks,
      turned,
      flipped: quarter(quarter(flipped)),
    };
  }
}

/**
 * Whether a board has its pieces beside it and all of it in view, in a width of so many pixels: on
 * a wide screen, or a phone that lies flat.
 * @param {number} width
 */
export const spacious = (width) => width > 720 || (innerHeight <= 500 && innerWidth > innerHeight);

/** Cells that are as large as this, in pixels, are no reason to turn a board. */
const AMPLE = 64;

/**
 * Whether a board is to stand upright: on a narrow screen, where that makes small cells larger.
 * @param {number} width  Of the screen, in pixels.
 * @param {{ unit: number }[]} ways  How large a cell is as the board is, and upright.
 */
export const stands = (width, [lying, upright]) =>
  !spacious(width) && lying.unit < AMPLE && upright.unit > 1.1 * lying.unit;

/**
 * Whether a board that is only looked at is to stand upright: on a narrow screen, if it is long.
 * @param {Lattice} lattice  Of the board as it is.
 */
export const isLong = ({ size: { width, height } }) =>
  !spacious(innerWidth) && width > 1.3 * height;
