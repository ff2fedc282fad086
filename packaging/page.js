// Builds the page's scripts and styles with esbuild: `node packaging/page.js`, as `make page` does.
//
// The files in `built/en` take the place of those in `static`. The files in `built/world` are the page
// in any other language: its texts are a script of their own, which is loaded before the others. A page
// in a notebook is one text, so its script is one file. `report.json` is what esbuild reports: the files
// of a site, those that its first script imports at once, and what all was made of, with hashes.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const PAGE = join(import.meta.dirname, "../src/tilewright/apps/page");
const [STATIC = join(PAGE, "static"), BUILT = join(PAGE, "built")] = process.argv.slice(2);
const TEXTS = join(STATIC, "texts");
/** The first script. */
const APP = "views/app.js";
/** What is one file each: scripts, and styles, which are the same in every language. */
const WHOLE = ["engine/worker.js"],
  STYLES = ["style.css", "tokens.css"];
/** The tables beside the texts of a language. */
const TABLES = ["hints", "names"];

/** What comes with a module of texts: in place of a file, another text. @param {Record<string, string>} modules */
const texts = (modules) => ({
  name: "texts",
  /** @param {import("esbuild").PluginBuild} build */
  setup: (build) => {
    build.onResolve({ filter: /\b(en\.js(on)?|named\.js)$/ }, ({ path, resolveDir }) => {
      const name = relative(TEXTS, join(resolveDir, path));
      return Object.hasOwn(modules, name) ? { path: name, namespace: "texts" } : undefined;
    });
    build.onLoad({ filter: /^/, namespace: "texts" }, ({ path }) => ({ contents: modules[path] }));
  },
});

/** In place of the texts: those that the script before has said. */
const GROUPS = Object.keys(await import(pathToFileURL(join(TEXTS, "en.js")).href));
const ANY = {
  "en.js": `export const { ${GROUPS} } = tilewrightTexts;`,
  ...Object.fromEntries(
    TABLES.map((name) => [`${name}.en.json`, `export default tilewrightTexts.${name};`]),
  ),
};

/** @param {string} path */
const hash = (path) =>
  createHash("sha256")
    .update(readFileSync(join(STATIC, path)))
    .digest("hex");

/** @type {import("esbuild").BuildOptions} */
const OPTIONS = {
  absWorkingDir: STATIC,
  bundle: true,
  charset: "utf8",
  external: ["*.woff2"],
  format: "esm",
  minify: true,
  outbase: STATIC,
  target: "es2024",
};

/**
 * Build the page in a folder.
 * @param {string} name @param {Record<string, string>} modules  In place of the English texts.
 * @param {string[]} also  What is one file each, and is not part of the page in other languages.
 */
async function buildIn(name, modules, also = []) {
  const folder = join(BUILT, name),
    options = { ...OPTIONS, metafile: true, outdir: folder, plugins: [texts(modules)] },
    chunkNames = "views/[name]-[hash]";
  const [split, whole, beside] = await Promise.all([
    build({ ...options, entryPoints: [APP], splitting: true, chunkNames }),
    build({ ...options, entryPoints: [...WHOLE, ...also] }),
    build({
      ...options,
      entryPoints: [...(also.length ? ["offline.js"] : []), { in: APP, out: "notebook" }],
    }),
  ]);
  /** @param {string} path */
  const within = (path) => relative(folder, join(STATIC, path)).replaceAll("\\", "/");
  const metafiles = [split, whole, beside].map(({ metafile }) => metafile);
  const outputs = { ...metafiles[0].outputs, ...metafiles[1].outputs };
  const first = Object.values(outputs).find(({ entryPoint }) => entryPoint === APP);
  const inputs = [...new Set(metafiles.flatMap((each) => Object.keys(each.inputs)))];
  return {
    files: Object.keys(outputs).map(within).sort(),
    first: first?.imports
      .filter(({ kind }) => kind === "import-statement")
      .map(({ path }) => within(path)),
    inputs: Object.fromEntries(
      inputs
        .filter((path) => !path.startsWith("texts:"))
        .sort()
        .map((path) => [path, hash(path)]),
    ),
  };
}

/** The first scripts of a language: its texts come before all others. @param {string} tag */
const startsOf = (tag) =>
  [APP, ...WHOLE].map((path) => [
    path.replace(/js$/, `${tag}.js`),
    `import "../texts/${tag}.js";import "./${path.slice(path.lastIndexOf("/") + 1)}";\n`,
  ]);

/** The texts of a language as a script. @param {string} tag */
async function buildTexts(tag) {
  const tables = TABLES.map((name) => `import ${name} from "./${name}.${tag}.json";`).join("");
  const contents = `import * as texts from "./${tag}.js";${tables}
    globalThis.tilewrightTexts = { ...texts, ${TABLES} };`;
  await build({
    ...OPTIONS,
    format: "iife",
    stdin: { contents, resolveDir: TEXTS },
    outfile: join(BUILT, "world/texts", `${tag}.js`),
  });
  return [`${tag}.js`, ...TABLES.map((name) => `${name}.${tag}.json`)].map(
    (name) => `texts/${name}`,
  );
}

/** @param {string} name @param {Awaited<ReturnType<typeof buildIn>>} report */
const write = (name, report) =>
  writeFileSync(join(BUILT, name, "report.json"), `${JSON.stringify(report, null, 1)}\n`);

rmSync(BUILT, { recursive: true, force: true });
const tags = readdirSync(TEXTS)
  .map((name) => /^([a-z]{2})\.js$/.exec(name)?.[1] ?? "en")
  .filter((tag) => tag !== "en")
  .filter((tag) => TABLES.every((name) => existsSync(join(TEXTS, `${name}.${tag}.json`))));
// What is data in English stays as it is.
const SAME = "export const named = (text) => text, decided = named;";
const ENGLISH = { "named.js": SAME };
write("en", await buildIn("en", ENGLISH, STYLES));
if (tags.length) {
  const world = await buildIn("world", ANY),
    inputs = (await Promise.all(tags.map(buildTexts))).flat();
  for (const tag of tags) {
    world.files.push(`texts/${tag}.js`, ...startsOf(tag).map(([path]) => path));
    for (const [path, text] of startsOf(tag)) writeFileSync(join(BUILT, "world", path), text);
  }
  for (const path of inputs) world.inputs[path] = hash(path);
  write("world", world);
}
