// Makes puzzles with exactly one solution: a random tiling of the board, with a clue for each tile. Clues
// are taken away in random order as long as there is one solution, and the level is that of the grade.
// What the clues are depends on the kind: placed pieces, dots, or none but the list of the pieces.

/** @import { GradeSheet, MakeRequest, Sheet } from "../../../answers" */
/** @import { KindFacts } from "../words/catalog.js" */
/** @import { Cover } from "../solving/cover.js" */
/** @import { Position, Tiling } from "./field.js" */
/** @import { Puzzle } from "../words/identity.js" */
/** @import { Machine } from "../solving/module.js" */
/** @import { Problem } from "../words/problems.js" */
/** @import { Puzzles } from "../solving/puzzles.js" */
/** @import { Going } from "./questions.js" */
/** @import { Turn } from "../words/space.js" */
/** @import { Piece } from "../words/words.js" */

import { Board } from "../words/boards.js";
import { Dice } from "./chance.js";
import { Field } from "./field.js";
import { made } from "../words/identity.js";
import { gradeOf, laid, turningsOf } from "./questions.js";
import { symmetriesOf } from "../solving/symmetries.js";
import { Search } from "../solving/search.js";
import { minus, Unsupported } from "../words/space.js";

/** The most cells of a board. */
const LARGEST = 400;
/**
 * Tilings from which puzzles are made until one has the level that is wanted; lists that are tried, and
 * drawn, as most have another number of cells than the board. Then all tilings are looked at, if there
 * are not more.
 */
const ATTEMPTS = 40,
  LISTS = 1500,
  DRAWN = 40_000,
  TILINGS = 500_000;
/** Steps of a search for a random tiling, before it begins again with twice as many. */
const FEWEST_STEPS = 4000,
  MOST_STEPS = 4_000_000,
  SLICE = 500;
/** Rounds in which a tiling is changed until its dots allow no other one, and more of them for each tile. */
const ROUNDS = 40,
  MORE_ROUNDS = 6,
  MANY_ROUNDS = 30;
/** Most solutions that are counted while tiles exchange their marks, and changes for each tile. */
const SOLUTIONS = 24,
  CHANGES = 12;
/** Most cells of a region with a sum, and with equal numbers; cells for each condition without a level. */
const MOST_CELLS = 4,
  MOST_EQUAL = 6,
  CELLS_EACH = 3;
/** Placements that a search for a second solution tries before a letter counts as needed. */
const JUDGED = 400_000;
/** Divisions into rectangles that are tried without single cells, and steps for each cell. */
const DIVISIONS = 8,
  STEPS_EACH = 8;
/** The letter of a dot. */
const DOT = "o";
/** Days from which a number chooses one: those of a leap year. */
const FIRST_DAY = Date.UTC(2024, 0, 1),
  DAYS = 366,
  DAY = 86_400_000;
/** @type {GradeSheet["level"][]} */
const LEVELS = ["easy", "medium", "hard", "expert"];

/** Time ran out. */
class TooLate extends Error {}

/**
 * What a puzzle is made for: the problem with all choices of pieces, laid on the board.
 * @typedef {object} Order
 * @property {string} kind
 * @property {KindFacts} about
 * @property {Board} board
 * @property {Turn} turn
 * @property {Piece[]} pieces  Without their marks.
 * @property {string[]} words  As the puzzle names them, if they are a list.
 * @property {Machine} machine
 * @property {Cover} cover
 * @property {Field} field
 *
 * A puzzle of a tiling: the clues that are left of it, whether tiles may be without one, and the marks
 * of the cells, if the pieces have marks of their own; or the words of the pieces, and regions.
 * @typedef {{ tiling: Tiling, clues: number[], bare: boolean, labels?: string[], words?: string[], regions?: Region[] }} Candidate
 *
 * How puzzles of a kind are made from a tiling.
 * @typedef {object} Method
 * @property {(dice: Dice) => Promise<Tiling | null>} start  Draws a tiling.
 * @property {(tiling: Tiling, hard: boolean, dice: Dice) => Promise<Candidate[]>} whole  Puzzles with all clues, the easier one first.
 * @property {(candidate: Candidate) => Position} position
 * @property {(candidate: Candidate) => boolean | undefined} hasOne  Whether there is just one solution; undefined if that takes too long to find.
 * @property {(candidate: Candidate) => Puzzle} puzzle
 */

/** The words of a request as one number. @param {string} text */
function numberOf(text) {
  let number = 0x811c9dc5;
  for (const letter of text) number = Math.imul(number ^ letter.charCodeAt(0), 0x01000193);
  return number >>> 0;
}

/**
 * A puzzle; undefined if none is found.
 * @param {Puzzles} puzzles @param {MakeRequest} asked @param {Going} going
 * @returns {Promise<{ finished: boolean, reason: null, puzzle: Sheet } | undefined>}
 */
