# SPDX-License-Identifier: Apache-2.0
"""Polygons and unions in the plane: answers counted cell by cell, proofs, layouts of arrays, refusals, pickles, threads."""

from __future__ import annotations

import copy
import gc
import importlib.util
import itertools
import pathlib
import pickle
import tempfile
import unittest
import weakref
from fractions import Fraction
from typing import Any

import numpy as np
from bodies import disagreements

import sunder
from sunder import Location, Verdict

Cells = set[tuple[int, int]]
Array = np.ndarray[Any, np.dtype[Any]]

SQUARE = [[0, 0], [3, 0], [3, 3], [0, 3]]
HOLE = [[1, 1], [1, 2], [2, 2], [2, 1]]
BOX = sunder.Polytope.box([0.5, 0.5])


def at(x: float, y: float = 0) -> sunder.Pose:
    return sunder.Pose.translation([x, y])


def cell_rings(cells: Cells) -> list[Array]:
    """A ring for each cell: common edges cancel."""
    return [np.array([[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]], dtype=float) for x, y in sorted(cells)]


def draw_cells(rng: np.random.Generator, size: int = 4) -> Cells:
    share = rng.choice([0.3, 0.6, 0.9])
    return {(x, y) for x in range(size) for y in range(size) if rng.random() < share} or {(0, 0)}


def squared_gap(a: Cells, b: Cells) -> int:
    return min(sum(max(abs(x - y) - 1, 0) ** 2 for x, y in zip(p, q, strict=True)) for p in a for q in b)


