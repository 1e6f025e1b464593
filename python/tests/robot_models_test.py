# SPDX-License-Identifier: Apache-2.0
"""Robots as dicts, pickles of robots and checkers, pairs of links, planning scenes, and robots of MuJoCo and Pinocchio."""

from __future__ import annotations

import copy
import importlib
import importlib.util
import multiprocessing
import pathlib
import pickle
import tempfile
import unittest
from typing import Any

import numpy as np
from bodies import polycube

import sunder

ROOT = pathlib.Path(__file__).resolve().parents[2]
ARM = str(ROOT / "scenes" / "arm.urdf")
SCENE = """world:
  collision_objects:
    - id: can
      primitives: [{type: cylinder, dimensions: [0.5, 0.2]}, {type: box, dimensions: [0.2, 0.2, 0.2]}]
      primitive_poses: [{position: [0.6, 0, 0.3]}, {position: [-0.7, 0.1, 0.5]}]
robot_state:
  attached_collision_objects:
    - link_name: hand
      object: {id: tool, primitives: [{type: sphere, dimensions: [0.05]}], primitive_poses: [{position: [0, 0, 0.2]}]}
      touch_links: [left_finger, right_finger]
allowed_collision_matrix:
  entry_names: [base, can]
  entry_values: [[false, true], [true, false]]
"""


def has(*names: str) -> bool:
    return all(importlib.util.find_spec(name) is not None for name in names)


def arm() -> sunder.Robot:
    return sunder.Robot.from_urdf(ARM, ARM.replace(".urdf", ".srdf"))


def draw(robot: sunder.Robot, count: int, seed: int = 1) -> Any:
    low, high = np.clip(robot.limits, -3, 3).T
    return np.random.default_rng(seed).uniform(low, high, (count, robot.variables))


def verdicts_of(checker: sunder.RobotChecker, q: Any) -> bytes:
    return checker.check(q, all=True).tobytes()


