// Random tilings by dominoes and lozenges, each as likely as it should be, as in the library: domino
// shuffling in an Aztec diamond around the board (see `solving/matching/sampling.py`), lozenge shuffling in
// hexagons (`solving/matching/hexagons.py`), and for small boards that neither does, from the numbers of ways
// to begin a tiling.

/** @import { RandomAnswer, RandomRequest } from "../../../answers" */
/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Board } from "../words/boards.js" */
/** @import { Puzzles } from "../solving/puzzles.js" */

import { LANGUAGE, SAMPLES } from "../../texts/en.js";
import { checkArea } from "../words/boards.js";
import { BITS, nextBits, stateOf } from "./chance.js";
import { Machine } from "../solving/module.js";
import { matched, tooMany } from "./pairing.js";
import { Invalid, kindOf, plus, Unsupported } from "../words/space.js";

/** Cells of diamonds that are looked at around a board of any form. */
const AROUND = 400_000;
/** How close a choice may be before it is made with fractions. */
const NEAR = 1e-11;
/** How far apart the two cells of a tile may be in the order of the cells, where ways are counted. */
const SPAN = 15;

/** A tiling: the other cell of the tile on each cell, by their numbers, and how it was drawn. @typedef {{ partner: number[], how: string, growth?: string }} Drawn */

/** The graph of a board: its edges with a weight each. */
export class Pairing {
  /** @param {Board} board @param {number} weight  Of a horizontal domino. */
  constructor(board, weight) {
    const { lattice, cells } = board;
    this.board = board;
    this.cells = cells;
    this.rows = Array.from({ length: board.shape[0] }, () =>
      new Int32Array(board.shape[1]).fill(-1),
    );
    for (const [number, [row, column]] of cells.entries()) this.rows[row][column] = number;
    this.triangles = lattice.kinds > 1;
    /** @type {number[]} */
    this.ends = [];
    /** Of each edge, the greatest is 1. @type {number[]} */
    this.weights = [];
    const [lying, upright] = [weight, 1].map((own) => own / Math.max(weight, 1));
    for (const [number, cell] of cells.entries())
      for (const step of lattice.faces[kindOf(lattice, cell)]) {
        const other = this.at(plus(cell, step));
        if (other <= number) continue;
        this.ends.push(number, other);
        this.weights.push(step[0] ? upright : lying);
      }
    this.weighted = weight !== 1;
    this.side = Int8Array.from(cells, (cell) =>
      this.triangles ? kindOf(lattice, cell) : (cell[0] + cell[1]) % 2,
    );
  }

  /** The number of a cell; -1 for none. @param {Cell} cell */
  at([row, column]) {
    return this.rows[row]?.[column] ?? -1;
  }

  /** The cells as squares: triangles are those of a brick wall. @returns {[number, number][]} */
  squares() {
    return this.cells.map(([row, column]) => [row, column + (this.triangles ? row : 0)]);
  }
}

/** How cells may be moved so that the board lies well in a diamond. */
const SHIFTS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
  [0, -1],
  [-1, 0],
];

/**
 * Where the cells of a board lie in an Aztec diamond of which the rest can be tiled, too; null if
 * none is found.
 * @param {Machine} machine @param {Pairing} pairing
 */
function placed(machine, pairing) {
  const squares = pairing.squares();
  for (const axis of [0, 1]) {
    const low = squares.reduce((least, cell) => Math.min(least, cell[axis]), Infinity),
      high = squares.reduce((most, cell) => Math.max(most, cell[axis]), 0) - low;
    for (const cell of squares) cell[axis] -= low + Math.floor((high + 1) / 2);
  }
  const reaches = SHIFTS.map(([down, right]) =>
    squares.reduce(
      (most, [row, column]) =>
        Math.max(
          most,
          Math.abs(row + column + down + right + 1),
          Math.abs(row - column + down - right),
        ),
      0,
    ),
  );
  const least = Math.min(...reaches);
  for (let more = 0; more <= Math.max(2, (3 * least) / 2); more += Math.max(1, more >> 2))
    for (const [i, [down, right]] of SHIFTS.entries()) {
      const order = reaches[i] + more;
      if (2 * order * (order + 1) > AROUND) return null;
      const place = squares.map(([row, column]) => [row + down + order, column + right + order]);
      if (order && restMatches(machine, place, order)) return { order, place };
    }
  return null;
}

