// SPDX-License-Identifier: Apache-2.0
//
// The examples of docs/javascript.md run as they stand there, and print what their comments say.
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { bytesOf } from "./modules.mjs";

const page = readFileSync(new URL("../../../docs/javascript.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text]) => text);

test("the examples of docs/javascript.md", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "sunder-docs-"));
  t.after(() => rmSync(folder, { recursive: true }));
  copyFileSync(new URL("../../dist/sunder_geometry.js", import.meta.url), path.join(folder, "index.mjs"));
  for (const name of ["sunder_core", "sunder_whole"]) writeFileSync(path.join(folder, `${name}.wasm`), bytesOf(name));
  assert.ok(examples.length >= 4);
  const said = console.log;
  for (const [i, example] of examples.entries()) {
    const file = path.join(folder, `example${i}.mjs`);
    writeFileSync(file, example.replace(/"sunder-geometry"/g, '"./index.mjs"'));
    const printed = [];
    console.log = (...words) => printed.push(words.map((word) => (typeof word === "string" ? word : JSON.stringify(word))).join(" "));
    try {
      await import(pathToFileURL(file).href);
    } finally {
      console.log = said;
    }
    const expected = [...example.matchAll(/console\.log\(.*\);\s*\/\/ (.*)/g)].map(([, words]) => words.trim());
    assert.deepEqual(printed, expected, example);
  }
});
