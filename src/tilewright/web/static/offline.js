// What the page has loaded is kept, for when the server is away: its own files, and puzzles that
// were opened. The server is always asked first, so that nothing old is shown while it is there.

/** The types of service workers and of pages exclude each other. */
const worker = /** @type {any} */ (self);
const KEPT = "tilewright";
/** The most answers that are kept. */
const MOST = 400;
const ROOT = new URL("./", worker.location.href).href;

/**
 * Whether an answer to a request is kept: files of the page, and what the interface says of
 * puzzles; no streams.
 * @param {Request} request
 */
function keeps({ method, url }) {
  const path = url.slice(ROOT.length).split("#")[0];
  return (
    method === "GET" &&
    url.startsWith(ROOT) &&
    (path === "" || /^(static\/|api\/(gallery|kinds|ids|daily\/|plane\/|puzzle\/))/.test(path))
  );
}

/** @param {Request} request @param {Response} response */
async function keep(request, response) {
  const cache = await caches.open(KEPT);
  await cache.put(request, response);
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(old);
}

/** @param {Request} request @param {(work: Promise<unknown>) => void} also */
async function answer(request, also) {
  try {
    const response = await fetch(request);
    if (response.ok) also(keep(request, response.clone()));
    return response;
  } catch (error) {
    const known = await caches.match(request, { ignoreVary: true });
    if (known) return known;
    throw error;
  }
}

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(worker.clients.claim()),
);
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request;
  /** @param {Promise<unknown>} work */
  const also = (work) => event.waitUntil(work.catch(() => undefined));
  if (keeps(request)) event.respondWith(answer(request, also));
});
// What was loaded before it was there.
worker.addEventListener("message", (/** @type {any} */ event) => {
  const requests = event.data.map((/** @type {string} */ url) => new Request(url)).filter(keeps);
  event.waitUntil(
    Promise.all(
      requests.map((/** @type {Request} */ request) =>
        fetch(request)
          .then((response) => (response.ok ? keep(request, response) : undefined))
          .catch(() => undefined),
      ),
    ),
  );
});
