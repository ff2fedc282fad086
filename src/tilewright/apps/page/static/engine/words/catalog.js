// The catalog of pieces: all polyforms of a few cells with their names, and what to call them.

/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { LatticeFacts, Turn } from "./space.js" */

import { FAULTS } from "../../texts/en.js";
import { inOrder } from "../../game/state.js";
import {
  areFlat,
  atOrigin,
  Invalid,
  isConnected,
  kindOf,
  plus,
  turned,
  turnsOf,
  Unsupported,
} from "./space.js";

/**
 * What the library knows, as data: see `apps/page/facts.py`.
 * @typedef {object} Facts
 * @property {Record<string, LatticeFacts>} lattices
 * @property {Record<string, Record<string, Cell[]>>} letters  By size, in the order of one-sided sets.
 * @property {Record<string, string[]>} free  The letters of free pieces.
 * @property {Record<string, Record<string, string>>} aliases
 * @property {Record<string, { lattice: string, members: Record<string, string> }>} sets
 * @property {Record<string, KindFacts>} kinds
 * @property {string} plain  The kind of a list of pieces for a board.
 * @property {string[]} months
 * @property {string[]} weekdays
 * @property {CalendarFacts[]} calendars
 * @property {NamedFacts[]} named
 * @property {{ letters: Record<string, number>, number: number }} colors
 * @property {Record<"away" | "share" | "least" | "greatest" | "head" | "noise", number>} arrows
 * @property {IdFacts} ids
 * @property {number} largest  The most cells of a board.
 * @property {{ allowed: Record<"easy" | "medium" | "hard" | "expert", string[]>, weights: Record<string, number> }} grades  The kinds of steps that each level allows, and what each adds to the score.
 * @property {Effort} effort
 * @property {{ tilings: number, singles: number, free: number, weak: number[], spare: Record<string, number>, most: Record<string, number> }} pips
 * @property {{ types: [name: string, kind: "translation" | "half turn" | "isohedral", reflects: boolean][], pairs: number[][][] }} tilings  The types of isohedral tilings, simplest first, and how the factors of a boundary match.
 *
 * @typedef {{ letter: string, title: string, goal: string, outlines: boolean, shows_pieces: boolean, conditions: string[], dated: boolean, calendar: string, turn: Turn, empty: number, of_list: string, of_any: string, offers: { lattice: string, joined: boolean, pieces: string[][] }[] }} KindFacts
 * @typedef {{ collection: string, rows: number, columns: number, names: [number, number, string][], weekdays: boolean, pieces: string[], source: string }} CalendarFacts
 * @typedef {{ id: string, title: string, kind: string, board: string, pieces: string[], turn: Turn, source: string, tilings: number | null, level: string | null }} NamedFacts
 * @typedef {object} IdFacts
 * @property {string} letters
 * @property {number} field
 * @property {number} longest_short
 * @property {Turn[]} turns
 * @property {string[]} pieces
 * @property {string[]} copies
 * @property {number} words
 * @property {number} side
 * @property {number} longest
 * @property {number} longest_description
 * @property {number} largest_area
 * @property {Record<string, string>} boxes
 * @property {Record<Turn, string>} turn_letters
 * @property {string} by_wrap
 * @property {string} dictionary
 *
 * How far makers search: see `puzzles/making/field.py`.
 * @typedef {Record<"attempts" | "fewest" | "most" | "judged" | "ruled" | "drawn" | "quick" | "changes" | "marked" | "dotted" | "for_each" | "for_bare" | "varied" | "share" | "divided" | "tuned" | "joined", number>} Effort
 *
 * @typedef {[name: string, cells: Cell[]]} Entry
 * @typedef {{ noun: string, title: string }} Naming
 */

/** The most cells of the polyforms that are listed here. @type {Record<string, number>} */
const LISTED = { square: 8, tri: 9, hex: 6, cube: 5, ball: 4 };
/** The largest pieces with letters. */
const LETTERED = 5;

