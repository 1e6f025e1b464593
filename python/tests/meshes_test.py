# SPDX-License-Identifier: Apache-2.0
"""Meshes and unions: answers that are known by construction, layouts of arrays, refusals, pickles, threads."""

from __future__ import annotations

import copy
import gc
import pathlib
import pickle
import sys
import tempfile
import threading
import unittest
import weakref
from fractions import Fraction
from typing import Any

import numpy as np
from bodies import Cells, disagreements, moved_cells, polycube, squared_distance

import sunder
from sunder import Verdict

CUBE = {(0, 0, 0)}
GRID = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]
CUP = {cell for cell in GRID if cell not in ((1, 1, 1), (1, 1, 2))}
SHELL = {cell for cell in GRID if cell != (1, 1, 1)}


def at(x: float, y: float = 0, z: float = 0) -> sunder.Pose:
    return sunder.Pose.translation([x, y, z])


def mesh(cells: Cells, **options: Any) -> sunder.Mesh:
    return sunder.Mesh(*polycube(cells), **options)


def small_cube(size: float) -> sunder.Mesh:
    """A cube about the origin."""
    vertices, triangles = polycube(CUBE)
    return sunder.Mesh((vertices - 0.5) * size, triangles)


class Known(unittest.TestCase):
    def test_a_cup_and_a_ball(self) -> None:
        cup, ball = mesh(CUP), small_cube(0.5)
        self.assertEqual((cup.kind, cup.why, cup.is_convex), ("solid", "", False))
        inside = at(1.5, 1.5, 1.5)
        gap = sunder.distance(cup, ball, pose_b=inside)
        self.assertEqual(gap.verdict, Verdict.SEPARATED)
        self.assertTrue(gap.lower <= 0.25 <= gap.upper and gap.upper - gap.lower < 1e-12)
        self.assertIsInstance(gap, sunder.BodyDistance)
        self.assertIsInstance(gap, sunder.Distance)
        assert gap.point_a is not None and gap.point_b is not None
        self.assertAlmostEqual(float(np.linalg.norm(gap.point_a - gap.point_b)), 0.25)
        hull = sunder.Polytope(cup.vertices)
        self.assertEqual(sunder.intersects(hull, ball, pose_b=inside).verdict, Verdict.OVERLAPPING)
        bottom = at(1.5, 1.5, 1.25)
        touch = sunder.intersects(cup, ball, pose_b=bottom)
        self.assertEqual((touch.verdict, touch.proven), (Verdict.TOUCHING, True))
        self.assertTrue(touch)
        for k, one in ((touch.triangle_a, cup), (touch.triangle_b, ball)):
            self.assertTrue(0 <= k < len(one.triangles))
        low = np.nextafter(1.25, 0.0)
        self.assertEqual(sunder.intersects(cup, ball, pose_b=at(1.5, 1.5, low)).verdict, Verdict.OVERLAPPING)
        high = np.nextafter(1.25, 2.0)
        self.assertEqual(sunder.intersects(cup, ball, pose_b=at(1.5, 1.5, high)).verdict, Verdict.SEPARATED)
        margins = [sunder.margin(cup, ball, x, pose_b=inside).verdict for x in (np.nextafter(0.25, 0), 0.25, np.nextafter(0.25, 1))]
        self.assertEqual(margins, [Verdict.SEPARATED, Verdict.TOUCHING, Verdict.OVERLAPPING])

    def test_an_algorithm_of_choice_is_asked_about_convex_parts(self) -> None:
        box, far = sunder.Polytope.box([0.5, 0.5, 0.5]), at(9, 0, 0)
        union = sunder.Body([box, (box, far)])
        for name, place, verdict in (
            ("gjk", (9.5, 0.25, 0.25), Verdict.OVERLAPPING),
            ("sat", (10, 0, 0), Verdict.TOUCHING),
            ("mpr", (10.5, 1.25, 0.5), Verdict.SEPARATED),
        ):
            answer = sunder.intersects(union, box, pose_b=at(*place), algorithm=name)
            self.assertEqual((answer.verdict, answer.decided_by), (verdict, name))
        self.assertEqual(sunder.intersects(union, mesh(CUP), algorithm="gjk").verdict, Verdict.OVERLAPPING)
        gap = sunder.distance(union, box, pose_b=at(5, 0, 0), algorithm="gjk")
        self.assertTrue(gap.lower <= 3 <= gap.upper)

    def test_hollows_and_surfaces(self) -> None:
        ball = small_cube(0.5)
        shell = mesh(SHELL)
        self.assertEqual((shell.kind, shell.report["components"]), ("solid", 2))
        self.assertFalse(sunder.intersects(shell, ball, pose_b=at(1.5, 1.5, 1.5)))
        block = mesh(set(GRID))
        answer = sunder.intersects(block, ball, pose_b=at(1.5, 1.5, 1.5))
        self.assertEqual((answer.verdict, answer.triangle_a, answer.triangle_b), (Verdict.OVERLAPPING, -1, -1))
        skin = mesh(set(GRID), as_="surface")
        self.assertEqual((skin.kind, skin.is_convex), ("surface", False))
        self.assertFalse(sunder.intersects(skin, ball, pose_b=at(1.5, 1.5, 1.5)))
        self.assertEqual(sunder.intersects(block, skin, pose_b=at(0.5, 0.5, 0.5)).verdict, Verdict.OVERLAPPING)
        vertices, triangles = polycube(CUBE)
        inside_out = sunder.Mesh(vertices, triangles[:, ::-1])
        self.assertEqual((inside_out.kind, inside_out.report["turned"]), ("solid", 12))
        open_one = sunder.Mesh(vertices, triangles[1:])
        self.assertEqual((open_one.kind, open_one.report["open_edges"]), ("surface", 3))
        self.assertIn("open", open_one.why)
        self.assertEqual(len(open_one.report["first_open_edge"]), 2)
        self.assertIsNone(open_one.report["first_crossing"])

    def test_every_mix_of_kinds(self) -> None:
        cube = sunder.Polytope.box([0.5, 0.5, 0.5])
        alone = small_cube(1)
        self.assertTrue(alone.is_convex)
        forms: list[Any] = [cube, alone, sunder.Body([cube]), sunder.Body([(alone, at(0.5)), (cube, at(-0.5))]), sunder.Body([alone, cube])]
        ends = [0.5, 0.5, 0.5, 1.0, 0.5]
        for a, end_a in zip(forms, ends, strict=True):
            for b, end_b in zip(forms, ends, strict=True):
                for gap, verdict in ((1.0, Verdict.SEPARATED), (0.0, Verdict.TOUCHING), (-0.25, Verdict.OVERLAPPING)):
                    there = at(end_a + end_b + gap)
                    self.assertEqual(sunder.intersects(a, b, pose_b=there).verdict, verdict)
                    self.assertEqual(sunder.intersects(b, a, pose_a=there).verdict, verdict)
                    found = sunder.distance(a, b, pose_b=there)
                    self.assertTrue(found.lower <= max(gap, 0) <= found.upper)
                    self.assertLess(found.upper - found.lower, 1e-12)
                    if gap > 0:
                        self.assertEqual(sunder.margin(a, b, gap, pose_b=there).verdict, Verdict.TOUCHING)
        two = sunder.intersects(sunder.Body([(alone, at(9)), cube]), sunder.Body([(cube, at(-9)), alone]), pose_b=at(1))
        self.assertEqual((two.verdict, two.part_a, two.part_b, two.triangle_a), (Verdict.TOUCHING, 1, 1, -1))
        self.assertIsInstance(two, sunder.BodyDecision)

    def test_radii(self) -> None:
        cup, ball = mesh(CUP), sunder.Polytope.ball(0.25)
        for height, verdict in ((1.25, Verdict.TOUCHING), (1.25 - 2**-50, Verdict.OVERLAPPING), (1.25 + 2**-50, Verdict.SEPARATED)):
            self.assertEqual(sunder.intersects(cup, ball, pose_b=at(1.5, 1.5, height)).verdict, verdict)
            self.assertEqual(sunder.intersects(ball, cup, pose_a=at(1.5, 1.5, height)).verdict, verdict)
        answer = sunder.margin(cup, ball, 0.25, pose_b=at(1.5, 1.5, 1.5))
        self.assertEqual((answer.verdict, answer.margin_verdict, answer.margin), (Verdict.TOUCHING, sunder.MarginVerdict.EXACTLY, 0.25))
        there = at(1.5, 1.5, 1.75)
        for gap in (sunder.distance(cup, ball, pose_b=there), sunder.distance(ball, cup, pose_a=there)):
            self.assertTrue(gap.lower <= 0.25 <= gap.upper and gap.upper - gap.lower < 1e-12)
            assert gap.point_a is not None and gap.point_b is not None
            self.assertAlmostEqual(float(np.linalg.norm(gap.point_a - gap.point_b)), 0.25)
        touch = sunder.distance(cup, ball, pose_b=at(1.5, 1.5, 1.25))
        self.assertEqual((touch.verdict, touch.lower, touch.upper, touch.normal), (Verdict.TOUCHING, 0, 0, None))
        skin = mesh(set(GRID), as_="surface")
        self.assertFalse(sunder.intersects(skin, ball, pose_b=at(1.5, 1.5, 1.5)))
        self.assertEqual(sunder.intersects(skin, ball, pose_b=at(1.5, 1.5, 3.125)).verdict, Verdict.OVERLAPPING)

    def test_empty_ones(self) -> None:
        nothing = sunder.Mesh(np.empty((0, 3)), np.empty((0, 3), dtype=np.int32))
        points_alone = sunder.Mesh([[0, 0, 0]], np.empty((0, 3)))
        cube = small_cube(1)
        for empty in (nothing, points_alone, sunder.Body([]), sunder.Body([nothing])):
            self.assertFalse(sunder.intersects(empty, cube))
            self.assertEqual(sunder.distance(empty, cube).upper, np.inf)
            self.assertEqual(sunder.distance(empty, sunder.Polytope.ball(1)).upper, np.inf)
            self.assertEqual(sunder.margin(empty, cube, 1).verdict, Verdict.SEPARATED)
        lower, upper = nothing.bounds
        self.assertTrue((lower > upper).all())
        self.assertEqual((len(nothing), nothing.vertices.shape, nothing.triangles.shape), (0, (0, 3), (0, 3)))


