// SPDX-License-Identifier: Apache-2.0
//
// A pool in a page: module workers of a browser give the verdicts that one module gives in Node.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { answerOf, browser } from "../package/browser.mjs";
import { bytesOf, core, cube } from "./modules.mjs";

const page = `<!DOCTYPE html><title>pool</title><script type="module">
import { load, Pool } from "./sunder_geometry.js";
const said = {};
try {
  const count = 2000, cube = ${JSON.stringify(cube)};
  const poses = new Float64Array(24 * count);
  for (let i = 0; i < 2 * count; ++i) poses.set([1, 0, 0, (i % 97) / 32, 0, 1, 0, (i % 31) / 16, 0, 0, 1, 0], 12 * i);
  const pairs = { bodies: [cube], poses, bodyA: 0, bodyB: 0, poseA: 0, count, poseB: Int32Array.from({ length: count }, (_, i) => i) };
  const sunder = await load();
  said.one = [...sunder.verdicts({ ...pairs, bodies: [sunder.polytope(cube)] })];
  for (const workers of [1, 2, 7]) {
    const pool = await Pool.open({ workers });
    said[workers] = [...(await pool.verdicts(pairs, { slice: 100 }))];
    const stop = new AbortController();
    said["cancelled" + workers] = await pool.verdicts(pairs, { slice: 8, signal: stop.signal, progress: () => stop.abort() }).catch(({ code }) => code);
    said["refused" + workers] = await pool.verdicts({ ...pairs, bodyB: 3 }, { slice: 100 }).catch(({ message }) => message);
    pool.close();
  }
  said.missing = await load({ whole: true }).catch(({ code }) => code);
} catch (error) {
  said.failure = String(error);
}
await fetch("/answer", { method: "POST", body: JSON.stringify(said) });
</script>`;

test("1, 2 and 7 workers of a page give what one module gives in Node", { skip: !browser && "there is no browser" }, async () => {
  const files = { "page.html": page, "sunder_core.wasm": bytesOf("sunder_core"), "favicon.ico": "" };
  const said = await answerOf(fileURLToPath(new URL("../../dist", import.meta.url)), "page.html", files);
  assert.equal(said.failure, undefined, said.console.join("\n"));
  const s = await core();
  const count = 2000, poses = new Float64Array(24 * count);
  for (let i = 0; i < 2 * count; ++i) poses.set([1, 0, 0, (i % 97) / 32, 0, 1, 0, (i % 31) / 16, 0, 0, 1, 0], 12 * i);
  const own = [...s.verdicts({ bodies: [s.polytope(cube)], poses, bodyA: 0, bodyB: 0, poseA: 0, count, poseB: Int32Array.from({ length: count }, (_, i) => i) })];
  const hash = (verdicts) => createHash("sha256").update(Uint8Array.from(verdicts)).digest("hex");
  assert.equal(new Set(own).size, 3);
  assert.equal(hash(said.one), hash(own));
  for (const workers of [1, 2, 7]) {
    assert.equal(hash(said[workers]), hash(own), `${workers} workers`);
    assert.equal(said[`cancelled${workers}`], "cancelled");
    assert.match(said[`refused${workers}`], /item 0: body b is 3/);
  }
  // A file that is not served is told in words.
  assert.equal(said.missing, "not_served");
  assert.deepEqual(said.requests.filter((name) => name === "sunder_core.wasm").length, 4);
});
