// SPDX-License-Identifier: Apache-2.0
//
// Tests the clip of boxes in lanes against the general clip of outlines, which shares no step with
// it. Both find the same points, with the same names, in the same order.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include "geometry/body.hpp"
#include "query/contact/box_clip.hpp"
#include "suite/random.hpp"
#include "sunder/penetration.hpp"

namespace sunder::test {
namespace {

using detail::contact::clip_boxes;
using detail::contact::clip_outlines;
using detail::contact::Facing;
using suite::Random;

enum Kind {
  aligned,
  equal,
  slender,
  thin,
  rocking,
  by_matrix,
  tilted,
  edges,
  mirrored,
  far,
  kinds
};

double size_of(const Posed3& posed) {
  double size = 0;
  for (std::int32_t v = 0; v < posed.polytope().vertex_count(); ++v) {
    const Vector3 x = posed.polytope().vertex(v);
    for (int l = 0; l < 3; ++l) {
      double sum = posed.pose().offset(l);
      for (int k = 0; k < 3; ++k) sum += posed.pose().linear(l, k) * x[static_cast<std::size_t>(k)];
      size = std::max(size, std::fabs(sum));
    }
  }
  return size;
}

struct BoxPair {
  Polytope3 a = Polytope3::box({1, 1, 1}), b = a;
  Pose3 pose_a = Pose3::identity(), pose_b = pose_a;
};

/// Boxes that meet by faces, edges or corners, or are near.
BoxPair any_boxes(Random& random, Kind kind) {
  const auto in = [&](double low, double high) { return low + (high - low) * random.unit(); };
  const auto grid = [&](double low, double high) {
    return std::ldexp(std::round(std::ldexp(in(low, high), 10)), -10);
  };
  Vector3 half_a{grid(0.25, 1), grid(0.25, 1), grid(0.25, 1)};
  Vector3 half_b{grid(0.25, 1), grid(0.25, 1), grid(0.25, 1)};
  if (kind == equal) half_b = half_a;
  if (kind == slender)
    half_a[static_cast<std::size_t>(random.in(0, 2))] *= std::ldexp(1, random.in(3, 22));
  if (kind == thin)
    half_b[static_cast<std::size_t>(random.in(0, 2))] *= std::ldexp(1, -random.in(3, 22));
  const double depths[] = {0.1, 2e-3, 1e-6, 1e-9, -1e-3};
  const double depth = depths[random.in(0, 4)];
  Vector3 t{in(-0.6, 0.6) * (half_a[0] + half_b[0]), in(-0.6, 0.6) * (half_a[1] + half_b[1]),
            half_a[2] + half_b[2] - depth};
  const double angle = in(-std::numbers::pi, std::numbers::pi);
  const double tilts[] = {0, 0, 1e-9, 1e-5, 1e-3, 1e-2};
  const double tilt = tilts[random.in(0, 5)];
  std::array<double, 4> q{std::cos(angle / 2), 0, 0, std::sin(angle / 2)};
  BoxPair pair;
  if (kind == aligned) {
    q = {1, 0, 0, 0};
    if (random.in(0, 1) == 0) t[0] = half_a[0] - half_b[0];
    if (random.in(0, 1) == 0) t[1] = 0;
  } else if (kind == rocking || kind == slender || kind == thin) {
    q[1] = tilt * in(-1, 1);
    q[2] = tilt * in(-1, 1);
  } else if (kind == tilted || kind == edges) {
    for (double& entry : q) entry = in(-1, 1);
    double length = 0;
    for (double& entry : t) {
      entry = in(-1, 1);
      length += entry * entry;
    }
    const double apart = in(0.3, kind == edges ? 1.9 : 1.2) / std::sqrt(length);
    for (double& entry : t) entry *= apart;
    pair.pose_a = Pose3::from_wxyz({in(-1, 1), in(-1, 1), in(-1, 1), in(-1, 1)}, {}).value();
  } else if (kind == far) {
    const double away = std::ldexp(1, random.in(5, 25));
    pair.pose_a = Pose3::translation({away, -away, away}).value();
    t = {t[0] + away, t[1] - away, t[2] + away};
  }
  pair.pose_b = Pose3::from_wxyz(q, t).value();
  if (kind == by_matrix || kind == mirrored) {
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    const double side = kind == mirrored ? -1 : 1;
    pair.pose_b = Pose3::from_matrix(std::array<double, 12>{side * c, -s, 0, t[0], side * s, c, 0,
                                                            t[1], 0, 0, 1, t[2]})
                      .value();
  }
  std::vector<Vector3> corners;
  const Vector3 aside{in(-1, 1), in(-1, 1), random.in(0, 1) == 0 ? 0 : in(-0.01, 0.01)};
  for (int i = 0; i < 8; ++i) {
    Vector3& x = corners.emplace_back();
    for (int k = 0; k < 3; ++k) {
      const auto j = static_cast<std::size_t>(k);
      x[j] = aside[j] + ((i >> k & 1) != 0 ? half_b[j] : -half_b[j]);
    }
  }
  pair.a = Polytope3::box(half_a);
  pair.b = Polytope3::box(half_b);
  if (kind == tilted) {  // in any order, off its origin
    std::ranges::rotate(corners, corners.begin() + random.in(1, 7));
    std::swap(corners[1], corners[4]);
    pair.b = Polytope3::from_points(corners).value();
  }
  if (random.in(0, 1) == 0) {
    std::swap(pair.a, pair.b);
    std::swap(pair.pose_a, pair.pose_b);
  }
  return pair;
}

TEST(ContactBoxes, AsByOutlines) {
  Random random(95);
  std::array<int, kinds> compared{};
  for (int i = 0; i < 20000; ++i) {
    const Kind kind = static_cast<Kind>(i % kinds);
    const BoxPair boxes = any_boxes(random, kind);
    const Posed3 a(boxes.a, boxes.pose_a);
    const Posed3 b(boxes.b, boxes.pose_b);
    const SignedDistance3 found = signed_distance(a, b);
    if (!found.witness) continue;
    const double nears[] = {0, 0, 1e-3, 0.05, 2};
    Facing<3> facing{found.witness->normal, {-found.distance.upper, -found.distance.lower}, 0};
    facing.near = nears[random.in(0, 4)];
    if (facing.depth.upper < 0) facing.near = std::max(facing.near, -facing.depth.lower + 1e-3);
    detail::Scratch of_lanes, of_outlines;
    detail::List<ContactPoint<3>> points(of_lanes.memory());
    const detail::Pair<3> pair{detail::make_body(a), detail::make_body(b)};
    if (!clip_boxes(pair, facing, points)) continue;
    const auto wanted = clip_outlines<3>(pair, facing, of_outlines.memory());
    SCOPED_TRACE(i);
    // The general clip merges points of one name within 2^-20 of the smaller face.
    const double tight = 0x1p-40 * std::max(size_of(a), size_of(b));
    ASSERT_EQ(points.size(), wanted.size());
    for (std::size_t k = 0; k < points.size(); ++k) {
      EXPECT_EQ(points[k].id, wanted[k].id);
      EXPECT_NEAR(points[k].depth, wanted[k].depth, tight);
      for (std::size_t l = 0; l < 3; ++l) {
        EXPECT_NEAR(points[k].point_a[l], wanted[k].point_a[l], tight);
        EXPECT_NEAR(points[k].point_b[l], wanted[k].point_b[l], tight);
      }
    }
    if (HasFailure()) return;
    ++compared[kind];
  }
  for (int kind = 0; kind < kinds; ++kind) {
    EXPECT_GT(compared[static_cast<std::size_t>(kind)], 1000) << kind;
  }
}

}  // namespace
}  // namespace sunder::test
