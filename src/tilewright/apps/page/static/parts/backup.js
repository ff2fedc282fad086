// All that the page keeps in this browser, as one file, and such a file read into another browser.

import { PROGRESS } from "../texts/en.js";
import { allKeys, better, forget, KEY, textOf } from "./storage.js";

/** The form of the file. A form that earlier pages cannot read has a higher number. */
const FORM = 1;
/** @typedef {{ tilewright: number, kept: { [name: string]: unknown } }} Backup  What the file holds. */

/** @param {any} value */
const items = (value) => (Array.isArray(value) ? value : []);
/** @param {any} value @returns {{ [name: string]: any }} */
const fields = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
/** Both lists, each item once. @param {any} here @param {any} there @param {(item: any) => unknown} [of] */
const joined = (here, there, of = (item) => item) => {
  const known = new Set(items(here).map(of));
  return [...items(here), ...items(there).filter((item) => !known.has(of(item)))];
};

/**
 * How what is here and what the file has become one, by the beginning of the name. What has another
 * name is not read.
 * @type {Record<string, (here: any, there: any) => unknown>}
 */
const JOIN = {
  solved: (here, there) => {
    const all = { ...fields(here) };
    for (const [id, record] of Object.entries(fields(there))) all[id] = better(all[id], record);
    return all;
  },
  days: (here, there) => joined(here, there).sort(),
  dailies: (here, there) => ({ ...fields(there), ...fields(here) }),
  found: joined,
  mine: (here, there) => joined(here, there, (card) => card?.id),
  drafts: (here, there) => joined(here, there, (draft) => draft?.[0]),
  // The game that went further.
  play: (here, there) => ((there?.saves ?? 0) > (here?.saves ?? -1) ? there : here),
  setting: (_here, there) => there,
};

/** @param {string | null} text */
function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** All that is kept, as the text of a file. */
export function backup() {
  const kept = Object.fromEntries(
    allKeys().map((key) => [key.slice(KEY.length), parsed(textOf(key))]),
  );
  return `${JSON.stringify(/** @type {Backup} */ ({ tilewright: FORM, kept }), null, 1)}\n`;
}

/**
 * Add what a file has to what is here; nothing that is here is lost. Settings become those of the
 * file.
 * @param {string} text
 */
export function restore(text) {
  const { tilewright, kept } = fields(parsed(text));
  if (typeof tilewright !== "number" || kept !== fields(kept)) throw new Error(PROGRESS.foreign);
  if (tilewright > FORM) throw new Error(PROGRESS.newer);
  for (const [name, there] of Object.entries(kept)) {
    const join = JOIN[name.split(":")[0]];
    if (!join || there === null) continue;
    const here = parsed(textOf(KEY + name));
    try {
      localStorage.setItem(KEY + name, JSON.stringify(join(here, there)));
    } catch {
      throw new Error(PROGRESS.full);
    }
  }
}

/** Forget all that is kept. */
export function forgetAll() {
  for (const key of allKeys()) forget(key);
}
