# SPDX-License-Identifier: Apache-2.0
"""Every question gives the pipe's answer, bit for bit: on random bodies and on the cases from public bug reports."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import unittest
from typing import Any

import numpy as np
from bodies import matrices, matrix, points, polytopes, question

import sunder

CASES = sorted((pathlib.Path(__file__).parents[2] / "tests" / "cases").glob("*.json"))
COUNT = 2000 if os.environ.get("SUNDER_LONG") else 300


def ask(questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The pipe's answers."""
    text = "".join(json.dumps(one) + "\n" for one in questions)
    return [json.loads(line) for line in sunder.query(text).splitlines()]


def interval(answer: Any) -> list[float | None]:
    """The ends, in the form of the pipe: infinity is null."""
    return [answer.lower, answer.upper if np.isfinite(answer.upper) else None]


def placed(asked: dict[str, Any]) -> tuple[list[sunder.Polytope], dict[str, Any]]:
    """The bodies of a question of the pipe, and their poses as arguments."""
    bodies: list[sunder.Polytope] = []
    poses: dict[str, Any] = {}
    for side in ("a", "b"):
        body = asked[side]
        bodies.append(sunder.Polytope(np.asarray(body["vertices"], dtype=float), body.get("radius", 0.0)))
        if "quaternion" in body:
            quaternion = np.asarray(body["quaternion"], dtype=float)
            pose: Any = sunder.Pose.from_wxyz(quaternion, np.asarray(body.get("translation", [0, 0, 0]), dtype=float))
        elif "transform" in body:
            pose = np.asarray(body["transform"], dtype=float)
        elif "translation" in body:
            pose = sunder.Pose.translation(np.asarray(body["translation"], dtype=float))
        else:
            pose = None
        poses[f"pose_{side}"] = pose
    return bodies, poses


