// All placements of pieces on one board, laid out once for the kernels that make puzzles. They draw all
// random choices, so a seed makes the same puzzle as in the library (`puzzles/making/field.py`).

/** @import { Cover } from "../solving/cover.js" */
/** @import { Field as Array_, Machine } from "../solving/module.js" */
/** @import { Effort } from "../words/catalog.js" */
/** @import { Oriented, Piece } from "../words/words.js" */
/** @import { Rules } from "../../game/rules.js" */

import { Deducer } from "../solving/deduction.js";
import { table } from "../solving/search.js";
import { isConnected, Unsupported } from "../words/space.js";

/** The most placements. */
const LARGEST = 32_000;
/** What clues are: placed tiles, the labels of all cells, those of some, or tiles that are holes. */
export const PLACED = 0,
  EXACT = 1,
  LOOSE = 2,
  HOLES = 3;
/** What is changed: how a few tiles lie, what one shows, or which pieces two are. */
export const REARRANGE = 0,
  REMARK = 1,
  EXCHANGE = 2;

/** A tiling, a label for each cell, or random choices: in the memory of the machine. @typedef {Array_} Numbers */
/** A tiling with its copies of each piece, the region of each cell, and the condition of each region. @typedef {{ tiling: Numbers, copies: Numbers, region: Numbers, about: Numbers }} Regional */

/**
 * A cover with the placements of marked pieces on the same cells.
 * @param {Cover} cover @param {Oriented[]} bare  The oriented pieces of the cover.
 * @param {Piece[]} pieces @param {Oriented[][]} orientations  Those with their marks.
 * @param {string[]} alphabet
 */
function marked(cover, bare, pieces, orientations, alphabet) {
  const codes = new Map(["", ...alphabet].map((mark, code) => [mark, code]));
  /** Of each shape the pieces that have it, and what they show. @type {Map<string, { piece: number, code: number[] }[]>} */
  const ways = new Map();
  for (const [piece, own] of orientations.entries())
    for (const { cells, marks } of own) {
      const name = String(cells),
        code = cells.map((_, i) => codes.get(marks[i] ?? "") ?? 0),
        others = ways.get(name) ?? [];
      if (!others.some((other) => other.piece === piece && String(other.code) === String(code)))
        others.push({ piece, code });
      ways.set(name, others);
    }
  const laid = cover.orientation.flatMap((which, i) =>
    (ways.get(String(bare[which].cells)) ?? []).map((way) => ({ ...way, at: i })),
  );
  const first = new Map(laid.map(({ at }, i) => /** @type {const} */ ([at, i])).reverse()),
    sizes = pieces.map(({ cells }) => cells.length),
    room = sizes.map((size) => Math.floor(cover.area / size));
  return {
    cover: {
      ...cover,
      items: laid.map(({ at }) => cover.items[at]),
      piece: laid.map(({ piece }) => piece),
      sizes,
      least: pieces.map(({ least }, i) => Math.min(least, room[i] + 1)),
      most: pieces.map(({ most }, i) => Math.min(most ?? room[i], room[i])),
      connected: pieces.map(({ cells, lattice }) => isConnected(lattice, cells)),
      whole: sizes.map((size) => [size, 0]),
      sums: [],
    },
    code: laid.map(({ code }) => code),
    home: laid.map(({ at }) => first.get(at) ?? 0),
  };
}

export class Field {
  /**
   * @param {Machine} machine @param {Rules} rules @param {Cover} cover
   * @param {number[][]} moves  Where turnings take the cells: solutions that they take to each other are one.
   * @param {() => Promise<void>} go  Called between slices.
   * @param {Effort} effort
   */
  constructor(machine, rules, cover, moves, go, effort) {
    if (cover.items.length > LARGEST) throw new Unsupported("too many placements");
    const { tables, regions } = new Deducer(machine, rules, cover, false);
    this.machine = machine;
    this.cover = cover;
    this.go = go;
    this.effort = effort;
    this.tables = tables;
    this.regions = regions;
    this.moves = machine.from("i32", moves.flat(), [moves.length, cover.area]);
    this.gaps = machine.from("i64", cover.empty);
    this.kinds = cover.sizes.length;
    this.code = machine.array("i32", [0, 0]);
    this.home = machine.from("i64", [...cover.items.keys()]);
    this.all = this.placements(() => true);
    this.leading = this.all;
  }

