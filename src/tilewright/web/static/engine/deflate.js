// Packing of bytes (RFC 1951) with a dictionary. IDs are packed texts, so that the same text must give
// the same bytes as in the library, which uses zlib at its highest level: this makes the same choices.

import { DISTANCE_BITS, DISTANCES, FIXED, LENGTH_BITS, LENGTHS, ORDER } from "./inflate.js";
import { Unsupported } from "./space.js";

/** The shortest and the longest match, and how far one of the shortest may be. */
const SHORTEST = 3,
  LONGEST = 258,
  TOO_FAR = 4096;
/** Steps of a search for a match; only a quarter of them if there is one of `GOOD` bytes. */
const CHAIN = 4096,
  GOOD = 32;
/** Bytes that are packed in one block. */
const MOST = 16_000;
const END = 256;

/** A literal, or a match. @typedef {{ literal: number } | { length: number, distance: number }} Token */

/** Finds what was there before. */
class Matches {
  /** @param {Uint8Array} bytes  With zeros behind the end. @param {number} end */
  constructor(bytes, end) {
    this.bytes = bytes;
    this.end = end;
    /** The last place of each three bytes, and before each place the one before; 0 for none. */
    this.head = new Map();
    this.before = new Int32Array(end);
  }

  /** Note a place; gives the one before it. @param {number} at @returns {number} */
  insert(at) {
    const [a, b, c] = this.bytes.subarray(at, at + 3);
    const name = ((a << 12) ^ (b << 6) ^ c) & 0xffff,
      last = this.head.get(name) ?? 0;
    this.before[at] = last;
    this.head.set(name, at);
    return last;
  }

  /** The longest match that is longer than one that is known. @param {number} at @param {number} first @param {number} known */
  longest(at, first, known) {
    const { bytes } = this,
      left = this.end - at,
      nice = Math.min(LONGEST, left);
    let best = known,
      start = 0,
      steps = known >= GOOD ? CHAIN >> 2 : CHAIN;
    for (let from = first; from > 0 && steps > 0; from = this.before[from], steps--) {
      if (bytes[from + best] !== bytes[at + best]) continue;
      let length = 0;
      while (length < LONGEST && bytes[from + length] === bytes[at + length]) length++;
      if (length <= best) continue;
      best = length;
      start = from;
      if (length >= nice) break;
    }
    return { length: Math.min(best, left), start };
  }
}

/** The literals and matches of a text behind a dictionary. @param {Uint8Array} text @param {Uint8Array} dictionary */
function tokensOf(text, dictionary) {
  const begin = dictionary.length,
    end = begin + text.length,
    bytes = new Uint8Array(end + 2 * LONGEST);
  bytes.set(dictionary);
  bytes.set(text, begin);
  const matches = new Matches(bytes, end);
  const insert = (/** @type {number} */ at) => (at + SHORTEST <= end ? matches.insert(at) : 0);
  for (let at = 0; at < begin; at++) insert(at);
  /** @type {Token[]} */
  const tokens = [];
  let length = SHORTEST - 1,
    start = 0,
    waiting = false;
  for (let at = begin; at < end; ) {
    const head = insert(at),
      earlier = { length, start };
    length = SHORTEST - 1;
    if (head && earlier.length < LONGEST) {
      const found = matches.longest(at, head, earlier.length);
      if (found.start) start = found.start;
      length = found.length;
      if (length === SHORTEST && at - start > TOO_FAR) length = SHORTEST - 1;
    }
    if (earlier.length >= SHORTEST && length <= earlier.length) {
      // The match one byte before is no worse.
      tokens.push({ length: earlier.length, distance: at - 1 - earlier.start });
      const after = at - 1 + earlier.length;
      while (++at < after) insert(at);
      waiting = false;
      length = SHORTEST - 1;
      continue;
    }
    if (waiting) tokens.push({ literal: bytes[at - 1] });
    waiting = true;
    at++;
  }
  if (waiting) tokens.push({ literal: bytes[end - 1] });
  return tokens;
}

/** The number of the last of ascending values that is not above another. @param {number[]} values @param {number} value */
const codeOf = (values, value) => values.findLastIndex((x) => x <= value);

/**
 * The lengths of the codes of symbols by how often they are.
 * @param {number[]} given  How often each is. @param {number} longest
 * @returns {{ lengths: number[], last: number }}
 */