class Polycubes(unittest.TestCase):
    """Random sets of cells, as meshes and as unions, counted cell by cell."""

    COUNT = 150

    def setUp(self) -> None:
        self.rng = np.random.default_rng(31)

    def cells(self) -> Cells:
        return {cell for cell in GRID if self.rng.random() < self.rng.choice([0.2, 0.5, 0.9])} or CUBE

    def body(self, cells: Cells) -> Any:
        """A solid, a union of boxes at poses, or a union of two solids."""
        kind = self.rng.integers(4)
        if kind < 2:
            one = mesh(cells)
            self.assertEqual(one.kind, "solid", one.why)
            return one
        cube = sunder.Polytope.box([0.5, 0.5, 0.5])
        if kind == 2:
            return sunder.Body([(cube, at(x + 0.5, y + 0.5, z + 0.5)) for x, y, z in cells])
        some = {cell for cell in cells if self.rng.random() < 0.5}
        return sunder.Body([mesh(some), (mesh(cells - some), None)])

    def test_verdicts_and_distances(self) -> None:
        seen = set()
        turn = np.eye(3)
        for _ in range(self.COUNT):
            first, second = self.cells(), self.cells()
            reach = int(self.rng.choice([2, 4, 6]))
            x, y, z = (int(v) for v in self.rng.integers(-reach, reach + 1, 3))
            there = moved_cells(second, (x, y, z))
            squared = squared_distance(first, there)
            expected = Verdict.OVERLAPPING if first & there else Verdict.TOUCHING if squared == 0 else Verdict.SEPARATED
            seen.add(expected)
            # Both are turned and scaled alike, exactly.
            scale = float(self.rng.choice([0.125, 1, 3]))
            turn = np.eye(3)[self.rng.permutation(3)] * self.rng.choice([-1.0, 1.0], 3)[:, None] * scale
            shift = self.rng.integers(-4, 5, 3)
            pose_a = np.column_stack([turn, turn @ shift])
            pose_b = np.column_stack([turn, turn @ (shift + [x, y, z])])
            a, b = self.body(first), self.body(second)
            self.assertEqual(sunder.intersects(a, b, pose_a, pose_b).verdict, expected)
            self.assertEqual(sunder.intersects(b, a, pose_b, pose_a).verdict, expected)
            gap = sunder.distance(a, b, pose_a, pose_b)
            exact = squared * Fraction(scale) ** 2
            self.assertTrue(Fraction(gap.lower) ** 2 <= exact <= Fraction(gap.upper) ** 2)
            self.assertLess(gap.upper - gap.lower, 1e-10)
            root = int(np.sqrt(squared))
            if root * root == squared > 0:
                self.assertEqual(sunder.margin(a, b, root * scale, pose_a, pose_b).verdict, Verdict.TOUCHING)
            if expected is Verdict.TOUCHING:
                self.check_place(a, b, sunder.intersects(a, b, pose_a, pose_b), pose_a, pose_b)
        self.assertEqual(len(seen), 3)

    def check_place(self, a: Any, b: Any, answer: Any, pose_a: Any, pose_b: Any) -> None:
        """The parts and triangles that an answer names meet by themselves."""
        alone = []
        for body, part, triangle in ((a, answer.part_a, answer.triangle_a), (b, answer.part_b, answer.triangle_b)):
            self.assertGreaterEqual(part, 0)
            shape, pose = body.parts[part] if isinstance(body, sunder.Body) else (body, None)
            if isinstance(shape, sunder.Mesh):
                self.assertGreaterEqual(triangle, 0)
                shape = sunder.Mesh(shape.vertices, shape.triangles[[triangle]])
            else:
                self.assertEqual(triangle, -1)
            alone.append(sunder.Body([(shape, pose)]))
        self.assertTrue(sunder.intersects(alone[0], alone[1], pose_a, pose_b))


