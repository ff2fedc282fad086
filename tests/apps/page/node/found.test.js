// What was found of a board: images of one another are one.

import { alike, written } from "#page/game/solutions.js";
import { test } from "node:test";

import { cells, same } from "./testing.js";

test("turned and mirrored boards are one, others are not", () => {
  const one = alike("001/011");
  for (const image of ["110/100", "100/110", "011/001", "zza/zaa"]) same(alike(image), one);
  same(alike("000/111") === one, false);
  // On a board that is no rectangle only its own symmetries count.
  same(alike("00./011") === alike("00./001"), false);
  same(alike("aab/acb/ccb"), alike("bbb/aac/acc"));
});

test("a board is written row by row, by the numbers of its pieces", () => {
  const sheet = /** @type {any} */ ({
    rows: 2,
    columns: 3,
    pieces: [{ name: "L3" }, { name: "V3" }],
  });
  same(
    written(sheet, [
      {
        piece: "V3",
        cells: cells("0,0-0,1-1,0"),
      },
    ]),
    "11./1..",
  );
});
