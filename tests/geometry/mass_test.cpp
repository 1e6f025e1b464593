// SPDX-License-Identifier: Apache-2.0
//
// Mass properties against rational integrals. The integrals are closed forms of simplices and
// parallelepipeds; hulls come from brute force and are cut into pyramids over an inner point.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <vector>

#include "geometry/brute_force_hull.hpp"
#include "geometry/float_environment.hpp"
#include "geometry/nearest_double.hpp"
#include "sunder/polytope.hpp"

namespace sunder {
namespace {

using test::Rational;
using test::RationalPoint;

/// Volume, first and second moments about the origin; planar bodies leave z at 0.
struct ExactMoments {
  Rational volume;
  RationalPoint first{};
  std::array<RationalPoint, 3> second{};

  /// Adds a simplex of d + 1 corners; its volume has no sign.
  void add_simplex(const std::vector<RationalPoint>& corners, const Rational& size) {
    const int d = static_cast<int>(corners.size()) - 1;
    RationalPoint sum{};
    for (const RationalPoint& v : corners) {
      for (std::size_t k = 0; k < 3; ++k) sum[k] += v[k];
    }
    volume += size;
    for (std::size_t k = 0; k < 3; ++k) {
      first[k] += size * sum[k] / (d + 1);
      for (std::size_t l = 0; l < 3; ++l) {
        Rational products = sum[k] * sum[l];
        for (const RationalPoint& v : corners) products += v[k] * v[l];
        second[k][l] += size * products / ((d + 1) * (d + 2));
      }
    }
  }
  void add_tetrahedron(const RationalPoint& a, const RationalPoint& b, const RationalPoint& c,
                       const RationalPoint& d) {
    add_simplex({a, b, c, d}, Rational(abs(test::volume(a, b, c, d)) / 6));
  }
  void add_triangle(const RationalPoint& a, const RationalPoint& b, const RationalPoint& c) {
    const Rational twice = test::cross(test::minus(b, a), test::minus(c, a))[2];
    add_simplex({a, b, c}, Rational(abs(twice) / 2));
  }
  Rational centre(std::size_t k) const { return first[k] / volume; }
  Rational central(std::size_t k, std::size_t l) const {
    return second[k][l] - first[k] * first[l] / volume;
  }
};

void expect_nearest(const MassProperties<3>& mass, const ExactMoments& exact) {
  ASSERT_TRUE(test::is_nearest(mass.volume, exact.volume)) << mass.volume;
  for (std::size_t k = 0; k < 3; ++k) {
    ASSERT_TRUE(test::is_nearest(mass.centre[k], exact.centre(k))) << k << " " << mass.centre[k];
    for (std::size_t l = 0; l < 3; ++l) {
      const Rational expected = k == l ? Rational(exact.central((k + 1) % 3, (k + 1) % 3) +
                                                  exact.central((k + 2) % 3, (k + 2) % 3))
                                       : Rational(-exact.central(k, l));
      ASSERT_TRUE(test::is_nearest(mass.inertia[k][l], expected)) << k << " " << l;
    }
  }
}

void expect_nearest(const MassProperties<2>& mass, const ExactMoments& exact) {
  ASSERT_TRUE(test::is_nearest(mass.volume, exact.volume)) << mass.volume;
  for (std::size_t k = 0; k < 2; ++k)
    ASSERT_TRUE(test::is_nearest(mass.centre[k], exact.centre(k)));
  ASSERT_TRUE(test::is_nearest(mass.inertia, Rational(exact.central(0, 0) + exact.central(1, 1))));
}

template <int D>
bool same_bits(const MassProperties<D>& a, const MassProperties<D>& b) {
  return a.volume == b.volume && a.centre == b.centre && a.inertia == b.inertia;
}

/// Coordinates of every kind.
class Coordinates {
 public:
  explicit Coordinates(unsigned seed) : random_(seed) {}
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  double number(int kind) {
    switch (kind) {
      case 0:
        return below(9) - 4;
      case 1:
        return normal_(random_);
      case 2:
        return std::ldexp(below(9) - 4, -1074);
      case 3:
        return std::ldexp(normal_(random_), 1000);
      case 4:
        return std::ldexp(normal_(random_), below(60) - 30);
      default:
        return std::ldexp(normal_(random_), below(2000) - 1000);
    }
  }
  /// Slender bodies are a million times as long as wide.
  Vector3 point(int kind) {
    if (kind == 6) return {1e6 * number(1), number(1), number(1)};
    return {number(kind), number(kind), number(kind)};
  }
  /// Mostly plain sizes: fractions take long for the other kinds, and longest for mixed sizes.
  int kind() {
    if (below(10) != 0) return below(4) / 3;
    const int kind = 2 + below(5);
    return kind == 5 && below(8) != 0 ? 6 : kind;
  }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
};

Polytope3 solid(const std::vector<Vector3>& points, bool reduce) {
  return Polytope3::from_points(points, {.reduce = reduce}).value();
}

TEST(Mass, OfTetrahedra) {
  Coordinates coordinates(1);
  int solids = 0;
  for (int i = 0; i < 1500; ++i) {
    const int kind = coordinates.kind();
    const std::vector<Vector3> points{coordinates.point(kind), coordinates.point(kind),
                                      coordinates.point(kind), coordinates.point(kind)};
    ExactMoments exact;
    exact.add_tetrahedron(test::rational(points[0]), test::rational(points[1]),
                          test::rational(points[2]), test::rational(points[3]));
    const MassProperties<3> mass = solid(points, true).mass_properties();
    if (exact.volume == 0) {
      ASSERT_EQ(mass.volume, 0);
      ASSERT_EQ(mass.inertia, (std::array<std::array<double, 3>, 3>{}));
      continue;
    }
    ++solids;
    expect_nearest(mass, exact);
    if (HasFatalFailure()) FAIL() << i;
    ASSERT_TRUE(same_bits(mass, solid(points, false).mass_properties())) << i;
  }
  EXPECT_GT(solids, 1200);
}

/// Corner and edges are of any kind. Corners are rounded, so that the hull is only about a
/// parallelepiped; a lattice keeps them exact.
TEST(Mass, OfParallelepipedsOnALattice) {
  Coordinates coordinates(2);
  for (int i = 0; i < 500; ++i) {
    const int scale = coordinates.below(1000) - 700;
    const auto lattice = [&] { return std::ldexp(coordinates.below(2000) - 1000, scale); };
    const Vector3 origin{lattice(), lattice(), lattice()};
    std::array<Vector3, 3> edges;
    for (Vector3& edge : edges) edge = {lattice(), lattice(), lattice()};
    std::vector<Vector3> corners;
    for (unsigned bits = 0; bits < 8; ++bits) {
      Vector3 corner = origin;
      for (std::size_t e = 0; e < 3; ++e) {
        for (std::size_t k = 0; k < 3 && (bits >> e & 1U) != 0; ++k) corner[k] += edges[e][k];
      }
      corners.push_back(corner);
    }
    // Centre and second moments of a cube's affine image: volume / 12 of each edge's square.
    std::array<RationalPoint, 3> e{test::rational(edges[0]), test::rational(edges[1]),
                                   test::rational(edges[2])};
    const Rational volume = abs(test::dot(test::cross(e[0], e[1]), e[2]));
    if (volume == 0) continue;
    ExactMoments exact;
    exact.volume = volume;
    const RationalPoint o = test::rational(origin);
    for (std::size_t k = 0; k < 3; ++k) {
      exact.first[k] = volume * (o[k] + (e[0][k] + e[1][k] + e[2][k]) / 2);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t l = 0; l < 3; ++l) {
        exact.second[k][l] =
            exact.first[k] * exact.first[l] / volume +
            volume * (e[0][k] * e[0][l] + e[1][k] * e[1][l] + e[2][k] * e[2][l]) / 12;
      }
    }
    expect_nearest(solid(corners, true).mass_properties(), exact);
    if (HasFatalFailure()) FAIL() << i;
  }
}

/// The edges of a facet: pairs of its points with all others on one side. Among collinear points,
/// all others lie between them.
std::vector<std::pair<RationalPoint, RationalPoint>> facet_edges(
    const std::vector<RationalPoint>& facet) {
  std::vector<std::pair<RationalPoint, RationalPoint>> edges;
  RationalPoint normal{};
  for (std::size_t i = 1; i + 1 < facet.size() && test::dot(normal, normal) == 0; ++i) {
    normal = test::cross(test::minus(facet[i], facet[0]), test::minus(facet[i + 1], facet[0]));
  }
  for (std::size_t i = 0; i < facet.size(); ++i) {
    for (std::size_t j = i + 1; j < facet.size(); ++j) {
      const RationalPoint along = test::minus(facet[j], facet[i]);
      int least = 0;
      int greatest = 0;
      bool whole = true;
      for (const RationalPoint& p : facet) {
        const RationalPoint from = test::minus(p, facet[i]);
        const int side = test::sign(test::dot(test::cross(along, from), normal));
        least = std::min(least, side);
        greatest = std::max(greatest, side);
        if (side != 0) continue;
        const Rational at = test::dot(from, along);
        whole = whole && at >= 0 && at <= test::dot(along, along);
      }
      if (whole && least * greatest == 0) edges.emplace_back(facet[i], facet[j]);
    }
  }
  return edges;
}

RationalPoint mean(const std::vector<RationalPoint>& points) {
  RationalPoint sum{};
  for (const RationalPoint& p : points) {
    for (std::size_t k = 0; k < 3; ++k) sum[k] += p[k] / static_cast<int>(points.size());
  }
  return sum;
}

ExactMoments brute_force_moments(const std::vector<Vector3>& points) {
  std::vector<RationalPoint> all;
  for (const Vector3& p : points) all.push_back(test::rational(p));
  const RationalPoint inside = mean(all);
  ExactMoments exact;
  for (const auto& facet : test::brute_force_facets(points)) {
    std::vector<RationalPoint> corners;
    for (const std::int32_t i : facet) corners.push_back(all[static_cast<std::size_t>(i)]);
    const RationalPoint middle = mean(corners);
    for (const auto& [a, b] : facet_edges(corners)) exact.add_tetrahedron(inside, middle, a, b);
  }
  return exact;
}

std::vector<Vector3> distinct(std::vector<Vector3> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

TEST(Mass, OfHullsFoundByBruteForce) {
  Coordinates coordinates(3);
  int solids = 0;
  for (int i = 0; i < 400; ++i) {
    const int kind = i % 4 == 3 ? coordinates.kind() : 0;
    std::vector<Vector3> points;
    for (int n = 5 + coordinates.below(5); n > 0; --n) points.push_back(coordinates.point(kind));
    points = distinct(points);
    const Polytope3 reduced = solid(points, true);
    if (reduced.report().affine_dimension < 3) continue;
    ++solids;
    const MassProperties<3> mass = reduced.mass_properties();
    expect_nearest(mass, brute_force_moments(points));
    if (HasFatalFailure()) FAIL() << i;
    points.insert(points.begin(), points.back());
    points.push_back(points[points.size() / 2]);
    ASSERT_TRUE(same_bits(mass, solid(points, false).mass_properties())) << i;
  }
  EXPECT_GT(solids, 300);
}

// These solids are too thin for a double inside, and have no faces.
TEST(Mass, OfSolidsWithoutFaces) {
  const double least = 5e-324;
  const std::vector<Vector3> tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.5, 0.25, least}};
  const Polytope3 thin = solid(tetrahedron, true);
  ASSERT_TRUE(thin.faces().empty());
  ASSERT_EQ(thin.report().affine_dimension, 3);
  ExactMoments exact;
  exact.add_tetrahedron(test::rational(tetrahedron[0]), test::rational(tetrahedron[1]),
                        test::rational(tetrahedron[2]), test::rational(tetrahedron[3]));
  expect_nearest(thin.mass_properties(), exact);
  EXPECT_EQ(thin.mass_properties().volume, 0);  // 2^-1074 / 6, rounded
  const std::vector<Vector3> tent{{0, 0, 0},     {8, 0, 0},     {8, 8, 0}, {0, 8, 0},
                                  {3, 3, least}, {5, 3, least}, {4, 4, 0}, {4, 0, 0}};
  for (const bool reduce : {false, true}) {
    expect_nearest(solid(tent, reduce).mass_properties(), brute_force_moments(tent));
  }
}

