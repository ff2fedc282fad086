// In how many ways a game can be finished, what is wrong with it, and what comes next.

/** @import { CheckAnswer, HintAnswer, WaysAnswer } from "../../../answers" */
/** @import { Cell, Edge } from "../../geometry/geometry.js" */
/** @import { Region } from "../../game/position.js" */
/** @import { Rules } from "../../game/rules.js" */
/** @import { Placement, State } from "../../game/state.js" */
/** @import { Cover, Space } from "./cover.js" */
/** @import { Module } from "./module.js" */

import { key } from "../../geometry/geometry.js";
import { Position } from "../../game/position.js";
import { alike, written } from "../../game/solutions.js";
import { inOrder } from "../../game/state.js";
import { OneOfEach, turningsOf } from "./counting.js";
import { coverOf } from "./cover.js";
import { deducerOf } from "./deduction.js";
import { explained, Explainer } from "./explaining.js";
import { Machine } from "./module.js";
import { text } from "../words/saying.js";
import { Search } from "./search.js";
import { suggested } from "./suggesting.js";

/** Steps of a slice: some milliseconds. */
const STEPS = 20_000;

/** The turnings of puzzles. @type {WeakMap<Rules, number[][] | null>} */
const TURNINGS = new WeakMap();

/** So many tilings are not listed to count them if their number is known. */
const MANY = 100;

/**
 * Called between slices of work; false ends it.
 * @callback Going
 * @returns {Promise<boolean>}
 */

export class Adviser {
  /**
   * @param {Module} module
   * @param {Space} space
   * @param {Rules} rules
   * @param {State} state
   * @param {Going} going
   * @param {string[]} [found]  Solutions that were found before, as words.
   */
  constructor(module, space, rules, state, going, found = []) {
    this.found = found;
    this.module = module;
    this.space = space;
    this.rules = rules;
    this.going = going;
    this.position = new Position(rules, state);
    /** The edges that say where pieces end, in order. @type {Edge[]} */
    this.edges = rules.drawn
      ? [...state.edges.values()].sort(
          (one, other) => inOrder(one[0], other[0]) || inOrder(one[1], other[1]),
        )
      : [];
  }

  /** In how many ways the board can be finished. @returns {Promise<WaysAnswer>} */
  async ways() {
    const { position, rules } = this;
    if (position.solved) return { count: "1", exact: true, text: text("solved"), solved: true };
    const { tilings } = rules.sheet,
      touched = position.tiles.length + this.edges.length > 0;
    if (!touched && (tilings ?? 0) > MANY) return this.published();
    const turnings = this.turnings();
    if (!turnings) return left(0, false);
    let count = 0,
      exact = true;
    const readings = position.regions.some(({ kind }) => kind === "wrong") ? [] : this.readings;
    for (const tiles of readings) {
      const machine = new Machine(this.module),
        cover = coverOf(machine, this.space, rules, tiles, this.edges),
        search = new Search(machine, cover),
        one = new OneOfEach(machine, cover, turnings);
      while (!search.done) {
        count += one.count(search.advance(STEPS));
        if (search.done || (await this.going())) continue;
        exact = false;
        break;
      }
      if (count || !exact) break;
    }
    return left(count, exact);
  }

  /** What `turningsOf` says of the puzzle; found once. */
  turnings() {
    const known = TURNINGS.get(this.rules);
    if (known !== undefined) return known;
    const found = turningsOf(new Machine(this.module), this.space, this.rules);
    TURNINGS.set(this.rules, found);
    return found;
  }

  /**
   * What may be placed: an outline that is a piece is one, unless the board cannot be finished then;
   * it may also be divided further, or stay empty.
   */
  get readings() {
    const { tiles, placed } = this.position;
    return placed.length < tiles.length ? [tiles, placed] : [tiles];
  }

  /** The known number of solutions; where pieces cannot be flipped, there may be twice as many. @returns {WaysAnswer} */
  published() {
    const { tilings, pieces } = this.rules.sheet,
      exact = pieces.every(({ orientations }) => orientations[0].flipped !== null);
    return left(tilings ?? 0, exact);
  }

  /** Whether the puzzle is solved, and what is wrong as far as that is found in time. @returns {Promise<CheckAnswer>} */
  async check() {
    const { position, rules } = this;
    // A wrong outline often leaves a rest of the board that is wrong, too.
    const [region] = position.regions
      .filter(({ kind }) => kind === "wrong")
      .sort((one, other) => one.cells.length - other.cells.length);
    if (region) return { solved: false, wrong: misfit(rules, region, this.edges) };
    const { tiles } = position;
    const placed = await this.firstWrong(tiles.length, (some) => [tiles.slice(0, some), []]);
    const unknown = { solved: position.solved, wrong: null };
    if (placed === undefined) return unknown;
    if (placed !== null) {
      const free = rules.drawn ? await this.hopeless(position.placed, this.edges) : true;
      if (free === undefined) return unknown;
      if (!free) return { solved: position.solved, wrong: null };
      const guilty = tiles[placed],
        { called } = rules.piece(guilty.piece);
      const says = text("wrongPiece", { piece: called });
      return {
        solved: position.solved,
        wrong: {
          ...warning(rules.drawn ? "outline" : "lift", says, guilty.cells),
          piece: guilty.piece,
          place: guilty.cells,
          ...(guilty.marks.length ? { marks: guilty.marks } : {}),
        },
      };
    }
    const { edges } = this;
    const drawn = await this.firstWrong(edges.length, (some) => [tiles, edges.slice(0, some)]);
    if (drawn === undefined) return unknown;
    if (drawn === null) return { solved: position.solved, wrong: null };
    const edge = edges[drawn];
    const numbers = /** @type {[number, number, number, number]} */ (edge.flat());
    return {
      solved: position.solved,
      wrong: { ...warning("outline", text("wrongEdge"), edge), edges: [numbers] },
    };
  }