class Points(unittest.TestCase):
    """What lies where, and what a ray or a moving body meets first."""

    def test_points_of_polycubes(self) -> None:
        rng = np.random.default_rng(12)
        places = rng.integers(-1, 8, (400, 3)) / 2
        for _ in range(8):
            cells = {cell for cell in GRID if rng.random() < 0.6} or CUBE
            solid = mesh(cells)
            skin = mesh(cells, as_="surface")
            boxes = sunder.Body([(sunder.Polytope.box([0.5] * 3), at(x + 0.5, y + 0.5, z + 0.5)) for x, y, z in sorted(cells)])
            expected, of_skin, of_boxes = [], [], []
            for place in places:
                around = [[int(x) - 1, int(x)] if x == int(x) else [int(np.floor(x))] for x in place]
                near = [(x, y, z) in cells for x in around[0] for y in around[1] for z in around[2]]
                expected.append(2 if all(near) else 1 if any(near) else 0)
                of_skin.append(1 if any(near) and not all(near) else 0)
                of_boxes.append(0 if not any(near) else 2 if len(near) == 1 else 1)
            for body, answers in ((solid, expected), (skin, of_skin), (boxes, of_boxes)):
                for threads in (1, 2):
                    found = sunder.locate_points(places, body, threads=threads)
                    self.assertEqual((found.dtype, found.tolist()), (np.uint8, answers))
            turned = sunder.Pose([[0, -2, 0, 5], [2, 0, 0, 1], [0, 0, -2, 3]])
            moved = places @ turned.matrix[:, :3].T + turned.matrix[:, 3]
            self.assertEqual(sunder.locate_points(moved.astype(np.float32)[::-1], solid, turned)[::-1].tolist(), expected)
            self.assertIs(sunder.locate(moved[0], solid, turned), sunder.Location(expected[0]))
        self.assertEqual(sunder.locate_points(np.empty((0, 3)), mesh(CUBE)).shape, (0,))
        self.assertIs(sunder.locate([0, 0, 1], sunder.Polytope.box([1, 1, 1])), sunder.Location.BOUNDARY)

    def test_containment(self) -> None:
        block, cup, cube = mesh(set(GRID)), mesh(CUP), small_cube(0.5)
        for middle, inside in ((2.5, True), (2.75, True), (np.nextafter(2.75, 3), False), (9, False)):
            for outer in (block, sunder.Body([block]), sunder.Body([(cube, at(50)), block])):
                answer = sunder.contains(cube, outer, at(middle, 1.5, 1.5))
                self.assertEqual((bool(answer), answer.contained, answer.part), (inside, inside, -1 if inside else 0))
                self.assertIsInstance(answer, sunder.BodyContainment)
        self.assertFalse(sunder.contains(cube, cup, at(1.5, 1.5, 1.5)))
        self.assertTrue(sunder.contains(cup, block))
        self.assertTrue(sunder.contains(sunder.Body([]), cup))
        two = sunder.contains(sunder.Body([(cube, at(1, 1, 1)), (cube, at(4, 1, 1))]), block)
        self.assertEqual((two.contained, two.part), (False, 1))
        self.assertEqual(repr(two), "<sunder.BodyContainment: part 1 is not>")

    def test_casts_and_rays(self) -> None:
        cup, ball = mesh(CUP), small_cube(0.5)
        fall = sunder.cast(ball, cup, [0, 0, -8], None, at(1.5, 1.5, 5))
        self.assertIsInstance(fall, sunder.BodyCast)
        self.assertEqual(fall.verdict, sunder.CastVerdict.HIT)
        self.assertTrue(fall.lower <= 0.46875 <= fall.upper and fall.upper - fall.lower <= 1e-12)
        assert fall.normal is not None
        np.testing.assert_allclose(fall.normal, [0, 0, -1], atol=1e-12)
        self.assertTrue((cup.vertices[cup.triangles[fall.triangle_b]][:, 2] == 1).all())
        hull = sunder.Polytope(cup.vertices)
        onto = sunder.cast(ball, hull, [0, 0, -8], None, at(1.5, 1.5, 5), None)
        self.assertTrue(onto.lower <= 0.21875 <= onto.upper)
        self.assertFalse(sunder.cast(ball, cup, motion_b=sunder.Motion.linear([0, 0, -8]), pose_a=at(1.5, 1.5, 5)))
        down = sunder.ray_cast([1.5, 1.5, 5], [0, 0, -8], cup)
        self.assertTrue(down.lower <= 0.5 <= down.upper)
        assert down.point is not None
        np.testing.assert_allclose(down.point, [1.5, 1.5, 1], atol=1e-12)
        rng = np.random.default_rng(4)
        origins, directions = rng.uniform(-2, 5, (300, 3)), rng.normal(size=(300, 3)) * 4
        body = sunder.Body([(ball, at(9)), cup])
        for threads in (1, 3):
            hits = sunder.ray_casts(origins, directions, body, threads=threads)
            self.assertEqual(set(hits["verdicts"].tolist()), {0, 1})
            for i, (origin, direction) in enumerate(zip(origins, directions, strict=True)):
                one = sunder.ray_cast(origin, direction, body)
                self.assertEqual([hits["verdicts"][i], *hits["times"][i]], [one.verdict.value, one.lower, one.upper])
                self.assertEqual((hits["parts"][i], hits["triangles"][i]), (one.part_b, one.triangle_b))
                if one.verdict is sunder.CastVerdict.HIT and one.lower > 0:
                    assert one.point is not None and one.normal is not None
                    np.testing.assert_array_equal(hits["points"][i], one.point)
                    for k, sign in enumerate(np.sign(one.normal)):  # on a face of the cells, from outside
                        if sign != 0:
                            self.assertEqual(sign, np.sign(direction[k]))
        cast_any: Any = sunder.cast
        cases: list[tuple[Any, str, str]] = [
            (lambda: sunder.cast(ball, cup, sunder.Motion.rigid([0, 0, 0], [0, 0, 0], 1, [0, 0, 1])), "not_served", "motion_a, motion_b"),
            (lambda: cast_any(ball, cup, tolerance=1e-6), "not_served", "tolerance"),
            (lambda: cast_any(ball, cup, max_steps=6), "not_served", "max_steps"),
            (lambda: sunder.cast(cup, sunder.Polytope.ball(1)), "not_served", "b"),
            (lambda: sunder.cast(cup, cup, [1, 2]), "wrong_shape", "motion_a"),
            (lambda: sunder.ray_casts(origins, directions[:, :2], cup), "wrong_shape", "directions"),
            (lambda: sunder.ray_casts(origins, np.full((300, 3), np.nan), cup), "not_finite", "origins, directions"),
            (lambda: sunder.ray_cast([0, 0, np.inf], [1, 0, 0], cup), "not_finite", "origin, direction"),
            (lambda: sunder.locate([0, np.nan, 0], cup), "not_finite", "point"),
            (lambda: sunder.locate_points([[0, np.nan, 0]], cup), "not_finite", "points"),
            (lambda: sunder.locate_points([0, 0, 0], cup), "wrong_shape", "points"),
            (lambda: sunder.locate([0, 0, 0], sunder.Polytope.ball(1)), "not_served", "body"),
            (lambda: sunder.locate([0, 0], sunder.Polytope.box([1, 1, 1])), "wrong_shape", "point"),
            (lambda: sunder.contains(cup, sunder.Polytope.ball(9)), "not_served", "b"),
            (lambda: sunder.contains(small_cube(1), sunder.Body([mesh(CUBE), (mesh(CUBE), at(1))]), at(1, 0.5, 0.5)), "not_served", "b"),
        ]
        for number, (call, code, where) in enumerate(cases):
            with self.subTest(case=number), self.assertRaises(sunder.Error) as caught:
                call()
            self.assertEqual((caught.exception.code, caught.exception.where), (code, where), str(caught.exception))

    def test_contact_regions(self) -> None:
        block, cup, ball = mesh(set(GRID)), mesh(CUP), small_cube(0.5)
        touch = sunder.contact(cup, ball, pose_b=at(1.5, 1.5, 1.25))
        self.assertIsInstance(touch, sunder.BodyContact)
        (patch,) = touch.regions
        self.assertEqual((patch.dimension, patch.area, patch.length, patch.part_a, patch.part_b), (2, 0.25, 0, 0, 0))
        np.testing.assert_array_equal(patch.normal, [0, 0, 1])
        (rim,) = patch.outline
        self.assertEqual({tuple(corner) for corner in rim}, {(x, y, 1.0) for x in (1.25, 1.75) for y in (1.25, 1.75)})
        for i, j in patch.triangles:
            self.assertTrue((cup.vertices[cup.triangles[i]][:, 2] == 1).all() and (ball.vertices[ball.triangles[j]][:, 2] == -0.25).all())
        corner = sunder.contact(block, ball, pose_b=at(3.25, 3.25, 3.25))
        self.assertEqual([region.dimension for region in corner.regions], [0])
        self.assertIsNone(corner.regions[0].normal)
        np.testing.assert_array_equal(corner.regions[0].outline, [[[3, 3, 3]]])
        edge = sunder.contact(block, sunder.Polytope.box([0.25] * 3), pose_b=at(3.25, 3.25, 1))
        self.assertEqual([(region.dimension, region.length) for region in edge.regions], [(1, 0.5)])
        self.assertEqual(repr(edge), "<sunder.BodyContact: touching, 1 region>")
        self.assertEqual(repr(edge.regions[0]), "<sunder.ContactRegion: a line of length 0.5>")
        cut = sunder.contact(block, ball, pose_b=at(1, 1, 3))
        self.assertEqual((cut.verdict, [region.dimension for region in cut.regions]), (Verdict.OVERLAPPING, [1]))
        self.assertAlmostEqual(cut.regions[0].length, 2)
        for place in (at(1.5, 1.5, 1.5), at(9)):
            self.assertEqual(sunder.contact(block, ball, pose_b=place).regions, [])

    def test_penetration(self) -> None:
        block, ball = mesh(set(GRID)), small_cube(0.5)
        deep = sunder.penetration(block, ball, pose_b=at(1.5, 1.5, 3.125))
        self.assertIsInstance(deep, sunder.BodyPenetration)
        self.assertTrue(deep.lower <= 0.125 <= deep.upper and deep.verdict is Verdict.OVERLAPPING)
        assert deep.normal is not None
        self.assertFalse(sunder.intersects(block, ball, pose_b=sunder.Pose.translation([1.5, 1.5, 3.125] + deep.normal * (deep.upper + 1e-9))))
        for place in (at(1.5, 1.5, 3.25), at(9)):
            none = sunder.penetration(block, ball, pose_b=place)
            self.assertEqual((none.lower, none.upper, none.normal), (0, 0, None))
        cup = mesh(CUP)
        through = sunder.penetration(cup, ball, pose_b=at(1.5, 1.5, 1.125))
        self.assertTrue(0 < through.lower <= 0.125 <= through.upper)
        any_mesh: Any = cup
        cases: list[tuple[Any, str, str]] = [
            (lambda: sunder.penetration(cup, sunder.Polytope.ball(1)), "not_served", "b"),
            (lambda: sunder.penetration(any_mesh, any_mesh, width=1e-6), "not_served", "width"),
            (lambda: sunder.penetration(any_mesh, any_mesh, tolerance=1e-6), "not_served", "tolerance"),
            (lambda: sunder.penetration(any_mesh, any_mesh, algorithm="gjk"), "not_served", "algorithm"),
            (lambda: sunder.contact(cup, sunder.Polytope.ball(1)), "not_served", "b"),
            (lambda: sunder.contact(any_mesh, any_mesh, near=1), "not_served", "near"),
            (lambda: sunder.contact(any_mesh, any_mesh, max_points=1), "not_served", "max_points"),
            (lambda: sunder.contact(any_mesh, any_mesh, width=1), "not_served", "width"),
        ]
        for call, code, where in cases:
            with self.assertRaises(sunder.Error) as caught:
                call()
            self.assertEqual((caught.exception.code, caught.exception.where), (code, where))

    def test_mass(self) -> None:
        for cells in (CUP, SHELL):
            mass = mesh(cells).mass_properties()
            self.assertEqual(mass["volume"], len(cells))
            np.testing.assert_allclose(mass["centre"], np.mean(sorted(cells), axis=0) + 0.5, atol=1e-12)
        self.assertEqual(mesh(CUP, as_="surface").mass_properties()["volume"], 0)


