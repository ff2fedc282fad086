// The smallest figure that pieces tile, each by itself, found as the library finds it: one number of
// cells after the other, each searched whole by the kernel.

/** @import { FigureAnswer, FigureRequest, FigureSheet } from "../../../answers" */
/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Field, Module } from "../solving/module.js" */
/** @import { Puzzles } from "../solving/puzzles.js" */
/** @import { Going } from "./questions.js" */
/** @import { LatticeFacts } from "../words/space.js" */

import { FAULTS } from "../../texts/en.js";
import { inOrder } from "../../game/state.js";
import { orientationsOf } from "../words/catalog.js";
import { Machine } from "../solving/module.js";
import { cornerOf, gcd, image, kindOf, minus, mod, plus, turned, turnsOf } from "../words/space.js";

/**
 * The motions that map a figure to itself, the identity first, each a symmetry of the lattice and a
 * translation in periods; cells of which every such figure contains one, and cells that none of
 * them need contain.
 * @typedef {{ motions: [element: number, shift: Cell][], cells: Cell[], before: Cell[] }} Group
 */
/** A piece: its name and its orientations. @typedef {{ name: string, size: number, forms: Cell[][] }} Shape */

/** Steps of the kernel between two looks at the clock. */
const BUDGET = 20_000;
/** What the kernel returns, other than that the search is over. */
const PAUSED = 0,
  FOUND = 1;
/** What a cell is. */
const UNDECIDED = 0,
  INSIDE = 1,
  OUTSIDE = 2;
/** Columns of a level, and numbers of the search: see the legend of the kernel. */
const LAYER = 0,
  CELL = 1,
  MOVE = 4,
  COLUMNS = 6;
const LEVEL = 0,
  FRESH = 2;

/** The part of the plane that holds all figures of some cells, numbered row by row. */
class Window {
  /** @param {LatticeFacts} lattice @param {number} cells @param {number} extent  Of the pieces. */
  constructor(lattice, cells, extent) {
    const { kinds, faces } = lattice,
      step = Math.max(...faces.flat(2).map(Math.abs)),
      reach = cells * step,
      high = Math.max(extent, step);
    /** Rows along the border, and periods of columns, in which no figure lies. */
    this.margin = [high, Math.ceil(high / kinds)];
    this.kinds = kinds;
    /** The cell at the origin of the lattice. */
    this.origin = [reach + high, (reach + this.margin[1]) * kinds];
    this.rows = 2 * this.origin[0] + 1;
    this.width = 2 * this.origin[1] + kinds;
    this.area = this.rows * this.width;
  }

  /** The number of a cell; -1 outside. @param {Cell} cell */
  number([row, column]) {
    const [down, right] = [row + this.origin[0], column + this.origin[1]];
    return down < 0 || right < 0 || down >= this.rows || right >= this.width
      ? -1
      : down * this.width + right;
  }

  /** The cell with a number. @param {number} number @returns {Cell} */
  cell(number) {
    return [
      Math.floor(number / this.width) - this.origin[0],
      (number % this.width) - this.origin[1],
    ];
  }

  /** How far apart cells are, as numbers. @param {Cell} step */
  step([row, column]) {
    return row * this.width + column;
  }

  /** Whether a cell is in the margin. @param {number} number */
  borders(number) {
    const row = Math.floor(number / this.width),
      column = number % this.width,
      [high, periods] = this.margin,
      wide = periods * this.kinds;
    return row < high || row >= this.rows - high || column < wide || column >= this.width - wide;
  }
}

/** What is asked for. */
class Asked {
  /** @param {LatticeFacts} lattice @param {Shape[]} layers @param {FigureRequest} body */
  constructor(lattice, layers, { odd, different }) {
    this.lattice = lattice;
    this.layers = layers;
    this.odd = odd ?? false;
    this.different = different ?? false;
    // Neighbors have different colors where this is the parity of a cell.
    const weights = lattice.kinds > 1 ? [0, 1] : [1, 1];
    /** @param {Cell} cell */
    const parity = (cell) => mod(cell[0] * weights[0] + cell[1] * weights[1], 2);
    const colored = layers.length > 1 && lattice.faces.flat().every((step) => parity(step) === 1);
    /** How many more dark cells than light ones a tile of each layer can cover. */
    this.imbalances = layers.map(({ forms }) => {
      if (!colored) return [0];
      const found = forms.map((cells) =>
        cells.reduce((sum, cell) => sum + 1 - 2 * parity(cell), 0),
      );
      // A translation by one cell changes the colors, if there is one.
      return lattice.kinds === 1 ? found.flatMap((value) => [value, -value]) : found;
    });
  }

