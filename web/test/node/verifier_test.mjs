// SPDX-License-Identifier: Apache-2.0
//
// verify.wasm checks what the whole library proves, and exports nothing that searches.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bytesOf } from "./modules.mjs";

test("the checker of pages has no search in it, and asks for nothing of the host", async () => {
  const compiled = await WebAssembly.compile(bytesOf("verify"));
  const names = WebAssembly.Module.exports(compiled).map(({ name }) => name);
  assert.deepEqual(names.filter((name) => /^(ask|decide|scene|list)/.test(name)), []);
  for (const name of ["make_polytope", "make_mesh", "make_body", "verify_certificate", "release"]) assert.ok(names.includes(name), name);
  const modules = new Set(WebAssembly.Module.imports(compiled).map(({ module }) => module));
  assert.deepEqual([...modules].sort(), ["env", "sunder", "wasi_snapshot_preview1"]);
});

// A module that is copied without what holds it: ./dev web --check sees it, but needs the registry.
test("the script that pages share holds the checker beside it", () => {
  const [script, module] = ["shared_verify.js", "verify.wasm.gz"].map((name) => readFileSync(new URL(`../../dist/${name}`, import.meta.url)));
  assert.ok(script.includes(module.toString("base64")), "web/dist/ is not what ./dev web builds");
});
