#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks of a robot: Sunder beside Coal, Pinocchio with Coal, MuJoCo and VAMP, on the same configurations, by turns.

    python bench/robots/peers.py URDF SRDF --program build/release/bench/robots_bench [--packages DIR] [--rounds N]
        [--scenes FILE] [--vamp build/release/bench/vamp_peer --vamp-robot panda]

robots_bench draws the configurations, writes Sunder's verdicts and times Sunder, and Coal where it was compiled with it.
Each peer answers about the same configurations; kinematics are inside all times. "valid" are those that Sunder finds
free. The column "differ" counts, of the configurations that were drawn, the peer's verdicts that are not Sunder's
proven ones, and how many of these the peer passes although they meet.

  Coal       all pairs in a loop until one meets, and the same behind bounding balls (C++; with --scenes in scenes too)
  Pinocchio  computeCollisions() with Coal, stops at the first; the wheel `pin`
  MuJoCo     mj_kinematics() and mj_collision(), all contacts; hulls of the same meshes, the same pairs; the wheel `mujoco`
  VAMP       spheres, in floats; "block" answers once for 8 configurations, "single" is validate(). The program vamp_peer,
             or else the wheel `vamp-planner`, whose time has a call of Python in it

Meshes are taken as convex hulls everywhere, so that all but VAMP answer one question. VAMP's spheres stand for the meshes
themselves, so its verdicts are held against Sunder's about the meshes as they are: solids, and surfaces where they are
open. A peer that is not installed is named and left out. Needs the wheel `numpy`. scenes.py writes --scenes.
"""

from __future__ import annotations

import argparse
import importlib
import json
import statistics
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType

import numpy as np

SEPARATED = 0


def module_of(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        print(f"{name} is not measured: {error}", file=sys.stderr)
        return None


def resolved(urdf: Path, name: str, packages: list[str]) -> str:
    """The path of a mesh, which package:// or a relative path names."""
    plain = name.removeprefix("package://").removeprefix("file://")
    folders = [Path(folder) for folder in packages] + [urdf.parent, *urdf.resolve().parents]
    for tail in (plain, plain.split("/", 1)[-1]):
        for folder in folders:
            if (folder / tail).is_file():
                return str(folder / tail)
    raise FileNotFoundError(f"{urdf}: {name} was not found; name its folder with --packages")


class Pinocchio:
    label = "Pinocchio with Coal"

    def __init__(self, pin: ModuleType, urdf: str, srdf: str, packages: list[str], names: list[str]) -> None:
        self.pin = pin
        self.model = pin.buildModelFromUrdf(urdf)
        self.geometry = pin.buildGeomFromUrdf(self.model, urdf, pin.GeometryType.COLLISION, package_dirs=packages)
        for item in self.geometry.geometryObjects:
            mesh = item.geometry
            if hasattr(mesh, "buildConvexHull"):
                mesh.buildConvexHull(True, "Qt")
                item.geometry = mesh.convex
        self.geometry.addAllCollisionPairs()
        if srdf:
            pin.removeCollisionPairs(self.model, self.geometry, srdf)
        self.data, self.placed = self.model.createData(), self.geometry.createData()
        self.names = names

    def prepare(self, q: np.ndarray) -> list[np.ndarray]:
        """Pinocchio has two numbers a continuous joint, and a mimic has its own."""
        rows = np.tile(self.pin.neutral(self.model), (len(q), 1))
        for joint, name in enumerate(self.model.names):
            if name not in self.names:
                continue
            at, of = self.model.idx_qs[joint], q[:, self.names.index(name)]
            if self.model.nqs[joint] == 2:
                rows[:, at], rows[:, at + 1] = np.cos(of), np.sin(of)
            else:
                rows[:, at] = of
        return list(rows)

    def check(self, rows: list[np.ndarray]) -> list[bool]:
        ask, model, data, geometry, placed = (
            self.pin.computeCollisions, self.model, self.data, self.geometry, self.placed)  # fmt: skip
        return [ask(model, data, geometry, placed, q, True) for q in rows]


