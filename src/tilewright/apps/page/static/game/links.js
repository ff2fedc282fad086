// Links to other sites: addresses of puzz.link and Penpa+ that contain a whole puzzle, as
// `tilewright.model.puzzle.links` reads and writes them. Nothing is downloaded.

/** @import { KindName, Sheet } from "../../answers" */
/** @import { Cell } from "../geometry/geometry.js" */

import { LINKS } from "../texts/en.js";
import { cellOf, key, rectangle } from "../geometry/geometry.js";
import { ANY } from "./conditions.js";

/**
 * A puzzle of a link: a board without the cells `off`, and what cells say, by their keys.
 * @typedef {{ kind: KindName, rows: number, columns: number, off: string[], clues: Map<string, string> }} Linked
 */

/**
 * A genre, as `tilewright.model.puzzle.genres` has it. The texts that match `clue` are clues, or `ANY` and
 * `letters`, which name pieces of a `size`. Clues that are numbers of `dominoes` are only in Penpa+. Pieces
 * that touch obey the rule `apart`, and a puzzle has one of these numbers of `pieces`. `hole` is the number
 * in puzz.link of a cell outside the board; without it, all boards are whole. If there are `onlyHoles`,
 * there are no clues. Links must name a genre that is `named`, since its clues fit others, too.
 * @typedef {{ clue?: RegExp, letters?: string, size?: number, dominoes?: boolean, apart?: string, pieces?: number[], hole?: number, onlyHoles?: boolean, named?: boolean }} Genre
 */
/** @type {Partial<Record<KindName, Genre>>} */
const GENRES = {
  shikaku: { clue: /^(\?|[1-9]\d{0,3})$/ },
  pentominous: { letters: "FILNPTUVWXYZ", size: 5, apart: "apart", pieces: [12], hole: 12 },
  tetrominous: { letters: "ILOST", size: 4, apart: "apart", pieces: [5], hole: 12 },
  dominosa: { clue: /^\d$/, dominoes: true },
  heteromino: { clue: /(?!)/, apart: "apart same-way", pieces: [2], hole: 7, onlyHoles: true },
  // The polyominoes of up to 1, 2, … 9 cells.
  fillomino: {
    ...{ clue: /^[?1-9]$/, apart: "apart size", named: true },
    pieces: [1, 2, 4, 9, 21, 56, 164, 533, 1818],
  },
};
/** The most characters of a link, and rows or columns of a board. */
const LONGEST = 1 << 16,
  LARGEST = 100;
const KINDS = /** @type {KindName[]} */ (Object.keys(GENRES));

/** @type {Record<"puzzlink" | "penpa", { title: string, write: (linked: Linked) => Promise<string> }>} */
export const SITES = {
  puzzlink: { title: "puzz.link", write: async (linked) => PUZZLINK + puzzlinkOf(linked) },
  penpa: { title: "Penpa+", write: async (linked) => PENPA + (await penpaOf(linked)) },
};
const PUZZLINK = "https://puzz.link/p?",
  PENPA = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=";

/** The sites that have a kind, with boards like this. @param {{ kind: KindName, off: string[] }} linked */
export function sitesOf({ kind, off }) {
  const genre = GENRES[kind],
    isDrawn = genre?.dominoes || (off.length && genre?.hole === undefined);
  return genre ? Object.values(SITES).slice(isDrawn ? 1 : 0) : [];
}

/** What a puzzle says, for links; null if it is more than its clues. @param {Sheet} sheet @returns {Linked | null} */
export function linkedOf({ kind, rows, columns, cells, ...sheet }) {
  const genre = GENRES[kind],
    { letters, apart = "", pieces = [] } = genre ?? {},
    rules = (sheet.rules ?? []).map((rule) => (rule === apart ? rule : rule.split(" ")[0])),
    known = apart ? [apart, "clues"] : ["clues-one-each"],
    signs = [...sheet.marks, ...(sheet.clues ?? [])];
  const isRight =
    genre &&
    !sheet.lattice &&
    !sheet.seams.length &&
    !sheet.placed.length &&
    !sheet.empty[1] &&
    sheet.turn === "free" &&
    !Object.keys(sheet.agree ?? {}).length &&
    rules.every((rule) => known.includes(rule)) &&
    (!apart || (rules.includes(apart) && pieces.includes(sheet.pieces.length)));
  const off = rectangle(rows, columns).filter(([row, column]) => cells[row][column] === ".");
  return isRight
    ? {
        ...{ kind, rows, columns, off: off.map(key) },
        clues: new Map(
          signs.map(([row, column, says]) => [key([row, column]), letters ? says[0] : says]),
        ),
      }
    : null;
}

