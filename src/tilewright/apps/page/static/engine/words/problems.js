// Problems: a board, pieces and rules, with all that can be wrong with them.

/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Board } from "./boards.js" */
/** @import { Turn } from "./space.js" */
/** @import { Oriented, Piece, Words } from "./words.js" */

import { FAULTS } from "../../texts/en.js";
import { ANY, REGIONS, conditionOf } from "../../game/conditions.js";
import { inOrder, placement } from "../../game/state.js";
import { atOrigin, Invalid, kindOf, minus, plus, turnsOf } from "./space.js";
import { givesCopies, look, orientations, orientedBy, splitSuffix } from "./words.js";

/** A piece on the board, by whatever name, and what it shows. @typedef {{ piece: string, cells: Cell[], marks: string[] }} Placed */

const PLACED = /^([0-9]{1,18},[0-9]{1,18}(?:,[0-9]{1,18})?)(?:=([^-:,=\s]*))?$/;
/** The most faults that are listed. */
const LISTED = 10;
/** A row of at least so many different letters that are no marks of pieces is text. */
const TEXT = 4;

/** Read a placed piece. @param {string} word @returns {Placed} */
function readPlaced(word) {
  const colon = word.lastIndexOf(":"),
    piece = word.slice(0, Math.max(0, colon)),
    found = word
      .slice(colon + 1)
      .split("-")
      .map((cell) => PLACED.exec(cell)),
    marks = found.flatMap((match) => match?.[2] ?? []),
    cells = found.map((match) => (match?.[1] ?? "").split(",").map(Number)),
    sides = new Set(cells.map(({ length }) => length));
  if (!piece || found.includes(null) || sides.size > 1 || ![0, cells.length].includes(marks.length))
    throw new Invalid(FAULTS.placed(word));
  const laid = placement(piece, cells, marks);
  return { piece, cells: laid.cells, marks: laid.marks };
}

export class Problem {
  /**
   * @param {Words} words
   * @param {{ board: Board, pieces: string[], turn: Turn, placed?: string[], empty?: [number, number], byWrap?: boolean, conditions?: string[], agree?: Record<string, string[]> | null }} given
   */
  constructor(words, given) {
    const { board, pieces, turn, placed = [], empty = [0, 0], byWrap = false } = given;
    this.conditions = given.conditions ?? [];
    this.agree = given.agree ?? null;
    this.words = words;
    this.board = board;
    this.turn = turn;
    this.pieces = merged(
      pieces.map((word) => ({ word, pieces: this.read(word), setsCopies: givesCopies(word) })),
      turn,
    );
    this.orientations = this.pieces.map((piece) => orientations(piece, turn));
    this.placed = placed.map(readPlaced);
    const marked = this.agree?.["?"] ?? [],
      may = board.spots.map(({ optional, mark }) => optional || marked.includes(mark)),
      clued = new Set(
        this.conditions.flatMap((words) => [...(conditionOf(words)?.clues.keys() ?? [])]),
      ),
      questions = may.filter(Boolean).length,
      nothing = !empty[0] && !empty[1];
    /** Whether each cell may stay empty; a tile covers a cell with a clue. */
    this.optional = may.map(
      (optional, i) => (questions ? optional : empty[1] > 0) && !clued.has(String(board.cells[i])),
    );
    const room = this.optional.filter(Boolean).length;
    this.empty = questions && nothing ? /** @type {[number, number]} */ ([0, room]) : empty;
    this.byWrap = byWrap && board.surface.joined;
    /** The cell of the board at each place, once it is asked for. @type {Map<string, string> | null} */
    this.homes = null;
    const faults = this.faults();
    if (faults.length) {
      const more = faults.length > LISTED ? [FAULTS.more(faults.length - LISTED)] : [];
      throw new Invalid([...faults.slice(0, LISTED), ...more].join("; "));
    }
  }

  /** @param {string} word */
  read(word) {
    const { lattice } = this.board,
      pieces = this.named(word);
    for (const piece of pieces)
      if (piece.lattice !== lattice)
        throw new Invalid(FAULTS.lattice(word, lattice.cells, piece.name, piece.lattice.cells));
    return pieces;
  }

