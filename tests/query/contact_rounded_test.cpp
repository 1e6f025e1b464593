// SPDX-License-Identifier: Apache-2.0
//
// Tests contacts of bodies with a radius against exact formulas. Balls and capsules have integer
// coordinates, so that their verdicts are comparisons of integers. Boxes with rounded edges follow.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "exact/int128.hpp"
#include "suite/random.hpp"
#include "sunder/contact.hpp"
#include "sunder/margin.hpp"
#include "sunder/penetration.hpp"

namespace sunder::test {
namespace {

using suite::Random;
using Whole = std::array<std::int64_t, 3>;
using Wide = detail::Int128;

Whole operator-(const Whole& p, const Whole& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
Wide dot(const Whole& p, const Whole& q) {
  return Wide{p[0]} * q[0] + Wide{p[1]} * q[1] + Wide{p[2]} * q[2];
}
Whole cross(const Whole& p, const Whole& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
int sign(Wide x) { return (x > 0) - (x < 0); }

/// A squared distance.
struct Fraction {
  Wide numerator;
  Wide denominator;
  bool operator<(const Fraction& other) const {
    return numerator * other.denominator < other.numerator * denominator;
  }
  long double root() const {
    return std::sqrt(static_cast<long double>(numerator) / static_cast<long double>(denominator));
  }
};

struct Segment {
  Whole from;
  Whole to;
};

Fraction squared_distance(const Whole& p, const Segment& s) {
  const Whole along = s.to - s.from;
  const Whole way = p - s.from;
  const Wide length = dot(along, along);
  const Wide share = dot(along, way);
  if (share <= 0) return {dot(way, way), 1};
  if (share >= length) return {dot(p - s.to, p - s.to), 1};
  const Whole area = cross(along, way);
  return {dot(area, area), length};
}

/// The least of the distances from an end to the other segment, and between two inner points on the
/// common normal.
Fraction squared_distance(const Segment& a, const Segment& b) {
  Fraction least = squared_distance(a.from, b);
  for (const Fraction& other :
       {squared_distance(a.to, b), squared_distance(b.from, a), squared_distance(b.to, a)}) {
    least = std::min(least, other);
  }
  const Whole u = a.to - a.from;
  const Whole v = b.to - b.from;
  const Whole w = b.from - a.from;
  const Whole n = cross(u, v);
  const Wide nn = dot(n, n);
  if (nn == 0) return least;
  const Wide s = dot(cross(w, v), n);
  const Wide t = dot(cross(w, u), n);
  if (s < 0 || s > nn || t < 0 || t > nn) return least;
  return std::min(least, Fraction{dot(n, w) * dot(n, w), nn});
}

Verdict verdict_of(const Fraction& squared, std::int64_t reach) {
  const int side = sign(squared.numerator - Wide{reach} * reach * squared.denominator);
  if (side > 0) return Verdict::separated;
  return side == 0 ? Verdict::touching : Verdict::overlapping;
}

Vector3 to_vector(const Whole& x) {
  return {static_cast<double>(x[0]), static_cast<double>(x[1]), static_cast<double>(x[2])};
}
double distance_between(const Vector3& p, const Vector3& q) {
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}
double distance_to(const Vector3& p, const Segment& s) {
  const Vector3 from = to_vector(s.from);
  const Vector3 along = to_vector(s.to - s.from);
  double squared = 0;
  double share = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    squared += along[k] * along[k];
    share += along[k] * (p[k] - from[k]);
  }
  share = squared > 0 ? std::clamp(share / squared, 0.0, 1.0) : 0.0;
  Vector3 nearest = from;
  for (std::size_t k = 0; k < 3; ++k) nearest[k] += share * along[k];
  return distance_between(p, nearest);
}

struct Rounded {
  Segment core;
  std::int64_t radius;
};

/// Compares every answer about two balls or capsules with the formulas; coordinates are below
/// `size`.
void expect_right(const Rounded& a, const Rounded& b, double near, const Contact3& answer,
                  double size) {
  const Fraction squared = squared_distance(a.core, b.core);
  const std::int64_t reach = a.radius + b.radius;
  const double rounding = 1e-14 * size;
  ASSERT_EQ(answer.verdict, verdict_of(squared, reach));
  const long double gap = squared.root() - static_cast<long double>(reach);
  const bool close =
      answer.verdict != Verdict::separated || (near > 0 && gap <= static_cast<long double>(near));
  ASSERT_EQ(!answer.points.empty(), close);
  if (!close) return;
  EXPECT_LE(answer.depth.lower, static_cast<double>(-gap) + rounding);
  EXPECT_GE(answer.depth.upper, static_cast<double>(-gap) - rounding);
  EXPECT_LE(answer.depth.upper - answer.depth.lower, rounding);
  double deepest = -std::numeric_limits<double>::infinity();
  for (const ContactPoint<3>& point : answer.points) {
    deepest = std::max(deepest, point.depth);
    EXPECT_GE(point.depth, -near);
    EXPECT_LE(point.depth, answer.depth.upper);
    // The points are on the surfaces if the cores do not meet.
    if (squared.numerator > 0) {
      EXPECT_NEAR(distance_to(point.point_a, a.core), static_cast<double>(a.radius), rounding);
      EXPECT_NEAR(distance_to(point.point_b, b.core), static_cast<double>(b.radius), rounding);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(point.point_a[k] - point.point_b[k], point.depth * answer.witness->normal[k],
                  rounding);
    }
  }
  EXPECT_NEAR(deepest, static_cast<double>(-gap), rounding);
}

Polytope3 core_of(const Segment& s) {
  return Polytope3::from_points({to_vector(s.from), to_vector(s.to)}).value();
}

/// Quadruples of integers with x^2 + y^2 + z^2 = r^2, scaled: balls that touch exactly.
Whole exact_step(Random& random, std::int64_t& length) {
  constexpr std::int64_t kQuadruples[][4] = {{1, 2, 2, 3},  {2, 3, 6, 7},  {1, 4, 8, 9},
                                             {0, 3, 4, 5},  {2, 6, 9, 11}, {0, 5, 12, 13},
                                             {6, 6, 7, 11}, {0, 0, 1, 1}};
  const auto& q = kQuadruples[random.in(0, 7)];
  const std::int64_t scale = random.in(std::int64_t{1}, std::int64_t{60});
  std::vector<std::int64_t> step{q[0] * scale, q[1] * scale, q[2] * scale};
  random.shuffle(step);
  for (std::int64_t& entry : step) entry *= random.chance(1, 2) ? 1 : -1;
  length = q[3] * scale;
  return {step[0], step[1], step[2]};
}

TEST(ContactRounded, BallsByTheFormula) {
  Random random(71);
  const Polytope3 point = Polytope3::from_points({{0, 0, 0}}).value();
  int seen[3] = {};
  int close = 0;
  for (int i = 0; i < 50000; ++i) {
    Whole p{};
    for (std::int64_t& entry : p) entry = random.in(-500, 500);
    std::int64_t length = 0;
    Whole step = exact_step(random, length);
    if (i % 2 == 0) step[0] += random.in(-2, 2);
    const std::int64_t radius_a = random.in(std::int64_t{0}, length);
    const std::int64_t radius_b = std::max<std::int64_t>(0, length - radius_a + random.in(-1, 1));
    const Whole q{p[0] + step[0], p[1] + step[1], p[2] + step[2]};
    const Pose3 pose_a = Pose3::translation(to_vector(p)).value();
    const Pose3 pose_b = Pose3::translation(to_vector(q)).value();
    const Posed3 a{point, pose_a, static_cast<double>(radius_a)};
    const Posed3 b{point, pose_b, static_cast<double>(radius_b)};
    const double near = i % 3 == 0 ? 0.75 : 0;
    const Contact3 answer = contact(a, b, {.near = near});
    expect_right({{p, p}, radius_a}, {{q, q}, radius_b}, near, answer, 2000);
    ASSERT_LE(answer.points.size(), 1U);
    if (HasFailure()) FAIL() << "pair " << i;
    ++seen[static_cast<int>(answer.verdict)];
    if (answer.verdict == Verdict::separated && !answer.points.empty()) ++close;
  }
  for (const int count : seen) EXPECT_GT(count, 5000);
  EXPECT_GT(close, 300);
}

/// Segments of integers, parallel in one of two pairs; a point is a segment too.
TEST(ContactRounded, CapsulesByTheFormula) {
  Random random(72);
  int seen[3] = {};
  int of_two = 0;
  for (int i = 0; i < 50000; ++i) {
    const auto any = [&](int most) {
      return Whole{random.in(-most, most), random.in(-most, most), random.in(-most, most)};
    };
    const auto plus = [](const Whole& p, const Whole& q, std::int64_t times = 1) {
      return Whole{p[0] + times * q[0], p[1] + times * q[1], p[2] + times * q[2]};
    };
    Rounded a{{any(20), any(20)}, random.in(0, 12)};
    Rounded b{{any(20), any(20)}, random.in(0, 12)};
    if (i % 2 == 0) {
      const Whole along = any(4);
      a.core.to = plus(a.core.from, along, random.in(1, 6));
      b.core.from = plus(a.core.from, any(10));
      b.core.to = plus(b.core.from, along, random.in(-6, 6));
    }
    const Polytope3 core_a = core_of(a.core);
    const Polytope3 core_b = core_of(b.core);
    const Posed3 posed_a{core_a, Pose3::identity(), static_cast<double>(a.radius)};
    const Posed3 posed_b{core_b, Pose3::identity(), static_cast<double>(b.radius)};
    const double near = i % 3 == 0 ? 0.75 : 0;
    const Contact3 answer = contact(posed_a, posed_b, {.near = near});
    expect_right(a, b, near, answer, 100);
    if (HasFailure()) FAIL() << "pair " << i;
    ++seen[static_cast<int>(answer.verdict)];
    // Side by side: parallel, not collinear, and with more than a point of overlap.
    const Whole u = a.core.to - a.core.from;
    const Whole v = b.core.to - b.core.from;
    const Whole w = b.core.from - a.core.from;
    const auto is_zero = [](const Whole& x) { return dot(x, x) == 0; };
    if (answer.points.empty() || is_zero(u) || is_zero(v)) continue;
    if (!is_zero(cross(u, v)) || is_zero(cross(u, w))) continue;
    const Wide length = dot(u, u);
    const Wide first = dot(u, w);
    const Wide second = first + dot(u, v);
    const Wide low = std::max<Wide>(0, std::min(first, second));
    const Wide high = std::min<Wide>(length, std::max(first, second));
    ASSERT_EQ(answer.points.size(), low < high ? 2U : 1U) << "pair " << i;
    if (low >= high) continue;
    ++of_two;
    std::vector<double> shares;
    for (const auto& point : answer.points) {
      double share = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        share +=
            static_cast<double>(u[k]) * (point.point_a[k] - static_cast<double>(a.core.from[k]));
      }
      shares.push_back(share);
    }
    std::sort(shares.begin(), shares.end());
    EXPECT_NEAR(shares[0], static_cast<double>(low), 1e-10 * static_cast<double>(length));
    EXPECT_NEAR(shares[1], static_cast<double>(high), 1e-10 * static_cast<double>(length));
  }
  EXPECT_GT(seen[static_cast<int>(Verdict::separated)], 5000);
  EXPECT_GT(seen[static_cast<int>(Verdict::touching)], 50);
  EXPECT_GT(seen[static_cast<int>(Verdict::overlapping)], 5000);
  EXPECT_GT(of_two, 1000);
}

TEST(ContactRounded, DiscsInThePlane) {
  Random random(73);
  const Polytope2 point = Polytope2::from_points({{0, 0}}).value();
  for (int i = 0; i < 5000; ++i) {
    const double x = random.in(-50, 50);
    const double y = random.in(-50, 50);
    const double radius_a = random.in(0, 40);
    const double radius_b = random.in(0, 40);
    const Pose2 pose = Pose2::translation({x, y}).value();
    const Contact2 answer =
        contact({point, Pose2::identity(), radius_a}, {point, pose, radius_b}, {.near = 1});
    const double gap = std::hypot(x, y) - radius_a - radius_b;
    ASSERT_EQ(answer.points.size(), gap <= 1 ? 1U : 0U) << x << ' ' << y;
    if (gap > 1) continue;
    EXPECT_NEAR(answer.points[0].depth, -gap, 1e-12);
    EXPECT_NEAR(std::hypot(answer.points[0].point_a[0], answer.points[0].point_a[1]), radius_a,
                x == 0 && y == 0 ? 100 : 1e-12);
  }
}

/// Boxes with rounded edges have the verdict of the margin. The points are those of the boxes,
/// moved by the radii along the normal.
TEST(ContactRounded, BoxesAreTheirCoresMoved) {
  Random random(74);
  int seen[3] = {};
  for (int i = 0; i < 3000; ++i) {
    Vector3 half[2];
    for (Vector3& h : half) {
      for (double& entry : h) entry = 0.5 + random.unit();
    }
    const Polytope3 a = Polytope3::box(half[0]);
    const Polytope3 b = Polytope3::box(half[1]);
    std::array<double, 4> q{1, 0, 0, 0};
    if (i % 3 != 0) {
      for (double& entry : q) entry = 2 * random.unit() - 1;
    }
    Vector3 t{};
    for (double& entry : t) entry = std::ldexp(std::floor(96 * (2 * random.unit() - 1)), -5);
    const Pose3 pose = Pose3::from_wxyz(q, t).value();
    const double radius_a = std::ldexp(random.in(0, 16), -6);
    const double radius_b = std::ldexp(random.in(0, 16), -6);
    const double near = random.chance(1, 2) ? 0.125 : 0;
    const Contact3 rounded =
        contact({a, Pose3::identity(), radius_a}, {b, pose, radius_b}, {.near = near});
    const auto margin = compare_to_margin({a}, {b, pose}, {0, radius_a, radius_b}).value();
    ASSERT_EQ(rounded.verdict, margin.verdict) << i;
    ++seen[static_cast<int>(rounded.verdict)];
    const Contact3 core = contact({a}, {b, pose}, {.near = near + radius_a + radius_b});
    ASSERT_EQ(rounded.points.size(), rounded.points.empty() ? 0 : core.points.size()) << i;
    for (std::size_t k = 0; k < rounded.points.size(); ++k) {
      const ContactPoint<3>& point = rounded.points[k];
      EXPECT_EQ(point.id, core.points[k].id);
      EXPECT_NEAR(point.depth, core.points[k].depth + radius_a + radius_b, 1e-14);
      for (std::size_t l = 0; l < 3; ++l) {
        const double n = rounded.witness->normal[l];
        EXPECT_NEAR(point.point_a[l], core.points[k].point_a[l] + radius_a * n, 1e-14);
        EXPECT_NEAR(point.point_b[l], core.points[k].point_b[l] - radius_b * n, 1e-14);
      }
    }
  }
  EXPECT_GT(seen[0], 300);
  EXPECT_GT(seen[2], 300);
}

/// Radii that nearly cancel the distance of the cores leave the depth as narrow as signed_distance()
/// promises, and its sign proven.
TEST(ContactRounded, DepthIsNarrowHoweverLittleIsLeft) {
  const Polytope3 cores[] = {Polytope3::from_points({{0, 0, 0}}).value(),
                             Polytope3::from_points({{0, -3, 0}, {0, 3, 0}}).value(),
                             Polytope3::box({0.5, 1, 2})};
  const double half[] = {0, 0, 0.5};  // along x
  for (int i = 0; i < 3; ++i) {
    for (const double depth : {0.0, 0x1p-10, 0x1p-30, 0x1p-40, 0x1p-50}) {
      for (const double side : {-1.0, 1.0}) {
        const Posed3 a{cores[i], Pose3::identity(), 0.75};
        const double away = 2 * half[i] + 1 - side * depth;
        const Pose3 pose = Pose3::translation({away, 0, 0}).value();
        const Posed3 b{cores[i], pose, 0.25};
        const Contact3 answer = contact(a, b, {.near = 0.125});
        ASSERT_FALSE(answer.points.empty());
        EXPECT_LE(answer.depth.lower, side * depth);
        EXPECT_GE(answer.depth.upper, side * depth);
        const SignedDistance3 same = signed_distance(a, b);
        EXPECT_EQ(answer.verdict, same.verdict);
        EXPECT_EQ(answer.depth.lower, 0 - same.distance.upper);
        EXPECT_EQ(answer.depth.upper, 0 - same.distance.lower);
        if (depth > 0) {
          EXPECT_GT(answer.depth.lower * side, 0);
          EXPECT_GT(answer.depth.upper * side, 0);
        }
      }
    }
  }
}

TEST(ContactRounded, WhatIsNoRadiusOrNearIsNotDecided) {
  const Polytope3 point = Polytope3::from_points({{0, 0, 0}}).value();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double wrong : {-1.0, kInfinity, -kInfinity, std::nan("")}) {
    for (const Contact3& answer : {contact({point, Pose3::identity(), wrong}, {point}),
                                   contact({point}, {point, Pose3::identity(), wrong}),
                                   contact({point}, {point}, {.near = wrong})}) {
      EXPECT_EQ(answer.verdict, Verdict::undecided);
      EXPECT_FALSE(answer.proven);
      EXPECT_TRUE(answer.points.empty());
    }
  }
  EXPECT_EQ(contact({point}, {point}, {.near = -0.0}).points.size(), 1U);
}

}  // namespace
}  // namespace sunder::test
