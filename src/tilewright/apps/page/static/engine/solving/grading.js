// How hard a puzzle is: it is solved as a person would, always by the easiest step that there is.

/** @import { GradeSheet } from "../../../answers" */
/** @import { Rules } from "../../game/rules.js" */
/** @import { Cover } from "./cover.js" */
/** @import { Machine } from "./module.js" */
/** @import { Symmetry } from "./symmetries.js" */

import { Deducer, KINDS } from "./deduction.js";

/** The levels, and the steps that each allows more than the one before. @type {[GradeSheet["level"], string[]][]} */
const LEVELS = [
  ["easy", ["cell", "piece", "rule"]],
  ["medium", ["region", "blocked", "symmetry"]],
  ["hard", ["trial"]],
  ["expert", ["guess"]],
];
/** The weight of each kind of step in the score. @type {Record<string, number>} */
const WEIGHT = {
  ...{ cell: 1, piece: 1, rule: 2, region: 4, blocked: 5, symmetry: 3, trial: 12, guess: 60 },
};
/** Guesses after which the score is no longer counted. */
const GUESSES = 20;
/** Steps of a slice, and trials of each at once. */
const STEPS = 16,
  TRIALS = 512;
/** Positions beside those after guesses: the first one, and some for ways that are tried. */
const WAYS = 4;
/** What the kernel returns if there is more to do, and if the steps do not solve the puzzle. */
const MORE = 16,
  STUCK = 19;

/** The kinds of steps up to a level, as bits by their numbers. @param {GradeSheet["level"]} most */
function allowed(most) {
  const end = LEVELS.findIndex(([level]) => level === most) + 1,
    names = LEVELS.slice(0, end).flatMap(([, own]) => own),
    kinds = Object.keys(KINDS).map(Number);
  return kinds.reduce((bits, kind) => bits | (Number(names.includes(KINDS[kind])) << kind), 0);
}

export class Grader extends Deducer {
  /**
   * @param {Machine} machine @param {Rules} rules @param {Cover} cover
   * @param {Symmetry[]} symmetries  All of the puzzle.
   * @param {() => Promise<boolean>} going
   */
  constructor(machine, rules, cover, symmetries, going) {
    super(machine, rules, cover);
    this.images = machine.array("i32", [symmetries.length, cover.items.length]);
    for (const [i, { placements }] of symmetries.entries()) {
      /** @type {any} */ (this.images.rows(i, i + 1).values).set(placements);
    }
    this.going = going;
  }

  /**
   * The grade of the puzzle; undefined if time ran out, or it is harder than `most`.
   * @param {GradeSheet["level"]} [most] @returns {Promise<GradeSheet | undefined>}
   */
  async grade(most = "expert") {
    const { machine, cover, position } = this,
      depth = Math.min(GUESSES, cover.area) + WAYS,
      words = position[0].length;
    const rows = position.map((field) => {
      const all = machine.array(field.element, [depth, field.length]);
      /** @type {any} */ (all.values).set(/** @type {any} */ (field.values));
      return all;
    });
    const counts = machine.array("i64", [16, 2]);
    const passed = [
      ...[this.images, ...rows, machine.array("u64", [depth, words])],
      ...[machine.array("u64", [words]), machine.array("u64", [words]), counts],
      ...[machine.array("i64", [5]), machine.from("i64", [0, 0, GUESSES, 0, 0])],
    ];
    const kindsOfSteps = allowed(most);
    let outcome = MORE;
    while (outcome === MORE) {
      outcome = this.call("grade_advance", [...passed, kindsOfSteps, STEPS, TRIALS]);
      if (outcome === MORE && !(await this.going())) return undefined;
    }
    if (most !== "expert" && outcome === STUCK) return undefined;
    const numbers = counts.numbers,
      [many, rank] = [0, 1].map((at) => (/** @type {number} */ kind) => numbers[2 * kind + at]);
    const kinds = Object.keys(KINDS)
      .map(Number)
      .filter(many)
      .sort((one, other) => rank(one) - rank(other));
    const steps = Object.fromEntries(kinds.map((kind) => [KINDS[kind], many(kind)])),
      level = LEVELS.findLast(([, own]) => own.some((kind) => steps[kind])) ?? LEVELS[0];
    const score = kinds.reduce((sum, kind) => sum + WEIGHT[KINDS[kind]] * many(kind), 0);
    return { level: level[0], score, steps };
  }
}
