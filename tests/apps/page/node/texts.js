// What the texts of a language have that others must have, too: the type of each text, the number of
// values of each function, and by its key the text that is a key or an ID.

import { readFileSync } from "node:fs";

/** @param {unknown} value @param {string} path @param {Record<string, string>} found */
function shape(value, path, found) {
  if (typeof value === "function") found[path] = `a function of ${value.length}`;
  else if (typeof value !== "object" || value === null) found[path] = typeof value;
  else for (const [name, each] of Object.entries(value)) shape(each, `${path}.${name}`, found);
  return found;
}

/** @type {string[]} */
const paths = JSON.parse(readFileSync(0, "utf8"));
const found = [];
for (const path of paths) {
  const { ...groups } = await import(new URL(path, import.meta.url).href);
  found.push(
    Object.assign({}, ...Object.entries(groups).map(([name, group]) => shape(group, name, {}))),
  );
}
console.log(JSON.stringify(found));
