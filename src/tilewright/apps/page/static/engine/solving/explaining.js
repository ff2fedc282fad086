// The next placement that can be deduced, with its reason, in words: a kernel of the library finds it.

/** @import { HintAnswer, HintPicture, Words } from "../../../answers" */
/** @import { Part } from "../words/saying.js" */
/** @import { Deducer } from "./deduction.js" */
/** @import { Sum } from "../words/ruling.js" */
/** @import { Scene } from "./clues.js" */

import { key, same } from "../../geometry/geometry.js";
import { ClueWords, sumWords, these } from "./clues.js";
import { shownBy } from "./cover.js";
import { DEAD, EMPTY, KINDS, OVERLAP, REGION, SUM } from "./deduction.js";
import { joined, plain, say, text } from "../words/saying.js";

/** Trials of a slice. */
const TRIALS = 512;
/** The most cases that somebody may look at. */
const CASES = 24;
/** Where it is found how all other ways fail. */
const MANNER = 15;
/** The sentences that say how all ways to cover cells fail that stay empty. @type {Record<string, Parameters<typeof say>[0]>} */
const LEFT = { region: "leftRegion", blocked: "leftBlocked", trial: "leftTrial" };
/** What the kernel `advance` returns if a placement follows, and if there is more to try. */
const FOUND = 1,
  MORE = 2;
/** Remarks on the sizes of pieces. */
const EACH = 1,
  MARKS = 2,
  LISTED = 3;

/** The sentences for rules about regions and corners. */
const BROKEN = /** @type {const} */ ({
  equal: "sumEqual",
  unequal: "sumUnequal",
  "no-crossroads": "fourMeet",
  apart: "sideBySide",
});

class Explainer {
  /** @param {Deducer} deducer  At a position, from which what fails is removed. */
  constructor(deducer) {
    this.deducer = deducer;
    const { machine, cover } = deducer,
      { length: size } = cover.items,
      words = Math.ceil(size / 64);
    const first = machine.array("u64", [words]),
      here = machine.array("u64", [words]);
    this.cause = machine.array("i64", [size, 3]);
    const needs = machine.array("u64", [size, words]),
      shows = machine.array("i64", [size]);
    this.chosen = machine.array("i32", [size]);
    this.empty = machine.array("i32", [cover.area]);
    this.cases = machine.array("i32", [size]);
    this.tried = machine.array("i32", [cover.area]);
    this.cells = machine.array("i32", [cover.area]);
    this.sizes = machine.array("i64", [6]);
    this.what = machine.array("i64", [11]);
    // The next placement to try is -1 before a round.
    this.found = machine.from("i64", [...Array(10).fill(0), -1, ...Array(7).fill(0)]);
    this.clues = new ClueWords(deducer);
    this.regions = machine.array("i64", [2, 16]);
    this.passed = [
      ...deducer.position.slice(0, 3),
      ...[first, here, this.cause, needs, shows, this.chosen, this.empty, this.cases],
      ...[this.tried, this.cells, this.sizes, this.what, this.found],
      machine.array("i32", [CASES, 2 + cover.area]),
      machine.array("u64", [6, words]),
      machine.array("bool", [cover.area]),
      machine.array("i64", [deducer.position[2].length]),
      ...[machine.from("bool", this.clues.clue), machine.from("bool", this.clues.telling)],
      this.regions,
    ];
  }

  /**
   * Look for the conclusion whose reason is the simplest; whether there is one.
   * @param {() => Promise<boolean>} going
   */
  async conclude(going) {
    const { deducer, passed } = this;
    for (;;) {
      const trials = (await going()) ? TRIALS : 0,
        outcome = deducer.call("explain_advance", [...passed, trials]);
      if (outcome !== MORE) return outcome === FOUND;
    }
  }

  /** Whether nobody would look at all cases. */
  get isLong() {
    return this.found.numbers[6] > CASES;
  }

  /** The placements that follow. */
  get following() {
    const [, , number] = this.found.numbers;
    return this.chosen.numbers.slice(0, number);
  }

