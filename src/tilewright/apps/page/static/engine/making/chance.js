// Random numbers from a seed: the same ones as in the library.

/** @import { Field, Machine } from "../solving/module.js" */

/** How many random bits are drawn at once. */
export const BITS = 53;

/** The product of two numbers of 32 bits. @param {number} a @param {number} b */
const times = (a, b) => Math.imul(a, b) >>> 0;
/** @param {number} value */
const shifted = (value) => (value ^ (value >>> 16)) >>> 0;

/**
 * The state of a random generator from a seed of up to 53 bits, as NumPy's `SeedSequence` (M. E. O'Neill)
 * makes it.
 * @param {Machine} machine @param {number} seed
 */
export function stateOf(machine, seed) {
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
  return machine.from("u64", new BigUint64Array(Uint32Array.from(words).buffer));
}

/** The next random bits. @param {Machine} machine @param {Field} state */
export const nextBits = (machine, state) =>
  machine.call("matching_shuffling_draw_bits", [state])[0];
