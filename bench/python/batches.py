#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists of pairs from Python: Sunder's batches beside python-fcl, Coal, trimesh, MuJoCo and Shapely.

    python bench/python/batches.py [--pairs N] [--cpp build/release/bench/batch_bench] [--plot FILE] [--json FILE]

All get the same bodies at the same float64 poses, and answer whether they meet. A peer that is not installed is left out.
Each is asked in its fastest way: objects are made before the clock starts, poses are set while it runs. MuJoCo's poses
and Shapely's polygons are multiplied out before. Sunder's verdicts are exact, so that a peer's verdict that differs is
wrong; pairs that touch do not count. With --cpp a program of C++ asks the same pairs, by turns with Python.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import sunder

Array = np.ndarray[Any, np.dtype[Any]]
BODIES, POSES = 40, 400
FAMILIES = ("boxes", "hulls", "polygons")


class Family:
    """Bodies of a kind, and pairs of them at poses of which about half meet."""

    def __init__(self, name: str, pairs: int, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        self.name, self.pairs = name, pairs
        self.boxes = rng.uniform(0.3, 1, (BODIES, 3)) if name == "boxes" else None
        if self.boxes is not None:
            self.points = np.array(np.meshgrid(*[[-1.0, 1.0]] * 3)).reshape(3, -1).T * self.boxes[:, None]
        elif name == "hulls":
            spheres = rng.normal(size=(BODIES, 32, 3))
            self.points = spheres / np.linalg.norm(spheres, axis=2)[:, :, None]
        else:
            angles = (np.arange(8) + rng.uniform(0, 0.8, (BODIES, 8))) * np.pi / 4
            self.points = np.stack([np.cos(angles), 0.6 * np.sin(angles)], axis=2)
        if name == "polygons":
            turns, places = rng.uniform(0, 2 * np.pi, POSES), rng.uniform(-1.3, 1.3, (POSES, 2))
            cosines, sines = np.cos(turns), np.sin(turns)
            rows = [[cosines, -sines, places[:, 0]], [sines, cosines, places[:, 1]]]
            self.poses = np.moveaxis(np.array(rows), 2, 0).copy()
        else:
            moves = zip(rng.normal(size=(POSES, 4)), rng.uniform(-1.1, 1.1, (POSES, 3)), strict=True)
            self.poses = np.array([sunder.Pose.from_wxyz(q, t).matrix for q, t in moves])
        self.a, self.b = rng.integers(0, BODIES, (2, pairs), dtype=np.int32)
        self.pose_a, self.pose_b = rng.integers(0, POSES, (2, pairs), dtype=np.int32)

    def bodies(self) -> list[sunder.Polytope]:
        return [sunder.Polytope(points) for points in self.points]

    def batch(self) -> sunder.PairBatch:
        return sunder.PairBatch(self.bodies(), self.poses, self.a, self.b, self.pose_a, self.pose_b)

    def items(self) -> list[tuple[int, int, int, int]]:
        return list(zip(*(column.tolist() for column in (self.a, self.b, self.pose_a, self.pose_b)), strict=True))

    def hulls(self) -> list[tuple[Array, Array]]:
        """Vertices and triangles of each body."""
        made = []
        for body in self.bodies():
            triangles = [(f[0], f[k], f[k + 1]) for f in body.faces for k in range(1, len(f) - 1)]
            made.append((body.vertices, np.array(triangles, dtype=np.int32)))
        return made

    def save(self, path: str) -> None:
        """Writes what bench/batch_bench.cpp reads."""
        with open(path, "wb") as file:
            np.array([BODIES, self.points.shape[1], POSES, self.pairs], np.int64).tofile(file)
            self.points.tofile(file)
            self.poses.tofile(file)
            for column in (self.a, self.b, self.pose_a, self.pose_b):
                column.tofile(file)


def ask_sunder(family: Family, threads: int) -> Callable[[], Array]:
    batch, out = family.batch(), np.empty(family.pairs, np.uint8)
    return lambda: batch.intersects(threads=threads, out=out)


def ask_sunder_proofs(family: Family) -> Callable[[], Array]:
    """Verdicts with what proves each, in arrays: a direction, or the pairs of a meeting."""
    batch = family.batch()

    def ask() -> Array:
        hints = batch.hints()
        verdicts = batch.intersects(hints=hints, certify=True)
        assert len(hints.directions) == len(hints.pairs) == len(verdicts)
        return verdicts

    return ask


def ask_sunder_certified(family: Family) -> Callable[[], Array]:
    batch = family.batch()

    def ask() -> Array:
        return np.array([int(proof.verdict) for proof in batch.certificates() if proof is not None], np.uint8)

    return ask


def ask_sunder_singly(family: Family) -> Callable[[], Array]:
    bodies = family.bodies()
    poses = [sunder.Pose(matrix) for matrix in family.poses]
    items = family.items()
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
    items = family.items()

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
    items = family.items()

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
    items = family.items()

    def ask() -> Array:
        found = np.empty(family.pairs, bool)
        for i, (a, b, s, t) in enumerate(items):
            managers[a].set_transform("a", square[s])
            found[i] = managers[a].in_collision_single(meshes[b], square[t])
        return found

    return ask


def ask_mujoco(family: Family) -> Callable[[], Array]:
    mujoco: Any = importlib.import_module("mujoco")

    assets, geoms = [], []
    for i, points in enumerate(family.points):
        if family.boxes is not None:
            geoms.append('<geom type="box" size="%r %r %r"/>' % tuple(family.boxes[i].tolist()))
        else:
            vertices = " ".join(map(repr, points.ravel().tolist()))
            assets.append(f'<mesh name="m{i}" vertex="{vertices}" inertia="convex"/>')
            geoms.append(f'<geom type="mesh" mesh="m{i}"/>')
    # A geom for each body and side: a request moves it.
    model = mujoco.MjModel.from_xml_string(
        f"<mujoco><asset>{''.join(assets)}</asset><worldbody>{''.join(geoms * 2)}</worldbody></mujoco>"
    )
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    # A mesh is kept in a frame of its own.
    own = np.concatenate([data.geom_xmat.reshape(-1, 3, 3), data.geom_xpos[:, :, None]], axis=2)[:BODIES]
    turns = family.poses[:, None, :, :3] @ own[None, :, :, :3]
    places = family.poses[:, None, :, :3] @ own[None, :, :, 3:] + family.poses[:, None, :, 3:]
    turns, places = turns.reshape(POSES, BODIES, 9), places.reshape(POSES, BODIES, 3)
    items = family.items()

    def ask() -> Array:
        found = np.empty(family.pairs, bool)
        for i, (a, b, s, t) in enumerate(items):
            b_geom = BODIES + b
            data.geom_xmat[a], data.geom_xpos[a] = turns[s, a], places[s, a]
            data.geom_xmat[b_geom], data.geom_xpos[b_geom] = turns[t, b], places[t, b]
            found[i] = mujoco.mj_geomDistance(model, data, a, b_geom, 1e-15, None) <= 0
        return found

    return ask


def ask_shapely(family: Family) -> Callable[[], Array]:
    shapely: Any = importlib.import_module("shapely")

    placed = np.einsum("sij,bkj->sbki", family.poses[:, :, :2], family.points) + family.poses[:, None, None, :, 2]
    polygons = shapely.polygons(placed)
    first, second = polygons[family.pose_a, family.a], polygons[family.pose_b, family.b]
    return lambda: np.asarray(shapely.intersects(first, second))


SPACE = ("boxes", "hulls")
#: name: module, function, families, and how many times as many pairs it gets as the slowest
PEERS: dict[str, tuple[str, Callable[[Family], Callable[[], Array]], tuple[str, ...], int]] = {
    "sunder, a batch": ("sunder", lambda f: ask_sunder(f, 1), FAMILIES, 200),
    "sunder, a batch, two threads": ("sunder", lambda f: ask_sunder(f, 2), FAMILIES, 200),
    "sunder, a batch with its proofs in arrays": ("sunder", ask_sunder_proofs, FAMILIES, 20),
    "sunder, a batch with certificate objects": ("sunder", ask_sunder_certified, FAMILIES, 10),
    "sunder, one by one": ("sunder", ask_sunder_singly, FAMILIES, 5),
    "python-fcl": ("fcl", ask_fcl, SPACE, 1),
    "Coal": ("coal", ask_coal, SPACE, 1),
    "trimesh": ("trimesh", ask_trimesh, SPACE, 0),
    "MuJoCo": ("mujoco", ask_mujoco, SPACE, 1),
    "Shapely": ("shapely", ask_shapely, ("polygons",), 20),
}


def best_of(ask: Callable[[], Array]) -> tuple[float, Array]:
    """The least mean time of a call in three rounds of a tenth of a second, in seconds."""
    best, found = float("inf"), ask()
    for _ in range(3):
        calls, begin, now = 0, time.perf_counter(), 0.0
        while now < 0.1:
            found = ask()
            calls, now = calls + 1, time.perf_counter() - begin
        best = min(best, now / calls)
    return best, found


def measure(name: str, pairs: int) -> list[dict[str, Any]]:
    """A row for each way to ask. The number of pairs follows the speed, so that each takes about as long."""
    rows = []
    for way, (module, make, families, weight) in PEERS.items():
        if name not in families or importlib.util.find_spec(module) is None:
            continue
        count = max(200, pairs * weight) if weight > 0 else max(100, pairs // 20)
        family = Family(name, count)
        exact = ask_sunder(family, 1)()
        try:
            ask = make(family)
        except Exception as error:  # a peer of another version
            print(f"{way}: {error}")
            continue
        seconds, found = best_of(ask)
        meets = found > 0 if found.dtype != bool else found
        touching = exact == int(sunder.Verdict.TOUCHING)
        wrong = int(np.count_nonzero((meets != (exact > 0)) & ~touching))
        rows.append({"family": name, "way": way, "ns": seconds / count * 1e9, "pairs": count, "wrong": wrong})
        print(f"{name:8} {way:42} {rows[-1]['ns']:10.1f} ns a pair   {count:9} pairs   {wrong} wrong")
    return rows


def ask_program(program: str, path: str) -> float:
    """Seconds a batch of C++."""
    command = [program, "--benchmark_filter=^arrays", "--benchmark_format=json", "--benchmark_min_time=0.1"]
    done = subprocess.run(
        command, env={**os.environ, "SUNDER_BENCH_ARRAYS": path}, check=True, capture_output=True, text=True
    )
    return float(json.loads(done.stdout)["benchmarks"][0]["real_time"]) / 1e9


def compare_with_program(program: str) -> list[dict[str, Any]]:
    """The same batches from Python and from C++, by turns: seven rounds, the best of each."""
    rows = []
    for name in SPACE:
        for count in (10_000, 100_000, 1_000_000):
            family = Family(name, count)
            ask = ask_sunder(family, 1)
            with tempfile.NamedTemporaryFile() as file:
                family.save(file.name)
                rounds = [(best_of(ask)[0], ask_program(program, file.name)) for _ in range(7)]
            here, there = (min(times) / count * 1e9 for times in zip(*rounds, strict=True))
            rows.append({"family": name, "pairs": count, "python": here, "c++": there})
            print(f"{name:8} {count:9} pairs: {here:7.2f} ns a pair from NumPy, {there:7.2f} from C++: {here / there:.3f}")
    return rows


def plot(rows: list[dict[str, Any]], path: str) -> None:
    import matplotlib
    from matplotlib.figure import Figure

    matplotlib.rcParams["svg.fonttype"] = "none"
    figure = Figure(figsize=(9, 6), layout="constrained")
    axes = figure.subplots()
    ways = [way for way in PEERS if any(row["way"] == way for row in rows)]
    for k, family in enumerate(FAMILIES):
        of_family = [row for row in rows if row["family"] == family]
        heights = [ways.index(row["way"]) + 0.26 * (k - 1) for row in of_family]
        axes.plot([row["ns"] for row in of_family], heights, "o", label=family)
        for row, height in zip(of_family, heights, strict=True):
            label = f"{row['ns']:.3g}" if row["ns"] < 1000 else f"{row['ns']:,.0f}"
            axes.annotate(label, (row["ns"], height), (6, 0), textcoords="offset points", va="center", fontsize=8)
    axes.set(xscale="log", xlabel="nanoseconds a pair, one thread where not said otherwise (log)")
    axes.set_yticks(range(len(ways)), ways)
    axes.set_xlim(1)
    axes.margins(x=0.1)
    axes.invert_yaxis()
    axes.grid(axis="x", color="#e3e8ee")
    axes.hlines(np.arange(len(ways) - 1) + 0.5, 0, 1, transform=axes.get_yaxis_transform(), color="#e3e8ee", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.legend(loc="lower right")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(description="Lists of pairs from Python, beside other packages.")
    parser.add_argument("--pairs", type=int, default=5000, help="of a slow peer; faster ones get more")
    parser.add_argument("--cpp", help="the program build/release/bench/batch_bench, to ask the same pairs from C++")
    parser.add_argument("--plot")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    rows = [row for family in FAMILIES for row in measure(family, arguments.pairs)]
    beside = compare_with_program(arguments.cpp) if arguments.cpp else []
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"rows": rows, "beside C++": beside}, file, indent=1)
    if arguments.plot:
        plot(rows, arguments.plot)


if __name__ == "__main__":
    main()