class Proofs(unittest.TestCase):
    def assert_margins_and_radii(self, cup: sunder.Mesh) -> None:
        ball, box = sunder.Polytope.ball(0.25), sunder.Polytope.box([0.25] * 3)
        for b, height, own in ((ball, 1.5, 0.25), (box, 1.75, 0.25), (box, 1.25, 0.0)):
            there = at(1.5, 1.5, height)
            seen = []
            for m in (np.nextafter(own, 0.0), own, np.nextafter(own, 1.0), own + 1):
                answer = sunder.margin(cup, b, m, pose_b=there)
                self.assertIsInstance(answer, sunder.BodyMarginAnswer)
                self.assertEqual(answer.part_a, -1 if answer.verdict is Verdict.SEPARATED else 0)
                seen.append(answer.verdict)
                proof = sunder.certify(cup, b, answer, pose_b=there)
                self.assertEqual((proof.verdict, proof.margin), (answer.verdict, m))
                check = sunder.verify(cup, b, proof, pose_b=there)
                self.assertTrue(check, check.reason)
                text = proof.to_json()
                same = sunder.BodyCertificate.from_json(text, proof.verdict, margin=m)
                self.assertEqual(same, proof)
                # About a margin that is one place less or more the verdict is another, unless it was no touch.
                for other in (np.nextafter(m, 0.0), np.nextafter(m, 9.0)):
                    forged = sunder.BodyCertificate.from_json(text, proof.verdict, margin=other)
                    if sunder.margin(cup, b, other, pose_b=there).verdict is not proof.verdict:
                        self.assertFalse(sunder.verify(cup, b, forged, pose_b=there))
            self.assertEqual(len(set(seen)), 3 if own > 0 else 2)
        for height, verdict in ((1.25, Verdict.TOUCHING), (1.0, Verdict.OVERLAPPING), (1.5, Verdict.SEPARATED)):
            there = at(1.5, 1.5, height)
            meets = sunder.intersects(cup, ball, pose_b=there)
            self.assertEqual((meets.verdict, meets.part_a, meets.part_b), (verdict, *((-1, -1) if height > 1.25 else (0, 0))))
            gap = sunder.distance(ball, cup, pose_a=there)
            self.assertEqual((gap.verdict, gap.part_b), (verdict, 0))
            for proof, order in ((sunder.certify(cup, ball, meets, pose_b=there), 1), (sunder.certify(ball, cup, gap, pose_a=there), -1)):
                verify: Any = sunder.verify
                bodies, poses = (cup, ball)[::order], (None, there)[::order]
                self.assertTrue(verify(*bodies, proof, *poses))
                bigger = (cup, sunder.Polytope.ball(0.25 + 2**-20))[::order]
                if verdict is not Verdict.SEPARATED or proof.distance:
                    self.assertEqual(bool(verify(*bigger, proof, *poses)), verdict is Verdict.OVERLAPPING)
            self.assertEqual(proof.distance, (gap.lower, gap.upper))

    def test_certificates_as_text(self) -> None:
        cup, ball, skin = mesh(CUP), small_cube(0.5), mesh(CUP, as_="surface")
        kinds = set()
        for a, b, there in ((cup, ball, at(1.5, 1.5, 1.5)), (cup, ball, at(1.5, 1.5, 1.25)), (cup, ball, at(1.5, 1.5, 0.5)),
                            (cup, skin, at(0.5, 0.5, 0.5)), (skin, mesh(CUP, as_="surface"), at(0.5, 0.25, 0.125)),
                            (cup, sunder.Body([]), None)):  # fmt: skip
            gap = sunder.distance(a, b, pose_b=there)
            for answer in (sunder.intersects(a, b, pose_b=there), gap):
                proof = sunder.certify(a, b, answer, pose_b=there)
                for copied in (pickle.loads(pickle.dumps(proof)), copy.copy(proof), copy.deepcopy(proof)):
                    self.assertEqual((copied, hash(copied), repr(copied)), (proof, hash(proof), repr(proof)))
                    self.assertEqual(copied.distance, proof.distance)
                    self.assertTrue(sunder.verify(a, b, copied, pose_b=there))
                loaded = proof.to_dict()
                self.assertEqual(loaded is None, proof.to_json() == "null")
                open_verdict = loaded is not None and {"a", "b"} <= set(loaded) and "separations" not in loaded
                kinds.add(frozenset(loaded or ()))
                verdict = proof.verdict if open_verdict else None
                for read in (sunder.BodyCertificate.from_dict(loaded, verdict), sunder.BodyCertificate.from_json(proof.to_json(), verdict)):
                    self.assertEqual((read.verdict, read.to_json()), (proof.verdict, proof.to_json()))
                    self.assertTrue(sunder.verify(a, b, read, pose_b=there, interval=proof.distance))
                    if proof.distance is not None and gap.upper > 0:
                        self.assertFalse(sunder.verify(a, b, read, pose_b=there, interval=(gap.upper * 2, gap.upper * 3)))
                        self.assertNotEqual(read, proof)  # the text holds no ends
                if open_verdict:
                    with self.assertRaises(sunder.Error) as caught:
                        sunder.BodyCertificate.from_dict(loaded)
                    self.assertEqual(caught.exception.where, "verdict")
                self.assertIn(proof.verdict.name.lower(), repr(proof))
                self.assertNotEqual(proof, proof.to_json())
        self.assertGreaterEqual(len(kinds), 4)

    def test_certificates(self) -> None:
        rng = np.random.default_rng(77)
        cup, ball = mesh(CUP), small_cube(0.5)
        union = sunder.Body([(ball, at(-0.125)), (sunder.Polytope.box([0.25] * 3), at(0.25, 0.5))])
        verdicts = []
        for b in (ball, union, sunder.Polytope.box([0.25] * 3)):
            places = [at(1.5, 1.5, 1.5), at(1.5, 1.5, 1.25), at(1.5, 1.5, 0.5), at(9)]
            for there in places + [at(*rng.uniform(-0.5, 3.5, 3)) for _ in range(6)]:
                answer = sunder.intersects(cup, b, pose_b=there)
                proof = sunder.certify(cup, b, answer, pose_b=there)
                self.assertEqual(proof.verdict, answer.verdict)
                self.assertIsInstance(proof, sunder.BodyCertificate)
                check = sunder.verify(cup, b, proof, pose_b=there, simple=True)
                self.assertTrue(check, check.reason)
                self.assertTrue(check.complete or answer.verdict is Verdict.TOUCHING)
                verdicts.append(answer.verdict)
                gap = sunder.distance(cup, b, pose_b=there)
                if gap.verdict is Verdict.SEPARATED:
                    measured = sunder.certify(cup, b, gap, pose_b=there)
                    self.assertTrue(sunder.verify(cup, b, measured, pose_b=there))
                    assert measured.distance is not None
                    self.assertTrue(gap.lower <= measured.distance[1] and measured.distance[0] <= gap.upper)
                    self.assertGreater(measured.cuts, 0)
                # A proof of one verdict is none where there is another.
                for other in places:
                    if sunder.intersects(cup, b, pose_b=other).verdict is not answer.verdict:
                        forged = sunder.verify(cup, b, proof, pose_b=other)
                        self.assertFalse(forged)
                        self.assertTrue(forged.reason)
        self.assertEqual(len(set(verdicts)), 3)
        self.assert_margins_and_radii(cup)
        wrong = sunder.intersects(cup, ball, pose_b=at(9))
        with self.assertRaises(sunder.Error) as caught:
            sunder.certify(cup, ball, wrong, pose_b=at(1.5, 1.5, 0.5))
        self.assertEqual((caught.exception.code, caught.exception.where), ("not_served", "answer"))


