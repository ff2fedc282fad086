// What a puzzle allows, looked up: its cells and their marks, its pieces and how they may lie. All
// of it in the puzzle's own coordinates, however its board lies on the screen.

/** @import { PieceSheet, Sheet } from "../../answers" */
/** @import { Cell, Edge } from "../geometry/geometry.js" */
/** @import { Placement } from "./state.js" */

import { MOVES } from "../texts/en.js";
import { key } from "../geometry/geometry.js";
import { conditionOf, REGIONS } from "./conditions.js";
import { Lattice } from "../geometry/lattice.js";
import { edgeOf, edgeWord, GameError, placement } from "./state.js";

/**
 * How many ways to lay a piece are tried before nobody can say whether a region can be cut into
 * pieces.
 */
const TRIES = 60000;

/** @param {Cell[]} cells */
function isRectangle(cells) {
  const [height, width] = [0, 1].map((axis) => {
    const along = cells.map((cell) => cell[axis]);
    return Math.max(...along) - Math.min(...along) + 1;
  });
  return height * width === cells.length;
}

export class Rules {
  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    /** Whether it is played by drawing outlines. */
    this.drawn = sheet.play === "outlines";
    this.lattice = new Lattice(sheet.lattice, sheet);
    /** In reading order. */
    this.cells = this.lattice.read(sheet.cells).map(([cell]) => cell);
    /** The mark of each cell; empty for none. @type {Map<string, string>} */
    this.marks = new Map(this.cells.map((cell) => [key(cell), ""]));
    for (const [row, column, mark] of sheet.marks) this.marks.set(key([row, column]), mark);
    /** How many different marks there are on the board. */
    this.letters = new Set(sheet.marks.map(([, , mark]) => mark)).size;
    /** @type {Map<string, PieceSheet>} */
    this.pieces = new Map(sheet.pieces.map((piece) => [piece.name, piece]));
    this.largest = Math.max(...sheet.pieces.map(({ cells }) => cells.length));
    /**
     * How pieces are drawn: across their cells; from corner to corner if all are rectangles; or by
     * joining two cells if none has more.
     * @type {"path" | "rectangle" | "pair"}
     */
    this.stroke = "path";
    if (sheet.pieces.every(({ cells }) => isRectangle(cells))) this.stroke = "rectangle";
    if (sheet.pieces.every(({ cells }) => cells.length === 2)) this.stroke = "pair";
    /** The rules beyond covering, and whether one of them reads what pieces show. */
    this.conditions = (sheet.rules ?? []).flatMap((words) => conditionOf(words) ?? []);
    this.readsMarks = this.conditions.some(({ name }) => REGIONS.includes(name));
    /** The largest digit that pieces show. */
    this.digit = Math.max(
      1,
      ...sheet.pieces.flatMap(({ marks }) => marks.map(Number).filter(Number.isFinite)),
    );
    /** What each mark of a piece may lie on; null if on equal marks only. */
    this.agree = sheet.agree ?? null;
    this.placed = sheet.placed.map(({ piece, cells, marks }) => placement(piece, cells, marks));
    /** The pieces that came with the puzzle, by their cells. @type {Map<string, Placement>} */
    this.given = new Map(
      this.placed.flatMap((each) =>
        each.cells.map((cell) => /** @type {const} */ ([key(cell), each])),
      ),
    );
    const [, most] = sheet.empty;
    /** The cells that may stay empty; a tile covers a cell with a clue. */
    this.optional = new Set(
      (sheet.optional?.length ? sheet.optional : most ? this.cells : [])
        .map(key)
        .filter((cell) => !this.conditions.some(({ clues }) => clues.has(cell))),
    );
    /**
     * Of each piece, the number of each orientation by its look.
     * @type {Map<string, Map<string, number>>}
     */
    this.looks = new Map(
      sheet.pieces.map(({ name, orientations }) => [
        name,
        new Map(orientations.map(({ cells, marks }, i) => [this.look(cells, marks), i])),
      ]),
    );
    /** @type {Map<string, boolean>} */
    this.cut = new Map();
  }

  /** @param {string} name */
  piece(name) {
    const found = this.pieces.get(name);
    if (!found) throw new GameError(MOVES.noPiece(name));
    return found;
  }

  /**
   * The cells of the board that share an edge, or a face, with one; also over joined sides.
   * @param {Cell} cell @param {boolean} [corners]  With those that share only a corner.
   */
  beside(cell, corners = false) {
    const own = key(cell),
      near = corners ? this.lattice.touching(cell) : this.lattice.neighbors(cell),
      found = new Map(near.map((next) => [key(next), next]));
    return [...found]
      .filter(([name]) => name !== own && this.marks.has(name))
      .map(([, next]) => next);
  }

  /** Whether two cells share an edge of the board. @param {Edge} edge */
  isEdge([one, other]) {
    const name = key(other);
    return this.marks.has(key(one)) && this.beside(one).some((next) => key(next) === name);
  }

  /**
   * Edges of the board, by their words.
   * @param {number[][]} edges  Of each the numbers of its two cells.
   */
  edges(edges) {
    return new Map(
      edges.map((numbers) => {
        const half = numbers.length / 2,
          [one, other] = [numbers.slice(0, half), numbers.slice(half)];
        for (const cell of [one, other])
          if (!this.marks.has(key(cell))) throw new GameError(MOVES.outside(key(cell)));
        if (!this.isEdge([one, other])) throw new GameError(MOVES.noEdge(key(one), key(other)));
        const edge = edgeOf(one, other);
        return [edgeWord(edge), edge];
      }),
    );
  }

  /**
   * A name for cells with their marks, the same wherever they are on a flat board.
   * @param {Cell[]} cells  Sorted.
   * @param {string[]} marks
   */
  look(cells, marks) {
    const corner = cells[0].map((_, axis) => Math.min(...cells.map((cell) => cell[axis])));
    const last = corner.length - 1;
    corner[last] -= corner[last] % this.lattice.data.kinds;
    return `${cells.map((cell) => key(cell.map((x, axis) => x - corner[axis]))).join("-")} ${marks.join()}`;
  }

  /**
   * In which orientation a piece lies on cells of the board, sorted, with these marks if there are
   * any; null if it does in none.
   * @param {string} name
   * @param {Cell[]} cells
   * @param {string[]} [shown]
   * @returns {number | null}
   */
  orientation(name, cells, shown = []) {
    const marks = cells.map((cell) => this.marks.get(key(cell)) ?? "");
    if (!this.lattice.copies.size && !this.agree)
      return this.looks.get(name)?.get(this.look(cells, marks)) ?? null;
    return (
      this.ways(name, cells).find((way) => !shown.length || String(way.marks) === String(shown))
        ?.orientation ?? null
    );
  }

  /**
   * The orientations in which a piece covers cells of the board, and what it shows on them.
   * @param {string} name @param {Cell[]} cells
   */
  ways(name, cells) {
    const names = cells.map(key);
    return this.piece(name).orientations.flatMap(({ cells: own, marks }, orientation) => {
      if (own.length !== cells.length) return [];
      for (const to of cells)
        for (const from of own) {
          const by = to.map((x, i) => x - from[i]);
          if (!this.lattice.isMove(by)) continue;
          const there = this.lattice.laid(own, by).map(key);
          if (
            new Set(there).size === own.length &&
            there.every(
              (cell, i) => names.includes(cell) && this.agrees(marks[i], this.marks.get(cell)),
            )
          )
            return [{ orientation, marks: names.map((cell) => marks[there.indexOf(cell)]) }];
        }
      return [];
    });
  }

  /** Whether a mark of a piece may lie on one of the board. @param {string} mark @param {string} [there] */
  agrees(mark, there = "") {
    return this.agree ? (this.agree[mark] ?? [mark]).includes(there) : mark === there;
  }

  /**
   * A placement that fits with what it shows, if a rule reads it: in this orientation, if it can lie
   * so.
   * @param {Placement} given @param {number} [first]
   */
  marked(given, first) {
    if (given.marks.length || !this.readsMarks) return given;
    const ways = this.ways(given.piece, given.cells),
      found = ways.find(({ orientation }) => orientation === first) ?? ways[0];
    return found ? placement(given.piece, given.cells, found.marks) : given;
  }

  /**
   * The piece that cells of a flat board would be, sorted, if they are one.
   * @param {Cell[]} cells
   */
  pieceAt(cells) {
    return (
      this.sheet.pieces.find(({ name }) => this.orientation(name, cells) !== null)?.name ?? null
    );
  }

  /**
   * How many copies of each piece are used: those that came with the puzzle, and others.
   * @param {Placement[]} others
   */
  count(others) {
    /** @type {Map<string, number>} */
    const found = new Map();
    for (const { piece } of [...this.placed, ...others])
      found.set(piece, (found.get(piece) ?? 0) + 1);
    return found;
  }

  /**
   * Why a piece cannot be placed; null if it can.
   * @param {Placement} placement
   * @param {Map<string, Placement>} taken  What is on the board.
   * @param {Map<string, number>} used
   */
  fault({ piece, cells, marks }, taken, used) {
    const { most } = this.piece(piece);
    if (most !== null && (used.get(piece) ?? 0) >= most) return MOVES.noCopy(most);
    for (const name of cells.map(key)) {
      if (!this.marks.has(name)) return MOVES.outside(name);
      if (taken.has(name)) return MOVES.taken(name);
    }
    return this.orientation(piece, cells, marks) === null ? MOVES.noOrientation : null;
  }

  /**
   * Whether cells of a flat board can be cut into pieces, none of which crosses an edge; also if
   * that takes long to say.
   * @param {Cell[]} cells  Sorted. @param {Edge[]} edges  Between some of them.
   */
  canBeCut(cells, edges) {
    const name = `${cells.map(key).join("-")} ${edges.map(edgeWord).sort().join()}`;
    let found = this.cut.get(name);
    if (found === undefined) {
      found = this.cuts(
        cells,
        edges.map(([one, other]) => [key(one), key(other)]),
      );
      this.cut.set(name, found);
    }
    return found;
  }

  /** @param {Cell[]} cells @param {[string, string][]} edges */
  cuts(cells, edges) {
    const left = new Set(cells.map(key)),
      names = [...left];
    /** @type {Map<string, number>} */
    const used = new Map();
    let empty = Math.min(
        this.sheet.empty[1],
        names.filter((cell) => this.optional.has(cell)).length,
      ),
      tries = 0;
    /** Fill what is left, from the first cell on. @param {number} from @returns {boolean} */
    const fill = (from) => {
      let first = from;
      while (first < names.length && !left.has(names[first])) first++;
      if (first === names.length) return true;
      for (const { name, most, orientations } of this.sheet.pieces) {
        const copies = used.get(name) ?? 0;
        if (most !== null && copies >= most) continue;
        for (const { cells: own, marks } of orientations) {
          if (++tries > TRIES) return true;
          const by = cells[first].map((x, i) => x - own[0][i]);
          const there = own.map((cell) => key(cell.map((x, i) => x + by[i])));
          if (
            !there.every((cell, i) => left.has(cell) && this.agrees(marks[i], this.marks.get(cell)))
          )
            continue;
          if (edges.some(([one, other]) => there.includes(one) && there.includes(other))) continue;
          for (const cell of there) left.delete(cell);
          used.set(name, copies + 1);
          const done = fill(first + 1);
          used.set(name, copies);
          for (const cell of there) left.add(cell);
          if (done) return true;
        }
      }
      if (!empty || !this.optional.has(names[first])) return false;
      empty--;
      const done = fill(first + 1);
      empty++;
      return done;
    };
    return fill(0);
  }
}
