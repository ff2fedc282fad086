// Isohedral tilings from the boundary of a piece, as the library finds them: it is split into six
// factors that match in one of the ways of Heesch and Kienzle, by the kernels.

/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Field, Machine } from "../solving/module.js" */
/** @import { Boundary, Geometry, Motion, Pair, Periodic } from "./motions.js" */
/** @import { Turn } from "../words/space.js" */

import { fromMotions } from "./motions.js";

/** The most factorizations of a type that are tried, and the numbers of each. */
const TRIED = 16,
  COLUMNS = 7;

/** How one factor of the boundary matches another. @typedef {[one: number, other: number, how: string]} Match */
/**
 * A type of isohedral tilings: Heesch's symbol, the kind of tiling, how its factors match, and what
 * searches for it.
 * @typedef {object} Type
 * @property {string} name
 * @property {"translation" | "half turn" | "isohedral"} kind
 * @property {Match[]} matches
 * @property {boolean} reflects
 * @property {(words: Words) => number[][]} search
 */

/** @type {Match} */
const T = [0, 3, "T"];
/** @param {number} factor @returns {Match} */
const C = (factor) => [factor, factor, "C"];
/** @param {number} factor @param {string} how @returns {Match} */
const next = (factor, how) => [factor, factor + 1, how];
/** @param {string} one @param {string} other */
const turns = (one, other) => [C(0), next(1, one), next(3, other)];

/** The types, simplest first. @type {Type[]} */
const TYPES = [
  {
    name: "TTTTTT",
    kind: "translation",
    matches: [T, [1, 4, "T"], [2, 5, "T"]],
    reflects: false,
    search: (words) => words.found("translations", words.word, words.size, words.opposite),
  },
  {
    name: "TCCTCC",
    kind: "half turn",
    matches: [T, ...[1, 2, 4, 5].map(C)],
    reflects: false,
    search: (words) => words.halfTurns(words.none),
  },
  {
    name: "CC4C4C4C4",
    kind: "isohedral",
    matches: turns("90", "90"),
    reflects: false,
    search: (words) => words.palindromeAndTurns(90, 90),
  },
  {
    name: "C3C3C3C3C3C3",
    kind: "isohedral",
    matches: [0, 2, 4].map((factor) => next(factor, "120")),
    reflects: false,
    search: (words) => words.threeTurns(),
  },
  {
    name: "CC3C3C6C6",
    kind: "isohedral",
    matches: turns("120", "60"),
    reflects: false,
    search: (words) => words.palindromeAndTurns(120, 60),
  },
  {
    name: "CC6C6C3C3",
    kind: "isohedral",
    matches: turns("60", "120"),
    reflects: false,
    search: (words) => words.palindromeAndTurns(60, 120),
  },
  {
    name: "TCCTGG",
    kind: "isohedral",
    matches: [T, C(1), C(2), next(4, "G")],
    reflects: true,
    search: (words) => words.halfTurns(words.mirrors),
  },
  {
    name: "TG1G1TG2G2",
    kind: "isohedral",
    matches: [T, next(1, "G"), next(4, "G")],
    reflects: true,
    search: (words) => words.glides("parallel_glides"),
  },
  {
    name: "TG1G2TG2G1",
    kind: "isohedral",
    matches: [T, [1, 5, "G"], [2, 4, "G"]],
    reflects: true,
    search: (words) => words.glides("crossing_glides"),
  },
  {
    name: "CG1CG2G1G2",
    kind: "isohedral",
    matches: [C(0), C(2), [1, 4, "G"], [3, 5, "H"]],
    reflects: true,
    search: (words) => words.glidesAtRightAngles(),
  },
];

/** The arrays that the searches share. */
class Words {
  /** @param {Machine} machine @param {Boundary} boundary @param {Geometry} geometry */
  constructor(machine, { word }, geometry) {
    const { rotations, directions, lattice } = geometry,
      reflections = geometry.turned.slice(rotations),
      half = geometry.rotation(180);
    this.machine = machine;
    this.geometry = geometry;
    this.size = word.length;
    this.word = machine.from("i64", [...word, ...word, ...word]);
    this.opposite = machine.from("i64", geometry.opposite);
    this.mirrors = machine.from("i64", reflections.flat(), [reflections.length, directions.length]);
    this.none = machine.array("i64", [0, directions.length]);
    this.across = machine.from(
      "i64",
      reflections.map((_, i) => lattice.compose[half][rotations + i] - rotations),
    );
    this.table = machine.array("i64", [TRIED, COLUMNS]);
    /** @type {Field[] | null} */
    this.known = null;
    /** @type {Map<number, Field[]>} */
    this.turning = new Map();
  }

  /** @param {string} name @param {(Field | number)[]} passed */
  call(name, ...passed) {
    return this.machine.call(`plane_factors_${name}`, passed)[0] ?? 0;
  }

  /** The factorizations that a search finds. @param {string} name @param {(Field | number)[]} passed */
  found(name, ...passed) {
    const count = Math.min(TRIED, this.call(name, ...passed, this.table)),
      { numbers } = this.table;
    return Array.from({ length: count }, (_, i) => numbers.slice(i * COLUMNS, (i + 1) * COLUMNS));
  }

