// Random domino tilings of Aztec diamonds by shuffling, all equally likely: the same from a seed as in
// Python (see `tilewright.kernels.matching.shuffling`).

/** @import { RandomAnswer } from "../../answers" */

const WORD = (1n << 64n) - 1n;

/** The product of two numbers of 32 bits. @param {number} a @param {number} b */
const times = (a, b) => Math.imul(a, b) >>> 0;
/** @param {number} value */
const shifted = (value) => (value ^ (value >>> 16)) >>> 0;

/**
 * The state of a random generator from a seed, as NumPy's `SeedSequence` (M. E. O'Neill) makes it.
 * @param {number} seed
 */
function stateOf(seed) {
  const entropy = [seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0];
  let factor = 0x43b0d7e5;
  /** @param {number} value */
  const hashed = (value) => {
    const mixed = (value ^ factor) >>> 0;
    factor = times(factor, 0x931e8875);
    return shifted(times(mixed, factor));
  };
  const pool = [0, 1, 2, 3].map((i) => hashed(entropy[i] ?? 0));
  for (const from of pool.keys())
    for (const to of pool.keys())
      if (from !== to)
        pool[to] = shifted(
          (times(pool[to], 0xca01f9dd) - times(hashed(pool[from]), 0x4973f715)) >>> 0,
        );
  factor = 0x8b51f9dd;
  const words = Array.from({ length: 8 }, (_, i) => {
    const mixed = (pool[i % 4] ^ factor) >>> 0;
    factor = times(factor, 0x58f38ded);
    return shifted(times(mixed, factor));
  });
  return [0, 1, 2, 3].map((i) => (BigInt(words[2 * i + 1]) << 32n) | BigInt(words[2 * i]));
}

/** @param {bigint} value @param {bigint} by */
const rotated = (value, by) => ((value << by) | (value >> (64n - by))) & WORD;

/** The next 64 random bits: xoshiro256++ (Blackman and Vigna 2019). @param {bigint[]} state */
function next(state) {
  const result = (rotated((state[0] + state[3]) & WORD, 23n) + state[0]) & WORD,
    moved = (state[1] << 17n) & WORD;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= moved;
  state[3] = rotated(state[3], 45n);
  return result;
}

/** Random bits, one by one. @param {bigint[]} state */
function bitsOf(state) {
  let word = 0n,
    left = 0;
  return () => {
    if (!left) {
      word = next(state);
      left = 64;
    }
    const bit = Number(word & 1n);
    word >>= 1n;
    left--;
    return bit;
  };
}

/**
 * A tiling grows from one order to the next; see the kernel for what a block is.
 * @param {Uint8Array} blocks  Of the order before. @param {number} order @param {() => number} bit
 * @param {number[]} choices  Takes what was drawn.
 */
function grown(blocks, order, bit, choices) {
  const before = order - 1,
    found = new Uint8Array(order * order);
  /** @param {number} i @param {number} j */
  const old = (i, j) => (i < 0 || j < 0 || i >= before || j >= before ? 0 : blocks[i * before + j]);
  for (let i = 0; i < order; i++)
    for (let j = 0; j < order; j++) {
      const block =
        (old(i - 1, j - 1) & 8) | (old(i - 1, j) & 4) | (old(i, j - 1) & 2) | (old(i, j) & 1);
      if (block && block & (block - 1)) continue;
      if (block) {
        found[i * order + j] = block;
        continue;
      }
      const lying = bit();
      choices.push(lying);
      found[i * order + j] = lying ? 9 : 6;
    }
  return found;
}

/** The steps to the other cells of dominoes, row by row. @param {Uint8Array} blocks @param {number} order */
function tilesOf(blocks, order) {
  const rows = Array.from({ length: 2 * order }, () => Array(2 * order).fill("."));
  for (let r = 0; r < 2 * order; r++)
    for (let c = 0; c < 2 * order; c++) {
      if (!((blocks[(r >> 1) * order + (c >> 1)] >> (2 * (r % 2) + (c % 2))) & 1)) continue;
      const [i, j] = [(r + 1) >> 1, c >> 1],
        [k, l] = [r >> 1, (c + 1) >> 1];
      const [y, x] = [i + j, order + j - i],
        [v, u] = [k + l, order - 1 + l - k];
      const [one, two] = v === y ? (u > x ? "21" : "12") : v > y ? "30" : "03";
      rows[y][x] = one;
      rows[v][u] = two;
    }
  return rows.map((row) => row.join(""));
}

/** Bits as bytes in Base64, the first one lowest. @param {number[]} bits */
function packed(bits) {
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [i, bit] of bits.entries()) bytes[i >> 3] |= bit << (i & 7);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/**
 * A random tiling of an Aztec diamond, as the server draws it.
 * @param {number} order @param {number} seed
 * @returns {RandomAnswer}
 */
export function shuffled(order, seed) {
  const state = stateOf(seed),
    choices = /** @type {number[]} */ ([]);
  let blocks = new Uint8Array(0);
  for (let reached = 1; reached <= order; reached++)
    blocks = grown(blocks, reached, bitsOf(state), choices);
  return {
    board: `aztec:${order}`,
    rows: 2 * order,
    columns: 2 * order,
    lattice: null,
    how: "domino shuffling, exactly uniform",
    tiles: tilesOf(blocks, order),
    growth: packed(choices),
    reason: null,
    proof: null,
  };
}
