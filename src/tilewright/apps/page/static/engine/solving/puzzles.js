// Puzzles by their names and IDs: everything that the page needs to know of one, as the library
// describes it.

/** @import { LatticeSheet, PieceSheet, RestRequest, ShareRequest, Sheet } from "../../../answers" */
/** @import { Facts } from "../words/catalog.js" */
/** @import { Board } from "../words/boards.js" */
/** @import { Turn } from "../words/space.js" */
/** @import { Puzzle } from "../words/identity.js" */
/** @import { Module } from "./module.js" */
/** @import { Piece } from "../words/words.js" */

import { FAULTS } from "../../texts/en.js";
import { named } from "../../texts/named.js";
import { Rules } from "../../game/rules.js";
import { Catalog } from "../words/catalog.js";
import { coverOf } from "./cover.js";
import { Identity, made } from "../words/identity.js";
import { Machine } from "./module.js";
import { Problem } from "../words/problems.js";
import { text } from "../words/saying.js";
import { seamsOf } from "../words/seams.js";
import { Invalid, isConnected, turned, turnsOf, Unsupported } from "../words/space.js";
import { symmetriesOf } from "./symmetries.js";
import { look, orientedBy, withDot, Words } from "../words/words.js";

export class Puzzles {
  /** @param {Facts} facts @param {Module | null} kernels  Without kernels, symmetries are not told. */
  constructor(facts, kernels) {
    this.facts = facts;
    this.kernels = kernels;
    this.words = new Words(new Catalog(facts));
    this.identity = new Identity(this.words);
  }

  get module() {
    if (!this.kernels) throw new Unsupported("the WebAssembly kernels are not available");
    return this.kernels;
  }

  /**
   * The sheet of a name or an ID.
   * @param {string} id
   * @param {Promise<void>} [kernels]  Awaited if the sheet needs them.
   */
  async sheet(id, kernels) {
    const puzzle = await this.identity.read(id),
      problem = this.problem(puzzle),
      sheet = this.plainly(puzzle, problem);
    if (needsImages(sheet)) await kernels;
    return this.withImages(sheet, problem);
  }

  /**
   * A puzzle made by hand. With `dots`, pieces carry the dots of the board, and there is any number of
   * each.
   * @param {Omit<ShareRequest, "kind"> & { kind?: string }} given
   */
  async share({ kind = this.facts.plain, board, pieces, turn = "free", dots, ...given }) {
    if (!Object.hasOwn(this.facts.kinds, kind)) throw new Invalid(FAULTS.kind(kind));
    const about = this.facts.kinds[kind],
      { empty = about.empty, conditions = [], agree = null, placed = [] } = given,
      field = this.readBoard(board),
      puzzle = made(kind, field, dots ? this.dotted(pieces, turn, field) : pieces, turn);
    Object.assign(puzzle, {
      ...{ agree, placed, empty: [empty, empty] },
      conditions: [...about.conditions, ...conditions],
    });
    const problem = this.problem(puzzle);
    puzzle.pieces = this.words.shortest(problem.pieces, field.lattice);
    puzzle.placed = problem.placed.map(
      ({ piece, cells }) =>
        `${this.words.base(problem.pieces[problem.index(piece)])}:${cells.join("-")}`,
    );
    puzzle.id = await this.identity.write(puzzle, problem.pieces);
    return this.describe(puzzle, this.problem(puzzle));
  }

  /**
   * Words for pieces with a dot, and for those without unless each has its dot on the board.
   * @param {string[]} words @param {Turn} turn @param {Board} board
   */
  dotted(words, turn, { lattice, spots }) {
    const pieces = words
      .flatMap((word) => this.words.pieces(word, turn, lattice))
      .map((piece) => ({ ...piece, name: "", least: 0, most: null }));
    const dots = spots.filter(({ mark }) => mark).length,
      whole = pieces.every(({ cells }) => cells.length * dots === spots.length);
    return [...pieces.map(withDot), ...(whole ? [] : pieces)].map((piece) =>
      this.words.word(piece),
    );
  }

  /** A puzzle with more of its pieces placed. @param {RestRequest} given */
  async rest({ id, placed }) {
    const puzzle = await this.identity.read(id);
    Object.assign(puzzle, { placed: [...puzzle.placed, ...placed], title: "", tilings: null });
    const problem = this.problem(puzzle);
    puzzle.pieces = problem.pieces.map((piece) => this.words.word(piece));
    puzzle.id = await this.identity.write(puzzle, problem.pieces);
    return this.describe(puzzle, this.problem(puzzle));
  }

  /** A board that somebody wrote or drew. @param {string} word */
  readBoard(word) {
    const text = word.replace(/^\n+|\n+$/g, ""),
      { boards } = this.identity;
    const board = text.includes("\n") ? boards.fromText(text) : boards.parse(text);
    const { largest } = this.facts;
    if (board.size > largest) throw new Invalid(FAULTS.largeHere(largest, board.size));
    return board;
  }

