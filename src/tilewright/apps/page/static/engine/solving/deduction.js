// The steps that a person takes, found by the kernels of the library: only steps that are proofs.

/** @import { Rules } from "../../game/rules.js" */
/** @import { Placement } from "../../game/state.js" */
/** @import { Cover } from "./cover.js" */
/** @import { Field, Machine } from "./module.js" */

import { key } from "../../geometry/geometry.js";
import { flat } from "./cover.js";
import { totals } from "../words/ruling.js";
import { gcd } from "../words/space.js";
import { table } from "./search.js";

/** The most placements: tables have a bit for each pair of them. */
export const LARGEST = 6000;
/** Sets of sizes of regions that are kept, and bytes for them. */
const SETS = 512,
  FEWEST_SETS = 16,
  MEMORY = 4 << 20;
/** Steps and contradictions, as in the kernels. */
export const CELL = 1,
  DEAD = 3,
  EMPTY = 4,
  OVERLAP = 6,
  REGION = 7,
  SUM = 8;
/** The kinds of steps, by their numbers in the kernels. @type {Record<number, string>} */
export const KINDS = {
  ...{ [CELL]: "cell", 2: "piece", 9: "rule", 10: "region", 11: "blocked" },
  ...{ 12: "symmetry", 13: "trial", 14: "guess" },
};

export class Deducer {
  /**
   * @param {Machine} machine
   * @param {Rules} rules
   * @param {Cover} cover  Of the whole puzzle.
   */
  constructor(machine, rules, cover) {
    this.machine = machine;
    this.rules = rules;
    this.cover = cover;
    const { area, items, piece, sizes, least, most } = cover,
      words = Math.ceil(items.length / 64);
    const { start, item } = flat(cover);
    const lists = [
      machine.from("i64", start),
      machine.from("i32", item),
      machine.from("i32", piece),
    ];
    /** The sums of the rules, split over cells. */
    this.split = cover.sums.map((sum) => splitOf(cover, sum));
    this.conflict = machine.array("u64", [items.length, words]);
    this.own = machine.array("u64", [sizes.length, words]);
    this.over = machine.array("u64", [area, words]);
    const sets = [this.conflict, this.over];
    sets.push(machine.array("i64", [area, 2]), this.own);
    machine.call("deduction_steps_conflicts", [...lists, ...sets]);
    this.tables = [
      ...[...lists, ...sets, machine.from("i64", least), machine.from("i64", most)],
      ...[machine.from("bool", cover.optional.map(Number)), cover.empty[1], cover.empty[0]],
      ...this.sumTables(),
    ];
    this.regions = this.regionTables();
    this.covered = machine.array("bool", [area]);
    /** What may be chosen, what is covered, how often pieces are used; what is chosen, and where the search for steps is. */
    this.position = [
      ...[machine.array("u64", [words]), this.covered],
      machine.array("i64", [sizes.length + cover.sums.length]),
      ...[machine.array("u64", [words]), machine.array("i64", [2])],
    ];
    this.left = machine.array("i64", [area]);
    const alive = this.living();
    most.forEach((copies, k) => {
      const own = this.bits(this.own, k);
      if (copies > 0) for (let i = 0; i < own.length; i++) alive[i] |= own[i];
    });
  }