/** Whether the cells of a diamond outside of the board can be tiled. @param {Machine} machine @param {number[][]} place @param {number} order */
function restMatches(machine, place, order) {
  const width = 2 * order,
    number = new Int32Array(width * width).fill(-1);
  const far = (/** @type {number} */ x) => Math.abs(x + 0.5 - order);
  for (let row = 0; row < width; row++)
    for (let column = 0; column < width; column++)
      if (far(row) + far(column) <= order) number[row * width + column] = 0;
  for (const [row, column] of place) {
    if (number[row * width + column]) return false;
    number[row * width + column] = -1;
  }
  let size = 0;
  for (let i = 0; i < number.length; i++) if (!number[i]) number[i] = size++;
  /** @type {number[]} */
  const ends = [],
    side = new Int8Array(size);
  for (let i = 0; i < number.length; i++) {
    if (number[i] < 0) continue;
    side[number[i]] = (Math.floor(i / width) + (i % width)) % 2;
    if ((i + 1) % width && number[i + 1] >= 0) ends.push(number[i], number[i + 1]);
    if (number[i + width] >= 0) ends.push(number[i], number[i + width]);
  }
  return matched(machine, side, ends).mate.every((partner) => partner >= 0);
}

/** The weights of all edges of a diamond: those between the board and the rest do not exist. @param {Machine} machine @param {Pairing} pairing @param {number} order @param {number[][]} place */
function edgesOf(machine, { ends, weights }, order, place) {
  const width = 2 * order,
    inside = new Uint8Array(width * width);
  for (const [row, column] of place) inside[row * width + column] = 1;
  const coefficient = machine.array("f64", [width, width], 1),
    exponent = machine.array("i32", [width, width]);
  for (let r = 0; r < width; r++)
    for (let c = 0; c < width; c++) {
      const [i, j, k, l] = [(r + 1) >> 1, c >> 1, r >> 1, (c + 1) >> 1];
      if (inside[(i + j) * width + order + j - i] || inside[(k + l) * width + order - 1 + l - k])
        exponent.values[r * width + c] = 1;
    }
  // Of the two cells of an edge one is A(i, j), and the other B(i, j).
  const share = place.map(([row, column]) => {
    const second = (row + column + order) % 2;
    return ((order - second - column + row) >> 1) * width + ((row + column - order + second) >> 1);
  });
  for (let i = 0; i < weights.length; i++) {
    const entry = share[ends[2 * i]] + share[ends[2 * i + 1]];
    coefficient.values[entry] = weights[i];
    exponent.values[entry] = 0;
  }
  return { coefficient, exponent };
}

/** Steps to the other cell, in the order of the kernel. */
const STEPS = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
];

/** Domino shuffling. @param {Machine} machine @param {Pairing} pairing @param {number} seed @returns {Drawn | null} */
function shuffled(machine, pairing, seed) {
  const found = placed(machine, pairing);
  if (!found) return null;
  const { order, place } = found,
    { cells, ends, weighted } = pairing;
  const whole =
    cells.length === 2 * order * (order + 1) && ends.length === 8 * order ** 2 && !weighted;
  const chances = machine.array("f64", [whole ? 1 : (order * (order + 1) * (2 * order + 1)) / 6]);
  if (!whole) {
    const { coefficient, exponent } = edgesOf(machine, pairing, order, place);
    machine.call("matching_shuffling_chances_of_orders", [
      ...[order, 0, coefficient, exponent, chances],
    ]);
  }
  const state = stateOf(machine, seed);
  let blocks = machine.array("u8", [order, order]),
    other = machine.array("u8", [order, order]);
  /** @type {number[]} */
  const choices = [];
  for (let reached = 1; reached <= order; reached++) {
    const passed = [chances, Number(!whole), blocks, other, state];
    machine.call("matching_shuffling_shuffle", [reached - 1, reached, ...passed]);
    [blocks, other] = [other, blocks];
    // Two dominoes fill a block only if they are new.
    if (whole)
      for (let i = 0; i < reached; i++)
        for (let j = 0; j < reached; j++) {
          const block = blocks.values[i * order + j];
          if (block === 9 || block === 6) choices.push(Number(block === 9));
        }
  }
  const width = 2 * order,
    toward = machine.array("i8", [width, width], -1);
  machine.call("matching_shuffling_partners_of", [blocks, order, toward]);
  const number = new Int32Array(width * width).fill(-1);
  for (const [i, [row, column]] of place.entries()) number[row * width + column] = i;
  const partner = place.map(([row, column]) => {
    const [down, right] = STEPS[Number(toward.values[row * width + column])];
    return number[(row + down) * width + column + right];
  });
  if (whole) return { partner, how: SAMPLES.dominoes, growth: packed(choices) };
  const distance = (3e-16 * order ** 3).toExponential(0).replace(/-(\d)$/, "-0$1");
  return { partner, how: SAMPLES.rounded(order, weighted, distance) };
}

