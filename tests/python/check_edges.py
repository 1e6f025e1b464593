#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A second checker of certificates of edges, which shares no code with the first.

    check_edges.py robot.urdf robot.srdf waypoints.csv proofs.csv [scene.obj]

reads URDF, SRDF, waypoints and the file that `sunder robot path --certificates` wrote. For each edge with a certificate it
checks that every pair is shown apart for all times: each piece's direction has to separate both parts throughout. All
numbers are intervals of integers, in units of 2^-80, rounded outward; derivatives are carried forward with them.

Read are boxes, spheres, capsules, cylinders (as they are, not as prisms) and OBJ meshes; revolute, continuous and prismatic joints;
and one body from an OBJ scene. Exit status: 0 nothing refuted, 1 an edge refuted, 2 what is not read. Python 3.9, standard
library only.
"""

import csv
import math
import pathlib
import sys
import xml.etree.ElementTree as ElementTree
from fractions import Fraction

BITS = 80
ONE = 1 << BITS
HALVINGS = 14


class Refuted(Exception):
    """A certificate that does not show its edge free."""


class NotRead(Exception):
    """What this checker does not know."""


# ---- intervals: pairs of integers ------------------------------------------------------------------


def up(x):
    return -((-x) >> BITS)


def exact(x):
    f = Fraction(x) * ONE
    return math.floor(f), math.ceil(f)


def plus(a, b):
    return a[0] + b[0], a[1] + b[1]


def minus(a, b):
    return a[0] - b[1], a[1] - b[0]


def times(a, b):
    p = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
    return min(p) >> BITS, up(max(p))


def sine_at(x):
    """Encloses the sine of an integer x: its series, up to a term below a unit."""
    term, total, k, error = x, x, 1, 1
    while abs(term) > 1 or k * ONE < abs(x):
        term = -(((term * x) >> BITS) * x >> BITS) // ((k + 1) * (k + 2))
        total += term
        k += 2
        error += 8 + (abs(x) >> BITS) * 4 + (abs(x) * abs(x) >> (2 * BITS))
    return total - error * 64, total + error * 64


def sine(a):
    middle, radius = (a[0] + a[1]) >> 1, (a[1] - a[0] + 2) >> 1
    low, high = sine_at(middle)
    return max(low - radius, -ONE), min(high + radius, ONE)


PI = exact(Fraction(3141592653589793238462643383279502884, 10**36))
PI = PI[0] - 1, PI[1] + 1
HALF_PI = PI[0] >> 1, (PI[1] + 1) >> 1


class Moving:
    """A number at the middle of a span, on all of it, and its rate."""

    __slots__ = ("middle", "rate", "whole")

    def __init__(self, middle, whole=None, rate=(0, 0)):
        self.middle, self.whole, self.rate = middle, whole or middle, rate

    def __add__(self, other):
        return Moving(plus(self.middle, other.middle), plus(self.whole, other.whole), plus(self.rate, other.rate))

    def __sub__(self, other):
        return Moving(minus(self.middle, other.middle), minus(self.whole, other.whole), minus(self.rate, other.rate))

    def __mul__(self, other):
        return Moving(
            times(self.middle, other.middle),
            times(self.whole, other.whole),
            plus(times(self.rate, other.whole), times(self.whole, other.rate)),
        )

    def sine(self):
        shifted = plus(self.whole, HALF_PI)
        return Moving(sine(self.middle), sine(self.whole), times(sine(shifted), self.rate))

    def cosine(self):
        return (self + Moving(HALF_PI)).sine()


ZERO, UNIT = Moving((0, 0)), Moving((ONE, ONE))


def number(x):
    return Moving(exact(x))


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def apply(matrix, v):
    return [dot(row, v) for row in matrix]


def product(a, b):
    columns = list(zip(*b))
    return [[dot(row, column) for column in columns] for row in a]


def rotation(axis, angle):
    """Rodrigues' formula."""
    s, c = angle.sine(), angle.cosine()
    u = UNIT - c
    x, y, z = axis
    return [
        [c + u * x * x, u * x * y - s * z, u * x * z + s * y],
        [u * x * y + s * z, c + u * y * y, u * y * z - s * x],
        [u * x * z - s * y, u * y * z + s * x, c + u * z * z],
    ]


