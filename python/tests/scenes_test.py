# SPDX-License-Identifier: Apache-2.0
"""Scenes that move: their questions against the same asked of each body, ids that stay, rules, threads."""

from __future__ import annotations

import importlib.util
import os
import tempfile
import threading
import unittest
from typing import Any

import numpy as np
from bodies import polycube

import sunder

GRID = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]
CUP = {cell for cell in GRID if cell not in ((1, 1, 1), (1, 1, 2))}


def at(x: float, y: float = 0, z: float = 0) -> sunder.Pose:
    return sunder.Pose.translation([x, y, z])


class Moving(unittest.TestCase):
    """A scene of cups, boxes and unions, some of which move and leave."""

    def setUp(self) -> None:
        self.rng = np.random.default_rng(41)
        cup = sunder.Mesh(*polycube(CUP))
        box = sunder.Polytope.box([0.5, 0.5, 0.5])
        self.shapes: list[Any] = [cup, box, sunder.Body([(box, at(-1)), (cup, at(0, 0, 1))]), sunder.Mesh(cup.vertices, cup.triangles[1:])]
        self.scene = sunder.Scene()
        self.bodies: dict[int, tuple[Any, sunder.Pose]] = {}
        for k in range(24):
            shape, pose = self.shapes[k % 4], self.pose()
            self.bodies[self.scene.add(shape, pose, f"body {k}")] = (shape, pose)

    def pose(self) -> sunder.Pose:
        whole = self.rng.random() < 0.5
        return at(*self.rng.integers(-8, 9, 3).astype(float)) if whole else sunder.Pose.from_wxyz(self.rng.normal(size=4), self.rng.uniform(-8, 8, 3))

    def change(self) -> None:
        ids = list(self.bodies)
        for i in self.rng.choice(ids, 5, replace=False).tolist():
            self.bodies[i] = (self.bodies[i][0], self.pose())
            self.scene.set_pose(i, self.bodies[i][1])
        gone = int(self.rng.choice(ids))
        self.scene.remove(gone)
        del self.bodies[gone]
        shape, pose = self.shapes[int(self.rng.integers(4))], self.pose()
        self.bodies[self.scene.add(shape, pose)] = (shape, pose)

    def test_it_answers_as_each_body_does(self) -> None:
        probe: Any = sunder.Mesh(*polycube({(0, 0, 0), (1, 0, 0), (1, 1, 0)}))
        for turn in range(6):
            if turn > 0:
                self.change()
            scene, bodies = self.scene, self.bodies
            self.assertEqual((len(scene), scene.ids.tolist()), (len(bodies), sorted(bodies)))
            self.assertEqual(len(scene.names), len(bodies))
            report = scene.check(prune=turn % 2 == 0)
            expected = [(i, j) for i in sorted(bodies) for j in sorted(bodies) if i < j and sunder.intersects(bodies[i][0], bodies[j][0], bodies[i][1], bodies[j][1])]
            self.assertEqual([(p["id_a"], p["id_b"]) for p in report.pairs], expected)
            for _ in range(8):
                pose = self.pose()
                gaps = {i: sunder.distance(probe, shape, pose, there) for i, (shape, there) in bodies.items()}
                met = scene.meet(probe, pose)
                self.assertEqual([one.body for one in met], [i for i in sorted(gaps) if gaps[i]])
                for one in met:
                    self.assertEqual((one.verdict, one.part_b), (gaps[one.body].verdict, gaps[one.body].part_b))
                nearest = scene.closest(probe, pose)
                least = min(gaps.values(), key=lambda gap: gap.lower)
                self.assertTrue(nearest.lower <= least.upper and least.lower <= nearest.upper)
                self.assertTrue(gaps[nearest.body].lower <= nearest.upper)
                near = scene.near(probe, 2.0, pose)
                self.assertEqual(near.tolist(), [i for i in sorted(bodies) if sunder.margin(probe, bodies[i][0], 2.0, pose, bodies[i][1]).verdict is not sunder.Verdict.SEPARATED])
                motion = self.rng.uniform(-16, 16, 3)
                hits = {i: sunder.cast(probe, shape, motion, None, pose, there) for i, (shape, there) in bodies.items()}
                first = scene.cast(probe, motion, pose)
                self.check_first(first, hits)
            origins, directions = self.rng.uniform(-9, 9, (60, 3)), self.rng.normal(size=(60, 3)) * 12
            for threads in (1, 2):
                all_rays = scene.ray_casts(origins, directions, threads=threads)
            for i, (origin, direction) in enumerate(zip(origins, directions, strict=True)):
                one_ray = scene.ray_cast(origin, direction)
                self.check_first(one_ray, {k: sunder.ray_cast(origin, direction, shape, there) for k, (shape, there) in bodies.items()})
                self.assertEqual((all_rays["bodies"][i], all_rays["parts"][i], all_rays["triangles"][i]), (one_ray.body, one_ray.part_b, one_ray.triangle_b))
                np.testing.assert_array_equal(all_rays["times"][i], [one_ray.lower, one_ray.upper])
            points = scene.closest_points(origins.astype(np.float32), threads=2)
            for i, point in enumerate(origins.astype(np.float32).astype(float)):
                single = scene.closest(sunder.Polytope([point]))
                self.assertEqual(points["bodies"][i], single.body)
                np.testing.assert_array_equal(points["distances"][i], [single.lower, single.upper])

    def check_first(self, first: Any, hits: dict[int, Any]) -> None:
        met = {i: hit for i, hit in hits.items() if hit}
        self.assertEqual(bool(first), bool(met))
        if not met:
            self.assertEqual(first.body, -1)
            return
        least = min(hit.upper for hit in met.values())
        self.assertTrue(met[first.body].lower <= least)
        self.assertEqual((first.lower, first.upper), (met[first.body].lower, met[first.body].upper))

    def test_ids_and_names(self) -> None:
        scene = sunder.Scene()
        box = sunder.Polytope.box([1, 1, 1])
        first, second = scene.add(box, name="a"), scene.add(box, name="a")
        self.assertEqual(scene.names, ["a", "a#2"])
        scene.remove("a")
        self.assertEqual((len(scene), scene.ids.tolist(), scene.names, scene.taken_as), (1, [second], ["a#2"], ["hull"]))
        for which in (first, "a", -1, 99):
            with self.assertRaises((IndexError, sunder.Error)):
                scene.pose(which)
        self.assertEqual(scene.add(box, name="a"), 2)
        report = scene.check()
        self.assertEqual((report.overlapping, report.pairs[0]["id_a"], report.pairs[0]["id_b"]), (1, 1, 2))
        self.assertEqual(report.to_dict()["names"], ["", "a#2", "a"])

    def test_names_that_are_no_utf_8(self) -> None:
        corners = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
        lines = [*(f"v {x} {y} {z}" for x, y, z in corners), "f 1 2 4 3", "f 5 7 8 6", "f 1 5 6 2", "f 3 4 8 7", "f 1 3 7 5", "f 2 6 8 4"]
        text = b"o caf\xe9\n" + "\n".join(lines).encode()
        with tempfile.TemporaryDirectory() as folder:
            name: Any = os.path.join(os.fsencode(folder), b"\xfc.obj")
            with open(name, "wb") as file:
                file.write(text)
            for path in (name, os.fsdecode(name)):
                scene = sunder.read(path)
                self.assertEqual(scene.names, [os.fsdecode(b"caf\xe9")])
            self.assertEqual(scene.read(name)["path"], os.fsdecode(name))
            report = scene.check()
            self.assertEqual([(pair["a"], pair["b"]) for pair in report.pairs], [tuple(scene.names)])
            self.assertEqual(report.to_dict()["names"], scene.names)
            if importlib.util.find_spec("pandas"):
                self.assertEqual(report.to_pandas()["a"].tolist(), ["caf\ufffd"])
            self.assertIsInstance(scene.body(scene.names[1]), sunder.Polytope)
            self.assertEqual(scene.check(ignore=[(scene.names[0], "*")]).skipped, 1)
            self.assertEqual(sunder.read(name, as_={os.fsdecode(b"*\xe9"): "surface"}).taken_as, ["surface"])
        wrong: Any
        for wrong in ("\ud800", "a\0b", b"a\0b"):
            with self.assertRaises(sunder.Error) as caught:
                sunder.read(wrong)
            self.assertEqual(caught.exception.where, "path")
        for ask in (lambda: scene.body("\ud800"), lambda: scene.check(ignore=[("\ud800", "*")]), lambda: sunder.read(name, as_="\ud800")):
            with self.assertRaises(sunder.Error):
                ask()

    def test_rules(self) -> None:
        box = sunder.Polytope.box([1, 1, 1])
        scene = sunder.Scene()
        for k in range(3):
            scene.add(box, at(0.5 * k), f"{k}", group=7 if k < 2 else -1)
        self.assertEqual([(p["a"], p["b"]) for p in scene.check().pairs], [("0", "2"), ("1", "2")])
        scene.skip("2", "0")
        report = scene.check()
        self.assertEqual((report.skipped, [(p["a"], p["b"]) for p in report.pairs]), (2, [("1", "2")]))
        scene.add(box, name="apart", categories=2, mask=2)
        self.assertEqual(scene.check().overlapping, 1)
        self.assertEqual(scene.candidate_pairs().tolist(), [[1, 2]])

    def test_refusals(self) -> None:
        scene: Any = self.scene
        ball = sunder.Polytope.ball(1)
        turning = sunder.Motion.rigid([0, 0, 0], [0, 0, 0], 1, [0, 0, 1])
        cases: list[tuple[Any, str, str]] = [
            (lambda: scene.closest(ball), "not_served", "body"),
            (lambda: scene.meet(ball), "not_served", "body"),
            (lambda: scene.near(ball, 1), "not_served", "body"),
            (lambda: scene.cast(ball, [1, 0, 0]), "not_served", "moving"),
            (lambda: scene.cast(self.shapes[0], turning), "not_served", "motion"),
            (lambda: scene.near(self.shapes[0], -1), "not_served", "distance"),
            (lambda: scene.near(self.shapes[0], np.nan), "not_finite", "distance"),
            (lambda: scene.ray_cast([0, 0, np.nan], [1, 0, 0]), "not_finite", "origin, direction"),
            (lambda: scene.ray_casts(np.zeros((3, 3)), np.zeros((2, 3))), "wrong_shape", "directions"),
            (lambda: scene.ray_casts(np.zeros(3), np.zeros((2, 3))), "wrong_shape", "origins"),
            (lambda: scene.ray_casts(np.full((2, 3), np.nan), np.zeros((2, 3))), "not_finite", "origins, directions"),
            (lambda: scene.closest_points(np.full((2, 3), np.inf)), "not_finite", "points"),
            (lambda: scene.skip(0, "nobody"), "unknown_body", "body"),
        ]
        for number, (call, code, where) in enumerate(cases):
            with self.subTest(case=number), self.assertRaises(sunder.Error) as caught:
                call()
            self.assertEqual((caught.exception.code, caught.exception.where), (code, where), str(caught.exception))
        empty = sunder.Scene()
        self.assertEqual((empty.ray_cast([0, 0, 0], [1, 0, 0]).body, empty.closest(self.shapes[0]).body, empty.meet(self.shapes[0])), (-1, -1, []))
        self.assertEqual(empty.ray_casts(np.empty((0, 3)), np.empty((0, 3)))["bodies"].shape, (0,))

    def test_readers_and_writers(self) -> None:
        failures: list[BaseException] = []
        stop = threading.Event()

        def step(done: int, total: int) -> None:
            try:  # a callback may write
                self.scene.set_pose(int(self.scene.ids[0]), at(0))
            except IndexError:
                pass  # it is gone

        def read() -> None:
            try:
                rng = np.random.default_rng()
                while not stop.is_set():
                    self.scene.ray_casts(rng.uniform(-9, 9, (20, 3)), rng.normal(size=(20, 3)), threads=2)
                    self.scene.closest(self.shapes[0], at(*rng.uniform(-9, 9, 3)))
                    self.scene.check(progress=step)
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=read) for _ in range(3)]
        for thread in threads:
            thread.start()
        for _ in range(30):
            self.change()
        stop.set()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertEqual(self.scene.ids.tolist(), sorted(self.bodies))


if __name__ == "__main__":
    unittest.main()