class Models(unittest.TestCase):
    def test_a_robot_comes_back_from_its_dict_and_from_a_pickle(self) -> None:
        robot = arm()
        q = draw(robot, 300)
        for other in (
            sunder.Robot.from_model(robot.to_model()),
            pickle.loads(pickle.dumps(robot)),
            copy.deepcopy(robot),
            copy.copy(robot),
        ):
            self.assertEqual(other.links, robot.links)
            self.assertEqual(other.variable_names, robot.variable_names)
            self.assertEqual(other.skipped, robot.skipped)
            self.assertEqual(other.states, robot.states)
            self.assertEqual(other.notes, robot.notes)
            self.assertEqual([p["shape"] for p in other.parts], [p["shape"] for p in robot.parts])
            self.assertEqual([p["why"] for p in other.parts], [p["why"] for p in robot.parts])
            np.testing.assert_array_equal(other.limits, robot.limits)
            np.testing.assert_array_equal(other.forward(q), robot.forward(q))
            self.assertEqual(verdicts_of(other.checker, q), verdicts_of(robot.checker, q))

    def test_a_robot_is_put_together_by_hand(self) -> None:
        cube = sunder.Mesh(*polycube({(0, 0, 0), (1, 0, 0), (0, 1, 0)}))
        robot = sunder.Robot.from_model(
            {
                "links": ["base", "slider"],
                "joints": [{"name": "x", "kind": "prismatic", "parent": "base", "child": "slider", "axis": [1, 0, 0]}],
                "parts": [
                    {"name": "corner", "link": "base", "body": cube},
                    {"name": "ball", "link": "slider", "body": sunder.Polytope([[0, 0, 0]], radius=0.25)},
                ],
            }
        )
        self.assertEqual([p["shape"] for p in robot.parts], ["solid", "sphere"])
        first = robot.check([[-0.25], [-0.24], [-0.26]])
        self.assertEqual(list(first), [sunder.Verdict.TOUCHING, sunder.Verdict.OVERLAPPING, sunder.Verdict.SEPARATED])

    def test_wrong_models_are_refused(self) -> None:
        fine: dict[str, Any] = {"links": ["a", "b"], "joints": [{"name": "j", "kind": "fixed", "parent": "a", "child": "b"}]}
        sunder.Robot.from_model(fine)
        for change, code in (
            ({"joints": [{"name": "j", "kind": "ball", "parent": "a", "child": "b"}]}, "wrong_shape"),
            ({"joints": [{"name": "j", "kind": "fixed", "parent": "a", "child": "c"}]}, "unknown_body"),
            ({"joints": [{"kind": "fixed", "parent": "a", "child": "b"}]}, "missing_key"),
            ({"joints": []}, "wrong_shape"),
            ({"links": 3}, "wrong_type"),
            ({"links": [3]}, "wrong_type"),
            ({"parts": [{"link": "a"}]}, "missing_key"),
            ({"parts": [{"link": "a", "body": sunder.Polytope.box([1, 1, 1]), "shape": "cube"}]}, "wrong_shape"),
            ({"parts": [{"link": "a", "body": sunder.Polytope.box([1, 1, 1]), "shape": "solid"}]}, "wrong_type"),
            ({"parts": [{"link": "a", "body": sunder.Polytope.box([1, 1, 1]), "shape": "cylinder"}]}, "wrong_shape"),
            ({"skipped": [("a",)]}, "wrong_shape"),
            ({"skipped": [("a", "a")]}, "wrong_shape"),
        ):
            with self.subTest(change=change), self.assertRaises(sunder.Error) as caught:
                sunder.Robot.from_model({**fine, **change})
            self.assertEqual(caught.exception.code, code)
        states: list[Any] = [3, [], {}, {"robots": []}]
        for state in states:
            with self.assertRaises(sunder.Error):
                sunder.RobotChecker.__new__(sunder.RobotChecker).__setstate__(state)

    def test_a_checker_comes_back_from_a_pickle(self) -> None:
        robot = arm()
        scene = sunder.Scene()
        scene.add(sunder.Polytope.box([0.5, 0.5, 0.02]), name="gone")
        scene.add(sunder.Mesh(*polycube({(0, 0, 0), (1, 0, 0), (0, 1, 0)})), sunder.Pose.translation([0.4, 0, -0.3]), "corner")
        scene.add(sunder.Polytope.box([0.1, 0.1, 0.1]), sunder.Pose.from_wxyz([1, 2, 3, 4], [0.3, 0.3, 0.5]), "box")
        scene.remove("gone")
        held = sunder.RobotAttachment("hand", sunder.Polytope.ball(0.03), sunder.Pose.translation([0, 0, 0.1]), name="ball", touches=["*finger"])
        checker = sunder.RobotChecker(
            robot, scene, margin=0.002, padding={"hand": 0.01}, scene_padding=0.003, margins={("hand", None): 0.0}, skip=[("base", "box")], attached=[held]
        )
        q = draw(robot, 300)
        for other in (pickle.loads(pickle.dumps(checker)), copy.deepcopy(checker), copy.copy(checker)):
            self.assertEqual(other.counts, checker.counts)
            self.assertEqual([other.pair(k) for k in range(other.pairs)], [checker.pair(k) for k in range(checker.pairs)])
            self.assertEqual(verdicts_of(other, q), verdicts_of(checker, q))
        self.assertGreater(len({v for v in checker.check(q)}), 1)

    def test_workers_take_a_robot(self) -> None:
        robot = arm()
        q = draw(robot, 64)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            self.assertEqual(pool.apply(_verdicts_of_worker, (robot, q)), robot.check(q).tobytes())


def _verdicts_of_worker(robot: sunder.Robot, q: Any) -> bytes:
    return robot.check(q).tobytes()


class Pairs(unittest.TestCase):
    def test_pairs_of_links_and_their_srdf(self) -> None:
        robot = sunder.Robot.from_urdf(ARM)
        calls: list[tuple[int, int]] = []
        pairs = robot.find_link_pairs(samples=500, boxes=2000, progress=lambda done, every: calls.append((done, every)))
        self.assertEqual(len(pairs), 36)
        self.assertTrue(calls and calls[-1][1] == 536)
        self.assertEqual(sum(p["reason"] == "Adjacent" for p in pairs), 8)
        text = robot.srdf_with_pairs(pairs, samples=500, boxes=2000)
        again = sunder.Robot.from_urdf_text(pathlib.Path(ARM).read_text(), text, path=ARM)
        self.assertEqual(
            {(a, b, why) for a, b, why in again.skipped}, {(p["a"], p["b"], p["reason"]) for p in pairs if p["reason"]}
        )

    def test_a_failure_of_progress_ends_the_search(self) -> None:
        def fail(done: int, every: int) -> None:
            raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            sunder.Robot.from_urdf(ARM).find_link_pairs(samples=200_000, progress=fail)

    def test_wrong_arguments_are_refused(self) -> None:
        robot = sunder.Robot.from_urdf(ARM)
        with self.assertRaises(sunder.Error):
            robot.find_link_pairs(samples=-1)
        with self.assertRaises(sunder.Error):
            robot.find_link_pairs(seed=-1)
        with self.assertRaises(sunder.Error):
            robot.srdf_with_pairs([{"a": "base"}])


