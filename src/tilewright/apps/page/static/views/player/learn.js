// The boards that teach a kind of puzzle, one at a time, and what there is to learn.

import { GALLERY, LEARN, PAGE } from "../../texts/en.js";
import { clear, h } from "../../parts/dom.js";
import { exercises } from "../../server/api.js";
import { Refused } from "../../server/errors.js";
import { picture } from "../elements/kinds.js";
import { exerciseOf, learned } from "../elements/learn.js";
import { show as play } from "./player.js";

/** A kind of puzzle, with how many of its boards are solved. @param {[string, string[]]} subject */
const cardOf = ([subject, { length }]) =>
  h(
    "a",
    { class: "kind", href: `#/learn/${subject}` },
    picture(subject),
    h("h2", { text: LEARN.kinds[subject].title }),
    h("p", { class: "lead", text: GALLERY.solvedOf(learned(subject).done, length) }),
  );

/** @param {HTMLElement} host @param {string[]} words */
export async function show(host, [subject, word]) {
  const all = await exercises();
  if (!subject) {
    const cards = Object.entries(all).map(cardOf);
    clear(
      host,
      h("h1", { text: LEARN.title }),
      h("p", { class: "lead", text: LEARN.about }),
      h("div", { class: "kinds" }, cards),
    );
    return undefined;
  }
  const exercise = Object.hasOwn(all, subject) ? exerciseOf(subject, all[subject], word) : null;
  if (!exercise) throw new Refused(PAGE.nowhereAbout);
  return play(host, [exercise.ids[exercise.number - 1]], exercise);
}
