// What the page asks for: files, the worker, and commands of the program for what is too large for it.

/** @import { Cell } from "../geometry/geometry.js" */
/** @import { CheckAnswer, CountAnswer, CountRequest, Daily, FigureAnswer, FigureRequest, Gallery, HintAnswer, HintRequest, KindsAnswer, MakeAnswer, MakeRequest, PlaneAnswer, PlaneRequest, Play, RandomAnswer, RandomRequest, RestRequest, ShareRequest, Sheet, SolutionsAnswer, SolutionsRequest, TilingsAnswer, WaysAnswer } from "../../answers" */

import { SERVER } from "../texts/en.js";
import { named } from "../texts/named.js";
import { embedder } from "../parts/embedder.js";
import { sized } from "../parts/sizes.js";
import { computed, needs } from "./commands.js";
import { Refused, Unreachable } from "./errors.js";
import * as files from "./files.js";

/** @typedef {{ cells: "square" | "tri" | "hex", size: number, turn: "free" | "one-sided" }} ShapesRequest */
/**
 * What is sent and answered, by the path.
 * @typedef {{
 *   "/api/hint": [HintRequest, HintAnswer], "/api/ways": [Play, WaysAnswer],
 *   "/api/check": [Play, CheckAnswer], "/api/count": [CountRequest, CountAnswer], "/api/make":
 * [MakeRequest, MakeAnswer],
 *   "/api/share": [ShareRequest, Sheet], "/api/rest": [RestRequest, Sheet],
 *   "/api/solutions": [SolutionsRequest, SolutionsAnswer],
 *   "/api/tilings": [{ sheet: Sheet }, TilingsAnswer], "/api/plane": [PlaneRequest, PlaneAnswer],
 *   "/api/random": [RandomRequest, RandomAnswer],
 *   "/api/shapes": [ShapesRequest, import("../views/classroom/finding.js").Shapes],
 * }} Posts
 */

/** The puzzle to open the page with, if any. @returns {Promise<string>} */
export const first = async () => (await files.here()).first;
/** @returns {Promise<Gallery>} */
export async function gallery() {
  const { puzzles } = await files.file("api/gallery.json");
  return { puzzles: puzzles.map(titled) };
}
/** With a title for people. @template {{ title: string }} Of @param {Of} of @returns {Of} */
const titled = (of) => ({ ...of, title: sized(named(of.title)) });
/** A puzzle in the language of the page. @param {Sheet} sheet @returns {Sheet} */
const said = (sheet) => ({
  ...titled(sheet),
  goal: named(sheet.goal),
  source: named(sheet.source),
  names: sheet.names.map(([row, column, name]) => [row, column, named(name)]),
  pieces: sheet.pieces.map((piece) => ({
    ...piece,
    label: named(piece.label),
    called: named(piece.called),
  })),
});
/** The kinds of puzzles that are made. @returns {Promise<KindsAnswer>} */
export async function kinds() {
  /** @type {KindsAnswer} */
  const answer = await files.file("api/kinds.json");
  return {
    kinds: answer.kinds.map((kind) => ({
      ...kind,
      title: named(kind.title),
      about: named(kind.about),
      offers: kind.offers.map((offer) => ({
        ...offer,
        title: named(offer.title),
        boards: offer.boards.map(([word, title]) => [word, named(title)]),
        pieces: offer.pieces.map(([word, title]) => [word, named(title)]),
      })),
    })),
  };
}
/** The boards that teach a kind, from easy to hard. @returns {Promise<Record<string, string[]>>} */
export const exercises = () => files.file("api/learn.json");
/** Has the worker load what it needs, since it will be asked for something. */
export const READY = "/api/ready";
/** The first and the last day that have puzzles. */
export const days = files.days;
/**
 * The puzzles of a day, or of one that stands for it, with the calendar of the day itself.
 * @param {string} date @param {string} [of] @returns {Promise<Daily>}
 */
