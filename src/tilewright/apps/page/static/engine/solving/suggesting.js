// What to try if no deduction is left. A suggestion proves nothing, but what it says is true.

/** @import { HintAnswer } from "../../../answers" */
/** @import { Rules } from "../../game/rules.js" */
/** @import { Cover } from "./cover.js" */
/** @import { Deducer } from "./deduction.js" */
/** @import { Machine } from "./module.js" */

import { key } from "../../geometry/geometry.js";
import { inOrder } from "../../game/state.js";
import { look } from "./clues.js";
import { shownBy } from "./cover.js";
import { plain, say } from "../words/saying.js";
import { Search } from "./search.js";

/** Steps of a slice. */
const STEPS = 20_000;
/** How many solutions a suggestion is drawn from, at most, and among how many cells it is looked for. */
const SOLUTIONS = 1000,
  LOOKS = 6;
/** Among how many solutions it is seen that they are the same one, turned. */
const IMAGES = 200;

/**
 * A piece to place next, of a solution: on the cell where the fewest placements are left.
 * @param {Machine} machine @param {Rules} rules
 * @param {Cover} cover  Of what is left of the puzzle.
 * @param {Deducer | null} deducer  At the position.
 * @param {() => Promise<boolean>} going
 * @param {Set<string>} [enclosed]  Closed regions, by their cells: they need no hint.
 * @param {((owner: number[]) => boolean) | null} [isKnown]  Whether a solution was found before: a suggestion leads away from it.
 * @param {(solutions: number[][]) => boolean} [areImages]  Whether solutions are the same one, turned.
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
  areImages = () => false,
) {
  const search = new Search(machine, cover);
  /** Of each cell and solution, the placement on it. @type {number[][]} */
  let solutions = [];
  while (!search.done && solutions.length < SOLUTIONS) {
    for (const row of search.advance(STEPS)) solutions.push(ownersOf(cover, row));
    if (!search.done && !(await going())) break;
  }
  const every = search.done && solutions.length <= SOLUTIONS;
  solutions = solutions.slice(0, SOLUTIONS);
  const fresh = isKnown ? solutions.filter((owner) => !isKnown(owner)) : [];
  if (fresh.length) solutions = fresh;
  const [solution] = solutions;
  if (!solution) return undefined;
  const covered = deducer?.covered.numbers ?? [],
    left = deducer?.counts() ?? [];
  const closed = cover.items.map((items) =>
    enclosed.has(items.map((item) => key(rules.cells[item])).join()),
  );
  /** @param {number[]} owner @param {number} cell */
  const isOpen = (owner, cell) => owner[cell] >= 0 && !closed[owner[cell]];
  const looks = left
    .flatMap((_, cell) =>
      covered[cell] || !solutions.some((owner) => isOpen(owner, cell)) ? [] : [cell],
    )
    .sort((one, other) => left[one] - left[other]);
  if (!looks.length) return lookedUp(rules, cover, solution);
  const counted = looks
    .slice(0, LOOKS)
    .map((cell) => ({ cell, ...commonest(cover, closed, solutions, cell) }));
  const alike = every ? counted.find(({ several }) => !several) : undefined;
  const { cell, placement, times } = alike ?? counted[0];
  const values = {
    piece: rules.sheet.pieces[cover.piece[placement]].called,
    cell: rules.cells[cell],
    number: alike ? left[cell] : solutions.length,
    other: left[cell] - 1,
    ...{ times, new: fresh.length ? "new " : "" },
  };
  const isTurned = () => !fresh.length && solutions.length <= IMAGES && areImages(solutions);
  let name = /** @type {Parameters<typeof say>[0]} */ ("begin");
  const isOnly = left[cell] === 1;
  if (alike) name = fresh.length ? "aheadNew" : isOnly ? "covered" : "ahead";
  else if (every) name = isTurned() ? "turned" : "often";
  const at = rules.cells[cell],
    lookFor = alike && !(isOnly && fresh.length) ? (isOnly ? "lookCovered" : "lookAhead") : null,
    otherwise = name === "turned" ? "lookTurned" : "lookTry",
    words = say(name, values);
  return {
    ...placing(rules, cover, placement, [at], alike ? "ahead" : "try", words),
    clue: look(lookFor ?? otherwise, at, left[cell]),
  };
}

/** The placement on each cell; -1 for none. @param {Cover} cover @param {number[]} row */
function ownersOf({ area, items }, row) {
  const owner = Array(area).fill(-1);
  for (const placement of row) for (const item of items[placement]) owner[item] = placement;
  return owner;
}

/**
 * The placement that most solutions have on a cell, of those that cover it, and whether some have another one or none.
 * @param {Cover} cover @param {boolean[]} closed  The placements that need no hint.
 * @param {number[][]} solutions @param {number} cell
 */
function commonest({ items, piece }, closed, solutions, cell) {
  /** @type {Map<number, number>} */
  const times = new Map();
  for (const owner of solutions) times.set(owner[cell], (times.get(owner[cell]) ?? 0) + 1);
  const tiles = [...times].filter(([placement]) => placement >= 0 && !closed[placement]),
    [[placement, number]] = tiles.sort(
      ([one, some], [other, more]) =>
        more - some || piece[one] - piece[other] || inOrder(items[one], items[other]),
    );
  return { placement, times: number, several: times.size > 1 };
}

/** A piece of a solution that is not placed yet. @param {Rules} rules @param {Cover} cover @param {number[]} solution */
function lookedUp(rules, cover, solution) {
  const placement = solution.find((own, cell) => own >= 0 && cover.open[cell]);
  if (placement === undefined) return undefined;
  const cells = cover.items[placement].map((item) => rules.cells[item]);
  return {
    ...placing(rules, cover, placement, cells, "look", say("part")),
    clue: look("lookPart", cells[0]),
  };
}

/** @param {Rules} rules @param {Cover} cover @param {number} placement @param {number[][]} cells @param {string} kind @param {HintAnswer["words"]} words @returns {Omit<HintAnswer, "clue">} */
function placing(rules, cover, placement, cells, kind, words) {
  return {
    action: "place",
    text: plain(words),
    words,
    piece: rules.sheet.pieces[cover.piece[placement]].name,
    place: cover.items[placement].map((item) => rules.cells[item]),
    ...shownBy(cover, placement),
    ...{ cells, kinds: [kind], edges: [], pictures: [], cases: [] },
  };
}
