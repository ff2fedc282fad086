// Answers without the server where a worker can: the server is asked for the rest, and for all if
// there is no worker or no WebAssembly.

/** @import { Sheet } from "../../answers" */

import { Refused } from "../server/errors.js";

/** The questions about games that a worker answers, and how long it may take, in milliseconds. */
const QUESTIONS = /** @type {const} */ ({
  "/api/ways": { question: "ways", patience: 400 },
  "/api/check": { question: "check", patience: 1500 },
  "/api/hint": { question: "hint", patience: 1500 },
});
/** What is asked of the puzzle with a name or an ID. */
const PUZZLE = { path: "/api/puzzle/", question: "puzzle", patience: 2000 };

/**
 * What answers requests; see `answerHere`. Paths are those of the server: of games, and
 * `/api/puzzle/ID`.
 * @param {(id: string) => Promise<Sheet>} sheetOf
 * @param {() => Promise<boolean>} areThere  Whether there are kernels for the browser.
 * @param {boolean} [alone]  Whether there is no server, so that the worker says what is wrong.
 * @returns {(path: string, body?: any, signal?: AbortSignal) => Promise<any>}
 */
export function answerer(sheetOf, areThere, alone = false) {
  /** @type {Worker | null} */
  let worker = null;
  let broken = typeof Worker === "undefined" || typeof WebAssembly === "undefined";
  let asked = 0;
  /** Of each open question, what takes its answer. @type {Map<number, (answer: { value?: any, refused?: string }) => void>} */
  const open = new Map();

  /** From now on, the server is asked. */
  const give = () => {
    broken = true;
    worker?.terminate();
    for (const take of open.values()) take({});
    open.clear();
  };

  const start = () => {
    worker = new Worker(new URL("../worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("error", give);
    worker.addEventListener("message", ({ data }) => {
      if ("error" in data) {
        give();
        return;
      }
      open.get(data.number)?.(data);
      open.delete(data.number);
    });
    return worker;
  };

  /** What a request asks of the worker; undefined if it cannot answer it. @param {string} path @param {any} body */
  const questionOf = async (path, body) => {
    if (path.startsWith(PUZZLE.path)) {
      const { question, patience } = PUZZLE;
      return { question, patience, id: decodeURIComponent(path.slice(PUZZLE.path.length)) };
    }
    const known = Object.entries(QUESTIONS).find(([name]) => name === path)?.[1];
    if (!known) return undefined;
    const { placed, edges } = body.state;
    return { ...known, sheet: await sheetOf(body.id), state: { placed, edges } };
  };

  return async (path, body, signal) => {
    if (broken) return undefined;
    const question = await questionOf(path, body);
    if (!question) return undefined;
    if (!worker && !(await areThere())) broken = true;
    if (broken) return undefined;
    const number = ++asked,
      running = worker ?? start();
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      open.set(number, ({ value, refused }) =>
        refused !== undefined && alone ? reject(new Refused(refused)) : resolve(value),
      );
      signal?.addEventListener("abort", () => {
        if (!open.delete(number)) return;
        running.postMessage({ cancel: number });
        reject(signal.reason);
      });
      running.postMessage({ ...question, number });
    });
  };
}
