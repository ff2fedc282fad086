// Answers from the files of a static site, and which command does what they cannot. A server has some of
// these files, too, and answers them at once.

/** @import { CountRequest, DailySheet, GradeSheet, MakeRequest, PlaneAnswer, Play, PlaneRequest, RandomRequest, Sheet } from "../../answers" */

import { SERVER } from "../texts/en.js";
import { aborted, Gone, Refused } from "./errors.js";
import { at, get as asked } from "./http.js";

/** What the site has beside the page (`docs`, `atlas`); undefined if a server answers. */
const has = globalThis.document?.documentElement?.dataset.site;
/** Whether the page stands on a static site. */
export const onSite = has !== undefined;
/** Whether the site has a part. @param {string} part */
export const siteHas = (part) => has?.split(" ").includes(part) ?? false;

/** The files that were read. @type {Map<string, Promise<any>>} */
const read = new Map();

/** The paths of the files that were read. */
export const filesRead = () => [...read.keys()];

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
async function load(path, signal) {
  let response;
  try {
    response = await fetch(at(path), { signal });
  } catch (error) {
    throw aborted(error) ? error : new Gone(SERVER.offline);
  }
  if (!response.ok) throw new Refused(SERVER.noFile(path, response.status));
  return response.json().catch((error) => {
    throw aborted(error) ? error : new Gone(SERVER.interrupted);
  });
}

/** Read a file once. @param {string} path @returns {Promise<any>} */
function file(path) {
  const known = read.get(path);
  if (known) return known;
  const reading = onSite ? load(path) : asked(path);
  reading.catch(() => read.delete(path));
  read.set(path, reading);
  return reading;
}

/**
 * A puzzle of a day. An ID that says only what the puzzle was made from has one beside it that says
 * the whole puzzle.
 * @typedef {Pick<DailySheet, "title" | "doing"> & { id: string, full?: string, grade: GradeSheet }} OfDay
 */

/** The first and the last day that have puzzles. @returns {Promise<[string, string]>} */
const days = async () => (await file("start.json")).days;

/**
 * The puzzles of a day; undefined if the server has to make them.
 * @param {string} date @returns {Promise<OfDay[] | undefined>}
 */
export async function puzzlesOn(date) {
  const [first, last] = onSite ? await days() : [date, date];
  if (date < first || date > last) throw new Refused(SERVER.days(first, last));
  return (await file(`api/daily/${date.slice(0, 7)}.json`))[date];
}

/** The file of a named puzzle. @param {string} id */
const named = (id) => file(`api/puzzle/${id.replace(":", ".")}.json`);
/** Names of puzzles that any date has, and IDs. */
const COMPUTED = /^(id|calendar|weekday):/;
/** A short ID that says what a puzzle was made from. */
const RECIPE = /^id:[1-9A-Z][0-9A-Z]{3}(-[0-9A-Z]{1,4})+$/;

/**
 * A puzzle with a name, which the site or the server has as a file.
 * @param {string} id
 * @returns {Promise<Sheet | undefined>}
 */
export async function prepared(id) {
  if (COMPUTED.test(id)) return undefined;
  return onSite ? named(id) : file(`api/puzzle/${encodeURIComponent(id)}`);
}

/** The title of the puzzle that the server opens the page with. @param {string} id @returns {Promise<string>} */
export async function titleOf(id) {
  const { first, title } = await file("start.json");
  return first === id ? title : "";
}

/**
 * A puzzle of a day by an ID that says only what it was made from.
 * @param {string} id
 * @returns {Promise<OfDay | undefined>}
 */
export async function recipe(id) {
  if (!RECIPE.test(id)) return undefined;
  /** @type {string | undefined} */
  const date = (await file("api/ids.json"))[id];
  return date ? (await puzzlesOn(date))?.find((each) => each.id === id) : undefined;
}

/** The address of a puzzle. @param {string} id */
export const puzzleAt = (id) => at(`#/p/${encodeURIComponent(id)}`);
/**
 * The address of a puzzle to be shared: on a site that has previews, a page with one.
 * @param {string} id
 */
