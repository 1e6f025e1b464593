# SPDX-License-Identifier: Apache-2.0
"""Certificates of bodies that are not convex, from the outside: `sunder query` writes them, `sunder verify` and the second
checker accept them, and both refuse forged ones. The truth about polycubes is counted cell by cell."""

import itertools
import os
import random
import unittest

from checked_bodies import MARGIN_WORDS, CheckedBodies, padded_verdict
from sunder import query

COUNT = int(os.environ.get("SUNDER_BODY_PAIRS", "30"))


def mesh_of(cells, draw=None):
    """The outer faces of unit cells, in two triangles each."""
    points, triangles = {}, []
    for cell in sorted(cells):
        for axis, up in itertools.product(range(3), (0, 1)):
            beside = tuple(x + (2 * up - 1) * (k == axis) for k, x in enumerate(cell))
            if beside in cells:
                continue
            u, v = (axis + 1) % 3, (axis + 2) % 3
            corners = []
            for i, j in ((0, 0), (1, 0), (1, 1), (0, 1)):
                corner = list(cell)
                corner[axis] += up
                corner[u] += i
                corner[v] += j
                corners.append(points.setdefault(tuple(corner), len(points)))
            if not up:
                corners.reverse()
            first = draw.randrange(4) if draw else 0
            p, q, r, s = corners[first:] + corners[:first]
            triangles += [[p, q, r], [p, r, s]]
    return {"vertices": [list(map(float, p)) for p in points], "triangles": triangles}


def box_of(cell):
    return {"vertices": [[float(x + d) for x, d in zip(cell, up)] for up in itertools.product((0, 1), repeat=3)]}


def truth(a, b):
    gap = min(max(abs(x - y) for x, y in zip(p, q)) for p in a for q in b)
    return ("overlapping", "touching", "separated")[min(gap, 2)]


def padded_truth(a, b, radius):
    """The same of bodies padded by a sum of radii, at poses that keep lengths."""
    bare = truth(a, b)
    if bare != "separated" or radius == 0:
        return "overlapping" if bare == "touching" and radius else bare
    square = min(sum(max(abs(x - y) - 1, 0) ** 2 for x, y in zip(p, q)) for p in a for q in b)
    return padded_verdict(square, radius)


def draw_cells(draw):
    kind = draw.randrange(4)
    if kind == 0:  # hollow
        cells = set(itertools.product(range(5), repeat=3)) - set(itertools.product((1, 2, 3), repeat=3))
        return cells - ({(2, 2, 4)} if draw.random() < 0.5 else set())
    cells = {(0, 0, 0)}
    for _ in range(draw.randrange(1, 9)):
        step = draw.choice(sorted(itertools.product((-1, 0, 1), repeat=3)))
        cells.add(tuple(x + y for x, y in zip(draw.choice(sorted(cells)), step)))
    return cells


def turn_inside_out(mesh):
    return {**mesh, "triangles": [[p, r, q] for p, q, r in mesh["triangles"]]}


POSES = (
    {},
    {"translation": [1e6, -3.5, 0.25]},
    {"quaternion": [0.3, -0.7, 0.11, 2.0], "translation": [0.1, 0.2, 0.3]},
    {"transform": [[0, 1, 0, 5], [1, 0, 0, 0], [0, 0, 1, -2]]},
    {"transform": [[0.3, 1e-7, 2, 1], [-4, 0.7, 0.1, 1e5], [0.2, 0.9, 1 / 3, 0]]},
)


def draw_question(draw, identity):
    a, b = draw_cells(draw), draw_cells(draw)
    shift = tuple(draw.randrange(-2, 4) for _ in range(3))
    moved = {tuple(x + y for x, y in zip(cell, shift)) for cell in b}
    pose = draw.choice(POSES)
    rigid = pose is not POSES[-1]
    radii = (draw.choice((0, 0.5, 1)), draw.choice((0, 1.5))) if rigid and draw.random() < 0.4 else (0, 0)
    margin = draw.choice((0, 0.5, 1, 2, 0.25 + 2**-40)) if rigid and draw.random() < 0.5 else None
    bodies = []
    for cells, own in ((a, (0, 0, 0)), (b, shift)):
        mesh = mesh_of(cells, draw)
        if draw.random() < 0.3:
            mesh = turn_inside_out(mesh)
        part = {**mesh, "translation": [float(x) for x in own]} if any(own) else mesh
        if draw.random() < 0.3:
            part = {"parts": [box_of(cell) for cell in sorted(cells)], **{k: v for k, v in part.items() if k == "translation"}}
        bodies.append({"parts": [part], **pose})
    for body, radius in zip(bodies, radii):
        if radius:
            body["radius"] = radius
    question = {"id": identity, "a": bodies[0], "b": bodies[1], "ask": ["distance"] if draw.random() < 0.4 else ["verdict"],
                "certificate": draw.choice(["short", "full"])}
    wanted = [padded_truth(a, moved, sum(radii))]
    if margin is not None:
        question["margin"] = margin
        wanted.append(MARGIN_WORDS[padded_truth(a, moved, margin + sum(radii))])
    return question, wanted