  /**
   * A field of marked pieces; of these, only the first `kinds` are used, except where others are asked for.
   * @param {Machine} machine @param {Rules} rules @param {Cover} cover @param {number[][]} moves
   * @param {() => Promise<void>} go @param {Effort} effort
   * @param {{ bare: Oriented[], pieces: Piece[], orientations: Oriented[][], alphabet: string[], kinds?: number }} given
   */
  static marked(machine, rules, cover, moves, go, effort, given) {
    const { bare, pieces, orientations, alphabet, kinds = pieces.length } = given,
      all = marked(cover, bare, pieces, orientations, alphabet),
      field = new Field(machine, rules, all.cover, moves, go, effort);
    field.code = table(machine, all.code);
    field.home = machine.from("i64", all.home);
    field.leading = field.placements((i) => all.home[i] === i);
    field.kinds = kinds;
    return field;
  }

  /** Let each cell of a placement show its piece, or its size. @param {boolean} sized */
  showPieces(sized) {
    const { items, piece } = this.cover;
    this.code = table(
      this.machine,
      items.map((own, i) => own.map(() => (sized ? own.length : piece[i] + 1))),
    );
  }

  /** Those of the placements that are wanted. @param {(placement: number) => boolean} wanted */
  placements(wanted) {
    const { items } = this.cover;
    return this.machine.from(
      "bool",
      items.map((_, i) => Number(wanted(i))),
    );
  }

  /** The field with these copies of each piece. @param {Array_} copies */
  withCopies(copies) {
    const field = /** @type {Field} */ (Object.create(this)),
      bounds = ["problem.least", "problem.most"],
      { arguments: taken } = this.machine.kernel("deduction_making_draw");
    field.tables = this.tables.map((own, i) => (bounds.includes(taken[i][0]) ? copies : own));
    return field;
  }

  /** @param {string} name @param {(Array_ | number)[]} passed */
  call(name, ...passed) {
    return this.machine.call(`deduction_${name}`, [...this.tables, ...this.regions, ...passed])[0];
  }

  /** Random choices that follow from a text. @param {string} text */
  dice(text) {
    const dice = this.machine.array("u64", [4]),
      bytes = this.machine.from("u8", new TextEncoder().encode(text));
    this.machine.call("deduction_chance_begin", [bytes, dice]);
    return dice;
  }

  /** Numbers in random order. @param {Numbers} dice @param {number[]} numbers */
  shuffled(dice, numbers) {
    const order = this.machine.from("i64", numbers);
    this.machine.call("deduction_chance_shuffle", [dice, order]);
    return order;
  }

  /** @param {number} [filling] */
  labels(filling = 0) {
    return this.machine.array("i32", [this.cover.area], filling);
  }

  /** A random tiling and its copies of each piece; null if none is found. @param {Numbers} dice @param {Array_} [wanted] @param {number} [most] */
  async draw(dice, wanted = this.all, most = this.effort.most) {
    const tiling = this.labels(-1),
      copies = this.machine.array("i64", [this.cover.sizes.length]);
    for (let budget = this.effort.fewest; budget <= most; budget *= 2) {
      await this.go();
      const found = this.call("making_draw", wanted, this.gaps, dice, tiling, copies, budget);
      if (!found && [this.all, this.leading].includes(wanted))
        throw new Unsupported("these pieces cannot cover the board");
      if (found >= 0) return found ? { tiling, copies } : null;
    }
    return null;
  }

  /** Change a tiling in many places. @param {Numbers} tiling @param {Numbers} dice */
  async scramble(tiling, dice) {
    const { changes } = this.effort;
    for (let left = Math.floor((2 * length(tiling)) / changes); left >= 0; left--) {
      await this.go();
      this.call("climb_scramble", this.leading, tiling, dice, changes);
    }
  }

  /**
   * Change a tiling until the labels of all cells have one solution. Gives false after `rounds` changes.
   * @param {Numbers} tiling @param {number} how @param {Numbers} dice @param {number} rounds @param {number} [kinds]
   */
  async climb(tiling, how, dice, rounds, kinds = this.kinds) {
    const { code, home, leading, gaps } = this,
      { changes } = this.effort,
      fixed = [code, home, kinds, how, leading, tiling, gaps, dice];
    for (let left = rounds; left >= 0; left -= changes) {
      await this.go();
      if (this.call("climb_climb", ...fixed, Math.min(left, changes))) return true;
    }
    return false;
  }

  /** The copies in a random list of pieces that fits in one way; null if none is drawn. @param {Numbers} dice */
  async drawList(dice) {
    const { machine, cover, moves, gaps } = this,
      { drawn, quick } = this.effort,
      copies = machine.array("i64", [cover.sizes.length]);
    await this.go();
    const found = this.call("making_draw_list", moves, copies, gaps, dice, drawn, quick);
    return found ? copies.numbers : null;
  }

