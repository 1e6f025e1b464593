# SPDX-License-Identifier: Apache-2.0
"""Robots: verdicts and distances are those of single questions at forward()'s poses; layouts, refusals, interrupts, paths and their proofs."""

from __future__ import annotations

import functools
import os
import pickle
import tempfile
import threading
import unittest
from typing import Any

import numpy as np
import numpy.typing as npt
from bodies import polycube
from interrupts import interrupted

import sunder
from sunder import EdgeVerdict, RobotRefusal, Verdict

Doubles = npt.NDArray[np.float64]


def link(name: str, *shapes: str) -> str:
    return f'<link name="{name}">' + "".join(f"<collision>{shape}</collision>" for shape in shapes) + "</link>"


def shape(text: str, xyz: str = "0 0 0", rpy: str = "0 0 0") -> str:
    return f'<origin xyz="{xyz}" rpy="{rpy}"/><geometry>{text}</geometry>'


def joint(name: str, kind: str, parent: str, child: str, xyz: str, axis: str, more: str = "") -> str:
    limits = "" if kind == "continuous" else '<limit lower="-2.5" upper="2.5" effort="1" velocity="1"/>'
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/><origin xyz="{xyz}" rpy="0 0.3 0"/>'
        f'<axis xyz="{axis}"/>{limits}{more}</joint>'
    )


ARM = (
    '<robot name="arm">'
    + link("base", shape('<box size="0.6 0.5 0.2"/>'))
    + link("upper", shape('<box size="0.1 0.1 0.5"/>', "0 0 0.25"), shape('<sphere radius="0.08"/>', "0 0 0.5"))
    + link("lower", shape('<cylinder radius="0.06" length="0.5"/>', "0 0 0.25", "0.1 0.2 0"))
    + link("hand", shape('<capsule radius="0.03" length="0.3"/>', "0 0 0.1"))
    + joint("turn", "continuous", "base", "upper", "0 0 0.15", "0 0 1")
    + joint("bend", "revolute", "upper", "lower", "0 0 0.55", "0 1 0")
    + joint("tip", "revolute", "lower", "hand", "0 0 0.5", "1 1 0")
    + "</robot>"
)
FLYING = (
    '<robot name="flying">'
    + link("world")
    + link("a", shape('<box size="1 1 1"/>'))
    + link("b", shape('<box size="1 1 1"/>'))
    + '<joint name="x" type="prismatic"><parent link="world"/><child link="a"/><axis xyz="1 0 0"/><limit lower="-9" upper="9" effort="1" velocity="1"/></joint>'
    + '<joint name="y" type="prismatic"><parent link="world"/><child link="b"/><axis xyz="0 1 0"/><limit lower="-9" upper="9" effort="1" velocity="1"/></joint>'
    + "</robot>"
)
NOT_SKIPPED = '<robot name="flying"></robot>'


def arm() -> sunder.Robot:
    return sunder.Robot.from_urdf_text(ARM)


def flying() -> sunder.Robot:
    """Two unit boxes: one at (x, 0, 0), one at (0, y, 0)."""
    return sunder.Robot.from_urdf_text(FLYING, NOT_SKIPPED)


def configurations(robot: sunder.Robot, count: int, seed: int = 1) -> Doubles:
    return np.random.default_rng(seed).uniform(-2.5, 2.5, (count, robot.variables))


def table() -> sunder.Scene:
    scene = sunder.Scene()
    scene.add(sunder.Polytope.box([0.2, 0.2, 0.2]), sunder.Pose.translation([0.7, 0, 0.5]), "block")
    scene.add(sunder.Mesh(*polycube({(0, 0, 0), (1, 0, 0), (0, 1, 0)})), sunder.Pose.translation([-2.6, -0.5, 0.2]), "corner")
    return scene


def grave(verdicts: list[Verdict]) -> int:
    for one in (Verdict.OVERLAPPING, Verdict.TOUCHING, Verdict.UNDECIDED):
        if one in verdicts:
            return int(one)
    return int(Verdict.SEPARATED)