export async function makeOne(puzzles, asked, going) {
  const { kind, board, pieces, seed = 0, level, minimal, date } = asked;
  const go = async () => {
    if (!(await going())) throw new TooLate();
  };
  const words = numberOf(JSON.stringify([kind, board, pieces, level, minimal, date]));
  try {
    const order = orderOf(puzzles, asked),
      method = methodOf(puzzles, order, go);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const dice = Dice.of(seed, Math.floor(seed / 2 ** 32), words, attempt);
      const puzzle = await attempted(puzzles, order, method, asked, dice, go);
      if (puzzle) return { finished: true, reason: null, puzzle };
    }
  } catch (error) {
    if (!(error instanceof TooLate || error instanceof Unsupported)) throw error;
  }
  return undefined;
}

/** @param {Puzzles} puzzles @param {Order} order @param {Method} method @param {MakeRequest} asked @param {Dice} dice @param {() => Promise<void>} go */
async function attempted(puzzles, order, method, { level, minimal }, dice, go) {
  const tiling = await method.start(dice);
  if (!tiling) return null;
  const whole = await method.whole(tiling, Boolean(level || minimal), dice),
    last = whole[whole.length - 1];
  if (!last || (minimal && !last.bare)) return null;
  const enough = level || minimal ? 0 : Math.max(1, Math.floor(last.clues.length / 3)),
    fewer = await reduced(order, method, last, enough, dice, go);
  // From the puzzle with all clues to the one with the fewest.
  const all = [...whole.slice(0, -1), ...fewer];
  const graded = (/** @type {Candidate} */ candidate) =>
    finished(puzzles, order, method, candidate, go);
  // With fewer clues a puzzle is usually harder.
  const hardest = await graded(all[all.length - 1]);
  if (!level || hardest.level === level) return hardest;
  const rank = (/** @type {Sheet} */ { level: own }) => LEVELS.indexOf(own ?? "expert"),
    wanted = LEVELS.indexOf(level);
  if (minimal || rank(hardest) < wanted) return null;
  let low = -1,
    high = all.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1,
      sheet = await graded(all[middle]);
    if (sheet.level === level) return sheet;
    if (rank(sheet) > wanted) high = middle;
    else low = middle;
  }
  return null;
}

/** Puzzles with fewer and fewer clues. @param {Order} order @param {Method} method @param {Candidate} whole @param {number} enough @param {Dice} dice @param {() => Promise<void>} go */
async function reduced({ field }, method, whole, enough, dice, go) {
  const found = [whole],
    order = dice.shuffled(whole.clues);
  for (let before = -1; before !== found.length; ) {
    before = found.length;
    for (const clue of order) {
      const last = found[found.length - 1],
        clues = last.clues.filter((other) => other !== clue);
      if (last.clues.length <= enough || clues.length === last.clues.length) continue;
      await go();
      const candidate = { ...last, clues },
        one = method.hasOne(candidate);
      // A puzzle of which this takes long to find is not one for the page.
      if (one === undefined) throw new Unsupported("too many ways");
      if (one) found.push(candidate);
    }
    // A clue that had to stay can be taken away later only if the board can then be turned.
    if (field.turnings.length < 2) break;
  }
  return found;
}

/** All placements of a puzzle. @param {Puzzles} puzzles @param {Sheet} sheet @param {Problem} problem */
function fieldOf(puzzles, sheet, problem) {
  const { machine, rules, space, cover } = laid(puzzles, sheet, problem),
    turnings = turningsOf(symmetriesOf(machine, space, rules, cover), problem);
  return { machine, cover, field: new Field(machine, rules, cover, turnings) };
}

/** The sheet of a puzzle, after two engines found that it has one solution. @param {Puzzles} puzzles @param {Order} order @param {Method} method @param {Candidate} candidate @param {() => Promise<void>} go @returns {Promise<Sheet>} */
async function finished(puzzles, order, method, candidate, go) {
  const puzzle = method.puzzle(candidate),
    problem = puzzles.problem(puzzle);
  puzzle.id = await puzzles.identity.write(puzzle, problem.pieces);
  const sheet = puzzles.describe(puzzle, problem),
    { field } = fieldOf(puzzles, sheet, problem);
  await go();
  const grade = await gradeOf(puzzles, sheet, problem, async () => {
    await go();
    return true;
  });
  if (!grade || !field.hasOne({}))
    throw new Error(`${sheet.id} (${order.kind}) does not have just one solution`);
  return { ...sheet, grade, level: grade.level };
}

// What is made --------

