// The commands of the program that do what is too large for a browser. A page of `tilewright play` has
// them run; elsewhere a visitor is told which one it is.

/** @import { CountAnswer, CountRequest, FigureRequest, MakeRequest, PlaneRequest, Play, RandomRequest, ShareRequest, Sheet } from "../../answers" */

import { SERVER } from "../texts/en.js";
import { aborted, Gone, Refused, Unanswered, Unreachable } from "./errors.js";
import { at, here, siteHas } from "./files.js";

/** The words of a command line, in which what is not wanted may stand, too. @typedef {(string | number | false | null | undefined)[]} Words */

/** @param {Words} words */
const given = (words) =>
  words
    .filter((word) => word !== false && word !== null && word !== undefined && word !== "")
    .map((word) => String(word).trim().replaceAll("\n", "/"));
/** A word of a command line. @param {string} word */
const quoted = (word) =>
  /^[\w.,:;^+=@%/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
/** @param {string | null | undefined} turn */
const turned = (turn) => (turn && turn !== "free" ? ["--turn", turn] : []);
/** @param {Pick<CountRequest, "board" | "pieces" | "turn" | "empty">} body */
const problem = ({ board, pieces, turn, empty }) => [
  board,
  ...pieces,
  ...turned(turn),
  ...(empty ? ["--empty", empty] : []),
];

/** The command for each request. @type {Record<string, (body: any) => Words>} */
const COMMANDS = {
  "/api/count": (/** @type {CountRequest} */ body) => ["count", ...problem(body)],
  "/api/share": (/** @type {ShareRequest} */ body) => ["play", ...problem(body)],
  "/api/make": (
    /** @type {MakeRequest} */ { kind, board, pieces, turn, seed, level, minimal, date },
  ) => [
    "make",
    kind,
    ...(date ? ["--date", date] : [board, ...(pieces ?? [])]),
    ...(turn ? ["--turn", turn] : []),
    ...(level ? ["--level", level] : []),
    minimal && "--minimal",
    ...(date ? [] : ["--seed", seed]),
  ],
  "/api/figure": (/** @type {FigureRequest} */ { pieces, symmetry, odd, different, limit = 1 }) => [
    "figure",
    ...pieces,
    ...(symmetry && symmetry !== "none" ? ["--symmetry", symmetry] : []),
    ...(odd ? ["--copies", "odd"] : []),
    different && "--different",
    ...(limit > 1 ? ["--all", "--limit", limit] : []),
  ],
  "/api/solutions": (/** @type {{ id: string }} */ { id }) => ["count", id],
  "/api/tilings": (/** @type {{ sheet: Sheet }} */ { sheet: { id } }) => ["solve", id, "--all"],
  "/api/plane": (/** @type {PlaneRequest} */ { piece, turn }) => ["plane", piece, ...turned(turn)],
  "/api/random": (/** @type {RandomRequest} */ { board, seed, weight = 1 }) => [
    "sample",
    board,
    ...(weight !== 1
      ? ["##@fixed+", "#/#@fixed+", "--weight", `##=${weight}`]
      : [/^tri:/.test(board) ? "diamond+" : "dominoes+"]),
    "--seed",
    seed,
  ],
};

/** @param {Words} words */
const line = (words) => ["tilewright", ...given(words).map(quoted)].join(" ");
/** The words of a request. @param {string} path @param {any} body */
const wordsFor = (path, body) =>
  COMMANDS[path]?.(body) ?? ["play", /** @type {Play} */ (body).id ?? path.split("/").pop()];
/** The command that answers a request. @param {string} path @param {any} body */
export const commandFor = (path, body) => line(wordsFor(path, body));
/** What is said where that command is needed. @param {string} path @param {any} body */
export const needs = (path, body) =>
  new Unanswered(hasTerminal() ? SERVER.needs(commandFor(path, body)) : SERVER.noAnswer);
/** Whether there is anything to run a command with: no phone has. */
export const hasTerminal = () =>
  !globalThis.matchMedia?.("(hover: none) and (pointer: coarse)").matches;

/** How long a server that has too much to do is left alone, in milliseconds. */
const BUSY = 1500;

/**
 * Have the server run a command, and return what it printed.
 * @param {Words} words @param {AbortSignal} [signal] @returns {Promise<any>}
 */
async function run(words, signal) {
  const { token } = await here();
  const body = JSON.stringify({ words: given(words) }),
    headers = { "content-type": "application/json", "x-tilewright-token": token };
  for (;;) {
    const response = await fetch(at("run"), { method: "POST", headers, body, signal }).catch(
      (error) => {
        throw aborted(error) ? error : new Gone(SERVER.away);
      },
    );
    const answer = await response.json().catch((error) => {
      throw aborted(error) ? error : new Gone(SERVER.interrupted);
    });
    if (response.ok) return answer;
    if (response.status !== 429) {
      const { kind, message } = answer.error ?? {};
      const later = response.status >= 500 || kind === "limit";
      throw new (later ? Unreachable : Refused)(message ?? SERVER.answered(response.status));
    }
    await new Promise((done) => setTimeout(done, BUSY));
  }
}

/** Different tilings are counted among at most so many. */
const LISTED = 200_000;

/**
 * What commands answer to a request, as the worker would.
 * @type {Record<string, (body: any, signal?: AbortSignal) => Promise<any>>}
 */
const ANSWERS = {
  /** @param {CountRequest} body @returns {Promise<CountAnswer | undefined>} */
  "/api/count": async (body, signal) => {
    const words = problem(body),
      { count, complete } = await run(["count", ...words], signal);
    if (!complete) return undefined;
    const answer = {
      finished: true,
      exact: true,
      count,
      different: null,
      reason: null,
      weights: null,
    };
    if (count === "0") {
      const { reasons, weighting } = await run(["solve", ...words], signal);
      return {
        ...answer,
        different: "0",
        reason: reasons?.[0] ?? null,
        weights: weighting?.weights ?? null,
      };
    }
    if (Number(count) > LISTED) return answer;
    const { count: different, complete: all } = await run(["count", ...words, "--unique"], signal);
    return { ...answer, different: all ? different : null };
  },
  /** @param {{ id: string }} body */
  "/api/puzzle": async ({ id }, signal) => run(["grade", id], signal),
  /** @param {MakeRequest} body */
  "/api/make": async (body, signal) => {
    const { puzzles } = await run(COMMANDS["/api/make"](body), signal);
    return puzzles[0];
  },
  /** @param {FigureRequest} body */
  "/api/figure": async (body, signal) => ({
    ...(await run(COMMANDS["/api/figure"](body), signal)),
    reason: null,
  }),
  /** @param {RandomRequest} body */
  "/api/random": async (body, signal) => {
    const { tilings } = await run(COMMANDS["/api/random"](body), signal);
    return tilings[0].labels;
  },
};

/**
 * What a command answers to a request; undefined if there is none, or nobody who runs it.
 * @param {string} path @param {any} body @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export const computed = async (path, body, signal) =>
  siteHas("server") ? ANSWERS[path]?.(body, signal) : undefined;
