// The shortcut sheet: what keys, mouse and fingers do, in one place.

import { around, button, h } from "./dom.js";

/** @type {[string, [string, string][]][]} */
const KEYS = [
  [
    "Everywhere",
    [
      ["?", "this sheet"],
      ["Tab", "go to the next control"],
      ["Esc", "close, or cancel"],
    ],
  ],
  [
    "Every puzzle",
    [
      ["Z", "undo"],
      ["Y", "redo"],
      ["H", "hint; press again for more"],
      ["C", "check"],
      ["+ and -", "zoom (or two fingers)"],
      ["Ctrl P", "print"],
    ],
  ],
  [
    "Fitting pieces",
    [
      ["Enter", "take or place a piece"],
      ["Arrow keys", "move it"],
      ["R", "turn (Shift R the other way)"],
      ["F", "flip"],
      ["T and G", "tip a piece of cubes forward or sideways"],
      ["Page Up and Page Down", "move it to another layer of cubes"],
      ["Delete", "remove it from the board"],
    ],
  ],
  [
    "Drawing outlines",
    [
      ["Arrow keys", "move"],
      ["Space", "start and end a piece"],
      ["Shift and an arrow key", "draw or erase one edge"],
      ["X", "note pencil: no edge here (or right click)"],
      ["E", "the eraser"],
      ["D", "the pencil"],
      ["Delete", "erase a piece"],
    ],
  ],
  [
    "Watching",
    [
      ["Space", "play and pause"],
      ["Right arrow", "one step"],
      ["Left arrow", "one step back"],
    ],
  ],
  [
    "The missing cell",
    [
      ["Arrow keys", "move the cross"],
      ["Enter", "remove its cell"],
      ["+ and -", "zoom"],
      ["0", "see all"],
      ["H", "go to the missing cell"],
      ["Page Down and Page Up", "the proof, level by level"],
    ],
  ],
  [
    "The plane",
    [
      ["Arrow keys", "move the tiling"],
      ["+ and -", "zoom"],
      ["0", "back to the middle"],
      ["Space", "add or remove a cell of the drawing"],
    ],
  ],
  [
    "Random tilings",
    [
      ["Arrow keys", "go to other tiles that can be turned"],
      ["Enter", "turn them"],
      ["Z and Y", "turn back, and again"],
      ["+ and -", "zoom"],
      ["0", "see all"],
    ],
  ],
];

function open() {
  if (document.querySelector("dialog.shortcuts")) return;
  const dialog = h(
    "dialog",
    { class: "shortcuts", "aria-labelledby": "shortcuts" },
    h("h2", { id: "shortcuts", text: "Keys" }),
    h(
      "div",
      { class: "sheet" },
      KEYS.map(([where, list]) =>
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
    button("Close", { class: "primary", onclick: () => dialog.close() }),
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
    if (event.key !== "?" || around(event, "input, select, textarea, dialog *")) return;
    event.preventDefault();
    open();
  });
}
