// What is drawn in steps: undo and redo, by buttons and keys, and numbers that are typed.

import { SHARED } from "../../texts/en.js";
import { around, button, clear, h, tell } from "../../parts/dom.js";
import { Steps, wayOf } from "./steps.js";

/**
 * @template {object} Value
 * @param {Value} first
 * @param {{ show: () => void, changed: () => void }} told  To show all fields, and that something has changed.
 */
export function makeDrafting(first, { show, changed }) {
  const steps = new Steps(first);
  const undo = button("", { icon: "undo", title: SHARED.undoKey, onclick: () => back("undo") });
  const redo = button("", { icon: "redo", title: SHARED.redoKey, onclick: () => back("redo") });

  function told() {
    undo.setAttribute("aria-disabled", String(!steps.past.length));
    redo.setAttribute("aria-disabled", String(!steps.future.length));
    changed();
  }

  /**
   * Change the draft; what is typed into one field is taken back as one.
   * @param {Partial<Value>} what
   * @param {string} [field]
   */
  function change(what, field) {
    const next = { ...steps.now, ...what };
    if (JSON.stringify(next) === JSON.stringify(steps.now)) return;
    steps.go(next, field);
    told();
  }

  /** @param {"undo" | "redo"} way */
  function back(way) {
    steps[way]();
    show();
    told();
  }

  /**
   * A number that is typed: each that is on the way is used, and what is used is shown at the end.
   * @param {keyof Value & string} name
   * @param {number} least
   * @param {number} most
   */
  const typed = (name, least, most) => {
    const input = h("input", {
      type: "number",
      min: least,
      max: most,
      oninput: () => {
        const value = Math.max(least, Math.min(most, Math.floor(Number(input.value)) || least));
        change(/** @type {Partial<Value>} */ ({ [name]: value }), name);
      },
      onchange: () => {
        const wanted = input.valueAsNumber;
        steps.settle();
        show();
        if (wanted !== input.valueAsNumber) tell(SHARED.range(least, most, input.value));
      },
    });
    return input;
  };

  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    // On a board, a letter may be a clue.
    if (event.defaultPrevented) return;
    if (around(event, 'input:not([type="checkbox"]), select, textarea, dialog *')) return;
    const way = wayOf(event);
    if (!way) return;
    event.preventDefault();
    back(way);
  };
  document.addEventListener("keydown", keys);

  return {
    steps,
    change,
    back,
    typed,
    /** Begin: say what there is. */
    begin: () => {
      show();
      told();
    },
    buttons: [undo, redo],
    leave: () => document.removeEventListener("keydown", keys),
  };
}

/**
 * Lay out a drawing with its settings beside it and more below, and the messages about it.
 * @param {HTMLElement} host
 * @param {{ name: string, drawn: Element, settings: (Element | null)[], below: Element[], side: (Element | Element[])[], more?: Element[] }} parts
 */
export function layBench(host, { name, drawn, settings, below, side, more = [] }) {
  clear(
    host,
    h(
      "div",
      { class: `columns own ${name}` },
      h(
        "div",
        { class: "bench" },
        h("div", { class: "painting" }, drawn, h("div", { class: "settings" }, settings)),
        below,
      ),
      h("div", { class: "side" }, side),
      more.length ? h("div", { class: "known" }, more) : null,
    ),
  );
}

/** Two numbers, such as rows and columns. @param {[string, HTMLElement][]} labeled */
export const numbers = (labeled) =>
  h(
    "div",
    { class: "row" },
    labeled.map(([text, input]) => h("label", {}, text, input)),
  );
