// The service worker of a static site. It keeps files by their hashes, so that the page opens without a
// network, and an update loads only what has changed. `tilewright site` writes the hashes before it.

/** The types of service workers and of pages exclude each other. */
const site = /** @type {any} */ (self);
/** The hash of each file, by its path. @type {Record<string, string>} */
const HASHES = site.HASHES;
/** The paths, or beginnings of paths, that are loaded at once. @type {string[]} */
const EARLY = site.EARLY;
const BASE = new URL("./", site.location.href).href;
/** Several sites may share a host. */
const CACHE = `tilewright ${BASE}`;
/** How many files are loaded at a time. */
const TOGETHER = 6;

/** The path of a file by its address. @param {string} url */
function pathOf(url) {
  if (!url.startsWith(BASE)) return null;
  const path = decodeURIComponent(url.slice(BASE.length).replace(/[?#].*/, ""));
  return path === "" ? "index.html" : path;
}
/** A host may redirect from `index.html`; a page must not come from a redirect. @param {string} path */
const urlOf = (path) => BASE + (path === "index.html" ? "" : path);
/** What a file is kept under. @param {string} path */
const keyOf = (path) => `${urlOf(path)}?${HASHES[path]}`;

/** Keep a file if it is the one that belongs to this version. @param {string} path @param {Response} response */
async function keep(path, response) {
  const cache = await caches.open(CACHE);
  const content = await response.clone().arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!hash.startsWith(HASHES[path])) throw new Error(`${path} is from a different version`);
  await cache.put(keyOf(path), response);
}

/** Load a file, unless it is there. @param {string} path */
async function load(path) {
  const cache = await caches.open(CACHE);
  if (await cache.match(keyOf(path))) return;
  const response = await fetch(urlOf(path), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  await keep(path, response);
}

/** @param {string[]} paths */
async function loadAll(paths) {
  const waiting = [...paths];
  const next = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await load(path);
  };
  await Promise.all(Array.from({ length: TOGETHER }, next));
}

/** The days of this month and the next one, which are played soonest. */
const months = () =>
  [0, 1].map((later) => {
    const now = new Date(),
      month = new Date(Date.UTC(now.getFullYear(), now.getMonth() + later));
    return `api/daily/${month.toISOString().slice(0, 7)}.json`;
  });

/** @param {string} path */
const isEarly = (path) =>
  [...EARLY, ...months()].some((each) => path === each || path.startsWith(`${each}/`));

/** Forget what belongs to other versions. */
async function tidy() {
  const cache = await caches.open(CACHE);
  const kept = new Set(Object.keys(HASHES).map(keyOf));
  for (const { url } of await cache.keys()) if (!kept.has(url)) await cache.delete(url);
}

/** @param {Request} request @param {string} path @param {(work: Promise<unknown>) => void} also */
async function answer(request, path, also) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(keyOf(path));
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) also(keep(path, response.clone()));
  return response;
}

site.addEventListener("install", (/** @type {any} */ event) =>
  event.waitUntil(loadAll(Object.keys(HASHES).filter(isEarly))),
);
site.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(tidy().then(() => site.clients.claim())),
);
site.addEventListener("fetch", (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request;
  const path = request.method === "GET" ? pathOf(request.url) : null;
  if (path === null || !Object.hasOwn(HASHES, path)) return;
  /** @param {Promise<unknown>} work */
  const also = (work) => event.waitUntil(work.catch(() => undefined));
  event.respondWith(answer(request, path, also));
});
// The page says what it has loaded before, or that the visitor wants the new version.
site.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "now") {
    site.skipWaiting();
    return;
  }
  const paths = /** @type {string[]} */ (event.data)
    .map(pathOf)
    .filter((path) => path !== null && Object.hasOwn(HASHES, path));
  event.waitUntil(loadAll(/** @type {string[]} */ (paths)).catch(() => undefined));
});
