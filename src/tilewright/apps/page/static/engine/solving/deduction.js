// The steps that a person takes, found by the kernels of the library: only steps that are proofs.

/** @import { Rules } from "../../game/rules.js" */
/** @import { Placement } from "../../game/state.js" */
/** @import { Cover } from "./cover.js" */
/** @import { Field, Machine } from "./module.js" */

import { key } from "../../geometry/geometry.js";
import { flat, shownBy } from "./cover.js";
import { table } from "./search.js";

/** The most placements: tables have a bit for each pair of them. */
export const LARGEST = 6000;
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
   * @param {Cover & { whole?: number[][] }} cover  Of the whole puzzle.
   * @param {boolean} pairs  Whether it is noted which placements overlap.
   */
  constructor(machine, rules, cover, pairs = true) {
    this.machine = machine;
    this.rules = rules;
    this.cover = cover;
    const { area, items, piece, sizes, least, most } = cover,
      words = Math.ceil(items.length / 64);
    const { start, item } = flat(cover);
    this.placements = [
      machine.from("i64", start),
      machine.from("i32", item),
      machine.from("i32", piece),
    ];
    this.conflict = machine.array("u64", [pairs ? items.length : 0, words]);
    this.own = machine.array("u64", [sizes.length, words]);
    this.over = machine.array("u64", [area, words]);
    const sets = [this.conflict, this.over];
    sets.push(machine.array("i64", [area, 2]), this.own);
    machine.call("deduction_steps_conflicts", [...this.placements, ...sets]);
    this.tables = [
      ...[...this.placements, ...sets, machine.from("i64", least), machine.from("i64", most)],
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
    const terms = sums.flatMap(({ terms }, number) =>
      [...terms]
        .sort((one, other) => one.placement - other.placement)
        .map(({ placement, cell, weight }) => [number, placement, cell, weight]),
    );
    const bounds = sums.flatMap(({ least, most, colored }) => [
      ...[least, most === Infinity ? -1 : most, Number(colored)],
    ]);
    const [start, item] = this.placements,
      given = [
        ...[start, item, this.over, machine.from("i64", terms.flat(), [terms.length, 4])],
        machine.from("i64", bounds, [sums.length, 3]),
      ];
    const size = machine.array("i64", [4]),
      long = (/** @type {number[]} */ ...shape) => machine.array("i64", shape),
      flags = () => machine.array("bool", [sums.length]);
    /** Fill tables of these sizes, or only measure them if these are 0. */
    const lay = () => {
      const [count, rows, levels, entries] = size.numbers;
      const tables = [
        ...[long(items.length + 1), machine.array("i32", [count]), long(count)],
        ...[long(sums.length), long(sums.length), flags(), flags()],
        ...[long(sums.length + 1), machine.array("i32", [rows]), long(rows + 1), long(levels)],
        ...[machine.array("u64", [levels, words]), long(sums.length + 1), long(entries, 3)],
        ...[long(rows), long(rows)],
      ];
      machine.call("deduction_tables_lay_sums", [...given, ...tables, size]);
      return tables;
    };
    lay();
    return lay();
  }

  regionTables() {
    const { machine, cover, rules } = this,
      { area, sizes, connected, empty } = cover;
    const marked = new Set(rules.sheet.marks.map(([row, column]) => key([row, column]))),
      dots = rules.cells.map((cell) => Number(marked.has(key(cell))));
    const whole =
      cover.whole ??
      rules.sheet.pieces.map(({ cells, orientations: [{ marks }] }) => [
        ...[cells.length, rules.agree ? -1 : marks.filter(Boolean).length],
      ]);
    const board = [table(machine, cover.beside), machine.from("i64", dots)],
      first = machine.array("i64", [sizes.length + 1]),
      most = machine.from("i64", cover.most),
      counted = machine.array("bool", [sizes.length]);
    const given = [
      ...[...this.placements, ...board, machine.from("i64", whole.flat(), [sizes.length, 2])],
      ...[machine.from("bool", connected.map(Number)), most, first],
    ];
    const size = machine.array("i64", [4]);
    /** Write the shares, or only count them if there is no room yet. */
    const list = () => {
      const share = machine.array("i64", [size.numbers[0], 2]);
      machine.call("deduction_tables_list_shares", [...given, share, counted, size]);
      return share;
    };
    list();
    const share = list(),
      [, sets, rows, words] = size.numbers;
    return [
      ...[...board, first, share, most, counted, empty[1]],
      machine.array("i64", [sets, sizes.length], -1),
      ...[machine.array("u64", [sets, rows, words]), machine.array("u64", [rows, words])],
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

  /** A placement in a picture. @param {number} placement */
  shown(placement) {
    const { cover } = this;
    return {
      ...{ piece: this.piece(placement), cells: this.cells(placement) },
      ...shownBy(cover, placement),
    };
  }

  /** How many placements are left on each cell. */
  counts() {
    this.machine.call("deduction_steps_left", [...this.tables, this.position[0], this.left]);
    return this.left.numbers;
  }
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
