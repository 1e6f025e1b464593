// SPDX-License-Identifier: Apache-2.0
//
// What the modules answer, from JavaScript.
import assert from "node:assert/strict";
import { test } from "node:test";
import { core, cube, ell, shift, SunderError, whole } from "./modules.mjs";

const refuses = (code) => (error) => error instanceof SunderError && error.code === code && error.message.length > 10;

test("cubes touch, overlap and are apart to the last bit", async () => {
  const s = await core();
  const a = s.polytope(cube), b = s.polytope(cube);
  const ulp = 2 ** -52;
  assert.equal(s.verdict(a, b, { poseB: shift(1) }), "touching");
  assert.equal(s.verdict(a, b, { poseB: shift(1 - ulp / 2) }), "overlapping");
  assert.equal(s.verdict(a, b, { poseB: shift(1 + ulp) }), "separated");
  assert.equal(s.intersects(a, b, { poseB: shift(1) }), true);
  assert.equal(s.verdict(a, b, { poseA: shift(5), poseB: shift(6) }), "touching");
});

test("each form of a pose says the same", async () => {
  const s = await core();
  const a = s.polytope(cube);
  // A quarter turn about z: exact as a matrix and as a quaternion.
  const rows = [[0, -1, 0, 2], [1, 0, 0, 0], [0, 0, 1, 0]];
  const poses = [rows, rows.flat(), new Float64Array(rows.flat()), { quaternion: [1, 0, 0, 1], translation: [2, 0, 0] }];
  for (const poseB of poses) {
    assert.equal(s.verdict(a, a, { poseB }), "touching");
    assert.deepEqual(s.distance(a, a, { poseB }).distance, [0, 0]);
  }
  const { verdict } = s.decide(a, a, { poseB: { quaternion: [1, 0, 0, 1] }, poseA: null });
  assert.equal(verdict, "touching");
});

test("every question about two cubes", async () => {
  const s = await core();
  const a = s.polytope(cube), b = s.box([0.5, 0.5, 0.5]);
  const apart = s.distance(a, b, { poseB: shift(3.5, 0.5, 0.5) });
  assert.equal(apart.verdict, "separated");
  assert.ok(apart.distance[0] <= 2 && 2 <= apart.distance[1] && apart.distance[1] - apart.distance[0] < 1e-11);
  assert.deepEqual(apart.normal, [1, 0, 0]);
  const deep = s.penetration(a, b, { poseB: shift(1.25, 0.5, 0.5) });
  assert.ok(deep.depth[0] <= 0.25 && 0.25 <= deep.depth[1]);
  assert.ok(s.signedDistance(a, b, { poseB: shift(1.25, 0.5, 0.5) }).signed_distance[1] < -0.24);
  const touch = s.contact(a, b, { poseB: shift(1.5, 0.5, 0.5) });
  assert.equal(touch.dimension, 2);
  assert.equal(touch.points.length, 4);
  for (const point of touch.points) assert.equal(point.point_a[0], 1);
  const relation = s.relation(a, b, { poseB: shift(1.5, 0.5, 0.5) });
  assert.equal(relation.relation, "face");
  assert.equal(relation.feature_a.kind, "face");
  assert.deepEqual(s.contains(s.box([0.1, 0.1, 0.1]), b), { contained: true, outside: -1 });
  assert.equal(s.compareToMargin(a, b, 2, { poseB: shift(3.5, 0.5, 0.5) }).margin, "exactly");
  assert.equal(s.compareToMargin(a, b, 2 + 2 ** -51, { poseB: shift(3.5, 0.5, 0.5) }).margin, "closer");
  assert.equal(s.verdict(a, b, { poseB: shift(3.5, 0.5, 0.5), radiusA: 1, radiusB: 1 }), "touching");
});

test("facts about a polytope", async () => {
  const s = await core();
  const info = s.describe(s.polytope([...cube, [0.5, 0.5, 0.5], [0, 0, 0]]));
  assert.deepEqual([info.given, info.kept, info.duplicate, info.interior, info.affine_dimension], [10, 8, 1, 1, 3]);
  assert.equal(info.faces.length, 6);
  assert.equal(info.edges.length, 12);
  assert.deepEqual([info.lower, info.upper], [[0, 0, 0], [1, 1, 1]]);
  assert.equal(info.coordinates.length, 24);
});

test("every algorithm finds the same and shows its steps", async () => {
  const s = await core();
  const a = s.polytope(cube), b = s.polytope(cube);
  const algorithms = s.algorithms();
  assert.ok(algorithms.length >= 8, `only ${algorithms.length}`);
  for (const { name, source, summary } of algorithms) {
    assert.ok(source.length > 5 && summary.length > 10);
    let steps = 0;
    for (const [x, verdict] of [[0.75, "overlapping"], [1, "touching"], [1.5, "separated"]]) {
      const answer = s.decide(a, b, { algorithm: name, trace: true, certify: true, poseB: { quaternion: [1, 0, 0, 0], translation: [x, 0.25, 0.125] } });
      assert.equal(answer.verdict, verdict, name);
      assert.equal(s.verify(a, b, answer, { poseB: shift(x, 0.25, 0.125) }).holds, true, name);
      steps += answer.trace.length;
    }
    assert.ok(steps > 0, `${name} shows no step`);
  }
});

