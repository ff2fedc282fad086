// Pieces in words, as the command reads them: names, letters, numbers and drawings, with copies.

/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Catalog } from "./catalog.js" */
/** @import { LatticeFacts, Turn } from "./space.js" */

import { FAULTS } from "../../texts/en.js";
import { inOrder } from "../../game/state.js";
import { cellsInOrder, normal } from "./catalog.js";
import { Invalid, minus, turned, turnsOf } from "./space.js";

/**
 * A piece: `marks` has a letter for each cell or "", `most` is null for any number, `turn` null for
 * that of the problem.
 * @typedef {{ lattice: LatticeFacts, cells: Cell[], marks: string[], name: string, least: number, most: number | null, turn: Turn | null }} Piece
 * @typedef {{ cells: Cell[], marks: string[] }} Oriented
 */

/** The letter of a dot. */
export const DOT = "o";
/** @type {Turn[]} */
export const TURNS = ["free", "one-sided", "half-turn", "fixed"];
/** The largest box that is drawn in a name. */
const DRAWN = 4096;

/** A base, how it may turn, and its copies. */
const WORD = /^(.*?)(?:@([a-z-]+))?(\+|=.*)?$/s;

/** A path that begins with a folder, or a file name with an ending that drawings do not have. */
const PATH = /^(?:(?:\.{1,2}|~)?\/(?!.*\/\/).+|.*[\p{L}\p{N}_]\.(?:txt|json|pieces))$/su;

/** A rectangle of squares or a box of cubes by its size, of at most so many cells. */
const BRICK = /^[0-9]{1,6}(?:[xX×][0-9]{1,6}){1,2}$/;
const LARGEST_BRICK = 65536;

/** What a word for pieces names, and the turn and copies after it. @param {string} word */
export function splitSuffix(word) {
  const base = WORD.exec(word)?.[1] ?? word;
  return [base, word.slice(base.length)];
}
/** Whether a word for pieces ends with a number of copies. @param {string} word */
export const givesCopies = (word) => WORD.exec(word.trim())?.[3] !== undefined;
/** Whether a character may be a mark. @param {string} letter */
export const isMark = (letter) => /^[\p{L}\p{N}]$/u.test(letter);
/** @param {string} word @returns {Turn} */
function turnOf(word) {
  const found = TURNS.find((turn) => turn === word);
  if (!found) throw new Invalid(FAULTS.turn(word));
  return found;
}

/**
 * The cells of a drawing with their marks, in reading order.
 * @param {string} text @param {LatticeFacts} lattice
 * @returns {[Cell, string][]}
 */
function readDrawing(text, { dimension }) {
  /** @type {[Cell, string][]} */
  const cells = [];
  let row = 0;
  const corner = Array(dimension - 2).fill(0);
  for (const [number, line] of text
    .replaceAll("\r\n", "\n")
    .replaceAll("/", "\n")
    .split("\n")
    .entries()) {
    if (corner.length && !line.trim()) {
      corner[0] += Number(row > 0);
      row = 0;
      continue;
    }
    for (const [column, letter] of [...line].entries())
      if (letter === "#" || isMark(letter))
        cells.push([[...corner, row, column], letter === "#" ? "" : letter]);
      else if (letter !== "." && letter !== " ")
        throw new Invalid(FAULTS.drawing(letter, number + 1, column + 1));
    row++;
  }
  if (!cells.length) throw new Invalid(FAULTS.noDrawing);
  return cells;
}

/** How many cells there are along each axis. @param {Cell[]} cells */
const shapeOf = (cells) =>
  cells[0].map((_, axis) => cells.reduce((most, cell) => Math.max(most, cell[axis]), 0) + 1);