function treeOf(given, longest) {
  const count = given.length,
    often = [...given],
    depth = Array(2 * count).fill(0),
    above = Array(2 * count).fill(0);
  /** @type {number[]} */
  const heap = [0];
  let last = -1;
  for (const [symbol, number] of given.entries())
    if (number) {
      heap.push(symbol);
      last = symbol;
    }
  while (heap.length < 3) {
    const symbol = last < 2 ? ++last : 0;
    heap.push(symbol);
    often[symbol] = 1;
  }
  const before = (/** @type {number} */ one, /** @type {number} */ other) =>
    often[one] < often[other] || (often[one] === often[other] && depth[one] <= depth[other]);
  const sink = (/** @type {number} */ from) => {
    let at = from;
    const own = heap[at];
    for (let below = 2 * at; below < heap.length; below *= 2) {
      if (below + 1 < heap.length && before(heap[below + 1], heap[below])) below++;
      if (before(own, heap[below])) break;
      heap[at] = heap[below];
      at = below;
    }
    heap[at] = own;
  };
  for (let at = (heap.length - 1) >> 1; at >= 1; at--) sink(at);
  /** From the root down, once it is turned round. @type {number[]} */
  const order = [];
  for (let node = count; heap.length > 2; node++) {
    const one = heap[1];
    heap[1] = /** @type {number} */ (heap.pop());
    sink(1);
    const other = heap[1];
    order.push(one, other);
    often[node] = often[one] + often[other];
    depth[node] = Math.max(depth[one], depth[other]) + 1;
    above[one] = above[other] = node;
    heap[1] = node;
    sink(1);
  }
  order.push(heap[1]);
  return { lengths: lengthsOf(order.reverse(), above, count, longest), last };
}

/** @param {number[]} order  From the root down. @param {number[]} above @param {number} count @param {number} longest */
function lengthsOf(order, above, count, longest) {
  const lengths = Array(2 * count).fill(0),
    number = Array(longest + 1).fill(0);
  let over = 0;
  for (const node of order.slice(1)) {
    lengths[node] = lengths[above[node]] + 1;
    if (lengths[node] > longest) {
      lengths[node] = longest;
      over++;
    }
    if (node < count) number[lengths[node]]++;
  }
  if (over) {
    for (; over > 0; over -= 2) {
      let bits = longest - 1;
      while (!number[bits]) bits--;
      number[bits]--;
      number[bits + 1] += 2;
      number[longest]--;
    }
    const leaves = order.filter((node) => node < count);
    for (let bits = longest; bits > 0; bits--)
      for (let n = number[bits]; n > 0; n--) lengths[/** @type {number} */ (leaves.pop())] = bits;
  }
  return lengths.slice(0, count);
}

/** The codes of lengths, each with its bits turned round. @param {number[]} lengths */
function codesOf(lengths) {
  const number = Array(17).fill(0);
  for (const length of lengths) number[length]++;
  number[0] = 0;
  const next = [0];
  for (let bits = 1; bits <= 16; bits++) next[bits] = (next[bits - 1] + number[bits - 1]) << 1;
  return lengths.map((length) => {
    let code = length ? next[length]++ : 0,
      turned = 0;
    for (let i = 0; i < length; i++, code >>= 1) turned = (turned << 1) | (code & 1);
    return turned;
  });
}

/** The lengths of codes as symbols, with repetitions. @param {number[]} lengths @returns {{ symbol: number, bits: number, extra: number }[]} */
function runsOf(lengths) {
  const found = [];
  const plain = (/** @type {number} */ symbol) => ({ symbol, bits: 0, extra: 0 });
  let before = -1,
    count = 0,
    most = lengths[0] ? 7 : 138,
    least = lengths[0] ? 4 : 3;
  for (const [i, own] of lengths.entries()) {
    const next = lengths[i + 1] ?? -1;
    if (++count < most && own === next) continue;
    if (count < least) for (let n = 0; n < count; n++) found.push(plain(own));
    else if (own) {
      if (own !== before) {
        found.push(plain(own));
        count--;
      }
      found.push({ symbol: 16, bits: 2, extra: count - 3 });
    } else if (count <= 10) found.push({ symbol: 17, bits: 3, extra: count - 3 });
    else found.push({ symbol: 18, bits: 7, extra: count - 11 });
    count = 0;
    before = own;
    [most, least] = next === 0 ? [138, 3] : own === next ? [6, 3] : [7, 4];
  }
  return found;
}

/** Writes bits, the lowest of each byte first. */
class Writer {
  constructor() {
    /** @type {number[]} */
    this.bytes = [];
    this.bit = 0;
  }

