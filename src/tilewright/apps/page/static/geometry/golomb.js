// Golomb's tiling of the 2^n x 2^n board without one cell, any cell at a time, by the closed form.
//
// Rows and columns are BigInts, so the board may be 2^60 cells wide and more. The construction: a
// square of level k (an aligned 2^k x 2^k one) has a tromino around its center, in the three
// quadrants that do not have the square's own missing cell. See docs/explanation/golomb.md and
// tilewright.solving.theorems, which this agrees with.

/** @import { Cell } from "./geometry.js" */
/** @typedef {[row: bigint, column: bigint]} FarCell */
/**
 * A tile: its vertex, the quadrant that it leaves out, its level.
 * @typedef {{ v: bigint, w: bigint, gap: number, level: bigint }} FarTile
 */

/** The number of the lowest bit. @param {bigint} value */
const lowest = (value) => {
  let index = 0n;
  while ((value & 1n) === 0n) {
    value >>= 1n;
    index += 1n;
  }
  return index;
};

/**
 * The quadrant, 2 * row + column, that holds the missing cell of the square (i, j) of level k.
 * @param {bigint} i @param {bigint} j @param {bigint} k @param {FarCell} hole
 */
export function missing(i, j, k, hole) {
  const apart = (i ^ (hole[0] >> k)) | (j ^ (hole[1] >> k));
  if (apart === 0n) return Number(2n * ((hole[0] >> (k - 1n)) & 1n) + ((hole[1] >> (k - 1n)) & 1n));
  const y = i ^ (i >> 1n) ^ j ^ (j >> 1n);
  let low = y & -y;
  if (low === 0n || low > apart) {
    low = 1n;
    while (low <= apart >> 1n) low <<= 1n;
  }
  return (i & low ? 0 : 2) + (j & low ? 0 : 1);
}

/**
 * The tile of a cell that is not the hole.
 * @param {bigint} row
 * @param {bigint} column
 * @param {FarCell} hole
 * @returns {FarTile}
 */
export function tileAt(row, column, hole) {
  const i = row >> 1n,
    j = column >> 1n;
  const gap = missing(i, j, 1n, hole);
  if (gap !== Number(2n * (row & 1n) + (column & 1n)))
    return { v: 2n * i + 1n, w: 2n * j + 1n, gap, level: 1n };
  const v = row + (row & 1n),
    w = column + (column & 1n);
  const level = lowest(v) + 1n;
  return { v, w, gap: missing(v >> level, w >> level, level, hole), level };
}

/** The three cells of a tile. @param {FarTile} tile */
export function cellsOf({ v, w, gap }) {
  return [0, 1, 2, 3]
    .filter((quadrant) => quadrant !== gap)
    .map(
      (quadrant) =>
        /** @type {FarCell} */ ([v - 1n + BigInt(quadrant >> 1), w - 1n + BigInt(quadrant & 1)]),
    );
}

// Four colors under which tiles that share a corner differ as well. What a square of the induction
// has to know is how the colors change across its four sides, its color and its parity; the hole
// does not matter. docs/explanation/golomb.md has the proof.
/** @typedef {{ north: number, east: number, south: number, west: number, color: number, odd: number }} Square */
/** @type {Square} */
const ROOT = { north: 1, east: 2, south: 1, west: 2, color: 0, odd: 0 };

/** How the colors change across the two arms of a square's cross. @param {Square} square */
const arms = ({ north, east, south, west, odd }) => [
  north ^ (odd ? west : east),
  south ^ (odd ? east : west),
];

/**
 * What the quadrant (a, b) of a square has to know; `blocks` if it is a square of 2 x 2 cells.
 * @param {Square} square
 * @param {number} a
 * @param {number} b
 * @param {boolean} blocks
 * @returns {Square}
 */
function quadrantOf(square, a, b, blocks) {
  const { north, east, south, west, color, odd } = square;
  const [x, y] = arms(square);
  const right = odd ? y : x,
    left = odd ? x : y;
  let change = 0;
  if (a && b) change = x ^ right;
  else if (b) change = blocks ? x : north;
  else if (a) change = blocks ? left : west;
  return {
    north: a ? (b ? right : left) : north,
    east: b ? east : a ? y : x,
    south: a ? south : b ? right : left,
    west: b ? (a ? y : x) : west,
    color: color ^ change,
    odd: (a + b) & 1,
  };
}

/**
 * The color, 0 to 3, of the tile around the center of a square of a level.
 * @param {Square} square
 * @param {number} level
 */
function fourColor(square, level) {
  if (level === 1) return square.color;
  const [x, y] = arms(square);
  return square.color ^ (x === y ? (x % 3) + 1 : square.odd ? y : x ^ y);
}

/**
 * What the square (i, j) of level k of a board of level n has to know.
 * @param {number} n
 * @param {bigint} i
 * @param {bigint} j
 * @param {number} k
 */
function squareAt(n, i, j, k) {
  let square = ROOT;
  for (let level = n - 1; level >= k; level--) {
    const bit = BigInt(level - k);
    square = quadrantOf(square, Number((i >> bit) & 1n), Number((j >> bit) & 1n), level === 1);
  }
  return square;
}

