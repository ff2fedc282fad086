// Take what is shown away: as SVG, as PNG, as a link.

import { SHARED } from "../texts/en.js";
import { button, h, s, toast } from "./dom.js";

const PROPERTIES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-linejoin",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "visibility",
];

/** How many pixels a cell has on paper. */
const UNIT = 48;

const paper = () => getComputedStyle(document.documentElement).backgroundColor;

/**
 * A copy of the picture that stands alone: the looks that the style sheet gives are written into
 * it.
 * @param {SVGElement} element
 * @param {string} [ground]  The color of what it is on.
 * @param {number} [unit]  How many pixels a unit of the picture has, if strokes are to scale with it.
 */
function alone(element, ground = paper(), unit) {
  const copy = /** @type {SVGElement} */ (element.cloneNode(true));
  const from = [element, ...element.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((node, i) => {
    const style = getComputedStyle(from[i]);
    if (!["defs", "pattern"].includes(node.tagName))
      for (const name of PROPERTIES)
        if (style.getPropertyValue(name)) node.setAttribute(name, style.getPropertyValue(name));
    if (unit && style.vectorEffect === "non-scaling-stroke")
      node.setAttribute("stroke-width", String(Number.parseFloat(style.strokeWidth) / unit));
    for (const name of [
      "class",
      "tabindex",
      "role",
      "aria-label",
      "aria-pressed",
      "aria-disabled",
      "data-name",
    ])
      node.removeAttribute(name);
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  // Light shapes need their dark paper, wherever the picture goes.
  const [x, y, width, height] = (copy.getAttribute("viewBox") ?? "").split(" ");
  copy.prepend(s("rect", { x, y, width, height, fill: ground }));
  return new XMLSerializer().serializeToString(copy);
}

/** Let the browser save a file. @param {Blob} blob @param {string} name */
export function offer(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 4000);
}

/** Save a file of JSON. @param {string} text @param {string} name */
export const saveText = (text, name) => offer(new Blob([text], { type: "application/json" }), name);

/** @param {string} title */
const fileName = (title) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "") || "puzzle";

/** Save a picture of the page. @param {SVGElement} element @param {string} title */
export function exportSvg(element, title) {
  offer(new Blob([alone(element)], { type: "image/svg+xml" }), `${fileName(title)}.svg`);
}

/**
 * Save a picture of the page as an image.
 * @param {SVGElement} element
 * @param {string} title
 */
export async function exportPng(element, title) {
  saveCanvas(await painted(element, alone(element)), title);
}

/**
 * A picture on white paper, whatever the page looks like; it need not be on the page.
 * @param {SVGElement} element
 * @param {"svg" | "png"} format
 * @returns {Promise<Blob>}
 */
export async function onPaper(element, format) {
  const root = document.documentElement,
    theme = root.dataset.theme,
    host = h("div", { class: "hidden", "aria-hidden": "true" }, element);
  document.body.append(host);
  let text;
  try {
    root.dataset.theme = "light";
    text = alone(element, "#ffffff", UNIT);
  } finally {
    root.dataset.theme = theme;
    host.remove();
  }
  if (format === "svg") return new Blob([text], { type: "image/svg+xml" });
  const canvas = await painted(element, text);
  return new Promise((done, fail) =>
    canvas.toBlob(
      (picture) => (picture ? done(picture) : fail(new Error(SHARED.large))),
      "image/png",
    ),
  );
}

/**
 * A picture in pixels.
 * @param {SVGElement} element
 * @param {string} text  Of the picture that stands alone.
 * @param {number} [width]  In pixels.
 */
async function painted(element, text, width = 1600) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const [, , broad, high] = (element.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const height = Math.round((width * high) / broad);
  const image = h("img", { src: url, width, height, alt: "" });
  await image.decode().finally(() => URL.revokeObjectURL(url));
  const canvas = h("canvas", { width, height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  return canvas;
}

/** Save a picture that needs no style sheet. @param {SVGElement} element @param {string} title */
export function saveSvg(element, title) {
  element.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  offer(
    new Blob([new XMLSerializer().serializeToString(element)], { type: "image/svg+xml" }),
    `${fileName(title)}.svg`,
  );
}

/**
 * Save a picture that the server has drawn.
 * @param {Blob} picture
 * @param {string} title
 * @param {string} ending
 */
export const savePicture = (picture, title, ending) =>
  offer(picture, `${fileName(title)}.${ending}`);

/**
 * Print pictures, each on a page of its own, and nothing else of the page.
 * @param {Blob[]} pictures
 */
export async function printPicture(...pictures) {
  const sheets = pictures.map((picture) =>
    h("img", { class: "printed", src: URL.createObjectURL(picture), alt: "" }),
  );
  document.body.append(...sheets);
  await Promise.all(sheets.map((sheet) => sheet.decode()));
  document.body.classList.add("printing");
  window.addEventListener(
    "afterprint",
    () => {
      document.body.classList.remove("printing");
      for (const sheet of sheets) {
        sheet.remove();
        URL.revokeObjectURL(sheet.src);
      }
    },
    { once: true },
  );
  print();
}

/** @param {HTMLCanvasElement} canvas @param {string} title */
export function saveCanvas(canvas, title) {
  canvas.toBlob((picture) => {
    if (picture) offer(picture, `${fileName(title)}.png`);
  }, "image/png");
}

/**
 * Copy words; where that is not allowed, show them to be copied by hand.
 * @param {string} words
 * @param {string} what  What they are, to be said then.
 * @param {string} done
 */
async function copy(words, what, done) {
  try {
    await navigator.clipboard.writeText(words);
    toast(done);
  } catch {
    prompt(what, words);
  }
}

/** @param {string} link */
export const copyLink = (link) => copy(link, SHARED.link, SHARED.linkCopied);

/**
 * Buttons that copy the link of a view and save its picture.
 * @param {() => void} keepLink  Writes what is shown into the address.
 * @param {Record<string, () => unknown>} files  Saves the picture, by the kind of file.
 */
export const takeAway = (keepLink, files) =>
  h(
    "div",
    { class: "row" },
    button(SHARED.copyLink, {
      icon: "share",
      onclick: () => {
        keepLink();
        copyLink(location.href);
      },
    }),
    Object.entries(files).map(([kind, onclick]) =>
      button(kind, { icon: "save", title: SHARED.saveAs(kind), onclick }),
    ),
  );

/**
 * Copy what opens a puzzle in a terminal, whatever the address of the page is.
 * @param {string} id
 */
export const copyCommand = (id) =>
  copy(`tilewright play ${id}`, SHARED.command, SHARED.commandCopied);

/** Copy a result as text. @param {string} result */
export const copyText = (result) => copy(result, SHARED.result, SHARED.resultCopied);

/**
 * Copy the line that shows a puzzle in a web page.
 * @param {string} src
 * @param {string} title
 */
export function copyFrame(src, title) {
  const frame = h("iframe", { src, title, width: "100%", height: 700, allow: "clipboard-write" });
  copy(frame.outerHTML, SHARED.frame, SHARED.frameCopied);
}