test("batches answer as single questions do", async () => {
  const s = await core();
  const bodies = [s.polytope(cube), s.box([0.5, 0.25, 1])];
  const count = 500, poses = new Float64Array(24 * count);
  let seed = 1;
  const random = () => ((seed = (seed * 48271) % 2147483647) / 2147483647) * 3 - 1.5;
  for (let i = 0; i < 2 * count; ++i) poses.set([1, 0, 0, random(), 0, 1, 0, random(), 0, 0, 1, Math.round(random())], 12 * i);
  const poseA = Int32Array.from({ length: count }, (_, i) => i), poseB = poseA.map((i) => i + count);
  const pairs = { bodies, poses, poseA, poseB, bodyA: 0, bodyB: 1 };
  const verdicts = s.verdicts(pairs);
  const { verdicts: again, intervals } = s.distances(pairs);
  assert.deepEqual(verdicts, again);
  const words = ["separated", "touching", "overlapping"];
  for (let i = 0; i < count; ++i) {
    const at = { poseA: poses.subarray(12 * i, 12 * i + 12), poseB: poses.subarray(12 * (i + count), 12 * (i + count) + 12) };
    assert.equal(words[verdicts[i]], s.verdict(bodies[0], bodies[1], at));
    assert.deepEqual([...intervals.subarray(2 * i, 2 * i + 2)], s.distance(bodies[0], bodies[1], at).distance);
  }
  assert.ok(new Set(verdicts).size >= 2);
  const first = s.verdicts(pairs, { hits: 1 });
  assert.equal(first.indexOf(4), verdicts.findIndex((v) => v > 0) + 1);
});

test("solids, unions and scenes, in the whole library", async () => {
  const s = await whole();
  const solid = s.mesh(ell.points, ell.triangles), hull = s.polytope(cube);
  assert.deepEqual(s.describeMesh(solid), { kind: "solid", why: "", convex: false });
  const open = s.mesh(ell.points, ell.triangles.slice(1));
  assert.equal(s.describeMesh(open).kind, "surface");
  assert.ok(s.describeMesh(open).why.length > 10);
  // In the corner of the L: inside its hull, and clear of it.
  const inCorner = { poseB: shift(1.5, 1.5) };
  const gap = s.distance(solid, hull, { ...inCorner, certify: true });
  assert.equal(gap.verdict, "separated");
  assert.ok(gap.distance[0] <= 0.5 && 0.5 <= gap.distance[1]);
  const checked = s.verify(solid, hull, gap, inCorner);
  assert.deepEqual([checked.holds, checked.proven], [true, ["verdict", "distance"]]);
  assert.equal(s.verify(solid, hull, gap, { poseB: shift(0.5, 1.5) }).holds, false);
  assert.equal(s.verdict(solid, hull, { poseB: shift(1, 1) }), "touching");
  assert.equal(s.decide(solid, hull, { poseB: shift(0.25, 0.25, 0.25) }).verdict, "overlapping");
  assert.ok(s.contact(solid, hull, { poseB: shift(1, 1) }).regions.length > 0);
  const deep = s.penetration(solid, hull, { poseB: shift(0.25, 0.25, 0.25) });
  assert.ok(deep.depth[0] <= 0.75 && deep.depth[1] >= 0.75 - 1e-9);
  assert.equal(s.compareToMargin(solid, hull, 0.5, inCorner).margin, "exactly");
  assert.equal(s.contains(s.box([0.125, 0.125, 0.125]), solid, { poseA: shift(0.5, 0.5, 0.5) }).contained, true);
  const pairOfCubes = s.body([hull, { shape: hull, pose: shift(4) }]);
  assert.equal(s.decide(pairOfCubes, hull, { poseB: shift(5) }).part_a, 1);

  const scene = s.scene();
  const ids = [0, 1, 2.5].map((x, i) => scene.add(i === 2 ? solid : hull, { pose: shift(x), name: `body ${i}` }).id);
  const report = scene.check({ clearance: 0.75 });
  assert.deepEqual(report.pairs.map((pair) => [pair.a, pair.b, pair.proximity]), [[0, 1, "touching"], [1, 2, "near"]]);
  assert.equal(report.pairs_total, 3);
  scene.setPose(ids[1], shift(0.5));
  assert.equal(scene.check().pairs[0].verdict, "overlapping");
  assert.equal(scene.rayCast([-1, 0.5, 0.5], [10, 0, 0]).id, 0);
  assert.equal(scene.rayCast([-1, 5, 0.5], [10, 0, 0]), null);
  assert.equal(scene.closest([9, 0, 0]).id, 2);
  scene.remove(ids[0]);
  assert.equal(scene.check().bodies, 2);
  assert.throws(() => scene.remove(ids[0]), refuses("wrong_shape"));
  scene.free();
  assert.throws(() => scene.check(), refuses("freed"));
});

