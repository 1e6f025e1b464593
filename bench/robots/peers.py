#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Self checks of a robot: Sunder beside Pinocchio's computeCollisions with Coal, on the same configurations, by turns.

    python bench/robots/peers.py URDF SRDF --program build/release/bench/robots_bench [--packages DIR] [--rounds N]

robots_bench draws the configurations and writes Sunder's verdicts. Pinocchio reads the same URDF, SRDF and meshes. Its
geometry is taken as convex hulls, and Sunder's too, so that both answer one question. computeCollisions() stops at the
first pair that meets, and its kinematics are inside, as Sunder's are. Coal's verdicts are of floating point: those that
differ from Sunder's exact ones are counted. Needs the wheels `pin` and `numpy`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import pinocchio as pin

SEPARATED = 0


def hulls(geometry: pin.GeometryModel) -> None:
    """Replaces each mesh by its convex hull."""
    for item in geometry.geometryObjects:
        mesh = item.geometry
        if hasattr(mesh, "buildConvexHull"):
            mesh.buildConvexHull(True, "Qt")
            item.geometry = mesh.convex


class Peer:
    def __init__(self, urdf: str, srdf: str, packages: list[str]) -> None:
        self.model = pin.buildModelFromUrdf(urdf)
        self.geometry = pin.buildGeomFromUrdf(self.model, urdf, pin.GeometryType.COLLISION, package_dirs=packages)
        hulls(self.geometry)
        self.geometry.addAllCollisionPairs()
        if srdf:
            pin.removeCollisionPairs(self.model, self.geometry, srdf)
        self.data, self.placed = self.model.createData(), self.geometry.createData()

    def configurations(self, q: np.ndarray) -> list[np.ndarray]:
        """Sunder has a variable a joint; Pinocchio has all joints, mimics too, and two numbers a continuous one."""
        if q.shape[1] == self.model.nq:
            return list(q)
        missing = self.model.nq - q.shape[1]
        return list(np.hstack([q, np.repeat(q[:, -1:], missing, axis=1)]))

    def check(self, configurations: list[np.ndarray]) -> list[bool]:
        ask, model, data, geometry, placed = pin.computeCollisions, self.model, self.data, self.geometry, self.placed
        return [ask(model, data, geometry, placed, q, True) for q in configurations]


def sunder_ns(command: list[str]) -> dict[str, float]:
    """The CPU time of each benchmark, for a configuration."""
    done = subprocess.run([*command, "--benchmark_format=json"], check=True, capture_output=True, text=True)
    report = json.loads(done.stdout)
    return {entry["name"]: entry["ns"] for entry in report["benchmarks"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("urdf")
    parser.add_argument("srdf", nargs="?", default="")
    parser.add_argument("--program", required=True)
    parser.add_argument("--packages", action="append", default=[])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--count", type=int, default=4096)
    options = parser.parse_args()

    peer = Peer(options.urdf, options.srdf, options.packages or [str(p) for p in Path(options.urdf).resolve().parents])
    with tempfile.TemporaryDirectory() as folder:
        command = [options.program, options.urdf, options.srdf, "--hulls", "--count", str(options.count)]
        subprocess.run([*command, "--write", folder, "--benchmark_filter=none"], check=True, capture_output=True)
        drawn, valid = np.load(f"{folder}/drawn.npy"), np.load(f"{folder}/valid.npy")
        verdicts = np.load(f"{folder}/verdicts.npy").ravel()
    sets = {"self check/valid": peer.configurations(valid), "self check/drawn": peer.configurations(drawn)}
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in sets}
    for _ in range(options.rounds):
        ours = sunder_ns([*command, "--benchmark_filter=self check/(valid|drawn)", "--benchmark_min_time=0.1"])
        for name, configurations in sets.items():
            start = time.process_time()
            found = peer.check(configurations)
            spent = (time.process_time() - start) / len(configurations) * 1e9
            times[name].append((ours[name], spent))
            if name == "self check/drawn":
                meets = verdicts != SEPARATED
                wrong = np.asarray(found) != meets
    print(f"{len(peer.geometry.collisionPairs)} pairs, {options.count} configurations, CPU time of one thread, medians")
    for name, pairs in times.items():
        sunder, other = (statistics.median(column) for column in zip(*pairs, strict=True))
        ratio = statistics.median(b / a for a, b in pairs)
        print(f"{name:18} Sunder {sunder / 1e3:8.3f} us   Pinocchio with Coal {other / 1e3:8.3f} us   ratio {ratio:6.1f}")
    passed = int(np.sum(wrong & meets))
    print(f"Coal's verdicts that differ: {int(np.sum(wrong))} of {len(wrong)}; of these it passes {passed} that meet")


if __name__ == "__main__":
    main()
