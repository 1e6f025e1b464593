# SPDX-License-Identifier: Apache-2.0
"""Certificates of the package are accepted by `sunder verify`, and the pipe's by the package; forged ones by neither."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import pickle
import tempfile
import unittest
from typing import Any

import numpy as np
from bodies import matrices, points, polytopes, question

import sunder
from sunder import _core


def check_files(questions: list[Any], answers: list[Any]) -> int:
    """The exit status of `sunder verify`."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / name for name in ("q.jsonl", "a.jsonl")]
        for path, lines in zip(paths, (questions, answers), strict=True):
            path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        with open(os.devnull, "w", encoding="utf-8") as quiet, contextlib.ExitStack() as stack:
            for stream in (1, 2):
                kept = os.dup(stream)
                stack.callback(os.close, kept)
                stack.callback(os.dup2, kept, stream)
                os.dup2(quiet.fileno(), stream)
            return _core.run(["sunder", "verify", *map(str, paths)])


class Certificates(unittest.TestCase):
    def setUp(self) -> None:
        rng = np.random.default_rng(11)
        self.made = []
        for dimension in (2, 3, 4):
            for _ in range(60):
                p, q = points(rng, dimension), points(rng, dimension)
                self.made.append((p, q, *matrices(rng, dimension)))

    def test_both_ways(self) -> None:
        asked: list[Any] = []
        answered: list[Any] = []
        for p, q, s, t in self.made:
            a, b = polytopes(p, q)
            poses: dict[str, Any] = {"pose_a": s, "pose_b": t}
            gap = sunder.distance(a, b, **poses)
            proof = sunder.certify(a, b, gap, **poses)
            assert isinstance(proof, sunder.Certificate)
            self.assertTrue(sunder.verify(a, b, proof, **poses))
            asked.append(question(p, q, s, t, ask=["verdict", "distance"], certificate="full", id=len(asked)))
            answered.append(
                {
                    "id": len(answered),
                    "verdict": gap.verdict.name.lower(),
                    "distance": [gap.lower, gap.upper],
                    "certificate": json.loads(proof.to_json()),
                    "proven": True,
                }
            )
        self.assertEqual(check_files(asked, answered), 0)
        answered[0]["verdict"] = "touching" if answered[0]["verdict"] != "touching" else "overlapping"
        self.assertEqual(check_files(asked, answered), 1)

    def test_those_of_the_pipe(self) -> None:
        text = "".join(json.dumps(question(*one, certificate="full")) + "\n" for one in self.made)
        for line, (p, q, s, t) in zip(sunder.query(text).splitlines(), self.made, strict=True):
            a, b = polytopes(p, q)
            proof = sunder.Certificate.from_json(json.dumps(json.loads(line)["certificate"]))
            self.assertTrue(sunder.verify(a, b, proof, s, t), line)

    def test_forged_ones_are_refused(self) -> None:
        a, b = sunder.Polytope.box([1, 1, 1]), sunder.Polytope.box([1, 1, 1])
        away = sunder.Pose.translation([5, 0, 0])
        good = sunder.certify(a, b, sunder.intersects(a, b, pose_b=away), pose_b=away)
        self.assertTrue(sunder.verify(a, b, good, pose_b=away))
        found = sunder.verify(a, b, good, pose_b=sunder.Pose.translation([1, 0, 0]))
        self.assertFalse(found)
        self.assertNotEqual(found.reason, "")
        for text in ("", "{", '{"direction": [1]}', '{"pairs": [[0, 99]]}', "[]"):
            try:
                read = sunder.Certificate.from_json(text)
            except sunder.Error as error:
                self.assertNotEqual(error.code, "")
                continue
            self.assertFalse(sunder.verify(a, b, read, pose_b=away), text)

    def test_depths_and_margins(self) -> None:
        for p, q, s, t in self.made:
            if p.shape[1] > 3:
                continue
            a, b = polytopes(p, q, (0.25, 0.0))
            for answer in (sunder.penetration(a, b, s, t), sunder.margin(a, b, 0.5, s, t), sunder.intersects(a, b, s, t)):
                proof = sunder.certify(a, b, answer, s, t)
                self.assertTrue(sunder.verify(a, b, proof, s, t), (answer, proof))

    def test_pickles(self) -> None:
        p, q, s, t = self.made[0]
        a, b = polytopes(p, q)
        proof = sunder.certify(a, b, sunder.intersects(a, b, s, t), s, t)
        again = pickle.loads(pickle.dumps(proof))
        self.assertEqual(again, proof)
        self.assertEqual(hash(again), hash(proof))
        for body in (a, sunder.Polytope.ball(0.5), sunder.Polytope(np.empty((0, 3))), sunder.Polytope(np.eye(5))):
            self.assertEqual(pickle.loads(pickle.dumps(body)), body)
            self.assertEqual(hash(pickle.loads(pickle.dumps(body))), hash(body))
        for pose in (sunder.Pose(s), sunder.Pose.from_wxyz([1, 2, 3, 4], [5, 6, 7]), sunder.Pose.identity(5)):
            self.assertEqual(pickle.loads(pickle.dumps(pose)), pose)
        self.assertNotEqual(sunder.Polytope.ball(0.5), sunder.Polytope.ball(0.25))


if __name__ == "__main__":
    unittest.main()