/** The drawing of a piece. @param {Pick<Piece, "lattice" | "cells" | "marks">} piece */
export function drawingOf({ lattice, cells, marks }) {
  const shape = shapeOf(cells),
    [rows, columns] = shape.slice(-2);
  const at = new Map(cells.map((cell, i) => [String(cell), marks[i] || "#"]));
  const layers = Array.from({ length: shape.length > 2 ? shape[0] : 1 }, (_, layer) =>
    Array.from({ length: rows }, (_, row) => {
      const line = Array.from({ length: columns }, (_, column) => {
        const cell = shape.length > 2 ? [layer, row, column] : [row, column];
        return at.get(String(cell)) ?? ".";
      });
      const text = line.join("").replace(/\.+$/, "");
      return shape.length > 2 ? text || "." : text;
    }).join("/"),
  );
  const drawing = layers.join("//");
  return prefixOf(lattice) + (/[#/]/.test(drawing) ? drawing : `${drawing}/`);
}

/** What stands before a word of a lattice. @param {LatticeFacts} lattice */
export const prefixOf = ({ name }) => (name === "square" ? "" : `${name}:`);

/** @param {Pick<Piece, "lattice" | "cells" | "marks" | "turn">} piece @param {Turn} turn @returns {Oriented[]} */
export function orientations({ lattice, cells, marks, turn: own }, turn) {
  /** @type {Map<string, Oriented>} */
  const found = new Map();
  for (const element of turnsOf(lattice, own ?? turn, cells)) {
    const { first, ...each } = orientedBy(lattice, { cells, marks }, element);
    found.set(look(each), each);
  }
  return [...found.values()].sort(
    (one, other) => cellsInOrder(one.cells, other.cells) || byMarks(one.marks, other.marks),
  );
}

/** A name of what is oriented. @param {Oriented} oriented */
export const look = ({ cells, marks }) => `${cells.join("-")} ${marks}`;

/** @param {string[]} one @param {string[]} other */
function byMarks(one, other) {
  const at = one.findIndex((mark, i) => mark !== other[i]);
  return at < 0 ? 0 : one[at] < other[at] ? -1 : 1;
}

/**
 * The image of cells with their marks, and which of the cells becomes the first.
 * @param {LatticeFacts} lattice @param {Oriented} oriented @param {number} element
 * @returns {Oriented & { first: number }}
 */
export function orientedBy(lattice, { cells, marks }, element) {
  const moved = turned(lattice, element, cells).map((cell, i) => ({
    cell,
    mark: marks[i],
    from: i,
  }));
  moved.sort((one, other) => inOrder(one.cell, other.cell));
  return {
    cells: moved.map(({ cell }) => cell),
    marks: moved.map(({ mark }) => mark),
    first: moved[0].from,
  };
}

/** A piece without marks. @param {LatticeFacts} lattice @param {Cell[]} cells @param {string} name @returns {Piece} */
const plainPiece = (lattice, cells, name) => ({
  ...{ lattice, cells, name, marks: cells.map(() => "") },
  ...{ least: 1, most: 1, turn: null },
});

export class Words {
  /** @param {Catalog} catalog */
  constructor(catalog) {
    this.catalog = catalog;
    this.facts = catalog.facts;
  }

  /**
   * The pieces that a word names.
   * @param {string} word @param {Turn} turn  @param {LatticeFacts} lattice  That of the board.
   * @returns {Piece[]}
   */
  pieces(word, turn, lattice) {
    let given = word.includes("#") ? word.trimEnd() : word.trim();
    const colon = given.indexOf(":"),
      own = colon > 0 ? this.facts.lattices[given.slice(0, colon)] : undefined;
    if (own) given = given.slice(colon + 1);
    const match = WORD.exec(given);
    if (!match?.[1]) throw new Invalid(FAULTS.piece(word));
    const ownTurn = match[2] ? turnOf(match[2]) : null,
      [least, most] = copiesOf(match[3], word);
    /** @type {Map<string, Piece>} */
    const counted = new Map();
    for (const piece of this.named(match[1], ownTurn ?? turn, own ?? lattice)) {
      const earlier = counted.get(piece.name);
      if (earlier) {
        earlier.least += least;
        earlier.most = most === null || earlier.most === null ? null : earlier.most + most;
      } else counted.set(piece.name, { ...piece, least, most, turn: ownTurn });
    }
    return [...counted.values()];
  }

  /** Each piece that a base names, as often as it names it. @param {string} base @param {Turn} turn @param {LatticeFacts} lattice @returns {Piece[]} */
  named(base, turn, lattice) {
    if (/[#/]/.test(base)) return [this.drawn(base, lattice)];
    if (/^[0-9]{2,}$/.test(base)) return [this.drawn(`${base}/`, lattice)];
    if (BRICK.test(base)) return [this.brick(base.split(/[xX×]/).map(Number), lattice)];
    const rectangles = /^rectangles-([1-9]|[12][0-9]|3[0-5])$/.exec(base);
    if (rectangles)
      return numberedRectangles(Number(rectangles[1])).map((each) => this.drawn(each, lattice));
    const every = /^polyominoes-([1-9])$/.exec(base);
    if (every)
      return this.facts.lattices.square.families
        .slice(0, Number(every[1]))
        .flatMap(([, plural]) => this.named(plural, turn, lattice));
    const double = /^double-([0-9])$/.exec(base);
    if (double) return this.dominoes(Number(double[1]), lattice);
    const { sets, lattices } = this.facts;
    const colon = base.indexOf(":"),
      singular = colon < 0 ? base : base.slice(0, colon),
      members = colon < 0 ? null : base.slice(colon + 1);
    if (Object.hasOwn(sets, singular)) return this.members(singular, members, lattice);
    const found = this.catalog.families.get(singular);
    if (!found) {
      const tagged = /^([A-Za-z])([1-9])((?:\.[0-9]+)?)$/.exec(base);
      if (tagged && Number(tagged[2]) <= 5)
        return [this.one(Number(tagged[2]), tagged[1] + tagged[3], lattices.square, lattice)];
      throw new Invalid(FAULTS.pieceOrSet(base));
    }
    const { lattice: own, size, plural } = found,
      square = own.name === "square",
      [, many] = this.catalog.familyOf(own, size);
    if (members !== null) {
      if (!members) throw new Invalid(FAULTS.whichOf(many, singular));
      const listed = /[,.]/.test(members) || /^\p{N}/u.test(members) || !square;
      return (listed ? members.split(",") : [...members]).map((member) =>
        this.one(size, member, own, lattice),
      );
    }
    if (plural) {
      const solid = square && lattice.dimension > 2;
      return this.catalog
        .family(size, solid ? "free" : turn, own)
        .map(([name, cells]) => this.solid(own, cells, this.fullName(size, name, own), lattice));
    }
    if (size <= 2 && square) return [this.one(size, size === 1 ? "O" : "I", own, lattice)];
    if (this.catalog.isOnly(own, size) || this.catalog.family(size, "free", own).length === 1)
      return [this.one(size, "1", own, lattice)];
    throw new Invalid(FAULTS.which(singular, many));
  }

  /** The rectangle or box with these sides. @param {number[]} sides @param {LatticeFacts} lattice */
  brick(sides, lattice) {
    const size = sides.reduce((product, side) => product * side, 1);
    if (!size || size > LARGEST_BRICK) throw new Invalid(FAULTS.brick(LARGEST_BRICK, size));
    const { square, cube } = this.facts.lattices,
      cells = sides.reduce(
        (found, side) =>
          found.flatMap((cell) => Array.from({ length: side }, (_, i) => [...cell, i])),
        /** @type {Cell[]} */ ([[]]),
      );
    return this.solid(sides.length === 2 ? square : cube, cells, sides.join("x"), lattice);
  }

  /** The dominoes with two numbers up to a largest one. @param {number} largest @param {LatticeFacts} lattice */
  dominoes(largest, lattice) {
    const numbers = Array.from({ length: largest + 1 }, (_, i) => i);
    return numbers.flatMap((one) =>
      numbers.slice(one).map((other) => this.drawn(`${one}${other}/`, lattice)),
    );
  }

  /** @param {string} name @param {string | null} members @param {LatticeFacts} lattice */
  members(name, members, lattice) {
    const { lattice: word, members: drawings } = this.facts.sets[name],
      own = this.facts.lattices[word];
    const listed = members === null ? Object.keys(drawings) : [...members.replaceAll(",", "")];
    return listed.map((member) => {
      if (!Object.hasOwn(drawings, member))
        throw new Invalid(FAULTS.pieceOf(member, name, Object.keys(drawings).join("")));
      const cells = readDrawing(drawings[member], own).map(([cell]) => cell);
      return this.solid(own, normal(own, cells), `${name}:${member}`, lattice);
    });
  }

  /** @param {number} size @param {string} member @param {LatticeFacts} own @param {LatticeFacts} lattice */
  one(size, member, own, lattice) {
    const [name, cells] = this.catalog.resolve(size, member, own);
    return this.solid(own, cells, this.fullName(size, name, own), lattice);
  }

  /** A set of squares as a layer of cubes or balls, where the board is of those. @param {LatticeFacts} own @param {Cell[]} cells @param {string} name @param {LatticeFacts} lattice */
  solid(own, cells, name, lattice) {
    if (lattice.dimension === 2 || own.name !== "square") return plainPiece(own, cells, name);
    return plainPiece(
      lattice,
      cells.map((cell) => [0, ...cell]),
      name,
    );
  }

  /** @param {number} size @param {string} name @param {LatticeFacts} lattice */
  fullName(size, name, lattice) {
    const [singular] = this.catalog.familyOf(lattice, size);
    if (lattice.name === "square" && size <= 2 && !name.includes(".")) return singular;
    if (name === "1" && this.catalog.isOnly(lattice, size)) return singular;
    if (/^\p{N}/u.test(name)) return `${singular}:${name}`;
    const dot = name.indexOf(".");
    return dot < 0 ? `${name}${size}` : `${name.slice(0, dot)}${size}${name.slice(dot)}`;
  }

  /** @param {string} base @param {LatticeFacts} lattice */
  drawn(base, lattice) {
    if (!base.includes("#") && PATH.test(base)) throw new Invalid(FAULTS.path(base));
    const drawn = readDrawing(base, lattice).sort(([one], [other]) => inOrder(one, other));
    const cells = normal(
        lattice,
        drawn.map(([cell]) => cell),
      ),
      piece = plainPiece(lattice, cells, "");
    piece.marks = drawn.map(([, mark]) => mark);
    return { ...piece, name: nameOf(piece) };
  }

  /** What to call a piece: see `Catalog.naming`. @param {Piece} piece */
  naming(piece) {
    const last = piece.name.slice(piece.name.lastIndexOf(":") + 1);
    if (!/[#/]/.test(last)) return this.catalog.naming(piece.name);
    return this.catalog.drawn(piece.lattice, piece.cells, piece.marks);
  }

  /** The word for a piece, without its copies. @param {Piece} piece */
  base(piece) {
    const turn = piece.turn ? `@${piece.turn}` : "";
    return (this.namesItself(piece) ? piece.name : drawingOf(piece)) + turn;
  }

  /**
   * Words for pieces: the name of a numbered set if they are one, otherwise a word for each.
   * @param {Piece[]} pieces @param {LatticeFacts} lattice
   */
  shortest(pieces, lattice) {
    const each = pieces.map((piece) => this.word(piece)),
      largest =
        pieces
          .flatMap(({ marks }) => marks)
          .sort()
          .at(-1) ?? "",
      number = /^[0-9A-Z]$/.test(largest) ? Number.parseInt(largest, LETTERS) : -1,
      sizes = new Set(pieces.map(({ cells }) => cells.length)),
      every = Math.max(...sizes) === sizes.size && sizes.size > 1 ? sizes.size : 0;
    if (number >= 0 || (!largest && every && every < 10))
      for (const name of largest
        ? [`double-${number}`, `rectangles-${number}+`]
        : [`polyominoes-${every}+`]) {
        if (name === "rectangles-0+" || /^double-../.test(name)) continue;
        const named = this.pieces(name, "free", lattice).map((piece) => this.word(piece));
        if (named.join(" ") === each.join(" ")) return [name];
      }
    return each;
  }

  /** The word for a piece. @param {Piece} piece */
  word(piece) {
    const { least, most } = piece;
    let count = `=${least}..${most}`;
    if (most === null) count = least === 0 ? "+" : `=${least}..`;
    else if (least === most) count = least === 1 ? "" : `=${least}`;
    return this.base(piece) + count;
  }

  /** Whether a name, as a word, means one copy of just this piece. @param {Piece} piece */
  namesItself(piece) {
    if (piece.marks.some(Boolean)) return false;
    try {
      const named = this.pieces(piece.name, "one-sided", piece.lattice);
      return (
        named.length === 1 &&
        named[0].name === piece.name &&
        named[0].lattice === piece.lattice &&
        named[0].least === 1 &&
        named[0].most === 1 &&
        named[0].turn === null &&
        look(named[0]) === look(piece)
      );
    } catch (error) {
      if (error instanceof Invalid) return false;
      throw error;
    }
  }
}

/** A piece with a dot on the cell with the least distance to all others. @param {Piece} piece @returns {Piece} */
export function withDot(piece) {
  const { cells } = piece;
  const far = cells.map((cell) =>
    cells.reduce(
      (sum, other) => minus(cell, other).reduce((more, x) => more + Math.abs(x), sum),
      0,
    ),
  );
  const middle = far.indexOf(Math.min(...far));
  return { ...piece, marks: cells.map((_, i) => (i === middle ? DOT : "")), name: "" };
}

/** Marks are digits, then letters. */
export const LETTERS = 36;
/** An area as one letter. @param {number} area */
const areaMark = (area) => area.toString(LETTERS).toUpperCase();

/** Drawings of rectangles with their area in one cell, one for each such cell up to symmetry. @param {number} largest */
function numberedRectangles(largest) {
  /** @type {string[]} */
  const found = [];
  for (let area = 1; area <= largest; area++)
    for (let rows = 1; rows * rows <= area; rows++) {
      if (area % rows) continue;
      const columns = area / rows;
      for (let row = 0; row < (rows + 1) >> 1; row++)
        for (let column = 0; column < (columns + 1) >> 1; column++) {
          if (rows === columns && row > column) continue;
          const lines = Array(rows).fill("#".repeat(columns));
          lines[row] = "#".repeat(column) + areaMark(area) + "#".repeat(columns - column - 1);
          found.push(lines.join("/") + (area === 1 ? "/" : ""));
        }
    }
  return found;
}

/** The name of a piece that is drawn. @param {Piece} piece */
function nameOf(piece) {
  const shape = shapeOf(piece.cells),
    box = shape.reduce((product, side) => product * side, 1);
  return box <= DRAWN ? drawingOf(piece) : `${piece.cells.length} cells in ${shape.join("x")}`;
}

/** @param {string | undefined} text @param {string} word @returns {[least: number, most: number | null]} */
function copiesOf(text, word) {
  if (text === undefined) return [1, 1];
  if (text === "+") return [0, null];
  const match = /^=([0-9]{1,18})(\.\.([0-9]{0,18}))?$/.exec(text);
  if (!match) throw new Invalid(FAULTS.copiesOf(word, text));
  const least = Number(match[1]);
  if (match[2] === undefined) return [least, least];
  const most = match[3] ? Number(match[3]) : null;
  if (most !== null && least > most) throw new Invalid(FAULTS.leastMost(word, least, most));
  return [least, most];
}
