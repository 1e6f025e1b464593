# SPDX-License-Identifier: Apache-2.0
"""Certificates of polygons and unions in the plane, from the outside: `sunder query` writes them, `sunder verify` and the
second checker accept them, and both refuse forged ones. The truth about polyominoes is counted cell by cell."""

import itertools
import os
import random
import unittest

from checked_bodies import MARGIN_WORDS, CheckedBodies, padded_verdict
from sunder import query

COUNT = int(os.environ.get("SUNDER_BODY_PAIRS", "30"))

SQUARE = [[0, 0], [4, 0], [4, 4], [0, 4]]
HOLE = [[1, 1], [3, 1], [3, 3], [1, 3]]
FRAME = {"rings": [SQUARE, HOLE]}


def rings_of(cells):
    """A ring for each cell: common edges cancel."""
    return {"rings": [[[float(x + i), float(y + j)] for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))] for x, y in sorted(cells)]}


def boxes_of(cells):
    return {"parts": [{"vertices": [[float(x + i), float(y + j)] for i, j in itertools.product((0, 1), repeat=2)]} for x, y in sorted(cells)]}


def truth(a, b):
    gap = min((max(abs(x - y) for x, y in zip(p, q)) for p in a for q in b), default=2)
    return ("overlapping", "touching", "separated")[min(gap, 2)]


def padded_truth(a, b, radius):
    """The same of bodies padded by a sum of radii, at poses that keep lengths."""
    bare = truth(a, b)
    if bare != "separated" or radius == 0 or not a or not b:
        return "overlapping" if bare == "touching" and radius else bare
    return padded_verdict(min(sum(max(abs(x - y) - 1, 0) ** 2 for x, y in zip(p, q)) for p in a for q in b), radius)


def draw_cells(draw):
    share = draw.choice((0.3, 0.6, 0.9))
    return {cell for cell in itertools.product(range(4), repeat=2) if draw.random() < share}


POSES = (
    {},
    {"transform": [[1, 0, 1e6], [0, 1, -3.5]]},
    {"transform": [[0, -2, 5], [2, 0, 0.25]]},
    {"transform": [[0.3, 1e-7, 1], [-4, 0.7, 1e5]]},
    {"transform": [[3, 4, 0.1], [-4, 3, 1 / 3]]},
)
# Those of them that keep lengths.
RIGID = (POSES[0], POSES[1], {"transform": [[0, -1, 5], [1, 0, 0.25]]})


def moved_by(body, x, y):
    return {**body, "transform": [[1, 0, x], [0, 1, y]]}


def draw_question(draw, identity):
    a, b = draw_cells(draw), draw_cells(draw)
    shift = tuple(draw.randrange(-3, 4) for _ in range(2))
    rigid = draw.random() < 0.5
    pose = draw.choice(RIGID if rigid else POSES)
    radii = (draw.choice((0, 0.5, 1)), draw.choice((0, 0.5))) if rigid and draw.random() < 0.5 else (0, 0)
    margin = draw.choice((0, 0.5, 1, 2, 0.25 + 2**-40)) if rigid and draw.random() < 0.5 else None
    bodies = []
    for cells, own in ((a, (0, 0)), (b, shift)):
        body = boxes_of(cells) if draw.random() < 0.3 else rings_of(cells)
        bodies.append({"parts": [moved_by(body, *own)], **pose})
    for body, radius in zip(bodies, radii):
        if radius:
            body["radius"] = radius
    there = {tuple(x + y for x, y in zip(cell, shift)) for cell in b}
    question = {"id": identity, "a": bodies[0], "b": bodies[1], "ask": draw.choice([["distance"], ["verdict"]]),
                "certificate": draw.choice(["short", "full"])}
    wanted = [padded_truth(a, there, sum(radii))]
    if margin is not None:
        question["margin"] = margin
        wanted.append(MARGIN_WORDS[padded_truth(a, there, margin + sum(radii))])
    return question, wanted