  /** How far palindromes reach, and where each of them is in a list of their lengths. */
  get palindromes() {
    if (!this.known) {
      const { machine, size } = this,
        reach = machine.array("i64", [6 * size + 1]),
        total = this.call("palindromes", this.word, size, reach),
        first = machine.array("i64", [size + 1]),
        length = machine.array("i64", [Math.max(total, 1)]);
      this.call("list_palindromes", size, reach, first, length);
      this.known = [reach, first, length];
    }
    return this.known;
  }

  /** The factors that are followed by their own rotation. @param {number} degrees */
  turned(degrees) {
    const known = this.turning.get(degrees);
    if (known) return known;
    const { machine, size, geometry } = this,
      radius = machine.array("i64", [size]),
      first = machine.array("i64", [size + 1]),
      element = geometry.rotation(degrees);
    let total = 0;
    if (element >= 0) {
      // Reversed and rotated back around the corner, a side is the one before it.
      const back = geometry.turned[geometry.lattice.inverse[element]],
        corner = machine.from(
          "i64",
          geometry.opposite.map((direction) => back[direction]),
        );
      total = this.call("turns", this.word, size, corner, radius);
    }
    const length = machine.array("i64", [Math.max(total, 1)]);
    if (total) this.call("list_turns", size, radius, first, length);
    const made = [radius, first, length];
    this.turning.set(degrees, made);
    return made;
  }

  /** @param {Field} mirrors */
  halfTurns(mirrors) {
    return this.found(
      "half_turns",
      ...[this.word, this.size, this.opposite, mirrors, ...this.palindromes],
    );
  }

  /** @param {"parallel_glides" | "crossing_glides"} name */
  glides(name) {
    return this.found(name, this.word, this.size, this.opposite, this.mirrors);
  }

  glidesAtRightAngles() {
    return this.found(
      "glides_at_right_angles",
      ...[this.word, this.size, this.mirrors, this.across, ...this.palindromes],
    );
  }

  /** @param {number} one @param {number} other */
  palindromeAndTurns(one, other) {
    const [, first, length] = this.turned(one),
      [, second, lengths] = this.turned(other);
    if (!first.numbers[this.size]) return [];
    return this.found(
      "palindrome_and_turns",
      ...[this.size, this.palindromes[0], first, length, second, lengths],
    );
  }

  threeTurns() {
    const [radius, first, length] = this.turned(120);
    if (!first.numbers[this.size]) return [];
    return this.found("three_turns", this.size, first, length, radius);
  }
}

/**
 * The simplest isohedral tiling by a piece, and the name and the kind of its type; null if there is
 * none.
 * @param {Machine} machine @param {Geometry} geometry @param {Boundary} boundary @param {Cell[]} cells
 * @param {Turn} turn
 * @returns {{ name: string, kind: Type["kind"], tiling: Periodic } | null}
 */
export function isohedral(machine, geometry, boundary, cells, turn) {
  const words = new Words(machine, boundary, geometry);
  for (const { name, kind, matches, reflects, search } of TYPES) {
    if ((turn === "fixed" && kind !== "translation") || (reflects && turn !== "free")) continue;
    for (const row of search(words)) {
      const motions = motionsOf(geometry, boundary.corners, matches, row),
        tiling = motions && fromMotions(geometry, motions, cells);
      if (tiling) return { name, kind, tiling };
    }
  }
  return null;
}

/**
 * The motions that take a piece to its neighbors along its factors; null if one of them does not
 * preserve the lattice.
 * @param {Geometry} geometry @param {Pair[]} corners  Of the boundary. @param {Match[]} matches
 * @param {number[]} row  Where the factors begin, and the number of the reflection.
 */
function motionsOf(geometry, corners, matches, row) {
  const starts = row.slice(0, COLUMNS - 1),
    mirror = row[COLUMNS - 1];
  /** @type {Motion[]} */
  const motions = [];
  for (const [one, other, how] of matches) {
    const after = starts[(one + 1) % starts.length];
    if (after === starts[one]) continue;
    // The neighbor's side `other` lies along the piece's side `one`, in the opposite direction.
    const motion = matching(geometry, how, mirror, {
      begin: corners[starts[one]],
      end: corners[after],
      there: corners[starts[other]],
    });
    if (!motion) return null;
    motions.push(motion);
  }
  return motions;
}

/**
 * The motion that takes a neighbor's side to a side.
 * @param {Geometry} geometry @param {string} how @param {number} mirror
 * @param {{ begin: Pair, end: Pair, there: Pair }} corners
 */
function matching(geometry, how, mirror, { begin, end, there }) {
  if (how === "T") return geometry.about(0, there, end);
  if (how === "C") return geometry.about(geometry.rotation(180), begin, end);
  if (how === "G" || how === "H") {
    const own = geometry.rotations + mirror,
      half = geometry.rotation(180);
    return geometry.about(how === "H" ? geometry.lattice.compose[half][own] : own, there, begin);
  }
  const element = geometry.rotation(Number(how));
  return element < 0 ? null : geometry.about(element, end, end);
}
