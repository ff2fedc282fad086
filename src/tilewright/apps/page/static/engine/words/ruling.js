// What rules demand of placements: sums between two bounds, as the library has them, with the same
// numbers.

/** @import { Rules } from "../../game/rules.js" */
/** @import { Condition } from "../../game/conditions.js" */
/** @import { Space } from "../solving/cover.js" */

import { key } from "../../geometry/geometry.js";
import { agrees, classOf, cornersOf, isOf, linesOf } from "../../game/conditions.js";
import { Unsupported } from "./space.js";

/**
 * A sum over the placements that are used. Each term is a placement, the cell at which it counts (-1
 * for all of its cells) and its weight; the weights of a colored sum are colors, all of which must be
 * the same.
 * @typedef {{ placement: number, cell: number, weight: number }} Term
 * @typedef {{ condition: Condition, about: string, least: number, most: number, colored: boolean, terms: Term[] }} Sum
 *
 * What is laid on the board: the cells of each placement, its piece, and what it shows on its cells.
 * @typedef {{ items: number[][], piece: number[], marks: string[][] }} Lying
 */

/** What a placement adds to each sum, or its color there. @param {Sum} sum */
export function totals({ terms, colored }) {
  /** @type {Map<number, number>} */
  const found = new Map();
  for (const { placement, weight } of terms) {
    const before = found.get(placement) ?? 0;
    found.set(placement, colored ? Math.max(before, weight) : before + weight);
  }
  return new Map([...found].filter(([, weight]) => weight > 0));
}

/** Whether the placements of a tiling make up all sums. @param {Sum[]} sums @param {number[]} chosen */
export function holds(sums, chosen) {
  const used = new Set(chosen);
  return sums.every(({ terms, least, most, colored }) => {
    const own = terms.filter(({ placement }) => used.has(placement)).map(({ weight }) => weight);
    if (colored) return new Set(own).size < 2;
    const total = own.reduce((sum, weight) => sum + weight, 0);
    return least <= total && total <= most;
  });
}

/**
 * Whether a permutation of the placements permutes the sums.
 * @param {Sum[]} sums @param {ArrayLike<number>} to
 */
export function keeps(sums, to) {
  const named = (/** @type {(placement: number) => number} */ move) =>
    sums
      .map(
        (sum) =>
          `${[sum.least, sum.most, sum.colored]} ${[...totals(sum)]
            .map(([placement, weight]) => `${move(placement)}:${weight}`)
            .sort()}`,
      )
      .sort()
      .join("|");
  return named((placement) => placement) === named((placement) => to[placement]);
}

/**
 * The sums that the rules of a puzzle demand, and which placements they allow at all.
 * @param {Space} space @param {Rules} rules @param {Lying} lying
 */
export function demandsOf(space, rules, lying) {
  const found = new Demands(space, rules, lying),
    sums = rules.conditions.flatMap((condition) => [...found.of(condition)]);
  for (const sum of sums)
    if (!sum.colored)
      for (const [placement, weight] of totals(sum))
        if (weight > sum.most) found.allowed[placement] = false;
  return { sums, allowed: found.allowed };
}

/** The marks that pieces show, each once, after the empty mark. @param {Rules} rules */
export const lettersOf = ({ sheet }) =>
  [
    ...new Set([
      "",
      ...sheet.pieces.flatMap(({ orientations }) => orientations.flatMap(({ marks }) => marks)),
    ]),
  ].sort();

class Demands {
  /** @param {Space} space @param {Rules} rules @param {Lying} lying */
  constructor({ lattice, surface }, rules, { items, piece, marks }) {
    this.lattice = lattice;
    this.surface = surface;
    this.rules = rules;
    this.items = items;
    this.piece = piece;
    this.marks = marks;
    this.allowed = items.map(() => true);
    this.number = new Map(rules.cells.map((cell, i) => [key(cell), i]));
  }

  /** The pairs of neighbors, by their numbers, in order. @param {boolean} corners */
  pairs(corners) {
    const { rules, number } = this;
    return rules.cells.flatMap((cell, i) =>
      rules
        .beside(cell, corners)
        .map((next) => number.get(key(next)) ?? -1)
        .filter((j) => j > i)
        .sort((one, other) => one - other)
        .map((j) => [i, j]),
    );
  }

  /** The sums of a rule. @param {Condition} condition @returns {Generator<Sum>} */
  *of(condition) {
    const { items } = this,
      { least, most } = condition;
    const sum = {
      ...{ condition, about: "", least, most: most ?? Infinity, colored: false },
      terms: /** @type {Term[]} */ ([]),
    };
    switch (condition.name) {
      case "tiles":
        yield {
          ...sum,
          about: "tiles",
          terms: items.flatMap((_, placement) =>
            isOf(condition, this.rules.sheet.pieces[this.piece[placement]].name)
              ? [{ placement, cell: -1, weight: 1 }]
              : [],
          ),
        };
        break;
      case "fault-free":
        for (const line of this.lines(condition.axis)) yield { ...sum, ...line, least: 1 };
        break;
      case "no-crossroads":
        for (const corner of this.corners()) yield { ...sum, ...corner, most: 3 };
        break;
      case "apart":
        for (const pair of this.apart(condition)) yield { ...sum, ...pair, most: 1 };
        break;
      case "sum":
      case "equal":
      case "unequal":
        yield* this.region(condition, sum);
        break;
      default:
        this.clues(condition);
    }
  }