TEST(Mass, OfPolygons) {
  Coordinates coordinates(4);
  int solids = 0;
  for (int i = 0; i < 500; ++i) {
    const int kind = coordinates.kind();
    std::vector<Vector3> points;
    for (int n = 3 + coordinates.below(5); n > 0; --n) {
      const Vector3 p = coordinates.point(kind);
      points.push_back({p[0], p[1], 0});
    }
    std::vector<Vector2> flat;
    for (const Vector3& p : points) flat.push_back({p[0], p[1]});
    const Polytope2 polygon = Polytope2::from_points(flat).value();
    const MassProperties<2> mass = polygon.mass_properties();
    ASSERT_TRUE(
        same_bits(mass, Polytope2::from_points(flat, {.reduce = false}).value().mass_properties()));
    if (polygon.report().affine_dimension < 2) {
      ASSERT_EQ(mass.volume, 0);
      ASSERT_EQ(mass.inertia, 0);
      continue;
    }
    ++solids;
    std::vector<RationalPoint> facet;
    for (const Vector3& p : distinct(points)) facet.push_back(test::rational(p));
    const RationalPoint middle = mean(facet);
    ExactMoments exact;
    for (const auto& [a, b] : facet_edges(facet)) exact.add_triangle(middle, a, b);
    expect_nearest(mass, exact);
    if (HasFatalFailure()) FAIL() << i;

    // The polygon in space, rotated to each pair of axes and tilted, has the same centroid.
    if (i % 10 != 0 || kind > 1) continue;
    for (std::size_t turn = 0; turn < 3; ++turn) {
      std::vector<Vector3> placed;
      for (const Vector3& p : points) {
        Vector3 q{};
        q[turn] = p[0];
        q[(turn + 1) % 3] = p[1];
        q[(turn + 2) % 3] = turn == 0 ? 2 * p[0] : 7;
        placed.push_back(q);
      }
      for (const bool reduce : {false, true}) {
        const MassProperties<3> of_flat = solid(placed, reduce).mass_properties();
        ASSERT_EQ(of_flat.volume, 0);
        ASSERT_EQ(of_flat.inertia, (std::array<std::array<double, 3>, 3>{}));
        ASSERT_EQ(of_flat.centre[turn], mass.centre[0]);
        ASSERT_EQ(of_flat.centre[(turn + 1) % 3], mass.centre[1]);
        ASSERT_EQ(of_flat.centre[(turn + 2) % 3], turn == 0 ? 2 * mass.centre[0] : 7);
      }
    }
  }
  EXPECT_GT(solids, 400);
}

