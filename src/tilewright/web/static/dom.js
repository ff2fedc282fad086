// Small tools for elements. Text is always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else if (name === "class") element.setAttribute("class", value);
    else if (name in element && typeof value !== "string" && !(element instanceof SVGElement)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(3)) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function s(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

export function clear(element, ...children) {
  element.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const said = () => document.getElementById("announcer");

/** Say something to screen readers. */
export function announce(text) {
  const element = said();
  if (!element) return;
  element.textContent = "";
  requestAnimationFrame(() => { element.textContent = text; });
}

let toastTimer = 0;

/** Show a short message at the bottom. */
export function toast(text) {
  const element = document.getElementById("toast");
  element.textContent = text;
  element.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => element.classList.remove("shown"), 3200);
}

/** Take the short message away: another one takes its place. */
export function untoast() {
  document.getElementById("toast").classList.remove("shown");
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** An icon from one path in a 24 x 24 box. */
export function icon(name) {
  const paths = {
    undo: "M9 14 4 9l5-5M4 9h10.500a5.500 5.500 0 0 1 0 11H11",
    redo: "m15 14 5-5-5-5M20 9H9.500a5.500 5.500 0 0 0 0 11H13",
    hint: "M9 18h6M10 21h4M8.5 14.5a5.5 5.5 0 1 1 7 0c-.9.7-1 1.300-1 2.500h-5c0-1.200-.1-1.800-1-2.500Z",
    check: "m5 12.500 4.500 4.500L19 7",
    clear: "M4 7h16M9 7V4h6v3M6.500 7l1 13h9l1-13",
    turn: "M20 12a8 8 0 1 1-2.500-5.800M20 3v5h-5",
    flip: "M12 3v18M9 7 3 17h6ZM15 7l6 10h-6Z",
    share: "M18 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM6 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM18 22a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8.600 13.500l6.800 4M15.400 6.500l-6.800 4",
    watch: "M8 5v14l11-7Z",
    pause: "M8 5v14M16 5v14",
    step: "M6 5v14l9-7ZM18 5v14",
    again: "M4 12a8 8 0 1 0 2.500-5.800M4 3v5h5",
    sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400M17.600 17.600 19 19M5 19l1.400-1.400M17.600 6.400 19 5",
    moon: "M20 14.500A8.500 8.500 0 1 1 9.500 4 7 7 0 0 0 20 14.500Z",
    auto: "M12 3a9 9 0 1 0 0 18ZM12 3v18a9 9 0 0 0 0-18Z",
    save: "M12 3v12m-5-5 5 5 5-5M4 19h16",
    print: "M7 8V3h10v5M7 17H4v-7h16v7h-3M7 14h10v7H7Z",
    plus: "M12 5v14M5 12h14",
    minus: "M5 12h14",
    eye: "M2 12s3.500-7 10-7 10 7 10 7-3.500 7-10 7S2 12 2 12Zm10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
    palette: "M12 3a9 9 0 1 0 0 18c1.500 0 2-1 1.500-2-.7-1.500.3-3 2-3h2.500a3 3 0 0 0 3-3c0-5.500-4-10-9-10ZM7.500 12h.01M9.500 7.500h.01M14.500 7.500h.01",
    back: "M15 5l-7 7 7 7",
    close: "M6 6l12 12M18 6 6 18",
  };
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: paths[name] }));
}

/** A button with an icon and words. */
export function button(label, { icon: name, title, onclick, ...rest } = {}) {
  return h("button", { type: "button", title: title ?? null, "aria-label": title ?? null, onclick, ...rest },
    name ? icon(name) : null, label ? h("span", { text: label }) : null);
}
