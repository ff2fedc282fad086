// Where the page stands in a frame that somebody has put into a document of his own, such as a
// notebook or a web page.

/**
 * Who has put it there. He answers in the server's place, keeps what a browser would keep, and says
 * how it is to look; the
 * window hears a `themechange` when that may be otherwise.
 * @typedef {object} Embedder
 * @property {(path: string, options: RequestInit) => Promise<Response>} send
 * @property {Pick<Storage, "getItem" | "setItem" | "removeItem">} storage
 * @property {"light" | "dark"} theme
 */

/** Nobody, where the page is shown by itself. @type {Embedder | undefined} */
export const embedder = /** @type {{ frameElement?: { tilewright?: Embedder } | null }} */ (
  /** @type {unknown} */ (globalThis)
).frameElement?.tilewright;

/** Whether a web page shows a puzzle in a frame. */
export const framed =
  !embedder &&
  globalThis.parent !== globalThis.self &&
  /^#\/p\//.test(globalThis.location?.hash ?? "");
/** Whether the page shows one puzzle, and leaves the way to others to what is around it. */
export const alone = framed || embedder !== undefined;