class Known(unittest.TestCase):
    def test_a_frame_and_a_peg(self) -> None:
        frame = sunder.Polygon([SQUARE, HOLE])
        peg = sunder.Polytope.box([0.25, 0.25])
        inside = at(1.5, 1.5)
        gap = sunder.distance(frame, peg, pose_b=inside)
        self.assertIsInstance(gap, sunder.BodyDistance)
        self.assertEqual((gap.verdict, gap.part_a, gap.part_b, gap.piece_b), (Verdict.SEPARATED, 0, 0, -1))
        self.assertTrue(gap.lower <= 0.25 <= gap.upper and gap.upper - gap.lower < 1e-12)
        self.assertTrue(0 <= gap.piece_a < len(frame.parts))
        assert gap.point_a is not None and gap.point_b is not None and gap.normal is not None
        self.assertEqual(gap.normal.shape, (2,))
        self.assertAlmostEqual(float(np.linalg.norm(gap.point_a - gap.point_b)), 0.25)
        self.assertEqual(sunder.intersects(sunder.Polytope(SQUARE), peg, pose_b=inside).verdict, Verdict.OVERLAPPING)
        for x, verdict in ((1.25, Verdict.TOUCHING), (np.nextafter(1.25, 0), Verdict.OVERLAPPING), (np.nextafter(1.25, 2), Verdict.SEPARATED)):
            answer = sunder.intersects(frame, peg, pose_b=at(x, 1.5))
            self.assertIsInstance(answer, sunder.BodyDecision)
            self.assertEqual((answer.verdict, answer.proven, bool(answer)), (verdict, True, verdict is not Verdict.SEPARATED))
        margins = [sunder.margin(frame, peg, m, pose_b=inside).margin_verdict for m in (np.nextafter(0.25, 0), 0.25, np.nextafter(0.25, 1))]
        self.assertEqual([m.name for m in margins], ["FARTHER", "EXACTLY", "CLOSER"])
        deep = sunder.penetration(frame, peg, pose_b=at(1.125, 1.5))
        self.assertIsInstance(deep, sunder.BodyPenetration)
        self.assertTrue(0 < deep.lower <= 0.125 <= deep.upper)
        self.assertIsNone(deep.normal)
        self.assertEqual(sunder.penetration(frame, peg, pose_b=inside).upper, 0)

    def test_the_even_odd_rule(self) -> None:
        inner = [[1.25, 1.25], [1.75, 1.25], [1.75, 1.75], [1.25, 1.75]]
        island = sunder.Polygon([SQUARE, HOLE, inner])
        self.assertEqual((island.area, island.report["rings"]), (8.25, 3))
        self.assertEqual(sum(part.mass_properties()["volume"] for part in island.parts), 8.25)
        self.assertTrue(sunder.intersects(island, sunder.Polytope([[1.5, 1.5]])))
        self.assertFalse(sunder.intersects(island, sunder.Polytope([[1.125, 1.5]])))
        self.assertEqual([island.contains(p) for p in ([1.5, 1.5], [1, 1.5], [1.125, 1.5], [np.nan, 0])], [True, True, False, False])
        twice = sunder.Polygon([SQUARE, SQUARE])
        self.assertEqual((twice.area, twice.parts, twice.report["cancelled"]), (0, [], 8))
        closed = sunder.Polygon([[*SQUARE, SQUARE[0]]])
        self.assertEqual((closed.area, closed.report["welded"]), (9, 1))
        turned = sunder.Polygon([SQUARE[::-1]])
        self.assertEqual(turned.area, 9)
        two = sunder.Polygon([[[0, 0], [1, 0], [1, 1], [0, 1]], [[1, 0], [2, 0], [2, 1], [1, 1]]])
        self.assertEqual((two.area, len(two.outline)), (2, 6))
        self.assertEqual(sunder.intersects(two, sunder.Polytope([[1, 0.25], [1, 0.75]])).verdict, Verdict.OVERLAPPING)

    def test_every_mix_of_kinds(self) -> None:
        alone = sunder.Polygon([[[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]])
        forms: list[Any] = [BOX, alone, sunder.Body([BOX]), sunder.Body([(alone, at(0.5)), (BOX, at(-0.5))]), sunder.Body([alone, BOX])]
        ends = [0.5, 0.5, 0.5, 1.0, 0.5]
        for (a, end_a), (b, end_b) in itertools.product(zip(forms, ends, strict=True), repeat=2):
            for gap, verdict in ((1.0, Verdict.SEPARATED), (0.0, Verdict.TOUCHING), (-0.25, Verdict.OVERLAPPING)):
                there = at(end_a + end_b + gap)
                self.assertEqual(sunder.intersects(a, b, pose_b=there).verdict, verdict)
                self.assertEqual(sunder.intersects(b, a, pose_a=there).verdict, verdict)
                found = sunder.distance(a, b, pose_b=there)
                self.assertTrue(found.lower <= max(gap, 0) <= found.upper)
                if gap > 0:
                    self.assertEqual(sunder.margin(a, b, gap, pose_b=there).verdict, Verdict.TOUCHING)
        two = sunder.intersects(sunder.Body([(alone, at(9)), BOX]), sunder.Body([(BOX, at(-9)), alone]), pose_b=at(1))
        self.assertEqual((two.verdict, two.part_a, two.part_b, two.piece_a, two.piece_b, two.triangle_a), (Verdict.TOUCHING, 1, 1, -1, 0, -1))

    def test_radii(self) -> None:
        frame, disc = sunder.Polygon([SQUARE, HOLE]), sunder.Polytope.ball(0.25, dimension=2)
        for x, verdict in ((1.25, Verdict.TOUCHING), (1.25 - 2**-50, Verdict.OVERLAPPING), (1.25 + 2**-50, Verdict.SEPARATED)):
            self.assertEqual(sunder.intersects(frame, disc, pose_b=at(x, 1.5)).verdict, verdict)
            self.assertEqual(sunder.intersects(disc, frame, pose_a=at(x, 1.5)).verdict, verdict)
        gap = sunder.distance(disc, frame, pose_a=at(1.5, 1.5))
        self.assertTrue(gap.lower <= 0.25 <= gap.upper and gap.upper - gap.lower < 1e-12)
        assert gap.point_a is not None and gap.point_b is not None
        self.assertAlmostEqual(float(np.linalg.norm(gap.point_a - gap.point_b)), 0.25)

    def test_empty_ones(self) -> None:
        nothing = sunder.Polygon([])
        frame = sunder.Polygon([SQUARE, HOLE])
        for empty in (nothing, sunder.Polygon([[]]), sunder.Polygon([[[1, 1]], np.empty((0, 2))]), sunder.Body([]), sunder.Body([nothing])):
            for other in (frame, BOX, sunder.Body([BOX, frame]), sunder.Body([]), nothing):
                self.assertFalse(sunder.intersects(empty, other))
                self.assertFalse(sunder.intersects(other, empty))
                self.assertEqual(sunder.distance(other, empty).upper, np.inf)
        lower, upper = nothing.bounds
        self.assertTrue((lower > upper).all())
        self.assertEqual((nothing.points.shape, nothing.outline.shape, nothing.rings), ((0, 2), (0, 2), []))


class Polyominoes(unittest.TestCase):
    """Random sets of cells, as polygons and as unions, counted cell by cell."""

    COUNT = 200

    def body(self, rng: np.random.Generator, cells: Cells) -> Any:
        kind = rng.integers(4)
        if kind < 2:
            return sunder.Polygon(cell_rings(cells))
        if kind == 2:
            return sunder.Body([(BOX, at(x + 0.5, y + 0.5)) for x, y in sorted(cells)])
        # Dominoes keep no wall between two parts out of a part.
        return sunder.Body([sunder.Polygon(cell_rings({c for c in cells if c[0] < 2})), (sunder.Polygon(cell_rings({c for c in cells if c[0] >= 2})), None)])

    def test_verdicts_distances_and_proofs(self) -> None:
        rng = np.random.default_rng(8)
        seen = []
        for _ in range(self.COUNT):
            first, second = draw_cells(rng), draw_cells(rng)
            x, y = (int(v) for v in rng.integers(-5, 6, 2))
            there = {(i + x, j + y) for i, j in second}
            squared = squared_gap(first, there)
            expected = Verdict.OVERLAPPING if first & there else Verdict.TOUCHING if squared == 0 else Verdict.SEPARATED
            seen.append(expected)
            # Both are turned and scaled alike, exactly.
            u, v = (int(w) for w in rng.choice([[1, 0], [0, -1], [3, 4], [-5, 12]]))
            turn = np.array([[u, -v], [v, u]]) / 4
            shift = rng.integers(-4, 5, 2)
            pose_a = np.column_stack([turn, turn @ shift])
            pose_b = np.column_stack([turn, turn @ (shift + [x, y])])
            a, b = self.body(rng, first), self.body(rng, second)
            answer = sunder.intersects(a, b, pose_a, pose_b)
            self.assertEqual(answer.verdict, expected)
            self.assertEqual(sunder.intersects(b, a, pose_b, pose_a).verdict, expected)
            gap = sunder.distance(a, b, pose_a, pose_b)
            exact = squared * Fraction(u * u + v * v, 16)
            self.assertTrue(Fraction(gap.lower) ** 2 <= exact <= Fraction(gap.upper) ** 2)
            self.assertLess(gap.upper - gap.lower, 1e-10)
            proof = sunder.certify(a, b, answer, pose_a, pose_b)
            self.assertEqual(proof.verdict, expected)
            check = sunder.verify(a, b, proof, pose_a, pose_b)
            self.assertTrue(check and check.complete, check.reason)
            measured = sunder.certify(a, b, gap, pose_a, pose_b)
            self.assertTrue(sunder.verify(a, b, measured, pose_a, pose_b))
            self.assertEqual(measured.distance, (gap.lower, gap.upper))
            aside = np.column_stack([turn, turn @ (shift + [x + 2.5, y + 0.5])])
            if sunder.intersects(a, b, pose_a, aside).verdict is not expected:
                self.assertFalse(sunder.verify(a, b, proof, pose_a, aside))
        self.assertGreater(min(seen.count(v) for v in (Verdict.SEPARATED, Verdict.TOUCHING, Verdict.OVERLAPPING)), self.COUNT // 10)

    def test_points(self) -> None:
        rng = np.random.default_rng(5)
        places = rng.integers(-1, 10, (300, 2)) / 2
        for _ in range(10):
            cells = draw_cells(rng)
            polygon = sunder.Polygon(cell_rings(cells))
            boxes = sunder.Body([(BOX, at(x + 0.5, y + 0.5)) for x, y in sorted(cells)])
            expected, of_boxes = [], []
            for place in places:
                around = [[int(v) - 1, int(v)] if v == int(v) else [int(np.floor(v))] for v in place]
                near = [cell in cells for cell in itertools.product(*around)]
                expected.append(2 if all(near) else 1 if any(near) else 0)
                of_boxes.append(0 if not any(near) else 2 if len(near) == 1 else 1)
                self.assertEqual(polygon.contains(place), any(near))
            for body, answers in ((polygon, expected), (boxes, of_boxes)):
                for threads in (1, 2):
                    self.assertEqual(sunder.locate_points(places, body, threads=threads).tolist(), answers)
            turned = sunder.Pose([[0, -2, 5], [2, 0, 1]])
            moved = places @ turned.matrix[:, :2].T + turned.matrix[:, 2]
            self.assertEqual(sunder.locate_points(moved.astype(np.float32), polygon, turned).tolist(), expected)
            self.assertIs(sunder.locate(moved[0], polygon, turned), Location(expected[0]))
        self.assertIs(sunder.locate([0, 1], sunder.Polytope.box([1, 1])), Location.BOUNDARY)


class Moving(unittest.TestCase):
    """Contact, containment, casts and rays."""

    def test_contact_regions(self) -> None:
        frame, peg = sunder.Polygon([SQUARE, HOLE]), sunder.Polytope.box([0.5, 0.5])
        fits = sunder.contact(frame, peg, pose_b=at(1.5, 1.5))
        self.assertIsInstance(fits, sunder.BodyContact)
        self.assertEqual((fits.verdict, [r.dimension for r in fits.regions], [r.length for r in fits.regions]), (Verdict.TOUCHING, [1] * 4, [1] * 4))
        normals = {tuple(r.normal) for r in fits.regions if r.normal is not None}
        self.assertEqual(normals, {(1, 0), (-1, 0), (0, 1), (0, -1)})
        for region in fits.regions:
            (ends,) = region.outline
            self.assertEqual((ends.shape, region.area, region.triangles.shape, region.edges.shape[1]), ((2, 2), 0, (0, 2), 2))
            for edge, other in region.edges:
                self.assertEqual(other, -1)
                line = frame.points[frame.outline[edge]]
                self.assertTrue((line.min(0) <= ends.min(0)).all() and (ends.max(0) <= line.max(0)).all())
        corner = sunder.contact(frame, peg, pose_b=at(3.5, 3.5))
        self.assertEqual([(r.dimension, r.normal) for r in corner.regions], [(0, None)])
        np.testing.assert_array_equal(corner.regions[0].outline, [[[3, 3]]])
        self.assertEqual(repr(fits.regions[0]), "<sunder.ContactRegion: a line of length 1>")
        self.assertEqual(sunder.contact(frame, peg, pose_b=at(9)).regions, [])

    def test_containment(self) -> None:
        frame, peg = sunder.Polygon([SQUARE, HOLE]), sunder.Polygon([[[0, 0], [1, 0], [1, 1], [0, 1]]])
        for x, inside in ((0, True), (np.nextafter(0, 1), False), (1, False), (2, True), (2.5, False)):
            answer = sunder.contains(peg, frame, pose_a=at(x, 1))
            self.assertIsInstance(answer, sunder.BodyContainment)
            self.assertEqual((bool(answer), answer.part, answer.triangle), (inside, -1 if inside else 0, -1))
            self.assertTrue(-1 <= answer.edge < 4)
        self.assertTrue(sunder.contains(sunder.Polytope([[0.5, 0.5], [2.5, 0.5]]), frame))
        self.assertFalse(sunder.contains(frame, peg))

    def test_casts_and_rays(self) -> None:
        frame, peg = sunder.Polygon([SQUARE, HOLE]), sunder.Polytope.box([0.25, 0.25])
        fall = sunder.cast(peg, frame, [0, -8], None, at(1.5, 5))
        self.assertIsInstance(fall, sunder.BodyCast)
        self.assertEqual(fall.verdict, sunder.CastVerdict.HIT)
        self.assertTrue(fall.lower <= 0.21875 <= fall.upper)
        self.assertEqual((fall.part_b, fall.edge_a, fall.triangle_b), (0, -1, -1))
        self.assertEqual(frame.points[frame.outline[fall.edge_b]][:, 1].tolist(), [3, 3])
        within = sunder.cast(peg, frame, [0, -1], None, at(1.5, 1.5))
        self.assertTrue(within.lower <= 0.25 <= within.upper)
        self.assertFalse(sunder.cast(peg, frame, [-8, 0], pose_a=at(1.5, 5)))
        rng = np.random.default_rng(4)
        origins, directions = rng.uniform(-2, 5, (200, 2)), rng.normal(size=(200, 2)) * 4
        body = sunder.Body([(peg, at(9)), frame])
        for threads in (1, 3):
            hits = sunder.ray_casts(origins, directions, body, threads=threads)
            self.assertEqual(set(hits), {"verdicts", "times", "normals", "points", "parts", "edges"})
            self.assertEqual(set(hits["verdicts"].tolist()), {0, 1})
            for i, (origin, direction) in enumerate(zip(origins, directions, strict=True)):
                one = sunder.ray_cast(origin, direction, body)
                self.assertEqual([hits["verdicts"][i], *hits["times"][i]], [one.verdict.value, one.lower, one.upper])
                self.assertEqual((hits["parts"][i], hits["edges"][i]), (one.part_b, one.edge_b))
        cast_any: Any = sunder.cast
        cases: list[tuple[Any, str, str]] = [
            (lambda: sunder.cast(peg, frame, sunder.Motion.rigid([0, 0], [0, 0], 1)), "not_served", "motion_a, motion_b"),
            (lambda: sunder.cast(peg, frame, sunder.Motion.linear([0, 0, 1])), "dimension_mismatch", "motion_a"),
            (lambda: cast_any(peg, frame, tolerance=1e-6), "not_served", "tolerance"),
            (lambda: sunder.cast(frame, sunder.Polytope.ball(1, dimension=2)), "not_served", "b"),
            (lambda: sunder.ray_casts(origins, np.full((200, 2), np.nan), frame), "not_finite", "origins, directions"),
            (lambda: sunder.ray_casts(np.zeros((3, 3)), np.zeros((3, 3)), frame), "wrong_shape", "origins"),
            (lambda: sunder.ray_cast([0, 0, 0], [1, 0], frame), "wrong_shape", "origin"),
            (lambda: sunder.contact(frame, sunder.Polytope.ball(1, dimension=2)), "not_served", "b"),
            (lambda: sunder.contains(frame, sunder.Polytope.ball(9, dimension=2)), "not_served", "b"),
        ]
        for number, (call, code, where) in enumerate(cases):
            with self.subTest(case=number), self.assertRaises(sunder.Error) as caught:
                call()
            self.assertEqual((caught.exception.code, caught.exception.where), (code, where), str(caught.exception))


@unittest.skipIf(importlib.util.find_spec("shapely") is None, "not installed: shapely")
class Shapely(unittest.TestCase):
    def test_the_second_witness(self) -> None:
        """Stars with holes at random places: shapely agrees, and its distance lies in the interval."""
        import shapely

        rng = np.random.default_rng(21)
        for _ in range(60):
            shapes = []
            for _ in range(2):
                angles = np.sort(rng.uniform(0, 2 * np.pi, 11))
                star = np.column_stack([np.cos(angles), np.sin(angles)]) * rng.uniform(1, 3, (11, 1))
                middle = rng.uniform(-4, 4, 2)
                shapes.append(shapely.Polygon(star + middle, [star * 0.3 + middle]))
            if not all(shape.is_valid for shape in shapes):
                continue
            a, b = (sunder.from_shapely(shape) for shape in shapes)
            assert isinstance(a, sunder.Polygon)
            self.assertAlmostEqual(a.area, shapes[0].area, places=10)
            self.assertEqual(bool(sunder.intersects(a, b)), shapes[0].intersects(shapes[1]))
            self.assertAlmostEqual(sunder.distance(a, b).upper, shapes[0].distance(shapes[1]), places=10)


class Proofs(unittest.TestCase):
    def test_of_known_pairs(self) -> None:
        frame, bar = sunder.Polygon([SQUARE, HOLE]), sunder.Polytope([[0.5, 0.5], [2.5, 0.5]])
        union = sunder.Body([(frame, at(0)), (BOX, at(1.5, 1.5))])
        cases: list[tuple[Any, Any, sunder.Pose, Verdict]] = [
            (frame, BOX, at(1.5, 1.5), Verdict.TOUCHING),
            (frame, BOX, at(1.25, 1.5), Verdict.OVERLAPPING),
            (frame, frame, at(3, 0), Verdict.TOUCHING),
            (frame, frame, at(2, 0), Verdict.OVERLAPPING),
            (frame, frame, at(4, 1), Verdict.SEPARATED),
            (frame, bar, at(0), Verdict.OVERLAPPING),
            (frame, bar, at(0, -0.5), Verdict.TOUCHING),
            (union, bar, at(0, 3), Verdict.SEPARATED),
        ]
        for a, b, pose, verdict in cases:
            proof = sunder.certify(a, b, sunder.intersects(a, b, pose_b=pose), pose_b=pose)
            self.assertEqual((proof.verdict, bool(sunder.verify(a, b, proof, pose_b=pose))), (verdict, True))
            for _, _, other, wrong in cases:
                if (sunder.intersects(a, b, pose_b=other).verdict) is not verdict:
                    forged = sunder.verify(a, b, proof, pose_b=other)
                    self.assertFalse(forged, wrong)
                    self.assertTrue(forged.reason)
    def test_of_margins_and_radii(self) -> None:
        frame, disc = sunder.Polygon([SQUARE, HOLE]), sunder.Polytope.ball(0.25, dimension=2)
        pin = sunder.Polytope([[1.5, 1.5]])
        hole_to_pin = 0.5
        for gap, verdict in ((0.25, Verdict.SEPARATED), (hole_to_pin, Verdict.TOUCHING), (1.0, Verdict.OVERLAPPING)):
            answer = sunder.margin(frame, pin, gap)
            self.assertEqual(answer.verdict, verdict)
            self.assertEqual(answer.part_a, -1 if verdict is Verdict.SEPARATED else 0)
            proof = sunder.certify(frame, pin, answer)
            self.assertEqual((proof.margin, proof.verdict), (gap, verdict))
            check = sunder.verify(frame, pin, proof)
            self.assertTrue(check and check.complete, check.reason)
            self.assertFalse(sunder.verify(sunder.Polygon([SQUARE]), pin, proof) and verdict is not Verdict.OVERLAPPING)
        for place, verdict in ((at(1.5, 1.5), Verdict.SEPARATED), (at(1.25, 1.5), Verdict.TOUCHING), (at(1.1, 1.5), Verdict.OVERLAPPING)):
            found = sunder.intersects(frame, disc, pose_b=place, algorithm="gjk")
            gap_of = sunder.distance(frame, disc, pose_b=place, algorithm="gjk")
            self.assertEqual((found.verdict, gap_of.verdict), (verdict, verdict))
            if verdict is Verdict.SEPARATED:
                self.assertTrue(gap_of.lower <= 0.25 <= gap_of.upper)
                assert gap_of.normal is not None
                self.assertEqual([abs(x) for x in gap_of.normal], [1, 0])
            for made in (found, gap_of):
                proof = sunder.certify(frame, disc, made, pose_b=place)
                self.assertTrue(sunder.verify(frame, disc, proof, pose_b=place).complete)
                # The proof is about that radius.
                more = sunder.verify(frame, sunder.Polytope.ball(0.6, dimension=2), proof, pose_b=place)
                self.assertEqual(bool(more), verdict is Verdict.OVERLAPPING)

    def test_of_a_wrong_answer(self) -> None:
        frame = sunder.Polygon([SQUARE, HOLE])
        both = sunder.certify(frame, frame, sunder.intersects(frame, frame, pose_b=at(2, 0)), pose_b=at(2, 0))
        self.assertEqual(len(both.point), 2)
        wrong_one = sunder.intersects(frame, BOX, pose_b=at(9, 0))
        with self.assertRaises(sunder.Error) as caught:
            sunder.certify(frame, BOX, wrong_one, pose_b=at(1.25, 1.5))
        self.assertEqual((caught.exception.code, caught.exception.where), ("not_served", "answer"))


class Arrays(unittest.TestCase):
    def test_every_layout(self) -> None:
        ring = np.array([*SQUARE[:2], [1, 1], *SQUARE[2:]], dtype=float)
        expected = sunder.Polygon([ring])
        wide = np.zeros((5, 5))
        wide[:, 1::2] = ring
        fixed = ring.copy()
        fixed.setflags(write=False)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "ring.npy"
            np.save(path, ring)
            mapped = np.load(path, mmap_mode="r")
            for given in (wide[:, 1::2], fixed, mapped, ring.astype(np.float32), np.asfortranarray(ring), ring[::-1].copy()[::-1], ring.astype(np.int16),
                          ring.astype(">f8"), ring.tolist(), [tuple(p) for p in ring]):  # fmt: skip
                again = sunder.Polygon([given])
                self.assertEqual((again, hash(again)), (expected, hash(expected)))
            del mapped
        self.assertEqual(sunder.Polygon(np.stack([ring])), expected)
        self.assertEqual(sunder.Polygon(r for r in [ring]), expected)
        ring[0] = np.nan  # what was given is copied
        self.assertTrue(np.isfinite(expected.rings[0]).all())
        for array in (expected.rings[0], expected.points, expected.outline, expected.cuts):
            with self.assertRaises(ValueError):
                array[0] = 0
        kept = sunder.Polygon([SQUARE, HOLE]).rings[1]
        gc.collect()
        np.testing.assert_array_equal(kept, HOLE)  # it keeps the memory of the polygon

    def test_report_and_words(self) -> None:
        frame = sunder.Polygon([SQUARE, HOLE])
        self.assertEqual(repr(frame), f"<sunder.Polygon: 8 corners in 2 rings, {len(frame.parts)} convex parts>")
        self.assertEqual((frame.report["points_given"], frame.report["points"], frame.report["parts"]), (8, 8, len(frame.parts)))
        self.assertEqual((frame.area, frame.report["area"]), (8, 8))
        np.testing.assert_array_equal(frame.bounds, [[0, 0], [3, 3]])
        self.assertEqual(frame.points.tolist(), sorted(SQUARE + HOLE))
        ends = frame.points[frame.outline]
        edges = {tuple(map(tuple, pair)) for pair in ends}
        self.assertIn(((0, 0), (3, 0)), edges)  # the inside on the left
        self.assertIn(((1, 1), (1, 2)), edges)
        self.assertEqual(len(frame.cuts), frame.report["cuts"])
        self.assertGreater(frame.memory, 8 * 16)
        body = sunder.Body([frame, (BOX, at(9))])
        self.assertEqual((repr(body), body.dimension, len(body)), ("<sunder.Body: 1 polytope, 1 polygon>", 2, 2))
        self.assertEqual(sunder.Body([]).dimension, 3)

    def test_pickles_and_copies(self) -> None:
        frame = sunder.Polygon([SQUARE, HOLE])
        again = pickle.loads(pickle.dumps(frame))
        self.assertEqual((again, again.report), (frame, frame.report))
        self.assertIs(copy.copy(frame), frame)
        self.assertIs(copy.deepcopy([frame])[0], frame)
        self.assertNotEqual(frame, sunder.Polygon([HOLE, SQUARE]))
        self.assertNotEqual(frame, 3)
        body = sunder.Body([frame, (frame, at(5)), (BOX, [[2, 1, 0], [0, 1, 0]])])
        self.assertIs(body.parts[0][0], frame)
        other = pickle.loads(pickle.dumps(body))
        self.assertEqual(other.parts, body.parts)
        self.assertIs(other.parts[0][0], other.parts[1][0])
        self.assertEqual(other.dimension, 2)
        states: tuple[Any, ...] = ((), (1, 2), (None,), ([[[0, 0], [1, np.nan], [1, 1]]],), ("x",))
        for state in states:
            with self.assertRaises((sunder.Error, TypeError)):
                sunder.Polygon.__new__(sunder.Polygon).__setstate__(state)

    def test_a_cycle_is_collected(self) -> None:
        class Named(sunder.Polygon):
            owner: Any = None

        one = Named([SQUARE])
        one.owner = sunder.Body([one])
        gone = weakref.ref(one.owner.parts[0][0].__class__)
        del one, Named
        gc.collect()
        self.assertIsNone(gone())


class Refusals(unittest.TestCase):
    def test_codes_places_and_remedies(self) -> None:
        frame, disc = sunder.Polygon([SQUARE, HOLE]), sunder.Polytope.ball(0.5, dimension=2)
        vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
        mesh = sunder.Mesh(vertices, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
        make: Any = sunder.Polygon
        union: Any = sunder.Body
        any_one: Any = frame
        scene = sunder.Scene()
        cases: list[tuple[Any, str, str]] = [
            (lambda: make([[[0, 0], [2, 2], [2, 0], [0, 2]]]), "not_simple", "rings"),
            (lambda: make([SQUARE, [[0, 0], [1, np.inf], [1, 1]]]), "not_finite", "rings"),
            (lambda: make(SQUARE), "wrong_shape", "rings[0]"),
            (lambda: make([SQUARE, [[0, 0, 0]]]), "wrong_shape", "rings[1]"),
            (lambda: make([[[0, 0], [1]]]), "wrong_shape", "rings[0]"),
            (lambda: make(np.zeros(4)), "wrong_shape", "rings[0]"),
            (lambda: make("rings"), "wrong_type", "rings[0]"),
            (lambda: make(None), "wrong_type", "rings"),
            (lambda: make(3), "wrong_type", "rings"),
            (lambda: make([None]), "wrong_type", "rings[0]"),
            (lambda: make([[[0, 1j], [1, 1]]]), "wrong_type", "rings[0]"),
            (lambda: make([[[2**60 + 1, 0], [1, 1]]]), "wrong_type", "rings[0]"),
            (lambda: make([np.broadcast_to(0.0, (2**40, 2))]), "too_large", "rings[0]"),
            (lambda: union([frame, mesh]), "dimension_mismatch", "parts[1]"),
            (lambda: union([mesh, frame]), "dimension_mismatch", "parts[1]"),
            (lambda: union([BOX, sunder.Polytope.box([1, 1, 1])]), "dimension_mismatch", "parts[1]"),
            (lambda: union([(frame, np.eye(4))]), "wrong_shape", "parts[0]"),
            (lambda: union([(frame, sunder.Pose.translation([1, 2, 3]))]), "dimension_mismatch", "parts[0]"),
            (lambda: union([frame, disc]), "not_served", "parts[1]"),
            (lambda: sunder.intersects(frame, mesh), "dimension_mismatch", "b"),
            (lambda: sunder.intersects(mesh, frame), "dimension_mismatch", "b"),
            (lambda: sunder.intersects(sunder.Polytope.box([1, 1, 1]), frame), "dimension_mismatch", "a"),
            (lambda: sunder.intersects(frame, BOX, pose_b=np.eye(3, 4)), "wrong_shape", "pose_b"),
            (lambda: sunder.intersects(any_one, BOX, algorithm="vclip"), "not_served", "algorithm"),
            (lambda: sunder.distance(any_one, BOX, algorithm="sat"), "not_served", "algorithm"),
            (lambda: sunder.penetration(any_one, BOX, algorithm="gjk"), "not_served", "algorithm"),
            (lambda: sunder.distance(any_one, BOX, width=1e-9), "not_served", "width"),
            (lambda: sunder.margin(frame, frame, -1), "not_served", "distance"),
            (lambda: sunder.penetration(frame, disc), "not_served", "b"),
            (lambda: sunder.relation(any_one, BOX), "not_served", "a"),
            (lambda: sunder.certify(any_one, any_one, sunder.penetration(frame, frame)), "wrong_type", "answer"),
            (lambda: sunder.locate([0, 0, 0], frame), "wrong_shape", "point"),
            (lambda: sunder.locate([0, np.nan], frame), "not_finite", "point"),
            (lambda: sunder.locate_points([[0, 0, 0]], frame), "wrong_shape", "points"),
            (lambda: sunder.locate([0, 0], disc), "not_served", "body"),
            (lambda: frame.contains([0, 0, 0]), "wrong_shape", "point"),
            (lambda: scene.add(any_one), "not_served", "body"),
            (lambda: scene.add(union([frame])), "not_served", "body"),
        ]
        for number, (call, code, where) in enumerate(cases):
            with self.subTest(case=number), self.assertRaises(sunder.Error) as caught:
                call()
            error = caught.exception
            self.assertEqual((error.code, error.where), (code, where), str(error))
            self.assertTrue(error.remedy or code in ("not_finite", "wrong_shape"), str(error))
        with self.assertRaises(sunder.Error) as caught:
            make([[[0, 0], [2, 2], [2, 0], [0, 2]]])
        self.assertIn("two edges cross at (1, 1)", caught.exception.what)


class Threads(unittest.TestCase):
    def test_the_same_answers_on_many_threads(self) -> None:
        rng = np.random.default_rng(3)
        a = sunder.Body([sunder.Polygon([SQUARE, HOLE]), (BOX, at(4, 4))])
        b = sunder.Polygon(cell_rings(draw_cells(rng)))
        poses = [np.column_stack([rng.normal(size=(2, 2)), rng.uniform(-3, 3, 2)]) for _ in range(40)]
        self.assertEqual(disagreements(a, b, poses), [])


if __name__ == "__main__":
    unittest.main()
