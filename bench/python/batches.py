#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists of pairs from Python: Sunder's batches beside python-fcl, Coal, trimesh, MuJoCo and Shapely.

    python bench/python/batches.py [--pairs N] [--plot FILE] [--json FILE]

All get the same bodies at the same float64 poses, and answer whether they meet. A peer that is not installed is left out.
Each is asked in its fastest way: objects are made before the clock starts, poses are set while it runs. Sunder's verdicts
are exact, so that a peer's verdict that differs is wrong; those of pairs that touch are counted apart.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import sunder

Array = np.ndarray[Any, np.dtype[Any]]


class Family:
    """Bodies of a kind, and pairs of them at poses of which about half meet."""

    def __init__(self, name: str, pairs: int, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        self.name = name
        self.boxes = rng.uniform(0.3, 1, (40, 3)) if name == "boxes" else None
        if self.boxes is not None:
            self.points = [np.array(np.meshgrid(*[[-1, 1]] * 3)).reshape(3, -1).T * half for half in self.boxes]
        else:
            spheres = rng.normal(size=(40, 32, 3))
            self.points = list(spheres / np.linalg.norm(spheres, axis=2)[:, :, None])
        places = zip(rng.normal(size=(400, 4)), rng.uniform(-1.1, 1.1, (400, 3)), strict=True)
        self.poses = np.array([sunder.Pose.from_wxyz(q, t).matrix for q, t in places])
        self.a, self.b = rng.integers(0, 40, (2, pairs))
        self.pose_a, self.pose_b = rng.integers(0, 400, (2, pairs))
        self.pairs = pairs

    def bodies(self) -> list[sunder.Polytope]:
        if self.boxes is not None:
            return [sunder.Polytope.box(half) for half in self.boxes]
        return [sunder.Polytope(points) for points in self.points]

    def hulls(self) -> list[tuple[Array, Array]]:
        """Vertices and triangles of each body."""
        made = []
        for points in self.points:
            body = sunder.Polytope(points)
            triangles = [(f[0], f[k], f[k + 1]) for f in body.faces for k in range(1, len(f) - 1)]
            made.append((body.vertices, np.array(triangles, dtype=np.int32)))
        return made


def ask_sunder(family: Family, threads: int) -> Callable[[], Array]:
    batch = sunder.PairBatch(family.bodies(), family.poses, family.a, family.b, family.pose_a, family.pose_b)
    return lambda: batch.intersects(threads=threads)


def ask_sunder_proofs(family: Family) -> Callable[[], Array]:
    """Verdicts with what proves each, in arrays: a direction, or the pairs of a meeting."""
    batch = sunder.PairBatch(family.bodies(), family.poses, family.a, family.b, family.pose_a, family.pose_b)

    def ask() -> Array:
        hints = batch.hints()
        verdicts = batch.intersects(hints=hints, certify=True)
        assert len(hints.directions) == len(hints.pairs) == len(verdicts)
        return verdicts

    return ask


def ask_sunder_certified(family: Family) -> Callable[[], Array]:
    batch = sunder.PairBatch(family.bodies(), family.poses, family.a, family.b, family.pose_a, family.pose_b)

    def ask() -> Array:
        return np.array([int(proof.verdict) for proof in batch.certificates() if proof is not None], np.uint8)

    return ask


def ask_sunder_singly(family: Family) -> Callable[[], Array]:
    bodies = family.bodies()
    poses = [sunder.Pose(matrix) for matrix in family.poses]
    items = list(zip(family.a, family.b, family.pose_a, family.pose_b, strict=True))
    return lambda: np.array([int(sunder.intersects(bodies[a], bodies[b], poses[s], poses[t]).verdict) for a, b, s, t in items], np.uint8)


def ask_fcl(family: Family) -> Callable[[], Array]:
    fcl: Any = importlib.import_module("fcl")

    if family.boxes is not None:
        shapes = [fcl.Box(*(2 * half)) for half in family.boxes]
    else:
        shapes = []
        for vertices, triangles in family.hulls():
            faces = np.concatenate([np.full((len(triangles), 1), 3, np.int32), triangles], axis=1).flatten()
            shapes.append(fcl.Convex(vertices, len(triangles), faces))
    # An object for each body and side: a request moves it.
    first = [fcl.CollisionObject(shape) for shape in shapes]
    second = [fcl.CollisionObject(shape) for shape in shapes]
    transforms = [fcl.Transform(matrix[:, :3], matrix[:, 3]) for matrix in family.poses]
    request, result = fcl.CollisionRequest(), fcl.CollisionResult()
    items = list(zip(family.a, family.b, family.pose_a, family.pose_b, strict=True))

    def ask() -> Array:
        found = np.empty(family.pairs, bool)
        for i, (a, b, s, t) in enumerate(items):
            first[a].setTransform(transforms[s])
            second[b].setTransform(transforms[t])
            found[i] = fcl.collide(first[a], second[b], request, result) > 0
        return found

    return ask


def ask_coal(family: Family) -> Callable[[], Array]:
    coal: Any = importlib.import_module("coal")

    if family.boxes is not None:
        shapes = [coal.Box(*(2 * half)) for half in family.boxes]
    else:
        shapes = []
        for vertices, triangles in family.hulls():
            points = coal.StdVec_Vec3s()
            for vertex in vertices:
                points.append(vertex)
            indices = coal.StdVec_Triangle()
            for x, y, z in triangles.tolist():
                indices.append(coal.Triangle(x, y, z))
            shapes.append(coal.Convex(points, indices))
    transforms = [coal.Transform3s(matrix[:, :3], matrix[:, 3]) for matrix in family.poses]
    request, result = coal.CollisionRequest(), coal.CollisionResult()
    items = list(zip(family.a, family.b, family.pose_a, family.pose_b, strict=True))

    def ask() -> Array:
        found = np.empty(family.pairs, bool)
        for i, (a, b, s, t) in enumerate(items):
            result.clear()
            found[i] = coal.collide(shapes[a], transforms[s], shapes[b], transforms[t], request, result) > 0
        return found

    return ask


def ask_trimesh(family: Family) -> Callable[[], Array]:
    trimesh: Any = importlib.import_module("trimesh")

    hulls = family.hulls()
    meshes = [trimesh.Trimesh(vertices, triangles, process=False) for vertices, triangles in hulls]
    managers: list[Any] = []
    importlib.import_module("trimesh.collision")
    for mesh in meshes:
        manager = trimesh.collision.CollisionManager()
        manager.add_object("a", mesh)
        managers.append(manager)
    square = np.tile(np.eye(4), (400, 1, 1))
    square[:, :3] = family.poses
    items = list(zip(family.a, family.b, family.pose_a, family.pose_b, strict=True))

    def ask() -> Array:
        found = np.empty(family.pairs, bool)
        for i, (a, b, s, t) in enumerate(items):
            managers[a].set_transform("a", square[s])
            found[i] = managers[a].in_collision_single(meshes[b], square[t])
        return found

    return ask


PEERS: dict[str, tuple[str, Callable[[Family], Callable[[], Array]], int]] = {
    "sunder, a batch": ("sunder", lambda f: ask_sunder(f, 1), 100),
    "sunder, a batch, two threads": ("sunder", lambda f: ask_sunder(f, 2), 100),
    "sunder, a batch with its proofs in arrays": ("sunder", ask_sunder_proofs, 20),
    "sunder, a batch with certificate objects": ("sunder", ask_sunder_certified, 10),
    "sunder, one by one": ("sunder", ask_sunder_singly, 5),
    "python-fcl": ("fcl", ask_fcl, 1),
    "Coal": ("coal", ask_coal, 1),
    "trimesh": ("trimesh", ask_trimesh, 0),
}


def measure(name: str, pairs: int) -> list[dict[str, Any]]:
    """A row for each way to ask. The number of pairs follows the speed, so that each takes about as long."""
    rows = []
    for way, (module, make, weight) in PEERS.items():
        if importlib.util.find_spec(module) is None:
            continue
        count = max(200, pairs * weight) if weight > 0 else max(100, pairs // 20)
        family = Family(name, count)
        exact = ask_sunder(family, 1)()
        try:
            ask = make(family)
        except Exception as error:  # a peer of another version
            print(f"{way}: {error}")
            continue
        best, found = float("inf"), exact
        for _ in range(3):
            begin = time.perf_counter()
            found = ask()
            best = min(best, time.perf_counter() - begin)
        meets = found > 0 if found.dtype != bool else found
        touching = exact == int(sunder.Verdict.TOUCHING)
        wrong = int(np.count_nonzero((meets != (exact > 0)) & ~touching))
        rows.append({"family": name, "way": way, "ns": best / count * 1e9, "pairs": count, "wrong": wrong})
        print(f"{name:8} {way:42} {rows[-1]['ns']:10.1f} ns a pair   {count:9} pairs   {wrong} wrong")
    return rows


def plot(rows: list[dict[str, Any]], path: str) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    ways = [way for way in PEERS if any(row["way"] == way for row in rows)]
    families = sorted({row["family"] for row in rows})
    for k, family in enumerate(families):
        times = [next((r["ns"] for r in rows if r["way"] == w and r["family"] == family), np.nan) for w in ways]
        axes.barh(np.arange(len(ways)) + k * 0.4, times, 0.38, label=family)
    axes.set(xscale="log", xlabel="nanoseconds a pair (log), one core but where said")
    axes.set_yticks(np.arange(len(ways)) + 0.2, ways)
    axes.invert_yaxis()
    axes.legend()
    figure.savefig(path, dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(description="Lists of pairs from Python, beside other packages.")
    parser.add_argument("--pairs", type=int, default=5000, help="of a slow peer; faster ones get more")
    parser.add_argument("--plot")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    rows = [row for family in ("boxes", "hulls") for row in measure(family, arguments.pairs)]
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
    if arguments.plot:
        plot(rows, arguments.plot)


if __name__ == "__main__":
    main()
