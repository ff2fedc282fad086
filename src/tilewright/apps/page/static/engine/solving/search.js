// A search for the tilings of a cover by the engine dance, in slices: the cell or piece with the
// fewest choices comes first. The order of the tilings is that of the library.

/** @import { Cover } from "./cover.js" */
/** @import { Machine } from "./module.js" */

import { flat } from "./cover.js";
import { holds, totals } from "../words/ruling.js";
import { gcd } from "../words/space.js";

/** Numbers in the array `where` of the kernel, and what it returns. */
const LEVEL = 0,
  PHASE = 1,
  NODES = 4,
  FOUND = 6,
  TRY = 1n,
  FINISHED = 2,
  SHALLOW = 3;
/** Columns of a level, one of them with its choice, and rows for the lists that it sweeps. */
const COLUMNS = 7,
  OPTION = 2,
  SWEEPS = 32;
/** Parts of the board are looked at if all pieces have a multiple of at least so many cells. */
const TELLING = 6;
/** More than any sum. */
const MANY = 2 ** 40;
/** Room for levels at first, and for tilings. */
const LEVELS = 64,
  ROWS = 256;

/**
 * The cover as items and options: cells, then the pieces that need an item, then the number of cells
 * that stay empty, then sums whose weights are 1, or colors; and the digits that sums of regions add up.
 * @param {Machine} machine @param {Cover} cover
 */
function layout(machine, cover) {
  const { area, items, piece, marks, sizes, optional, sums, connected } = cover,
    { start, item } = flat(cover),
    size = items.length,
    free = optional.filter(Boolean).length;
  const [long, int, bool] = /** @type {const} */ (["i64", "i32", "bool"]).map(
    (element) => (/** @type {ArrayLike<number>} */ numbers) => machine.from(element, numbers),
  );
  const least = long(cover.least),
    most = long(cover.most),
    copies = [long(sizes), least, most, bool(cover.unlimited.map(Number))],
    empty = long(cover.empty);
  copies.push(empty);
  const [possible] = machine.call("dance_layout_tighten", [area, ...copies]);
  const terms = sums.map((sum) => [...totals(sum)]),
    ends = flat({ items: terms.map((own) => own.map(([placement]) => placement)) }),
    adds = terms.flatMap((own) => own.map(([, weight]) => weight));
  const entries = item.length + 2 * (size + free) + adds.length,
    rows = area + sizes.length + 1 + sums.length;
  const number = machine.array("i32", [size + free]),
    starts = machine.array("u32", [size + free + 1]),
    entry = machine.array("u32", [entries]),
    color = machine.array("i32", [sums.some(({ colored }) => colored) ? entries : 0]),
    bounds = machine.array("i32", [rows, 2]),
    filled = machine.array("i64", [4]);
  const [able] = machine.call("dance_layout_lay_options", [
    ...[long(start), int(item), int(piece), bool(optional.map(Number))],
    ...[machine.array("bool", [size], 1), machine.array("u64", [0]), ...copies],
    ...[long(ends.start), int(ends.item), int(adds)],
    ...[long(sums.map((sum) => sum.least)), long(sums.map((sum) => Math.min(sum.most, MANY)))],
    ...[bool(sums.map(({ colored }) => Number(colored)))],
    ...[number, starts, entry, color, bounds, filled],
  ]);
  const [count, used, width, colored] = filled.numbers,
    regions = sums.filter(({ condition }) => condition.name === "sum"),
    cells = regions.map(({ terms }) => [...new Set(terms.map(({ cell }) => cell))]),
    options = number.rows(0, count).numbers;
  const digits = machine.array("i32", [regions.length ? used : 0]);
  if (regions.length)
    for (const [option, placement] of options.entries())
      for (const [at, mark] of (marks[placement] ?? []).entries())
        digits.values[Number(starts.values[option]) + at] = Number(mark);
  // What divides the number of cells of each part of the board that pieces leave, if it is worth a look.
  const { numbers } = most,
    left = sizes.filter((_, i) => numbers[i] > 0),
    apart = Number(empty.values[1]) > 0 || connected.some((whole, i) => numbers[i] > 0 && !whole),
    divisor = apart || !left.length ? 0 : left.reduce(gcd);
  return {
    ...{ number: options, possible: possible > 0 && able > 0, digits, cells, regions },
    start: starts.rows(0, count + 1),
    item: entry.rows(0, used),
    color: color.rows(0, colored ? used : 0),
    bounds: bounds.rows(0, width),
    divisor: divisor >= TELLING ? divisor : 0,
  };
}

/**
 * Lists as rows of a table, with -1 behind their ends.
 * @param {Machine} machine
 * @param {number[][]} lists
 */
