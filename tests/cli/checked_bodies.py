# SPDX-License-Identifier: Apache-2.0
"""Certificates of bodies that are not convex, held against both checkers, and forged ones."""

import copy
import json
import math
import os
import pathlib
import sys
import tempfile
import unittest

from sunder import run

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python"))

import check_certificates as checker  # noqa: E402


def both_check(questions, answers):
    """(exit status and summary of `sunder verify`, tally of the second checker)."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, lines in (("questions", questions), ("answers", answers)):
            paths.append(os.path.join(folder, name))
            with open(paths[-1], "w", encoding="utf-8") as file:
                file.writelines((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
        done = run("verify", "--json", *paths)
        found = []
        try:
            tally = checker.check_files(*paths, report=found.append)
        except checker.BadInput as problem:
            return done, None, [str(problem)]
        return done, tally, found


def places(node, path=()):
    """All paths to the values of a certificate."""
    yield path
    if isinstance(node, dict):
        for key, value in node.items():
            yield from places(value, path + (key,))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from places(value, path + (index,))


def replaced(node, path, change):
    if not path:
        return change(node)
    node = copy.copy(node)
    node[path[0]] = replaced(node[path[0]], path[1:], change)
    return node


def forgeries(certificate):
    """The certificate with one change: nearly all prove nothing."""
    for path in places(certificate):
        value = certificate
        for step in path:
            value = value[step]
        if isinstance(value, list):
            changes = [lambda v: None, lambda v: 7, lambda v: v[1:] + v[:1] + v[:1] if v else [0]]
            if path[-1:] in (("pairs",), ("separations",), ("a",), ("b",), ("triangles",)):
                changes += [lambda v: v[:-1], lambda v: v + v[-1:]]
        elif isinstance(value, dict):
            changes = [lambda v: [], lambda v: {**v, "surplus": 1}]
            changes += [lambda v, k=k: {x: y for x, y in v.items() if x != k} for k in value]
        elif isinstance(value, str) or isinstance(value, float) or path[-2:-1] == (4,) or "point" in path:
            changes = [lambda v: "0x1", lambda v: "1/0", lambda v: "9" * 100_001, lambda v: math.nan, lambda v: True]
        else:
            changes = [lambda v: -1, lambda v: 1 << 30, lambda v: 1 << 40, lambda v: 0.5, lambda v: "0"]
        for change in changes:
            forged = replaced(certificate, path, change)
            if forged != certificate:
                yield path, forged


class CheckedBodies(unittest.TestCase):
    def accepted(self, questions, answers):
        done, tally, found = both_check(questions, answers)
        self.assertEqual(done.returncode, 0, done.stderr[:1000])
        self.assertEqual(found, [])
        summary = json.loads(done.stdout)
        self.assertEqual(summary["verdicts"]["unchecked"], 0, summary)
        self.assertEqual(tally.bare, 0)
        self.assertEqual(summary["by_theorem"], tally.by_theorem)
        return summary, tally

    def refused(self, question, answer, why):
        done, tally, found = both_check([question], [answer])
        # 1 is refuted, 2 an answer that cannot be read.
        self.assertIn(done.returncode, (1, 2), "%s: %s" % (why, done.stdout))
        self.assertTrue(found, why)

    def agree(self, question, answers):
        """The number of answers that both checkers refuse; what they accept is the same."""
        done, tally, found = both_check([question] * len(answers), answers)
        summary = json.loads(done.stdout)
        # The second checker accepts an answer as a whole; a refuted interval has a verdict that is accepted.
        whole = summary["verdicts"]["accepted"] - summary["intervals"]["refuted"]
        first = [whole, summary["intervals"]["accepted"], summary["by_theorem"]]
        second = [tally.accepted, tally.checked, tally.by_theorem]
        if first != second:
            self.assertGreater(len(answers), 1, "%s %s %s %s %s" % (first, second, answers, done.stderr, found))
            half = len(answers) // 2
            self.agree(question, answers[:half])
            self.agree(question, answers[half:])
        return len(answers) - tally.accepted
