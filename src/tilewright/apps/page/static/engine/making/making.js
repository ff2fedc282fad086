// Makes puzzles with exactly one solution, the same ones as the library does from a seed
// (`puzzles/making/maker.py`): a random tiling of the board, and puzzles of it from the most clues to the
// fewest, of which one has the level. What the clues are depends on the kind.

/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { GradeSheet, MakeRequest, Sheet } from "../../../answers" */
/** @import { KindFacts } from "../words/catalog.js" */
/** @import { Puzzle } from "../words/identity.js" */
/** @import { Problem } from "../words/problems.js" */
/** @import { Puzzles } from "../solving/puzzles.js" */
/** @import { Numbers, Regional } from "./field.js" */
/** @import { Going } from "./questions.js" */
/** @import { Turn } from "../words/space.js" */
/** @import { Piece } from "../words/words.js" */

import { Board } from "../words/boards.js";
import {
  EXACT,
  EXCHANGE,
  Field,
  HOLES,
  length,
  LOOSE,
  PLACED,
  REARRANGE,
  REMARK,
} from "./field.js";
import { made } from "../words/identity.js";
import { gradeOf, laid } from "./questions.js";
import { Grader } from "../solving/grading.js";
import { turningsIn } from "../solving/counting.js";
import { symmetriesOf } from "../solving/symmetries.js";
import { Search } from "../solving/search.js";
import { gcd, isConnected, Unsupported } from "../words/space.js";
import { DOT, LETTERS, withDot } from "../words/words.js";

/** The most cells of a board. */
const LARGEST = 400;
/** The most tilings of which all lists of pieces are tried; steps of a slice. */
const TILINGS = 500_000,
  SLICE = 500;
/** Days from which a seed chooses one: those of a leap year. */
const FIRST_DAY = Date.UTC(2024, 0, 1),
  DAYS = 366,
  DAY = 86_400_000;

/** Time ran out. */
class TooLate extends Error {}

/**
 * What a puzzle is made for.
 * @typedef {object} Order
 * @property {string} kind
 * @property {KindFacts} about
 * @property {Board} board
 * @property {Turn} turn
 * @property {string[]} words  The pieces as the puzzle names them, if they are a list.
 * @property {Problem} problem  With all choices of pieces, without their marks.
 *
 * A puzzle that is only made if it is needed.
 * @typedef {() => Puzzle} Way
 */

/**
 * A puzzle; undefined if none is found in time, or in a number of attempts.
 * @param {Puzzles} puzzles @param {MakeRequest & { attempts?: number }} asked @param {Going} going
 * @returns {Promise<{ finished: boolean, reason: null, puzzle: Sheet } | undefined>}
 */
export async function makeOne(puzzles, asked, going) {
  const { kind, seed = 0, level, minimal, attempts = Infinity } = asked;
  const go = async () => {
    if (!(await going())) throw new TooLate();
  };
  try {
    const maker = makerOf(puzzles, asked, go),
      { machine, effort } = maker.field,
      { functions } = machine;
    const finished = async (/** @type {Way[]} */ ways) => {
      const puzzle = await chosen(puzzles, ways, minimal ? null : level, go);
      return (puzzle?.level === level || !level) && puzzle
        ? { finished: true, reason: null, puzzle }
        : null;
    };
    for (let attempt = 0; attempt < attempts; attempt++) {
      const mark = functions.mark(),
        dice = maker.field.dice(`${kind} ${seed} ${attempt}`);
      const ways = await maker.attempt(dice, level ?? null, minimal),
        found = await finished(ways);
      functions.release(mark);
      if (found) return found;
      if (maker.triesAll && (!ways.length || attempt + 1 === effort.attempts)) break;
    }
    for await (const way of maker.others(maker.field.dice(`${kind} ${seed}`))) {
      const found = await finished([way]);
      if (found) return found;
    }
  } catch (error) {
    if (!(error instanceof TooLate || error instanceof Unsupported)) throw error;
  }
  return undefined;
}

