// The boards that teach a kind: who is invited to them, and which of them is shown.

import {
  invitation,
  knowPlayers,
  exerciseOf,
  passed,
  wordsOf,
} from "#page/views/elements/learn.js";
import { LEARN } from "#page/texts/en.js";
import { setting } from "#page/parts/storage.js";
import { test } from "node:test";

import { kept, same } from "./testing.js";

const IDS = ["a", "b", "c", "d", "e"];
const number = (/** @type {string} */ word = "") => exerciseOf("pips", IDS, word)?.number ?? null;

test("a board is named by its number, or it is the first that is not solved", () => {
  kept.clear();
  same(["", "1", "5"].map(number), [1, 1, 5]);
  same(["0", "6", "x", "1.5"].map(number), [null, null, null, null]);
  passed({ subject: "pips", number: 2, ids: IDS });
  passed({ subject: "pips", number: 1, ids: IDS });
  same(number(), 3);
  passed({ subject: "pips", number: 5, ids: IDS });
  same(number(), 1);
});

test("damaged progress counts as none", () => {
  kept.clear();
  kept.set("tilewright:setting:learn", '{"pips": 3, "dots": {"done": "x"}}');
  same(number(), 1);
  same(exerciseOf("dots", IDS)?.number, 1);
});

test("a board has a title and a sentence", () => {
  same(wordsOf({ subject: "pips", number: 2, ids: IDS }), {
    title: "Pips: board 2 of 5",
    about: LEARN.kinds.pips.boards[1],
  });
});

test("whoever has played before is not invited", () => {
  const subjects = Object.keys(LEARN.kinds);
  /** @type {[Record<string, string>, string[]][]} */
  const cases = [
    [{}, []],
    [{ "setting:theme": '"dark"' }, []],
    [{ solved: '{"a": {"seconds": 3}}' }, subjects],
    [{ "play:dots:4x6-easy": "{}" }, subjects],
    [{ "play:dots:4x6-easy": "{}", "setting:learn": "{}" }, []],
  ];
  for (const [values, known] of cases) {
    kept.clear();
    for (const [name, text] of Object.entries(values)) kept.set(`tilewright:${name}`, text);
    knowPlayers();
    same(Object.keys(setting("learn", {})), known);
    const sheet = /** @type {any} */ ({ id: "x", kind: "pips" });
    if (known.length) same(invitation(sheet), null);
  }
});
