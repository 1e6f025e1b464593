// SPDX-License-Identifier: Apache-2.0
//
// Bodies in space that move, rays, points, derivatives, the steps of bodies, prepared poses, and other dimensions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { core, cube, ell, shift, SunderError, whole } from "./modules.mjs";

const refuses = (code) => (error) => error instanceof SunderError && error.code === code && error.message.length > 10;
const at = (x, y = 0, z = 0) => ({ poseB: shift(x, y, z) });

test("hulls and meshes meet at the exact time", async () => {
  const s = await whole();
  const a = s.polytope(cube), solid = s.mesh(ell.points, ell.triangles);
  const met = s.cast(a, a, { ...at(3, 0.25, 0.25), motionB: { translation: [-4, 0, 0] } });
  assert.deepEqual([met.hit, met.time, met.start, met.normal], [true, [0.5, 0.5], "separated", [1, 0, 0]]);
  assert.equal(s.cast(a, a, { ...at(3), motionB: { translation: [-1.9999999999999998, 0, 0] } }).result, "free");
  assert.deepEqual(s.cast(a, a, { ...at(3), motionB: { translation: [-2, 0, 0] } }).time, [1, 1]);
  assert.deepEqual(s.cast(a, a, { ...at(0.5), motionA: { translation: [1, 0, 0] } }).time, [0, 0]);
  // Into the corner of the L: 0.5 to its inner side x = 1.
  const inside = s.cast(solid, a, { ...at(1.5, 1.5), motionB: { translation: [-2, 0, 0] } });
  assert.equal(inside.result, "hit");
  assert.ok(inside.time[0] <= 0.25 && 0.25 <= inside.time[1] && inside.triangle_a >= 0);
  assert.equal(s.cast(solid, a, { ...at(1.5, 1.5), motionB: { translation: [9, 9, 0] } }).result, "free");
  assert.throws(() => s.cast(solid, a, { motionB: { axis: [0, 0, 1], angle: 1 } }), refuses("not_served"));
  assert.throws(() => s.cast(solid, a, { radiusA: 1 }), refuses("not_served"));

  const turned = s.cast(s.polytope([[-0.5, -2, -0.5], [0.5, -2, -0.5], [0.5, 2, -0.5], [-0.5, 2, -0.5], [-0.5, -2, 0.5], [0.5, -2, 0.5], [0.5, 2, 0.5], [-0.5, 2, 0.5]]), s.polytope([[1, 0, 0]]),
    { motionA: { axis: [0, 0, -3], angle: Math.PI } });
  // The side x = 1/2 comes to (1, 0, 0) where the angle's cosine is 1/2: after a third of the half turn.
  assert.ok(turned.hit && turned.time[0] <= 1 / 3 && 1 / 3 <= turned.time[1] && turned.time[1] - turned.time[0] < 1e-8);
});

test("rays, closest points and locations of points", async () => {
  const s = await whole();
  const a = s.polytope(cube), solid = s.mesh(ell.points, ell.triangles);
  const hit = s.rayCast([-1, 0.5, 0.25], [4, 0, 0], a);
  assert.deepEqual([hit.time, hit.normal, hit.point], [[0.25, 0.25], [1, 0, 0], [0, 0.5, 0.25]]);
  assert.equal(s.rayCast([-1, 5, 0.25], [4, 0, 0], a).hit, false);
  assert.equal(s.rayCast([-1, 2, 0.5], [4, 0, 0], solid, { pose: shift(1) }).time[0] <= 0.5, true);
  assert.equal(s.rayCast([2, 2, 0.5], [2, 2, 0], solid).hit, false);
  const near = s.closestPoint([3, 0.5, 0.5], a);
  assert.ok(near.distance[0] <= 2 && 2 <= near.distance[1]);
  assert.deepEqual(near.point_b, [1, 0.5, 0.5]);
  assert.deepEqual(s.closestPoint([0.5, 0.5, 0.5], a, { radius: 1 }).distance, [0, 0]);
  assert.deepEqual([[2, 2, 0.5], [1, 2, 0.5], [0.5, 2, 0.5]].map((point) => s.locate(point, solid)), ["outside", "boundary", "inside"]);
  assert.equal(s.locate([2, 2, 0.5], solid, { pose: shift(1.5) }), "inside");
  assert.throws(() => s.rayCast([0, 0, 0], [1, 0], a), refuses("wrong_shape"));
  assert.throws(() => s.rayCast([0, 0, 0], [1, 0, NaN], a), refuses("not_finite"));
  assert.throws(() => s.closestPoint([0, 0, 0], solid), refuses("not_served"));
  assert.throws(() => s.closestPoint([0, 0, 0], a, { width: -1 }), refuses("not_finite"));
  assert.throws(() => s.locate([0, 0, 0], a, { radius: 1 }), refuses("not_served"));
});

test("derivatives are differences of distances", async () => {
  const s = await whole();
  const a = s.polytope(cube), b = s.polytope([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]);
  const quaternion = [0.9, 0.1, -0.3, 0.2], t = [1.75, 1.5, 1.25];
  const slope = s.derivative(a, b, { poseB: { quaternion, translation: t } });
  assert.equal(slope.unique_rotation, true);
  const step = 1e-6;
  for (let k = 0; k < 3; ++k) {
    const value = (h) => s.signedDistance(a, b, { poseB: { quaternion, translation: t.map((x, i) => x + (i === k ? h : 0)) } }).signed_distance[0];
    assert.ok(Math.abs((value(step) - value(-step)) / (2 * step) - slope.translation_b[k]) < 1e-6, String(k));
    assert.equal(slope.translation_a[k], -slope.translation_b[k]);
  }
  assert.equal(s.derivative(a, s.polytope([])), null);
  assert.throws(() => s.derivative(a, s.mesh(ell.points, ell.triangles)), refuses("not_served"));
});

