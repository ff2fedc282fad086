// Answers without the server where a worker can: the server is asked for the rest, and for all if
// there is no worker or no WebAssembly.

/** @import { Sheet } from "../../answers" */

/** The questions that a worker answers, and how long it may take, in milliseconds. */
const QUESTIONS = /** @type {const} */ ({
  "/api/ways": { question: "ways", patience: 400 },
  "/api/check": { question: "check", patience: 1500 },
  "/api/hint": { question: "hint", patience: 1500 },
});

/**
 * What answers requests; see `answerHere`.
 * @param {(id: string) => Promise<Sheet>} sheetOf
 * @param {() => Promise<boolean>} areThere  Whether there are kernels for the browser.
 * @returns {(path: string, body: any, signal?: AbortSignal) => Promise<any>}
 */
export function answerer(sheetOf, areThere) {
  /** @type {Worker | null} */
  let worker = null;
  let broken = typeof Worker === "undefined" || typeof WebAssembly === "undefined";
  let asked = 0;
  /** Of each open question, what takes its answer. @type {Map<number, (value: any) => void>} */
  const open = new Map();

  /** From now on, the server is asked. */
  const give = () => {
    broken = true;
    worker?.terminate();
    for (const take of open.values()) take(undefined);
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
      open.get(data.number)?.(data.value);
      open.delete(data.number);
    });
    return worker;
  };

  return async (path, body, signal) => {
    const known = Object.entries(QUESTIONS).find(([name]) => name === path)?.[1];
    if (!known || broken) return undefined;
    const sheet = await sheetOf(body.id);
    if (!worker && !(await areThere())) broken = true;
    if (broken) return undefined;
    const number = ++asked,
      running = worker ?? start();
    const { placed, edges } = body.state;
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      open.set(number, resolve);
      signal?.addEventListener("abort", () => {
        if (!open.delete(number)) return;
        running.postMessage({ cancel: number });
        reject(signal.reason);
      });
      running.postMessage({ ...known, number, sheet, state: { placed, edges } });
    });
  };
}
