#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The intervals of `auto` are equal to the last bit for bodies inside the question and defined before it. A definition
removes redundant points, finds faces and boxes, and gives large bodies tables."""
import json
import math
import os
import random
import subprocess
import unittest

SUNDER = os.environ.get("SUNDER")
OF_EACH = 200 if os.environ.get("SUNDER_LONG") else 24  # pairs of each kind
RNG = random.Random(20)


def cloud(count, dimension=3):
    return [[RNG.uniform(-1, 1) for _ in range(dimension)] for _ in range(count)]


def ball(count):
    points = []
    for _ in range(count):
        x = [RNG.gauss(0, 1) for _ in range(3)]
        points.append([c / math.hypot(*x) for c in x])
    return points


def box(a, b, c):
    return [[x, y, z] for x in (-a, a) for y in (-b, b) for z in (-c, c)]


def grid(n):
    """A cube with points all over its faces: most are no corners, and many are equally high."""
    steps = [2 * i / (n - 1) - 1 for i in range(n)]
    points = [[x, y, z] for x in steps for y in steps for z in steps if 1 in (abs(x), abs(y), abs(z))]
    RNG.shuffle(points)
    return points


def prism(n):
    return [[math.cos(2 * math.pi * i / n), math.sin(2 * math.pi * i / n), z] for i in range(n) for z in (-1, 1)]


def polygon(n):
    points = [[math.cos(2 * math.pi * i / n), math.sin(2 * math.pi * i / n)] for i in range(n)]
    RNG.shuffle(points)
    return points


def turned(points):
    """Rotates by a matrix that rounding makes slightly oblique."""
    a, b, c = (RNG.gauss(0, 1) for _ in range(3))
    length = math.hypot(a, b, c)
    x, y, z = a / length, b / length, c / length
    angle = RNG.uniform(0, math.pi)
    s, v = math.sin(angle), 1 - math.cos(angle)
    rows = [[1 - v * (y * y + z * z), v * x * y - s * z, v * x * z + s * y],
            [v * x * y + s * z, 1 - v * (x * x + z * z), v * y * z - s * x],
            [v * x * z - s * y, v * y * z + s * x, 1 - v * (x * x + y * y)]]
    return [[sum(r * p for r, p in zip(row, point)) for row in rows] for point in points]


KINDS = {
    "boxes": lambda: box(*RNG.choices([0.5, 1, 2], k=3)),
    "turned boxes": lambda: turned(box(*(RNG.uniform(0.3, 2) for _ in range(3)))),
    "tetrahedra": lambda: cloud(4),
    "few points, some inside": lambda: cloud(12),
    "many points, most inside": lambda: cloud(300),
    "points twice": lambda: 2 * cloud(9),
    "round": lambda: ball(80),
    "round, with tables": lambda: ball(200),
    "prisms": lambda: prism(6),
    "prisms, with tables": lambda: prism(100),
    "turned prisms, with tables": lambda: turned(prism(100)),
    "grids on a cube": lambda: grid(5),
    "flat": lambda: [[x, y, 0] for x, y, _ in cloud(6)],
    "segments": lambda: cloud(2),
    "slender": lambda: [[1e6 * x, y, z] for x, y, z in cloud(20)],
    "far off": lambda: [[x + 1e6, y, z] for x, y, z in cloud(20)],
    "polygons": lambda: polygon(RNG.choice([3, 4, 7, 40])),
    "in four dimensions": lambda: 2 * cloud(9, 4),
}


def pairs():
    for kind, make in KINDS.items():
        for i in range(OF_EACH):
            a, b = make(), make()
            width = RNG.choice([0.3, 1, 2, 4])
            moved = [RNG.choice([0.0, 0.5, 1, 2, 3]) if i % 4 == 0 else RNG.uniform(-width, width) for _ in a[0]]
            yield kind, a, [[x + t for x, t in zip(point, moved)] for point in b]


@unittest.skipUnless(SUNDER, "the program is not part of this build")
class SameBits(unittest.TestCase):
    def answers(self, lines):
        done = subprocess.run([SUNDER, "query"], input="".join(json.dumps(line) + "\n" for line in lines),
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_inline_and_defined(self):
        inline, defined, kinds = [], [], []
        for i, (kind, a, b) in enumerate(pairs()):
            question = {"ask": ["distance"]}
            if len(a[0]) < 4:
                question["ask"] += ["depth", "cast"]
                motion = {"translation": [RNG.uniform(-4, 4) for _ in a[0]]}
            bodies = {"a": {"vertices": a}, "b": {"vertices": b}}
            named = {"a": {"body": f"a{i}"}, "b": {"body": f"b{i}"}}
            if len(a[0]) < 4:
                bodies["a"]["motion"] = named["a"]["motion"] = motion
            kinds.append(kind)
            inline.append(bodies | question)
            defined += [{"define": f"{name}{i}", "vertices": points} for name, points in (("a", a), ("b", b))]
            defined.append(named | question)
        answered = self.answers(inline), self.answers(defined)
        self.assertEqual(len(answered[0]), len(kinds))
        verdicts = set()
        for kind, one, other in zip(kinds, *answered, strict=True):
            verdicts.add(one["verdict"])
            for key in ("verdict", "distance", "depth", "cast"):
                self.assertEqual(one.get(key), other.get(key), kind)
        self.assertEqual(verdicts, {"separated", "touching", "overlapping"})


if __name__ == "__main__":
    unittest.main()
