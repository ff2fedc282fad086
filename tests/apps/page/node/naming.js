// Names in a language, by the module of the page in a folder in which the texts of the language take
// the place of the English ones.

import { readFileSync } from "node:fs";

/** @type {[folder: string, names: string[]]} */
const [folder, names] = JSON.parse(readFileSync(0, "utf8"));
const { named } = await import(new URL(`${folder}/named.js`, import.meta.url).href);
console.log(JSON.stringify(names.map(named)));