/**
 * The puzzle with the fewest clues that is not harder than a level, or null. Fewer clues usually make a
 * puzzle harder.
 * @param {Puzzles} puzzles @param {Way[]} ways @param {GradeSheet["level"] | null | undefined} level
 * @param {() => Promise<void>} go
 */
async function chosen(puzzles, ways, level, go) {
  /** @type {Map<number, Sheet>} */
  const known = new Map();
  const graded = async (/** @type {number} */ i) => {
    const sheet = known.get(i) ?? (await finishedSheet(puzzles, ways[i](), go));
    known.set(i, sheet);
    return sheet;
  };
  if (!ways.length) return null;
  if (!level) return graded(ways.length - 1);
  const levels = Object.keys(puzzles.facts.grades.allowed),
    rank = (/** @type {Sheet["level"]} */ own) => levels.indexOf(own ?? "");
  let [low, high] = [0, ways.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rank((await graded(middle)).level) <= rank(level)) low = middle + 1;
    else high = middle;
  }
  return graded(Math.max(1, low) - 1);
}

/** The sheet of a puzzle with its grade, after another engine found that it has one solution. @param {Puzzles} puzzles @param {Puzzle} puzzle @param {() => Promise<void>} go @returns {Promise<Sheet>} */
async function finishedSheet(puzzles, puzzle, go) {
  const problem = puzzles.problem(puzzle);
  puzzle.id = await puzzles.identity.write(puzzle, problem.pieces);
  const sheet = puzzles.describe(puzzle, problem);
  await go();
  const grade = await gradeOf(puzzles, sheet, problem, async () => {
    await go();
    return true;
  });
  if (!grade) throw new Error(`${sheet.id} does not have exactly one solution`);
  return { ...sheet, grade, level: grade.level };
}

// What is made --------

/** @param {Puzzles} puzzles @param {MakeRequest} asked @param {() => Promise<void>} go @returns {Maker} */
function makerOf(puzzles, { kind, board: word, pieces: asked, turn: wanted, seed = 0, date }, go) {
  const about = puzzles.facts.kinds[kind];
  if (wanted) throw new Unsupported("the kind of puzzle determines how pieces may turn");
  let given = asked;
  /** @type {Board} */
  let board;
  if (about.dated) {
    const day = date ?? new Date(FIRST_DAY + (seed % DAYS) * DAY).toISOString().slice(0, 10),
      calendar = puzzles.identity.readName(`${about.calendar}:${day}`);
    ({ board, pieces: given } = calendar);
  } else board = puzzles.readBoard(word ?? "");
  if (board.cells.length > LARGEST || board.marked || board.hasOptional)
    throw new Unsupported("the board must be small, and have no marks or optional cells");
  const usual = about.turn === "free" ? board.lattice.turn : about.turn,
    turn = board.surface.glide ? "free" : usual;
  const words = piecesOf(puzzles, about, board, given ?? null, turn),
    isList = words.some((each) =>
      puzzles.words.pieces(each, turn, board.lattice).some(({ most }) => most !== null),
    ),
    Of = METHODS[isList ? about.of_list : about.of_any];
  if (!Of) throw new Unsupported("only the tilewright program can make puzzles of this kind");
  const puzzle = made(kind, board, Of.marks ? bare(puzzles, words, turn) : words, turn);
  puzzle.empty = [about.empty, about.empty];
  puzzle.conditions = about.conditions;
  const problem = puzzles.problem(puzzle);
  if (problem.pieces.some((piece) => piece.turn || piece.marks.some(Boolean)))
    throw new Unsupported("pieces must not have marks or turns of their own");
  return new Of(puzzles, { kind, about, board, turn, words, problem }, go).prepared();
}

