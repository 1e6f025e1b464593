# SPDX-License-Identifier: Apache-2.0
"""Checks certificates of bodies that are not convex, in fractions: cuts, common points, winding numbers.

A body is a list of parts. A part is a polytope (no triangles) or a mesh, and an affine map. What a mesh was taken
as is the answer's claim; it is held against the mesh. Parts in the plane are those of planar_proofs.py: they lie in
the plane z = 0 of space.
"""

import itertools
import math
import re
from collections import defaultdict
from fractions import Fraction

from certificate_proofs import MAX_DIGITS, MAX_DOUBLE, Refuted, dot, exact_list, finite, is_integer

QUOTIENT = re.compile(r"-?[0-9]{1,%d}(/[0-9]{1,%d})?" % (MAX_DIGITS, MAX_DIGITS), re.ASCII)
# A mesh of more triangles is not searched for two that cross.
MOST_COMPARED = 120


def minus(p, q):
    return tuple(x - y for x, y in zip(p, q))


def cross(u, v):
    return (
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    )


def sign(x):
    return (x > 0) - (x < 0)


def keys_of(node, allowed, what):
    if not isinstance(node, dict) or not set(node) <= set(allowed):
        raise Refuted("%s is no object of %s" % (what, ", ".join(allowed)))
    return node


def index_of(value, size, what):
    if not is_integer(value) or not 0 <= value < size:
        raise Refuted("%s is %.40r, which names nothing" % (what, value))
    return value


