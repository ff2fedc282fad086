// How the language of the page joins sentences and words.

import { LANGUAGE } from "./en.js";

/** What stands between sentences, in a list, between lists, and at the end of a sentence. */
const [SPACE, COMMA, SEMICOLON, STOP] = {
  fr: [" ", ", ", "\u00a0; ", "."],
  ja: ["", "、", "；", "。"],
  zh: ["", "，", "；", "。"],
}[String(LANGUAGE)] ?? [" ", ", ", "; ", "."];

/** Sentences one after the other; empty ones are left out. @param {(string | undefined)[]} texts */
export const sentences = (...texts) => texts.filter(Boolean).join(SPACE);

/** Words as a list. @param {string[]} words */
export const commas = (words) => words.join(COMMA);

/** Lists one after the other. @param {string[]} lists */
export const semicolons = (lists) => lists.join(SEMICOLON);

/** A text as a sentence, with its final period. @param {string} text */
export const stopped = (text) => text + STOP;

/** A text with a remark in brackets. @param {string} text @param {string} remark */
export const aside = (text, remark) => (SPACE ? `${text} (${remark})` : `${text}（${remark}）`);