/** Bits as bytes in Base64, the first one lowest. @param {number[]} bits */
function packed(bits) {
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [i, bit] of bits.entries()) bytes[i >> 3] |= bit << (i & 7);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** The sides of a hexagon of triangles. */
const HEXAGON = /^tri:hexagon(\d+)(?:,(\d+),(\d+))?$/;

/**
 * Lozenge shuffling (Borodin and Gorin 2009).
 * @param {Machine} machine @param {Pairing} pairing @param {number} seed
 * @param {number} near  How close a choice may be before it is made with fractions.
 * @returns {Drawn}
 */
export function lozenges(machine, pairing, seed, near = NEAR) {
  const { cells, board } = pairing,
    rows = board.shape[0];
  const starts = cells.filter(([row, column]) => row === 0 && column % 2 === 0),
    stops = cells.filter(([row, column]) => row === rows - 1 && column % 2),
    first = starts[0][1],
    count = starts.length,
    steps = Math.floor((stops[0][1] - first + 1) / 2) + rows - 1;
  const paths = machine.array("i32", [rows + 1, count]);
  for (let i = 0; i < paths.length; i++) paths.values[i] = i % count;
  const at = machine.array("i64", [3]),
    undecided = machine.from("i64", [-1, 0]),
    state = stateOf(machine, seed);
  const passed = [paths, steps, near, at, undecided, state];
  while (!machine.call("matching_lozenges_grow", passed)[0]) {
    const bits = /** @type {bigint} */ (undecided.values[0]);
    const random = () => BigInt(nextBits(machine, state));
    undecided.values[1] = BigInt(decided(paths.numbers, at.numbers, count, rows, bits, random));
  }
  /** @type {number[]} */
  const partner = Array(cells.length).fill(-1);
  /** @param {Cell} one @param {Cell} other */
  const join = (one, other) => {
    const [a, b] = [pairing.at(one), pairing.at(other)];
    partner[a] = b;
    partner[b] = a;
  };
  const lines = paths.numbers;
  for (let line = 0; line <= rows; line++) {
    const own = lines.slice(line * count, (line + 1) * count),
      next = lines.slice((line + 1) * count, (line + 2) * count);
    // A path covers the triangle below a line and one beside it; the others lie across a line.
    for (const [i, after] of next.entries())
      join([line, first - 2 * line + 2 * own[i]], [line, first - 2 * line - 1 + 2 * after]);
    const taken = new Set(own),
      low = Math.max(0, line + steps - rows),
      high = Math.min(line, steps) + count - 1;
    for (let place = low; place <= high; place++)
      if (!taken.has(place))
        join([line - 1, first - 2 * line + 1 + 2 * place], [line, first - 2 * line + 2 * place]);
  }
  return { partner, how: SAMPLES.lozenges };
}

/**
 * How many paths side by side move, as the kernel says it, but with fractions.
 * @param {number[]} paths @param {number[]} at @param {number} count @param {number} rows
 * @param {bigint} bits  The random bits so far. @param {() => bigint} random  More of them.
 */
