#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""CPU time a row of runs over files: 1,000 boxes or hulls of 4 to 64 vertices at 100,000 poses, in any order.

    python bench/python/tables.py [ROWS] [--kinds boxes,hulls] [--columns verdict] [--threads N]

Questions are written to a temporary folder first, 7.2 bytes a row. The figures of docs/clusters.md are from it.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import resource
import tempfile
import time
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sunder import Pose, run

BODIES, POSES, GROUP = 1000, 100_000, 1 << 20


def fixed(rows: Any) -> Any:
    return pa.FixedSizeListArray.from_arrays(pa.array(rows.ravel()), rows.shape[1])


def write(folder: pathlib.Path, kind: str, rows: int) -> float:
    """The three files; returns the bytes of a question."""
    rng = np.random.default_rng(1)
    corners = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])
    if kind == "boxes":
        points = [corners * half for half in rng.uniform(0.2, 1, (BODIES, 3))]
    else:
        spheres = [rng.normal(size=(int(count), 3)) for count in rng.integers(4, 65, BODIES)]
        points = [one / np.linalg.norm(one, axis=1, keepdims=True) * rng.uniform(0.3, 1, 3) for one in spheres]
    offsets = pa.array(np.cumsum([0] + [len(one) for one in points]), pa.int32())
    pq.write_table(pa.table({"points": pa.ListArray.from_arrays(offsets, fixed(np.concatenate(points)))}), folder / "bodies.parquet")
    poses = Pose.many_from_wxyz(rng.normal(size=(POSES, 4)), rng.uniform(-1.5, 1.5, (POSES, 3)))
    pq.write_table(pa.table({"matrix": fixed(np.array([pose.matrix.ravel() for pose in poses]))}), folder / "poses.parquet")
    names = {"body_a": BODIES, "body_b": BODIES, "pose_a": POSES, "pose_b": POSES}
    schema = pa.schema([("pair_id", pa.uint64()), *((name, pa.int32()) for name in names)], {"sunder.schema": "questions/1"})
    delta = dict.fromkeys(("pair_id", "pose_a", "pose_b"), "DELTA_BINARY_PACKED")
    file = folder / "questions.parquet"
    with pq.ParquetWriter(file, schema, use_dictionary=["body_a", "body_b"], column_encoding=delta, compression="none") as writer:
        for first in range(0, rows, GROUP):
            count = min(GROUP, rows - first)
            columns = [pa.array(np.arange(first, first + count, dtype=np.uint64))]
            columns += [pa.array(rng.integers(0, size, count, dtype=np.int32)) for size in names.values()]
            writer.write_table(pa.table(columns, schema=schema))
    return file.stat().st_size / rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=float, nargs="?", default=1e7)
    parser.add_argument("--kinds", default="boxes,hulls")
    parser.add_argument("--columns", default="verdict")
    parser.add_argument("--threads", default="1")
    given = parser.parse_args()
    for kind in given.kinds.split(","):
        with tempfile.TemporaryDirectory() as name:
            at, rows = pathlib.Path(name), int(given.rows)
            size = write(at, kind, rows)
            began = time.perf_counter()
            files = [str(at / "questions.parquet"), "--bodies", str(at / "bodies.parquet"), "--poses", str(at / "poses.parquet")]
            run.main([*files, "-o", str(at / "answers"), "--columns", given.columns, "--threads", given.threads, "--quiet"])
            wall = time.perf_counter() - began
            parts = sorted((at / "answers").glob("part-*.parquet"))
            used = sum(json.loads(pq.read_metadata(part).metadata[b"sunder.part"])["cpu_seconds"] for part in parts)
            written = sum(part.stat().st_size for part in parts) / rows
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
            print(
                f"{kind}, {given.columns}: {used / rows * 1e9:.0f} ns of CPU a row, {wall / rows * 1e9:.0f} ns of wall clock with all around it; "
                f"{size:.2f} bytes a question, {written:.2f} an answer; peak {peak:.0f} MB"
            )


if __name__ == "__main__":
    main()
