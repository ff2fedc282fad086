// Small tools for elements. Text is always set as text, never as markup.

import { SHARED } from "../texts/en.js";

/** @typedef {Node | string | null | undefined | false} Child  What is nothing is left out. */
/** @typedef {Child | Child[] | (Child | Child[])[] | (Child | Child[] | Child[][])[]} Children */
/** @typedef {Record<string, any>} Attributes  `text` and `class`, listeners under `on…`, properties, attributes. */

const SVG = "http://www.w3.org/2000/svg";

/** @param {Children[]} children */
const present = (children) =>
  /** @type {(Node | string)[]} */ (
    children.flat(4).filter((child) => child !== null && child !== undefined && child !== false)
  );

/**
 * @template {Element} Made
 * @param {Made} element @param {Attributes} attributes @param {Children[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else if (name === "class") element.setAttribute("class", value);
    else if (name in element && typeof value !== "string" && !(element instanceof SVGElement))
      Object.assign(element, { [name]: value });
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...present(children));
  return element;
}

/**
 * An element of the page.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Attributes} [attributes] @param {Children[]} children
 */
export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/**
 * An element of a picture.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Attributes} [attributes] @param {Children[]} children
 */
export function s(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/**
 * Put these in the place of all that was in an element.
 * @template {Element} Made
 * @param {Made} element @param {Children[]} children
 */
export function clear(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

/** The element of the page that has an id. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * The innermost element around what an event is about that fits a selector.
 * @param {Event} event
 * @param {string} selector
 */
export const around = (event, selector) =>
  event.target instanceof Element
    ? /** @type {HTMLElement | SVGElement | null} */ (event.target.closest(selector))
    : null;

/** Whether a key is a command of the browser, or meant for a field or a dialog. @param {KeyboardEvent} event */
export const isElsewhere = (event) =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  around(event, "input, select, textarea, dialog *") !== null;

/** Say something to screen readers. @param {string} text */
export function announce(text) {
  const element = byId("announcer");
  element.textContent = "";
  requestAnimationFrame(() => {
    element.textContent = text;
  });
}

let toastTimer = 0;

/**
 * Show a short message at the bottom, with a way to take back what it is about: by mouse and touch,
 * as keys have their own.
 * @param {string} text @param {() => void} [undo]
 */
export function toast(text, undo) {
  const back =
    undo &&
    button(SHARED.undo, {
      icon: "undo",
      class: "small",
      tabindex: "-1",
      onclick: () => {
        untoast();
        undo();
      },
    });
  const element = clear(byId("toast"), text, back);
  element.classList.add("shown");
  clearTimeout(toastTimer);
  // Long enough to read it.
  toastTimer = setTimeout(untoast, undo ? 8000 : Math.max(3200, 80 * text.length));
}

/** Show a short message, and say it to screen readers. @param {string} text */
export function tell(text) {
  toast(text);
  announce(text);
}

/**
 * Show a message at the bottom as long as something lasts.
 * @param {string} text
 * @returns {() => void}  Takes it away.
 */
export function notice(text) {
  tell(text);
  clearTimeout(toastTimer);
  const timer = toastTimer;
  return () => {
    if (toastTimer === timer) untoast();
  };
}

/** Take the short message away: another one takes its place. */
export function untoast() {
  byId("toast").classList.remove("shown");
}

/** How long a piece takes to turn, and to snap into its place, in milliseconds. */
const TURN = 120;
export const SNAP = 160;

/**
 * Let an element settle where it is: from a transform to none. Nothing moves for those who want it
 * calm.
 * @param {Element | null | undefined} element
 * @param {string} from
 * @param {number} [duration]
 */
export function settle(element, from, duration = TURN) {
  if (!element || calm()) return;
  element.animate([{ transform: from }, { transform: "none" }], {
    duration,
    easing: "ease-out",
  });
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Icons, each from one path in a 24 x 24 box. */
const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11",
  redo: "m15 14 5-5-5-5M20 9H9.5a5.5 5.5 0 0 0 0 11H13",
  hint: "M9 18h6M10 21h4M8.5 14.5a5.5 5.5 0 1 1 7 0c-.9.7-1 1.3-1 2.5h-5c0-1.2-.1-1.8-1-2.5Z",
  check: "m5 12.5 4.5 4.5L19 7",
  clear: "M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13",
  turn: "M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5",
  tip: "M3 8h18M16 3l5 5-5 5M4 15h7v6H4Z",
  tilt: "M8 3v18M3 16l5 5 5-5M15 4v7h6V4Z",
  flip: "M12 3v18M9 7 3 17h6ZM15 7l6 10h-6Z",
  share:
    "M18 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM6 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM18 22a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8.6 13.5l6.8 4M15.4 6.5l-6.8 4",
  watch: "M8 5v14l11-7Z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5v14l9-7ZM18 5v14",
  again: "M4 12a8 8 0 1 0 2.5-5.8M4 3v5h5",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5Z",
  auto: "M12 3a9 9 0 1 0 0 18ZM12 3v18a9 9 0 0 0 0-18Z",
  save: "M12 3v12m-5-5 5 5 5-5M4 19h16",
  print: "M7 8V3h10v5M7 17H4v-7h16v7h-3M7 14h10v7H7Z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  palette:
    "M12 3a9 9 0 1 0 0 18c1.5 0 2-1 1.5-2-.7-1.5.3-3 2-3h2.5a3 3 0 0 0 3-3c0-5.5-4-10-9-10ZM7.5 12h.01M9.5 7.5h.01M14.5 7.5h.01",
  draw: "M4 20l1-4L16.5 4.5l3 3L8 19ZM14 7l3 3",
  note: "M12 3v4M12 17v4M8.5 8.5l7 7M15.5 8.5l-7 7",
  erase: "M9 20l-5-5L14 5l6 6-9 9ZM9 10l6 6M9 20h11",
  command: "m5 7 5 5-5 5M12 18h7",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  controls: "M4 7h9M18 7h2M13 4v6h5V4ZM4 17h2M11 17h9M6 14v6h5v-6Z",
  dice: "M5 4h14v16H5ZM9 8h.01M15 8h.01M12 12h.01M9 16h.01M15 16h.01",
  board: "M4 4h16v16H4ZM4 12h8M12 4v16M12 9h8",
  sound: "M4 9v6h4l5 4V5L8 9ZM16.5 8.5a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12",
  mute: "M4 9v6h4l5 4V5L8 9ZM16 9.5l5 5M21 9.5l-5 5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6 6 18",
  wrong: "M12 3 2.5 20h19ZM12 10v4M12 17h.01",
};

/** @typedef {keyof typeof ICONS} Icon */

/** @param {Icon} name */
export const icon = (name) =>
  s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: ICONS[name] }),
  );

/**
 * A button with an icon and words.
 * @param {string} label
 * @param {Attributes & { icon?: Icon, title?: string, onclick?: (event: MouseEvent) => void }} [attributes]
 */
export function button(label, { icon: name, title, onclick, ...rest } = {}) {
  return h(
    "button",
    { type: "button", title: title ?? null, "aria-label": title ?? null, onclick, ...rest },
    name ? icon(name) : null,
    label ? h("span", { text: label }) : null,
  );
}

/** Wait until what is there is painted, or could be: a page in the background is not painted. */
export const painted = () =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 200);
  });

/** How long the page works on what nobody waits for before it lets others, in milliseconds. */
const SLICE = 12;

/** Wait until the page has nothing else to do, or for half a second. */
const idle = () =>
  new Promise((done) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(done, { timeout: 500 });
    else painted().then(done);
  });

/**
 * What to wait for between the steps of long work: it lets others work when it is their turn, so that
 * whoever drags a piece meanwhile notices nothing. Work of others counts as well.
 */
export function pace() {
  let begun = -SLICE;
  return async () => {
    if (performance.now() - begun < SLICE) return;
    await idle();
    begun = performance.now();
  };
}
