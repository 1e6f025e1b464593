# SPDX-License-Identifier: Apache-2.0
"""Random bodies and poses for the tests of the package, and the pipe's form of both."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

import sunder

Array = np.ndarray[Any, np.dtype[Any]]


def matrices(rng: np.random.Generator, dimension: int) -> tuple[Array, Array]:
    """Two poses: both of whole numbers half of the time, so that bodies touch."""
    whole = bool(rng.random() < 0.5)
    return matrix(rng, dimension, whole=whole), matrix(rng, dimension, whole=whole)


def matrix(rng: np.random.Generator, dimension: int, reach: float = 1.5, whole: bool = False) -> Array:
    """A pose of shape (d, d+1)."""
    if whole:
        linear = np.eye(dimension)[rng.permutation(dimension)] * rng.choice([-1.0, 1.0], dimension)[:, None]
        return np.column_stack([linear, rng.integers(-2, 3, dimension).astype(float)])
    linear = sunder.Pose.from_wxyz(rng.normal(size=4)).matrix[:, :3] if dimension == 3 else np.eye(dimension) + rng.normal(size=(dimension, dimension)) / 8
    return np.column_stack([linear, rng.uniform(-reach, reach, dimension)])


def points(rng: np.random.Generator, dimension: int) -> Array:
    """Points of a body: a box, a cloud, whole numbers, a flat set, a single point."""
    kind = rng.integers(5)
    if kind == 0:
        corners = np.array(np.meshgrid(*[[-1.0, 1.0]] * dimension)).reshape(dimension, -1).T
        scaled: Array = corners * rng.choice([0.5, 1.0, 1.5], dimension)
        return scaled
    if kind == 1:
        return rng.normal(size=(int(rng.integers(dimension + 1, 20)), dimension))
    if kind == 2:
        return rng.integers(-1, 2, (int(rng.integers(1, 12)), dimension)).astype(float)
    if kind == 3:
        flat = rng.integers(-2, 3, (6, dimension)).astype(float)
        flat[:, -1] = 0
        return flat
    return rng.integers(-1, 2, (1, dimension)).astype(float)


def question(
    points_a: Array,
    points_b: Array,
    pose_a: Array,
    pose_b: Array,
    radii: tuple[float, float] = (0.0, 0.0),
    **keys: Any,
) -> dict[str, Any]:
    """A question of the pipe."""
    body = [
        {"vertices": p.tolist(), "transform": t.tolist(), **({"radius": r} if r > 0 else {})}
        for p, t, r in zip((points_a, points_b), (pose_a, pose_b), radii, strict=True)
    ]
    return {"a": body[0], "b": body[1], **keys}


def polytopes(points_a: Array, points_b: Array, radii: tuple[float, float] = (0.0, 0.0)) -> tuple[sunder.Polytope, ...]:
    """Both bodies."""
    return sunder.Polytope(points_a, radii[0]), sunder.Polytope(points_b, radii[1])


# The corners of a cell's six faces, counter-clockwise seen from outside.
_FACES = {
    (0, -1): ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0)),
    (0, 1): ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1)),
    (1, -1): ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)),
    (1, 1): ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0)),
    (2, -1): ((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0)),
    (2, 1): ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)),
}  # fmt: skip
Cells = set[tuple[int, int, int]]


def polycube(cells: Cells) -> tuple[Array, Array]:
    """The outer triangles of unit cells: every square once, points not shared."""
    vertices: list[tuple[int, ...]] = []
    triangles: list[tuple[int, int, int]] = []
    for cell in sorted(cells):
        for (axis, side), corners in _FACES.items():
            beside = tuple(x + side * (k == axis) for k, x in enumerate(cell))
            if beside in cells:
                continue
            first = len(vertices)
            vertices += [tuple(x + y for x, y in zip(cell, corner, strict=True)) for corner in corners]
            triangles += [(first, first + 1, first + 2), (first, first + 2, first + 3)]
    return np.array(vertices, dtype=float).reshape(-1, 3), np.array(triangles).reshape(-1, 3)


def moved_cells(cells: Cells, by: tuple[int, int, int]) -> Cells:
    """The cells, moved by whole steps."""
    return {(x + by[0], y + by[1], z + by[2]) for x, y, z in cells}


def squared_distance(a: Cells, b: Cells) -> int:
    """The squared distance of two sets of closed cells."""
    gaps = (
        sum(max(abs(x - y) - 1, 0) ** 2 for x, y in zip(p, q, strict=True)) for p in a for q in b
    )
    return min(gaps)


def disagreements(a: Any, b: Any, poses: list[Any]) -> list[Any]:
    """Answers about two bodies that differ from those of one thread, where four ask at once; every verdict is proven."""

    def ask_one(pose: Any) -> tuple[sunder.Verdict, float, bool]:
        answer = sunder.intersects(a, b, pose_b=pose)
        proof = sunder.certify(a, b, answer, pose_b=pose)
        return answer.verdict, sunder.distance(a, b, pose_b=pose).lower, bool(sunder.verify(a, b, proof, pose_b=pose))

    expected = [ask_one(pose) for pose in poses]
    wrong: list[Any] = [one for one in expected if not one[2]]

    def ask() -> None:
        found = [ask_one(pose) for pose in poses]
        wrong.extend(pair for pair in zip(found, expected, strict=True) if pair[0] != pair[1])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return wrong
