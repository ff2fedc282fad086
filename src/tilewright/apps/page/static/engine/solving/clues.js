// What a placement is found by, in words: the numbers that are left in a region, a clue, a cell or a
// piece. A kernel of the library finds it.

/** @import { Words } from "../../../answers" */
/** @import { Deducer } from "./deduction.js" */

import { key } from "../../geometry/geometry.js";
import { lettersOf } from "../words/ruling.js";
import { KINDS } from "./deduction.js";
import { joined, say, text } from "../words/saying.js";

/** What a placement is found by, as in the kernel. */
const BY_CLUE = 1,
  BY_REACH = 2,
  BY_AREA = 3,
  BY_REGION = 4,
  BY_SIDE = 5,
  BY_PIECE = 6;
/** The most numbers that are listed if they follow each other. */
const LISTED = 3;
/** A mark that says nothing but that a piece has it. */
const DOT = "o";
/** The sentences that say how all other ways fail. @type {Record<string, Key>} */
const FAILING = {
  rule: "failRule",
  region: "failRegion",
  blocked: "failBlocked",
  trial: "failTrial",
};

/** @typedef {Parameters<typeof say>[0]} Key */
/**
 * What placements are found by: the number of it in the kernel; the cell or piece; the cell of the
 * clue, the region, or the free sides; the placements; how many other ways fail, and by which step, 0
 * for several.
 * @typedef {{ by: number, where: number, about: number, chosen: number[], failing: number, manner: number }} Found
 * @typedef {{ words: Words, tried: number[], cells: number[][], others?: boolean }} Scene
 */

/** Some cells in a sentence. @param {number[][]} cells */
export const these = (cells) => ({
  word: text("these", { number: cells.length }),
  cell: cells[0],
});

/** Where to look for a placement that no step finds. @param {Key} name @param {number[]} cell */
export const look = (name, cell) => ({
  words: say(name, { here: { word: text("thisCell"), cell } }),
  tried: [],
  cells: [cell],
});

export class ClueWords {
  /** @param {Deducer} deducer  At a position. */
  constructor(deducer) {
    this.deducer = deducer;
    const { rules, cover } = deducer,
      { sheet } = rules;
    /** What cells say, by their names. */
    this.said = new Map(
      [...sheet.marks, ...(sheet.clues ?? [])].map(([row, column, said]) => [
        key([row, column]),
        said,
      ]),
    );
    /** Whether all cells have labels: then pairs of neighbors are looked for. */
    this.labeled =
      sheet.marks.length === cover.area &&
      sheet.pieces.every(({ cells, marks }) => cells.length === 2 && marks.every(Boolean));
    const clues = rules.cells.map((cell) => !["", DOT].includes(this.saidAt(cell)));
    /** Whether each cell has a clue; none if all have one. A dot says nothing of its piece. */
    this.clue = clues.map((isClue) => Number(isClue && clues.includes(false)));
    /** Whether each sum is about the numbers of a region. */
    this.telling = cover.sums.map(({ condition: { name } }) =>
      Number(name === "sum" || name === "equal"),
    );
    this.letters = lettersOf(rules);
  }

  // Regions of numbers --------

  /** Which numbers are left in a region, and the cells that can only have these. @param {number[]} row  Of the kernel. @returns {Scene} */
  told([number, at, left, soFar, many, ...values]) {
    const isSum = this.isSum(number),
      open = this.open(number),
      whole = this.inside(number).length,
      listed = list(values.slice(0, many).map((value) => this.mark(number, value)));
    if (whole === 1 && many === 1)
      return {
        words: say("toldSame", { cells: these(open), values: listed }),
        ...{ tried: [], cells: open },
      };
    const rest = left < whole,
      name = isSum
        ? /** @type {Key} */ (rest ? "toldRest" : "toldSum")
        : /** @type {Key} */ (rest ? "toldEqualRest" : "toldEqual");
    const head = say(name, {
      region: this.region(number),
      placed: this.mark(number, soFar),
      sum: isSum ? sumWords(this.deducer.cover.sums[number].condition) : "",
      cells: these(open),
    });
    if (at >= 0) {
      const cell = this.deducer.rules.cells[at];
      return {
        words: joined([...head, ...say("toldAt", { cell, values: listed })]),
        ...{ tried: [], cells: [cell] },
      };
    }
    const tail = say(rest ? "toldLast" : "toldEach", { number: left, values: listed });
    return { words: joined([...head, ...tail]), tried: [], cells: open };
  }

