// What to try where no deduction is left: no step of a proof, but what is said holds. Placements that
// were excluded are in no solution.

/** @import { HintAnswer } from "../../answers" */
/** @import { Rules } from "../game/rules.js" */
/** @import { Cover } from "./cover.js" */
/** @import { Deducer } from "./deduction.js" */
/** @import { Machine } from "./module.js" */

import { HINTS } from "../texts/en.js";
import { key } from "../geometry/geometry.js";
import { Search } from "./search.js";

/** Steps of a slice. */
const STEPS = 20_000;
/** How many solutions a suggestion is drawn from, at most, and among how many cells it is looked for. */
const SOLUTIONS = 20_000,
  LOOKS = 6;
/** Among how many solutions those are looked for that were not found before. */
const NEW = 1000;

/**
 * A piece to place next, of a solution: on the cell where the fewest placements are left.
 * @param {Machine} machine @param {Rules} rules
 * @param {Cover} cover  Of what is left of the puzzle.
 * @param {Deducer | null} deducer  After all deductions.
 * @param {() => Promise<boolean>} going
 * @param {Set<string>} [enclosed]  Closed regions, by their cells: they need no hint.
 * @param {((owner: number[]) => boolean) | null} [isKnown]  Whether a solution was found before: a suggestion leads away from it.
 * @returns {Promise<HintAnswer | undefined>}
 */
export async function suggested(
  machine,
  rules,
  cover,
  deducer,
  going,
  enclosed = new Set(),
  isKnown = null,
) {
  const search = new Search(machine, cover);
  /** Of each cell and solution, the placement on it. @type {number[][]} */
  let solutions = [];
  while (!search.done && solutions.length < SOLUTIONS) {
    for (const row of search.advance(STEPS)) solutions.push(ownersOf(cover, row));
    if (!search.done && !(await going())) break;
  }
  const all = search.done && solutions.length <= SOLUTIONS;
  const fresh = isKnown ? solutions.slice(0, NEW).filter((owner) => !isKnown(owner)) : [];
  if (fresh.length) solutions = fresh;
  const [solution] = solutions;
  if (!solution) return undefined;
  const covered = deducer?.covered.numbers ?? [],
    left = deducer?.counts() ?? [];
  /** @param {number} cell */
  const isClosed = (cell) =>
    enclosed.has(cover.items[solution[cell]].map((item) => key(rules.cells[item])).join());
  const looks = left
    .flatMap((_, cell) => (covered[cell] || solution[cell] < 0 || isClosed(cell) ? [] : [cell]))
    .sort((one, other) => left[one] - left[other]);
  if (!looks.length) return lookedUp(rules, cover, solution);
  const every = all && !fresh.length;
  const counted = looks.slice(0, LOOKS).map((cell) => ({ cell, ...commonest(solutions, cell) }));
  const alike = every ? counted.find(({ several }) => !several) : undefined;
  const { cell, placement, times } = alike ?? counted[0];
  const name = rules.sheet.pieces[cover.piece[placement]].called;
  let why = HINTS.begin(name);
  if (alike) why = left[cell] === 1 ? HINTS.covered(name) : HINTS.ahead(name);
  else if (every) why = HINTS.often(name, times, solutions.length);
  const fewest = Math.min(...left.filter((number, cell) => number && !covered[cell])),
    say = left[cell] === fewest ? HINTS.fewest : HINTS.few,
    words = say(rules.cells[cell], left[cell], why);
  return placing(rules, cover, placement, [rules.cells[cell]], alike ? "ahead" : "try", words);
}

/** The placement on each cell; -1 for none. @param {Cover} cover @param {number[]} row */
function ownersOf({ area, items }, row) {
  const owner = Array(area).fill(-1);
  for (const placement of row) for (const item of items[placement]) owner[item] = placement;
  return owner;
}

/**
 * The placement that most solutions have on a cell, of those that cover it, and whether some have another one or none.
 * @param {number[][]} solutions @param {number} cell
 */
function commonest(solutions, cell) {
  /** @type {Map<number, number>} */
  const times = new Map();
  for (const owner of solutions) times.set(owner[cell], (times.get(owner[cell]) ?? 0) + 1);
  const tiles = [...times].filter(([placement]) => placement >= 0),
    [[placement, number]] = tiles.sort(([, one], [, other]) => other - one);
  return { placement, times: number, several: times.size > 1 };
}

/** A piece of a solution that is not placed yet. @param {Rules} rules @param {Cover} cover @param {number[]} solution */
function lookedUp(rules, cover, solution) {
  const placement = solution.find((own, cell) => own >= 0 && cover.open[cell]);
  if (placement === undefined) return undefined;
  const cells = cover.items[placement].map((item) => rules.cells[item]);
  return placing(rules, cover, placement, cells, "look", [HINTS.part]);
}

/** @param {Rules} rules @param {Cover} cover @param {number} placement @param {number[][]} cells @param {string} kind @param {HintAnswer["words"]} words @returns {HintAnswer} */
function placing(rules, cover, placement, cells, kind, words) {
  return {
    action: "place",
    text: words.map((part) => (typeof part === "string" ? part : key(part))).join(""),
    words,
    piece: rules.sheet.pieces[cover.piece[placement]].name,
    place: cover.items[placement].map((item) => rules.cells[item]),
    ...{ cells, kinds: [kind], edges: [] },
  };
}
