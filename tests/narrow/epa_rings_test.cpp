// SPDX-License-Identifier: Apache-2.0
//
// Depths that start from rings of support points. The surface is closed and correctly oriented, and
// its points are support points. The depths equal those of a search that shares none of the code.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <utility>
#include <vector>

#include "lanes/every_target.hpp"
#include "narrow/algorithm_trials.hpp"
#include "narrow/dispatch.hpp"
#include "narrow/epa/deepen.hpp"
#include "narrow/epa/trial.hpp"
#include "suite/placed.hpp"

namespace sunder::test {
namespace {

using detail::Depth;
using detail::dot;
using detail::FilteredPair;
using detail::Request;
using detail::epa::Rings;
using detail::epa::Surface;

Vector3 unit_vector(Random& random) {
  const std::vector<double> unit = random_unit_vector(random, 3);
  return {unit[0], unit[1], unit[2]};
}

/// The faces with a tip, or with the square in one of its halves.
std::vector<std::uint32_t> faces_of(int top) {
  const auto sides = Rings::sides();
  std::vector<std::uint32_t> faces(sides.begin(), sides.end());
  const auto append = [&](const auto& more) {
    faces.insert(faces.end(), more.begin(), more.end());
  };
  if (top == 0) {
    append(Rings::tip());
  } else {
    append(Rings::halves(top == 2));
  }
  return faces;
}

std::array<std::size_t, 3> corners_of(std::uint32_t face) {
  return {face & 0xff, face >> 8 & 0xff, face >> 16};
}

TEST(EpaRings, EachEdgeComesOnceInEachDirection) {
  for (const int top : {0, 1, 2}) {
    std::set<std::pair<std::size_t, std::size_t>> edges;
    for (const std::uint32_t face : faces_of(top)) {
      const auto corners = corners_of(face);
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_TRUE(edges.emplace(corners[k], corners[(k + 1) % 3]).second) << top;
      }
    }
    for (const auto& [from, to] : edges) EXPECT_TRUE(edges.contains({to, from})) << top;
  }
}

// On a sphere about 0 all determinants are positive.
TEST(EpaRings, FacesAreWoundCounterClockwise) {
  Random random(201);
  std::vector<Vector3> axes{{0, 0, 0},       {0, 0, 1}, {0, 0, -1},
                            {0, -0.0, -0.0}, {1, 0, 0}, {0, 1, 0}};
  axes.push_back({std::nan(""), 0, 1});
  for (int i = 0; i < 100; ++i) axes.push_back(unit_vector(random));
  for (const Vector3& axis : axes) {
    const Rings rings(axis);
    std::array<Vector3, Rings::kCorners> points;
    for (std::size_t i = 0; i < points.size(); ++i) {
      points[i] = rings.direction(i);
      ASSERT_TRUE(detail::epa::to_unit<3>(points[i]));
    }
    for (const int top : {0, 1, 2}) {
      for (const std::uint32_t face : faces_of(top)) {
        const auto [p, q, r] = corners_of(face);
        EXPECT_GT(dot<3>(points[p], detail::cross(points[q], points[r])), 0.01) << top;
      }
    }
  }
}

TEST(EpaRings, VerticesAreFarthestAlongTheDirections) {
  constexpr std::int32_t kRow = 64;
  Random random(202);
  for (int i = 0; i < 200; ++i) {
    const std::int32_t count = random.in(1, kRow);
    alignas(64) std::array<double, 3 * kRow> rows;
    for (std::size_t at = 0; at < kRow; ++at) {
      const Vector3 point = unit_vector(random);
      const bool padding = at >= static_cast<std::size_t>(count);
      for (std::size_t l = 0; l < 3; ++l) {
        rows[l * kRow + at] = padding ? rows[l * kRow] : (i % 2 == 0 ? point[l] : 1e3 + point[l]);
      }
    }
    const Rings rings(unit_vector(random));
    for (const double sign : {1.0, -1.0}) {
      const auto vertices = detail::epa::ring_vertices<kRow>(rows.data(), count, rings, sign);
      for (std::size_t corner = 0; corner < Rings::kCorners; ++corner) {
        const Vector3 u = rings.direction(corner);
        const auto height = [&](std::size_t at) {
          return sign * dot<3>(u, {rows[at], rows[kRow + at], rows[2 * kRow + at]});
        };
        double most = height(0);
        for (std::size_t at = 1; at < static_cast<std::size_t>(count); ++at) {
          most = std::max(most, height(at));
        }
        ASSERT_LT(vertices[corner], count);
        EXPECT_NEAR(height(static_cast<std::size_t>(vertices[corner])), most, 1e-9) << corner;
      }
    }
  }
}

// A surface that has 0 outside reports that, and adds points until it surrounds 0.
TEST(EpaRings, ASurfaceBeside0GrowsAroundIt) {
  Random random(203);
  int around = 0;
  for (int i = 0; i < 100; ++i) {
    const Rings rings(unit_vector(random));
    std::array<Vector3, Rings::kCorners> points;
    for (std::size_t k = 0; k < points.size(); ++k) {
      points[k] = rings.direction(k);
      ASSERT_TRUE(detail::epa::to_unit<3>(points[k]));
      for (std::size_t l = 0; l < 3; ++l) points[k][l] = 0.25 * points[k][l] + 0.5 * rings.u[l];
    }
    Surface surface(1e-12);
    surface.begin(points, std::array<IndexPair, Rings::kCorners>{});
    ASSERT_TRUE(surface.add(Rings::sides()));
    ASSERT_FALSE(surface.is_seen_by_first(points[0]));
    ASSERT_TRUE(surface.is_seen_by_first({rings.u[0], rings.u[1], rings.u[2]}));
    ASSERT_TRUE(surface.add(Rings::tip()));
    EXPECT_LT(surface.face(surface.nearest()).least, 0);
    EXPECT_FALSE(surface.is_above(0));
    for (int step = 0; step < 30; ++step) {
      const Surface::Face face = surface.face(surface.nearest());
      const double length = std::sqrt(dot<3>(face.normal, face.normal));
      Vector3 next;  // the unit ball's support point
      for (std::size_t l = 0; l < 3; ++l) next[l] = face.normal[l] / length;
      if (!surface.expand(next, {})) break;
      const bool positive = surface.face(surface.nearest()).least > 0;
      EXPECT_EQ(surface.is_above(0), positive) << i;
      if (!positive) continue;
      ++around;
      break;
    }
  }
  EXPECT_GE(around, 95);
}

struct Placed {
  double scale = 1;
  double aside = 0;  ///< the distance of both bodies from the origin
};

/// Points on an ellipsoid, in any number, rotated.
BodyData round_body(Random& random, int vertices, double scale) {
  BodyData body;
  std::array<double, 3> half{};
  for (double& entry : half) entry = scale * (0.4 + 0.6 * random.unit());
  for (int i = 0; i < vertices; ++i) {
    auto& vertex = body.vertices.emplace_back(random_unit_vector(random, 3));
    for (std::size_t k = 0; k < 3; ++k) vertex[k] *= half[k];
  }
  std::array<double, 4> q{};
  for (double& entry : q) entry = 2 * random.unit() - 1;
  return with_quaternion(body, q);
}

TEST(EpaRings, DepthsOfRoundBodiesOnEveryTarget) {
  detail::on_every_target([] {
    Random random(204);
    int proven = 0;
    int asked = 0;
    for (const Placed placed :
         {Placed{}, Placed{1, 1e6}, Placed{0x1p-300, 0}, Placed{0x1p100, 0}, Placed{0x1p-20, 1}}) {
      for (int i = 0; i < 40; ++i) {
        const int vertices_a = i % 4 == 3 ? 150 : random.in(16, 64);
        const int vertices_b = i % 8 == 7 ? 150 : random.in(16, 64);
        const BodyData a = moved_along(round_body(random, vertices_a, placed.scale),
                                       {1.0, 1.0, 1.0}, placed.aside);
        // From concentric to shallow: in about half of the directions 0.8 suffices to touch.
        const std::vector<double> line = random_unit_vector(random, 3);
        BodyData b = moved_along(round_body(random, vertices_b, placed.scale), {1.0, 1.0, 1.0},
                                 placed.aside);
        const double share = i % 5 == 0 ? 0.0 : random.unit();
        for (std::size_t k = 0; k < 3; ++k) {
          b.pose.translation[k] += 0.8 * share * placed.scale * line[k];
        }
        const Bodies<3> bodies(a, b, 3);
        const FilteredPair<3> filtered(pair_of(bodies));
        const Depth<3> depth = detail::epa::deepen(filtered, Request<3>{});
        ++asked;
        if (depth.verdict != Verdict::overlapping) continue;
        ++proven;
        Trace trace;
        const Depth<3> other = detail::epa::penetrate<3>(filtered, Request<3>{nullptr, &trace});
        EXPECT_LE(depth.lower, other.upper) << i;
        EXPECT_GE(depth.upper, other.lower) << i;
        EXPECT_LE(depth.lower, depth.upper) << i;
        const double rounding = 0x1p-44 * (placed.scale + placed.aside);
        EXPECT_LE(depth.upper - depth.lower, 1e-12 * depth.upper + rounding) << i;
        EXPECT_EQ(depth.pairs.size(), 3u) << i;
      }
    }
    EXPECT_GE(proven, asked * 95 / 100);
  });
}

}  // namespace
}  // namespace sunder::test