  /** @param {Puzzle} puzzle */
  problem(puzzle) {
    return new Problem(this.words, puzzle);
  }

  /**
   * Everything that the page needs to know of a puzzle.
   * @param {Puzzle} puzzle @param {Problem} problem
   * @returns {Sheet}
   */
  describe(puzzle, problem) {
    return this.withImages(this.plainly(puzzle, problem), problem);
  }

  /** The same without images, which take longest. @param {Puzzle} puzzle @param {Problem} problem @returns {Sheet} */
  plainly(puzzle, problem) {
    const { facts } = this,
      { board, empty } = problem,
      kind = facts.kinds[puzzle.kind];
    const drawn =
      problem.pieces.every(({ lattice, cells }) => isConnected(lattice, cells)) &&
      (kind.outlines || (board.flatSquares && problem.pieces.every(({ most }) => most === null)));
    if (board.size > facts.largest) throw new Invalid(FAULTS.largeHere(facts.largest, board.size));
    if (drawn && !board.flatSquares) throw new Invalid(FAULTS.outlines);
    const solid = board.lattice.dimension > 2;
    if (board.marked && solid) throw new Invalid(FAULTS.marks(board.lattice.cells));
    const calendar = this.identity.calendarOf(board);
    return /** @type {Sheet} */ ({
      id: puzzle.id,
      title: this.title(puzzle, drawn),
      kind: puzzle.kind,
      goal: named(kind.goal)
        .replace("{free}", listed((calendar?.free ?? []).map(named)))
        .replace("{largest}", String(Math.max(...problem.pieces.map(({ cells }) => cells.length)))),
      changeable: puzzle.kind === facts.plain && puzzle.id.startsWith("id:"),
      collected: !drawn && ((puzzle.tilings ?? 0) > 1 || kind.dated),
      play: drawn ? "outlines" : "tray",
      listed: kind.shows_pieces,
      source: puzzle.source,
      tilings: puzzle.tilings,
      ...this.space(problem),
      images: [],
      turns: turnsOfBoard(problem),
      marks: board.spots.flatMap(({ cell, mark }) =>
        mark && !solid ? [[cell[0], cell[1], mark]] : [],
      ),
      names: calendar?.calendar.names ?? [],
      turn: problem.turn,
      pieces: this.pieces(problem),
      placed: problem.placed.map(({ piece, cells, marks }) => ({
        piece: problem.pieces[problem.index(piece)].name,
        cells,
        ...(marks.length ? { marks } : {}),
      })),
      ...(problem.conditions.length ? { rules: problem.ruleWords } : {}),
      ...(problem.clues.length ? { clues: problem.clues } : {}),
      ...(problem.agree ? { agree: problem.agree } : {}),
      ...(problem.conditions.some((words) => words.startsWith("apart"))
        ? { shapes: this.shapes(problem) }
        : {}),
      empty,
      optional:
        board.hasOptional || problem.agree?.["?"]
          ? board.cells.filter((_, i) => problem.optional[i])
          : [],
      level: puzzle.level,
      grade: null,
    });
  }

  /** The cells of a board. @param {Problem} problem */
  space({ board, orientations }) {
    const { lattice, surface, shape, cells } = board;
    /** @type {number[][]} */
    let copies = [];
    if (surface.joined) {
      const far = Math.max(...orientations.flat(1).flatMap((each) => each.cells.flat()));
      const reach = 1 + far + ((1 + far) % lattice.kinds);
      /** @type {Map<string, number[]>} */
      const found = new Map();
      const high = shape.map((side) => side + reach);
      for (const [copy, which] of surface.copies(lattice, cells, [-reach, -reach], high))
        if (String(copy) !== String(cells[which]))
          found.set(String(copy), [...copy, ...cells[which]]);
      copies = [...found.values()];
    }
    /** @type {LatticeSheet | null} */
    const sheet = board.flatSquares
      ? null
      : { ...lattice.sheet, layers: lattice.dimension > 2 ? shape[0] : 0 };
    return {
      rows: shape[shape.length - 2],
      columns: shape[shape.length - 1],
      cells: board.lines(() => "#"),
      lattice: sheet,
      copies,
      seams: seamsOf(this.facts, board),
      surface: surface.word(shape, lattice),
    };
  }

  /** @param {Puzzle} puzzle @param {boolean} drawn */
  title({ id, title, kind, board }, drawn) {
    const { facts } = this;
    if (title) return title;
    if (drawn && kind === facts.plain) return `My own ${board.sizeWords(facts)}`;
    const date = facts.kinds[kind].dated ? this.identity.calendarOf(board) : null;
    if (date) return this.identity.dateTitle(date.month, date.day, date.weekday);
    return id ? `${facts.kinds[kind].title} ${board.sizeWords(facts)}` : "";
  }

