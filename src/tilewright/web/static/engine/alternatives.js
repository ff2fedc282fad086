// Alternatives: pieces of which one is placed as another. Each outline is a piece of the problem, and
// rules say how many tiles the pieces that share outlines have together, as in the library.

/** @import { LatticeFacts, Turn } from "./space.js" */
/** @import { Piece, Words } from "./words.js" */

import { FAULTS } from "../texts/en.js";
import { Invalid } from "./space.js";
import { lookOf, splitSuffix } from "./words.js";

/** Pieces by how they look, and the bounds on their tiles. @typedef {{ looks: string[], least: number, most: number | null }} Alternatives */
/** The same with the numbers of the pieces. @typedef {{ outlines: number[], least: number, most: number | null }} Owner */

/** The most pieces that share outlines with each other: each set of them may need a rule. */
const SHARING = 12;
/** More tiles than any board has room for. */
const MANY = 999_999_999;

/**
 * The pieces that words joined by `|` name, those that look the same as one, with the number of
 * copies at the end.
 * @param {Words} words @param {string} word @param {Turn} turn @param {LatticeFacts} lattice
 * @returns {Alternatives & { pieces: Piece[] }}
 */
export function readAlternatives(words, word, turn, lattice) {
  const listed = word.split("|"),
    last = listed.pop() ?? "",
    [base, suffix] = splitSuffix(last);
  /** @type {Map<string, Piece>} */
  const found = new Map();
  for (const each of [...listed, base + suffix.replace(/(\+|=.*)$/s, "")]) {
    const [piece, ...others] = words.pieces(each, turn, lattice);
    if (others.length || piece.least !== 1 || piece.most !== 1)
      throw new Invalid(FAULTS.alternatives(each));
    const look = lookOf(piece, turn);
    if (!found.has(look)) found.set(look, piece);
  }
  const [{ least, most }] = words.pieces(last, turn, lattice),
    fewest = found.size > 1 ? 0 : least,
    pieces = [...found.values()].map((piece) => ({ ...piece, least: fewest, most }));
  return { looks: [...found.keys()], pieces, least, most };
}

/**
 * The words of the rules on the numbers of tiles of merged pieces, some of which are alternatives.
 * Tiles can be assigned to pieces that share outlines if two conditions hold for each set of them:
 * the tiles of outlines that only they have are not too many, those of outlines that one of them has
 * are enough.
 * @param {Words} words @param {Piece[]} pieces @param {Alternatives[]} given @param {Turn} turn
 */
export function sharingRules(words, pieces, given, turn) {
  const looks = pieces.map((piece) => lookOf(piece, turn));
  /** @type {Owner[]} */
  const owners = given.map(({ looks: own, ...bounds }) => ({
    outlines: own.map((look) => looks.indexOf(look)),
    ...bounds,
  }));
  // Copies of an outline that are listed on their own are one more piece, with one outline.
  for (const [index, { least, most }] of pieces.entries()) {
    const own = owners.filter(({ outlines }) => outlines.includes(index)),
      taken = total(own.map((each) => each.most)),
      left = most === null || taken === null ? most : most - taken;
    if (own.length && (least || left === null || left > 0))
      owners.push({ outlines: [index], least, most: left });
  }
  /** @type {Map<string, [number[], number, number | null]>} */
  const bounds = new Map();
  for (const chosen of connected(owners)) {
    const some = chosen.map((k) => owners[k]),
      touched = [...new Set(some.flatMap(({ outlines }) => outlines))].sort((a, b) => a - b),
      others = owners.filter((_, k) => !chosen.includes(k)).flatMap(({ outlines }) => outlines),
      fewest = some.reduce((sum, { least }) => sum + least, 0),
      inside = touched.filter((k) => !others.includes(k));
    bound(bounds, touched, fewest, null);
    bound(bounds, inside, 0, total(some.map(({ most }) => most)));
  }
  return [...bounds.values()].flatMap(([outlines, least, upper]) => {
    const own = outlines.map((k) => pieces[k]),
      room = total(own.map(({ most }) => most)),
      most = upper ?? room ?? MANY;
    if (
      least <= own.reduce((sum, piece) => sum + piece.least, 0) &&
      (upper === null || (room !== null && upper >= room))
    )
      return [];
    const names = outlines.map((k) => wordOf(words, pieces, k)).join("|");
    return [`tiles ${least === most ? least : `${least}..${most}`} ${names}`];
  });
}

/** @param {Map<string, [number[], number, number | null]>} bounds @param {number[]} outlines @param {number} low @param {number | null} high */
function bound(bounds, outlines, low, high) {
  const [, least, upper] = bounds.get(String(outlines)) ?? [outlines, 0, null],
    most = upper === null || high === null ? (upper ?? high) : Math.min(upper, high);
  bounds.set(String(outlines), [outlines, Math.max(least, low), most]);
}

/** The sum of limits; null if there is none for one of them. @param {(number | null)[]} limits */
const total = (limits) =>
  limits.reduce((sum, limit) => (sum === null || limit === null ? null : sum + limit), 0);

/** A word for a piece that names no other one. @param {Words} words @param {Piece[]} pieces @param {number} number */
function wordOf(words, pieces, number) {
  const base = words.base(pieces[number]);
  return pieces.some(({ name }, k) => k !== number && name === base) ? pieces[number].name : base;
}

/** The sets of pieces that are connected by the outlines they share. @param {Owner[]} owners */
function connected(owners) {
  const beside = owners.map(({ outlines: own }, k) =>
    [...owners.keys()].filter(
      (i) => i !== k && owners[i].outlines.some((outline) => own.includes(outline)),
    ),
  );
  for (const k of owners.keys()) {
    const reached = new Set([k]);
    for (const each of reached) for (const next of beside[each]) reached.add(next);
    if (reached.size > SHARING) throw new Invalid(FAULTS.sharing(SHARING));
  }
  /** @type {Map<string, number[]>} */
  const seen = new Map();
  const left = [...owners.keys()].map((k) => [k]);
  for (let chosen = left.pop(); chosen; chosen = left.pop()) {
    if (seen.has(String(chosen))) continue;
    const own = chosen;
    seen.set(String(own), own);
    const near = new Set(own.flatMap((k) => beside[k]).filter((k) => !own.includes(k)));
    for (const k of [...near].sort((a, b) => a - b)) left.push([...own, k].sort((a, b) => a - b));
  }
  return seen.values();
}
