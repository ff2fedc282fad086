// Rings of copies around a piece, as the library finds them: a search in slices for so many rings, or
// a proof that there are none.

/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Machine } from "../solving/module.js" */
/** @import { Geometry } from "./motions.js" */
/** @import { Turn } from "../words/space.js" */

import { inOrder } from "../../game/state.js";
import { cellsInOrder, orientationsOf } from "../words/catalog.js";
import { minus, mod } from "../words/space.js";

/** Nodes of a slice, for one cell, nodes before the first restart, and the growth from one restart to the next. */
const NODES = 5000,
  FIRST = 1000,
  GROWTH = 1.5;
/** Room for copies at first, the most bytes of a search, and the most steps to begin one. */
const ROOM = 64,
  BYTES = 400_000_000,
  STEPS = 250_000_000;
/** Bytes of a number, and the copies in a word of bits. */
const LONG = 8,
  BITS = 64;
/** Of the state of a search: copies placed, and nodes since the last restart. */
const PLACED = 0,
  TAKEN = 2;
/** Where the cells of the forms are among the arrays of a search, and the saved bits. */
const CELLS = 2,
  BEFORE = 8;

/** Which rings may have holes. */
export const HOLES = { none: 0, last: 1, any: 2 };
/** How a search for rings ends: it is not complete, it has found them, or there are none. */
export const MORE = 0;
export const FOUND = 1;
export const NONE = 2;

/** A search would need too much memory or time before it begins. */
export class TooLarge extends Error {}

/** The copies that cover a cell of each kind, as sorted steps from that cell. @param {Geometry} geometry @param {Cell[]} cells @param {Turn} turn */
function copiesOf({ lattice, kinds }, cells, turn) {
  /** @type {Map<string, Cell[]>[]} */
  const found = Array.from({ length: kinds }, () => new Map());
  for (const oriented of orientationsOf(lattice, cells, turn))
    for (const cell of oriented) {
      const steps = oriented.map((other) => minus(other, cell)).sort(inOrder);
      found[mod(cell[1], kinds)].set(String(steps), steps);
    }
  return found.map((each) => [...each.values()].sort(cellsInOrder));
}

/** A list, filled up with zeros. @param {number[]} list @param {number} length */
const filled = (list, length) => [...list, ...Array(length - list.length).fill(0)];

/** A search for rings of copies around a connected piece without holes. */
export class Surrounding {
  /**
   * @param {Machine} machine  Whose arrays may be released once the search is given up.
   * @param {Geometry} geometry @param {Cell[]} cells @param {Turn} turn
   * @param {number} levels  How many rings. @param {number} holes  Which of them may have holes.
   */
  constructor(machine, geometry, cells, turn, levels, holes) {
    this.machine = machine;
    this.levels = levels;
    this.holes = holes;
    this.outcome = MORE;
    /** Nodes over all restarts, and when the next one is. */
    this.spent = 0;
    this.patience = FIRST;
    const copies = copiesOf(geometry, cells, turn);
    const reach = 1 + copies.flat(3).reduce((most, step) => Math.max(most, Math.abs(step)), 0);
    // A copy in the last ring excludes copies that reach beyond it by its own length.
    const side = (levels + 2) * reach + 4,
      across = side + (side % 2);
    this.middle = [side, across];
    this.width = 2 * across + 2;
    this.area = (2 * side + 1) * this.width;
    const { tables, near, words, first } = this.lay(geometry, cells, copies);
    /** What the kernel knows of the piece. */
    this.forms = tables;
    this.cells = tables[CELLS].numbers;
    this.size = cells.length;
    const depth = Math.floor(this.area / this.size) + 2,
      line = () => machine.array("i64", [depth]);
    this.place = machine.array("i64", [depth, 2]);
    this.level = line();
    this.state = machine.from("i64", [0, 1, 0, 0]);
    /** The state of the search. */
    this.run = [
      machine.array("i64", [this.area]),
      machine.array("u64", [this.area, words]),
      machine.array("i64", [this.area]),
      this.place,
      this.level,
      ...[line(), line(), line()],
      machine.array("u64", [ROOM, near, words]),
      this.state,
      machine.array("i64", [this.area], 1),
      // The proof is not kept.
      machine.array("i64", [0]),
      machine.array("i64", [this.area]),
    ];
    machine.call("plane_surround_beginning", [...this.forms, ...this.run, ...first]);
  }

  /** The number of a cell in the grid. @param {Cell} cell */
  flat([row, column]) {
    return row * this.width + column;
  }

  /** The cell with a number. @param {number} flat @returns {Cell} */
  cell(flat) {
    return [Math.floor(flat / this.width) - this.middle[0], (flat % this.width) - this.middle[1]];
  }

