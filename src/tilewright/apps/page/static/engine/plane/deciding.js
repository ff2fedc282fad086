// Whether a piece tiles the plane, decided as the library does it: isohedral tilings first, then
// periodic ones and rings of copies around the piece, in the order that a kernel chooses.

/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { PlaneAnswer, PlaneRequest, PlaneSheet } from "../../../answers" */
/** @import { Periodic, Sublattice } from "./positions.js" */
/** @import { Puzzles } from "../solving/puzzles.js" */
/** @import { Facts } from "../words/catalog.js" */
/** @import { LatticeFacts, Turn } from "../words/space.js" */

import { sentence } from "../../server/errors.js";
import { DECIDED } from "../../texts/en.js";
import { orientationsOf } from "../words/catalog.js";
import { fewestColors } from "./coloring.js";
import { Machine, Module } from "../solving/module.js";
import { TorusSearch } from "./periods.js";
import { Positions } from "./positions.js";
import { FOUND, HOLES, MORE, NONE, Surrounding, TooLarge } from "./rings.js";
import { Invalid, isConnected } from "../words/space.js";
import { drawingOf } from "../words/words.js";

/** The most rows and columns of a piece. */
const LARGEST = 20;
/**
 * How far to search before giving up.
 * @typedef {{ tiles: number, coronas: number, rounds: number, nodes: number }} Effort
 */
const EFFORT = { tiles: 12, coronas: 7, rounds: 4, nodes: 20_000 };
/** What the kernel chooses: nothing, rings, or a period. */
const DONE = 0,
  PERIOD = 2;
/** The numbers of its plan, and where the next search and what is known begin. */
const PLAN = 22,
  SEARCH = 7,
  KNOWN = 14;
/** The fewest classes of a piece without an isohedral tiling. */
const LEAST = 2;

/** The time is up, or nobody waits any more. */
class Stopped extends Error {}

/** What is known in the end, or when the time is up. @typedef {Pick<PlaneSheet, "verdict" | "kind" | "isohedral_number" | "why" | "plain" | "heesch" | "heesch_with_holes" | "rings"> & { tiling: Periodic | null }} Found */
/** @type {Omit<Found, "verdict" | "why" | "plain">} */
const NOTHING = {
  ...{ kind: null, isohedral_number: null, heesch: null, heesch_with_holes: null },
  ...{ rings: [], tiling: null },
};

/** The decision about one piece; it can be interrupted, and says what is known by then. */
export class Decision {
  /**
   * @param {Module} module @param {Facts} facts @param {LatticeFacts} lattice
   * @param {Cell[]} cells  Of the piece, at the origin and sorted. @param {Turn} turn
   * @param {() => Promise<boolean>} going @param {Effort} effort
   */
  constructor(module, facts, lattice, cells, turn, going, effort = EFFORT) {
    this.facts = facts;
    this.lattice = lattice;
    this.cells = cells;
    this.turn = turn;
    this.going = going;
    this.effort = effort;
    // What one search has needed is free for the next one.
    this.tori = new Positions(new Machine(module), lattice, cells, turn);
    this.around = new Positions(new Machine(module), lattice, cells, turn);
    const { tiles, coronas, rounds, nodes } = effort,
      // The page does not show rings around a piece that is not decided.
      given = [tiles, coronas, rounds, nodes, cells.length, LEAST, coronas];
    this.plan = this.tori.machine.from("i64", [...given, ...Array(PLAN - given.length).fill(0)]);
    this.free = [this.tori, this.around].map(({ machine }) => machine.functions.mark());
    /** @type {{ tiling: Periodic, classes: number } | null} */
    this.best = null;
    this.withoutIsohedral = false;
    /** Whether a search for rings needs too much memory or time. */
    this.tooLarge = false;
    /** A final verdict, if only its details can still change. @type {Found | null} */
    this.settled = null;
  }

  /** What is found, and whether the search went to its end. @returns {Promise<{ found: Found, finished: boolean }>} */
  async decide() {
    try {
      return { found: await this.search(), finished: !this.tooLarge };
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      const found =
        this.settled ?? (this.best ? this.periodic() : this.notKnown([DECIDED.timeLimit]));
      return { found, finished: false };
    }
  }

