// The boards that teach a kind of puzzle, one at a time.

import { PAGE } from "../../texts/en.js";
import { lessons } from "../../server/api.js";
import { Refused } from "../../server/errors.js";
import { lessonOf } from "../elements/learn.js";
import { show as play } from "./player.js";

/** @param {HTMLElement} host @param {string[]} words */
export async function show(host, [subject = "", word]) {
  const all = await lessons(),
    lesson = Object.hasOwn(all, subject) ? lessonOf(subject, all[subject], word) : null;
  if (!lesson) throw new Refused(PAGE.nowhereAbout);
  return play(host, [lesson.ids[lesson.number - 1]], lesson);
}
