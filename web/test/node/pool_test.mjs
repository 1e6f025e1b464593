// SPDX-License-Identifier: Apache-2.0
//
// Many pairs on workers: the answers do not depend on their number, a run can be ended, and what fails is told.
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { bytesOf, core, cube, Pool, SunderError } from "./modules.mjs";

const is = (code, words = /./) => (error) => error instanceof SunderError && error.code === code && words.test(error.message);
const module = bytesOf("sunder_core");
const count = 3000, slice = 256;
const poses = new Float64Array(24 * count);
{
  let seed = 1;
  const random = () => ((seed = (seed * 48271) % 2147483647) / 2147483647) * 3 - 1.5;
  for (let i = 0; i < 2 * count; ++i) poses.set([1, 0, 0, random(), 0, 1, 0, random(), 0, 0, 1, Math.round(random())], 12 * i);
}
const poseA = Int32Array.from({ length: count }, (_, i) => i), poseB = poseA.map((i) => i + count);
const bodies = [cube, [[0, 0, 0], [0.75, 0, 0], [0, 0.5, 0], [0, 0, 1]]];
const pairs = { bodies, poses, poseA, poseB, bodyA: 0, bodyB: 1 };

test("1, 2 and 7 workers give what one module gives", async () => {
  const s = await core();
  const own = s.distances({ ...pairs, bodies: bodies.map((points) => s.polytope(points)) });
  assert.equal(new Set(own.verdicts).size, 3);
  for (const workers of [1, 2, 7]) {
    const pool = await Pool.open({ workers, module });
    assert.equal(pool.workers, workers);
    const settled = [];
    assert.deepEqual(await pool.verdicts(pairs, { slice, progress: (done) => settled.push(done) }), own.verdicts);
    assert.equal(settled.at(-1), count);
    assert.deepEqual(await pool.distances(pairs, { slice: 2 * slice }), own);
    // Which item is refused does not depend on the number of workers.
    const bodyB = Int32Array.from({ length: count }, (_, i) => (i === 1700 || i === 2600 ? 9 : 1));
    await assert.rejects(pool.verdicts({ ...pairs, bodyB }, { slice }), is("wrong_shape", /item 1700: body b is 9/));
    const wrongPose = poseA.map((i) => (i === 1701 ? -1 : i));
    await assert.rejects(pool.verdicts({ ...pairs, poseA: wrongPose }, { slice }), is("wrong_shape", /item 1701: pose a is -1/));
    await assert.rejects(pool.verdicts({ ...pairs, bodies: [cube, [[NaN, 0, 0]]] }), is("not_finite", /bodies\[1\]/));
    assert.deepEqual(await pool.verdicts({ bodies, poses: poses.subarray(0, 0), count: 0 }), new Uint8Array(0));
    // The pool works on after each refusal.
    assert.deepEqual(await pool.verdicts(pairs), own.verdicts);
    pool.close();
  }
});

test("a run is cancelled between two slices", async () => {
  const pool = await Pool.open({ workers: 2, module });
  const stop = new AbortController();
  let told = 0;
  const run = pool.verdicts(pairs, { slice: 16, signal: stop.signal, progress: () => ++told === 3 && stop.abort() });
  await assert.rejects(run, is("cancelled", /after \d+ of 3000 items/));
  assert.ok(told < 10, `${told} slices were settled`);
  await assert.rejects(pool.verdicts(pairs, { signal: AbortSignal.abort() }), is("cancelled", /after 0 of 3000/));
  const first = pool.verdicts(pairs);
  await assert.rejects(pool.verdicts(pairs), is("not_served", /at work/));
  await first;
  pool.close();
});

test("what fails in a worker is told, and nothing hangs", async (t) => {
  const pool = await Pool.open({ workers: 2, module });
  const run = pool.verdicts(pairs, { slice: 16 });
  pool.close();
  await assert.rejects(run, is("freed"));
  await assert.rejects(pool.verdicts(pairs), is("freed"));
  await assert.rejects(Pool.open({ workers: 0, module }), is("wrong_shape"));
  await assert.rejects(Pool.open({ workers: 1, module: new Uint8Array([1, 2, 3]) }), is("wrong_type", /no WebAssembly/));
  await assert.rejects(Pool.open({ workers: 1, module, memoryLimit: 1 }), is("too_large"));

  // A worker whose module has no memory left says so, in this run and in the next ones.
  const small = await Pool.open({ workers: 2, module, memoryLimit: 4 << 20 });
  const large = Array.from({ length: 40 }, (_, k) => Array.from({ length: 4000 }, (_, i) => [Math.sin(i), Math.cos(i * 1.7), Math.sin(i * 0.3) + k]));
  await assert.rejects(small.verdicts({ ...pairs, bodies: large }), is("out_of_memory"));
  await assert.rejects(small.verdicts(pairs), is("out_of_memory", /load it again|open another/));
  small.close();

  // A worker that cannot be started: here its file is missing.
  const folder = mkdtempSync(path.join(tmpdir(), "sunder-pool-"));
  t.after(() => rmSync(folder, { recursive: true }));
  copyFileSync(new URL("../../dist/sunder_geometry.js", import.meta.url), path.join(folder, "library.mjs"));
  const { Pool: Lonely } = await import(pathToFileURL(path.join(folder, "library.mjs")).href);
  await assert.rejects(Lonely.open({ workers: 2, module }), (error) => error.code === "worker_ended" && /open another pool/.test(error.message));
});
