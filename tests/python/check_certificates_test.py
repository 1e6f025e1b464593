# SPDX-License-Identifier: Apache-2.0
"""True answers that check_certificates.py must accept, and forged ones that it must refute."""

import copy
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import certificate_proofs as proofs  # noqa: E402
import check_certificates as checker  # noqa: E402

SQUARE = [[-1, -1], [1, -1], [-1, 1], [1, 1]]
CUBE = [list(corner) for corner in itertools.product((-1.0, 1.0), repeat=3)]
MAX_DOUBLE = 1.7976931348623157e308


def shifted(points, offset):
    return [[x + t for x, t in zip(point, offset)] for point in points]


def ask(a, b, **more):
    a, b = (body if isinstance(body, dict) else {"vertices": body} for body in (a, b))
    return {"id": 1, "a": a, "b": b, **more}


def tell(verdict, certificate, **more):
    return {"id": 1, "verdict": verdict, "certificate": certificate, **more}


def run(questions, answers):
    """(tally, what was refuted); lists hold objects, or raw text for a whole line."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, lines in (("q.jsonl", questions), ("a.jsonl", answers)):
            paths.append(os.path.join(folder, name))
            with open(paths[-1], "w", encoding="utf-8") as file:
                for line in lines:
                    file.write((line if isinstance(line, str) else json.dumps(line)) + "\n")
        found = []
        tally = checker.check_files(*paths, report=found.append)
    return tally, found


def separated_squares(scale=1.0):
    """Two squares 3 apart along x, with every claim about them."""
    a = [[x * scale, y * scale] for x, y in SQUARE]
    b = [[(x + 5) * scale, y * scale] for x, y in SQUARE]
    certificate = {
        "direction": [1, 0],
        "distance": {"direction": [1, 0], "a": [[1, 1]], "b": [[0, 1.0]]},
    }
    interval = [3 * scale, 3 * scale]
    return ask(a, b, ask=["distance"]), tell("separated", certificate, distance=interval)


OVERLAP_PAIRS = [[0, 3], [7, 4], [2, 1], [5, 6], [1, 0], [4, 7], [0, 0], [7, 7]]

TRUE = {
    "separated": separated_squares(),
    "separated by 3 * 2^-1000": separated_squares(2.0**-1000),
    "separated, integers in strings": (
        ask(SQUARE, shifted(SQUARE, [5, 0])),
        tell("separated", {"direction": ["1" + "0" * 400, "-1"]}),
    ),
    "separated in 1-D": (ask([[0], [1]], [[3], [2]]), tell("separated", {"direction": [5e-324]})),
    "separated by one unit in the last place": (
        ask([[1.0, 0]], [[math.nextafter(1, 2), 0]]),
        tell("separated", {"direction": [1, 0]}),
    ),
    "touching at a vertex": (
        ask(SQUARE, shifted(SQUARE, [2, 2])),
        tell("touching", {"direction": [1, 1], "pairs": [[3, 0]]}, distance=[0, 0], depth=[0, 0]),
    ),
    "touching at crossing edges": (
        ask([[-1, 0, 0], [1, 0, 0], [0, 0, -1]], [[0, -1, 0], [0, 1, 0], [0, 0, 1]]),
        tell("touching", {"direction": [0, 0, 1], "pairs": [[0, 0], [1, 1], [0, 1], [1, 0]]}),
    ),
    "overlapping": (
        ask(CUBE, shifted(CUBE, [0.5, 0.5, 0.5]), ask=["distance"]),
        tell("overlapping", {"pairs": [[7, 0], [0, 3], [0, 5], [0, 6]]}, distance=[0, 0]),
    ),
    "overlapping in 1-D": (
        ask([[0], [2]], [[1], [3]]),
        tell("overlapping", {"pairs": [[0, 0], [1, 0]]}),
    ),
    "overlapping by 2d+2 pairs": (
        ask(CUBE, CUBE),
        tell("overlapping", {"pairs": [[k, 7 - k] for k in range(8)]}),
    ),
    "rotated by a quaternion that no matrix of doubles holds": (
        # The half turn about (1, 1, 0), of length 1e-155: x and y swap, z is negated.
        ask({"vertices": CUBE, "quaternion": [0, 1e-155, 1e-155, 0]}, shifted(CUBE, [2, 0, 0])),
        tell("touching", {"direction": [1, 0, 0], "pairs": [[2, 1]]}),
    ),
    "sheared, and singular": (
        ask(
            {"vertices": CUBE, "transform": [[1, 1, 0, 0], [0, 1, 0, 0], [0, 0, 0, 7]]},
            {"vertices": CUBE, "transform": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 8]]},
        ),
        # The flat body a lies in z = 7, the bottom of b.
        tell("touching", {"direction": [0, 0, 1], "pairs": [[0, 0], [6, 6], [0, 6], [6, 0]]}),
    ),
    "empty": (ask([], CUBE), tell("separated", None, distance=[MAX_DOUBLE, None], depth=[0, 0])),
    "upper bound overflows": (
        ask([[-1.7e308]], [[1.7e308]]),
        tell(
            "separated",
            {"direction": [1], "distance": {"direction": [1], "a": [[0, 1]], "b": [[0, 1]]}},
            distance=[MAX_DOUBLE, None],
        ),
    ),
    "weights as strings, over a third": (
        ask([[0, 1], [0, -2]], [[4, 0]]),
        tell(
            "separated",
            {
                "direction": [1, 0],
                "distance": {"direction": ["7", 0], "a": [[0, "2"], [1, "1"]], "b": [[0, 0.1]]},
            },
            distance=[4, 4],
        ),
    ),
}


# A square around a smaller one: C is [-5, 3] x [-4, 4], and its corners' pairs go around it.
TRUE["depth in the plane"] = (
    ask(SQUARE, shifted([[3 * x, 3 * y] for x, y in SQUARE], [1, 0])),
    tell(
        "overlapping",
        {
            "pairs": [[0, 3], [1, 2], [2, 1], [3, 0]],
            "depth": {
                "direction": ["2", 0],
                "pairs": [[0, 3], [1, 2], [3, 0], [2, 1]],
                "facets": [[0, 1], [1, 2], [2, 3], [3, 0]],
            },
        },
        depth=[3, 3],
    ),
)
# The half turn about (1, 1, 0) swaps x and y and negates z: C is [-2, 2]^2 x [-2.5, 1.5].
BOX_PAIRS = [[CUBE.index([y, x, -z]), CUBE.index([-x, -y, -z])] for x, y, z in CUBE]
BOX_QUADS = ((4, 6, 7, 5), (0, 1, 3, 2), (2, 3, 7, 6), (0, 4, 5, 1), (1, 5, 7, 3), (0, 2, 6, 4))
BOX_FACETS = [half for a, b, c, d in BOX_QUADS for half in ([a, b, c], [a, c, d])]
TRUE["depth in space"] = (
    ask({"vertices": CUBE, "quaternion": [0, 1, 1, 0]}, shifted(CUBE, [0, 0, 0.5])),
    tell(
        "overlapping",
        {
            "pairs": BOX_PAIRS,
            "depth": {"direction": [0, 0, 0.1], "pairs": BOX_PAIRS, "facets": BOX_FACETS},
        },
        depth=[1.5, 1.5],
    ),
)


class TrueAnswers(unittest.TestCase):
    def test_each_is_accepted(self):
        for name, (question, answer) in TRUE.items():
            with self.subTest(name):
                tally, found = run([question], [answer])
                self.assertEqual(found, [])
                self.assertEqual((tally.accepted, tally.refuted), (1, 0))

    def test_all_in_one_stream(self):
        questions, answers = zip(*TRUE.values())
        tally, _ = run(list(questions), list(answers))
        self.assertEqual((tally.accepted, tally.refuted, tally.unchecked), (len(TRUE), 0, 0))
        self.assertGreaterEqual(tally.checked, 7)


class ForgedAnswers(unittest.TestCase):
    def refuse(self, name, change):
        question, answer = copy.deepcopy(TRUE[name])
        change(question, answer)
        tally, found = run([question], [answer])
        self.assertEqual((tally.accepted, tally.refuted, len(found)), (0, 1, 1))

    def test_each_with_the_bodies_swapped(self):
        symmetric = {"overlapping", "overlapping by 2d+2 pairs", "empty"}
        for name in TRUE.keys() - symmetric:
            with self.subTest(name):

                def swap(question, answer):
                    question["a"], question["b"] = question["b"], question["a"]

                self.refuse(name, swap)

    def test_each_with_another_verdict(self):
        for name, (_, answer) in TRUE.items():
            for verdict in ("separated", "touching", "overlapping", "undecided", None, 7, [], {}):
                if verdict == answer["verdict"]:
                    continue
                with self.subTest(name, verdict=verdict):
                    self.refuse(name, lambda q, a: a.update(verdict=verdict))

    def test_directions(self):
        for name, (_, answer) in TRUE.items():
            if answer["certificate"] is None or "direction" not in answer["certificate"]:
                continue
            direction = answer["certificate"]["direction"]
            negated = [("-" + x if isinstance(x, str) and x[0] != "-" else x) for x in direction]
            negated = [-x if not isinstance(x, str) else x for x in negated]
            forged = [
                [0] * len(direction),
                negated,
                direction[:-1],
                direction + [0],
                None,
                "1",
                [None] * len(direction),
                ["x"] * len(direction),
                ["+1"] * len(direction),
                ["1e3"] * len(direction),
                [True] * len(direction),
                [float("nan")] * len(direction),
                [float("inf")] * len(direction),
                ["9" * 70000] * len(direction),
            ]
            for wrong in forged:
                with self.subTest(name, direction=str(wrong)[:40]):
                    self.refuse(name, lambda q, a: a["certificate"].update(direction=wrong))

    def test_pairs(self):
        for name, (_, answer) in TRUE.items():
            pairs = (answer["certificate"] or {}).get("pairs")
            if pairs is None:
                continue
            forged = [
                [],
                None,
                {},
                [[99, 0]] + pairs[1:],
                [[0, -1]] + pairs[1:],
                [[0]],
                [[0, True]],
            ]
            forged += [pairs[:1] * 9, [[0.0, 0.0]], [["0", "0"]], pairs + [[0, 0]] * 9]
            for wrong in forged:
                with self.subTest(name, pairs=str(wrong)[:40]):
                    self.refuse(name, lambda q, a: a["certificate"].update(pairs=wrong))

    def test_each_pair_of_a_minimal_overlap_is_needed(self):
        for drop in range(4):
            self.refuse("overlapping", lambda q, a: a["certificate"]["pairs"].pop(drop))

    def test_a_touching_pair_is_no_overlap(self):
        # Cubes that share a face: any 8 pairs have 0 at most on the boundary of their hull.
        question = ask(CUBE, shifted(CUBE, [2, 0, 0]))
        for pairs in (
            [[4 + k, 3 - k] for k in range(4)],
            [[4 + k, k] for k in range(4)],
            OVERLAP_PAIRS,
        ):
            tally, _ = run([question], [tell("overlapping", {"pairs": pairs})])
            self.assertEqual(tally.refuted, 1)

    def test_a_flat_difference_is_no_overlap(self):
        flat = [[-1, -1, 0], [1, -1, 0], [0, 2, 0]]
        pairs = [[0, 0], [1, 1], [2, 2], [0, 1], [1, 2], [2, 0], [1, 0]]
        tally, _ = run([ask(flat, flat)], [tell("overlapping", {"pairs": pairs})])
        self.assertEqual(tally.refuted, 1)
        touching = {"direction": [0, 0, 1], "pairs": [[1, 1]]}
        tally, _ = run([ask(flat, flat)], [tell("touching", touching)])
        self.assertEqual(tally.accepted, 1)

    def test_intervals_one_unit_off(self):
        for scale in (1.0, 2.0**-1000, 2.0**1000):
            question, answer = separated_squares(scale)
            exact = answer["distance"][0]
            below, above = math.nextafter(exact, 0), math.nextafter(exact, math.inf)
            for lower, upper, holds in (
                (exact, exact, True),
                (below, above, True),
                (exact, None, True),
                (above, None, False),
                (above, above, False),
                (below, below, False),
                (0.0, below, False),
            ):
                answer["distance"] = [lower, upper]
                tally, _ = run([question], [answer])
                with self.subTest(scale=scale, lower=lower, upper=upper):
                    self.assertEqual(tally.refuted, 0 if holds else 1)

    def test_intervals(self):
        name = "separated"
        for wrong in ([], [3], [4, 3], [-1, 3], [None, 3], [3, "3"], None, [float("nan"), 3], {}):
            self.refuse(name, lambda q, a: a.update(distance=wrong))
        for name in ("touching at a vertex", "overlapping"):
            for wrong in ([0, 5e-324], [5e-324, 1], [0, None]):
                self.refuse(name, lambda q, a: a.update(distance=wrong))
        self.refuse("touching at a vertex", lambda q, a: a.update(depth=[0, 1]))
        self.refuse("empty", lambda q, a: a.update(distance=[3, None]))

    def test_a_proof_of_what_the_verdict_settles(self):
        extra = {"direction": [1, 0]}
        self.refuse("touching at a vertex", lambda q, a: a["certificate"].update(distance=extra))
        self.refuse("overlapping", lambda q, a: a["certificate"].update(distance={"a": [[0, 1]]}))

    def test_distance_proofs(self):
        wrong = [
            {"direction": [1, 0.5]},
            {"direction": [0, 0]},
            {"direction": [-1, 0]},
            {"direction": []},
            {"a": []},
            {"b": []},
            {"a": [[0, 1]]},
            {"a": [[9, 1]]},
            {"a": [[-1, 1]]},
            {"a": [[1, 2], [0, -1]]},
            {"a": [[1, 0]]},
            {"a": [[1, None]]},
            {"a": [[1, "1.5"]]},
            {"a": [[1]]},
            {"a": None},
            {"extra": 1},
        ]
        for change in wrong:
            with self.subTest(str(change)):
                self.refuse("separated", lambda q, a: a["certificate"]["distance"].update(change))

    def test_direction_off_by_one_unit(self):
        # An edge of slope 1/3 below a point barely above it: 1/3 rounded up cuts the edge.
        a, b = [[0, 0], [3, 1]], [[1.5, 0.5 + 2**-52]]
        self.assertGreater(b[0][1], 0.5)
        for slope, holds in ((1 / 3, True), (1 / 3 + 2**-40, False)):
            tally, _ = run([ask(a, b)], [tell("separated", {"direction": [-slope, 1]})])
            self.assertEqual(tally.accepted, int(holds))

    def test_depths_one_unit_off(self):
        for name in ("depth in the plane", "depth in space"):
            question, answer = copy.deepcopy(TRUE[name])
            exact = answer["depth"][0]
            below, above = math.nextafter(exact, 0), math.nextafter(exact, math.inf)
            for lower, upper, holds in (
                (below, above, True),
                (0, exact, True),
                (exact, None, True),
                (above, None, False),
                (above, above, False),
                (below, below, False),
                (0, below, False),
                (0, 0, False),
                (-1, exact, False),
            ):
                answer["depth"] = [lower, upper]
                tally, _ = run([question], [answer])
                with self.subTest(name, lower=lower, upper=upper):
                    self.assertEqual(tally.refuted, 0 if holds else 1)

    def test_depth_proofs(self):
        plane = {"pairs": BOX_PAIRS, "facets": BOX_FACETS}
        wrong = [
            {"direction": [0, 0, 0]},
            {"direction": [0, 0, -1]},
            {"direction": [0, 0.1, 1]},
            {"direction": [0, 1]},
            {"direction": []},
            {"direction": None},
            {"facets": []},
            {"facets": None},
            {"facets": BOX_FACETS[1:]},
            {"facets": BOX_FACETS + [[0, 1, 2]]},
            {"facets": BOX_FACETS + BOX_FACETS},
            {"facets": [facet[::-1] for facet in BOX_FACETS]},
            {"facets": [BOX_FACETS[0][::-1]] + BOX_FACETS[1:]},
            {"facets": [[8, 6, 7]] + BOX_FACETS[1:]},
            {"facets": [[-4, 6, 7]] + BOX_FACETS[1:]},
            {"facets": [[4, 6]] + BOX_FACETS[1:]},
            {"facets": [[4.0, 6, 7]] + BOX_FACETS[1:]},
            {"facets": [7] + BOX_FACETS[1:]},
            {"pairs": []},
            {"pairs": None},
            {"pairs": BOX_PAIRS[:-1]},
            {"pairs": BOX_PAIRS[::-1]},
            {"pairs": [BOX_PAIRS[1]] + BOX_PAIRS[1:]},
            {"pairs": [[0, 8]] + BOX_PAIRS[1:]},
            {"pairs": [[-1, 0]] + BOX_PAIRS[1:]},
            {"extra": 1},
        ]
        for change in wrong:
            with self.subTest(str(change)):
                self.refuse("depth in space", lambda q, a: a["certificate"]["depth"].update(change))
        around = [[0, 1], [1, 2], [2, 3], [3, 0]]
        for facets in (around[1:], around + around, [edge[::-1] for edge in around]):
            change = {"facets": facets}
            self.refuse("depth in the plane", lambda q, a: a["certificate"]["depth"].update(change))
        for name in ("touching at a vertex", "separated"):

            def claim(question, answer):
                answer["depth"] = [0, 0]
                answer["certificate"]["depth"] = plane

            self.refuse(name, claim)
        tally, _ = run(*zip(TRUE["depth in space"]))
        self.assertEqual(tally.checked, 1)
        question, answer = copy.deepcopy(TRUE["depth in space"])
        del answer["certificate"]["depth"]
        tally, _ = run([question], [answer])
        self.assertEqual((tally.accepted, tally.unchecked), (1, 1))

    def judge_margin(self, question, answer, accepted, **names):
        tally, found = run([question], [answer])
        with self.subTest(**names):
            self.assertEqual(tally.refuted, 0 if accepted else 1, found)

    def test_radii_count_for_every_claim(self):
        """Two squares 3 apart, with radii: each claim is true of the sums on its left alone."""
        direction, points = {"direction": [1, 0]}, {"a": [[1, 1]], "b": [[0, 1]]}
        both = {**direction, **points}
        apart = {"direction": [1, 0], "distance": both}
        claims = [
            ({2, 0}, "separated", direction, {}),
            ({3}, "touching", both, {"distance": [0, 0], "depth": [0, 0]}),
            ({3.5, 5}, "overlapping", points, {"distance": [0, 0]}),
            ({2}, "separated", apart, {"distance": [1, 1]}),
            ({0}, "separated", apart, {"distance": [3, 3]}),
            ({0, 2}, "separated", apart, {"distance": [1, 3]}),
            ({3.5}, "overlapping", {**points, "depth": direction}, {"depth": [0.5, 0.5]}),
            ({3.5, 5}, "overlapping", {**points, "depth": direction}, {"depth": [0.5, 2]}),
        ]
        for true, verdict, certificate, told in claims:
            for total in (0, 2, 3, 3.5, 5):
                for radius_a in (0, 0.75 * total, total):
                    question = ask(SQUARE, shifted(SQUARE, [5, 0]))
                    question["a"]["radius"], question["b"]["radius"] = radius_a, total - radius_a
                    answer = tell(verdict, certificate, **told)
                    names = {"total": total, "claim": str((verdict, certificate, told))}
                    self.judge_margin(question, answer, total in true, **names)
                    if total > 0 and total in true:
                        for extra in ({"pairs": [[0, 0]]}, {"direction": [0, 0]}, {"a": []}):
                            forged = tell(verdict, {**certificate, **extra}, **told)
                            self.judge_margin(question, forged, False, extra=str(extra), **names)
        for radius in (-1, math.nan, math.inf, "1", None):
            question["a"]["radius"] = radius
            self.judge_margin(question, answer, False, radius=radius)

    def test_radii_add_to_a_depth(self):
        question, answer = copy.deepcopy(TRUE["depth in space"])
        proof = answer["certificate"]["depth"]
        # The middle of a, which is also a point of b.
        common = {
            "a": [[i, 1] for i in range(8)],
            "b": [[i, 3 if point[2] < 0 else 1] for i, point in enumerate(CUBE)],
        }
        question["b"]["radius"] = 0.5
        for lower, upper, by_hull, accepted in (
            (2, 2, True, True),
            (1.5, 2.25, True, True),
            (math.nextafter(2, 3), 2.25, True, False),
            (2, 1.75, True, False),
            (1.75, math.nextafter(2, 0), True, False),
            (2, 2, False, False),
            (0.5, 2, False, True),
            (0.25, 2, False, True),
            (0.25, 2, True, False),
        ):
            answer["depth"] = [lower, upper]
            lists = proof if by_hull else {"direction": proof["direction"]}
            answer["certificate"] = {**common, "depth": lists}
            self.judge_margin(question, answer, accepted, lower=lower, upper=upper, hull=by_hull)

    def test_margins_of_bodies_apart(self):
        question, answer = copy.deepcopy(TRUE["separated"])
        del answer["distance"], answer["certificate"]["distance"]  # radii would change it
        direction = {"direction": [1, 0]}
        points = {"a": [[1, 1]], "b": [[0, 1]]}
        proof = {"farther": direction, "exactly": {**direction, **points}, "closer": points}
        below, above = math.nextafter(3, 0), math.nextafter(3, 4)
        for margin, radii, true in (
            (below, (0, 0), "farther"),
            (-1, (0, 0), "farther"),
            (3, (0, 0), "exactly"),
            (2.5, (0.25, 0.25), "exactly"),
            (2, (1, 2.0**-60), "closer"),
            (above, (0, 0), "closer"),
        ):
            question["margin"] = margin
            question["a"]["radius"], question["b"]["radius"] = radii
            for verdict in proof:
                answer.update(margin=verdict, margin_certificate=proof[verdict])
                self.judge_margin(question, answer, verdict == true, margin=margin, verdict=verdict)
        question["margin"], question["b"]["radius"] = 4, 0
        for wrong in (direction, {**direction, **points}, {"a": [[1, 1]]}, [], {}):
            answer.update(margin="closer", margin_certificate=wrong)
            self.judge_margin(question, answer, False, wrong=str(wrong))
        for verdict in ("near", None, 1):
            answer.update(margin=verdict, margin_certificate=points)
            self.judge_margin(question, answer, False, verdict=verdict)
        del answer["margin_certificate"]
        answer["margin"] = "closer"
        self.assertEqual(run([question], [answer])[0].unchecked, 1)

    def test_margins_of_bodies_that_overlap(self):
        question, answer = copy.deepcopy(TRUE["depth in space"])
        proof = answer["certificate"].pop("depth")
        exact = answer.pop("depth")[0]
        direction = {"direction": proof["direction"]}
        hull = {"pairs": proof["pairs"], "facets": proof["facets"]}
        proofs = {"farther": direction, "exactly": {**direction, **hull}, "closer": hull}
        for margin, true in (
            (-exact, "exactly"),
            (-math.nextafter(exact, 0), "closer"),
            (-math.nextafter(exact, math.inf), "farther"),
            (0, "closer"),
        ):
            question["margin"] = margin
            for verdict in proofs:
                answer.update(margin=verdict, margin_certificate=proofs[verdict])
                self.judge_margin(question, answer, verdict == true, margin=margin, verdict=verdict)
        question["margin"] = 0
        for pairs, true in ((proof["pairs"], True), (proof["pairs"][:3], False)):
            answer.update(margin="closer", margin_certificate={"pairs": pairs})
            self.judge_margin(question, answer, true, pairs=len(pairs))
        answer.update(margin="exactly", margin_certificate={**direction, "pairs": proof["pairs"]})
        self.judge_margin(question, answer, False, verdict="exactly")
        question["margin"] = -exact / 2
        answer.update(margin="closer", margin_certificate={"pairs": proof["pairs"]})
        self.judge_margin(question, answer, False, pairs="alone")
        for facets in (proof["facets"][1:], [facet[::-1] for facet in proof["facets"]]):
            answer.update(margin="closer", margin_certificate={**hull, "facets": facets})
            self.judge_margin(question, answer, False, facets=len(facets))

    def test_missing_certificates(self):
        for change in ({"certificate": None}, {"certificate": []}, {"certificate": {}}):
            for name in TRUE.keys() - {"empty"}:
                self.refuse(name, lambda q, a: a.update(change))
        self.refuse("separated", lambda q, a: a.pop("certificate"))
        self.refuse("separated", lambda q, a: a["certificate"].update(pairs=[[0, 0]]))
        self.refuse("separated", lambda q, a: a.update(id=2))

    def test_random_damage_never_ends_in_a_traceback(self):
        junk = [
            None,
            True,
            -1,
            0,
            2**40,
            0.5,
            1e308,
            float("nan"),
            "",
            "1",
            "z",
            [],
            {},
            [[]],
            [0, 0],
        ]
        rng = random.Random(7)

        def damage(node):
            keys = list(node) if isinstance(node, dict) else list(range(len(node)))
            key = rng.choice(keys)
            child = node[key]
            if isinstance(child, (dict, list)) and child and rng.random() < 0.8:
                damage(child)
            elif rng.random() < 0.2:
                del node[key]
            else:
                node[key] = rng.choice(junk)

        for _ in range(600):
            question, answer = copy.deepcopy(rng.choice(list(TRUE.values())))
            damage(rng.choice([question, answer]))
            tally, _ = run([question], [answer])
            self.assertEqual(tally.accepted + tally.refuted + tally.bare, 1)


class Polygons(unittest.TestCase):
    """Proofs written by hand. The frame is a square of side 4 with a hole of side 2; four trapezia cover it."""

    FRAME = {"rings": [[[0, 0], [4, 0], [4, 4], [0, 4]], [[1, 1], [3, 1], [3, 3], [1, 3]]]}
    COVER = [t for i in range(4) for j in [(i + 1) % 4] for t in ([i, j, 4 + j], [i, 4 + j, 4 + i])]

    def certificate(self, sides, cover=None):
        """A direction for each trapezium, of its two triangles."""
        cuts = [[2 * i, 2 * i + 2, 0, 1, side] for i, side in enumerate(sides)]
        return {
            "separations": [{"part_a": 0, "part_b": 0, "cut": {"pairs": cuts}}],
            "covers": {"a": [{"part": 0, "triangles": self.COVER if cover is None else cover}]},
        }

    def outcome(self, body, verdict, certificate, frame=None):
        question = ask({"parts": [frame or self.FRAME]}, {"vertices": body})
        tally, found = run([question], [tell(verdict, certificate)])
        self.assertEqual(tally.accepted + tally.refuted, 1)
        return tally.accepted == 1, tally.by_theorem

    INWARD = [[0, 1], [-1, 0], [0, -1], [1, 0]]

    def test_covers(self):
        point, peg = [[2, 2]], [[1, 1], [3, 1], [3, 3], [1, 3]]
        true = self.certificate(self.INWARD)
        self.assertEqual(self.outcome(point, "separated", true), (True, 0))
        meets = {"part_a": 0, "part_b": 0, "a": {"weights": [[4, 1], [5, 1]]}, "b": {"weights": [[0, 1], [1, 1]]}}
        self.assertEqual(self.outcome(peg, "touching", {**meets, **true}), (True, 0))
        self.assertEqual(self.outcome(peg, "touching", meets), (True, 1))
        self.assertEqual(self.outcome(peg, "separated", true), (False, 0))
        # A cover that leaves something out, and one of a square without a hole.
        for cover in ([], self.COVER[:-1], [[4, 5, 6], *self.COVER], [*self.COVER[:-1], [3, 4, 3]]):
            self.assertEqual(self.outcome(point, "separated", self.certificate(self.INWARD, cover)), (False, 0), cover)
        filled = {"rings": [self.FRAME["rings"][0]]}
        self.assertEqual(self.outcome(point, "separated", true, filled), (False, 0))
        # Twice is even: such triangles may be anywhere, if a direction keeps them away.
        spare = self.certificate(self.INWARD, [*self.COVER, [0, 1, 5], [0, 1, 5]])
        spare["separations"][0]["cut"]["pairs"].append([8, 10, 0, 1, [0, 1]])
        self.assertEqual(self.outcome(point, "separated", spare), (True, 0))
        for side in ([0, -1], [0, 0], [0, 1, 0]):
            spare["separations"][0]["cut"]["pairs"][-1][4] = side
            self.assertEqual(self.outcome(point, "separated", spare), (False, 0), side)

    def test_points(self):
        for point, inside in (([0.5, 2], True), ([2, 2], False), ([1, 2], False), ([0, 0], False), ([5, 5], False), ([0.5, 1], True), ([0.5, 3], True)):
            proof = {"part_a": 0, "part_b": 0, "b": {"weights": [[0, 1]]}}
            self.assertEqual(self.outcome([point], "overlapping", proof), (inside, 0), point)
        # Two squares with a common side, which bounds nothing, and a spike.
        two = {"rings": [[[0, 0], [1, 0], [1, 1], [0, 1]], [[1, 0], [2, 0], [2, 1], [1, 1]], [[0.5, 1], [0.5, 3]]]}
        for point, inside in (([1, 0.5], True), ([1, 1], False), ([0.5, 2], False), ([0.5, 1], False)):
            proof = {"part_a": 0, "part_b": 0, "b": {"weights": [[0, 1]]}}
            self.assertEqual(self.outcome([point], "overlapping", proof, two), (inside, 0), point)

    def test_a_segment_on_a_cut(self):
        # It ties with both triangles of the square, and lies inside.
        square = {"rings": [[[0, 0], [1, 0], [1, 1], [0, 1]]]}
        meets = {"part_a": 0, "part_b": 0, "a": {"weights": [[0, 1]]}, "b": {"weights": [[0, 1]]}}
        ties = {
            "separations": [{"part_a": 0, "part_b": 0, "cut": {"pairs": [[0, 1, 0, 1, [-1, 1]], [1, 2, 0, 1, [1, -1]]]}}],
            "covers": {"a": [{"part": 0, "triangles": [[0, 1, 2], [0, 2, 3]]}]},
        }
        self.assertEqual(self.outcome([[0, 0], [0.5, 0.5]], "touching", {**meets, **ties}, square), (False, 0))
        self.assertEqual(self.outcome([[0, 0], [-0.5, -0.5]], "touching", {**meets, **ties}, square), (True, 0))


class Streams(unittest.TestCase):
    def test_names_blank_lines_and_refusals(self):
        question, answer = TRUE["touching at a vertex"]
        questions = [
            {"define": "square", "vertices": SQUARE},
            "",
            " \t",
            ask({"body": "square"}, {"body": "square", "transform": [[1, 0, 2], [0, 1, 2]]}),
            '{"id": 2, "a": {"vertices": [[NaN]]}, "b": {"vertices": [[1]]}}',
            '{"define": "bad", "vertices": [[1e999]]}',
            "[" * 100000,
            ask({"body": "square"}, {"body": "bad"}),
            question,
        ]
        refusals = [{"id": None, "line": n, "error": "x", "message": "y"} for n in (5, 6, 7, 8)]
        tally, found = run(questions, [answer] + refusals + [answer])
        self.assertEqual(found, [])
        self.assertEqual((tally.accepted, tally.refusals), (2, 4))

    def test_answering_what_must_be_refused(self):
        for body in (
            "[[NaN, 0]]",
            "[[1e999, 0]]",
            "[[Infinity, 0]]",
            "[[1, 0], [1]]",
            "[[]]",
            "[[true, 0]]",
        ):
            line = '{"id": 1, "a": {"vertices": %s}, "b": {"vertices": [[9, 0]]}}' % body
            tally, _ = run([line], [tell("separated", {"direction": [1, 0]})])
            self.assertEqual(tally.refuted, 1, body)
        for pose in (
            {"quaternion": [0, 0, 0, 0]},
            {"quaternion": [1, 0, 0]},
            {"translation": [1, 2]},
            {"transform": [[1, 0], [0, 1]]},
            {"transform": [], "quaternion": [1, 0, 0, 0]},
        ):
            question = ask({"vertices": CUBE, **pose}, shifted(CUBE, [9, 9, 9]))
            tally, _ = run([question], [tell("separated", {"direction": [1, 1, 1]})])
            self.assertEqual(tally.refuted, 1, pose)
        for line in ("{", '{"id": 1, "id": 1}', "7", "null"):
            tally, _ = run([line], [tell("separated", {"direction": [1]})])
            self.assertEqual(tally.refuted, 1, line)

    def test_unproven_answers_are_counted_apart(self):
        question, answer = separated_squares()
        del answer["certificate"]["distance"]
        tally, _ = run([question], [answer])
        self.assertEqual((tally.accepted, tally.checked, tally.unchecked), (1, 0, 1))
        answer["distance"] = [0, 0]
        tally, _ = run([question], [answer])
        self.assertEqual(tally.refuted, 1)
        answer["distance"] = [3, 3]
        question["certificate"] = "none"
        del answer["certificate"]
        tally, _ = run([question], [answer])
        self.assertEqual((tally.accepted, tally.bare, tally.unchecked), (0, 1, 1))

    def test_files_that_do_not_belong_together(self):
        question, answer = TRUE["separated"]
        refusal = {"id": 1, "line": 7, "error": "syntax", "message": ""}
        for questions, answers in (
            ([question], []),
            ([question], [answer, answer]),
            ([question], [refusal]),
            ([question], ["{"]),
            ([question], ["7"]),
        ):
            with self.assertRaises(checker.BadInput):
                run(questions, answers)

    def test_exit_status(self):
        program = os.path.join(HERE, "check_certificates.py")

        def status(*arguments):
            done = subprocess.run(
                [sys.executable, program, *arguments], capture_output=True, text=True
            )
            self.assertNotIn("Traceback", done.stderr)
            return done.returncode, done.stdout

        with tempfile.TemporaryDirectory() as folder:
            questions, good, bad = (os.path.join(folder, name) for name in "qgb")
            question, answer = TRUE["separated"]
            forged = dict(answer, verdict="overlapping")
            for path, content in ((questions, question), (good, answer), (bad, forged)):
                with open(path, "w", encoding="utf-8") as file:
                    json.dump(content, file)
            code, text = status(questions, good)
            self.assertEqual(code, 0)
            self.assertTrue(
                text.startswith(
                    "1 certificates accepted, 0 refuted, 1 intervals and margins checked, 0 unchecked"
                )
            )
            self.assertEqual(status(questions, bad)[0], 1)
            self.assertEqual(status(questions)[0], 2)
            self.assertEqual(status(questions, folder)[0], 2)
            self.assertEqual(status(questions, os.path.join(folder, "nothing"))[0], 2)


def determinant(rows):
    if not rows:
        return 1
    return sum(
        (-1) ** k * x * determinant([row[:k] + row[k + 1 :] for row in rows[1:]])
        for k, x in enumerate(rows[0])
        if x
    )


def interior_by_hyperplanes(points, d):
    """0 is interior if the points span, and every hyperplane through 0 and d-1 of them has points
    on both open sides: one that supports the cone could be rotated until it contains d-1 of them.
    """
    spans = any(determinant([list(p) for p in some]) for some in itertools.combinations(points, d))
    if not spans:
        return False
    for some in itertools.combinations(points, d - 1):
        signs = {
            (v > 0) - (v < 0)
            for v in (determinant([list(p) for p in some] + [list(q)]) for q in points)
        }
        if signs not in ({0}, {-1, 1}, {-1, 0, 1}):
            return False
    return True


class Interior(unittest.TestCase):
    def test_against_hyperplanes(self):
        rng = random.Random(1)
        seen = {True: 0, False: 0}
        for _ in range(1500):
            d = rng.choice((1, 2, 2, 3, 3, 4))
            count = rng.randint(d + 1, 2 * d + 2)
            flat = rng.random() < 0.2
            points = [
                tuple(0 if flat and k == 0 else rng.randint(-2, 2) for k in range(d))
                for _ in range(count)
            ]
            wanted = interior_by_hyperplanes(points, d)
            seen[wanted] += 1
            self.assertEqual(proofs.zero_in_interior(points), wanted, points)
            if wanted:
                self.assertTrue(proofs.zero_in_hull(points))
        self.assertGreater(min(seen.values()), 200)


if __name__ == "__main__":
    unittest.main()