def unit(axis):
    square = sum(Fraction(x) ** 2 for x in axis)
    scaled = square.numerator * ONE * ONE // square.denominator
    root = math.isqrt(scaled)
    length = (root, root + 1)
    return [Moving((min(q), max(q) + 1)) for q in ([math.floor(Fraction(x) * ONE * ONE / n) for n in length] for x in axis)]


# ---- files -----------------------------------------------------------------------------------------


def floats(text, default):
    return [float(x) for x in text.split()] if text else list(default)


def obj_points(path):
    lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    return [[float(x) for x in line.split()[1:4]] for line in lines if line.startswith("v ")]


class Part:
    """Points with a radius, or a cylinder: a disc of this radius swept along z."""

    def __init__(self, link, origin, points, radius=0.0, disc=0.0):
        self.link, self.origin, self.points, self.radius, self.disc = link, origin, points, radius, disc


def frame_of(element):
    origin = element.find("origin") if element is not None else None
    xyz = floats(origin.get("xyz") if origin is not None else None, (0, 0, 0))
    rpy = floats(origin.get("rpy") if origin is not None else None, (0, 0, 0))
    turns = [rotation([UNIT if k == axis else ZERO for k in range(3)], number(rpy[axis])) for axis in range(3)]
    return product(turns[2], product(turns[1], turns[0])), [number(x) for x in xyz]


