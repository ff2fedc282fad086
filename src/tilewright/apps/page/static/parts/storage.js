// What is kept in this browser: games in progress, what was solved, settings.

export const KEY = "tilewright:";

/** @import { Draft } from "../views/elements/draft.js" */
/** @import { Action, SavedGame } from "../game/session.js" */
/** @import { CardOf } from "../views/elements/cards.js" */

import { embedder } from "./embedder.js";

/**
 * Asked for each time: a browser may not allow it.
 * @returns {Pick<Storage, "getItem" | "setItem" | "removeItem">}
 */
const place = () => embedder?.storage ?? localStorage;
/** What could not be saved, as text by its key: it is there while the page is. @type {Map<string, string>} */
const unsaved = new Map();
/** Called when something of the player's could not be saved. */
let lost = () => {};
/** @param {() => void} heard */
export const onLost = (heard) => {
  lost = heard;
};

/** The text that is kept under a key. @param {string} key */
export function textOf(key) {
  try {
    return unsaved.get(key) ?? place().getItem(key);
  } catch {
    return null;
  }
}

/** The keys of all that is kept, saved or not. */
export function allKeys() {
  /** @type {string[]} */
  let saved = [];
  try {
    saved = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? "");
  } catch {
    // Storage is not allowed.
  }
  return [...new Set([...saved, ...unsaved.keys()])].filter((key) => key.startsWith(KEY)).sort();
}

/** Forget what is kept under a key. @param {string} key */
export function forget(key) {
  unsaved.delete(key);
  try {
    place().removeItem(key);
  } catch {
    // Storage is not allowed: nothing was saved.
  }
}

/**
 * A game as it is kept, and how it stands. An earlier edition has kept moves beside it that it had
 * not made yet, and seconds; games of earlier editions do not say when they were begun and played last, in
 * milliseconds.
 * @typedef {{ session: SavedGame, saves: number, share: number, solved: boolean, won: boolean, begun?: number, when?: number, queue?: Action[], untold?: number }} KeptGame
 */
/**
 * How a puzzle was solved, and what it was. Records of earlier editions have no kind and no level.
 * @typedef {{ seconds: number, hints: number, when: number, kind?: string, level?: string | null }} Finish
 */

/**
 * What was kept under a name. Damaged text, or a value of another type, counts as nothing.
 * @template Kept @param {string} name @param {Kept} otherwise @returns {Kept}
 */
