# SPDX-License-Identifier: Apache-2.0
"""Scenes, reports and paths as pages, and as a notebook shows them."""

from __future__ import annotations

import base64
import html
import json
import pathlib
import re
import tempfile
import unittest
import zlib
from typing import Any

import numpy as np

import sunder
from sunder import _pages

ROOT = pathlib.Path(__file__).parents[2]


def data_of(page: str) -> dict[str, Any]:
    """The data that a page holds."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found.group(1))
    if "deflated" in data:
        data = json.loads(zlib.decompress(base64.b64decode(data["deflated"])))
    return data


def shown_by(thing: Any) -> str:
    """What a notebook shows of an object; the stub file leaves the name out."""
    shown: str = thing._repr_html_()
    return shown


class Pages(unittest.TestCase):
    def frame_of(self, shown: str) -> str:
        """The page in a frame."""
        found = re.fullmatch(r'<iframe srcdoc="([^"]*)" sandbox="allow-scripts" title="[^"]*" style="[^"]*"></iframe>', shown)
        assert found is not None
        return html.unescape(found.group(1))

    def test_a_report(self) -> None:
        scene = sunder.read(ROOT / "scenes" / "room.glb")
        report = scene.check(clearance=0.01)
        data = data_of(report.page)
        self.assertEqual([(p["a"], p["b"], p["proximity"]) for p in data["report"]["pairs"]],
                         [(p["a"], p["b"], p["proximity"]) for p in report.pairs])  # fmt: skip
        self.assertTrue(all(pair["certificate"] for pair in data["report"]["pairs"]))
        self.assertEqual(len(data["parts"]), len(scene.names))
        self.assertEqual(data_of(self.frame_of(shown_by(report)))["report"]["bodies"], scene.names)
        with tempfile.TemporaryDirectory() as folder:
            report.save(pathlib.Path(folder) / "r.html")
            self.assertEqual(len(data_of((pathlib.Path(folder) / "r.html").read_text(encoding="utf-8"))["digests"]), len(report.pairs))
            with self.assertRaises(FileNotFoundError):
                report.save(pathlib.Path(folder) / "none" / "r.html")
        scene.set_pose(0, [[1, 0, 0, 9], [0, 1, 0, 0], [0, 0, 1, 0]])
        with self.assertRaisesRegex(sunder.Error, "changed since its check"):
            report.save("r.html")
        self.assertGreater(len(scene.check().page), 0)

    def test_a_report_outlives_the_name_of_its_scene(self) -> None:
        report = sunder.read(ROOT / "scenes" / "desk.glb").check()
        self.assertEqual(len(data_of(report.page)["report"]["pairs"]), len(report.pairs))

    def test_a_scene(self) -> None:
        scene = sunder.Scene()
        scene.add(sunder.Polytope.box([1, 1, 1]), name='"><script>alert(1)</script>')
        scene.add(sunder.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]), name="flat")
        scene.add(sunder.Polytope.box([1, 1, 1]), name="gone")
        scene.remove("gone")
        shown = shown_by(scene)
        data = data_of(self.frame_of(shown))
        self.assertTrue(data["bodies_alone"])
        self.assertEqual(data["report"]["bodies"][:2], scene.names)
        self.assertNotIn("<script>", shown)
        self.assertIn("bodies_alone", json.dumps(data_of(sunder.Scene().page)))

    def test_a_path(self) -> None:
        robot = sunder.Robot.from_urdf(ROOT / "scenes" / "arm.urdf", srdf=ROOT / "scenes" / "arm.srdf")
        q = np.genfromtxt(ROOT / "scenes" / "arm_plan.csv", delimiter=",", skip_header=1)
        path = robot.path(q)
        data = data_of(self.frame_of(shown_by(path)))
        self.assertEqual(len(data["edges"]), len(path))
        self.assertEqual(data["waypoints"], q.ravel().tolist())
        with self.assertRaisesRegex(sunder.Error, "one waypoint"):
            robot.path(q[:1]).save("p.html")
        with self.assertRaisesRegex(sunder.Error, "20001 edges"):
            shown_by(robot.path(np.repeat(q[:1], 20002, axis=0), stop=True))

    def test_steps_and_sizes(self) -> None:
        box = sunder.Polytope.box([1, 1, 1])
        self.assertIn("steps", data_of(self.frame_of(shown_by(sunder.explain(box, box)))))
        said = _pages.frame("x" * (_pages.LARGEST + 1), "The <pairs>")
        self.assertIn("4.0 MB", said)
        self.assertIn(".save(", said)
        self.assertIn("&lt;pairs&gt;", said)
        self.assertNotIn("iframe", said)


if __name__ == "__main__":
    unittest.main()
