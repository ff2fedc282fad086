// The next placement that can be deduced, with its reason, in words: a kernel of the library finds it.

/** @import { HintAnswer, HintPicture, Words } from "../../../answers" */
/** @import { Part } from "../words/saying.js" */
/** @import { Deducer } from "./deduction.js" */
/** @import { Sum } from "../words/ruling.js" */
/** @import { Scene } from "./clues.js" */

import { key, same } from "../../geometry/geometry.js";
import { ClueWords, sumWords, these } from "./clues.js";
import { shownBy } from "./cover.js";
import { CELL, DEAD, EMPTY, KINDS, OVERLAP, REGION, SUM } from "./deduction.js";
import { joined, plain, say, text } from "../words/saying.js";

/** Trials of a slice. */
const TRIALS = 512;
/** How many placements that fail in a few ways are kept. */
const SPLITS = 24;
/** How many cases somebody looks at; stands for the step by which they fail if there are more. */
const FEW = 3,
  TRY = -1;
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
});
/** The sentences for tiles that touch, by what they are apart by. */
const NEAR = /** @type {const} */ ({ "": "sideBySide", size: "sameSize", "same-way": "sameWay" });

/**
 * Why a placement fails: also why the first of the pieces follows that have to, as the kernel numbers
 * it, with the cell or piece; if this is one of several ways to continue how many there are, of what,
 * and how many are tried before them; and how many others fail with the same words and cells.
 * @typedef {Scene & { forced: number[], ways: number[], alike: number }} Story
 */

