// All placements of pieces on one board, laid once, so that many puzzles on it are judged quickly: each
// allows some of the placements, has chosen others, and says how many copies there are.

/** @import { Cover } from "../solving/cover.js" */
/** @import { Machine } from "../solving/module.js" */
/** @import { Dice } from "./chance.js" */
/** @import { Rules } from "../../game/rules.js" */

import { Deducer, LARGEST } from "../solving/deduction.js";
import { Unsupported } from "../words/space.js";

/** Placements that a search for the tilings of a puzzle tries, one bound after the other. */
const BUDGETS = [20_000, 400_000, 8_000_000],
  QUICK = 4000;
/** The most solutions that are compared, and ways to rearrange a few tiles, one of which is drawn. */
const SOLUTIONS = 24,
  WAYS = 40;
/** Which of the arrays of a problem has the fewest and the most copies. */
const LEAST = 7,
  MOST = 8;

/**
 * Ascending placements.
 * @typedef {number[]} Tiling
 *
 * Placements that may be chosen (all if that is missing), and some that are; copies of each piece
 * (those of the problem if that is missing); cells that are covered already, and cells to leave empty.
 * @typedef {{ allowed?: Tiling, chosen?: Tiling, copies?: number[], covered?: boolean[], gaps?: number }} Position
 */

const ascending = (/** @type {number} */ one, /** @type {number} */ other) => one - other;

export class Field {
  /**
   * @param {Machine} machine @param {Rules} rules @param {Cover} cover
   * @param {{ placements: Int32Array }[]} turnings  After which a solution is no other one.
   */
  constructor(machine, rules, cover, turnings) {
    if (cover.items.length > LARGEST) throw new Unsupported("too many placements");
    this.machine = machine;
    this.cover = cover;
    this.turnings = turnings.map(({ placements }) => placements);
    this.all = Array.from(cover.items.keys());
    const { tables, regions } = new Deducer(machine, rules, cover);
    this.tables = tables;
    this.regions = regions;
  }

  /**
   * The tilings of a position, up to a number of them; null if the search stops at its budget first.
   * @param {Position} position @param {number} most @param {number} [budget]
   * @returns {Tiling[] | null}
   */
  within({ allowed = this.all, chosen = [], copies, covered, gaps }, most, budget = BUDGETS[2]) {
    const { machine, cover } = this,
      mark = machine.functions.mark(),
      [low, high] = gaps === undefined ? cover.empty : [gaps, gaps];
    const alive = machine.array("u64", [Math.ceil(cover.items.length / 64)]),
      bytes = new Uint8Array(machine.memory.buffer, alive.address, 8 * alive.length);
    for (const placement of allowed)
      if ((copies ?? cover.most)[cover.piece[placement]] > 0)
        bytes[placement >> 3] |= 1 << (placement & 7);
    const tables = [...this.tables];
    if (copies) tables[LEAST] = tables[MOST] = machine.from("i64", copies);
    const position = [
      alive,
      machine.from("bool", covered?.map(Number) ?? Array(cover.area).fill(0)),
      machine.array("i64", [cover.sizes.length + cover.sums.length]),
    ];
    const noted = [machine.array("u64", [alive.length]), machine.array("i64", [2])];
    for (const placement of chosen)
      machine.call("deduction_grade_place", [...tables, ...position, ...noted, placement]);
    const rows = machine.array("i32", [most, cover.area]);
    const [number] = machine.call("deduction_finish_finish", [
      ...[...tables, ...this.regions, ...position],
      ...[machine.from("i64", [low, high]), rows, budget],
    ]);
    const found = number < 0 ? [] : rows.rows(0, number).numbers;
    machine.functions.release(mark);
    if (number < 0) return null;
    return Array.from({ length: number }, (_, i) =>
      [
        ...chosen,
        ...found.slice(i * cover.area, (i + 1) * cover.area).filter((placement) => placement >= 0),
      ].sort(ascending),
    );
  }

  /**
   * Whether there is just one solution; those that are turned images of each other are one. Undefined
   * if that takes too long to find.
   * @param {Position} position
   */
  hasOne(position) {
    const most = this.turnings.length + 1;
    for (const budget of BUDGETS) {
      const found = this.within(position, most, budget);
      if (found) return found.length > 0 && found.length < most && this.areOne(found, position);
    }
    return undefined;
  }

