// How many tilings a puzzle has, and how many of them differ by more than a turn of the whole board.

/** @import { CountAnswer, Sheet } from "../../../answers" */
/** @import { Cover, Space } from "./cover.js" */
/** @import { Machine } from "./module.js" */
/** @import { Symmetry } from "./symmetries.js" */

import { Rules } from "../../game/rules.js";
import { coverOf } from "./cover.js";
import { Search, table } from "./search.js";
import { symmetriesOf } from "./symmetries.js";

/** Steps of a slice. */
const STEPS = 20_000;
/** The most turnings of a board, times its cells. */
const TURNINGS = 1 << 14;
/** Different tilings are counted among at most so many. */
const LISTED = 200_000;

/**
 * Where symmetries take the cells; a solution that they turn into another one is the same solution.
 * @param {Sheet} sheet @param {Symmetry[]} symmetries
 */
export const turningsIn = ({ turns }, symmetries) =>
  symmetries.filter(({ element }) => turns.includes(element)).map(({ cells }) => cells);

/**
 * The turnings of the board without pieces; null if there are too many.
 * @param {Machine} machine @param {Space} space @param {Rules} rules
 * @returns {number[][] | null}
 */
export function turningsOf(machine, space, { sheet }) {
  const bare = new Rules({ ...sheet, placed: [] }),
    symmetries = symmetriesOf(machine, space, bare, coverOf(machine, space, bare, [], [])),
    turnings = turningsIn(sheet, symmetries);
  return turnings.length * bare.cells.length > TURNINGS ? null : turnings;
}

/** Counts tilings, of those that are turned images of each other only one. */
export class OneOfEach {
  /**
   * @param {Machine} machine
   * @param {Cover} cover
   * @param {number[][]} turnings  Where each takes each cell.
   */
  constructor(machine, { items, piece, marks, optional }, turnings) {
    this.machine = machine;
    /** @param {number} i @param {number[]} cells */
    const word = (i, cells) =>
      `${piece[i]}:${[...cells.keys()]
        .sort((one, other) => cells[one] - cells[other])
        .map((at) => `${cells[at]}=${marks[i]?.[at] ?? ""}`)}`;
    const numbers = new Map(items.map((own, i) => [word(i, own), i]));
    const group = turnings
      // A piece that covers a cell for good may be why only the image of that cell may stay empty.
      .filter((to) => optional.every((may, cell) => optional[to[cell]] === may))
      .map((to) =>
        items.map((own, i) =>
          numbers.get(
            word(
              i,
              own.map((cell) => to[cell]),
            ),
          ),
        ),
      )
      .filter((images) => !images.includes(undefined))
      .map((images) => images.map(Number));
    this.order = group.length;
    const size = items.length;
    this.group = machine.from("i32", group.flat(), [group.length, size]);
    this.allowed = machine.array("bool", [size], 1);
    this.apart = machine.array("u64", [size]);
  }

  /** @param {number[][]} rows  The placements of each tiling. */
  count(rows) {
    if (this.order < 2 || !rows.length) return rows.length;
    const { machine } = this,
      mark = machine.functions.mark();
    const [kept] = machine.call("cover_images_keep", [
      ...[table(machine, rows), this.group, this.allowed, this.apart],
      machine.array("i64", [rows.length]),
    ]);
    machine.functions.release(mark);
    return kept;
  }
}

/**
 * Count the tilings of a puzzle as far as time allows.
 * @param {Machine} machine @param {Space} space @param {Rules} rules @param {Cover} cover
 * @param {() => Promise<boolean>} going
 * @param {(rows: number[][], one: OneOfEach | null) => boolean} [take]  Takes tilings; false ends the count.
 * @returns {Promise<CountAnswer>}
 */
export async function counted(machine, space, rules, cover, going, take) {
  const search = new Search(machine, cover),
    turnings = turningsOf(machine, space, rules),
    one = turnings && new OneOfEach(machine, cover, turnings);
  let count = 0,
    different = 0;
  while (!search.done) {
    const rows = search.advance(STEPS);
    count += rows.length;
    if (one && count <= LISTED) different += one.count(rows);
    if (take && !take(rows, one)) break;
    if (!search.done && !(await going())) break;
  }
  const known = search.done && one && count <= LISTED;
  return {
    ...{ finished: search.done, count: String(count), exact: search.done },
    ...{ different: known ? String(different) : null, reason: null, weights: null },
  };
}