  /** The arrays of the kernels for sums, each split over cells. */
  sumTables() {
    const { machine, cover } = this,
      { items, sums } = cover,
      words = Math.ceil(items.length / 64);
    /** @type {[sum: number, adds: number][][]} */
    const terms = items.map(() => []);
    const rows = [0],
      cells = /** @type {number[]} */ ([]),
      levels = [0],
      wide = [0],
      values = /** @type {number[]} */ ([]),
      shown = /** @type {BigUint64Array[]} */ ([]),
      entries = /** @type {number[][]} */ ([]);
    for (const [number, { colored, terms: shares }] of this.split.entries()) {
      for (const [placement, adds] of totals({ ...sums[number], terms: shares }))
        terms[placement].push([number, adds]);
      const there = [...new Set(shares.map(({ cell }) => cell))].sort((a, b) => a - b),
        row = new Map(there.map((cell, i) => [cell, cells.length + i]));
      if (!colored) {
        const own = [...shares].sort((one, other) => one.placement - other.placement);
        for (const [i, { placement, cell, weight }] of own.entries())
          if (own[i - 1]?.placement === placement || own[i + 1]?.placement === placement)
            entries.push([placement, row.get(cell) ?? 0, weight]);
      }
      wide.push(entries.length);
      for (const cell of there) {
        const rest = this.bits(this.over, cell).slice(),
          here = shares.filter((share) => share.cell === cell && share.weight > 0);
        const own = [...new Set(here.map(({ weight }) => weight))].sort((a, b) => a - b);
        const found = own.map((value) => {
          const bits = new BigUint64Array(words);
          for (const { placement, weight } of here)
            if (weight === value) bits[placement >> 6] |= 1n << BigInt(placement & 63);
          for (let i = 0; i < words; i++) rest[i] &= ~bits[i];
          return bits;
        });
        if (rest.some(Boolean)) {
          own.unshift(0);
          found.unshift(rest);
        }
        values.push(...own);
        shown.push(...found);
        cells.push(cell);
        levels.push(values.length);
      }
      rows.push(cells.length);
    }
    const bits = machine.array("u64", [shown.length, words]);
    for (const [i, own] of shown.entries()) this.bits(bits, i).set(own);
    const starts = [0];
    for (const own of terms) starts.push(starts[starts.length - 1] + own.length);
    const every = terms.flat();
    const from = (/** @type {"i32" | "i64" | "bool"} */ type, /** @type {number[]} */ numbers) =>
      machine.from(type, numbers);
    return [
      from("i64", starts),
      ...[
        from(
          "i32",
          every.map(([sum]) => sum),
        ),
        from(
          "i64",
          every.map(([, adds]) => adds),
        ),
      ],
      from(
        "i64",
        this.split.map(({ floor }) => floor),
      ),
      from(
        "i64",
        this.split.map(({ ceiling }) => ceiling),
      ),
      from(
        "bool",
        this.split.map(({ colored }) => Number(colored)),
      ),
      from(
        "bool",
        sums.map(({ terms }) => Number(terms.every(({ cell }) => cell >= 0))),
      ),
      ...[from("i64", rows), from("i32", cells), from("i64", levels), from("i64", values)],
      ...[bits, from("i64", wide), machine.from("i64", entries.flat(), [entries.length, 3])],
      ...[machine.array("i64", [cells.length]), machine.array("i64", [cells.length])],
    ];
  }

  regionTables() {
    const { machine, cover, rules } = this,
      { area, sizes, most } = cover;
    const marked = new Set(rules.sheet.marks.map(([row, column]) => key([row, column]))),
      dots = rules.cells.map((cell) => Number(marked.has(key(cell))));
    const marks = dots.reduce((sum, dot) => sum + dot, 1),
      words = Math.floor((area + 64) / 64);
    const sets = Math.min(SETS, Math.max(FEWEST_SETS, Math.floor(MEMORY / (marks * words * 8))));
    const shares = sharesOf(rules, cover, dots),
      all = shares.flat();
    const first = [0];
    for (const own of shares) first.push(first[first.length - 1] + own.length);
    return [
      ...[table(machine, cover.beside), machine.from("i64", dots)],
      machine.from("i64", first),
      machine.from("i64", all.flat(), [all.length, 2]),
      machine.from("i64", most),
      // Copies that fill the whole board never run out in a part of it.
      machine.from(
        "bool",
        most.map((copies, k) =>
          Number(copies < Math.floor(area / sizes[k]) || shares[k].length > 1),
        ),
      ),
      cover.empty[1],
      machine.array("i64", [sets, sizes.length], -1),
      machine.array("u64", [sets, marks, words]),
      machine.array("u64", [marks, words]),
      ...[machine.array("i64", [area]), machine.array("i32", [area]), machine.array("i64", [1])],
    ];
  }

  /** Run a kernel on the tables; its result. @param {string} name @param {(Field | number)[]} passed */
  call(name, passed) {
    const { machine, tables, regions } = this;
    return machine.call(`deduction_${name}`, [...tables, ...regions, ...passed])[0];
  }

  /** A row of a table of bits. @param {Field} field @param {number} row */
  bits(field, row) {
    return /** @type {BigUint64Array} */ (field.rows(row, row + 1).values);
  }

  /** The number of a placement; -1 if it is none. @param {Placement} placement */
  number({ piece, cells, marks }) {
    const which = this.rules.sheet.pieces.findIndex(({ name }) => name === piece),
      names = this.rules.cells.map(key);
    const items = cells.map((cell) => names.indexOf(key(cell))).sort((one, other) => one - other);
    return this.cover.items.findIndex(
      (own, i) =>
        this.cover.piece[i] === which &&
        String(own) === String(items) &&
        (!marks.length ||
          !this.cover.marks.length ||
          String(this.cover.marks[i]) === String(marks)),
    );
  }

  /** Which placements may still be chosen, as bits. */
  living() {
    return /** @type {BigUint64Array} */ (this.position[0].values);
  }

  /** Whether a placement may still be chosen. @param {number} placement */
  allows(placement) {
    return Boolean((this.living()[placement >> 6] >> BigInt(placement & 63)) & 1n);
  }

