// SPDX-License-Identifier: Apache-2.0
//
// The golden hashes of the suite, decided in WebAssembly. ./dev web leaves the module that decides them in build/wasm;
// GOLDEN_MODULE names another place.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const file = process.env.GOLDEN_MODULE ?? fileURLToPath(new URL("../../../build/wasm/golden.wasm", import.meta.url));

test("verdicts, scenes and numbers are those of every other build without vectors", { skip: !existsSync(file) && "./dev web builds the module" }, async () => {
  const compiled = await WebAssembly.compile(readFileSync(file));
  const memory = new WebAssembly.Memory({ initial: 64, maximum: 65536 });
  const imports = { env: { memory }, sunder: { out_of_memory() { throw new Error("out of memory"); } } };
  for (const { module, name, kind } of WebAssembly.Module.imports(compiled)) {
    if (kind === "function") (imports[module] ??= {})[name] ??= () => 52;
  }
  const { exports } = new WebAssembly.Instance(compiled, imports);
  exports._initialize();
  exports.start();
  for (const name of ["golden_verdicts", "golden_numbers", "golden_scenes"]) {
    exports[name]();
    const view = new DataView(memory.buffer, exports.result_address() >>> 0, exports.result_size());
    const text = (at) => new TextDecoder().decode(new Uint8Array(memory.buffer, view.byteOffset + at + 4, view.getUint32(at, true)));
    const found = text(1), golden = text(5 + view.getUint32(1, true));
    assert.equal(found, golden, name);
    assert.equal(view.getUint8(0), 1);
  }
});
