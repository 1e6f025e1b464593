// SPDX-License-Identifier: Apache-2.0
//
// Bodies in the plane: polytopes, polygons with holes, unions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { frame, square, SunderError, whole } from "./modules.mjs";

const refuses = (code) => (error) => error instanceof SunderError && error.code === code && error.message.length > 10;
const to = (x, y) => ({ poseB: { translation: [x, y] } });
const holds = (interval, value) => interval[0] <= value && value <= interval[1] && interval[1] - interval[0] < 1e-9;

test("squares touch, overlap and are apart to the last bit, by every algorithm", async () => {
  const { plane } = await whole();
  const a = plane.polytope(square), b = plane.polytope(square);
  const algorithms = plane.algorithms();
  for (const name of ["sat", "gjk", "polygon_cross_product", "polygon_separating_line", "polygon_lp"]) {
    assert.ok(algorithms.some((algorithm) => algorithm.name === name), name);
  }
  const ulp = 2 ** -52;
  for (const { name } of [{ name: "auto" }, ...algorithms]) {
    let steps = 0;
    for (const [x, verdict] of [[1, "touching"], [1 - ulp / 2, "overlapping"], [1 + ulp, "separated"], [0.5, "overlapping"], [3, "separated"]]) {
      const answer = plane.decide(a, b, { ...to(x, 0.25), algorithm: name, trace: true, certify: true });
      assert.equal(answer.verdict, verdict, `${name} at ${x}`);
      const check = plane.verify(a, b, answer, to(x, 0.25));
      assert.deepEqual([check.holds, check.unchecked], [true, []], `${name} at ${x}: ${check.why}`);
      assert.equal(plane.verify(a, b, answer, to(verdict === "separated" ? 0.5 : 3, 0.25)).holds, false, `${name} at ${x}, moved`);
      for (const step of answer.trace) assert.ok([0, 2].includes(step.direction.length), name);
      steps += answer.trace.length;
    }
    assert.ok(name === "auto" || steps > 0, `${name} shows no step`);
  }
});

test("every question about two polytopes of the plane", async () => {
  const { plane } = await whole();
  const a = plane.polytope(square), b = plane.polytope([[0, 0], [0.5, 0], [0, 0.5]]);
  const gap = plane.distance(a, b, { ...to(3, 0.25), certify: true });
  assert.ok(holds(gap.distance, 2));
  assert.deepEqual(gap.normal, [1, 0]);
  const deep = plane.penetration(a, b, { ...to(0.75, 0.25), certify: true });
  assert.ok(holds(deep.depth, 0.25));
  for (const [answer, at] of [[gap, to(3, 0.25)], [deep, to(0.75, 0.25)]]) {
    assert.equal(plane.verify(a, b, answer, at).proven.length, 2);
    const key = answer === gap ? "distance" : "depth";
    assert.equal(plane.verify(a, b, { ...answer, [key]: [3, 4] }, at).holds, false);
  }
  assert.ok(holds(plane.signedDistance(a, b, to(0.75, 0.25)).signed_distance, -0.25));
  const touch = plane.contact(a, b, to(1, 0.25));
  assert.deepEqual([touch.dimension, touch.points.map((point) => point.point_a)], [1, [[1, 0.25], [1, 0.75]]]);
  const relation = plane.relation(a, b, to(1, 0.25));
  assert.deepEqual([relation.relation, relation.feature_a.vertices], ["edge-edge", [1, 2]]);
  assert.deepEqual(plane.contains(b, a), { contained: true, outside: -1 });
  assert.equal(plane.contains(a, b).contained, false);
  const margin = plane.compareToMargin(a, b, 2, { ...to(3, 0.25), certify: true });
  assert.equal(margin.margin, "exactly");
  assert.deepEqual(plane.verify(a, b, { verdict: "separated", ...margin }, { ...to(3, 0.25), margin: 2 }).proven, ["margin"]);
  assert.equal(plane.verdict(a, b, { ...to(3, 0.25), radiusA: 1, radiusB: 1 }), "touching");
  const slope = plane.derivative(a, b, to(3, 2));
  assert.equal(slope.translation_b.length, 2);
  assert.ok(Math.abs(slope.translation_b[0] - 2 / Math.sqrt(5)) < 1e-12 && slope.rotation_b.length === 1 && slope.unique_translation);
  assert.equal(plane.derivative(a, plane.polytope([])), null);
  const info = plane.describe(plane.polytope([...square, [0.5, 0.5], [0, 0]]));
  assert.deepEqual([info.given, info.kept, info.duplicate, info.interior, info.affine_dimension, info.edges.length], [6, 4, 1, 1, 2, 4]);
  assert.deepEqual([info.lower, info.upper], [[0, 0], [1, 1]]);
});

