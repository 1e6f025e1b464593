# SPDX-License-Identifier: Apache-2.0
"""Batches give the answers of single calls, whatever the layout of the arrays, and end where they are told to."""

from __future__ import annotations

import functools
import pathlib
import tempfile
import unittest
from typing import Any

import numpy as np
from bodies import matrices, points
from interrupts import interrupted

import sunder


class Batches(unittest.TestCase):
    def setUp(self) -> None:
        rng = np.random.default_rng(21)
        self.rng = rng
        self.bodies = [sunder.Polytope(points(rng, 3)) for _ in range(20)] + [sunder.Polytope.box([1, 0.5, 0.25])] * 5
        self.poses = np.array([m for _ in range(20) for m in matrices(rng, 3)])
        count = 600
        self.indices = [rng.integers(0, n, count).astype(np.int32) for n in (25, 25, 40, 40)]
        self.batch = sunder.PairBatch(self.bodies, self.poses, *self.indices)

    def items(self) -> list[tuple[Any, Any, Any, Any]]:
        return [
            (self.bodies[a], self.bodies[b], self.poses[s], self.poses[t])
            for a, b, s, t in zip(*self.indices, strict=True)
        ]

    def test_answers_of_single_calls(self) -> None:
        items = self.items()
        verdicts = self.batch.intersects()
        self.assertEqual(verdicts.dtype, np.uint8)
        self.assertEqual(verdicts.tolist(), [int(sunder.intersects(*one).verdict) for one in items])
        self.assertEqual(set(verdicts.tolist()), {0, 1, 2})
        gaps = [sunder.distance(*one) for one in items]
        np.testing.assert_array_equal(self.batch.distances(), [[g.lower, g.upper] for g in gaps])
        np.testing.assert_array_equal(
            self.batch.margins(0.25), [int(sunder.margin(a, b, 0.25, s, t).verdict) for a, b, s, t in items]
        )
        each = self.rng.uniform(0, 1, len(items))
        np.testing.assert_array_equal(
            self.batch.margins(each),
            [int(sunder.margin(a, b, m, s, t).verdict) for m, (a, b, s, t) in zip(each, items, strict=True)],
        )
        contacts = self.batch.contacts()
        casts = self.batch.casts(np.tile([0.5, 0.0, 0.0], (len(self.poses), 1)) * np.arange(40)[:, None] / 20)
        for i, (a, b, s, t) in enumerate(items[:200]):
            one = sunder.contact(a, b, s, t)
            self.assertEqual(contacts["counts"][i], min(len(one.points), 8))
            for k, point in enumerate(one.points[:8]):
                np.testing.assert_array_equal(contacts["points_a"][i, k], point.point_a)
            sa, sb = self.indices[2][i], self.indices[3][i]
            single = sunder.cast(a, b, [0.5 * sa / 20, 0, 0], [0.5 * sb / 20, 0, 0], s, t)
            self.assertEqual([casts["verdicts"][i], *casts["times"][i]], [single.verdict.value, single.lower, single.upper])
        nearest = self.batch.closest()
        self.assertEqual(nearest["item"], int(np.argmin([g.lower for g in gaps])))

    def test_every_layout(self) -> None:
        expected = self.batch.intersects()
        a, b, s, t = self.indices
        square = np.tile(np.eye(4), (40, 1, 1))
        square[:, :3] = self.poses
        wide = np.zeros((40, 3, 9))
        wide[:, :, ::2][:, :, :4] = self.poses
        wide = wide[:, :, :8:2]
        backwards = self.poses[::-1].copy()[::-1]
        fixed = self.poses.copy()
        fixed.setflags(write=False)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "poses.npy"
            np.save(path, self.poses)
            mapped = np.load(path, mmap_mode="r")
            every = [square, wide, backwards, fixed, mapped, np.asfortranarray(self.poses), self.poses.tolist(), [sunder.Pose(m) for m in self.poses]]
            for poses in every:
                np.testing.assert_array_equal(sunder.PairBatch(self.bodies, poses, a, b, s, t).intersects(), expected)
        floats = self.poses.astype(np.float32)
        np.testing.assert_array_equal(
            sunder.PairBatch(self.bodies, floats, a, b, s, t).distances(),
            sunder.PairBatch(self.bodies, floats.astype(float), a, b, s, t).distances(),
        )
        for lists in ([i.astype(np.int64) for i in self.indices], [i.tolist() for i in self.indices], [np.repeat(i, 2)[::2] for i in self.indices]):
            np.testing.assert_array_equal(sunder.PairBatch(self.bodies, self.poses, *lists).intersects(), expected)
        one = sunder.PairBatch(self.bodies[:2], self.poses, 0, 1, 0)
        self.assertEqual(len(one), 40)
        self.assertEqual(one.intersects().tolist(), [int(sunder.intersects(self.bodies[0], self.bodies[1], self.poses[0], m).verdict) for m in self.poses])
        self.assertEqual(sunder.PairBatch(self.bodies, None, a, b).intersects()[0], int(sunder.intersects(self.bodies[a[0]], self.bodies[b[0]]).verdict))

    def test_outputs(self) -> None:
        out = np.empty(600, np.uint8)
        self.assertIs(self.batch.intersects(out=out), out)
        np.testing.assert_array_equal(out, self.batch.intersects(threads=3, chunk=64))
        gaps = np.empty((600, 2))
        self.assertIs(self.batch.distances(out=gaps), gaps)
        wrong: Any
        for wrong in (np.empty(599, np.uint8), np.empty(600, np.int8), np.empty(1200, np.uint8)[::2], np.empty((600, 1), np.uint8)):
            with self.assertRaises(sunder.Error):
                self.batch.intersects(out=wrong)
        fixed = np.empty(600, np.uint8)
        fixed.setflags(write=False)
        with self.assertRaises(sunder.Error):
            self.batch.intersects(out=fixed)

    def test_hints_and_proofs(self) -> None:
        hints = self.batch.hints()
        first = self.batch.intersects(hints=hints, certify=True)
        again = self.batch.intersects(hints=hints)
        np.testing.assert_array_equal(first, again)
        np.testing.assert_array_equal(hints.verdicts, first)
        proven = self.batch.prove(hints)
        separated = first == 0
        np.testing.assert_array_equal(proven[separated], 0)
        self.assertTrue(np.isin(proven, (0, 1, 2, 3)).all())
        self.assertFalse(((proven != 3) & (proven != first)).any())
        for i, proof in enumerate(self.batch.certificates(threads=2)):
            assert proof is not None
            self.assertTrue(sunder.verify(*self.items()[i][:2], proof, *self.items()[i][2:]), (i, proof))
        padded = sunder.PairBatch([body.with_radius(0.25) for body in self.bodies], self.poses, *self.indices)
        for i, proof in enumerate(padded.certificates()):
            assert proof is not None
            a, b, s, t = self.items()[i]
            self.assertTrue(sunder.verify(a.with_radius(0.25), b.with_radius(0.25), proof, s, t))

    def test_other_dimensions(self) -> None:
        for dimension in (1, 2, 4):
            bodies = [sunder.Polytope(points(self.rng, dimension)) for _ in range(6)]
            poses = np.array([m for _ in range(5) for m in matrices(self.rng, dimension)])
            a, b = self.rng.integers(0, 6, (2, 100))
            s, t = self.rng.integers(0, 10, (2, 100))
            batch = sunder.PairBatch(bodies, poses, a, b, s, t)
            expected = [sunder.distance(bodies[a[i]], bodies[b[i]], poses[s[i]], poses[t[i]]) for i in range(100)]
            np.testing.assert_array_equal(batch.intersects(), [int(one.verdict) for one in expected])
            np.testing.assert_array_equal(batch.distances(), [[one.lower, one.upper] for one in expected])
            for i, proof in enumerate(batch.certificates()):
                assert proof is not None
                self.assertTrue(sunder.verify(bodies[a[i]], bodies[b[i]], proof, poses[s[i]], poses[t[i]]))

    def test_early_stops(self) -> None:
        all_of_them = self.batch.intersects()
        first = int(np.flatnonzero(all_of_them)[0])
        stopped = self.batch.intersects(stop="first")
        self.assertEqual(self.batch.report["first_hit"], first)  # type: ignore[index]
        self.assertEqual(self.batch.report["next"], first + 1)  # type: ignore[index]
        self.assertTrue((stopped[first + 1 :] == 4).all())
        np.testing.assert_array_equal(self.batch.intersects(begin=100)[100:], all_of_them[100:])

    def test_refused_items(self) -> None:
        poses = self.poses.copy()
        poses[3, 0, 0] = np.nan
        a, b, s, t = (i.copy() for i in self.indices)
        a[0], s[1], s[2] = 99, 99, 3
        batch = sunder.PairBatch(self.bodies, poses, a, b, s, t)
        self.assertEqual(batch.intersects()[:3].tolist(), [3, 3, 3])
        self.assertGreaterEqual(batch.report["refused"], 3)  # type: ignore[index]
        self.assertIsNone(batch.certificates()[0])

    def test_progress_and_its_failure(self) -> None:
        calls: list[tuple[int, int]] = []
        self.batch.intersects(progress=lambda settled, total: calls.append((settled, total)), chunk=100)
        self.assertEqual(calls[-1], (600, 600))

        def fail(settled: int, total: int) -> None:
            raise RuntimeError("enough")

        for threads in (1, 2):
            with self.assertRaisesRegex(RuntimeError, "enough"):
                self.batch.intersects(threads=threads, progress=fail, chunk=100)

    def test_interruption(self) -> None:
        rock = sunder.Polytope(self.rng.normal(size=(400, 3)), reduce=False, tables=False)
        apart = self.poses.copy()
        apart[1:, 0, 3] += 20
        items = np.arange(400_000) % 39 + 1  # each takes tens of microseconds at this width
        batch = sunder.PairBatch([rock], apart, 0, 0, 0, items)
        for threads in (1, 2):
            ask = functools.partial(batch.distances, width=2**-52, threads=threads, chunk=256)
            error = interrupted(self, ask, len(batch), after=0.2, most=5)
            self.assertEqual(error.result.shape, (400_000, 2))
            self.assertTrue(np.isfinite(error.result[: error.next]).all())

    def test_configurations(self) -> None:
        bodies = [sunder.Polytope.box([1, 1, 1]), sunder.Polytope.box([0.5, 0.5, 0.5]), sunder.Polytope.ball(0.5)]
        poses = np.array([np.column_stack([np.eye(3), self.rng.integers(-3, 4, 3)]) for _ in range(1 + 2 * 50)], dtype=float)
        batch = sunder.ConfigurationBatch(bodies, poses, [0, 0, 1], [1, 2, 2], fixed=1)
        self.assertEqual(len(batch), 50)
        matrix = batch.matrix()
        for c in range(50):
            at = [poses[0], poses[1 + 2 * c], poses[2 + 2 * c]]
            expected = [int(sunder.intersects(bodies[a], bodies[b], at[a], at[b]).verdict) for a, b in ((0, 1), (0, 2), (1, 2))]
            self.assertEqual(matrix[c].tolist(), expected)
        hits = matrix > 0
        np.testing.assert_array_equal(batch.first_hit(threads=2), np.where(hits.any(axis=1), hits.argmax(axis=1), -1))
        self.assertEqual((batch.intersects() > 0).tolist(), hits.any(axis=1).tolist())


if __name__ == "__main__":
    unittest.main()
