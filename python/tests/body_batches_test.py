# SPDX-License-Identifier: Apache-2.0
"""Batches of meshes and unions: answers are those of pairs one by one; layouts, stops, interrupts, refusals, proofs."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
import unittest
from typing import Any

import numpy as np
from bodies import polycube, squared_distance

import sunder
from sunder import Verdict

GRID = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]


class Batches(unittest.TestCase):
    def setUp(self) -> None:
        rng = np.random.default_rng(5)
        self.cells = [set(map(tuple, np.array(GRID)[rng.random(27) < share].tolist())) | {(1, 1, 1)} for share in (0.9, 0.3, 0.5, 0.2)]
        first, second, third, fourth = (sunder.Mesh(*polycube(cells)) for cells in self.cells)
        boxes = [(sunder.Polytope.box([0.5] * 3), sunder.Pose.translation(np.add(cell, 0.5))) for cell in sorted(self.cells[2])]
        self.bodies: list[Any] = [first, second, sunder.Body(boxes), fourth]
        self.offsets = rng.integers(-4, 5, (60, 3))
        self.poses = np.tile(np.eye(4), (60, 1, 1))
        self.poses[:, :3, 3] = self.offsets
        self.a, self.b = rng.integers(0, 4, 300), rng.integers(0, 4, 300)
        self.s, self.t = rng.integers(0, 60, 300), rng.integers(0, 60, 300)
        self.batch = sunder.PairBatch(self.bodies, self.poses, self.a, self.b, self.s, self.t)

    def one(self, ask: Any, i: int, *more: Any) -> Any:
        return ask(self.bodies[self.a[i]], self.bodies[self.b[i]], *more, pose_a=self.poses[self.s[i]], pose_b=self.poses[self.t[i]])

    def test_pairs_one_by_one(self) -> None:
        n = len(self.batch)
        self.assertEqual(n, 300)
        places = np.full((n, 4), 7, np.int32)
        stages = np.zeros(n, np.uint8)
        verdicts = self.batch.intersects(threads=2, places=places, stages=stages)
        singles = [self.one(sunder.intersects, i) for i in range(n)]
        self.assertEqual(verdicts.tolist(), [int(one.verdict) for one in singles])
        self.assertEqual(stages.tolist(), [int(one.stage) for one in singles])
        self.assertEqual(places.tolist(), [[one.part_a, one.part_b, one.triangle_a, one.triangle_b] for one in singles])
        self.assertEqual(len(set(verdicts.tolist())), 3)
        report = self.batch.report
        assert report is not None
        self.assertEqual([report[k] for k in ("separated", "touching", "overlapping", "refused", "next")],
                         [*np.bincount(verdicts, minlength=3).tolist(), 0, n])  # fmt: skip
        # The lattice tells the verdict and the distance.
        for i in range(n):
            moved = [{tuple(np.add(c, self.offsets[k]).tolist()) for c in self.cells[j]} for j, k in ((self.a[i], self.s[i]), (self.b[i], self.t[i]))]
            if moved[0] & moved[1]:
                self.assertEqual(verdicts[i], Verdict.OVERLAPPING)
            else:
                self.assertEqual(verdicts[i] == Verdict.SEPARATED, squared_distance(*moved) > 0)
        out = np.zeros((n, 2))
        gaps = self.batch.distances(out=out, threads=2, places=places)
        self.assertIs(gaps, out)
        measured = [self.one(sunder.distance, i) for i in range(n)]
        self.assertEqual(gaps.tolist(), [[one.lower, one.upper] for one in measured])
        self.assertEqual(places.tolist(), [[one.part_a, one.part_b, one.triangle_a, one.triangle_b] for one in measured])
        margins = np.resize([0.0, 1.0, 2.0, 1.5], n)
        compared = self.batch.margins(margins, threads=2)
        self.assertEqual(compared.tolist(), [int(self.one(sunder.margin, i, margins[i]).verdict) for i in range(n)])
        self.assertEqual(self.batch.margins(1.0).tolist(), [int(self.one(sunder.margin, i, 1.0).verdict) for i in range(n)])
        near = self.batch.distances(beyond=1.0)
        far = self.batch.margins(1.0) == Verdict.SEPARATED
        self.assertTrue(far.any() and (near[far] == [1.0, np.inf]).all())
        np.testing.assert_array_equal(near[~far], gaps[~far])

    def test_layouts(self) -> None:
        expected = self.batch.intersects()
        floats = self.poses[:, :3].astype(np.float32)
        objects = [sunder.Pose(rows[:3]) for rows in self.poses]
        turned = [sunder.Pose.from_wxyz([2, 0, 0, 0], offset) for offset in self.offsets.astype(float)]
        strided = np.zeros((60, 4, 8))[:, :, ::2]
        strided[:] = self.poses
        many = sunder.Pose.many_from_wxyz(np.tile([3.0, 0, 0, 0], (60, 1)), self.offsets)
        last = sunder.Pose.many_from_xyzw(np.tile([0, 0, 0, 1], (60, 1)).astype(np.float32), self.offsets.astype(np.float32))
        self.assertEqual(sunder.Pose.many_from_wxyz([[1, 2, 3, 4]], [[5, 6, 7]]), [sunder.Pose.from_wxyz([1, 2, 3, 4], [5, 6, 7])])
        for poses in (floats, objects, turned, many, last, strided, self.poses[:, :3]):
            again = sunder.PairBatch(self.bodies, poses, self.a.astype(np.int32), self.b, self.s, self.t)
            np.testing.assert_array_equal(again.intersects(), expected)
        same = sunder.PairBatch(self.bodies, self.poses, 0, 1, 0)
        self.assertEqual(len(same), 60)
        self.assertEqual(same.intersects().tolist(),
                         [int(sunder.intersects(self.bodies[0], self.bodies[1], self.poses[0], pose).verdict) for pose in self.poses])  # fmt: skip
        still = sunder.PairBatch(self.bodies, None, [0, 1], [2, 3])
        self.assertEqual(still.intersects().tolist(), [2, 2])
        ball = sunder.Polytope.ball(0.5)
        padded = sunder.PairBatch([self.bodies[0], ball], self.poses, 0, 1, 0)
        self.assertEqual(padded.distances().tolist(),
                         [[d.lower, d.upper] for d in (sunder.distance(self.bodies[0], ball, self.poses[0], pose) for pose in self.poses)])  # fmt: skip
        self.assertEqual(padded.intersects().tolist(),
                         [int(sunder.intersects(self.bodies[0], ball, self.poses[0], pose).verdict) for pose in self.poses])  # fmt: skip

    def test_stops(self) -> None:
        whole = self.batch.intersects()
        hits = np.flatnonzero(whole != Verdict.SEPARATED)
        for threads in (1, 3):
            found = self.batch.intersects(threads, stop="first", hits=2, chunk=7)
            report = self.batch.report
            assert report is not None
            end = int(hits[1]) + 1
            self.assertEqual(report["next"], end)
            np.testing.assert_array_equal(found[:end], whole[:end])
            self.assertTrue((found[end:] == Verdict.NOT_EXAMINED).all())
            rest = self.batch.intersects(begin=end)
            np.testing.assert_array_equal(rest[end:], whole[end:])

    def test_progress_and_interrupts(self) -> None:
        seen: list[tuple[int, int]] = []
        self.batch.intersects(progress=lambda settled, total: seen.append((settled, total)))
        self.assertEqual(seen[-1], (300, 300))

        def fail(settled: int, total: int) -> None:
            raise KeyError(settled)

        with self.assertRaises(KeyError):
            self.batch.intersects(progress=fail, chunk=300)
        items = np.zeros(2_000_000, np.int32)
        endless = sunder.PairBatch(self.bodies, self.poses, 0, 1, items, items)
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        for threads in (1, 2):
            for ask in (lambda n: endless.distances(threads=n), lambda n: endless.certificates(threads=n)):
                timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
                timer.start()
                begin = time.perf_counter()
                with self.assertRaises(sunder.Interrupted) as caught:
                    ask(threads)
                timer.join()
                self.assertLess(time.perf_counter() - begin, 10)
                self.assertTrue(0 <= caught.exception.next < len(endless))
                self.assertTrue(caught.exception.report["cancelled"])

    def test_proofs(self) -> None:
        verdicts = self.batch.intersects()
        proofs = self.batch.certificates(threads=2)
        self.assertEqual(len(proofs), 300)
        for i, proof in enumerate(proofs):
            assert isinstance(proof, sunder.BodyCertificate)
            self.assertEqual(proof.verdict, verdicts[i])
            self.assertTrue(sunder.verify(self.bodies[self.a[i]], self.bodies[self.b[i]], proof, self.poses[self.s[i]], self.poses[self.t[i]]))
        self.assertIsInstance(json.loads(proofs[0].to_json()), dict)  # type: ignore[union-attr]

    def test_what_is_refused(self) -> None:
        poses = self.poses[:3].copy()
        poses[1, 0, 0] = np.nan
        batch = sunder.PairBatch(self.bodies, poses, [0, 0, 9, 0], [1, 7, 1, 1], [0, 0, 0, 1], [2, 2, 2, 2])
        verdicts = batch.intersects()
        self.assertEqual((verdicts[1:] == Verdict.UNDECIDED).all(), True)
        assert batch.report is not None
        self.assertEqual(batch.report["refused"], 3)
        self.assertEqual([proof is None for proof in batch.certificates()], [False, True, True, True])
        self.assertEqual(batch.margins([1.0, 1.0, 1.0, np.inf]).tolist()[1:], [3, 3, 3])
        hints = sunder.PairBatch([sunder.Polytope.box([1, 1, 1])], None, [0], [0]).hints()
        flat, cone = sunder.Polytope([[0, 0], [1, 0]]), sunder.Shape.cone(1, 1)
        make: Any = sunder.PairBatch
        cases: list[tuple[Any, str, str]] = [
            (batch.hints, "not_served", "bodies"),
            (batch.contacts, "not_served", "bodies"),
            (batch.closest, "not_served", "bodies"),
            (lambda: batch.casts(np.zeros((3, 3))), "not_served", "bodies"),
            (lambda: batch.prove(hints), "not_served", "bodies"),
            (lambda: batch.intersects(hints=hints), "not_served", "hints"),
            (lambda: batch.intersects(certify=True), "not_served", "certify"),
            (lambda: batch.distances(width=1e-3), "not_served", "width"),
            (lambda: batch.distances(beyond=-1.0), "wrong_shape", "batch"),
            (lambda: batch.intersects(stop="second"), "wrong_shape", "stop"),
            (lambda: batch.intersects(stop="first", hits=0), "wrong_shape", "hits"),
            (lambda: batch.intersects(begin=5), "wrong_shape", "batch"),
            (lambda: batch.intersects(threads=-1), "wrong_shape", "threads"),
            (lambda: batch.intersects(out=np.zeros(3, np.uint8)), "wrong_shape", "out"),
            (lambda: batch.intersects(places=np.zeros((4, 3), np.int32)), "wrong_shape", "places"),
            (lambda: batch.margins([1.0, 2.0]), "wrong_shape", "margins"),
            (lambda: make([self.bodies[0], flat], None, [0], [1]), "dimension_mismatch", "bodies"),
            (lambda: make([self.bodies[0], cone], None, [0], [1]), "wrong_type", "bodies"),
            (lambda: make([self.bodies[0], 3], None, [0], [1]), "wrong_type", "bodies"),
            (lambda: make(self.bodies, np.zeros((4, 2, 3)), [0], [1]), "wrong_shape", "poses"),
            (lambda: make(self.bodies, self.poses, [0, 1], [1]), "wrong_shape", "body_b"),
            (lambda: make(self.bodies, None, 0, 1), "wrong_shape", "count"),
            (lambda: sunder.Pose.many_from_wxyz([1, 0, 0, 0]), "wrong_shape", "q"),
            (lambda: sunder.Pose.many_from_wxyz([[1, 0, 0, 0]], [0, 0, 0]), "wrong_shape", "t"),
            (lambda: sunder.Pose.many_from_xyzw([[0, 0, 0, 1], [0, 0, 0, 0]]), "zero_quaternion", "row 1"),
            (lambda: sunder.Pose.many_from_wxyz([[1, 0, 0, np.nan]]), "not_finite", "row 0"),
        ]
        places = np.zeros((1, 4), np.int32)
        convex = sunder.PairBatch([sunder.Polytope.box([1, 1, 1])], None, [0], [0])
        cases += [(lambda: convex.intersects(places=places), "not_served", "places"), (lambda: convex.distances(places=places), "not_served", "places")]
        for number, (call, code, where) in enumerate(cases):
            with self.subTest(case=number), self.assertRaises(sunder.Error) as caught:
                call()
            self.assertEqual((caught.exception.code, caught.exception.where), (code, where), str(caught.exception))


if __name__ == "__main__":
    unittest.main()
