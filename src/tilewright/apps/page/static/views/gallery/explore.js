// What there is to explore: proofs, shapes and tilings, each with a picture.

/** @import { Cell } from "../../geometry/geometry.js" */

import { EXPLORE } from "../../texts/en.js";
import { thumbnail } from "../../board/look/board.js";
import { button, clear, h } from "../../parts/dom.js";
import { languageChoice } from "./language.js";
import { installs } from "../elements/install.js";
import { apart } from "../../parts/palette.js";
import { siteHas } from "../../server/files.js";

/** @typedef {keyof typeof EXPLORE.cards} Name */

/** The groups, with the views of each. @type {Record<keyof typeof EXPLORE.groups, Name[]>} */
const GROUPS = {
  proofs: ["watch", "deficient"],
  shapes: ["find", "plane", "figures", "atlas"],
  tilings: ["random", "all"],
  lessons: ["canvas", "lesson", "learn"],
};

/**
 * The picture of each: a letter for each tile, `.` for a cell without one, and a space for no cell.
 * @type {Record<Name, string[]>}
 */
const PICTURES = {
  watch: ["AABBCCC...", "AAEBBC....", "AEEBG.....", "EEJKG.....", "JJJKGG....", "JKKK......"],
  deficient: [
    "AABBCCDD",
    "AEEBCFFD",
    "GEHHI.FJ",
    "GGHKIIJJ",
    "LLMKKNNO",
    "LPMMNNQO",
    "RPPSTQQU",
    "RRSSTTUU",
  ],
  find: ["A BB C ", "A B  CC", "A B  C ", "A      ", "DD EE  ", "DD  EE "],
  plane: ["abcdeefg", "bbhdeffi", "bhhjefii", "bhjjkfil", "mhjkknil", "mojknnpl"],
  figures: [" AA   CC ", " BAA  CCC", "BBA  DDD ", " BB   DD "],
  atlas: ["AA BB  C ", "AA  BB CC", "       C ", "D EEEE  F", "DDD   FFF"],
  random: [
    "   AA   ",
    "  BBCC  ",
    " DEFGGH ",
    "IDEFJJHK",
    "ILMMNNOK",
    " LPPQRO ",
    "  SSQR  ",
    "   TT   ",
  ],
  canvas: ["......A.", ".BB.CAA.", "BBD.CCA.", ".BDDD...", "......EE", ".FFFF.EE"],
  lesson: ["AAB CCC", "ABB C.D", "ABB DDD", "", "EEF GG.", "EFF GHH", "EF. GHH"],
  learn: ["AA.", "A..", "...", "   BB.", "   BBC", "   .CC"],
  all: [
    "AAAA EFFG",
    "BBBB EFFG",
    "CCDD EHHG",
    "CCDD EHHG",
    "",
    "IJKL MMOO",
    "IJKL MMOO",
    "IJKL PPPP",
    "IJKL QQQQ",
  ],
};

/** The picture of a card. @param {string[]} rows */
function pictureOf(rows) {
  const width = Math.max(...rows.map((row) => row.length)),
    text = rows.map((row) => row.padEnd(width));
  /** @type {Map<string, Cell[]>} */
  const tiles = new Map();
  for (const [row, letters] of text.entries())
    for (const [column, letter] of [...letters].entries())
      if (/\w/.test(letter)) tiles.set(letter, [...(tiles.get(letter) ?? []), [row, column]]);
  const colors = apart([...tiles.values()], new Map());
  return thumbnail({
    id: "",
    title: "",
    kind: "sigil",
    lattice: null,
    level: null,
    cells: text.map((row) => row.replaceAll(/\S/g, "#").replaceAll(" ", ".")),
    marks: [],
    pieces: [],
    placed: [...tiles.values()].map((cells, i) => ({ cells, color: colors[i] })),
  });
}

/** The card of a view, or of a part of the site. @param {Name} name */
function cardOf(name) {
  const [title, about] = EXPLORE.cards[name];
  return h(
    "a",
    { class: "card", href: name === "atlas" ? "atlas/index.html" : `#/${name}` },
    h("div", { class: "picture" }, pictureOf(PICTURES[name])),
    h(
      "div",
      { class: "words" },
      h("span", { class: "name", text: title }),
      h("span", { class: "lead", text: about }),
    ),
  );
}

/** @param {HTMLElement} host */
export async function show(host) {
  const groups = Object.entries(GROUPS).map(([group, names]) =>
    h(
      "section",
      {},
      h("h2", { text: EXPLORE.groups[/** @type {keyof typeof GROUPS} */ (group)] }),
      names.filter((name) => name !== "atlas" || siteHas("atlas")).map(cardOf),
    ),
  );
  clear(
    host,
    h("h1", { text: EXPLORE.title }),
    h("div", { class: "groups" }, groups),
    h(
      "div",
      { class: "row" },
      siteHas("docs")
        ? h("a", { class: "button", href: "docs/index.html", text: EXPLORE.docs })
        : null,
      installs(button(EXPLORE.install, {})),
      languageChoice(),
    ),
  );
}
