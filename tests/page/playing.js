// Plays games with the page's rules: what is to be played comes in as JSON, and every state goes
// out.

/** @import { Sheet } from "../../src/tilewright/web/answers" */
/** @import { Action } from "#page/game/session.js" */

import { readFileSync } from "node:fs";

import { Position } from "#page/game/position.js";
import { Rules } from "#page/game/rules.js";
import { act, BEGUN, load, save, shortened, stateOf } from "#page/game/session.js";
import { asked, GameError } from "#page/game/state.js";

/**
 * An action, or a saved game that is taken up; `longest` is how long the saved moves may be.
 * @typedef {Action | { do: "load", saved: unknown } | { do: "shorten", longest: number }} Step
 */

/** @param {Rules} rules @param {ReturnType<typeof load>} session */
function seen(rules, session) {
  const state = stateOf(session),
    position = new Position(rules, state),
    { placed, edges, notes } = asked(state);
  return {
    saved: save(rules, session),
    placed,
    edges,
    notes,
    solved: position.solved,
    share: position.share,
    left: rules.sheet.pieces
      .map(({ name }) => position.left(name))
      .map((left) => (left === Infinity ? null : left)),
    tiles: position.tiles.map(({ piece, cells, word }) => [word, rules.orientation(piece, cells)]),
    closed: position.regions
      .filter(({ piece }) => piece === null)
      .map(({ kind, cells }) => [kind, cells]),
    free: [...position.free],
  };
}

/** @type {{ sheet: Sheet, steps: Step[] }[]} */
const games = JSON.parse(readFileSync(0, "utf8"));
const played = games.map(({ sheet, steps }) => {
  const rules = new Rules(sheet);
  let session = BEGUN;
  return steps.map((step) => {
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
    return { refused, ...seen(rules, session) };
  });
});
console.log(JSON.stringify(played));
