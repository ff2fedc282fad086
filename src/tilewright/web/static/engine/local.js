// Answers without the server where a worker can: the server is asked for the rest, and for all if
// there is no worker or no WebAssembly. On a site, a worker without WebAssembly still describes
// puzzles.

/** @import { Sheet } from "../../answers" */

import { Refused } from "../server/errors.js";
import { READY } from "../server/api.js";
import { onSite } from "../server/files.js";

/**
 * The questions that a worker answers, and how long it may take, in milliseconds: it takes longer
 * where there is no server, or none yet.
 * @type {Record<string, { question: string, patience: number, alone: number, of: "game" | "puzzle" | "body" }>}
 */
const QUESTIONS = {
  ways: { question: "ways", patience: 400, alone: 1500, of: "game" },
  check: { question: "check", patience: 1500, alone: 5000, of: "game" },
  hint: { question: "hint", patience: 1500, alone: 5000, of: "game" },
  puzzle: { question: "puzzle", patience: 600, alone: 2000, of: "puzzle" },
  sheet: { question: "sheet", patience: 600, alone: 2000, of: "puzzle" },
  share: { question: "share", patience: 600, alone: 2000, of: "body" },
  count: { question: "count", patience: 400, alone: 5000, of: "body" },
  plane: { question: "plane", patience: 1500, alone: 20_000, of: "body" },
  // The server can show two engines, and draws and makes what the library does.
  ...(onSite
    ? {
        watch: { question: "watch", patience: 60_000, alone: 60_000, of: "puzzle" },
        make: { question: "make", patience: 60_000, alone: 60_000, of: "body" },
        random: { question: "random", patience: 60_000, alone: 60_000, of: "body" },
      }
    : {}),
};

/** An answer: its value, why it is refused, or a line of a stream. @typedef {{ value?: any, refused?: string, line?: any }} Answer */

/**
 * The worker, and what it needs. A page in a notebook has no address from which these could be found.
 */
const addresses = () => ({
  script: new URL("../worker.js", import.meta.url),
  facts: new URL("facts.json", import.meta.url),
  kernels: new URL("kernels.wasm", import.meta.url),
});

/** Have them kept with the page, for when the server is away; a site keeps all its files. */
async function keep() {
  if (onSite || !navigator.serviceWorker) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(Object.values(addresses()).map(String));
}

/** @param {URL} name */
async function file(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`there is no ${name}: ${response.status}`);
  return response;
}

/** The lines of a stream, as they come. */
class Lines {
  /** @param {() => void} stop */
  constructor(stop) {
    /** @type {Answer[]} */
    this.come = [];
    this.stop = stop;
    this.wake = () => {};
  }

  /** @param {Answer} answer */
  take(answer) {
    this.come.push(answer);
    this.wake();
  }

  /** @param {AbortSignal} [signal] @returns {AsyncGenerator<any>} */
  async *all(signal) {
    const aborted = () => this.wake();
    signal?.addEventListener("abort", aborted);
    try {
      for (;;) {
        signal?.throwIfAborted();
        const next = this.come.shift();
        if (!next) await new Promise((done) => (this.wake = () => done(null)));
        else if (next.refused !== undefined) throw new Refused(next.refused);
        else if ("line" in next) yield next.line;
        else return;
      }
    } finally {
      signal?.removeEventListener("abort", aborted);
      this.stop();
    }
  }
}

/**
 * What answers requests; see `answerHere`. Paths are those of the server. `/api/watch/ID` is answered
 * by a stream.
 * @param {(id: string) => Promise<Sheet>} sheetOf
 * @param {() => Promise<{ kernels?: boolean, ready?: boolean }>} server  Whether there are kernels for
 *   the browser, and whether the server is ready to be asked for more.
 * @returns {(path: string, body?: any, signal?: AbortSignal) => Promise<any>}
 */
export function answerer(sheetOf, server) {
  /** @type {Worker | null} */
  let worker = null;
  let broken = typeof Worker === "undefined" || (typeof WebAssembly === "undefined" && !onSite);
  /** Whether nobody else can be asked. */
  let alone = true;
  let asked = 0;
  /** Of each open question, what takes its answer. @type {Map<number, (answer: Answer) => void>} */
  const open = new Map();

  /** From now on, the server is asked. */
  const give = () => {
    broken = true;
    worker?.terminate();
    for (const take of open.values()) take({});
    open.clear();
  };

  const start = () => {
    const { script, facts, kernels } = addresses();
    const made = new Worker(script, { type: "module" });
    worker = made;
    Promise.all([file(facts), typeof WebAssembly === "undefined" ? null : file(kernels)])
      .then(async ([facts, kernels]) => {
        const files = { facts: await facts.json(), kernels: await kernels?.arrayBuffer() };
        made.postMessage(files, files.kernels ? [files.kernels] : []);
        keep().catch(() => {});
      })
      .catch(give);
    worker.addEventListener("error", give);
    worker.addEventListener("message", ({ data }) => {
      if ("error" in data) {
        give();
        return;
      }
      open.get(data.number)?.(data);
      if (!("line" in data)) open.delete(data.number);
    });
    return worker;
  };

  const look = async () => {
    // If the server is away, the files of the worker may have been kept.
    const { kernels, ready } = await server().catch(() => ({ kernels: true, ready: !onSite }));
    if (!kernels) broken = true;
    if (ready) alone = false;
  };

  /** What a request asks of the worker; undefined if it cannot answer it. @param {string} path @param {any} body */
  const questionOf = async (path, body) => {
    const [, , name, word] = path.split("/"),
      known = Object.hasOwn(QUESTIONS, name) ? QUESTIONS[name] : undefined;
    if (!known || broken) return undefined;
    const { question, of } = known,
      own = { question, known };
    if (of === "body") return { ...own, body };
    if (of === "puzzle") return { ...own, id: decodeURIComponent(word) };
    const { placed, edges } = body.state;
    return { ...own, sheet: await sheetOf(body.id), state: { placed, edges } };
  };

  return async (path, body, signal) => {
    if (path === READY && !broken && !worker) start();
    const found = await questionOf(path, body);
    if (!found) return undefined;
    if (!worker || (alone && !onSite)) await look();
    if (broken) return undefined;
    const { known, ...asking } = found,
      // A server that is not ready decides later what the worker cannot.
      last = alone && (onSite || known !== QUESTIONS.plane),
      question = { ...asking, alone: last, patience: last ? known.alone : known.patience };
    const number = ++asked,
      running = worker ?? start();
    signal?.throwIfAborted();
    const stop = () => {
      if (open.delete(number)) running.postMessage({ cancel: number });
    };
    if (question.question === "watch") {
      const lines = new Lines(stop);
      open.set(number, (answer) => lines.take(answer));
      running.postMessage({ ...question, number });
      return lines.all(signal);
    }
    return new Promise((resolve, reject) => {
      open.set(number, ({ value, refused }) =>
        refused !== undefined && onSite ? reject(new Refused(refused)) : resolve(value),
      );
      signal?.addEventListener("abort", () => {
        stop();
        reject(signal.reason);
      });
      running.postMessage({ ...question, number });
    });
  };
}
