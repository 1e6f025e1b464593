// SPDX-License-Identifier: Apache-2.0
//
// The result of from_points() in three dimensions, against brute force and by definition.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

#include "geometry/brute_force_hull.hpp"
#include "geometry/float_environment.hpp"
#include "geometry/neighbours.hpp"
#include "suite/effort.hpp"
#include "sunder/polytope.hpp"

namespace sunder {
namespace {

using test::FacetSet;
using test::Rational;
using test::RationalPoint;

Polytope3 hull(const std::vector<Vector3>& points) {
  return Polytope3::from_points(std::span<const Vector3>(points)).value();
}

std::vector<std::int32_t> kept_by(const Polytope3& polytope) {
  std::vector<std::int32_t> kept;
  for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
    kept.push_back(polytope.caller_index(i));
  }
  return kept;
}

FacetSet facets_of(const Polytope3& polytope) {
  FacetSet facets;
  for (const Face& face : polytope.faces()) {
    std::set<std::int32_t> corners;
    for (const std::int32_t v : face.vertices) corners.insert(polytope.caller_index(v));
    facets.insert(corners);
  }
  return facets;
}

/// The extreme points of every facet alone.
FacetSet without_flat_points(const FacetSet& facets, const std::vector<std::int32_t>& extremes) {
  FacetSet result;
  for (const std::set<std::int32_t>& facet : facets) {
    std::set<std::int32_t> corners;
    std::set_intersection(facet.begin(), facet.end(), extremes.begin(), extremes.end(),
                          std::inserter(corners, corners.end()));
    result.insert(corners);
  }
  return result;
}

/// Each face is planar, convex and counter-clockwise, with nothing above it and its normal outward.
/// Each edge runs along its two faces. Euler's formula holds, and both balls keep their promise.
void check_topology(const std::vector<Vector3>& points, const Polytope3& polytope) {
  std::vector<RationalPoint> all;
  for (const Vector3& p : points) all.push_back(test::rational(p));
  const auto at = [&](std::int32_t v) -> const RationalPoint& {
    return all[static_cast<std::size_t>(polytope.caller_index(v))];
  };
  const Ball<3> inside = polytope.inscribed_ball();
  const RationalPoint centre = test::rational(inside.centre);
  const Rational radius(inside.radius);
  for (const Face& face : polytope.faces()) {
    const std::size_t n = face.vertices.size();
    ASSERT_GE(n, 3U);
    const RationalPoint& a = at(face.vertices[0]);
    const RationalPoint normal =
        test::cross(test::minus(at(face.vertices[1]), a), test::minus(at(face.vertices[2]), a));
    for (const RationalPoint& p : all) ASSERT_LE(test::dot(normal, test::minus(p, a)), 0);
    for (std::size_t i = 0; i < n; ++i) {
      const RationalPoint& from = at(face.vertices[i]);
      const RationalPoint& to = at(face.vertices[(i + 1) % n]);
      const RationalPoint& next = at(face.vertices[(i + 2) % n]);
      ASSERT_EQ(test::dot(normal, test::minus(from, a)), 0);
      const RationalPoint turn = test::cross(test::minus(to, from), test::minus(next, to));
      ASSERT_GT(test::dot(normal, turn), 0);
    }
    const RationalPoint rounded = test::rational(face.normal);
    const Rational cosine = test::dot(rounded, normal);
    ASSERT_GT(cosine, 0);
    ASSERT_GT(cosine * cosine, test::dot(normal, normal) * Rational(1 - 1e-9));
    const Rational depth = test::dot(normal, test::minus(a, centre));
    ASSERT_TRUE(radius == 0 || depth >= 0);
    ASSERT_GE(depth * depth, radius * radius * test::dot(normal, normal));
  }
  const Rational outer(polytope.circumscribed_ball().radius);
  for (const RationalPoint& p : all) {
    const RationalPoint arm = test::minus(p, centre);
    ASSERT_LE(test::dot(arm, arm), outer * outer);
  }
  for (const Edge& edge : polytope.edges()) {
    for (std::size_t side = 0; side < 2; ++side) {
      const std::vector<std::int32_t>& cycle =
          polytope.faces()[static_cast<std::size_t>(edge.faces[side])].vertices;
      const auto from = std::find(cycle.begin(), cycle.end(), edge.vertices[side]);
      ASSERT_NE(from, cycle.end());
      const auto to = from + 1 == cycle.end() ? cycle.begin() : from + 1;
      ASSERT_EQ(*to, edge.vertices[1 - side]);
    }
  }
  test::check_neighbours(polytope);
  ASSERT_EQ(static_cast<std::size_t>(polytope.vertex_count()) + polytope.faces().size(),
            polytope.edges().size() + 2);
}

TEST(Hull, SmallIntegerSetsAgreeWithBruteForceInEveryFloatMode) {
  std::mt19937_64 random(1);
  int solid = 0;
  for (int round = 0; round < suite::cases(240); ++round) {
    const auto n = static_cast<int>(4 + random() % 22);
    const auto range = static_cast<int>(2 + random() % 4);
    std::set<Vector3> distinct;
    for (int i = 0; i < n; ++i) {
      Vector3 p{};
      for (double& x : p) x = static_cast<double>(static_cast<int>(random()) % range);
      for (double& x : p) x += 0.0;
      distinct.insert(p);
    }
    std::vector<Vector3> points(distinct.begin(), distinct.end());
    std::shuffle(points.begin(), points.end(), random);
    const Polytope3 polytope = hull(points);
    if (polytope.report().affine_dimension < 3) {
      EXPECT_TRUE(polytope.faces().empty());
      continue;
    }
    ++solid;
    const FacetSet facets = test::brute_force_facets(points);
    const std::vector<std::int32_t> extremes =
        test::brute_force_extremes(facets, static_cast<std::int32_t>(points.size()));
    ASSERT_EQ(kept_by(polytope), extremes) << "round " << round;
    ASSERT_EQ(facets_of(polytope), without_flat_points(facets, extremes));
    check_topology(points, polytope);
    for (const test::FloatMode& mode : test::float_modes()) {
      const Polytope3 other = test::in_mode(mode, [&] { return hull(points); });
      ASSERT_EQ(kept_by(other), extremes) << mode.name;
      ASSERT_EQ(facets_of(other), facets_of(polytope)) << mode.name;
      if (round % 6 == 0) check_topology(points, other);
    }
  }
  EXPECT_GT(solid, suite::cases(160));
}

std::vector<Vector3> small_integers(std::mt19937_64& random) {
  std::vector<Vector3> points;
  for (int i = 0; i < 20; ++i) {
    points.push_back({static_cast<double>(random() % 5), static_cast<double>(random() % 5),
                      static_cast<double>(random() % 5)});
  }
  return points;
}

/// Integer sets at the ends of the exponent range, and scaled along an axis. These maps do not
/// round, so that the same points stay extreme.
TEST(Hull, ExactImagesKeepTheSamePoints) {
  std::mt19937_64 random(2);
  const std::vector<Vector3> scales{{0x1p-1074, 0x1p-1074, 0x1p-1074},
                                    {0x1p1020, 0x1p1020, 0x1p1020},
                                    {1, 0x1p-20, 0x1p20},
                                    {1, 1, 0x1p-1000}};
  for (int round = 0; round < suite::cases(20); ++round) {
    const std::vector<Vector3> points = small_integers(random);
    const std::vector<std::int32_t> kept = kept_by(hull(points));
    for (const Vector3& scale : scales) {
      std::vector<Vector3> image = points;
      for (Vector3& p : image) p = {p[0] * scale[0], p[1] * scale[1], p[2] * scale[2]};
      for (const test::FloatMode& mode : test::float_modes()) {
        const Polytope3 polytope = test::in_mode(mode, [&] { return hull(image); });
        ASSERT_EQ(kept_by(polytope), kept) << mode.name << " " << scale[0] << " " << scale[2];
        check_topology(image, polytope);
      }
    }
    std::vector<Vector3> far = points;
    for (Vector3& p : far) p = {p[0] + 1e9, p[1] - 1e9, p[2] + 0x1p50};
    ASSERT_EQ(kept_by(hull(far)), kept);
  }
}

// From 2^-1074 on one axis to 2^1022 on another: there may be no double inside.
TEST(Hull, StretchedOverAllExponentsKeepsAtLeastTheExtremes) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 20; ++round) {
    const std::vector<Vector3> points = small_integers(random);
    const std::vector<std::int32_t> extremes = kept_by(hull(points));
    std::vector<Vector3> image = points;
    for (Vector3& p : image) p = {p[0] * 0x1p-1074, p[1], p[2] * 0x1p1020};
    for (const test::FloatMode& mode : test::float_modes()) {
      const Polytope3 polytope = test::in_mode(mode, [&] { return hull(image); });
      const std::vector<std::int32_t> kept = kept_by(polytope);
      ASSERT_TRUE(std::includes(kept.begin(), kept.end(), extremes.begin(), extremes.end()));
      if (!polytope.faces().empty()) check_topology(image, polytope);
    }
  }
}

