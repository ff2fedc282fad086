// Puzzles that are set by hand: what somebody has put on a board so far, the editor of each sort of
// clues, and how an address says all of it.

/** @import { KindName, KindSheet, ShareRequest } from "../../../answers" */
/** @import { Cell } from "../../geometry/geometry.js" */
/** @import { Field } from "../elements/draft.js" */

import { SET } from "../../texts/en.js";
import { boardOf, cellsOf, LARGEST } from "../elements/draft.js";
import { wordOf } from "../elements/shape.js";
import { cellOf, connected, key, rectangle } from "../../geometry/geometry.js";

/**
 * A board with clues: each is what a region says, which often is a single cell. What lies outside of the
 * board is kept for a size that is typed, and used no more than cells that are off. `pieces` are those
 * that were chosen.
 * @typedef {{ cells: string[], says: string }} Region
 * @typedef {Field & { kind: KindName, regions: Region[], pieces: string[] }} Setting
 *
 * An editor. `keys` are the signs for cells. `typed` returns the clue that a key makes of the clue
 * `before`, or null if the key has no meaning. With `regions`, strokes draw regions, and a clue belongs
 * to a region. After each clue, an editor that `advances` moves to the next cell. `request` returns a
 * puzzle, or the reason why there is none. `dropped` takes the place of a clue that a request leaves
 * out.
 * @typedef {object} Editor
 * @property {(values: string[]) => string[]} keys
 * @property {boolean} [regions]
 * @property {boolean} [advances]
 * @property {"choice" | "dominoes"} [pieces]  How pieces are chosen.
 * @property {string} [dropped]  What stands for a clue that is dropped, if a cell must say something.
 * @property {(before: string, key: string, values: string[]) => string | null} typed
 * @property {(setting: Setting, pieces: string) => Omit<ShareRequest, "kind"> | string} request
 */

/** The largest number in a cell, and the largest sum. */
const LARGEST_AREA = 400,
  LARGEST_SUM = 99;
/** The largest number on a domino of each set. */
const HIGHEST = 9,
  PIPS = 6;
/** The cells of a piece that is placed. */
const PLACED = 5;

const DIGITS = [..."0123456789"];
/** The dominoes that a puzzle with regions is made of. */
export const DOMINOES = rectangle(PIPS + 1, PIPS + 1).flatMap(([one, other]) =>
  one <= other ? [`${one}${other}`] : [],
);

/** A number after one more digit. @param {string} before @param {string} key @param {number} most */
function number(before, key, most) {
  if (!/^\d$/.test(key)) return null;
  const whole = String(Number(before + key));
  return Number(whole) <= most ? whole : key;
}

/** The regions on the board. @param {Setting} setting */
export function regionsOf(setting) {
  const there = new Set(cellsOf(setting).map(key));
  return setting.regions.flatMap(({ cells, says }) => {
    const own = cells.filter((name) => there.has(name));
    return own.length ? [{ cells: own, says }] : [];
  });
}

/** What single cells say. @param {Setting} setting @returns {[string, string][]} */
export const cluesOf = (setting) =>
  regionsOf(setting).map(({ cells: [name], says }) => [name, says]);

/** The board as a drawing, with a letter for what cells say. @param {Setting} setting */
function drawing(setting) {
  const { rows, columns } = setting,
    clues = new Map(cluesOf(setting)),
    there = new Set(cellsOf(setting).map(key));
  const lines = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const name = key([row, column]);
      return there.has(name) ? (clues.get(name) ?? "#") : ".";
    }).join(""),
  );
  return rows > 1 ? lines.join("\n") : `${lines[0]}/`;
}

/** The rule of all clues. @param {string} name @param {Setting} setting */
function cluesRule(name, setting) {
  const clues = cluesOf(setting);
  return clues.length
    ? [`${name} ${clues.map(([cell, clue]) => `${cell}=${clue}`).join(" ")}`]
    : [];
}

/** The rectangles that numbers allow. @param {Setting} setting @param {number} area */
function rectanglesOf(setting, area) {
  const clues = cluesOf(setting).map(([, clue]) => clue),
    numbers = clues.map(Number).filter(Boolean),
    rest = area - numbers.reduce((sum, each) => sum + each, 0),
    open = clues.length - numbers.length,
    areas = new Set([
      ...numbers,
      ...Array.from({ length: open ? Math.max(0, rest - open + 1) : 0 }, (_, i) => i + 1),
    ]);
  const [low, high] = [setting.rows, setting.columns].sort((one, other) => one - other);
  return [...areas]
    .sort((one, other) => one - other)
    .flatMap((size) =>
      Array.from({ length: low }, (_, i) => i + 1).flatMap((side) =>
        size % side === 0 && side * side <= size && size <= side * high
          ? [`${side}x${size / side}+`]
          : [],
      ),
    );
}

/** The least and the largest sum that a sign before a number allows. @param {string} says */
function boundsOf(says) {
  const [, sign, digits] = /^([<>]?)(\d+)$/.exec(says) ?? [],
    number = Number(digits);
  if (!digits) return null;
  return {
    least: sign === ">" ? number + 1 : sign ? 0 : number,
    most: sign === ">" ? null : sign ? number - 1 : number,
  };
}

