# SPDX-License-Identifier: Apache-2.0
"""The same questions by a plain loop, Polars, DuckDB and Ray Data: whatever is installed, and the answers are equal.

    pip install pyarrow polars duckdb "ray[data]"
    python examples/python/engines.py [PAIRS] [--engines loop,polars,duckdb,ray]

Each engine maps one function over batches of Arrow. docs/clusters.md says when an engine pays.
"""

from __future__ import annotations

import argparse
import importlib.util
import pathlib
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sunder import Pose, tables


def make(folder: pathlib.Path, pairs: int) -> tables.Tables:
    """Boxes at poses of chance, and a file of questions."""
    rng = np.random.default_rng(1)
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    bodies = [corners * half for half in rng.uniform(0.2, 1, (100, 3))]
    poses = [pose.matrix for pose in Pose.many_from_wxyz(rng.normal(size=(1000, 4)), rng.uniform(-2, 2, (1000, 3)))]
    columns: dict[str, Any] = {"pair_id": np.arange(pairs, dtype=np.uint64)}
    for name, size in (("body_a", 100), ("body_b", 100), ("pose_a", 1000), ("pose_b", 1000)):
        columns[name] = rng.integers(0, size, pairs, dtype=np.int32)
    pq.write_table(pa.table(columns), folder / "questions.parquet", row_group_size=1 << 18)
    return tables.Tables.from_arrays(bodies, np.array(poses))


def by_loop(both: tables.Tables, file: pathlib.Path) -> Iterator[Any]:
    for batch in pq.ParquetFile(file).iter_batches(1 << 16):
        yield pa.record_batch(both.run(batch))


def by_polars(both: tables.Tables, file: pathlib.Path) -> Iterator[Any]:
    import polars

    questions = polars.scan_parquet(file)
    schema = {"pair_id": polars.UInt64, "verdict": polars.UInt8}
    yield questions.map_batches(lambda frame: polars.DataFrame(both.run(frame)), schema=schema).collect().to_arrow()


def by_duckdb(both: tables.Tables, file: pathlib.Path) -> Iterator[Any]:
    import duckdb

    reader = duckdb.read_parquet(str(file)).to_arrow_reader(1 << 16)
    for batch in reader:
        yield pa.record_batch(both.run(batch))


def answer(batch: Any, given: Any) -> Any:
    """What Ray maps: `given` is where its object store has the tables, once a node."""
    import ray

    return pa.table(ray.get(given).run(batch))


def by_ray(both: tables.Tables, file: pathlib.Path) -> Iterator[Any]:
    import ray

    ray.init(log_to_driver=False, ignore_reinit_error=True)
    questions: Any = ray.data.read_parquet(str(file))
    answers = questions.map_batches(answer, batch_format="pyarrow", fn_kwargs={"given": ray.put(both)})
    yield from answers.iter_batches(batch_format="pyarrow")


ENGINES: dict[str, Callable[[tables.Tables, pathlib.Path], Iterator[Any]]] = {
    "loop": by_loop, "polars": by_polars, "duckdb": by_duckdb, "ray": by_ray,
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=int, nargs="?", default=1_000_000)
    parser.add_argument("--engines", default="loop,polars,duckdb,ray")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        both = make(pathlib.Path(name), given.pairs)
        digests = set()
        for engine in given.engines.split(","):
            if engine != "loop" and importlib.util.find_spec(engine) is None:
                print(f"{engine}: not installed")
                continue
            began, total, digest = time.perf_counter(), 0, [0, 0]
            for table in ENGINES[engine](both, pathlib.Path(name) / "questions.parquet"):
                columns = table["pair_id"].to_numpy(), table["verdict"].to_numpy()
                digest = [(x + y) % 2**64 for x, y in zip(digest, tables.rows_digest(*columns))]
                total += table.num_rows
            digests.add(tuple(digest))
            print(f"{engine}: {total:,} answers in {time.perf_counter() - began:.2f} s, digest {digest[0]:016x}{digest[1]:016x}")
        print("all answers are equal" if len(digests) == 1 else "the answers differ")


if __name__ == "__main__":
    main()
