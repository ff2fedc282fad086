// The next placement that can be deduced, with its reason, as the library explains it: of all that
// can be deduced, the one whose reason is nearest and smallest.

/** @import { HintAnswer, HintPicture, Words } from "../../../answers" */
/** @import { Deducer, Saved } from "./deduction.js" */

import { key, same } from "../../geometry/geometry.js";
import {
  CELL,
  Contradiction,
  DEAD,
  EMPTY,
  members,
  NOTHING,
  OVERLAP,
  PIECE,
  SHORT,
} from "./deduction.js";
import { shownBy } from "./cover.js";
import { joined, plain, say, text } from "./saying.js";

/** What a cause weighs: the kind, each piece that has to follow, and each round of causes before it. */
const WEIGHT = { rule: 1, region: 2, blocked: 3, trial: 4 },
  FOLLOWS = 3,
  ROUND = 8;
/** Among how many conclusions the simplest is chosen where causes have causes. */
const LOOKS = 6;
/** Stands for the number of cells where there is nothing to see. */
const FAR = 1000;
/** How many sizes of pieces are listed. */
const LISTED = 6;
/** What it weighs to look for the places of a piece on the whole board. */
const EVERYWHERE = 4;

/**
 * A sentence with the placements that are tried, and the cells that it is about. Why a placement
 * fails: in one scene, in one or two, and the placements that had to fail before. Placements that
 * follow as all rivals fail; `empty` are the cells that stay empty therefore.
 * @typedef {{ words: Words, tried: number[], cells: number[][] }} Scene
 * @typedef {{ round: number, weight: number, kind: keyof typeof WEIGHT }} Cause
 * @typedef {{ each: Scene, scenes: Scene[], needs: number[] }} Story
 * @typedef {{ weight: number, kind: "cell" | "piece", words: Words, chosen: number[], rivals: number[], cells: number[][], empty: number[] }} Conclusion
 */

/** The least of some by numbers, compared one after the other. @template T @param {T[]} all @param {(each: T) => number[]} by */
const sorted = (all, by) =>
  [...all].sort((one, other) => {
    const [first, second] = [by(one), by(other)];
    return first.map((number, i) => number - second[i]).find((difference) => difference) ?? 0;
  });

class Explainer {
  /** @param {Deducer} deducer  At a position, from which what fails is removed. */
  constructor(deducer) {
    this.deducer = deducer;
    /** The position before each round. @type {Saved[]} */
    this.rounds = [deducer.copy()];
    /** Why placements fail. @type {Map<number, Cause>} */
    this.causes = new Map();
    /** Why placements fail, told once: many conclusions share it. @type {Map<number, Story>} */
    this.known = new Map();
  }

  /**
   * The conclusion whose reason is the simplest; null if there is none, undefined if time ran out.
   * @param {() => Promise<boolean>} going
   */
  async conclude(going) {
    if (![NOTHING, CELL, PIECE].includes(this.deducer.forcedByKernel()[0]))
      throw new Contradiction();
    let best = this.simplest();
    for (let round = 0; ; round++) {
      const before = this.causes.size;
      if (best) return best;
      const { deducer } = this,
        weighed = ROUND * round;
      // What is cut off does not depend on what was removed.
      const breaking = deducer.breaking(),
        cutting = round ? [] : deducer.cutting(),
        blocking = deducer.blocking();
      for (const each of breaking)
        this.remove(each, { round, weight: WEIGHT.rule + weighed, kind: "rule" });
      for (const each of cutting)
        this.remove(each, { round, weight: WEIGHT.region, kind: "region" });
      for (const each of blocking)
        this.remove(each, { round, weight: WEIGHT.blocked + weighed, kind: "blocked" });
      best = this.simplest();
      if (best) return best;
      const here = deducer.copy();
      deducer.restore(this.rounds[round]);
      const failing = await deducer.failing(going);
      deducer.restore(here);
      for (const [each, follow] of failing ?? [])
        this.remove(each, {
          round,
          weight: WEIGHT.trial + FOLLOWS * follow + weighed,
          kind: "trial",
        });
      best = this.simplest();
      if (best) return best;
      if (!failing) return undefined;
      if (this.causes.size === before) return null;
      this.rounds.push(deducer.copy());
    }
  }

