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
/** Room for levels at first, and for tilings. */
const LEVELS = 64,
  ROWS = 256;

/**
 * Copies of each piece, and cells that stay empty, as few and as many as the area allows.
 * @param {Cover} cover
 */
function tighten({ area, sizes, least: fewest, most: all, optional, empty: [low, high] }) {
  let least = [...fewest],
    most = [...all],
    empty = [low, Math.min(high, optional.filter(Boolean).length)],
    possible = empty[0] <= empty[1] && least.every((x, i) => x <= most[i]);
  while (possible) {
    const down = sum(least.map((x, i) => x * sizes[i])) + empty[0],
      up = sum(most.map((x, i) => x * sizes[i])) + empty[1];
    const above = least.map((x, i) =>
        Math.max(x, -Math.floor((up - sizes[i] * most[i] - area) / sizes[i])),
      ),
      below = most.map((x, i) =>
        Math.min(x, Math.floor((area - down + sizes[i] * least[i]) / sizes[i])),
      ),
      left = [Math.max(empty[0], area - up + empty[1]), Math.min(empty[1], area - down + empty[0])];
    possible =
      down <= area && area <= up && above.every((x, i) => x <= below[i]) && left[0] <= left[1];
    if (String([least, most, empty]) === String([above, below, left])) break;
    [least, most, empty] = [above, below, left];
  }
  if (possible) return { least, most, empty, possible };
  return {
    least: fewest,
    most: all.map((x, i) => Math.max(x, fewest[i])),
    empty: [low, Math.max(low, high)],
    possible,
  };
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, x) => total + x, 0);

/**
 * The cover as items and options: cells, then the pieces that need an item, then the number of cells
 * that stay empty.
 * @param {Cover} cover
 */
function layout(cover) {
  const { area, items, piece, sizes, unlimited, optional } = cover;
  const { least, most, empty, possible } = tighten(cover);
  const usable = items.flatMap((_, i) => (most[piece[i]] > 0 ? [i] : []));
  const counted = empty[0] > 0 || empty[1] < optional.filter(Boolean).length;
  const hasItem = sizes.map(
    (size, k) => least[k] > 0 || (most[k] < Math.floor(area / size) && !unlimited[k]),
  );
  // An option needs an item that must be covered.
  if (optional.some(Boolean) && !counted)
    for (const i of usable) if (items[i].every((cell) => optional[cell])) hasItem[piece[i]] = true;
  const bounds = Array.from({ length: area }, (_, cell) =>
    optional[cell] && !counted ? [0, 0] : [1, 1],
  );
  const itemOf = hasItem.map((has, k) => (has ? bounds.push([least[k], most[k]]) - 1 : -1));
  const options = usable.map((i) =>
    itemOf[piece[i]] < 0 ? items[i] : [...items[i], itemOf[piece[i]]],
  );
  /** The placement of each option, -1 for a cell that stays empty. */
  const number = [...usable];
  if (counted && empty[1] > 0) {
    const last = bounds.push([empty[0], empty[1]]) - 1;
    optional.forEach((may, cell) => {
      if (!may) return;
      options.push([cell, last]);
      number.push(-1);
    });
  }
  return { bounds, options, number, possible };
}

/**
 * A layout with an item for each sum whose weights are 1, or colors, and the digits that sums of
 * regions add up.
 * @param {Cover} cover @param {ReturnType<typeof layout>} found
 */