/** Words for pieces without their marks, whose copies add up. @param {Puzzles} puzzles @param {string[]} list @param {Turn} turn */
function bare({ words, facts }, list, turn) {
  /** @type {Map<string, Piece>} */
  const found = new Map();
  for (const marked of list.flatMap((word) => words.pieces(word, turn, facts.lattices.square))) {
    const piece = { ...marked, marks: marked.marks.map(() => ""), name: "" },
      base = words.base(piece),
      { least, most } = found.get(base) ?? { least: 0, most: 0 };
    found.set(base, {
      ...piece,
      least: least + piece.least,
      most: most === null || piece.most === null ? null : most + piece.most,
    });
  }
  return [...found.values()].map((piece) => words.word(piece));
}

/**
 * The words of the pieces: any number of each, unless the kind has a list of them.
 * @param {Puzzles} puzzles @param {KindFacts} about @param {Board} board @param {string[] | null} given @param {Turn} turn
 */
function piecesOf({ words }, about, board, given, turn) {
  const { lattice, surface, cells } = board,
    area = cells.length - about.empty;
  const read = (/** @type {string[]} */ list) =>
    list.flatMap((word) => words.pieces(word, turn, lattice));
  const isList = (/** @type {Piece[]} */ pieces) =>
    about.of_list &&
    (!about.of_any ||
      (pieces.every(({ most }) => most !== null) &&
        (pieces.some(({ most }) => most !== 1) ||
          pieces.reduce((sum, { cells: own, least }) => sum + own.length * least, 0) === area)));
  /** @param {string[]} list */
  const asUsed = (list) => {
    const pieces = read(list);
    if (isList(pieces)) return list;
    return words.shortest(
      pieces.map((piece) => ({ ...piece, least: 0, most: null })),
      lattice,
    );
  };
  if (given?.length) return asUsed(given);
  const offers = about.offers.filter((offer) => offer.lattice === lattice.name),
    offer = offers.find(({ joined }) => joined === surface.joined) ?? offers[0];
  if (!offer) throw new Unsupported("no default pieces are available for this board");
  const fitting = offer.pieces.find((list) => canCover(read(asUsed(list)), area));
  return asUsed(fitting ?? offer.pieces[0]);
}

/** Whether some choice of copies has an area. @param {Piece[]} pieces @param {number} area */
function canCover(pieces, area) {
  let sums = new Set([0]);
  for (const { cells, least, most } of pieces) {
    const size = cells.length,
      next = new Set();
    for (const sum of sums)
      for (let n = least; sum + n * size <= area && n <= (most ?? area); n++)
        next.add(sum + n * size);
    sums = next;
  }
  return sums.has(area);
}

// How it is made --------

/** Puzzles with a list of pieces, some of them placed. */
class Maker {
  /** Whether the pieces have marks of their own. */
  static marks = false;
  /** @param {Puzzles} puzzles @param {Order} order @param {() => Promise<void>} go */
  constructor(puzzles, order, go) {
    this.puzzles = puzzles;
    this.order = order;
    this.go = go;
    /** @type {string[]} */
    this.alphabet = [];
    /** @type {Field} */
    this.field = /** @type {any} */ (null);
  }

  /** Lay the placements. */
  prepared() {
    this.field = this.fieldOf();
    return this;
  }

  /** Whether solutions that are turned are the same. */
  turned = true;
  /** Whether all others are tried as soon as an attempt fails, or after many. */
  triesAll = false;

  /** The placements without marks, or of marked pieces. @param {string[]} [words] @param {number} [kinds] */
  fieldOf(words, kinds) {
    const { puzzles, go } = this,
      { problem, kind, board, turn } = this.order,
      puzzle = made(kind, board, [], turn);
    const sheet = puzzles.plainly(puzzle, problem),
      { machine, rules, space, cover } = laid(puzzles, sheet, problem);
    const turnings = this.turned
      ? turningsIn(sheet, symmetriesOf(machine, space, rules, cover))
      : [rules.cells.map((_, i) => i)];
    if (!words) return new Field(machine, rules, cover, turnings, go, puzzles.facts.effort);
    const { pieces, orientations } = puzzles.problem({ ...puzzle, pieces: words }),
      bare = problem.orientations.flat(),
      given = { bare, pieces, orientations, alphabet: this.alphabet, kinds };
    return Field.marked(machine, rules, cover, turnings, go, puzzles.facts.effort, given);
  }