/**
 * The tiling of a part of the board, which may reach beyond it: `tile` has a number for each of
 * rows x columns cells
 * (-1 off the board, -2 the removed cell), `level`, `three` and `four` a level and colors for each
 * number.
 *
 * The few squares that cover the part are found by the closed form; within them the induction
 * itself goes on in
 * small numbers, so that every picture takes about as long, whatever the size of the board.
 * @param {number} n
 * @param {FarCell} hole
 * @param {bigint} top
 * @param {bigint} left
 * @param {number} rows
 * @param {number} columns
 */
export function tilesIn(n, hole, top, left, rows, columns) {
  const tile = new Int32Array(rows * columns).fill(-1);
  /** @type {number[]} */
  const level = [],
    /** @type {number[]} */ three = [],
    /** @type {number[]} */ four = [];

  /**
   * @param {number} k
   * @param {number} y
   * @param {number} x
   * @param {number} gapRow
   * @param {number} gapColumn
   * @param {Square} square
   */
  function go(k, y, x, gapRow, gapColumn, square) {
    const size = 2 ** k,
      half = size / 2;
    if (y + size <= 0 || x + size <= 0 || y >= rows || x >= columns) return;
    const number = level.length;
    level.push(k);
    three.push(k > 1 ? 2 : square.odd);
    four.push(fourColor(square, k));
    for (let a = 0; a < 2; a++) {
      for (let b = 0; b < 2; b++) {
        const row = y + half - 1 + a,
          column = x + half - 1 + b;
        const gap = gapRow >= y + half === Boolean(a) && gapColumn >= x + half === Boolean(b);
        if (!gap && row >= 0 && column >= 0 && row < rows && column < columns)
          tile[row * columns + column] = number;
        if (k > 1)
          go(
            k - 1,
            y + a * half,
            x + b * half,
            gap ? gapRow : row,
            gap ? gapColumn : column,
            quadrantOf(square, a, b, k === 2),
          );
      }
    }
  }

  let k = 1;
  while (k < n && 2 ** k < Math.max(rows, columns)) k++;
  const shift = BigInt(k),
    most = (1n << BigInt(n - k)) - 1n;
  /** @param {bigint} at */
  const within = (at) => (at < 0n ? 0n : at > most ? most : at);
  const outer = new Set();

  /**
   * The tile of a larger square that takes the missing cell of one of these.
   * @param {bigint} row
   * @param {bigint} column
   */
  function add(row, column) {
    const found = tileAt(row, column, hole);
    const name = `${found.v},${found.w}`;
    if (outer.has(name)) return;
    outer.add(name);
    const number = level.length;
    level.push(Number(found.level));
    three.push(2);
    four.push(
      fourColor(
        squareAt(n, found.v >> found.level, found.w >> found.level, Number(found.level)),
        Number(found.level),
      ),
    );
    for (const [r, c] of cellsOf(found)) {
      const y = Number(r - top),
        x = Number(c - left);
      if (y >= 0 && x >= 0 && y < rows && x < columns) tile[y * columns + x] = number;
    }
  }

  for (let i = within(top >> shift); i <= within((top + BigInt(rows) - 1n) >> shift); i++) {
    for (let j = within(left >> shift); j <= within((left + BigInt(columns) - 1n) >> shift); j++) {
      const y = Number((i << shift) - top),
        x = Number((j << shift) - left);
      const own = hole[0] >> shift === i && hole[1] >> shift === j;
      const quadrant = own ? 0 : missing(i, j, shift, hole);
      const [down, right] = own
        ? [Number(hole[0] - top), Number(hole[1] - left)]
        : [y + (quadrant >> 1) * (2 ** k - 1), x + (quadrant & 1) * (2 ** k - 1)];
      go(k, y, x, down, right, squareAt(n, i, j, k));
      if (!own) add(top + BigInt(down), left + BigInt(right));
    }
  }
  const [row, column] = [hole[0] - top, hole[1] - left];
  if (row >= 0n && column >= 0n && row < rows && column < columns)
    tile[Number(row) * columns + Number(column)] = -2;
  return { tile, level, three, four };
}

/**
 * A step of the proof: a square to look at, or a tromino to place around its center.
 * @typedef {{ kind: "square", top: number, left: number, size: number } | { kind: "tile", cells: Cell[], level: number, top: number, left: number, size: number }} ProofStep
 */

/** Golomb's proof as a list of steps on the board of 2^n. @param {number} n @param {Cell} hole */
export function proof(n, hole) {
  /** @type {ProofStep[]} */
  const steps = [];
  /** @param {number} top @param {number} left @param {number} k @param {Cell} gap */
  const go = (top, left, k, gap) => {
    steps.push({ kind: "square", top, left, size: 2 ** k });
    const half = 2 ** (k - 1);
    const quadrant = 2 * Number(gap[0] >= top + half) + Number(gap[1] >= left + half);
    const corners = [0, 1, 2, 3].map(
      (q) => /** @type {Cell} */ ([top + half - 1 + (q >> 1), left + half - 1 + (q & 1)]),
    );
    const cells = corners.filter((_, q) => q !== quadrant);
    steps.push({ kind: "tile", cells, level: k, top, left, size: 2 ** k });
    if (k > 1)
      for (const q of [0, 1, 2, 3])
        go(top + (q >> 1) * half, left + (q & 1) * half, k - 1, q === quadrant ? gap : corners[q]);
  };
  go(0, 0, n, hole);
  return steps;
}
