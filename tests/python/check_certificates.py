#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A second checker of Sunder's certificates, which shares no code with the first.

    check_certificates.py questions.jsonl answers.jsonl

reads the questions and the answers of `sunder query` and checks each certificate. It also checks each
interval and margin that its own certificate or its verdict's proves. It uses integers and fractions alone.
Answers that refuse their question are counted and skipped.

Exit status: 0 nothing refuted, 1 something refuted, 2 wrong usage or files that do not match. Python 3.9,
standard library only.
"""

import json
import math
import sys
from fractions import Fraction

from body_proofs import Part, check_bodies, check_bodies_margin, is_convex, keys_of
from certificate_proofs import (
    Refuted,
    check_distance,
    check_verdict,
    dot,
    finite,
    whole,
)
from depth_proofs import check_depth
from margin_proofs import check_margin
from planar_proofs import PlanarPart, take_covers
from rounded_proofs import check_rounded_depth, check_rounded_verdict


class BadInput(Exception):
    """The two files cannot be read, or are not question and answer."""


class Refused(Exception):
    """A question that the pipe has to refuse: no answer to it can be right."""


# ---- reading ---------------------------------------------------------------------------------


def object_of(pairs):
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("the same key twice")
    return found


def parse_integer(text):
    return int(text) if len(text) < 20 else float(text)


def parse(line):
    """One line of JSON; NaN, Infinity and 1e999 come through as floats that are not finite."""
    try:
        return json.loads(
            line.decode("utf-8"), object_pairs_hook=object_of, parse_int=parse_integer
        )
    except (ValueError, RecursionError) as problem:
        raise Refused("not JSON: %s" % problem) from None


def lines_of(path):
    """(line number, bytes) of each line that is not blank."""
    try:
        with open(path, "rb") as file:
            lines = file.read().split(b"\n")
    except OSError as problem:
        raise BadInput("%s: %s" % (path, problem.strerror)) from None
    return [(number, line) for number, line in enumerate(lines, 1) if line.strip(b" \t\r")]


def matrix(rows, columns=None):
    """Rows of finite doubles, equally long."""
    if not isinstance(rows, list) or not all(isinstance(row, list) and row for row in rows):
        raise Refused("a list of rows is expected")
    if rows and any(len(row) != (columns or len(rows[0])) for row in rows):
        raise Refused("rows of unequal or wrong length")
    return [[finite(x, Refused) for x in row] for row in rows]


# ---- exact bodies ----------------------------------------------------------------------------


def rotation(quaternion):
    """The rotation of a quaternion as integers over |q|^2."""
    (w, x, y, z), _ = whole(quaternion)
    rows = [
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]
    return rows, w * w + x * x + y * y + z * z


def radius_of(node, default):
    radius = Fraction(finite(node.get("radius", default), Refused))
    if radius < 0:
        raise Refused("a radius is negative")
    return radius


class Unread(Exception):
    """A body of a file, whose numbers are not in the questions."""


COMPOSED = {"triangles", "parts", "rings", "file", "as"}


def pose_of(node, d):
    """The rows of R as integers over one denominator, and the translation."""
    rows = [[int(i == k) for k in range(d)] for i in range(d)]
    below, offset = 1, [0.0] * d
    if node.get("transform") is not None:
        if "quaternion" in node or "translation" in node:
            raise Refused("a transform beside a quaternion or translation")
        given = matrix(node["transform"], d + 1)
        if len(given) != d:
            raise Refused("a transform has d rows")
        flat, below = whole([x for row in given for x in row[:d]])
        rows, offset = [flat[i * d : i * d + d] for i in range(d)], [row[d] for row in given]
    if "translation" in node:
        offset = matrix([node["translation"]], 3)[0]
    if "quaternion" in node:
        quaternion = matrix([node["quaternion"]], 4)[0]
        if not any(quaternion):
            raise Refused("a quaternion of length zero")
        rows, below = rotation(quaternion)
    if d != 3 and ("quaternion" in node or "translation" in node):
        raise Refused("quaternion and translation are for dimension 3")
    return rows, below, offset


class Body:
    """Vertices as given, and a pose: rows of integers over one denominator, and a translation."""

    def __init__(self, node, names):
        if not isinstance(node, dict) or ("vertices" in node) == ("body" in node):
            raise Refused("a body has either vertices or a name")
        if "body" in node:
            if not isinstance(node["body"], str) or node["body"] not in names:
                raise Refused("no such body")
            defined = names[node["body"]]
            self.vertices, radius = matrix(defined["vertices"]), float(radius_of(defined, 0))
        else:
            self.vertices, radius = matrix(node["vertices"]), 0
        self.node = node
        self.radius = radius_of(node, radius)
        self.dimension = len(self.vertices[0]) if self.vertices else None

    def world(self):
        """World points as integer tuples, and their common denominator."""
        d = self.dimension
        rows, below, offset = pose_of(self.node, d)
        flat, vertex_below = whole([x for vertex in self.vertices for x in vertex])
        shift, shift_below = whole(offset)
        common = math.lcm(below * vertex_below, shift_below)
        grow = common // (below * vertex_below)
        shift = [x * (common // shift_below) for x in shift]
        points = []
        for start in range(0, len(flat), d):
            vertex = flat[start : start + d]
            points.append(tuple(dot(row, vertex) * grow + t for row, t in zip(rows, shift)))
        return points, common


class Pair:
    """Both bodies over one denominator; `empty` if one of them has no vertex."""

    def __init__(self, question, names):
        if not isinstance(question, dict) or "a" not in question or "b" not in question:
            raise Refused("a question has a and b")
        bodies = Body(question["a"], names), Body(question["b"], names)
        dimensions = {body.dimension for body in bodies if body.vertices}
        if len(dimensions) > 1:
            raise Refused("bodies of different dimension")
        self.dimension = max(dimensions, default=0)
        self.radii = bodies[0].radius + bodies[1].radius
        worlds = [body.world() if body.vertices else ([], 1) for body in bodies]
        self.empty = not all(body.vertices for body in bodies)
        self.denominator = math.lcm(worlds[0][1], worlds[1][1])
        self.a, self.b = (
            [tuple(x * (self.denominator // below) for x in point) for point in points]
            for points, below in worlds
        )


# ---- bodies that are not convex --------------------------------------------------------------


def words_of(node, names):
    """The keys of a body, by itself or by its name, that one of points has not."""
    if not isinstance(node, dict):
        return set()
    name = node.get("body")
    return COMPOSED & (set(node) | (set(names.get(name, ())) if isinstance(name, str) else set()))


def composed(outer, inner):
    rows = [[dot(row, column) for column in zip(*inner[0])] for row in outer[0]]
    return rows, [dot(row, inner[1]) + t for row, t in zip(outer[0], outer[1])]


def dimension_of(node, names):
    """The dimension that a body says first; 0 where nothing does."""
    if not isinstance(node, dict):
        return 0
    if "rings" in node:
        return 2
    if "triangles" in node or "file" in node:
        return 3
    if isinstance(node.get("vertices"), list):
        first = (node["vertices"] or [None])[0]
        return len(first) if isinstance(first, list) else 0
    if "body" in node:
        return dimension_of(names.get(node["body"]) if isinstance(node["body"], str) else None, names)
    parts = node["parts"] if isinstance(node.get("parts"), list) else []
    found = [d for d in (dimension_of(part, names) for part in parts) if d]
    return found[0] if found else 0


def leaves_of(node, names, outer):
    """(part, what it was to be taken as) of each leaf of a body, under exact poses."""
    if not isinstance(node, dict) or sum(k in node for k in ("vertices", "rings", "body", "parts", "file")) != 1:
        raise Refused("a body has vertices, rings, a name, parts or a file")
    if "file" in node:
        raise Unread
    if "body" in node:
        if not isinstance(node["body"], str) or node["body"] not in names:
            raise Refused("no such body")
    d = len(outer[1])
    rows, below, offset = pose_of(node, d)
    own = [[Fraction(x, below) for x in row] for row in rows], [Fraction(x) for x in offset]
    pose = composed(outer, own)
    if "body" in node:
        return leaves_of(names[node["body"]], names, pose)
    if "parts" in node:
        if not isinstance(node["parts"], list):
            raise Refused("parts are a list")
        return [leaf for part in node["parts"] for leaf in leaves_of(part, names, pose)]
    if "rings" in node:
        if d != 2 or not isinstance(node["rings"], list):
            raise Refused("rings are lists of corners in the plane")
        rings = [matrix(ring, 2) for ring in node["rings"]]
        numbers = iter(range(sum(map(len, rings))))
        return [(PlanarPart(sum(rings, []), [[next(numbers) for _ in ring] for ring in rings], *pose), None)]
    vertices = matrix(node["vertices"], d)
    if d == 2:
        if "triangles" in node:
            raise Refused("triangles are those of bodies in space")
        return [(PlanarPart(vertices, None, *pose), None)]
    triangles = node.get("triangles")
    if triangles is not None:
        names_points = isinstance(triangles, list) and all(
            isinstance(t, list) and len(t) == 3 and all(type(i) is int and 0 <= i < len(vertices) for i in t)
            for t in triangles
        )
        if not names_points:
            raise Refused("triangles name no vertices")
    return [(Part(vertices, triangles, *pose), node.get("as"))]


class BodyPair:
    """The parts of both bodies, as the answer says that they were taken."""

    def __init__(self, question, answer, names):
        dimensions = {dimension_of(question[side], names) for side in ("a", "b")} - {0}
        if len(dimensions) > 1:
            raise Refused("bodies of different dimension")
        d = self.dimension = max(dimensions, default=3)
        identity = [[Fraction(i == k) for k in range(d)] for i in range(d)], [Fraction(0)] * d
        taken = answer.get("taken_as")
        self.parts = []
        self.radii = 0
        for side in ("a", "b"):
            leaves = leaves_of(question[side], names, identity)
            node = question[side]
            inherited = names[node["body"]].get("radius", 0) if "body" in node else 0
            self.radii += radius_of(node, inherited)
            kinds = taken.get(side) if isinstance(taken, dict) else ["hull"] * len(leaves)
            if not isinstance(kinds, list) or len(kinds) != len(leaves):
                raise Refuted("taken_as does not name each part of %s" % side)
            for (part, wanted), kind in zip(leaves, kinds):
                part.take(kind, wanted)
            self.parts.append([part for part, _ in leaves])
        self.empty = not all(any(part.items for part in parts) for parts in self.parts)

    def take_covers(self, certificate):
        """Takes the triangles that are said to cover polygons. Each proof states its own."""
        for part in self.parts[0] + self.parts[1]:
            if part.rings is not None:
                part.triangles = []
        for side, nodes in keys_of(certificate.get("covers", {}), ("a", "b"), "covers").items():
            take_covers(self.parts["ab".index(side)], nodes)


class HullPair:
    """Two bodies of one convex part each, as the points of their hulls."""

    def __init__(self, pair):
        if any(len(parts) != 1 or not is_convex(parts[0]) for parts in pair.parts):
            raise Refuted("a certificate of convex bodies about others")
        d = pair.parts[0][0].dimension
        worlds = [[part.world(p)[:d] for p in part.points] for (part,) in pair.parts]
        self.dimension, self.radii = d, pair.radii
        self.empty = not all(worlds)
        self.denominator = math.lcm(1, *(x.denominator for world in worlds for p in world for x in p))
        self.a, self.b = ([tuple(int(x * self.denominator) for x in p) for p in world] for world in worlds)


# ---- the two files ---------------------------------------------------------------------------


class Tally:
    def __init__(self):
        self.accepted = self.refuted = self.checked = self.unchecked = 0
        self.refusals = self.bare = self.by_theorem = 0

    def __str__(self):
        return (
            "%(accepted)d certificates accepted, %(refuted)d refuted, "
            "%(checked)d intervals and margins checked, %(unchecked)d unchecked; "
            "%(refusals)d refusals skipped, %(bare)d answers without certificate, "
            "%(by_theorem)d contacts without an overlap by theorem" % vars(self)
        )


def check_answer(question, answer, names, tally):
    """Checks one answer; raises Refused or Refuted if it is wrong."""
    if not isinstance(question, dict) or "a" not in question or "b" not in question:
        raise Refused("a question has a and b")
    if answer.get("id") != question.get("id"):
        raise Refuted("the answer's id is not the question's")
    words = words_of(question["a"], names) | words_of(question["b"], names)
    bodies = BodyPair(question, answer, names) if words else None
    pair = bodies or Pair(question, names)
    verdict, certificate = answer.get("verdict"), answer.get("certificate")
    wants_none = question.get("certificate") == "none" or question.get("raw") is True
    if bodies and certificate is None and not bodies.empty:
        wants_none = True  # nothing is claimed to be proven
    if wants_none and certificate is None:
        tally.bare += 1
        tally.unchecked += ("distance" in answer) + ("depth" in answer)
        return
    if bodies:
        convex = isinstance(certificate, dict) and (
            {"direction", "pairs"} & set(certificate) or isinstance(certificate.get("a"), list)
        )
        if not convex:
            return check_bodies_answer(bodies, question, answer, tally)
        pair = HullPair(bodies)
    rounded = pair.radii > 0 and not pair.empty
    (check_rounded_verdict if rounded else check_verdict)(pair, verdict, certificate)
    outcomes = []
    proofs = certificate or {}
    if "distance" in answer:
        proof = proofs.get("distance")
        outcomes.append(check_distance(pair, verdict, answer["distance"], proof))
    if "depth" in answer and rounded:
        outcomes.append(check_rounded_depth(pair, verdict, answer["depth"], certificate))
    elif "depth" in answer:
        outcomes.append(check_depth(pair, verdict, answer["depth"], proofs.get("depth")))
    if "margin" in answer:
        proof = answer.get("margin_certificate")
        outcomes.append(check_margin(pair, question, answer["margin"], proof))
    tally.accepted += 1
    tally.checked += outcomes.count(True)
    tally.unchecked += outcomes.count(False)


def check_bodies_answer(bodies, question, answer, tally):
    complete, distance = check_bodies(bodies, answer)
    outcomes = [distance]
    if "margin" in answer:
        outcomes.append(check_bodies_margin(bodies, question, answer["margin"], answer.get("margin_certificate")))
    tally.accepted += 1
    tally.by_theorem += not complete
    tally.checked += outcomes.count(True)
    tally.unchecked += outcomes.count(False) + ("depth" in answer)


def read_definition(node, names):
    name = node["define"]
    if not isinstance(name, str) or name in names:
        raise Refused("a definition has a new name")
    radius_of(node, 0)
    if COMPOSED & set(node):
        names[name] = {key: value for key, value in node.items() if key != "define"}
        return
    if set(node) - {"radius"} != {"define", "vertices"}:
        raise Refused("a definition is a new name and vertices, perhaps with a radius")
    matrix(node["vertices"])
    names[name] = {key: value for key, value in node.items() if key != "define"}


def is_definition(node):
    return isinstance(node, dict) and "define" in node


class Answers:
    """The answers in order; each is consumed by its question line."""

    def __init__(self, path):
        self.path, self.rest = path, []
        for number, line in lines_of(path):
            try:
                answer = parse(line)
            except Refused as problem:
                raise BadInput("%s:%d: %s" % (path, number, problem)) from None
            if not isinstance(answer, dict):
                raise BadInput("%s:%d: not an object" % (path, number))
            self.rest.append(answer)
        self.rest.reverse()

    def refuses(self, line):
        """Is the next answer the refusal of this line?"""
        return bool(self.rest) and "error" in self.rest[-1] and self.rest[-1].get("line") == line

    def take(self, line):
        if not self.rest:
            raise BadInput("%s: no answer to question line %d" % (self.path, line))
        answer = self.rest.pop()
        if "error" in answer and answer.get("line") != line:
            raise BadInput("%s: a refusal where line %d is answered" % (self.path, line))
        return answer


def check_line(line, number, answers, names, tally):
    if answers.refuses(number):
        answers.take(number)
        tally.refusals += 1
        return
    try:
        node = parse(line)
    except Refused:
        answers.take(number)
        raise
    if is_definition(node):
        read_definition(node, names)
    else:
        try:
            check_answer(node, answers.take(number), names, tally)
        except Unread:
            tally.bare += 1


def check_files(questions_path, answers_path, report):
    names, tally, answers = {}, Tally(), Answers(answers_path)
    for number, line in lines_of(questions_path):
        try:
            check_line(line, number, answers, names, tally)
        except (Refused, Refuted) as problem:
            tally.refuted += 1
            report("%s:%d: %s" % (questions_path, number, problem))
    if answers.rest:
        raise BadInput("%s: more answers than questions" % answers_path)
    return tally


def main(arguments):
    if len(arguments) != 2:
        print("usage: check_certificates.py questions.jsonl answers.jsonl", file=sys.stderr)
        return 2
    try:
        tally = check_files(*arguments, report=lambda text: print("refuted", text))
    except BadInput as problem:
        print("check_certificates.py: %s" % problem, file=sys.stderr)
        return 2
    print(tally)
    return 1 if tally.refuted else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
