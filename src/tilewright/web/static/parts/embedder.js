// Where the page stands in a frame that somebody has put into a document of his own, such as a
// notebook.

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