  /** Puzzles of one tiling, from the most clues to the fewest; none if this attempt failed. @param {Numbers} dice @param {boolean} hard @param {boolean} [minimal] @returns {Promise<Way[]>} */
  async ways(dice, hard, minimal) {
    const { field } = this,
      drawn = await field.draw(dice);
    if (!drawn) return [];
    const { tiling, copies } = drawn,
      placed = field.labels();
    for (let i = length(tiling) - 1; i >= 0; i--) placed.values[i] = 1;
    const left = await field.withCopies(copies).reduce(PLACED, tiling, placed, dice, hard);
    if (minimal && !left.decided) return [];
    const [tiles, list] = [tiling.numbers, copies.numbers];
    return left.ways.map(
      (labels) => () =>
        this.listed(
          list,
          tiles.filter((_, i) => labels[i]),
        ),
    );
  }

  /** Puzzles of an attempt, from the most clues to the fewest. @param {Numbers} dice @param {GradeSheet["level"] | null} level @param {boolean} [minimal] @returns {Promise<Way[]>} */
  attempt(dice, level, minimal) {
    return this.ways(dice, Boolean(level || minimal), minimal);
  }

  /** Other puzzles after all attempts failed. @param {Numbers} _dice @returns {AsyncGenerator<Way>} */
  async *others(_dice) {}

  /** The puzzle of a list of pieces. @param {number[]} copies @param {number[]} given  The placements that are there. @returns {Puzzle} */
  listed(copies, given = []) {
    const { kind, about, board, turn, problem } = this.order,
      { words } = this.puzzles,
      { cover } = this.field;
    const placed = given.map((placement) => {
      const cells = cover.items[placement].map((item) => board.cells[item].join());
      return `${words.base(problem.pieces[cover.piece[placement]])}:${cells.join("-")}`;
    });
    const used = problem.pieces.flatMap((piece, i) =>
      copies[i] ? [words.word({ ...piece, least: copies[i], most: copies[i] })] : [],
    );
    return { ...made(kind, board, used, turn), placed, empty: [about.empty, about.empty] };
  }

  /** The puzzle of a board with marks. @param {number[]} labels @param {string[]} words @returns {Puzzle} */
  marked(labels, words) {
    const { kind, about, board, turn } = this.order,
      spots = board.spots.map((spot, i) => ({
        ...spot,
        mark: labels[i] ? this.alphabet[labels[i] - 1] : "",
      }));
    const shown = new Board(board.lattice, board.shape, spots);
    return { ...made(kind, shown, words, turn), empty: [about.empty, about.empty] };
  }
}

/** Puzzles that are a list of pieces: one that fits in one way. */
class Lists extends Maker {
  triesAll = true;

  /** @param {Numbers} dice @returns {Promise<Way[]>} */
  async ways(dice) {
    const copies = await this.field.drawList(dice);
    return copies ? [() => this.listed(copies)] : [];
  }

  /** All lists that fit in one way, dull ones last. @param {Numbers} dice */
  async *others(dice) {
    const { machine, cover, moves } = this.field,
      mark = machine.functions.mark(),
      search = new Search(machine, cover);
    /** How many tilings each list has. @type {Map<string, number>} */
    const found = new Map();
    for (let seen = 0; !search.done; await this.go()) {
      const tilings = search.advance(SLICE);
      seen += tilings.length;
      if (seen > TILINGS) throw new Unsupported("too many tilings");
      for (const tiling of tilings) {
        const copies = cover.sizes.map(() => 0);
        for (const placement of tiling) copies[cover.piece[placement]]++;
        found.set(String(copies), (found.get(String(copies)) ?? 0) + 1);
      }
    }
    machine.functions.release(mark);
    const lists = [...found]
      .filter(([, number]) => number <= moves.shape[0])
      .map(([copies]) => copies.split(",").map(Number));
    lists.sort((one, other) => {
      const at = one.findIndex((number, i) => number !== other[i]);
      return one[at] - other[at];
    });
    const order = this.field.shuffled(dice, [...lists.keys()]).numbers,
      ranked = order.map((i) => ({ copies: lists[i], dull: this.dullness(lists[i]) }));
    for (const { copies, dull } of ranked.sort((one, other) => one.dull - other.dull))
      if (dull < 2 && this.field.fitsOnce(copies)) yield () => this.listed(copies);
  }