class Part:
    dimension = 3
    rings = None  # of a polygon

    def __init__(self, vertices, triangles, rows, offset):
        """`rows` and `offset` are fractions; the world point of p is rows p + offset."""
        ratios = [x.as_integer_ratio() for p in vertices for x in p]
        self.below = math.lcm(1, *(b for _, b in ratios))
        flat = [a * (self.below // b) for a, b in ratios]
        self.points = [tuple(flat[i : i + 3]) for i in range(0, len(flat), 3)]
        self.triangles = triangles
        self.rows, self.offset = rows, offset
        self.kind = "hull"
        columns = list(zip(*rows))
        self.determinant = dot(cross(columns[0], columns[1]), columns[2])
        self._refused = None

    def take(self, kind, wanted):
        """Sets what the answer says that the part was taken as."""
        if self.triangles is None:
            allowed = ["hull"]
        else:
            allowed = ["solid", "surface"] if wanted in (None, "auto") else [wanted]
        if kind not in allowed:
            raise Refuted("a part is taken as %.40r" % (kind,))
        self.kind = kind
        if kind == "hull":
            self.triangles = None
        if kind == "surface" and wanted in (None, "auto") and self.triangles and not self.why_no_solid():
            raise Refuted("a mesh that is closed and simple is taken as a surface")

    @property
    def solid(self):
        """Is it a mesh with an inside?"""
        return self.kind == "solid" and self.determinant != 0

    @property
    def items(self):
        """The number of triangles; a polytope is one item."""
        return len(self.triangles) if self.triangles is not None else int(bool(self.points))

    def flat(self, t):
        p, q, r = (self.points[i] for i in self.triangles[t])
        return not any(cross(minus(q, p), minus(r, p)))

    @property
    def full(self):
        """Is it a polytope that has an inside in the world?"""
        places = [self.world(p) for p in self.points] if self.triangles is None else []
        return bool(places) and self.spanned(minus(p, places[0]) for p in places)

    def spanned(self, vectors):
        """Do vectors span the space?"""
        return spans(vectors)

    def cancelled(self, t):
        """Stands a triangle as often one way round as the other? It bounds nothing."""
        net = 0
        wanted = self.turned(t)
        for number in range(len(self.triangles)):
            p, q, r = self.turned(number)
            net += ((p, q, r) == wanted) - ((p, r, q) == wanted)
        return net == 0

    def turned(self, t):
        corners = [self.points[i] for i in self.triangles[t]]
        first = corners.index(min(corners))
        return tuple(corners[first:] + corners[:first])

    def dropped(self, t):
        """A solid drops triangles without area."""
        return self.kind == "solid" and self.flat(t)

    def world(self, p, weight=1):
        """The world place of a point of integers over `below`, times 1 / weight."""
        scale = Fraction(1, self.below * weight)
        return tuple(dot(row, p) * scale + t for row, t in zip(self.rows, self.offset))

    def local(self, x):
        """The point of the part's own frame, in the unit of its integers."""
        y = minus(x, self.offset)
        a, b, c = self.rows
        adjugate = (cross(b, c), cross(c, a), cross(a, b))
        return tuple(
            sum(adjugate[i][k] * y[i] for i in range(3)) * self.below / self.determinant for k in range(3)
        )

    def extreme(self, u, choose, order, begin, end):
        """The least or greatest u . x over items of an order."""
        across = [sum(u[i] * self.rows[i][k] for i in range(3)) for k in range(3)]
        below = math.lcm(*(Fraction(x).denominator for x in across))
        whole = [int(x * below) for x in across]
        if self.triangles is None:
            used = range(len(self.points))
        else:
            used = {i for at in range(begin, end) for i in self.triangles[order[at]]}
        return Fraction(choose(dot(whole, self.points[i]) for i in used), below * self.below) + dot(u, self.offset)

    def winding(self, x):
        """How often the mesh goes round a world point; refuted on a triangle that has an area."""
        place = self.local(x)
        below = math.lcm(*(Fraction(v).denominator for v in place))
        q = [int(v * below) for v in place]
        number = 0
        for t in self.triangles:
            corners = [self.points[i] for i in t]
            if any(all(c[k] * below < q[k] for c in corners) for k in range(3)) or any(
                all(c[k] * below > q[k] for c in corners) for k in (1, 2)
            ):
                continue
            p = [tuple(v * below - w for v, w in zip(c, q)) for c in corners]
            normal = cross(minus(p[1], p[0]), minus(p[2], p[0]))
            if not any(normal):
                continue
            height = dot(normal, p[0])
            if height == 0 and all(dot(cross(p[i], p[(i + 1) % 3]), normal) >= 0 for i in range(3)):
                raise Refuted("the point lies on a mesh")
            sides = {beside(p[i], p[(i + 1) % 3]) for i in range(3)}
            if sides in ({1}, {-1}) and {sign(height)} == sides:
                number += sign(height)
        return number

    def inside(self, x):
        if self.why_not_closed():
            raise Refuted(self.why_not_closed())
        return self.winding(x) != 0

    def why_not_closed(self, groups=None):
        """Why the edges do not cancel as sets of points; empty where they do."""
        if groups is None and self._refused is not None:
            return self._refused
        net = defaultdict(int)
        for number, t in enumerate(self.triangles):
            for i in range(3):
                p, q = self.points[t[i]], self.points[t[(i + 1) % 3]]
                if p != q:
                    low, high = min(p, q), max(p, q)
                    net[(groups[number] if groups else 0, low, high)] += 1 if p == low else -1
        ends = defaultdict(int)
        for (group, low, high), uses in net.items():
            if uses:
                along = minus(high, low)
                common = math.gcd(*along)
                line = tuple(x // common for x in along)  # low < high: one direction a line
                ends[(group, low, line)] += uses
                ends[(group, high, line)] -= uses
        why = "its mesh is open" if any(ends.values()) else ""
        if groups is None:
            self._refused = why
        return why

    def components(self, by_place=True):
        """A number for each triangle that bounds, None for the others; triangles that share points have the same."""
        up = {}

        def root(key):
            while up.setdefault(key, key) != key:
                key = up[key]
            return key

        key_of = (lambda i: self.points[i]) if by_place else (lambda i: i)
        for number, t in enumerate(self.triangles):
            if not self.dropped(number):
                for i in t[1:]:
                    up[root(key_of(i))] = root(key_of(t[0]))
        return [None if self.dropped(n) else root(key_of(t[0])) for n, t in enumerate(self.triangles)]

    def why_no_solid(self):
        """Why the mesh is not closed and simple; empty where it is, or is a union of closed meshes that are."""
        if not any(not self.flat(t) for t in range(len(self.triangles))):
            return "nothing has an area"
        if self.why_not_closed():
            return self.why_not_closed()
        crossings = list(self.crossings())
        if not crossings:
            return ""
        for by_place in (False, True):
            groups = self.components(by_place)
            if all(groups[i] != groups[j] for i, j in crossings) and not self.why_not_closed(groups):
                return ""
        return "triangles %d and %d cross" % crossings[0]

    def crossings(self):
        """Pairs of triangles that no cut at vertices makes simple."""
        ways = defaultdict(lambda: ([], []))
        for number, t in enumerate(self.triangles):
            if not self.flat(number):
                corners = [self.points[i] for i in t]
                first = corners.index(min(corners))
                turned = corners[first:] + corners[:first]
                ways[tuple(sorted(corners))][turned[1] > turned[2]].append(number)
        kept = []
        for one, other in ways.values():
            cancelled = min(len(one), len(other))
            kept += one[cancelled:] + other[cancelled:]
        for i, j in itertools.combinations(sorted(kept), 2):
            s, t = ([self.points[k] for k in self.triangles[n]] for n in (i, j))
            if any(
                max(p[k] for p in s) < min(p[k] for p in t) or max(p[k] for p in t) < min(p[k] for p in s)
                for k in range(3)
            ):
                continue
            if triangles_cross(s, t):
                yield i, j


def beside(p, q):
    """The side of an edge on which a ray along x passes; the ray is moved by (e, e^2) in y, z where it meets it."""
    return sign(p[1] * q[2] - p[2] * q[1]) or sign(p[2] - q[2]) or sign(q[1] - p[1])


def edges_of(t):
    return [(t[i], t[(i + 1) % 3]) for i in range(3)]


def side(normal, origin, p):
    return sign(dot(normal, minus(p, origin)))


def triangles_cross(s, t):
    n, m = (cross(minus(c[1], c[0]), minus(c[2], c[0])) for c in (s, t))
    for edges, corners, normal in ((edges_of(s), t, m), (edges_of(t), s, n)):
        for p, q in edges:
            if side(normal, corners[0], p) * side(normal, corners[0], q) < 0:
                around = {side(cross(minus(r, p), minus(u, p)), p, q) for r, u in edges_of(corners)}
                if around in ({1}, {-1}):
                    return True
    for (p, q), (r, u) in itertools.product(edges_of(s), edges_of(t)):
        d, e = minus(q, p), minus(u, r)
        normal = cross(d, e)
        if any(normal) and side(normal, p, r) == 0:
            a, b = cross(normal, d), cross(normal, e)
            if side(a, p, r) * side(a, p, u) < 0 and side(b, r, p) * side(b, r, q) < 0:
                return True
    if any(side(n, s[0], p) for p in t):
        return False
    for own, other, normal in ((s, t, n), (t, s, m)):
        for p, q in edges_of(own):
            if all(side(cross(normal, minus(q, p)), p, c) <= 0 for c in other):
                return False
    return True


def spans(vectors):
    """Do vectors span the space?"""
    vectors = list(vectors)
    for u, v, w in itertools.combinations(vectors, 3):
        if dot(cross(u, v), w):
            return True
    return False


# ---- the parts of a certificate --------------------------------------------------------------


def read_place(part, node, what):
    """(world point, the points of its list) of {"triangle": t, "weights": [[i, w], ...]}."""
    keys_of(node, ("triangle", "weights"), what)
    if part.triangles is None or part.rings is not None:
        if "triangle" in node:
            raise Refuted("%s names a triangle of a polytope, or of a polygon" % what)
        allowed = range(len(part.points))
    else:
        triangle = index_of(node.get("triangle"), len(part.triangles), what + ".triangle")
        if part.dropped(triangle):
            raise Refuted("%s is a triangle without area" % what)
        allowed = part.triangles[triangle]
    weights = node.get("weights")
    if not isinstance(weights, list) or not weights:
        raise Refuted("%s has no weights" % what)
    sums, total, used = [0, 0, 0], 0, []
    for entry in weights:
        if not isinstance(entry, list) or len(entry) != 2 or not is_integer(entry[0]):
            raise Refuted("%s has a weight that is no [index, weight]" % what)
        if entry[0] not in allowed:
            raise Refuted("%s names a point that it does not have" % what)
        weight = Fraction(exact_list([entry[1]], 1, what)[0])
        if weight <= 0:
            raise Refuted("%s has a weight of 0 or less" % what)
        p = part.points[entry[0]]
        sums = [x + weight * y for x, y in zip(sums, p)]
        total += weight
        used.append(p)
    place = [x / total for x in sums]
    if part.rings is not None and part.side_of(place) < 0:
        raise Refuted("%s is no point of the polygon" % what)
    return part.world(place), used


def read_point(numbers, dimension):
    """Doubles, decimal integers or quotients, one an axis."""
    if not isinstance(numbers, list) or len(numbers) != dimension:
        raise Refuted("a point has a number for each axis")
    point = []
    for number in numbers:
        if isinstance(number, str):
            if not QUOTIENT.fullmatch(number):
                raise Refuted("a point has a string that is no quotient")
            above, _, below = number.partition("/")
            if below and int(below) == 0:
                raise Refuted("a quotient has the denominator 0")
            point.append(Fraction(int(above), int(below or 1)))
        else:
            point.append(Fraction(finite(number, Refuted)))
    return tuple(point + [Fraction(0)] * (3 - dimension))


def read_order(part, cut, what):
    if what not in cut:
        return range(part.items)
    order = cut[what]
    if part.triangles is None or not isinstance(order, list):
        raise Refuted("%s orders no triangles" % what)
    listed = {index_of(t, len(part.triangles), what) for t in order}
    if len(listed) != len(order):
        raise Refuted("%s names a triangle twice" % what)
    if any(t not in listed and not part.dropped(t) for t in range(len(part.triangles))):
        raise Refuted("%s lacks a triangle" % what)
    return order


def check_cover(ranges, size_a, size_b):
    """Each pair of positions is in exactly one pair of ranges."""
    for a0, a1, b0, b1 in ranges:
        if not all(map(is_integer, (a0, a1, b0, b1))) or not (0 <= a0 < a1 <= size_a and 0 <= b0 < b1 <= size_b):
            raise Refuted("a cut is not of two ranges of the orders")
    # Columns between all ends: the ranges of b in each follow one another.
    ends = sorted({0, size_a} | {end for r in ranges for end in r[:2]})
    by_begin = sorted(ranges)
    active, at = [], 0
    for left, right in zip(ends, ends[1:]):
        active = [r for r in active if r[1] > left]
        while at < len(by_begin) and by_begin[at][0] <= left:
            active.append(by_begin[at])
            at += 1
        reached = 0
        for _, _, b0, b1 in sorted(active, key=lambda r: r[2]):
            if b0 != reached:
                raise Refuted("pairs of items are in no cut, or in two")
            reached = b1
        if reached != size_b:
            raise Refuted("pairs of items are in no cut")


class Separations:
    """Checks every pair of parts: ranges are at least `lower` apart, more than `beyond`, and tie unless that is strict."""

    def __init__(self, pair, lower=Fraction(0), beyond=Fraction(0), strict=True):
        self.pair, self.lower, self.beyond, self.strict = pair, lower, beyond, strict

    def check(self, nodes):
        if not isinstance(nodes, list):
            raise Refuted("separations are a list")
        a, b = self.pair.parts
        left = {(i, j) for i in range(len(a)) for j in range(len(b)) if a[i].items and b[j].items}
        for node in nodes:
            keys_of(node, ("part_a", "part_b", "cut", "winding"), "a separation")
            i = index_of(node.get("part_a"), len(a), "part_a")
            j = index_of(node.get("part_b"), len(b), "part_b")
            if (i, j) not in left:
                raise Refuted("parts %d and %d are separated twice, or one is empty" % (i, j))
            left.remove((i, j))
            self.check_one(a[i], b[j], node)
        if left:
            raise Refuted("parts %d and %d are not separated" % min(left))

    def check_one(self, a, b, node):
        if any(part.rings is not None and not part.triangles for part in (a, b)):
            raise Refuted("a polygon has no cover")
        cut = keys_of(node.get("cut"), ("order_a", "order_b", "pairs"), "a cut")
        order_a, order_b = (read_order(p, cut, k) for p, k in ((a, "order_a"), (b, "order_b")))
        pairs = cut.get("pairs")
        if not isinstance(pairs, list) or any(not isinstance(c, list) or len(c) != 5 for c in pairs):
            raise Refuted("a cut is a list of [a0, a1, b0, b1, direction]")
        check_cover([c[:4] for c in pairs], len(order_a), len(order_b))
        ties = False
        for a0, a1, b0, b1, direction in pairs:
            u = [Fraction(x) for x in exact_list(direction, a.dimension, "a direction")]
            u += [Fraction(0)] * (3 - a.dimension)
            if not any(u):
                raise Refuted("a direction is 0")
            gap = b.extreme(u, min, order_b, b0, b1) - a.extreme(u, max, order_a, a0, a1)
            if gap < 0 or (self.strict and gap == 0):
                raise Refuted("a direction does not separate its ranges")
            if gap * gap < self.lower * self.lower * dot(u, u):
                raise Refuted("ranges are nearer than is claimed")
            if self.strict and gap * gap <= self.beyond * self.beyond * dot(u, u) and self.beyond:
                raise Refuted("ranges are not farther apart than the margin")
            ties = ties or gap == 0
        winding = keys_of(node.get("winding", {}), ("a", "b"), "winding")
        if None in winding.values():
            raise Refuted("winding has no list")
        if ties and len(pairs) == 1:
            if winding:
                raise Refuted("winding numbers prove nothing where ranges tie")
            # A plane, or a line, between the two parts: nothing of one is strictly on the other's side.
        elif ties:
            self.check_ties(a, b, winding)
        else:
            check_outside(a, b, winding.get("a"), "winding.a")
            check_outside(b, a, winding.get("b"), "winding.b")

    @staticmethod
    def check_ties(a, b, winding):
        """No triangle overlaps the other part as a convex set. Does that decide?"""
        if winding:
            raise Refuted("winding numbers prove nothing where ranges tie")
        for one, other in ((a, b), (b, a)):
            if one.rings is not None:
                one.check_tie(other)
        for one, other in ((a, b), (b, a)):
            if not one.solid:
                continue
            places = [other.world(p) for p in other.points]
            if not other.full:
                raise Refuted("ranges tie between a solid and what is no polytope with an inside")
            mean = tuple(sum(x) / len(places) for x in zip(*places))
            if one.inside(mean):
                raise Refuted("a polytope lies in a solid")


def check_outside(inner, outer, points, what):
    """No component of one part lies in the other, whose mesh it does not meet."""
    if not outer.solid:
        if points is not None:
            raise Refuted("%s is about no solid" % what)
        return
    if not isinstance(points, list):
        raise Refuted("%s is missing" % what)
    if inner.triangles is None:
        of_point, left = dict.fromkeys(range(len(inner.points)), 0), {0}
    else:
        of_triangle = inner.components()
        of_point = {i: c for t, c in zip(inner.triangles, of_triangle) if c is not None for i in t}
        left = set(of_point.values())
    for point in points:
        if not is_integer(point) or of_point.get(point, None) not in left:
            raise Refuted("%s names a point of no component, or of one that is counted" % what)
        left.remove(of_point[point])
        if outer.inside(inner.world(inner.points[point])):
            raise Refuted("%s: point %d lies in the other part" % (what, point))
    if left:
        raise Refuted("%s lacks a component" % what)


# ---- verdict and distance --------------------------------------------------------------------


def check_separated(pair, m, certificate, interval):
    keys_of(certificate, ("separations", "covers", "distance"), "a certificate of bodies that are apart")
    pair.take_covers(certificate)
    lower = Fraction(0)
    if interval is not None and certificate.get("distance") is not None:
        lower = Fraction(finite(interval[0], Refuted))
        if lower < 0:
            raise Refuted("a distance is negative")
    Separations(pair, lower + m, m).check(certificate.get("separations"))


def two_places(pair, certificate):
    a, b = pair.parts
    i = index_of(certificate.get("part_a"), len(a), "part_a")
    j = index_of(certificate.get("part_b"), len(b), "part_b")
    places = [read_place(p[k], certificate[n], n) if n in certificate else None
              for p, k, n in ((a, i, "a"), (b, j, "b"))]
    return a[i], b[j], places[0], places[1]


def squared(p, q):
    apart = minus(p, q)
    return dot(apart, apart)


def check_overlapping(pair, m, certificate):
    keys_of(certificate, ("part_a", "part_b", "a", "b", "point", "distance"), "a certificate of an overlap")
    a, b, p, q = two_places(pair, certificate)
    if (p or q) and "point" in certificate:
        raise Refuted("a point beside weights")
    if p and q and m > 0:
        if squared(p[0], q[0]) >= m * m:
            raise Refuted("the points are not nearer than the margin")
        return
    if p and q:
        for one, list_of in ((a, p[1]), (b, q[1])):
            if one.rings is not None:
                one.check_list(list_of)
        for one, other, node in ((a, b, "a"), (b, a, "b")):
            if one.solid and not other.full and not one.cancelled(certificate[node]["triangle"]):
                raise Refuted("weights on both sides prove nothing about a solid")
        if p[0] != q[0]:
            raise Refuted("the points differ")
        vectors = [minus(a.world(x), a.world(p[1][0])) for x in p[1]]
        vectors += [minus(b.world(x), b.world(q[1][0])) for x in q[1]]
        if not a.spanned(vectors):
            raise Refuted("the lists do not span the space")
        return
    x = (p or q or [read_point(certificate.get("point"), a.dimension)])[0]
    for part, place in ((a, p), (b, q)):
        if place is None and not ((part.solid or part.rings is not None) and part.inside(x)):
            raise Refuted("the point does not lie in a solid, or in a polygon")


def check_touching(pair, m, certificate):
    """True if nothing is left to the theorem."""
    keys_of(certificate, ("part_a", "part_b", "a", "b", "separations", "covers", "distance"), "a certificate of a contact")
    _, _, p, q = two_places(pair, certificate)
    if not p or not q or squared(p[0], q[0]) > m * m:
        raise Refuted("the points of a and b are too far apart, or one is missing")
    if "separations" not in certificate and m == 0:
        if "covers" in certificate:
            raise Refuted("covers without separations")
        return False
    pair.take_covers(certificate)
    if m > 0:
        Separations(pair, m).check(certificate.get("separations"))
        return True
    Separations(pair, strict=False).check(certificate["separations"])
    return True


def check_upper(pair, m, upper, proof):
    keys_of(proof, ("part_a", "part_b", "a", "b"), "distance")
    _, _, p, q = two_places(pair, proof)
    if not p or not q:
        raise Refuted("the distance has no two points")
    if upper is not None:
        upper = Fraction(finite(upper, Refuted))
        if upper < 0 or squared(p[0], q[0]) > (upper + m) ** 2:
            raise Refuted("distance[1] is less than the distance of the two points")


def check_bodies(pair, answer):
    """Checks an answer about bodies. Returns (complete, outcome of the distance or None)."""
    verdict, certificate, interval = answer.get("verdict"), answer.get("certificate"), answer.get("distance")
    if interval is not None and (not isinstance(interval, list) or len(interval) != 2):
        raise Refuted("a distance is an interval")
    empty = not all(any(part.items for part in parts) for parts in pair.parts)
    if empty:
        if verdict != "separated" or certificate is not None:
            raise Refuted("a body is empty: the bodies are separated, without a certificate")
        if interval is not None and interval != [MAX_DOUBLE, None]:
            raise Refuted("a body is empty: the distance is [largest double, null]")
        return True, None if interval is None else True
    if not isinstance(certificate, dict):
        raise Refuted("a certificate is an object")
    for parts in pair.parts:
        for part in parts:
            if part.kind == "solid" and len(part.triangles) <= MOST_COMPARED and part.why_no_solid():
                raise Refuted("a mesh is taken as a solid: %s" % part.why_no_solid())
    m = pair.radii
    if verdict == "separated":
        check_separated(pair, m, certificate, interval)
        if interval is None:
            return True, None
        if certificate.get("distance") is None:
            if interval[1] == 0:
                raise Refuted("the bodies are apart: their distance is more than 0")
            return True, False
        check_upper(pair, m, interval[1], certificate["distance"])
        return True, True
    if interval is not None and (interval != [0, 0] or certificate.get("distance") is not None):
        raise Refuted("the bodies meet: their distance is [0, 0]")
    return check_meeting(pair, m, verdict, certificate), None if interval is None else True


def check_meeting(pair, m, verdict, certificate):
    """True if nothing is left to the theorem."""
    if verdict == "overlapping":
        check_overlapping(pair, m, certificate)
        return True
    if verdict == "touching":
        return check_touching(pair, m, certificate)
    raise Refuted("no verdict: %.40r" % (verdict,))


def check_bodies_margin(pair, question, word, proof):
    """True if the margin's verdict is proven, False if it has no proof."""
    verdict = {"farther": "separated", "exactly": "touching", "closer": "overlapping"}.get(word)
    if verdict is None:
        raise Refuted("no verdict about a margin")
    if pair.empty:
        if verdict != "separated" or proof is not None:
            raise Refuted("a body is empty: farther than every margin, with null as certificate")
        return True
    if proof is None:
        return False
    m = Fraction(finite(question["margin"], Refuted)) + pair.radii
    if m < 0:
        raise Refuted("the margin and the radii sum to less than 0")
    if not isinstance(proof, dict) or "distance" in proof:
        raise Refuted("a margin's certificate is an object without a distance")
    if verdict == "separated":
        check_separated(pair, m, proof, None)
    else:
        check_meeting(pair, m, verdict, proof)
    return True


def is_convex(part):
    """Is a solid the hull of its points? Each triangle's plane has all points on one side, and the mesh goes round."""
    if part.dimension == 2:
        return part.is_convex()
    if part.triangles is None:
        return True
    if part.kind != "solid" or part.why_no_solid():
        return False
    for t in range(len(part.triangles)):
        if part.flat(t):
            continue
        p, q, r = (part.points[i] for i in part.triangles[t])
        normal = cross(minus(q, p), minus(r, p))
        if len({side(normal, p, x) for x in part.points} - {0}) > 1:
            return False
    return True
