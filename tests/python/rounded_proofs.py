# SPDX-License-Identifier: Apache-2.0
"""Proofs about bodies with a radius, checked in whole numbers.

With r the exact sum of both radii the signed distance is that of the polytopes less r. A verdict is
therefore proven as that of a margin r: at least r by a direction, at most r by two weighted points.
A depth between lower and upper says that the polytopes' signed distance is between r - upper and
r - lower; where the latter is less than 0 a closed hull proves it.
"""

from fractions import Fraction

from certificate_proofs import Refuted, interval
from margin_proofs import check_direction, check_hull, check_points

KEYS = {"separated": {"direction"}, "touching": {"direction", "a", "b"}, "overlapping": {"a", "b"}}


def check_rounded_verdict(pair, verdict, certificate):
    if not isinstance(verdict, str) or verdict not in KEYS:
        raise Refuted("no verdict that could be proven")
    if not isinstance(certificate, dict):
        raise Refuted("the certificate is missing")
    if set(certificate) - {"distance", "depth"} != KEYS[verdict]:
        raise Refuted("a certificate of %s has %s" % (verdict, " and ".join(sorted(KEYS[verdict]))))
    strict = verdict != "touching"
    if verdict != "overlapping":
        check_direction(pair, pair.radii, certificate["direction"], strict)
    if verdict != "separated":
        check_points(pair, pair.radii, certificate["a"], certificate["b"], strict)


def check_rounded_depth(pair, verdict, value, certificate):
    """True if the interval is proven, False if nothing is there to prove it."""
    lower, upper = interval(value)
    proof = (certificate or {}).get("depth")
    if proof is not None:
        if not isinstance(proof, dict) or set(proof) - {"direction", "pairs", "facets"}:
            raise Refuted("a depth is proven by direction, pairs and facets alone")
    if verdict != "overlapping":
        if (lower, upper) != (0, 0) or proof:
            raise Refuted("the bodies do not overlap: depth [0, 0], with no proof of its own")
        return True
    if upper == 0:
        raise Refuted("bodies that overlap are not at depth 0")
    if proof is None:
        return False
    if pair.dimension not in (2, 3):
        raise Refuted("a depth is proven in dimensions 2 and 3 alone")
    if upper is not None:
        check_direction(pair, pair.radii - Fraction(upper), proof.get("direction", []), False)
    most = pair.radii - Fraction(lower)
    if most < 0:
        check_hull(pair, -most, proof.get("pairs", []), proof.get("facets", []), False)
    elif "pairs" in proof or "facets" in proof:
        raise Refuted("the weighted points prove this depth, not pairs and facets")
    else:
        check_points(pair, most, certificate["a"], certificate["b"], False)
    return True