class Arrays(unittest.TestCase):
    def test_every_layout(self) -> None:
        vertices, triangles = polycube(CUP)
        expected = sunder.Mesh(vertices, triangles)
        wide = np.zeros((len(vertices), 7))
        wide[:, 1::2] = vertices
        fixed = vertices.copy()
        fixed.setflags(write=False)
        tall = np.zeros((2 * len(triangles), 3), dtype=np.int32)
        tall[::2] = triangles
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "vertices.npy"
            np.save(path, vertices)
            mapped = np.load(path, mmap_mode="r")
            for given in (wide[:, 1::2], fixed, mapped, vertices.astype(np.float32), np.asfortranarray(vertices), vertices[::-1].copy()[::-1],
                          vertices.astype(np.int16), vertices.astype(">f8"), vertices.tolist()):  # fmt: skip
                self.assertEqual(sunder.Mesh(given, triangles), expected)
            del mapped
        for indices in (triangles.astype(np.int32), triangles.astype(np.int64), np.asfortranarray(triangles), tall[::2],
                        triangles[::-1].copy()[::-1], triangles.tolist(), triangles.astype(">i4").astype(np.int32)):  # fmt: skip
            again = sunder.Mesh(vertices, indices)
            self.assertEqual(again, expected)
            self.assertEqual(hash(again), hash(expected))
        vertices[0] = np.nan  # what was given is copied
        self.assertTrue(np.isfinite(expected.vertices).all())
        for array in (expected.vertices, expected.triangles):
            with self.assertRaises(ValueError):
                array[0] = 0
        kept = sunder.Mesh(*polycube(CUBE)).vertices
        self.assertEqual(kept.sum(), polycube(CUBE)[0].sum())  # it keeps the memory of the mesh

    def test_report_bounds_and_memory(self) -> None:
        vertices, triangles = polycube(CUP)
        cup = sunder.Mesh(vertices, triangles)
        report = cup.report
        self.assertEqual((report["points_given"], report["triangles_given"]), (len(vertices), len(triangles)))
        self.assertEqual(report["welded"], len(vertices) - len(np.unique(vertices, axis=0)))
        self.assertEqual((report["triangles"], len(cup), cup.triangle_count), (len(triangles),) * 3)
        self.assertEqual((report["flat"], report["cancelled"], report["split"], report["buried"]), (0, 0, 0, 0))
        np.testing.assert_array_equal(cup.bounds, [[0, 0, 0], [3, 3, 3]])
        self.assertGreater(cup.memory, 12 * len(triangles))
        self.assertEqual(repr(cup), f"<sunder.Mesh: solid of {len(triangles)} triangles>")
        crossing = sunder.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0], [1, 1, -1], [1, 1, 1], [2, 1, 1]], [[0, 1, 2], [0, 2, 1], [3, 4, 5], [3, 5, 4]])
        self.assertEqual(crossing.kind, "surface")
        self.assertEqual(repr(sunder.Body([cup, crossing])), "<sunder.Body: 1 solid, 1 surface>")
        self.assertEqual(repr(sunder.Body([])), "<sunder.Body: no part>")

    def test_a_cycle_is_collected(self) -> None:
        class Named(sunder.Mesh):
            owner: Any = None

        one = Named(*polycube(CUBE))
        one.owner = sunder.Body([one])
        gone = weakref.ref(one.owner.parts[0][0].__class__)
        del one, Named
        gc.collect()
        self.assertIsNone(gone())

    def test_pickles_and_copies(self) -> None:
        cup = mesh(CUP)
        skin = mesh(CUP, as_="surface")
        for one in (cup, skin, mesh({(0, 0, 0), (1, 1, 1)})):
            again = pickle.loads(pickle.dumps(one))
            self.assertEqual(again, one)
            self.assertEqual(again.report, one.report)
            self.assertIs(copy.copy(one), one)
            self.assertIs(copy.deepcopy([one])[0], one)
        self.assertNotEqual(cup, skin)
        self.assertNotEqual(cup, 3)
        body = sunder.Body([cup, (cup, at(5)), (sunder.Polytope.box([1, 1, 1]), sunder.Pose.from_wxyz([1, 2, 3, 4]))])
        self.assertIs(body.parts[0][0], cup)
        again = pickle.loads(pickle.dumps(body))
        self.assertEqual(again.parts, body.parts)
        self.assertIs(again.parts[0][0], again.parts[1][0])
        self.assertEqual(len(again), 3)
        self.assertIs(copy.deepcopy(body), body)
        states: tuple[Any, ...] = ((), (1, 2, 3), ([[0, 0, 0]], [[0, 0, 9]], "auto"), (None, None, "auto"))
        for state in states:
            for made in (sunder.Mesh.__new__(sunder.Mesh), sunder.Body.__new__(sunder.Body)):
                with self.assertRaises((sunder.Error, TypeError)):
                    made.__setstate__(state)


