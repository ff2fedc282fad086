// Runs kernels in WebAssembly on the arrays of recorded calls, and says which of them end
// differently.
//
// A recording is the length of its list, the list as JSON, and the bytes of the arrays of each call:
// before it, then after it.

import { readFileSync } from "node:fs";

import { Machine, Module } from "#page/engine/solving/module.js";

/**
 * A call: the kernel, its arguments (numbers as text, arrays by their shapes), and its results.
 * @typedef {{ name: string, passed: (string | number[])[], results: number[] }} Call
 */

const [, , wasm, recording] = process.argv;
const module = await Module.of(readFileSync(wasm));
const data = readFileSync(recording);
const length = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
/** @type {Call[]} */
const calls = JSON.parse(new TextDecoder().decode(data.subarray(4, 4 + length)));
let at = 4 + length;
/** @param {number} bytes */
const next = (bytes) => {
  at += bytes;
  return data.subarray(at - bytes, at);
};

/** @param {Uint8Array} one @param {Uint8Array} other */
const same = (one, other) =>
  one.length === other.length && one.every((byte, i) => byte === other[i]);

/** @param {Call} call @returns {string | null} What is wrong. */
function replay({ name, passed, results }) {
  const machine = new Machine(module);
  const known = module.exports.get(name);
  if (!known) return "is missing";
  const given = known.arguments.map(([, element], i) => {
    const each = passed[i];
    if (typeof each !== "string") return machine.array(element, each);
    return element === "f64" ? Number(each) : BigInt(each);
  });
  const fields = given.filter((each) => typeof each === "object");
  /** @param {import("#page/engine/solving/module.js").Field} field */
  const bytes = ({ values }) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  for (const field of fields) bytes(field).set(next(bytes(field).length));
  const expected = fields.map((field) => next(bytes(field).length));
  /** @type {number[]} */
  let found;
  try {
    found = machine.call(name, given);
  } catch (error) {
    return String(error);
  }
  if (String(found) !== String(results)) return `returns ${found}, not ${results}`;
  const wrong = fields.findIndex((field, i) => !same(expected[i], bytes(field)));
  return wrong < 0 ? null : `writes another array ${wrong}`;
}

const wrong = calls.flatMap((call, number) => {
  const fault = replay(call);
  return fault ? [`call ${number}: ${call.name} ${fault}`] : [];
});
console.log(JSON.stringify({ calls: calls.length, wrong: wrong.slice(0, 20) }));
