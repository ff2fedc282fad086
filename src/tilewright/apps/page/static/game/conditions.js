// Rules beyond covering, from their words: what they say of cells, pieces and tiles.

/** @import { Sheet } from "../../answers" */
/** @import { Cell } from "../geometry/geometry.js" */
/** @import { Rules } from "./rules.js" */
/** @import { Placement } from "./state.js" */

import { IVORY } from "../parts/palette.js";
import { key } from "../geometry/geometry.js";
import { inOrder } from "./state.js";

/**
 * A rule. `most` is null if there is no limit; `axis` says which lines a fault-free tiling has none
 * of, and clues have for some cells the area or the piece of their tile, or `ANY`.
 * @typedef {object} Condition
 * @property {string} name
 * @property {Cell[]} cells
 * @property {number} least
 * @property {number | null} most
 * @property {string} axis
 * @property {Map<string, number | string>} clues
 * @property {string[]} pieces  The names of the pieces whose tiles count, or are a class; none for all.
 * @property {boolean} oneEach
 * @property {string} of  Which tiles have to be apart: of the same size, those that lie the same way,
 *   or otherwise congruent ones.
 * @property {boolean} corners  Whether they may not touch at a corner either.
 */

/** The rules that are about the marks of some cells. */
export const REGIONS = ["sum", "equal", "unequal"];

/** What tiles are apart by, if not by their pieces. */
const OF = ["", "size", "same-way"];

/** A clue that any tile fits. */
export const ANY = "?";

/**
 * Whether a tile agrees with a clue on one of its cells.
 * @param {number | string} clue @param {number} area @param {string} piece  Its name.
 */
export const agrees = (clue, area, piece) =>
  clue === ANY || clue === (typeof clue === "number" ? area : piece);

/** @param {string} text @returns {Cell} */
const cellOf = (text) => text.split(",").map(Number);

/**
 * The rule that words say; null if they say none.
 * @param {string} words
 * @returns {Condition | null}
 */
export function conditionOf(words) {
  const [name, ...rest] = words.trim().split(/ +/),
    first = rest[0] ?? "",
    found = {
      name,
      cells: [],
      least: 0,
      most: null,
      axis: "",
      clues: new Map(),
      oneEach: false,
      pieces: /** @type {string[]} */ ([]),
      of: "",
      corners: false,
    };
  if (name === "no-crossroads") return rest.length ? null : found;
  if (name === "apart") {
    const corners = first === "corners",
      of = rest.slice(Number(corners)).join(" ").trim();
    if (OF.includes(of)) return { ...found, of, corners };
    const pieces = of.split(of.includes("|") ? "|" : " ").filter(Boolean);
    return { ...found, pieces, corners };
  }
  if (name === "fault-free")
    return rest.length < 2 && ["", "layers", "rows", "columns"].includes(first)
      ? { ...found, axis: first }
      : null;
  if (name === "tiles") {
    const bounds = boundsOf(rest.slice(0, 1)),
      pieces = rest.length > 1 ? rest.slice(1).join(" ").split("|") : [];
    return bounds && bounds.most !== null ? { ...found, ...bounds, pieces } : null;
  }
  if (name === "clues" || name === "clues-one-each") {
    const clues = rest.map((word) => /^(\d{1,9}(?:,\d{1,9}){1,2})=(\S+)$/.exec(word));
    if (!clues.length || clues.includes(null)) return null;
    for (const match of clues)
      if (match) found.clues.set(match[1], /^\d+$/.test(match[2]) ? Number(match[2]) : match[2]);
    return { ...found, oneEach: name !== "clues" };
  }
  if (!REGIONS.includes(name) || !/^\d{1,9}(,\d{1,9}){1,2}(-\d{1,9}(,\d{1,9}){1,2})*$/.test(first))
    return null;
  const cells = first.split("-").map(cellOf).sort(inOrder);
  if (name !== "sum") return rest.length === 1 ? { ...found, cells } : null;
  const bounds = boundsOf(rest.slice(1));
  return bounds && { ...found, cells, ...bounds };
}

/** What `= 5`, `< 5`, `3..5` and the like say; null if nothing. @param {string[]} words */
function boundsOf(words) {
  const range = /^(\d{1,9})\.\.(\d{1,9})?$/.exec(words.join("")),
    match = /^(<=|>=|<|>|=)?(\d{1,9})$/.exec(words.join(""));
  if (range) return { least: Number(range[1]), most: range[2] ? Number(range[2]) : null };
  if (!match) return null;
  const number = Number(match[2]);
  if (match[1] === "<") return number ? { least: 0, most: number - 1 } : null;
  if (match[1] === "<=") return { least: 0, most: number };
  if (match[1] === ">") return { least: number + 1, most: null };
  return { least: number, most: match[1] === ">=" ? null : number };
}

/**
 * The lines of a flat board of squares or cubes along one axis, or along all: what each is called,
 * and the pairs of cells at its sides, as words.
 * @param {Rules} rules @param {string} axis
 */
