// The steps that a person takes, found by the kernels of the library and said in its words: only
// steps that are proofs.

/** @import { HintAnswer } from "../../answers" */
/** @import { Cell } from "../geometry/geometry.js" */
/** @import { Rules } from "../game/rules.js" */
/** @import { Placement } from "../game/state.js" */
/** @import { Cover } from "./cover.js" */
/** @import { Field, Machine } from "./module.js" */

import { HINTS } from "../texts/en.js";
import { key } from "../geometry/geometry.js";
import { flat } from "./cover.js";
import { table } from "./search.js";

/** The most placements: tables have a bit for each pair of them. */
export const LARGEST = 6000;
/** Trials of a slice. */
const TRIALS = 512;
/** Sets of sizes of regions that are kept, and bytes for them. */
const SETS = 512,
  FEWEST_SETS = 16,
  MEMORY = 4 << 20;
/** What the kernel `forced` returns. */
const NOTHING = 0,
  CELL = 1,
  PIECE = 2,
  DEAD = 3,
  EMPTY = 4,
  SHORT = 5,
  REGION = 7;

/**
 * A sentence: texts and cells. A deduction: placements that every solution has, or that none has.
 * @typedef {(string | Cell)[]} Words
 * @typedef {{ kind: string, words: Words, chosen: number[], removed: number[], cells: Cell[] }} Step
 */

/** There is no tiling. */
export class Contradiction extends Error {}

