// SPDX-License-Identifier: Apache-2.0
//
// Shapes for which a first version of the proofs was wrong. They are sheared and flat boxes, hulls
// that lose a point, balls of hulls without a facet. The tests' own exact oracle decides each.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "query/trap_bodies.hpp"
#include "suite/placed.hpp"
#include "suite/random.hpp"

namespace sunder::traps {
namespace {

using test::Placed;

using Axis = std::array<double, 3>;

Axis cross(const Axis& x, const Axis& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}

Axis column(const std::vector<double>& rows, std::size_t k) {
  return {rows[k], rows[4 + k], rows[8 + k]};
}

/// Half the width of the unit box at `rows` along n.
double reach(const std::vector<double>& rows, const Axis& n) {
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Axis c = column(rows, k);
    sum += std::abs(n[0] * c[0] + n[1] * c[1] + n[2] * c[2]);
  }
  return sum;
}

/// The largest s at which some axis finds no gap for a distance s u of the centres, in double.
double contact_along(const Axis& u, const std::vector<Axis>& axes, const std::vector<double>& a,
                     const std::vector<double>& b) {
  double least = 1e300;
  for (const Axis& n : axes) {
    const double along = std::abs(n[0] * u[0] + n[1] * u[1] + n[2] * u[2]);
    if (along > 0) least = std::min(least, (reach(a, n) + reach(b, n)) / along);
  }
  return least;
}

std::vector<Axis> edge_axes(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) axes.push_back(cross(column(a, i), column(b, j)));
  }
  return axes;
}

/// The nine cross products, and the face normals: the true ones, or the columns as if nothing were
/// sheared.
std::vector<Axis> box_axes(const std::vector<double>& a, const std::vector<double>& b,
                           bool columns) {
  std::vector<Axis> axes = edge_axes(a, b);
  for (const auto* rows : {&a, &b}) {
    for (std::size_t k = 0; k < 3; ++k) {
      axes.push_back(columns ? column(*rows, k)
                             : cross(column(*rows, (k + 1) % 3), column(*rows, (k + 2) % 3)));
    }
  }
  return axes;
}

std::vector<double> random_rows(suite::Random& random, double shear) {
  std::vector<double> rows;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k)
      rows.push_back((i == k ? 1 : 0) + shear * (2 * random.unit() - 1));
    rows.push_back(0);
  }
  return rows;
}

// The normals of a sheared box are cross products of its columns, not the columns.
TEST(ShapeTraps, ShearedBoxesNearContact) {
  suite::Random random(3);
  int bites = 0;
  int counts[3] = {};
  for (int i = 0; i < 150; ++i) {
    const auto rows_a = random_rows(random, 0.5);
    auto rows_b = random_rows(random, 0.5);
    const Axis u{random.unit() + 0.1, random.unit() - 0.5, random.unit() - 0.5};
    const double contact = contact_along(u, box_axes(rows_a, rows_b, false), rows_a, rows_b);
    const double by_columns = contact_along(u, box_axes(rows_a, rows_b, true), rows_a, rows_b);
    const double offset = std::ldexp(1.0, -random.in(3, 45));
    const double s = contact * (random.chance(1, 2) ? 1 + offset : 1 - offset);
    for (std::size_t k = 0; k < 3; ++k) rows_b[4 * k + 3] = s * u[k];
    const BodyData a = with_matrix(box({1, 1, 1}), rows_a);
    const BodyData b = with_matrix(box({1, 1, 1}), rows_b);
    const Verdict verdict = expect_truth(a, b, "pair " + std::to_string(i));
    ++counts[static_cast<int>(verdict)];
    if (verdict == Verdict::separated && s < by_columns) ++bites;
  }
  EXPECT_GT(bites, 5) << "columns as normals would not have failed here";
  EXPECT_GT(counts[static_cast<int>(Verdict::separated)], 30);
  EXPECT_GT(counts[static_cast<int>(Verdict::overlapping)], 30);
}

// Parallel edges have no cross product: the axis is skipped, and the verdict stays exact.
TEST(ShapeTraps, AlignedBoxes) {
  const BodyData a = box({1, 1, 1});
  expect(Verdict::touching, a, with_translation(box({1, 1, 1}), {2, 0, 0}), "face on face");
  expect(Verdict::touching, a, with_translation(box({1, 1, 1}), {2, 2, 0.5}), "edge on edge");
  expect(Verdict::touching, a, with_translation(box({1, 1, 1}), {2, -2, 2}), "corner on corner");
  expect(Verdict::separated, a, with_translation(box({1, 1, 1}), {2 + 0x1p-51, 0, 0}),
         "one ulp apart");
  expect(Verdict::overlapping, a, with_translation(box({1, 1, 1}), {2 - 0x1p-52, 0, 0}),
         "one ulp inside");
}

TEST(ShapeTraps, AlmostAlignedBoxes) {
  for (const double angle : {1e-8, 1e-16, 1e-20, 1e-200, 1e-320}) {
    for (const double x : {2 - 1e-9, 2 - 0x1p-52, 2.0, 2 + 0x1p-51, 2 + 1e-9}) {
      const BodyData b =
          with_matrix(box({1, 1, 1}), {1, -angle, 0, x, angle, 1, 0, 0.25, 0, angle, 1, 0});
      expect_truth(box({1, 1, 1}), b,
                   "angle " + std::to_string(std::log10(angle)) + " at " + std::to_string(x));
    }
  }
}