/** What is wrong with a link. */
class Wrong extends Error {}

/**
 * The puzzle of a link. What is wrong is an error with a sentence.
 * @param {string} link @returns {Promise<Linked>}
 */
export async function readLink(link) {
  try {
    if (link.length > LONGEST) throw new Wrong(LINKS.damaged);
    const drawing = /[?#&]p=([^&]*)/.exec(link),
      linked = drawing ? await readPenpa(drawing[1]) : readPuzzlink(link.trim());
    for (const text of linked.clues.values())
      if (!knows(linked.kind, text)) throw new Wrong(LINKS.clue(text));
    return linked;
  } catch (error) {
    throw error instanceof Wrong ? error : new Wrong(LINKS.damaged);
  }
}

/** Whether a text is a clue of a kind. @param {KindName} kind @param {string} text */
function knows(kind, text) {
  const { letters, clue = new RegExp(`^[?${letters}]$`) } = GENRES[kind] ?? {};
  return clue.test(text);
}

// puzz.link --------

/** A clue without a number. */
const OPEN = -1;
/** The code before that of the first letter that skips cells, with clues and without. */
const BEFORE_SKIPS = 102,
  BEFORE_A = 96,
  Z = 122;

/** @param {Linked} linked */
function puzzlinkOf({ kind, rows, columns, off, clues }) {
  const { letters, hole, onlyHoles } = GENRES[kind] ?? {},
    before = onlyHoles ? BEFORE_A : BEFORE_SKIPS,
    away = new Set(off);
  let text = "",
    skipped = 0;
  const skip = () => {
    for (; skipped > 0; skipped -= Z - before)
      text += String.fromCharCode(Math.min(before + skipped, Z));
    skipped = 0;
  };
  for (const name of rectangle(rows, columns).map(key)) {
    const says = away.has(name) ? hole : clues.get(name);
    if (says === undefined) {
      skipped += 1;
      continue;
    }
    skip();
    const number = typeof says === "string" && letters ? letters.indexOf(says) : Number(says),
      sign = number < 16 ? "" : number < 256 ? "-" : "+";
    text += says === ANY ? "." : sign + number.toString(16);
  }
  skip();
  return `${kind}/${columns}/${rows}/${text}`;
}

/** @param {string} link @returns {Linked} */
function readPuzzlink(link) {
  const [, name, width, height, text] =
      /^https?:[^?]*\?([^/]*)\/(\d+)\/(\d+)\/([^/]*)/.exec(link) ?? [],
    kind = KINDS.find((each) => each === name?.replace(/_edit$/, "")),
    [columns, rows] = [width, height].map(Number);
  if (text === undefined) throw new Wrong(LINKS.damaged);
  if (!kind || GENRES[kind]?.dominoes) throw new Wrong(LINKS.unknown(name));
  if (!(Math.max(rows, columns) <= LARGEST)) throw new Wrong(LINKS.large(LARGEST));
  const { letters, hole, onlyHoles } = GENRES[kind] ?? {},
    /** @type {Linked} */
    linked = { kind, rows, columns, off: [], clues: new Map() };
  const names = rectangle(rows, columns).map(key);
  let at = 0;
  const numbers = onlyHoles
    ? /(7)|(?!)()|(?!)()|([a-z])|./g
    : /([0-9a-f])|-([0-9a-f]{2})|\+([0-9a-f]{3})|([g-z])|./g;
  for (const [whole, digit, two, three, skip] of text.matchAll(numbers)) {
    const number = whole === "." ? OPEN : Number.parseInt(digit ?? two ?? three, 16),
      says = letters ? letters[number] : String(number);
    if (skip) at += skip.charCodeAt(0) - (onlyHoles ? BEFORE_A : BEFORE_SKIPS);
    else if (at >= names.length || Number.isNaN(number)) throw new Wrong(LINKS.damaged);
    else if (number === hole) linked.off.push(names[at++]);
    else if (number !== OPEN && !says) throw new Wrong(LINKS.clue(String(number)));
    else linked.clues.set(names[at++], number === OPEN ? ANY : says);
  }
  return linked;
}

// Penpa+ --------

/** Abbreviations, in the order in which they are made. @type {[string, string][]} */
const SHORT = [
  ["z", "zZ"],
  .../** @type {[string, string][]} */ (
    [
      ...["qa 9", "pu_q Q", "pu_a A", "grid G", "edit_mode M", "surface S", "line L", "lineE E"],
      ...["wall W", "cage C", "number N", "symbol Y", "special P", "board B", "command_redo R"],
      ...["command_undo U", "command_replay 8", "numberS 1", "freeline F", "freelineE 2"],
      ...["thermo T", "arrows 3", "direction D", "squareframe 0", "polygon 5", "deletelineE 4"],
      ...["killercages 6", "nobulbthermo 7", "__a _"],
    ]
      .map((pair) => pair.split(" "))
      .map(([word, letter]) => [`"${word}"`, `z${letter}`])
  ),
  ["null", "zO"],
];
/** The layers of a drawing: histories, those by points, and lists. */
const HISTORY = ["command_redo", "command_undo", "command_replay"],
  BY_POINT =
    "surface number numberS symbol freeline freelineE line lineE wall cage deletelineE".split(" "),
  LISTED = "thermo arrows direction squareframe polygon killercages nobulbthermo".split(" "),
  READ = [...HISTORY, "surface", "number", "symbol", "lineE"];
/** Rows and columns around a board; shades of cells that are not on it; pixels of a cell. */
const MARGIN = 2,
  DARK = [1, 3, 4, 8],
  BLACK = 4,
  PIXELS = 38;
const VERSION = [3, 1, 4],
  TOOLS = {
    ...{ surface: ["", 1], line: ["1", 3], lineE: ["1", 3], wall: ["", 3], cage: ["1", 10] },
    ...{ number: ["1", 1], symbol: ["circle_L", 1], special: ["thermo", ""], board: ["", ""] },
    ...{ move: ["1", ""], combi: ["edgesub", ""], sudoku: ["1", 1] },
  },
  MODE = {
    ...{ qa: "pu_a", grid: ["1", "2", "1"], pu_q: { edit_mode: "number", ...TOOLS } },
    pu_a: { edit_mode: "lineE", ...TOOLS },
  };

/** A drawing without anything. @returns {Record<string, any>} */
const blank = () =>
  Object.fromEntries([
    ...HISTORY.map((name) => [name, { __a: [] }]),
    ...BY_POINT.map((name) => [name, {}]),
    ...LISTED.map((name) => [name, []]),
  ]);

/** Bytes through a stream. @param {BlobPart} bytes @param {GenericTransformStream} through */
const sent = async (bytes, through) =>
  new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer();

/** @param {Linked} linked */
async function penpaOf({ kind, rows, columns, off, clues }) {
  const width = columns + 2 * MARGIN,
    point = (/** @type {readonly number[]} */ [row, column]) =>
      (row + MARGIN) * width + column + MARGIN;
  const numbers = rectangle(rows, columns).map(point),
    middle = point([(rows - 1) >> 1, (columns - 1) >> 1]),
    // It is a cell, a corner, or the middle of a lower or a right side.
    family = [1, 2, 3, 0][2 * (rows % 2) + (columns % 2)],
    center = family * (rows + 2 * MARGIN) * width + middle;
  const drawing = {
    ...blank(),
    surface: Object.fromEntries(off.map((name) => [point(cellOf(name)), BLACK])),
    number: Object.fromEntries(
      [...clues].map(([name, says]) => [point(cellOf(name)), [says, 1, "1"]]),
    ),
  };
  const header = [
    ...["square", columns, rows, PIXELS, 0, 1, 1],
    ...[(columns + 1) * PIXELS, (rows + 1) * PIXELS, center, center, 0, 0, 0, 0],
    ...["Title: ", "Author: ", "", "", "OFF", "false"],
  ];
  const lines = [
    ...[[0, 0, 0, 0], MODE, drawing, blank()],
    numbers.map((number, i) => number - (numbers[i - 1] ?? 0)),
    ...[[], {}, "x", "x", VERSION, MODE, "x", 0, blank(), blank(), {}, [kind]],
  ].map((part) => JSON.stringify(part));
  const text = SHORT.reduce(
    (all, [word, short]) => all.replaceAll(word, short),
    [header.join(","), ...lines, ""].join("\n"),
  );
  const packed = await sent(text, new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...new Uint8Array(packed)));
}

