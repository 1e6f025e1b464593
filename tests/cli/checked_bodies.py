# SPDX-License-Identifier: Apache-2.0
"""Certificates of bodies that are not convex, held against both checkers, and forged ones."""

import copy
import itertools
import json
import math
import os
import pathlib
import random
import sys
import tempfile
import unittest

from sunder import query, run

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


def drawn_forgeries(certificate, draw, most):
    forged = [changed for _, changed in forgeries(certificate)]
    return draw.sample(forged, min(len(forged), most))


MARGIN_WORDS = {"separated": "farther", "touching": "exactly", "overlapping": "closer"}


def padded_verdict(square, radius):
    """The verdict of bodies at the root of `square`, more than 0, padded by a sum of radii."""
    return ("separated", "touching", "overlapping")[(radius**2 >= square) + (radius**2 > square)]


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

    def agree_on_margins(self, question, answers):
        """The number of answers that both checkers refuse; what they accept of margins is the same."""
        done, tally, _ = both_check([question] * len(answers), answers)
        margins = json.loads(done.stdout)["margins"]
        self.assertEqual(margins["accepted"] + margins["unchecked"], tally.accepted, question)
        return len(answers) - tally.accepted

    def refuse_forged(self, questions, answers, draw, most, least=0.8):
        """Certificates with one change are refused, but for a share that leaves a proof, and so is every other verdict."""
        refused = count = 0
        for question, answer in zip(questions, answers):
            for verdict in ("separated", "touching", "overlapping"):
                weaker = answer["verdict"] == "overlapping" and verdict == "touching" and "point" not in answer["certificate"]
                if verdict != answer["verdict"] and not weaker:
                    self.refused(question, {**answer, "verdict": verdict}, verdict)
            forged = drawn_forgeries(answer["certificate"], draw, most)
            # A change may leave a proof, such as of another point; both checkers must agree.
            refused += self.agree(question, [{**answer, "certificate": certificate} for certificate in forged])
            count += len(forged)
        self.count_refused(refused, count, least)

    def expect_margins(self, part, bodies_of, most):
        """Asks about a part, plain and with a radius, at margins at each of which bodies_of() are exactly or nearer. All is
        proven, and what is forged of it refused."""
        questions = []
        for radius, margin in itertools.product((0, 0.125), (0.25, 0.5)):
            for body in bodies_of(margin):
                questions.append({"a": {"parts": [part], "radius": radius}, "b": body, "id": len(questions),
                                  "ask": ["distance"], "margin": margin, "certificate": "full"})
        status, answers = query(*questions)
        self.assertEqual(status, 0)
        summary, _ = self.accepted(questions, answers)
        self.assertEqual([summary[key]["accepted"] for key in ("verdicts", "intervals", "margins")], [len(questions)] * 3)
        self.assertEqual({answer["margin"] for answer in answers}, set(MARGIN_WORDS.values()))
        self.refuse_forged_margins(questions, answers, random.Random(8), most)

    def refuse_forged_margins(self, questions, answers, draw, most, least=0.7):
        """The same of certificates and margins of bodies with radii. Each question has a margin."""
        refused = count = 0
        for question, answer in zip(questions, answers):
            for word in set(MARGIN_WORDS.values()) - {answer["margin"]}:
                self.refused(question, {**answer, "margin": word}, word)
            # A proof about a radius that grew, or about a margin of another place.
            self.refused({**question, "b": {**question["b"], "radius": 2**-30}}, answer, "a larger radius")
            if answer["margin"] == "exactly":
                for margin in (math.nextafter(question["margin"], 0), math.nextafter(question["margin"], 1)):
                    self.refused({**question, "margin": margin}, answer, margin)
            forged = drawn_forgeries(answer["certificate"], draw, most)
            bare, plain = ({k: v for k, v in node.items() if not k.startswith("margin")} for node in (question, answer))
            refused += self.agree(bare, [{**plain, "certificate": certificate} for certificate in forged])
            count += len(forged)
            forged = drawn_forgeries(answer["margin_certificate"], draw, most)
            refused += self.agree_on_margins(question, [{**answer, "margin_certificate": proof} for proof in forged])
            count += len(forged)
        self.count_refused(refused, count, least)

    def count_refused(self, refused, count, least):
        print(refused, "of", count, "changed certificates are refused", flush=True)
        self.assertGreater(refused, least * count)

    def refuse_intervals(self, question, answer, distance):
        """Intervals beside a true certificate that it does not prove, of bodies at that distance."""
        lower, upper = answer["distance"]
        self.assertTrue(lower <= distance <= upper and upper - lower < 1e-9)
        for interval in ([lower * 1.001, upper * 1.001], [lower * 0.9, upper * 0.999], [0, 0], [-1, upper], [upper, lower]):
            self.refused(question, {**answer, "distance": interval}, interval)