export function table(machine, lists) {
  const width = lists.reduce((most, list) => Math.max(most, list.length), 0);
  return machine.from(
    "i32",
    lists.flatMap((list) => [...list, ...Array(width - list.length).fill(-1)]),
    [lists.length, width],
  );
}

export class Search {
  /** @param {Machine} machine @param {Cover} cover */
  constructor(machine, cover) {
    this.machine = machine;
    const { number, start, item, color, bounds, divisor, digits, cells, regions, possible } =
        layout(machine, cover),
      [items] = bounds.shape;
    this.number = number;
    this.sums = cover.sums;
    const fields = {
      lists: machine.array("u32", [items + 1]),
      length: machine.array("i32", [items]),
      key: machine.array("i32", [items]),
      options: machine.array("u32", [item.length]),
    };
    machine.call("dance_search_lay_lists", [
      ...[start, item, bounds, fields.lists, fields.length, fields.key, fields.options],
    ]);
    const longest = fields.length.numbers.reduce((most, x) => Math.max(most, x), 0),
      widest = Math.max(0, ...cells.map(({ length }) => length));
    const neighbor = divisor ? table(machine, cover.beside) : machine.array("i32", [0, 0]),
      totals = flat({ items: cells });
    const limits = regions.flatMap(({ least, most, condition }) => [
      ...[least, Math.min(most, 9 * condition.cells.length)],
    ]);
    /** The arrays of the kernel that stay where they are. */
    this.problem = [
      ...[start, item, color, fields.lists, bounds, neighbor, divisor, digits],
      ...[machine.from("i32", totals.start), machine.from("i32", totals.item)],
      machine.from("i32", limits, [regions.length, 2]),
    ];
    this.state = [
      ...[fields.options, fields.length, fields.key, machine.array("i32", [items])],
      ...[machine.array("u8", [number.length], 1), machine.array("u32", [number.length + 1])],
    ];
    this.lengths = machine.array("i32", [SWEEPS, items + 1]);
    this.lengths.values[items] = number.length;
    this.path = machine.array("i32", [0]);
    this.spare = machine.array("u32", [Math.max(longest, 2 * neighbor.shape[0], 2 * widest)]);
    this.where = machine.array("i64", [8]);
    this.shown = machine.array("i32", [items]);
    this.where.values[LEVEL] = -1n;
    if (!possible || fields.key.numbers.some((x) => x <= 0)) this.where.values[PHASE] = TRY;
    this.items = items;
    this.makeRoom(LEVELS);
    this.done = false;
  }

  /** Branches taken so far. */
  get nodes() {
    return Number(this.where.values[NODES]);
  }

  /** The placements on the board, the oldest first. */
  get chosen() {
    const { stack } = this;
    if (!stack) return [];
    const { values } = stack,
      levels = Number(this.where.values[LEVEL]) + 1;
    return Array.from({ length: levels }, (_, level) =>
      Number(values[level * COLUMNS + OPTION]),
    ).flatMap((option) => (option < 0 || this.number[option] < 0 ? [] : [this.number[option]]));
  }

  /** Make room for levels; what is known of the first ones is kept. @param {number} levels */
  makeRoom(levels) {
    const { machine, stack, keys } = this;
    this.stack = machine.array("i32", [levels, COLUMNS]);
    this.keys = machine.array("i32", [levels, this.items]);
    if (stack) /** @type {Int32Array} */ (this.stack.values).set(/** @type {any} */ (stack.values));
    if (keys) /** @type {Int32Array} */ (this.keys.values).set(/** @type {any} */ (keys.values));
    this.found = machine.array("i32", [ROWS, levels], -1);
  }

  /**
   * Take at most so many steps, and give the tilings found: of each the numbers of its placements.
   * @param {number} steps
   * @returns {number[][]}
   */
  advance(steps) {
    if (this.done) return [];
    const { stack, keys, found } = this;
    if (!stack || !keys || !found) return [];
    const [status] = this.machine.call("dance_search_advance", [
      ...this.problem,
      ...[...this.state, stack, keys, this.lengths, this.path, this.spare, this.where],
      ...[this.shown, found, steps],
    ]);
    const rows = Number(this.where.values[FOUND]),
      width = found.shape[1],
      numbers = found.rows(0, rows).numbers;
    this.where.values[FOUND] = 0n;
    this.done = status === FINISHED;
    if (status === SHALLOW) this.makeRoom(2 * stack.shape[0]);
    return Array.from({ length: rows }, (_, i) =>
      numbers
        .slice(i * width, (i + 1) * width)
        .flatMap((option) => (option < 0 || this.number[option] < 0 ? [] : [this.number[option]])),
    ).filter((row) => holds(this.sums, row));
  }
}