function decided(paths, [step, row, i], count, rows, bits, random) {
  const above = paths.slice(row * count, (row + 1) * count),
    old = paths.slice((row + 1) * count, (row + 2) * count);
  let size = 1;
  while (i + size < count && above[i + size] === old[i + size] && old[i + size] === old[i] + size)
    size++;
  // The weights with a common denominator.
  let weights = [1n];
  for (let place = old[i] + size - 1; place >= old[i]; place--) {
    const below = BigInt(rows - row - step - 1 + place),
      last = weights[weights.length - 1] * BigInt(place + 1);
    weights = [...weights.map((weight) => weight * below), last];
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  for (let drawn = bits, length = BigInt(BITS); ; length += BigInt(BITS)) {
    const [low, high] = [drawn * total, (drawn + 1n) * total];
    let reached = weights[0],
      moved = 0;
    while (reached << length <= low) reached += weights[++moved];
    if (high <= reached << length) return moved;
    // It may still lie on either side.
    drawn = (drawn << BigInt(BITS)) | random();
  }
}

/**
 * One tiling by the numbers of ways to cover the first cells: the state is which of the next cells
 * are covered already.
 * @param {Machine} machine @param {Pairing} pairing @param {number} seed
 * @returns {Drawn | null}
 */
export function counted(machine, { cells, ends, weights }, seed) {
  const orders = [0, 1].map((axis) =>
    Array.from(cells.keys()).sort(
      (one, other) =>
        cells[one][axis] - cells[other][axis] || cells[one][1 - axis] - cells[other][1 - axis],
    ),
  );
  const spans = orders.map((order) => {
    const rank = ranks(order);
    return weights.reduce(
      (most, _, i) => Math.max(most, Math.abs(rank[ends[2 * i]] - rank[ends[2 * i + 1]])),
      0,
    );
  });
  const order = orders[Number(spans[1] < spans[0])],
    rank = ranks(order);
  if (Math.min(...spans) > SPAN) return null;
  /** The later neighbors of each cell: how far they are, and their weights. @type {[number, number][][]} */
  const later = order.map(() => []);
  for (const [i, weight] of weights.entries()) {
    const [one, other] = [rank[ends[2 * i]], rank[ends[2 * i + 1]]];
    later[Math.min(one, other)].push([Math.abs(one - other), weight]);
  }
  /** @type {Map<number, number>[]} */
  const layers = [new Map([[0, 1]])];
  for (const [i, beside] of later.entries()) {
    /** @type {Map<number, number>} */
    const next = new Map();
    for (const [state, ways] of layers[i])
      if (state & 1) next.set(state >> 1, (next.get(state >> 1) ?? 0) + ways);
      else
        for (const [far, weight] of beside) {
          const after = (state | (1 << far)) >> 1;
          if (!(state & (1 << far))) next.set(after, (next.get(after) ?? 0) + ways * weight);
        }
    layers.push(next);
  }
  const total = layers[order.length].get(0) ?? 0;
  if (!(total > 0 && total < Infinity)) return null;
  const random = stateOf(machine, seed),
    partner = Array(order.length).fill(-1);
  let state = 0;
  for (let i = order.length - 1; i >= 0; i--) {
    const before = 2 * state,
      covered = layers[i].get(before | 1) ?? 0;
    let left = nextBits(machine, random) * 2 ** -BITS * (layers[i + 1].get(state) ?? 0) - covered;
    if (left < 0) {
      state = before | 1;
      continue;
    }
    // The last way stays if rounding leaves a little.
    let chosen = 0;
    for (const [far, weight] of later[i]) {
      const ways = before & (1 << far) ? (layers[i].get(before & ~(1 << far)) ?? 0) * weight : 0;
      if (!ways) continue;
      chosen = far;
      left -= ways;
      if (left < 0) break;
    }
    if (!chosen) {
      state = before | 1;
      continue;
    }
    state = before & ~(1 << chosen);
    const [one, other] = [order[i], order[i + chosen]];
    partner[one] = other;
    partner[other] = one;
  }
  return { partner, how: SAMPLES.counted };
}

/** Where each cell is in an order. @param {number[]} order */
function ranks(order) {
  const rank = Array(order.length).fill(0);
  for (const [i, cell] of order.entries()) rank[cell] = i;
  return rank;
}

/** The other cell of the tile on each cell. @param {Pairing} pairing @param {number[][]} labels */
function partners({ cells }, labels) {
  /** @type {Map<number, number>} */
  const open = new Map();
  const partner = Array(cells.length).fill(-1);
  for (const [number, [row, column]] of cells.entries()) {
    const label = labels[row][column],
      other = open.get(label);
    open.set(label, number);
    if (other === undefined) continue;
    partner[number] = other;
    partner[other] = number;
  }
  return partner;
}

/**
 * The tiling in words: for each cell the number of the face across which its partner lies.
 * @param {Pairing} pairing @param {number[]} partner
 */
function tilesOf({ board: { lattice, shape }, cells }, partner) {
  const rows = Array.from({ length: shape[0] }, () => Array(shape[1]).fill("."));
  for (const [number, cell] of cells.entries()) {
    const other = cells[partner[number]] ?? cell,
      [down, right] = [other[0] - cell[0], other[1] - cell[1]],
      face = lattice.faces[kindOf(lattice, cell)].findIndex(
        (step) => step[0] === down && step[1] === right,
      );
    if (face < 0 || partner[partner[number]] !== number) throw new Error("this is not a tiling");
    rows[cell[0]][cell[1]] = face;
  }
  return rows.map((row) => row.join(""));
}

/** Why there is no tiling; null if there is one. @param {Pairing} pairing @param {ReturnType<typeof matched>} matching */
function whyNone({ board, cells, triangles }, matching) {
  const found = tooMany(matching);
  if (!found) return null;
  const { own, others } = found,
    [cell] = own,
    size = own.size.toLocaleString(LANGUAGE),
    place = String(cells[cell]);
  const ofTriangles = () => {
    if (others.size) return SAMPLES.few(size, others.size);
    return own.size === 1 ? SAMPLES.noneOne(place) : SAMPLES.none(size);
  };
  const ofSquares = () => {
    if (others.size) return SAMPLES.fewLight(size, others.size);
    return own.size === 1 ? SAMPLES.noLightOne(place) : SAMPLES.noLight(size);
  };
  const reason = triangles ? ofTriangles() : ofSquares();
  const proof = board.lines(({ cell: [row, column] }) => {
    const number = board.number.get(`${row},${column}`) ?? -1;
    return own.has(number) ? "#" : others.has(number) ? "o" : ".";
  });
  return { reason, proof };
}

/**
 * A random tiling by dominoes or lozenges, where a horizontal domino has a weight; the same seed gives
 * the same one.
 * @param {Puzzles} puzzles @param {RandomRequest & { labels?: number[][] }} asked  With labels, the tiling that a command has drawn.
 * @returns {RandomAnswer}
 */
export function sampled(puzzles, { board: word, seed = 0, weight = 1, labels }) {
  const board = puzzles.identity.boards.parse(word),
    { lattice, shape, surface } = board;
  checkArea(shape);
  if (!["square", "tri"].includes(lattice.name) || surface.joined || board.marked)
    throw new Invalid(SAMPLES.unfit);
  if (board.hasOptional)
    throw new Unsupported("boards with optional cells are not supported in the browser");
  if (weight !== 1 && lattice.kinds > 1) throw new Invalid(SAMPLES.noWeights);
  const machine = new Machine(puzzles.module),
    pairing = new Pairing(board, weight),
    none = whyNone(pairing, matched(machine, pairing.side, pairing.ends));
  const sheet = {
    ...{ board: word, rows: shape[0], columns: shape[1] },
    lattice: lattice.kinds > 1 ? { ...lattice.sheet, layers: 0 } : null,
    ...{ how: null, tiles: null, growth: null, reason: null, proof: null },
  };
  if (none) return { ...sheet, ...none };
  if (labels)
    return { ...sheet, how: SAMPLES.command, tiles: tilesOf(pairing, partners(pairing, labels)) };
  const found = HEXAGON.test(word)
    ? lozenges(machine, pairing, seed)
    : (shuffled(machine, pairing, seed) ?? counted(machine, pairing, seed));
  if (!found) throw new Unsupported("the board is too large to sample in the browser");
  const { partner, how, growth = null } = found;
  return { ...sheet, how, growth, tiles: tilesOf(pairing, partner) };
}
