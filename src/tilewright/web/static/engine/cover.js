// What is left of a puzzle, laid on its board: every placement that is still possible, with the same
// numbers as in the library.

/** @import { Cell, Edge } from "../geometry/geometry.js" */
/** @import { Rules } from "../game/rules.js" */
/** @import { Placement } from "../game/state.js" */
/** @import { Machine } from "./module.js" */

import { key } from "../geometry/geometry.js";

/** What no cell, mark or piece has as its number. */
const NONE = -1;

/**
 * @typedef {object} Cover
 * @property {number} area
 * @property {number[][]} items  The cells of each placement, ascending.
 * @property {number[]} orientation  The orientation of each placement, counted through all pieces.
 * @property {number[]} piece  The piece of each placement.
 * @property {number[]} sizes  The cells of each piece.
 * @property {number[]} least  Copies of each piece.
 * @property {number[]} most
 * @property {boolean[]} unlimited
 * @property {boolean[]} optional  Whether each cell may stay empty.
 * @property {[number, number]} empty  How many of them.
 * @property {boolean[]} connected  Whether each piece is in one part.
 * @property {number[][]} beside  The neighbors of each cell, ascending.
 */

/**
 * The cover after pieces are placed, without placements that have both cells of an edge.
 * @param {Machine} machine
 * @param {Rules} rules
 * @param {Placement[]} placed  By the player.
 * @param {Iterable<Edge>} edges
 * @returns {Cover}
 */
export function coverOf(machine, rules, placed, edges) {
  const { sheet } = rules;
  const settled = [...rules.placed, ...placed];
  const grid = new Grid(rules, settled);
  const { items, orientation, piece } = merged(laid(machine, rules, grid, settled), grid.joined);
  const crossing = [...edges].map((edge) => edge.map((cell) => grid.number(cell)));
  const kept = items.flatMap((own, i) =>
    crossing.some((ends) => ends.every((cell) => own.includes(cell))) ? [] : [i],
  );
  const sizes = sheet.pieces.map(({ cells }) => cells.length),
    room = sizes.map((size) => Math.floor(rules.cells.length / size));
  const optional = rules.cells.map(
    (cell, i) => sheet.empty[1] > 0 && rules.optional.has(key(cell)) && grid.taken[i] < 0,
  );
  return {
    area: rules.cells.length,
    items: kept.map((i) => items[i]),
    orientation: kept.map((i) => orientation[i]),
    piece: kept.map((i) => piece[i]),
    sizes,
    least: sheet.pieces.map(({ least }, i) => Math.min(least, room[i] + 1)),
    most: sheet.pieces.map(({ most }, i) => Math.min(most ?? room[i], room[i])),
    unlimited: sheet.pieces.map(({ most }) => most === null),
    optional,
    empty: [sheet.empty[0], Math.min(sheet.empty[1], optional.filter(Boolean).length)],
    connected: sheet.pieces.map(({ orientations: [{ cells }] }) => isConnected(rules, cells)),
    beside: rules.cells.map((cell) =>
      rules
        .beside(cell)
        .map((next) => grid.number(next))
        .sort((one, other) => one - other),
    ),
  };
}

/** @param {Rules} rules @param {Cell[]} cells  Anywhere in the plane. */
function isConnected({ lattice }, cells) {
  const left = new Set(cells.slice(1).map(key)),
    reached = [cells[0]];
  for (const cell of reached)
    for (const step of lattice.data.faces[lattice.kind(cell)]) {
      const next = cell.map((x, axis) => x + step[axis]);
      if (left.delete(key(next))) reached.push(next);
    }
  return left.size === 0;
}

/** The board, and the cells around it that are cells of it, in a box with room for every piece. */
class Grid {
  /** @param {Rules} rules @param {Placement[]} settled */
  constructor(rules, settled) {
    const { cells, lattice } = rules;
    this.joined = lattice.copies.size > 0;
    this.numbers = new Map(cells.map((cell, i) => [key(cell), i]));
    /** @type {[Cell, number][]} */
    this.places = cells.map((cell, i) => [cell, i]);
    // By the cells that they are: what is laid on several of them is laid on the first one.
    const copies = [...lattice.copies].flatMap(([name, home]) => {
      const at = this.numbers.get(key(home));
      if (at === undefined || this.numbers.has(name)) return [];
      return [/** @type {[Cell, number]} */ ([name.split(",").map(Number), at])];
    });
    this.places.push(...copies.sort(([, one], [, other]) => one - other));
    /** Of each cell, which of the settled pieces is there. */
    this.taken = cells.map(() => NONE);
    settled.forEach((each, i) => {
      for (const cell of each.cells) this.taken[this.number(cell)] = i;
    });
    const all = this.places.map(([cell]) => cell);
    const reach = cells[0].map((_, axis) =>
      Math.max(
        ...rules.sheet.pieces.flatMap(({ orientations }) =>
          orientations.flatMap(({ cells: own }) =>
            own.map((cell) => Math.abs(cell[axis] - own[0][axis])),
          ),
        ),
      ),
    );
    const column = (/** @type {number} */ axis) => all.map((cell) => cell[axis]);
    this.low = reach.map((far, axis) => least(column(axis)) - far);
    const sides = reach.map((far, axis) => -least(column(axis).map((x) => -x)) + far + 1);
    this.shape = sides.map((end, axis) => end - this.low[axis]);
    this.size = this.shape.reduce((product, side) => product * side, 1);
  }