  /** What the kernel is told of the piece. @param {Geometry} geometry @param {Cell[]} cells @param {Cell[][][]} copies */
  lay(geometry, cells, copies) {
    const { machine, width, area } = this,
      { kinds, lattice } = geometry,
      size = cells.length,
      choices = copies[0].length,
      words = Math.ceil(choices / BITS);
    const offsets = copies.map((own) => own.map((steps) => steps.map((step) => this.flat(step))));
    /** The forms, by the kind of their corners and the steps from there. @type {Map<string, { kind: number, steps: number[] }>} */
    const forms = new Map();
    const form = offsets.map((own, kind) =>
      own.map((steps) => {
        const corner = mod(mod(kind + steps[0], width), kinds),
          name = nameOf(corner, steps);
        if (!forms.has(name))
          forms.set(name, { kind: corner, steps: steps.map((step) => step - steps[0]) });
        return [...forms.keys()].indexOf(name);
      }),
    );
    const listed = [...forms.values()];
    if (listed.length * size * size * choices * kinds > STEPS) throw new TooLarge();
    /** @param {Cell[][]} steps */
    const byKind = (steps) => {
      const flat = steps.map((own) => own.map((step) => this.flat(step))),
        most = Math.max(...flat.map((own) => own.length));
      return machine.from(
        "i64",
        flat.flatMap((own) => filled(own, most)),
        [kinds, most],
      );
    };
    const middle = this.middle[0] * width + this.middle[1],
      halo = byKind(lattice.sheet.touching);
    const tables = {
      offsets: machine.from("i64", offsets.flat(2), [kinds, choices, size]),
      form: machine.from("i64", form.flat(), [kinds, choices]),
      cells: machine.from(
        "i64",
        listed.flatMap(({ steps }) => steps),
        [listed.length, size],
      ),
      corner: machine.from(
        "i64",
        listed.map(({ kind }) => kind),
      ),
      beside: byKind(lattice.faces),
      rim: machine.array("i64", [listed.length, size * halo.shape[1]]),
    };
    const count = machine.array("i64", [listed.length]);
    /** @param {number} most */
    const around = (most) => {
      const near = machine.array("i64", [listed.length, most]),
        taken = machine.array("u64", [listed.length, most, words]);
      const [needed] = machine.call("plane_surround_prepare", [
        ...[tables.offsets, tables.cells, tables.corner, halo, width, middle],
        ...[tables.rim, near, taken, count],
      ]);
      return { needed, near, taken };
    };
    // The first time, it tells how much room it needs.
    const { needed } = around(0);
    const bytes = LONG * ((ROOM + listed.length) * needed * words + area * (words + 4));
    if (bytes > BYTES) throw new TooLarge();
    const { near, taken } = around(needed);
    const steps = cells.map((cell) => this.flat(cell)),
      own = [...forms.keys()].indexOf(nameOf(mod(cells[0][1], kinds), steps));
    return {
      tables: [...Object.values(tables), near, taken, count],
      near: needed,
      words,
      first: [own, middle + steps[0]],
    };
  }

  /** Make room for more copies. */
  grow() {
    const before = this.run[BEFORE],
      [room, ...shape] = before.shape;
    if (LONG * 2 * before.length > BYTES) throw new TooLarge();
    const larger = this.machine.array("u64", [2 * room, ...shape]);
    /** @type {any} */ (larger.values).set(before.values);
    this.run[BEFORE] = larger;
  }

  /** Take a slice of at most so many nodes in all, and say how the search stands. @param {number} nodes */
  advance(nodes) {
    const { machine, forms, run, state, width, levels, holes } = this;
    if (this.outcome !== MORE) return this.outcome;
    let before = Number(state.values[TAKEN]);
    if (before >= this.patience) {
      machine.call("plane_surround_again", [...forms, ...run]);
      this.patience = Math.floor(this.patience * GROWTH);
      before = 0;
    }
    if (Number(state.values[PLACED]) === run[BEFORE].shape[0]) this.grow();
    const budget = Math.min(
      before + Math.min(Math.ceil(NODES / this.size), nodes - this.spent),
      this.patience,
    );
    [this.outcome] = machine.call("plane_surround_advance", [
      ...[...forms, ...this.run],
      ...[width, levels, holes, budget],
    ]);
    this.spent += Number(state.values[TAKEN]) - before;
    return this.outcome;
  }

  /** The cells of each copy in each ring that was found. @returns {Cell[][][]} */
  rings() {
    const { cells, size, place, level, state, levels } = this;
    const places = place.numbers,
      own = level.numbers;
    /** @type {Cell[][][]} */
    const found = Array.from({ length: levels }, () => []);
    for (let copy = 1; copy < Number(state.values[PLACED]); copy++) {
      const [form, corner] = places.slice(2 * copy, 2 * copy + 2);
      found[own[copy] - 1].push(
        cells
          .slice(form * size, (form + 1) * size)
          .map((step) => this.cell(corner + step))
          .sort(inOrder),
      );
    }
    return found;
  }
}

/** A name for a form. @param {number} kind @param {number[]} steps */
const nameOf = (kind, steps) => `${kind} ${steps.map((step) => step - steps[0])}`;
