# SPDX-License-Identifier: Apache-2.0
"""How far convex parts are from a mesh: known by construction, against dense samples, and of coacd where it is installed."""

from __future__ import annotations

import importlib.util
import unittest
from typing import Any

import numpy as np
from bodies import Array, Cells, polycube

import sunder
from sunder._decompose import _farthest

GRID = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]
CUP = {cell for cell in GRID if cell not in ((1, 1, 1), (1, 1, 2))}


def mesh(cells: Cells) -> sunder.Mesh:
    return sunder.Mesh(*polycube(cells))


def corners_of(cells: Cells) -> Array:
    return np.unique(polycube(cells)[0], axis=0)


def distances(points: Array, cells: Cells) -> Array:
    """From points to the nearest of some cells."""
    low = np.array(sorted(cells), dtype=float)
    beyond = np.maximum(low[None] - points[:, None], points[:, None] - (low[None] + 1)).clip(0)
    nearest: Array = np.sqrt((beyond**2).sum(axis=2)).min(axis=1)
    return nearest


class Farthest(unittest.TestCase):
    def test_known_ones(self) -> None:
        cup = mesh(CUP)
        hull = sunder.Body([sunder.Polytope(cup.vertices)])
        box = sunder.Body([sunder.Polytope.box([1, 1, 1])])
        corners = corners_of(CUP)
        far = cup.vertices + 1024
        for of, points, to, exact in (
            (hull, corners, cup, 0.5),  # the middle of the hollow
            (cup, corners, hull, 0.0),
            (cup, corners, box, np.sqrt(12)),
            (sunder.Mesh(far, cup.triangles), far, cup, np.sqrt(3) * 1024),
        ):
            lower, upper = _farthest(of, points, to, 0.125, 20_000)
            self.assertTrue(lower <= exact + 1e-9 and exact <= upper and upper - lower <= 0.125, (lower, upper, exact))
            loose = _farthest(of, points, to, 0.0, 50)
            self.assertTrue(loose[0] <= exact + 1e-9 and exact <= loose[1])

    def test_random_polycubes(self) -> None:
        rng = np.random.default_rng(17)
        for _ in range(5):
            first, second = ({cell for cell in GRID if rng.random() < 0.5} or {(0, 0, 0)} for _ in range(2))
            points = np.concatenate([np.array(cell) + np.array(np.meshgrid(*[np.linspace(0, 1, 9)] * 3)).reshape(3, -1).T for cell in sorted(first)])
            sampled = float(distances(points, second).max())
            boxes = sunder.Body([(sunder.Polytope.box([0.5] * 3), np.column_stack([np.eye(3), np.array(cell) + 0.5])) for cell in sorted(second)])
            for to in (mesh(second), boxes):
                lower, upper = _farthest(mesh(first), corners_of(first), to, 0.25, 1500)
                self.assertLessEqual(sampled, upper)
                self.assertLessEqual(lower, sampled + np.sqrt(3) / 16 + 1e-12)
                self.assertLess(upper - lower, 0.75)

    def test_doubles_end(self) -> None:
        away = sunder.Mesh(corners_of({(0, 0, 0)}) + 2.0**53, [[0, 1, 2]])
        lower, upper = _farthest(away, away.vertices, mesh({(0, 0, 0)}), 1e-9, 1000)
        self.assertTrue(lower > 2**53 and upper == np.inf)


class Decomposed(unittest.TestCase):
    def test_refusals(self) -> None:
        cup = mesh(CUP)
        skin = sunder.Mesh(cup.vertices, cup.triangles[1:])
        cases: list[tuple[Any, str, str]] = [
            (lambda: sunder.decompose(skin), "not_solid", "mesh"),
            (lambda: sunder.decompose(cup, tolerance=float("nan")), "wrong_shape", "tolerance"),
            (lambda: sunder.decompose(cup, tolerance=-1), "wrong_shape", "tolerance"),
            (lambda: sunder.decompose(cup, cubes=-1), "wrong_shape", "cubes"),
        ]
        for call, code, where in cases:
            with self.assertRaises(sunder.Error) as caught:
                call()
            self.assertEqual((caught.exception.code, caught.exception.where), (code, where))

    @unittest.skipIf(importlib.util.find_spec("coacd") is None, "not installed: coacd")
    def test_coacd(self) -> None:
        bent: Cells = {(0, 0, 0), (1, 0, 0), (1, 1, 0)}
        found = sunder.decompose(mesh(bent), tolerance=0.05, cubes=2000, preprocess_mode="off", mcts_nodes=8, mcts_iterations=20)
        self.assertGreaterEqual(len(found), 2)
        self.assertEqual(len(found.body), len(found.parts))
        self.assertTrue(repr(found).startswith(f"<sunder.Decomposition: {len(found)} parts"))
        rng = np.random.default_rng(3)
        points = rng.uniform(0, 2, (2000, 3)) * [1, 1, 0.5]
        inside = points[sunder.locate_points(points, mesh(bent)) > 0]
        for point in inside[:300]:
            self.assertLessEqual(sunder.distance(sunder.Polytope([point]), found.body).lower, found.stays_inside[1])
        for part in found.parts:
            self.assertLessEqual(float(distances(part.vertices, bent).max()), found.sticks_out[1] + 1e-12)
        self.assertLess(found.sticks_out[0], 0.1)


if __name__ == "__main__":
    unittest.main()
