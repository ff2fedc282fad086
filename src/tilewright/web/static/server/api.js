// What the page asks for: of the worker and of prepared files first, then of the server.

/** @import { Cell } from "../geometry/geometry.js" */
/** @import { CheckAnswer, CountAnswer, CountRequest, Daily, Gallery, HintAnswer, HintRequest, KindsAnswer, MakeAnswer, MakeRequest, PictureRequest, PlaneAnswer, PlaneRequest, Play, RandomAnswer, RandomRequest, ShareRequest, Sheet, WaysAnswer } from "../../answers" */

import { SERVER } from "../texts/en.js";
import { embedder } from "../parts/embedder.js";
import { Refused } from "./errors.js";
import * as files from "./files.js";
import * as http from "./http.js";

/**
 * Where answers come from.
 * @typedef {object} Transport
 * @property {(path: string, signal?: AbortSignal) => Promise<any>} get
 * @property {(path: string, body: any, signal?: AbortSignal) => Promise<any>} post
 * @property {(path: string, signal: AbortSignal) => AsyncGenerator<any>} stream  The objects of a stream of lines.
 */
/** @type {Transport} */
const { get, post: ask, stream: read } = files.onSite ? files : http;

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

/**
 * The puzzle to open the page with, if any, whether there are kernels for the browser, and whether the
 * server has loaded everything.
 * @returns {Promise<{ first: string, kernels?: boolean, ready?: boolean }>}
 */
export const start = () => get("/start.json");
/** @returns {Promise<Gallery>} */
export const gallery = () => get("/api/gallery");
/** The kinds of puzzles that are made. @returns {Promise<KindsAnswer>} */
export const kinds = () => get("/api/kinds");
/** Has the worker load what it needs, since it will be asked for something. */
export const READY = "/api/ready";
/** The puzzles of a day. @param {string} date @returns {Promise<Daily>} */
export async function daily(date) {
  if (files.onSite) here?.(READY, undefined);
  const known = here ? await files.puzzlesOn(date) : undefined;
  const puzzles = [];
  for (const { title, doing, ...each } of known ?? []) {
    const puzzle = sheets.get(each.id) ?? (await sheetOfDay(each));
    if (puzzle) puzzles.push({ title, doing, puzzle });
  }
  return known && puzzles.length === known.length ? { date, puzzles } : get(`/api/daily/${date}`);
}

/**
 * The sheet of a puzzle of a day, made by the worker; undefined if the server has to make it.
 * @param {Pick<files.OfDay, "id" | "full" | "grade">} of
 * @returns {Promise<Sheet | undefined>}
 */
async function sheetOfDay({ id, full = id, grade }) {
  const sheet = await here?.(`/api/sheet/${encodeURIComponent(full)}`, undefined);
  if (sheet) return { ...sheet, id, grade, level: grade.level };
  if (files.onSite) throw new Refused(SERVER.noWorker);
  return undefined;
}

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
 * A puzzle on a static site: one that was prepared with this number, else one that is made here, else
 * any that was prepared. The same number gives the same puzzle again.
 * @param {MakeRequest} body @param {AbortSignal} [signal]
 * @returns {Promise<MakeAnswer | undefined>}
 */
async function made(body, signal) {
  const first = await files.pooled(body),
    own = first ? undefined : await here?.("/api/make", body, signal);
  if (own) return own;
  const found = first ?? (await files.pooled(body, true));
  if (!found) return undefined;
  const sheet = { ...(await puzzle(found.id)), level: found.level };
  return { finished: true, reason: null, puzzle: remember(sheet) };
}

/**
 * An answer without the server; undefined if there is none.
 * @param {keyof Posts} path @param {any} body @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function known(path, body, signal) {
  if (path === "/api/make" && files.onSite) return made(body, signal);
  const small = path === "/api/plane" && !embedder ? await files.plane(body) : undefined;
  return small ?? here?.(path, body, signal);
}

/**
 * @template {keyof Posts} Path
 * @param {Path} path @param {Posts[Path][0]} body @param {AbortSignal} [signal]
 * @returns {Promise<Posts[Path][1]>}
 */
export async function post(path, body, signal) {
  return /** @type {any} */ ((await known(path, body, signal)) ?? (await ask(path, body, signal)));
}
/** Ask for a picture. @param {PictureRequest} body @returns {Promise<Blob>} */
export const picture = (body) => http.file("/api/picture", body);

/** @type {Map<string, Sheet>} */
const sheets = new Map();

/**
 * Describe a puzzle; what is known already is not asked again.
 * @param {string} id
 * @returns {Promise<Sheet>}
 */
export async function puzzle(id) {
  const known = sheets.get(id) ?? (embedder ? undefined : await onFile(id));
  const path = `/api/puzzle/${encodeURIComponent(id)}`;
  return remember(known ?? (await byWorker(id, path)) ?? (await get(path)), id);
}
/** A puzzle by its ID. @param {string} id @param {string} path */
async function byWorker(id, path) {
  const sheet = await here?.(path, undefined),
    // An ID does not say the title that a file has given.
    title = sheet && !files.onSite && (await files.titleOf(id));
  return title ? { ...sheet, title } : sheet;
}
/** A puzzle of which there is a file, by its name or by what it was made from. @param {string} id */
async function onFile(id) {
  if (files.onSite && id.startsWith("id:")) here?.(READY, undefined);
  const ofDay = await files.recipe(id);
  return ofDay ? sheetOfDay(ofDay) : files.prepared(id);
}
/** @param {Sheet} sheet @param {string} [id] */
export const remember = (sheet, id = sheet.id) => {
  sheets.set(id, sheet);
  return sheet;
};

/** @param {string} path @param {AbortSignal} signal @returns {AsyncGenerator<any>} */
export async function* stream(path, signal) {
  yield* (await here?.(path, undefined, signal)) ?? read(path, signal);
}