class Robot:
    def __init__(self, urdf, srdf):
        root = ElementTree.parse(urdf).getroot()
        self.parts, self.joints, self.holder, self.numbers = [], [], {}, {}
        for joint in root.findall("joint"):
            kind = joint.get("type")
            if kind not in ("fixed", "revolute", "continuous", "prismatic"):
                raise NotRead("a joint of type " + kind)
            axis = joint.find("axis")
            self.joints.append(
                (
                    joint.get("name"), kind, joint.find("parent").get("link"), joint.find("child").get("link"), frame_of(joint),
                    unit(floats(axis.get("xyz") if axis is not None else None, (1, 0, 0))), joint.find("mimic"),
                )
            )
            self.holder[self.joints[-1][3]] = self.joints[-1]
        self.by_name = {joint[0]: joint for joint in self.joints}
        self.variables = [j[0] for j in self.joints if j[1] != "fixed" and j[6] is None]
        for link in root.findall("link"):
            for collision in link.findall("collision"):
                self.parts.append(self.part(link.get("name"), collision, pathlib.Path(urdf).parent))
        skipped = ElementTree.parse(srdf).getroot().findall("disable_collisions")
        self.skipped = {frozenset((x.get("link1"), x.get("link2"))) for x in skipped}

    @staticmethod
    def part(link, collision, folder):
        shape = next(iter(collision.find("geometry")))
        origin = frame_of(collision)
        get = lambda key: float(shape.get(key))  # noqa: E731
        if shape.tag == "box":
            x, y, z = (s / 2 for s in floats(shape.get("size"), ()))
            return Part(link, origin, [[a, b, c] for a in (-x, x) for b in (-y, y) for c in (-z, z)])
        if shape.tag == "sphere":
            return Part(link, origin, [[0, 0, 0]], get("radius"))
        if shape.tag in ("capsule", "cylinder"):
            half = get("length") / 2
            points = [[0, 0, -half], [0, 0, half]]
            round_ = get("radius")
            return Part(link, origin, points, round_) if shape.tag == "capsule" else Part(link, origin, points, disc=round_)
        path = shape.get("filename").split("://")[-1]
        found = [p for p in (folder / path, folder.parent / path) if p.exists()]
        if not found or not str(path).endswith(".obj"):
            raise NotRead("the mesh " + path)
        scale = [Fraction(s) for s in floats(shape.get("scale"), (1, 1, 1))]
        return Part(link, origin, [[Fraction(x) * s for x, s in zip(p, scale)] for p in obj_points(found[0])])

    def chain(self, link):
        """Joints from the root to a link."""
        found = []
        while link in self.holder:
            found.append(self.holder[link])
            link = found[-1][2]
        return found[::-1]

    def moves(self, link):
        return any(joint[1] != "fixed" for joint in self.chain(link))

    def pairs(self, bodies):
        """Numbers as RobotChecker gives them: pairs of parts, then parts and bodies of the scene."""
        if self.numbers:
            return self.numbers
        found, every = self.numbers, len(self.parts)
        for a in range(every):
            for b in range(a + 1, every):
                links = frozenset((self.parts[a].link, self.parts[b].link))
                if len(links) == 1 or links in self.skipped:
                    continue
                if not any(self.moves(link) for link in links):
                    self.check_still(self.parts[a], self.parts[b])
                    continue
                found[len(found)] = (self.parts[a], self.parts[b])
        count = len(found)
        for p, part in enumerate(self.parts):
            for s, body in enumerate(bodies):
                if not self.moves(part.link):
                    self.check_still(body, part)
                    continue
                found[count + p * len(bodies) + s] = (body, part)
        return found

    def check_still(self, a, b):
        """What stands still has no certificate: an axis has to show it apart."""
        edge = Edge(self, dict.fromkeys(self.variables, 0.0), dict.fromkeys(self.variables, 0.0))
        for k in range(6):
            direction = [Fraction((-1) ** (k // 3)) if axis == k % 3 else Fraction(0) for axis in range(3)]
            if edge.holds(a, b, direction, (0, ONE), 0):
                return
        raise NotRead("parts that stand still, and that no axis separates")


# ---- the proof -------------------------------------------------------------------------------------


class Edge:
    def __init__(self, robot, start, end):
        self.robot, self.values = robot, {}
        for name in robot.variables:
            change = exact(Fraction(end[name]) - Fraction(start[name]))
            if robot.by_name[name][1] == "continuous":
                turns = round((end[name] - start[name]) / (2 * math.pi))
                change = minus(change, (min(2 * turns * p for p in PI), max(2 * turns * p for p in PI)))
            self.values[name] = exact(start[name]), change

    def value(self, joint, span):
        mimic = joint[6]
        if mimic is not None:
            lead = self.value(self.robot.by_name[mimic.get("joint")], span)
            return lead * number(float(mimic.get("multiplier", 1))) + number(float(mimic.get("offset", 0)))
        start, change = self.values[joint[0]]
        low, high = span
        middle = (low + high) >> 1
        return Moving(plus(start, times((middle, middle), change)), plus(start, times(span, change)), change)

    def pose(self, joints, span):
        linear = [[UNIT if r == c else ZERO for c in range(3)] for r in range(3)]
        offset = [ZERO, ZERO, ZERO]
        for joint in joints:
            at, by = joint[4]
            offset = [x + y for x, y in zip(offset, apply(linear, by))]
            linear = product(linear, at)
            if joint[1] == "prismatic":
                way = self.value(joint, span)
                offset = [x + y for x, y in zip(offset, apply(linear, [a * way for a in joint[5]]))]
            elif joint[1] != "fixed":
                linear = product(linear, rotation(joint[5], self.value(joint, span)))
        return linear, offset

    def gap(self, a, b, direction, span):
        """A lower bound on how far b stays beyond a along the direction, in units of 2^-80."""
        up_chain, down_chain = self.robot.chain(a.link), self.robot.chain(b.link)
        while a.link and up_chain and down_chain and up_chain[0] is down_chain[0]:
            up_chain, down_chain = up_chain[1:], down_chain[1:]
        linear_a, offset_a = self.pose(up_chain, span)
        linear_b, offset_b = self.pose(down_chain, span)
        normal = [number(x) for x in direction]
        in_ancestor = apply(linear_a, normal)
        in_b = apply([list(column) for column in zip(*linear_b)], in_ancestor)
        base = dot(in_ancestor, [x - y for x, y in zip(offset_b, offset_a)])
        half = (span[1] - span[0] + 2) >> 1

        def level(part, along):
            turned = apply([list(column) for column in zip(*part.origin[0])], along)
            start = dot(along, part.origin[1])
            across = turned[0] * turned[0] + turned[1] * turned[1]
            disc = up(math.isqrt(max(across.whole[1], 0) * ONE + ONE) * exact(part.disc)[1] + ONE) + 1 if part.disc else 0
            return [start + dot(turned, [number(x) for x in p]) for p in part.points], disc

        tops, disc_a = level(a, normal)
        bottoms, disc_b = level(b, in_b)
        top = max(t.middle[1] for t in tops) + disc_a
        lows = []
        for low in (base + bottom for bottom in bottoms):
            rate = max(abs(low.rate[0]), abs(low.rate[1]))
            lows.append(low.middle[0] - up(rate * half) - 1)
        return min(lows) - disc_b - top

    def holds(self, a, b, direction, span, halvings=HALVINGS):
        radius = exact(a.radius)[1] + exact(b.radius)[1]
        square = sum(Fraction(x) ** 2 for x in direction)
        length = math.isqrt(math.ceil(square * ONE * ONE)) + 1
        if self.gap(a, b, direction, span) > up(radius * length) + 1:
            return True
        middle = (span[0] + span[1]) >> 1
        return halvings > 0 and all(self.holds(a, b, direction, s, halvings - 1) for s in ((span[0], middle), (middle, span[1])))


def check_edge(robot, bodies, start, end, pieces):
    """Raises Refuted where the pieces do not show the edge free. `pieces`: (begin, end, pair, direction) each."""
    edge, pairs = Edge(robot, start, end), robot.pairs(bodies)
    reached = dict.fromkeys(pairs, 0.0)
    for begin, until, pair, direction in pieces:
        if pair not in pairs:
            raise Refuted("pair %d is not examined" % pair)
        if not 0 <= begin <= reached[pair] or not begin < until <= 1:
            raise Refuted("a piece of pair %d begins behind the last one" % pair)
        largest = max(abs(x) for x in direction)
        if not 0 < largest < math.inf:
            raise Refuted("a piece of pair %d has no direction" % pair)
        scale = Fraction(2) ** -math.frexp(largest)[1]
        scaled = [Fraction(x) * scale for x in direction]
        if not edge.holds(*pairs[pair], scaled, (exact(begin)[0], exact(until)[1])):
            raise Refuted("pair %d is not apart from %r to %r" % (pair, begin, until))
        reached[pair] = until
    for pair, until in reached.items():
        if until < 1:
            raise Refuted("pair %d is shown apart until %r alone" % (pair, until))


def read(urdf, srdf, waypoints, proofs, scene=None):
    robot = Robot(urdf, srdf)
    identity = frame_of(None)
    bodies = [Part("", identity, obj_points(scene))] if scene else []
    with open(waypoints, newline="", encoding="utf-8") as file:
        rows = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]
    found = {}
    with open(proofs, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            direction = [float(row[key]) for key in "xyz"]
            found.setdefault(int(row["edge"]), []).append((float(row["begin"]), float(row["end"]), int(row["pair"]), direction))
    return robot, bodies, rows, found


def main(arguments):
    if len(arguments) not in (4, 5):
        print(__doc__, file=sys.stderr)
        return 2
    status = 0
    try:
        robot, bodies, rows, found = read(*arguments)
        for edge, pieces in sorted(found.items()):
            try:
                check_edge(robot, bodies, rows[edge], rows[edge + 1], pieces)
            except Refuted as reason:
                print("refuted: edge %d: %s" % (edge, reason))
                status = 1
    except (NotRead, OSError) as problem:
        print("check_edges.py: %s" % problem, file=sys.stderr)
        return 2
    print("%d edges have certificates" % len(found))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