class Planning(unittest.TestCase):
    def test_a_planning_scene_is_added(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "scene.yaml")
            path.write_text(SCENE)
            checker = sunder.RobotChecker(arm(), planning_scene=path)
            path.write_text(SCENE.replace("type: box", "type: plane"))
            with self.assertRaises(sunder.Error) as caught:
                sunder.RobotChecker(arm(), planning_scene=path)
        self.assertEqual(caught.exception.code, "not_served")
        self.assertIn("plane", str(caught.exception))
        self.assertEqual(checker.counts["skipped"]["Allowed"], 2)
        self.assertEqual([p["name"] for p in checker.parts][-1], "tool")
        q = draw(arm(), 200)
        other = pickle.loads(pickle.dumps(checker))
        self.assertEqual(other.notes, checker.notes)
        self.assertEqual(verdicts_of(other, q), verdicts_of(checker, q))
        with self.assertRaises(sunder.Error):
            sunder.RobotChecker([arm(), arm()], planning_scene=path)


MJCF = """<mujoco model="test"><worldbody>
<geom name="floor" type="box" size="2 2 .1" pos="0 0 -1.5"/>
<body name="a" pos="0 0 1" quat="1 2 3 4">
  <joint name="h1" type="hinge" axis="1 1 0" pos=".1 .2 .3" range="-1 2" limited="true"/>
  <joint name="s1" type="slide" axis="0 3 4" ref=".2"/>
  <geom name="ga" type="capsule" size=".1 .3" euler="10 20 30"/>
  <geom name="gb" type="sphere" size=".2" contype="2" conaffinity="2"/>
  <body name="b" pos=".3 0 .4"><joint name="h2" axis="0 0 1" ref="20"/>
    <geom type="cylinder" size=".1 .2"/><geom type="mesh" mesh="t"/>
    <body name="c" pos="1 1 1" quat=".5 .5 .5 .5"><geom name="gc" type="box" size=".1 .2 .3" quat="1 .1 .2 .3"/>
      <body name="d"><joint name="h3" axis="1 0 0" pos="0 .5 0"/><geom type="sphere" size=".05" pos=".5 0 0" contype="2"/></body>
    </body>
  </body>
</body>
<body name="free" pos="0 0 3"><freejoint name="fly"/><geom type="box" size=".2 .2 .2"/></body>
<body name="e" pos="1 0 0"><joint name="h4" type="hinge" axis="0 1 0"/><geom type="box" size=".1 .1 .1"/></body>
</worldbody>
<asset><mesh name="t" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
<contact><exclude body1="a" body2="e"/></contact></mujoco>"""


