# SPDX-License-Identifier: Apache-2.0
"""Checks the claims of a certificate in integers: the mathematics of check_certificates.py.

A pair has `a` and `b`, the world points of its bodies as integer tuples, their common
`denominator`, the `dimension`, and `empty`, true if one of them has no point.
"""

import math
import re
import sys
from fractions import Fraction

MAX_DIGITS = 65536
MAX_DOUBLE = sys.float_info.max
INTEGER = re.compile(r"-?[0-9]{1,%d}" % MAX_DIGITS, re.ASCII)
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)


class Refuted(Exception):
    """A claim that does not hold."""


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value):
    return isinstance(value, float) or is_integer(value)


def finite(value, error):
    """The double of a JSON number."""
    if not is_number(value):
        raise error("a number is expected, not %.40r" % (value,))
    value = float(value)
    if not math.isfinite(value):
        raise error("a number is not finite")
    return value


def exact_list(numbers, size, what):
    """A certificate's numbers: doubles, or decimal integers in strings."""
    if not isinstance(numbers, list) or len(numbers) != size:
        raise Refuted("%s is not a list of %d numbers" % (what, size))
    out = []
    for number in numbers:
        if isinstance(number, str):
            if not INTEGER.fullmatch(number):
                raise Refuted("%s holds a string that is no decimal integer" % what)
            out.append(int(number))
        else:
            out.append(finite(number, Refuted))
    return out