  /** Let messages come in. */
  async pause() {
    if (!(await this.going())) throw new Stopped();
  }

  /** @returns {Promise<Found>} */
  async search() {
    const { lattice, cells, turn, around } = this,
      boundary = around.boundary();
    if (!boundary) return none(DECIDED.hole);
    await this.pause();
    // The mirror image of a symmetric piece is a rotation of it.
    const [sides, all] = ["one-sided", "free"].map(
      (each) => orientationsOf(lattice, cells, /** @type {Turn} */ (each)).length,
    );
    const turned = turn === "one-sided" && sides === all ? "free" : turn,
      found = around.isohedral(this.facts.tilings, boundary, turned);
    if (found) {
      const { name, kind, tiling } = found,
        why = DECIDED.isohedral(name, tiling.tiles.length);
      const plain = DECIDED.group(tiling.tiles.length);
      return { ...NOTHING, verdict: "tiles", kind, isohedral_number: 1, why, plain, tiling };
    }
    if (turn === "fixed")
      return { ...none(DECIDED.noTranslations), plain: DECIDED.noTranslationsPlain };
    this.withoutIsohedral = true;
    return this.anisohedral();
  }

  /** The next search. @param {number} outcome  Of the search before. */
  next(outcome) {
    const { machine, tables } = this.tori,
      passed = [this.plan, ...tables, outcome, this.best?.classes ?? 0],
      [what] = machine.call("plane_plan_advance", passed),
      [levels, holes, a, b, d, , nodes] = this.plan.numbers.slice(SEARCH);
    return { what, levels, holes, period: /** @type {Sublattice} */ ([a, b, d]), nodes };
  }

  /** What is known from the searches so far. */
  get known() {
    const [periods, surrounded, fewest, ...counts] = this.plan.numbers.slice(KNOWN),
      [heesch, withHoles] = counts.map((number) => (number < 0 ? null : number));
    return { periods, surrounded, fewest: fewest > 0, heesch, withHoles };
  }

  /** Search for periods and for rings in turn. @returns {Promise<Found>} */
  async anisohedral() {
    let outcome = FOUND,
      rings = /** @type {Surrounding | null} */ (null),
      counted = /** @type {Cell[][][]} */ ([]);
    for (;;) {
      const { what, levels, holes, period, nodes } = this.next(outcome);
      if (what === DONE) break;
      if (what === PERIOD) {
        outcome = Number(await this.searchTorus(period, nodes));
        continue;
      }
      if (rings?.levels !== levels || rings.holes !== holes)
        rings = this.surrounding(levels, holes);
      outcome = rings ? await this.run(rings, nodes) : MORE;
      if (outcome === NONE && holes === HOLES.any) this.settled = none(DECIDED.rings(levels - 1));
      if (outcome === FOUND && this.settled) counted = rings?.rings() ?? [];
    }
    if (this.settled) return this.surround(this.settled, counted);
    return this.best ? this.periodic() : this.notKnown([]);
  }

  /** A search for rings, in place of the one before; null if the piece is too large. @param {number} levels @param {number} holes */
  surrounding(levels, holes) {
    this.around.machine.functions.release(this.free[1]);
    try {
      return new Surrounding(this.around, levels, holes);
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      this.tooLarge = true;
      return null;
    }
  }

  /** Search until so many nodes in all. @param {Surrounding} search @param {number} nodes */
  async run(search, nodes) {
    while (search.outcome === MORE && search.spent < nodes) {
      await this.pause();
      try {
        search.advance(nodes);
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
        this.tooLarge = true;
        break;
      }
    }
    return search.outcome;
  }

  /** Keep the tiling with the fewest classes; whether the search was complete. @param {Sublattice} period @param {number} nodes */
  async searchTorus(period, nodes) {
    this.tori.machine.functions.release(this.free[0]);
    await this.pause();
    const search = new TorusSearch(this.tori, period);
    while (!search.ended(nodes)) {
      for (const found of search.advance(nodes)) {
        const best = this.tori.classify(found);
        if (!this.best || best.classes < this.best.classes) this.best = best;
      }
      await this.pause();
    }
    return search.complete;
  }