export class Explainer {
  /** @param {Deducer} deducer  At a position, from which what fails is removed. */
  constructor(deducer) {
    this.deducer = deducer;
    const { machine, cover } = deducer,
      { length: size } = cover.items,
      words = Math.ceil(size / 64);
    const first = machine.array("u64", [words]),
      here = machine.array("u64", [words]);
    this.cause = machine.array("i64", [size, 3]);
    /** @type {BigUint64Array} */ (first.values).set(deducer.living());
    const needs = machine.array("u64", [size, words]),
      shows = machine.array("i64", [size]),
      alike = machine.array("i64", [size]);
    this.chosen = machine.array("i32", [size]);
    this.empty = machine.array("i32", [cover.area]);
    this.cases = machine.array("i32", [size]);
    this.tried = machine.array("i32", [cover.area]);
    this.cells = machine.array("i32", [cover.area]);
    this.sizes = machine.array("i64", [6]);
    this.what = machine.array("i64", [16]);
    // The next placement to try is -1 before a round.
    this.found = machine.from("i64", [...Array(10).fill(0), -1, ...Array(7).fill(0)]);
    this.clues = new ClueWords(deducer);
    this.regions = machine.array("i64", [2, 16]);
    this.passed = [
      ...deducer.position.slice(0, 3),
      ...[first, here, this.cause, needs, shows, alike],
      ...[this.chosen, this.empty, this.cases],
      ...[this.tried, this.cells, this.sizes, this.what, this.found],
      machine.array("i32", [SPLITS, 7]),
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
      stories = failing.map((each) => this.stories(each)),
      groups = grouped(stories.flat()),
      cases = groups.map((story) => this.inOne(story));
    const rows = Array.from({ length: told }, (_, i) => this.regions.rows(i, i + 1).numbers),
      regions = rows.map((row) => this.clues.told(row));
    const notes = empty ? [this.note()] : [],
      brief = [before, shown].flatMap((i) =>
        i < 0 ? [] : [this.inBrief(groupOf(stories[i][0], groups))],
      ),
      alone = brief.length === 1 && !notes.length && !regions.length,
      scenes = alone ? this.inTwo(stories[shown][0]) : brief;
    const step = cases.length > FEW ? TRY : manner,
      found = { by, where, about, chosen: this.following, failing: rivals, manner: step },
      end = this.clues.last(found, rows),
      // What stays empty is the clue only if the cell itself has other ways.
      isAlone = !failing.some((each) => deducer.cells(each).some((own) => same(own, end.cells[0]))),
      hole = covered && !isAlone ? notes : [],
      alike = covered && isAlone ? { ...found, failing: 0 } : found,
      [clue] = [...regions, ...hole, this.clues.first(alike)];
    const said = [...regions, ...brief, ...notes]
        .flatMap(({ words }) => [...say("and"), ...words])
        .slice(1),
      so = say(cases.length > 1 ? "soToo" : "so"),
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
      tried: tried.map((each) => deducer.shown(each)),
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

  /** What has to follow a placement, by steps of the easiest kinds alone. @param {number} placement */
  follow(placement) {
    return this.story(placement, 0).tried.slice(1);
  }

  /** Why the other ways to cover a cell fail that fail without what fails before, and how many do. @param {number} cell @param {number} chosen */
  failing(cell, chosen) {
    const { deducer } = this,
      causes = this.cause.numbers,
      soon = deducer.cover.items.flatMap((items, i) =>
        causes[3 * i] &&
        !causes[3 * i + 1] &&
        i !== chosen &&
        items.includes(cell) &&
        deducer.allows(i)
          ? [i]
          : [],
      ),
      groups = grouped(soon.flatMap((each) => this.stories(each)));
    return { soon: soon.length, cases: groups.map((story) => this.picture(this.inOne(story))) };
  }

  /** Why a placement fails, or why all ways after it do. @param {number} placement */
  stories(placement) {
    const first = this.story(placement, 0),
      others = Array.from({ length: Math.max(0, first.ways[0] - 1) }, (_, i) => i + 1);
    return [first, ...others.map((way) => this.story(placement, way))];
  }

  /** Why a placement fails, in one of several ways if there are any, with all that is tried. @param {number} placement @param {number} way @returns {Story} */
  story(placement, way) {
    const { deducer } = this;
    deducer.call("explain_tell", [...this.passed.slice(1), placement, way]);
    const { numbers } = this.what,
      [number, outcome, few, bound, , trials, shown, besides, remark, size, many] = numbers,
      [kind, by, ...ways] = numbers.slice(11);
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
    return { words, tried, cells, forced: [kind, by], ways: [many, ...ways], alike: 0 };
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

  /** How a story begins. @param {Story} story @returns {{ piece: string, here: Part, number: number }} */
  begin({ tried }) {
    return {
      piece: this.deducer.name(tried[0]),
      here: this.here(tried[0]),
      number: tried.length - 1,
    };
  }

  /** A story in one picture. @param {Story} story @returns {Scene} */
  inOne(story) {
    const begin = this.begin(story),
      [several, , , earlier] = story.ways;
    if (several) {
      const way = story.tried[earlier],
        number = begin.number - 1,
        why = number ? say("following", { number, why: story.words }) : story.words,
        also = { other: this.deducer.name(way), there: this.here(way) };
      return { ...story, words: say("ifAlso", { ...begin, ...also, why }) };
    }
    const words = say(begin.number ? "ifForced" : "if", { ...begin, why: story.words }),
      too = story.alike ? say("alike", { number: story.alike }) : [];
    return { ...story, words: joined([...words, ...too]) };
  }

  /** A story in one picture, without the ends of several ways. @param {Story} story @returns {Scene} */
  inBrief(story) {
    const [number, kind, by, earlier] = story.ways;
    if (!number) return this.inOne(story);
    const isCell = kind === CELL,
      cells = isCell ? [this.deducer.rules.cells[by]] : [],
      words = isCell
        ? say("waysFail", { cells: these(cells), number })
        : say("placesFail", { piece: this.deducer.called(by), number });
    return this.inOne({ ...story, words, cells, tried: story.tried.slice(0, earlier), ways: [0] });
  }

  /** A story in two pictures, or in one if nothing has to follow. @param {Story} story @returns {Scene[]} */
  inTwo(story) {
    const begin = this.begin(story),
      [, second] = story.tried;
    if (!begin.number || story.ways[0]) return [this.inBrief(story)];
    const [kind, by] = story.forced,
      place = { other: this.deducer.name(second), there: this.here(second) };
    let words = say("ifMore", begin);
    if (begin.number === 1 && kind === CELL)
      words = say("ifOneCell", { ...begin, ...place, cell: this.deducer.rules.cells[by] });
    else if (begin.number === 1) words = say("ifOne", { ...begin, ...place });
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

/** One story for all that are told alike and need no other pieces. @param {Story[]} stories */
function grouped(stories) {
  /** @type {Story[]} */
  const groups = [];
  for (const story of stories) {
    const same = groups.find((other) => areAlike(story, other));
    if (same) same.alike++;
    else groups.push({ ...story });
  }
  return groups;
}

/** @param {Story} one @param {Story} other */
const areAlike = (one, other) =>
  [one, other].every(({ ways, tried }) => !ways[0] && tried.length === 1) &&
  JSON.stringify([one.words, one.cells]) === JSON.stringify([other.words, other.cells]);

/** A story with the number of those that are told alike. @param {Story} story @param {Story[]} groups */
const groupOf = (story, groups) => ({
  ...story,
  alike: groups.find((other) => areAlike(story, other))?.alike ?? 0,
});

/**
 * Why a sum cannot be reached.
 * @param {Sum} sum @param {boolean} low  Whether it is too low. @param {number} number  What it is then.
 * @param {number[]} cell  The first one that it is about.
 */
function broken({ condition, about }, low, number, cell) {
  const { name, pieces, corners } = condition;
  if (name === "apart") {
    const of = /** @type {keyof typeof NEAR} */ (condition.of);
    if (corners) return say("touching", { cell });
    return say(pieces.length ? "besideEachOther" : NEAR[of], { cell });
  }
  if (pieces.length)
    return say(low ? "tooFewOf" : "tooManyOf", { pieces: pieces.join(text("lastOr")) });
  if (name === "tiles") return say(low ? "tooFewPieces" : "tooManyPieces");
  if (name === "fault-free") return say("noCrossing", { line: about });
  if (name !== "sum") return say(BROKEN[/** @type {keyof typeof BROKEN} */ (name)], { cell });
  return say(low ? "sumLow" : "sumHigh", { sum: sumWords(condition), cell, number });
}

/**
 * The next placement that can be deduced; what has tried to explain one if that takes a guess, or time
 * ran out; null if nothing is left to do.
 * @param {Deducer} deducer
 * @param {() => Promise<boolean>} going
 * @param {Set<string>} [enclosed]  Closed regions, by their cells: they need no hint.
 * @returns {Promise<HintAnswer | Explainer | null>}
 */
export async function explained(deducer, going, enclosed = new Set()) {
  while (!deducer.solved) {
    const start = deducer.copy(),
      explainer = new Explainer(deducer);
    // What a person sees is not what the steps have left.
    if (!(await explainer.conclude(going))) {
      deducer.restore(start);
      return explainer;
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
