#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Meshes from Python: Sunder beside trimesh's CollisionManager (python-fcl), on the pairs of bench/mesh_bench.cpp.

    mkdir -p build/bench/meshes
    build/release/bench/mesh_bench --write build/bench/meshes
    python bench/python/meshes.py build/bench/meshes [--filter TEXT] [--rounds N]

trimesh takes meshes as surfaces: it knows no inside. Its manager moves an object and asks, as its users do; `fcl` asks
the same engine without it. The time of a pair is the least of some rounds; a cell's is the median over its pairs. A
peer that is not installed is left out.
"""

from __future__ import annotations

import argparse
import importlib
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import sunder

Array = np.ndarray[Any, np.dtype[Any]]
Mesh = tuple[Array, Array]
Ask = Callable[[int], float]


class Set:
    """Meshes, and pairs of them with Sunder's exact answers."""

    def __init__(self, folder: Path, entry: dict[str, Any]) -> None:
        self.name: str = entry["name"]
        self.cells: list[dict[str, Any]] = entry["cells"]
        self.pairs: list[dict[str, Any]] = entry["pairs"]
        self.meshes: list[Mesh] = [
            (np.fromfile(folder / f"{file}.f64").reshape(-1, 3), np.fromfile(folder / f"{file}.i32", np.int32).reshape(-1, 3))
            for file in entry["meshes"]
        ]

    def pose(self, pair: int, side: str) -> Array:
        matrix = np.eye(4)
        matrix[:3] = np.array(self.pairs[pair][f"pose_{side}"]).reshape(3, 4)
        return matrix


def read_sets(folder: Path) -> Iterator[Set]:
    with (folder / "sets.jsonl").open(encoding="utf-8") as file:
        for line in file:
            yield Set(folder, json.loads(line))


def ask_sunder(made: Set) -> tuple[Ask, Ask]:
    bodies = [sunder.Mesh(points, triangles) for points, triangles in made.meshes]
    placed = [
        (bodies[pair["a"]], bodies[pair["b"]], sunder.Pose(made.pose(i, "a")), sunder.Pose(made.pose(i, "b")))
        for i, pair in enumerate(made.pairs)
    ]
    return (
        lambda i: float(bool(sunder.intersects(placed[i][0], placed[i][1], placed[i][2], placed[i][3]))),
        lambda i: float(sunder.distance(placed[i][0], placed[i][1], placed[i][2], placed[i][3]).upper),
    )


def ask_trimesh(made: Set) -> tuple[Ask, Ask]:
    trimesh: Any = importlib.import_module("trimesh")
    importlib.import_module("fcl"), importlib.import_module("scipy")  # its manager needs both
    meshes = [trimesh.Trimesh(points, triangles, process=False) for points, triangles in made.meshes]
    first, second = trimesh.collision.CollisionManager(), trimesh.collision.CollisionManager()
    present = ["", ""]

    def place(i: int) -> None:
        for side, (manager, key) in enumerate(((first, "a"), (second, "b"))):
            name = str(made.pairs[i][key])
            if present[side] != name:
                if present[side]:
                    manager.remove_object(present[side])
                manager.add_object(name, meshes[made.pairs[i][key]])
                present[side] = name
            manager.set_transform(name, poses[i][side])

    poses = [(made.pose(i, "a"), made.pose(i, "b")) for i in range(len(made.pairs))]

    def meets(i: int) -> float:
        place(i)
        return float(first.in_collision_other(second))

    def distance(i: int) -> float:
        place(i)
        return float(first.min_distance_other(second))

    return meets, distance


def ask_fcl(made: Set) -> tuple[Ask, Ask]:
    fcl: Any = importlib.import_module("fcl")
    models = []
    for points, triangles in made.meshes:
        model = fcl.BVHModel()
        model.beginModel(len(points), len(triangles))
        model.addSubModel(points, triangles)
        model.endModel()
        models.append(model)
    objects = []
    for i, pair in enumerate(made.pairs):
        placed = []
        for side in ("a", "b"):
            matrix = made.pose(i, side)
            placed.append(fcl.CollisionObject(models[pair[side]], fcl.Transform(matrix[:3, :3], matrix[:3, 3])))
        objects.append(placed)
    return (
        lambda i: float(fcl.collide(objects[i][0], objects[i][1], fcl.CollisionRequest(), fcl.CollisionResult()) > 0),
        lambda i: float(fcl.distance(objects[i][0], objects[i][1], fcl.DistanceRequest(), fcl.DistanceResult())),
    )


PEERS = {"sunder": ask_sunder, "trimesh": ask_trimesh, "fcl": ask_fcl}


def count_wrong(made: Set, cell: range, ask: Ask, measures: bool) -> str:
    """Wrong answers: all others, of pairs that touch, of pairs where one lies inside the other."""
    wrong = [0, 0, 0]
    for i in cell:
        pair = made.pairs[i]
        found, known = ask(i), pair["distance"] if measures else float(pair["verdict"] != "separated")
        if abs(max(found, 0.0) - known) > 1e-3 * known:
            wrong[2 if pair["enclosed"] else 1 if pair["verdict"] == "touching" else 0] += 1
    return "/".join(map(str, wrong))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--filter", default="")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(f"{'cell':40}{'peer':10}{'median us':>12}{'times':>8}  wrong, touching, enclosed")
    for made in read_sets(options.folder):
        if options.filter not in made.name:
            continue
        for question in ("verdict", "distance"):
            for cell in made.cells:
                if question == "distance" and not cell["measured"]:
                    continue
                pairs, own = range(cell["first"], cell["first"] + cell["count"]), 0.0
                for name, make in PEERS.items():
                    try:
                        ask = make(made)[question == "distance"]
                    except ImportError as error:
                        print(f"{name} is not measured: {error}", file=sys.stderr)
                        continue
                    times = []
                    for i in pairs:
                        readings = []
                        for _ in range(options.rounds):
                            begin = time.perf_counter()
                            ask(i)
                            readings.append(time.perf_counter() - begin)
                        times.append(min(readings))
                    median = 1e6 * statistics.median(times)
                    own = own or median
                    wrong = count_wrong(made, pairs, ask, question == "distance")
                    print(f"{question + '/' + made.name + '/' + cell['name']:40}{name:10}{median:12.2f}{median / own:8.1f}  {wrong}", flush=True)


if __name__ == "__main__":
    main()