  /** A solution and whether it is the only one, if that is quickly found. @param {Position} position @returns {[Tiling | null, boolean]} */
  quickly(position) {
    const most = this.turnings.length + 1,
      found = this.within(position, most, QUICK) ?? [];
    if (!found.length) return [null, false];
    return [found[0], found.length < most && this.areOne(found, position)];
  }

  /** Whether tilings are images of each other, by turnings that leave the puzzle as it is. @param {Tiling[]} tilings @param {Position} position */
  areOne([first, ...others], { allowed, chosen }) {
    if (!others.length) return true;
    /** @param {Int32Array} to @param {Tiling} [own] */
    const image = (to, own) => String(own?.map((placement) => to[placement]).sort(ascending));
    const images = this.turnings
      .filter((to) =>
        [allowed, chosen].every(
          (own) => !own || image(to, own) === String([...own].sort(ascending)),
        ),
      )
      .map((to) => image(to, first));
    return others.every((tiling) => images.includes(String(tiling)));
  }

  /** The tile on each cell, by its place in a tiling; its length for a cell that stays empty. @param {Tiling} tiling */
  tiles(tiling) {
    const found = Array(this.cover.area).fill(tiling.length);
    for (const [i, placement] of tiling.entries())
      for (const item of this.cover.items[placement]) found[item] = i;
    return found;
  }

  /** How many copies of each piece a tiling has. @param {Tiling} tiling */
  copies(tiling) {
    const found = this.cover.sizes.map(() => 0);
    for (const placement of tiling) found[this.cover.piece[placement]]++;
    return found;
  }

  /**
   * Rearrange a few tiles around a difference from another tiling, and perhaps the cell that stays
   * empty, if there is another way; else the tiling itself.
   * @param {Tiling} tiling @param {Tiling} other @param {Dice} dice
   */
  changed(tiling, other, dice) {
    const { cover } = this,
      tiles = this.tiles(tiling),
      there = new Set(other),
      differ = tiling.flatMap((placement, i) => (there.has(placement) ? [] : [i]));
    const taken = new Set([dice.one(differ.length ? differ : [...tiling.keys()])]);
    for (let more = dice.share() < 0.7 ? 2 : 3; more > 0; more--) {
      const around = tiles.flatMap((tile, cell) =>
        !taken.has(tile) && cover.beside[cell].some((next) => taken.has(tiles[next])) ? [tile] : [],
      );
      if (around.length) taken.add(dice.one(around));
    }
    const covered = tiles.map((tile) => !taken.has(tile));
    const found = this.within(
      {
        allowed: this.all.filter((i) => cover.items[i].every((item) => !covered[item])),
        covered,
        gaps: Number(taken.has(tiling.length)),
      },
      WAYS,
      BUDGETS[0],
    );
    if (!found || found.length < 2) return tiling;
    return [...tiling.filter((_, i) => !taken.has(i)), ...dice.one(found)].sort(ascending);
  }

  /**
   * Change a tiling until its puzzle has one solution; null if that takes more rounds.
   * @param {Tiling} start @param {(tiling: Tiling) => Position} puzzle @param {Dice} dice
   * @param {number} rounds
   * @param {() => Promise<void>} go  Called between the rounds.
   */
  async climbed(start, puzzle, dice, rounds, go) {
    const solutions = (/** @type {Tiling} */ tiling) =>
      this.within(puzzle(tiling), SOLUTIONS, BUDGETS[0]);
    let best = start,
      found = solutions(start);
    for (let round = 0; round < rounds && found?.length !== 1; round++) {
      await go();
      const own = String(best),
        others = (found ?? []).filter((tiling) => String(tiling) !== own),
        candidate = this.changed(best, others.length ? dice.one(others) : best, dice);
      if (candidate === best) continue;
      const fewer = solutions(candidate);
      if ((fewer?.length ?? SOLUTIONS) > (found?.length ?? SOLUTIONS)) continue;
      best = candidate;
      found = fewer;
    }
    return found?.length === 1 ? best : null;
  }
}
