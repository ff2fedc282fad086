// Colors and patterns of pieces and tiles.

import { s } from "./dom.js";
/** @import { Cell } from "../geometry/geometry.js" */

import { key } from "../geometry/geometry.js";
import { squares } from "../geometry/lattice.js";

/**
 * Twelve colors of one family that everybody can tell apart, also the color-blind, in light and in
 * dark: those of saved pictures as well.
 */
export const COLORS = [
  "#c19218",
  "#5256bf",
  "#16b5ba",
  "#ab2f51",
  "#487403",
  "#e96a93",
  "#8d447f",
  "#8d91ff",
  "#7eb16b",
  "#099477",
  "#9771b9",
  "#b6624b",
];

/** What regions are painted with that are drawn: calm colors, so that lines and numbers are seen. */
const CALM = [
  "#ebc38c",
  "#88b6e6",
  "#db9595",
  "#8dcfab",
  "#ccb8f4",
  "#babd7c",
  "#91e8f2",
  "#fabbde",
];

/** What dominoes with pips are painted with, and the number of that color. */
const BONE = "#f4ecd8";
export const IVORY = ~CALM.length;

/** What tiles of random tilings are painted with, by their kinds. @type {Record<string, { colors: string[] }>} */
export const PALETTES = {
  bright: { colors: [COLORS[0], COLORS[1], COLORS[3], COLORS[2]] },
  earth: { colors: ["#e2b265", "#934832", "#4a5e81", "#7caf6f"] },
  sea: { colors: ["#9fd8dc", "#21929a", "#0b4a60", "#e8c98a"] },
  ink: { colors: ["#efe8dc", "#a79e94", "#4a443e", "#6f675f"] },
};

/** A pattern for each color: lines in a box of side 1. The first color goes without. */
export const LINES = [
  "",
  "M0 .5H1",
  "M.5 0V1",
  "M0 0 1 1M-.25 .75 .25 1.25M.75 -.25 1.25 .25",
  "M0 1 1 0M-.25 .25 .25 -.25M.75 1.25 1.25 .75",
  "M0 .5H1M.5 0V1",
  "M.5 .35V.65M.35 .5H.65",
  "M0 .25H1M0 .75H1",
  "M.25 0V1M.75 0V1",
  "M.3 .5a.2 .2 0 1 0 .4 0a.2 .2 0 1 0-.4 0",
  "M0 0 .5 .5 1 0M0 1 .5 .5 1 1",
  "M0 0 1 1M0 1 1 0",
];

/** Pattern definitions, one for each color, to be put in an SVG's defs. */
export function patterns(prefix = "p") {
  return LINES.map(
    (d, i) =>
      d &&
      s(
        "pattern",
        { id: `${prefix}${i}`, width: 0.5, height: 0.5, patternUnits: "userSpaceOnUse" },
        s("path", {
          d,
          transform: "scale(.5)",
          fill: "none",
          stroke: "#000",
          "stroke-opacity": 0.42,
          "stroke-width": 0.13,
        }),
      ),
  );
}

// `count` is how many colors tiles get that are colored by what they touch; 0 is as few as
// possible.
const settings = { scheme: "pieces", count: 0, patterns: false };
/** @type {Set<() => void>} */
const listeners = new Set();

export const scheme = () => settings;
/** Hear when what is shown looks otherwise; gives what ends it. @param {() => void} listener */
export const onScheme = (listener) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
/** Tell that what is shown looks otherwise: other colors, light or dark. */
export const repaint = () => {
  for (const listener of listeners) listener();
};
/** @param {Partial<typeof settings>} change */
export function setScheme(change) {
  Object.assign(settings, change);
  repaint();
}

/**
 * Which tiles touch: along an edge, or, if `strong`, also at a corner.
 * @param {Cell[][]} tiles
 * @param {boolean} strong
 */
export function touching(tiles, strong, lattice = squares) {
  /** @type {Map<string, number>} */
  const owner = new Map();
  for (const [i, cells] of tiles.entries()) for (const cell of cells) owner.set(key(cell), i);
  const touch = tiles.map(() => /** @type {Set<number>} */ (new Set()));
  for (const [i, cells] of tiles.entries()) {
    for (const cell of cells) {
      for (const next of strong ? lattice.touching(cell) : lattice.neighbors(cell)) {
        const other = owner.get(key(next));
        if (other !== undefined && other !== i) {
          touch[i].add(other);
          touch[other].add(i);
        }
      }
    }
  }
  return touch;
}

/**
 * Color tiles with at most `most` colors so that those that touch differ: a color for each, null if
 * that is not
 * possible, undefined if it was not found out soon. With `spread` all colors are used about as
 * often.
 * @param {Set<number>[]} touch @param {number} most
 */