  /** @param {number[]} copies */
  dullness(copies) {
    const { machine } = this.field;
    return machine.call("deduction_making_dullness", [machine.from("i64", copies)])[0];
  }
}

/** Puzzles with any number of each piece: each has a dot in its middle, and some of these are shown. */
class Dots extends Maker {
  /** Words for the pieces with dots, and also for those without. @type {string[]} */
  dotted = [];
  /** @type {string[]} */
  both = [];

  fieldOf() {
    const { pieces } = this.order.problem,
      { words } = this.puzzles;
    this.alphabet = [DOT];
    this.dotted = pieces.map((each) => words.word(withDot(each)));
    this.both = [...this.dotted, ...pieces.map((each) => words.word({ ...each, name: "" }))];
    return super.fieldOf(this.both, pieces.length);
  }

  /** @param {Numbers} dice @param {boolean} hard @param {boolean} [minimal] @returns {Promise<Way[]>} */
  async ways(dice, hard, minimal) {
    const { field } = this,
      { dotted, for_each, for_bare } = field.effort,
      drawn = await field.draw(dice, field.leading);
    if (!drawn) return [];
    const { tiling } = drawn;
    await field.scramble(tiling, dice);
    /** @type {Way[]} */
    const found = [];
    for (const bare of hard ? [false, true] : [false]) {
      const rounds = dotted + (bare ? for_bare : for_each) * length(tiling),
        words = bare ? this.both : this.dotted,
        kinds = words.length;
      const climbed = await field.climb(tiling, REARRANGE, dice, rounds, kinds);
      if (!climbed || this.monotonous(tiling)) return minimal ? [] : found;
      const labels = field.show(tiling);
      let ways = [labels.numbers];
      if (bare) {
        const left = await field.reduce(EXACT, tiling, labels, dice, true, kinds);
        if (minimal && !left.decided) return [];
        ({ ways } = left);
      }
      found.push(...ways.map((way) => () => this.marked(way, words)));
    }
    return found;
  }

  /** Whether nearly all tiles are of one piece, although there are others. @param {Numbers} tiling */
  monotonous(tiling) {
    const { cover, effort } = this.field,
      copies = this.dotted.map(() => 0),
      tiles = tiling.numbers.filter((placement) => placement >= 0);
    for (const placement of tiles) copies[cover.piece[placement]]++;
    const isLarge = copies.length > 1 && tiles.length > effort.varied;
    return isLarge && Math.max(...copies) > effort.share * tiles.length;
  }
}

/** Puzzles whose clues are the marks of all pieces, which change places until there is one solution. */
class Labels extends Maker {
  static marks = true;

  turned = false;
  /** What is changed. */
  how = EXCHANGE;

  fieldOf() {
    const { words, turn, board } = this.order,
      marks = words.flatMap((word) =>
        this.puzzles.words.pieces(word, turn, board.lattice).flatMap((piece) => piece.marks),
      );
    this.alphabet = this.sorted(marks.filter(Boolean));
    return super.fieldOf(words);
  }

  /** The marks that are used. @param {string[]} marks */
  sorted(marks) {
    return [...new Set(marks)].sort();
  }

  /** @param {Numbers} dice */
  drawn(dice) {
    return this.field.draw(dice);
  }

