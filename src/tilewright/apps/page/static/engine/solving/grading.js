// How hard a puzzle is: it is solved as a person would, always by the easiest step that there is.

/** @import { GradeSheet } from "../../../answers" */
/** @import { Rules } from "../../game/rules.js" */
/** @import { Cover } from "./cover.js" */
/** @import { Facts } from "../words/catalog.js" */
/** @import { Machine } from "./module.js" */
/** @import { Symmetry } from "./symmetries.js" */

import { Deducer, KINDS } from "./deduction.js";

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

/** Kinds of steps as bits by their numbers. @param {string[]} names */
function bitsOf(names) {
  const kinds = Object.keys(KINDS).map(Number);
  return kinds.reduce((bits, kind) => bits | (Number(names.includes(KINDS[kind])) << kind), 0);
}

export class Grader extends Deducer {
  /**
   * @param {Machine} machine @param {Rules} rules @param {Cover} cover
   * @param {Symmetry[]} symmetries  All of the puzzle.
   * @param {Facts["grades"]} grades @param {() => Promise<boolean>} going
   */
  constructor(machine, rules, cover, symmetries, grades, going) {
    super(machine, rules, cover);
    this.grades = grades;
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
    const { allowed, weights } = this.grades,
      kindsOfSteps = bitsOf(allowed[most]);
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
      score = kinds.reduce((sum, kind) => sum + weights[KINDS[kind]] * many(kind), 0),
      levels = /** @type {GradeSheet["level"][]} */ (Object.keys(allowed));
    const level = levels.find((own) => kinds.every((kind) => allowed[own].includes(KINDS[kind])));
    return { level: level ?? most, score, steps };
  }
}
