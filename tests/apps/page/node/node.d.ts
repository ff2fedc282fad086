// What the tests use of Node.

declare module "node:test" {
  export function test(name: string, run: () => unknown): void;
}
declare module "node:assert/strict" {
  const assert: {
    deepEqual(found: unknown, wanted: unknown): void;
    throws(run: () => unknown, message: RegExp): void;
    ok(found: unknown, why?: string): asserts found;
  };
  export default assert;
}
declare module "node:fs" {
  export function readFileSync(file: number | string, encoding: "utf8"): string;
  export function readFileSync(file: string): Uint8Array<ArrayBuffer>;
}
declare const process: { argv: string[] };
