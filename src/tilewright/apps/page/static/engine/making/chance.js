// Random numbers from a seed: the same ones as in the library.

const WORD = (1n << 64n) - 1n;
/** How many random bits a number of floating point takes. */
export const BITS = 53;

/** The product of two numbers of 32 bits. @param {number} a @param {number} b */
const times = (a, b) => Math.imul(a, b) >>> 0;
/** @param {number} value */
const shifted = (value) => (value ^ (value >>> 16)) >>> 0;

/**
 * The state of a random generator from a seed of up to 53 bits, as NumPy's `SeedSequence` (M. E. O'Neill)
 * makes it.
 * @param {number} seed
 * @returns {BigUint64Array}
 */
export function stateOf(seed) {
  let factor = 0x43b0d7e5;
  /** @param {number} value */
  const hashed = (value) => {
    const mixed = (value ^ factor) >>> 0;
    factor = times(factor, 0x931e8875);
    return shifted(times(mixed, factor));
  };
  const pool = [seed, Math.floor(seed / 2 ** 32), 0, 0].map((word) => hashed(word >>> 0));
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
  return BigUint64Array.from([0, 1, 2, 3], (_, i) => {
    const at = 2 * Number(i);
    return (BigInt(words[at + 1]) << 32n) | BigInt(words[at]);
  });
}

/** @param {bigint} value @param {bigint} by */
const rotated = (value, by) => ((value << by) | (value >> (64n - by))) & WORD;

/**
 * The next 53 random bits: xoshiro256++ (Blackman and Vigna 2019).
 * @param {BigUint64Array} state
 */
export function nextBits(state) {
  const result = (rotated((state[0] + state[3]) & WORD, 23n) + state[0]) & WORD,
    moved = (state[1] << 17n) & WORD;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= moved;
  state[3] = rotated(state[3], 45n);
  return result >> BigInt(64 - BITS);
}

/** A random number from 0 to 1. @param {BigUint64Array} state */
export const share = (state) => Number(nextBits(state)) * 2 ** -BITS;
