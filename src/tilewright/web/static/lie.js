// How a puzzle lies on the screen: as it is, or upright, a quarter turn clockwise. A long board on a narrow
// screen has larger cells like that. All that is drawn and pointed at is in the coordinates of the screen.

import { extent, key } from "./geometry.js";

export class Lie {
  constructor(sheet, upright) {
    this.upright = upright;
    this.high = sheet.rows;
    this.rows = upright ? sheet.columns : sheet.rows;
    this.columns = upright ? sheet.rows : sheet.columns;
    this.sheet = { ...sheet, rows: this.rows, columns: this.columns };
    this.sheet.names = this.moved(sheet.names);
    this.sheet.marks = this.moved(sheet.marks);
    this.cells = this.read(sheet.cells).map(([cell]) => cell).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    this.inside = new Set(this.cells.map(key));
    this.marks = new Map(this.sheet.marks.map(([row, column, mark]) => [key([row, column]), mark]));
    this.pieces = new Map(sheet.pieces.map((piece) => [piece.name, { ...piece, orientations: piece.orientations.map((each) => this.lying(piece, each)) }]));
  }

  /** A cell of the puzzle on the screen. */
  shown([row, column]) { return this.upright ? [column, this.high - 1 - row] : [row, column]; }

  /** A cell of the screen in the puzzle. */
  meant([row, column]) { return this.upright ? [this.high - 1 - column, row] : [row, column]; }

  moved(texts) { return texts.map(([row, column, text]) => [...this.shown([row, column]), text]); }

  /** The cells of a drawing, with their letters: all but the dots. */
  read(lines) {
    return lines.flatMap((line, row) => [...line].flatMap((letter, column) => (letter === "." ? [] : [[this.shown([row, column]), letter]])));
  }

  /** An orientation of a piece as it looks here. A flip is left for right on the screen: a half turn more, upright. */
  lying(piece, { cells, marks, turned, flipped }) {
    if (!this.upright) return { cells, marks, turned, flipped };
    const [high] = extent(cells);
    const half = (number) => (number === null ? null : piece.orientations[piece.orientations[number].turned].turned);
    return { cells: cells.map(([row, column]) => [column, high - 1 - row]), marks, turned, flipped: half(flipped) };
  }
}
