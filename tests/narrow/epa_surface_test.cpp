// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "lanes/every_target.hpp"
#include "narrow/algorithm_trials.hpp"
#include "narrow/dispatch.hpp"
#include "narrow/epa/deepen.hpp"
#include "narrow/epa/trial.hpp"

namespace sunder::test {
namespace {

using detail::Depth;
using detail::dot;
using detail::FilteredPair;
using detail::minus;
using detail::Request;
using detail::epa::Surface;

Vector3 random_point(Random& random, bool whole) {
  if (whole) {
    Vector3 point{};
    for (double& entry : point) entry = random.in(-2, 2);
    return point;
  }
  const std::vector<double> unit = random_unit_vector(random, 3);
  return {unit[0], unit[1], unit[2]};
}

/// Expects each edge once in each direction, Euler's number of faces, and 0 inside all of them.
void expect_closed(const Surface& surface) {
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  std::vector<std::size_t> used;
  std::size_t faces = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t at = 0; at < surface.place_count(); ++at) {
    if (!surface.holds_face(at)) continue;
    ++faces;
    least = std::min(least, surface.distance(at));
    const Surface::Face face = surface.face(at);
    for (std::size_t k = 0; k < 3; ++k) {
      edges.emplace_back(face.corners[k], face.corners[(k + 1) % 3]);
      used.push_back(face.corners[k]);
      EXPECT_GE(dot<3>(face.normal, surface.point(face.corners[k])), face.least - 1e-12);
    }
  }
  EXPECT_GT(least, 0);
  EXPECT_NEAR(surface.distance(surface.nearest()), least, 1e-12 * least);
  EXPECT_NEAR(surface.least_distance(), least, 1e-15);
  std::sort(edges.begin(), edges.end());
  EXPECT_EQ(std::adjacent_find(edges.begin(), edges.end()), edges.end());
  for (const auto& [from, to] : edges) {
    EXPECT_TRUE(std::binary_search(edges.begin(), edges.end(), std::pair(to, from)));
  }
  std::sort(used.begin(), used.end());
  const auto corners = std::unique(used.begin(), used.end()) - used.begin();
  EXPECT_EQ(static_cast<std::size_t>(corners) + faces, edges.size() / 2 + 2);
}

bool sees_some_face(const Surface& surface, const Vector3& point) {
  for (std::size_t at = 0; at < surface.place_count(); ++at) {
    if (!surface.holds_face(at)) continue;
    const Surface::Face face = surface.face(at);
    if (dot<3>(face.normal, minus<3>(point, surface.point(face.corners[0]))) > 1e-9) return true;
  }
  return false;
}

// Adds corners up to the capacity, so that freed slots are reused.
TEST(EpaSurface, StaysClosed) {
  Random random(191);
  int started = 0;
  for (int i = 0; i < 300; ++i) {
    const bool whole = i % 2 == 0;
    Surface surface(1e-12);
    std::array<Vector3, 4> points;
    for (Vector3& point : points) point = random_point(random, whole);
    if (!surface.start(points, {})) continue;
    ++started;
    const int steps = i < 40 ? 400 : 30;
    for (int step = 0; step < steps; ++step) {
      const Vector3 next = random_point(random, whole);
      if (!sees_some_face(surface, next)) continue;
      if (!surface.expand(next, {})) break;
      if (!(surface.face(surface.nearest()).least > 0)) break;  // 0 lies in a lattice plane
      if (step < 40 || step % 16 == 0) expect_closed(surface);
    }
  }
  EXPECT_GE(started, 20);
}

TEST(EpaSurface, RefusesAFlatTetrahedron) {
  const std::array<Vector3, 4> flat{{{1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}, {0, 0.5, 0}}};
  const std::array<Vector3, 4> nearly{{{1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}, {0, 0.5, 1e-13}}};
  for (const auto& points : {flat, nearly}) {
    Surface surface(1e-12);
    EXPECT_FALSE(surface.start(points, {}));
  }
}

TEST(EpaSurface, TellsWhetherItHolds0) {
  std::array<Vector3, 4> points{{{-1, -1, -1}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}}};
  Surface around(1e-12);
  EXPECT_TRUE(around.start(points, {}));
  EXPECT_TRUE(around.surrounds_zero());
  for (Vector3& point : points) point[0] += 3;
  Surface beside(1e-12);
  EXPECT_TRUE(beside.start(points, {}));
  EXPECT_FALSE(beside.surrounds_zero());
}