export const linkTo = (id) =>
  siteHas("previews") && !COMPUTED.test(id) ? at(`p/${id.replace(":", ".")}.html`) : puzzleAt(id);
/** What opens a puzzle: on a site its address, elsewhere a command. @param {string} id */
export const opening = (id) => (onSite ? linkTo(id) : `tilewright play ${id}`);

/** A word of a command line. @param {string} word */
const quoted = (word) =>
  /^[\w.,:;^+=@%/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
/** @param {(string | number | false | null | undefined)[]} words */
const command = (...words) =>
  words
    .filter((word) => word !== false && word !== null && word !== undefined && word !== "")
    .map((word) => quoted(String(word).trim().replaceAll("\n", "/")))
    .join(" ");
/** @param {string | null | undefined} turn */
const turned = (turn) => (turn && turn !== "free" ? ["--turn", turn] : []);

/** @param {Pick<CountRequest, "board" | "pieces" | "turn" | "empty">} body */
const problem = ({ board, pieces, turn, empty }) => [
  board,
  ...pieces,
  ...turned(turn),
  ...(empty ? ["--empty", empty] : []),
];

/** The command for each request. @type {Record<string, (body: any) => string>} */
const COMMANDS = {
  "/api/count": (/** @type {CountRequest} */ body) =>
    command("tilewright", "count", ...problem(body)),
  "/api/share": (/** @type {CountRequest} */ body) =>
    command("tilewright", "play", ...problem(body)),
  "/api/make": (
    /** @type {MakeRequest} */ { kind, board, pieces, turn, seed, level, minimal, date },
  ) =>
    command(
      "tilewright",
      "make",
      kind,
      ...(date ? ["--date", date] : [board, ...(pieces ? ["--pieces", ...pieces] : [])]),
      ...(turn ? ["--turn", turn] : []),
      ...(level ? ["--level", level] : []),
      minimal && "--minimal",
      ...(date ? [] : ["--seed", seed]),
    ),
  "/api/plane": (/** @type {PlaneRequest} */ { piece, turn }) =>
    command("tilewright", "plane", piece, ...turned(turn)),
  "/api/random": (/** @type {RandomRequest} */ { board, seed, weight = 1 }) =>
    command(
      "tilewright",
      "sample",
      board,
      ...(weight !== 1
        ? ["##@fixed+", "#/#@fixed+", "--weight", `##=${weight}`]
        : [/^tri:/.test(board) ? "diamond+" : "dominoes+"]),
      "--seed",
      seed,
    ),
};
/** @param {string} words */
const needs = (words) => new Refused(SERVER.needs(words));

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function get(path, signal) {
  const [, what, ...rest] = path.split("/").map(decodeURIComponent);
  if (what !== "api") return load(path.slice(1), signal);
  const [asked, word] = rest;
  if (asked === "puzzle") throw needs(command("tilewright", "play", word));
  return file(`api/${asked}.json`);
}

/** The largest pieces in the table of *Plane*. */
const LARGEST = 8;

/** Whether a small piece tiles the plane, from a table. @param {PlaneRequest} body @returns {Promise<PlaneAnswer | undefined>} */
export async function plane({ piece, turn = "free" }) {
  const { planeOf, squaresOf } = await import("./planes.js");
  const size = squaresOf(piece);
  if (!size || size > LARGEST) return undefined;
  const found = planeOf(await file(`api/plane/${size}.json`), piece, turn);
  return found && { finished: true, reason: null, plane: found };
}

/** The command that answers a request. @param {string} path @param {any} body */
export const commandFor = (path, body) =>
  COMMANDS[path]?.(body) ?? command("tilewright", "play", /** @type {Play} */ (body).id);

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

/** @param {string} path @param {any} body @returns {Promise<any>} */
export async function post(path, body) {
  throw needs(commandFor(path, body));
}

/** @param {string} path @returns {AsyncGenerator<any>} */
// biome-ignore lint/correctness/useYield: there is nothing to yield without a program
export async function* stream(path) {
  throw needs(command("tilewright", "play", decodeURIComponent(path.split("/").pop() ?? "")));
}