/** @param {string} packed @returns {Promise<Linked>} */
async function readPenpa(packed) {
  let lines;
  try {
    const bytes = Uint8Array.from(atob(decodeURIComponent(packed)), (each) => each.charCodeAt(0)),
      text = await sent(bytes, new DecompressionStream("deflate-raw"));
    lines = SHORT.reduceRight(
      (all, [word, short]) => all.replaceAll(short, word),
      new TextDecoder().decode(text),
    ).split("\n");
    JSON.parse(lines[3]);
  } catch {
    throw new Wrong(LINKS.damaged);
  }
  const [shape, columns, rows] = lines[0].split(","),
    layers = JSON.parse(lines[3]),
    strange = Object.keys(layers).find(
      (name) => !READ.includes(name) && Object.keys(layers[name] ?? {}).length,
    );
  if (!["square", "sudoku", "kakuro"].includes(shape)) throw new Wrong(LINKS.squares);
  if (strange) throw new Wrong(LINKS.strange(strange));
  if (!(Math.max(Number(rows), Number(columns)) <= LARGEST)) throw new Wrong(LINKS.large(LARGEST));
  const width = Number(columns) + 2 * MARGIN,
    points = width * (Number(rows) + 2 * MARGIN),
    tags = JSON.parse((lines[17] || "[]").toLowerCase());
  let sum = 0;
  /** @type {Cell[]} */
  const there = JSON.parse(lines[5]).map((/** @type {number} */ step) => {
    sum += step;
    return [Math.floor(sum / width), sum % width];
  });
  const [down, across] = [0, 1].map((axis) => there.map((cell) => cell[axis])),
    [top, left] = [Math.min(...down), Math.min(...across)],
    size = [Math.max(...down) - top + 1, Math.max(...across) - left + 1];
  /** @param {string | number} number  Of a point. */
  const nameOf = (number) =>
    key([Math.floor(Number(number) / width) - top, (Number(number) % width) - left]);
  const onBoard = new Set(there.map(([row, column]) => key([row - top, column - left])));
  for (const [number, color] of Object.entries(layers.surface ?? {}))
    if (DARK.includes(color) && Number(number) < points) onBoard.delete(nameOf(number));
  for (const word of Object.keys(layers.lineE ?? {})) {
    const [one, other] = word
        .split(",")
        .map((point) => Number(point) - points)
        .sort((a, b) => a - b),
      beyond = { 1: width, [width]: 1 }[other - one];
    // The side of a cell goes from the lower right corner of its neighbor to its own.
    if (!beyond || (onBoard.has(nameOf(other)) && onBoard.has(nameOf(other + beyond))))
      throw new Wrong(LINKS.lines);
  }
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const [number, [, name]] of Object.entries(layers.symbol ?? {})) {
    if (!name.startsWith("circle")) throw new Wrong(LINKS.strange(name));
    texts.set(nameOf(number), ANY);
  }
  for (const [number, [text]] of Object.entries(layers.number ?? {}))
    texts.set(nameOf(number), String(text).trim().toUpperCase() || ANY);
  if ([...texts.keys()].some((name) => !onBoard.has(name))) throw new Wrong(LINKS.outside);
  const off = rectangle(size[0], size[1])
    .map(key)
    .filter((name) => !onBoard.has(name));
  const linked = { rows: size[0], columns: size[1], off, clues: texts },
    named = tags.filter((/** @type {KindName} */ tag) => KINDS.includes(tag)),
    fitting = tags.length ? named.slice(0, 1) : KINDS.filter((kind) => fits(kind, linked));
  if (!fitting.length) throw new Wrong(LINKS.unknown(tags[0] ?? ""));
  if (fitting.length > 1) throw new Wrong(LINKS.several(fitting.join(", ")));
  return { kind: fitting[0], ...linked };
}

/** Whether clues can be those of a kind. @param {KindName} kind @param {Omit<Linked, "kind">} linked */
function fits(kind, { rows, columns, off, clues }) {
  const { letters, size = 1, dominoes, named } = GENRES[kind] ?? {},
    area = rows * columns - off.length,
    said = [...clues.values()],
    numbers = said.filter((text) => text !== ANY).map(Number);
  if (named || !said.every((text) => knows(kind, text))) return false;
  if (letters) return said.length > 0 && area % size === 0;
  if (dominoes) {
    const highest = Math.max(...numbers),
      set = Array.from({ length: highest + 1 }, (_, i) => i),
      times = (/** @type {number} */ one) => numbers.filter((each) => each === one).length;
    return (
      area === said.length &&
      area === (highest + 1) * (highest + 2) &&
      set.every((number) => times(number) === highest + 2)
    );
  }
  const rest = area - numbers.reduce((all, number) => all + number, 0),
    open = said.length - numbers.length;
  return !off.length && (open ? rest >= open : rest === 0);
}