TEST(EpaSurface, TakesInWhatIsBeyondIt) {
  const std::array<Vector3, 4> points{{{-1, -1, -1}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}}};
  Surface surface(1e-12);
  ASSERT_TRUE(surface.start(points, {}));
  EXPECT_TRUE(surface.take_in({0.25, 0, 0.25}, {}));
  EXPECT_EQ(surface.corner_count(), 4U);
  EXPECT_TRUE(surface.take_in({2, 2, 2}, {}));
  EXPECT_EQ(surface.corner_count(), 5U);
  std::uint16_t places[8];
  const std::size_t all = surface.faces_within(10, places, 8);
  EXPECT_EQ(all, 6U);
  EXPECT_EQ(surface.faces_within(10, places, all - 1), 0U);
  EXPECT_GE(surface.faces_within(0, places, 8), 1U) << "the nearest at least";
}

// The kernel alone, without its fallback, against the search that records a trace and shares none
// of its code.
TEST(EpaDeepen, ProvesMostDepthsOnEveryTarget) {
  detail::on_every_target([] {
    Random random(192);
    int proven = 0;
    for (int i = 0; i < 200; ++i) {
      const Regime regime = i % 2 == 0 ? Regime::deep : Regime::overlap_by_a_thousandth;
      const ClearPair pair = clear_pair<3>(random, regime);
      const Bodies<3> bodies(pair.a, pair.b, 3);
      const FilteredPair<3> filtered(pair_of(bodies));
      const Depth<3> depth = detail::epa::deepen(filtered, Request<3>{});
      if (depth.verdict != Verdict::overlapping) continue;
      ++proven;
      Trace trace;
      const Depth<3> other = detail::epa::penetrate<3>(filtered, Request<3>{nullptr, &trace});
      EXPECT_LE(depth.lower, other.upper) << i;
      EXPECT_GE(depth.upper, other.lower) << i;
      EXPECT_LE(depth.upper - depth.lower, 1e-12 * depth.upper + 0x1p-40) << i;
      EXPECT_LE(depth.lower, depth.upper) << i;
    }
    EXPECT_GE(proven, 194);
  });
}

TEST(EpaDeepen, SaysSeparatedOrNothingElsewhere) {
  Random random(193);
  for (int i = 0; i < 200; ++i) {
    const Regime regime = i % 2 == 0 ? Regime::far : Regime::apart_by_a_thousandth;
    const ClearPair pair = clear_pair<3>(random, regime);
    const Bodies<3> bodies(pair.a, pair.b, 3);
    const Depth<3> depth = detail::epa::deepen(FilteredPair<3>(pair_of(bodies)), Request<3>{});
    EXPECT_NE(depth.verdict, Verdict::overlapping) << i;
    EXPECT_TRUE(depth.pairs.empty()) << i;
  }
}

/// Fills the stack of the next call with a number.
[[gnu::noinline]] void leave_on_stack(double junk) {
  volatile double algorithm[1 << 16];
  for (volatile double& place : algorithm) place = junk;
}

// A lane beyond the last face once read its normal from uninitialised stack. A height of infinity
// there counted as a visible face, with invalid corners.
TEST(EpaSurface, WhatTheStackHeldIsNeverRead) {
  detail::on_every_target([] {
    Random random(77);
    const auto body = [&random] {
      std::vector<Vector3> points(static_cast<std::size_t>(random.in(4, 60)));
      for (Vector3& point : points) {
        for (double& entry : point) entry = 2 * random.unit() - 1;
      }
      return Polytope3::from_points(points).value();
    };
    const auto pose = [&random] {
      std::array<double, 4> wxyz{};
      for (double& entry : wxyz) entry = random.unit();
      Vector3 offset{};
      for (double& entry : offset) entry = random.unit();
      return Pose3::from_wxyz(wxyz, offset).value();
    };
    for (int i = 0; i < 200; ++i) {
      const Polytope3 a = body();
      const Polytope3 b = body();
      const Pose3 at_a = pose();
      const Pose3 at_b = pose();
      leave_on_stack(0);
      const Penetration3 clean = penetration({a, at_a}, {b, at_b});
      for (const double junk : {1.7e308, -1.7e308}) {
        leave_on_stack(junk);
        const Penetration3 found = penetration({a, at_a}, {b, at_b});
        EXPECT_EQ(found.depth.lower, clean.depth.lower) << i;
        EXPECT_EQ(found.depth.upper, clean.depth.upper) << i;
        ASSERT_EQ(found.witness.has_value(), clean.witness.has_value()) << i;
        if (clean.witness) {
          EXPECT_EQ(found.witness->point_a, clean.witness->point_a) << i;
        }
      }
    }
  });
}

}  // namespace
}  // namespace sunder::test