class MuJoCo:
    label = "MuJoCo"

    def __init__(self, mujoco: ModuleType, urdf: str, srdf: str, packages: list[str], names: list[str]) -> None:
        self.mujoco = mujoco
        spec = mujoco.MjSpec.from_string(self.bare_urdf(Path(urdf), packages))
        bodies = {body.name for body in spec.bodies}
        root = ET.parse(urdf).getroot()
        children = {joint.find("child").get("link") for joint in root.iter("joint") if joint.find("child") is not None}
        base = next(link.get("name") for link in root.findall("link") if link.get("name") not in children)
        named = lambda link: "world" if link == base else link  # noqa: E731
        for pair in ET.parse(srdf).getroot().iter("disable_collisions") if srdf else ():
            one, two = named(pair.get("link1")), named(pair.get("link2"))
            if one in bodies and two in bodies:
                spec.add_exclude(bodyname1=one, bodyname2=two)
        self.model = spec.compile()
        # A pair is skipped where the SRDF says so, and not because one link hangs on the other.
        self.model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_FILTERPARENT
        self.model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_GRAVITY
        self.data = mujoco.MjData(self.model)
        self.at = [self.model.joint(name).qposadr[0] for name in names]

    @staticmethod
    def bare_urdf(urdf: Path, packages: list[str]) -> str:
        """Without what MuJoCo would stumble over: visual shapes, mimics, and meshes of names that it cannot find."""
        root = ET.parse(urdf).getroot()
        ET.SubElement(ET.SubElement(root, "mujoco"), "compiler", strippath="false", fusestatic="false",
                      balanceinertia="true", boundmass="0.001", boundinertia="0.000001")  # fmt: skip
        for link in root.iter("link"):
            for visual in link.findall("visual"):
                link.remove(visual)
            for mesh in link.iter("mesh"):
                mesh.set("filename", resolved(urdf, mesh.get("filename"), packages))
        for joint in root.iter("joint"):
            for mimic in joint.findall("mimic"):
                joint.remove(mimic)
        return ET.tostring(root, encoding="unicode")

    def prepare(self, q: np.ndarray) -> list[np.ndarray]:
        rows = np.tile(self.model.qpos0, (len(q), 1))
        rows[:, self.at] = q
        return list(rows)

    def check(self, rows: list[np.ndarray]) -> list[bool]:
        model, data, place, collide = self.model, self.data, self.mujoco.mj_kinematics, self.mujoco.mj_collision
        found = []
        for row in rows:
            data.qpos[:] = row
            place(model, data)
            collide(model, data)
            found.append(bool(np.any(data.contact.dist[: data.ncon] < 0)))
        return found


class VampWheel:
    label = "VAMP, wheel's validate()"

    def __init__(self, vamp: ModuleType, robot: str) -> None:
        self.robot = getattr(vamp, robot)

    def prepare(self, q: np.ndarray) -> list[np.ndarray]:
        return list(q.astype(np.float32))

    def check(self, rows: list[np.ndarray]) -> list[bool]:
        validate = self.robot.validate
        return [not validate(q) for q in rows]


def vamp_times(options: argparse.Namespace, folder: str) -> dict[str, dict[str, float]]:
    command = [options.vamp, options.vamp_robot, folder, *([options.scenes] if options.scenes else [])]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def program_ns(command: list[str]) -> dict[str, float]:
    """The CPU time of each benchmark, for a configuration."""
    filters = "--benchmark_filter=self check/(valid|drawn)|scenes/valid|coal"
    done = subprocess.run([*command, "--benchmark_format=json", filters, "--benchmark_min_time=0.1"], check=True,
                          capture_output=True, text=True)  # fmt: skip
    report = json.loads(done.stdout)
    return {entry["name"]: entry["ns"] for entry in report["benchmarks"]}


