// Boards in words and drawings, as the command reads them.

/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Facts } from "./catalog.js" */
/** @import { LatticeFacts } from "./space.js" */

import { FAULTS } from "../../texts/en.js";
import { Invalid, Surface, SURFACES } from "./space.js";
import { isMark, prefixOf } from "./words.js";

/** The most holes that are listed in a word. */
const HOLES = 16;
/** No number of a word is longer. */
const DIGITS = 18;
/** The most cells of a board, in the rectangle around it: an Aztec diamond of order 200. */
const LARGEST = 160_000;

/** A cell with what it says: whether it may stay empty, and its mark or "". @typedef {{ cell: Cell, optional: boolean, mark: string }} Spot */

export class Board {
  /** @param {LatticeFacts} lattice @param {number[]} shape  Of the box around it. @param {Spot[]} spots  In reading order. @param {string} surface */
  constructor(lattice, shape, spots, surface = "") {
    this.lattice = lattice;
    this.shape = shape;
    this.spots = spots;
    if (!spots.length) throw new Invalid(FAULTS.noCells);
    this.cells = spots.map(({ cell }) => cell);
    /** The number of each cell. */
    this.number = new Map(this.cells.map((cell, i) => [String(cell), i]));
    this.size = shape.reduce((product, side) => product * side, 1);
    this.surface = Surface.named(surface, shape, lattice);
    if (this.surface.joined) this.checkJoined();
  }

  /** Throw if two cells are the same where sides are joined. */
  checkJoined() {
    const { lattice, surface, shape, cells, number } = this;
    if (lattice.dimension !== 2) throw new Invalid(FAULTS.joined(lattice.cells));
    surface.check(lattice);
    for (const [copy, which] of surface.copies(lattice, cells, [0, 0], shape))
      if (number.has(String(copy)) && number.get(String(copy)) !== which)
        throw new Invalid(FAULTS.coincide(String(cells[which]), String(copy), surface.title));
  }

  /** Whether it is of squares, and no sides are joined. */
  get flatSquares() {
    return this.lattice.name === "square" && !this.surface.joined;
  }

  get marked() {
    return this.spots.some(({ mark }) => mark);
  }

  get hasOptional() {
    return this.spots.some(({ optional }) => optional);
  }

  /** Whether it is a rectangle of squares and nothing more. */
  get isRectangle() {
    return this.flatSquares && this.spots.length === this.size && !this.marked && !this.hasOptional;
  }

  /** What stands before a word for it. */
  get prefix() {
    const surface = this.surface.word(this.shape, this.lattice);
    return (surface && `${surface}:`) + prefixOf(this.lattice);
  }

  /** Its rows, layer by layer, drawn with a letter for each cell. @param {(spot: Spot) => string} letter */
  lines(letter) {
    const columns = this.shape[this.shape.length - 1],
      lines = Array.from({ length: this.size / columns }, () => Array(columns).fill("."));
    const rows = this.shape[this.shape.length - 2];
    for (const spot of this.spots) {
      const [column, row, layer = 0] = [...spot.cell].reverse();
      lines[layer * rows + row][column] = letter(spot);
    }
    return lines.map((line) => line.join(""));
  }

  /** The board as a drawing. */
  text() {
    const lines = this.lines(({ optional, mark }) => mark || (optional ? "?" : "#")),
      rows = this.shape[this.shape.length - 2];
    const layers = Array.from({ length: lines.length / rows }, (_, i) =>
      lines.slice(i * rows, (i + 1) * rows).join("\n"),
    );
    return (this.prefix ? `${this.prefix.slice(0, -1)}\n` : "") + layers.join("\n\n");
  }

  /** Its sides, as words; rows of triangles must be of whole rhombs. */
  sides() {
    const last = this.shape.length - 1;
    return [...this.shape.slice(0, last), this.shape[last] / this.lattice.kinds];
  }

  /** A word for the board in an ID: its sides and holes, else the whole drawing. */
  word() {
    const holes = this.size - this.spots.length,
      last = this.shape[this.shape.length - 1];
    if (holes > HOLES || this.hasOptional || this.marked || last % this.lattice.kinds)
      return `${this.text().replaceAll("\n", "/")}/`;
    const listed = everyCell(this.shape).filter((cell) => !this.number.has(String(cell)));
    return this.prefix + this.sides().join("x") + listed.map((cell) => `-${cell}`).join("");
  }

  /** How large it is, in a title. @param {Facts} facts */
  sizeWords({ ids }) {
    const { lattice, surface } = this,
      last = this.shape.length - 1;
    const sides = [...this.shape.slice(0, last), Math.floor(this.shape[last] / lattice.kinds)].join(
      " x ",
    );
    if (this.flatSquares) return sides;
    const whole = this.spots.length === this.size;
    const size = whole
      ? `${sides}${ids.boxes[lattice.name] ?? ""}`
      : `${this.spots.length} ${lattice.cells}`;
    return surface.joined ? `${size}, ${surface.title}` : size;
  }
}

