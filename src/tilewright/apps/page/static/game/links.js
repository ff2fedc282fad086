// Links to other sites: addresses of puzz.link and Penpa+ that contain a whole puzzle, as
// `tilewright.model.puzzle.links` reads and writes them. Nothing is downloaded.

/** @import { KindName, Sheet } from "../../answers" */
/** @import { Cell } from "../geometry/geometry.js" */

import { LINKS } from "../texts/en.js";
import { cellOf, key, rectangle } from "../geometry/geometry.js";
import { ANY } from "./conditions.js";
import TABLE from "./links.json" with { type: "json" };

/**
 * A puzzle of a link: a board without the cells `off`, and what cells say, by their keys.
 * @typedef {{ kind: KindName, rows: number, columns: number, off: string[], clues: Map<string, string> }} Linked
 */

/**
 * A genre, as `tilewright.model.puzzle.genres` explains it.
 * @typedef {{ clue: string, letters?: string, size?: number, apart?: string, whole?: boolean, hole?: number, only_holes?: boolean }} Genre
 */
const GENRES = /** @type {Partial<Record<KindName, Genre>>} */ (TABLE.genres);
/** How many polyominoes have up to 1, 2, … 9 cells. */
const POLYOMINOES = [1, 2, 4, 9, 21, 56, 164, 533, 1818];
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
    isDrawn = kind === "dominosa" || (off.length && genre?.whole);
  return genre ? Object.values(SITES).slice(isDrawn ? 1 : 0) : [];
}

/** What a puzzle says, for links; null if it is more than its clues. @param {Sheet} sheet @returns {Linked | null} */
export function linkedOf({ kind, rows, columns, cells, ...sheet }) {
  const genre = GENRES[kind],
    { letters, apart = "" } = genre ?? {},
    pieces = letters ? [letters.length] : POLYOMINOES,
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
const knows = (kind, text) => new RegExp(`^(${GENRES[kind]?.clue})$`).test(text);

// puzz.link --------

/** The code before that of the first letter that skips cells, with clues and without. */
const BEFORE_SKIPS = 102,
  BEFORE_A = 96,
  Z = 122;

/** @param {Linked} linked */
function puzzlinkOf({ kind, rows, columns, off, clues }) {
  const { letters, hole = 0, only_holes } = GENRES[kind] ?? {},
    before = only_holes ? BEFORE_A : BEFORE_SKIPS,
    away = new Set(off);
  const codes = rectangle(rows, columns).map((cell) => {
    const says = clues.get(key(cell)) ?? " ",
      isOff = away.has(key(cell));
    if (!isOff && [" ", ANY].includes(says)) return says.replace(ANY, ".");
    const number = isOff ? hole : (letters?.indexOf(says) ?? Number(says)),
      sign = number < 16 ? "" : number < 256 ? "-" : "+";
    return sign + number.toString(16);
  });
  const text = codes
    .join("")
    .replace(new RegExp(` {1,${Z - before}}`, "g"), (gap) =>
      String.fromCharCode(before + gap.length),
    );
  return `${kind}/${columns}/${rows}/${text}`;
}

/** @param {string} link @returns {Linked} */
function readPuzzlink(link) {
  const [, name, flag, width, height, text] =
      /^https?:[^?]*\?([^/]*?)(?:01)?(?:_edit)?(\/[a-z]+:)?\/(\d+)\/(\d+)\/([^/]*)/.exec(link) ??
      [],
    kind = KINDS.find((each) => each === name && each !== "dominosa"),
    [columns, rows] = [width, height].map(Number);
  if (text === undefined) throw new Wrong(LINKS.damaged);
  if (!kind) throw new Wrong(LINKS.unknown(name));
  if (flag) throw new Wrong(LINKS.damaged);
  if (!(Math.max(rows, columns) <= LARGEST)) throw new Wrong(LINKS.large(LARGEST));
  const { letters, hole, only_holes } = GENRES[kind] ?? {},
    /** @type {Linked} */
    linked = { kind, rows, columns, off: [], clues: new Map() };
  const names = rectangle(rows, columns).map(key);
  let at = 0;
  const codes = only_holes
    ? /([a-z])|7|(.)/g
    : /([g-z])|\.|[0-9a-f]|-[0-9a-f]{2}|\+[0-9a-f]{3}|(.)/g;
  for (const [code, skip, wrong] of text.matchAll(codes)) {
    const number = Number.parseInt(code.replace("+", "").replace("-", ""), 16);
    if (skip) at += skip.charCodeAt(0) - (only_holes ? BEFORE_A : BEFORE_SKIPS);
    else if (at >= names.length || wrong) throw new Wrong(LINKS.damaged);
    else if (number === hole) linked.off.push(names[at++]);
    else linked.clues.set(names[at++], code === "." ? ANY : (letters?.[number] ?? String(number)));
  }
  return linked;
}

// Penpa+ --------

/** Abbreviations, in the order in which they are made; a drawing without anything, by layer; and tools. */
const { blank: BLANK, mode: MODE } = TABLE.penpa,
  SHORT = Object.entries(TABLE.penpa.short);
/** The layers that are read, and histories. */
const READ = [
  ...["surface", "number", "symbol", "lineE"],
  ...Object.keys(BLANK).filter((name) => name.startsWith("command")),
];
/** Rows and columns around a board; shades of cells that are not on it; pixels of a cell. */
const MARGIN = 2,
  DARK = [1, 3, 4, 8],
  BLACK = 4,
  PIXELS = 38,
  VERSION = [3, 1, 4];

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
    ...BLANK,
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
    ...[[0, 0, 0, 0], MODE, drawing, BLANK],
    numbers.map((number, i) => number - (numbers[i - 1] ?? 0)),
    ...[[], {}, "x", "x", VERSION, MODE, "x", 0, BLANK, BLANK, {}, [kind]],
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
  const { letters, size = 1, apart, only_holes } = GENRES[kind] ?? {},
    area = rows * columns - off.length,
    said = [...clues.values()],
    numbers = said.filter((text) => text !== ANY).map(Number);
  if (!said.every((text) => knows(kind, text))) return false;
  if (letters) return (only_holes ? off : said).length > 0 && area % size === 0;
  if (kind === "dominosa") {
    const count = Math.max(...numbers) + 1,
      times = (/** @type {number} */ one) => numbers.filter((each) => each === one).length;
    return (
      area === said.length &&
      area === count * (count + 1) &&
      Array.from({ length: count }, (_, number) => times(number)).every((each) => each > count)
    );
  }
  const rest = area - numbers.reduce((all, number) => all + number, 0),
    open = said.length - numbers.length,
    addUp = open ? rest >= open : rest === 0;
  // Numbers that add up are areas.
  return !off.length && (apart ? said.length > 0 && !addUp : addUp);
}
