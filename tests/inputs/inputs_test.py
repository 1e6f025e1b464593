#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The public cases and the suite's touching pairs in each form of input: the pipe, with bodies inside the question
and defined before it, and files of each format that can represent them exactly. The verdict is the known one.
C++ has tests of its own (cases_test, suite_test)."""
import collections
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from bodies import FORMATS, Body, defined

SUNDER = os.environ.get("SUNDER")
QUESTIONS = os.environ.get("SUITE_QUESTIONS")
CASES = pathlib.Path(__file__).resolve().parent.parent / "cases"
COUNT = 5720 if os.environ.get("SUNDER_LONG") else 572  # pairs of the suite: 4 of each kind in each dressing, or 40
IN_FILES = COUNT if os.environ.get("SUNDER_LONG") else 143
STEP = 7  # has no divisor in common with the suite's cycles


class Pair:
    """A question and the known part of its answer; distance and depth may be unknown."""

    def __init__(self, name, question, verdict, slack=0, distance=None, depth=None):
        self.name, self.question, self.verdict = name, question, verdict
        self.slack, self.distance, self.depth = slack, distance, depth
        self.dimension = len(question["a"]["vertices"][0])


def cases():
    for path in sorted(CASES.glob("*.json")):
        case = json.loads(path.read_text())
        known = case["expected"]
        verdict = "separated" if not known["exact_intersects"] else "touching" if known["touching"] else "overlapping"
        bodies = case["a"], case["b"]
        coordinates = [abs(x) for body in bodies for vertex in body["vertices"] for x in vertex]
        offsets = [abs(row[-1]) for body in bodies for row in body["transform"] or []]
        question = {"a": case["a"], "b": case["b"], "ask": ["verdict", "distance", "depth"], "certificate": "full"}
        yield Pair(path.stem, question, verdict, 1e-12 * max(coordinates + offsets), known["distance"],
                   known["penetration_depth"])


def suite(count):
    done = subprocess.run([QUESTIONS, "0", str(count), str(STEP)], stdout=subprocess.PIPE, check=True, text=True)
    for line in done.stdout.splitlines():
        question = json.loads(line)
        verdict = question["id"].split()[1]
        yield Pair(question["id"], question, verdict, 0, None if verdict == "separated" else 0)


@unittest.skipUnless(SUNDER, "the program is not part of this build")
class Inputs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def hold(self, pair, form, answer, verdict):
        where = "%s, %s" % (pair.name, form)
        self.assertEqual(answer["verdict"], verdict, where)
        lower, upper = answer["distance"]
        if pair.distance is not None:
            self.assertLessEqual(lower - pair.slack, pair.distance, where)
            self.assertTrue(upper is None or upper + pair.slack >= pair.distance, where)
        if verdict != "separated":
            self.assertEqual([lower, upper], [0, 0], where)
        if "depth" in answer and pair.depth is not None and verdict == "overlapping":
            lower, upper = answer["depth"]
            self.assertLessEqual(lower, pair.depth * (1 + 1e-9), where)
            self.assertGreaterEqual(upper, pair.depth * (1 - 1e-9), where)

    def through_the_pipe(self, pairs, form):
        questions, answers = self.folder / "questions.jsonl", self.folder / "answers.jsonl"
        with open(questions, "w", encoding="ascii") as out:
            for number, pair in enumerate(pairs):
                lines = [pair.question] if form == "inline" else defined(pair.question, number)
                out.writelines(json.dumps(line) + "\n" for line in lines)
        with open(questions, "rb") as given, open(answers, "wb") as out:
            subprocess.run([SUNDER, "query"], stdin=given, stdout=out, check=True)
        answered = [json.loads(line) for line in answers.read_text().splitlines()]
        self.assertEqual(len(answered), len(pairs))
        for pair, answer in zip(pairs, answered):
            self.hold(pair, form, answer, pair.verdict)
        done = subprocess.run([SUNDER, "verify", questions, answers], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-2000:])
        return answered

    def through_files(self, pairs):
        """The number of pairs that each format represents."""
        held = collections.Counter()
        for pair in pairs:
            bodies = Body(pair.question["a"]), Body(pair.question["b"])
            # A flat set has no interior: in space, two that meet touch.
            verdict = "touching" if pair.dimension == 2 and pair.verdict == "overlapping" else pair.verdict
            for name, (extension, write) in FORMATS.items():
                texts = [write(body) for body in bodies]
                if None in texts:
                    continue
                held[name] += 1
                paths = [self.folder / (key + extension) for key in "ab"]
                for path, text in zip(paths, texts):
                    path.write_bytes(text if isinstance(text, bytes) else text.encode())
                done = subprocess.run([SUNDER, "check", *paths, "--as", "hull", "--json"], capture_output=True)
                self.assertIn(done.returncode, (0, 1), (pair.name, name, done.stderr))
                report = json.loads(done.stdout)
                self.assertEqual(len(report["pairs"]), 1, (pair.name, name))
                self.hold(pair, name, report["pairs"][0], verdict)
        return held

    def test_cases_inline_and_defined(self):
        pairs = list(cases())
        self.assertEqual(len(pairs), 32)
        inline, named = (self.through_the_pipe(pairs, form) for form in ("inline", "defined"))
        for pair, one, other in zip(pairs, inline, named):
            self.assertEqual((one["distance"], one["depth"]), (other["distance"], other["depth"]), pair.name)

    def test_cases_in_files(self):
        held = self.through_files(list(cases()))
        self.assertEqual(held["COLLADA"], 32)  # it represents any double, and a matrix
        self.assertEqual(sorted(held), sorted(FORMATS))

    @unittest.skipUnless(QUESTIONS, "the suite is not part of this build")
    def test_suite_inline_and_defined(self):
        pairs = list(suite(COUNT))
        self.assertEqual(len(pairs), COUNT)
        inline, named = (self.through_the_pipe(pairs, form) for form in ("inline", "defined"))
        for pair, one, other in zip(pairs, inline, named):
            self.assertEqual(one["distance"], other["distance"], pair.name)

    @unittest.skipUnless(QUESTIONS, "the suite is not part of this build")
    def test_suite_in_files(self):
        pairs = [pair for pair in suite(IN_FILES) if pair.dimension in (2, 3)]
        held = self.through_files(pairs)
        self.assertGreater(held["COLLADA"], len(pairs) * 9 // 10)
        self.assertEqual(sorted(held), sorted(FORMATS))


if __name__ == "__main__":
    unittest.main()