  /** The pieces of a word; one of marks alone that names nothing is a row of them. @param {string} word */
  named(word) {
    const { lattice } = this.board;
    try {
      return this.words.pieces(word, this.turn, lattice);
    } catch (error) {
      const [base, suffix] = splitSuffix(word),
        marks = [...this.board.spots.map(({ mark }) => mark), ...Object.keys(this.agree ?? {})];
      if (
        !(error instanceof Invalid) ||
        base.length < 2 ||
        [...base].some((x) => !marks.includes(x))
      )
        throw error;
      return this.words.pieces(`${base}/${suffix}`, this.turn, lattice);
    }
  }

  /** The number of the piece that a name means; -1 for none. @param {string} name */
  index(name) {
    const names = this.pieces.map((piece) => piece.name);
    if (names.includes(name)) return names.indexOf(name);
    const short = names.map((own) =>
      own.slice(own.lastIndexOf(":") + 1).replace(/^([A-Za-z])[1-9]((?:\.[0-9]+)?)$/, "$1$2"),
    );
    if (short.filter((own) => own === name).length === 1) return short.indexOf(name);
    try {
      const meant = this.words.pieces(name, this.turn, this.board.lattice);
      if (meant.length !== 1) return -1;
      const looks = String(orientations(meant[0], this.turn).map(look));
      return this.orientations.findIndex((own) => String(own.map(look)) === looks);
    } catch (error) {
      if (error instanceof Invalid) return -1;
      throw error;
    }
  }

  /** @returns {string[]} */
  faults() {
    const [least, most] = this.empty,
      available = this.optional.filter(Boolean).length;
    const found = [...this.pieceFaults(), ...this.turningFaults()];
    if (least < 0 || least > most) found.push(FAULTS.empty(least, most));
    else if (most > available + this.clues.length) found.push(FAULTS.emptyMost(most, available));
    return [...found, ...this.markFaults(), ...this.placedFaults(), ...this.ruleFaults()];
  }

  /** The words of the rules, with the names of pieces as they are here. */
  get ruleWords() {
    const named = (/** @type {string} */ name) => this.pieces[this.index(name)].name;
    return this.conditions.map((words) => {
      if (words.startsWith("clues"))
        return words.replaceAll(/=([^\d?]\S*)/g, (_, name) => `=${named(name)}`);
      const condition = conditionOf(words),
        { pieces = [], corners = false } = condition ?? {};
      if (!condition) return words;
      const group = [...new Set(pieces.map((name) => this.index(name)))].sort(
          (one, other) => one - other,
        ),
        names = group.map((k) => this.pieces[k].name).join("|");
      if (condition.name === "apart")
        return ["apart", ...(corners ? ["corners"] : []), names || condition.of]
          .filter(Boolean)
          .join(" ");
      return names ? `${words.split(" ", 2).join(" ")} ${names}` : words;
    });
  }

  /** What rules say of cells, as it is written on them. @returns {[number, number, string][]} */
  get clues() {
    return this.conditions
      .filter((words) => words.startsWith("clues"))
      .flatMap((words) => [...words.matchAll(/ (\d+),(\d+)=(\S+)/g)])
      .map(([, row, column, clue]) => [Number(row), Number(column), clue]);
  }

  /** What is wrong with rules beyond covering. */
  ruleFaults() {
    const { board, pieces } = this;
    return this.conditions.flatMap((words) => {
      const condition = conditionOf(words);
      if (!condition) return [FAULTS.rule(words)];
      const { name, cells, clues } = condition,
        outside = [...cells.map(String), ...clues.keys()].filter((cell) => !board.number.has(cell));
      const isMarked = pieces.some(({ marks }) => marks.some(Boolean)),
        unknown = [...clues.values(), ...condition.pieces].some(
          (clue) => typeof clue === "string" && clue !== ANY && this.index(clue) < 0,
        );
      const letters = pieces.some(({ marks }) => marks.some((mark) => /[^0-9]/.test(mark)));
      const wrong =
        outside.length ||
        unknown ||
        (REGIONS.includes(name) && !isMarked) ||
        (name === "sum" && letters) ||
        (name === "no-crossroads" && !board.flatSquares) ||
        (name === "fault-free" && board.surface.joined) ||
        (condition.of === "same-way" && board.surface.joined);
      return wrong ? [FAULTS.rule(words)] : [];
    });
  }

