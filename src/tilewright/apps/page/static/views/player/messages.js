// What the page says while a puzzle is played: hints and faults that stay until they are closed,
// short words that go by themselves, and that the server is away.

/** @import { Children } from "../../parts/dom.js" */

import { GAME } from "../../texts/en.js";
import { button, calm, clear, h, toast, untoast } from "../../parts/dom.js";

/** @typedef {ReturnType<typeof makeMessages>} Messages */

/**
 * @param {object} about
 * @param {() => DOMRect} about.pointed  Where that is on the screen which a message points at.
 * @param {() => void} about.closed  A message is gone; what it points at goes with it.
 * @param {() => HTMLElement} about.back  What gets the focus that was in a message.
 * @param {Children} about.todo  What is to be done: it is there while there is no message.
 */
export function makeMessages({ pointed, closed, back, todo }) {
  const message = h("div", { class: "message", role: "status" });
  const gone = h("div", { class: "gone", role: "alert" });

  function forget() {
    const within = message.contains(document.activeElement);
    closed();
    clear(message);
    if (within) back().focus({ preventScroll: true });
  }

  return {
    element: h("div", { class: "notes under" }, gone, message, h("div", { class: "todo" }, todo)),
    forget,
    /** Whether there is a message. */
    open: () => message.childElementCount > 0,
    /** Say something until it is closed, or something else is said. @param {Children[]} content */
    explain(...content) {
      const within = message.contains(document.activeElement);
      untoast();
      clear(
        message,
        ...content,
        button("", { icon: "close", title: GAME.closeHint, class: "quiet", onclick: forget }),
      );
      // What went on from the message goes on in it.
      if (within) {
        const first = message.querySelector("button.primary") ?? message.querySelector("button");
        /** @type {HTMLElement | null} */ (first)?.focus({ preventScroll: true });
      }
      // Bring what it is about into view, and out from under it: it is said above the board or
      // below it.
      const about = pointed(),
        over = message.getBoundingClientRect(),
        above = over.top < innerHeight - over.bottom;
      const [first, last] = above ? [over.bottom + 8, innerHeight - 8] : [8, over.top - 8];
      const by =
        about.bottom > last
          ? Math.min(about.bottom - last, about.top - first)
          : Math.min(0, about.top - first);
      if (about.height && by) scrollBy({ top: by, behavior: calm() ? "auto" : "smooth" });
    },
    /** Say something short, in place of what was said before. @param {string} text */
    tell(text) {
      forget();
      toast(text);
    },
    /** Say whether the server is away. @param {boolean} away */
    away(away) {
      if (away !== Boolean(gone.textContent)) gone.textContent = away ? GAME.away : "";
    },
  };
}
