// What there is to explore: proofs, shapes and tilings, each with a picture.

/** @import { Cell } from "../../geometry/geometry.js" */

import { EXPLORE } from "../../texts/en.js";
import { still } from "../../board/look/board.js";
import { Lattice } from "../../geometry/lattice.js";
import { apart } from "../../parts/palette.js";
import { clear, h } from "../../parts/dom.js";
import { installButton } from "../../parts/install.js";
import { siteHas } from "../../server/files.js";

/**
 * What a card shows: a letter for each tile, `.` for a cell that is not covered, and a space for none.
 * @type {Record<keyof typeof EXPLORE.cards, string[]>}
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
  plane: [
    "ABBBCDDD",
    "AABBBCCD",
    "EAAFBBGC",
    "EEAFFBBG",
    "HEEIFFJG",
    "HHEIIFJJ",
  ],
  figures: [" AA   CC", "AABB CCCD", " ABB  CDDD", "  B    D"],
  atlas: ["AA BB C ", "AA  B CC", "    B  C", "DDDD  E ", "     EEE"],
  random: ["   AA   ", "  BBCC  ", " DEFGGH ", "IDEFJJHK", "ILMMNNOK", " LPPQRO ", "  SSQR  ", "   TT   "],
  all: ["AAAA AABB", "BBBB AABB", "CCDD CCCC", "CCDD DDDD", "         ", "ABCD ABBC", "ABCD ABBC", "ABCD ADDC", "ABCD ADDC"],
};
