// SPDX-License-Identifier: Apache-2.0
#include "relation/built_pair.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "relation/dressed.hpp"

namespace sunder::test {
namespace {

using suite::operator*;
using suite::operator+;
using suite::Point;
using suite::Random;
using suite::unit_vector;

enum class Build : std::uint8_t { contact, piercing, containment, separated };

/// `level` is L, the dimension of the space in which the features meet.
struct Kind {
  const char* name;
  int dimension;
  Build build;
  int level;
  int of_a;
  int of_b;
  Relation relation;
};

constexpr Kind kKinds[] = {
    {"2-D vertex-vertex", 2, Build::contact, 0, 0, 0, Relation::vertex},
    {"2-D vertex-edge", 2, Build::contact, 1, 0, 1, Relation::edge_vertex},
    {"2-D edge-edge", 2, Build::contact, 1, 1, 1, Relation::edge_edge},
    {"2-D piercing", 2, Build::piercing, 2, 2, 2, Relation::piercing},
    {"2-D containment", 2, Build::containment, 2, 2, 2, Relation::containment},
    {"2-D separated", 2, Build::separated, 0, 0, 0, Relation::separated},
    {"3-D vertex-vertex", 3, Build::contact, 0, 0, 0, Relation::vertex},
    {"3-D vertex-edge", 3, Build::contact, 1, 0, 1, Relation::edge_vertex},
    {"3-D edge-edge along one line", 3, Build::contact, 1, 1, 1, Relation::edge_vertex},
    {"3-D edge-edge across", 3, Build::contact, 2, 1, 1, Relation::edge_edge},
    {"3-D vertex-face", 3, Build::contact, 2, 0, 2, Relation::face},
    {"3-D edge-face", 3, Build::contact, 2, 1, 2, Relation::face},
    {"3-D face-face", 3, Build::contact, 2, 2, 2, Relation::face},
    {"3-D piercing", 3, Build::piercing, 3, 3, 3, Relation::piercing},
    {"3-D containment", 3, Build::containment, 3, 3, 3, Relation::containment},
    {"3-D separated", 3, Build::separated, 0, 0, 0, Relation::separated},
};

/// Both ends are on the line of v, with 0 between them.
std::vector<Point> segment_along(Random& random, const Point& v) {
  const std::int64_t back = -random.in(1, 6);
  const std::int64_t ahead = random.in(1, 6);
  return {back * v, ahead * v};
}

/// Corners in their order around 0, which is inside: some of the lattice points of a circle.
std::vector<Point> polygon_around_zero(Random& random, int dimension) {
  constexpr std::array<std::array<int, 2>, 20> kCircle = {
      {{25, 0},   {24, 7},   {20, 15}, {15, 20},  {7, 24},   {0, 25},    {-7, 24},
       {-15, 20}, {-20, 15}, {-24, 7}, {-25, 0},  {-24, -7}, {-20, -15}, {-15, -20},
       {-7, -24}, {0, -25},  {7, -24}, {15, -20}, {20, -15}, {24, -7}}};
  const int of = random.in(2, 8);
  for (;;) {
    std::vector<Point> polygon;
    for (const auto& [x, y] : kCircle) {
      if (!random.chance(2, of)) continue;
      Point& corner = polygon.emplace_back(static_cast<std::size_t>(dimension), 0);
      corner[0] = x;
      corner[1] = y;
    }
    bool surrounds = polygon.size() > 2;
    for (std::size_t i = 0; i < polygon.size() && surrounds; ++i) {
      const Point& p = polygon[i];
      const Point& q = polygon[(i + 1) % polygon.size()];
      surrounds = p[0] * q[1] - p[1] * q[0] > 0;
    }
    if (surrounds) return polygon;
  }
}

/// Not zero, in the plane of the first two coordinates.
Point plane_vector(Random& random, int dimension) {
  Point v = suite::random_vector(random, 2, 5);
  v.resize(static_cast<std::size_t>(dimension), 0);
  return v;
}

std::vector<Point> feature_around_zero(Random& random, const Kind& kind, int of, const Point& v) {
  if (of == 0) return {Point(static_cast<std::size_t>(kind.dimension), 0)};
  if (of == 1) {
    return segment_along(random, kind.level == 1 ? unit_vector(kind.dimension, 0) : v);
  }
  return polygon_around_zero(random, kind.dimension);
}

/// A body under construction: `feature` holds the corners of the face that meets the other body.
struct Growing {
  std::vector<Point> points;
  std::vector<Point> feature;
};

/// Adds points on this side of 0 for each coordinate from `level` on. Returns whether it added any.
bool grow(Random& random, Growing& body, int dimension, int level, int side) {
  bool grown = false;
  for (int axis = level; axis < dimension; ++axis) {
    const int most = random.chance(1, 6) ? 0 : axis + 1 == dimension ? 5 : 2;
    for (int count = random.in(0, most); count > 0; --count) {
      Point& x = body.points.emplace_back(static_cast<std::size_t>(dimension), 0);
      for (int k = 0; k < axis; ++k) x[static_cast<std::size_t>(k)] = random.in(-30, 30);
      x[static_cast<std::size_t>(axis)] = side * random.in(1, 8);
      grown = true;
    }
  }
  return grown;
}

struct Sketch {
  Growing a;
  Growing b;
};

void contact(Random& random, const Kind& kind, Sketch& sketch, BuiltPair& pair) {
  const Point v = plane_vector(random, kind.dimension);
  Point w = v;
  while (v[0] * w[1] == v[1] * w[0]) w = plane_vector(random, kind.dimension);
  sketch.a.points = sketch.a.feature = feature_around_zero(random, kind, kind.of_a, v);
  sketch.b.points = sketch.b.feature = feature_around_zero(random, kind, kind.of_b, w);
  const bool grown_a = grow(random, sketch.a, kind.dimension, kind.level, -1);
  const bool grown_b = grow(random, sketch.b, kind.dimension, kind.level, 1);
  pair.verdict = Verdict::touching;
  pair.contact_dimension = kind.of_a + kind.of_b - kind.level;
  pair.meets_relative_interiors = !grown_a && !grown_b;
}

/// A contact, with b moved away along one of the coordinates that separate the bodies.
void separated(Random& random, const Kind& kind, Sketch& sketch, BuiltPair& pair) {
  std::vector<Kind> contacts;
  for (const Kind& other : kKinds) {
    if (other.dimension == kind.dimension && other.build == Build::contact) {
      contacts.push_back(other);
    }
  }
  const Kind& from = random.pick(contacts);
  contact(random, from, sketch, pair);
  const int axis = random.in(from.level, kind.dimension - 1);
  const std::int64_t step = random.in(1, 3);
  for (Point& x : sketch.b.points) x = x + step * unit_vector(kind.dimension, axis);
  sketch.a.feature.clear();
  sketch.b.feature.clear();
  pair.verdict = Verdict::separated;
  pair.contact_dimension = -1;
  pair.meets_relative_interiors = false;
}

/// Points on both sides of 0 on some of the axes, much farther out on one: `axes` are bits.
Growing cross_body(Random& random, int dimension, unsigned axes, int long_axis) {
  Growing body;
  std::vector<Point> behind;
  for (int axis = 0; axis < dimension; ++axis) {
    if (((axes >> axis) & 1) == 0) continue;
    const int reach = axis == long_axis ? 100 : 5;
    const std::int64_t ahead = axis == long_axis ? reach : random.in(1, reach);
    const std::int64_t back = -random.in(1, reach);
    body.feature.push_back(ahead * unit_vector(dimension, axis));
    behind.push_back(back * unit_vector(dimension, axis));
  }
  body.feature.insert(body.feature.end(), behind.begin(), behind.end());
  body.points = body.feature;
  return body;
}

/// Together the two bodies span space about 0; each extends beyond the other somewhere.
void piercing(Random& random, const Kind& kind, Sketch& sketch, BuiltPair& pair) {
  const unsigned all = (1U << kind.dimension) - 1;
  const unsigned first = 1;
  const unsigned last = 1U << (kind.dimension - 1);
  const unsigned of_a = first | static_cast<unsigned>(random.in(0, static_cast<int>(all)));
  unsigned of_b = last | static_cast<unsigned>(random.in(0, static_cast<int>(all)));
  of_b |= all & ~of_a;
  sketch.a = cross_body(random, kind.dimension, of_a, 0);
  sketch.b = cross_body(random, kind.dimension, of_b, kind.dimension - 1);
  pair.verdict = Verdict::overlapping;
  pair.contact_dimension = __builtin_popcount(of_a) + __builtin_popcount(of_b) - kind.dimension;
  pair.meets_relative_interiors = true;
}

/// b is four times a cross, and a a simplex of sums of four of its points: inside, or on the
/// boundary. The first point is 0, which is inside b; its rank is that of the rest.
void containment(Random& random, const Kind& kind, Sketch& sketch, BuiltPair& pair) {
  const int d = kind.dimension;
  const Growing cross = cross_body(random, d, (1U << d) - 1, -1);
  for (const Point& x : cross.points) sketch.b.points.push_back(4 * x);
  sketch.b.feature = sketch.b.points;
  const int rank = random.in(0, d);
  sketch.a.points = {Point(static_cast<std::size_t>(d), 0)};
  for (int axis = 0; axis < rank; ++axis) {
    // One of the axis' own points, times 1 to 4; the rest are points of earlier axes.
    const auto at = [&](int of) {
      return cross.points[static_cast<std::size_t>(of + (random.chance(1, 2) ? d : 0))];
    };
    const int own = random.in(1, 4);
    Point x = static_cast<std::int64_t>(own) * at(axis);
    for (int left = 4 - own; left > 0 && axis > 0; --left) x = x + at(random.in(0, axis - 1));
    sketch.a.points.push_back(std::move(x));
  }
  sketch.a.feature = sketch.a.points;
  pair.verdict = Verdict::overlapping;
  pair.contact_dimension = rank;
  pair.meets_relative_interiors = true;
}

}  // namespace

int kind_count() noexcept { return static_cast<int>(std::size(kKinds)); }

BuiltPair build_pair(int number, std::uint64_t index) {
  const Kind& kind = kKinds[number];
  Random random((static_cast<std::uint64_t>(number) << 40) ^ index ^ 0x72656c6174696f6eu);
  BuiltPair pair;
  pair.dimension = kind.dimension;
  pair.kind = kind.name;
  pair.relation = kind.relation;
  Sketch sketch;
  switch (kind.build) {
    case Build::contact:
      contact(random, kind, sketch, pair);
      break;
    case Build::piercing:
      piercing(random, kind, sketch, pair);
      break;
    case Build::containment:
      containment(random, kind, sketch, pair);
      break;
    case Build::separated:
      separated(random, kind, sketch, pair);
      break;
  }
  Dressed dressed(random, kind.dimension);
  pair.a = dressed.body(random, sketch.a.points, sketch.a.feature);
  pair.b = dressed.body(random, sketch.b.points, sketch.b.feature);
  if (random.chance(1, 2)) std::swap(pair.a, pair.b);
  return pair;
}

}  // namespace sunder::test