class Oracle:
    """Asks single questions about each pair of a checker."""

    def __init__(self, robot: sunder.Robot, checker: sunder.RobotChecker, scene: sunder.Scene | None = None) -> None:
        self.robot, self.checker, self.scene = robot, checker, scene
        self.parts = {part["name"]: part for part in robot.parts}
        self.pairs = [checker.pair(i) for i in range(checker.pairs)]
        self.skipped = {frozenset(pair[:2]) for pair in robot.skipped}

    def bodies(self, pair: int, poses: Doubles) -> tuple[Any, Any, Any, Any]:
        a, b = self.pairs[pair]
        first = self.parts[a]
        if b in self.parts:
            second = self.parts[b]
            return first, second, poses[first["frame"]], poses[second["frame"]]
        assert self.scene is not None
        return first, {"body": self.scene.body(b), "inner": None}, poses[first["frame"]], self.scene.pose(b)

    def examined(self, pair: int) -> bool:
        a, b = self.pairs[pair]
        if b not in self.parts:
            return True
        links = frozenset((self.parts[a]["link"], self.parts[b]["link"]))
        return len(links) == 2 and links not in self.skipped

    def verdict(self, pair: int, poses: Doubles, margin: float = 0.0) -> Verdict:
        a, b, s, t = self.bodies(pair, poses)
        outer = self.decide(a["body"], b["body"], s, t, margin)
        if outer == Verdict.SEPARATED or (a["inner"] is None and b["inner"] is None):
            return outer
        inner = self.decide(a["inner"] or a["body"], b["inner"] or b["body"], s, t, margin)
        return Verdict.OVERLAPPING if inner == Verdict.OVERLAPPING else Verdict.UNDECIDED

    def decide(self, a: Any, b: Any, s: Any, t: Any, margin: float) -> Verdict:
        if margin == 0:
            return Verdict(sunder.intersects(a, b, s, t).verdict)
        found = sunder.margin(a, b, margin, s, t).verdict
        return Verdict(int(found))

    def distance(self, pair: int, poses: Doubles) -> tuple[float, float]:
        a, b, s, t = self.bodies(pair, poses)
        outer = sunder.distance(a["body"], b["body"], s, t)
        inner = sunder.distance(a["inner"] or a["body"], b["inner"] or b["body"], s, t)
        return outer.lower, inner.upper


