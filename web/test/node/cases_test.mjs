// SPDX-License-Identifier: Apache-2.0
//
// The pairs of public bug reports, tests/cases: their answers are known from rational arithmetic. Every algorithm must give
// them here, with certificates that hold.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { whole } from "./modules.mjs";

const folder = new URL("../../../tests/cases/", import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
/** A number of the file lies in the interval, or beside it by less than its own last digits. */
const near = ([lower, upper], value) => lower - 1e-9 * (1 + value) <= value && value <= upper + 1e-9 * (1 + value);

test("the cases of public reports have their known answers, by every algorithm", async () => {
  const s = await whole();
  assert.equal(names.length, 32);
  for (const name of names) {
    const { dimension, a, b, expected } = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
    const space = dimension === 2 ? s.plane : s;
    const bodies = [space.polytope(a.vertices), space.polytope(b.vertices)], at = { poseA: a.transform, poseB: b.transform };
    for (const { name: algorithm } of [{ name: "auto" }, ...space.algorithms()]) {
      const answer = space.decide(...bodies, { ...at, algorithm, certify: true });
      assert.equal(answer.meets, expected.exact_intersects, `${name} by ${algorithm}`);
      const check = space.verify(...bodies, answer, at);
      assert.deepEqual([check.holds, check.unchecked], [true, []], `${name} by ${algorithm}: ${check.why}`);
    }
    const gap = space.distance(...bodies, { ...at, certify: true }), deep = space.penetration(...bodies, { ...at, certify: true });
    assert.ok(near(gap.distance, expected.distance), `${name}: distance ${gap.distance}, not ${expected.distance}`);
    if (expected.penetration_depth != null) {
      assert.ok(near(deep.depth, expected.penetration_depth), `${name}: depth ${deep.depth}, not ${expected.penetration_depth}`);
    }
    for (const answer of [gap, deep]) assert.deepEqual(space.verify(...bodies, answer, at).unchecked, [], name);
    for (const body of bodies) body.free();
  }
});
