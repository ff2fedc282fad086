// What can go wrong between the page and whoever answers it.

import { LANGUAGE, SERVER } from "../texts/en.js";

/** There is no answer now, but there may be one later. */
export class Unreachable extends Error {}

/** There is nobody who answers. */
export class Gone extends Unreachable {
  /** @param {string} [message] */
  constructor(message = SERVER.away) {
    super(message);
  }
}

/** A request that is refused, now and later. */
export class Refused extends Error {}

/** A request that the page itself cannot answer. */
export class Unanswered extends Refused {}

/** Whether a request was given up by the page itself. @param {unknown} error */
export const aborted = (error) => error instanceof DOMException && error.name === "AbortError";

/** What ends a sentence. */
const STOP = /^(?:ja|zh)/.test(LANGUAGE) ? "。" : ".";
/** A phrase as a sentence: the messages of the program are phrases. @param {string} text */
export const sentence = (text) =>
  text.replace(/^./u, (letter) => letter.toUpperCase()).replace(/[^.?!。？！]$/, `$&${STOP}`);

/** What to say about an error. @param {unknown} error */
export const said = (error) => (error instanceof Error ? error.message : String(error));
