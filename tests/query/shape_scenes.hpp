// SPDX-License-Identifier: Apache-2.0
//
// Lists poses for shapes, and distances that are known without any search.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <string>

#include "suite/random.hpp"
#include "sunder/shapes.hpp"

namespace sunder::test {

using suite::Random;

inline Vector3 operator+(const Vector3& p, const Vector3& q) {
  return {p[0] + q[0], p[1] + q[1], p[2] + q[2]};
}
inline Vector3 operator*(double factor, const Vector3& p) {
  return {factor * p[0], factor * p[1], factor * p[2]};
}

template <int D>
double length(const Vector<D>& p) {
  double squares = 0;
  for (const double entry : p) squares += entry * entry;
  return std::sqrt(squares);
}

template <int D>
double between(const Vector<D>& p, const Vector<D>& q) {
  Vector<D> r{};
  for (std::size_t l = 0; l < D; ++l) r[l] = p[l] - q[l];
  return length<D>(r);
}

template <int D>
Vector<D> random_vector(Random& random, double size) {
  Vector<D> v{};
  for (double& entry : v) entry = size * (2 * random.unit() - 1);
  return v;
}

inline std::array<double, 4> random_quaternion(Random& random) {
  std::array<double, 4> q{};
  for (double& entry : q) entry = 2 * random.unit() - 1;
  return q;
}

inline Pose3 turned(const std::array<double, 4>& q, const Vector3& t) {
  return Pose3::from_wxyz(q, t).value();
}

/// Returns a rotation, and a translation of at most this much along an axis.
inline Pose3 random_pose(Random& random, double reach) {
  const std::array<double, 4> q = random_quaternion(random);
  const Vector3 t = random_vector<3>(random, reach);
  return turned(q, t);
}

inline Pose2 turned(double angle, const Vector2& t) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return Pose2::from_matrix(std::array{c, -s, t[0], s, c, t[1]}).value();
}

template <int D>
Vector<D> in_world(const Pose<D>& pose, const Vector<D>& p) {
  Vector<D> q{};
  for (int l = 0; l < D; ++l) {
    const auto at = static_cast<std::size_t>(l);
    q[at] = pose.offset(l);
    for (int k = 0; k < D; ++k) q[at] += pose.linear(l, k) * p[static_cast<std::size_t>(k)];
  }
  return q;
}

template <int D>
Vector<D> in_frame(const Pose<D>& pose, const Vector<D>& p) {
  Vector<D> q{};
  for (int k = 0; k < D; ++k) {
    for (int l = 0; l < D; ++l) {
      q[static_cast<std::size_t>(k)] +=
          pose.linear(l, k) * (p[static_cast<std::size_t>(l)] - pose.offset(l));
    }
  }
  return q;
}

/// Returns the minimum of a convex function on [0, 1], by ternary search.
template <class F>
double least_on_unit(const F& f) {
  double low = 0;
  double high = 1;
  for (int step = 0; step < 90; ++step) {
    const double p = low + (high - low) / 3;
    const double q = high - (high - low) / 3;
    (f(p) < f(q) ? high : low) = f(p) < f(q) ? q : p;
  }
  return f((low + high) / 2);
}

template <int D>
using Segment = std::array<Vector<D>, 2>;

template <int D>
Segment<D> segment_of(const Pose<D>& pose, double half_length) {
  Vector<D> end{};
  end[D - 1] = half_length;
  Vector<D> start{};
  start[D - 1] = -half_length;
  return {in_world<D>(pose, start), in_world<D>(pose, end)};
}

template <int D>
double point_to_segment(const Vector<D>& p, const Segment<D>& s) {
  return least_on_unit([&](double t) {
    Vector<D> q{};
    for (std::size_t l = 0; l < D; ++l) q[l] = (1 - t) * s[0][l] + t * s[1][l];
    return between<D>(p, q);
  });
}

template <int D>
double segment_to_segment(const Segment<D>& r, const Segment<D>& s) {
  return least_on_unit([&](double t) {
    Vector<D> q{};
    for (std::size_t l = 0; l < D; ++l) q[l] = (1 - t) * r[0][l] + t * r[1][l];
    return point_to_segment<D>(q, s);
  });
}