  /** @param {Numbers} dice @returns {Promise<Way[]>} */
  async ways(dice) {
    const drawn = await this.drawn(dice);
    if (!drawn) return [];
    const { tiling } = drawn,
      rounds = this.field.effort.marked * length(tiling);
    if (!(await this.field.climb(tiling, this.how, dice, rounds))) return [];
    const labels = this.field.show(tiling).numbers;
    return [() => this.marked(labels, this.order.words)];
  }
}

/** Puzzles of rectangles with their area in one cell each, which is moved until there is one solution. */
class Rectangles extends Labels {
  how = REMARK;

  /**
   * Marks of a board have one letter each, but clues are numbers.
   * @param {number[]} labels @param {string[]} words @returns {Puzzle}
   */
  marked(labels, words) {
    if (this.alphabet.every((mark) => /\d/.test(mark))) return super.marked(labels, words);
    const { kind, about, board, turn } = this.order,
      areas = labels.map((label) =>
        label ? Number.parseInt(this.alphabet[label - 1], LETTERS) : 0,
      );
    const said = areas.flatMap((area, cell) =>
      area ? [`${board.cells[cell].join()}=${area}`] : [],
    );
    const [low, high] = [...board.shape].sort((one, other) => one - other),
      sizes = [...new Set(areas)].sort((one, other) => one - other),
      bricks = sizes.flatMap((area) =>
        Array.from({ length: low }, (_, i) => i + 1).flatMap((side) =>
          area && area % side === 0 && side * side <= area && area <= side * high
            ? [`${side}x${area / side}+`]
            : [],
        ),
      ),
      named = bricks.flatMap((word) => this.puzzles.words.pieces(word, "free", board.lattice));
    return {
      ...made(
        kind,
        board,
        named.map(({ name }) => `${name}+`),
        turn,
      ),
      conditions: [`clues-one-each ${said.join(" ")}`],
      empty: [about.empty, about.empty],
    };
  }

  /** @param {Numbers} dice */
  async drawn(dice) {
    const { field } = this,
      several = field.placements((i) => field.cover.items[i].length > 1);
    return (await field.draw(dice, several, field.effort.divided)) ?? (await field.draw(dice));
  }
}

/** Puzzles that divide the board into pieces, with the letters or the sizes of pieces in some cells. */
class Letters extends Maker {
  turned = false;

  /** Whether clues are sizes. */
  get sized() {
    return this.order.about.conditions.includes("apart size");
  }

  fieldOf() {
    const field = super.fieldOf();
    field.showPieces(this.sized);
    return field;
  }

  /** @param {Numbers} dice @param {boolean} hard @param {boolean} [minimal] @returns {Promise<Way[]>} */
  async ways(dice, hard, minimal) {
    const { field } = this,
      drawn = await field.draw(dice),
      labels = drawn && (await field.settle(drawn.tiling, dice));
    if (!labels) return [];
    const { ways, decided } = await field.reduce(LOOSE, drawn.tiling, labels, dice, hard);
    return minimal && !decided ? [] : ways.map((way) => () => this.lettered(way));
  }

  /** @param {number[]} labels @returns {Puzzle} */
  lettered(labels) {
    const { kind, about, board, turn, words, problem } = this.order,
      letters = problem.pieces.map(({ name }) => name[0]);
    const clue = (/** @type {number} */ label) => {
      if (this.sized) return label;
      const { name } = problem.pieces[label - 1],
        alone = letters.filter((letter) => letter === name[0]).length === 1;
      return alone ? name[0] : name;
    };
    const said = labels.flatMap((label, cell) =>
      label ? [`${board.cells[cell].join()}=${clue(label)}`] : [],
    );
    // A board with only one division needs no clues.
    const told = said.length ? [`clues ${said.join(" ")}`] : [];
    return { ...made(kind, board, words, turn), conditions: [...about.conditions, ...told] };
  }
}

/** On a board with holes, the maker begins by removing one of this many tiles. */
const LEFT_OUT = 6;

/** Puzzles that divide a board with holes: tiles are given back to it while it has one solution. */
class Holes extends Maker {
  turned = false;