test("the steps of a decision about meshes end with what decided", async () => {
  const s = await whole();
  const a = s.polytope(cube), solid = s.mesh(ell.points, ell.triangles);
  const deep = s.decide(solid, a, { ...at(0.5, 0.5, 0.5), trace: true });
  assert.equal(deep.steps.at(-1).overlaps, true);
  assert.equal(deep.steps.at(-1).event, "contact");
  const apart = s.decide(solid, a, { ...at(1.5, 1.5), trace: true });
  assert.ok(apart.steps.length > 0 && apart.steps.every((one) => !one.overlaps));
  assert.ok(apart.steps.some(({ event, boxes_opened }) => event === "boxes" && boxes_opened > 0));
  const within = s.decide(solid, s.box([0.125, 0.125, 0.125]), { ...at(0.5, 0.5, 0.5), trace: true }).steps.at(-1);
  assert.deepEqual([within.event, within.overlaps, within.winding !== 0], ["enclosure", true, true]);
  assert.equal(s.decide(solid, a, { ...at(1.5, 1.5), radiusA: 0.25, trace: true }).steps, undefined);
  assert.throws(() => s.decide(solid, a, { trace: true, algorithm: "gjk" }), refuses("not_served"));
  assert.equal(s.decide(solid, s.body([{ shape: a, pose: shift(0.25) }]), { algorithm: "gjk" }).verdict, "overlapping");
  assert.match(s.decide(solid, solid, { algorithm: "gjk" }).why, /gjk decided no pair/);
});

test("a prepared pose answers as its numbers do", async () => {
  const s = await core();
  const a = s.polytope(cube), quaternion = [0.3, -0.2, 0.7, 0.1], translation = [0.75, 1.5, -0.25];
  for (const given of [{ quaternion, translation }, { translation }, { quaternion }, [1, 0, 0, 2, 0, 0, -1, 0, 0, 1, 0, 0], [[1, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, 0]]]) {
    const prepared = s.pose(given);
    assert.equal(s.verdict(a, a, { poseB: prepared }), s.verdict(a, a, { poseB: given }));
    assert.deepEqual(s.distance(a, a, { poseA: prepared, certify: true }), s.distance(a, a, { poseA: given, certify: true }));
    prepared.free();
    assert.throws(() => s.verdict(a, a, { poseB: prepared }), refuses("freed"));
    assert.throws(() => s.distance(a, a, { poseB: prepared }), refuses("freed"));
  }
  const other = await core();
  assert.throws(() => s.verdict(a, a, { poseB: other.pose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]) }), /another module/);
  assert.throws(() => s.pose({ quaternion: [0, 0, 0, 0] }), refuses("zero_quaternion"));
});

test("polytopes of four and more dimensions", async () => {
  const s = await whole();
  for (const d of [1, 4, 7]) {
    const space = s.inDimension(d);
    const corners = Array.from({ length: 2 ** d }, (_, i) => Array.from({ length: d }, (_, k) => (i >> k) & 1));
    const a = space.polytope(corners), b = space.polytope(corners.flat());
    const by = (x) => ({ poseB: { translation: [x, ...Array(d - 1).fill(0.25)] } });
    for (const [x, verdict] of [[0.5, "overlapping"], [1, "touching"], [1 + 2 ** -52, "separated"]]) {
      const answer = space.decide(a, b, { ...by(x), certify: true });
      assert.equal(answer.verdict, verdict);
      assert.equal(space.verify(a, b, answer, by(x)).holds, true);
      assert.equal(space.verify(a, b, answer, by(x < 1 ? 2 : 0.25)).holds, false);
    }
    const gap = space.distance(a, b, { ...by(3), certify: true });
    assert.ok(gap.distance[0] <= 2 && 2 <= gap.distance[1] && gap.normal.length === d);
    assert.deepEqual(space.verify(a, b, gap, by(3)).proven, ["verdict", "distance"]);
    assert.equal(space.contains(a, b).contained, true);
    assert.equal(space.compareToMargin(a, b, 2, by(3)).margin, "exactly");
    assert.ok(space.algorithms().some(({ name }) => name === "lp"));
    assert.deepEqual([space.describe(a).kept, space.describe(a).affine_dimension], [2 ** d, d]);
    assert.throws(() => space.verdict(a, s.inDimension(2).polytope([[0, 0]])), refuses("dimension_mismatch"));
    assert.throws(() => space.polytope([[...corners[0], 1]]), refuses("wrong_shape"));
    assert.throws(() => space.verdict(a, b, { poseB: [1, 2, 3] }), refuses("wrong_shape"));
  }
  assert.throws(() => s.inDimension(0), refuses("wrong_shape"));
  assert.throws(() => s.inDimension(2.5), refuses("wrong_shape"));
});

test("the first module says what the whole library has", async () => {
  const s = await core();
  const a = s.polytope(cube);
  for (const use of [() => s.plane, () => s.inDimension(4), () => s.cast(a, a), () => s.rayCast([0, 0, 0], [1, 0, 0], a), () => s.locate([0, 0, 0], a), () => s.derivative(a, a), () => s.closestPoint([0, 0, 0], a)]) {
    assert.throws(use, (error) => refuses("not_served")(error) && /whole: true/.test(error.message));
  }
  assert.equal(s.verdict(a, a), "overlapping");
});
