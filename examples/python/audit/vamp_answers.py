# SPDX-License-Identifier: Apache-2.0
"""What VAMP says of configurations of a robot among boxes, as claims about pairs: questions and answers in one go.

    python examples/python/audit/vamp_answers.py panda.urdf q.npy boxes.json pairs.jsonl theirs.jsonl --robot panda
    sunder audit pairs.jsonl theirs.jsonl

VAMP validates a configuration by spheres of its own in place of the links' meshes. A configuration that it calls valid
claims of each part of the robot that it is apart from each box: those are the rows. One that it calls invalid claims of
no single pair that it meets, so that it gives no row. What is refuted is a collision that the spheres let pass.

q.npy has a row for each configuration, boxes.json a list of {"half": [x, y, z], "translation": [x, y, z], "rpy": [r, p, y]}.
--verdicts FILE.npy takes VAMP's verdicts of a run elsewhere (0: valid) in place of the wheel `vamp-planner`.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import json
from typing import Any

import numpy as np

import sunder

Array = np.ndarray[Any, np.dtype[Any]]


def rotation(rpy: list[float]) -> Array:
    """Roll, pitch and yaw as URDF's, rounded to doubles."""
    (sr, sp, sy), (cr, cp, cy) = np.sin(rpy), np.cos(rpy)
    return np.array([
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr], [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr], [-sp, cp * sr, cp * cr],
    ])  # fmt: skip


def ask_vamp(name: str, boxes: list[dict[str, Any]], q: Array) -> Array:
    """Which configurations VAMP calls valid."""
    vamp: Any = importlib.import_module("vamp")
    environment = vamp.Environment()
    for box in boxes:
        environment.add_cuboid(vamp.Cuboid(box["translation"], box.get("rpy", [0, 0, 0]), box["half"]))
    validate = getattr(vamp, name).validate
    return np.array([bool(validate(row, environment)) for row in q.astype(np.float32)])


def definition(name: str, body: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"define": name, "vertices": body.vertices.tolist()}
    if isinstance(body, sunder.Mesh):
        return {**made, "triangles": body.triangles.tolist()}
    return {**made, "radius": body.radius} if body.radius else made


def main() -> None:
    parser = argparse.ArgumentParser(description="VAMP's answers, for `sunder audit`.")
    for name in ("urdf", "configurations", "boxes", "questions", "theirs"):
        parser.add_argument(name)
    parser.add_argument("--robot", help="VAMP's name of the robot, such as panda")
    parser.add_argument("--verdicts", metavar="FILE.npy", help="VAMP's verdicts: 0 where a configuration is valid")
    parser.add_argument("--package", action="append", default=[], metavar="NAME=FOLDER")
    given = parser.parse_args()
    if bool(given.robot) == bool(given.verdicts):
        parser.error("give --robot or --verdicts")
    robot = sunder.Robot.from_urdf(given.urdf, packages=dict(text.split("=", 1) for text in given.package))
    q = np.load(given.configurations)
    with open(given.boxes, encoding="utf-8") as file:
        boxes = json.load(file)
    valid = np.load(given.verdicts) == 0 if given.verdicts else ask_vamp(given.robot, boxes, q)
    wide = np.zeros((len(q), robot.variables))
    wide[:, : q.shape[1]] = q  # VAMP's joints are the first; a gripper stays at 0
    frames = robot.forward(wide)
    with open(given.questions, "w", encoding="utf-8") as questions, open(given.theirs, "w", encoding="utf-8") as theirs:
        for k, part in enumerate(robot.parts):
            questions.write(json.dumps(definition(f"part {k}", part["body"])) + "\n")
        for k, box in enumerate(boxes):
            corners = list(itertools.product(*((-half, half) for half in box["half"])))
            questions.write(json.dumps({"define": f"box {k}", "vertices": corners}) + "\n")
        places = [np.column_stack([rotation(box.get("rpy", [0, 0, 0])), box["translation"]]).tolist() for box in boxes]
        for i in np.flatnonzero(valid):
            for k, part in enumerate(robot.parts):
                a = {"body": f"part {k}", "transform": frames[i, part["frame"]].tolist()}
                for j, place in enumerate(places):
                    name = f"{i} {part['name']} {j}"
                    questions.write(json.dumps({"id": name, "a": a, "b": {"body": f"box {j}", "transform": place}}) + "\n")
                    theirs.write(json.dumps({"id": name, "intersects": False}) + "\n")


if __name__ == "__main__":
    main()
