// Tests that run in the browser: each has a name, and throws if something is not so.

/** @typedef {{ name: string, run: () => unknown }} Test */

/** @type {Test[]} */
const tests = [];

/** @param {string} name @param {() => unknown} run */
export const test = (name, run) => {
  tests.push({ name, run });
};

/** @param {unknown} found @param {unknown} wanted */
export function same(found, wanted) {
  const [one, other] = [found, wanted].map((value) =>
    JSON.stringify(value, (_, inner) =>
      inner === undefined
        ? "undefined"
        : inner instanceof Set || inner instanceof Map
          ? [...inner]
          : inner,
    ),
  );
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

/** Run all; what was wrong with each, or nothing, by name. */
export async function results() {
  /** @type {Record<string, string>} */
  const found = {};
  for (const { name, run } of tests) {
    try {
      await run();
      found[name] = "";
    } catch (error) {
      found[name] = error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
    }
  }
  return found;
}