  /** @param {number} value @param {number} count */
  put(value, count) {
    for (let i = 0; i < count; i++, this.bit++) {
      if (!(this.bit & 7)) this.bytes.push(0);
      this.bytes[this.bit >> 3] |= ((value >> i) & 1) << (this.bit & 7);
    }
  }

  /** Go on with the next byte. */
  align() {
    this.bit = (this.bit + 7) & ~7;
  }
}

/** @param {number[]} numbers @param {number[]} lengths @param {(symbol: number) => number} extra */
const bitsOf = (numbers, lengths, extra) =>
  numbers.reduce((sum, number, symbol) => sum + number * (lengths[symbol] + extra(symbol)), 0);

/**
 * Pack bytes.
 * @param {Uint8Array} text @param {Uint8Array} dictionary  What stands before them.
 */
export function deflate(text, dictionary) {
  if (text.length > MOST) throw new Unsupported("the puzzle is too large for an ID");
  const tokens = tokensOf(text, dictionary);
  const literals = Array(286).fill(0),
    distances = Array(30).fill(0);
  literals[END] = 1;
  for (const token of tokens)
    if ("literal" in token) literals[token.literal]++;
    else {
      literals[257 + codeOf(LENGTHS, token.length)]++;
      distances[codeOf(DISTANCES, token.distance)]++;
    }
  const own = treeOf(literals, 15),
    far = treeOf(distances, 15),
    runs = [
      ...runsOf(own.lengths.slice(0, own.last + 1)),
      ...runsOf(far.lengths.slice(0, far.last + 1)),
    ];
  const symbols = Array(19).fill(0);
  for (const { symbol } of runs) symbols[symbol]++;
  const small = treeOf(symbols, 7),
    sent = Math.max(4, 1 + ORDER.findLastIndex((symbol) => small.lengths[symbol]));
  const more = (/** @type {number} */ symbol) => (symbol > END ? LENGTH_BITS[symbol - 257] : 0),
    further = (/** @type {number} */ symbol) => DISTANCE_BITS[symbol];
  const fixed = bytesFor(
      bitsOf(literals, FIXED, more) + bitsOf(distances, Array(30).fill(5), further),
    ),
    other = bytesFor(
      bitsOf(literals, own.lengths, more) +
        bitsOf(distances, far.lengths, further) +
        bitsOf(symbols, small.lengths, (symbol) => [2, 3, 7][symbol - 16] ?? 0) +
        3 * sent +
        14,
    );
  const writer = new Writer();
  if (text.length + 4 <= Math.min(fixed, other)) {
    writer.put(1, 3);
    writer.align();
    for (const length of [text.length, ~text.length]) writer.put(length, 16);
    for (const byte of text) writer.put(byte, 8);
  } else if (fixed <= other) {
    writer.put(3, 3);
    putTokens(writer, tokens, FIXED, Array(30).fill(5));
  } else {
    writer.put(5, 3);
    writer.put(own.last + 1 - 257, 5);
    writer.put(far.last, 5);
    writer.put(sent - 4, 4);
    for (const symbol of ORDER.slice(0, sent)) writer.put(small.lengths[symbol], 3);
    const codes = codesOf(small.lengths);
    for (const { symbol, bits, extra } of runs) {
      writer.put(codes[symbol], small.lengths[symbol]);
      writer.put(extra, bits);
    }
    putTokens(writer, tokens, own.lengths, far.lengths);
  }
  return new Uint8Array(writer.bytes);
}

/** Bytes of a block. @param {number} bits */
const bytesFor = (bits) => (bits + 3 + 7) >> 3;

/** @param {Writer} writer @param {Token[]} tokens @param {number[]} literals @param {number[]} distances */
function putTokens(writer, tokens, literals, distances) {
  const codes = codesOf(literals),
    far = codesOf(distances);
  for (const token of tokens)
    if ("literal" in token) writer.put(codes[token.literal], literals[token.literal]);
    else {
      const length = codeOf(LENGTHS, token.length),
        distance = codeOf(DISTANCES, token.distance);
      writer.put(codes[257 + length], literals[257 + length]);
      writer.put(token.length - LENGTHS[length], LENGTH_BITS[length]);
      writer.put(far[distance], distances[distance]);
      writer.put(token.distance - DISTANCES[distance], DISTANCE_BITS[distance]);
    }
  writer.put(codes[END], literals[END]);
}