test("each form of a pose says the same", async () => {
  const { plane } = await whole();
  const a = plane.polytope([[0, 0], [2, 0], [2, 1], [0, 1]]);
  // A quarter turn: the cosine of pi / 2 rounds to no 0, but its matrix is one.
  const rows = [[0, -1, 3], [1, 0, 0]];
  for (const poseB of [rows, rows.flat(), new Float64Array(rows.flat()), plane.pose(rows), plane.pose(plane.pose(rows))]) {
    assert.equal(plane.verdict(a, a, { poseB }), "touching");
  }
  const turned = plane.pose({ angle: Math.PI / 2, translation: [3, 0] });
  assert.deepEqual(plane.distance(a, a, { poseB: turned }).distance, plane.distance(a, a, { poseB: { angle: Math.PI / 2, translation: [3, 0] } }).distance);
  assert.equal(plane.verdict(a, a, { poseA: { angle: 0.7 }, poseB: { angle: 0.7 } }), "overlapping");
  turned.free();
  assert.throws(() => plane.verdict(a, a, { poseB: turned }), refuses("freed"));
});

test("a polygon with a hole: verdicts, proofs, contacts, casts and rays", async () => {
  const { plane } = await whole();
  const ring = plane.polygon(frame), pin = plane.polytope(square);
  const info = plane.describePolygon(ring);
  assert.deepEqual([info.rings, info.area, info.outline.length, info.parts.length], [2, 12, 8, 4]);
  // The parts are convex, have edges in common and nothing else, and fill the polygon.
  const area = (corners) => corners.reduce((sum, [x, y], i) => sum + x * corners[(i + 1) % corners.length][1] - y * corners[(i + 1) % corners.length][0], 0) / 2;
  assert.equal(info.parts.reduce((sum, part) => sum + Math.abs(area(part)), 0), 12);

  const places = [[1.5, 1.5, "separated"], [1, 1.5, "touching"], [1, 1, "touching"], [1 - 2 ** -52, 1.5, "overlapping"], [-1, 0, "touching"], [-1.25, 0, "separated"]];
  for (const [x, y, verdict] of places) {
    const answer = plane.decide(ring, pin, { ...to(x, y), certify: true });
    assert.equal(answer.verdict, verdict, `${x} ${y}`);
    const check = plane.verify(ring, pin, answer, to(x, y));
    assert.deepEqual([check.holds, check.complete, check.unchecked], [true, true, []], `${x} ${y}: ${check.why}`);
    assert.equal(plane.verify(ring, pin, answer, to(verdict === "separated" ? 0 : 1.5, 1.5)).holds, false);
    const named = plane.decide(ring, pin, { ...to(x, y), algorithm: "polygon_lp" });
    assert.equal(named.verdict, verdict);
  }
  const gap = plane.distance(ring, pin, { ...to(1.75, 1.5), certify: true });
  assert.ok(holds(gap.distance, 0.25));
  assert.deepEqual(plane.verify(ring, pin, gap, to(1.75, 1.5)).proven, ["verdict", "distance"]);
  const forged = { ...gap, certificate: { ...gap.certificate, covers: { a: [{ part: 0, triangles: gap.certificate.covers.a[0].triangles.slice(1) }] } } };
  assert.equal(plane.verify(ring, pin, forged, to(1.75, 1.5)).holds, false);
  const margin = plane.compareToMargin(ring, pin, 0.25, { ...to(1.75, 1.5), certify: true });
  assert.equal(margin.margin, "exactly");
  assert.equal(plane.verify(ring, pin, { verdict: "separated", ...margin }, { ...to(1.75, 1.5), margin: 0.25 }).holds, true);

  const [region] = plane.contact(ring, pin, to(1, 1.5)).regions;
  assert.deepEqual([region.dimension, region.length, region.normal], [1, 1, [1, 0]]);
  assert.equal(plane.penetration(ring, pin, to(0, 0)).verdict, "overlapping");
  assert.deepEqual(plane.contains(plane.polytope([[0, 0], [1, 0], [0, 1]]), ring).contained, true);
  assert.equal(plane.contains(pin, ring, { poseA: { translation: [0.5, 0.5] } }).contained, false);

  const met = plane.cast(ring, pin, { ...to(1.5, 1.5), motionB: { translation: [2, 0] } });
  assert.deepEqual([met.result, met.time, met.normal], ["hit", [0.25, 0.25], [-1, 0]]);
  assert.ok(met.edge_a >= 0);
  assert.equal(plane.cast(ring, pin, { ...to(1.5, 1.5), motionB: { translation: [0.25, 0] } }).result, "free");
  const hit = plane.rayCast([2, 2], [4, 0], ring);
  assert.deepEqual([hit.time, hit.normal, hit.point], [[0.25, 0.25], [1, 0], [3, 2]]);
  assert.equal(plane.rayCast([2, 2], [0.5, 0], ring).hit, false);
  assert.deepEqual([[2, 2], [1, 2], [0.5, 2]].map((point) => plane.locate(point, ring)), ["outside", "boundary", "inside"]);

  const union = plane.body([{ shape: ring, pose: { translation: [10, 0] } }, pin]);
  assert.equal(plane.decide(union, pin, to(11.5, 1.5)).verdict, "separated");
  assert.equal(plane.decide(union, pin, to(10, 0)).part_a, 0);
});