/** All cells of a box, in reading order. @param {number[]} shape @returns {Cell[]} */
export function everyCell(shape) {
  /** @type {Cell[]} */
  let cells = [[]];
  for (const side of shape)
    cells = cells.flatMap((cell) => Array.from({ length: side }, (_, x) => [...cell, x]));
  return cells;
}

/** @param {Cell} cell @returns {Spot} */
const plain = (cell) => ({ cell, optional: false, mark: "" });

/** A box with holes. @param {number[]} shape @param {Cell[]} holes */
function boxed(shape, holes) {
  if (Math.min(...shape) < 1) throw new Invalid(FAULTS.noRows);
  checkArea(shape);
  return without(everyCell(shape), shape, holes);
}

/** Refuse a board that is too large. @param {number[]} shape */
export function checkArea(shape) {
  const area = shape.reduce((product, side) => product * side, 1);
  if (area > LARGEST) throw new Invalid(FAULTS.large(LARGEST, area));
}

/** @param {Cell[]} cells @param {number[]} shape @param {Cell[]} holes */
function without(cells, shape, holes) {
  const left = new Set(cells.map(String));
  for (const hole of holes) {
    if (hole.length !== shape.length) throw new Invalid(FAULTS.hole(String(hole), shape.length));
    if (!left.delete(String(hole))) throw new Invalid(FAULTS.noHole(String(hole)));
  }
  return cells.filter((cell) => left.has(String(cell)));
}

/**
 * Shapes with a name of their own: the box around each, and which of its cells it has, by the number
 * of cells along a side, or three sides.
 * @typedef {{ shape: number[], has: (...cell: number[]) => boolean }} Shaped
 * @type {Record<string, (sides: number[]) => Shaped>}
 */
const SHAPES = {
  "square aztec:": ([order]) => ({
    shape: [2 * order, 2 * order],
    has: (row, column) =>
      Math.abs(2 * row - 2 * order + 1) + Math.abs(2 * column - 2 * order + 1) <= 2 * order,
  }),
  "tri triangle": ([size]) => ({
    shape: [size, 2 * size],
    has: (row, column) => row + Math.floor(column / 2) >= size - (column % 2),
  }),
  "tri hexagon": (sides) => {
    const [first, second, cut] = sides.length === 3 ? sides : [sides[0], sides[0], sides[0]],
      rows = second + cut,
      columns = first + cut;
    return {
      shape: [rows, 2 * columns],
      has: (row, column) => {
        const corner = row + Math.floor(column / 2) + (column % 2);
        return corner >= cut && corner + 1 <= rows + columns - cut;
      },
    };
  },
  "tri star": ([size]) => ({
    shape: [4 * size, 8 * size],
    has: (row, column) => {
      const corner = row + Math.floor((column + 1) / 2),
        up = row < 3 * size && column < 6 * size && corner >= 3 * size;
      return up || (row >= size && column >= 2 * size && corner < 5 * size);
    },
  }),
  "hex triangle": ([size]) => ({
    shape: [size, size],
    has: (row, column) => row + column >= size - 1,
  }),
  "ball pyramid:": ([size]) => ({
    shape: [size, size, size],
    has: (layer, row, column) => Math.max(row, column) <= layer,
  }),
  "ball tetrahedron:": ([size]) => ({
    shape: [size, size, size],
    has: (layer, row, column) => row <= layer && column >= layer,
  }),
  "hex hexagon": (sides) => {
    const [first, second, cut] = sides.length === 3 ? sides : [sides[0], sides[0], sides[0]],
      rows = second + cut - 1,
      columns = first + cut - 1;
    return {
      shape: [rows, columns],
      has: (row, column) => row + column >= cut - 1 && row + column <= rows + columns - 1 - cut,
    };
  },
};

const BOX = /^([0-9]+(?:[xX×][0-9]+)+)((?:-[0-9]+(?:,[0-9]+)+)*)$/;
const POWER = /^2\^([0-9]+)((?:-[0-9]+,[0-9]+)*)$/;
const STACK = /^(?:pyramid:|tetrahedron:)/;
/** The most layers of a stack of balls. */
const TALLEST = 30;
const SHAPE =
  /^(triangle|hexagon|star|aztec:|pyramid:|tetrahedron:)([0-9]+(?:,[0-9]+)*)((?:-[0-9]+(?:,[0-9]+)+)*)$/;

/** @param {string} text @returns {Cell[]} */
const holesOf = (text) =>
  text
    .split("-")
    .slice(1)
    .map((hole) => hole.split(",").map(Number));

/** Whether a text is rows of digits, equally long, with "." for cells that are not there. @param {string} text */
function isGridOfNumbers(text) {
  const rows = text.replace(/\/$/, "").split("/");
  return (
    /^[0-9.]+(\/[0-9.]+)*\/?$/.test(text) &&
    /[0-9]/.test(text) &&
    text.includes("/") &&
    rows.every((row) => row.length === rows[0].length)
  );
}

export class Boards {
  /** @param {Facts} facts */
  constructor(facts) {
    this.facts = facts;
    const names = Object.keys(facts.lattices).join("|");
    this.space = new RegExp(`^(?:(${SURFACES.join("|")})(\\[[^\\]]*\\])?:)?(?:(${names}):)?`);
  }

