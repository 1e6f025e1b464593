#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A million pairs of boxes: proven verdicts and distances, with a progress bar, and a plot of the distances.

    python examples/python/million.py [COUNT] [--threads N] [-o distances.png]

tqdm draws the bar and matplotlib the plot where they are installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import sunder


def progress_bar(total: int) -> Callable[[int, int], None] | None:
    """A function for `progress`, or None without tqdm."""
    if importlib.util.find_spec("tqdm") is None:
        return None
    from tqdm import tqdm

    bar = tqdm(total=total, unit=" pairs", unit_scale=True)

    def update(settled: int, total: int) -> None:
        bar.update(settled - bar.n)
        if settled == total:
            bar.close()

    return update


def plot(distances: np.ndarray[Any, np.dtype[np.float64]], path: str) -> None:
    """A histogram of the distances of the pairs that are apart."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.hist(distances, bins=100, color="#3465a4")
    axes.set(xlabel="distance (the unit of the scene)", ylabel="pairs", title=f"{len(distances):,} pairs that are apart")
    figure.savefig(path, dpi=120)
    print(f"the plot is in {path}")


def main() -> None:
    parser = argparse.ArgumentParser(description="A million pairs of boxes, proven.")
    parser.add_argument("count", type=int, nargs="?", default=1_000_000)
    parser.add_argument("--threads", type=int, default=0, help="0: all of the machine")
    parser.add_argument("-o", "--output", default="distances.png")
    arguments = parser.parse_args()

    rng = np.random.default_rng(1)
    bodies = [sunder.Polytope.box(half) for half in rng.uniform(0.2, 1, (200, 3))]
    places = zip(rng.normal(size=(10_000, 4)), rng.uniform(-4, 4, (10_000, 3)), strict=True)
    poses = np.array([sunder.Pose.from_wxyz(q, t).matrix for q, t in places])
    count = arguments.count
    pairs = sunder.PairBatch(bodies, poses, *rng.integers(0, 200, (2, count)), *rng.integers(0, 10_000, (2, count)))

    begin = time.perf_counter()
    verdicts = pairs.intersects(threads=arguments.threads)
    seconds = time.perf_counter() - begin
    for verdict in (sunder.Verdict.SEPARATED, sunder.Verdict.TOUCHING, sunder.Verdict.OVERLAPPING):
        print(f"{verdict.name.lower():12} {np.count_nonzero(verdicts == verdict):9,}")
    print(f"verdicts: {count / seconds / 1e6:.1f} million pairs a second, each proven")

    begin = time.perf_counter()
    distances = pairs.distances(threads=arguments.threads, progress=progress_bar(count))
    seconds = time.perf_counter() - begin
    print(f"distances: {count / seconds / 1e6:.1f} million a second, the widest interval {np.ptp(distances, axis=1).max():.1e}")
    if importlib.util.find_spec("matplotlib") is None:
        print("install matplotlib for the plot")
    else:
        plot(distances[verdicts == sunder.Verdict.SEPARATED, 0], arguments.output)


if __name__ == "__main__":
    main()
