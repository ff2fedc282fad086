// Unpacking of deflated bytes (RFC 1951) with a dictionary, which browsers cannot do themselves.

import { FAULTS } from "../../texts/en.js";
import { Invalid } from "./space.js";

/** The order in which lengths of codes for lengths are written. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/** Extra bits of the codes for lengths, from 257, and for distances. */
export const LENGTH_BITS = [
  ...Array(8).fill(0),
  ...[1, 2, 3, 4, 5].flatMap((x) => [x, x, x, x]),
  0,
];
export const DISTANCE_BITS = [0, 0, ...Array.from({ length: 14 }, (_, x) => [x, x]).flat()];
/** The first length or distance of each code. */
export const LENGTHS = [...firsts(LENGTH_BITS.slice(0, 28), 3), 258];
export const DISTANCES = firsts(DISTANCE_BITS, 1);

/** @param {number[]} bits @param {number} first */
function firsts(bits, first) {
  const found = [first];
  for (const number of bits.slice(0, -1)) found.push(found[found.length - 1] + (1 << number));
  return found;
}

/** The lengths of the codes where none are sent. */
export const FIXED = Array.from({ length: 288 }, (_, i) =>
  i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8,
);

const damaged = () => new Invalid(FAULTS.badId);

/** Reads bits, the lowest of each byte first. */
class Bits {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  /** @param {number} count */
  take(count) {
    let value = 0;
    for (let i = 0; i < count; i++, this.at++) {
      if (this.at >= 8 * this.bytes.length) throw damaged();
      value |= ((this.bytes[this.at >> 3] >> (this.at & 7)) & 1) << i;
    }
    return value;
  }

  /** Go on with the next byte. */
  align() {
    this.at = (this.at + 7) & ~7;
  }
}

/** Reads symbols, given the length of the code of each. */
class Codes {
  /** @param {number[]} lengths */
  constructor(lengths) {
    const count = Array(16).fill(0);
    for (const length of lengths) count[length]++;
    count[0] = 0;
    const used = count.reduce((sum, number) => sum + number, 0);
    let left = 1;
    for (const number of count.slice(1)) left = 2 * left - number;
    // One code alone may leave others unused.
    if (left < 0 || (left > 0 && used > 1)) throw damaged();
    this.count = count;
    this.symbols = lengths
      .map((length, symbol) => ({ length, symbol }))
      .filter(({ length }) => length)
      .sort((one, other) => one.length - other.length || one.symbol - other.symbol);
  }

  /** @param {Bits} bits */
  read(bits) {
    let code = 0,
      first = 0,
      index = 0;
    for (const number of this.count.slice(1)) {
      code |= bits.take(1);
      if (code - first < number) return this.symbols[index + code - first].symbol;
      index += number;
      first = (first + number) << 1;
      code <<= 1;
    }
    throw damaged();
  }
}

/** The codes of a block that sends its own. @param {Bits} bits */
function sentCodes(bits) {
  const literals = bits.take(5) + 257,
    distances = bits.take(5) + 1,
    number = bits.take(4) + 4;
  if (literals > 286 || distances > 30) throw damaged();
  const own = Array(19).fill(0);
  for (let i = 0; i < number; i++) own[ORDER[i]] = bits.take(3);
  const codes = new Codes(own);
  /** @type {number[]} */
  const lengths = [];
  while (lengths.length < literals + distances) {
    const symbol = codes.read(bits);
    if (symbol < 16) lengths.push(symbol);
    else if (symbol === 16) {
      if (!lengths.length) throw damaged();
      lengths.push(...Array(3 + bits.take(2)).fill(lengths[lengths.length - 1]));
    } else lengths.push(...Array(symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7)).fill(0));
  }
  if (lengths.length > literals + distances || !lengths[256]) throw damaged();
  return [new Codes(lengths.slice(0, literals)), new Codes(lengths.slice(literals))];
}

/**
 * Unpack bytes to the end.
 * @param {Uint8Array} packed @param {Uint8Array} dictionary  What stands before them.
 * @param {number} most  Bytes that may come out.
 */
export function inflate(packed, dictionary, most) {
  const bits = new Bits(packed),
    out = [...dictionary];
  const room = () => {
    if (out.length > dictionary.length + most) throw damaged();
  };
  for (let last = 0; !last; ) {
    last = bits.take(1);
    const kind = bits.take(2);
    if (kind === 3) throw damaged();
    if (kind === 0) {
      bits.align();
      const length = bits.take(16);
      if ((bits.take(16) ^ 0xffff) !== length) throw damaged();
      for (let i = 0; i < length; i++) out.push(bits.take(8));
      room();
      continue;
    }
    const [literals, distances] =
      kind === 1 ? [new Codes(FIXED), new Codes(Array(30).fill(5).concat(5, 5))] : sentCodes(bits);
    for (let symbol = literals.read(bits); symbol !== 256; symbol = literals.read(bits)) {
      if (symbol < 256) out.push(symbol);
      else {
        if (symbol > 285) throw damaged();
        const length = LENGTHS[symbol - 257] + bits.take(LENGTH_BITS[symbol - 257]),
          far = distances.read(bits);
        if (far > 29) throw damaged();
        const distance = DISTANCES[far] + bits.take(DISTANCE_BITS[far]);
        if (distance > out.length) throw damaged();
        for (let i = 0; i < length; i++) out.push(out[out.length - distance]);
      }
      room();
    }
  }
  if ((bits.at + 7) >> 3 < packed.length) throw damaged();
  return new Uint8Array(out.slice(dictionary.length));
}