/** @param {Puzzles} puzzles @param {MakeRequest} asked @returns {Order} */
function orderOf(puzzles, { kind, board: word, pieces: asked, turn: wanted, seed = 0, date }) {
  const about = puzzles.facts.kinds[kind];
  if (wanted) throw new Unsupported("the kind of puzzle decides how pieces may turn");
  let given = asked;
  /** @type {Board} */
  let board;
  if (about.dated) {
    const day = date ?? new Date(FIRST_DAY + (seed % DAYS) * DAY).toISOString().slice(0, 10),
      calendar = puzzles.identity.readName(`${about.calendar}:${day}`);
    ({ board, pieces: given } = calendar);
  } else board = puzzles.readBoard(word ?? "");
  if (board.cells.length > LARGEST || board.marked || board.hasOptional)
    throw new Unsupported("a board of plain cells");
  const usual = about.turn === "free" ? board.lattice.turn : about.turn,
    turn = board.surface.glide ? "free" : usual;
  const words = piecesOf(puzzles, about, board, given ?? null, turn);
  const puzzle = made(
    kind,
    board,
    (METHODS[about.of_list] ?? METHODS[about.of_any])?.labels ? bare(puzzles, words, turn) : words,
    turn,
  );
  puzzle.empty = [about.empty, about.empty];
  puzzle.conditions = about.conditions;
  const problem = puzzles.problem(puzzle);
  if (problem.pieces.some((piece) => piece.turn || piece.marks.some(Boolean)))
    throw new Unsupported("pieces without marks and turns");
  const field = fieldOf(puzzles, puzzles.describe(puzzle, problem), problem);
  return { kind, about, board, turn, words, pieces: problem.pieces, ...field };
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
  if (!offer) throw new Unsupported("these pieces have no default");
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

/** @template T @param {T[]} list @param {number[]} order */
const picked = (list, order) => order.map((i) => list[i]);

/** A cover whose placements are in another order. @param {Cover} cover @param {number[]} order @returns {Cover} */
function inOrder(cover, order) {
  const place = cover.items.map(() => 0);
  for (const [i, placement] of order.entries()) place[placement] = i;
  return {
    ...cover,
    items: picked(cover.items, order),
    orientation: picked(cover.orientation, order),
    piece: picked(cover.piece, order),
    sums: cover.sums.map((sum) => ({
      ...sum,
      terms: sum.terms.map((term) => ({ ...term, placement: place[term.placement] })),
    })),
  };
}

/** @param {Puzzles} puzzles @param {Order} order @param {() => Promise<void>} go @returns {Method} */
function methodOf(puzzles, order, go) {
  const { about, pieces } = order,
    name = pieces.some(({ most }) => most !== null) ? about.of_list : about.of_any;
  const Of = METHODS[name];
  if (!Of) throw new Unsupported("only the program makes this kind");
  return new Of(puzzles, order, go);
}

/** Puzzles with a list of pieces, some of them placed. @implements {Method} */
class Givens {
  /** Whether the clues are marks that the pieces have of their own. */
  static labels = false;

  /** @param {Puzzles} puzzles @param {Order} order @param {() => Promise<void>} go */
  constructor(puzzles, order, go) {
    this.puzzles = puzzles;
    this.order = order;
    this.go = go;
  }

  /** A random tiling, by a search in random order. @param {Dice} dice @returns {Promise<Tiling | null>} */
  async start(dice) {
    const { machine, cover, about } = this.order;
    for (let steps = FEWEST_STEPS; steps <= MOST_STEPS; steps *= 2) {
      const mark = machine.functions.mark(),
        order = dice.shuffled(cover.items.map((_, i) => i));
      const hole = about.empty ? dice.below(cover.area) : -1,
        search = new Search(machine, {
          ...inOrder(cover, order),
          optional: cover.optional.map((_, cell) => cell === hole),
        });
      /** @type {number[] | undefined} */
      let found;
      for (let spent = 0; spent < steps && !found && !search.done; spent += SLICE) {
        [found] = search.advance(SLICE);
        await this.go();
      }
      machine.functions.release(mark);
      if (found) return found.map((i) => order[i]).sort((one, other) => one - other);
    }
    return null;
  }

  /** @param {Tiling} tiling @param {boolean} _hard @param {Dice} _dice @returns {Promise<Candidate[]>} */
  async whole(tiling, _hard, _dice) {
    return [{ tiling, clues: [...tiling], bare: true }];
  }

  /** @param {Candidate} candidate @returns {Position} */
  position({ tiling, clues }) {
    return { chosen: clues, copies: this.order.field.copies(tiling) };
  }

  /** @param {Candidate} candidate @returns {boolean | undefined} */
  hasOne(candidate) {
    return this.order.field.hasOne(this.position(candidate));
  }

  /** @param {Candidate} candidate @returns {Puzzle} */
  puzzle({ tiling, clues }) {
    const { kind, about, board, turn, pieces, field, cover } = this.order,
      { words } = this.puzzles,
      copies = field.copies(tiling);
    const placed = clues.map((placement) => {
      const cells = cover.items[placement].map((item) => board.cells[item].join());
      return `${words.base(pieces[cover.piece[placement]])}:${cells.join("-")}`;
    });
    const listed = pieces.flatMap((piece, i) =>
      copies[i] ? [words.word({ ...piece, least: copies[i], most: copies[i] })] : [],
    );
    return { ...made(kind, board, listed, turn), placed, empty: [about.empty, about.empty] };
  }
}

/** Puzzles that are a list of pieces: one that fits in one way. */
class Lists extends Givens {
  /** How many more lists are tried, and drawn. */
  left = LISTS;
  undrawn = DRAWN;

  /** @type {Tiling[] | null} */
  rare = null;

  /** Draw lists until one has a tiling, and no other. @param {Dice} dice */
  async start(dice) {
    const { field } = this.order;
    while (this.left > 0 && this.undrawn-- > 0) {
      const copies = this.drawn(dice);
      if (!copies) continue;
      this.left--;
      await this.go();
      const [found, one] = field.quickly({ copies });
      if (one) return found;
    }
    this.rare ??= await this.all();
    if (!this.rare.length) throw new Unsupported("no list fits in one way");
    return dice.one(this.rare);
  }

  /** The tilings of all lists that fit in one way; dull ones only if all are. */
  async all() {
    const { machine, cover, field } = this.order,
      mark = machine.functions.mark(),
      search = new Search(machine, cover);
    /** Of each list the first tiling and how many there are. @type {Map<string, [Tiling, number]>} */
    const lists = new Map();
    for (let seen = 0; !search.done; await this.go()) {
      const found = search.advance(SLICE);
      seen += found.length;
      if (seen > TILINGS) throw new Unsupported("too many tilings");
      for (const tiling of found) {
        const list = String(field.copies(tiling)),
          [first, number] = lists.get(list) ?? [tiling, 0];
        lists.set(list, [first, number + 1]);
      }
    }
    machine.functions.release(mark);
    const single = [...lists.values()].flatMap(([tiling, number]) => {
      if (number > field.turnings.length) return [];
      const copies = field.copies(tiling);
      if (copies.length > 1 && copies.filter(Boolean).length === 1) return [];
      return field.quickly({ copies })[1] ? [tiling] : [];
    });
    const better = single.filter((tiling) => !this.isDull(field.copies(tiling)));
    return better.length ? better : single;
  }

  /** A list of pieces that has the right number of cells, and is not dull; else null. @param {Dice} dice */
  drawn(dice) {
    const { sizes, area } = this.order.cover,
      copies = sizes.map(() => 0);
    let left = area;
    while (left > 0) {
      const piece = dice.below(sizes.length);
      left -= sizes[piece];
      copies[piece]++;
    }
    return left || this.isDull(copies) ? null : copies;
  }

  /** Whether a list has too few different pieces, where there are others. @param {number[]} copies */
  isDull(copies) {
    const number = copies.reduce((sum, n) => sum + n, 0),
      kinds = copies.filter(Boolean).length;
    return copies.length > 1 && (2 * Math.max(...copies) > number || (kinds < 3 && number > 4));
  }

  /** @param {Tiling} tiling @returns {Promise<Candidate[]>} */
  async whole(tiling) {
    return [{ tiling, clues: [], bare: true }];
  }
}

/** Puzzles with any number of each piece: each has a dot in its middle, and some of these are shown. */
class Dots extends Givens {
  /** @param {Puzzles} puzzles @param {Order} order @param {() => Promise<void>} go */
  constructor(puzzles, order, go) {
    super(puzzles, order, go);
    const { board, turn, pieces, cover } = order;
    this.marked = pieces.map((piece) => ({ ...piece, marks: marksOf(piece), name: "" }));
    const empty = /** @type {[number, number]} */ ([order.about.empty, order.about.empty]),
      words = this.marked.map((piece) => puzzles.words.word(piece));
    const { orientations } = puzzles.problem({ ...made(order.kind, board, words, turn), empty });
    const marks = orientations.flat(),
      shapes = puzzles.problem({ ...made(order.kind, board, this.bareWords(), turn), empty });
    const lying = shapes.orientations.flat();
    /** Of each placement the cells that may have its dot: several if the piece can lie so in several ways. */
    this.dots = cover.items.map((items, i) => {
      const own = String(lying[cover.orientation[i]].cells);
      return marks
        .filter(({ cells }) => String(cells) === own)
        .map((each) => items[each.marks.findIndex(Boolean)]);
    });
  }

  bareWords() {
    return this.order.pieces.map((piece) => this.puzzles.words.word(piece));
  }

  /** @param {Dice} dice */
  async start(dice) {
    let tiling = await super.start(dice);
    // Searches find tilings that look alike.
    for (let i = 2 * (tiling?.length ?? 0); tiling && i > 0; i--) {
      await this.go();
      tiling = this.order.field.changed(tiling, tiling, dice);
    }
    return tiling;
  }

  /** @param {Tiling} start @param {boolean} hard @param {Dice} dice @returns {Promise<Candidate[]>} */
  async whole(start, hard, dice) {
    /** @type {Candidate[]} */
    const found = [];
    let tiling = /** @type {Tiling | null} */ (start);
    for (const bare of hard ? [false, true] : [false]) {
      const of = (/** @type {Tiling} */ tiling) => ({ tiling, clues: this.cluesOf(tiling), bare });
      const rounds = ROUNDS + (bare ? MANY_ROUNDS : MORE_ROUNDS) * start.length,
        { field } = this.order;
      tiling =
        tiling &&
        (await field.climbed(tiling, (each) => this.position(of(each)), dice, rounds, this.go));
      if (tiling && !this.monotonous(tiling)) found.push(of(tiling));
      else break;
    }
    return found;
  }

  /** Whether nearly all tiles are of one piece, although there are others. @param {Tiling} tiling */
  monotonous(tiling) {
    const copies = this.order.field.copies(tiling);
    return copies.length > 1 && tiling.length > 6 && Math.max(...copies) > 0.75 * tiling.length;
  }

  /** @param {Tiling} tiling */
  cluesOf(tiling) {
    return tiling.map((placement) => this.dots[placement][0]);
  }

  /** @param {Candidate} candidate @returns {Position} */
  position({ clues, bare }) {
    const { cover } = this.order,
      shown = new Set(clues);
    const allowed = this.dots.flatMap((dots, i) => {
      const own = cover.items[i].filter((item) => shown.has(item));
      const agrees = own.length === 1 ? dots.includes(own[0]) : bare && !own.length;
      return agrees ? [i] : [];
    });
    return { allowed };
  }

  /** @param {Candidate} candidate @returns {Puzzle} */
  puzzle({ clues, bare }) {
    const { kind, about, board, turn } = this.order,
      shown = new Set(clues.map((cell) => String(board.cells[cell])));
    const spots = board.spots.map((spot) => ({
      ...spot,
      mark: shown.has(String(spot.cell)) ? DOT : "",
    }));
    const { words } = this.puzzles,
      marked = this.marked.map((piece) => words.word(piece));
    return {
      ...made(
        kind,
        new Board(board.lattice, board.shape, spots),
        [...marked, ...(bare ? this.bareWords() : [])],
        turn,
      ),
      empty: [about.empty, about.empty],
    };
  }
}

/** Puzzles whose clues are marks that the pieces have of their own. */
class Marked extends Givens {
  static labels = true;

  /** The first solutions of a puzzle, each as the cells of its tiles. @param {Candidate} candidate @param {number} [most] @returns {string[][]} */
  solutions(candidate, most = SOLUTIONS) {
    const puzzle = this.puzzle(candidate),
      problem = this.puzzles.problem(puzzle),
      { machine, cover } = laid(this.puzzles, this.puzzles.plainly(puzzle, problem), problem),
      search = new Search(machine, cover),
      found = [];
    while (!search.done && found.length < most) found.push(...search.advance(SLICE));
    return found
      .slice(0, most)
      .map((tiling) => tiling.map((placement) => String(cover.items[placement])));
  }

  /**
   * Change marks as long as there are several solutions, and a change leaves no more.
   * @template T  What the marks follow from.
   * @param {Tiling} tiling @param {T} start @param {number} rounds
   * @param {(of: T) => string[]} labelsOf
   * @param {(of: T, differing: number[]) => T} changed  Changes something of one of these tiles.
   * @param {Dice} dice
   * @returns {Promise<Candidate[]>}
   */
  async settled(tiling, start, rounds, labelsOf, changed, dice) {
    const { cover } = this.order,
      tiles = tiling.map((placement) => String(cover.items[placement])),
      every = [...tiles.keys()];
    const candidate = (/** @type {T} */ of) => ({
      ...{ tiling, clues: [], bare: true },
      labels: labelsOf(of),
    });
    let best = start,
      found = this.solutions(candidate(best));
    for (let round = 0; round < rounds && found.length !== 1; round++) {
      await this.go();
      const there = new Set(dice.one(found)),
        differ = every.filter((tile) => !there.has(tiles[tile])),
        next = changed(best, differ.length ? differ : every),
        fewer = this.solutions(candidate(next));
      if (fewer.length <= found.length) [best, found] = [next, fewer];
    }
    return found.length === 1 ? [candidate(best)] : [];
  }

  /** @param {Candidate} candidate @returns {Puzzle} */
  puzzle({ labels = [] }) {
    const { kind, board, turn, words } = this.order,
      spots = board.spots.map((spot, i) => ({ ...spot, mark: labels[i] }));
    return made(kind, new Board(board.lattice, board.shape, spots), words, turn);
  }
}

/**
 * Puzzles of which only the marks are left: those of each piece of a list, which lies on the board once.
 * Tiles exchange their marks until these allow no other tiling.
 */
class Labels extends Marked {
  /** @param {Tiling} tiling @param {boolean} _hard @param {Dice} dice @returns {Promise<Candidate[]>} */
  async whole(tiling, _hard, dice) {
    const { words, turn, board, cover } = this.order;
    const marked = words
      .flatMap((word) => this.puzzles.words.pieces(word, turn, board.lattice))
      .flatMap((piece) => Array(piece.least).fill(piece.marks));
    if (marked.some((marks) => marks.length !== 2 || !marks.every(Boolean)))
      throw new Unsupported("dominoes with two marks");
    /** One way or the other. @param {string[]} marks */
    const either = (marks) => (dice.below(2) ? marks : [...marks].reverse());
    return this.settled(
      tiling,
      dice.shuffled(marked).map(either),
      CHANGES * tiling.length,
      (marks) => {
        const labels = Array(cover.area).fill("");
        for (const [tile, placement] of tiling.entries())
          for (const [i, item] of cover.items[placement].entries()) labels[item] = marks[tile][i];
        return labels;
      },
      (marks, differing) => {
        const next = [...marks],
          one = dice.one(differing),
          other = dice.below(marks.length);
        [next[one], next[other]] = [either(marks[other]), either(marks[one])];
        return next;
      },
      dice,
    );
  }
}

/** Puzzles of rectangles with their area in one cell each, which is moved until there is one solution. */
class Rectangles extends Marked {
  /** A random division of the board, without single cells if that is soon found. @param {Dice} dice @returns {Promise<Tiling | null>} */
  async start(dice) {
    for (let tries = DIVISIONS; tries > 0; tries--) {
      const found = this.divided(dice, false);
      if (found) return found;
      await this.go();
    }
    return this.divided(dice, true);
  }

  /** @param {Dice} dice @param {boolean} single  Whether single cells are allowed. @returns {Tiling | null} */
  divided(dice, single) {
    const { cover } = this.order,
      free = Array(cover.area).fill(true),
      /** @type {Tiling} */
      chosen = [];
    /** @type {number[][]} */
    const at = Array.from({ length: cover.area }, () => []);
    for (const [placement, items] of cover.items.entries())
      if (single || items.length > 1) at[Math.min(...items)].push(placement);
    let steps = STEPS_EACH * cover.area;
    const go = () => {
      const first = free.indexOf(true);
      if (first < 0) return true;
      // Large rectangles come first more often, and single cells last.
      const ranked = at[first]
        .filter((placement) => cover.items[placement].every((item) => free[item]))
        .map((placement) => {
          const { length } = cover.items[placement];
          return { placement, rank: length > 1 ? dice.share() ** (2 / length) : -1 };
        });
      ranked.sort((one, other) => other.rank - one.rank);
      for (const { placement } of ranked) {
        if (--steps < 0) return false;
        for (const item of cover.items[placement]) free[item] = false;
        chosen.push(placement);
        if (go()) return true;
        chosen.pop();
        for (const item of cover.items[placement]) free[item] = true;
      }
      return false;
    };
    return go() ? chosen.sort((one, other) => one - other) : null;
  }

  /** @param {Tiling} tiling @param {boolean} _hard @param {Dice} dice @returns {Promise<Candidate[]>} */
  async whole(tiling, _hard, dice) {
    const { cover } = this.order,
      tiles = tiling.map((placement) => cover.items[placement]);
    return this.settled(
      tiling,
      tiles.map((items) => dice.one(items)),
      CHANGES * tiling.length,
      (clues) => {
        const labels = Array(cover.area).fill("");
        for (const [tile, item] of clues.entries()) labels[item] = String(tiles[tile].length);
        return labels;
      },
      (clues, differing) => {
        const moved = dice.one(differing);
        return clues.map((item, tile) => (tile === moved ? dice.one(tiles[tile]) : item));
      },
      dice,
    );
  }
}

/**
 * Puzzles that divide the board into pieces, with the letters of pieces in some cells: one for each tile,
 * and more where other tilings agree with these.
 */
class Letters extends Givens {
  /** @param {Tiling} tiling @param {boolean} _hard @param {Dice} dice @returns {Promise<Candidate[]>} */
  async whole(tiling, _hard, dice) {
    const { cover, field } = this.order,
      own = this.kinds(tiling),
      clues = tiling.map((placement) => dice.one(cover.items[placement]));
    for (;;) {
      await this.go();
      const candidate = { tiling, clues, bare: true },
        found = field.within(this.position(candidate), 2, JUDGED);
      if (found?.length === 1) return [candidate];
      // Where a solution has another letter, or anywhere if the search takes too long.
      const others = found?.map((each) => this.kinds(each));
      const left = own.flatMap((kind, cell) =>
        !clues.includes(cell) && (others?.some((other) => other[cell] !== kind) ?? true)
          ? [cell]
          : [],
      );
      if (!left.length) return [];
      clues.push(dice.one(left));
    }
  }

  /** The piece on each cell. @param {Tiling} tiling */
  kinds(tiling) {
    const { field, cover } = this.order;
    return field.tiles(tiling).map((tile) => cover.piece[tiling[tile]]);
  }

  /** @param {Candidate} candidate @returns {Position} */
  position({ tiling, clues }) {
    const { cover, field } = this.order,
      kinds = this.kinds(tiling),
      given = new Set(clues);
    const allowed = field.all.filter((placement) =>
      cover.items[placement].every(
        (cell) => !given.has(cell) || kinds[cell] === cover.piece[placement],
      ),
    );
    return { allowed };
  }

  /** @param {Candidate} candidate */
  hasOne(candidate) {
    // Without a letter, a search may take very long: then the letter stays.
    const found = this.order.field.within(this.position(candidate), 2, JUDGED);
    return found?.length === 1;
  }

  /** @param {Candidate} candidate @returns {Puzzle} */
  puzzle({ tiling, clues }) {
    const { kind, about, board, turn, words, pieces } = this.order,
      kinds = this.kinds(tiling),
      letters = pieces.map(({ name }) => name[0]);
    const said = [...clues]
      .sort((one, other) => one - other)
      .map((cell) => {
        const { name } = pieces[kinds[cell]],
          alone = letters.filter((letter) => letter === name[0]).length === 1;
        return `${board.cells[cell].join()}=${alone ? name[0] : name}`;
      });
    // A board with only one division needs no letters.
    const told = said.length ? [`clues ${said.join(" ")}`] : [];
    const conditions = [...about.conditions, ...told];
    return { ...made(kind, board, words, turn), conditions };
  }
}

/**
 * Cells, by their numbers, and what is said of them: the name of a rule and what follows the cells in
 * its words. Nothing is said without a name.
 * @typedef {{ cells: number[], name: string, after: string }} Region
 */

/**
 * Puzzles of Pips. At first each cell is a region with its number. Then regions are joined and
 * conditions dropped as long as there is one solution.
 */
class Regions extends Marked {
  /** @param {Puzzles} puzzles @param {Order} order @param {() => Promise<void>} go */
  constructor(puzzles, order, go) {
    super(puzzles, order, go);
    const { board, words, turn } = order;
    this.dominoes = words.flatMap((word) => puzzles.words.pieces(word, turn, board.lattice));
    if (this.dominoes.some(({ marks }) => marks.length !== 2 || !/^\d\d$/.test(marks.join(""))))
      throw new Unsupported("dominoes with two numbers");
    this.sides = board.cells.flatMap((cell, one) =>
      board.cells.flatMap((other, two) =>
        one < two && minus(cell, other).reduce((sum, x) => sum + Math.abs(x), 0) === 1
          ? [[one, two]]
          : [],
      ),
    );
  }

  /** @param {Tiling} tiling @param {boolean} hard @param {Dice} dice @returns {Promise<Candidate[]>} */
  async whole(tiling, hard, dice) {
    const { cover } = this.order,
      drawn = this.drawn(tiling.length, dice);
    if (!drawn) return [];
    const words = this.listed(drawn),
      tiles = tiling.map((placement) => cover.items[placement]);
    const candidate = (/** @type {Region[]} */ regions) => ({
      ...{ tiling, clues: [], bare: true },
      ...{ words, regions },
    });
    const labels = await this.numbered(tiles, drawn, dice, (shown) => candidate(single(shown)));
    if (!labels) return [];
    return this.joined(labels, hard ? 0 : Math.floor(cover.area / CELLS_EACH), dice, candidate);
  }

  /** Dominoes for a number of tiles; null if there are too few or too many. @param {number} number @param {Dice} dice */
  drawn(number, dice) {
    const least = this.dominoes.flatMap((piece) => Array(piece.least).fill(piece)),
      more = this.dominoes.flatMap((piece) =>
        Array((piece.most ?? number) - piece.least).fill(piece),
      ),
      missing = number - least.length;
    if (missing < 0 || missing > more.length) return null;
    return [...least, ...dice.shuffled(more).slice(0, missing)];
  }

  /** The words of dominoes, with their copies. @param {Piece[]} drawn */
  listed(drawn) {
    return this.dominoes.flatMap((piece) => {
      const copies = drawn.filter((other) => other === piece).length;
      return copies ? [this.puzzles.words.word({ ...piece, least: copies, most: copies })] : [];
    });
  }

  /**
   * The number on each cell, with one solution if all are known; null if none is found.
   * @param {number[][]} tiles @param {Piece[]} drawn @param {Dice} dice
   * @param {(labels: string[]) => Candidate} candidate
   */
  async numbered(tiles, drawn, dice, candidate) {
    const either = (/** @type {string[]} */ marks) =>
      dice.below(2) ? marks : [...marks].reverse();
    const labelsOf = (/** @type {string[][]} */ pairs) => {
      const labels = Array(this.order.cover.area).fill("");
      for (const [tile, items] of tiles.entries())
        for (const [i, item] of items.entries()) labels[item] = pairs[tile][i];
      return labels;
    };
    const alike = (/** @type {string[][]} */ pairs) => {
      const labels = labelsOf(pairs);
      return this.sides.filter(([one, other]) => labels[one] === labels[other]).length;
    };
    let pairs = dice.shuffled(drawn.map(({ marks }) => marks));
    const exchanged = (/** @type {number} */ one) => {
      const changed = [...pairs],
        other = dice.below(pairs.length);
      [changed[one], changed[other]] = [either(pairs[other]), either(pairs[one])];
      return changed;
    };
    // Regions with equal numbers exist only where such numbers lie side by side.
    for (let left = dice.below(CHANGES * tiles.length); left > 0; left--) {
      const changed = exchanged(dice.below(tiles.length));
      if (alike(changed) >= alike(pairs)) pairs = changed;
    }
    for (let left = CHANGES * tiles.length; left > 0; left--) {
      await this.go();
      const found = this.solutions(candidate(labelsOf(pairs)), 2);
      if (found.length === 1) return labelsOf(pairs);
      const differ = tiles.flatMap((items, tile) =>
        found.every((own) => own.includes(String(items))) ? [] : [tile],
      );
      pairs = exchanged(differ.length ? dice.one(differ) : dice.below(tiles.length));
    }
    return null;
  }

  /**
   * Puzzles with larger and larger regions, and fewer conditions, as long as there is one solution.
   * @param {string[]} labels @param {number} enough  The fewest conditions.
   * @param {Dice} dice @param {(regions: Region[]) => Candidate} candidate
   * @returns {Promise<Candidate[]>}
   */
  async joined(labels, enough, dice, candidate) {
    let regions = single(labels);
    const ways = [candidate(regions)];
    const take = async (/** @type {Region[]} */ next) => {
      await this.go();
      const made = candidate(next);
      if (this.solutions(made, 2).length !== 1) return false;
      regions = next;
      ways.push(made);
      return true;
    };
    const many = () => regions.filter(({ name }) => name).length > enough;
    const equal = (/** @type {number[]} */ [one, other]) => labels[one] === labels[other],
      sides = dice.shuffled(this.sides);
    for (const [one, other] of [...sides.filter(equal), ...sides.filter((side) => !equal(side))]) {
      const [first, second] = [one, other].map((cell) =>
        regions.find(({ cells }) => cells.includes(cell)),
      );
      if (!first || !second || first === second || !many()) continue;
      const cells = [...first.cells, ...second.cells].sort((a, b) => a - b),
        rest = regions.filter((region) => region !== first && region !== second);
      for (const condition of conditionsFor(cells, labels, dice))
        if (await take([...rest, condition])) break;
    }
    for (const region of dice.shuffled(regions)) {
      if (!many()) break;
      const rest = regions.filter((other) => other !== region);
      for (const condition of weakerThan(region, labels, dice))
        if (await take([...rest, condition])) break;
    }
    return ways;
  }

  /** @param {Candidate} candidate @returns {Puzzle} */
  puzzle({ words = [], regions = [] }) {
    const { kind, board, turn } = this.order,
      said = regions.filter(({ name }) => name).sort((one, other) => one.cells[0] - other.cells[0]);
    const shown = new Set(
      words
        .flatMap((word) => this.puzzles.words.pieces(word, turn, board.lattice))
        .flatMap(({ marks }) => marks),
    );
    return {
      ...made(kind, board, words, turn),
      conditions: said.map(
        ({ cells, name, after }) =>
          `${name} ${cells.map((cell) => board.cells[cell].join()).join("-")}${after}`,
      ),
      agree: Object.fromEntries([...shown].sort().map((mark) => [mark, [""]])),
    };
  }
}

/** Each cell as a region with its number. @param {string[]} labels @returns {Region[]} */
const single = (labels) =>
  labels.map((label, cell) => ({ cells: [cell], name: "sum", after: ` = ${label}` }));

/** What may be said of cells together. @param {number[]} cells @param {string[]} labels @param {Dice} dice @returns {Region[]} */
function conditionsFor(cells, labels, dice) {
  const shown = cells.map((cell) => labels[cell]),
    different = new Set(shown).size,
    total = shown.reduce((sum, label) => sum + Number(label), 0);
  if (different === 1)
    return cells.length <= MOST_EQUAL ? [{ cells, name: "equal", after: "" }] : [];
  if (cells.length > MOST_CELLS) return [];
  const found = [{ cells, name: "sum", after: ` = ${total}` }];
  if (cells.length > 2 && different === cells.length)
    found.push({ cells, name: "unequal", after: "" });
  return dice.shuffled(found);
}

/** Nothing, and bounds near a sum. @param {Region} region @param {string[]} labels @param {Dice} dice @returns {Region[]} */
function weakerThan({ cells, name, after }, labels, dice) {
  const none = { cells, name: "", after: "" };
  if (!after.startsWith(" = ")) return [none];
  const total = cells.reduce((sum, cell) => sum + Number(labels[cell]), 0),
    bounds = [` >= ${Math.max(1, total - dice.below(2))}`, ` <= ${total + dice.below(2)}`];
  return [none, ...dice.shuffled(bounds).map((bound) => ({ cells, name, after: bound }))];
}

/** A dot on the cell with the least distance to all others. @param {Piece} piece */
function marksOf({ cells }) {
  const far = cells.map((cell) =>
    cells.reduce(
      (sum, other) => minus(cell, other).reduce((more, x) => more + Math.abs(x), sum),
      0,
    ),
  );
  const middle = far.indexOf(Math.min(...far));
  return cells.map((_, i) => (i === middle ? DOT : ""));
}

/** What makes puzzles here as a class of the library does, by its name. @type {Record<string, typeof Givens>} */
const METHODS = {
  GivenPuzzles: Givens,
  DotPuzzles: Dots,
  SigilPuzzles: Lists,
  LabelPuzzles: Labels,
  RectanglePuzzles: Rectangles,
  LetterPuzzles: Letters,
  RegionPuzzles: Regions,
};