export async function daily(date, of = date) {
  worker?.(READY, undefined);
  const puzzles = [];
  for (const { title, doing, ...each } of await files.puzzlesOn(of)) {
    const sheet = await graded(each),
      { kind, level } = sheet,
      renewed = of !== date && kind === "calendar",
      own = renewed ? await made({ kind, level, date }) : undefined;
    puzzles.push({ title, doing, puzzle: said(own?.puzzle ?? sheet) });
  }
  return { date, puzzles };
}

/**
 * The sheet of a puzzle of which the grade is known, made by the worker.
 * @param {Pick<files.OfDay, "id" | "grade"> & { full?: string }} of
 * @returns {Promise<Sheet>}
 */
async function graded({ id, full = id, grade }) {
  const sheet = await worker?.(`/api/sheet/${encodeURIComponent(full)}`, undefined);
  if (!sheet) throw new Refused(SERVER.noWorker);
  return { ...sheet, id, grade, level: grade.level };
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
export const tiling = (number) => files.listed(number);

/**
 * Answers by the worker; undefined if it cannot.
 * @callback Answerer
 * @param {string} path @param {any} body @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
/** @type {Answerer | null} */
let worker = null;
/** Who is asked. @param {Answerer} answerer */
export const answerHere = (answerer) => {
  worker = answerer;
};

/**
 * A puzzle: one that was prepared with this number, else one that is made here or by a command, else
 * any that was prepared. The same number gives the same puzzle again.
 * @param {MakeRequest} body @param {AbortSignal} [signal]
 * @returns {Promise<MakeAnswer | undefined>}
 */
async function made(body, signal) {
  const early = await files.pooled(body),
    own = early ? undefined : await worker?.("/api/make", body, signal);
  if (own) return own;
  const done = early ? undefined : await computed("/api/make", body, signal);
  if (done) {
    const { id, whole_id: full, level, score, steps } = done;
    return answered(await graded({ id, full, grade: { level, score, steps } }));
  }
  const found = early ?? (await files.pooled(body, true));
  if (!found) return undefined;
  return answered({ ...(await puzzle(found.id)), level: found.level });
}
/** @param {Sheet} sheet @returns {MakeAnswer} */
const answered = (sheet) => ({ finished: true, reason: null, puzzle: remember(sheet) });

/** How many tilings there are. @param {CountRequest} body @param {AbortSignal} [signal] */
async function counted(body, signal) {
  const own = await worker?.("/api/count", body, signal);
  if (own?.exact && own.count !== "0") return own;
  const answer = await computed("/api/count", body, signal).catch((error) => {
    if (!own || !(error instanceof Unreachable)) throw error;
  });
  return answer ?? own;
}

/** A random tiling. @param {RandomRequest} body @param {AbortSignal} [signal] */
async function random(body, signal) {
  const own = await worker?.("/api/random", body, signal);
  if (own) return own;
  const labels = await computed("/api/random", body, signal);
  return labels && worker?.("/api/random", { ...body, labels }, signal);
}

/** @param {PlaneRequest} body @param {AbortSignal} [signal] */
const plane = async (body, signal) =>
  (embedder ? undefined : await files.plane(body)) ?? worker?.("/api/plane", body, signal);

/** What is answered with a puzzle. @type {Set<string>} */
const SHEETS = new Set(["/api/share", "/api/rest"]);
/** What is not asked of the worker alone. @type {Partial<Record<keyof Posts, (body: any, signal?: AbortSignal) => Promise<any>>>} */
const OTHERS = {
  "/api/make": made,
  "/api/count": counted,
  "/api/random": random,
  "/api/plane": plane,
};

/**
 * @template {keyof Posts} Path
 * @param {Path} path @param {Posts[Path][0]} body @param {AbortSignal} [signal]
 * @returns {Promise<Posts[Path][1]>}
 */
export async function post(path, body, signal) {
  const ask = OTHERS[path];
  const answer = await (ask ? ask(body, signal) : worker?.(path, body, signal));
  if (answer === undefined) throw needs(path, body);
  return SHEETS.has(path) ? said(answer) : answer;
}

/** @type {Map<string, Sheet>} */
const sheets = new Map();

/**
 * Describe a puzzle; what is known already is not asked again.
 * @param {string} id
 * @returns {Promise<Sheet>}
 */
export async function puzzle(id) {
  const sheet =
    sheets.get(id) ??
    (embedder ? undefined : await onFile(id)) ??
    (await byWorker(id)) ??
    (await byCommand(id));
  if (!sheet) throw new Refused(SERVER.noPuzzle);
  return remember(sheet, id);
}
/**
 * A puzzle as soon as it can be shown. Its level may not be known yet: `puzzle` waits for it.
 * @param {string} id
 * @returns {Promise<Sheet>}
 */
export async function opened(id) {
  const known = sheets.get(id) ?? (embedder ? undefined : await onFile(id));
  if (known) return remember(known, id);
  const sheet = await byWorker(id, "sheet");
  return sheet ? said(sheet) : puzzle(id);
}
/**
 * A puzzle by its ID, with the title that a file has given, which an ID does not say.
 * @param {string} id @param {"puzzle" | "sheet"} [question]
 */
async function byWorker(id, question = "puzzle") {
  const { title, whole } = await files.moreOf(id),
    sheet = await worker?.(`/api/${question}/${encodeURIComponent(whole || id)}`, undefined);
  return sheet && { ...sheet, ...(whole ? { id } : {}), ...(title ? { title } : {}) };
}
/** A puzzle by an ID that says only what it was made from. @param {string} id */
async function byCommand(id) {
  const found = await computed("/api/puzzle", { id });
  if (!found?.level) return undefined;
  const { whole_id: full, level, score, counts: steps } = found;
  return graded({ id, full, grade: { level, score, steps } });
}
/** A puzzle of which there is a file, by its name or by what it was made from. @param {string} id */
async function onFile(id) {
  if (id.startsWith("id:")) worker?.(READY, undefined);
  const ofDay = await files.ofDay(id);
  return ofDay ? graded(ofDay) : files.prepared(id);
}
/** @param {Sheet} sheet @param {string} [id] */
export const remember = (sheet, id = sheet.id) => {
  const known = said(sheet);
  sheets.set(id, known);
  return known;
};

/** What there is to choose for figures, by the lattice. @returns {Promise<import("../../answers").FiguresSheet>} */
export const figureChoices = () => files.file("static/engine/figures.json");

/**
 * The smallest figures of pieces: what is known so far, again and again, and at last the answer. A
 * command goes on where the worker has stopped.
 * @param {FigureRequest} body @param {AbortSignal} signal @returns {AsyncGenerator<FigureAnswer>}
 */
export async function* figures(body, signal) {
  const path = "/api/figure",
    { symmetries, most } = (await figureChoices())[body.lattice],
    groups = symmetries[body.symmetry ?? "none"],
    lines = await worker?.(path, { ...body, groups, most }, signal);
  /** @type {FigureAnswer | null} */
  let last = null;
  for await (const line of lines ?? []) {
    last = line;
    yield line;
  }
  if (last?.complete || (last?.figures.length ?? 0) >= (body.limit ?? 1)) return;
  const more = await computed(path, body, signal).catch((error) => {
    if (!last || !(error instanceof Unreachable)) throw error;
  });
  if (more) yield more;
  else if (!last) throw needs(path, body);
}

/** A search step by step. @param {string} id @param {AbortSignal} signal @returns {AsyncGenerator<any>} */
export async function* watch(id, signal) {
  const lines = await worker?.(`/api/watch/${encodeURIComponent(id)}`, undefined, signal);
  if (!lines) throw needs("/api/watch", { id });
  yield* lines;
}
