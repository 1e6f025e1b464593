# SPDX-License-Identifier: Apache-2.0
"""What the adapters beside it share: questions of the pipe read as points and matrices, and answers written as rows.

Bodies are hulls in space, given by vertices or by a definition, at a pose by transform, quaternion or translation. An
adapter makes the shape of another library for each body, asks it about each pair, and writes what it says:

    python examples/python/audit/fcl_answers.py pairs.jsonl theirs.jsonl
    sunder audit pairs.jsonl theirs.jsonl --touching intersects

Boxes about the origin are boxes there too, or hulls like all others with --hulls.
A file of another name than *.jsonl becomes a table theirs/1 of Parquet; the ids are then numbers.
"""

from __future__ import annotations

import dataclasses
import json
import pathlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import sunder

Array = np.ndarray[Any, np.dtype[Any]]
AS_HULLS = "--hulls" in sys.argv
Claim = dict[str, "bool | float"]


class Hull:
    """A body: its points, and the half extents of a box about the origin, which most libraries have a shape for."""

    def __init__(self, points: Array) -> None:
        self.points = points
        most = points.max(axis=0)
        corners = {tuple(point) for point in points.tolist()}
        is_box = len(corners) == 8 and bool((np.abs(points) == most).all())
        self.half = most if is_box and not AS_HULLS else None
        self._polytope: sunder.Polytope | None = None

    def faces(self) -> tuple[Array, Array]:
        """The vertices and the triangles of the hull, for libraries that want them."""
        self._polytope = self._polytope or sunder.Polytope(self.points)
        triangles = [(face[0], face[k], face[k + 1]) for face in self._polytope.faces for k in range(1, len(face) - 1)]
        return self._polytope.vertices, np.array(triangles, dtype=np.int32).reshape(-1, 3)


@dataclasses.dataclass
class Pair:
    """A question: its id, two bodies, and their poses as (3, 4)."""

    id: int | str | None
    a: Hull
    b: Hull
    pose_a: Array
    pose_b: Array


def pose_of(body: dict[str, Any]) -> Array:
    if "transform" in body and body["transform"] is not None:
        return np.array(body["transform"], dtype=float)
    place = body.get("translation", [0, 0, 0])
    # Other libraries have doubles alone: the rotation is rounded, and so the question is another one where it matters.
    matrix: Array = sunder.Pose.from_wxyz(body.get("quaternion", [1, 0, 0, 0]), place).matrix
    return matrix[:3]


def read_pairs(path: str) -> Iterator[Pair]:
    """The questions of a file, in order. A question about other bodies is left out, and told."""
    defined: dict[str, Hull] = {}
    known: dict[str, Hull] = {}
    left_out = 0

    def hull(body: dict[str, Any]) -> Hull:
        if "body" in body:
            return defined[body["body"]]
        if "vertices" not in body or "triangles" in body or body.get("radius"):
            raise KeyError("vertices")
        key = json.dumps(body["vertices"])
        return known.get(key) or known.setdefault(key, Hull(np.array(body["vertices"], dtype=float)))

    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if not line.strip():
                continue
            try:
                read = json.loads(line)
                if "define" in read:
                    defined[read["define"]] = hull(read)
                    continue
                a, b = hull(read["a"]), hull(read["b"])
                if a.points.shape[1] != 3 or b.points.shape[1] != 3:
                    raise ValueError("plane")
                yield Pair(read.get("id"), a, b, pose_of(read["a"]), pose_of(read["b"]))
            except (KeyError, ValueError, IndexError):
                left_out += 1
    if left_out:
        sys.stderr.write(f"{left_out} lines are left out: no pair of hulls in space\n")


def write_claims(path: str, rows: Iterator[tuple[Any, Claim]]) -> None:
    if pathlib.Path(path).suffix == ".jsonl":
        with open(path, "w", encoding="utf-8") as file:
            for name, claim in rows:
                file.write(json.dumps({"id": name, **claim}) + "\n")
        return
    import pyarrow as pa
    import pyarrow.parquet as pq

    found = list(rows)
    names = sorted({name for _, claim in found for name in claim})
    columns = {name: pa.array([claim.get(name) for _, claim in found]) for name in names}
    ids = pa.array([name for name, _ in found], pa.uint64())
    table = pa.table({"pair_id": ids, **columns})
    pq.write_table(table.replace_schema_metadata({"sunder.schema": "theirs/1"}), path)


Ask = Callable[[Pair], Claim]


def main(ask: Ask) -> None:
    files = [word for word in sys.argv[1:] if word != "--hulls"]
    if len(files) != 2:
        sys.exit(f"usage: {sys.argv[0]} [--hulls] questions.jsonl theirs.jsonl|theirs.parquet")
    write_claims(files[1], ((pair.id, ask(pair)) for pair in read_pairs(files[0])))
