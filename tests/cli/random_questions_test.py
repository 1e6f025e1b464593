#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random questions of every kind through the pipe: each is answered, and both checkers accept.

Numbers come from short lists, so that bodies touch, coincide, and are flat or single points; every
fourth question draws them from the ends of the doubles' range instead.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

from sunder import question_words

SUNDER = os.environ.get("SUNDER", "build/release/sunder")
CHECKER = pathlib.Path(__file__).resolve().parent.parent / "python" / "check_certificates.py"
SHORT = [0, 1, -1, 0.5, 2, -2, 3, 0.25, 1.5]
GRID = [0, 1, 2]
WILD = [0, 1, -1, 5e-324, 1e-300, 1e300, -1e308, 1e6 + 0.25, 0.1, 0.2, 1 / 3, -0.0, 1 + 2.0**-52]
ANYWHERE = question_words(dimensions="any")
PLANE_AND_SPACE = question_words(dimensions="plane_and_space")


class Draw:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, share):
        return self.random.random() < share

    def vector(self, size):
        return [self.random.choice(self.numbers) for _ in range(size)]

    def axis(self):
        return [1.0] + [self.random.choice(SHORT) for _ in range(2)]

    def body(self, d, least):
        count = max(least, self.random.choice([0, 1, 2, 3, 4, 5, 8, 8]))
        body = {"vertices": [self.vector(d) for _ in range(count)]}
        if d == 3 and self.chance(0.3):
            body["quaternion"] = [2] + [self.random.choice(SHORT) for _ in range(3)]
            body["translation"] = self.vector(3)
        elif self.chance(0.2):
            body["transform"] = [self.vector(d + 1) for _ in range(d)]
        elif self.chance(0.5):
            rows = [[float(i == k) for k in range(d)] for i in range(d)]
            body["transform"] = [row + self.vector(1) for row in rows]
        return body

    def motion(self, d):
        motion = {"translation": self.vector(d)}
        if self.chance(0.3):
            motion.update(angle=self.random.choice(self.numbers), centre=self.vector(d))
            if d == 3:
                motion["axis"] = self.axis()
        return motion

    def question(self, identity):
        self.numbers = self.random.choice([WILD, SHORT, GRID, GRID])
        d = self.random.choice([1, 2, 2, 3, 3, 3, 4])
        words = ANYWHERE + (PLANE_AND_SPACE if d in (2, 3) else [])
        ask = self.random.sample(words, self.random.choice([1, 2, 3]))
        # Two empty bodies do not determine the dimension.
        question = {"id": identity, "a": self.body(d, 0), "b": self.body(d, 1), "ask": ask}
        question["certificate"] = self.random.choice(["full", "full", "short"])
        if d in (2, 3) and self.chance(0.3):
            question["margin"] = self.random.choice(self.numbers)
        # In more dimensions a larger radius of a would have "contains" take a depth, and be refused.
        if self.chance(0.3):
            question["b"]["radius"] = abs(self.random.choice(self.numbers))
            if d in (2, 3) and self.chance(0.5):
                question["a"]["radius"] = abs(self.random.choice(self.numbers))
        if "cast" in ask:
            for body in ("a", "b"):
                question[body]["motion"] = self.motion(d)
        if "contact" in ask and self.chance(0.4):
            question["max_points"] = self.random.choice([1, 2, 4])
        if "contact" in ask and self.chance(0.4):
            question["near"] = abs(self.random.choice(self.numbers))
        if self.chance(0.2):
            question["width"] = self.random.choice([1e-15, 1e-9, 1e-300, 1])
        return question


class RandomQuestions(unittest.TestCase):
    def test_are_answered_and_both_checkers_accept(self):
        draw = Draw(4)
        questions = [draw.question(i) for i in range(800)]
        with tempfile.TemporaryDirectory() as folder:
            asked, told = (pathlib.Path(folder) / name for name in ("q.jsonl", "a.jsonl"))
            asked.write_text("".join(json.dumps(q) + "\n" for q in questions))
            with open(asked, "rb") as given, open(told, "wb") as out:
                done = subprocess.run([SUNDER, "query"], stdin=given, stdout=out, timeout=300)
            answers = [json.loads(line) for line in told.read_text().splitlines()]
            refused = [a for a in answers if "error" in a]
            self.assertEqual((done.returncode, refused), (0, []))
            self.assertEqual(len(questions), len(answers))
            for question, answer in zip(questions, answers):
                self.assertEqual(question["id"], answer["id"])
                for word in set(question["ask"]) - {"verdict"}:
                    self.assertIn(word, answer)
            for checker in ([SUNDER, "verify"], [sys.executable, "-B", str(CHECKER)]):
                done = subprocess.run(
                    checker + [str(asked), str(told)], capture_output=True, text=True, timeout=300
                )
                self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-2000:])
        verdicts = [answer["verdict"] for answer in answers]
        for verdict in ("separated", "touching", "overlapping"):
            self.assertGreater(verdicts.count(verdict), 30)


if __name__ == "__main__":
    unittest.main()