  /** @param {number} placement */
  choose(placement) {
    this.machine.call("deduction_grade_place", [...this.tables, ...this.position, placement]);
  }

  /** The position as it is. */
  copy() {
    return this.position.map(({ values }) => values.slice());
  }

  /** @param {import("./module.js").View[]} before */
  restore(before) {
    for (const [i, { values }] of this.position.entries()) {
      /** @type {any} */ (values).set(/** @type {any} */ (before[i]));
    }
  }

  /** Whether nothing is left to do. */
  get solved() {
    return this.machine.call("deduction_grade_is_solved", [...this.tables, ...this.position])[0];
  }

  /** The cells of a placement, sorted. @param {number} placement */
  cells(placement) {
    return this.cover.items[placement].map((item) => this.rules.cells[item]);
  }

  /** What a piece is called in a sentence. @param {number} piece */
  called(piece) {
    return this.rules.sheet.pieces[piece].called;
  }

  /** The name of its piece. @param {number} placement */
  piece(placement) {
    return this.rules.sheet.pieces[this.cover.piece[placement]].name;
  }

  /** @param {number} placement */
  name(placement) {
    return this.called(this.cover.piece[placement]);
  }

  /** How many placements are left on each cell. */
  counts() {
    this.machine.call("deduction_steps_left", [...this.tables, this.position[0], this.left]);
    return this.left.numbers;
  }
}

/**
 * A sum split over cells: what is for no cell is shared evenly by those of the placement.
 * @param {Cover} cover @param {import("../words/ruling.js").Sum} sum
 */
function splitOf({ items }, { terms, least, most, colored }) {
  const whole = terms.filter(({ cell }) => cell < 0),
    sizes = [...new Set(whole.map(({ placement }) => items[placement].length))],
    scale = sizes.reduce((lcm, size) => (lcm / gcd(lcm, size)) * size, 1);
  const shares = terms.flatMap((term) =>
    term.cell < 0
      ? items[term.placement].map((cell) => ({
          ...{ placement: term.placement, cell },
          weight: (term.weight * scale) / items[term.placement].length,
        }))
      : [term],
  );
  const all = shares.reduce((sum, { weight }) => sum + weight, 0);
  return {
    ...{ terms: shares, colored, floor: scale * least },
    ceiling: most === Infinity ? all : scale * most,
  };
}

/**
 * What one copy of each piece may add to a region: numbers of cells and of dots on them. A piece in
 * one part adds all of it; of another any parts may be in the region, wherever it lies. Where marks
 * agree with others, all that is laid is looked at.
 * @param {Rules} rules @param {Cover} cover @param {number[]} dots
 * @returns {[size: number, dots: number][][]}
 */
function sharesOf({ sheet, agree }, { items, piece, connected, beside }, dots) {
  return sheet.pieces.map(({ cells, orientations: [{ marks }] }, k) => {
    /** @type {[number, number]} */
    const whole = [cells.length, marks.filter(Boolean).length];
    if (connected[k] && !agree) return [whole];
    /** @type {Map<string, [number, number]>} */
    const found = new Map(agree ? [] : [[String(whole), whole]]);
    for (const [i, own] of items.entries()) {
      if (piece[i] !== k) continue;
      /** @type {[number, number][]} */
      let sums = [[0, 0]];
      for (const part of partsOf(own, beside)) {
        const marked = part.reduce((sum, item) => sum + dots[item], 0);
        sums = [...sums, ...sums.map(([size, dot]) => pair(size + part.length, dot + marked))];
      }
      for (const sum of sums.slice(1)) found.set(String(sum), sum);
    }
    return [...found.values()].sort(([a, b], [c, d]) => a - c || b - d);
  });
}

/** @param {number} one @param {number} other @returns {[number, number]} */
const pair = (one, other) => [one, other];

/** The parts of some cells. @param {number[]} items @param {number[][]} beside */
function partsOf(items, beside) {
  const left = new Set(items);
  /** @type {number[][]} */
  const parts = [];
  for (const item of items) {
    if (!left.delete(item)) continue;
    const part = [item];
    for (const own of part) for (const next of beside[own]) if (left.delete(next)) part.push(next);
    parts.push(part);
  }
  return parts;
}

/**
 * A deducer of a puzzle after some pieces are placed; null if it cannot make deductions there.
 * @param {Machine} machine @param {Rules} rules @param {Cover} cover @param {Placement[]} placed
 */
export function deducerOf(machine, rules, cover, placed) {
  if (cover.items.length > LARGEST) return null;
  const deducer = new Deducer(machine, rules, cover);
  for (const each of [...rules.placed, ...placed]) {
    const number = deducer.number(each);
    if (number < 0 || !deducer.allows(number)) return null;
    deducer.choose(number);
  }
  return deducer;
}