  /** Surface and lattice before a word, and what follows. @param {string} text */
  readSpace(text) {
    const match = this.space.exec(text) ?? [""];
    const surface = (match[1] ?? "") + (match[2] ?? "");
    const rest = text.slice(match[0].length),
      name = match[3] || (STACK.test(rest) ? "ball" : "square");
    return { surface, lattice: this.facts.lattices[name], rest };
  }

  /** @param {string} word */
  parse(word) {
    const { surface, lattice, rest } = this.readSpace(word.trim());
    const sized = [BOX, POWER, SHAPE].some((form) => form.test(rest));
    if (sized && (rest.match(/[0-9]+/g) ?? []).some((digits) => digits.length > DIGITS))
      throw new Invalid(FAULTS.fewer);
    const box = BOX.exec(rest);
    if (box) {
      const sides = box[1].split(/[xX×]/).map(Number);
      if (sides.length !== lattice.dimension)
        throw new Invalid(
          (lattice.dimension > 2 ? FAULTS.sizeOfLayers : FAULTS.size)(lattice.cells, box[1]),
        );
      const shape = [...sides.slice(0, -1), sides[sides.length - 1] * lattice.kinds];
      return new Board(lattice, shape, boxed(shape, holesOf(box[2])).map(plain), surface);
    }
    const power = POWER.exec(rest);
    if (power) {
      const side = 2 ** Number(power[1]);
      if (lattice.name !== "square" || side > LARGEST) throw new Invalid(FAULTS.noSize(word));
      const cells = boxed([side, side], holesOf(power[2]));
      return new Board(lattice, [side, side], cells.map(plain), surface);
    }
    const named = SHAPE.exec(rest),
      make = named && SHAPES[`${lattice.name} ${named[1]}`];
    if (named && make) return this.shaped(lattice, make, named, surface);
    if (word.includes("\n")) return this.fromText(word);
    if (isGridOfNumbers(rest))
      return this.fromLines(rest.replace(/\/$/, "").split("/"), lattice, surface);
    if (/[#?]/.test(rest) && [...rest].every((letter) => "#?./".includes(letter) || isMark(letter)))
      return this.fromLines(rest.replace(/\/+$/, "").split("/"), lattice, surface);
    throw new Invalid(FAULTS.board(word));
  }

  /** @param {LatticeFacts} lattice @param {(sides: number[]) => Shaped} make @param {RegExpExecArray} named @param {string} surface */
  shaped(lattice, make, named, surface) {
    const sides = named[2].split(",").map(Number);
    if (!(sides.length === 1 || (sides.length === 3 && named[1] === "hexagon")))
      throw new Invalid(FAULTS.oneNumber(named[1], named[2]));
    if (Math.min(...sides) < 1) throw new Invalid(FAULTS.sides(named[1], named[2]));
    if (lattice.dimension > 2 && sides[0] > TALLEST)
      throw new Invalid(FAULTS.layers(named[1], TALLEST, sides[0]));
    const { shape, has } = make(sides);
    checkArea(shape);
    const cells = everyCell(shape).filter((cell) => has(...cell));
    return new Board(lattice, shape, without(cells, shape, holesOf(named[3])).map(plain), surface);
  }

  /** Read a drawing. @param {string} given */
  fromText(given) {
    const text = given.replaceAll("\r\n", "\n").replaceAll("\r", "\n").replace(/\n+$/, ""),
      lines = text.split("\n");
    const { surface, lattice, rest } = this.readSpace(`${lines[0].trim()}:`);
    return rest || lines.length === 1
      ? this.fromLines(lines, this.facts.lattices.square, "")
      : this.fromLines(lines.slice(1), lattice, surface);
  }

  /** @param {string[]} lines @param {LatticeFacts} lattice @param {string} surface */
  fromLines(lines, lattice, surface) {
    const rows = lines.map((line) => [...line]),
      width = rows.reduce((most, row) => Math.max(most, row.length), 0);
    /** @type {Spot[]} */
    const spots = [];
    const solid = lattice.dimension > 2;
    let layer = -1,
      row = 0,
      most = 0;
    for (const [number, letters] of rows.entries()) {
      const nothing = !letters.some((letter) => letter.trim());
      if (solid && nothing) continue;
      if (solid && (number === 0 || !rows[number - 1].some((letter) => letter.trim()))) {
        layer++;
        row = 0;
      }
      for (const [column, letter] of letters.entries()) {
        if (letter === "." || letter === " ") continue;
        const sign = letter === "#" || letter === "?";
        if (!sign && !isMark(letter))
          throw new Invalid(FAULTS.letter(letter, number + 1, column + 1));
        const cell = solid ? [layer, row, column] : [row, column];
        spots.push({ cell, optional: letter === "?", mark: sign ? "" : letter });
      }
      row++;
      most = Math.max(most, row);
    }
    const shape = solid ? [layer + 1, most, width] : [rows.length, width];
    return new Board(lattice, shape, spots, surface);
  }
}
