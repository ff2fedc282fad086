// All tilings of a puzzle, listed once for *All tilings*, in the order of the library.

/** @import { Sheet, TilingsAnswer } from "../../../answers" */
/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Cover } from "../solving/cover.js" */
/** @import { Puzzles } from "../solving/puzzles.js" */
/** @import { Going } from "./questions.js" */
/** @import { Symmetry } from "../solving/symmetries.js" */

import { Rules } from "../../game/rules.js";
import { coverOf, spaceOf } from "../solving/cover.js";
import { Machine } from "../solving/module.js";
import { Search } from "../solving/search.js";
import { Unsupported } from "../words/space.js";
import { symmetriesOf } from "../solving/symmetries.js";

/** More tilings than this are not listed. */
export const MOST = 50_000;
/** Steps of a slice. */
const STEPS = 20_000;

/** @param {number} one @param {number} other */
const ascending = (one, other) => one - other;

/**
 * The tilings of a puzzle, unless there are too many, or time runs out.
 * @param {Puzzles} puzzles @param {Sheet} sheet @param {Going} going
 * @returns {Promise<TilingsAnswer>}
 */
export async function listed(puzzles, sheet, going) {
  const { facts, identity, module } = puzzles;
  if (sheet.surface && sheet.id.startsWith("id:") && (await identity.read(sheet.id)).byWrap)
    throw new Unsupported("wraps count separately");
  const machine = new Machine(module),
    space = spaceOf(facts, sheet),
    rules = new Rules(sheet),
    cover = coverOf(machine, space, rules, [], []);
  const symmetries = symmetriesOf(machine, space, rules, cover).filter(({ cells }) =>
    cover.optional.every((may, i) => cover.optional[cells[i]] === may),
  );
  const lead = leading(cover, symmetries),
    kept = [...cover.items.keys()].filter((i) => lead.allowed[i]);
  const search = new Search(machine, {
    ...cover,
    items: kept.map((i) => cover.items[i]),
    orientation: kept.map((i) => cover.orientation[i]),
    piece: kept.map((i) => cover.piece[i]),
  });
  const shape = sheet.lattice?.layers
    ? [sheet.lattice.layers, sheet.rows, sheet.columns]
    : [sheet.rows, sheet.columns];
  const rank = ranked(cover, rules.cells, shape, space.lattice.kinds);
  /** The tilings, each with its placements in order. @type {Map<string, number[]>} */
  const all = new Map();
  while (!search.done && all.size <= MOST) {
    for (const row of search.advance(STEPS))
      for (const to of lead.group) {
        const tiling = row.map((i) => rank[to[kept[i]]]).sort(ascending);
        all.set(String(tiling), tiling);
      }
    if (!search.done && !(await going())) break;
  }
  if (!search.done || all.size > MOST)
    return { finished: false, count: search.done ? all.size : null, least: all.size, list: null };
  const tilings = [...all.values()].sort(lexical),
    order = [...rank.keys()].sort((one, other) => rank[one] - rank[other]);
  const start = new Uint32Array(tilings.length + 1);
  for (const [i, tiling] of tilings.entries()) start[i + 1] = start[i] + tiling.length;
  return {
    finished: true,
    count: tilings.length,
    least: tilings.length,
    list: {
      piece: Int32Array.from(order, (i) => cover.piece[i]),
      cells: order.map((i) => cover.items[i].map((cell) => rules.cells[cell])),
      start,
      placements: Uint32Array.from(tilings.flat()),
      solution: solutionsOf(
        tilings,
        symmetries.map(({ placements }) => order.map((i) => rank[placements[i]])),
      ),
    },
  };
}

/**
 * The number of the solution that each tiling shows: tilings that symmetries of the board take to each
 * other show the same one.
 * @param {number[][]} tilings  Sorted. @param {number[][]} symmetries  Where they take placements.
 */
function solutionsOf(tilings, symmetries) {
  const numbers = new Map(tilings.map((tiling, i) => [String(tiling), i])),
    found = new Int32Array(tilings.length).fill(-1);
  let count = 0;
  for (const [i, tiling] of tilings.entries()) {
    if (found[i] >= 0) continue;
    for (const to of symmetries) {
      const image = String(tiling.map((placement) => to[placement]).sort(ascending));
      found[/** @type {number} */ (numbers.get(image))] = count;
    }
    count++;
  }
  return found;
}

/**
 * One placement of each orbit of a piece that is used just once, and the symmetries that lead from
 * them to all of its placements: every tiling is an image of one with such a placement.
 * @param {Cover} cover @param {Symmetry[]} symmetries
 */
function leading({ items, piece, least, most }, symmetries) {
  const same = [...items.keys()];
  let best = { allowed: same.map(() => true), group: [same], saved: 1 };
  for (const [which] of least.entries()) {
    if (least[which] !== 1 || most[which] !== 1) continue;
    const own = same.filter((i) => piece[i] === which),
      group = symmetries
        .map(({ placements }) => placements)
        .filter((to) => own.every((i) => piece[to[i]] === which)),
      leads = own.filter((i) => group.every((to) => to[i] >= i)),
      saved = own.length / leads.length;
    if (!(saved > best.saved)) continue;
    const there = new Set(leads);
    best = {
      allowed: same.map((i) => piece[i] !== which || there.has(i)),
      group: group.map((to) => [...to]),
      saved,
    };
  }
  return best;
}

/**
 * The place of each placement in the order in which tilings are compared: by its first cell, line by
 * line along the axis with the most lines, then by its orientation.
 * @param {Cover} cover @param {Cell[]} cells @param {number[]} shape @param {number} kinds
 */
function ranked({ items, orientation }, cells, shape, kinds) {
  const last = shape.length - 1,
    lines = shape.map((size, axis) => Math.floor(size / (axis === last ? kinds : 1))),
    long = lines.indexOf(Math.max(...lines));
  /** The cell as it is compared. @param {Cell} cell */
  const coordinates = (cell) => [
    long === last ? Math.floor(cell[long] / kinds) : cell[long],
    ...cell.filter((_, axis) => axis !== long),
    long === last ? cell[long] % kinds : 0,
  ];
  const keys = cells.map(coordinates),
    position = new Int32Array(cells.length);
  const order = [...cells.keys()].sort((one, other) => lexical(keys[one], keys[other]));
  for (const [at, cell] of order.entries()) position[cell] = at;
  const first = items.map((own) => Math.min(...own.map((cell) => position[cell])));
  const rank = new Uint32Array(items.length);
  const sorted = [...items.keys()].sort(
    (one, other) =>
      first[one] - first[other] || orientation[one] - orientation[other] || one - other,
  );
  for (const [at, placement] of sorted.entries()) rank[placement] = at;
  return rank;
}

/** By the first number that differs; what goes on is before what has ended. @param {number[]} one @param {number[]} other */
function lexical(one, other) {
  const shorter = Math.min(one.length, other.length);
  for (let i = 0; i < shorter; i++) if (one[i] !== other[i]) return one[i] - other[i];
  return other.length - one.length;
}
