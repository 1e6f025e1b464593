# SPDX-License-Identifier: Apache-2.0
"""The package as a whole: its doctests, its documentation, scenes, pages, the program, and what an import loads."""

from __future__ import annotations

import doctest
import inspect
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import sunder
from sunder import _core

ROOT = pathlib.Path(__file__).parents[2]
ROOM = ROOT / "scenes" / "room.glb"


def program(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "sunder", *arguments], capture_output=True, text=True, check=False)


class Package(unittest.TestCase):
    def test_doctests(self) -> None:
        self.assertGreater(doctest.testmod(sunder).attempted, 5)
        self.assertEqual(doctest.testmod(sunder).failed, 0)

    def test_everything_is_documented_and_exported(self) -> None:
        for name in sunder.__all__:
            if name != "__version__":
                self.assertTrue(inspect.getdoc(getattr(sunder, name)), name)
        public = {name for name in dir(_core) if not name.startswith("_")}
        inside = {"run", "trace_json", "explain_page"}
        self.assertEqual(public - inside - set(sunder.__all__), set())

    def test_the_version_is_that_of_the_headers(self) -> None:
        header = (ROOT / "include" / "sunder" / "version.hpp").read_text(encoding="utf-8")
        self.assertIn(f'"{sunder.__version__}"', header)

    def test_an_import_loads_nothing_heavy(self) -> None:
        code = "import sys, sunder; print(' '.join(sorted({name.split('.')[0] for name in sys.modules})))"
        loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
        for heavy in ("scipy", "pandas", "matplotlib", "trimesh", "mujoco", "shapely", "fcl", "tqdm", "asyncio", "http"):
            self.assertNotIn(heavy, loaded)

    def test_scene(self) -> None:
        scene = sunder.read(ROOM)
        self.assertEqual(len(scene), 55)
        report = scene.check()
        self.assertEqual((report.overlapping, report.touching, report.pairs_total), (3, 1, 1485))
        told = json.loads(program("check", str(ROOM), "--json").stdout)
        self.assertEqual(
            sorted((p["a"], p["b"], p["proximity"]) for p in report.pairs),
            sorted((p["a"], p["b"], p["proximity"]) for p in told["pairs"]),
        )
        json.dumps({k: v for k, v in report.to_dict().items()})
        self.assertTrue(report)
        for threads in (1, 2):
            again = scene.check(clearance=0.1, measure=True, threads=threads)
            for pair in again.pairs:
                a, b = scene.polytope(pair["a"]), scene.polytope(pair["b"])
                gap = sunder.distance(a, b, scene.pose(pair["a"]), scene.pose(pair["b"]))
                self.assertLessEqual(max(gap.lower, pair["lower"]), min(gap.upper, pair["upper"]))
        added = scene.add(sunder.Polytope.box([1, 1, 1]), name=scene.names[0])
        self.assertEqual(scene.names[added], scene.names[0] + "#2")
        with self.assertRaises(IndexError):
            scene.polytope(1000)
        with self.assertRaises(sunder.Error) as caught:
            scene.pose("no such body")
        self.assertEqual(caught.exception.code, "unknown_body")
        lower, upper = scene.world_box(0)
        self.assertTrue((lower <= upper).all())

    def test_explanation(self) -> None:
        box = sunder.Polytope.box([1, 1, 1])
        told = sunder.explain(box, box, pose_b=sunder.Pose.translation([3, 0.5, 0]), algorithm="gjk")
        self.assertGreater(len(told.trace["steps"]), 1)
        self.assertIn("iframe", told._repr_html_())
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "steps.html"
            told.save(path)
            text = path.read_text(encoding="utf-8")
        self.assertTrue(text.startswith("<!"))
        self.assertFalse(re.search(r'(src|href)="https?:', text))

    def test_the_program(self) -> None:
        self.assertEqual(program("--version").stdout, f"sunder {sunder.__version__}\n")
        found = program("check", str(ROOM))
        self.assertEqual(found.returncode, 1)
        self.assertIn("3 overlapping, 1 touching", found.stdout)
        self.assertEqual(program("chekc").returncode, 2)
        asked = '{"a": {"vertices": [[0]]}, "b": {"vertices": [[0]]}}\n'
        done = subprocess.run([sys.executable, "-m", "sunder", "query"], input=asked, capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, sunder.query(asked))

    def test_answers_read_well(self) -> None:
        box = sunder.Polytope.box([1, 1, 1])
        away = sunder.Pose.translation([3, 0, 0])
        self.assertEqual(repr(sunder.distance(box, box, pose_b=away, width=2**-52)), "<sunder.Distance: separated, [1, 1], normal (1, 0, 0), filter by gjk>")
        self.assertEqual(repr(sunder.Polytope.ball(0.5)), "<sunder.Polytope: 1 vertex, dimension 3, flat (affine dimension 0), radius 0.5>")
        self.assertEqual(repr(away), "<sunder.Pose: translation (3, 0, 0)>")

    def test_poses(self) -> None:
        turn = sunder.Pose.from_wxyz([1, 0, 0, 1], [1, 2, 3])
        both, rounded = turn.compose(turn)
        np.testing.assert_allclose(both.matrix[:, :3], np.diag([-1.0, -1.0, 1.0]), atol=1e-15)
        back, _ = turn.inverse()
        np.testing.assert_allclose((turn @ back).matrix, np.eye(3, 4), atol=1e-15)
        self.assertIsInstance(rounded, bool)
        self.assertEqual(sunder.Pose.from_xyzw([0, 0, 1, 1]), sunder.Pose.from_wxyz([1, 0, 0, 1]))
        np.testing.assert_array_equal(sunder.Pose.from_cos_sin(0, 1).matrix, [[0, -1, 0], [1, 0, 0]])


if __name__ == "__main__":
    unittest.main()