test("turning bodies of the plane meet", async () => {
  const { plane } = await whole();
  const bar = plane.polytope([[0, -0.125], [2, -0.125], [2, 0.125], [0, 0.125]]), post = plane.polytope([[0, 0]]);
  const met = plane.cast(bar, post, { ...to(0, 1), motionA: { angle: Math.PI } });
  // The bar's side y = 1/8 comes to the post where the angle's cosine is 1/8.
  const time = Math.acos(0.125) / Math.PI;
  assert.equal(met.result, "hit");
  assert.ok(met.time[0] <= time && time <= met.time[1] && met.time[1] - met.time[0] < 1e-8, met.time.join());
  assert.equal(plane.cast(bar, post, { ...to(0, 3), motionA: { angle: 100 } }).result, "free");
});

test("batches of the plane answer as single questions do", async () => {
  const { plane } = await whole();
  const bodies = [plane.polytope(square), plane.polytope([[0, 0], [2, 0], [0, 2]])];
  const count = 300, poses = new Float64Array(12 * count);
  let seed = 7;
  const random = () => ((seed = (seed * 48271) % 2147483647) / 2147483647) * 4 - 2;
  for (let i = 0; i < 2 * count; ++i) poses.set([1, 0, random(), 0, 1, Math.round(random())], 6 * i);
  const pairs = { bodies, poses, poseA: Int32Array.from({ length: count }, (_, i) => i), poseB: Int32Array.from({ length: count }, (_, i) => i + count), bodyA: 0, bodyB: 1 };
  const { verdicts, intervals } = plane.distances(pairs);
  assert.deepEqual(plane.verdicts(pairs), verdicts);
  const words = ["separated", "touching", "overlapping"];
  for (let i = 0; i < count; ++i) {
    const at = { poseA: poses.subarray(6 * i, 6 * i + 6), poseB: poses.subarray(6 * (i + count), 6 * (i + count) + 6) };
    assert.equal(words[verdicts[i]], plane.verdict(...bodies, at));
    assert.deepEqual([...intervals.subarray(2 * i, 2 * i + 2)], plane.distance(...bodies, at).distance);
  }
  assert.ok(new Set(verdicts).size >= 2);
});