  fieldOf() {
    const { kind, about, board, turn, words, problem } = this.order,
      sizes = problem.pieces.map(({ cells }) => cells.length),
      size = sizes.reduce(gcd),
      area = board.cells.length,
      often = size * LEFT_OUT,
      holes = (area % size) + size * Math.floor((area + Math.floor(often / 2)) / often);
    this.order.problem = this.puzzles.problem({
      ...{ ...made(kind, board, words, turn), conditions: about.conditions },
      empty: [holes, holes],
    });
    return super.fieldOf();
  }

  /** @param {Numbers} dice @param {boolean} _ @param {boolean} [minimal] @returns {Promise<Way[]>} */
  async ways(dice, _, minimal) {
    const { field } = this,
      drawn = await field.draw(dice);
    if (!drawn) return [];
    const { tiling } = drawn,
      holes = field.labels();
    for (let i = length(tiling) - 1; i >= 0; i--) holes.values[i] = 1;
    const { ways, decided } = await field.reduce(HOLES, tiling, holes, dice, true);
    if (minimal && !decided) return [];
    // Boards with at least half of the tiles, in one part, are good ones.
    const tiles = tiling.numbers.filter((tile) => tile >= 0),
      { items } = field.cover,
      { cells } = this.order.board;
    return ways.slice(minimal ? -1 : tiles.length >> 1).flatMap((way) => {
      const own = tiles.filter((_, i) => !way[i]).flatMap((tile) => items[tile]);
      const there = own.map((cell) => cells[cell]);
      return isConnected(this.order.board.lattice, there) ? [() => this.dug(there)] : [];
    });
  }

  /** The puzzle of a board. @param {Cell[]} cells @returns {Puzzle} */
  dug(cells) {
    const { kind, about, board, turn, words } = this.order,
      there = new Set(cells.map(String)),
      [rows, columns] = board.shape;
    const lines = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, column) =>
        there.has(String([row, column])) ? "#" : ".",
      ).join(""),
    );
    const dug = this.puzzles.readBoard(rows > 1 ? lines.join("\n") : `${lines[0]}/`);
    return { ...made(kind, dug, words, turn), conditions: about.conditions };
  }
}

/** What may be said of a region, by the numbers of the kernel: the name of a rule, and what follows the cells in its words. @type {((number: number) => [string, string])[]} */
const CONDITIONS = [
  () => ["", ""],
  (number) => ["sum", ` = ${number}`],
  (number) => ["sum", ` >= ${number + 1}`],
  (number) => ["sum", number > 1 ? ` <= ${number - 1}` : " = 0"],
  () => ["equal", ""],
  () => ["unequal", ""],
];

/**
 * Puzzles of Pips. The board is divided into regions at random. Cells are joined to these, and
 * conditions weakened, as long as there is one solution.
 */
class Regions extends Labels {
  /** @type {Piece[]} */
  dominoes = [];

  fieldOf() {
    const { words, turn, board } = this.order,
      pieces = words.flatMap((word) => this.puzzles.words.pieces(word, turn, board.lattice));
    if (pieces.some(({ marks }) => marks.length !== 2 || !/^\d\d$/.test(marks.join(""))))
      throw new Unsupported("each piece must be a domino with two numbers");
    this.dominoes = pieces;
    return super.fieldOf();
  }

  sorted() {
    return [..."0123456789"];
  }

  /** A puzzle of one of several tilings: the first with few regions of one cell, or else the one with the fewest. @param {Numbers} dice @param {GradeSheet["level"] | null} level @param {boolean} [minimal] @returns {Promise<Way[]>} */
  async attempt(dice, level, minimal) {
    /** @type {Puzzle | null} */
    let best = null;
    const { tilings, singles: few, spare } = this.puzzles.facts.pips;
    for (let left = tilings, fewest = 2; left > 0 && fewest > few; left--) {
      const drawn = await this.field.drawRegions(dice, spare[level ?? ""]),
        puzzle = drawn && (await this.loosened(drawn, dice, level, minimal)),
        conditions = puzzle?.conditions ?? [],
        singles = conditions.filter((words) => !words.includes("-")).length / conditions.length;
      if (puzzle && singles < fewest) [best, fewest] = [puzzle, singles];
    }
    const chosen = best;
    return chosen ? [() => chosen] : [];
  }

