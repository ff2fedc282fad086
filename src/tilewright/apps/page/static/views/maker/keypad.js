// Keys on the screen for the signs of cells, and the dominoes to choose from.

import { SET } from "../../texts/en.js";
import { figure } from "../../board/look/board.js";
import { squares } from "../../geometry/lattice.js";
import { button, h, s } from "../../parts/dom.js";
import { IVORY } from "../../parts/palette.js";
import { DOMINOES } from "./editors.js";

/**
 * A key on the screen. Browsers drop the click of a tap soon after a stroke, so a pointer that is
 * lifted is enough.
 * @param {string} pressed @param {() => void} type
 */
export function keyButton(pressed, type) {
  let down = false;
  return h("button", {
    type: "button",
    text: pressed === "Delete" ? SET.erase : pressed,
    "aria-label": SET.signs[pressed] ?? pressed,
    onpointerdown: (/** @type {PointerEvent} */ event) => {
      // The keyboard stays on the board.
      event.preventDefault();
      down = true;
    },
    onpointerup: () => {
      if (down) type();
      down = false;
    },
    onclick: (/** @type {MouseEvent} */ event) => {
      if (!event.detail) type();
    },
  });
}

/** A domino as a picture. @param {string} word */
const picture = (word) =>
  s(
    "svg",
    { viewBox: "-0.1 -0.1 2.2 1.2", "aria-hidden": "true" },
    figure(
      {
        cells: [
          [0, 0],
          [0, 1],
        ],
        marks: [...word],
      },
      IVORY,
      squares,
    ),
  );

/** All dominoes, to choose from. @param {(chosen: string[]) => void} choose */
export function makeDominoes(choose) {
  /** @type {string[]} */
  let chosen = [];
  /** @param {string} word */
  const toggle = (word) =>
    choose(
      chosen.includes(word) ? chosen.filter((each) => each !== word) : [...chosen, word].sort(),
    );
  const buttons = DOMINOES.map((word) =>
    h(
      "button",
      { type: "button", "aria-label": word, "data-domino": word, onclick: () => toggle(word) },
      picture(word),
    ),
  );
  const element = h(
    "div",
    { class: "boxed" },
    h(
      "div",
      { class: "row" },
      h("h2", { text: SET.dominoes }),
      button(SET.noneChosen, { class: "small", onclick: () => choose([]) }),
    ),
    h("div", { class: "dominoes", role: "group", "aria-label": SET.dominoes }, buttons),
  );
  return {
    element,
    /** Show which dominoes are chosen. @param {string[]} now */
    show(now) {
      chosen = now;
      for (const [i, word] of DOMINOES.entries())
        buttons[i].setAttribute("aria-pressed", String(now.includes(word)));
    },
  };
}
