// The HTTP interface. Errors carry the server's own words.

/** @import { Cell } from "../geometry/geometry.js" */
/** @import { CheckAnswer, CountAnswer, CountRequest, Daily, ErrorAnswer, Gallery, HintAnswer, HintRequest, KindsAnswer, MakeAnswer, MakeRequest, PictureRequest, PlaneAnswer, PlaneRequest, Play, RandomAnswer, RandomRequest, ShareRequest, Sheet, WaysAnswer } from "../../answers" */

import { embedder } from "../parts/embedder.js";

/** There is no answer now, but there may be one later. */
export class Unreachable extends Error {}

/** There is nobody who answers. */
export class Gone extends Unreachable {
  constructor() {
    super("The server is not responding. Is tilewright still running?");
  }
}

/** The server will not do what it is asked to, now or later. */
export class Refused extends Error {}

/** Whether a request was given up by the page itself. @param {unknown} error */
export const aborted = (error) => error instanceof DOMException && error.name === "AbortError";

/** What to say about an error. @param {unknown} error */
export const said = (error) => (error instanceof Error ? error.message : String(error));

/** Where this page lives: at the root of its host, or below a prefix. */
const ROOT = embedder ? new URL("tilewright:/") : new URL("../../", import.meta.url);

/** The whole address of a path of this page, whatever it is mounted at. @param {string} path */
export const at = (path) => new URL(path.replace(/^\//, ""), ROOT).href;

/** @param {string} path @param {RequestInit} options @returns {Promise<Response>} */
async function ask(path, options) {
  const sent = embedder ? embedder.send(path, options) : fetch(at(path), options);
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
    throw new (later ? Unreachable : Refused)(
      error?.message ?? `The server answered ${response.status}.`,
    );
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

/**
 * What is sent and answered, by the path.
 * @typedef {{
 *   "/api/hint": [HintRequest, HintAnswer], "/api/ways": [Play, WaysAnswer],
 *   "/api/check": [Play, CheckAnswer], "/api/count": [CountRequest, CountAnswer], "/api/make":
 * [MakeRequest, MakeAnswer],
 *   "/api/share": [ShareRequest, Sheet], "/api/plane": [PlaneRequest, PlaneAnswer],
 *   "/api/random": [RandomRequest, RandomAnswer],
 * }} Posts
 */

/** @param {string} path @param {AbortSignal} [signal] */
const get = (path, signal) => whole(ask(path, { signal }), json);

/**
 * The puzzle to open the page with, if any, and whether there are kernels for the browser.
 * @returns {Promise<{ first: string, kernels?: boolean }>}
 */
export const start = () => get("/start.json");
/** @returns {Promise<Gallery>} */
export const gallery = () => get("/api/gallery");
/** The kinds of puzzles that are made. @returns {Promise<KindsAnswer>} */
export const kinds = () => get("/api/kinds");
/** The puzzles of a day. @param {string} date @returns {Promise<Daily>} */
export const daily = (date) => get(`/api/daily/${date}`);

/**
 * One of a list of tilings; `count` is how many there are, null while that is not known.
 * @typedef {{ number: number, count: number | null, title: string, tiles: { piece: string, color: number, cells: Cell[] }[] } & Pick<Sheet, "rows" | "columns" | "cells" | "lattice" | "copies" | "seams">} Listed
 */
/**
 * A tiling by its number, or the last one if there are not so many.
 * @param {number} number
 * @returns {Promise<Listed>}
 */
export const tiling = (number) => get(`/api/tiling/${number}`);

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
const asking = (path, body, signal) =>
  ask(path, {
    method: "POST",
    signal,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
/**
 * Answers what it can without the server; undefined if it cannot.
 * @callback Answerer
 * @param {string} path @param {any} body @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
/** @type {Answerer | null} */
let here = null;
/** Ask this first, before the server. @param {Answerer} answerer */
export const answerHere = (answerer) => {
  here = answerer;
};

/**
 * @template {keyof Posts} Path
 * @param {Path} path @param {Posts[Path][0]} body @param {AbortSignal} [signal]
 * @returns {Promise<Posts[Path][1]>}
 */
export async function post(path, body, signal) {
  const own = await here?.(path, body, signal);
  return own ?? whole(asking(path, body, signal), json);
}
/** Ask for a picture. @param {PictureRequest} body */
export const picture = (body) => whole(asking("/api/picture", body), (response) => response.blob());

/** @type {Map<string, Sheet>} */
const sheets = new Map();

/**
 * Describe a puzzle; what is known already is not asked again.
 * @param {string} id
 * @returns {Promise<Sheet>}
 */
export async function puzzle(id) {
  return sheets.get(id) ?? remember(await get(`/api/puzzle/${encodeURIComponent(id)}`), id);
}
/** @param {Sheet} sheet @param {string} [id] */
export const remember = (sheet, id = sheet.id) => {
  sheets.set(id, sheet);
  return sheet;
};

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