  /** @param {string} axis */
  lines(axis) {
    const { rules, lattice, items, number } = this;
    if (lattice.kinds > 1) throw new Unsupported("lines of triangles");
    return linesOf(rules, axis).map(({ about, pairs }) => {
      const ends = pairs.map((pair) => pair.map((cell) => number.get(cell) ?? -1));
      return {
        about,
        terms: items.flatMap((own, placement) =>
          ends.some(([one, other]) => own.includes(one) && own.includes(other))
            ? [{ placement, cell: -1, weight: 1 }]
            : [],
        ),
      };
    });
  }

  *corners() {
    const { rules, number, items } = this;
    for (const corner of cornersOf(rules)) {
      const around = corner.map((cell) => number.get(cell) ?? -1);
      // Four tiles meet if each of them covers one cell of the corner.
      const terms = items.flatMap((own, placement) => {
        const inside = around.filter((cell) => own.includes(cell));
        return inside.length === 1 ? [{ placement, cell: inside[0], weight: 1 }] : [];
      });
      yield { about: `the upper left corner of ${corner[2]}`, terms };
    }
  }

  /** @param {Condition} condition */
  *apart(condition) {
    const { rules, items, piece } = this,
      classes = [
        ...new Set(
          rules.sheet.pieces.flatMap(({ name, orientations }) =>
            orientations.map(({ cells }) => classOf(rules, condition, { piece: name, cells })),
          ),
        ),
      ];
    const kinds = items.map((own, placement) => {
      const cells = own.map((cell) => rules.cells[cell]),
        found = classOf(rules, condition, { piece: this.names[piece[placement]], cells });
      return found === undefined ? -1 : classes.indexOf(found);
    });
    /** @type {number[][]} */
    const over = rules.cells.map(() => []);
    items.forEach((own, placement) => {
      for (const cell of own) over[cell].push(placement);
    });
    for (const [i, j] of this.pairs(condition.corners)) {
      /** @type {Map<number, Term[]>} */
      const terms = new Map();
      for (const cell of [i, j])
        for (const placement of over[cell]) {
          if (items[placement].includes(i + j - cell)) continue;
          const kind = kinds[placement];
          if (kind < 0) continue;
          terms.set(kind, [...(terms.get(kind) ?? []), { placement, cell, weight: 1 }]);
        }
      const about = `${key(rules.cells[i])} and ${key(rules.cells[j])}`;
      for (const [, own] of [...terms].sort(([one], [other]) => one - other))
        if (new Set(own.map(({ cell }) => cell)).size > 1) yield { about, terms: own };
    }
  }

  /** @param {Condition} condition @param {Sum} sum @returns {Generator<Sum>} */
  *region({ name, cells }, sum) {
    const { number, items, marks, rules } = this,
      inside = new Set(cells.map((cell) => number.get(key(cell)) ?? -1)),
      about = cells.map(key).join("-");
    const letters = lettersOf(rules);
    const shown = items.flatMap((own, placement) =>
      own.flatMap((cell, i) =>
        inside.has(cell) ? [{ placement, cell, mark: marks[placement][i] }] : [],
      ),
    );
    if (name === "sum") {
      const terms = shown.map(({ mark, ...at }) => ({ ...at, weight: Number(mark) }));
      yield { ...sum, about, terms };
    } else if (name === "equal") {
      /** @type {Map<number, string>} */
      const color = new Map();
      for (const { placement, mark } of shown)
        if ((color.get(placement) ?? mark) !== mark) this.allowed[placement] = false;
        else color.set(placement, mark);
      const terms = shown
        .filter(({ placement }) => this.allowed[placement])
        .map(({ mark, ...at }) => ({ ...at, weight: letters.indexOf(mark) + 1 }));
      yield { ...sum, about, terms, colored: true };
    } else
      for (const letter of letters) {
        const own = shown.filter(({ mark }) => mark === letter);
        const terms = own.map(({ placement, cell }) => ({ placement, cell, weight: 1 }));
        yield { ...sum, about, terms, most: 1 };
      }
  }

  /** @param {Condition} condition */
  clues({ clues, oneEach }) {
    const { rules, items, piece, allowed } = this,
      said = rules.cells.map((cell) => clues.get(key(cell)));
    items.forEach((own, placement) => {
      const found = own.flatMap((cell) => said[cell] ?? []);
      if (
        (oneEach && found.length !== 1) ||
        !found.every((clue) => agrees(clue, own.length, this.names[piece[placement]]))
      )
        allowed[placement] = false;
    });
  }

  get names() {
    return this.rules.sheet.pieces.map(({ name }) => name);
  }
}
