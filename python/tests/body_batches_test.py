# SPDX-License-Identifier: Apache-2.0
"""Batches of meshes, polygons and unions: answers are those of pairs one by one; layouts, stops, interrupts, refusals, proofs."""

from __future__ import annotations

import functools
import itertools
import json
import unittest
from fractions import Fraction
from typing import Any

import numpy as np
from bodies import polycube
from interrupts import interrupted

import sunder
from sunder import Verdict

Cells = set[tuple[int, ...]]


def polyomino(cells: Cells) -> list[list[tuple[int, int]]]:
    """A ring for each cell: common edges cancel."""
    return [[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)] for x, y in sorted(cells)]


def squared_gap(a: Cells, b: Cells) -> int:
    """The squared distance of cells of any dimension."""
    return min(sum(max(abs(x - y) - 1, 0) ** 2 for x, y in zip(p, q, strict=True)) for p in a for q in b)


class Batches(unittest.TestCase):
    """Bodies of cells of the integer lattice; the classes below say of which dimension."""

    dimension = 0

    def solid(self, cells: Cells) -> Any:
        raise NotImplementedError

    def run(self, result: unittest.TestResult | None = None) -> unittest.TestResult | None:
        return super().run(result) if self.dimension else result

    def setUp(self) -> None:
        d = self.dimension
        rng = np.random.default_rng(5)
        grid = np.array(list(itertools.product(range(3), repeat=d)))
        self.cells: list[Cells] = [set(map(tuple, grid[rng.random(len(grid)) < share].tolist())) | {(1,) * d} for share in (0.9, 0.3, 0.5, 0.2)]
        first, second, third, fourth = (self.solid(cells) for cells in self.cells)
        boxes = [(sunder.Polytope.box([0.5] * d), sunder.Pose.translation(np.add(cell, 0.5))) for cell in sorted(self.cells[2])]
        self.bodies: list[Any] = [first, second, sunder.Body(boxes), fourth]
        self.offsets = rng.integers(-4, 5, (60, d))
        self.poses = np.tile(np.eye(d + 1), (60, 1, 1))
        self.poses[:, :d, d] = self.offsets
        self.a, self.b = rng.integers(0, 4, 300), rng.integers(0, 4, 300)
        self.s, self.t = rng.integers(0, 60, 300), rng.integers(0, 60, 300)
        self.batch = sunder.PairBatch(self.bodies, self.poses, self.a, self.b, self.s, self.t)

    def one(self, ask: Any, i: int, *more: Any) -> Any:
        return ask(self.bodies[self.a[i]], self.bodies[self.b[i]], *more, pose_a=self.poses[self.s[i]], pose_b=self.poses[self.t[i]])

    def place(self, one: Any) -> list[int]:
        features = (one.triangle_a, one.triangle_b) if self.dimension == 3 else (one.piece_a, one.piece_b)
        return [one.part_a, one.part_b, *features]

    def test_pairs_one_by_one(self) -> None:
        n = len(self.batch)
        self.assertEqual(n, 300)
        places = np.full((n, 4), 7, np.int32)
        stages = np.zeros(n, np.uint8)
        verdicts = self.batch.intersects(threads=2, places=places, stages=stages)
        singles = [self.one(sunder.intersects, i) for i in range(n)]
        self.assertEqual(verdicts.tolist(), [int(one.verdict) for one in singles])
        self.assertEqual(stages.tolist(), [int(one.stage) for one in singles])
        self.assertEqual(places.tolist(), [self.place(one) for one in singles])
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
                self.assertEqual(verdicts[i] == Verdict.SEPARATED, squared_gap(*moved) > 0)
        out = np.zeros((n, 2))
        points, normals = np.zeros((n, 2, self.dimension)), np.zeros((n, self.dimension))
        gaps = self.batch.distances(out=out, threads=2, places=places, points=points, normals=normals)
        self.assertIs(gaps, out)
        measured = [self.one(sunder.distance, i) for i in range(n)]
        self.assertEqual(gaps.tolist(), [[one.lower, one.upper] for one in measured])
        self.assertEqual(places.tolist(), [self.place(one) for one in measured])
        for i, one in enumerate(measured):
            if one.verdict is Verdict.SEPARATED:
                for mine, other in ((points[i, 0], one.point_a), (points[i, 1], one.point_b), (normals[i], one.normal)):
                    np.testing.assert_array_equal(mine, other)
                moved = [{tuple(np.add(c, self.offsets[k]).tolist()) for c in self.cells[j]} for j, k in ((self.a[i], self.s[i]), (self.b[i], self.t[i]))]
                squared = Fraction(squared_gap(*moved))
                self.assertTrue(Fraction(one.lower) ** 2 <= squared <= Fraction(one.upper) ** 2)
            else:
                self.assertTrue(np.isnan(points[i]).all() and np.isnan(normals[i]).all())
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
        d = self.dimension
        floats = self.poses[:, :d].astype(np.float32)
        floats.flags.writeable = False
        objects = [sunder.Pose(rows[:d]) for rows in self.poses]
        strided = np.zeros((60, d + 1, 2 * d + 2))[:, :, ::2]
        strided[:] = self.poses
        layouts: list[Any] = [floats, objects, strided, self.poses[:, :d], self.poses.astype(">f8")]
        if d == 3:
            layouts += self.turned()
        for poses in layouts:
            again = sunder.PairBatch(self.bodies, poses, self.a.astype(np.int32), self.b, self.s, self.t)
            np.testing.assert_array_equal(again.intersects(), expected)
        same = sunder.PairBatch(self.bodies, self.poses, 0, 1, 0)
        self.assertEqual(len(same), 60)
        self.assertEqual(same.intersects().tolist(),
                         [int(sunder.intersects(self.bodies[0], self.bodies[1], self.poses[0], pose).verdict) for pose in self.poses])  # fmt: skip
        still = sunder.PairBatch(self.bodies, None, [0, 1], [2, 3])
        self.assertEqual(still.intersects().tolist(), [2, 2])
        ball = sunder.Polytope.ball(0.5, dimension=d)
        padded = sunder.PairBatch([self.bodies[0], ball], self.poses, 0, 1, 0)
        self.assertEqual(padded.distances().tolist(),
                         [[one.lower, one.upper] for one in (sunder.distance(self.bodies[0], ball, self.poses[0], pose) for pose in self.poses)])  # fmt: skip
        self.assertEqual(padded.intersects().tolist(),
                         [int(sunder.intersects(self.bodies[0], ball, self.poses[0], pose).verdict) for pose in self.poses])  # fmt: skip
        asked: list[Any] = [padded.contacts, padded.penetrations, lambda: padded.casts(np.zeros((60, d)))]
        for ask in asked:
            with self.assertRaisesRegex(sunder.Error, "radii"):
                ask()

    def turned(self) -> list[Any]:
        turned = [sunder.Pose.from_wxyz([2, 0, 0, 0], offset) for offset in self.offsets.astype(float)]
        many = sunder.Pose.many_from_wxyz(np.tile([3.0, 0, 0, 0], (60, 1)), self.offsets)
        last = sunder.Pose.many_from_xyzw(np.tile([0, 0, 0, 1], (60, 1)).astype(np.float32), self.offsets.astype(np.float32))
        self.assertEqual(sunder.Pose.many_from_wxyz([[1, 2, 3, 4]], [[5, 6, 7]]), [sunder.Pose.from_wxyz([1, 2, 3, 4], [5, 6, 7])])
        return [turned, many, last]

    def test_contacts(self) -> None:
        n, d = len(self.batch), self.dimension
        found = {threads: self.batch.contacts(threads=threads) for threads in (1, 3)}
        for key, value in found[1].items():
            np.testing.assert_array_equal(value, found[3][key])
        all_of = found[1]
        features = all_of["triangles" if d == 3 else "edges"]
        self.assertEqual(set(all_of), {"verdicts", "offsets", "dimensions", "parts", "normals", "lengths", "rim_offsets", "corner_offsets", "corners",
                                       "feature_offsets", *(("areas", "triangles") if d == 3 else ("edges",))})  # fmt: skip
        self.assertEqual((len(all_of["offsets"]), all_of["offsets"][-1]), (n + 1, len(all_of["dimensions"])))
        kinds = set()
        for i in range(n):
            one = self.one(sunder.contact, i)
            self.assertEqual(all_of["verdicts"][i], int(one.verdict))
            regions = range(all_of["offsets"][i], all_of["offsets"][i + 1])
            self.assertEqual(len(regions), len(one.regions))
            for r, region in zip(regions, one.regions, strict=True):
                kinds.add(region.dimension)
                self.assertEqual((all_of["dimensions"][r], *all_of["parts"][r], all_of["lengths"][r]),
                                 (region.dimension, region.part_a, region.part_b, region.length))  # fmt: skip
                np.testing.assert_array_equal(all_of["normals"][r], np.zeros(d) if region.normal is None else region.normal)
                if d == 3:
                    self.assertEqual(all_of["areas"][r], region.area)
                rims = range(all_of["rim_offsets"][r], all_of["rim_offsets"][r + 1])
                self.assertEqual(len(rims), len(region.outline))
                for rim, corners in zip(rims, region.outline, strict=True):
                    np.testing.assert_array_equal(all_of["corners"][all_of["corner_offsets"][rim] : all_of["corner_offsets"][rim + 1]], corners)
                mine = features[all_of["feature_offsets"][r] : all_of["feature_offsets"][r + 1]]
                np.testing.assert_array_equal(mine, region.triangles if d == 3 else region.edges)
        self.assertEqual(kinds, set(range(d)))

    def test_penetrations(self) -> None:
        found = self.batch.penetrations(threads=2)
        self.assertEqual(set(found), {"verdicts", "depths", "places", *(("normals",) if self.dimension == 3 else ())})
        for i in range(len(self.batch)):
            one = self.one(sunder.penetration, i)
            self.assertEqual((found["verdicts"][i], *found["depths"][i], *found["places"][i]), (int(one.verdict), one.lower, one.upper, *self.place(one)))
            if self.dimension == 3:
                np.testing.assert_array_equal(found["normals"][i], [np.nan] * 3 if one.normal is None else one.normal)

    def test_casts(self) -> None:
        rng = np.random.default_rng(6)
        d = self.dimension
        moves = rng.integers(-9, 10, (60, d)).astype(np.float32)
        moves.flags.writeable = False
        found = {threads: self.batch.casts(moves[::-1], threads=threads) for threads in (1, 2)}
        for key, value in found[1].items():
            np.testing.assert_array_equal(value, found[2][key])
        hits = found[1]
        names = "triangles" if d == 3 else "edges"
        self.assertEqual(set(hits), {"verdicts", "times", "normals", "points", "parts", names})
        self.assertEqual(set(hits["verdicts"].tolist()), {0, 1})
        for i in range(len(self.batch)):
            one = sunder.cast(self.bodies[self.a[i]], self.bodies[self.b[i]], moves[::-1][self.s[i]], moves[::-1][self.t[i]],
                              self.poses[self.s[i]], self.poses[self.t[i]])  # fmt: skip
            self.assertEqual([hits["verdicts"][i], *hits["times"][i], *hits["parts"][i]], [one.verdict.value, one.lower, one.upper, one.part_a, one.part_b])
            pair = (one.triangle_a, one.triangle_b) if d == 3 else (one.edge_a, one.edge_b)
            self.assertEqual(tuple(hits[names][i]), pair)
            np.testing.assert_array_equal(hits["normals"][i], [np.nan] * d if one.normal is None else one.normal)

    def test_closest(self) -> None:
        gaps = self.batch.distances()
        apart = np.flatnonzero(self.batch.intersects() == Verdict.SEPARATED)
        only = sunder.PairBatch(self.bodies, self.poses, self.a[apart], self.b[apart], self.s[apart], self.t[apart])
        squared = []
        for i in apart:
            moved = [{tuple(np.add(c, self.offsets[k]).tolist()) for c in self.cells[j]} for j, k in ((self.a[i], self.s[i]), (self.b[i], self.t[i]))]
            squared.append(squared_gap(*moved))
        for begin in range(0, len(apart), 9):
            for threads in (1, 2):
                found = only.closest(threads=threads, begin=begin)
                item = begin + int(np.argmin(squared[begin:]))  # the lowest of equals
                self.assertEqual([found["item"], found["lower"], found["upper"]], [item, *gaps[apart[item]]])
        self.assertEqual(only.closest(beyond=0.5)["item"], -1)
        self.assertEqual(self.batch.closest()["item"], int(np.flatnonzero(gaps[:, 1] == 0)[0]))

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
        # Bodies that are close to each other take long enough, whatever is asked.
        gaps = [self.one(sunder.distance, i).lower for i in range(len(self.batch))]
        close = min((gap, i) for i, gap in enumerate(gaps) if gap > 0)[1]
        many = np.full(4_000_000, self.s[close], np.int32)
        endless = sunder.PairBatch(self.bodies, self.poses, int(self.a[close]), int(self.b[close]), many, int(self.t[close]))
        for threads in (1, 2):
            for ask in (
                lambda n: endless.distances(threads=n),
                lambda n: endless.certificates(threads=n),
                lambda n: endless.contacts(threads=n),
                lambda n: endless.penetrations(threads=n),
                lambda n: endless.casts(np.ones((60, self.dimension)), threads=n),
            ):
                interrupted(self, functools.partial(ask, threads), len(endless))

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
        flat, cone = sunder.Polytope(np.eye(5 - self.dimension)), sunder.Shape.cone(1, 1)
        make: Any = sunder.PairBatch
        d = self.dimension
        moves = np.zeros((3, d))
        self.assertEqual(batch.contacts()["verdicts"].tolist()[1:], [3, 3, 3])
        self.assertEqual(batch.penetrations()["verdicts"].tolist()[1:], [3, 3, 3])
        self.assertEqual(batch.casts(moves)["verdicts"].tolist()[1:], [2, 2, 2])
        self.assertEqual(batch.report["refused"], 3)
        other: Any = sunder.Polygon([[[0, 0], [1, 0], [0, 1]]]) if d == 3 else sunder.Mesh(*polycube({(0, 0, 0)}))
        nothing = sunder.PairBatch(self.bodies, None, np.zeros(0, np.int32), np.zeros(0, np.int32))
        self.assertEqual([len(nothing.intersects()), nothing.closest()["item"], nothing.contacts()["offsets"].tolist(), nothing.certificates()], [0, -1, [0], []])
        read_only = np.zeros((4, 2, d))
        read_only.flags.writeable = False
        cases: list[tuple[Any, str, str]] = [
            (batch.hints, "not_served", "bodies"),
            (lambda: batch.contacts(max_points=1), "not_served", "max_points"),
            (lambda: batch.contacts(width=1e-3), "not_served", "width"),
            (lambda: batch.contacts(near=0.5), "not_served", "near"),
            (lambda: batch.closest(width=1e-3), "not_served", "width"),
            (lambda: batch.closest(beyond=np.nan), "wrong_shape", "batch"),
            (lambda: batch.casts(moves, 1e-6), "not_served", "tolerance"),
            (lambda: batch.casts(np.zeros((2, d))), "wrong_shape", "translations"),
            (lambda: batch.casts(np.zeros((3, d + 1))), "wrong_shape", "translations"),
            (lambda: batch.casts(moves + np.inf), "not_finite", "translations"),
            (lambda: batch.distances(points=np.zeros((4, 2, d + 1))), "wrong_shape", "points"),
            (lambda: batch.distances(points=np.zeros((4, 2, d), np.float32)), "wrong_shape", "points"),
            (lambda: batch.distances(points=read_only), "wrong_shape", "points"),
            (lambda: batch.distances(normals=np.zeros((4, 2 * d))[:, ::2]), "wrong_shape", "normals"),
            (lambda: batch.penetrations(threads=257), "wrong_shape", "threads"),
            (lambda: make([self.bodies[0], other], None, [0], [1]), "dimension_mismatch", "bodies"),
            (lambda: make([sunder.Body([]), other, self.bodies[0]], None, [0], [1]), "dimension_mismatch", "bodies"),
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
            (lambda: make(self.bodies, np.zeros((4, 5 - d, 6 - d)), [0], [1]), "wrong_shape", "poses"),
            (lambda: make(self.bodies, self.poses, [0, 1], [1]), "wrong_shape", "body_b"),
            (lambda: make(self.bodies, None, 0, 1), "wrong_shape", "count"),
            (lambda: sunder.Pose.many_from_wxyz([1, 0, 0, 0]), "wrong_shape", "q"),
            (lambda: sunder.Pose.many_from_wxyz([[1, 0, 0, 0]], [0, 0, 0]), "wrong_shape", "t"),
            (lambda: sunder.Pose.many_from_xyzw([[0, 0, 0, 1], [0, 0, 0, 0]]), "zero_quaternion", "row 1"),
            (lambda: sunder.Pose.many_from_wxyz([[1, 0, 0, np.nan]]), "not_finite", "row 0"),
        ]
        places = np.zeros((1, 4), np.int32)
        convex = sunder.PairBatch([sunder.Polytope.box([1, 1, 1])], None, [0], [0])
        cases += [(lambda: convex.intersects(places=places), "not_served", "places"), (lambda: convex.distances(places=places), "not_served", "places"),
                  (lambda: convex.distances(points=np.zeros((1, 2, 3))), "not_served", "points"), (convex.penetrations, "not_served", "penetrations")]  # fmt: skip
        for number, (call, code, where) in enumerate(cases):
            with self.subTest(case=number), self.assertRaises(sunder.Error) as caught:
                call()
            self.assertEqual((caught.exception.code, caught.exception.where), (code, where), str(caught.exception))


class Space(Batches):
    dimension = 3

    def solid(self, cells: Cells) -> sunder.Mesh:
        return sunder.Mesh(*polycube({(x, y, z) for x, y, z in cells}))


class Plane(Batches):
    dimension = 2

    def solid(self, cells: Cells) -> sunder.Polygon:
        return sunder.Polygon(polyomino(cells))


if __name__ == "__main__":
    unittest.main()