/** Compare lists of cells. @param {Cell[]} one @param {Cell[]} other */
export function cellsInOrder(one, other) {
  for (const [i, cell] of one.entries()) {
    if (i >= other.length) return 1;
    const order = inOrder(cell, other[i]);
    if (order) return order;
  }
  return one.length - other.length;
}

/** Cells at the origin, sorted. @param {LatticeFacts} lattice @param {Cell[]} cells */
export const normal = (lattice, cells) => atOrigin(lattice, cells).sort(inOrder);

/** The distinct images of cells that a way of turning allows, sorted. @param {LatticeFacts} lattice @param {Cell[]} cells @param {Turn} turn */
export function orientationsOf(lattice, cells, turn) {
  const found = turnsOf(lattice, turn, cells).map((element) =>
    turned(lattice, element, cells).sort(inOrder),
  );
  return [...new Map(found.map((each) => [String(each), each])).values()].sort(cellsInOrder);
}

/**
 * The number that a short word of digits stands for; 0 for any other word.
 * @param {string} word
 */
const whole = (word) => (/^[0-9]{1,9}$/.test(word) ? Number(word) : 0);

export class Catalog {
  /** @param {Facts} facts */
  constructor(facts) {
    this.facts = facts;
    /** @type {Map<string, Cell[][]>} */
    this.known = new Map();
    /** @type {Map<string, { lattice: LatticeFacts, size: number, plural: boolean }>} */
    this.families = new Map();
    for (const lattice of Object.values(facts.lattices))
      for (const [i, [singular, plural]] of lattice.families.entries()) {
        const family = { lattice, size: i + 1 };
        for (const word of [plural, `${singular}s`])
          if (!this.families.has(word)) this.families.set(word, { ...family, plural: true });
        this.families.set(singular, { ...family, plural: false });
      }
  }

  /** The family of a size. @param {LatticeFacts} lattice @param {number} size */
  familyOf(lattice, size) {
    return lattice.families[size - 1];
  }

  /** @param {LatticeFacts} lattice @param {number} size */
  hasLetters({ name }, size) {
    return name === "square" && String(size) in this.facts.letters;
  }

  /** All free polyforms of a size, in order. @param {LatticeFacts} lattice @param {number} size @returns {Cell[][]} */
  polyforms(lattice, size) {
    if (size > LISTED[lattice.name])
      throw new Unsupported(`there are too many ${this.familyOf(lattice, size)[1]} to list`);
    const name = `${lattice.name} ${size}`,
      known = this.known.get(name);
    if (known) return known;
    /** @type {Map<string, Cell[]>} */
    const found = new Map();
    const zero = Array(lattice.dimension).fill(0);
    const smaller = size > 1 ? this.polyforms(lattice, size - 1) : [[]];
    for (const cells of smaller) {
      const taken = new Set(cells.map(String)),
        next = cells.flatMap((cell) =>
          lattice.faces[kindOf(lattice, cell)].map((step) => plus(cell, step)),
        );
      for (const cell of cells.length ? next : [zero])
        if (!taken.has(String(cell))) {
          const [own] = orientationsOf(lattice, [...cells, cell], "free");
          found.set(String(own), own);
        }
    }
    const listed = [...found.values()].sort(cellsInOrder);
    this.known.set(name, listed);
    return listed;
  }

  /** Whether a polyform differs from its mirror image however that is rotated. @param {LatticeFacts} lattice @param {Cell[]} cells */
  chiral(lattice, cells) {
    const own = String(cells);
    if (lattice.dimension > 2 && areFlat(cells)) return false;
    return turnsOf(lattice, "free")
      .slice(lattice.mirror)
      .every((element) => String(turned(lattice, element, cells).sort(inOrder)) !== own);
  }

  /** @param {LatticeFacts} lattice @param {Cell[]} cells */
  mirrored(lattice, cells) {
    return turned(lattice, lattice.mirror, cells).sort(inOrder);
  }