class Reading(unittest.TestCase):
    def test_what_a_robot_is(self) -> None:
        robot = arm()
        self.assertEqual((robot.name, robot.variables, robot.variable_names), ("arm", 3, ["turn", "bend", "tip"]))
        self.assertEqual(robot.links, ["base", "upper", "lower", "hand"])
        self.assertEqual([part["shape"] for part in robot.parts], ["box", "box", "sphere", "cylinder", "capsule"])
        self.assertTrue(all(part["why"] for part in robot.parts))
        self.assertEqual({part["name"] for part in robot.parts if part["inner"] is not None}, {robot.parts[3]["name"]})
        self.assertEqual(robot.skipped, [("base", "upper", "Adjacent"), ("upper", "lower", "Adjacent"), ("lower", "hand", "Adjacent")])
        self.assertEqual((robot.states, robot.notes), ([], []))
        np.testing.assert_array_equal(robot.limits, [[-np.inf, np.inf], [-2.5, 2.5], [-2.5, 2.5]])
        np.testing.assert_array_equal(robot.default_configuration(), np.zeros(3))
        self.assertEqual([one["kind"] for one in robot.joints], ["continuous", "revolute", "revolute"])
        self.assertEqual(robot.frame_of_link("hand"), 3)
        self.assertIn("arm", repr(robot))

    def test_files(self) -> None:
        srdf = (
            '<robot name="arm"><group name="all"><joint name="turn"/></group><group_state name="ready" group="all"><joint name="turn" value="0.5"/></group_state>'
            '<disable_collisions link1="base" link2="upper" reason="Never"/></robot>'
        )
        with tempfile.TemporaryDirectory() as folder:
            urdf = os.path.join(folder, "arm.urdf")
            for name, text in (("arm.urdf", ARM), ("arm.srdf", srdf), ("wrong.urdf", ARM.replace("<sphere", "<sphre")), ("wrong.srdf", srdf[:-9])):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            robot = sunder.Robot.from_urdf(urdf, os.path.join(folder, "arm.srdf"), packages={"here": folder}, base=sunder.Pose.translation([1, 2, 3]))
            self.assertEqual(robot.skipped, [("base", "upper", "Never")])
            self.assertEqual(robot.states, [{"name": "ready", "group": "all", "values": {"turn": 0.5}}])
            np.testing.assert_array_equal(robot.forward(np.zeros((1, 3)))[0, 0], [[1, 0, 0, 1], [0, 1, 0, 2], [0, 0, 1, 3]])
            wrong = os.path.join(folder, "wrong.urdf")
            with self.assertRaises(sunder.Error) as caught:
                sunder.Robot.from_urdf(wrong)
            self.assertEqual(caught.exception.where, wrong)
            self.assertRegex(caught.exception.what, "^line 1, ")
            self.assertIn("<box>", caught.exception.remedy)
            with self.assertRaises(sunder.Error) as caught:
                sunder.Robot.from_urdf(urdf, os.path.join(folder, "wrong.srdf"))
            self.assertEqual((caught.exception.code, caught.exception.where), ("syntax", os.path.join(folder, "wrong.srdf")))
            with self.assertRaises(sunder.Error) as caught:
                sunder.Robot.from_urdf(os.path.join(folder, "none.urdf"))
            self.assertEqual(caught.exception.code, "cannot_read")

    def test_meshes_are_what_they_are(self) -> None:
        points, triangles = polycube({(0, 0, 0), (1, 0, 0), (0, 1, 0)})
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "corner.obj"), "w", encoding="utf-8") as file:
                file.writelines("v {} {} {}\n".format(*point) for point in np.asarray(points).tolist())
                file.writelines("f {} {} {}\n".format(*(i + 1 for i in one)) for one in np.asarray(triangles).tolist())
            text = '<robot name="one">' + link("base", shape('<mesh filename="corner.obj"/>')) + "</robot>"
            path = os.path.join(folder, "one.urdf")
            taken: list[tuple[Any, str, type]] = [("auto", "solid", sunder.Mesh), ("hull", "hull", sunder.Polytope), ({"b*": "surface"}, "surface", sunder.Mesh)]
            for word, expected, kind in taken:
                (part,) = sunder.Robot.from_urdf_text(text, path=path, as_=word).parts
                self.assertEqual(part["shape"], expected)
                self.assertIsInstance(part["body"], kind)

    def test_kinematics(self) -> None:
        robot = arm()
        q = configurations(robot, 20)
        poses = robot.forward(q)
        self.assertEqual(poses.shape, (20, robot.frames, 3, 4))
        turn = np.array([[np.cos(0.3), 0, np.sin(0.3)], [0, 1, 0], [-np.sin(0.3), 0, np.cos(0.3)]])
        for i, angle in enumerate(q[:, 0]):
            about = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
            np.testing.assert_allclose(poses[i, 1], np.hstack([turn @ about, [[0], [0], [0.15]]]), atol=1e-15)
        out = np.zeros_like(poses)
        self.assertIs(robot.forward(q, out=out), out)
        np.testing.assert_array_equal(out, poses)
        bound = robot.rounding(np.full(3, 2.5))
        self.assertEqual(bound.shape, (robot.frames, 2))
        self.assertTrue((bound >= 0).all() and (bound < 1e-13).all())
        step = 1e-6
        for frame in range(robot.frames):
            slopes = robot.derivatives(q[0], frame)
            self.assertEqual(slopes.shape, (3, 3, 4))
            for k in range(3):
                moved = np.array([q[0], q[0]])
                moved[0, k] -= step
                moved[1, k] += step
                low, high = robot.forward(moved)[:, frame]
                np.testing.assert_allclose(slopes[k], (high - low) / (2 * step), atol=1e-8)


