// The verdict about a board: the number of its solutions, and the grade if there is only one.

/** @import { CountAnswer, GradeSheet } from "../../../answers" */

import { LANGUAGE, OWN, SHARED } from "../../texts/en.js";
import { levelTag } from "../elements/cards.js";
import { announce, clear, h } from "../../parts/dom.js";
import { aborted, said, sentence } from "../../server/errors.js";

/**
 * The elements that show the verdict, and functions that ask for it. A question is sent only if the
 * board does not change for some time.
 * @param {number} wait  Milliseconds.
 */
export function makeVerdict(wait) {
  const verdict = h("p", { class: "verdict", role: "status" }),
    details = h("p", { class: "lead" });
  let asked = new AbortController(),
    timer = 0;
  /** @param {string} text @param {boolean | null} [good] @param {string} [more] */
  function tell(text, good = null, more = "") {
    verdict.textContent = text;
    verdict.className = good === null ? "verdict" : `verdict ${good ? "good" : "bad"}`;
    details.textContent = more;
  }
  function stop() {
    asked.abort();
    clearTimeout(timer);
  }
  /** Ask a question, and cancel the one before. @param {(signal: AbortSignal) => Promise<void>} question */
  function ask(question) {
    stop();
    timer = setTimeout(async () => {
      asked = new AbortController();
      try {
        await question(asked.signal);
      } catch (error) {
        if (!aborted(error)) tell(said(error), false);
      }
    }, wait);
  }
  return { elements: [verdict, details], tell, ask, stop };
}

/** @param {string} digits */
const number = (digits) => BigInt(digits).toLocaleString(LANGUAGE);

/**
 * What a count says: a verdict, whether it is good, and more about it.
 * @param {CountAnswer} answer
 * @returns {[string, boolean | null, string]}
 */
export function words({ exact, count, different, reason }) {
  if (exact && count === "0") return [OWN.none, false, reason ? sentence(reason) : OWN.triedAll];
  if (!count || (!exact && count === "0")) return [OWN.notKnown, null, OWN.noTime];
  if (!exact) return [OWN.atLeast(number(count)), true, OWN.noTimeForAll];
  if (count === "1" || different === "1") return [OWN.one, true, OWN.good];
  return [OWN.solutions(number(count)), true, different ? OWN.different(number(different)) : ""];
}

/** Show how hard a puzzle is, and by which steps it is solved. @param {HTMLElement} host @param {GradeSheet | null} grade */
export function showGrade(host, grade) {
  if (!grade) {
    clear(host, h("p", { text: OWN.noGrade }));
    return;
  }
  const { level, score, steps } = grade;
  clear(
    host,
    h("p", {}, levelTag(level), OWN.score(score)),
    h(
      "ul",
      {},
      Object.entries(steps).map(([kind, count]) =>
        h("li", {}, h("b", { text: OWN.times(count) }), OWN.steps[kind] ?? kind),
      ),
    ),
  );
  announce(OWN.graded(SHARED.levels[level], score));
}
