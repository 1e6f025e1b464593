#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes MoveIt planning scenes (YAML) as the lines that robots_bench and vamp_peer read.

    python bench/robots/scenes.py FOLDER --each 4 > scenes.txt

FOLDER holds the problems of MotionBenchMaker as VAMP has them: a folder for each kind of scene, with scene0001.yaml and so on.
--each takes the first N of each kind. A line is "scene NAME", "box W X Y Z  PX PY PZ  SX SY SZ" with full sides, or
"cylinder W X Y Z  PX PY PZ  HEIGHT RADIUS"; MoveIt writes quaternions as x y z w. Needs the wheel PyYAML.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def product(p: list[float], q: list[float]) -> list[float]:
    """Of two quaternions w, x, y, z."""
    (a, b, c, d), (e, f, g, h) = p, q
    return [
        a * e - b * f - c * g - d * h,
        a * f + b * e + c * h - d * g,
        a * g - b * h + c * e + d * f,
        a * h + b * g - c * f + d * e,
    ]


def pose_of(pose: dict) -> tuple[list[float], list[float]]:
    x, y, z, w = map(float, pose["orientation"])
    return [w, x, y, z], [float(n) for n in pose["position"]]


def composed(outer: dict, inner: dict) -> tuple[list[float], list[float]]:
    """The pose of a shape in the world: in doubles, the same for all that read the lines."""
    (turn, offset), (own_turn, at) = pose_of(outer), pose_of(inner)
    size = sum(n * n for n in turn)
    back = [turn[0], *(-n for n in turn[1:])]
    moved = product(product(turn, [0.0, *at]), back)[1:]
    return product(turn, own_turn), [n / size + o for n, o in zip(moved, offset, strict=True)]


def scene_lines(path: Path) -> list[str]:
    scene = yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)
    lines = [f"scene {path.parent.name}/{path.stem}"]
    for body in scene["world"]["collision_objects"]:
        if body.get("meshes") or body.get("planes"):
            sys.exit(f"{path}: {body['id']} has a mesh or a plane, which is not read here")
        for shape, pose in zip(body["primitives"], body["primitive_poses"], strict=True):
            if shape["type"] not in ("box", "cylinder"):
                sys.exit(f"{path}: {body['id']} is a {shape['type']}; boxes and cylinders are read here")
            turn, at = composed(body["pose"], pose) if "pose" in body else pose_of(pose)
            numbers = [*turn, *at, *shape["dimensions"]]
            lines.append(" ".join([shape["type"], *(repr(float(n)) for n in numbers)]))
    return lines


def scene_text(folder: Path, each: int) -> str:
    lines: list[str] = []
    for kind in sorted(path for path in folder.iterdir() if path.is_dir()):
        for path in sorted(kind.glob("scene*.yaml"))[:each]:
            lines += scene_lines(path)
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--each", type=int, default=4)
    options = parser.parse_args()
    sys.stdout.write(scene_text(options.folder, options.each))


if __name__ == "__main__":
    main()