  /** @param {number} number */
  isSum(number) {
    return this.deducer.cover.sums[number].condition.name === "sum";
  }

  /** The cells of a region, by their numbers. @param {number} number */
  inside(number) {
    return [...new Set(this.deducer.cover.sums[number].terms.map(({ cell }) => cell))].sort(
      (one, other) => one - other,
    );
  }

  /** The open cells of a region. @param {number} number */
  open(number) {
    const { rules, covered } = this.deducer;
    return this.inside(number).flatMap((cell) =>
      covered.numbers[cell] ? [] : [rules.cells[cell]],
    );
  }

  /** The number that a share of a sum stands for, or a color. @param {number} number @param {number} value */
  mark(number, value) {
    return this.isSum(number) ? String(value) : (this.letters.at(value - 1) ?? "");
  }

  /** @param {number} number */
  region(number) {
    const cell = this.deducer.rules.cells[this.inside(number)[0]],
      { condition } = this.deducer.cover.sums[number];
    return this.isSum(number)
      ? say("regionOf", { sum: sumWords(condition), cell })
      : say("regionEqual", { cell });
  }

  // The first and the last sentence --------

  /** Where it is found, without the piece, and how the other ways fail. @param {Found} found @returns {Scene} */
  first(found) {
    const { failing, manner } = found,
      scene = found.by === BY_PIECE ? this.firstOfPiece(found) : this.firstOfCell(found);
    if (!failing) return scene;
    const how = say(FAILING[KINDS[manner]] ?? "fail", { number: failing });
    return { ...scene, words: joined([...scene.words, ...how]) };
  }

  /** @param {Found} found @returns {Scene} */
  firstOfPiece({ where, chosen, failing }) {
    const [one, other] = this.labels(where),
      number = chosen.length + failing;
    let name = /** @type {Key} */ (one ? "pair" : "piece");
    if (failing) name = one ? "pairWays" : "pieceWays";
    else if (chosen.length > 1) name = "pieces";
    const words = say(name, { piece: this.deducer.called(where), number, one, other });
    return { words, tried: [], cells: [] };
  }

  /** @param {Found} found @returns {Scene} */
  firstOfCell({ by, where, about, chosen, failing }) {
    const { rules } = this.deducer,
      cell = rules.cells[where];
    let cells = [cell],
      here = this.here(cell),
      name = /** @type {Key} */ (failing ? "cellWays" : "cell");
    const size = this.deducer.cells(chosen[0]).length;
    if (by === BY_CLUE && failing) name = "clueWays";
    else if (by === BY_CLUE)
      name = isPrime(size) && this.saidAt(cell) === String(size) ? "clueLine" : "clue";
    else if (by === BY_REGION) name = failing ? "inRegionWays" : "inRegion";
    else if (failing) name = this.labeled ? "joinWays" : name;
    else if (by === BY_REACH) name = `reach${sortOf(this.saidAt(rules.cells[about]))}`;
    else if (by === BY_AREA) {
      cells = this.deducer.cells(chosen[0]);
      here = these(cells);
      name = "area";
    } else if (by === BY_SIDE) name = "side";
    else if (this.labeled) name = "join";
    const words = say(name, {
      ...{ here, sides: about, size },
      number: name === "area" ? size : chosen.length + failing,
      region: by === BY_REGION ? this.region(about) : "",
    });
    return { words, tried: [], cells };
  }

