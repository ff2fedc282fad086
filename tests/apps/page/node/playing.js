// Plays games with the page's rules, and asks what is asked of a game: what is to be played comes in
// as JSON, and every state goes out, with all answers about it.

/** @import { Sheet } from "../../../../src/tilewright/apps/page/answers" */
/** @import { Action } from "#page/game/session.js" */

import { Adviser } from "#page/engine/solving/advice.js";
import { coverOf, spaceOf } from "#page/engine/solving/cover.js";
import { Grader } from "#page/engine/solving/grading.js";
import { Machine } from "#page/engine/solving/module.js";
import { symmetriesOf } from "#page/engine/solving/symmetries.js";
import { Position } from "#page/game/position.js";
import { Rules } from "#page/game/rules.js";
import { act, BEGUN, load, save, shortened, stateOf } from "#page/game/session.js";
import { asked, GameError } from "#page/game/state.js";

import { answerAll, facts, modules } from "./asking.js";

const [module] = modules;

/** Nothing is cut short. */
const going = async () => true;

/**
 * An action, or a saved game that is taken up; `longest` is how long the saved moves may be.
 * @typedef {Action | { do: "load", saved: unknown } | { do: "shorten", longest: number }} Step
 */

/** @param {Rules} rules @param {ReturnType<typeof load>} session */
function seen(rules, session) {
  const state = stateOf(session),
    position = new Position(rules, state),
    { placed, edges, notes } = asked(state);
  /** @param {number[][]} lines */
  const inOrder = (lines) =>
    lines.sort((one, other) => one.reduce((order, number, i) => order || number - other[i], 0));
  return {
    saved: save(rules, session),
    placed,
    edges: inOrder(edges),
    notes: inOrder(notes),
    solved: position.solved,
    share: position.share,
    left: rules.sheet.pieces
      .map(({ name }) => position.left(name))
      .map((left) => (left === Infinity ? null : left)),
    tiles: position.tiles.map(({ piece, cells, marks, word }) => [
      word,
      rules.orientation(piece, cells, marks),
    ]),
    closed: position.regions
      .filter(({ piece }) => piece === null)
      .map(({ kind, cells }) => [kind, cells]),
    free: [...position.free],
  };
}

/** What is said of a state. @param {Sheet} sheet @param {Rules} rules @param {ReturnType<typeof load>} session */
async function answers(sheet, rules, session) {
  const adviser = new Adviser(module, spaceOf(facts, sheet), rules, stateOf(session), going);
  return {
    ways: await adviser.ways(),
    check: await adviser.check(),
    hint: await adviser.hint(),
  };
}

/** The grade of a puzzle. @param {Sheet} sheet @param {Rules} rules */
function graded(sheet, rules) {
  const machine = new Machine(module),
    space = spaceOf(facts, sheet),
    cover = coverOf(machine, space, rules, [], []),
    symmetries = symmetriesOf(machine, space, rules, cover);
  return new Grader(machine, rules, cover, symmetries, facts.grades, going).grade();
}

/** @param {{ sheet: Sheet, steps: Step[] }} game */
async function played({ sheet, steps }) {
  const rules = new Rules(sheet);
  let session = BEGUN;
  const states = [];
  for (const step of steps) {
    let refused = false;
    try {
      session =
        step.do === "load"
          ? load(rules, step.saved)
          : step.do === "shorten"
            ? shortened(session, step.longest)
            : act(rules, session, step);
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      refused = true;
    }
    states.push({ refused, ...seen(rules, session), ...(await answers(sheet, rules, session)) });
  }
  return { grade: await graded(sheet, rules), states };
}

await answerAll(played);