  /** The rings that fit around a piece that does not tile. @param {Found} settled @param {Cell[][][]} rings @returns {Found} */
  surround({ why, ...settled }, rings) {
    const { surrounded, heesch, withHoles } = this.known;
    if (heesch !== null && heesch !== surrounded)
      why += withHoles === heesch + 1 ? DECIDED.lastHole : DECIDED.holes;
    return { ...settled, why, plain: sentence(why), heesch, heesch_with_holes: withHoles, rings };
  }

  /** The best tiling that was found. @returns {Found} */
  periodic() {
    const { tiling, classes } = /** @type {NonNullable<Decision["best"]>} */ (this.best),
      tiles = tiling.tiles.length,
      { fewest, periods } = this.known;
    let why = DECIDED.periodic(tiles, classes),
      plain = DECIDED.group(tiles) + DECIDED.sorts(classes);
    if (classes > LEAST) why += fewest ? DECIDED.fewest : DECIDED.perhapsFewer(periods);
    if (classes > LEAST && fewest) plain += DECIDED.fewestPlain;
    const kind = /** @type {const} */ ("periodic");
    return { ...NOTHING, verdict: "tiles", kind, isohedral_number: classes, why, plain, tiling };
  }

  /** What was proven so far. @param {string[]} reasons @returns {Found} */
  notKnown(reasons) {
    const { withoutIsohedral } = this,
      { periods, surrounded } = this.known;
    const shown = [
      ...reasons,
      ...(this.tooLarge ? [DECIDED.tooLarge] : []),
      ...(withoutIsohedral ? [DECIDED.noIsohedral] : []),
      ...(periods ? [DECIDED.noPeriod(periods)] : []),
      ...(surrounded ? [DECIDED.fit(surrounded)] : []),
    ];
    return {
      ...NOTHING,
      verdict: "not known",
      why: shown.join(", ") || DECIDED.nothing,
      plain: DECIDED.notKnown(periods, surrounded),
    };
  }
}

/** A piece that does not tile. @param {string} why @returns {Found} */
const none = (why) => ({ ...NOTHING, verdict: "does not tile", why, plain: sentence(why) });

/**
 * Whether a piece tiles the plane, as far as that is found in time.
 * @param {Puzzles} puzzles @param {Module} module  The kernels for this.
 * @param {PlaneRequest} asked @param {() => Promise<boolean>} going
 * @param {Effort} [effort]
 * @returns {Promise<PlaneAnswer>}
 */
export async function decided(puzzles, module, { piece: word, turn = "free" }, going, effort) {
  const lines = word.slice(word.lastIndexOf(":") + 1).split("/"),
    most = Math.max(lines.length, ...lines.map((line) => line.length));
  if (most > LARGEST) throw new Invalid(DECIDED.large(LARGEST, most));
  const [piece] = puzzles.words.pieces(word, turn, puzzles.facts.lattices.square),
    { lattice, cells } = piece;
  if (!isConnected(lattice, cells)) throw new Invalid(DECIDED.apart);
  const decision = new Decision(module, puzzles.facts, lattice, cells, turn, going, effort),
    { found } = await decision.decide();
  const { tiling, ...shown } = found,
    { tori } = decision,
    coloring = tiling && (await fewestColors(new Machine(puzzles.module), tori, tiling, going));
  const tiles = tiling?.tiles ?? [],
    looks = [...new Set(tiles.map(({ element }) => element))].sort((a, b) => a - b);
  const [a, b, d] = tiling?.period ?? [0, 0, 0];
  return {
    finished: true,
    reason: null,
    plane: {
      piece: drawingOf(piece),
      lattice: lattice.name === "square" ? null : lattice.sheet,
      cells,
      ...shown,
      period: tiling
        ? [
            [a, b * lattice.kinds],
            [0, d * lattice.kinds],
          ]
        : [],
      tiles: tori.placed(tiles, cells),
      orientations: tiles.map(({ element }) => looks.indexOf(element)),
      coloring,
    },
  };
}
