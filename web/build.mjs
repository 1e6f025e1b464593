// SPDX-License-Identifier: Apache-2.0
//
// Builds each page of src/ that has an index.html into one file, dist/NAME.html: scripts and styles inside, no
// request. `node build.mjs [--out FOLDER] [NAME...]`.
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

mkdirSync(out, { recursive: true });
for (const name of pages) {
  const scratch = mkdtempSync(path.join(tmpdir(), "sunder-page-"));
  await build({
    root: path.join(root, "src", name),
    configFile: false,
    logLevel: "warn",
    plugins: [viteSingleFile({ removeViteModuleLoader: true })],
    build: { outDir: scratch, emptyOutDir: true, target: "es2022", modulePreload: false, reportCompressedSize: false },
  });
  const page = readFileSync(path.join(scratch, "index.html"), "utf8");
  rmSync(scratch, { recursive: true });
  // The program puts its data here, in place of these six characters, which must not occur elsewhere.
  if (page.split("@DATA@").length !== 2) throw new Error(`${name}: the page must hold @DATA@ once`);
  writeFileSync(path.join(out, `${name}.html`), page);
  console.log(`${name}.html ${Buffer.byteLength(page)} bytes`);
}
