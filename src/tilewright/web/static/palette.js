// Colors and patterns of pieces and tiles.

import { s } from "./dom.js";
import { key, neighbors } from "./geometry.js";

/** Twelve colors that keep apart in light and in dark. */
export const COLORS = [
  "#e4572e", "#2e86ab", "#f3a712", "#4aa564", "#9b5de5", "#e75a8d",
  "#17a398", "#b5651d", "#5b6ee1", "#a7c957", "#d4a5a5", "#6c757d",
];

/** Six colors that most color-blind people tell apart (after Okabe and Ito). */
export const SAFE = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#8a8a8a"];

const lines = [
  "", "M0 .5H1", "M.5 0V1", "M0 0 1 1M-.25 .75 .25 1.25M.75 -.25 1.25 .25", "M0 1 1 0M-.25 .25 .25 -.25M.75 1.25 1.25 .75",
  "M0 .5H1M.5 0V1", "M.5 .35V.65M.35 .5H.65", "M0 .25H1M0 .75H1", "M.25 0V1M.75 0V1", "M.3 .5a.2 .2 0 1 0 .4 0a.2 .2 0 1 0-.4 0",
  "M0 0 .5 .5 1 0M0 1 .5 .5 1 1", "M0 0 1 1M0 1 1 0",
];

/** Pattern definitions, one for each color, to be put in an SVG's defs. */
export function patterns(prefix = "p") {
  return lines.map((d, i) => d && s("pattern", { id: `${prefix}${i}`, width: 0.5, height: 0.5, patternUnits: "userSpaceOnUse" },
    s("path", { d, transform: "scale(.5)", fill: "none", stroke: "#000", "stroke-opacity": 0.42, "stroke-width": 0.13 })));
}

const settings = { scheme: "pieces", count: 4, patterns: false };
const listeners = new Set();

export const scheme = () => settings;
export const onScheme = (listener) => { listeners.add(listener); return () => listeners.delete(listener); };
export function setScheme(change) {
  Object.assign(settings, change);
  for (const listener of listeners) listener();
}

/** Which tiles touch: along an edge, or, if `strong`, also at a corner. */
export function touching(tiles, strong) {
  const owner = new Map();
  tiles.forEach((cells, i) => cells.forEach((cell) => owner.set(key(cell), i)));
  const touch = tiles.map(() => new Set());
  tiles.forEach((cells, i) => cells.forEach((cell) => {
    const around = neighbors(cell);
    if (strong) for (const a of [-1, 1]) for (const b of [-1, 1]) around.push([cell[0] + a, cell[1] + b]);
    for (const next of around) {
      const other = owner.get(key(next));
      if (other !== undefined && other !== i) { touch[i].add(other); touch[other].add(i); }
    }
  }));
  return touch;
}

/** Color tiles with at most `most` colors so that those that touch differ; null if that is not possible (or not found soon). */
export function colorTiles(tiles, strong, most) {
  const touch = touching(tiles, strong);
  const colors = tiles.map(() => -1);
  let budget = 200_000;
  const next = () => {
    let best = -1, bestKey = -1;
    tiles.forEach((_, i) => {
      if (colors[i] >= 0) return;
      const seen = new Set([...touch[i]].map((j) => colors[j]).filter((c) => c >= 0)).size;
      const rank = seen * 1000 + touch[i].size;
      if (rank > bestKey) { bestKey = rank; best = i; }
    });
    return best;
  };
  const go = (used) => {
    if (budget-- < 0) return false;
    const i = next();
    if (i < 0) return true;
    const taken = new Set([...touch[i]].map((j) => colors[j]));
    for (let color = 0; color < Math.min(used + 1, most); color++) {
      if (taken.has(color)) continue;
      colors[i] = color;
      if (go(Math.max(used, color + 1))) return true;
      colors[i] = -1;
    }
    return false;
  };
  return go(0) ? colors : null;
}

/** A color number for each tile under the settings; `own` is the color number of each one's piece. */
export function tint(tiles, own) {
  const { scheme: name, count } = settings;
  if (name === "pieces") return own;
  const strong = name === "strong";
  for (let most = count; most <= COLORS.length; most++) {
    const found = colorTiles(tiles, strong, most);
    if (found) return found;
  }
  return own;
}

export function paint(number) {
  return settings.patterns && number < SAFE.length && settings.scheme !== "pieces" ? SAFE[number] : COLORS[number % COLORS.length];
}