test("what is wrong is refused in words", async () => {
  const s = await whole(), { plane } = s;
  const a = plane.polytope(square), cube = s.box([1, 1, 1]);
  assert.throws(() => plane.polytope([[0, 0, 0]]), refuses("wrong_shape"));
  assert.throws(() => plane.polytope([0, 0, 0]), refuses("wrong_shape"));
  assert.throws(() => plane.polytope([[0, NaN]]), refuses("not_finite"));
  assert.throws(() => plane.polygon([[[0, 0], [2, 2], [2, 0], [0, 2]]]), refuses("not_simple"));
  assert.throws(() => plane.polygon([[[0, 0], [1, Infinity], [2, 0]]]), refuses("not_finite"));
  assert.throws(() => plane.polygon(square), refuses("wrong_shape"));
  assert.throws(() => plane.polygon(null), refuses("wrong_type"));
  assert.throws(() => plane.verdict(a, cube), refuses("dimension_mismatch"));
  assert.throws(() => s.verdict(cube, a), refuses("dimension_mismatch"));
  assert.throws(() => s.decide(a, cube), refuses("dimension_mismatch"));
  assert.throws(() => plane.verdict(a, a, { poseB: new Float64Array(12) }), refuses("wrong_shape"));
  assert.throws(() => plane.verdict(a, a, { poseB: { quaternion: [1, 0, 0, 0] } }), refuses("unknown_key"));
  assert.throws(() => plane.verdict(a, a, { poseB: { angle: NaN } }), refuses("not_finite"));
  assert.throws(() => plane.verdict(a, a, { poseB: { angle: "1" } }), refuses("wrong_type"));
  assert.throws(() => plane.verdict(a, a, { poseB: s.pose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]) }), refuses("dimension_mismatch"));
  assert.throws(() => s.verdict(cube, cube, { poseB: plane.pose([1, 0, 0, 0, 1, 0]) }), refuses("dimension_mismatch"));
  for (const ask of ["verdict", "decide"]) {
    assert.throws(() => s[ask](cube, cube, { poseB: cube }), refuses("wrong_type"));
    assert.throws(() => s[ask](cube, cube, { poseB: { angle: 1 } }), refuses("unknown_key"));
  }
  assert.throws(() => plane.decide(a, a, { algorithm: "vclip" }), refuses("not_served"));
  assert.throws(() => plane.decide(plane.polygon(frame), a, { trace: true }), refuses("not_served"));
  assert.throws(() => plane.relation(plane.polygon(frame), a), refuses("not_served"));
  assert.throws(() => plane.cast(a, a, { motionB: { axis: [0, 0, 1], angle: 1 } }), refuses("unknown_key"));
  assert.throws(() => plane.cast(a, a, { tolerance: 0 }), refuses("wrong_shape"));
  assert.throws(() => plane.cast(a, a, { motionB: { translation: [1, NaN] } }), refuses("not_finite"));
  assert.throws(() => plane.cast(plane.polygon(frame), a, { motionB: { angle: 1 } }), refuses("not_served"));
  assert.throws(() => plane.rayCast([0], [1, 0], a), refuses("wrong_shape"));
  assert.throws(() => plane.rayCast([0, 0], null, a), refuses("wrong_type"));
  assert.throws(() => plane.locate([NaN, 0], a), refuses("not_finite"));
  assert.throws(() => plane.body([cube]), refuses("dimension_mismatch"));
  assert.throws(() => plane.body([plane.body([a])]), refuses("not_served"));
  assert.throws(() => plane.verdicts({ bodies: [a], poses: new Float64Array(12).fill(1), bodyA: 0, bodyB: 3, poseA: 0, poseB: 1 }), /item 0: body b is 3/);
  assert.throws(() => plane.verdicts({ bodies: [plane.polygon(frame)], poses: new Float64Array(6) }), refuses("wrong_type"));
  assert.equal(plane.verdict(a, a), "overlapping");
});

test("the empty body, flat bodies and points of the plane", async () => {
  const { plane } = await whole();
  const none = plane.polytope([]), a = plane.polytope(square), nothing = plane.polygon([]);
  assert.equal(plane.verdict(none, a), "separated");
  assert.equal(plane.verify(none, a, plane.decide(none, a, { certify: true })).holds, true);
  assert.equal(plane.verdict(nothing, a), "separated");
  assert.deepEqual(plane.distance(nothing, a).distance, [Number.MAX_VALUE, null]);
  assert.equal(plane.verdict(plane.polytope([[1, 0.5]]), a), "touching");
  assert.equal(plane.verdict(plane.polytope([[0.5, 0.5], [7, 7]]), a), "overlapping");
  assert.equal(plane.verdict(plane.polytope([[2, 0], [2, 1]]), plane.polytope([[0, 0.5], [5, 0.5]])), "overlapping");
  assert.equal(plane.verdict(plane.polytope([[2, 0], [2, 1]]), plane.polytope([[0, 0.5], [2, 0.5]])), "touching");
});