/** The words of the condition of a region; none if it says nothing yet. @param {Region} region */
function conditionOf({ cells, says }) {
  const where = cells.join("-"),
    bounds = boundsOf(says);
  if (bounds) {
    const { least, most } = bounds,
      said = least === most ? `= ${least}` : most === null ? `>= ${least}` : `<= ${most}`;
    return [`sum ${where} ${said}`];
  }
  return says === "=" || says === "≠" ? [`${says === "=" ? "equal" : "unequal"} ${where}`] : [];
}

/** What is wrong with the sum of a region. @param {Region} region @param {number} highest */
function faultOf({ cells, says }, highest) {
  const bounds = boundsOf(says),
    isRight = !bounds || ((bounds.most ?? 0) >= 0 && bounds.least <= highest * cells.length);
  return isRight ? null : SET.badSum(cells.length, says);
}

/** Pieces that letters name. @type {Editor} */
const letters = {
  keys: (values) => values,
  typed: (_, key, values) => (values.includes(key.toUpperCase()) ? key.toUpperCase() : null),
  request: (setting, pieces) => ({
    board: boardOf(setting),
    pieces: [pieces],
    conditions: cluesRule("clues", setting),
  }),
};

/** The editors, by the names that kinds have for them (`data/kinds.json`). @type {Record<string, Editor>} */
export const EDITORS = {
  letters,
  sizes: letters,
  holes: letters,
  dots: {
    keys: () => ["o"],
    pieces: "choice",
    typed: (before, key) => (key === "o" || key === " " ? (before ? "" : "o") : null),
    request: (setting) => ({ board: drawing(setting), pieces: setting.pieces, dots: true }),
  },
  areas: {
    keys: () => [...DIGITS, "?"],
    dropped: "?",
    typed: (before, key) =>
      key === "?" ? key : key === "0" && !before ? null : number(before, key, LARGEST_AREA),
    request(setting) {
      const area = cellsOf(setting).length,
        clues = cluesOf(setting).map(([, clue]) => clue),
        sum = clues.reduce((all, clue) => all + (Number(clue) || 1), 0);
      if (!clues.length) return SET.noNumbers;
      if (sum > area || (sum < area && !clues.includes("?"))) return SET.areas(sum, area);
      const pieces = rectanglesOf(setting, area);
      if (!pieces.length) return SET.noRectangle;
      return { board: boardOf(setting), pieces, conditions: cluesRule("clues-one-each", setting) };
    },
  },
  labels: {
    keys: () => DIGITS,
    advances: true,
    typed: (_, key) => number("", key, HIGHEST),
    request(setting) {
      const area = cellsOf(setting).length,
        clues = cluesOf(setting).map(([, clue]) => clue),
        highest = Array.from({ length: HIGHEST + 1 }, (_, i) => i).find(
          (most) => (most + 1) * (most + 2) === area,
        );
      if (highest === undefined) return SET.noSet(area);
      const marks = DIGITS.slice(0, highest + 1),
        above = clues.find((clue) => Number(clue) > highest),
        many = marks.find((mark) => clues.filter((clue) => clue === mark).length > highest + 2);
      if (above) return SET.aboveSet(above, highest);
      if (many) return SET.tooMany(many, highest + 2);
      // A cell without a number may have any.
      const open = clues.length < area;
      return {
        board: drawing(setting),
        pieces: [`double-${highest}`],
        agree: open ? Object.fromEntries(marks.map((mark) => [mark, [mark, ""]])) : null,
      };
    },
  },
  regions: {
    keys: () => [...DIGITS, "<", ">", "=", "≠"],
    regions: true,
    pieces: "dominoes",
    typed(before, key) {
      if (["=", "≠", "<", ">"].includes(key)) return key;
      if (["!", "/", "#"].includes(key)) return "≠";
      const [, sign, digits] = /^([<>]?)(\d*)/.exec(before) ?? ["", "", ""],
        whole = number(digits, key, LARGEST_SUM);
      return whole === null ? null : sign + whole;
    },
    request(setting) {
      const area = cellsOf(setting).length,
        { pieces } = setting,
        regions = regionsOf(setting);
      if (area % 2) return SET.odd(area);
      if (2 * pieces.length !== area) return SET.wanted(area / 2, pieces.length);
      const marks = [...new Set(pieces.join(""))].sort(),
        faults = regions.map((region) => faultOf(region, Number(marks.at(-1))));
      return (
        faults.find(Boolean) ?? {
          board: boardOf(setting),
          pieces,
          conditions: regions.flatMap(conditionOf),
          agree: Object.fromEntries(marks.map((mark) => [mark, [""]])),
        }
      );
    },
  },
  placed: {
    keys: () => [],
    regions: true,
    typed: () => null,
    request(setting, pieces) {
      const regions = regionsOf(setting),
        area = cellsOf(setting).length;
      if (area !== PLACED * 12) return SET.placedArea(PLACED * 12, area);
      if (regions.some(({ cells }) => cells.length !== PLACED)) return SET.placedSize(PLACED);
      return {
        board: boardOf(setting),
        pieces: [pieces],
        placed: regions.map(
          ({ cells }) => `${wordOf(cells.map(cellOf), "", 1)}:${cells.join("-")}`,
        ),
      };
    },
  },
};