  /** What follows. @param {Found} found @param {number[][]} regions  Those that were told. @returns {Scene} */
  last(found, regions) {
    const { by, where, about, chosen, failing } = found,
      { deducer } = this,
      { rules } = deducer;
    const cells = deducer.cells(chosen[0]);
    if (by === BY_PIECE) {
      const [one, other] = this.labels(where),
        values = { piece: deducer.called(where), number: chosen.length, cell: cells[0] };
      let name = /** @type {Key} */ (chosen.length > 1 ? "allPlaces" : "onePlace");
      if (one && !failing) name = "onePair";
      return { words: say(name, { ...values, one, other }), tried: [], cells };
    }
    const cell = rules.cells[where],
      piece = deducer.name(chosen[0]);
    if (by === BY_AREA)
      return { words: say("onlyArea", { piece, cells: these(cells) }), tried: [], cells };
    const value = this.held(where, regions);
    let there = cell,
      clue = "",
      name = /** @type {Key} */ ("onlyPiece");
    if (by === BY_CLUE || by === BY_REACH) {
      there = rules.cells[about];
      clue = this.saidAt(there);
      name = `${by === BY_CLUE ? "only" : "onlyReach"}${sortOf(clue)}`;
    } else if (value) name = "onlyHolder";
    else if (this.labeled) {
      clue = this.saidAt(cell);
      name = "onlyJoin";
    } else if (this.saidAt(cell) === DOT) name = "onlyDot";
    const beside = cells.find((each) => key(each) !== key(cell)),
      other = clue && beside ? this.saidAt(beside) : "";
    return {
      words: say(name, { piece, cell, clue, there, value, other }),
      ...{ tried: [], cells: [cell] },
    };
  }

  /** @param {number[]} cell */
  saidAt(cell) {
    return this.said.get(key(cell)) ?? "";
  }

  /** Words that point at a cell, with what it says. @param {number[]} cell @returns {{ word: string, cell: number[] }} */
  here(cell) {
    const clue = this.saidAt(cell),
      name = clue === DOT ? "thisDot" : clue ? "thisClue" : "thisCell";
    return { word: text(name, { clue }), cell };
  }

  /** The labels of a piece if pairs of labels are looked for. @param {number} piece */
  labels(piece) {
    return this.labeled ? this.deducer.rules.sheet.pieces[piece].marks : ["", ""];
  }

  /** The number that a region leaves at a cell, if only one piece has it; or "". @param {number} where @param {number[][]} regions */
  held(where, regions) {
    const { rules, cover, position } = this.deducer,
      name = key(rules.cells[where]),
      used = position[2].numbers;
    for (const [number, at, , , many, value] of regions) {
      const cells = at >= 0 ? [rules.cells[at]] : this.open(number);
      if (many !== 1 || !cells.some((cell) => key(cell) === name)) continue;
      const mark = this.mark(number, value),
        holders = rules.sheet.pieces.filter(
          ({ marks }, piece) => used[piece] < cover.most[piece] && marks.includes(mark),
        );
      if (holders.length === 1) return mark;
    }
    return "";
  }
}

/** Whether a number is prime: a rectangle of so many cells is then a line. @param {number} size */
function isPrime(size) {
  for (let divisor = 2; divisor < size; divisor++) if (!(size % divisor)) return false;
  return size > 1;
}

/** The sum that a region must have. @param {{ least: number, most: number | null }} condition */
export function sumWords({ least, most }) {
  if (most === null) return text("moreThan", { number: least - 1 });
  if (least === most) return String(least);
  return least ? text("fromTo", { least, most }) : text("lessThan", { number: most + 1 });
}

/** Which sort of clue it is, as the names of sentences have it. @param {string} clue */
function sortOf(clue) {
  return /^\d+$/.test(clue) ? "Number" : "Letter";
}

/** Some numbers as a list, or the first and the last if these say the same. @param {string[]} numbers */
function list(numbers) {
  const [first] = numbers,
    last = numbers[numbers.length - 1];
  if (numbers.length > LISTED && Number(last) - Number(first) + 1 === numbers.length)
    return text("fromTo", { least: first, most: last });
  if (numbers.length === 1) return first;
  return numbers.slice(0, -1).join(text("comma")) + text("lastOr") + last;
}