// Qhull drops this point, up to 4e-15 above the face.
TEST(Hull, CubePointRaisedByUlpsIsKept) {
  for (int face = 0; face < 3; ++face) {
    for (int ulps = 1; ulps <= 16; ++ulps) {
      std::vector<Vector3> points;
      for (int corner = 0; corner < 8; ++corner) {
        points.push_back(
            {corner & 1 ? 1.0 : -1.0, corner & 2 ? 1.0 : -1.0, corner & 4 ? 1.0 : -1.0});
      }
      Vector3 raised{0.3, -0.2, 0.1};
      const auto k = static_cast<std::size_t>(face);
      raised[k] = 1;
      for (int i = 0; i < ulps; ++i) raised[k] = std::nextafter(raised[k], 2.0);
      points.push_back(raised);
      const Polytope3 polytope = hull(points);
      ASSERT_EQ(polytope.vertex_count(), 9);
      ASSERT_EQ(polytope.faces().size(), 9U);
      check_topology(points, polytope);
      points.back()[k] = 1;
      ASSERT_EQ(hull(points).vertex_count(), 8);
      points.back()[k] = std::nextafter(1.0, 0.0);
      ASSERT_EQ(hull(points).vertex_count(), 8);
    }
  }
}

TEST(Hull, DegenerateSetsKeepTheirExtremesAndReportThem) {
  struct Case {
    std::vector<Vector3> points;
    std::vector<std::int32_t> kept;
    int affine_dimension;
    int duplicate;
    int interior;
  };
  const std::vector<Case> cases{
      {{}, {}, -1, 0, 0},
      {{{1, 2, 3}}, {0}, 0, 0, 0},
      {{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, {0}, 0, 2, 0},
      {{{0.0, 0, 0}, {-0.0, 0, 0}}, {0}, 0, 1, 0},
      {{{1, 1, 1}, {0, 0, 0}, {2, 2, 2}, {2, 2, 2}, {1, 1, 1}}, {1, 2}, 1, 2, 1},
      {{{0, 0, 0}, {4, 0, 4}, {0, 4, 4}, {1, 1, 2}, {2, 2, 4}, {0, 0, 0}}, {0, 1, 2}, 2, 1, 2},
      {{{0, 0, 7}, {1, 0, 7}, {0, 1, 7}, {1, 1, 7}, {0.5, 0.5, 7}}, {0, 1, 2, 3}, 2, 0, 1},
      {{{7, 0, 0}, {7, 1, 0}, {7, 0, 1}}, {0, 1, 2}, 2, 0, 0},
      {{{0, 7, 0}, {1, 7, 0}, {0, 7, 1}, {0x1p-1074, 7, 0x1p-1074}}, {0, 1, 2}, 2, 0, 1}};
  for (const Case& c : cases) {
    const Polytope3 polytope = hull(c.points);
    EXPECT_EQ(kept_by(polytope), c.kept);
    const PointReport& report = polytope.report();
    EXPECT_EQ(report.given, static_cast<std::int64_t>(c.points.size()));
    EXPECT_EQ(report.kept, static_cast<std::int64_t>(c.kept.size()));
    EXPECT_EQ(report.duplicate, c.duplicate);
    EXPECT_EQ(report.interior, c.interior);
    EXPECT_EQ(report.affine_dimension, c.affine_dimension);
    EXPECT_TRUE(polytope.faces().empty());
    EXPECT_TRUE(polytope.edges().empty());
    EXPECT_EQ(polytope.inscribed_ball().radius, 0.0);
  }
}

// A slab of one unit in the last place holds no double inside, so that its mesh cannot be checked.
// Everything is kept, and no faces are offered. Points on its faces may stay.
TEST(Hull, SlabThinnerThanADoubleKeepsItsCorners) {
  std::vector<Vector3> points;
  for (const double z : {1.0, std::nextafter(1.0, 2.0)}) {
    for (const double x : {0.0, 1.0}) {
      for (const double y : {0.0, 1.0}) points.push_back({x, y, z});
    }
  }
  points.push_back({0.5, 0.5, 1.0});
  const Polytope3 polytope = hull(points);
  EXPECT_EQ(polytope.report().affine_dimension, 3);
  EXPECT_GE(polytope.vertex_count(), 8);
  EXPECT_TRUE(polytope.faces().empty());
}

std::vector<Vector3> on_ellipsoid(int n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<Vector3> points;
  for (int i = 0; i < n; ++i) {
    const Vector3 v{normal(random), normal(random), normal(random)};
    const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    points.push_back({v[0] / length, 2 * v[1] / length, 3 * v[2] / length});
  }
  return points;
}

TEST(Hull, AllVerticesOfAnEllipsoidAreKept) {
  const std::vector<Vector3> points = on_ellipsoid(5000, 3);
  const Polytope3 polytope = hull(points);
  EXPECT_EQ(polytope.vertex_count(), 5000);
  EXPECT_EQ(polytope.faces().size(), 9996U);
  EXPECT_EQ(polytope.edges().size(), 14994U);
  EXPECT_GT(polytope.inscribed_ball().radius, 0.98);
  EXPECT_LT(polytope.circumscribed_ball().radius, 3.02);
}

TEST(Hull, TopologyOfRandomMeshesHoldsByDefinition) {
  check_topology(on_ellipsoid(150, 4), hull(on_ellipsoid(150, 4)));
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Vector3> points;
  for (int i = 0; i < 400; ++i)
    points.push_back({uniform(random), uniform(random), uniform(random)});
  check_topology(points, hull(points));
}

TEST(Hull, GridOnACubeLeavesEightCorners) {
  std::vector<Vector3> points;
  for (int x = 0; x <= 12; ++x) {
    for (int y = 0; y <= 12; ++y) {
      for (int z = 0; z <= 12; ++z) {
        points.push_back({static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)});
      }
    }
  }
  std::mt19937_64 random(6);
  std::shuffle(points.begin(), points.end(), random);
  const Polytope3 polytope = hull(points);
  EXPECT_EQ(polytope.vertex_count(), 8);
  EXPECT_EQ(polytope.faces().size(), 6U);
  EXPECT_EQ(polytope.edges().size(), 12U);
  EXPECT_EQ(polytope.report().interior, 13 * 13 * 13 - 8);
}

// The grid above, rotated and rounded: its faces are thin bumpy layers, which a hull with
// tolerances would flatten.
TEST(Hull, RoundedCoplanarPointsHaveAnExactHull) {
  std::vector<Vector3> points;
  const double c = std::cos(0.3);
  const double s = std::sin(0.3);
  for (int face = 0; face < 6; ++face) {
    for (int i = 0; i <= 6; ++i) {
      for (int j = 0; j <= 6; ++j) {
        Vector3 p{};
        const auto k = static_cast<std::size_t>(face % 3);
        p[k] = face < 3 ? -1 : 1;
        p[(k + 1) % 3] = i / 3.0 - 1;
        p[(k + 2) % 3] = j / 3.0 - 1;
        const Vector3 q{c * p[0] - s * p[1], s * p[0] + c * p[1], p[2]};
        points.push_back({q[0], c * q[1] - s * q[2], s * q[1] + c * q[2]});
      }
    }
  }
  const Polytope3 polytope = hull(points);
  EXPECT_GT(polytope.vertex_count(), 8);
  EXPECT_GT(polytope.inscribed_ball().radius, 1 - 1e-9);
  check_topology(points, polytope);
}

}  // namespace
}  // namespace sunder