class Refusals(unittest.TestCase):
    def test_explanations(self) -> None:
        cup, ball = mesh(CUP), small_cube(0.5)
        events = set()
        for b, there, verdict in ((ball, at(1.5, 1.5, 1.25), "touching"), (ball, at(1.5, 1.5, 0.5), "overlapping"),
                                  (ball, at(1.5, 1.5, 1.5), "separated"), (sunder.Body([ball, sunder.Polytope.box([0.25] * 3)]), at(9), "separated"),
                                  (sunder.Polytope.box([0.25] * 3), at(1.5, 1.5, 1.5), "separated")):  # fmt: skip
            told = sunder.explain(cup, b, pose_b=there, names=("the cup", "other"))
            trace = told.trace
            self.assertEqual((trace["format"], trace["a"]["name"], trace["a"]["taken_as"]), ("sunder-body-trace", "the cup", "solid"))
            self.assertEqual(trace["answer"]["verdict"], verdict)
            self.assertEqual("distance" in trace["answer"], verdict == "separated")
            self.assertNotIn("distance", sunder.explain(cup, b, pose_b=there, ask="verdict").trace["answer"])
            events |= {step["event"] for step in trace["steps"]}
            self.assertIn("steps", repr(told))
            self.assertTrue(told.page.lower().startswith("<!doctype html>"))
            self.assertIn("the cup", told.page)
            self.assertIn("<iframe", told._repr_html_())
        self.assertGreaterEqual(len(events), 3)
        with tempfile.TemporaryDirectory() as folder:
            told.save(pathlib.Path(folder) / "steps.html")
            self.assertEqual((pathlib.Path(folder) / "steps.html").read_text(encoding="utf-8"), told.page)

    def test_codes_places_and_remedies(self) -> None:
        vertices, triangles = polycube(CUBE)
        cup, ball = mesh(CUP), sunder.Polytope.ball(0.5)
        bad = vertices.copy()
        bad[3, 1] = np.nan
        lying = triangles.copy()
        lying[5, 2] = len(vertices)
        cone: Any = sunder.Shape.cone(1, 1)
        any_mesh: Any = cup
        make: Any = sunder.Mesh
        union: Any = sunder.Body
        cases: list[tuple[Any, str, str]] = [
            (lambda: make(bad, triangles), "not_finite", "vertices"),
            (lambda: make(vertices, lying), "wrong_shape", "triangles"),
            (lambda: make(vertices, -1 - triangles), "wrong_shape", "triangles"),
            (lambda: make(vertices, triangles.astype(np.int64) + 2**32), "wrong_shape", "triangles"),
            (lambda: make(vertices, triangles[:, :2]), "wrong_shape", "triangles"),
            (lambda: make(vertices, triangles.ravel()), "wrong_shape", "triangles"),
            (lambda: make(vertices, [[0, 1, 2], [0]]), "wrong_shape", "triangles"),
            (lambda: make(vertices, triangles.astype(float)), "wrong_type", "triangles"),
            (lambda: make(vertices, triangles.astype(np.uint32)), "wrong_type", "triangles"),
            (lambda: make(vertices, [[0, 1, 2**70]]), "wrong_type", "triangles"),
            (lambda: make(vertices, None), "wrong_type", "triangles"),
            (lambda: make(vertices[:, :2], triangles), "wrong_shape", "vertices"),
            (lambda: make(vertices.ravel(), triangles), "wrong_shape", "vertices"),
            (lambda: make("vertices", triangles), "wrong_type", "vertices"),
            (lambda: make(np.broadcast_to(0.0, (2**40, 3)), triangles), "too_large", "vertices"),
            (lambda: make(vertices, np.broadcast_to(np.int32(0), (2**40, 3))), "too_large", "triangles"),
            (lambda: make(vertices, triangles[1:], as_="solid"), "not_solid", "triangles"),
            (lambda: make(vertices, triangles, as_="hull"), "not_served", "as_"),
            (lambda: make(vertices, triangles, as_="Solid"), "wrong_shape", "as_"),
            (lambda: union(cup), "wrong_type", "parts"),
            (lambda: union([3]), "wrong_type", "parts[0]"),
            (lambda: union("cup"), "wrong_type", "parts[0]"),
            (lambda: union([cup, (cup, None, 1)]), "wrong_shape", "parts"),
            (lambda: union([cup, (cup, np.eye(3))]), "wrong_shape", "parts[1]"),
            (lambda: union([cup, ball]), "not_served", "parts[1]"),
            (lambda: union([cup, sunder.Polytope([[0, 0]])]), "dimension_mismatch", "parts[1]"),
            (lambda: union([union([cup])]), "wrong_type", "parts[0]"),
            (lambda: sunder.intersects(cup, 3), "wrong_type", "b"),  # type: ignore[call-overload]
            (lambda: sunder.intersects(any_mesh, ball, algorithm="polygon_lp"), "not_served", "algorithm"),
            (lambda: sunder.distance(any_mesh, any_mesh, algorithm="sat"), "not_served", "algorithm"),
            (lambda: sunder.intersects(any_mesh, any_mesh, algorithm="gkj"), "unknown_algorithm", "algorithm"),
            (lambda: sunder.intersects(any_mesh, ball, hint=sunder.Hint()), "not_served", "hint"),
            (lambda: sunder.intersects(ball, any_mesh, trace=[]), "not_served", "trace"),
            (lambda: sunder.intersects(any_mesh, any_mesh, max_faces=3), "not_served", "max_faces"),
            (lambda: sunder.intersects(any_mesh, cone), "not_served", "a"),
            (lambda: sunder.intersects(cup, sunder.Polytope([[0, 0]])), "dimension_mismatch", "b"),
            (lambda: sunder.intersects(cup, cup, pose_b=np.eye(2, 3)), "wrong_shape", "pose_b"),
            (lambda: sunder.distance(any_mesh, any_mesh, width=1e-9), "not_served", "width"),
            (lambda: sunder.distance(any_mesh, any_mesh, tolerance=1e-9), "not_served", "tolerance"),
            (lambda: sunder.margin(cup, cup, -1), "not_served", "distance"),
            (lambda: sunder.margin(cup, cup, np.inf), "not_finite", "distance"),
            (lambda: sunder.margin(any_mesh, any_mesh, 1, hint=sunder.Hint()), "not_served", "hint"),
            (lambda: sunder.relation(any_mesh, ball), "not_served", "a"),
            (lambda: sunder.certify(any_mesh, ball, sunder.intersects(cup, cup), pose_b=at(9)), "not_served", "answer"),
            (lambda: sunder.certify(any_mesh, any_mesh, sunder.penetration(cup, cup)), "wrong_type", "answer"),
            (lambda: sunder.certify(any_mesh, any_mesh, sunder.margin(cup, cup, 1), pose_b=at(9)), "not_served", "answer"),
            (lambda: sunder.BodyCertificate.from_json("{"), "syntax", "text"),
            (lambda: sunder.BodyCertificate.from_json('{"direction": [1, 0, 0]}'), "wrong_shape", "text"),
            (lambda: sunder.BodyCertificate.from_json('{"part_a": 0, "steps": 1}'), "unknown_key", "text"),
            (lambda: sunder.BodyCertificate.from_dict([]), "wrong_type", "given"),  # type: ignore[arg-type]
            (lambda: sunder.BodyCertificate.from_json("null", Verdict.TOUCHING), "wrong_shape", "verdict"),
            (lambda: sunder.explain(any_mesh, ball), "not_served", "b"),
            (lambda: sunder.explain(any_mesh, any_mesh, algorithm="gjk"), "not_served", "algorithm"),
            (lambda: sunder.explain(any_mesh, sunder.Polytope([[0, 0]])), "dimension_mismatch", "b"),
        ]
        for number, (call, code, where) in enumerate(cases):
            with self.subTest(case=number), self.assertRaises(sunder.Error) as caught:
                call()
            error = caught.exception
            self.assertEqual((error.code, error.where), (code, where), str(error))
            self.assertTrue(error.remedy or code in ("not_finite", "wrong_shape"), str(error))
        with self.assertRaises(sunder.Error) as caught:
            sunder.Mesh(vertices, triangles[1:], as_="solid")
        self.assertIn("first runs from point", caught.exception.what)