  /** @param {Problem} problem @returns {PieceSheet[]} */
  pieces(problem) {
    const { board, pieces, orientations, turn } = problem,
      { lattice } = board;
    const colors = this.colors(pieces),
      named = pieces.map((piece) => this.words.naming(piece)),
      steps = lattice.cycles.flatMap((cycle) => [cycle[cycle.length - 1], cycle[1]]),
      halves = lattice.cycles.flatMap((cycle) => Array(2).fill(cycle[cycle.length >> 1]));
    return pieces.map((piece, index) => {
      const own = orientations[index],
        ways = (piece.turn ?? turn) === "half-turn" ? halves : steps,
        numbers = new Map(own.map((each, i) => [look(each), i])),
        turns = problem.turns(piece);
      /** @param {import("../words/words.js").Oriented} each @param {number} element */
      const image = (each, element) =>
        turns.includes(element)
          ? (numbers.get(look(orientedBy(lattice, each, element))) ?? null)
          : null;
      return {
        name: piece.name,
        label: named[index].title,
        called: called(
          pieces,
          named.map(({ noun }) => noun),
          index,
        ),
        color: colors[index],
        cells: piece.cells,
        marks: piece.marks,
        least: piece.least,
        most: piece.most,
        first: numbers.get(look(piece)) ?? 0,
        orientations: own.map((each) => ({
          cells: each.cells,
          marks: each.marks,
          turned: ways.map((element) => image(each, element)),
          flipped: image(each, lattice.mirror),
        })),
      };
    });
  }

  /** For each piece a number that congruent ones share. @param {Problem} problem */
  shapes({ board: { lattice }, pieces }) {
    const names = pieces.map(
      ({ cells }) =>
        lattice.matrices
          .map((_, element) => turned(lattice, element, cells).map(String).sort().join())
          .sort()[0],
    );
    return names.map((name) => names.indexOf(name));
  }

  /** A color for each piece, the same in every picture. @param {Piece[]} pieces */
  colors(pieces) {
    const { letters, number } = this.facts.colors;
    const wishes = pieces.map(({ name }, i) => {
      const last = name.slice(name.lastIndexOf(":") + 1);
      if (/^\p{N}[^/#]*$/u.test(last))
        return (Number(last.split(".")[0].replaceAll(/[^0-9]/g, "")) - 1) % number;
      return (/^\p{L}/u.test(last) ? (letters[last[0].toUpperCase()] ?? i) : i) % number;
    });
    /** @type {number[]} */
    const chosen = [];
    const taken = new Set();
    for (const wish of wishes) {
      let color = wish;
      if (taken.has(wish) && taken.size < number && number >= pieces.length) {
        const left = Array.from({ length: number }, (_, i) => i).filter((i) => !taken.has(i));
        color = left.find((i) => !wishes.includes(i)) ?? left[0];
      }
      taken.add(color);
      chosen.push(color);
    }
    return chosen;
  }

  /** @param {Sheet} sheet @param {Problem} problem @returns {Sheet} */
  withImages(sheet, { board: { lattice, surface } }) {
    if (!this.kernels || !needsImages(sheet)) return sheet;
    const machine = new Machine(this.module),
      rules = new Rules(sheet),
      space = { lattice, surface },
      symmetries = symmetriesOf(machine, space, rules, coverOf(machine, space, rules, [], []));
    return { ...sheet, images: symmetries.map(({ cells }) => cells) };
  }
}

/** Whether symmetries tell which solutions of a puzzle are alike. @param {Sheet} sheet */
const needsImages = ({ lattice, play }) => lattice !== null && play !== "outlines";

/** The turns of the board after which a solution is no other one: each piece may turn by them. @param {Problem} problem */
function turnsOfBoard({ board: { lattice }, pieces, turn }) {
  const ways = new Set([turn, ...pieces.map((piece) => piece.turn ?? turn)]),
    allowed = [...ways].map((way) => new Set(turnsOf(lattice, way)));
  return turnsOf(lattice, "free").filter((element) => allowed.every((one) => one.has(element)));
}

/** The name of a piece for sentences, with its size only if needed. @param {Piece[]} pieces @param {string[]} nouns @param {number} index */
function called(pieces, nouns, index) {
  const piece = pieces[index],
    size = piece.cells.length;
  let noun = nouns[index],
    alike = pieces.filter((_, i) => nouns[i] === noun);
  if (alike.some(({ cells }) => cells.length !== size)) {
    alike = alike.filter(({ cells }) => cells.length === size);
    noun = `${noun} of ${size} cells`;
  }
  if (piece.most === 1 && alike.length === 1) return `the ${noun}`;
  const vowels = nouns[index].length === 1 ? "aefhilmnorsx" : "aeiou";
  return `${vowels.includes(noun[0].toLowerCase()) ? "an" : "a"} ${noun}`;
}

/** Names in a sentence. @param {string[]} names */
function listed(names) {
  const last = names.at(-1) ?? "";
  return `${names.slice(0, -1).join(text("comma"))}${text("lastAnd")}${last}`;
}
