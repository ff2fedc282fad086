// A frame with the page in it. The page asks Python for files, as messages, and tells it of the game.

/**
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, listener: (...values: any[]) => void) => void} on
 * @property {(name: string, listener: (...values: any[]) => void) => void} off
 * @property {(content: unknown) => void} send
 */
/**
 * What Python says: the file that was asked for, which is beside it, or what is kept.
 * @typedef {{ to: string, status?: number, kind?: string, kept?: Record<string, string> }} Said
 */

/** @typedef {"light" | "dark"} Theme */
/**
 * What JupyterLab and VS Code say of themselves in their documents.
 * @type {[selector: string, theme: Theme][]}
 */
const THEMES = [
  ['[data-jp-theme-light="true"], .vscode-light, .vscode-high-contrast-light', "light"],
  ['[data-jp-theme-light="false"], .vscode-dark, .vscode-high-contrast', "dark"],
];

/**
 * The theme of what is around an element: what is said of it, or else seen; that of the system
 * where nothing is.
 * @param {Element} element
 * @returns {Theme}
 */
function themeAround(element) {
  for (const [selector, theme] of THEMES) if (document.body.matches(selector)) return theme;
  // As marimo says it.
  const { colorScheme } = getComputedStyle(element);
  if (colorScheme === "light" || colorScheme === "dark") return colorScheme;
  for (
    let at = /** @type {Element | null} */ (element);
    at;
    at = at.parentElement ?? /** @type {ShadowRoot} */ (at.getRootNode()).host ?? null
  ) {
    const found = themeOf(getComputedStyle(at).backgroundColor);
    if (found) return found;
  }
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/**
 * Whether a color is a dark one; null if what is behind it is seen. There are many ways to write
 * one: it is painted.
 * @param {string} color
 * @returns {Theme | null}
 */
function themeOf(color) {
  const brush = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext(
    "2d",
  );
  if (!brush) return null;
  brush.fillStyle = color || "transparent";
  brush.fillRect(0, 0, 1, 1);
  const [red, green, blue, opacity] = brush.getImageData(0, 0, 1, 1).data;
  if (opacity < 128) return null;
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? "dark" : "light";
}

/**
 * Hear when the theme of what is around may be another one; gives what ends it.
 * @param {() => void} heard
 */
function onTheme(heard) {
  const watching = new MutationObserver(heard),
    system = matchMedia("(prefers-color-scheme: dark)");
  for (const element of [document.documentElement, document.body])
    watching.observe(element, { attributes: true });
  system.addEventListener("change", heard);
  return () => {
    watching.disconnect();
    system.removeEventListener("change", heard);
  };
}

/**
 * What the page keeps: as long as the frame is there.
 * @param {(key: string, value: string) => void} told  Hears of it.
 */
function memory(told) {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    /** @param {string} key */
    getItem: (key) => kept.get(key) ?? null,
    /** @param {string} key @param {string} value */
    setItem: (key, value) => {
      kept.set(key, value);
      told(key, value);
    },
    /** What Python says is kept. @param {string} key @param {string} value */
    take: (key, value) => {
      kept.set(key, value);
    },
    /** @param {string} key */
    removeItem: (key) => {
      kept.delete(key);
    },
  };
}

/** Questions to Python. @param {Model} model */
function makeAsking(model) {
  // Views of one widget hear each other's answers.
  const mine = Math.random().toString(36).slice(2);
  let asked = 0;
  /** @type {Map<string, (said: Said, buffers: DataView<ArrayBuffer>[]) => void>} */
  const waiting = new Map();
  /** @param {Said} said @param {DataView<ArrayBuffer>[]} buffers */
  const heard = (said, buffers) => waiting.get(said.to)?.(said, buffers ?? []);
  model.on("msg:custom", heard);

  /**
   * Ask as `fetch` does; the answer is one of the frame, so that the page knows it as its own.
   * @param {string} path @param {RequestInit} options @param {Window & typeof globalThis} frame
   * @returns {Promise<Response>}
   */
  const send = (path, { signal }, frame = window) =>
    new Promise((answer, fail) => {
      const to = `${mine}.${++asked}`;
      const stop = () => {
        waiting.delete(to);
        fail(signal?.reason);
      };
      if (signal?.aborted) {
        stop();
        return;
      }
      signal?.addEventListener("abort", stop);
      waiting.set(to, ({ status, kind = "" }, [body]) => {
        waiting.delete(to);
        signal?.removeEventListener("abort", stop);
        answer(new frame.Response(body, { status, headers: { "content-type": kind } }));
      });
      model.send({ to, path });
    });
  return { send, end: () => model.off("msg:custom", heard) };
}

/** Show a widget; gives what ends it. @param {{ model: Model, el: HTMLElement }} widget */
async function render({ model, el }) {
  const asking = makeAsking(model);
  const frame = document.createElement("iframe");
  frame.title = `tilewright: ${model.get("label")}`;
  const height = () => {
    frame.style.height = `${model.get("height")}px`;
  };
  Object.assign(frame.style, {
    display: "block",
    width: "100%",
    border: "0",
    resize: "vertical",
    borderRadius: "8px",
  });
  height();
  model.on("change:height", height);
  const storage = memory((key, value) => model.send({ kept: { [key]: value } }));
  const embedder = {
    storage,
    theme: themeAround(el),
    /** @param {string} path @param {RequestInit} options */
    send: (path, options) =>
      asking.send(path, options, /** @type {Window & typeof globalThis} */ (frame.contentWindow)),
  };
  Object.assign(frame, { tilewright: embedder });
  const look = () => {
    embedder.theme = themeAround(el);
    frame.contentWindow?.dispatchEvent(new Event("themechange"));
  };
  const endThemes = onTheme(look);
  // Only now it is sure to be where it is to be.
  frame.addEventListener("load", look);
  /** Keep what Python has, and let the page hear of it. @param {Record<string, string>} kept */
  const keep = (kept) => {
    for (const [key, value] of Object.entries(kept)) {
      storage.take(key, value);
      frame.contentWindow?.dispatchEvent(new StorageEvent("storage", { key }));
    }
  };
  /** @param {Said} said */
  const changed = ({ kept }) => {
    if (kept) keep(kept);
  };
  model.on("msg:custom", changed);
  el.append(frame);
  const page = URL.createObjectURL(
    await (await asking.send(`/${navigator.language.slice(0, 2)}`, {})).blob(),
  );
  // Read again whenever the frame is put somewhere else in the document: then the page begins anew,
  // with what is kept.
  frame.src = `${page}#/${model.get("link")}`;
  return () => {
    asking.end();
    model.off("msg:custom", changed);
    model.off("change:height", height);
    endThemes();
    frame.remove();
    URL.revokeObjectURL(page);
  };
}

export default { render };