  /** @param {number} placement @param {Cause} cause */
  remove(placement, cause) {
    if (this.causes.has(placement)) return;
    this.causes.set(placement, cause);
    this.deducer.exclude([placement]);
  }

  /** The weight of a cause. @param {number} placement */
  ease(placement) {
    return /** @type {Cause} */ (this.causes.get(placement)).weight;
  }

  /** @param {number[]} rivals */
  weight(rivals) {
    return rivals.reduce((sum, each) => sum + this.ease(each), 0);
  }

  /** The conclusion with the fewest and shortest causes, and with the fewest causes of these. */
  simplest() {
    let found = sorted([...this.byCell(), ...this.byPiece()], ({ weight }) => [weight]).slice(
      0,
      LOOKS,
    );
    if (found.length > 1 && this.rounds.length > 1) {
      const all = new Map(
        found.map((each) => [
          each,
          each.weight +
            this.weight(
              [...this.stories(each.rivals).keys()].filter((own) => !each.rivals.includes(own)),
            ),
        ]),
      );
      found = sorted(found, (each) => [all.get(each) ?? 0]);
    }
    return found.length ? found[0] : null;
  }

  /** The cells that only one placement covers. @returns {Generator<Conclusion>} */
  *byCell() {
    const { deducer } = this,
      { cover } = deducer,
      { cells } = deducer.rules,
      alive = deducer.living(),
      left = [...deducer.counts()],
      closed = [...deducer.covered.numbers];
    const dead = left.flatMap((number, i) => (closed[i] || number ? [] : [i])),
      full = dead.length === cover.empty[1];
    for (const [i, number] of left.entries()) {
      if (closed[i] || number !== 1 || (cover.optional[i] && !full)) continue;
      const [placement] = members(both(alive, deducer.bits(deducer.over, i))),
        empty = cover.optional[i] ? dead : [];
      const rivals = this.over([i, ...empty]).filter((own) => own !== placement),
        around = cover.beside[i].filter((other) => !closed[other]).length;
      yield {
        weight: this.weight(rivals) + around + 2 * empty.length,
        kind: "cell",
        words: say("onlyPiece", { piece: deducer.name(placement), cell: cells[i] }),
        chosen: [placement],
        ...{ rivals, cells: [cells[i]], empty },
      };
    }
  }

  /** The placements on some cells at the beginning. @param {number[]} cells */
  over(cells) {
    const { deducer } = this,
      found = new Set(/** @type {number[]} */ ([]));
    for (const cell of cells)
      for (const each of members(both(this.rounds[0].alive, deducer.bits(deducer.over, cell))))
        found.add(each);
    return [...found].sort((one, other) => one - other);
  }

  /** The pieces that have as few places as copies to place. @returns {Generator<Conclusion>} */
  *byPiece() {
    const { deducer } = this,
      { least } = deducer.cover,
      used = [...deducer.used.numbers],
      alive = deducer.living();
    for (const [piece, copies] of least.entries()) {
      const need = copies - used[piece],
        own = deducer.bits(deducer.own, piece),
        chosen = members(both(alive, own));
      if (need < 1 || chosen.length !== need) continue;
      const cells = deducer.cells(chosen[0]),
        first = members(both(this.rounds[0].alive, own)),
        rivals = first.filter((each) => !chosen.includes(each));
      yield {
        weight: this.weight(rivals) + EVERYWHERE + cells.length,
        kind: "piece",
        words: say(need === 1 ? "onePlace" : "allPlaces", {
          ...{ piece: deducer.called(piece), number: need, cell: cells[0] },
        }),
        chosen,
        ...{ rivals, cells, empty: [] },
      };
    }
  }

  // What is said --------