  /** Whether a list of pieces fits in one way. @param {number[]} copies */
  fitsOnce(copies) {
    const mark = this.machine.functions.mark(),
      field = this.withCopies(this.machine.from("i64", copies)),
      none = this.labels();
    const { moves, code, kinds, gaps, effort } = this,
      clues = [moves, code, kinds, PLACED, none, none, gaps],
      one = field.call("making_judge", ...clues, effort.judged);
    this.machine.functions.release(mark);
    return one === 1;
  }

  /** What a tiling shows on each cell. @param {Numbers} tiling */
  show(tiling) {
    const labels = this.labels();
    this.machine.call("deduction_making_show", [...this.tables, this.code, tiling, labels]);
    return labels;
  }

  /** What some cells show, so that there is one solution; null if even all allow several. @param {Numbers} tiling @param {Numbers} dice */
  async settle(tiling, dice) {
    const labels = this.labels(),
      { code, kinds, gaps, effort } = this;
    for (let found = 0; ; ) {
      await this.go();
      found = this.call("making_settle", code, kinds, tiling, labels, gaps, dice, effort.ruled);
      if (found) return found > 0 ? labels : null;
    }
  }

  /**
   * Take clues away in random order while there is one solution: all that can go, or until a third is
   * left. The labels from all to the fewest, and whether each clue that stayed is necessary.
   * @param {number} how @param {Numbers} tiling @param {Numbers} labels @param {Numbers} dice
   * @param {boolean} all @param {number} [kinds]
   */
  async reduce(how, tiling, labels, dice, all, kinds = this.kinds) {
    const { machine, moves, code, gaps, effort } = this,
      clues = labels.numbers.flatMap((label, i) => (label ? [i] : [])),
      order = this.shuffled(dice, clues),
      budget = how === LOOSE ? effort.ruled : effort.judged,
      enough = all ? 0 : Math.max(Number(clues.length > 1), Math.floor(clues.length / 3));
    const gone = machine.array("i64", [clues.length]),
      where = machine.array("i64", [4]),
      ways = [labels.numbers];
    const fixed = [moves, code, kinds, how, tiling, labels, order, gone, where, enough, gaps];
    while (this.call("making_reduce", ...fixed, budget)) await this.go();
    const [, count, , undecided] = where.numbers;
    for (const clue of gone.numbers.slice(0, count))
      ways.push(ways[ways.length - 1].map((label, i) => (i === clue ? 0 : label)));
    return { ways, decided: !undecided };
  }

  /** A tiling with regions of mostly two to five cells whose conditions have one solution; null if none is found. @param {Numbers} dice @param {number} spare @returns {Promise<Regional | null>} */
  async drawRegions(dice, spare) {
    const drawn = await this.draw(dice);
    if (!drawn) return null;
    const { tiling, copies } = drawn,
      { machine, code, home, kinds, cover, effort } = this,
      { area } = cover,
      long = (/** @type {number[]} */ ...shape) => machine.array("i64", shape);
    const [target, region, about] = [long(area), long(area), long(area, 2)],
      [pairs, where] = [long(3 * this.sides(), 2), long(3)];
    this.call("joining_divide", code, tiling, target, dice);
    const tiles = [code, home, kinds, tiling, copies, target];
    machine.call("deduction_joining_tune", [...this.tables, ...tiles, spare, dice, effort.tuned]);
    const fixed = [...tiles, region, about, pairs, where, dice, effort.joined];
    while (this.call("joining_grow", ...fixed)) await this.go();
    return where.numbers[1] ? { tiling, copies, region, about } : null;
  }

  /** Changes from conditions that say much to those that say little. @param {Regional} made @param {Numbers} dice @param {number[]} room */
  async loosen({ tiling, copies, region, about }, dice, room) {
    const { machine, code, cover, effort } = this,
      size = 2 * this.sides() + cover.area,
      long = (/** @type {number[]} */ ...shape) => machine.array("i64", shape);
    const [taken, where] = [long(size, 4), long(3)],
      [cells, said] = [
        machine.from("i64", region.numbers),
        machine.from("i64", about.numbers, [cover.area, 2]),
      ];
    const changed = [tiling, copies, cells, said, long(size, 2), taken, where],
      fixed = [code, ...changed, machine.from("i64", room), dice, effort.joined];
    while (this.call("joining_loosen", ...fixed)) await this.go();
    const numbers = taken.numbers;
    return Array.from({ length: where.numbers[1] }, (_, i) => numbers.slice(4 * i, 4 * i + 4));
  }

  /** The number of pairs of neighbors. */
  sides() {
    return this.cover.beside.flat().filter((next) => next >= 0).length / 2;
  }
}

/** The number of tiles. @param {Numbers} tiling */
export const length = (tiling) => tiling.numbers.filter((placement) => placement >= 0).length;
