// Names of puzzles, boards and pieces, which are data in English, in the language of the page. The
// library does the same (`system/values/language.py`).

import { DECIDED, LANGUAGE } from "./en.js";
import NAMES from "./names.en.json" with { type: "json" };

const TABLE = /** @type {Record<string, string>} */ (NAMES);
/** What a name has `_` for: numbers, and the letters of pieces. */
const PART = /(?<![\w'])(?:\d+m?|[A-Zb-wyz])(?![\w'])/g;
/** The same in every language: sizes, and letters of pieces. */
const SAME = /^(?:[\d x.#-]*m?|[A-Za-z])$/;
/** Names made of others, each with its text in the table. @type {[RegExp, string][]} */
const MADE = [
  [/^(?<noun>[^,]+), (?<rest>.+)$/, "{noun}, {rest}"],
  [/^the (?<noun>.+)$/, "the {noun}"],
  [/^an? (?<noun>.+)$/, "a {noun}"],
  [/^mirrored (?<noun>.+)$/, "mirrored {noun}"],
  [/^(?<noun>.+) of (?<number>\d+) cells$/, "{noun} of {number} cells"],
  [/^(?<weekday>[A-Z]\w+day) (?<noun>\w+ \d+)$/, "{weekday} {noun}"],
  [/^(?<noun>\D+) (?<size>\d.*)$/, "{noun} {size}"],
];

/** The name in the language of the page; one that is not known stays as it is. @param {string} text */
export const named = (text) => (LANGUAGE === "en" ? text : (translated(text) ?? text));

/** @param {string} text @returns {string | undefined} */
function translated(text) {
  if (SAME.test(text)) return text;
  if (Object.hasOwn(TABLE, text)) return TABLE[text];
  const known = TABLE[text.replace(PART, "_")];
  if (known !== undefined)
    return (text.match(PART) ?? []).reduce((all, part) => all.replace("_", part), known);
  for (const [pattern, name] of MADE) {
    const groups = Object.entries(pattern.exec(text)?.groups ?? {}),
      parts = groups.map(([, part]) => translated(part));
    if (parts.length && parts.every((part) => part !== undefined))
      return groups.reduce((all, [key], i) => all.replace(`{${key}}`, parts[i] ?? ""), TABLE[name]);
  }
  return undefined;
}

/** A number in a sentence. @param {string | undefined} word */
const count = (word) => ({ no: 0, one: 1 })[word ?? "one"] ?? Number(word);
/** The sentences about small pieces in the table of *Plane*. @type {[RegExp, (groups: Record<string, string | undefined>) => string][]} */
const SENTENCES = [
  [/^the piece has a hole/, () => DECIDED.hole],
  [/^the piece would have to tile by translations/, () => DECIDED.noTranslations],
  [/^copies that are never turned/, () => DECIDED.noTranslationsPlain],
  [
    /^an isohedral tiling of Heesch type (?<type>\w+) with (?<tiles>\w+) tile/i,
    ({ type, tiles }) => DECIDED.isohedral(type ?? "", count(tiles)),
  ],
  [
    /^a periodic tiling with (?<tiles>\w+) tiles? per period in (?<classes>\d+)/,
    ({ tiles, classes = "" }) => DECIDED.periodic(count(tiles), classes),
  ],
  [
    /^(?<rings>\w+) rings? of copies fits? around the piece(?:, but not \w+)?(?<hole>, and the last)?/,
    ({ rings, hole }) => DECIDED.rings(count(rings)) + (hole ? DECIDED.lastHole : ""),
  ],
  [
    /^(?:one tile|a group of (?<tiles>\d+) tiles), repeated.*?(?:has (?<classes>\d+) kinds|$)/,
    ({ tiles, classes }) => DECIDED.group(count(tiles)) + (classes ? DECIDED.sorts(classes) : ""),
  ],
];

/** A sentence of this table in the language of the page. @param {string} text */
export function decided(text) {
  const lower = text[0].toLowerCase() + text.slice(1);
  for (const [pattern, said] of LANGUAGE === "en" ? [] : SENTENCES) {
    const match = pattern.exec(lower);
    if (match) return said(match.groups ?? {});
  }
  return text;
}