@unittest.skipUnless(has("mujoco"), "mujoco is not installed")
class MuJoCo(unittest.TestCase):
    def setUp(self) -> None:
        self.mujoco: Any = importlib.import_module("mujoco")

    def test_frames_are_those_of_mujoco(self) -> None:
        model = self.mujoco.MjModel.from_xml_string(MJCF)
        data = self.mujoco.MjData(model)
        robot = sunder.Robot.from_mujoco(model)
        self.assertEqual(robot.variables, model.nq)
        rng = np.random.default_rng(5)
        for _ in range(200):
            data.qpos[:] = rng.uniform(-2, 2, model.nq)
            self.mujoco.mj_normalizeQuat(model, data.qpos)
            self.mujoco.mj_kinematics(model, data)
            poses = robot.forward(sunder.mujoco_configurations(model, data.qpos))[0]
            for body in range(model.nbody):
                name = model.body(body).name
                found = poses[robot.frame_of_link(name)]
                np.testing.assert_allclose(found[:, :3], data.xmat[body].reshape(3, 3), atol=1e-12, rtol=0)
                np.testing.assert_allclose(found[:, 3], data.xpos[body], atol=1e-12, rtol=0)
            for part in robot.parts:
                geom = model.geom(part["name"]).id if not part["name"].startswith("geom ") else int(part["name"][5:])
                np.testing.assert_allclose(poses[part["frame"]][:, 3], data.geom_xpos[geom], atol=1e-12, rtol=0)

    def test_pairs_are_those_of_mujoco(self) -> None:
        # All geoms become spheres that meet everywhere, so that each pair that MuJoCo examines is a contact.
        model = self.mujoco.MjModel.from_xml_string(MJCF)
        robot = sunder.Robot.from_mujoco(model)
        checker = robot.checker
        ours = {frozenset(checker.pair(k)) for k in range(checker.pairs)}
        model.geom_type[:] = int(self.mujoco.mjtGeom.mjGEOM_SPHERE)
        model.geom_size[:] = 50.0
        model.geom_rbound[:] = 50.0
        model.geom_aabb[:, 3:] = 50.0
        model.bvh_aabb[:, 3:] = 1000.0
        data = self.mujoco.MjData(model)
        self.mujoco.mj_forward(model, data)
        theirs = set()
        for contact in data.contact:
            pair = [model.geom(int(g)).name or f"geom {int(g)}" for g in contact.geom]
            theirs.add(frozenset(pair))
        self.assertTrue(theirs)
        self.assertEqual(ours, theirs)
        self.assertEqual(checker.counts["still"], 0)

    def test_what_is_not_served_is_refused_or_left_out_with_a_note(self) -> None:
        text = '<mujoco><worldbody>{}<body name="b"><joint type="{}"/><geom type="sphere" size=".1"/></body></worldbody></mujoco>'
        plane = self.mujoco.MjModel.from_xml_string(text.format('<geom type="plane" size="1 1 1"/>', "hinge"))
        with self.assertRaises(sunder.Error) as caught:
            sunder.Robot.from_mujoco(plane)
        self.assertIn("PLANE", str(caught.exception))
        self.assertEqual(len(sunder.Robot.from_mujoco(plane, unsupported="skip").notes), 1)
        with self.assertRaises(sunder.Error):
            sunder.Robot.from_mujoco(plane, unsupported="ignore")
        with self.assertRaises(sunder.Error) as caught:
            sunder.Robot.from_mujoco(self.mujoco.MjModel.from_xml_string(text.format("", "ball")))
        self.assertIn("ball", str(caught.exception))


@unittest.skipUnless(has("pinocchio"), "pin is not installed")
class Pinocchio(unittest.TestCase):
    def setUp(self) -> None:
        self.pin: Any = importlib.import_module("pinocchio")

    def test_frames_and_pairs_are_those_of_pinocchio(self) -> None:
        pin = self.pin
        for root in (None, pin.JointModelFreeFlyer(), pin.JointModelPlanar()):
            model = pin.buildModelFromUrdf(ARM) if root is None else pin.buildModelFromUrdf(ARM, root)
            geometry = pin.buildGeomFromUrdf(model, ARM, pin.GeometryType.COLLISION, package_dirs=[str(ROOT)])
            geometry.addAllCollisionPairs()
            geometry.removeCollisionPair(geometry.collisionPairs[3])
            robot = sunder.Robot.from_pinocchio(model, geometry)
            data = model.createData()
            rng = np.random.default_rng(2)
            for _ in range(100):
                q = pin.integrate(model, pin.neutral(model), rng.uniform(-3, 3, model.nv))
                pin.forwardKinematics(model, data, q)
                poses = robot.forward(sunder.pinocchio_configurations(model, q))[0]
                for joint in range(model.njoints):
                    found = poses[robot.frame_of_link(model.names[joint])]
                    np.testing.assert_allclose(found[:, :3], data.oMi[joint].rotation, atol=1e-12, rtol=0)
                    np.testing.assert_allclose(found[:, 3], data.oMi[joint].translation, atol=1e-12, rtol=0)
            names = [thing.name for thing in geometry.geometryObjects]
            theirs = {frozenset((names[p.first], names[p.second])) for p in geometry.collisionPairs}
            checker = robot.checker
            ours = {frozenset(checker.pair(k)) for k in range(checker.pairs)}
            self.assertLessEqual(ours, theirs)
            self.assertEqual(len(theirs) - len(ours), checker.counts["still"])


if __name__ == "__main__":
    unittest.main()