  /** What looks like a drawing with other signs than #, or like text: letters and digits are marks in it. */
  markFaults() {
    const { board, pieces } = this;
    if (this.agree) return [];
    if (!board.marked || pieces.some(({ marks }) => marks.some(Boolean))) return [];
    const foreign = board.spots.map(({ mark }) => mark !== ""),
      marksOf = (/** @type {number[]} */ cells) => [
        ...new Set(cells.map((i) => board.spots[i].mark)),
      ];
    if (foreign.every(Boolean)) {
      const letters = marksOf([...foreign.keys()]).sort();
      return [FAULTS.foreignMarks(foreign.length, letters.slice(0, LISTED), letters.length)];
    }
    if (board.lattice.dimension > 2) return [];
    for (let row = 0; row < board.shape[0]; row++) {
      const cells = [...board.spots.keys()].filter((i) => board.spots[i].cell[0] === row);
      if (cells.every((i) => foreign[i]) && marksOf(cells).length >= TEXT) {
        const line = Array(board.shape[1]).fill(" ");
        for (const i of cells) line[board.spots[i].cell[1]] = board.spots[i].mark;
        return [FAULTS.textRow(row, line.join("").trim())];
      }
    }
    return [];
  }

  pieceFaults() {
    const { pieces } = this;
    if (!pieces.length) return [FAULTS.noPieces];
    /** @type {Map<string, number>} */
    const named = new Map();
    for (const { name } of pieces) named.set(name, (named.get(name) ?? 0) + 1);
    const found = [...named]
      .filter(([, number]) => number > 1)
      .map(([name, number]) => FAULTS.sameName(number, name));
    /** @type {Map<string, number>} */
    const owners = new Map();
    /** @type {Map<string, [number, number]>} */
    const clashes = new Map();
    for (const [index, looks] of this.orientations.entries())
      for (const name of looks.map(look)) {
        const owner = owners.get(name) ?? index;
        owners.set(name, owner);
        if (owner !== index) clashes.set(`${owner} ${index}`, [owner, index]);
      }
    const both = [...clashes.values()].sort(inOrder).map((pair) => pair.map((i) => pieces[i]));
    return [
      ...found,
      ...both.map(([one, other]) => FAULTS.samePiece(this.words.base(one), this.words.base(other))),
    ];
  }

  /** The pieces that come back turned in a way in which they may not be turned. */
  turningFaults() {
    const { surface, lattice } = this.board,
      turnings = surface.turnings.filter(Boolean);
    const wrong = this.pieces
      .filter((_, index) => {
        const looks = new Set(this.orientations[index].map(look));
        return this.orientations[index].some((each) =>
          turnings.some((element) => !looks.has(look(orientedBy(lattice, each, element)))),
        );
      })
      .map((piece) => this.words.base(piece));
    if (!wrong.length) return [];
    const some = wrong.slice(0, LISTED).join(", ");
    const all = wrong.length > LISTED ? FAULTS.andMore(some, wrong.length - LISTED) : some;
    return [FAULTS.turned(surface.title, all)];
  }

  placedFaults() {
    /** @type {string[]} */
    const found = [];
    /** @type {Map<string, string>} */
    const taken = new Map();
    /** @type {Map<number, number>} */
    const used = new Map();
    for (const { piece, cells } of this.placed) {
      const word = `${piece}:${cells.join("-")}`,
        index = this.index(piece);
      if (index < 0) found.push(FAULTS.noPiece(word, piece));
      else used.set(index, (used.get(index) ?? 0) + 1);
      /** @type {string[]} */
      const wrong = [];
      for (const cell of new Set(cells.map(String))) {
        if (!this.board.number.has(cell)) wrong.push(FAULTS.outside(word, cell));
        else if (taken.has(cell)) wrong.push(FAULTS.covered(word, cell, taken.get(cell) ?? ""));
        taken.set(cell, word);
        const times = cells.filter((other) => String(other) === cell).length;
        if (times > 1) wrong.push(FAULTS.twice(word, cell, times));
      }
      if (index >= 0 && !wrong.length && !this.lies(index, cells))
        wrong.push(FAULTS.noOrientation(word));
      found.push(...wrong);
    }
    for (const [index, number] of used) {
      const { most, name } = this.pieces[index];
      if (most !== null && number > most) found.push(FAULTS.manyCopies(number, name, most));
    }
    return found;
  }

