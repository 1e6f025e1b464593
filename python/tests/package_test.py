# SPDX-License-Identifier: Apache-2.0
"""The package as a whole: its doctests, its documentation, scenes, pages, the program, and what an import loads."""

from __future__ import annotations

import doctest
import inspect
import json
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile
import unittest
from typing import Any

import numpy as np
from bodies import polycube

import sunder
from sunder import _core

ROOT = pathlib.Path(__file__).parents[2]
ROOM = ROOT / "scenes" / "room.glb"
DESK = ROOT / "scenes" / "desk.glb"


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
        inside = {"run", "trace_json", "explain_page", "ArrowBatch", "ArrowTable", "PairTables", "rows_digest",  # sunder.tables has the last four
                  "audit_verdicts", "audit_meetings", "audit_numbers"}  # sunder.audit has these
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

    def test_scenes_of_meshes(self) -> None:
        desk = sunder.read(DESK)
        self.assertEqual(dict(zip(desk.names, desk.taken_as, strict=True)), {"frame": "solid", "drawer": "solid", "cup": "solid", "ball": "hull", "paper": "surface"})
        self.assertEqual((desk.why[0], desk.why[3]), ("", "it is a convex solid"))
        report = desk.check()
        self.assertEqual((report.overlapping, report.touching), (0, 1))
        told = json.loads(program("check", str(DESK), "--json").stdout)
        found = report.to_dict()
        for key in ("taken_as", "why"):
            self.assertEqual(found[key], told[key])
        (pair,) = report.pairs
        for key in ("a", "b", "proximity", "part_a", "part_b", "triangle_a", "triangle_b", "stage"):
            self.assertEqual(pair[key], told["pairs"][0][key])
        asked = sunder.intersects(desk.body("frame"), desk.body("drawer"), desk.pose("frame"), desk.pose("drawer"))
        assert isinstance(asked, sunder.BodyDecision)
        self.assertEqual((asked.part_a, asked.triangle_a, asked.triangle_b), (pair["part_a"], pair["triangle_a"], pair["triangle_b"]))
        self.assertEqual(sunder.read(DESK, as_="hull").check().overlapping, 2)
        some = sunder.read(DESK, as_={"*": "hull", "cup": "auto", "b*ll": "surface"})
        self.assertEqual(some.taken_as, ["hull", "hull", "solid", "surface", "hull"])
        self.assertEqual(sunder.read(DESK, body="file").taken_as, ["parts"])
        chairs = sunder.read(ROOM, body="node")
        self.assertEqual(set(chairs.taken_as), {"parts"})
        told = json.loads(program("check", str(ROOM), "--json", "--body", "node", "--ignore", "table:chair 1").stdout)
        report = chairs.check(ignore=[("chair 1", "tab*")])
        self.assertEqual([(p["a"], p["b"], p["part_a"], p["part_b"]) for p in report.pairs], [(p["a"], p["b"], p["part_a"], p["part_b"]) for p in told["pairs"]])
        self.assertEqual((report.skipped, report.touching, report.overlapping), (1, 1, 0))
        self.assertEqual(report.pairs_total, report.pruned + report.examined + report.skipped + report.not_examined)
        report = chairs.check(between=[("table", "chair 1")], prune=False)
        self.assertEqual((report.examined, report.overlapping), (1, 1))

    def test_scenes_made_by_hand(self) -> None:
        scene = sunder.Scene()
        cup = sunder.Mesh(*polycube({(x, y, z) for x in range(3) for y in range(3) for z in range(3)} - {(1, 1, 1), (1, 1, 2)}))
        small = sunder.Polytope.box([0.25, 0.25, 0.25])
        scene.add(cup, name="cup")
        scene.add(small, [[1, 0, 0, 1.5], [0, 1, 0, 1.5], [0, 0, 1, 1.25]], "ball")
        scene.add(sunder.Mesh(*polycube({(0, 0, 0)})), sunder.Pose.translation([9, 0, 0]), "cube")
        scene.add(sunder.Mesh(cup.vertices, cup.triangles[1:]), sunder.Pose.translation([20, 0, 0]), "skin")
        scene.add(sunder.Body([(cup, np.eye(3, 4)), (small, sunder.Pose.translation([6, 0, 0]))]), sunder.Pose.translation([0, 9, 0]), "two")
        scene.add(sunder.Body([]), None, "nothing")
        scene.add(sunder.Mesh(np.empty((0, 3)), np.empty((0, 3))), None, "no triangle")
        self.assertEqual(scene.taken_as, ["solid", "hull", "hull", "surface", "parts", "parts", "surface"])
        for prune in (True, False):
            report = scene.check(prune=prune)
            self.assertEqual([(p["a"], p["b"], p["proximity"]) for p in report.pairs], [("cup", "ball", "touching")])
        scene.set_pose("ball", sunder.Pose.translation([1.5, 1.5, 1.5]))
        self.assertEqual(scene.check(clearance=np.nextafter(0.25, 0)).near, 0)
        report = scene.check(clearance=0.25)
        self.assertEqual((report.near, report.pairs[0]["part_a"], report.pairs[0]["triangle_b"]), (1, 0, None))
        scene.set_pose(1, sunder.Pose.translation([6.25, 9, 0]))
        report = scene.check()
        self.assertEqual([(p["a"], p["b"], p["part_b"]) for p in report.pairs], [("ball", "two", 1)])
        kinds = [sunder.Mesh, sunder.Polytope, sunder.Polytope, sunder.Mesh, sunder.Body, sunder.Body, sunder.Mesh]
        self.assertEqual([type(scene.body(i)) for i in range(7)], kinds)
        self.assertEqual(scene.body("cup"), cup)
        for name in ("cup", "skin", "two"):
            again: Any = pickle.loads(pickle.dumps(scene.body(name)))
            self.assertEqual(repr(again), repr(scene.body(name)))
        alone = sunder.intersects(small, sunder.Body(scene.body("two").parts), scene.pose("ball"), scene.pose("two"))  # type: ignore[union-attr]
        self.assertEqual((alone.verdict.name.lower(), alone.part_b), (report.pairs[0]["proximity"], 1))
        lower, upper = scene.world_box("two")
        self.assertTrue((lower <= [0, 8.75, -0.25]).all() and (upper >= [6.25, 12, 3]).all())
        far = sunder.Body([(sunder.Polytope.box([1e308] * 3), np.diag([1e308, 1, 1, 1]))])
        beyond = sunder.Scene()
        beyond.add(far)
        beyond.add(small, pose=sunder.Pose.translation([9e307, 0, 0]))
        self.assertEqual(beyond.check().overlapping, 1)
        bad: list[tuple[Any, str, str]] = [
            (lambda: scene.add(small.with_radius(1)), "not_served", "body"),
            (lambda: scene.add(sunder.Polytope([[0, 0]])), "dimension_mismatch", "body"),
            (lambda: scene.check(between=[("cup", "saucer")]), "unknown_body", "between"),
            (lambda: scene.check(ignore="cup"), "wrong_type", "ignore"),  # type: ignore[arg-type]
            (lambda: scene.check(ignore=[("cup",)]), "wrong_type", "ignore"),  # type: ignore[list-item]
            (lambda: scene.set_pose("saucer", None), "unknown_body", "body"),
            (lambda: scene.set_pose(0, np.eye(2)), "wrong_shape", "pose"),
            (lambda: scene.read(DESK, as_="solids"), "wrong_shape", "as_"),
            (lambda: scene.read(DESK, as_={"cup": 3}), "wrong_type", "as_"),  # type: ignore[dict-item]
            (lambda: scene.read(DESK, as_="solid"), "not_solid", str(DESK)),
            (lambda: scene.read(DESK, body="part"), "wrong_shape", "body"),
        ]
        for number, (call, code, where) in enumerate(bad):
            with self.subTest(case=number), self.assertRaises(sunder.Error) as caught:
                call()
            self.assertEqual((caught.exception.code, caught.exception.where), (code, where))
        self.assertEqual((len(scene), len(scene.taken_as)), (7, 7))

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