  /** The number of a cell of the board. @param {Cell} cell */
  number(cell) {
    return this.numbers.get(key(cell)) ?? NONE;
  }

  /** Where a step leads in the flat grid. @param {Cell} step */
  along(step) {
    return step.reduce((flat, x, axis) => flat * this.shape[axis] + x, 0);
  }

  /** Where a cell is in the flat grid. @param {Cell} cell */
  place(cell) {
    return this.along(cell.map((x, axis) => x - this.low[axis]));
  }
}

/** @param {number[]} numbers */
const least = (numbers) => numbers.reduce((low, x) => Math.min(low, x), Infinity);

/**
 * Lay every orientation on every cell, and where sides are joined also on the cells around.
 * @param {Machine} machine
 * @param {Rules} rules
 * @param {Grid} grid
 * @param {Placement[]} settled
 */
function laid(machine, rules, grid, settled) {
  const { sheet, lattice } = rules,
    { kinds } = lattice.data;
  /** @type {Map<string, number>} */
  const codes = new Map([["", 0]]);
  /** One number for the mark and the kind of a cell. @param {string} mark @param {Cell} cell */
  const marked = (mark, cell) => {
    if (!codes.has(mark)) codes.set(mark, codes.size);
    return (codes.get(mark) ?? 0) * kinds + lattice.kind(cell);
  };
  const number = new Int32Array(grid.size).fill(NONE),
    mark = number.slice(),
    owner = number.slice();
  for (const [cell, home] of grid.places) {
    const place = grid.place(cell);
    number[place] = home;
    mark[place] = marked(rules.marks.get(key(rules.cells[home])) ?? "", cell);
    owner[place] = grid.taken[home];
  }
  const shapes = sheet.pieces.flatMap(({ orientations }, piece) =>
    orientations.map((each) => ({ ...each, piece })),
  );
  const first = [0];
  for (const { cells } of shapes) first.push(first[first.length - 1] + cells.length);
  const names = sheet.pieces.map(({ name }) => name),
    used = rules.count(settled.slice(rules.placed.length));
  const passed = [
    machine.from(
      "i64",
      grid.places.map(([cell]) => grid.place(cell)),
    ),
    machine.from("i32", number),
    machine.from("i32", mark),
    machine.from("i32", owner),
    machine.from("i64", first),
    machine.from(
      "i64",
      shapes.flatMap(({ cells: [start, ...others] }) => [
        0,
        ...others.map((cell) => grid.along(cell.map((x, axis) => x - start[axis]))),
      ]),
    ),
    machine.from(
      "i32",
      shapes.flatMap(({ cells, marks }) => cells.map((cell, i) => marked(marks[i] ?? "", cell))),
    ),
    machine.array("bool", [0, 0]),
    machine.array("bool", [shapes.length], 1),
    machine.from(
      "i32",
      shapes.map(({ piece }) => piece),
    ),
    machine.from(
      "i32",
      settled.map(({ piece }) => names.indexOf(piece)),
    ),
    machine.from(
      "i32",
      settled.map(({ cells }) => cells.length),
    ),
    machine.from(
      "bool",
      sheet.pieces.map(({ name, most }) => Number(most === null || (used.get(name) ?? 0) < most)),
    ),
  ];
  const lay = (/** @type {number} */ count, /** @type {number} */ entries) => {
    const start = machine.array("i64", [count + 1]),
      item = machine.array("i32", [entries]),
      orientation = machine.array("i32", [count]),
      origin = machine.array("i32", [count]);
    const filled = machine.call("cover_placements_lay", [
      ...[0, grid.places.length, ...passed, start, item, orientation, origin],
      ...[0, 0],
    ]);
    return { filled, start, item, orientation };
  };
  const [count, entries] = lay(0, 0).filled;
  const { start, item, orientation } = lay(count, entries);
  const ends = start.numbers,
    cells = item.numbers,
    lies = orientation.numbers;
  return {
    items: lies.map((_, i) => cells.slice(ends[i], ends[i + 1])),
    orientation: lies,
    piece: lies.map((which) => shapes[which].piece),
  };
}

/**
 * Where sides are joined: without what meets itself, and what covers the same cells with the same
 * piece only once.
 * @param {{ items: number[][], orientation: number[], piece: number[] }} all
 * @param {boolean} joined
 */
function merged(all, joined) {
  if (!joined) return all;
  const items = all.items.map((own) => [...own].sort((one, other) => one - other));
  /** @type {Map<string, number>} */
  const found = new Map();
  items.forEach((own, i) => {
    const name = `${all.piece[i]}:${own}`;
    if (new Set(own).size === own.length && !found.has(name)) found.set(name, i);
  });
  const order = [...found.values()].sort(
    (one, other) =>
      items[one][0] - items[other][0] ||
      all.orientation[one] - all.orientation[other] ||
      lexical(items[one], items[other]),
  );
  return {
    items: order.map((i) => items[i]),
    orientation: order.map((i) => all.orientation[i]),
    piece: order.map((i) => all.piece[i]),
  };
}

/** @param {number[]} one @param {number[]} other */
function lexical(one, other) {
  const at = one.findIndex((x, i) => x !== other[i]);
  return at < 0 ? 0 : one[at] - (other[at] ?? NONE);
}

/** Where the cells of each placement begin, and the cells. @param {Cover} cover */
export function flat({ items }) {
  const start = [0];
  for (const own of items) start.push(start[start.length - 1] + own.length);
  return { start, item: items.flat() };
}