export function linesOf({ cells, marks }, axis) {
  const named = ["layers", "rows", "columns"],
    beside = ["below layer", "below row", "right of column"];
  /** @type {Map<string, { rank: number, about: string, pairs: [string, string][] }>} */
  const found = new Map();
  for (const cell of cells)
    for (let at = cell.length - 1; at >= 0; at--) {
      const next = cell.map((x, i) => x + Number(i === at)),
        rank = at + named.length - cell.length;
      if (!marks.has(key(next)) || (axis && named[rank] !== axis)) continue;
      const about = `the ${cell.length > 2 ? "plane" : "line"} ${beside[rank]} ${cell[at]}`,
        line = found.get(about) ?? { rank, about, pairs: [] };
      line.pairs.push([key(cell), key(next)]);
      found.set(about, line);
    }
  return [...found.values()].sort((one, other) => one.rank - other.rank);
}

/**
 * The four cells around each inner corner of a board of squares, as words, in the order around it.
 * @param {Rules} rules
 */
export const cornersOf = ({ cells, marks }) =>
  cells
    .map(([row, column]) =>
      [
        [row, column],
        [row, column + 1],
        [row + 1, column + 1],
        [row + 1, column],
      ].map(key),
    )
    .filter((around) => around.every((cell) => marks.has(cell)));

/**
 * What tiles that have to be apart have in common; undefined for a tile that may touch all others.
 * @param {Rules} rules @param {Condition} condition @param {{ piece: string, cells: Cell[] }} tile
 */
export function classOf(rules, { of, pieces }, { piece, cells }) {
  if (pieces.length) return pieces.includes(piece) ? "" : undefined;
  if (of === "size") return String(cells.length);
  if (of) return rules.look([...cells].sort(inOrder), []);
  return String(rules.sheet.shapes?.[rules.sheet.pieces.findIndex(({ name }) => name === piece)]);
}

/** Whether tiles of a piece count for a number of tiles. @param {Condition} condition @param {string} piece */
export const isOf = ({ pieces }, piece) => !pieces.length || pieces.includes(piece);

/**
 * Whether a filled board keeps a rule.
 * @param {Rules} rules @param {Condition} condition @param {Placement[]} tiles
 */
export function isKept(rules, condition, tiles) {
  const { name, least, most, clues, oneEach } = condition,
    owner = new Map(tiles.flatMap((tile) => tile.cells.map((cell) => [key(cell), tile])));
  switch (name) {
    case "tiles": {
      const number = tiles.filter((tile) => isOf(condition, tile.piece)).length;
      return least <= number && number <= (most ?? Infinity);
    }
    case "fault-free":
      return linesOf(rules, condition.axis).every(({ pairs }) =>
        pairs.some(([one, other]) => owner.has(one) && owner.get(one) === owner.get(other)),
      );
    case "no-crossroads":
      return cornersOf(rules).every(
        (around) =>
          !around.every((cell) => owner.has(cell)) ||
          new Set(around.map((cell) => owner.get(cell))).size < 4,
      );
    case "apart": {
      const kind = new Map(tiles.map((tile) => [tile, classOf(rules, condition, tile)]));
      return rules.cells.every((cell) => {
        const own = owner.get(key(cell)),
          mine = own && kind.get(own);
        return (
          mine === undefined ||
          rules.beside(cell, condition.corners).every((next) => {
            const other = owner.get(key(next));
            return !other || own === other || mine !== kind.get(other);
          })
        );
      });
    }
    case "clues":
    case "clues-one-each":
      return tiles.every(({ piece, cells }) => {
        const said = cells.flatMap((cell) => clues.get(key(cell)) ?? []);
        return (
          (!oneEach || said.length === 1) && said.every((clue) => agrees(clue, cells.length, piece))
        );
      });
    default:
      return regionOf(condition, tiles) === "kept";
  }
}

/**
 * Whether a region is fulfilled by what lies there now, or cannot be any more; otherwise it is open.
 * @param {Condition} condition @param {Placement[]} tiles  With what they show.
 * @param {number} [largest]  The largest digit that another piece may show.
 * @returns {"kept" | "broken" | "open"}
 */
export function regionOf({ name, cells, least, most }, tiles, largest = 0) {
  const shown = new Map(
    tiles.flatMap((tile) => tile.cells.map((cell, i) => [key(cell), tile.marks[i] ?? ""])),
  );
  const found = cells.flatMap((cell) => shown.get(key(cell)) ?? []),
    left = cells.length - found.length,
    kinds = new Set(found).size;
  let fine = name === "equal" ? kinds < 2 : kinds === found.length;
  if (name === "sum") {
    const total = found.reduce((sum, mark) => sum + Number(mark), 0);
    fine = total <= (most ?? Infinity) && least <= total + left * largest;
  }
  if (!fine) return "broken";
  return left && largest ? "open" : "kept";
}

/** The regions of an empty board that rules are about. @param {string[]} words */
export const regionsIn = (words) =>
  words.flatMap((word) => {
    const condition = conditionOf(word);
    return condition?.cells.length
      ? [{ cells: condition.cells, badge: badgeOf(condition), state: "open" }]
      : [];
  });

/** What a region is marked with: its sum, a sign before a bound, or a sign. @param {Condition} condition */
export function badgeOf({ name, least, most }) {
  if (name !== "sum") return name === "equal" ? "=" : "≠";
  if (most === null) return `>${least - 1}`;
  if (least === most) return String(least);
  return least ? `${least}–${most}` : `<${most + 1}`;
}

/** A sheet as it is seen: dominoes with pips are of ivory. @param {Sheet} sheet @returns {Sheet} */
export const dressed = (sheet) =>
  regionsIn(sheet.rules ?? []).length
    ? { ...sheet, pieces: sheet.pieces.map((piece) => ({ ...piece, color: IVORY })) }
    : sheet;
