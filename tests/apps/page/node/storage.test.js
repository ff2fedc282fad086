// What is kept in the browser: damaged values count as nothing.

import { days, drafts, game, mine, setting, solved } from "#page/parts/storage.js";
import { task } from "#page/views/elements/days.js";
import { today } from "#page/parts/dates.js";
import { test } from "node:test";

import { kept, same } from "./testing.js";

/** @param {Record<string, string>} values */
function keep(values) {
  kept.clear();
  for (const [name, text] of Object.entries(values)) kept.set(`tilewright:${name}`, text);
}

test("damaged lists and records are skipped, the rest is read", () => {
  keep({
    days: '["2026-10-06", 7, "soon"]',
    solved: '{"a": {"seconds": 3, "hints": 0, "when": 1}, "b": 5}',
    drafts: '"no"',
    mine: "{",
    "play:x": "[1]",
    "setting:colors": "3",
  });
  same(days(), ["2026-10-06"]);
  same(Object.keys(solved()), ["a"]);
  same(drafts(), []);
  same(mine(), []);
  same(game("x"), null);
  same(setting("colors", { scheme: "pieces" }), { scheme: "pieces" });
});

test("the calendar of another day names that day", () => {
  same(task(today(), "Cover all but today", "calendar"), "Cover all but today");
  same(task("2001-10-06", "Cover all but today", "calendar"), "Cover all but October 6");
  same(task("2001-10-06", "Draw the outlines", "dots"), "Draw the outlines");
});
