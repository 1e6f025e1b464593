// SPDX-License-Identifier: Apache-2.0
//
// What the modules take and give back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { core, cube, shift, SunderError, whole } from "./modules.mjs";

test("a freed object is refused, and freeing twice is harmless", async () => {
  const s = await core();
  const a = s.polytope(cube), b = s.polytope(cube);
  a.free();
  a.free();
  assert.equal(a.isFreed, true);
  assert.equal(s.objects, 1);
  for (const ask of [() => s.verdict(a, b), () => s.distance(b, a), () => s.describe(a), () => s.verify(a, b, { verdict: "touching" })]) {
    assert.throws(ask, (error) => error instanceof SunderError && error.code === "freed");
  }
  assert.equal(s.verdict(b, b), "overlapping");
  b[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  assert.equal(s.objects, 0);
});

test("10,000 objects made and freed take no more memory than 100", async () => {
  const s = await whole();
  const use = () => {
    const a = s.polytope(cube), mesh = s.mesh(cube, [[0, 1, 3], [0, 3, 2]]);
    const body = s.body([a, mesh]), scene = s.scene();
    scene.add(body);
    scene.add(a, { pose: shift(0.5) });
    s.decide(a, a, { poseB: shift(0.75, 0.5, 0.25), certify: true, trace: true });
    for (const object of [a, mesh, body, scene]) object.free();
  };
  for (let i = 0; i < 100; ++i) use();
  const before = s.memory;
  for (let i = 0; i < 2500; ++i) use();
  assert.equal(s.memory, before);
  assert.equal(s.objects, 0);
});

test("objects without an owner go with the garbage", { skip: !globalThis.gc && "needs --expose-gc" }, async () => {
  const s = await core();
  for (let i = 0; i < 1000; ++i) s.polytope(cube);
  for (let i = 0; i < 20 && s.objects > 0; ++i) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.ok(s.objects < 100, `${s.objects} are left`);
});

test("a module out of memory says so, and is used no more", async () => {
  const s = await core({ memoryLimit: 8 << 20 });
  const kept = [];
  const outOf = (error) => error instanceof SunderError && error.code === "out_of_memory";
  assert.throws(() => {
    for (;;) kept.push(s.polytope(Array.from({ length: 2000 }, (_, i) => [Math.sin(i), Math.cos(i * 1.7), Math.sin(i * 0.3)])));
  }, outOf);
  assert.throws(() => s.polytope(cube), outOf);
  for (const polytope of kept) polytope.free();
  const other = await core({ memoryLimit: 8 << 20 });
  assert.equal(other.verdict(other.polytope(cube), other.polytope(cube)), "overlapping");
});
