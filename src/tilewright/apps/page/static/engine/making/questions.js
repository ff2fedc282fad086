// Questions about puzzles that are not of a game: what one is and how hard, how many tilings it has,
// and how a search for them goes.

/** @import { CountAnswer, CountRequest, GradeSheet, Sheet, SolutionsAnswer, SolutionsRequest } from "../../../answers" */
/** @import { Problem } from "../words/problems.js" */
/** @import { Puzzles } from "../solving/puzzles.js" */

import { Rules } from "../../game/rules.js";
import { counted, OneOfEach, turningsIn } from "../solving/counting.js";
import { coverOf } from "../solving/cover.js";
import { LARGEST } from "../solving/deduction.js";
import { Grader } from "../solving/grading.js";
import { made } from "../words/identity.js";
import { Machine } from "../solving/module.js";
import { Search } from "../solving/search.js";
import { Unsupported } from "../words/space.js";
import { symmetriesOf } from "../solving/symmetries.js";
import { traced } from "../solving/tracing.js";

/** Steps of a slice. */
const STEPS = 20_000;

/** Called between slices of work; false ends it. @typedef {() => Promise<boolean>} Going */

/** What is laid on the board of a sheet. @param {Puzzles} puzzles @param {Sheet} sheet @param {Problem} problem */
export function laid({ module }, sheet, { board: { lattice, surface } }) {
  const machine = new Machine(module),
    rules = new Rules(sheet),
    space = { lattice, surface };
  return { machine, rules, space, cover: coverOf(machine, space, rules, [], []) };
}

/**
 * The sheet of a puzzle, with its grade if it has one solution and that is found in time.
 * @param {Puzzles} puzzles @param {string} id
 * @param {Going} going
 * @returns {Promise<Sheet>}
 */
export async function puzzleWith(puzzles, id, going) {
  const puzzle = await puzzles.identity.read(id),
    problem = puzzles.problem(puzzle),
    sheet = puzzles.describe(puzzle, problem);
  if (!sheet.id.startsWith("id:") || problem.byWrap || !puzzles.kernels) return sheet;
  const grade = await gradeOf(puzzles, sheet, problem, going);
  return grade ? { ...sheet, grade, level: grade.level } : sheet;
}

/**
 * The grade of a puzzle; null if it has not just one solution, undefined if time ran out.
 * @param {Puzzles} puzzles @param {Sheet} sheet @param {Problem} problem @param {Going} going
 * @returns {Promise<GradeSheet | null | undefined>}
 */
export async function gradeOf(puzzles, sheet, problem, going) {
  const { machine, rules, space, cover } = laid(puzzles, sheet, problem);
  if (cover.items.length > LARGEST) return null;
  const symmetries = symmetriesOf(machine, space, rules, cover),
    one = new OneOfEach(machine, cover, turningsIn(sheet, symmetries));
  const search = new Search(machine, cover);
  for (let found = 0; !search.done; ) {
    found += one.count(search.advance(STEPS));
    if (found > 1) return null;
    if (search.done && !found) return null;
    if (!search.done && !(await going())) return undefined;
  }
  return new Grader(machine, rules, cover, symmetries, puzzles.facts.grades, going).grade();
}

/**
 * How many tilings there are.
 * @param {Puzzles} puzzles @param {CountRequest} asked @param {Going} going
 * @returns {Promise<CountAnswer>}
 */
export async function count(puzzles, { board, pieces, turn = "free", empty = 0 }, going) {
  const puzzle = made(puzzles.facts.plain, puzzles.readBoard(board), pieces, turn);
  puzzle.empty = [empty, empty];
  if (puzzle.board.marked && puzzle.board.lattice.dimension > 2)
    throw new Unsupported("boards of cubes with marks are not supported in the browser");
  const problem = puzzles.problem(puzzle),
    { machine, rules, space, cover } = laid(puzzles, puzzles.describe(puzzle, problem), problem);
  return counted(machine, space, rules, cover, going);
}

/**
 * The solutions of a puzzle that somebody sets: how many there are (it stops above `most`), two of them,
 * where these differ, where all are the same, and how hard the puzzle is if there is only one.
 * @param {Puzzles} puzzles @param {SolutionsRequest} asked @param {Going} going
 * @returns {Promise<SolutionsAnswer>}
 */
export async function solutions(puzzles, { id, most }, going) {
  const puzzle = await puzzles.identity.read(id),
    problem = puzzles.problem(puzzle),
    sheet = puzzles.describe(puzzle, problem),
    { machine, rules, space, cover } = laid(puzzles, sheet, problem);
  /** What is on each cell in a tiling. @param {number[]} row */
  const shownIn = (row) => {
    const found = Array(cover.area).fill("");
    for (const i of row)
      for (const [at, cell] of cover.items[i].entries())
        found[cell] = `${cover.items[i]} ${cover.marks[i]?.[at] ?? ""}`;
    return found;
  };
  /** @type {number[][]} */
  const chosen = [];
  /** @type {(string | null)[]} */
  let same = [];
  /** @type {number[]} */
  let spare = [];
  let found = 0;
  const answer = await counted(machine, space, rules, cover, going, (rows, one) => {
    for (const row of rows) {
      const here = shownIn(row);
      same = found++ ? same.map((own, cell) => (own === here[cell] ? own : null)) : here;
      if (chosen.length > 1) continue;
      // Of tilings that are turned images of each other, one is enough.
      if (!one || one.count([row])) chosen.push(row);
      else spare = row;
    }
    return found <= most;
  });
  if (found > 1 && chosen.length < 2 && spare.length) chosen.push(spare);
  const shown = chosen.map(shownIn),
    single = answer.exact && [answer.different, answer.count].includes("1");
  const where = (/** @type {(cell: number) => boolean} */ is) =>
    rules.cells.filter((_, cell) => is(cell));
  return {
    ...answer,
    grade: single && most ? ((await gradeOf(puzzles, sheet, problem, going)) ?? null) : null,
    more: !answer.exact && found > most,
    tilings: chosen.map((row) =>
      row.map((i) => ({
        piece: sheet.pieces[cover.piece[i]].name,
        color: sheet.pieces[cover.piece[i]].color,
        cells: cover.items[i].map((cell) => rules.cells[cell]),
        marks: cover.marks[i] ?? [],
      })),
    ),
    apart: where((cell) => shown.length > 1 && shown[0][cell] !== shown[1][cell]),
    same: where((cell) => Boolean(same[cell])),
    uncovered: where(
      (cell) => !cover.optional[cell] && !cover.items.some((own) => own.includes(cell)),
    ),
  };
}

/**
 * A search step by step: the puzzle, then events, then how it ended.
 * @param {Puzzles} puzzles @param {string} id @param {Going} going
 */
export async function* watch(puzzles, id, going) {
  const puzzle = await puzzles.identity.read(id),
    problem = puzzles.problem(puzzle);
  if (problem.byWrap) throw new Unsupported("wraps count separately");
  const sheet = puzzles.describe(puzzle, problem),
    { machine, rules, cover } = laid(puzzles, sheet, problem);
  yield { puzzle: sheet, engine: "dance" };
  yield* traced(machine, rules, cover, going);
}
