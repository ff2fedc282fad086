// Answers from the server. Errors carry the server's own words.

/** @import { ErrorAnswer } from "../../answers" */

import { SERVER } from "../texts/en.js";
import { embedder } from "../parts/embedder.js";
import { notice } from "../parts/dom.js";
import { aborted, Gone, Refused, Unreachable } from "./errors.js";

/** Where this page lives: at the root of its host, or below a prefix. */
const ROOT = embedder ? new URL("tilewright:/") : new URL("../../", import.meta.url);

/** The whole address of a path of this page, whatever it is mounted at. @param {string} path */
export const at = (path) => new URL(path.replace(/^\//, ""), ROOT).href;

/** After how long somebody is told what he waits for, in milliseconds. */
const LONG = 1500;
/**
 * Wait for an answer, and say so if the server is not ready yet: on a new computer it compiles first.
 * @param {Promise<Response>} sent
 */
async function patient(sent) {
  let done = false,
    remove = () => {};
  const timer = setTimeout(async () => {
    const { ready = true } = await fetch(at("/start.json"))
      .then(json)
      .catch(() => ({}));
    if (!ready && !done) remove = notice(SERVER.starting);
  }, LONG);
  return sent.finally(() => {
    done = true;
    clearTimeout(timer);
    remove();
  });
}

/** @param {string} path @param {RequestInit} options @returns {Promise<Response>} */
async function ask(path, options) {
  const sent = embedder ? embedder.send(path, options) : patient(fetch(at(path), options));
  const response = await sent.catch((error) => {
    throw aborted(error) ? error : new Gone();
  });
  if (response.status === 429) {
    await new Promise((done) => setTimeout(done, 1500));
    return ask(path, options);
  }
  if (!response.ok) {
    const { error } = /** @type {Partial<ErrorAnswer>} */ (await response.json().catch(() => ({})));
    const later = response.status >= 500 || error?.kind === "limit";
    throw new (later ? Unreachable : Refused)(error?.message ?? SERVER.answered(response.status));
  }
  return response;
}

/**
 * Read an answer to its end: one that breaks off, as when the page is left, is none.
 * @template Read
 * @param {Promise<Response>} asked
 * @param {(response: Response) => Promise<Read>} read
 */
async function whole(asked, read) {
  const response = await asked;
  return read(response).catch((error) => {
    throw aborted(error) ? error : new Gone();
  });
}
/** @param {Response} response @returns {Promise<any>} */
const json = (response) => response.json();

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
const asking = (path, body, signal) =>
  ask(path, {
    method: "POST",
    signal,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export const get = (path, signal) => whole(ask(path, { signal }), json);
/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] @returns {Promise<any>} */
export const post = (path, body, signal) => whole(asking(path, body, signal), json);
/** @param {string} path @param {unknown} body */
export const file = (path, body) => whole(asking(path, body), (response) => response.blob());

/**
 * Yield the objects of a stream of lines.
 * @param {string} path
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<any>}
 */
export async function* stream(path, signal) {
  const response = await ask(path, { signal });
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line) yield JSON.parse(line);
  }
  if (rest) yield JSON.parse(rest);
}