  /** The mark of a cell of the board. @param {Cell} cell */
  mark(cell) {
    return this.board.spots[this.board.number.get(String(cell)) ?? 0].mark;
  }

  /** Whether a piece can lie on cells of the board, sorted. @param {number} index @param {Cell[]} cells */
  lies(index, cells) {
    const { lattice, surface } = this.board;
    if (!surface.joined && !this.agree) {
      const own = look({
        cells: atOrigin(lattice, cells),
        marks: cells.map((cell) => this.mark(cell)),
      });
      return this.orientations[index].some((each) => look(each) === own);
    }
    const wanted = new Map(cells.map((cell) => [String(cell), this.mark(cell)])),
      places = surface.places(lattice, this.board.cells);
    return this.orientations[index].some((each) =>
      places.some(
        (place) =>
          kindOf(lattice, place) === kindOf(lattice, each.cells[0]) &&
          this.laidOn(each, place, wanted),
      ),
    );
  }

  /** Whether what begins at a place covers just some cells, with their marks. @param {Oriented} oriented @param {Cell} place @param {Map<string, string>} wanted */
  laidOn({ cells, marks }, place, wanted) {
    const by = minus(place, cells[0]),
      there = cells.map((cell) => this.home(plus(cell, by)));
    return (
      new Set(there).size === wanted.size &&
      there.length === wanted.size &&
      there.every((cell, i) => {
        const mark = wanted.get(cell);
        return mark !== undefined && (this.agree?.[marks[i]] ?? [marks[i]]).includes(mark);
      })
    );
  }

  /** The cell of the board that a cell of the plane is; "" for none. @param {Cell} cell */
  home(cell) {
    const { surface } = this.board;
    this.homes ??= new Map(
      surface
        .places(this.board.lattice, this.board.cells)
        .map((place, i) => [
          String(surface.reduced(place)),
          String(this.board.cells[i % this.board.cells.length]),
        ]),
    );
    return this.homes.get(String(surface.reduced(cell))) ?? "";
  }

  /** The symmetries by which a piece may turn. @param {Piece} piece */
  turns(piece) {
    return turnsOf(this.board.lattice, piece.turn ?? this.turn, piece.cells);
  }
}

/** What one word names, and whether it gives the number of copies. @typedef {{ word: string, pieces: Piece[], setsCopies: boolean }} Named */

/**
 * The pieces with those merged that are the same under their turn. Copies are added up; a word that
 * gives a number of copies sets them instead, if the piece belongs to a larger set before.
 * @param {Named[]} listed @param {Turn} turn
 */
function merged(listed, turn) {
  /** @type {Map<string, { piece: Piece, namer: Named }>} */
  const found = new Map();
  for (const named of listed)
    for (const piece of named.pieces) {
      const looks = orientations(piece, turn).map(look).sort().join("|"),
        earlier = found.get(looks);
      if (!earlier) {
        found.set(looks, { piece: { ...piece }, namer: named });
        continue;
      }
      const { piece: own, namer } = earlier;
      const other = own.name !== piece.name && named.pieces.length === namer.pieces.length;
      if (namer === named || other || !(namer.setsCopies || named.setsCopies)) {
        own.least += piece.least;
        own.most = own.most === null || piece.most === null ? null : own.most + piece.most;
      } else if (named.setsCopies && named.pieces.length < namer.pieces.length) {
        own.least = piece.least;
        own.most = piece.most;
      } else throw new Invalid(twice(own.name, namer, named));
      earlier.namer = named;
    }
  return [...found.values()].map(({ piece }) => piece);
}

/** What to say of two words that name a piece. @param {string} name @param {Named} earlier @param {Named} later */
function twice(name, earlier, later) {
  const setLast = earlier.setsCopies && earlier.pieces.length < later.pieces.length;
  return (setLast ? FAULTS.setFirst : FAULTS.namedTwice)(earlier.word, later.word, name);
}
