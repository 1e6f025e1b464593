# SPDX-License-Identifier: Apache-2.0
"""Whatever is handed in, the package ends with an answer or an exception: a fuzz of calls, and the refusals in words."""

from __future__ import annotations

import gc
import os
import unittest
from typing import Any

import numpy as np

import sunder
from sunder import _core

CALLS = 100_000 if os.environ.get("SUNDER_LONG") else 8_000


class Words(unittest.TestCase):
    def test_refusals_name_code_place_and_remedy(self) -> None:
        box = sunder.Polytope.box([1, 1, 1])
        flat = sunder.Polytope([[0, 0], [1, 0], [0, 1]])
        cone = sunder.Shape.cone(1, 1)
        nan, inf = float("nan"), float("inf")
        cases: list[tuple[Any, str, str]] = [
            (lambda: sunder.Polytope([[0, 0, nan]]), "not_finite", "points"),
            (lambda: sunder.Polytope([[0, 0, inf]]), "not_finite", "points"),
            (lambda: sunder.Polytope([1, 2, 3]), "wrong_shape", "points"),
            (lambda: sunder.Polytope(np.empty((3, 0))), "wrong_shape", "points"),
            (lambda: sunder.Polytope([[1, 2], [3]]), "wrong_shape", "points"),
            (lambda: sunder.Polytope(None), "wrong_type", "points"),  # type: ignore[arg-type]
            (lambda: sunder.Polytope("points"), "wrong_type", "points"),
            (lambda: sunder.Polytope([[10**400, 0]]), "wrong_type", "points"),
            (lambda: sunder.Polytope([[1, 2, 3]], -1), "wrong_shape", "radius"),
            (lambda: sunder.Polytope([[1, 2, 3]], nan), "not_finite", "radius"),
            (lambda: sunder.Polytope.box([-1, 1, 1]), "wrong_shape", "half_extents"),
            (lambda: sunder.Polytope(np.zeros((1, 300))), "too_large", "points"),
            (lambda: sunder.Pose(np.eye(3, 5)), "wrong_shape", "matrix"),
            (lambda: sunder.Pose([[1, 0, 0, nan]] * 3), "not_finite", "matrix"),
            (lambda: sunder.Pose(np.ones((4, 4))), "wrong_shape", "matrix"),
            (lambda: sunder.Pose.from_wxyz([0, 0, 0, 0]), "zero_quaternion", "q"),
            (lambda: sunder.Pose.from_wxyz([1, 0, 0]), "wrong_shape", "q"),
            (lambda: sunder.intersects(box, flat), "dimension_mismatch", "b"),
            (lambda: sunder.intersects(box, box, pose_b=np.eye(3)), "wrong_shape", "pose_b"),
            (lambda: sunder.intersects(box, box, pose_b=sunder.Pose.identity(2)), "dimension_mismatch", "pose_b"),
            (lambda: sunder.intersects(box, 3), "wrong_type", "b"),  # type: ignore[call-overload]
            (lambda: sunder.intersects(box, box, algorithm="gkj"), "unknown_algorithm", "algorithm"),
            (lambda: sunder.intersects(flat, flat, algorithm="vclip"), "not_served", "algorithm"),
            (lambda: sunder.distance(box, box, width=-1), "wrong_shape", "width"),
            (lambda: sunder.penetration(sunder.Polytope(np.eye(4)), sunder.Polytope(np.eye(4))), "not_served", "penetration"),
            (lambda: sunder.margin(box, box, nan), "not_finite", "distance"),
            (lambda: sunder.contact(box, box, near=-1), "wrong_shape", "near"),
            (lambda: sunder.contact(box, box, max_points=-1), "wrong_shape", "max_points"),
            (lambda: sunder.ray_cast([0, 0, nan], [1, 0, 0], box), "not_finite", "origin, direction"),
            (lambda: sunder.Certificate.from_json("{"), "syntax", "text"),
            (lambda: sunder.Certificate.from_bytes(b"x"), "bad_certificate", "bytes"),
            (lambda: sunder.read("no such file.stl"), "cannot_read", "no such file.stl"),
            (lambda: sunder.PairBatch([]), "wrong_type", "bodies"),
            (lambda: sunder.PairBatch([box, flat], None, [0], [1]), "dimension_mismatch", "bodies"),
            (lambda: sunder.PairBatch([box], np.zeros((2, 4, 3)), 0, 0), "wrong_shape", "poses"),
            (lambda: sunder.PairBatch([box], None, [2**40], [0]), "wrong_shape", "body_a"),
            (lambda: sunder.PairBatch([box], None, [0], [0]).intersects(stop="x"), "wrong_shape", "stop"),
            (lambda: sunder.PairBatch([box], None, np.array([0.5]), [0]), "wrong_type", "body_a"),
            (lambda: sunder.PairBatch([box], None, [0, 0], [0]), "wrong_shape", "body_b"),
            (lambda: sunder.PairBatch([box], None, [0], [0]).intersects(threads=-1), "wrong_shape", "threads"),
            (lambda: sunder.distance(box, box, tolerance=1e-6), "not_served", "tolerance"),
            (lambda: sunder.penetration(box, box, tolerance=1e-6), "not_served", "tolerance"),
            (lambda: sunder.intersects(box, cone, hint=sunder.Hint()), "not_served", "hint"),
            (lambda: sunder.intersects(cone, box, max_faces=5), "not_served", "max_faces"),
            (lambda: sunder.distance(box, cone, trace=[]), "not_served", "trace"),
            (lambda: sunder.penetration(cone, cone, width=1e-6), "not_served", "width"),
        ]
        for number, (call, code, where) in enumerate(cases):
            with self.subTest(case=number), self.assertRaises(sunder.Error) as caught:
                call()
            error = caught.exception
            self.assertEqual((error.code, error.where), (code, where), str(error))
            self.assertIn(error.what, str(error))


