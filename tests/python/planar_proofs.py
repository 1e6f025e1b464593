# SPDX-License-Identifier: Apache-2.0
"""Parts of bodies in the plane, in fractions: polytopes, and polygons by the even-odd rule of their rings.

They lie in the plane z = 0 of space, so that body_proofs.py checks their certificates. A polygon is covered by triangles
that the certificate states: its edges and theirs cancel in pairs. Then the number of triangles about a point is odd
inside the polygon and even outside, edges apart.
"""

from collections import defaultdict
from fractions import Fraction
from math import gcd, lcm

from body_proofs import Part, cross, index_of, keys_of, minus, sign
from certificate_proofs import Refuted, dot


def primitive(v):
    """The integers of a direction of fractions, without a common divisor."""
    below = lcm(*(Fraction(x).denominator for x in v))
    whole = [int(x * below) for x in v]
    common = gcd(*whole)
    return tuple(x // common for x in whole)


class PlanarPart(Part):
    dimension = 2

    def __init__(self, vertices, rings, rows, offset):
        """`rings`: lists of indices into the vertices, or None for a polytope; `rows` and `offset` of the plane."""
        space = [[*row, Fraction(0)] for row in rows] + [[Fraction(0), Fraction(0), Fraction(1)]]
        super().__init__([(x, y, 0.0) for x, y in vertices], None if rings is None else [], space, [*offset, Fraction(0)])
        self.rings = rings
        self.edges = [(ring[k - 1], ring[k]) for ring in rings or () for k in range(len(ring))]
        self.is_there = bool(vertices) if rings is None else bool(self.odd_edges(self.edges))

    def take(self, kind, wanted):
        if kind != "hull":
            raise Refuted("a part of the plane is taken as %.40r" % (kind,))

    @property
    def items(self):
        """The triangles of the cover, once it is taken. A polygon without an inside has none."""
        return len(self.triangles) if self.triangles else int(self.is_there)

    @property
    def region(self):
        """Is it a polygon with an inside in the world?"""
        return self.rings is not None and self.determinant != 0

    def dropped(self, t):
        return self.flat(t)

    def spanned(self, vectors):
        """Do vectors span the plane?"""
        vectors = [v for v in vectors if any(v)]
        return any(any(cross(vectors[0], v)) for v in vectors)

    def odd_edges(self, edges):
        """The pieces of lines that an odd number of edges covers."""
        lines = defaultdict(list)
        for i, j in edges:
            p, q = sorted((self.points[i], self.points[j]))
            if p != q:
                along = primitive(minus(q, p))
                # The line: its direction, and how far it passes from the origin.
                lines[along, cross(along, p)[2]] += [p, q]
        return [
            (ends[k], ends[k + 1])
            for ends in map(sorted, lines.values())
            for k in range(0, len(ends), 2)
            if ends[k] != ends[k + 1]
        ]

    def take_cover(self, triangles):
        if self.rings is None or not self.is_there:
            raise Refuted("a cover of no polygon with an inside")
        if self.triangles:
            raise Refuted("a polygon has two covers")
        if not isinstance(triangles, list) or not triangles:
            raise Refuted("a cover is a list of triangles")
        for t in triangles:
            if not isinstance(t, list) or len(t) != 3:
                raise Refuted("a triangle has three corners")
            for corner in t:
                index_of(corner, len(self.points), "a corner")
        if self.odd_edges(self.edges + [(t[k - 1], t[k]) for t in triangles for k in range(3)]):
            raise Refuted("the edges of a cover and of its polygon do not cancel")
        self.triangles = triangles

    def side_of(self, place):
        """1 inside, 0 on the outline, -1 outside; of a place in the polygon's own frame, over `below`."""
        ways = defaultdict(int)
        crossings = 0
        for i, j in self.edges:
            p, q = (minus(self.points[k], place) for k in (i, j))
            if p == q:
                continue
            turn = cross(p, q)[2]
            # A ray along y from the place moved by (e^2, e): an edge counts that passes over it.
            if (p[0] > 0) != (q[0] > 0):
                crossings += turn < 0 if q[0] > 0 else turn > 0
            if turn == 0 and dot(p, q) <= 0:
                for way in (p, q):
                    if any(way):
                        ways[primitive(way)] += 1
        if any(count % 2 for count in ways.values()):
            return 0
        return 1 if crossings % 2 else -1

    def inside(self, x):
        return self.region and self.side_of(self.local(x)) > 0

    def sides_along(self, p, q):
        """The sides of the pieces that the edges leave of the segment from p to q, in the polygon's own frame."""
        along = minus(q, p)
        length = dot(along, along)
        if length == 0:
            return [self.side_of(p)]
        stops = {Fraction(0), Fraction(1)}
        for i, j in self.edges:
            r, s = (minus(self.points[k], p) for k in (i, j))
            at_r, at_s = cross(along, r)[2], cross(along, s)[2]
            stops |= {Fraction(dot(along, v)) / length for v, at in ((r, at_r), (s, at_s)) if at == 0}
            if sign(at_r) * sign(at_s) < 0:
                stops.add(Fraction(cross(r, minus(s, r))[2]) / (at_s - at_r))
        stops = sorted(t for t in stops if 0 <= t <= 1)
        middles = [(s + t) / 2 for s, t in zip(stops, stops[1:])]
        return [self.side_of(tuple(x + t * y for x, y in zip(p, along))) for t in middles]

    def is_convex(self):
        """Is it the hull of all its corners? Then its outline lies on that of the hull."""
        return self.rings is None or all(
            len({sign(cross(minus(q, p), minus(x, p))[2]) for x in self.points} - {0}) <= 1
            for p, q in self.odd_edges(self.edges)
        )

    def check_list(self, corners):
        """Two corners of a polygon without an inside in the world, between which it has no gap."""
        if self.region:
            raise Refuted("weights on both sides prove nothing about a polygon with an inside")
        if len(corners) > 2 or min(self.sides_along(corners[0], corners[-1])) < 0:
            raise Refuted("a list of corners between which a polygon has a gap")

    def check_tie(self, other):
        """No triangle of this polygon's cover overlaps an item of the other. Does that decide?"""
        if (other.region if other.rings is not None else other.full):
            return
        if not self.region or other.rings is not None:
            raise Refuted("ranges tie, which proves nothing about a polygon that its poses flatten")
        places = sorted(other.world(p) for p in other.points)
        if max(self.sides_along(self.local(places[0]), self.local(places[-1]))) > 0:
            raise Refuted("a point of a segment lies inside a polygon")


def take_covers(parts, nodes):
    if not isinstance(nodes, list):
        raise Refuted("covers are lists")
    for node in nodes:
        keys_of(node, ("part", "triangles"), "a cover")
        part = parts[index_of(node.get("part"), len(parts), "part")]
        if part.dimension != 2:
            raise Refuted("a cover in space")
        part.take_cover(node.get("triangles"))
