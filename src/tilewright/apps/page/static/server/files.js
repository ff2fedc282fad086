// The files of the page: those of a site, wherever it is served, and what whoever shows the page says of it.

/** @import { DailySheet, GradeSheet, MakeRequest, PlaneAnswer, PlaneRequest, Sheet } from "../../answers" */

import { SERVER } from "../texts/en.js";
import { decided, named } from "../texts/named.js";
import { dayName, today } from "../parts/dates.js";
import { embedder } from "../parts/embedder.js";
import { aborted, Gone, Refused, sentence } from "./errors.js";
import { planeOf, squaresOf } from "./planes.js";

/** Where this page lives: at the root of its host, or below a prefix. */
const ROOT = embedder ? new URL("tilewright:/") : new URL("../../", import.meta.url);

/** The whole address of a path of this page, whatever it is mounted at. @param {string} path */
export const at = (path) => new URL(path.replace(/^\//, ""), ROOT).href;

/** What is there beside the page: `atlas`, `docs`, `previews`; `server` is a server that runs commands. */
const has = globalThis.document?.documentElement?.dataset.site?.split(" ") ?? [];
/** Whether there is something beside the page. @param {string} part */
export const siteHas = (part) => has.includes(part);

/** The files that were read. @type {Map<string, Promise<any>>} */
const read = new Map();

/** The paths of the files that were read. */
export const filesRead = () => [...read.keys()];

/** Load a file of the page. @param {string} path @param {AbortSignal} [signal] @returns {Promise<Response>} */
export async function load(path, signal) {
  let response;
  try {
    response = await (embedder ? embedder.send(path, { signal }) : fetch(at(path), { signal }));
  } catch (error) {
    throw aborted(error) ? error : new Gone(siteHas("server") ? SERVER.away : SERVER.offline);
  }
  if (!response.ok) throw new Refused(SERVER.noFile(path, response.status));
  return response;
}

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
const loadJson = async (path, signal) =>
  (await load(path, signal)).json().catch((error) => {
    throw aborted(error) ? error : new Gone(SERVER.interrupted);
  });

/** Read a file once. @param {string} path @returns {Promise<any>} */
export function file(path) {
  const known = read.get(path);
  if (known) return known;
  const reading = loadJson(path);
  reading.catch(() => read.delete(path));
  read.set(path, reading);
  return reading;
}

/**
 * What whoever shows the page says of it: the puzzle that it opens, its title, and the ID that says
 * the whole puzzle. A server adds what commands are sent with.
 * @returns {Promise<{ first: string, title: string, whole: string, token: string }>}
 */
export const here = async () => (embedder || siteHas("server") ? loadJson("here.json") : NOTHING);
/** What a site says. */
const NOTHING = { first: "", title: "", whole: "", token: "" };
/** Whether the files of the page are to be had now. */
export const reach = async () =>
  void (await loadJson(embedder || siteHas("server") ? "here.json" : "start.json"));

/** One of a list of tilings in a notebook. @param {number} number @returns {Promise<any>} */
export const listed = (number) => loadJson(`api/tiling/${number}`);

/** A puzzle of a day. @typedef {Pick<DailySheet, "title" | "doing"> & { id: string, grade: GradeSheet }} OfDay */

/** The first and the last day that have puzzles. @returns {Promise<[string, string]>} */
export const days = async () => (await file("start.json")).days;

/** The puzzles of a day. @param {string} date @returns {Promise<OfDay[]>} */
export async function puzzlesOn(date) {
  const [first, last] = await days();
  if (date < first || date > last) {
    const [from, to] = [first, last].map((day) => dayName(day, { dateStyle: "long" }));
    throw new Refused(SERVER.days(from, to));
  }
  /** @type {Record<string, OfDay[]>} */
  const month = await file(`api/daily/${date.slice(0, 7)}.json`);
  return month[date].map((each) => ({
    ...each,
    title: named(each.title),
    doing: named(each.doing),
  }));
}

/** Names of puzzles that any date has, and IDs. */
const COMPUTED = /^(id|calendar|weekday):/;
/** A short ID that says what a puzzle was made from. */
const RECIPE = /^id:[1-9A-Z][0-9A-Z]{3}(-[0-9A-Z]{1,4})+$/;

/** The puzzles that have a file, as the first page says; without that, each is asked for. */
const withFile = globalThis.document?.documentElement?.dataset.puzzles?.split(" ");

/** A puzzle with a name, if there is a file of it. @param {string} id @returns {Promise<Sheet | undefined>} */
export async function prepared(id) {
  const name = id.replace(":", ".");
  // The worker says what is wrong with a name.
  if (COMPUTED.test(id) || (withFile && !withFile.includes(name))) return undefined;
  return file(`api/puzzle/${name}.json`).catch((error) => {
    if (!(error instanceof Refused)) throw error;
  });
}

/**
 * What the ID of the puzzle that the page opens with does not say: its title, and perhaps what it was
 * made into.
 * @param {string} id
 */
export async function moreOf(id) {
  const found = await here().catch(() => NOTHING);
  return found.first === id ? found : NOTHING;
}

/** The 32-bit FNV-1a hash of an ID. @param {string} id */
function digest(id) {
  let value = 0x811c9dc5;
  for (const letter of id) value = Math.imul(value ^ letter.charCodeAt(0), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, "0");
}

/** The days that may have a puzzle. @param {string} id @returns {Promise<string[]>} */
async function daysOf(id) {
  if (RECIPE.test(id)) return [(await file("api/ids.json"))[id] ?? []].flat();
  // Without this list, it is a puzzle like any other.
  const whole = await file("api/whole.json").catch(() => ({}));
  /** @type {string[]} */
  const found = whole[digest(id)] ?? [];
  return found.includes(today()) ? [today()] : found;
}

/** A puzzle of a day by its ID. @param {string} id @returns {Promise<OfDay | undefined>} */
export async function ofDay(id) {
  if (!id.startsWith("id:")) return undefined;
  for (const day of await daysOf(id)) {
    const found = (await puzzlesOn(day)).find((each) => each.id === id);
    if (found) return found;
  }
  return undefined;
}

/** The address of a puzzle. @param {string} id */
export const puzzleAt = (id) => at(`#/p/${encodeURIComponent(id)}`);
/**
 * The address of a puzzle to be shared: on a site that has previews, a page with one.
 * @param {string} id
 */
export const linkTo = (id) =>
  siteHas("previews") && !COMPUTED.test(id) ? at(`p/${id.replace(":", ".")}.html`) : puzzleAt(id);

/** The address of a day to be shared. @param {string} day */
export const dayAt = (day) => at(siteHas("previews") ? `d/${day}.html` : `#/day/${day}`);

/** Whether the page stands where others can open it, too. */
export const shared = !embedder && !siteHas("server");
/** What opens a puzzle: where others can open the page its address, elsewhere a command. @param {string} id */
export const opening = (id) => (shared ? linkTo(id) : `tilewright play ${id}`);

/** The largest pieces in the table of *Plane*. */
const LARGEST = 8;

/** Whether a small piece tiles the plane, from a table. @param {PlaneRequest} body @returns {Promise<PlaneAnswer | undefined>} */
export async function plane({ piece, turn = "free" }) {
  const size = squaresOf(piece);
  if (!size || size > LARGEST) return undefined;
  const found = planeOf(await file(`api/plane/${size}.json`), piece, turn);
  if (!found) return undefined;
  const sheet = { ...found, why: decided(found.why), plain: sentence(decided(found.plain)) };
  return { finished: true, reason: null, plane: sheet };
}

/**
 * The ID and level of a puzzle that was prepared, by its number; undefined if there are not so many.
 * With `any`, numbers begin again after the last one.
 * @param {MakeRequest} body @param {boolean} [any]
 * @returns {Promise<{ id: string, level: Sheet["level"] } | undefined>}
 */
export async function pooled(
  { kind, board, pieces, turn, seed = 0, level, minimal, date },
  any = false,
) {
  if (minimal || date || turn || !board) return undefined;
  /** @type {Record<string, Record<string, string[]>>} */
  const pool = await file(`api/pool/${kind}.json`);
  const levels = Object.entries(pool[`${board}|${pieces?.join(" ") ?? ""}`] ?? {});
  const ids = levels.flatMap(([name, some]) =>
    !level || name === level
      ? some.map((id) => ({ id, level: /** @type {Sheet["level"]} */ (name) }))
      : [],
  );
  return ids[any ? seed % ids.length : seed];
}