test("what is wrong is refused in words", async () => {
  const s = await core();
  const a = s.polytope(cube);
  assert.throws(() => s.polytope([[0, 0, NaN]]), refuses("not_finite"));
  assert.throws(() => s.polytope([[0, 0, Infinity]]), refuses("not_finite"));
  assert.throws(() => s.polytope([0, 0]), refuses("wrong_shape"));
  assert.throws(() => s.polytope([[0, 0]]), refuses("wrong_shape"));
  assert.throws(() => s.polytope([["0", 0, 0]]), refuses("wrong_type"));
  assert.throws(() => s.polytope(null), refuses("wrong_type"));
  assert.throws(() => s.polytope(new BigInt64Array(3)), refuses("wrong_type"));
  assert.throws(() => s.box([1, -1, 1]), refuses("wrong_shape"));
  assert.throws(() => s.box([1, 1]), refuses("wrong_shape"));
  for (const ask of ["verdict", "decide", "distance", "penetration", "contact", "relation", "contains"]) {
    assert.throws(() => s[ask](a, a, { poseB: [1, 2, 3] }), refuses("wrong_shape"), ask);
    assert.throws(() => s[ask](a, a, { poseB: { quaternion: [1, 0, 0] } }), refuses("wrong_shape"), ask);
    assert.throws(() => s[ask](a, a, { poseB: { quaternion: [0, 0, 0, 0] } }), refuses("zero_quaternion"), ask);
    assert.throws(() => s[ask](a, a, { poseA: new Float64Array(12).fill(NaN) }), refuses("not_finite"), ask);
    assert.throws(() => s[ask](a, a, { poseB: 7 }), refuses("wrong_type"), ask);
    assert.throws(() => s[ask](a, {}, {}), refuses("wrong_type"), ask);
    assert.throws(() => s[ask](a, undefined), refuses("wrong_type"), ask);
    assert.throws(() => s[ask](a, a, { radiusA: -1 }), refuses("wrong_shape"), ask);
    assert.throws(() => s[ask](a, a, { radiusA: NaN }), refuses("not_finite"), ask);
  }
  assert.throws(() => s.decide(a, a, { algorithm: "magic" }), refuses("unknown_algorithm"));
  assert.throws(() => s.distance(a, a, { width: -1 }), refuses("not_finite"));
  assert.throws(() => s.compareToMargin(a, a, "1"), refuses("wrong_type"));
  assert.throws(() => s.compareToMargin(a, a, NaN), refuses("not_finite"));
  assert.throws(() => s.mesh(cube, [[0, 1, 2]]), refuses("not_served"));
  assert.throws(() => s.verdicts({ bodies: [a], poses: [1, 2] }), refuses("wrong_shape"));
  const poses = new Float64Array(12);
  assert.throws(() => s.verdicts({ bodies: [a], poses, bodyA: [0, 1], bodyB: 0, poseA: 0, poseB: 0 }), /item 1: body a is 1/);
  assert.throws(() => s.verdicts({ bodies: [a], poses, bodyA: 0, bodyB: 0, poseA: [0, -1], poseB: 0 }), /item 1: pose a is -1/);
  assert.throws(() => s.verdicts({ bodies: [a, {}], poses }), refuses("wrong_type"));
  await assert.rejects(core({ memoryLimit: 1 }), refuses("too_large"));
  const w = await whole();
  assert.throws(() => w.mesh(cube, [[0, 1, 9]]), refuses("wrong_shape"));
  assert.throws(() => w.mesh(cube, [[0, 1, 2]], "solid"), refuses("not_solid"));
  assert.throws(() => w.mesh(cube, [[0, 1, 1.5]]), refuses("wrong_type"));
  assert.throws(() => w.verdict(a, w.polytope(cube)), /belongs to another module/);
  assert.throws(() => w.scene().add(w.scene()), refuses("wrong_type"));
  assert.throws(() => w.decide(w.scene(), w.polytope(cube)), refuses("wrong_type"));
  // Nothing of this broke the modules.
  assert.equal(s.verdict(a, a), "overlapping");
  assert.equal(w.verdict(w.polytope(cube), w.polytope(cube), { poseB: shift(1) }), "touching");
});

test("the empty body, flat bodies and points", async () => {
  const s = await core();
  const none = s.polytope([]), a = s.polytope(cube);
  assert.equal(s.verdict(none, a), "separated");
  assert.equal(s.verify(none, a, s.decide(none, a, { certify: true })).holds, true);
  assert.deepEqual(s.distance(none, a).distance, [Number.MAX_VALUE, null]);
  assert.equal(s.verdict(s.polytope([[1, 1, 1]]), a), "touching");
  assert.equal(s.verdict(s.polytope([[0.5, 0.5, 0.5]]), a), "overlapping");
  assert.equal(s.describe(s.polytope([[0, 0, 0], [1, 0, 0], [0, 1, 0]])).affine_dimension, 2);
});