class PlanarCertificates(CheckedBodies):
    def test_polyominoes(self):
        draw = random.Random(2027)
        asked = [draw_question(draw, i) for i in range(4 * COUNT)]
        questions = [question for question, _ in asked]
        status, answers = query(*questions)
        self.assertEqual(status, 0, [a for a in answers if "error" in a][:1])
        for (question, wanted), answer in zip(asked, answers):
            self.assertEqual([answer[key] for key in ("verdict", "margin") if key in answer], wanted, question)
        self.assertEqual({wanted[0] for _, wanted in asked}, {"separated", "touching", "overlapping"})
        summary, tally = self.accepted(questions, answers)
        self.assertEqual(summary["margins"]["accepted"], sum(q["certificate"] == "full" and "margin" in q for q in questions))
        self.assertEqual(summary["by_theorem"], 0)
        print(tally, flush=True)

    def test_segments_names_and_flat_images(self):
        flat = {"transform": [[1, 0, 0], [0, 0, 0]]}
        lines = [
            {"define": "frame", **FRAME},
            {"define": "two", "parts": [{"body": "frame"}, moved_by({"body": "frame"}, 4, 0)]},
        ]
        cases = [
            ({"vertices": [[0.5, 0.5], [3.5, 0.5]]}, "overlapping"),
            ({"vertices": [[1, 0.5], [1, -3]]}, "overlapping"),
            ({"vertices": [[0, 1], [0, 3]]}, "touching"),
            ({"vertices": [[1, 1], [3, 1]]}, "touching"),
            ({"vertices": [[2, 2]]}, "separated"),
            ({"vertices": [[1, 1]]}, "touching"),
            ({"parts": [{**FRAME, **flat}]}, "touching"),
            ({"parts": [{"rings": [HOLE], "transform": [[1, 0, 0], [0, 0, 2]]}]}, "touching"),
            (moved_by({"parts": [{**FRAME, **flat}]}, 0, 0.5), "overlapping"),
            (moved_by({"parts": [{**FRAME, **flat}]}, 0, 5), "separated"),
            (moved_by(FRAME, 0, 4), "touching"),
            (moved_by(FRAME, 0.5, 0.5), "overlapping"),
            (moved_by({"rings": [[[0, 0], [1, 0], [1, 1]]]}, 1.5, 1.5), "separated"),
            ({"rings": []}, "separated"),
        ]
        for name, (body, _) in itertools.product(("frame", "two"), cases):
            lines.append({"id": len(lines), "a": {"body": name}, "b": body, "ask": ["distance"], "certificate": "full"})
        status, answers = query(*lines)
        self.assertEqual(status, 0)
        self.assertEqual([answer["verdict"] for answer in answers], [verdict for _, verdict in cases] * 2)
        summary, _ = self.accepted(lines, answers)
        self.assertEqual(summary["by_theorem"], 2)  # a flat image from wall to wall of a hole

    def test_convex_polygons_have_convex_proofs(self):
        square = {"rings": [[[0, 0], [1, 0], [2, 0], [2, 2], [0, 2]]]}
        questions = [{"id": x, "a": square, "b": moved_by(square, x, 1), "ask": ["distance", "depth"], "certificate": "full"} for x in (1, 2, 3)]
        _, answers = query(*questions)
        self.accepted(questions, answers)
        # What holds of the hull says nothing about a polygon that is not convex.
        notched = {"rings": [[[0, 0], [2, 0], [2, 2], [1, 1], [0, 2]]]}
        for question, answer in zip(questions, answers):
            self.refused({**question, "a": notched}, answer, "a certificate of hulls")

    def test_forged_certificates_are_refused(self):
        comb = rings_of({(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (2, 1), (4, 1)})
        questions = [
            {"a": comb, "b": moved_by({"rings": [[[0, 0], [0.5, 0], [0.5, 1], [0, 1]]]}, 1.25, 1.25), "id": 0},
            {"a": comb, "b": moved_by(rings_of({(0, 0), (0, 1)}), 1, 1), "id": 1},
            {"a": comb, "b": moved_by(comb, 0.5, 0.5), "id": 2},
            {"a": comb, "b": {"vertices": [[1, 0.25], [1, 0.75]]}, "id": 3},
            {"a": comb, "b": {"vertices": [[1, 1], [1, 3]]}, "id": 4},
            {"a": boxes_of({(0, 0), (3, 0)}), "b": moved_by(comb, 0, 1), "id": 5},
            {"a": {"parts": [{**FRAME, "transform": [[1, 0, 0], [0, 0, 0]]}]}, "b": {"vertices": [[2, -1], [2, 1]]}, "id": 6},
        ]
        questions = [{**question, "ask": ["distance"], "certificate": "full"} for question in questions]
        status, answers = query(*questions)
        self.assertEqual(status, 0)
        self.accepted(questions, answers)
        print([answer["verdict"] for answer in answers])
        self.refuse_forged(questions, answers, random.Random(7), 40)

    def test_forged_margins_are_refused(self):
        comb = rings_of({(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (2, 1), (4, 1)})
        between = {"parts": [{"rings": [[[1.25, 1.25], [1.75, 1.25], [1.75, 2], [1.25, 2]]]}]}
        self.expect_margins(comb, lambda margin: (between, moved_by({"parts": [FRAME]}, 0, 2.25 + margin / 2)), 16)

    def test_a_named_algorithm_changes_no_proof(self):
        question = {"a": {"parts": [FRAME], "radius": 0.25}, "b": moved_by(FRAME, 0, 4.75), "id": 1, "margin": 0.5, "certificate": "full"}
        for name in ("gjk", "sat", "polygon_lp", "epa"):
            named = {**question, "algorithm": name, "ask": ["distance"] if name == "gjk" else ["verdict"]}
            status, (answer,) = query(named)
            self.assertEqual([status, answer["verdict"], answer["margin"]], [0, "separated", "exactly"], name)
            self.accepted([named], [answer])

    def test_forged_claims_beside_a_true_certificate(self):
        question = {"a": FRAME, "b": moved_by(FRAME, 0, 7.25), "id": 1, "ask": ["distance"], "certificate": "full"}
        _, (answer,) = query(question)
        self.refuse_intervals(question, answer, 3.25)
        self.refused({**question, "b": moved_by(FRAME, 0, 4)}, answer, "bodies that moved")
        filled = {"rings": [SQUARE]}
        inside = {"a": {"parts": [FRAME]}, "b": {"vertices": [[2, 2]]}, "id": 2}
        _, (apart,) = query(inside)
        self.assertEqual(apart["verdict"], "separated")
        self.accepted([inside], [apart])
        self.refused({**inside, "a": {"parts": [filled]}}, apart, "a cover that leaves the hole out")


if __name__ == "__main__":
    unittest.main()