function read(name, otherwise) {
  try {
    const found = JSON.parse(textOf(KEY + name) ?? "null") ?? otherwise;
    const wanted = otherwise === null ? {} : otherwise;
    return typeof found === typeof wanted && Array.isArray(found) === Array.isArray(wanted)
      ? found
      : otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * The members of a list that was kept that are as they should be.
 * @template Kept @param {string} name @param {(value: any) => boolean} fits @returns {Kept[]}
 */
const list = (name, fits) => /** @type {Kept[]} */ (read(name, [])).filter(fits);

/** @param {any} value */
const isText = (value) => typeof value === "string";
/** @param {any} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Save a value; without room or leave for that, keep it while the page is there. Gives whether it is saved. @param {string} name @param {unknown} value */
function write(name, value) {
  const text = JSON.stringify(value);
  try {
    place().setItem(KEY + name, text);
    unsaved.delete(KEY + name);
    return true;
  } catch {
    unsaved.set(KEY + name, text);
    // Which puzzles a day has can be looked up again, and nobody misses an invitation.
    if (name !== "dailies" && name !== "setting:learn") lost();
    return false;
  }
}

/** @template Kept @param {string} name @param {Kept} otherwise */
export const setting = (name, otherwise) => read(`setting:${name}`, otherwise);
/** @param {string} name @param {unknown} value */
export const keepSetting = (name, value) => write(`setting:${name}`, value);

/** @param {string} id @returns {Partial<KeptGame> | null} */
export const game = (id) => read(`play:${id}`, null);
/** The games that were begun and not solved, the last one that was played first. */
export const begun = () =>
  allKeys()
    .filter((key) => key.startsWith(`${KEY}play:`))
    .map((key) => key.slice(KEY.length + "play:".length))
    .map((id) => ({ id, ...game(id) }))
    .filter(({ share, solved, won }) => (share ?? 0) > 0 && !solved && !won)
    .sort((one, other) => (other.when ?? 0) - (one.when ?? 0))
    .map(({ id }) => id);
/** @param {string} id @param {KeptGame} value */
export const keepGame = (id, value) => write(`play:${id}`, value);
/**
 * Hear of games that another tab has kept; gives what ends it.
 * @param {string} id
 * @param {() => void} heard
 */
export function onGame(id, heard) {
  /** @param {StorageEvent} event */
  const listener = (event) => {
    if (event.key === `${KEY}play:${id}`) heard();
  };
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}
/** Games that an earlier version has kept in another form are given up. */
export function forgetOldGames() {
  for (const key of allKeys()) if (key.startsWith(`${KEY}game:`)) forget(key);
}

/** @returns {{ [id: string]: Finish }} */
export const solved = () =>
  Object.fromEntries(
    Object.entries(/** @type {{ [id: string]: Finish }} */ (read("solved", {}))).filter(
      ([, record]) => isObject(record) && Number.isFinite(record.seconds),
    ),
  );
/**
 * Two records of a puzzle as one: the faster of them, with the fewest hints of both. A puzzle that
 * was once solved without hints stays so, whatever comes later.
 * @param {Finish | undefined} one @param {Finish} other @returns {Finish}
 */
export const better = (one, other) =>
  one
    ? {
        ...(one.seconds <= other.seconds ? { ...other, ...one } : { ...one, ...other }),
        hints: Math.min(one.hints, other.hints),
      }
    : other;
/** @param {string} id @param {Finish} record */
export function keepSolved(id, record) {
  const all = solved();
  all[id] = better(all[id], record);
  write("solved", all);
}

/** The days on which a puzzle of the day was solved. @returns {string[]} */
export const days = () =>
  list("days", (day) => isText(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`)));
/** @param {string} day */
export const keepDay = (day) => {
  if (!days().includes(day)) write("days", [...days(), day]);
};

/** The puzzles of the days that were looked at, by the day. @returns {{ [day: string]: string[] }} */
export const dailies = () =>
  Object.fromEntries(
    Object.entries(/** @type {{ [day: string]: string[] }} */ (read("dailies", {}))).filter(
      ([, ids]) => Array.isArray(ids) && ids.every(isText),
    ),
  );
/** @param {string} day @param {string[]} ids */
export const keepDaily = (day, ids) => write("dailies", { ...dailies(), [day]: ids });

/**
 * The ways to fill a board that were found (see `found.js`).
 * @param {string} id
 * @returns {string[]}
 */
export const found = (id) => list(`found:${id}`, isText);
/** @param {string} id @param {string[]} words */
export const keepFound = (id, words) => write(`found:${id}`, words);

/** The boards that were painted here and named. @returns {[name: string, draft: Draft][]} */
export const drafts = () =>
  list("drafts", (each) => Array.isArray(each) && isText(each[0]) && isObject(each[1]));
/**
 * Keep one under a name, or forget what is there; gives whether that is saved.
 * @param {string} name
 * @param {Draft | null} draft
 */
export function keepDraft(name, draft) {
  const others = drafts().filter(([other]) => other !== name);
  return write("drafts", draft ? [[name, draft], ...others].slice(0, 100) : others);
}

/** The lesson that the player leads back to: its link, and its puzzles. @typedef {{ link: string, ids: string[] }} OpenLesson */
/** @returns {OpenLesson} */
export const lesson = () => setting("lesson", { link: "", ids: [] });
/** @param {OpenLesson | null} value */
export const keepLesson = (value) => keepSetting("lesson", value);

/** The puzzles that were made here. @returns {CardOf[]} */
export const mine = () =>
  list("mine", (each) => isObject(each) && isText(each.id) && Array.isArray(each.cells));
/** @param {CardOf} entry */
export function keepMine(entry) {
  write("mine", [entry, ...mine().filter((other) => other.id !== entry.id)].slice(0, 24));
}
