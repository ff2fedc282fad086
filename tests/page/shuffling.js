// Draws random tilings for `test_page`: reads orders and seeds, writes answers.

import { readFileSync } from "node:fs";
import { shuffled } from "#page/geometry/shuffling.js";

/** @type {[number, number][]} */
const asked = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(asked.map(([order, seed]) => shuffled(order, seed))));
