// Lessons in links, and codes of what was solved.

import { codeOf, doneIn, fromLink, lessonOf, toLink } from "#page/views/classroom/handing.js";
import { test } from "node:test";

import { same } from "./testing.js";

const TEXT = `Pentominoes
Use every piece: once.
classic:pentominoes-3x20

Then this one.
https://example.org/page/#/p/id%3A0CXD-DXAB
`;
const IDS = ["classic:pentominoes-3x20", "id:0CXD-DXAB"];

test("a lesson has a title, words and puzzles", () => {
  const { title, lines, ids } = lessonOf(TEXT);
  same(title, "Pentominoes");
  same(ids, IDS);
  same(lines, [
    { words: "Use every piece: once." },
    { id: IDS[0] },
    { words: "Then this one." },
    { id: IDS[1] },
  ]);
  same(lessonOf(""), { title: "", lines: [], ids: [] });
  // The address of another page is no puzzle.
  same(lessonOf("A\nhttps://example.org").ids, []);
});

test("a link has all of a lesson, and a damaged one is known", async () => {
  const text = `${TEXT}Grüße, 🧩`,
    link = await toLink(text);
  same(/^[\w-]+$/.test(link), true);
  same(await fromLink(link), text.trim());
  for (const wrong of ["", "nothing", link.slice(0, -4), `${link}!`])
    same(await fromLink(wrong), null);
});

test("a code says what was solved, and belongs to its lesson", () => {
  const record = (/** @type {number} */ seconds, /** @type {number} */ hints) => ({
    seconds,
    hints,
    when: 0,
  });
  const ids = [...IDS, "classic:a", "classic:b"],
    code = codeOf(ids, {
      [ids[0]]: record(80.4, 2),
      [ids[2]]: record(0.2, 0),
      [ids[3]]: record(9e9, 99),
    });
  const done = [
    { seconds: 80, hints: 2 },
    null,
    { seconds: 1, hints: 0 },
    { seconds: 4095, hints: 7 },
  ];
  same(doneIn(ids, code), done);
  same(
    doneIn(
      ids,
      ` ${code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l")}`,
    ),
    done,
  );
  same(doneIn([...IDS, "classic:a", "classic:c"], code), null);
  same(doneIn(IDS, code), null);
  same(doneIn(ids, ""), null);
  // One letter that is another one, or two that are exchanged, are noticed.
  const letters = [...code.replaceAll("-", "")];
  for (const i of letters.keys()) {
    const other = [...letters];
    other[i] = other[i] === "7" ? "8" : "7";
    same(doneIn(ids, other.join("")), null);
    if (letters[i] === letters[i + 1] || i + 1 === letters.length) continue;
    const swapped = [...letters];
    [swapped[i], swapped[i + 1]] = [letters[i + 1], letters[i]];
    same(doneIn(ids, swapped.join("")), null);
  }
});
