#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The product of questions, options, algorithms, dimensions, kinds of body and scales, through the pipe.

Each pair of bodies is queried once for each algorithm, inline and defined. Each line gets one answer or one
refusal. All algorithms agree on the verdict, each interval overlaps that of auto, and `sunder verify` accepts all.
The product has 360 cells: a dimension, a kind of body, a scale; options and questions are drawn. The usual run
draws every second cell by seed; with PRODUCT_SHARE=4, which the long suite sets, each is drawn four times.
"""
import itertools
import json
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

SUNDER = os.environ.get("SUNDER")
SHARE = float(os.environ.get("PRODUCT_SHARE", "0.5"))
SEED = int(os.environ.get("PRODUCT_SEED", "1"))
DIMENSIONS = range(1, 13)
KINDS = ["empty", "point", "segment", "flat", "solid", "duplicates"]
SCALES = ["subnormal", "one", "1e10", "1e300", "mixed"]
SMALL = [0, 1, -1, 0.5, 2, -2, 3, 0.25]
UNIT = {"subnormal": 5e-324, "one": 1.0, "1e10": 1e10, "1e300": 1e300}
QUESTIONS = ["verdict", "distance", "depth", "relation", "contains", "contact", "cast", "derivative"]
CERTIFICATES = ["short", "full", "none"]
IN_PLANE_AND_SPACE = {"depth", "relation", "contact", "cast", "derivative"}
RAW_FORBIDS = {"contact", "cast", "derivative"}


def algorithms():
    done = subprocess.run([SUNDER, "algorithms", "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


class Draw:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def number(self, scale):
        if scale == "mixed":
            return self.random.choice(SMALL) * self.random.choice(self.units)
        if scale == "subnormal":
            return self.random.choice([0, 1, -1, 2, -2, 3, 5, -4]) * UNIT[scale]
        return self.random.choice(SMALL) * UNIT[scale]

    def set_dimension(self, d):
        """Above 6-D exact numbers that span all doubles take a minute a question; a mix is narrower there."""
        self.units = list(UNIT.values()) if d <= 6 else [1e-10, 1.0, 1e10]

    def vector(self, d, scale):
        return [self.number(scale) for _ in range(d)]

    def points(self, d, kind, scale):
        if kind == "empty":
            return []
        if kind == "point":
            return [self.vector(d, scale)]
        if kind == "segment":
            return [self.vector(d, scale) for _ in range(2)]
        points = [self.vector(d, scale) for _ in range(self.random.choice([d + 1, d + 2, d + 4]))]
        if kind == "flat":
            held = self.random.randrange(d)
            for point in points:
                point[held] = points[0][held]
        if kind == "duplicates":
            points += self.random.choices(points, k=3)
        return points

    def pose(self, d, scale):
        if self.random.random() < 0.5:
            return {}
        if d == 3 and self.random.random() < 0.5:
            return {"quaternion": [2] + [self.random.choice(SMALL) for _ in range(3)], "translation": self.vector(3, scale)}
        rows = [[float(i == k) for k in range(d)] for i in range(d)]
        if self.random.random() < 0.3:
            rows = [[self.random.choice(SMALL) for _ in range(d)] for _ in range(d)]
        return {"transform": [row + [self.number(scale)] for row in rows]}

    def pair(self, d, kinds, scale):
        """One point of a is often one of b, so that bodies touch."""
        a, b = (self.points(d, kind, scale) for kind in kinds)
        if a and b and self.random.random() < 0.4:
            b[0] = a[-1]
        return [{"vertices": a, **self.pose(d, scale)}, {"vertices": b, **self.pose(d, scale)}]

    def options(self, d):
        asked = self.random.sample(QUESTIONS, self.random.choice([1, 2, 4, len(QUESTIONS)]))
        options = {"certificate": self.random.choice(CERTIFICATES), "ask": asked}
        if self.random.random() < 0.4:
            options["width"] = self.random.choice([1e-15, 1e-9, 1e-300, 1])
        if self.random.random() < 0.4:
            margins = [0, 1, 1e10, 5e-324, 1e300, 0.5] + ([-1, -1e-9] if d in (2, 3) else [])
            options["margin"] = self.random.choice(margins)
        if self.random.random() < 0.1:
            options["raw"] = True
        if self.random.random() < 0.2:
            direction = [float(self.random.choice([1, -1, 0, 0.5])) for _ in range(d - 1)] + [1.0]
            options["hint"] = self.random.choice(
                [{"direction": direction}, {"pairs": [[0, 0]] * (d + 1)}, {"pairs": [[0, 0], [1, 1]]}])
        return options


def asks_of(words, algorithm, d):
    """The words that this algorithm and dimension serve."""
    served = [w for w in words if w not in IN_PLANE_AND_SPACE or d in (2, 3)]
    if algorithm is not None:
        served = [w for w in served if w in algorithm["questions"]]
    return served or ["verdict"]


def serves(algorithm, d):
    return algorithm["any_dimension"] or d in algorithm["dimensions"]


def questions_about(bodies, options, known, d, draw):
    """One question for each algorithm that serves the dimension, and sometimes one that must be refused."""
    for algorithm in [None] + known:
        if algorithm is not None and not serves(algorithm, d):
            if draw.random.random() < 0.1:
                yield {"algorithm": algorithm["name"], "a": bodies[0], "b": bodies[1]}
            continue
        question = dict(options, a=dict(bodies[0]), b=dict(bodies[1]))
        question["ask"] = asks_of(options["ask"], algorithm, d)
        question["algorithm"] = "auto" if algorithm is None else algorithm["name"]
        if "cast" in question["ask"]:
            question["tolerance"] = 1e-6
            for body in ("a", "b"):
                question[body]["motion"] = {"translation": draw.vector(d, "one")}
        if "contact" in question["ask"]:
            question["max_points"] = 2
        yield question


@unittest.skipUnless(SUNDER, "the program is not part of this build")
class Product(unittest.TestCase):
    def lines(self):
        draw = Draw(SEED)
        known = algorithms()
        lines = []
        groups = []  # of questions about one pair
        cells = list(itertools.product(DIMENSIONS, KINDS, SCALES))
        drawn = draw.random.sample(cells, round(SHARE * len(cells))) if SHARE < 1 else cells * round(SHARE)
        for d, kind, scale in drawn:
            draw.set_dimension(d)
            bodies = draw.pair(d, [kind, draw.random.choice(KINDS[1:])], scale)
            options = draw.options(d)
            defined = []
            for body in bodies:
                name = "body %d" % len(lines)
                lines.append({"define": name, "vertices": body["vertices"]})
                defined.append({**{k: v for k, v in body.items() if k != "vertices"}, "body": name})
            group = []
            for form in (bodies, defined):
                for question in questions_about(form, options, known, d, draw):
                    question["id"] = len(lines)
                    group.append(question)
                    lines.append(question)
            groups.append(group)
        return lines, groups

    def test_every_line_is_answered_alike_and_proven(self):
        lines, groups = self.lines()
        with tempfile.TemporaryDirectory() as folder:
            asked, told = (pathlib.Path(folder) / name for name in ("q.jsonl", "a.jsonl"))
            asked.write_text("".join(json.dumps(line) + "\n" for line in lines))
            with open(asked, "rb") as given, open(told, "wb") as out:
                done = subprocess.run([SUNDER, "query"], stdin=given, stdout=out)
            answers = [json.loads(line) for line in told.read_text().splitlines()]
            questions = [line for line in lines if "define" not in line]
            if len(answers) < len(questions):
                self.fail("no answer to %s" % json.dumps(questions[len(answers)]))
            self.assertEqual([a["id"] for a in answers], [q["id"] for q in questions])
            self.assertIn(done.returncode, (0, 2))
            by_id = {answer["id"]: answer for answer in answers}
            for group in groups:
                self.check_group(group, by_id)
            done = subprocess.run([SUNDER, "verify", str(asked), str(told)], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-2000:])

    def check_group(self, group, by_id):
        verdicts = set()
        intervals = {}
        for question in group:
            answer = by_id[question["id"]]
            where = json.dumps(question) + "\n" + json.dumps(answer)
            if "error" in answer:
                self.check_refusal(question, answer, where)
                continue
            for word in question["ask"]:
                self.assertIn(word, answer, where)
            if answer.get("proven", True):
                verdicts.add(answer["verdict"])
                self.check_reason(question, answer, where)
            for key in ("distance", "depth", "margin", "contains", "contact_dimension"):
                if key in answer and answer.get("proven", True):
                    intervals.setdefault(key, []).append((answer[key], where))
        self.assertLessEqual(len(verdicts), 1, json.dumps(group[0]))
        for key, found in intervals.items():
            self.check_alike(key, found)

    def check_refusal(self, question, answer, where):
        """The one kind of refused question here: an algorithm in a dimension that it does not serve."""
        self.assertEqual(answer["error"], "not_served", where)
        self.assertNotEqual(question["algorithm"], "auto", where)
        self.assertNotIn("ask", question, where)

    def check_reason(self, question, answer, where):
        name = question["algorithm"]
        if name == "auto" or answer["decided_by"] == name:
            self.assertNotIn("why", answer, where)
        else:
            self.assertTrue(answer.get("why"), where)

    def check_alike(self, key, found):
        """Intervals have a point in common; whatever else is exact is equal."""
        if key not in ("distance", "depth"):
            for value, where in found:
                self.assertEqual(value, found[0][0], found[0][1] + "\n" + where)
            return
        for (low, high), where in found:
            if high is not None:
                self.assertLessEqual(low, high, where)
        most = max(low for (low, _), _ in found)
        for (_, high), where in found:
            if high is not None:
                self.assertLessEqual(most, high, where)


if __name__ == "__main__":
    unittest.main()
