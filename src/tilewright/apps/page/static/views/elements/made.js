// Puzzles that are made here, one after the other: each can be followed by another one of its kind,
// board and level.

/** @import { KindSheet, MakeRequest, Sheet } from "../../../answers" */

import * as api from "../../server/api.js";
import { asCard } from "./cards.js";
import * as storage from "../../parts/storage.js";

/** Seeds are below this, and how many of them are tried for a puzzle that is not solved yet. */
const SEEDS = 1_000_000_000,
  TRIED = 12;

/** A number that a puzzle is made from. */
export const chance = () => Math.floor(Math.random() * 1e6);

/**
 * What makes a puzzle of a kind on the board of a level.
 * @param {KindSheet} kind @param {NonNullable<Sheet["level"]>} level @returns {MakeRequest}
 */
export const ofLevel = ({ name, levels, dated }, level) => ({
  kind: name,
  ...(dated ? { date: null } : { board: levels[level], pieces: null }),
  level,
  seed: chance(),
});

/**
 * Keep a puzzle among those that were made here.
 * @param {Sheet} sheet @param {MakeRequest | null} [request]  What it was made by.
 * @param {number} [row]  How many were made and solved one after the other, before it.
 */
export const keepMade = (sheet, request = null, row = 0) =>
  storage.keepMine({ ...asCard(api.remember(sheet)), ...(request ? { request, row } : {}) });

/** How many were solved one after the other, with this one. @param {string} id */
export function madeInRow(id) {
  const made = storage.mine().find((each) => each.id === id);
  return made?.request ? (made.row ?? 0) + 1 : 0;
}

/**
 * What makes another puzzle like one that was made here, and gives its ID, null if there is none; null
 * for all other puzzles.
 * @param {string} id @param {boolean} solved  Whether this one was solved.
 */
export function another(id, solved) {
  const made = storage.mine().find((each) => each.id === id);
  if (!made?.request) return null;
  const begin = made.request,
    row = solved ? madeInRow(id) : 0;
  return async () => {
    for (let step = 1; step <= TRIED; step++) {
      const request = { ...begin, seed: ((begin.seed ?? 0) + step) % SEEDS },
        { puzzle } = await api.post("/api/make", request);
      if (!puzzle) return null;
      // A small board has few puzzles: one may come again.
      if (step < TRIED && (puzzle.id === id || storage.solved()[puzzle.id])) continue;
      keepMade(puzzle, request, row);
      return puzzle.id;
    }
    return null;
  };
}