  /** All polyforms of a size with their names. @param {number} size @param {Turn} turn @param {LatticeFacts} lattice @returns {Entry[]} */
  family(size, turn, lattice) {
    if (!this.familyOf(lattice, size)) throw new Invalid(FAULTS.noSet(size, lattice.cells));
    /** @type {Entry[]} */
    let entries;
    if (this.hasLetters(lattice, size)) {
      entries = Object.entries(this.facts.letters[size]);
      if (turn === "free") return entries.filter(([name]) => this.facts.free[size].includes(name));
    } else {
      const listed = this.polyforms(lattice, size);
      if (turn === "free") return listed.map((cells, i) => [String(i + 1), cells]);
      entries = listed.flatMap((cells, i) => {
        const own = /** @type {Entry} */ ([String(i + 1), cells]);
        if (!this.chiral(lattice, cells)) return [own];
        return [own, /** @type {Entry} */ ([`${i + 1}m`, this.mirrored(lattice, cells)])];
      });
    }
    if (turn === "one-sided") return entries;
    return entries.flatMap(([name, cells]) =>
      orientationsOf(lattice, cells, "one-sided")
        .map((each, i) => /** @type {Entry} */ ([`${name}.${i + 1}`, each]))
        .filter(([, each]) => String(each) === String(orientationsOf(lattice, each, turn)[0])),
    );
  }

  /** The name and the polyform of a name within a family. @param {number} size @param {string} name @param {LatticeFacts} lattice @returns {Entry} */
  resolve(size, name, lattice) {
    const dot = name.indexOf("."),
      word = dot < 0 ? name : name.slice(0, dot);
    const [base, cells] = this.hasLetters(lattice, size)
      ? this.lettered(size, word)
      : this.counted(size, word, lattice);
    if (dot < 0) return [base, cells];
    const oriented = orientationsOf(lattice, cells, "one-sided"),
      number = whole(name.slice(dot + 1));
    if (number < 1 || number > oriented.length)
      throw new Invalid(
        FAULTS.orientation(this.familyOf(lattice, size)[0], base, oriented.length, name.slice(dot)),
      );
    return [`${base}.${number}`, oriented[number - 1]];
  }

  /** @param {number} size @param {string} name @returns {Entry} */
  lettered(size, name) {
    const letters = this.facts.letters[size],
      aliases = this.facts.aliases[size] ?? {};
    let base = aliases[name] ?? name;
    if (!(base in letters)) {
      const upper = aliases[name.toUpperCase()] ?? name.toUpperCase(),
        lower = upper.toLowerCase();
      base = lower in letters ? lower : upper;
    }
    if (!(base in letters)) {
      const known = [...new Set(Object.keys(letters).map((letter) => letter.toUpperCase()))];
      const [singular] = this.familyOf(this.facts.lattices.square, size);
      throw new Invalid(FAULTS.noLetter(singular, name, known.join("")));
    }
    return [base, letters[base]];
  }

  /** @param {number} size @param {string} given @param {LatticeFacts} lattice @returns {Entry} */
  counted(size, given, lattice) {
    const called = lattice.called[size] ?? [],
      plain = given.replace(/m$/, "");
    let name = given;
    if (called.includes(name)) name = String(called.indexOf(name) + 1);
    else if (called.includes(plain)) name = `${called.indexOf(plain) + 1}m`;
    const number = whole(name.replace(/m$/, "")),
      listed = this.polyforms(lattice, size),
      [singular] = this.familyOf(lattice, size);
    if (number < 1 || number > listed.length) {
      throw new Invalid(
        called.length
          ? FAULTS.noNumberOrName(singular, name, listed.length, called.join(", "))
          : FAULTS.noNumber(singular, name, listed.length),
      );
    }
    const cells = listed[number - 1];
    if (!name.endsWith("m")) return [String(number), cells];
    if (!this.chiral(lattice, cells)) throw new Invalid(FAULTS.mirrored(name, singular, number));
    return [`${number}m`, this.mirrored(lattice, cells)];
  }

