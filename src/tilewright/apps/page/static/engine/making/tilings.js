// A list of tilings, and what is asked of it: which use some placements, and how often they use each.

/** @import { TilingsList } from "../../../answers" */
/** @import { Cell } from "../../geometry/geometry.js" */

import { key } from "../../geometry/geometry.js";

/** A placement that is used (`on`), or is not. @typedef {{ placement: number, on: boolean }} Choice */

export class Tilings {
  /** @param {TilingsList} list */
  constructor({ piece, cells, start, placements, solution }) {
    this.piece = piece;
    this.cells = cells;
    this.start = start;
    this.placements = placements;
    this.count = start.length - 1;
    /** The number of the solution that each shows, and how many solutions there are. */
    this.solution = solution;
    this.solutions = solution.reduce((most, each) => Math.max(most, each + 1), 0);
    /** The placements that cover each cell. @type {Map<string, number[]>} */
    this.over = new Map();
    for (const [placement, own] of cells.entries())
      for (const cell of own) {
        const name = key(cell),
          there = this.over.get(name);
        if (there) there.push(placement);
        else this.over.set(name, [placement]);
      }
  }

  /** The placements of a tiling. @param {number} number */
  tiling(number) {
    return this.placements.subarray(this.start[number], this.start[number + 1]);
  }

  /** The numbers of the tilings that meet all choices. @param {Choice[]} choices */
  where(choices) {
    const wanted = choices.filter(({ on }) => on).length,
      /** 1 for what is to be used, -1 for what is not. */
      says = new Int8Array(this.piece.length),
      found = new Uint32Array(this.count);
    for (const { placement, on } of choices) says[placement] = on ? 1 : -1;
    let length = 0;
    for (let number = 0; number < this.count; number++) {
      let met = 0;
      for (let i = this.start[number]; i < this.start[number + 1]; i++) {
        const said = says[this.placements[i]];
        if (said < 0) {
          met = -1;
          break;
        }
        met += said;
      }
      if (met === wanted) found[length++] = number;
    }
    return found.slice(0, length);
  }

  /** How many of some tilings use each placement. @param {Uint32Array} numbers */
  uses(numbers) {
    const found = new Uint32Array(this.piece.length);
    for (const number of numbers)
      for (let i = this.start[number]; i < this.start[number + 1]; i++) found[this.placements[i]]++;
    return found;
  }

  /**
   * In how many of some tilings two cells are in different tiles, or not both in a tile.
   * @param {Cell} one @param {Cell} other @param {Uint32Array} uses @param {number} count
   */
  apart(one, other, uses, count) {
    const others = new Set(this.over.get(key(other)));
    let together = 0;
    for (const placement of this.over.get(key(one)) ?? [])
      if (others.has(placement)) together += uses[placement];
    return count - together;
  }

  /** In how many of some tilings a cell is covered. @param {Cell} cell @param {Uint32Array} uses */
  covered(cell, uses) {
    return (this.over.get(key(cell)) ?? []).reduce((sum, placement) => sum + uses[placement], 0);
  }

  /**
   * The placements that may still be chosen: what is used leaves room for them, and they are not
   * refused.
   * @param {Choice[]} choices @param {(number | null)[]} most  The copies of each piece.
   */
  open(choices, most) {
    const taken = new Set(),
      copies = new Map(),
      chosen = new Set(choices.map(({ placement }) => placement));
    for (const { placement, on } of choices) {
      if (!on) continue;
      const piece = this.piece[placement];
      copies.set(piece, (copies.get(piece) ?? 0) + 1);
      for (const cell of this.cells[placement]) taken.add(key(cell));
    }
    return [...this.piece.keys()].filter((placement) => {
      const piece = this.piece[placement],
        limit = most[piece];
      return (
        !chosen.has(placement) &&
        (limit === null || (copies.get(piece) ?? 0) < limit) &&
        !this.cells[placement].some((cell) => taken.has(key(cell)))
      );
    });
  }
}
