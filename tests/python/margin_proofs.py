# SPDX-License-Identifier: Apache-2.0
"""A margin's proof, checked in integers.

m is the question's margin and both bodies' radii, summed exactly. A direction with a gap of m or more
proves "at least m". For m >= 0 two points of the bodies prove "at most m" (m = 0: only if they
coincide); otherwise a closed hull inside C = A - B does. The pairs of an overlap, which exist in any
dimension, also prove "less than 0".
"""

from fractions import Fraction

from certificate_proofs import Refuted, check_verdict, dot, finite, gap, weighted
from depth_proofs import planes

KEYS = {"farther": {"direction"}, "closer": set(), "exactly": {"direction"}}


def signed_square(value):
    return value * abs(value)


def check_direction(pair, m, numbers, strict):
    u, width = gap(pair, numbers, "margin_certificate.direction")
    if not any(u):
        raise Refuted("margin_certificate.direction is zero")
    side = signed_square(Fraction(width, pair.denominator)) - signed_square(m) * dot(u, u)
    if side < 0 or (strict and side == 0):
        raise Refuted("margin_certificate.direction does not prove the margin")


def check_points(pair, m, a, b, strict):
    x, below_x = weighted(pair.a, a, "margin_certificate.a")
    y, below_y = weighted(pair.b, b, "margin_certificate.b")
    square = sum((p * below_y - q * below_x) ** 2 for p, q in zip(x, y))
    side = Fraction(square, (below_x * below_y * pair.denominator) ** 2) - m * m
    if side > 0 or (strict and side == 0):
        raise Refuted("the weighted points are too far apart for the margin")


def check_hull(pair, radius, pairs, facets, strict):
    for height, squared in planes(pair, pairs, facets):
        side = Fraction(height, pair.denominator) ** 2 - radius * radius * squared
        if side < 0 or (strict and side == 0):
            raise Refuted("a facet is too near to 0 for the margin")


def exact_margin(question):
    terms = [question["margin"]] + [question[body].get("radius", 0) for body in ("a", "b")]
    return sum(Fraction(finite(term, Refuted)) for term in terms)


def check_margin(pair, question, verdict, proof):
    """True if the margin's verdict is proven, False if it has no proof."""
    if verdict not in KEYS:
        raise Refuted("no verdict about a margin")
    if pair.empty:
        if verdict != "farther" or proof is not None:
            raise Refuted("a body is empty: farther than every margin, with null as certificate")
        return True
    if proof is None:
        return False
    m = exact_margin(question)
    by_points = m > 0 or (m == 0 and verdict == "exactly")
    expected = set(KEYS[verdict])
    if verdict != "farther":
        expected |= {"a", "b"} if by_points else {"pairs", "facets"}
    if m == 0 and verdict == "closer" and isinstance(proof, dict) and set(proof) == {"pairs"}:
        check_verdict(pair, "overlapping", proof)
        return True
    if not isinstance(proof, dict) or set(proof) != expected:
        raise Refuted("this margin's certificate has %s" % " and ".join(sorted(expected)))
    strict = verdict != "exactly"
    if "direction" in expected:
        check_direction(pair, m, proof["direction"], strict)
    if "a" in expected:
        check_points(pair, m, proof["a"], proof["b"], strict)
    if "facets" in expected:
        check_hull(pair, -m, proof["pairs"], proof["facets"], strict)
    return True