export function colorTiles(touch, most, spread = false) {
  const colors = touch.map(() => -1),
    uses = /** @type {number[]} */ (Array(most).fill(0));
  let budget = 20_000;
  const next = () => {
    let best = -1,
      bestRank = -1;
    touch.forEach((others, i) => {
      if (colors[i] >= 0) return;
      const rank =
        new Set([...others].map((j) => colors[j]).filter((c) => c >= 0)).size * 1000 + others.size;
      if (rank > bestRank) {
        bestRank = rank;
        best = i;
      }
    });
    return best;
  };
  /** @param {number} used @returns {boolean | undefined} */
  const go = (used) => {
    if (budget-- < 0) return undefined;
    const i = next();
    if (i < 0) return true;
    const taken = new Set([...touch[i]].map((j) => colors[j]));
    // Colors that nothing has yet are all alike: one of them is enough to try.
    const open = [...uses.keys()]
      .slice(0, Math.min(used + 1, most))
      .filter((color) => !taken.has(color));
    if (spread) open.sort((a, b) => uses[a] - uses[b]);
    for (const color of open) {
      colors[i] = color;
      uses[color]++;
      const done = go(Math.max(used, color + 1));
      if (done !== false) return done;
      colors[i] = -1;
      uses[color]--;
    }
    return false;
  };
  const done = go(0);
  return done ? colors : done === false ? null : undefined;
}

/** @type {{ used: number, fewest: number, proven: boolean } | null} */
let last = null;
/**
 * What the last coloring came to: how many colors were used, and whether fewer were shown not to be
 * enough.
 */
export const coloring = () => last;

/**
 * A color number for each tile under the settings; `own` is the color number of each one's piece.
 * @param {Cell[][]} tiles
 * @param {number[]} own
 */
export function tint(tiles, own, lattice = squares) {
  const { scheme: name, count } = settings;
  last = null;
  if (name === "pieces" || !tiles.length) return own;
  const touch = touching(tiles, name === "strong", lattice);
  let proven = true;
  for (let most = 1; most <= COLORS.length; most++) {
    const found = colorTiles(touch, most);
    if (found === undefined) proven = false;
    if (!found) continue;
    const colors =
      count > most ? (colorTiles(touch, Math.min(count, COLORS.length), true) ?? found) : found;
    last = { used: new Set(colors).size, fewest: most, proven };
    return colors;
  }
  return own;
}

/**
 * The numbers of colors for regions, so that those that touch differ. A region keeps its color while
 * others are drawn, and when it is drawn again.
 * @param {Cell[][]} regions @param {Map<string, number>} known  The colors so far, by cells; more are added.
 */
export function apart(regions, known) {
  const names = regions.map((cells) => cells.map(key).join());
  for (const [i, others] of touching(regions, false).entries()) {
    const near = [...others].map((j) => (j < i || known.has(names[j]) ? known.get(names[j]) : -1)),
      own = known.get(names[i]);
    if (own !== undefined && !near.includes(own)) continue;
    const uses = CALM.map((_, color) => names.filter((name) => known.get(name) === color).length),
      free = [...CALM.keys()].filter((color) => !near.includes(color)),
      open = free.length ? free : [...CALM.keys()];
    known.set(
      names[i],
      open.reduce((best, color) => (uses[color] < uses[best] ? color : best)),
    );
  }
  return names.map((name) => ~(known.get(name) ?? 0));
}

/** How much darker the edge of a piece is than the piece. */
const DARKER = 0.28;

/** The parts of a color, from 0 to 255. @param {string} color */
const partsOf = (color) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** A color, that of its edge, and black or white on it, whichever has more contrast (WCAG 2.1). @param {string} color */
function dressed(color) {
  const [red, green, blue] = partsOf(color).map((part) =>
    part <= 0.04045 * 255 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  const darker = partsOf(color).map((part) => Math.round(part * (1 - DARKER)).toString(16));
  return {
    color,
    edge: `#${darker.map((part) => part.padStart(2, "0")).join("")}`,
    ink: light / 0.0532 >= 1.05 / light ? "var(--on-tile)" : "white",
  };
}
const PIECES = COLORS.map(dressed),
  REGIONS = [...CALM, BONE].map(dressed);
/** How a number of a color looks: below 0 that of a region. @param {number} number */
const dress = (number) => (number < 0 ? REGIONS[~number] : PIECES[number % PIECES.length]);

/** @param {number} number */
export const paint = (number) => dress(number).color;
/** The color of the edge of a piece. @param {number} number */
export const edge = (number) => dress(number).edge;
/** The color of letters on a piece. @param {number} number */
export const ink = (number) => dress(number).ink;
/** The number of the pattern of a piece. @param {number} number */
export const patternOf = (number) => (number < 0 ? ~number : number) % LINES.length;

/** The number of a color of pieces or regions, or null. @param {string} color */
export function numberOf(color) {
  const [piece, region] = [PIECES, REGIONS].map((all) =>
    all.findIndex((each) => each.color === color),
  );
  return piece >= 0 ? piece : region >= 0 ? ~region : null;
}