  /** What is said of a conclusion. @param {Conclusion} found @param {number} placement @returns {HintAnswer} */
  told(found, placement) {
    const { deducer } = this,
      notes = found.empty.length ? [this.note(found.empty)] : [],
      stories = this.stories(found.rivals);
    const story = (/** @type {number} */ each) => /** @type {Story} */ (stories.get(each));
    /** @type {Scene[]} */
    let brief = [],
      scenes = brief;
    if (found.rivals.length) {
      const [first] = sorted(found.rivals, (own) => [
        ...[this.ease(own), story(own).each.cells.length || FAR, own],
      ]);
      const shown = story(first),
        before = sorted(shown.needs, (own) => [this.ease(own), own]).slice(0, 1);
      brief = [...before.map((own) => story(own).each), shown.each];
      scenes = before.length || notes.length ? brief : shown.scenes;
    }
    const said = [...brief, ...notes].flatMap(({ words }) => [...say("and"), ...words]).slice(1),
      so = say(found.rivals.length > 1 ? "soToo" : "so"),
      words = said.length ? joined([...said, ...so, ...found.words]) : found.words;
    const causes = sorted([...stories.keys()], (own) => {
      const { round, weight } = /** @type {Cause} */ (this.causes.get(own));
      return [round, weight, own];
    });
    const kinds = causes.map((own) => /** @type {Cause} */ (this.causes.get(own)).kind);
    return {
      ...{ action: "place", text: plain(words), words },
      ...{ piece: deducer.piece(placement), place: deducer.cells(placement) },
      ...shownBy(deducer.cover, placement),
      cells: found.cells,
      kinds: [...new Set(kinds), found.kind],
      edges: [],
      pictures: [
        ...[...scenes, ...notes].slice(-2),
        { words: found.words, tried: [], cells: found.cells },
      ].map((scene) => this.picture(scene)),
      cases: causes.map((own) => this.picture(story(own).each)),
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

  /** Say that these cells stay empty. @param {number[]} empty @returns {Scene} */
  note(empty) {
    const cells = empty.map((i) => this.deducer.rules.cells[i]),
      name = this.over(empty).length ? "leftEmpty" : "staysEmpty";
    return { words: say(name, { cells: these(cells), number: cells.length }), tried: [], cells };
  }

  /** The stories of all rivals, and of all placements whose failures these need. @param {number[]} rivals */
  stories(rivals) {
    /** @type {Map<number, Story>} */
    const found = new Map(),
      here = this.deducer.copy(),
      todo = [...rivals];
    for (const each of todo) {
      if (found.has(each)) continue;
      const story = this.known.get(each) ?? this.story(each);
      this.known.set(each, story);
      found.set(each, story);
      todo.push(...story.needs);
    }
    this.deducer.restore(here);
    return found;
  }

  /** Why a placement fails: it is chosen, and then what has to follow. @param {number} placement @returns {Story} */
  story(placement) {
    const { deducer, rounds } = this,
      { cover, rules } = deducer,
      { round, kind } = /** @type {Cause} */ (this.causes.get(placement)),
      removed = rounds[0].alive.map((word, i) => word & ~rounds[round].alive[i]);
    deducer.restore(rounds[round]);
    /** @type {number[]} */
    const tried = [],
      needs = new Set(/** @type {number[]} */ ([]));
    /** Note what was removed of some placements; return what is left of them. @param {BigUint64Array} bits */
    const left = (bits) => {
      const used = deducer.used.numbers;
      for (const each of members(both(removed, bits)))
        if (used[cover.piece[each]] < cover.most[cover.piece[each]] && !this.meets(each, tried))
          needs.add(each);
      return members(both(deducer.living(), bits));
    };
    const choose = (/** @type {number[]} */ chosen) => {
      for (const each of chosen) {
        deducer.choose(each);
        tried.push(each);
      }
    };
    const over = (/** @type {number} */ i) => deducer.bits(deducer.over, i),
      own = (/** @type {number} */ piece) => deducer.bits(deducer.own, piece);
    const dead = () => {
      const covered = deducer.covered.numbers,
        cells = [...deducer.counts()].flatMap((number, i) => (covered[i] || number ? [] : [i]));
      for (const i of cells) left(over(i));
      return cells;
    };
    /** Note what was removed at the cells of a sum. @param {number} sum */
    const note = (sum) => {
      const covered = deducer.covered.numbers;
      for (const i of deducer.cellsOf(sum)) if (!covered[i]) left(over(i));
    };
    /** Remove what would break each sum; whether that is any, or why a sum cannot be reached. */
    const tighten = () => {
      let changed = false,
        sum = 0;
      for (;;) {
        let breaks;
        try {
          breaks = deducer.narrow(sum);
        } catch (error) {
          if (!(error instanceof Contradiction)) throw error;
          note(error.sum);
          return error;
        }
        if (!breaks) return changed;
        note(breaks.sum);
        deducer.exclude(breaks.removed);
        for (const each of breaks.removed) removed[each >> 6] &= ~(1n << BigInt(each & 63));
        changed = true;
        sum = breaks.sum + 1;
      }
    };
    choose([placement]);
    const used = deducer.used.numbers,
      short = cover.least.findIndex(
        (copies, k) => copies - used[k] > members(both(deducer.living(), own(k))).length,
      );
    let found = NOTHING,
      number = -1,
      broken = /** @type {boolean | Contradiction} */ (false);
    if (kind === "rule") broken = tighten();
    if (broken instanceof Contradiction) found = NOTHING;
    else if (kind === "blocked" && short >= 0) [found, number] = [SHORT, short];
    else if (kind !== "region") {
      // Too many pieces may be needed since no other one fits beside this one.
      broken = false;
      for (;;) {
        [found, number] = deducer.forcedByKernel();
        if (found === CELL || found === PIECE) {
          if (found === CELL && cover.optional[number]) dead();
          choose(left(found === CELL ? over(number) : own(number)));
        } else {
          if (found === NOTHING) broken = tighten();
          if (broken !== true) break;
          broken = false;
        }
      }
    }
    /** @type {number[]} */
    let cells = [],
      why = /** @type {Words} */ ([]);
    const at = () => cells.map((i) => rules.cells[i]);
    if (broken instanceof Contradiction) {
      [cells, why] = brokenSum(deducer, broken);
    } else if (found === NOTHING) {
      cells = deducer.stranded();
      const remark = this.remark(cells.length);
      why = say("cutOff", { cells: these(at()), number: cells.length, remark });
    } else if (found === DEAD) {
      left(over(number));
      cells = [number];
      why = say("dead", { cells: these(at()) });
    } else if (found === EMPTY) {
      cells = dead();
      why = say("uncovered", { cells: these(at()), empty: cover.empty[1] });
    } else {
      left(own(number));
      const few = cover.least[number] - deducer.used.numbers[number] > 1,
        piece = deducer.called(number),
        isOne = tried.some((each) => deducer.name(each) === piece),
        none = isOne ? "noPlaceElse" : "noPlace";
      why = say(found === OVERLAP ? "overlap" : few ? "fewPlaces" : none, { piece });
    }
    if (needs.size) why = joined([...why, ...say("besides")]);
    return { ...this.scenes(tried, at(), why), needs: [...needs] };
  }

  /** Why the remaining pieces cannot fill so many cells: by their sizes, or else by their marks. @param {number} cells @returns {Words} */
  remark(cells) {
    const { cover, rules } = this.deducer;
    if (cover.empty[1]) return [];
    const left = this.deducer.sharesLeft(),
      sizes = new Set(left.flatMap(({ shares }) => shares)),
      [size] = sizes;
    if (sizes.size === 1 && cells % size) return say("eachHas", { number: size });
    const copies = left.flatMap(({ shares, number }) =>
      Array.from({ length: Math.min(number, cells) }, () => shares),
    );
    const sums = new Set([0]);
    for (const shares of copies)
      for (const total of [...sums])
        for (const own of shares) if (total + own <= cells) sums.add(total + own);
    if (sums.has(cells)) return rules.letters ? say("dots", { letters: rules.letters }) : [];
    if (copies.length > LISTED || copies.some((shares) => shares.length > 1)) return [];
    const all = copies.flat().sort((one, other) => one - other),
      last = all.pop();
    const listed = all.length ? all.join(text("comma")) + text("lastAnd") : "";
    return say("sizes", { sizes: `${listed}${last}` });
  }

  /** Whether a placement overlaps with some others. @param {number} placement @param {number[]} others */
  meets(placement, others) {
    const bits = this.deducer.bits(this.deducer.conflict, placement);
    return others.some((other) => (bits[other >> 6] >> BigInt(other & 63)) & 1n);
  }

  /** A story in one picture, and in one or two. @param {number[]} tried @param {number[][]} cells @param {Words} why */
  scenes(tried, cells, why) {
    const { deducer } = this,
      number = tried.length - 1,
      [first, second] = tried;
    const here = (/** @type {number} */ each) => ({
      word: text("here"),
      cell: deducer.cells(each)[0],
    });
    const begin = { piece: deducer.name(first), here: here(first) };
    const each = {
      words: say(number ? "ifForced" : "if", { ...begin, number, why }),
      tried,
      cells,
    };
    if (!number) return { each, scenes: [each] };
    const words =
      number === 1
        ? say("ifOne", { ...begin, other: deducer.name(second), there: here(second) })
        : say("ifMore", { ...begin, number });
    return {
      each,
      scenes: [
        { words, tried, cells: [] },
        { words: say("then", { why }), tried, cells },
      ],
    };
  }
}

/**
 * The cells of a sum that cannot be reached, by their numbers, and why it cannot.
 * @param {Deducer} deducer @param {Contradiction} broken @returns {[number[], Words]}
 */
function brokenSum(deducer, { sum, lower, upper }) {
  const { cover, rules, split } = deducer,
    { condition, about } = cover.sums[sum],
    { name, least, most } = condition,
    low = upper < split[sum].floor;
  if (condition.pieces.length)
    return [[], say(low ? "tooFewOf" : "tooManyOf", { pieces: condition.pieces.join(" or ") })];
  if (name === "tiles") return [[], say(low ? "tooFewPieces" : "tooManyPieces")];
  if (name === "fault-free") return [[], say("noCrossing", { line: about })];
  const cells = deducer.cellsOf(sum).sort((one, other) => one - other);
  // Where nothing can cover a region any more, no placement adds to its sum.
  if (!cells.length)
    cells.push(...condition.cells.map((each) => rules.cells.findIndex((cell) => same(cell, each))));
  const cell = rules.cells[cells[0]];
  if (name !== "sum") {
    const names = /** @type {const} */ ({
      equal: "sumEqual",
      unequal: "sumUnequal",
      "no-crossroads": "fourMeet",
      apart: "sideBySide",
    });
    return [cells, say(names[/** @type {keyof typeof names} */ (name)], { cell })];
  }
  let words = say("fromTo", { least, most: most ?? 0 });
  if (most === null) words = say("moreThan", { number: least - 1 });
  else if (least === most) words = [String(least)];
  else if (!least) words = say("lessThan", { number: most + 1 });
  const values = { sum: plain(words), cell, number: low ? upper : lower };
  return [cells, say(low ? "sumLow" : "sumHigh", values)];
}

/** The bits that two sets share. @param {BigUint64Array} one @param {BigUint64Array} other */
const both = (one, other) => one.map((word, i) => word & other[i]);

/** Some cells in a sentence. @param {number[][]} cells */
const these = (cells) => ({ word: text("these", { number: cells.length }), cell: cells[0] });

/**
 * The next placement that can be deduced; null if there is none without a guess, undefined if time
 * ran out.
 * @param {Deducer} deducer
 * @param {() => Promise<boolean>} going
 * @param {Set<string>} [enclosed]  Closed regions, by their cells: they need no hint.
 * @returns {Promise<HintAnswer | null | undefined>}
 */
export async function explained(deducer, going, enclosed = new Set()) {
  try {
    while (!deducer.solved) {
      const start = deducer.copy(),
        explainer = new Explainer(deducer),
        found = await explainer.conclude(going);
      if (!found) return found;
      const isNew = (/** @type {number} */ one) =>
        !enclosed.has(deducer.cells(one).map(key).join());
      const placement = found.chosen.find(isNew);
      if (placement !== undefined) return explainer.told(found, placement);
      deducer.restore(start);
      for (const each of found.chosen) deducer.choose(each);
    }
    return null;
  } catch (error) {
    if (error instanceof Contradiction) return null;
    throw error;
  }
}
