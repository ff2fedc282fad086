// A page that is a picture: a line above with what it is and its tools, and controls at its side that
// fold away.

import { SCENE, SHARED } from "../texts/en.js";
import { button, h, toast } from "./dom.js";
import * as storage from "./storage.js";

/**
 * @param {HTMLElement} box  The picture, with what lies on it.
 * @param {{ name: string, title: string, lead: HTMLElement | string, tools: import("./dom.js").Children, side: import("./dom.js").Children, below?: import("./dom.js").Children, open?: boolean }} parts
 *   `name` is under what it is remembered whether the controls are there.
 */
export function stage(box, { name, title, lead, tools, side, below = null, open = false }) {
  const remembered = `${name}-open`;
  const toggle = button(SHARED.controls, {
    icon: "controls",
    class: "toggle",
    "aria-controls": "controls",
    onclick: () => {
      set(page.classList.contains("folded"));
      storage.keepSetting(remembered, !page.classList.contains("folded"));
    },
  });
  const page = h(
    "div",
    { class: `picture-page ${name}` },
    h(
      "div",
      { class: "stage-bar" },
      h(
        "div",
        { class: "naming" },
        h("h1", { text: title }),
        typeof lead === "string" ? h("p", { class: "lead", text: lead }) : lead,
      ),
      h("div", { class: "stage-tools" }, tools, toggle),
    ),
    h(
      "div",
      { class: "columns" },
      h("div", {}, box, below),
      h("div", { class: "side", id: "controls" }, side),
    ),
  );
  /** On a phone that is held upright they are always there, below the picture. @param {boolean} there */
  function set(there) {
    page.classList.toggle("folded", !there);
    toggle.setAttribute("aria-expanded", String(there));
  }
  set(storage.setting(remembered, open));
  return page;
}

/**
 * The buttons that zoom a picture out and in, and show nothing but the picture.
 * @param {HTMLElement} box @param {HTMLElement} focused @param {(by: 1 | -1) => void} zoom
 * @param {string} [name]  The class of those that zoom: fingers need none that are `fine`.
 */
export const looking = (box, focused, zoom, name = "fine") => [
  button("", { icon: "minus", title: SCENE.zoomOut, class: name, onclick: () => zoom(-1) }),
  button("", { icon: "plus", title: SCENE.zoomIn, class: name, onclick: () => zoom(1) }),
  button("", {
    icon: "full",
    title: SCENE.fullScreen,
    class: "fine",
    onclick: () => fill(box, focused),
  }),
];

/** Nothing but the picture, as on a projector; Escape ends it. @param {HTMLElement} box @param {HTMLElement} focused */
async function fill(box, focused) {
  try {
    await box.requestFullscreen();
    focused.focus({ preventScroll: true });
  } catch {
    toast(SHARED.noFullScreen);
  }
}