/** The numbers of the set bits, ascending. @param {ArrayLike<bigint>} words */
export function members(words) {
  /** @type {number[]} */
  const found = [];
  Array.from(words).forEach((word, i) => {
    for (let bit = 0, rest = word; rest; bit++, rest >>= 1n)
      if (rest & 1n) found.push(64 * i + bit);
  });
  return found;
}

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
    this.conflict = machine.array("u64", [items.length, words]);
    this.own = machine.array("u64", [sizes.length, words]);
    this.over = machine.array("u64", [area, words]);
    const sets = [this.conflict, this.over];
    sets.push(machine.array("i64", [area, 2]), this.own);
    machine.call("deduction_steps_conflicts", [...lists, ...sets]);
    this.tables = [
      ...[...lists, ...sets, machine.from("i64", least), machine.from("i64", most)],
      ...[machine.from("bool", cover.optional.map(Number)), cover.empty[1]],
    ];
    this.queue = machine.array("i32", [area]);
    this.regions = this.regionTables();
    this.alive = machine.array("u64", [words]);
    this.covered = machine.array("bool", [area]);
    this.used = machine.array("i64", [sizes.length]);
    this.position = [this.alive, this.covered, this.used];
    this.what = machine.array("i64", [3]);
    this.bad = machine.array("u64", [words]);
    this.left = machine.array("i64", [area]);
    /** Placements chosen so far, and how many there were when no region step was found. @type {number[]} */
    this.chosen = [];
    this.whole = -1;
    const alive = /** @type {Field<BigUint64Array>} */ (this.alive).values;
    most.forEach((copies, k) => {
      const own = this.bits(this.own, k);
      if (copies > 0) for (let i = 0; i < own.length; i++) alive[i] |= own[i];
    });
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
    this.shares = shares.map((own) => own.map(([size]) => size));
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
      ...[machine.array("i64", [area]), this.queue, machine.array("i64", [1])],
    ];
  }

  /** A row of a table of bits. @param {Field} field @param {number} row */
  bits(field, row) {
    return /** @type {BigUint64Array} */ (field.rows(row, row + 1).values);
  }

  /** The number of a placement; -1 if it is none. @param {Placement} placement */
  number({ piece, cells }) {
    const which = this.rules.sheet.pieces.findIndex(({ name }) => name === piece),
      names = this.rules.cells.map(key);
    const items = cells.map((cell) => names.indexOf(key(cell))).sort((one, other) => one - other);
    return this.cover.items.findIndex(
      (own, i) => this.cover.piece[i] === which && String(own) === String(items),
    );
  }

  /** Whether a placement may still be chosen. @param {number} placement */
  allows(placement) {
    const word = /** @type {BigUint64Array} */ (this.alive.values)[placement >> 6];
    return Boolean((word >> BigInt(placement & 63)) & 1n);
  }

  /** @param {number} placement */
  choose(placement) {
    this.chosen.push(placement);
    this.machine.call("deduction_steps_choose", [...this.tables, ...this.position, placement]);
  }

  /** @param {Step} step */
  take({ removed, chosen }) {
    const alive = /** @type {BigUint64Array} */ (this.alive.values);
    for (const placement of removed) alive[placement >> 6] &= ~(1n << BigInt(placement & 63));
    for (const placement of chosen) if (this.allows(placement)) this.choose(placement);
  }

  /** The cells of a placement, sorted. @param {number} placement */
  cells(placement) {
    return this.cover.items[placement].map((item) => this.rules.cells[item]);
  }

  /** What a piece is called in a sentence. @param {number} piece */
  called(piece) {
    return this.rules.sheet.pieces[piece].called;
  }

  /** @param {number} placement */
  name(placement) {
    return this.called(this.cover.piece[placement]);
  }

  /** How many placements are left on each cell. */
  counts() {
    this.machine.call("deduction_steps_left", [...this.tables, this.alive, this.left]);
    return this.left.numbers;
  }

  /** Why there is no tiling. @param {number} found @param {number} number @returns {Words} */
  contradiction(found, number) {
    if (found === DEAD) return HINTS.dead(this.rules.cells[number]);
    if (found === EMPTY) return [HINTS.uncovered(HINTS.cells(number), this.cover.empty[1])];
    if (found === REGION) return [HINTS.isCutOff(HINTS.cells(number))];
    if (found === SHORT) {
      const few = this.cover.least[number] - this.used.numbers[number] > 1;
      return [(few ? HINTS.fewPlaces : HINTS.noPlace)(this.called(number))];
    }
    return [HINTS.overlap(this.called(number))];
  }

  /** A step of the two easiest kinds. @returns {Step | null} */
  forced() {
    const [found] = this.machine.call("deduction_steps_forced", [
      ...[...this.tables, ...this.position, this.what],
    ]);
    const [number, placement] = this.what.numbers;
    if (found === NOTHING) return null;
    if (found === CELL) {
      const cell = this.rules.cells[number];
      const words = HINTS.onlyPiece(this.name(placement), cell);
      return { kind: "cell", words, chosen: [placement], removed: [], cells: [cell] };
    }
    if (found !== PIECE) throw new Contradiction();
    const own = this.bits(this.own, number),
      alive = /** @type {BigUint64Array} */ (this.alive.values);
    const chosen = members(alive.map((word, i) => word & own[i])),
      name = this.called(number),
      cells = this.cells(chosen[0]);
    const words =
      chosen.length === 1
        ? HINTS.onePlace(name, cells[0])
        : HINTS.allPlaces(name, chosen.length, cells[0]);
    return { kind: "piece", words, chosen, removed: [], cells };
  }

  /** The placements that would cut off a region that cannot be filled. @returns {Step | null} */
  region() {
    if (this.whole === this.chosen.length) return null;
    const { machine, regions, covered, used } = this;
    if (machine.call("deduction_regions_misfit", [...regions, covered, used])[0])
      throw new Contradiction();
    const removed = this.excluded("cutting", [...this.tables, ...regions, ...this.position]);
    if (!removed.length) {
      this.whole = this.chosen.length;
      return null;
    }
    const [first] = removed;
    const [size] = machine.call("deduction_regions_cut_off", [
      ...[...regions, covered, used, machine.from("i32", this.cover.items[first])],
      this.cover.piece[first],
    ]);
    const cells = this.queue.numbers
      .slice(0, size)
      .sort((one, other) => one - other)
      .map((item) => this.rules.cells[item]);
    const places = HINTS.places(removed.length);
    return {
      kind: "region",
      words: HINTS.cutOff(places, size, cells[0], this.remark(size)),
      ...{ chosen: [], removed, cells },
    };
  }

  /** On the sizes of the pieces that are left, if they are the reason. @param {number} size */
  remark(size) {
    const used = this.used.numbers,
      { most, empty } = this.cover;
    const left = new Set((this.shares ?? []).filter((_, k) => used[k] < most[k]).flat()),
      [own] = left;
    if (left.size !== 1 || empty[1] || size % own === 0) return "";
    return HINTS.eachHas(HINTS.cells(own));
  }

  /**
   * The placements that a kernel excludes.
   * @param {string} name @param {(Field | number)[]} passed
   */
  excluded(name, passed) {
    const bad = /** @type {Field<BigUint64Array>} */ (this.bad);
    bad.values.fill(0n);
    const [number] = this.machine.call(`deduction_steps_${name}`, [...passed, this.bad]);
    return number ? members(bad.values) : [];
  }

  /** The placements that would leave a cell or a piece without a place. @returns {Step | null} */
  blocked() {
    const removed = this.excluded("blocked", [...this.tables, ...this.position]);
    if (!removed.length) return null;
    const { optional, empty, items } = this.cover,
      covered = this.covered.numbers,
      before = this.counts();
    const dead = before.filter((number, i) => number === 0 && !covered[i]).length;
    const required = before.map(
      (number, i) => !covered[i] && (dead === empty[1] ? number > 0 : !optional[i]),
    );
    const alive = /** @type {BigUint64Array} */ (this.alive.values),
      kept = alive.slice(),
      conflict = this.bits(this.conflict, removed[0]);
    for (let i = 0; i < kept.length; i++) alive[i] &= ~conflict[i];
    const after = this.counts();
    /** @type {BigUint64Array} */ (this.alive.values).set(kept);
    for (const item of items[removed[0]]) after[item] = 1;
    const alone = after.findIndex((number, i) => required[i] && number === 0),
      places = HINTS.places(removed.length);
    if (alone < 0) {
      const words = [HINTS.tooFew(places)];
      return { kind: "blocked", words, chosen: [], removed, cells: [] };
    }
    const cell = this.rules.cells[alone];
    const words = HINTS.blocked(places, cell);
    return { kind: "blocked", words, chosen: [], removed, cells: [cell] };
  }

  /**
   * A placement that leads to a contradiction by forced steps alone; undefined if time ran out.
   * @param {() => Promise<boolean>} going
   * @returns {Promise<Step | null | undefined>}
   */
  async trial(going) {
    const number = this.cover.items.length;
    for (let begin = 0; begin < number; begin += TRIALS) {
      if (!(await going())) return undefined;
      const [placement] = this.machine.call("deduction_steps_trial", [
        ...[...this.tables, ...this.regions, ...this.position],
        ...[begin, Math.min(begin + TRIALS, number), this.what],
      ]);
      if (placement < 0) continue;
      const [which, found, length] = this.what.numbers,
        cells = this.cells(placement);
      return {
        kind: "trial",
        words: [
          ...HINTS.trial(this.name(placement), cells[0], length),
          ...this.contradiction(found, which),
        ],
        ...{ chosen: [], removed: [placement], cells },
      };
    }
    return null;
  }

  /**
   * The next placement that can be deduced; null if there is none without a guess, undefined if time
   * ran out.
   * @param {() => Promise<boolean>} going
   * @param {Set<string>} [enclosed]  Closed regions, by their cells: they need no hint.
   * @returns {Promise<HintAnswer | null | undefined>}
   */
  async hint(going, enclosed = new Set()) {
    /** @type {Step[]} */
    const before = [];
    try {
      for (;;) {
        const step = this.forced() ?? this.region() ?? this.blocked() ?? (await this.trial(going));
        if (!step) return step;
        const isNew = (/** @type {number} */ one) => !enclosed.has(this.cells(one).map(key).join());
        const placement = step.chosen.find(isNew);
        if (placement !== undefined) return this.answer(before, step, placement);
        before.push(step);
        this.take(step);
        if (!(await going())) return undefined;
      }
    } catch (error) {
      if (error instanceof Contradiction) return null;
      throw error;
    }
  }

  /** @param {Step[]} before @param {Step} step @param {number} placement @returns {HintAnswer} */
  answer(before, step, placement) {
    const words = story(before, step);
    return {
      action: "place",
      text: words.map((part) => (typeof part === "string" ? part : key(part))).join(""),
      words,
      piece: this.rules.sheet.pieces[this.cover.piece[placement]].name,
      place: this.cells(placement),
      cells: step.cells,
      kinds: [...new Set([...before, step].map(({ kind }) => kind))],
      edges: [],
    };
  }
}

