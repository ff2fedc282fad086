// How hard a puzzle is: it is solved as a person would, always by the easiest step that there is.

/** @import { GradeSheet } from "../../../answers" */
/** @import { Rules } from "../../game/rules.js" */
/** @import { Cover } from "./cover.js" */
/** @import { Step } from "./deduction.js" */
/** @import { Machine } from "./module.js" */
/** @import { Symmetry } from "./symmetries.js" */

import { Contradiction, Deducer, members } from "./deduction.js";

/** @typedef {"cell" | "piece" | "rule" | "region" | "blocked" | "symmetry" | "trial" | "guess"} Kind */

/** The levels, and the steps that each allows more than the one before. @type {[GradeSheet["level"], Kind[]][]} */
const LEVELS = [
  ["easy", ["cell", "piece", "rule"]],
  ["medium", ["region", "blocked", "symmetry"]],
  ["hard", ["trial"]],
  ["expert", ["guess"]],
];
/** The weight of each kind of step in the score. @type {Record<Kind, number>} */
const WEIGHT = {
  ...{ cell: 1, piece: 1, rule: 2, region: 4, blocked: 5, symmetry: 3, trial: 12, guess: 60 },
};
/** Guesses after which the score is no longer counted. */
const GUESSES = 20;
/** How often on the way any of several ways may be taken. */
const AGAIN = 2;

/** Time ran out. */
class TooLate extends Error {}

export class Grader extends Deducer {
  /**
   * @param {Machine} machine @param {Rules} rules @param {Cover} cover
   * @param {Symmetry[]} symmetries  All of the puzzle.
   * @param {() => Promise<boolean>} going
   */
  constructor(machine, rules, cover, symmetries, going) {
    super(machine, rules, cover);
    this.symmetries = symmetries.map(({ placements }) => placements);
    this.going = going;
    /** How often each kind of step was taken. @type {Map<Kind, number>} */
    this.taken = new Map();
    this.guesses = GUESSES;
  }

  /** The grade of the puzzle; undefined if time ran out. @returns {Promise<GradeSheet | undefined>} */
  async grade() {
    try {
      await this.solve();
    } catch (error) {
      if (error instanceof TooLate) return undefined;
      throw error;
    }
    const kinds = [...this.taken.keys()];
    const last = LEVELS.reduce(
      (most, [, own], i) => (own.some((kind) => kinds.includes(kind)) ? i : most),
      0,
    );
    const [level] = LEVELS[last];
    const score = [...this.taken].reduce((sum, [kind, n]) => sum + WEIGHT[kind] * n, 0);
    return { level, score, steps: Object.fromEntries(this.taken) };
  }

  /** Solve the puzzle from here; whether that can be done. @returns {Promise<boolean>} */
  async solve() {
    try {
      while (!this.solved) {
        const step = await this.next();
        if (!(await this.going())) throw new TooLate();
        if (!step) return this.guess();
        const kind = /** @type {Kind} */ (step.kind);
        this.taken.set(kind, (this.taken.get(kind) ?? 0) + 1);
        this.take(step);
      }
      return true;
    } catch (error) {
      if (error instanceof Contradiction) return false;
      throw error;
    }
  }

  /** The open cell with the fewest placements, of those that have any. */
  narrowest() {
    const covered = this.covered.numbers,
      left = this.counts();
    return left.reduce((best, number, i) => {
      const open = !covered[i] && number > 0;
      return open && (best < 0 || number < left[best]) ? i : best;
    }, -1);
  }

  /** The placements that can still cover a cell. @param {number} cell */
  ways(cell) {
    const over = this.bits(this.over, cell),
      alive = /** @type {BigUint64Array} */ (this.alive.values);
    return members(alive.map((word, i) => word & over[i]));
  }

  /** Try the placements on one cell. @returns {Promise<boolean>} */
  async guess() {
    for (const placement of this.ways(Math.max(0, this.narrowest()))) {
      this.taken.set("guess", (this.taken.get("guess") ?? 0) + 1);
      if (--this.guesses < 0) return false;
      const before = this.copy();
      this.choose(placement);
      if (await this.solve()) return true;
      this.restore(before);
    }
    return false;
  }

  /** The easiest step. @returns {Promise<Step | null>} */
  async next() {
    const step = this.plain() ?? this.symmetry();
    if (step) return step;
    const trial = await this.trial(this.going);
    if (trial === undefined) throw new TooLate();
    return trial ?? (await this.either(AGAIN));
  }

  /** The easiest step without symmetry and trials. */
  plain() {
    return this.forced() ?? this.rule() ?? this.region() ?? this.blocked();
  }

  /**
   * One of the ways to cover a cell, if each of them leads to a solution.
   * @param {number} again
   * @returns {Promise<Step | null>}
   */
  async either(again) {
    const number = this.narrowest(),
      ways = this.ways(Math.max(0, number));
    if (!ways.length) return null;
    for (const placement of ways) if (!(await this.leadsOn(placement, again))) return null;
    return { kind: "trial", chosen: ways.slice(0, 1), removed: [] };
  }

  /** Whether a placement leads to a tiling without a trial. @param {number} placement @param {number} again */
  async leadsOn(placement, again) {
    const before = this.copy();
    try {
      this.choose(placement);
      while (!this.solved) {
        if (!(await this.going())) throw new TooLate();
        const step = this.plain() ?? (again ? await this.either(again - 1) : null);
        if (!step) return false;
        this.take(step);
      }
      return true;
    } catch (error) {
      if (error instanceof Contradiction) return false;
      throw error;
    } finally {
      this.restore(before);
    }
  }

  /** Placements that need not be tried, as a symmetry maps others to them. @returns {Step | null} */
  symmetry() {
    if (this.symmetries.length < 2) return null;
    const { items, piece, least, most, optional } = this.cover,
      alive = items.map((_, i) => this.allows(i));
    const chosen = new Set(this.chosen);
    const group = this.symmetries.filter(
      (to) =>
        alive.every((is, i) => alive[to[i]] === is) && this.chosen.every((i) => chosen.has(to[i])),
    );
    if (group.length < 2) return null;
    const used = this.used.numbers;
    const single = least.flatMap((copies, k) =>
      copies === 1 && most[k] === 1 && !used[k] ? [k] : [],
    );
    const living = items.flatMap((_, i) => (alive[i] ? [i] : []));
    const own = mostAlike(
      single.map((k) => living.filter((i) => piece[i] === k)),
      group,
    );
    const covered = this.covered.numbers,
      open = covered.flatMap((is, cell) => (is || optional[cell] ? [] : [cell]));
    const removed = own.length
      ? own
      : mostAlike(
          open.map((cell) => this.ways(cell)),
          group,
        );
    return removed.length ? { kind: "symmetry", chosen: [], removed } : null;
  }
}

/**
 * The largest part that can be left out of one of several choices.
 * @param {number[][]} choices @param {Int32Array[]} group
 */
function mostAlike(choices, group) {
  /** @type {number[]} */
  let best = [];
  for (const own of choices) {
    if (own.length < 2) continue;
    const among = new Set(own);
    const spare = own.filter((i) => group.some((to) => to[i] < i && among.has(to[i])));
    if (spare.length > best.length) best = spare;
  }
  return best;
}
