// The boards that teach a kind of puzzle, one at a time.

import { PAGE } from "../../texts/en.js";
import { exercises } from "../../server/api.js";
import { Refused } from "../../server/errors.js";
import { exerciseOf } from "../elements/learn.js";
import { show as play } from "./player.js";

/** @param {HTMLElement} host @param {string[]} words */
export async function show(host, [subject = "", word]) {
  const all = await exercises(),
    exercise = Object.hasOwn(all, subject) ? exerciseOf(subject, all[subject], word) : null;
  if (!exercise) throw new Refused(PAGE.nowhereAbout);
  return play(host, [exercise.ids[exercise.number - 1]], exercise);
}
