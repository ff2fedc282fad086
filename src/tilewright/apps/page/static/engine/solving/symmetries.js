// The symmetries of a problem, as permutations of its cells, in the order of the library.

/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Rules } from "../../game/rules.js" */
/** @import { Cover, Space } from "./cover.js" */
/** @import { Machine } from "./module.js" */

import { flat } from "./cover.js";
import { keeps } from "../words/ruling.js";
import { cornerOf, image, kindOf, minus, plus } from "../words/space.js";
import { look, orientedBy } from "../words/words.js";

/** Placements are found in a table if it has at most so many entries. */
const TABLE = 1 << 20;
/** Numbers in the arrays of symmetries that are tried together. */
const BLOCK = 1 << 21;

/** A symmetry of the lattice, and where it takes cells and placements. @typedef {{ element: number, cells: number[], placements: Int32Array }} Symmetry */

/** What symmetries make of the board of a cover. */
class Places {
  /** @param {Space} space @param {Rules} rules @param {Cover} cover */
  constructor({ lattice, surface }, { cells, marks, sheet }, { optional, laid }) {
    this.lattice = lattice;
    this.surface = surface;
    this.cells = cells;
    /** Differs for cells with different marks, or if only one may stay empty. */
    this.look = cells.map((cell, i) => `${marks.get(String(cell)) ?? ""} ${optional[i]}`);
    this.all = surface.joined ? laid.places : cells;
    this.number = new Map(this.all.map((cell, i) => [this.home(cell), i]));
    /** One more than the greatest number of a place. */
    this.count = Math.max(...this.number.values()) + 1;
    this.shape = [sheet.rows, sheet.columns];
  }

  /** @param {Cell} cell */
  home(cell) {
    return String(this.surface.joined ? this.surface.reduced(cell) : cell);
  }

  /** The number of a place; -1 for none. @param {Cell} cell */
  at(cell) {
    return this.number.get(this.home(cell)) ?? -1;
  }

  /**
   * The symmetries of the board after which its corner, or its first cell, is on the board again.
   * @returns {Generator<{ element: number, images: number[] }>}
   */
  *moves() {
    const { lattice, surface, cells } = this;
    for (const element of lattice.matrices.keys()) {
      const moved = this.all.map((cell) => image(lattice, element, cell));
      let shifts = [minus(cornerOf(lattice, cells), cornerOf(lattice, moved))];
      if (surface.joined) {
        shifts = cells.map((cell) => minus(cell, moved[0]));
        shifts = shifts.filter((shift) => kindOf(lattice, shift) === 0);
        const still = (/** @type {Cell} */ shift) => Number(shift.some(Boolean));
        shifts.sort((one, other) => still(one) - still(other));
        shifts = surface.kept(lattice, element, shifts);
      }
      for (const shift of shifts) {
        const images = this.imagesOf(moved, shift);
        if (images) yield { element, images };
      }
    }
  }

  /** Where places are taken, if all cells are taken to cells that look alike. @param {Cell[]} moved @param {Cell} shift */
  imagesOf(moved, shift) {
    const area = this.cells.length,
      images = [];
    for (const [i, cell] of moved.entries()) {
      const to = this.at(plus(cell, shift));
      if (to < 0 || (i < area && this.look[to % area] !== this.look[i])) return null;
      images.push(to);
    }
    return images;
  }
}

/** What the symmetries of the lattice make of oriented pieces, as the kernel reads it. @param {Machine} machine @param {Space} space @param {Rules} rules @param {Cover} cover */
function turning(machine, { lattice }, { sheet }, cover) {
  const shapes = sheet.pieces.flatMap(({ orientations }, piece) =>
    orientations.map((each) => ({ ...each, piece })),
  );
  const number = new Map(shapes.map((shape, i) => [look(shape), i]));
  const elements = [...lattice.matrices.keys()],
    size = [elements.length, shapes.length];
  const images = elements.flatMap((element) =>
    shapes.map((shape) => orientedBy(lattice, shape, element)),
  );
  const target = images.map((each) => number.get(look(each)) ?? -1),
    lead = images.map(({ first }) => first);
  const used = [...new Set(cover.laid.orientation)].sort((one, other) => one - other);
  return [
    machine.from("i32", target, size),
    machine.from("i32", lead, size),
    machine.from(
      "i32",
      shapes.map(({ piece }) => piece),
    ),
    ...[machine.from("i64", used), machine.from("i64", cover.least)],
    machine.from("i64", cover.most),
  ];
}

/** The placements, and where to find them, as the kernel reads them. @param {Machine} machine @param {Places} places @param {Rules} rules @param {Cover} cover */
function placements(machine, places, rules, { laid }) {
  const shapes = rules.sheet.pieces.flatMap(({ orientations }) =>
    orientations.map(({ cells }) => cells),
  );
  const { start, item } = flat({ items: laid.items });
  const lying = laid.lifts
    ? laid.orientation.flatMap((which, i) => {
        const by = minus(laid.places[laid.origin[i]], shapes[which][0]);
        return shapes[which].map((cell) => places.at(plus(cell, by)));
      })
    : item;
  const found =
    laid.lifts ??
    laid.orientation.map((orientation, placement) => ({
      ...{ origin: laid.items[placement][0], orientation, placement },
    }));
  const count = shapes.length;
  const keyed = found
    .map(({ origin, orientation, placement }) => ({ key: origin * count + orientation, placement }))
    .sort((one, other) => one.key - other.key);
  const small = places.count * count <= TABLE;
  const table = machine.array("i32", [small ? places.count * count : 0], -1);
  if (small) for (const { key, placement } of keyed) table.values[key] = placement;
  return [
    ...[machine.from("i64", start), machine.from("i32", lying)],
    ...[machine.from("i32", laid.orientation), table],
    machine.from(
      "i64",
      keyed.map(({ key }) => key),
    ),
    machine.from(
      "i32",
      keyed.map(({ placement }) => placement),
    ),
  ];
}

/**
 * The symmetries of a problem that act differently on its placements, the identity first.
 * @param {Machine} machine @param {Space} space @param {Rules} rules @param {Cover} cover
 * @returns {Symmetry[]}
 */
export function symmetriesOf(machine, space, rules, cover) {
  const places = new Places(space, rules, cover),
    { cells } = places,
    size = cover.laid.items.length;
  const fixed = [
    ...turning(machine, space, rules, cover),
    ...placements(machine, places, rules, cover),
  ];
  /** @type {Map<string, Symmetry>} */
  const found = new Map();
  const step = Math.max(1, Math.floor(BLOCK / Math.max(size, places.all.length)));
  const moves = [...places.moves()];
  for (let begin = 0; begin < moves.length; begin += step) {
    const some = moves.slice(begin, begin + step),
      mark = machine.functions.mark();
    const group = machine.array("i32", [some.length, size]),
      holds = machine.array("bool", [some.length]);
    machine.call("cover_symmetries_move", [
      machine.from(
        "i64",
        some.map(({ element }) => element),
      ),
      machine.from(
        "i32",
        some.flatMap(({ images }) => images),
        [some.length, places.all.length],
      ),
      ...[...fixed, group, holds],
    ]);
    const good = holds.numbers;
    for (const [i, { element, images }] of some.entries()) {
      if (!good[i]) continue;
      const to = /** @type {Int32Array} */ (group.rows(i, i + 1).values),
        name = String(to);
      if (found.has(name) || !keeps(cover.sums, to)) continue;
      const own = images.slice(0, cells.length).map((to) => to % cells.length);
      found.set(name, { element, cells: own, placements: to.slice() });
    }
    machine.functions.release(mark);
  }
  return [...found.values()];
}
