// SPDX-License-Identifier: Apache-2.0
//
// Tests the clip of two edges against the general clip of outlines. Both find the same points, with
// the same names, in the same order.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include "geometry/body.hpp"
#include "query/contact/polygon_clip.hpp"
#include "suite/random.hpp"
#include "sunder/penetration.hpp"

namespace sunder::test {
namespace {

using detail::contact::clip_outlines;
using detail::contact::clip_polygons;
using detail::contact::Facing;
using suite::Random;

/// A box, or a polygon of corners on an ellipse.
Polytope2 any_polygon(Random& random) {
  const auto grid = [&] { return std::ldexp(random.in(256, 1024), -10); };
  if (random.in(0, 2) == 0) return Polytope2::box({grid(), grid()});
  const double width = std::ldexp(grid(), -random.in(0, 6));
  std::vector<Vector2> corners;
  const int count = random.in(3, 9);
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * (i + 0.8 * random.unit()) / count;
    corners.push_back({std::cos(angle), width * std::sin(angle)});
  }
  return Polytope2::from_points(corners).value();
}

TEST(ContactPolygons, AsByOutlines) {
  Random random(99);
  int compared = 0;
  for (int i = 0; i < 20000; ++i) {
    const Polytope2 a = any_polygon(random);
    const Polytope2 b = i % 5 == 0 ? a : any_polygon(random);
    const double angles[] = {0, 1e-12, 1e-7, 1e-3, std::numbers::pi / 2};
    const double angle = random.in(0, 2) == 0 ? angles[random.in(0, 4)] : 7 * random.unit();
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    const double side = i % 6 == 0 ? -1 : 1;
    const double far = i % 4 == 0 ? std::ldexp(1, random.in(0, 25)) : 0;
    const double way = 2 * std::numbers::pi * random.unit();
    const auto at = [&](double step) {
      return Pose2::from_matrix(std::array<double, 6>{side * c, -s, far + step * std::cos(way),
                                                      side * s, c, step * std::sin(way) - far})
          .value();
    };
    const Pose2 pose_a = Pose2::translation({far, -far}).value();
    // Most are shallow.
    double inside = 0;
    double outside = 4;
    const double depth = std::pow(10, -random.in(0, 7)) * (random.in(0, 3) == 0 ? -1 : 1);
    for (int k = 0; k < 20; ++k) {
      const double middle = (inside + outside) / 2;
      const Pose2 there = at(middle);
      const bool deeper = signed_distance({a, pose_a}, {b, there}).distance.upper < -depth;
      (deeper ? inside : outside) = middle;
    }
    const Pose2 pose_b = at(outside);
    const Posed2 first(a, pose_a);
    const Posed2 second(b, pose_b);
    const SignedDistance2 found = signed_distance(first, second);
    if (!found.witness) continue;
    const double nears[] = {0, 0, 1e-3, 0.05, 2};
    Facing<2> facing{found.witness->normal, {-found.distance.upper, -found.distance.lower}, 0};
    facing.near = nears[random.in(0, 4)];
    if (facing.depth.upper < 0) facing.near = std::max(facing.near, -facing.depth.lower + 1e-3);
    detail::Scratch of_edges, of_outlines;
    detail::List<ContactPoint<2>> points(of_edges.memory());
    const detail::Pair<2> pair{detail::make_body(first), detail::make_body(second)};
    if (!clip_polygons(pair, facing, points)) continue;
    const auto wanted = clip_outlines<2>(pair, facing, of_outlines.memory());
    SCOPED_TRACE(i);
    const double tight = 0x1p-46 * (2 * far + 4);
    ASSERT_EQ(points.size(), wanted.size());
    for (std::size_t k = 0; k < points.size(); ++k) {
      EXPECT_EQ(points[k].id, wanted[k].id);
      EXPECT_NEAR(points[k].depth, wanted[k].depth, 0x1p-44);
      for (std::size_t l = 0; l < 2; ++l) {
        EXPECT_NEAR(points[k].point_a[l], wanted[k].point_a[l], tight);
        EXPECT_NEAR(points[k].point_b[l], wanted[k].point_b[l], tight);
      }
    }
    if (HasFailure()) return;
    ++compared;
  }
  EXPECT_GT(compared, 15000);
}

}  // namespace
}  // namespace sunder::test
