// Answers questions about puzzles and games in a thread of its own, by the kernels in WebAssembly.

/** @import { CountRequest, FigureRequest, MakeRequest, PlaneRequest, RandomRequest, RestRequest, ShareRequest, Sheet, SolutionsRequest } from "../../answers" */
/** @import { Facts } from "./words/catalog.js" */
/** @import { Group } from "./making/figures.js" */

import { Rules } from "../game/rules.js";
import { after, NOTHING, readWords } from "../game/state.js";
import { Adviser } from "./solving/advice.js";
import { spaceOf } from "./solving/cover.js";
import { makeOne } from "./making/making.js";
import { Module } from "./solving/module.js";
import { Puzzles } from "./solving/puzzles.js";
import { count, puzzleWith, solutions, watch } from "./making/questions.js";
import { sampled } from "./making/sampling.js";
import { Invalid, Unsupported } from "./words/space.js";

/**
 * What is asked, to be answered within some milliseconds: about a game, about a puzzle, or about what
 * somebody made. What is not certain by then is said to be so. Or a question is given up.
 * @typedef {{ placed: string[], edges: number[][] }} State
 * @typedef {{ number: number, patience: number }} Asked
 * @typedef {Asked & { question: "ways" | "check" | "hint", sheet: Sheet, state: State, found?: string[] }} OfGame
 * @typedef {Asked & { question: "puzzle" | "watch", id: string }} OfPuzzle
 * @typedef {Asked & { question: "sheet", id: string }} OfSheet
 * @typedef {Asked & { question: "count", body: CountRequest }} OfCount
 * @typedef {Asked & { question: "solutions", body: SolutionsRequest }} OfSolutions
 * @typedef {Asked & { question: "share", body: ShareRequest }} OfShare
 * @typedef {Asked & { question: "rest", body: RestRequest }} OfRest
 * @typedef {Asked & { question: "tilings", body: { sheet: Sheet } }} OfTilings
 * @typedef {Asked & { question: "random", body: RandomRequest }} OfRandom
 * @typedef {Asked & { question: "plane", body: PlaneRequest }} OfPlane
 * @typedef {Asked & { question: "make", body: MakeRequest }} OfMake
 * @typedef {Asked & { question: "shapes", body: import("../server/api.js").ShapesRequest }} OfShapes
 * @typedef {Asked & { question: "figure", body: FigureRequest & { groups: Group[], most: number } }} OfFigure
 * @typedef {OfGame | OfPuzzle | OfSheet | OfCount | OfSolutions | OfShare | OfRest | OfTilings | OfRandom | OfPlane | OfMake | OfShapes | OfFigure} Question
 * @typedef {{ facts: Facts } | { kernels: ArrayBuffer | undefined }} Files
 * @typedef {Question | { cancel: number } | { alive: true } | Files} Message
 */

/** The types of workers and of pages exclude each other. */
const worker = /** @type {any} */ (self);
/** @type {(puzzles: Puzzles) => void} */
let begin = () => {};
/** What answers, once the page has sent its facts. @type {Promise<Puzzles>} */
const puzzles = new Promise((done) => {
  begin = done;
});
/** @type {(loading: Promise<void>) => void} */
let complete = () => {};
/** Resolved when there are kernels, too, where WebAssembly is allowed. @type {Promise<void>} */
const kernels = new Promise((done) => {
  complete = done;
});
/** @param {ArrayBuffer} [bytes] */
async function load(bytes) {
  const module = bytes ? await Module.of(bytes).catch(() => null) : null;
  (await puzzles).kernels = module;
}
/** Kernels of single views, by the names of their files. @type {Map<string, Promise<Module>>} */
const further = new Map();

/** Kernels that are loaded when they are needed. @param {string} name @param {Puzzles} all */
function kernelsOf(name, all) {
  if (!all.kernels) throw new Unsupported("WebAssembly is not available");
  const known = further.get(name);
  if (known) return known;
  const loading = fetch(new URL(`../../static/engine/${name}`, import.meta.url))
    .then((found) => (found.ok ? found.arrayBuffer() : Promise.reject(new Error(found.statusText))))
    .then(Module.of);
  loading.catch(() => further.delete(name));
  further.set(name, loading);
  return loading;
}

