// The shortcut sheet: what keys, mouse and fingers do, in one place.

import { KEYS } from "../texts/en.js";
import { around, button, h } from "./dom.js";

function open() {
  if (document.querySelector("dialog.shortcuts")) return;
  const dialog = h(
    "dialog",
    { class: "shortcuts", "aria-labelledby": "shortcuts" },
    h("h2", { id: "shortcuts", text: KEYS.title }),
    h(
      "div",
      { class: "sheet" },
      KEYS.sheet.map(([where, list]) =>
        h(
          "section",
          {},
          h("h3", { text: where }),
          h(
            "dl",
            {},
            list.map(([key, what]) => [
              h("dt", {}, h("kbd", { text: key })),
              h("dd", { text: what }),
            ]),
          ),
        ),
      ),
    ),
    button(KEYS.close, { class: "primary", onclick: () => dialog.close() }),
  );
  const before = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement || before instanceof SVGElement)
      before.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  // Its one button is at its end, and has the focus.
  dialog.scrollTop = 0;
}

/** Open the sheet by a button, and by its key. @param {HTMLElement} opener */
export function takeShortcuts(opener) {
  opener.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    // On a board, it may be a clue.
    if (event.key !== "?" || event.defaultPrevented) return;
    if (around(event, "input, select, textarea, dialog *")) return;
    event.preventDefault();
    open();
  });
}
