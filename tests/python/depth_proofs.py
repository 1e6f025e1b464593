# SPDX-License-Identifier: Apache-2.0
"""A depth's proof, checked in integers: a direction from above, a closed hull from below.

The hull lies in C = A - B because its corners do. Its facets close up, and 0 is strictly inside
each plane. Seen from 0 they therefore cover every direction, and the ball about 0 up to the
nearest plane is inside.
"""

from certificate_proofs import Refuted, differences, dot, exact_list, gap, interval, is_integer


def corner_positions(facets, dimension, count):
    if not isinstance(facets, list) or len(facets) <= dimension:
        raise Refuted("depth.facets is not a list of more than %d facets" % dimension)
    for facet in facets:
        if not isinstance(facet, list) or len(facet) != dimension:
            raise Refuted("a facet is not a list of %d positions" % dimension)
        if not all(is_integer(at) and 0 <= at < count for at in facet):
            raise Refuted("a facet names a pair that is not there")
    return facets


def check_closed(facets):
    """Each ridge belongs to two facets, and they pass it in opposite senses."""
    ridges = set()
    for facet in facets:
        if len(facet) == 2:
            mine = [("begins", facet[0]), ("ends", facet[1])]
        else:
            mine = [(facet[k - 1], facet[k]) for k in range(3)]
        for ridge in mine:
            if ridge in ridges:
                raise Refuted("two facets pass a ridge in the same sense")
            ridges.add(ridge)
    for one, other in ridges:
        back = {"begins": ("ends", other), "ends": ("begins", other)}.get(one, (other, one))
        if back not in ridges:
            raise Refuted("a ridge has a facet on one side only")


def outward(corners):
    """The facet's normal, in proportion to its size."""
    first = corners[0]
    edges = [[x - y for x, y in zip(corner, first)] for corner in corners[1:]]
    if len(first) == 2:
        return [edges[0][1], -edges[0][0]]
    (a, b, c), (p, q, r) = edges
    return [b * r - c * q, c * p - a * r, a * q - b * p]


def planes(pair, pairs, facets):
    """(height over 0, squared length) of each facet's normal, for a closed hull that contains 0;
    the height is over the pair's denominator."""
    points = differences(pair, pairs, 0, len(pairs) if isinstance(pairs, list) else 0)
    check_closed(corner_positions(facets, pair.dimension, len(points)))
    out = []
    for facet in facets:
        corners = [points[at] for at in facet]
        normal = outward(corners)
        out.append((dot(normal, corners[0]), dot(normal, normal)))
        if out[-1][0] <= 0:
            raise Refuted("0 is not strictly inside of a facet's plane")
    return out


def check_lower(pair, lower, pairs, facets):
    top, bottom = lower.as_integer_ratio()
    for height, squared in planes(pair, pairs, facets):
        if (height * bottom) ** 2 < (top * pair.denominator) ** 2 * squared:
            raise Refuted("a facet is nearer to 0 than the lower bound")


def check_upper(pair, upper, direction):
    """Moving b by g / |u| separates bodies that overlap by -g along u."""
    if not any(exact_list(direction, pair.dimension, "depth.direction")):
        raise Refuted("depth.direction is zero")
    u, width = gap(pair, direction, "depth.direction")
    if upper is None:
        return
    top, bottom = upper.as_integer_ratio()
    if (width * bottom) ** 2 > (top * pair.denominator) ** 2 * dot(u, u):
        raise Refuted("depth.direction does not prove the upper bound")


def check_depth(pair, verdict, value, proof):
    """True if the interval is proven, False if it has no proof."""
    lower, upper = interval(value)
    proven = proof is not None
    if proven and (not isinstance(proof, dict) or set(proof) - {"direction", "pairs", "facets"}):
        raise Refuted("a depth is proven by direction, pairs and facets alone")
    lists = proof or {}
    direction, pairs, facets = (lists.get(key, []) for key in ("direction", "pairs", "facets"))
    if verdict != "overlapping":
        if (lower, upper) != (0, 0) or direction or pairs or facets:
            raise Refuted("the bodies do not overlap: depth [0, 0], with no proof of its own")
        return True
    if upper == 0:
        raise Refuted("bodies that overlap are not at depth 0")
    if proven and pair.dimension not in (2, 3):
        raise Refuted("a depth is proven in dimensions 2 and 3 alone")
    if proven and (lower > 0 or pairs or facets):
        check_lower(pair, lower, pairs, facets)
    if proven and (upper is not None or direction):
        check_upper(pair, upper, direction)
    return proven