class Fuzz(unittest.TestCase):
    """Calls with arguments drawn from good ones and all kinds of bad ones."""

    def setUp(self) -> None:
        self.rng = np.random.default_rng(int(os.environ.get("SUNDER_SEED", "99")))
        rng = self.rng
        self.bodies: list[Any] = [sunder.Polytope(rng.normal(size=(8, d))) for d in (1, 2, 3, 4)] + [
            sunder.Polytope.ball(0.5),
            sunder.Polytope(np.empty((0, 3))),
            sunder.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]),
            sunder.Mesh(np.eye(3), [[0, 1, 2]]),
            sunder.Body([sunder.Mesh(np.eye(3), [[0, 1, 2]]), (sunder.Polytope.box([1, 1, 1]), np.eye(3, 4))]),
            sunder.Shape.cylinder(1, 1),
            sunder.Shape.from_support(lambda u: u),
            sunder.Shape.from_support(lambda u: "x"),
        ]
        box = self.bodies[2]
        answer = sunder.distance(box, box)
        self.things: list[Any] = [
            None, 0, -1, 1, 2**31, 2**63, 10**400, 0.5, float("nan"), float("inf"), True, "auto", "", "gjk", "\0", b"x",
            [], {}, (), object(), int, np.float32(1), np.float64("nan"), np.int8(3), np.datetime64("now"),
            np.empty(0), np.empty((0, 3)), np.empty((3, 0)), np.zeros((3, 4)), np.eye(4), np.eye(3, 4), np.eye(2, 3),
            np.eye(3, 4, dtype=np.float32), np.eye(3, 4, dtype=np.int64), np.eye(3, 4, dtype=complex), np.eye(3, 4)[:, ::-1],
            np.eye(6, 8)[::2, ::2], np.broadcast_to(1.0, (3, 4)), np.full((3, 4), np.nan), np.full((3, 4), 1e308),
            np.zeros((5, 3, 4)), np.zeros((5, 4, 4)), np.zeros((5, 3, 4), ">f8"), np.zeros((2, 2, 2, 2)), np.zeros(3), np.ones(3),
            np.zeros(4), np.arange(5), np.arange(5, dtype=np.int32), np.arange(5, dtype=np.uint8), np.array(["a"]),
            np.array([None]), np.array(1.0), np.zeros(3, dtype=[("x", "f8"), ("y", "f4")])["x"],
            [[1, 2, 3]], [[0, 1, 2], [2, 1, 0]], np.zeros((2, 3), np.int32), [[1, 2], [3]], [0, 1, 2], [1.5, 2, 3], ["a"], [None], "abc",
            sunder.Pose.identity(3), sunder.Pose.identity(2), sunder.Pose.from_wxyz([1, 2, 3, 4]), sunder.Hint(),
            sunder.Hint(direction=[1, 0, 0]), sunder.Motion.linear([1, 0, 0]), sunder.Motion.linear([1, 0]),
            answer, sunder.intersects(box, box), sunder.margin(box, box, 1), sunder.certify(box, box, answer),
            sunder.Certificate.from_json('{"pairs": [[0, 99]]}'), sunder.Scene(), lambda *x: x, lambda t: np.eye(3, 4),
        ]  # fmt: skip
        self.functions = [
            getattr(_core, name)
            for name in dir(_core)
            if not name.startswith("_") and callable(getattr(_core, name)) and name not in ("run", "Scene")
        ]
        for owner in (sunder.Polytope, sunder.Mesh, sunder.Body, sunder.Pose, sunder.Shape, sunder.Motion, sunder.Certificate):
            self.functions += [
                getattr(owner, name) for name in dir(owner) if not name.startswith("_") and callable(getattr(owner, name))
            ]
        scene = sunder.Scene()
        for k in range(4):
            scene.add(self.bodies[2 + k % 2 * 4], sunder.Pose.translation([k, 0, 0]))
        self.functions += [getattr(scene, name) for name in dir(scene) if not name.startswith("_") and name != "read" and callable(getattr(scene, name))]

    def thing(self, body: bool) -> Any:
        pool = self.bodies if body and self.rng.random() < 0.9 else self.things
        return pool[int(self.rng.integers(len(pool)))]

    def call(self, function: Any) -> None:
        count = int(self.rng.integers(0, 6))
        arguments = [self.thing(k < 2) for k in range(count)]
        if function is _core.PairBatch:
            arguments = [[self.bodies[int(self.rng.integers(6))]] * 3, *(self.thing(False) for _ in range(count))]
        named = {}
        for key in ("pose_a", "pose_b", "algorithm", "hint", "trace", "width", "near", "max_points", "motion_a", "radius", "count", "as_", "body", "threads"):
            if self.rng.random() < 0.06:
                named[key] = self.thing(False)
        try:
            made = function(*arguments, **named)
            repr(made)
            if isinstance(made, sunder.PairBatch) and len(made) < 1000:
                for ask in ("intersects", "distances", "contacts", "closest", "certificates", "hints"):
                    try:
                        getattr(made, ask)()
                    except (sunder.Error, TypeError):
                        pass
        except (sunder.Error, TypeError, ValueError, OverflowError, IndexError, UnicodeError):
            return
        except MemoryError:
            return

    def test_random_calls(self) -> None:
        for number in range(CALLS):
            self.call(self.functions[int(self.rng.integers(len(self.functions)))])
            if number % 997 == 0:
                gc.collect()

    def test_objects_freed_early(self) -> None:
        poses = np.tile(np.eye(3, 4), (10, 1, 1))
        poses[:, 0, 3] = np.arange(10)
        expected = sunder.PairBatch([sunder.Polytope.box([1, 1, 1])], poses, 0, 0, 0).distances()
        for _ in range(20):
            batch = sunder.PairBatch([sunder.Polytope.box([1, 1, 1])], poses.copy(), 0, 0, 0)
            gc.collect()
            junk = np.random.default_rng().normal(size=(10, 3, 4))
            np.testing.assert_array_equal(batch.distances(), expected)
            del junk
        out = sunder.PairBatch([sunder.Polytope.box([1, 1, 1])], poses, 0, 0, 0).distances()
        gc.collect()
        np.testing.assert_array_equal(out, expected)
        normal = sunder.distance(sunder.Polytope.box([1, 1, 1]), sunder.Polytope.box([1, 1, 1]), pose_b=poses[5]).normal
        gc.collect()
        np.testing.assert_array_equal(normal, [1, 0, 0])


if __name__ == "__main__":
    unittest.main()
