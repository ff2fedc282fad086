// Packing of bytes (RFC 1951) with a dictionary, which browsers cannot do themselves. One block with
// the fixed codes: IDs are short texts, and a table of codes would be longer than what it saves.

import { DISTANCE_BITS, DISTANCES, FIXED, LENGTH_BITS, LENGTHS } from "./inflate.js";

/** The shortest and the longest match, and how far back one may begin. */
const SHORTEST = 3,
  LONGEST = 258,
  FARTHEST = 1 << 15;
/** Places that are compared with each byte, the last ones first. */
const COMPARED = 256;
const END = 256;

/** The code of each symbol, its highest bit first. @param {number[]} lengths */
function codesOf(lengths) {
  let next = 0;
  /** @type {number[]} */
  const codes = [];
  for (let length = 1; length <= 9; length++, next <<= 1)
    lengths.forEach((own, symbol) => {
      if (own === length) codes[symbol] = next++;
    });
  return codes;
}

const CODES = codesOf(FIXED);

/** The code of a length or a distance. @param {number[]} firsts @param {number} value */
const codeOf = (firsts, value) => firsts.findLastIndex((first) => first <= value);

/** Bits of a match. @param {number} length @param {number} distance */
const priceOf = (length, distance) => {
  const code = codeOf(LENGTHS, length);
  return FIXED[257 + code] + LENGTH_BITS[code] + 5 + DISTANCE_BITS[codeOf(DISTANCES, distance)];
};

/** The longest match at each place from `begin`, as near as possible. @param {Uint8Array} bytes @param {number} begin */
function matchesOf(bytes, begin) {
  /** @type {Map<number, number[]>} */
  const places = new Map();
  /** @type {{ length: number, distance: number }[]} */
  const matches = [];
  for (let at = 0; at < bytes.length; at++) {
    const name = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16),
      before = places.get(name) ?? [];
    let length = 0,
      distance = 0;
    for (const from of at < begin ? [] : before.slice(-COMPARED).reverse()) {
      if (at - from > FARTHEST) break;
      let same = 0;
      while (same < LONGEST && at + same < bytes.length && bytes[from + same] === bytes[at + same])
        same++;
      if (same > length) [length, distance] = [same, at - from];
      if (same === LONGEST) break;
    }
    if (at >= begin) matches.push({ length, distance });
    places.set(name, before);
    before.push(at);
  }
  return matches;
}

/**
 * The way with the fewest bits: from each place the length of the match to take, 1 for a byte as it is.
 * @param {Uint8Array} text @param {{ length: number, distance: number }[]} matches
 */
function cheapest(text, matches) {
  const bits = new Float64Array(text.length + 1),
    steps = new Uint16Array(text.length);
  for (let at = text.length - 1; at >= 0; at--) {
    const { length: most, distance } = matches[at];
    bits[at] = FIXED[text[at]] + bits[at + 1];
    steps[at] = 1;
    for (let length = SHORTEST; length <= most; length++) {
      const price = priceOf(length, distance) + bits[at + length];
      if (price < bits[at]) [bits[at], steps[at]] = [price, length];
    }
  }
  return steps;
}

/** Pack a text. @param {Uint8Array} text @param {Uint8Array} dictionary */
export function deflate(text, dictionary) {
  /** @type {number[]} */
  const bits = [];
  /** @param {number} value @param {number} count  The lowest bit first. */
  const put = (value, count) => {
    for (let i = 0; i < count; i++) bits.push((value >> i) & 1);
  };
  /** @param {number} code @param {number} count  The highest bit first. */
  const putCode = (code, count) => {
    for (let i = count - 1; i >= 0; i--) bits.push((code >> i) & 1);
  };
  const matches = matchesOf(new Uint8Array([...dictionary, ...text]), dictionary.length),
    steps = cheapest(text, matches);
  // The last block, with fixed codes.
  put(1, 1);
  put(1, 2);
  for (let at = 0; at < text.length; at += steps[at]) {
    if (steps[at] === 1) {
      putCode(CODES[text[at]], FIXED[text[at]]);
      continue;
    }
    const length = codeOf(LENGTHS, steps[at]),
      { distance } = matches[at],
      far = codeOf(DISTANCES, distance);
    putCode(CODES[257 + length], FIXED[257 + length]);
    put(steps[at] - LENGTHS[length], LENGTH_BITS[length]);
    putCode(far, 5);
    put(distance - DISTANCES[far], DISTANCE_BITS[far]);
  }
  putCode(CODES[END], FIXED[END]);
  const packed = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, i) => {
    packed[i >> 3] |= bit << (i & 7);
  });
  return packed;
}