  /** The puzzle with conditions that say as little as its level allows; null if it has another level. @param {Regional} drawn @param {Numbers} dice @param {GradeSheet["level"] | null} level @param {boolean} [minimal] */
  async loosened(drawn, dice, level, minimal) {
    const { free, weak, most } = this.puzzles.facts.pips,
      copies = drawn.copies.numbers,
      flat = drawn.about.numbers;
    let region = drawn.region.numbers,
      about = region.map((_, own) => flat.slice(2 * own, 2 * own + 2)),
      puzzle = this.ruled(copies, region, about);
    if (level && !(await this.gradeWithin(puzzle, level))) return null;
    const area = region.length,
      count = new Set(region).size,
      some = [Math.floor(area / free), ...weak.map((each) => Math.floor(count / each))],
      changes = await this.field.loosen(drawn, dice, minimal ? some.map(() => area) : some);
    /** Regions with a change that makes the puzzle too hard. @type {Set<number>} */
    const refused = new Set();
    for (const [first, other, kind, number] of changes) {
      if (refused.has(first) || refused.has(other)) continue;
      const joined = region.map((own) => (own === other ? first : own)),
        weaker = about.map((own, i) => (i === first ? [kind, number] : i === other ? [0, 0] : own)),
        changed = this.ruled(copies, joined, weaker);
      if (minimal || !level || (await this.gradeWithin(changed, level)))
        [region, about, puzzle] = [joined, weaker, changed];
      else refused.add(first).add(other);
    }
    if (!level) return puzzle;
    const grade = await this.gradeWithin(puzzle, level);
    const fits = grade?.level === level && grade.score <= most[level] * Math.floor(area / 2);
    return fits ? puzzle : null;
  }

  /** The grade of a puzzle; undefined if it is harder than a level. @param {Puzzle} puzzle @param {GradeSheet["level"]} level */
  async gradeWithin(puzzle, level) {
    const { puzzles, go } = this,
      problem = puzzles.problem(puzzle),
      { machine, rules, space, cover } = laid(puzzles, puzzles.plainly(puzzle, problem), problem),
      symmetries = symmetriesOf(machine, space, rules, cover);
    const going = async () => {
      await go();
      return true;
    };
    return new Grader(machine, rules, cover, symmetries, puzzles.facts.grades, going).grade(level);
  }

  /** @param {number[]} copies @param {number[]} region @param {number[][]} about @returns {Puzzle} */
  ruled(copies, region, about) {
    const { kind, board, turn } = this.order,
      used = this.dominoes.flatMap((piece, i) =>
        copies[i] ? [{ ...piece, least: copies[i], most: copies[i] }] : [],
      );
    const conditions = about.flatMap(([condition, number], own) => {
      const [name, after] = CONDITIONS[condition](number),
        cells = board.cells.filter((_, i) => region[i] === own).map((cell) => cell.join());
      return name ? [`${name} ${cells.join("-")}${after}`] : [];
    });
    const marks = [...new Set(used.flatMap((piece) => piece.marks))].sort();
    return {
      ...made(kind, board, this.puzzles.words.shortest(used, board.lattice), turn),
      conditions,
      agree: Object.fromEntries(marks.map((mark) => [mark, [""]])),
    };
  }
}

/** What makes puzzles here as a class of the library does, by its name. @type {Record<string, typeof Maker>} */
const METHODS = {
  GivenPuzzles: Maker,
  DotPuzzles: Dots,
  SigilPuzzles: Lists,
  LabelPuzzles: Labels,
  RectanglePuzzles: Rectangles,
  LetterPuzzles: Letters,
  HolePuzzles: Holes,
  RegionPuzzles: Regions,
};