  /** Whether a tiling may have so many tiles. @param {number} tiles */
  allows(tiles) {
    return tiles > 0 && Number.isInteger(tiles) && (!this.odd || tiles % 2 === 1);
  }

  /** Why no figure has so many cells, without a search. @param {number} cells @returns {"areas" | "coloring" | null} */
  excluded(cells) {
    if (!this.layers.every(({ size }) => this.allows(cells / size))) return "areas";
    const sums = this.layers.map(({ size }, layer) => {
      const values = this.imbalances[layer],
        low = Math.min(...values),
        high = Math.max(...values),
        tiles = cells / size;
      return Array.from(
        { length: high > low ? tiles + 1 : 1 },
        (_, i) => tiles * low + i * (high - low),
      );
    });
    return sums[0].some((sum) => sums.every((each) => each.includes(sum))) ? null : "coloring";
  }

  /** Why there is no figure of any size, if areas or colors exclude each; empty if they do not. */
  impossible() {
    const sums = this.imbalances.map((values) =>
      [...new Set(values)].reduce((sum, value) => sum + value, 0),
    );
    if (sums.some(Boolean)) return "";
    // Adding tiles that cover equally many dark and light cells changes nothing, so all repeats
    // after twice the common multiple, once there are enough tiles for every difference.
    const sizes = this.layers.map(({ size }) => size),
      common = sizes.reduce((product, size) => (product * size) / gcd(product, size), 1);
    const differences = this.imbalances
      .map((values) => Math.max(...values) || 1)
      .reduce((product, value) => (product * value) / gcd(product, value), 1);
    const far = 2 * common + Math.max(...sizes) * (differences + 2);
    let reason = "areas";
    for (let cells = 1; cells <= far; cells++) {
      const because = this.excluded(cells);
      if (because === null) return "";
      if (because !== "areas") reason = because;
    }
    const names = [...new Set(this.layers.map(({ name }) => name))].join(" and ");
    return reason === "areas" ? FAULTS.figureAreas(names) : FAULTS.figureColors(names);
  }
}

/** The figures of a number of cells with one group of symmetries. */
class Growth {
  /** @param {Machine} machine @param {Asked} asked @param {number} cells @param {Group} group */
  constructor(machine, asked, cells, group) {
    this.machine = machine;
    this.asked = asked;
    this.cells = cells;
    this.group = group;
    const { lattice, layers } = asked,
      { kinds } = lattice,
      forms = layers.flatMap((layer) => layer.forms),
      extent = 1 + Math.max(...forms.flat(2));
    this.window = new Window(lattice, cells, extent);
    this.images();
    this.problem = this.tables(kinds);
    const most = Math.floor(cells / Math.min(...layers.map(({ size }) => size)));
    const depth = 2 + layers.length * most + cells * (Number(this.sides) + 1),
      { area } = this.window;
    /** The arrays of the search, in the order of the kernel. */
    this.search = {
      state: machine.array("u8", [area]),
      covers: machine.array("u8", [area]),
      inside: machine.array("i32", [cells]),
      used: machine.array("i32", [layers.length]),
      covered: machine.array("i32", [layers.length]),
      tiles: machine.array("i32", [layers.length, area]),
      stack: machine.array("i32", [depth, COLUMNS]),
      choices: machine.array("i32", [depth, Number(this.choices)]),
      queue: machine.array("i32", [2, area]),
      reached: machine.array("i64", [area]),
      numbers: machine.array("i64", [4]),
    };
  }

  /** Find the images of all cells, and the cells of which an image cannot be in a figure. */
  images() {
    const { window, group, asked } = this,
      { area, kinds } = window,
      order = group.motions.length;
    this.orbits = new Int32Array(area * order);
    const bordering = Uint8Array.from({ length: area }, (_, i) => Number(window.borders(i)));
    this.barred = bordering.slice();
    for (let number = 0; number < area; number++) {
      const cell = window.cell(number);
      for (const [g, [element, [down, right]]] of group.motions.entries()) {
        const to = g
          ? window.number(plus(image(asked.lattice, element, cell), [down, right * kinds]))
          : number;
        this.orbits[number * order + g] = to;
        if (to < 0 || bordering[to]) this.barred[number] = 1;
      }
      if (this.barred[number]) this.orbits.fill(number, number * order, (number + 1) * order);
    }
  }

  /** The images of a cell. @param {number} number */
  orbit(number) {
    const order = this.group.motions.length;
    return [...new Set(this.orbits?.subarray(number * order, (number + 1) * order))];
  }