class Checking(unittest.TestCase):
    def test_single_questions(self) -> None:
        robot, scene = arm(), table()
        q = configurations(robot, 150)
        poses = robot.forward(q)
        for margin, of in ((0.0, None), (0.0, scene), (0.05, scene)):
            checker = sunder.RobotChecker(robot, of, margin=margin)
            oracle = Oracle(robot, checker, of)
            everything = checker.check(q, all=True)
            self.assertEqual(everything.shape, (150, checker.pairs))
            firsts = np.zeros(150, np.int64)
            verdicts = checker.check(q, first_pairs=firsts, threads=2)
            self.assertEqual(verdicts.dtype, np.uint8)
            kinds = set()
            for i in range(150):
                singles = []
                for pair in range(checker.pairs):
                    if everything[i, pair] == Verdict.NOT_EXAMINED:
                        # Not examined, or apart for good: the base never moves against the scene.
                        if oracle.examined(pair):
                            self.assertEqual(oracle.verdict(pair, poses[i], margin), Verdict.SEPARATED)
                        continue
                    self.assertTrue(oracle.examined(pair))
                    expected = oracle.verdict(pair, poses[i], margin)
                    self.assertEqual(everything[i, pair], expected, (i, checker.pair_name(pair)))
                    singles.append((expected, pair))
                self.assertEqual(verdicts[i], grave([one for one, _ in singles]))
                lowest = [pair for one, pair in singles if one == verdicts[i] and one != Verdict.SEPARATED]
                self.assertEqual(firsts[i], lowest[0] if lowest else -1)
                if lowest:
                    self.assertEqual(checker.pair_name(lowest[0]), " and ".join(checker.pair(lowest[0])))
                kinds.add(int(verdicts[i]))
            self.assertLessEqual({int(Verdict.SEPARATED), int(Verdict.OVERLAPPING)}, kinds)
            np.testing.assert_array_equal(checker.first_pairs(q), firsts)
            again = np.zeros(150, np.int64)
            checker.check(q, all=True, first_pairs=again)
            np.testing.assert_array_equal(again, firsts)
            np.testing.assert_array_equal(checker.check(q, along_path=True, chunk=7), verdicts)
            report = checker.report
            assert report is not None
            self.assertEqual(report["next"], 150)
        alone = sunder.RobotChecker(robot)
        np.testing.assert_array_equal(robot.check(q), alone.check(q))
        self.assertIs(robot.checker, robot.checker)
        counts = alone.counts
        self.assertEqual(counts["total"], counts["examined"] + counts["still"] + counts["same_link"] + sum(counts["skipped"].values()))

    def test_distances(self) -> None:
        robot, scene = arm(), table()
        checker = sunder.RobotChecker(robot, scene)
        oracle = Oracle(robot, checker, scene)
        q = configurations(robot, 60, 2)
        poses, verdicts = robot.forward(q), checker.check(q, all=True)
        every = checker.distances(q, pairs=True)
        self.assertEqual(every.shape, (60, checker.pairs, 2))
        closest, points, normals = np.zeros(60, np.int64), np.zeros((60, 2, 3)), np.zeros((60, 3))
        least = checker.distances(q, closest_pairs=closest, points=points, normals=normals, threads=2)
        for i in range(60):
            lowest, highest = np.inf, np.inf
            for pair in range(checker.pairs):
                if verdicts[i, pair] == Verdict.NOT_EXAMINED:
                    continue
                lower, upper = oracle.distance(pair, poses[i])
                lowest, highest = min(lowest, lower), min(highest, upper)
                mine = every[i, pair]
                # Both hold the distance, so they meet; neither is wide.
                self.assertTrue(mine[0] <= upper and lower <= mine[1], (i, pair, mine, lower, upper))
                self.assertLess(abs(mine[0] - lower) + abs(mine[1] - upper), 1e-9)
            self.assertTrue(least[i, 0] <= highest and lowest <= least[i, 1])
            if least[i, 0] > 0:
                gap = points[i, 1] - points[i, 0]
                self.assertAlmostEqual(float(gap @ normals[i]), float(np.linalg.norm(gap)), 9)
                self.assertGreaterEqual(closest[i], 0)
            elif least[i, 1] == 0:
                self.assertTrue(np.isnan(points[i]).all() and np.isnan(normals[i]).all())
        self.assertTrue((robot.distances(q)[:, 1] >= least[:, 0]).all())

    def test_touching_and_rules_known_by_construction(self) -> None:
        robot = flying()
        q = np.array([[1.0, 0.0], [np.nextafter(1, 0), 0], [np.nextafter(1, 2), 0], [0.5, 0.5], [3, 0]])
        self.assertEqual(robot.check(q).tolist(), [1, 2, 0, 2, 0])
        self.assertEqual(sunder.RobotChecker(robot, margin=2.0).check(q)[4], Verdict.TOUCHING)
        self.assertEqual(sunder.RobotChecker(robot, margin=9.0, margins={("a", "b"): 2.0}).check(q)[4], Verdict.TOUCHING)
        self.assertEqual(sunder.RobotChecker(robot, padding=1.0).check(q)[4], Verdict.TOUCHING)
        self.assertEqual(sunder.RobotChecker(robot, padding={"a": 1.5, "b": 0.5}).check(q)[4], Verdict.TOUCHING)
        self.assertEqual(sunder.RobotChecker(robot, scene_padding=5.0).check(q)[4], Verdict.SEPARATED)
        self.assertEqual(sunder.RobotChecker(robot, skip=[("b", "a")]).check(q).tolist(), [0] * 5)
        scene = sunder.Scene()
        gone = scene.add(sunder.Polytope.box([9, 9, 9]), name="gone")
        scene.add(sunder.Polytope.box([0.5, 0.5, 0.5]), sunder.Pose.translation([5, 0, 0]), "wall")
        scene.remove(gone)
        with_wall = sunder.RobotChecker(robot, scene, margins={("a", None): 1.0})
        self.assertEqual(with_wall.check(q)[4], Verdict.TOUCHING)
        self.assertEqual(with_wall.pair(int(with_wall.first_pairs(q)[4])), ("a", "wall"))
        scene.add(sunder.Polytope.box([9, 9, 9]))
        self.assertEqual(with_wall.check(q)[4], Verdict.TOUCHING)
        self.assertEqual(sunder.RobotChecker(robot, scene, skip=[("*", "*")]).check(q).tolist(), [0] * 5)
        held = sunder.RobotAttachment("a", sunder.Polytope.ball(1.0), sunder.Pose.translation([0, 0, 1]), name="ball")
        # The ball is at (x, 0, 1), and box b has its top at z = 0.5 about the origin.
        self.assertEqual(sunder.RobotChecker(robot, attached=[held]).check(np.array([[1.5, 0.0]])).tolist(), [0])
        self.assertEqual(sunder.RobotChecker(robot, attached=[held]).check(np.array([[1.25, 0.0]])).tolist(), [2])
        inside = sunder.RobotAttachment("a", sunder.Polytope.ball(1.0))
        self.assertEqual(sunder.RobotChecker(robot, attached=[inside]).check(np.array([[1.5, 0.0]])).tolist(), [1])
        ignored = sunder.RobotAttachment("a", sunder.Polytope.ball(1.0), [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1]], touches=["b"])
        self.assertEqual(sunder.RobotChecker(robot, attached=[ignored]).check(np.array([[1.25, 0.0]])).tolist(), [0])
        corner = sunder.RobotAttachment(0, sunder.Mesh(*polycube({(0, 0, 0), (1, 0, 0), (0, 1, 0)})))
        self.assertEqual(sunder.RobotChecker(robot, attached=[corner]).parts[2]["shape"], "solid")
        two = sunder.RobotChecker([robot, robot])
        self.assertEqual(two.variables, 4)
        self.assertEqual(two.check(np.array([[3.0, 0.0, -3.0, 2.0], [3.0, 0.0, 3.0, 2.0]])).tolist(), [0, 2])

    def test_layouts(self) -> None:
        robot = arm()
        q = np.round(configurations(robot, 50, 3) * 256) / 256
        expected, gaps = robot.check(q), robot.distances(q)
        strided = np.zeros((100, 6))[::2, ::2]
        strided[:] = q
        read_only = q.copy()
        read_only.flags.writeable = False
        unaligned = np.frombuffer(b"x" + q.tobytes(), np.uint8)[1:].view(np.float64).reshape(50, 3)
        layouts: list[Any] = [q.astype(np.float32), np.asfortranarray(q), strided, read_only, unaligned, q.tolist(), q[::-1][::-1], q.astype(">f8")]
        for layout in layouts:
            np.testing.assert_array_equal(robot.check(layout), expected)
            np.testing.assert_array_equal(robot.distances(layout), gaps)
        self.assertEqual(robot.check(np.zeros((0, 3))).shape, (0,))
        self.assertEqual(robot.distances(np.zeros((0, 3)), pairs=True).shape, (0, robot.checker.pairs, 2))
        out = np.full(50, 9, np.uint8)
        self.assertIs(robot.check(q, out=out, begin=20), out)
        self.assertEqual(out[:20].tolist(), [9] * 20)
        np.testing.assert_array_equal(out[20:], expected[20:])
        fresh = robot.check(q, begin=20)
        self.assertEqual(fresh[:20].tolist(), [4] * 20)
        fixed = sunder.Robot.from_urdf_text('<robot name="one">' + link("base", shape('<box size="1 1 1"/>')) + "</robot>")
        self.assertEqual(fixed.forward(np.zeros((2, 0))).shape, (2, 1, 3, 4))
        self.assertEqual(fixed.check(np.zeros((2, 0))).tolist(), [0, 0])

    def test_refused_configurations(self) -> None:
        robot = arm()
        q = configurations(robot, 5)
        q[1, 2], q[3, 0] = np.nan, 1e9
        refusals, firsts = np.full(5, 7, np.uint8), np.zeros(5, np.int64)
        verdicts = robot.check(q, refusals=refusals, first_pairs=firsts)
        self.assertEqual(refusals.tolist(), [0, RobotRefusal.NOT_FINITE, 0, RobotRefusal.TOO_LARGE, 0])
        self.assertEqual((verdicts[1], verdicts[3], firsts[1], firsts[3]), (Verdict.UNDECIDED, Verdict.UNDECIDED, -1, -1))
        np.testing.assert_array_equal(robot.distances(q)[1], [0, np.inf])
        with self.assertRaises(sunder.Error) as caught:
            robot.forward(q)
        self.assertEqual((caught.exception.code, caught.exception.where), ("not_finite", "q"))

    def test_refusals(self) -> None:
        robot = arm()
        q = configurations(robot, 5)
        wrong_out, not_long = np.zeros(4, np.uint8), np.zeros(5, np.int32)
        mesh: Any = sunder.Body([])
        anything: Any = object()
        not_items: Any = [0.1, 0.2]
        cases: list[tuple[Any, str, str]] = [
            (lambda: robot.check(q[0]), "wrong_shape", "q"),
            (lambda: robot.check(q[:, :2]), "wrong_shape", "q"),
            (lambda: robot.check(anything), "wrong_type", "q"),
            (lambda: robot.check(q, out=wrong_out), "wrong_shape", "out"),
            (lambda: robot.check(q, first_pairs=not_long), "wrong_shape", "first_pairs"),  # type: ignore[arg-type]
            (lambda: robot.check(q, threads=-1), "wrong_shape", "threads"),
            (lambda: robot.forward(q[:, :1]), "wrong_shape", "q"),
            (lambda: robot.distances(q, points=np.zeros((5, 3))), "wrong_shape", "points"),
            (lambda: robot.path(np.zeros((0, 3))), "wrong_shape", "waypoints"),
            (lambda: robot.path(q, width=0), "wrong_shape", "path"),
            (lambda: robot.path(np.full((2, 3), np.nan)), "not_finite", "path"),
            (lambda: robot.frame_of_link("none"), "unknown_body", "link"),
            (lambda: robot.derivatives(q[0], 99), "wrong_shape", "q"),
            (lambda: robot.rounding([-1, 0, 0]), "wrong_shape", "largest"),
            (lambda: sunder.RobotChecker([]), "wrong_shape", "checker"),
            (lambda: sunder.RobotChecker(anything), "wrong_type", "robots"),
            (lambda: sunder.RobotChecker([anything]), "wrong_type", "robots"),
            (lambda: sunder.RobotChecker(robot, anything), "wrong_type", "scene"),
            (lambda: sunder.RobotChecker(robot, margin=-1), "wrong_shape", "checker"),
            (lambda: sunder.RobotChecker(robot, margin=np.inf), "not_finite", "checker"),
            (lambda: sunder.RobotChecker(robot, padding={"none": 1}), "unknown_body", "padding"),
            (lambda: sunder.RobotChecker(robot, padding={"hand": -1}), "wrong_shape", "padding"),
            (lambda: sunder.RobotChecker(robot, margins={("hand", "hand"): 1}), "wrong_shape", "margins"),
            (lambda: sunder.RobotChecker(robot, margins={anything: 1}), "wrong_type", "margins"),
            (lambda: sunder.RobotChecker(robot, skip=[("hand", "none")]), "unknown_body", "skip"),
            (lambda: sunder.RobotChecker(robot, skip=anything), "wrong_type", "skip"),
            (lambda: sunder.RobotChecker(robot, attached=[anything]), "wrong_type", "attached"),
            (lambda: sunder.RobotChecker(robot, attached=[sunder.RobotAttachment("*", sunder.Polytope.ball(1))]), "unknown_body", "attached"),
            (lambda: sunder.RobotChecker(robot, attached=[sunder.RobotAttachment(9, sunder.Polytope.ball(1))]), "unknown_body", "attached"),
            (lambda: sunder.RobotAttachment("hand", mesh), "not_served", "body"),
            (lambda: sunder.RobotAttachment("hand", sunder.Polytope.box([1, 1])), "dimension_mismatch", "body"),
            (lambda: sunder.Robot.from_urdf_text("<robot"), "syntax", "URDF"),
            (lambda: sunder.Robot.from_urdf("arm.urdf", ""), "wrong_shape", "srdf"),
            (lambda: robot.check(q, begin=2**62, all=True), "wrong_shape", "batch"),
            (lambda: robot.distances(q, begin=2**62, pairs=True), "wrong_shape", "batch"),
            (lambda: sunder.Robot.from_urdf_text(ARM, as_="cube"), "wrong_shape", "as_"),
            (lambda: sunder.Robot.from_urdf_text(ARM, packages=anything), "wrong_type", "packages"),
            (lambda: sunder.Robot.from_urdf_text(ARM, packages=not_items), "wrong_type", "packages"),
            (lambda: sunder.RobotChecker(robot, padding=not_items), "wrong_shape", "padding"),
            (lambda: sunder.RobotChecker(robot, margins=not_items), "wrong_type", "margins"),
        ]  # fmt: skip
        for number, (call, code, where) in enumerate(cases):
            with self.subTest(case=number), self.assertRaises(sunder.Error) as caught:
                call()
            self.assertEqual((caught.exception.code, caught.exception.where), (code, where), (number, str(caught.exception)))
        for index in (-1, robot.checker.pairs):
            with self.assertRaises(IndexError):
                robot.checker.pair(index)

    def test_threads_of_python(self) -> None:
        robot = arm()
        q = configurations(robot, 3000)
        expected = arm().check(q)
        found: list[Any] = [None] * 6

        def ask(i: int) -> None:
            found[i] = robot.check(q, threads=1 + i % 2)

        workers = [threading.Thread(target=ask, args=(i,)) for i in range(6)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        for one in found:
            np.testing.assert_array_equal(one, expected)

    def test_progress_and_interrupts(self) -> None:
        robot = arm()
        q = configurations(robot, 1000)
        seen: list[tuple[int, int]] = []
        robot.check(q, progress=lambda settled, total: seen.append((settled, total)))
        self.assertEqual(seen[-1], (1000, 1000))

        def fail(settled: int, total: int) -> None:
            raise KeyError(settled)

        with self.assertRaises(KeyError):
            robot.check(q, progress=fail)
        with self.assertRaises(KeyError):
            robot.path(q[:2], progress=fail)
        endless = np.zeros((2_000_000, 3))
        endless[:] = q[np.arange(len(endless)) % 1000]
        checker = sunder.RobotChecker(robot, table())
        for threads in (1, 2):
            asked: list[Any] = [lambda n: checker.distances(endless, threads=n), lambda n: checker.path(endless[:500_000], threads=n)]
            for ask in asked:
                self.assertIsNotNone(interrupted(self, functools.partial(ask, threads), len(endless)).result)


class Paths(unittest.TestCase):
    def test_known_by_construction(self) -> None:
        robot = flying()
        # a meets b when |x| < 1 and |y| < 1: the last edge ends where they touch.
        path = robot.path(np.array([[3, 0], [2, 0], [0.5, 0], [3, 0], [1, 0]]), certify=True)
        self.assertEqual(path.verdicts.tolist(), [EdgeVerdict.FREE, EdgeVerdict.HIT, EdgeVerdict.HIT, EdgeVerdict.UNRESOLVED])
        self.assertFalse(path)
        self.assertEqual(len(path), 4)
        self.assertEqual([path.report[key] for key in ("free", "hit", "unresolved", "skipped", "first_edge")], [1, 2, 1, 0, 1])
        self.assertEqual(path.pairs.tolist(), [-1, 0, 0, 0])
        lower, upper = path.times[1]
        self.assertTrue(lower <= 2 / 3 <= upper)
        lower, upper = path.clearances[0]
        self.assertTrue(lower <= 1 <= upper)
        self.assertEqual([proof is None for proof in path.certificates], [False, True, True, True])
        proof = path.certificates[0]
        assert proof is not None
        self.assertTrue(robot.verify([3, 0], [2, 0], proof))
        self.assertFalse(robot.verify([3, 0], [0.5, 0], proof))
        self.assertEqual(proof.clusters.tolist(), [[-1, -1]] * len(proof))
        again = sunder.EdgeCertificate(proof.times, proof.pairs, proof.directions, proof.clusters)
        for one in (again, pickle.loads(pickle.dumps(proof))):
            self.assertTrue(robot.verify([3, 0], [2, 0], one))
        self.assertFalse(robot.verify([3, 0], [2, 0], sunder.EdgeCertificate(proof.times, proof.pairs, -proof.directions)))
        self.assertFalse(robot.verify([3, 0], [2, 0], sunder.EdgeCertificate(np.zeros((0, 2)), np.zeros(0), np.zeros((0, 3)))))
        stopped = robot.path(np.array([[3, 0], [2, 0], [0.5, 0], [3, 0]]), stop=True)
        self.assertEqual((stopped.report["skipped"], stopped.intervals[2], stopped.certificates), (1, 0, []))
        self.assertTrue(robot.path([[3, 0]]))

    def test_free_edges_have_free_samples(self) -> None:
        robot = arm()
        checker = sunder.RobotChecker(robot, table())
        q = configurations(robot, 400, 4)
        q = q[checker.check(q) == Verdict.SEPARATED][:60]
        path = checker.path(q, certify=True)
        again = checker.path(q, certify=True, threads=2)
        for mine, other in ((path.verdicts, again.verdicts), (path.times, again.times), (path.pairs, again.pairs), (path.clearances, again.clearances)):
            np.testing.assert_array_equal(mine, other)
        self.assertLessEqual({int(EdgeVerdict.FREE), int(EdgeVerdict.HIT)}, set(path.verdicts.tolist()))
        for i, proof in enumerate(path.certificates):
            change = q[i + 1] - q[i]
            change[0] = (change[0] + np.pi) % (2 * np.pi) - np.pi
            times = np.linspace(0, 1, 200) if proof is not None else path.times[i, 1:]
            verdicts = checker.check(q[i] + times[:, None] * change, along_path=True)
            if proof is not None:
                self.assertTrue((verdicts == Verdict.SEPARATED).all())
                pieces = checker.verify(q[i], q[i + 1], proof)
                self.assertTrue(pieces or not proof.directions.any(axis=1).all(), pieces.reason)
            elif path.verdicts[i] == EdgeVerdict.HIT:
                self.assertEqual(verdicts[0], Verdict.OVERLAPPING)


if __name__ == "__main__":
    unittest.main()
