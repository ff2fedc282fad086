// What is left of a puzzle, laid on its board: every placement that is still possible, with the same
// numbers as in the library.

/** @import { Cell, Edge } from "../../geometry/geometry.js" */
/** @import { Rules } from "../../game/rules.js" */
/** @import { Placement } from "../../game/state.js" */
/** @import { Sheet } from "../../../answers" */
/** @import { Facts } from "../words/catalog.js" */
/** @import { Machine } from "./module.js" */
/** @import { Sum } from "../words/ruling.js" */
/** @import { LatticeFacts } from "../words/space.js" */

import { key } from "../../geometry/geometry.js";
import { demandsOf } from "../words/ruling.js";
import { isConnected, kindOf, Surface } from "../words/space.js";

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
 * @property {boolean[]} open  Whether each cell is covered by no piece yet.
 * @property {string[][]} marks  What each placement shows on its cells; empty if no rule reads it.
 * @property {Sum[]} sums  What the rules demand.
 * @property {Laid} laid  The placements as they were found, before any is left out because of an edge.
 *
 * The lattice and the surface of a board.
 * @typedef {{ lattice: LatticeFacts, surface: Surface }} Space
 *
 * Placements; `origin` has the place of the first cell of each orientation, and `lifts` are all ways
 * to lay a piece, as pairs of place and orientation, each with its placement.
 * @typedef {object} Laid
 * @property {number[][]} items
 * @property {number[]} orientation
 * @property {number[]} piece
 * @property {string[][]} marks
 * @property {number[]} origin
 * @property {Cell[]} places
 * @property {{ origin: number, orientation: number, placement: number }[] | null} lifts
 */

/**
 * The lattice and the surface of a puzzle.
 * @param {Facts} facts
 * @param {Pick<Sheet, "lattice" | "surface" | "rows" | "columns">} sheet
 * @returns {Space}
 */
export function spaceOf({ lattices }, { lattice: data, surface, rows, columns }) {
  const name = data?.cells ?? "squares",
    lattice = Object.values(lattices).find(({ cells }) => cells === name) ?? lattices.square;
  return { lattice, surface: Surface.named(surface, [rows, columns], lattice) };
}

/**
 * The cover after pieces are placed, without placements that have both cells of an edge.
 * @param {Machine} machine
 * @param {Space} space
 * @param {Rules} rules
 * @param {Placement[]} placed  By the player.
 * @param {Iterable<Edge>} edges
 * @returns {Cover}
 */
export function coverOf(machine, space, rules, placed, edges) {
  const { sheet } = rules;
  const settled = [...rules.placed, ...placed];
  const grid = new Grid(space, rules, settled);
  const joined = space.surface.joined || rules.agree !== null;
  const all = merged(machine, layAll(machine, rules, grid, settled), joined),
    laid = ruled(space, rules, settled, all);
  const { items, orientation, piece, marks } = laid;
  const crossing = [...edges].map((edge) => edge.map((cell) => grid.number(cell)));
  const kept = items.flatMap((own, i) =>
    crossing.some((ends) => ends.every((cell) => own.includes(cell))) ? [] : [i],
  );
  const sizes = sheet.pieces.map(({ cells }) => cells.length),
    room = sizes.map((size) => Math.floor(rules.cells.length / size));
  const optional = rules.cells.map(
    (cell, i) => sheet.empty[1] > 0 && rules.optional.has(key(cell)) && grid.taken[i] < 0,
  );
  const left = {
    items: kept.map((i) => items[i]),
    piece: kept.map((i) => piece[i]),
    marks: marks.length ? kept.map((i) => marks[i]) : [],
  };
  return {
    area: rules.cells.length,
    ...left,
    orientation: kept.map((i) => orientation[i]),
    sums: rules.conditions.length ? demandsOf(space, rules, left).sums : [],
    sizes,
    least: sheet.pieces.map(({ least }, i) => Math.min(least, room[i] + 1)),
    most: sheet.pieces.map(({ most }, i) => Math.min(most ?? room[i], room[i])),
    unlimited: sheet.pieces.map(({ most }) => most === null),
    optional,
    empty: [sheet.empty[0], Math.min(sheet.empty[1], optional.filter(Boolean).length)],
    connected: sheet.pieces.map(({ orientations: [{ cells }] }) =>
      isConnected(space.lattice, cells),
    ),
    beside: rules.cells.map((cell) =>
      rules
        .beside(cell)
        .map((next) => grid.number(next))
        .sort((one, other) => one - other),
    ),
    open: grid.taken.map((piece) => piece < 0),
    laid,
  };
}

