// What to try if no deduction is left. A suggestion proves nothing, but what it says is true.

/** @import { HintAnswer } from "../../../answers" */
/** @import { Rules } from "../../game/rules.js" */
/** @import { Cover } from "./cover.js" */
/** @import { Explainer } from "./explaining.js" */
/** @import { Machine } from "./module.js" */

import { key } from "../../geometry/geometry.js";
import { inOrder } from "../../game/state.js";
import { look } from "./clues.js";
import { shownBy } from "./cover.js";
import { joined, plain, say } from "../words/saying.js";
import { Search } from "./search.js";

/** Steps of a slice. */
const STEPS = 20_000;
/** How many solutions a suggestion is drawn from, at most, and among how many cells it is looked for. */
const SOLUTIONS = 1000,
  LOOKS = 6;
/** How many of the pieces are shown that follow a suggestion. */
const FOLLOW = 3;

/**
 * A piece to place next, of a solution: on the cell where the fewest placements are left.
 * @param {Machine} machine @param {Rules} rules
 * @param {Cover} cover  Of what is left of the puzzle.
 * @param {Explainer | null} explainer  That found no placement at the position.
 * @param {() => Promise<boolean>} going
 * @param {Set<string>} [enclosed]  Closed regions, by their cells: they need no hint.
 * @param {((owner: number[]) => boolean) | null} [isKnown]  Whether a solution was found before: a suggestion leads away from it.
 * @returns {Promise<HintAnswer | undefined>}
 */
export async function suggested(
  machine,
  rules,
  cover,
  explainer,
  going,
  enclosed = new Set(),
  isKnown = null,
) {
  const search = new Search(machine, cover),
    deducer = explainer?.deducer;
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
  // It is best if there are few ways to cover a cell, and if most of them lead to a solution.
  const rank = ({ cell = 0, times = 0 }) => 3 * left[cell] - 2 * times,
    best = counted.reduce((one, other) => (rank(other) < rank(one) ? other : one)),
    { cell, placement, times } = alike ?? best,
    isOnly = left[cell] === 1,
    isNew = fresh.length > 0;
  let name = /** @type {Parameters<typeof say>[0]} */ ("begin");
  if (alike) name = isNew ? "aheadNew" : isOnly ? "covered" : "ahead";
  else if (times === left[cell]) name = "oftenAll";
  else if (every && !isNew) name = "often";
  else if (times > 1) name = "oftenMore";
  const at = rules.cells[cell],
    lookFor = alike && !(isOnly && isNew) ? (isOnly ? "lookCovered" : "lookAhead") : null,
    { name: piece, called } = rules.sheet.pieces[cover.piece[placement]],
    cells = cover.items[placement].map((item) => rules.cells[item]),
    placed = { piece, cells, marks: [], word: "", ...shownBy(cover, placement) },
    number = deducer?.number(placed) ?? -1,
    other = left[cell] - 1,
    failing = name === "ahead" ? explainer?.failing(cell, number) : undefined,
    { soon, cases } = failing ?? { soon: 0, cases: [] };
  if (soon) name = soon < other ? "aheadSome" : "aheadAll";
  const found = { piece: called, cell: at, number: left[cell], times };
  let words = say(name, { ...found, other, soon, late: other - soon });
  /** @type {number[]} */
  let follow = [];
  if (name !== "aheadNew" && name !== "covered") {
    follow = number < 0 ? [] : (explainer?.follow(number).slice(0, FOLLOW) ?? []);
    const then = follow.length ? say("thenFollow", { number: follow.length }) : [];
    words = say("try", { ...found, why: joined([...then, ...words]) });
  }
  const tried = follow.flatMap((each) => deducer?.shown(each) ?? []),
    last = tried.length || cases.length ? [{ words, tried, cells: [] }] : [];
  return {
    ...placing(rules, cover, placement, [at], alike ? "ahead" : "try", words),
    clue: look(lookFor ?? "lookTry", at, left[cell]),
    ...{ pictures: [...cases.slice(0, 1), ...last], cases },
  };
}

/** The placement on each cell; -1 for none. @param {Cover} cover @param {number[]} row */
function ownersOf({ area, items }, row) {
  const owner = Array(area).fill(-1);
  for (const placement of row) for (const item of items[placement]) owner[item] = placement;
  return owner;
}

/**
 * The placement that most solutions have on a cell, of those that cover it, how many placements solutions have there, and whether some have another one or none.
 * @param {Cover} cover @param {boolean[]} closed  The placements that need no hint.
 * @param {number[][]} solutions @param {number} cell
 */
function commonest({ items, piece }, closed, solutions, cell) {
  /** @type {Map<number, number>} */
  const times = new Map();
  for (const owner of solutions) times.set(owner[cell], (times.get(owner[cell]) ?? 0) + 1);
  const tiles = [...times].filter(([placement]) => placement >= 0 && !closed[placement]),
    [[placement]] = tiles.sort(
      ([one, some], [other, more]) =>
        more - some || piece[one] - piece[other] || inOrder(items[one], items[other]),
    );
  return { placement, times: tiles.length, several: times.size > 1 };
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
