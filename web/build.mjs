// SPDX-License-Identifier: Apache-2.0
//
// Builds each page of src/ that has an index.html into one file, dist/NAME.html: scripts and styles inside, no
// request. The pages that the program writes share scripts, which it holds once: in place of one, its page has the words
// @shared_NAME.js@, which the program replaces by that file. `node build.mjs [--out FOLDER] [NAME...]`.
import { readdirSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { mkdtempSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

const root = path.dirname(fileURLToPath(import.meta.url));
const given = process.argv.slice(2);
const at = given.indexOf("--out");
const out = path.resolve(at < 0 ? path.join(root, "dist") : given.splice(at, 2)[1]);
const pages = given.length > 0 ? given : readdirSync(path.join(root, "src")).filter((name) => existsSync(path.join(root, "src", name, "index.html")));

/** The pages that the program writes: cmake/embed_page.cmake puts them into it. */
const kSharing = ["explain", "report", "robot"];
const kOptions = { configFile: false, logLevel: "warn" };
const kTarget = { target: "es2022", modulePreload: false, reportCompressedSize: false };
/** Text within an element script must not end it. */
const scriptText = (text) => text.replace(/<(\/script|!--)/g, "\\x3C$1").trim();
const placeOf = (name) => `@shared_${name}.js@`;

/** Builds src/shared/NAME.ts as a script that defines an object with what it exports. */
async function buildShared(name) {
  const object = `sunder_${name}`;
  const [{ output }] = await build({
    ...kOptions,
    root: path.join(root, "src", "shared"),
    build: { ...kTarget, write: false, minify: true, lib: { entry: `${name}.ts`, formats: ["iife"], name: object, fileName: name } },
  });
  const [chunk, ...more] = output;
  if (more.length > 0) throw new Error(`shared/${name}.ts: one script was expected`);
  return { name, object, text: scriptText(chunk.code), exports: chunk.exports };
}

/** Resolves what scripts share to the objects that they define. `used` receives their names. */
function sharing(shared, used) {
  const viewer = path.join(root, "src", "viewer") + path.sep;
  const nameOf = (source, importer) => {
    if (source === "three") return "viewer";
    const file = path.resolve(path.dirname(importer), source);
    if (`${file}${path.sep}`.startsWith(viewer) && !source.endsWith(".css")) return "viewer";
    return file === path.join(root, "src", "verify") ? "verify" : undefined;
  };
  return {
    name: "sharing",
    enforce: "pre",
    resolveId(source, importer) {
      const name = importer && nameOf(source, importer);
      if (!name) return null;
      used.add(name);
      return `\0shared ${name}`;
    },
    load(id) {
      const part = shared.find(({ name }) => id === `\0shared ${name}`);
      return part ? `export const { ${part.exports.join(", ")} } = globalThis.${part.object};` : null;
    },
  };
}

async function buildPage(name, shared) {
  const scratch = mkdtempSync(path.join(tmpdir(), "sunder-page-"));
  const used = new Set();
  await build({
    ...kOptions,
    root: path.join(root, "src", name),
    plugins: [...(shared.length > 0 ? [sharing(shared, used)] : []), viteSingleFile({ removeViteModuleLoader: true })],
    build: { ...kTarget, outDir: scratch, emptyOutDir: true },
  });
  let page = readFileSync(path.join(scratch, "index.html"), "utf8");
  rmSync(scratch, { recursive: true });
  // Scripts that are modules run after those that are none.
  const scripts = shared.filter((part) => used.has(part.name)).map((part) => `<script>${placeOf(part.name)}</script>\n`);
  page = page.replace(/<script type="module"/, (found) => scripts.join("") + found);
  // The program puts its data, and what is shared, in place of these words, which must not occur elsewhere.
  const places = ["@DATA@", ...[...used].map(placeOf)];
  for (const place of places) {
    if (page.split(place).length !== 2) throw new Error(`${name}: the page must hold ${place} once`);
    for (const part of shared) if (part.text.includes(place)) throw new Error(`shared/${part.name}.ts must not hold ${place}`);
  }
  return page;
}

function write(name, text) {
  writeFileSync(path.join(out, name), text);
  console.log(`${name} ${Buffer.byteLength(text)} bytes`);
}

mkdirSync(out, { recursive: true });
const shared = [];
if (pages.some((name) => kSharing.includes(name))) {
  for (const name of ["viewer", "verify"]) {
    const part = await buildShared(name);
    shared.push(part);
    write(`shared_${name}.js`, `${part.text}\n`);
  }
}
for (const name of pages) write(`${name}.html`, await buildPage(name, kSharing.includes(name) ? shared : []));
