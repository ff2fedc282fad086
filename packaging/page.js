// Builds the page's scripts and styles with esbuild: `node packaging/page.js`, as `make page` does.
//
// Each language has a folder, whose files take the place of those in `static`. A page in a notebook
// is one text, so its script is one file. `report.json` is what esbuild reports: the files of a
// site, those that its first script imports at once, and what all was made of, with hashes.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";

const PAGE = join(import.meta.dirname, "../src/tilewright/apps/page");
const [STATIC = join(PAGE, "static"), BUILT = join(PAGE, "built")] = process.argv.slice(2);
/** The first script. */
const APP = "views/app.js";
/** What is one file each. */
const WHOLE = ["engine/worker.js", "style.css", "tokens.css"];

/** Puts the texts of a language in place of the English ones. @param {string} language */
const texts = (language) => ({
  name: "texts",
  /** @param {import("esbuild").PluginBuild} build */
  setup: (build) =>
    build.onResolve({ filter: /\/texts\/(hints\.)?en\.js(on)?$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/en(?=\.js(on)?$)/, language)),
    })),
});

/** @param {string} path */
const hash = (path) =>
  createHash("sha256")
    .update(readFileSync(join(STATIC, path)))
    .digest("hex");

/** @param {string} language */
async function buildIn(language) {
  const folder = join(BUILT, language);
  /** @satisfies {import("esbuild").BuildOptions} */
  const options = {
    absWorkingDir: STATIC,
    bundle: true,
    charset: "utf8",
    external: ["*.woff2"],
    format: "esm",
    metafile: true,
    minify: true,
    outbase: STATIC,
    outdir: folder,
    plugins: [texts(language)],
    target: "es2024",
  };
  const chunkNames = "views/[name]-[hash]";
  const [split, whole, beside] = await Promise.all([
    build({ ...options, entryPoints: [APP], splitting: true, chunkNames }),
    build({ ...options, entryPoints: WHOLE }),
    build({ ...options, entryPoints: ["offline.js", { in: APP, out: "notebook" }] }),
  ]);
  /** @param {string} path */
  const within = (path) => relative(folder, join(STATIC, path)).replaceAll("\\", "/");
  const outputs = { ...split.metafile.outputs, ...whole.metafile.outputs };
  const first = Object.values(outputs).find(({ entryPoint }) => entryPoint === APP);
  const inputs = Object.keys({
    ...split.metafile.inputs,
    ...whole.metafile.inputs,
    ...beside.metafile.inputs,
  });
  const report = {
    files: Object.keys(outputs).map(within).sort(),
    first: first?.imports
      .filter(({ kind }) => kind === "import-statement")
      .map(({ path }) => within(path)),
    inputs: Object.fromEntries(inputs.sort().map((path) => [path, hash(path)])),
  };
  writeFileSync(join(folder, "report.json"), `${JSON.stringify(report, null, 1)}\n`);
}

rmSync(BUILT, { recursive: true, force: true });
const languages = readdirSync(join(STATIC, "texts")).filter((name) => name.endsWith(".js"));
await Promise.all(languages.map((name) => buildIn(name.slice(0, -3))));
