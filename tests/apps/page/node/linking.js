// Reads and writes links to other sites: links come in as JSON, and the puzzles in them go out, with the
// links that the page writes.

import { readLink, SITES } from "#page/game/links.js";

import { answerAll } from "./asking.js";

/** @param {string} link */
async function read(link) {
  try {
    const linked = await readLink(link),
      sites = linked.kind === "dominosa" ? [SITES.penpa] : Object.values(SITES),
      written = await Promise.all(sites.map(({ write }) => write(linked)));
    return { ...linked, clues: [...linked.clues], written };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : "" };
  }
}

await answerAll(read);
