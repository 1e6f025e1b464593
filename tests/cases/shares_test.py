#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A named algorithm decides itself. On the public cases and on bodies of their kind, inline and defined before the
question, each algorithm decides a share of the verdicts, and the other answers state why it did not.

Prints a line for each algorithm."""
import collections
import itertools
import json
import math
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

SUNDER = os.environ.get("SUNDER")
HERE = pathlib.Path(__file__).resolve().parent
SHARES = {"lp": 0.9, "gjk": 0.9, "sat": 0.9, "edge_projection": 0.6, "vclip": 0.6, "plane_projection": 0.6,
          "polygon_lp": 0.6, "polygon_separating_line": 0.6, "polygon_cross_product": 0.6}


# For bodies most of which are flat; algorithms that read faces do not serve these.
SHARES_OF_DRAWN = {"lp": 0.9, "gjk": 0.9, "gjk_hill_climbing": 0.9, "sat": 0.9, "mpr": 0.9, "epa": 0.9}


def box(dimension, centre, half):
    return [[c + s * h for c, s, h in zip(centre, signs, half)]
            for signs in itertools.product((-1, 1), repeat=dimension)]


def pairs_of_the_kind(rng):
    """Aligned boxes that are separated, touch by a face, an edge or a corner, or overlap; squares on boxes, coplanar and
    collinear bodies, points, a gap of one ulp, far slivers: (dimension, a, b, verdict)."""
    for dimension in (2, 3):
        for shift, verdict in itertools.product((3.0, 2.0, 1.0), range(dimension)):
            offsets = [shift] + [2.0 if k <= verdict else 0.5 for k in range(1, dimension)]
            meets = "separated" if shift > 2 else "touching" if 2.0 in offsets else "overlapping"
            a, b = box(dimension, [0] * dimension, [1] * dimension), box(dimension, offsets, [1] * dimension)
            yield dimension, a, b, meets
        yield dimension, box(dimension, [0] * dimension, [1] * dimension), box(
            dimension, [math.nextafter(2.0, 3.0)] + [0] * (dimension - 1), [1] * dimension), "separated"
        inner = [rng.uniform(-0.5, 0.5) for _ in range(dimension)]
        yield dimension, box(dimension, [0] * dimension, [1] * dimension), [inner], "overlapping"
        yield dimension, box(dimension, [0] * dimension, [1] * dimension), box(
            dimension, [0.25] * dimension, [0.5] * dimension), "overlapping"
    cube = box(3, [0, 0, 0], [1, 1, 1])
    for height, verdict in ((1.0, "touching"), (1.5, "separated"), (0.5, "overlapping")):
        yield 3, cube, [[x, y, height] for x, y in ((-0.5, -0.5), (2, -0.5), (2, 2), (-0.5, 2))], verdict
        yield 3, cube, [[-3, 0.25, height], [3, 0.5, height]], verdict
        yield 3, cube, [[0.25, 0.125, height]], verdict
    flat = [[0, 0, 1], [2, 0, 1], [0, 2, 1]]
    for shift, verdict in ((0.0, "touching"), (2.0, "touching"), (2.5, "separated")):
        yield 3, flat, [[x + shift, y, z] for x, y, z in flat], verdict
    yield 3, [[0, 0, 0], [1, 1, 1]], [[2, 2, 2], [3, 3, 3]], "separated"
    yield 3, [[0, 0, 0], [1, 1, 1]], [[0, 1, 0], [1, 0, 1]], "touching"
    yield 3, [[0, 0, 0], [15, 0.001, 0]], [[5, 0.01, 0], [25, 0.012, 0.001], [25, 0.011, 0]], "separated"
    yield 2, [[0, 0], [4, 0]], [[5, 0], [9, 0]], "separated"
    yield 2, [[0, 0], [4, 0]], [[4, 0], [9, 0]], "touching"
    yield 2, [[0, 0], [4, 4]], [[0, 4], [4, 0]], "overlapping"
    yield 2, box(2, [0, 0], [1, 1]), [[1, -2], [1, 2]], "touching"
    yield 2, box(2, [0, 0], [1, 1]), [[-3, 0.5], [3, 0.5]], "overlapping"


def verdict_of(expected):
    if not expected["exact_intersects"]:
        return "separated"
    return "touching" if expected["touching"] else "overlapping"


def listed():
    for path in sorted(HERE.glob("*.json")):
        case = json.loads(path.read_text())
        yield path.stem, case["dimension"], case["a"], case["b"], verdict_of(case["expected"])


def drawn():
    for number, (dimension, a, b, verdict) in enumerate(pairs_of_the_kind(random.Random(20))):
        yield "drawn %d" % number, dimension, {"vertices": a}, {"vertices": b}, verdict


@unittest.skipUnless(SUNDER, "the program is not part of this build")
class Shares(unittest.TestCase):
    def ask(self, lines):
        with tempfile.TemporaryDirectory() as folder:
            questions, answers = pathlib.Path(folder) / "q.jsonl", pathlib.Path(folder) / "a.jsonl"
            questions.write_text("".join(json.dumps(line) + "\n" for line in lines))
            with open(questions, "rb") as given, open(answers, "wb") as out:
                subprocess.run([SUNDER, "query"], stdin=given, stdout=out, check=True)
            subprocess.run([SUNDER, "verify", str(questions), str(answers)], check=True, stdout=subprocess.DEVNULL)
            return [json.loads(line) for line in answers.read_text().splitlines()]

    def shares(self, pairs):
        """For each algorithm: (queries, own decisions) inline and defined."""
        table = json.loads(subprocess.run([SUNDER, "algorithms", "--json"], stdout=subprocess.PIPE, check=True).stdout)
        definitions, inline, defined, about = [], [], [], []
        for name, dimension, a, b, verdict in pairs:
            for side, body in (("a", a), ("b", b)):
                definitions.append({"define": name + side, "vertices": body["vertices"]})
            for algorithm in table:
                if dimension not in algorithm["dimensions"]:
                    continue
                question = {"id": "%s, %s" % (name, algorithm["name"]), "algorithm": algorithm["name"]}
                inline.append({**question, "a": a, "b": b})
                defined.append({**question, **{side: {**{key: body[key] for key in body if key != "vertices"},
                                                      "body": name + side} for side, body in (("a", a), ("b", b))}})
                about.append((algorithm["name"], verdict))
        counts = collections.defaultdict(lambda: [0, 0, 0])
        for way, answers in ((1, self.ask(inline)), (2, self.ask(definitions + defined))):
            self.assertEqual(len(answers), len(about))
            for answer, (algorithm, verdict) in zip(answers, about):
                self.assertEqual(answer["verdict"], verdict or answer["verdict"], answer)
                own = answer["decided_by"] == algorithm
                self.assertEqual("why" in answer, not own, answer)
                counts[algorithm][0] += way == 1
                counts[algorithm][way] += own
        return counts

    def check(self, pairs, shares):
        counts = self.shares(pairs)
        for algorithm, (asked, inline, defined) in counts.items():
            print("%-24s decides %3d inline, %3d defined, of %d" % (algorithm, inline, defined, asked))
        for algorithm, share in shares.items():
            asked, inline, defined = counts[algorithm]
            self.assertGreaterEqual(inline, share * asked, algorithm)
            self.assertGreaterEqual(defined, share * asked, algorithm)

    def test_the_public_cases(self):
        self.check(listed(), SHARES)

    def test_bodies_of_their_kind(self):
        self.check(drawn(), SHARES_OF_DRAWN)


if __name__ == "__main__":
    unittest.main()