def differ(found: np.ndarray, verdicts: np.ndarray) -> str:
    meets = verdicts != SEPARATED
    wrong = found != meets
    return f"{int(np.sum(wrong))} of {len(wrong)}, {int(np.sum(wrong & meets))} passed"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("urdf")
    parser.add_argument("srdf", nargs="?", default="")
    parser.add_argument("--program", required=True)
    parser.add_argument("--packages", action="append", default=[])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--count", type=int, default=4096)
    parser.add_argument("--scenes", default="")
    parser.add_argument("--vamp", default="", help="the program vamp_peer")
    parser.add_argument("--vamp-robot", default="", help="panda, ur5 or fetch")
    options = parser.parse_args()
    packages = options.packages + [str(folder) for folder in Path(options.urdf).resolve().parents]

    with tempfile.TemporaryDirectory() as folder:
        command = [options.program, options.urdf, options.srdf, "--hulls", "--count", str(options.count)]
        command += ["--scenes", options.scenes] if options.scenes else []
        subprocess.run([*command, "--write", folder, "--benchmark_filter=none"], check=True, capture_output=True)
        names = Path(folder, "variables.txt").read_text(encoding="utf-8").split()
        drawn, valid = np.load(f"{folder}/drawn.npy"), np.load(f"{folder}/valid.npy")
        verdicts = np.load(f"{folder}/verdicts.npy").ravel()

        peers: list[Pinocchio | MuJoCo | VampWheel] = []
        if pin := module_of("pinocchio"):
            peers.append(Pinocchio(pin, options.urdf, options.srdf, packages, names))
        if mujoco := module_of("mujoco"):
            peers.append(MuJoCo(mujoco, options.urdf, options.srdf, packages, names))
        if options.vamp_robot and not options.vamp and (vamp := module_of("vamp")):
            peers.append(VampWheel(vamp, options.vamp_robot))

        times: dict[tuple[str, str], list[float]] = {}
        ratios: dict[tuple[str, str], list[float]] = {}
        notes: dict[tuple[str, str], str] = {}

        def add(question: str, peer: str, ns: float, sunder: float) -> None:
            times.setdefault((question, peer), []).append(ns)
            ratios.setdefault((question, peer), []).append(ns / sunder)

        for _ in range(options.rounds):
            ours = program_ns(command)
            own = {"self, valid": ours["self check/valid"], "self, drawn": ours["self check/drawn"]}
            if "scenes/valid" in ours:
                own["scenes, valid"] = ours["scenes/valid"]
            for question, ns in own.items():
                add(question, "Sunder", ns, ns)
            for name, ns in ours.items():
                if name.startswith("coal"):
                    way, question = name.removeprefix("coal ").split("/")
                    question = question.replace(" ", ", ")
                    add(question, "Coal behind balls" if way == "balls" else "Coal, all pairs", ns, own[question])
            for peer in peers:
                for question, q in (("self, valid", valid), ("self, drawn", drawn)):
                    rows = peer.prepare(q)
                    start = time.process_time()
                    found = peer.check(rows)
                    add(question, peer.label, (time.process_time() - start) / len(rows) * 1e9, own[question])
                    if question == "self, drawn":
                        notes[question, peer.label] = differ(np.asarray(found), verdicts)
            if options.vamp and options.vamp_robot:
                measured = vamp_times(options, folder)
                for question, key in (("self, valid", "self"), ("scenes, valid", "scenes")):
                    if key in measured:
                        for way in ("block", "single"):
                            add(question, f"VAMP, {way}", measured[key][way], own[question])
        if options.vamp and options.vamp_robot:
            meshes = Path(folder, "meshes")
            meshes.mkdir()
            of_meshes = [word for word in command if word != "--hulls"]
            subprocess.run([*of_meshes, "--write", str(meshes), "--benchmark_filter=none"], check=True, capture_output=True)

            def vamp_differs(names: list[str]) -> str:
                found = np.concatenate([np.load(f"{folder}/{name}vamp.npy").ravel() for name in names]) == 0
                said = np.concatenate([np.load(meshes / f"{name}verdicts.npy").ravel() for name in names])
                return differ(found, said)

            notes["self, valid", "VAMP, single"] = vamp_differs([""])
            scenes = [path.name.removesuffix("vamp.npy") for path in Path(folder).glob("*_vamp.npy")]
            if scenes:
                notes["scenes, valid", "VAMP, single"] = vamp_differs(scenes)

    print(f"{Path(options.urdf).stem}, {options.count} configurations, CPU time of one thread, medians of {options.rounds}")
    print(f"{'question':14} {'':26} {'us':>9} {'to Sunder':>10}   differ from Sunder, of those drawn")
    for (question, peer), ns in times.items():
        ratio = statistics.median(ratios[question, peer])
        note = notes.get((question, peer), "")
        print(f"{question:14} {peer:26} {statistics.median(ns) / 1e3:9.3f} {ratio:10.2f}   {note}".rstrip())


if __name__ == "__main__":
    main()