class Questions(unittest.TestCase):
    def compare(self, asked: dict[str, Any], told: dict[str, Any], a: Any, b: Any, poses: dict[str, Any]) -> None:
        """One answer of the pipe against the functions of the package."""
        self.assertNotIn("error", told, told)
        decision = sunder.intersects(a, b, **poses)
        self.assertEqual(decision.verdict.name.lower(), told["verdict"])
        self.assertEqual(bool(decision), told["verdict"] != "separated")
        self.assertTrue(decision.proven)
        for key in asked["ask"]:
            if key == "distance":
                self.assertEqual(interval(sunder.distance(a, b, **poses)), told["distance"])
            elif key == "depth":
                self.assertEqual(interval(sunder.penetration(a, b, **poses)), told["depth"])
            elif key == "contains":
                self.assertEqual(sunder.contains(a, b, **poses).contained, told["contains"])
            elif key == "relation":
                answer = sunder.relation(a, b, **poses)
                self.assertEqual(answer.relation, told["relation"])
            elif key == "derivative":
                answer_d = sunder.derivative(a, b, **poses)
                found = told["derivative"]
                self.assertEqual(interval(answer_d), found["signed_distance"])
                self.assertEqual(answer_d.unique_translation, found["unique_translation"])
                self.assertEqual(answer_d.unique_rotation, found["unique_rotation"])
                if answer_d.unique_translation:  # else it is one of several, which the way of the search picks
                    np.testing.assert_allclose(answer_d.translation_b, found["translation_b"], rtol=0, atol=2**-51)
        if "margin" in asked:
            self.assertEqual(sunder.margin(a, b, asked["margin"], **poses).margin_verdict.name.lower(), told["margin"])

    def test_random_bodies(self) -> None:
        rng = np.random.default_rng(7)
        verdicts: dict[str, int] = {}
        for dimension in (1, 2, 3, 4):
            made: list[Any] = []
            asked: list[dict[str, Any]] = []
            for _ in range(COUNT):
                p, q = points(rng, dimension), points(rng, dimension)
                s, t = matrices(rng, dimension)
                radii = (0.0, 0.0) if rng.random() < 0.7 else (0.25, 0.5)
                keys = ["verdict", "distance", "contains"]
                if dimension in (2, 3):
                    keys += ["depth", "relation", "derivative"]
                made.append((*polytopes(p, q, radii), {"pose_a": s, "pose_b": t}))
                asked.append(question(p, q, s, t, radii, ask=keys, margin=0.5))
            for one, told, (a, b, poses) in zip(asked, ask(asked), made, strict=True):
                self.assertNotIn("error", told, f"{told} {one}")
                verdicts[told["verdict"]] = verdicts.get(told["verdict"], 0) + 1
                with self.subTest(question=json.dumps(one)):
                    self.compare(one, told, a, b, poses)
        self.assertGreater(min(verdicts[v] for v in ("separated", "touching", "overlapping")), COUNT // 20, verdicts)

    def test_cases_from_bug_reports(self) -> None:
        self.assertGreaterEqual(len(CASES), 30)
        for path in CASES:
            with self.subTest(case=path.stem):
                case = json.loads(path.read_text(encoding="utf-8"))
                asked: dict[str, Any] = {"ask": ["verdict", "distance"]}
                for side in ("a", "b"):
                    keys = ("vertices", "transform", "quaternion", "translation")
                    asked[side] = {k: v for k, v in case[side].items() if v is not None and k in keys}
                bodies, poses = placed(asked)
                if bodies[0].dimension in (2, 3):
                    asked["ask"].append("depth")
                self.compare(asked, ask([asked])[0], bodies[0], bodies[1], poses)

    @unittest.skipUnless("SUITE_QUESTIONS" in os.environ, "the program that writes the suite's questions is not named")
    def test_generated_suite(self) -> None:
        """Families whose verdict is known by construction: touching, slender, far away, a last place apart."""
        count = 20_000 if os.environ.get("SUNDER_LONG") else 2_000
        # A sanitizer's library, loaded for Python, is one too many for a program that contains the sanitizer.
        bare = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        text = subprocess.run(
            [os.environ["SUITE_QUESTIONS"], "0", str(count), "7"], capture_output=True, text=True, check=True, env=bare
        ).stdout
        verdicts: dict[str, int] = {}
        asked = [json.loads(line) for line in text.splitlines()]
        self.assertEqual(len(asked), count)
        for one in asked:
            one["ask"] = ["verdict", "distance"]
        for one, told in zip(asked, ask(asked), strict=True):
            expected = one["id"].split()[1]
            verdicts[expected] = verdicts.get(expected, 0) + 1
            self.assertEqual(told["verdict"], expected)
            bodies, poses = placed(one)
            with self.subTest(question=one["id"]):
                self.compare(one, told, bodies[0], bodies[1], poses)
        self.assertGreater(verdicts["touching"], count // 10, verdicts)

    def test_poses_in_every_form(self) -> None:
        rng = np.random.default_rng(3)
        for _ in range(50):
            p, q = points(rng, 3), points(rng, 3)
            a, b = polytopes(p, q)
            t = matrix(rng, 3)
            square = np.vstack([t, [0, 0, 0, 1]])
            forms = [
                t,
                np.asfortranarray(t),
                square,
                t.tolist(),
                sunder.Pose(t),
                np.repeat(t, 2, axis=1)[:, ::2],
            ]
            answers = [interval(sunder.distance(a, b, pose_b=form)) for form in forms]
            self.assertTrue(all(one == answers[0] for one in answers), answers)

    def test_floats_and_integers_are_exact(self) -> None:
        rng = np.random.default_rng(4)
        floats = rng.normal(size=(9, 3)).astype(np.float32)
        self.assertEqual(sunder.Polytope(floats), sunder.Polytope(floats.astype(float)))
        whole = rng.integers(-5, 5, (9, 3))
        self.assertEqual(sunder.Polytope(whole), sunder.Polytope(whole.astype(float)))
        wide = np.zeros((9, 7))
        wide[:, 1::2] = floats
        self.assertEqual(sunder.Polytope(wide[:, 1::2]), sunder.Polytope(floats))
        self.assertEqual(sunder.Polytope(floats.astype(">f4")), sunder.Polytope(floats))
        for bad in ([[2**53 + 1, 0, 0]], [[2**70, 0, 0]], np.array([[1 + 1j, 0, 0]])):
            with self.assertRaises(sunder.Error) as caught:
                sunder.Polytope(bad)
            self.assertEqual(caught.exception.code, "wrong_type")

    def test_every_algorithm_is_asked_by_name(self) -> None:
        box = sunder.Polytope.box([1, 1, 1])
        for one in sunder.algorithms():
            if 3 not in one["dimensions"] and not one["any_dimension"]:
                continue
            trace: list[sunder.TraceStep] = []
            answer = sunder.intersects(box, box, pose_b=sunder.Pose.translation([1.5, 0.25, 0]), algorithm=one["name"], trace=trace)
            self.assertEqual(answer.verdict, sunder.Verdict.OVERLAPPING)
            self.assertTrue(answer.decided_by == one["name"] or answer.why, one["name"])

    def test_hints_are_used(self) -> None:
        rng = np.random.default_rng(5)
        a, b = sunder.Polytope(rng.normal(size=(30, 3))), sunder.Polytope(rng.normal(size=(30, 3)))
        hint = sunder.Hint()
        at = sunder.Pose.identity()
        stages = []
        for step in range(10):
            at = sunder.Pose.translation([5 + step / 100, 0, 0])
            answer = sunder.intersects(a, b, pose_b=at, hint=hint)
            self.assertEqual(answer.verdict, sunder.Verdict.SEPARATED)
            stages.append(answer.stage)
        self.assertEqual(stages[-1], sunder.Stage.HINT)
        self.assertEqual(sunder.prove(a, b, sunder.Hint(direction=[1, 0, 0]), pose_b=at).verdict, sunder.Verdict.SEPARATED)
        false = sunder.Hint(pairs=[[0, 0], [1, 1], [2, 2], [3, 3]], dimension=3)
        self.assertEqual(sunder.prove(a, b, false, pose_b=at).verdict, sunder.Verdict.UNDECIDED)

    def test_contacts_casts_and_rays(self) -> None:
        box = sunder.Polytope.box([1, 1, 1])
        contact = sunder.contact(box, box, pose_b=sunder.Pose.translation([0.5, 0.5, 2]))
        self.assertEqual([contact.verdict.name, len(contact.points), contact.dimension], ["TOUCHING", 4, 2])
        for point in contact.points:
            self.assertEqual(point.depth, 0)
            np.testing.assert_array_equal(point.point_a, point.point_b)
        cast = sunder.cast(box, box, motion_a=[4, 0, 0], pose_b=sunder.Pose.translation([4, 0, 0]))
        self.assertTrue(cast)
        self.assertTrue(cast.lower <= 0.5 <= cast.upper)
        turning = sunder.Motion.rigid([0, 0, 0], [0, 0, 0], np.pi / 2, [0, 0, 1])
        self.assertTrue(sunder.cast(box, box, motion_a=turning, pose_b=sunder.Pose.translation([2.25, 0, 0])))
        path = sunder.cast_path(box, box, lambda t: np.column_stack([np.eye(3), [4 * t, 0, 0]]), 4.0, lambda t: sunder.Pose.translation([4, 0, 0]), 0.0)
        self.assertTrue(abs(path.lower - 0.5) < 1e-6, path)
        ray = sunder.ray_cast([-3, 0, 0], [4, 0, 0], box)
        self.assertTrue(ray.lower <= 0.5 <= ray.upper)
        rays = sunder.ray_casts(np.array([[-3.0, 0, 0], [0, 5, 0]]), np.array([[4.0, 0, 0], [0, 1, 0]]), box, threads=2)
        self.assertEqual(rays["verdicts"].tolist(), [1, 0])
        near = sunder.closest_point([3, 0, 0], box)
        self.assertTrue(near.lower <= 2 <= near.upper)
        exact = sunder.exact_penetration(box, box, pose_b=sunder.Pose.translation([1.5, 0, 0]))
        self.assertEqual(exact["depth_squared"] * 4, 1)

    def test_curved_shapes(self) -> None:
        cylinder = sunder.Shape.cylinder(1, 1)
        away = sunder.Pose.translation([3, 0, 0])
        gap = sunder.distance(cylinder, sunder.Polytope.box([1, 1, 1]), pose_b=away)
        self.assertFalse(gap.proven)
        self.assertTrue(gap.lower <= 1 <= gap.upper)
        ball = sunder.Shape.from_support(lambda u: u)
        self.assertTrue(abs(sunder.distance(ball, cylinder, pose_b=away).upper - 1) < 1e-6)
        self.assertTrue(sunder.intersects(sunder.Shape.ellipsoid([1, 2, 3]), cylinder))
        with self.assertRaises(ZeroDivisionError):
            sunder.distance(sunder.Shape.from_support(lambda u: [1 / 0, 0, 0]), cylinder)
        with self.assertRaises(sunder.Error) as caught:
            sunder.PairBatch([cylinder])  # type: ignore[list-item]
        self.assertEqual(caught.exception.code, "not_served")


if __name__ == "__main__":
    unittest.main()
