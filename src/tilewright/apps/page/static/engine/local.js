// Answers of a worker, which has the kernels. Without WebAssembly it still describes puzzles.

/** @import { Sheet } from "../../answers" */

import { embedder } from "../parts/embedder.js";
import { LANGUAGE, SERVER } from "../texts/en.js";
import { READY } from "../server/api.js";
import { Refused } from "../server/errors.js";
import { load, siteHas } from "../server/files.js";

/**
 * The questions that a worker answers, and how long it may take, in milliseconds; a large count is
 * left to the server early, where there is one. Some are answered by a stream.
 * @type {Record<string, { patience: number, of: "game" | "puzzle" | "body", lines?: boolean }>}
 */
const QUESTIONS = {
  ways: { patience: 5000, of: "game" },
  check: { patience: 8000, of: "game" },
  hint: { patience: 8000, of: "game" },
  puzzle: { patience: 2000, of: "puzzle" },
  sheet: { patience: 2000, of: "puzzle" },
  share: { patience: 2000, of: "body" },
  rest: { patience: 2000, of: "body" },
  shapes: { patience: 5000, of: "body" },
  tilings: { patience: 20_000, of: "body" },
  count: { patience: siteHas("server") ? 400 : 5000, of: "body" },
  solutions: { patience: 5000, of: "body" },
  plane: { patience: 20_000, of: "body" },
  watch: { patience: 60_000, of: "puzzle", lines: true },
  figure: { patience: siteHas("server") ? 5000 : 60_000, of: "body", lines: true },
  make: { patience: siteHas("server") ? 10_000 : 60_000, of: "body" },
  random: { patience: 60_000, of: "body" },
};

/** A worker that computes still answers messages; one that misses several of these is replaced. */
const SIGNS = { every: 5000, missed: 6 };

/** An answer: its value, why it is refused, or a line of a stream. @typedef {{ value?: any, refused?: string, line?: any }} Answer */

/** The script of the worker. A page in a notebook has no address from which it could be loaded. */
const script = async () =>
  embedder
    ? URL.createObjectURL(await (await load(`static/engine/worker.${LANGUAGE}.js`)).blob())
    : new URL(`../engine/worker${LANGUAGE === "en" ? "" : `.${LANGUAGE}`}.js`, import.meta.url);

/** A worker that can describe puzzles, and when it can do the rest. @typedef {{ made: Worker, complete: Promise<void> }} Started */

/** The lines of a stream, as they come. */
class Lines {
  constructor() {
    /** @type {Answer[]} */
    this.come = [];
    this.stop = () => {};
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
 * What answers requests; see `answerHere`.
 * @param {(id: string) => Promise<Sheet>} sheetOf
 * @returns {(path: string, body?: any, signal?: AbortSignal) => Promise<any>}
 */
export function answerer(sheetOf) {
  /** @type {Promise<Started> | null} */
  let worker = null;
  let broken = typeof Worker === "undefined";
  let asked = 0;
  /** Of each open question, what takes its answer. @type {Map<number, (answer: Answer) => void>} */
  const open = new Map();

  /** How often the worker has been asked for a sign of life since its last message. */
  let missed = 0;
  /** Asks the worker while a question is open. @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  const rest = () => {
    if (open.size) return;
    clearInterval(timer);
    timer = undefined;
  };
  /** End a worker; the next question starts another one. @param {Worker} made @param {Answer} answer  To all open questions. */
  const end = (made, answer) => {
    made.terminate();
    worker = null;
    for (const take of open.values()) take(answer);
    open.clear();
    rest();
  };
  /** Take an answer to a question that is sent. @param {Worker} made @param {object} question @param {(answer: Answer) => void} take */
  const send = (made, question, take) => {
    const number = ++asked;
    open.set(number, take);
    made.postMessage({ ...question, number });
    if (!timer) missed = 0;
    timer ??= setInterval(() => {
      if (missed++ < SIGNS.missed) made.postMessage({ alive: true });
      else end(made, { refused: SERVER.crashed });
    }, SIGNS.every);
    return () => {
      if (open.delete(number)) made.postMessage({ cancel: number });
      rest();
    };
  };

  const start = async () => {
    const made = new Worker(await script(), { type: "module" });
    let heard = false;
    made.addEventListener("error", () => {
      // Without any answer, workers do not run here.
      broken ||= !heard;
      end(made, heard ? { refused: SERVER.crashed } : {});
    });
    made.addEventListener("message", ({ data }) => {
      heard = true;
      missed = 0;
      open.get(data.number)?.(data);
      if (!("line" in data)) open.delete(data.number);
      rest();
    });
    // A puzzle is shown as soon as the facts are there; the kernels would only slow them down.
    const facts = load("static/engine/facts.json").then((found) => found.json());
    const complete = (async () => {
      made.postMessage({ facts: await facts });
      const bytes =
        typeof WebAssembly === "undefined"
          ? undefined
          : await (await load("static/engine/kernels.wasm")).arrayBuffer();
      made.postMessage({ kernels: bytes }, bytes ? [bytes] : []);
    })();
    complete.catch(({ message }) => end(made, { refused: message }));
    await facts;
    return { made, complete };
  };
  /** The worker; what it needs is asked for again if it could not be loaded. */
  const running = () => {
    worker ??= start();
    worker.catch(() => {
      worker = null;
    });
    return worker;
  };

  /** What a request asks of the worker; undefined if it cannot answer it. @param {string} path @param {any} body */
  const questionOf = async (path, body) => {
    const [, , question, word] = path.split("/"),
      known = Object.hasOwn(QUESTIONS, question) ? QUESTIONS[question] : undefined;
    if (!known || broken) return undefined;
    const { patience, of, lines } = known,
      own = { question, patience, lines };
    if (of === "body") return { ...own, body };
    if (of === "puzzle") return { ...own, id: decodeURIComponent(word) };
    const { placed, edges } = body.state;
    return { ...own, sheet: await sheetOf(body.id), state: { placed, edges }, found: body.found };
  };

  return async (path, body, signal) => {
    if (path === READY) {
      if (!broken) running().catch(() => {});
      return undefined;
    }
    const question = await questionOf(path, body);
    if (!question) return undefined;
    const { made, complete } = await running();
    if (question.question !== "sheet") await complete;
    signal?.throwIfAborted();
    if (broken) return undefined;
    if (question.lines) {
      const lines = new Lines();
      lines.stop = send(made, question, (answer) => lines.take(answer));
      return lines.all(signal);
    }
    return new Promise((resolve, reject) => {
      const stop = send(made, question, ({ value, refused }) =>
        refused === undefined ? resolve(value) : reject(new Refused(refused)),
      );
      const give = () => {
        stop();
        reject(signal?.reason);
      };
      if (signal?.aborted) give();
      else signal?.addEventListener("abort", give);
    });
  };
}