  /** The hint for a conclusion. @param {number} placement @returns {HintAnswer} */
  told(placement) {
    const { deducer } = this,
      numbers = this.found.numbers,
      [kind, where, , rivals, empty, covered, number, shown, before] = numbers,
      [by, about, told, manner] = numbers.slice(12);
    const failing = this.cases.numbers.slice(0, number),
      stories = failing.map((each) => this.story(each)),
      cases = stories.map((story) => this.inOne(story));
    const rows = Array.from({ length: told }, (_, i) => this.regions.rows(i, i + 1).numbers),
      regions = rows.map((row) => this.clues.told(row));
    const notes = empty ? [this.note()] : [],
      brief = [before, shown].flatMap((i) => (i < 0 ? [] : [cases[i]])),
      alone = brief.length === 1 && !notes.length && !regions.length,
      scenes = alone ? this.inTwo(stories[shown]) : brief;
    const found = { by, where, about, chosen: this.following, failing: rivals, manner },
      end = this.clues.last(found, rows),
      // What stays empty is the clue only if the cell itself has other ways.
      isAlone = !failing.some((each) => deducer.cells(each).some((own) => same(own, end.cells[0]))),
      hole = covered && !isAlone ? notes : [],
      alike = covered && isAlone ? { ...found, failing: 0 } : found,
      [clue] = [...regions, ...hole, this.clues.first(alike)];
    const said = [...regions, ...brief, ...notes]
        .flatMap(({ words }) => [...say("and"), ...words])
        .slice(1),
      so = say(rivals > 1 ? "soToo" : "so"),
      words = said.length ? joined([...said, ...so, ...end.words]) : end.words;
    const causes = this.cause.numbers,
      kinds = [...failing.map((each) => KINDS[causes[3 * each]]), KINDS[kind]];
    return {
      ...{ action: "place", text: plain(words), words },
      ...{ piece: deducer.piece(placement), place: deducer.cells(placement) },
      ...shownBy(deducer.cover, placement),
      cells: end.cells,
      kinds: [...new Set([...(told ? ["rule"] : []), ...kinds])],
      edges: [],
      clue: this.picture(clue),
      pictures: [...regions, ...[...scenes, ...notes].slice(-2), end].map((scene) =>
        this.picture(scene),
      ),
      cases: cases.map((scene) => this.picture(scene)),
    };
  }

  /** @param {Scene} scene @returns {HintPicture} */
  picture({ words, tried, cells }) {
    const { deducer } = this;
    return {
      words,
      tried: tried.map((each) => ({
        piece: deducer.piece(each),
        cells: deducer.cells(each),
        ...shownBy(deducer.cover, each),
      })),
      cells,
    };
  }

  /** That some cells stay empty. @returns {Scene} */
  note() {
    const { numbers } = this.found,
      [, , , , number, covered] = numbers,
      manner = numbers[MANNER],
      cells = this.first(this.empty.numbers, number),
      name = covered ? (LEFT[KINDS[manner]] ?? "leftEmpty") : "staysEmpty";
    return { words: say(name, { cells: these(cells), number }), tried: [], cells };
  }

  /** The first of some cells, by their numbers. @param {number[]} numbers @param {number} many */
  first(numbers, many) {
    return numbers.slice(0, many).map((i) => this.deducer.rules.cells[i]);
  }

  // Why a placement fails --------

  /** Why a placement fails, with all that is tried. @param {number} placement @returns {Scene} */
  story(placement) {
    const { deducer } = this;
    deducer.call("explain_tell", [...this.passed.slice(1), placement]);
    const [number, outcome, few, bound, , trials, shown, besides, remark, size, others] =
      this.what.numbers;
    const tried = this.tried.numbers.slice(0, trials),
      cells = this.first(this.cells.numbers, shown),
      named = { cells: these(cells), number: cells.length };
    /** @type {Words} */
    let why;
    if (outcome === SUM) why = broken(deducer.cover.sums[number], Boolean(few), bound, cells[0]);
    else if (outcome === REGION)
      why = say("cutOff", { ...named, remark: this.remark(remark, size) });
    else if (outcome === DEAD) why = say("dead", named);
    else if (outcome === EMPTY) why = say("uncovered", { ...named, empty: deducer.cover.empty[1] });
    else {
      const piece = deducer.called(number),
        isOne = tried.some((each) => deducer.name(each) === piece),
        none = isOne ? "noPlaceElse" : "noPlace";
      why = say(outcome === OVERLAP ? "overlap" : few ? "fewPlaces" : none, { piece });
    }
    const words = besides ? joined([...why, ...say("besides")]) : why;
    return { words, tried, cells, others: others > 0 };
  }

