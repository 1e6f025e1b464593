// SPDX-License-Identifier: Apache-2.0
//
// The golden hashes of the suite, decided in WebAssembly. The modules of web/dist decide the cases that SUITE_QUESTIONS, a program,
// writes: verdicts and scenes. ./dev web leaves a module in build/wasm that makes the cases itself, and hashes numbers too;
// GOLDEN_MODULE names another place.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { poseOf, whole } from "./modules.mjs";

const questions = process.env.SUITE_QUESTIONS;
const options = { skip: !questions && "SUITE_QUESTIONS is not set" };
const header = readFileSync(new URL("../../../tests/suite/golden.hpp", import.meta.url), "utf8");
const constant = (name) => BigInt(header.match(new RegExp(`${name} = (\\d+)u?;`))[1]);
const factor = 0x9e3779b97f4a7c15n;
const mixed = (hash, word) => BigInt.asUintN(64, (hash ^ word) * factor);
const bits = new DataView(new ArrayBuffer(8));
function bitsOf(x) {
  bits.setFloat64(0, x);
  return bits.getBigUint64(0);
}

/** hash_inputs() of tests/suite: every double of both bodies, as they were read here. */
function inputsOf({ id, a, b }) {
  let hash = 0x53756e646572n;
  const add = (word) => {
    hash = mixed(hash, word);
    hash ^= hash >> 29n;
  };
  const forms = id.split(" ").slice(2);
  for (const [i, { vertices, transform, quaternion, translation }] of [a, b].entries()) {
    const form = forms[i], moved = form === "translation" || form === "quaternion";
    vertices.flat().forEach((x) => add(bitsOf(x)));
    add(BigInt(["identity", "translation", "matrix", "quaternion"].indexOf(form)));
    const rows = form === "matrix" ? transform.flat() : [];
    const shift = moved ? (translation ?? transform.map((row) => row.at(-1))) : [];
    for (const x of [...rows, ...(quaternion ?? [0, 0, 0, 0]), ...shift]) add(bitsOf(x));
  }
  return hash;
}

const dimensionOf = ({ a, b }) => (a.vertices[0] ?? b.vertices[0]).length;
const cases = () => execFileSync(questions, ["0", String(constant("kGoldenCases"))], { encoding: "utf8", maxBuffer: 1 << 30 }).trim().split("\n").map((line) => JSON.parse(line));

test("the modules of web/dist give the golden verdicts", options, async () => {
  const s = await whole(), numbers = { separated: 0n, touching: 1n, overlapping: 2n };
  let hash = 0n;
  for (const pair of cases()) {
    const d = dimensionOf(pair), space = d === 3 ? s : d === 2 ? s.plane : s.inDimension(d);
    const bodies = [space.polytope(pair.a.vertices), space.polytope(pair.b.vertices)];
    const verdict = space.verdict(...bodies, { poseA: poseOf(pair.a), poseB: poseOf(pair.b) });
    hash = mixed(mixed(hash, inputsOf(pair)), numbers[verdict]);
    for (const body of bodies) body.free();
  }
  assert.equal(hash, constant("kGolden"));
});

test("and the golden scenes", options, async () => {
  const s = await whole(), inSpace = cases().filter((pair) => dimensionOf(pair) === 3), proximities = ["overlapping", "touching", "near", "clear"];
  let hash = 0n;
  for (let first = 0; first < 8 * 16; first += 16) {
    const scene = s.scene(), clear = BigInt(proximities.indexOf("clear"));
    for (const [i, pair] of inSpace.slice(first, first + 16).entries()) {
      hash = mixed(hash, inputsOf(pair));
      for (const [j, body] of [pair.a, pair.b].entries()) {
        const { id } = scene.add(s.polytope(body.vertices), { name: `body ${2 * i + j}`, pose: poseOf(body) });
        assert.equal(id, 2 * i + j);
      }
    }
    for (const clearance of [0, 1]) {
      const stand = new Array(32 * 32).fill(clear);
      for (const { a, b, proximity } of scene.check({ clearance }).pairs) stand[a * 32 + b] = stand[b * 32 + a] = BigInt(proximities.indexOf(proximity));
      for (const one of stand) hash = mixed(hash, one);
    }
    scene.free();
  }
  assert.equal(hash, constant("kGoldenScenes"));
});

/** The hash of numbers changes with any change of one. tests/suite/golden.hpp has that of builds without vectors. */
const numbers = "4327114920764880054";

const file = process.env.GOLDEN_MODULE ?? fileURLToPath(new URL("../../../build/wasm/golden.wasm", import.meta.url));

test("verdicts and scenes are those of every other build, and numbers those of every WebAssembly engine", { skip: !existsSync(file) && "./dev web builds the module" }, async () => {
  const compiled = await WebAssembly.compile(readFileSync(file));
  const memory = new WebAssembly.Memory({ initial: 64, maximum: 65536 });
  const imports = { env: { memory }, sunder: { out_of_memory() { throw new Error("out of memory"); } } };
  for (const { module, name, kind } of WebAssembly.Module.imports(compiled)) {
    if (kind === "function") (imports[module] ??= {})[name] ??= () => 52;
  }
  const { exports } = new WebAssembly.Instance(compiled, imports);
  exports._initialize();
  exports.start();
  for (const name of ["golden_verdicts", "golden_scenes", "hash_of_numbers"]) {
    exports[name]();
    const view = new DataView(memory.buffer, exports.result_address() >>> 0, exports.result_size());
    const text = (at) => new TextDecoder().decode(new Uint8Array(memory.buffer, view.byteOffset + at + 4, view.getUint32(at, true)));
    const found = text(1), golden = name === "hash_of_numbers" ? numbers : text(5 + view.getUint32(1, true));
    assert.equal(found, golden, name);
    assert.equal(view.getUint8(0), 1);
  }
});