def whole(numbers):
    """Integers n and one denominator D > 0 with numbers[i] = n[i] / D, exactly."""
    ratios = [number.as_integer_ratio() for number in numbers]
    common = math.lcm(*(ratio[1] for ratio in ratios)) if ratios else 1
    return [top * (common // bottom) for top, bottom in ratios], common


def dot(u, v):
    return sum(x * y for x, y in zip(u, v))


def in_cone(columns, target):
    """Is target = sum x_j columns_j with all x_j >= 0? The simplex method with Bland's rule, in integers:
    the values of the table are its entries over `last`, the previous pivot."""
    count, height = len(columns), len(target)
    table = []
    for i in range(height):
        row = [column[i] for column in columns] + [target[i]]
        table.append([-x for x in row] if row[-1] < 0 else row)
    table.append([-sum(entries) for entries in zip(*table)])
    basis = list(range(count, count + height))
    last = 1
    while table[-1][-1] != 0:
        enter = next((j for j in range(count) if table[-1][j] < 0), None)
        if enter is None:
            return False
        rows = [i for i in range(height) if table[i][enter] > 0]
        leave = min(rows, key=lambda i: (Fraction(table[i][-1], table[i][enter]), basis[i]))
        pivot_row, pivot = table[leave], table[leave][enter]
        for i, row in enumerate(table):
            if i != leave:
                factor = row[enter]
                table[i] = [(x * pivot - factor * y) // last for x, y in zip(row, pivot_row)]
        basis[leave], last = enter, pivot
    return True


def shortened(point):
    common = math.gcd(*point)
    return point if common < 2 else tuple(x // common for x in point)


def zero_in_hull(points):
    columns = [shortened(point) + (1,) for point in points]
    return in_cone(columns, (0,) * len(points[0]) + (1,))


def zero_in_interior(points):
    """0 is interior to a hull exactly if the cone of its points is the whole space, and it is that
    if it holds every unit vector and minus their sum."""
    d = len(points[0])
    columns = [shortened(point) for point in points]
    targets = [tuple(int(i == k) for i in range(d)) for k in range(d)] + [(-1,) * d]
    return all(in_cone(columns, target) for target in targets)


def gap(pair, numbers, what):
    """(u, min u.y - max u.x) for a direction u, as integers over the pair's denominator."""
    u, _ = whole(exact_list(numbers, pair.dimension, what))
    return u, min(dot(u, y) for y in pair.b) - max(dot(u, x) for x in pair.a)


def differences(pair, pairs, least, most):
    if not isinstance(pairs, list) or not least <= len(pairs) <= most:
        raise Refuted("pairs are not a list of %d to %d" % (least, most))
    out = []
    for item in pairs:
        if not isinstance(item, list) or len(item) != 2 or not all(map(is_integer, item)):
            raise Refuted("a pair is not two indices")
        if not 0 <= item[0] < len(pair.a) or not 0 <= item[1] < len(pair.b):
            raise Refuted("a pair names a vertex that is not there")
        out.append(tuple(x - y for x, y in zip(pair.a[item[0]], pair.b[item[1]])))
    return out


KEYS = {"separated": {"direction"}, "touching": {"direction", "pairs"}, "overlapping": {"pairs"}}


def check_verdict(pair, verdict, certificate):
    if pair.empty:
        if verdict != "separated" or certificate is not None:
            raise Refuted("a body is empty: separated, with null as certificate")
        return
    if not isinstance(verdict, str) or verdict not in KEYS:
        raise Refuted("no verdict that could be proven")
    if not isinstance(certificate, dict):
        raise Refuted("the certificate is missing")
    if set(certificate) - {"distance", "depth"} != KEYS[verdict]:
        raise Refuted("a certificate of %s has %s" % (verdict, " and ".join(sorted(KEYS[verdict]))))
    d = pair.dimension
    if verdict == "overlapping":
        if not zero_in_interior(differences(pair, certificate["pairs"], d + 1, 2 * d + 2)):
            raise Refuted("0 is not in the interior of the hull of the pairs' differences")
        return
    u, width = gap(pair, certificate["direction"], "direction")
    if not any(u):
        raise Refuted("direction is zero")
    if width < 0 or (width == 0 and verdict == "separated"):
        raise Refuted("direction does not separate")
    if verdict == "touching" and not zero_in_hull(
        differences(pair, certificate["pairs"], 1, d + 1)
    ):
        raise Refuted("0 is not in the hull of the pairs' differences")


def weighted(points, items, what):
    """The point that the weights define, as (numerators, denominator)."""
    if not isinstance(items, list) or not items:
        raise Refuted("%s is not a list of vertices and weights" % what)
    if not all(isinstance(item, list) and len(item) == 2 and is_integer(item[0]) for item in items):
        raise Refuted("%s: an item is not an index and a weight" % what)
    if not all(0 <= item[0] < len(points) for item in items):
        raise Refuted("%s names a vertex that is not there" % what)
    weights, _ = whole(exact_list([item[1] for item in items], len(items), what))
    if min(weights) < 0 or sum(weights) == 0:
        raise Refuted("%s: weights are negative or sum to 0" % what)
    chosen = [points[item[0]] for item in items]
    return [dot(weights, row) for row in zip(*chosen)], sum(weights)


def interval(value):
    """(lower, upper), upper None where it overflows."""
    if not isinstance(value, list) or len(value) != 2:
        raise Refuted("an interval is [lower, upper]")
    lower = finite(value[0], Refuted)
    upper = None if value[1] is None else finite(value[1], Refuted)
    if lower < 0 or (upper is not None and upper < lower):
        raise Refuted("an interval has 0 <= lower <= upper")
    return lower, upper


def check_lower(pair, lower, direction):
    """A gap g along u proves the distance to be at least g / |u|."""
    u, width = gap(pair, direction, "distance.direction")
    top, bottom = lower.as_integer_ratio()
    if width <= 0 or (top * pair.denominator) ** 2 * dot(u, u) > (width * bottom) ** 2:
        raise Refuted("distance.direction does not prove the lower bound")


def check_upper(pair, upper, a, b):
    """Two points of the bodies are at least as far apart as the bodies."""
    x, below_x = weighted(pair.a, a, "distance.a")
    y, below_y = weighted(pair.b, b, "distance.b")
    if upper is None:
        return
    square = sum((p * below_y - q * below_x) ** 2 for p, q in zip(x, y))
    top, bottom = upper.as_integer_ratio()
    if square * bottom**2 > (top * below_x * below_y * pair.denominator) ** 2:
        raise Refuted("the weighted points are further apart than the upper bound")


def check_distance(pair, verdict, value, proof):
    """True if the interval is proven, False if it has no proof."""
    lower, upper = interval(value)
    proven = proof is not None
    if proven and (not isinstance(proof, dict) or set(proof) - {"direction", "a", "b"}):
        raise Refuted("a distance is proven by direction, a and b alone")
    direction, a, b = ((proof or {}).get(key, []) for key in ("direction", "a", "b"))
    if pair.empty or verdict != "separated":
        settled, text = ((MAX_DOUBLE, None), "beyond") if pair.empty else ((0, 0), "[0, 0]")
        if (lower, upper) != settled or direction or a or b:
            raise Refuted("the verdict settles the distance: %s, with no proof of its own" % text)
        return True
    if upper == 0:
        raise Refuted("bodies that are apart are not at distance 0")
    if proven and (lower > 0 or direction):
        check_lower(pair, lower, direction)
    if proven and (upper is not None or a or b):
        check_upper(pair, upper, a, b)
    return proven