  /** The arrays that are never written, in the order of the kernel. @param {number} kinds @returns {Field[]} */
  tables(kinds) {
    const { machine, window, asked, cells, group } = this,
      { lattice, layers } = asked,
      { area } = window;
    const largest = Math.max(...layers.map(({ size }) => size)),
      smallest = Math.min(...layers.map(({ size }) => size)),
      most = Math.floor(cells / smallest);
    /** @type {Map<string, number>} */
    const turns = new Map();
    /** @type {number[][]} */
    const rows = [];
    /** @type {number[]} */
    const offsets = [],
      first = [0];
    /** The cells of each move, less the cell that it covers. @type {Cell[][]} */
    this.moves = [];
    for (const [index, { forms, size }] of layers.entries())
      for (let kind = 0; kind < kinds; kind++) {
        for (const form of forms) {
          const name = String(form),
            turn = turns.get(name) ?? turns.size + 1;
          turns.set(name, turn);
          for (const own of form.filter((cell) => kindOf(lattice, cell) === kind)) {
            const move = form.map((cell) => minus(cell, own)),
              steps = move.map((step) => window.step(step));
            this.moves.push(move);
            rows.push([size, index, turn, steps[0]]);
            offsets.push(...steps, ...Array(largest - size).fill(0));
          }
        }
        first.push(rows.length);
      }
    const sides = Math.max(...lattice.faces.map((steps) => steps.length));
    this.sides = sides;
    this.choices = Math.max(2, ...first.slice(1).map((end, i) => end - first[i]));
    const faces = lattice.faces.flatMap((steps) =>
      Array.from({ length: sides }, (_, i) => (steps[i] ? window.step(steps[i]) : 0)),
    );
    /** @param {number} column */
    const columnOf = (column) =>
      machine.from(
        "i32",
        rows.map((row) => row[column]),
      );
    const allowed = Array.from({ length: most + 1 }, (_, tiles) => Number(asked.allows(tiles)));
    return [
      machine.from(
        "u8",
        Uint8Array.from({ length: area }, (_, i) => (i % window.width) % kinds),
      ),
      machine.from("i32", this.orbits ?? [], [area, group.motions.length]),
      machine.from("i32", faces, [kinds, sides]),
      machine.from("i32", first),
      machine.from("i32", offsets, [rows.length, largest]),
      ...[0, 1, 2, 3].map(columnOf),
      machine.from(
        "i32",
        layers.map(() => 1),
      ),
      machine.from(
        "i32",
        layers.map(() => most),
      ),
      machine.from("i32", [...layers.keys()]),
      machine.from(
        "bool",
        layers.flatMap(() => allowed),
        [layers.length, most + 1],
      ),
      machine.from("i64", [
        cells,
        // Tiles that overlap are connected, and so are all of them without a symmetry.
        Number(group.motions.length === 1),
        Number(asked.different),
        0,
        window.width,
        (1 << layers.length) - 1,
        0,
      ]),
    ];
  }

  /** Begin the search from each cell where a figure can begin; the search is ready when it is given. */
  *searches() {
    const { window, cells, group } = this,
      { area } = window,
      blocked = Uint8Array.from(this.barred ?? [], (barred) => (barred ? OUTSIDE : UNDECIDED));
    // Without symmetry, no cell of a figure comes before its first one.
    if (group.motions.length === 1) blocked.fill(OUTSIDE, 0, window.number(group.cells[0]));
    for (const number of group.before.map((cell) => window.number(cell)))
      if (number >= 0) blocked[number] = OUTSIDE;
    const outside = [...blocked.keys()].filter((number) => blocked[number] === OUTSIDE);
    for (const number of outside) for (const other of this.orbit(number)) blocked[other] = OUTSIDE;
    const sizes = Array.from({ length: area }, (_, i) => this.orbit(i).length);
    for (const start of group.cells.map((cell) => window.number(cell))) {
      if (start < 0 || blocked[start] === OUTSIDE) continue;
      const orbit = this.orbit(start).sort((a, b) => a - b),
        rest = cells - orbit.length;
      for (const number of orbit) blocked[number] = OUTSIDE;
      // The other cells come in orbits of certain sizes.
      let unit = 0;
      for (let i = 0; i < area && unit !== 1; i++)
        if (blocked[i] !== OUTSIDE) unit = gcd(unit, sizes[i]);
      if (rest !== 0 && (rest < 0 || !unit || rest % unit)) continue;
      this.begin(blocked, orbit);
      yield start;
    }
  }

  /** @param {Uint8Array} blocked @param {number[]} orbit */
  begin(blocked, orbit) {
    const { state, inside, numbers, ...others } = this.search;
    const values = (/** @type {Field} */ field) => /** @type {any} */ (field.values);
    values(state).set(blocked);
    for (const number of orbit) values(state)[number] = INSIDE;
    values(inside).fill(-1).set(orbit);
    values(numbers).fill(0n)[FRESH] = 1n;
    values(others.reached).fill(0n);
    for (const field of [others.covers, others.used, others.covered, others.tiles])
      values(field).fill(0);
  }