TEST(Mass, OfSegmentsPointsAndNothing) {
  Coordinates coordinates(5);
  for (int i = 0; i < 200; ++i) {
    const int kind = coordinates.below(7);
    const Vector3 a = coordinates.point(kind);
    const Vector3 b = coordinates.point(kind);
    for (const bool reduce : {false, true}) {
      const MassProperties<3> mass = solid({a, b, a}, reduce).mass_properties();
      ASSERT_EQ(mass.volume, 0);
      for (std::size_t k = 0; k < 3; ++k) {
        ASSERT_TRUE(
            test::is_nearest(mass.centre[k], Rational((Rational(a[k]) + Rational(b[k])) / 2)));
      }
      ASSERT_EQ(solid({a, a}, reduce).mass_properties().centre, a);
    }
  }
  const MassProperties<2> row =
      Polytope2::from_points({{0, 0}, {1, 1}, {4, 4}}).value().mass_properties();
  EXPECT_EQ(row.centre, (Vector2{2, 2}));
  const MassProperties<3> none = Polytope3().mass_properties();
  EXPECT_EQ(none.volume, 0);
  EXPECT_EQ(none.centre, Vector3{});
  EXPECT_EQ(Polytope2().mass_properties().inertia, 0);
}

TEST(Mass, OfBodiesThatHaveANumber) {
  const MassProperties<3> box = Polytope3::box({1, 2, 3}).mass_properties();
  EXPECT_EQ(box.volume, 48);
  EXPECT_EQ(box.centre, Vector3{});
  EXPECT_EQ(box.inertia, (std::array<std::array<double, 3>, 3>{
                             {{208, 0, 0}, {0, 160, 0}, {0, 0, 80}}}));  // m (b^2 + c^2) / 3
  EXPECT_EQ(Polytope2::box({1, 2}).mass_properties().inertia, 8.0 * 5 / 3);
  EXPECT_EQ(Polytope2::box({1, 2}).mass_properties().volume, 8);
  EXPECT_EQ(Polytope3::box({1, 2, 0}).mass_properties().volume, 0);
  const MassProperties<3> huge = Polytope3::box({0x1p1000, 1, 1}).mass_properties();
  EXPECT_EQ(huge.volume, 0x1p1003);
  EXPECT_TRUE(std::isinf(huge.inertia[1][1]));
  EXPECT_EQ(huge.centre, Vector3{});
  EXPECT_EQ(Polytope3::box({1e-200, 1e-200, 1e-200}).mass_properties().volume, 0);
  // A thousand vertices and more: the sums grow beyond the common widths.
  const MassProperties<3> prism = Polytope3::prism(600, 1, 1).mass_properties();
  EXPECT_NEAR(prism.volume, 2 * 3.14153, 1e-4);
  EXPECT_NEAR(prism.inertia[2][2], 3.1414, 1e-3);
}

TEST(Mass, NoFloatModeChangesABit) {
  Coordinates coordinates(6);
  for (int i = 0; i < 100; ++i) {
    const int kind = coordinates.kind();
    std::vector<Vector3> points;
    for (int n = 0; n < 8; ++n) points.push_back(coordinates.point(kind));
    const Polytope3 polytope = solid(points, i % 2 == 0);
    const MassProperties<3> reference = polytope.mass_properties();
    for (const test::FloatMode& mode : test::float_modes()) {
      const MassProperties<3> again =
          test::in_mode(mode, [&] { return polytope.mass_properties(); });
      ASSERT_TRUE(same_bits(again, reference)) << mode.name;
    }
  }
}

}  // namespace
}  // namespace sunder