/**
 * The editor of a kind, with the pieces and the clues that the kind has for it.
 * @param {KindSheet} kind
 */
export function editorOf({ editor: words }) {
  const [name, pieces = "", values = ""] = words.split(" ");
  return { editor: EDITORS[name], pieces, values: [...values] };
}

/** An empty board for a kind. @param {KindSheet} kind @returns {Setting} */
export function fresh(kind) {
  const sizes = Object.values(kind.levels).map((board) => /^(\d+)x(\d+)$/.exec(board)),
    [rows, columns] = (sizes.find(Boolean) ?? []).slice(1).map(Number);
  const chosen = editorOf(kind).editor.pieces === "choice" ? [kind.offers[0].pieces[0][0]] : [];
  return { kind: kind.name, rows, columns, off: [], regions: [], pieces: chosen };
}

/**
 * The regions after a stroke has given cells to one of them, or to a new one; what is cut off from
 * another one belongs to no region.
 * @param {Region[]} all @param {Region | undefined} into @param {string[]} cells
 */
export function withRegion(all, into, cells) {
  const taken = new Set(cells);
  const others = all
    .filter((region) => region !== into)
    .flatMap(({ cells: own, says }) => {
      const left = own.filter((name) => !taken.has(name));
      return left.length ? [{ cells: joinedTo(left), says }] : [];
    });
  return [
    ...others,
    { cells: [...new Set([...(into?.cells ?? []), ...cells])], says: into?.says ?? "" },
  ];
}

/** The cells connected with the first one. @param {string[]} names */
function joinedTo([first, ...others]) {
  /** @type {Cell[]} */
  const found = [cellOf(first)];
  let left = others.map(cellOf);
  for (let before = -1; before !== found.length; ) {
    before = found.length;
    for (const cell of left) if (found.some((own) => connected([own, cell]))) found.push(cell);
    left = left.filter((cell) => !found.includes(cell));
  }
  return found.map(key);
}

// The address --------

/** Digits of a cell in an address, which counts cells row by row. */
const BASE = 36,
  WIDE = 2;

/** What an address says of a board with clues. @param {Setting} setting */
export function codeOf(setting) {
  const { rows, columns, off, pieces } = setting,
    there = new Set(rectangle(rows, columns).map(key));
  const code = (/** @type {string[]} */ names) =>
    names
      .filter((name) => there.has(name))
      .map((name) => {
        const [row, column] = cellOf(name);
        return (row * columns + column).toString(BASE).padStart(WIDE, "0");
      })
      .join("");
  return [
    `${rows}x${columns}`,
    code(off),
    regionsOf(setting)
      .map(({ cells, says }) => `${code(cells)}-${says}`)
      .join("."),
    pieces.join("."),
  ].join("~");
}

/**
 * The board with clues that an address says; null if it says none of this kind.
 * @param {KindSheet} kind @param {string} text @returns {Setting | null}
 */
export function readCode(kind, text) {
  const [size, off = "", regions = "", pieces = ""] = text.split("~"),
    { editor, values } = editorOf(kind),
    match = /^(\d{1,2})x(\d{1,2})$/.exec(size);
  const [rows, columns] = (match ?? []).slice(1).map(Number);
  if (!match || Math.min(rows, columns) < 1 || Math.max(rows, columns) > LARGEST) return null;
  const list = (/** @type {string} */ words) => words.split(".").filter(Boolean);
  const named = (/** @type {string} */ code) =>
    (code.match(/../g) ?? []).map((digits) => {
      const number = Number.parseInt(digits, BASE);
      return key([Math.floor(number / columns), number % columns]);
    });
  const typed = (/** @type {string} */ says) =>
    [...says].reduce((before, each) => editor.typed(before, each, values) ?? "", "");
  const told = list(regions).map((word) => {
    const [code, says = ""] = word.split("-");
    return { cells: named(code), says };
  });
  const setting = {
    ...{ kind: kind.name, rows, columns, off: named(off), pieces: list(pieces) },
    regions: told.reduce(
      (all, { cells, says }) => withRegion(all, { cells: [], says }, cells),
      /** @type {Region[]} */ ([]),
    ),
  };
  const allowed =
      editor.pieces === "dominoes" ? DOMINOES : kind.offers[0].pieces.map(([word]) => word),
    there = new Set(rectangle(rows, columns).map(key)),
    placed = [...setting.off, ...told.flatMap(({ cells }) => cells)];
  const isRight =
    told.every(
      ({ cells, says }) => typed(says) === says && cells.length && (says || editor.regions),
    ) &&
    setting.pieces.every((word) => allowed.includes(word)) &&
    new Set(setting.pieces).size === setting.pieces.length &&
    placed.every((name) => there.has(name));
  return isRight ? setting : null;
}