  /** Whether there is only one piece of a size, up to rotations. @param {LatticeFacts} lattice @param {number} size */
  isOnly(lattice, size) {
    if (this.hasLetters(lattice, size)) return Object.keys(this.facts.letters[size]).length === 1;
    // There are more of every larger size.
    return size < LISTED[lattice.name] && this.family(size, "one-sided", lattice).length === 1;
  }

  // What pieces are called ----

  /** @param {string} letter @param {number} size @returns {Naming} */
  byLetter(letter, size) {
    const [singular] = this.familyOf(this.facts.lattices.square, size);
    return { noun: letter, title: `${letter} ${singular}` };
  }

  /** @param {LatticeFacts} lattice @param {number} size @param {number} number @param {string} mirrored @param {string} orientation @returns {Naming} */
  byNumber(lattice, size, number, mirrored, orientation) {
    const [singular] = this.familyOf(lattice, size),
      called = lattice.called[size] ?? [];
    if (number < 1 || number > called.length)
      return { noun: singular, title: `${singular} ${number}${mirrored}${orientation}` };
    const noun = `${mirrored ? "mirrored " : ""}${called[number - 1]}`;
    return { noun, title: noun };
  }

  /** What to call a piece that is no drawing by its name. @param {string} name @returns {Naming} */
  naming(name) {
    const match = /^([A-Za-z])([1-5])((?:\.[0-9]+)?)$/.exec(name),
      size = Number(match?.[2]);
    if (match && size > 2 && match[1] in this.facts.letters[size])
      return this.byLetter(match[1], size);
    const colon = name.lastIndexOf(":"),
      prefix = name.slice(0, Math.max(0, colon)),
      last = name.slice(colon + 1);
    const found = this.families.get(prefix || name);
    if (found && !found.plural) {
      const [singular] = this.familyOf(found.lattice, found.size);
      if (!prefix) return { noun: singular, title: singular };
      const number = /^([0-9]{1,9})(m?)((?:\.[0-9]+)?)$/.exec(last);
      if (number)
        return this.byNumber(
          ...[found.lattice, found.size, Number(number[1]), number[2], number[3]],
        );
    }
    return { noun: last, title: last };
  }

  /** What to call a piece that is drawn. @param {LatticeFacts} lattice @param {Cell[]} cells @param {string[]} marks @returns {Naming} */
  drawn(lattice, cells, marks) {
    const size = cells.length,
      several = { noun: "piece", title: `piece of ${size} cells` };
    if (!isConnected(lattice, cells)) return several;
    const square = lattice.name === "square",
      sides = cells[0].map((_, axis) => Math.max(...cells.map((cell) => cell[axis])) + 1);
    const numbered = size > 1 && marks.filter(Boolean).join() === String(size);
    if (square && (size > LETTERED || numbered) && size === sides[0] * sides[1]) {
      const noun = `${Math.min(...sides)} x ${Math.max(...sides)} rectangle`;
      return { noun, title: noun };
    }
    const family = this.familyOf(lattice, size);
    if (!family) return several;
    const [singular] = family;
    // Marks of both cells say which domino.
    if (size === 2 && marks.length === 2 && marks.every(Boolean)) {
      const noun = `${singular} ${marks.join("-")}`;
      return { noun, title: noun };
    }
    if (size <= 2 || !(lattice.called[size] || (square && size <= LETTERED)))
      return { noun: singular, title: singular };
    const own = String(orientationsOf(lattice, cells, "free")[0]);
    const member = this.family(size, "free", lattice).find(
      ([, other]) => String(orientationsOf(lattice, other, "free")[0]) === own,
    );
    const word = member?.[0] ?? "";
    return square ? this.byLetter(word, size) : this.byNumber(lattice, size, Number(word), "", "");
  }
}