// Two matrices of rank one give fifteen zero axes: C is a segment, which never overlaps.
TEST(ShapeTraps, BoxesThatTheirMatricesFlattenToSegments) {
  const auto flattened = [](double t) {
    return with_matrix(box({1, 1, 1}), {1, 2, -1, t, 2, 4, -2, 2 * t, -1, -2, 1, -t});
  };
  expect(Verdict::touching, flattened(0), flattened(1), "along one line, meeting");
  expect(Verdict::touching, flattened(0), flattened(8), "along one line, end to end");
  expect(Verdict::separated, flattened(0), flattened(8 + 0x1p-49), "along one line, apart");
  expect(Verdict::overlapping, flattened(0), box({1, 1, 1}), "a segment through a box");
}

TEST(ShapeTraps, BoxesWithZeroExtents) {
  for (const std::vector<double>& half :
       {std::vector<double>{1, 1, 0}, std::vector<double>{1, 0, 0}, std::vector<double>{0, 0, 0}}) {
    const Polytope3 flat = Polytope3::box({half[0], half[1], half[2]});
    const Polytope3 cube = Polytope3::box({1, 1, 1});
    const auto meets = [&](const Polytope3& a, const Polytope3& b, const Vector3& t) {
      return intersects(Posed3{a}, Placed{b, Pose3::translation(t).value()}).verdict;
    };
    EXPECT_EQ(meets(flat, cube, {0, 0, 0}), Verdict::overlapping);
    EXPECT_EQ(meets(flat, cube, {0, 0, 1}), Verdict::touching);
    EXPECT_EQ(meets(flat, cube, {0, 0, 1 + 0x1p-52}), Verdict::separated);
    EXPECT_EQ(meets(flat, flat, {0, 0, 0}), Verdict::touching);
    EXPECT_EQ(meets(flat, flat, {0, 0, 0x1p-1074}), Verdict::separated);
    EXPECT_EQ(Polytope3::box({half[0], half[1], half[2]}).inscribed_ball().radius, 0);
  }
}

// A linear program with the feasible point u = 0 could return any verdict for these.
TEST(ShapeTraps, MeetingWhereTheDifferenceIsFlat) {
  const BodyData square = points({{0, 0, 0}, {2, 0, 2}, {0, 2, 2}, {2, 2, 4}});
  const BodyData shifted = points({{1, 1, 2}, {3, 1, 4}, {1, 3, 4}, {3, 3, 6}});
  expect(Verdict::touching, square, shifted, "coplanar squares");
  expect(Verdict::touching, square, square, "one square twice");
  expect(Verdict::touching, points({{0, 0, 0}, {2, 2, 2}}), points({{0, 2, 0}, {2, 0, 2}}),
         "crossing segments");
  expect(Verdict::touching, points({{0, 0}, {3, 3}}), points({{1, 1}, {9, 9}}),
         "collinear segments");
  expect(Verdict::touching, points({{1, 2, 3}}), points({{1, 2, 3}}), "one point twice");
}

// Hull codes with a tolerance drop a point that is 1 to 16 ulp above a face.
TEST(ShapeTraps, CubeWithOneFacePointRaised) {
  for (int raise = 1; raise <= 16; ++raise) {
    BodyData cube = box({1, 1, 1});
    const double top = 1 + raise * 0x1p-52;
    cube.vertices.push_back({0.25, 0.125, top});
    const std::string name = "raised by " + std::to_string(raise);
    EXPECT_EQ(suite::make_polytope<3>(cube, 3).vertex_count(), 9) << name;
    expect(Verdict::touching, cube, points({{0.25, 0.125, top}}), name + ", on it");
    expect(Verdict::overlapping, cube, points({{0.25, 0.125, 1}}), name + ", under it");
    expect(Verdict::separated, cube, points({{0.25, 0.125, top + 0x1p-52}}), name + ", above it");
    expect(Verdict::touching, cube, box_between({-1, -1, top}, {1, 1, 2}), name + ", a box on it");
  }
}

// A ball is inside only if no facet is missing. Nearly coplanar facets are the ones that get lost.
TEST(ShapeTraps, BallsOfHullsWithNearlyFlatFaces) {
  suite::Random random(4);
  for (int i = 0; i < 60; ++i) {
    BodyData body = box({1, 1, 1});
    for (int extra = 0; extra < 5; ++extra) {
      std::vector<double> x{random.unit() - 0.5, random.unit() - 0.5, random.unit() - 0.5};
      const double out = 1 + random.in(-4, 16) * 0x1p-52;
      x[static_cast<std::size_t>(random.in(0, 2))] = random.chance(1, 2) ? out : -out;
      body.vertices.push_back(x);
    }
    const Polytope3 polytope = suite::make_polytope<3>(body, 3);
    const Ball<3> ball = polytope.inscribed_ball();
    EXPECT_GT(ball.radius, 0.9) << i;
    EXPECT_LE(ball.radius, 1 + 17 * 0x1p-52) << i;
    // Side by side along each axis, at distances that a ball one ulp too large would call an
    // overlap.
    for (const double x : {2.0, 2 - 0x1p-52, 2 + 0x1p-51, 2 + 8 * 0x1p-51}) {
      expect_truth(body, with_translation(box({1, 1, 1}), {x, 0, 0}), "hull " + std::to_string(i));
    }
  }
}

}  // namespace
}  // namespace sunder::traps
