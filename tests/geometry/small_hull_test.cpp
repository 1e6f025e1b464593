// SPDX-License-Identifier: Apache-2.0
//
// Compares the rows of a small hull with its faces and edges, in exact numbers.
#include "geometry/small_hull.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <gtest/gtest.h>

#include "geometry/hull_block.hpp"
#include "geometry/topology.hpp"
#include "suite/random.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using Exact3 = std::array<Rational, 3>;

Exact3 exact_difference(const HullBlock& hull, std::int32_t from, std::int32_t to) {
  Exact3 d;
  for (int k = 0; k < 3; ++k) {
    d[static_cast<std::size_t>(k)] =
        Rational(hull.coordinate(to, k)) - Rational(hull.coordinate(from, k));
  }
  return d;
}

Exact3 exact_cross(const Exact3& p, const Exact3& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}

Rational size_of(const Rational& x) { return x < 0 ? Rational(-x) : x; }

/// The normal has length 1. With the largest entries made equal, the others are off by at most
/// twice the bound.
void expect_normal(const HullBlock& hull, std::size_t face) {
  const SmallHull& small = *hull.small;
  const IndexList rim = hull.topology->face(static_cast<std::int32_t>(face));
  const Exact3 normal =
      exact_cross(exact_difference(hull, rim[0], rim[1]), exact_difference(hull, rim[1], rim[2]));
  std::size_t largest = 0;
  Rational squared = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    if (size_of(normal[k]) > size_of(normal[largest])) largest = k;
    const Rational entry(static_cast<double>(small.normal[k][face]));
    squared += entry * entry;
  }
  EXPECT_LE(size_of(squared - 1), Rational(0x1p-21));
  const Rational scale =
      Rational(static_cast<double>(small.normal[largest][face])) / normal[largest];
  EXPECT_GT(scale, 0);
  const Rational bound = Rational(small.normal_error) + Rational(0x1p-24);
  for (std::size_t k = 0; k < 3; ++k) {
    const Rational off = scale * normal[k] - Rational(static_cast<double>(small.normal[k][face]));
    EXPECT_LE(size_of(off), 2 * bound);
  }
}

/// The edge times a power of two; its largest entry is in [1/2, 1], and each entry is rounded
/// twice. Boxes share the edges of one, which are multiples of theirs.
void expect_way(const Exact3& along, const float* way, float way_size, bool is_shared) {
  std::size_t largest = 0;
  for (std::size_t k = 1; k < 3; ++k) {
    if (size_of(along[k]) > size_of(along[largest])) largest = k;
  }
  const double ratio = way[largest] / along[largest].convert_to<double>();
  const Rational scale =
      is_shared ? Rational(Rational(static_cast<double>(way[largest])) / along[largest])
                : Rational(std::exp2(std::round(std::log2(ratio))));
  EXPECT_GT(scale, 0);
  EXPECT_GE(std::fabs(way[largest]), 0.5F);
  EXPECT_LE(std::fabs(way[largest]), 1.0F);
  Rational size = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Rational exact = scale * along[k];
    size += size_of(exact);
    EXPECT_LE(size_of(exact - Rational(static_cast<double>(way[k]))),
              Rational(0x1.1p-24) * size_of(exact) + Rational(0x1p-149));
  }
  EXPECT_GE(Rational(static_cast<double>(way_size)), size);
}

void expect_edge(const HullBlock& hull, std::size_t at) {
  const SmallHull& small = *hull.small;
  const Edge edge = hull.topology->edge(static_cast<std::int32_t>(at));
  EXPECT_EQ(small.along[at], 1U << edge.faces[0]);
  EXPECT_EQ(small.against[at], 1U << edge.faces[1]);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(small.ends[i][at], edge.vertices[i]);
    EXPECT_EQ(small.sides[i][at], edge.faces[i]);
  }
  const float direction[]{small.way[0][at], small.way[1][at], small.way[2][at]};
  expect_way(exact_difference(hull, edge.vertices[0], edge.vertices[1]), direction,
             small.way_size[at], small.is_shared);
}

void expect_rows(const Polytope3& polytope) {
  const HullBlock& hull = BlockAccess::block(polytope);
  ASSERT_NE(hull.small, nullptr);
  ASSERT_EQ(static_cast<std::int32_t>(hull.small->face_count), hull.topology->face_count());
  ASSERT_EQ(static_cast<std::int32_t>(hull.small->edge_count), hull.topology->edge_count());
  for (std::size_t i = 0; i < hull.small->face_count; ++i) expect_normal(hull, i);
  for (std::size_t i = 0; i < hull.small->edge_count; ++i) expect_edge(hull, i);
}

Polytope3 random_hull(suite::Random& random, int count, const Vector3& stretch, double far) {
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) {
    Vector3 p;
    for (std::size_t k = 0; k < 3; ++k) p[k] = far + stretch[k] * (2 * random.unit() - 1);
    points.push_back(p);
  }
  return Polytope3::from_points(points).value();
}

TEST(SmallHull, RowsAreTheFacesAndEdges) {
  suite::Random random(5);
  for (int i = 0; i < 200; ++i) {
    expect_rows(random_hull(random, random.in(4, 9), {1, 1, 1}, 0));
    expect_rows(random_hull(random, random.in(4, 9), {1, 1e-6, 1}, 0));
    expect_rows(random_hull(random, random.in(4, 9), {1, 1, 1}, 1e6));
    expect_rows(random_hull(random, random.in(4, 9), {1e-25, 1e-25, 1e-25}, 0));
  }
  expect_rows(Polytope3::box({1, 2, 3}));
  expect_rows(Polytope3::cross(3));
  expect_rows(Polytope3::prism(6, 1, 2));
}

TEST(SmallHull, IsOnlyOfSolidsThatFit) {
  suite::Random random(6);
  const auto has = [](const Polytope3& polytope) {
    return BlockAccess::block(polytope).small != nullptr;
  };
  EXPECT_FALSE(has(Polytope3()));
  EXPECT_FALSE(has(Polytope3::box({1, 1, 0})));
  EXPECT_FALSE(has(Polytope3::icosahedron(1)));
  EXPECT_FALSE(has(random_hull(random, 40, {1, 1, 1}, 0)));
  EXPECT_FALSE(has(Polytope3::box({0x1p-110, 0x1p-110, 0x1p-110})));
  EXPECT_FALSE(has(Polytope3::box({0x1p110, 0x1p110, 0x1p110})));
  EXPECT_TRUE(has(Polytope3::tetrahedron()));
}

}  // namespace
}  // namespace sunder::detail
