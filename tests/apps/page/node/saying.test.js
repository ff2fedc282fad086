// Sentences of hints with numbers.

import { text } from "#page/engine/words/saying.js";
import { test } from "node:test";

import { same } from "./testing.js";

test("large numbers have separators, as in the library", () => {
  const ways = (/** @type {number} */ number) => text("lookAhead", { number, here: "this cell" });
  same(
    [999, 1000, 1_234_567].map((number) => ways(number).match(/[\d,]+/)?.[0]),
    ["999", "1,000", "1,234,567"],
  );
});