  /** Search until the next figure, a slice of the budget, or the end. */
  advance() {
    return this.machine.call("figures_grow_advance", [
      ...this.problem,
      ...Object.values(this.search),
      BUDGET,
    ])[0];
  }

  /** The cells of a figure that was found. */
  figure() {
    return this.search.inside.numbers.map((number) => this.window.cell(number));
  }

  /** A figure that was found, as the library writes it. @param {Cell[]} cells @returns {FigureSheet} */
  tilings(cells) {
    const { asked, window, search } = this,
      stack = search.stack.numbers,
      corner = cornerOf(asked.lattice, cells),
      [rows, columns] = [0, 1].map(
        (axis) => 1 + Math.max(...cells.map((cell) => cell[axis] - corner[axis])),
      );
    /** @type {Cell[][][]} */
    const tiles = asked.layers.map(() => []);
    for (let level = 0; level < Number(search.numbers.values[LEVEL]); level++) {
      const row = stack.slice(level * COLUMNS, (level + 1) * COLUMNS);
      if (row[LAYER] < 0 || row[MOVE] < 0) continue;
      const at = minus(window.cell(row[CELL]), corner);
      tiles[row[LAYER]].push((this.moves?.[row[MOVE]] ?? []).map((step) => plus(at, step)));
    }
    return {
      tilings: tiles.map((own, layer) => {
        const labels = Array.from({ length: rows }, () => Array(columns).fill(-1)),
          firsts = own.map((tile) => tile.sort(inOrder)).sort(([a], [b]) => inOrder(a, b));
        for (const [number, tile] of firsts.entries())
          for (const [row, column] of tile) labels[row][column] = number;
        const { name } = asked.lattice,
          space = name === "square" ? {} : { lattice: name, surface: "flat" };
        return { labels, pieces: own.map(() => asked.layers[layer].name), ...space };
      }),
    };
  }
}

/** A name for a figure, the same for all its images. @param {LatticeFacts} lattice @param {Cell[]} cells */
const nameOf = (lattice, cells) =>
  turnsOf(lattice, "free")
    .map((element) => String(turned(lattice, element, cells).sort(inOrder)))
    .sort()[0];

/**
 * What is known before each number of cells that has to be searched, and at last the answer; where
 * time is up, that is what is known by then.
 * @param {Puzzles} puzzles @param {Module} module  The kernel.
 * @param {FigureRequest & { groups: Group[], most: number }} body  The symmetry as groups of motions.
 * @param {Going} going
 * @returns {AsyncGenerator<FigureAnswer>}
 */
export async function* findFigures({ words, facts }, module, body, going) {
  const read = body.pieces.map((word) => words.pieces(word, "free", facts.lattices.square)[0]),
    [{ lattice }] = read;
  const layers = read.map(({ name, cells }) => ({
    name,
    size: cells.length,
    forms: orientationsOf(lattice, cells, "free"),
  }));
  const asked = new Asked(lattice, layers, body),
    reason = asked.impossible(),
    limit = body.limit ?? 1,
    machine = new Machine(module),
    free = machine.functions.mark();
  /** @type {FigureAnswer["excluded"]} */
  const excluded = [];
  /** @type {Map<string, FigureSheet>} */
  const found = new Map();
  let complete = true;
  /** @param {number} least @param {Partial<FigureAnswer>} [more] @returns {FigureAnswer} */
  const known = (least, more) => ({
    ...{ cells: null, figures: [], least, proven: false, complete: false, reason: null },
    ...{ excluded: [...excluded], ...more },
  });
  if (reason) {
    yield known(0, { proven: true, complete: true, reason });
    return;
  }
  for (let cells = 1; cells <= body.most; cells++) {
    const because = asked.excluded(cells);
    if (because === "areas") continue;
    if (because) {
      excluded.push({ cells, because });
      continue;
    }
    yield known(cells);
    search: for (const group of body.groups) {
      machine.functions.release(free);
      const growth = new Growth(machine, asked, cells, group);
      for (const _ of growth.searches())
        for (let result = PAUSED; result === PAUSED || result === FOUND; ) {
          result = growth.advance();
          if (result === FOUND) {
            const own = growth.figure(),
              name = nameOf(lattice, own);
            if (!found.has(name)) found.set(name, growth.tilings(own));
          }
          complete = found.size < limit && (await going());
          if (!complete) break search;
        }
    }
    if (found.size || !complete) {
      const figures = [...found.values()];
      yield known(cells, figures.length ? { cells, figures, proven: true, complete } : {});
      return;
    }
    excluded.push({ cells, because: "search" });
  }
  yield known(body.most + 1);
}
