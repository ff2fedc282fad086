// Sentences about games, from the file that the library reads, too, filled with pieces, cells and
// numbers. A sentence has {name} for a value, and {name|one|many} for one of two texts, by a number.

/** @import { Words } from "../../../answers" */

import { LANGUAGE } from "../../texts/en.js";
import SENTENCES from "../../texts/hints.en.json" with { type: "json" };

/** @typedef {Words[number]} Part  A text, a cell, or words that point at a cell. */

/** A value, or the two texts of which one is chosen; the second one may have values of its own. */
const SLOT = /\{(\w+)(?:\|([^{}|]*)\|((?:[^{}|]|\{\w+\})*))?\}/;

/**
 * A sentence with its values.
 * @param {keyof typeof SENTENCES} name @param {Record<string, Part | Words | number>} [values]
 * @returns {Words}
 */
export const say = (name, values = {}) => joined(filled(SENTENCES[name], values));

/** A sentence that has no cells, as text. @param {Parameters<typeof say>} asked */
export const text = (...asked) => say(...asked).join("");

/** Neighboring texts as one. @param {Words} parts @returns {Words} */
export function joined(parts) {
  /** @type {Words} */
  const found = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (typeof part === "string" && typeof last === "string") found[found.length - 1] = last + part;
    else if (part !== "") found.push(part);
  }
  return found;
}

/** A sentence as text, each cell as row,column from 0. @param {Words} words */
export const plain = (words) =>
  words
    .map((part) =>
      typeof part === "string" || Array.isArray(part) ? part : `${part.word} (${part.cell})`,
    )
    .join("");

/** A number; the first call of `toLocaleString` takes longer than many a hint. @param {number} value */
const digits = (value) => (value < 1000 ? String(value) : value.toLocaleString(LANGUAGE));

/** @param {string} template @param {Record<string, Part | Words | number>} values @returns {Words} */
function filled(template, values) {
  const slot = SLOT.exec(template);
  if (!slot) return [template];
  const [all, name, one, many] = slot,
    value = values[name];
  /** @type {Words} */
  let own = [/** @type {Part} */ (value)];
  if (one !== undefined) own = filled(value === 1 ? one : many, values);
  else if (typeof value === "number") own = [digits(value)];
  else if (Array.isArray(value) && typeof value[0] !== "number") own = /** @type {Words} */ (value);
  return [
    template.slice(0, slot.index),
    ...own,
    ...filled(template.slice(slot.index + all.length), values),
  ];
}
