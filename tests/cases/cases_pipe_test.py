#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The public cases through the pipe: exact verdicts, narrow intervals; both checkers accept all."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SUNDER = os.environ.get("SUNDER")
HERE = pathlib.Path(__file__).resolve().parent
CHECKER = HERE.parent / "python" / "check_certificates.py"


def verdict_of(expected):
    if not expected["exact_intersects"]:
        return "separated"
    return "touching" if expected["touching"] else "overlapping"


def scale_of(case):
    bodies = case["a"], case["b"]
    numbers = [abs(x) for body in bodies for vertex in body["vertices"] for x in vertex]
    return max(numbers + [abs(row[-1]) for body in bodies for row in body["transform"] or []])


def questions_of(case, name):
    bodies = {"a": case["a"], "b": case["b"]}
    measured = {"ask": ["verdict", "distance", "depth"], "certificate": "full", **bodies}
    apart = {**measured, "ask": ["verdict", "distance"]}  # for algorithms that measure no depth
    for algorithm in ("auto", "gjk"):
        yield {"id": "%s, %s" % (name, algorithm), "algorithm": algorithm,
               **(measured if algorithm == "auto" else apart)}
    yield {"id": name + ", lp", "algorithm": "lp", **bodies}
    yield {"id": name + ", width", "width": 1e-9, **measured}


@unittest.skipUnless(SUNDER, "the program is not part of this build")
class CasesPipe(unittest.TestCase):
    def test_all_cases(self):
        cases = {path.stem: json.loads(path.read_text()) for path in sorted(HERE.glob("*.json"))}
        self.assertEqual(len(cases), 32)
        lines = [json.dumps(q) for name, case in cases.items() for q in questions_of(case, name)]
        with tempfile.TemporaryDirectory() as folder:
            questions = pathlib.Path(folder) / "questions.jsonl"
            answers = pathlib.Path(folder) / "answers.jsonl"
            questions.write_text("\n".join(lines) + "\n")
            with open(questions, "rb") as given, open(answers, "wb") as out:
                subprocess.run([SUNDER, "query"], stdin=given, stdout=out, check=True)
            answered = [json.loads(line) for line in answers.read_text().splitlines()]
            self.assertEqual(len(answered), len(lines))
            for answer in answered:
                self.check(answer, cases[answer["id"].split(",")[0]])
            for checker in ([SUNDER, "verify"], [sys.executable, "-B", str(CHECKER)]):
                done = subprocess.run(checker + [str(questions), str(answers)], capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-2000:])

    def check(self, answer, case):
        expected = case["expected"]
        self.assertEqual(answer["verdict"], verdict_of(expected), answer["id"])
        if "distance" not in answer:
            return
        lower, upper = answer["distance"]
        if answer["id"].endswith("width"):
            self.assertLessEqual(upper - lower, 1e-9 * lower, answer["id"])
        slack = 1e-12 * scale_of(case)
        self.assertLessEqual(lower - slack, expected["distance"], answer["id"])
        self.assertGreaterEqual(upper + slack, expected["distance"], answer["id"])
        if "depth" in answer:
            self.check_depth(answer, expected)

    def check_depth(self, answer, expected):
        """Within 1e-9 of the depth if it is requested, and the right normal if it is unique."""
        lower, upper = answer["depth"]
        if answer["verdict"] != "overlapping":
            self.assertEqual([lower, upper], [0, 0], answer["id"])
            return
        if answer["id"].endswith("width"):
            self.assertLessEqual(upper - lower, 1e-9 * upper, answer["id"])
        depth = expected.get("penetration_depth")
        if depth is not None:
            self.assertLessEqual(lower, depth * (1 + 1e-9), answer["id"])
            self.assertGreaterEqual(upper, depth * (1 - 1e-9), answer["id"])
        normal = expected.get("normal_a_to_b")
        if normal is not None and expected.get("minimum_directions") == 1:
            for found, right in zip(answer["normal"], normal):
                self.assertAlmostEqual(found, right, 6, answer["id"])


if __name__ == "__main__":
    unittest.main()
