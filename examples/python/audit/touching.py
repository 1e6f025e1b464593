# SPDX-License-Identifier: Apache-2.0
"""Pairs that touch exactly, as questions for the pipe: what the benchmarks ask (bench/touching.cpp), drawn by another generator.

    python examples/python/audit/touching.py 200 > touching.jsonl

Boxes of a grid share a face, an edge or a corner. Hulls on either side of a plane share a face, an edge or a vertex,
each turned by quarter turns. All coordinates are small integers, or halves: the matrices are rigid in doubles, so that
every library is asked the very same question.
"""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

QUADRANTS = ((1, 1), (-1, -1), (1, -1), (-1, 1))
CUBE = [list(corner) for corner in itertools.product((-0.5, 0.5), repeat=3)]


def placed(vertices: Any, rows: Any) -> dict[str, Any]:
    return {"vertices": vertices, "transform": rows}


def grid() -> Iterator[dict[str, Any]]:
    for step in itertools.product((-1, 0, 1), repeat=3):
        if any(step):
            at = [[1, 0, 0, 7], [0, 1, 0, -3], [0, 0, 1, 12]]
            moved = [[*row[:3], row[3] + move] for row, move in zip(at, step, strict=True)]
            yield {"a": placed(CUBE, at), "b": placed(CUBE, moved)}


def quarter_turns() -> list[Any]:
    """The 24 rotations that permute the axes."""
    found = []
    for axes in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            turn = np.zeros((3, 3), int)
            turn[range(3), axes] = signs
            if round(np.linalg.det(turn)) == 1:
                found.append(turn)
    return found


def hulls(shared: int, count: int) -> Iterator[dict[str, Any]]:
    drawn = np.random.default_rng(shared)
    turns = quarter_turns()
    for _ in range(count):
        common = [[sx * int(drawn.integers(256, 1025)), sy * int(drawn.integers(256, 1025)), 0] for sx, sy in QUADRANTS[:shared]]
        bodies = []
        for sign in (-1, 1):
            others = drawn.integers((-1024, -1024, 1), (1025, 1025, 1025), (8, 3))
            corners = np.array(common + (others * [1, 1, sign]).tolist())
            turn = turns[drawn.integers(len(turns))]
            # The body's own points are turned back, and the pose turns them again: exact in integers.
            rows = [[*row, 0] for row in turn.tolist()]
            bodies.append(placed((corners @ turn).tolist(), rows))
        yield {"a": bodies[0], "b": bodies[1]}


def questions(count: int) -> Iterator[dict[str, Any]]:
    families = (("boxes_on_a_grid", grid()), ("hulls_by_a_face", hulls(4, count)), ("hulls_by_an_edge", hulls(2, count)), ("hulls_by_a_vertex", hulls(1, count)))
    for name, family in families:
        for i, question in enumerate(family):
            yield {"id": f"{name} {i}", **question}


if __name__ == "__main__":
    for question in questions(int(sys.argv[1]) if len(sys.argv) > 1 else 200):
        print(json.dumps(question))