  /** Why the remaining pieces cannot fill some cells. @param {number} remark @param {number} size @returns {Words} */
  remark(remark, size) {
    const { letters } = this.deducer.rules;
    if (remark === EACH) return say("eachHas", { number: size });
    if (remark === MARKS && letters) return say("dots", { letters });
    if (remark !== LISTED) return [];
    const sizes = this.sizes.numbers.slice(0, size),
      last = sizes.pop(),
      listed = sizes.length ? sizes.join(text("comma")) + text("lastAnd") : "";
    return say("sizes", { sizes: `${listed}${last}` });
  }

  /** How a story begins. @param {Scene} story @returns {{ piece: string, here: Part, number: number }} */
  begin({ tried }) {
    return {
      piece: this.deducer.name(tried[0]),
      here: this.here(tried[0]),
      number: tried.length - 1,
    };
  }

  /** A story in one picture. @param {Scene} story @returns {Scene} */
  inOne(story) {
    const begin = this.begin(story),
      name = story.others ? "ifSearched" : begin.number ? "ifForced" : "if";
    return { ...story, words: say(name, { ...begin, why: story.words }) };
  }

  /** A story in two pictures, or in one if nothing has to follow. @param {Scene} story @returns {Scene[]} */
  inTwo(story) {
    const begin = this.begin(story),
      [, second] = story.tried;
    if (!begin.number || story.others) return [this.inOne(story)];
    const words =
      begin.number === 1
        ? say("ifOne", { ...begin, other: this.deducer.name(second), there: this.here(second) })
        : say("ifMore", begin);
    return [
      { ...story, words, cells: [] },
      { ...story, words: say("then", { why: story.words }) },
    ];
  }

  /** @param {number} placement */
  here(placement) {
    return { word: text("here"), cell: this.deducer.cells(placement)[0] };
  }
}

/**
 * Why a sum cannot be reached.
 * @param {Sum} sum @param {boolean} low  Whether it is too low. @param {number} number  What it is then.
 * @param {number[]} cell  The first one that it is about.
 */
function broken({ condition, about }, low, number, cell) {
  const { name, pieces } = condition;
  if (pieces.length) return say(low ? "tooFewOf" : "tooManyOf", { pieces: pieces.join(" or ") });
  if (name === "tiles") return say(low ? "tooFewPieces" : "tooManyPieces");
  if (name === "fault-free") return say("noCrossing", { line: about });
  if (name !== "sum") return say(BROKEN[/** @type {keyof typeof BROKEN} */ (name)], { cell });
  return say(low ? "sumLow" : "sumHigh", { sum: sumWords(condition), cell, number });
}

/**
 * The next placement that can be deduced; null if that takes a guess, or time ran out.
 * @param {Deducer} deducer
 * @param {() => Promise<boolean>} going
 * @param {Set<string>} [enclosed]  Closed regions, by their cells: they need no hint.
 * @returns {Promise<HintAnswer | null>}
 */
export async function explained(deducer, going, enclosed = new Set()) {
  while (!deducer.solved) {
    const start = deducer.copy(),
      explainer = new Explainer(deducer);
    if (!(await explainer.conclude(going))) return null;
    if (explainer.isLong) {
      deducer.restore(start);
      return null;
    }
    const { following } = explainer,
      isNew = (/** @type {number} */ one) => !enclosed.has(deducer.cells(one).map(key).join());
    const placement = following.find(isNew);
    if (placement !== undefined) return explainer.told(placement);
    deducer.restore(start);
    for (const each of following) deducer.choose(each);
  }
  return null;
}