/** Whether a piece tiles the plane. @param {OfPlane} asked @param {Puzzles} all @param {() => Promise<boolean>} going */
async function plane({ body }, all, going) {
  const kernels = kernelsOf("plane.wasm", all),
    { decided } = await import("./plane/deciding.js");
  return decided(all, await kernels, body, going);
}

/** The smallest figures of pieces. @param {OfFigure} asked @param {Puzzles} all @param {() => Promise<boolean>} going */
async function* figures({ body }, all, going) {
  const kernels = kernelsOf("figures.wasm", all),
    { findFigures } = await import("./making/figures.js");
  yield* findFigures(all, await kernels, body, going);
}

/** Questions that were given up. @type {Set<number>} */
const cancelled = new Set();
/** The rules of the puzzle that was asked about last. @type {Rules | null} */
let known = null;

/** How long the worker computes before it looks for messages, in milliseconds. */
const SLICE = 20;
/** Let messages come in. */
const pause = () => new Promise((done) => setTimeout(done));

/** @param {Question} asked */
async function answer(asked) {
  const { number } = asked,
    all = await puzzles;
  if (asked.question === "sheet") return all.sheet(asked.id, kernels);
  await kernels;
  const end = performance.now() + asked.patience;
  let next = 0;
  const going = async () => {
    if (performance.now() >= next) {
      await pause();
      next = performance.now() + SLICE;
    }
    return performance.now() < end && !cancelled.has(number);
  };
  switch (asked.question) {
    case "puzzle":
      return puzzleWith(all, asked.id, going);
    case "count":
      return count(all, asked.body, going);
    case "solutions":
      return solutions(all, asked.body, going);
    case "share":
      return all.share(asked.body);
    case "rest":
      return all.rest(asked.body);
    case "tilings": {
      const { listed } = await import("./making/listing.js");
      return listed(all, asked.body.sheet, going);
    }
    case "shapes": {
      const { cells, size, turn } = asked.body,
        lattice = all.facts.lattices[cells];
      return {
        lattice,
        figures: all.words.catalog.family(size, turn, lattice).map(([, own]) => own),
      };
    }
    case "make":
      return makeOne(all, asked.body, going);
    case "random":
      return sampled(all, asked.body);
    case "plane":
      return plane(asked, all, going);
    case "watch":
      for await (const line of watch(all, asked.id, going)) worker.postMessage({ number, line });
      return null;
    case "figure":
      for await (const line of figures(asked, all, going)) worker.postMessage({ number, line });
      return null;
    default:
      return ofGame(asked, all, going);
  }
}

/** @param {OfGame} asked @param {Puzzles} all @param {() => Promise<boolean>} going */
function ofGame({ sheet, state, question, found }, { module, facts }, going) {
  if (known?.sheet.id !== sheet.id) known = new Rules(sheet);
  const there = after(NOTHING, state.placed.flatMap(readWords)),
    edges = known.edges(state.edges);
  const space = spaceOf(facts, sheet),
    adviser = new Adviser(module, space, known, { ...there, edges }, going, found);
  return adviser[question]();
}

/** What is answered to an error: what is wrong, or nothing. @param {unknown} error */
function failed(error) {
  if (error instanceof Invalid) return { refused: error.message };
  if (!(error instanceof Unsupported)) console.error(error);
  return { value: undefined };
}

worker.addEventListener("message", async (/** @type {MessageEvent<Message>} */ { data }) => {
  if ("facts" in data) {
    begin(new Puzzles(data.facts, null));
    return;
  }
  if ("kernels" in data) {
    complete(load(data.kernels));
    return;
  }
  if ("alive" in data) {
    worker.postMessage({});
    return;
  }
  if ("cancel" in data) {
    cancelled.add(data.cancel);
    return;
  }
  const { number } = data;
  const found = await answer(data).then((value) => ({ value }), failed);
  cancelled.delete(number);
  worker.postMessage({ number, ...found });
});