/// Returns the distance from an outside point to the ellipsoid. The closest point is x = a^2 p /
/// (a^2 + m), for the m > 0 with x on the surface.
template <int D>
double point_to_ellipsoid(const Vector<D>& p, const Vector<D>& half_axes) {
  const auto level = [&](double m) {
    double sum = 0;
    for (std::size_t l = 0; l < D; ++l) {
      const double share = half_axes[l] * p[l] / (half_axes[l] * half_axes[l] + m);
      sum += share * share;
    }
    return sum;
  };
  double low = 0;
  double high = 1;
  while (level(high) > 1) high *= 2;
  for (int step = 0; step < 200; ++step) {
    const double middle = (low + high) / 2;
    (level(middle) > 1 ? low : high) = middle;
  }
  Vector<D> x{};
  for (std::size_t l = 0; l < D; ++l) {
    x[l] = half_axes[l] * half_axes[l] * p[l] / (half_axes[l] * half_axes[l] + low);
  }
  return between<D>(p, x);
}

/// The interval contains the distance and is narrow. The points have that distance, and the normal
/// points from a to b. `size` scales the allowance for the oracle's own roundings.
template <int D>
void expect_distance(const PosedShape<D>& a, const PosedShape<D>& b, double expected, double size,
                     const std::string& name) {
  const ShapeDistance<D> found = shape_distance(a, b);
  const double slack = 1e-14 * size;
  ASSERT_EQ(found.verdict, Verdict::separated) << name << ' ' << expected;
  EXPECT_EQ(found.decided_by, Algorithm::gjk) << name;
  EXPECT_LE(found.distance.lower, expected + slack) << name;
  EXPECT_GE(found.distance.upper, expected - slack) << name;
  EXPECT_LE(found.distance.upper - found.distance.lower, 2e-9 * expected + 1e-11 * size)
      << name << ' ' << found.steps;
  ASSERT_TRUE(found.witness.has_value()) << name;
  EXPECT_NEAR(between<D>(found.witness->point_a, found.witness->point_b), expected,
              2e-9 * expected + 1e-11 * size)
      << name;
  EXPECT_NEAR(length<D>(found.witness->normal), 1, 1e-14) << name;
  double along = 0;
  for (std::size_t l = 0; l < D; ++l) {
    along += found.witness->normal[l] * (found.witness->point_b[l] - found.witness->point_a[l]);
  }
  EXPECT_NEAR(along, expected, 2e-9 * expected + 1e-11 * size) << name;
  for (const Algorithm algorithm : {Algorithm::gjk, Algorithm::epa, Algorithm::mpr}) {
    EXPECT_NE(shape_intersects(a, b, {.algorithm = algorithm}).verdict, Verdict::overlapping)
        << name << ' ' << to_string(algorithm);
  }
  EXPECT_EQ(shape_intersects(a, b).verdict, Verdict::separated) << name;
}

/// The interval contains the depth, and by epa it is narrow: `width` of the depth.
template <int D>
void expect_depth(const PosedShape<D>& a, const PosedShape<D>& b, double expected, double size,
                  double width, const std::string& name) {
  for (const Algorithm algorithm : {Algorithm::automatic, Algorithm::epa, Algorithm::mpr}) {
    const std::string who = name + " by " + std::string(to_string(algorithm));
    const ShapeDepth<D> found = shape_depth(a, b, {.algorithm = algorithm});
    EXPECT_NE(found.verdict, Verdict::separated) << who;
    EXPECT_LE(found.depth.lower, expected + 1e-14 * size) << who;
    EXPECT_GE(found.depth.upper, expected - 1e-14 * size) << who;
    ASSERT_TRUE(found.normal.has_value()) << who;
    EXPECT_NEAR(length<D>(*found.normal), 1, 1e-14) << who;
    if (algorithm == Algorithm::mpr) continue;
    EXPECT_EQ(found.verdict, Verdict::overlapping) << who;
    EXPECT_LE(found.depth.upper - found.depth.lower, width * expected + 1e-11 * size) << who;
  }
  for (const Algorithm algorithm : {Algorithm::gjk, Algorithm::epa, Algorithm::mpr}) {
    EXPECT_NE(shape_intersects(a, b, {.algorithm = algorithm}).verdict, Verdict::separated)
        << name << ' ' << to_string(algorithm);
  }
  EXPECT_TRUE(shape_intersects(a, b)) << name;
}

}  // namespace sunder::test
