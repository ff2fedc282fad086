// A search for rings that grows too large proves nothing.

import { Decision } from "#page/engine/plane/deciding.js";
import { MORE, NONE, TooLarge } from "#page/engine/plane/rings.js";
import { test } from "node:test";

import { same } from "./testing.js";

/** How a search ends, and whether it was too large. @param {() => number} advance  Gives the outcome. */
async function ended(advance) {
  const search = {
      outcome: MORE,
      spent: 0,
      advance() {
        this.outcome = advance();
      },
    },
    decision = { pause: async () => {}, tooLarge: false };
  const { run } = Decision.prototype,
    outcome = await run.call(/** @type {any} */ (decision), /** @type {any} */ (search), 100);
  return [outcome, decision.tooLarge];
}

test("what needs too much memory is not known", async () => {
  const large = await ended(() => {
    throw new TooLarge();
  });
  same(large, [MORE, true]);
  same(await ended(() => NONE), [NONE, false]);
});