class Threads(unittest.TestCase):
    def test_the_same_answers_on_many_threads(self) -> None:
        rng = np.random.default_rng(3)
        a, b = mesh(CUP), sunder.Body([(mesh(SHELL), None), (sunder.Polytope.box([0.5, 0.5, 0.5]), at(4, 4, 4))])
        poses = [sunder.Pose.from_wxyz(rng.normal(size=4), rng.uniform(-3, 3, 3)) for _ in range(40)]
        self.assertEqual(disagreements(a, b, poses), [])

    def test_building_releases_the_lock(self) -> None:
        n = 200
        grid = np.arange(n * n).reshape(n, n)
        x, y = np.meshgrid(np.arange(n), np.arange(n))
        vertices = np.column_stack([x.ravel(), y.ravel(), np.sin(x.ravel() * y.ravel())])
        low, right, high, both = grid[:-1, :-1].ravel(), grid[:-1, 1:].ravel(), grid[1:, :-1].ravel(), grid[1:, 1:].ravel()
        triangles = np.concatenate([np.column_stack([low, right, both]), np.column_stack([low, both, high])])
        interval = sys.getswitchinterval()
        self.addCleanup(sys.setswitchinterval, interval)
        sys.setswitchinterval(1e-4)
        steps = [0]
        stop = threading.Event()

        def count() -> None:
            while not stop.is_set():
                steps[0] += 1

        other = threading.Thread(target=count)
        other.start()
        before = steps[0]
        built = sunder.Mesh(vertices, triangles)
        during = steps[0] - before
        stop.set()
        other.join()
        self.assertEqual(built.kind, "surface")
        self.assertGreater(during, 1000)


if __name__ == "__main__":
    unittest.main()