  /**
   * The next step that a person could find, or what has to go first.
   * @returns {Promise<HintAnswer>}
   */
  async hint() {
    const { module, space, rules, position } = this;
    if (position.solved) return warning("done", text("inPlace"), []);
    const checked = await this.check();
    if (checked.wrong) return checked.wrong;
    /** @type {Placement[] | undefined} */
    let tiles,
      hopeless = /** @type {boolean | undefined} */ (true);
    for (const reading of this.readings) {
      hopeless = await this.hopeless(reading, this.edges);
      if (hopeless === undefined) break;
      if (hopeless) continue;
      tiles = reading;
      break;
    }
    if (!tiles) return warning("none", text(hopeless ? "noSolution" : "noTime"), []);
    const machine = new Machine(module),
      cover = coverOf(machine, space, rules, [], []);
    const { enclosed } = position,
      deducer = deducerOf(machine, rules, cover, tiles);
    const found = deducer && (await explained(deducer, this.going, enclosed));
    if (found && !(found instanceof Explainer)) return found;
    const left = coverOf(machine, space, rules, tiles, this.edges);
    return (
      (await suggested(
        ...[machine, rules, left, found, this.going, enclosed, this.isKnown(left)],
      )) ?? warning("none", text("noTime"), [])
    );
  }

  /**
   * Whether a solution of what is left was found before, or an image of it was; null if none was.
   * @param {Cover} cover
   */
  isKnown({ items, piece }) {
    const { sheet, cells } = this.rules;
    if (!this.found.length) return null;
    const known = new Set(this.found.map((word) => alike(word, sheet.images))),
      there = [...new Set(this.position.owner.values())];
    return (/** @type {number[]} */ owner) => {
      const rest = [...new Set(owner)].flatMap((placement) =>
        placement < 0
          ? []
          : {
              piece: sheet.pieces[piece[placement]].name,
              cells: items[placement].map((item) => cells[item]),
            },
      );
      return known.has(alike(written(sheet, [...there, ...rest]), sheet.images));
    };
  }

  /**
   * The first of some things after which the board cannot be finished any more; null if it can with
   * all of them, undefined if that is not known in time.
   * @param {number} number
   * @param {(some: number) => [Placement[], Edge[]]} rest
   * @returns {Promise<number | null | undefined>}
   */
  async firstWrong(number, rest) {
    const hopeless = number > 0 && (await this.hopeless(...rest(number)));
    if (!hopeless) return hopeless === undefined ? undefined : null;
    let good = 0,
      bad = number;
    while (bad - good > 1) {
      const middle = Math.floor((good + bad) / 2),
        found = await this.hopeless(...rest(middle));
      if (found === undefined) return undefined;
      if (found) bad = middle;
      else good = middle;
    }
    return bad - 1;
  }

  /**
   * Whether there is no tiling with these pieces and edges.
   * @param {Placement[]} placed @param {Edge[]} edges
   * @returns {Promise<boolean | undefined>}
   */
  async hopeless(placed, edges) {
    const machine = new Machine(this.module),
      search = new Search(machine, coverOf(machine, this.space, this.rules, placed, edges));
    for (;;) {
      if (search.advance(STEPS).length) return false;
      if (search.done) return true;
      if (!(await this.going())) return undefined;
    }
  }
}

/** So many ways are left, or at least so many. @param {number} count @param {boolean} exact @returns {WaysAnswer} */
function left(count, exact) {
  const says = exact ? "left" : count ? "orMore" : "notFound";
  return {
    count: String(count),
    exact,
    text: text(says, { number: count }),
    solved: false,
  };
}

/**
 * @param {HintAnswer["action"]} action @param {string} says @param {Cell[]} cells
 * @returns {HintAnswer}
 */
const warning = (action, says, cells) => ({
  ...{ action, text: says, words: [says], piece: null, place: [] },
  ...{ cells, kinds: [], edges: [], clue: null, pictures: [], cases: [] },
});

/**
 * Why no pieces make up a closed region: its numbers do not fit its area, it has too many or too few
 * cells, another shape, or its marks elsewhere.
 * @param {Rules} rules @param {Region} region @param {Edge[]} edges  Those that are drawn.
 */
function misfit(rules, { cells }, edges) {
  const { sheet } = rules,
    inside = new Set(cells.map(key)),
    sizes = new Set(sheet.pieces.map((piece) => piece.cells.length)),
    [size] = sizes,
    numbers = cells.map((cell) => Number(rules.marks.get(key(cell)))).filter(Boolean),
    sum = numbers.reduce((all, each) => all + each, 0),
    areas = sheet.pieces.every((piece) => piece.marks.join("") === String(piece.cells.length));
  const named = () => {
    if (areas && sum !== cells.length) return sum ? "regionNumber" : "regionNoNumber";
    if (sizes.size === 1 && cells.length % size) return "regionSize";
    if (edges.some((edge) => edge.every((cell) => inside.has(key(cell))))) return "regionEdges";
    if (areas && numbers.length > 1) return "regionNumbers";
    if (cells.length > rules.largest) return sheet.marks.length ? "regionLargeDots" : "regionLarge";
    const looks = sheet.pieces.flatMap(({ orientations }) =>
      orientations.map((each) => rules.look(each.cells, [])),
    );
    return looks.includes(rules.look(cells, [])) ? "regionDots" : "regionShape";
  };
  const known = { cells: cells.length, size, letters: rules.letters };
  return warning("outline", text(named(), { ...known, count: numbers.length, sum }), cells);
}