/**
 * What one copy of each piece may add to a region: numbers of cells and of dots on them. A piece in
 * one part adds all of it; of another any parts may be in the region, wherever it lies.
 * @param {Rules} rules @param {Cover} cover @param {number[]} dots
 * @returns {[size: number, dots: number][][]}
 */
function sharesOf({ sheet }, { items, piece, connected, beside }, dots) {
  return sheet.pieces.map(({ cells, orientations: [{ marks }] }, k) => {
    /** @type {[number, number]} */
    const whole = [cells.length, marks.filter(Boolean).length];
    if (connected[k]) return [whole];
    /** @type {Map<string, [number, number]>} */
    const found = new Map([[String(whole), whole]]);
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

/** The reasons for a step, with those before it. @param {Step[]} before @param {Step} step */
function story(before, step) {
  if (!before.length) return step.words;
  const other = new Map(
    before.flatMap(({ kind, words }) => (kind === "trial" ? [] : [[JSON.stringify(words), words]])),
  );
  const reasons = /** @type {Words[]} */ ([...other.values()].slice(0, 2)),
    trials = before.filter(({ kind }) => kind === "trial").map(({ words }) => words);
  const last = trials.at(-1);
  if (last) {
    const rest = trials.length - 1;
    reasons.push([...last, ...(rest ? [HINTS.failToo(rest)] : [])]);
  }
  return [...reasons.flatMap((words) => [HINTS.and, ...words]).slice(1), HINTS.so, ...step.words];
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
