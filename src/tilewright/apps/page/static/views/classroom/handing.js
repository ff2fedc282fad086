// A lesson as text and in a link, and what was solved of it as a code to hand in.

/** @import { Finish } from "../../parts/storage.js" */

import { packed, through, unlettered } from "../../engine/words/packing.js";

/** The letters of codes: none is taken for another one. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** How many letters a puzzle and the checksum have, and where seconds end in the number of a puzzle. */
const EACH = 3,
  SUM = 4,
  SECONDS = 4096,
  MOST_HINTS = 7;
/** The most letters of a lesson. */
const LONGEST = 6000;

/** A line of a lesson: words, or the ID of a puzzle. @typedef {{ words: string } | { id: string }} Line */
/** @typedef {{ title: string, lines: Line[], ids: string[] }} Lesson */
/** What was done of a puzzle, null if it is not solved. @typedef {{ seconds: number, hints: number } | null} Done */

/** The ID in a link. @param {string} word */
function idOf(word) {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

/**
 * The lesson of a text. Its first line is the title. A line with the ID of a puzzle, or its link, is that
 * puzzle; other lines are words.
 * @param {string} text @returns {Lesson}
 */
export function lessonOf(text) {
  const [title = "", ...rest] = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  /** @type {Line[]} */
  const lines = rest.map((line) => {
    const [id] = /(?<=^\S*#\/p\/)\S+$|^[a-z]+:[^\s/]\S*$/.exec(line) ?? [];
    return id ? { id: idOf(id) } : { words: line };
  });
  return { title, lines, ids: lines.flatMap((line) => ("id" in line ? [line.id] : [])) };
}

/** The text of a lesson as its link has it. @param {string} text */
export const toLink = (text) => packed(text.trim());

/** The text that a link has; null if it is damaged. @param {string} link */
export async function fromLink(link) {
  try {
    const bytes = await through(new DecompressionStream("deflate-raw"), [unlettered(link)]),
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text && text.length <= LONGEST ? text : null;
  } catch {
    return null;
  }
}

/** @param {number} number @param {number} length */
const written = (number, length) =>
  Array.from({ length }, (_, i) => LETTERS[Math.floor(number / 32 ** (length - 1 - i)) % 32]).join(
    "",
  );
/** @param {string} letters */
const read = (letters) => [...letters].reduce((sum, each) => 32 * sum + LETTERS.indexOf(each), 0);

/** What shows that a code was mistyped, or is of another lesson (FNV-1a). @param {string[]} ids @param {string} body */
function checksum(ids, body) {
  let sum = 0x811c9dc5;
  for (const letter of [...ids, body].join("\n"))
    sum = Math.imul(sum ^ /** @type {number} */ (letter.codePointAt(0)), 0x01000193);
  return written((sum ^ (sum >>> 16)) >>> 0, SUM);
}

/** The code of what was solved of a lesson. @param {string[]} ids @param {Record<string, Finish>} solved */
export function codeOf(ids, solved) {
  const body = ids
    .map((id) => {
      const done = solved[id];
      if (!done) return written(0, EACH);
      const seconds = Math.max(1, Math.min(SECONDS - 1, Math.round(done.seconds)));
      return written(Math.min(MOST_HINTS, done.hints) * SECONDS + seconds, EACH);
    })
    .join("");
  return (body + checksum(ids, body)).match(/.{1,4}/g)?.join("-") ?? "";
}

/**
 * What a code says of each puzzle of a lesson; null if it is no code of this lesson.
 * @param {string[]} ids @param {string} code @returns {Done[] | null}
 */
export function doneIn(ids, code) {
  const letters = code
      .toUpperCase()
      .replaceAll("O", "0")
      .replaceAll(/[IL]/g, "1")
      .replaceAll(/[^0-9A-Z]/g, ""),
    body = letters.slice(0, -SUM);
  if (body.length !== EACH * ids.length || body + checksum(ids, body) !== letters) return null;
  return ids.map((_, i) => {
    const number = read(body.slice(EACH * i, EACH * (i + 1)));
    return number ? { seconds: number % SECONDS, hints: Math.floor(number / SECONDS) } : null;
  });
}
