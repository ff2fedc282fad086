// What a placement is found by, in words: the numbers that are left in a region, a clue, a cell or a
// piece. A kernel of the library finds it.

/** @import { Words } from "../../../answers" */
/** @import { Deducer } from "./deduction.js" */

import { key } from "../../geometry/geometry.js";
import { lettersOf } from "../words/ruling.js";
import { joined, say, text } from "../words/saying.js";

/** What a placement is found by, as in the kernel. */
const BY_CLUE = 1,
  BY_REACH = 2,
  BY_AREA = 3,
  BY_REGION = 4,
  BY_PIECE = 6;
/** What a cell says if it is no number: nothing, a dot, or letters. */
const NOTHING = -3,
  A_DOT = -2,
  SOME_LETTERS = -1;
/** The sentences that the kernel chooses, by their numbers. */
const NAMES = /** @type {const} */ ([
  ...["fail", "fail", "failRule", "failRegion", "failBlocked", "failTrial"],
  ...["piece", "pieceWays", "pair", "pairWays", "pieces"],
  ...["cell", "cellWays", "join", "joinWays", "clue", "clueWays", "inRegion", "inRegionWays"],
  ...["clueLine", "reachNumber", "reachLetter", "area", "side"],
  ...["onePlace", "allPlaces", "onePair", "onlyArea", "onlyPiece", "onlyHolder", "onlyJoin"],
  ...["onlyDot", "onlyNumber", "onlyLetter", "onlyReachNumber", "onlyReachLetter"],
  "failTry",
]);
/** The most numbers that are listed if they follow each other. */
const LISTED = 3;
/** A mark that says nothing but that a piece has it. */
const DOT = "o";

/** @typedef {Parameters<typeof say>[0]} Key */
/**
 * What placements are found by: the number of it in the kernel; the cell or piece; the cell of the
 * clue, the region, or the free sides; the placements; how many other ways fail, and by which step, 0
 * for several.
 * @typedef {{ by: number, where: number, about: number, chosen: number[], failing: number, manner: number }} Found
 * @typedef {{ words: Words, tried: number[], cells: number[][] }} Scene
 */

/** Some cells in a sentence. @param {number[][]} cells */
export const these = (cells) => ({
  word: text("these", { number: cells.length }),
  cell: cells[0],
});

/** Words that point at a cell; of cubes, they also say the layer. @param {number[]} cell */
const thisCell = (cell) => ({
  word: text(cell.length === 2 ? "thisCell" : "thisCellIn", { layer: cell[0] + 1 }),
  cell,
});

/** Where to look for a placement that no step finds. @param {Key} name @param {number[]} cell @param {number} [number] */
export const look = (name, cell, number = 0) => ({
  words: say(name, { number, here: thisCell(cell) }),
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
    const says = rules.cells.map((cell) => numberOf(this.saidAt(cell))),
      clues = says.map((said) => said > A_DOT);
    /** What cells say, as the kernel reads it. */
    this.says = deducer.machine.from("i64", says);
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
    const { by, where, chosen, failing } = found,
      filled = by === BY_AREA && !failing ? this.deducer.cells(chosen[0]) : null,
      first = this.say(found, 0, filled?.length ?? chosen.length + failing),
      words = failing ? joined([...first, ...this.say(found, 1, failing)]) : first;
    const cells = filled ?? (by === BY_PIECE ? [] : [this.deducer.rules.cells[where]]);
    return { words, tried: [], cells };
  }

  /** What follows. @param {Found} found @param {number[][]} regions  Those that were told. @returns {Scene} */
  last(found, regions) {
    const { by, where, chosen } = found,
      value = by === BY_PIECE ? "" : this.held(where, regions),
      words = this.say(found, 2, chosen.length, value);
    const isFilled = by === BY_PIECE || by === BY_AREA,
      cells = isFilled ? this.deducer.cells(chosen[0]) : [this.deducer.rules.cells[where]];
    return { words, tried: [], cells };
  }

  /** One of the sentences that the kernel chooses. @param {Found} found @param {number} place @param {number} number @param {string} [value] */
  say({ by, where, about, chosen, failing, manner }, place, number, value = "") {
    const { deducer } = this,
      { machine, rules } = deducer,
      placed = deducer.cells(chosen[0]),
      ofPiece = by === BY_PIECE,
      found = [by, where, about, chosen.length, failing, manner, placed.length],
      names = machine.array("i64", [3]);
    machine.call("deduction_clues_name_sentences", [
      ...[machine.from("i64", found), this.says, Number(this.labeled), Number(Boolean(value))],
      names,
    ]);
    const chosenName = NAMES[names.numbers[place]],
      name = chosenName === "clueLine" && rules.stroke === "path" ? "clue" : chosenName,
      cell = ofPiece ? placed[0] : rules.cells[where],
      there = by === BY_CLUE || by === BY_REACH ? rules.cells[about] : cell,
      beside = placed.find((each) => key(each) !== key(cell)),
      marks = this.labeled && ofPiece ? rules.sheet.pieces[where].marks : [];
    return say(name, {
      piece: ofPiece ? deducer.called(where) : deducer.name(chosen[0]),
      ...{ number, value, sides: about, size: placed.length, cell, there, cells: these(placed) },
      here: name === "area" ? these(placed) : this.here(cell),
      clue: this.saidAt(there),
      one: marks[0] ?? "",
      other: marks[1] ?? (beside ? this.saidAt(beside) : ""),
      region: by === BY_REGION ? this.region(about) : "",
    });
  }

  /** @param {number[]} cell */
  saidAt(cell) {
    return this.said.get(key(cell)) ?? "";
  }

  /** Words that point at a cell, with what it says. @param {number[]} cell @returns {{ word: string, cell: number[] }} */
  here(cell) {
    const clue = this.saidAt(cell);
    if (!clue) return thisCell(cell);
    return { word: text(clue === DOT ? "thisDot" : "thisClue", { clue }), cell };
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

/** The sum that a region must have. @param {{ least: number, most: number | null }} condition */
export function sumWords({ least, most }) {
  if (most === null) return text("moreThan", { number: least - 1 });
  if (least === most) return String(least);
  return least ? text("fromTo", { least, most }) : text("lessThan", { number: most + 1 });
}

/** What a cell says, as the kernel reads it. @param {string} said */
function numberOf(said) {
  if (/^\d+$/.test(said)) return Number(said);
  return said === "" ? NOTHING : said === DOT ? A_DOT : SOME_LETTERS;
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
