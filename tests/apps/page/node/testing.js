// What tests of the page's modules need outside a browser.

import assert from "node:assert/strict";

/** @param {unknown} found @param {unknown} wanted */
export const same = (found, wanted) => assert.deepEqual(found, wanted);

/** What a browser keeps. @type {Map<string, string>} */
export const kept = new Map();

Object.assign(globalThis, {
  localStorage: {
    get length() {
      return kept.size;
    },
    key: (/** @type {number} */ i) => [...kept.keys()][i] ?? null,
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
      kept.set(key, value);
    },
    removeItem: (/** @type {string} */ key) => {
      kept.delete(key);
    },
  },
  innerWidth: 1180,
  innerHeight: 820,
});
if (!("window" in globalThis))
  Object.assign(globalThis, {
    window: globalThis,
    addEventListener: () => {},
    removeEventListener: () => {},
  });