function withSums({ sums, marks }, { bounds, options, number, possible }) {
  const place = new Map(number.flatMap((placement, i) => (placement < 0 ? [] : [[placement, i]])));
  const colors = options.map((own) => own.map(() => 0));
  let able = possible;
  for (const sum of sums) {
    const { least, most, colored } = sum,
      terms = [...totals(sum)].filter(([placement]) => place.has(placement));
    const reach = terms.reduce((all, [, weight]) => all + weight, 0),
      heavy = terms.some(([, weight]) => weight > 1);
    able &&= colored || least <= reach;
    if (colored ? terms.length < 2 : heavy || (!least && most >= terms.length)) continue;
    const once = colored || (least === 0 && most === 1);
    const own = once ? [0, 0] : [least, Math.max(Math.min(most, terms.length), 1)];
    const item = bounds.push(own) - 1;
    for (const [placement, weight] of terms) {
      const option = place.get(placement) ?? 0;
      options[option] = [...options[option], item];
      colors[option].push(colored ? weight : 0);
    }
  }
  const regions = sums.filter(({ condition }) => condition.name === "sum"),
    cells = regions.map(({ terms }) => [...new Set(terms.map(({ cell }) => cell))]);
  const digits = (regions.length ? options : []).flatMap((own, i) =>
    own.map((_, at) => Number(marks[number[i]]?.[at] ?? 0)),
  );
  const starts = [0];
  for (const own of cells) starts.push(starts[starts.length - 1] + own.length);
  return {
    ...{ bounds, options, number, possible: able },
    colors: colors.flat().some(Boolean) ? colors.flat() : [],
    digits,
    starts,
    cells: cells.flat(),
    limits: regions.flatMap(({ least, most, condition }) => [
      least,
      Math.min(most, 9 * condition.cells.length),
    ]),
    widest: Math.max(0, ...cells.map(({ length }) => length)),
  };
}

/**
 * What divides the number of cells of each part of the board that pieces leave; 0 if that is not
 * worth a look.
 * @param {Cover} cover
 */
function modulus(cover) {
  const { most, empty } = tighten(cover),
    used = cover.sizes.flatMap((size, i) => (most[i] > 0 ? [size] : []));
  if (empty[1] || !used.length || cover.connected.some((whole, i) => most[i] > 0 && !whole))
    return 0;
  const divisor = used.reduce(gcd);
  return divisor >= TELLING ? divisor : 0;
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
    const found = withSums(cover, layout(cover)),
      { bounds, options, number, possible } = found;
    this.number = number;
    this.sums = cover.sums;
    const { start, item } = flat({ ...cover, items: options });
    const fields = {
      start: machine.from("u32", start),
      item: machine.from("u32", item),
      bounds: machine.from("i32", bounds.flat(), [bounds.length, 2]),
      lists: machine.array("u32", [bounds.length + 1]),
      length: machine.array("i32", [bounds.length]),
      key: machine.array("i32", [bounds.length]),
      options: machine.array("u32", [item.length]),
    };
    machine.call("dance_search_lay_lists", [
      ...[fields.start, fields.item, fields.bounds, fields.lists, fields.length, fields.key],
      fields.options,
    ]);
    const longest = fields.length.numbers.reduce((most, x) => Math.max(most, x), 0);
    const divisor = modulus(cover),
      neighbor = divisor ? table(machine, cover.beside) : machine.array("i32", [0, 0]);
    /** The arrays of the kernel that stay where they are. */
    this.problem = [
      ...[fields.start, fields.item, machine.from("i32", found.colors), fields.lists],
      ...[fields.bounds, neighbor, divisor, machine.from("i32", found.digits)],
      ...[machine.from("i32", found.starts), machine.from("i32", found.cells)],
      machine.from("i32", found.limits, [found.limits.length / 2, 2]),
    ];
    this.state = [
      ...[fields.options, fields.length, fields.key, machine.array("i32", [bounds.length])],
      ...[machine.array("u8", [number.length], 1), machine.array("u32", [number.length + 1])],
    ];
    this.lengths = machine.array("i32", [SWEEPS, bounds.length + 1]);
    this.lengths.values[bounds.length] = number.length;
    this.path = machine.array("i32", [0]);
    this.spare = machine.array("u32", [Math.max(longest, 2 * neighbor.shape[0], 2 * found.widest)]);
    this.where = machine.array("i64", [8]);
    this.shown = machine.array("i32", [bounds.length]);
    this.where.values[LEVEL] = -1n;
    if (!possible || fields.key.numbers.some((x) => x <= 0)) this.where.values[PHASE] = TRY;
    this.items = bounds.length;
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
