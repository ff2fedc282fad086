// Golomb's tiling of the 2^n x 2^n board without one cell, any cell at a time, by the closed form.
//
// Rows and columns are BigInts, so the board may be 2^60 cells wide and more. The construction: a square of
// level k (an aligned 2^k x 2^k one) has a tromino around its center, in the three quadrants that do not have
// the square's own missing cell. See docs/golomb.md and tilewright.construction, which this agrees with.

const lowest = (value) => {
  let index = 0n;
  while ((value & 1n) === 0n) { value >>= 1n; index += 1n; }
  return index;
};

/** The quadrant, 2 * row + column, that holds the missing cell of the square (i, j) of level k. */
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

/** The tile of a cell that is not the hole: its vertex, the quadrant that it leaves out, its level. */
export function tileAt(row, column, hole) {
  const i = row >> 1n, j = column >> 1n;
  const gap = missing(i, j, 1n, hole);
  if (gap !== Number(2n * (row & 1n) + (column & 1n))) return { v: 2n * i + 1n, w: 2n * j + 1n, gap, level: 1n };
  const v = row + (row & 1n), w = column + (column & 1n);
  const level = lowest(v) + 1n;
  return { v, w, gap: missing(v >> level, w >> level, level, hole), level };
}

/** The three cells of a tile. */
export function cellsOf({ v, w, gap }) {
  return [0, 1, 2, 3].filter((quadrant) => quadrant !== gap).map((quadrant) => [v - 1n + BigInt(quadrant >> 1), w - 1n + BigInt(quadrant & 1)]);
}

/** Three colors under which tiles that share an edge differ. */
export function threeColors(row, column, { level }) {
  return level > 1n ? 2 : Number(((row >> 1n) + (column >> 1n)) & 1n);
}

/** Golomb's proof as a list of steps on the board of 2^n: squares to look at, trominoes to place. */
export function proof(n, hole) {
  const steps = [];
  const go = (top, left, k, gap) => {
    steps.push({ kind: "square", top, left, size: 2 ** k, gap });
    const half = 2 ** (k - 1);
    const quadrant = 2 * Number(gap[0] >= top + half) + Number(gap[1] >= left + half);
    const corners = [0, 1, 2, 3].map((q) => [top + half - 1 + (q >> 1), left + half - 1 + (q & 1)]);
    const cells = corners.filter((_, q) => q !== quadrant);
    steps.push({ kind: "tile", cells, level: k, top, left, size: 2 ** k });
    if (k > 1) for (const q of [0, 1, 2, 3]) go(top + (q >> 1) * half, left + (q & 1) * half, k - 1, q === quadrant ? gap : corners[q]);
  };
  go(0, 0, n, hole);
  return steps;
}
