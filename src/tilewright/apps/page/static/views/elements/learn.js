// Five small boards for each kind of puzzle: the invitation to them, and what comes after each.

/** @import { Sheet } from "../../../answers" */

import { LEARN, SHARED } from "../../texts/en.js";
import { kinds, post } from "../../server/api.js";
import { h, icon } from "../../parts/dom.js";
import { embedder, framed } from "../../parts/embedder.js";
import { keepMade, ofLevel } from "./made.js";
import * as storage from "../../parts/storage.js";

/**
 * One of the boards that teach a subject, counted from 1, and the IDs of all of them.
 * @typedef {{ subject: string, number: number, ids: string[] }} Exercise
 */
/**
 * What is kept of a subject: how many of its boards were solved, and the puzzle to go back to.
 * @typedef {{ done: number, from?: string }} Learned
 */

/** @returns {Record<string, Learned>} */
const all = () => storage.setting("learn", {});
/** @param {string} subject @returns {Learned} */
export const learned = (subject) => {
  const kept = all()[subject];
  return Number.isInteger(kept?.done) ? kept : { done: 0 };
};
/** @param {string} subject @param {Partial<Learned>} news */
const keep = (subject, news) =>
  storage.keepSetting("learn", { ...all(), [subject]: { ...learned(subject), ...news } });

/** Whoever has played before this edition is not invited. */
export function knowPlayers() {
  if (storage.setting("learn", null)) return;
  const known = { done: 0 },
    played = storage.allKeys().some((key) => /:(solved$|play:)/.test(key)),
    subjects = played ? Object.keys(LEARN.kinds) : [];
  storage.keepSetting("learn", Object.fromEntries(subjects.map((each) => [each, known])));
}

/** What there is to learn for a puzzle: its kind, or how to play on cubes; null if nothing. @param {Sheet} sheet */
function subjectOf({ kind, lattice }) {
  const subject = lattice?.cells === "cubes" ? "cubes" : kind;
  return Object.hasOwn(LEARN.kinds, subject) && !embedder && !framed ? subject : null;
}

/** @param {string} subject */
const title = (subject) => LEARN.kinds[subject].title;

/** A link to the boards, in the menu of a puzzle; they lead back to it. @param {Sheet} sheet */
export function learnLink(sheet) {
  const subject = subjectOf(sheet);
  if (!subject) return null;
  const onclick = () => keep(subject, { from: sheet.id });
  return h(
    "a",
    { class: "button", href: `#/learn/${subject}`, onclick },
    icon("step"),
    h("span", { text: LEARN.learn }),
  );
}

/** An invitation, on the first puzzle of a subject until it is solved. @param {Sheet} sheet */
export function invitation(sheet) {
  const subject = subjectOf(sheet);
  if (!subject) return null;
  if (!Object.hasOwn(all(), subject)) keep(subject, { from: sheet.id });
  const { done, from } = learned(subject);
  if (done || from !== sheet.id || storage.game(from)?.won) return null;
  return h("a", {
    class: "invite",
    href: `#/learn/${subject}`,
    text: LEARN.invite(title(subject)),
  });
}

/** Choose the board of a subject that a link names; null if it names none. @param {string} subject @param {string[]} ids @param {string} [word] @returns {Exercise | null} */
export function exerciseOf(subject, ids, word) {
  const number = word ? Number(word) : (learned(subject).done % ids.length) + 1;
  return ids[number - 1] ? { subject, number, ids } : null;
}

/** The words of a board: its title, and what it shows. @param {Exercise} exercise */
export const wordsOf = ({ subject, number, ids }) => ({
  title: LEARN.board(title(subject), number, ids.length),
  about: LEARN.kinds[subject].boards[number - 1],
});

/** Keep that a board is solved. @param {Exercise} exercise */
export const passed = ({ subject, number }) =>
  keep(subject, { done: Math.max(number, learned(subject).done) });

/** @param {string | undefined} id */
const playing = (id) => (id ? `#/p/${encodeURIComponent(id)}` : null);

/** Where the boards are left: to the puzzle that one came from, if any. @param {Exercise} exercise */
export const leaving = ({ subject }) => playing(learned(subject).from) ?? "#/collections";

/** What the way on from a board is called. @param {Exercise} exercise */
export const onward = ({ number, ids }) => (number < ids.length ? LEARN.next : LEARN.play);

/**
 * Where the way on leads: to the next board, then back to the puzzle, or to an easy one that is made.
 * @param {Exercise} exercise
 */
export async function after({ subject, number, ids }) {
  if (number < ids.length) return `#/learn/${subject}/${number + 1}`;
  let { from } = learned(subject);
  const kind = (await kinds()).kinds.find(({ name }) => name === subject);
  if (!from && kind) {
    const levels = /** @type {NonNullable<Sheet["level"]>[]} */ (Object.keys(SHARED.levels)),
      level = levels.find((each) => kind.levels[each] !== undefined) ?? "easy",
      request = ofLevel(kind, level),
      { puzzle } = await post("/api/make", request);
    if (puzzle) keepMade(puzzle, request);
    from = puzzle?.id;
  }
  return playing(from) ?? "#/make";
}
