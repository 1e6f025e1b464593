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


class Body:
    """Vertices as given, and a pose: rows of integers over one denominator, and a translation."""

    def __init__(self, node, names):
        if not isinstance(node, dict) or ("vertices" in node) == ("body" in node):
            raise Refused("a body has either vertices or a name")
        if "body" in node:
            if not isinstance(node["body"], str) or node["body"] not in names:
                raise Refused("no such body")
            self.vertices = names[node["body"]]
        else:
            self.vertices = matrix(node["vertices"])
        self.node = node
        self.dimension = len(self.vertices[0]) if self.vertices else None

    def world(self):
        """World points as integer tuples, and their common denominator."""
        d, node = self.dimension, self.node
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
        worlds = [body.world() if body.vertices else ([], 1) for body in bodies]
        self.empty = not all(body.vertices for body in bodies)
        self.denominator = math.lcm(worlds[0][1], worlds[1][1])
        self.a, self.b = (
            [tuple(x * (self.denominator // below) for x in point) for point in points]
            for points, below in worlds
        )


# ---- the two files ---------------------------------------------------------------------------


class Tally:
    def __init__(self):
        self.accepted = self.refuted = self.checked = self.unchecked = 0
        self.refusals = self.bare = 0

    def __str__(self):
        return (
            "%(accepted)d certificates accepted, %(refuted)d refuted, "
            "%(checked)d intervals and margins checked, %(unchecked)d unchecked; "
            "%(refusals)d refusals skipped, %(bare)d answers without certificate" % vars(self)
        )


def check_answer(question, answer, names, tally):
    """Checks one answer; raises Refused or Refuted if it is wrong."""
    pair = Pair(question, names)
    if answer.get("id") != question.get("id"):
        raise Refuted("the answer's id is not the question's")
    verdict, certificate = answer.get("verdict"), answer.get("certificate")
    wants_none = question.get("certificate") == "none" or question.get("raw") is True
    if wants_none and certificate is None:
        tally.bare += 1
        tally.unchecked += ("distance" in answer) + ("depth" in answer)
        return
    check_verdict(pair, verdict, certificate)
    outcomes = []
    for word, check in (("distance", check_distance), ("depth", check_depth)):
        if word in answer:
            proof = (certificate or {}).get(word)
            outcomes.append(check(pair, verdict, answer[word], proof))
    if "margin" in answer:
        proof = answer.get("margin_certificate")
        outcomes.append(check_margin(pair, question, answer["margin"], proof))
    tally.accepted += 1
    tally.checked += outcomes.count(True)
    tally.unchecked += outcomes.count(False)


def read_definition(node, names):
    name = node["define"]
    if not isinstance(name, str) or name in names or set(node) != {"define", "vertices"}:
        raise Refused("a definition is a new name and vertices")
    names[name] = matrix(node["vertices"])


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
        check_answer(node, answers.take(number), names, tally)


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