/** The board, and the cells around it that are cells of it, in a box with room for every piece. */
class Grid {
  /** @param {Space} space @param {Rules} rules @param {Placement[]} settled */
  constructor({ lattice, surface }, rules, settled) {
    const { cells } = rules;
    this.numbers = new Map(cells.map((cell, i) => [key(cell), i]));
    /** Where the first cell of a piece may be: of each placement at least one lies so. */
    this.places = surface.places(lattice, cells);
    /** Of each cell, which of the settled pieces is there. */
    this.taken = cells.map(() => NONE);
    settled.forEach((each, i) => {
      for (const cell of each.cells) this.taken[this.number(cell)] = i;
    });
    const reach = cells[0].map((_, axis) =>
      Math.max(
        ...rules.sheet.pieces.flatMap(({ orientations }) =>
          orientations.flatMap(({ cells: own }) => own.map((cell) => cell[axis])),
        ),
      ),
    );
    const column = (/** @type {number} */ axis) => this.places.map((cell) => cell[axis]);
    this.low = reach.map((far, axis) => least(column(axis)) - far);
    const high = reach.map((far, axis) => -least(column(axis).map((x) => -x)) + far + 1);
    this.shape = high.map((end, axis) => end - this.low[axis]);
    this.size = this.shape.reduce((product, side) => product * side, 1);
    /** All cells in the box that are cells of the board, each with its number. @type {[Cell, number][]} */
    this.copies = surface.joined
      ? [...surface.copies(lattice, cells, this.low, high)]
      : cells.map((cell, i) => [cell, i]);
    /** @param {Cell} cell */
    this.kind = (cell) => kindOf(lattice, cell);
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
 * Lay every orientation on every place.
 * @param {Machine} machine
 * @param {Rules} rules
 * @param {Grid} grid
 * @param {Placement[]} settled
 * @returns {Laid}
 */
function layAll(machine, rules, grid, settled) {
  const { sheet, lattice } = rules,
    { kinds } = lattice.data;
  /** @type {Map<string, number>} */
  const codes = new Map([["", 0]]);
  /** One number for the mark and the kind of a cell. @param {string} mark @param {Cell} cell */
  const marked = (mark, cell) => {
    if (!codes.has(mark)) codes.set(mark, codes.size);
    return (codes.get(mark) ?? 0) * kinds + grid.kind(cell);
  };
  /** What may lie on what of the board. @param {string} mark @param {string} there */
  const agrees = (mark, there) => (rules.agree?.[mark] ?? [mark]).includes(there);
  const number = new Int32Array(grid.size).fill(NONE),
    mark = number.slice(),
    owner = number.slice();
  for (const [cell, home] of grid.copies) {
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
  for (const { marks } of shapes) for (const own of marks) marked(own ?? "", grid.places[0]);
  const table = rules.agree
    ? [...codes.keys()].flatMap((own) =>
        Array.from({ length: kinds }, (_, kind) =>
          [...codes.keys()].flatMap((there) =>
            Array.from({ length: kinds }, (_, other) =>
              Number(kind === other && agrees(own, there)),
            ),
          ),
        ),
      )
    : [];
  const names = sheet.pieces.map(({ name }) => name),
    used = rules.count(settled.slice(rules.placed.length));
  const passed = [
    machine.from(
      "i64",
      grid.places.map((cell) => grid.place(cell)),
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
    machine.from("bool", table.flat(), [table.length, table.length]),
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
    return { filled, start, item, orientation, origin };
  };
  const [count, entries] = lay(0, 0).filled;
  const { start, item, orientation, origin } = lay(count, entries);
  const ends = start.numbers,
    cells = item.numbers,
    lies = orientation.numbers;
  return {
    items: lies.map((_, i) => cells.slice(ends[i], ends[i + 1])),
    orientation: lies,
    piece: lies.map((which) => shapes[which].piece),
    marks: rules.readsMarks ? lies.map((which) => shapes[which].marks) : [],
    origin: origin.numbers,
    places: grid.places,
    lifts: null,
  };
}

/**
 * Where sides are joined, or marks agree with several: without what meets itself, and what covers
 * the same cells with the same piece only once, unless it shows other marks there.
 * @param {Machine} machine
 * @param {Laid} all
 * @param {boolean} several
 * @returns {Laid}
 */
function merged(machine, all, several) {
  if (!several) return all;
  const { start, item } = flat(all),
    size = all.items.length,
    shown = all.marks.flat(),
    letters = [...new Set(shown)].sort(),
    codes = new Map(letters.map((letter, code) => [letter, code]));
  const cells = machine.from("i32", item),
    [which, chosen] = [0, 1].map(() => machine.array("i32", [size]));
  const mark = machine.from(
    "i32",
    shown.map((letter) => Number(codes.get(letter))),
  );
  const [count] = machine.call("cover_placements_merge", [
    ...[machine.from("i64", start), cells, mark, machine.from("i32", all.piece)],
    ...[machine.from("i32", all.orientation), machine.array("i64", [0]), which, chosen],
  ]);
  const first = chosen.rows(0, count).numbers,
    [sorted, told] = [cells.numbers, mark.numbers.map((code) => letters[code])];
  return {
    items: first.map((i) => sorted.slice(start[i], start[i + 1])),
    orientation: first.map((i) => all.orientation[i]),
    piece: first.map((i) => all.piece[i]),
    marks: shown.length ? first.map((i) => told.slice(start[i], start[i + 1])) : [],
    origin: first.map((i) => all.origin[i]),
    places: all.places,
    lifts: which.numbers.flatMap((placement, i) =>
      placement < 0 ? [] : [{ origin: all.origin[i], orientation: all.orientation[i], placement }],
    ),
  };
}

/**
 * What the rules allow of what is laid; pieces on the board show the marks that they show.
 * @param {Space} space @param {Rules} rules @param {Placement[]} settled @param {Laid} laid
 * @returns {Laid}
 */
function ruled(space, rules, settled, laid) {
  if (!rules.conditions.length) return laid;
  const { allowed } = demandsOf(space, rules, laid),
    wanted = new Map(
      settled.flatMap((each) => each.marks.map((mark, i) => [key(each.cells[i]), mark])),
    );
  const kept = laid.items.flatMap((own, i) =>
    allowed[i] &&
    (laid.marks[i] ?? []).every(
      (mark, at) => (wanted.get(key(rules.cells[own[at]])) ?? mark) === mark,
    )
      ? [i]
      : [],
  );
  const place = new Map(kept.map((i, number) => [i, number]));
  /** @template T @param {T[]} all */
  const some = (all) => (all.length ? kept.map((i) => all[i]) : []);
  return {
    ...laid,
    items: some(laid.items),
    orientation: some(laid.orientation),
    piece: some(laid.piece),
    marks: some(laid.marks),
    origin: some(laid.origin),
    lifts:
      laid.lifts?.flatMap((lift) => {
        const placement = place.get(lift.placement);
        return placement === undefined ? [] : [{ ...lift, placement }];
      }) ?? null,
  };
}

/** What a placement shows on its cells, if a rule reads it. @param {Cover} cover @param {number} placement @returns {{ marks?: string[] }} */
export const shownBy = ({ marks }, placement) => (marks.length ? { marks: marks[placement] } : {});

/** Where the cells of each placement begin, and the cells. @param {Pick<Cover, "items">} cover */
export function flat({ items }) {
  const start = [0];
  for (const own of items) start.push(start[start.length - 1] + own.length);
  return { start, item: items.flat() };
}