class BodyCertificates(CheckedBodies):
    def test_polycubes(self):
        draw = random.Random(2026)
        asked = [draw_question(draw, i) for i in range(COUNT)]
        questions = [question for question, _ in asked]
        status, answers = query(*questions)
        self.assertEqual(status, 0, [a for a in answers if "error" in a][:1])
        for (question, wanted), answer in zip(asked, answers):
            self.assertEqual([answer[key] for key in ("verdict", "margin") if key in answer], wanted, question)
        summary, tally = self.accepted(questions, answers)
        self.assertEqual(summary["margins"]["accepted"], sum(q["certificate"] == "full" and "margin" in q for q in questions))
        full = sum(q["certificate"] == "full" and q["ask"] == ["distance"] for q in questions)
        self.assertGreaterEqual(summary["intervals"]["accepted"], full)
        print(tally, flush=True)

    def test_surfaces_and_named_unions(self):
        plate = {"vertices": [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], "triangles": [[0, 1, 2], [0, 2, 3]]}
        cube = mesh_of({(0, 0, 0)})
        lines = [
            {"define": "plate", **plate},
            {"define": "shelf", "parts": [{"body": "plate"}, {"body": "plate", "translation": [0, 0, 2]}]},
            {"define": "cube", **cube},
        ]
        wanted = []
        for name, z, verdict in (
            ("plate", 0.5, "separated"), ("plate", 0, "touching"), ("plate", -0.5, "overlapping"),
            ("shelf", 1, "touching"), ("shelf", 0.5, "separated"), ("shelf", 1.75, "overlapping"),
        ):
            for other in ({"body": "cube"}, {**cube, "as": "surface"}, {**cube, "as": "hull"},
                          {"vertices": cube["vertices"]}, {"parts": [{"vertices": cube["vertices"]}, {"body": "cube"}]}):
                for turn in ({}, {"quaternion": [1, 1, 0, 0]}):
                    at = [1.25, 1.5, float(z)] if not turn else [1.25, 1.5, z + 1.0]
                    if turn:
                        # A quarter turn about x: y goes to z, z to -y.
                        at = [1.25, 2.5, float(z)]
                    body = {"parts": [{**other, "translation": at, **turn}]}
                    lines.append({"id": len(lines), "a": {"body": name}, "b": body, "ask": ["distance"], "certificate": "full"})
                    wanted.append(verdict)
        status, answers = query(*lines)
        self.assertEqual(status, 0)
        self.assertEqual([answer["verdict"] for answer in answers], wanted)
        self.accepted(lines, answers)

    def test_forged_certificates_are_refused(self):
        tall = mesh_of({(0, 0, 0), (0, 0, 1), (1, 0, 0), (2, 0, 0), (2, 0, 1)})
        cube = mesh_of({(0, 0, 0)})
        fin = {"vertices": [[1.5, 0.5, -1], [1.5, 0.5, 3], [1.75, 4, 0.5]], "triangles": [[0, 1, 2]]}
        questions = []
        for body in (
            {**cube, "transform": [[0.5, 0, 0, 1.25], [0, 0.5, 0, 0.25], [0, 0, 0.5, 1.5]]},  # between the towers
            {**cube, "translation": [1, 0, 1]},  # fits
            {**cube, "translation": [1.5, 0.5, 1.5]},  # overlaps a tower
            fin,
        ):
            questions.append({"a": {"parts": [tall]}, "b": {"parts": [body]}, "id": len(questions), "ask": ["distance"],
                              "certificate": "full"})
        questions.append({"a": {"parts": [fin]}, "b": {"parts": [{**fin, "quaternion": [1, 0, 0.5, 0]}]}, "id": 9})
        questions.append({"a": {"parts": [box_of((0, 0, 0)), box_of((3, 0, 0))]}, "b": {"parts": [tall], "translation": [1.0, 0, 0]}, "id": 10})
        status, answers = query(*questions)
        self.assertEqual(status, 0)
        self.accepted(questions, answers)
        print([answer["verdict"] for answer in answers])
        self.refuse_forged(questions, answers, random.Random(7), 30)

    def test_forged_margins_are_refused(self):
        tall = mesh_of({(0, 0, 0), (0, 0, 1), (1, 0, 0), (2, 0, 0), (2, 0, 1)})
        cube = mesh_of({(0, 0, 0)})
        between = {**cube, "transform": [[0.5, 0, 0, 1.25], [0, 0.5, 0, 0.25], [0, 0, 0.5, 1.5]]}
        self.expect_margins(tall, lambda margin: [{"parts": [body]} for body in (between, {**cube, "translation": [0, 1.25 + margin / 2, 0]})], 12)

    def test_forged_claims_beside_a_true_certificate(self):
        tall = mesh_of({(0, 0, 0), (0, 0, 1), (1, 0, 0), (2, 0, 0), (2, 0, 1)})
        question = {"a": {"parts": [tall]}, "b": {"parts": [tall], "translation": [0, 4.25, 0]}, "id": 1, "ask": ["distance"],
                    "certificate": "full"}
        _, (answer,) = query(question)
        self.assertEqual(answer["verdict"], "separated")
        self.refuse_intervals(question, answer, 3.25)
        moved = {**question, "b": {"parts": [tall], "translation": [0, 1, 0]}}
        self.refused(moved, answer, "bodies that moved")
        # The outer cube holds the inner one: no triangles meet.
        outer, inner = mesh_of(set(itertools.product(range(3), repeat=3))), mesh_of({(1, 1, 1)})
        shells = {"a": {"parts": [{**outer, "as": "surface"}]}, "b": {"parts": [inner]}, "id": 2}
        _, (apart,) = query(shells)
        self.assertEqual(apart["verdict"], "separated")
        self.accepted([shells], [apart])
        forged = {**apart, "taken_as": {"a": ["solid"], "b": ["solid"]}}
        tower = mesh_of(set(itertools.product(range(3), repeat=3)) | {(0, 0, 3)})
        for solid in (outer, tower):
            solids = {"a": {"parts": [solid]}, "b": {"parts": [inner]}, "id": 2}
            self.refused(solids, forged, "inside")
            self.refused(solids, {**forged, "taken_as": {"a": ["surface"], "b": ["solid"]}}, "as a surface")


if __name__ == "__main__":
    unittest.main()
