// SPDX-License-Identifier: Apache-2.0
//
// Tests rays that graze. Bodies, poses and rays have small whole numbers. The rays pass vertices, edges
// and faces exactly, start on the surface and end on it. The oracle clips in rationals.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "geometry/float_environment.hpp"
#include "query/cast/ray.hpp"
#include "query/ray_oracle.hpp"
#include "suite/random.hpp"
#include "sunder/cast.hpp"

namespace sunder::test {
namespace {

using suite::Random;

Vector3 whole_vector(Random& random, int most) {
  return {static_cast<double>(random.in(-most, most)), static_cast<double>(random.in(-most, most)),
          static_cast<double>(random.in(-most, most))};
}

Polytope3 whole_body(Random& random) {
  while (true) {
    std::vector<Vector3> points;
    const int count = random.in(4, 12);
    for (int i = 0; i < count; ++i) points.push_back(whole_vector(random, 2));
    const Polytope3 body = Polytope3::from_points(points).value();
    if (!body.faces().empty()) return body;
  }
}

/// A translation, a quaternion, or a matrix, mirrored and sheared ones too. R is invertible.
Pose3 whole_pose(Random& random) {
  const Vector3 t = whole_vector(random, 3);
  const int kind = random.in(0, 2);
  if (kind == 0) return Pose3::translation(t).value();
  if (kind == 1) {
    const Vector3 q = whole_vector(random, 2);
    return Pose3::from_wxyz({static_cast<double>(random.in(1, 3)), q[0], q[1], q[2]}, t).value();
  }
  while (true) {
    const std::array<Vector3, 3> r{whole_vector(random, 2), whole_vector(random, 2),
                                   whole_vector(random, 2)};
    const double determinant = r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) -
                               r[0][1] * (r[1][0] * r[2][2] - r[1][2] * r[2][0]) +
                               r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]);
    if (std::fabs(determinant) < 0.5) continue;
    std::array<double, 12> rows{};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k) rows[4 * i + k] = r[i][k];
      rows[4 * i + 3] = t[i];
    }
    return Pose3::from_matrix(rows).value();
  }
}

Vector3 placed(const Pose3& pose, const Vector3& x) {
  Vector3 y{};
  for (int l = 0; l < 3; ++l) {
    y[static_cast<std::size_t>(l)] = pose.offset(l);
    for (int k = 0; k < 3; ++k) {
      y[static_cast<std::size_t>(l)] += pose.linear(l, k) * x[static_cast<std::size_t>(k)];
    }
  }
  return y;
}

/// A vertex, the middle of an edge, or a point of a face.
Vector3 surface_point(Random& random, const Polytope3& body) {
  const Face& face = body.faces()[static_cast<std::size_t>(
      random.in(0, static_cast<int>(body.faces().size()) - 1))];
  const auto last = static_cast<int>(face.vertices.size()) - 1;
  const auto corner = [&] {
    return body.vertex(face.vertices[static_cast<std::size_t>(random.in(0, last))]);
  };
  const Vector3 p = corner();
  const Vector3 q = corner();
  const Vector3 r = corner();
  Vector3 x{};
  for (std::size_t l = 0; l < 3; ++l) x[l] = 0.25 * p[l] + 0.25 * q[l] + 0.5 * r[l];
  return x;
}

struct GrazingRay {
  Vector3 origin;
  Vector3 direction;
};
/// Passes through two points of the surface, or through one in a whole direction. It starts before the
/// first, on it, or beyond it.
GrazingRay some_ray(Random& random, const Polytope3& body, const Pose3& pose) {
  const Vector3 target = placed(pose, surface_point(random, body));
  Vector3 along = whole_vector(random, 3);
  if (random.in(0, 1) == 0) {
    const Vector3 other = placed(pose, surface_point(random, body));
    for (std::size_t l = 0; l < 3; ++l) along[l] = other[l] - target[l];
  }
  const double before = random.in(-1, 3);
  const double length = std::ldexp(1.0, random.in(-1, 3));
  GrazingRay ray{};
  for (std::size_t l = 0; l < 3; ++l) {
    ray.origin[l] = target[l] - before * along[l];
    ray.direction[l] = length * along[l];
  }
  return ray;
}

/// Does the normal's plane at the answer's point have the body beyond it?
void expect_supporting(const Cast3& found, const Polytope3& body, const Pose3& pose) {
  ASSERT_TRUE(found.witness.has_value());
  const Vector3& normal = found.witness->normal;
  double square = 0;
  for (const double entry : normal) square += entry * entry;
  EXPECT_NEAR(square, 1, 1e-14);
  for (std::int32_t v = 0; v < body.vertex_count(); ++v) {
    const Vector3 x = placed(pose, body.vertex(v));
    double height = 0;
    for (std::size_t l = 0; l < 3; ++l) height += normal[l] * (x[l] - found.witness->point_b[l]);
    EXPECT_GT(height, -1e-12);
  }
}

void expect_truth(const Cast3& found, const RayTruth& truth) {
  EXPECT_EQ(found.start, truth.start);
  ASSERT_EQ(found.verdict, truth.time ? CastVerdict::hit : CastVerdict::free);
  if (!truth.time) return;
  const RayRational lower(found.time.lower);
  const RayRational upper(found.time.upper);
  EXPECT_LE(lower, *truth.time);
  EXPECT_GE(upper, *truth.time);
  if (found.time.lower == found.time.upper) return;
  EXPECT_EQ(found.time.upper,
            std::nextafter(found.time.lower, std::numeric_limits<double>::infinity()));
  EXPECT_NE(lower, *truth.time);
  EXPECT_NE(upper, *truth.time);
}

void check_rays(std::uint64_t seed, int bodies, const FloatMode& mode) {
  Random random(seed);
  for (int i = 0; i < bodies; ++i) {
    const Polytope3 body = whole_body(random);
    const Pose3 pose = whole_pose(random);
    const RayOracle oracle(body, pose);
    for (int k = 0; k < 20; ++k) {
      SCOPED_TRACE(std::to_string(i) + " " + std::to_string(k));
      const GrazingRay ray = some_ray(random, body, pose);
      if (ray.direction == Vector3{}) continue;
      const RayTruth truth = oracle.cast(ray.origin, ray.direction);
      Cast3 found;
      const bool decided = in_mode(mode, [&] {
        return detail::cast_ray_quickly(ray.origin, ray.direction, detail::make_body_of(body, pose),
                                        found);
      });
      ASSERT_TRUE(decided);
      expect_truth(found, truth);
      if (found && found.start != Verdict::overlapping) expect_supporting(found, body, pose);
    }
  }
}

TEST(CastGrazing, WholeNumbers) { check_rays(311, 300, float_modes().front()); }

TEST(CastGrazing, InEveryFloatMode) {
  for (const FloatMode& mode : float_modes()) {
    SCOPED_TRACE(mode.name);
    check_rays(312, 20, mode);
  }
}

// Numbers of very different sizes need wider integers.
TEST(CastGrazing, AtEveryWidth) {
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  for (const double tiny : {1.0, 0x1p-40, 0x1p-150, 0x1p-400}) {
    SCOPED_TRACE(tiny);
    for (const Pose3& pose : {Pose3::translation({tiny, 0, 0}).value(),
                              Pose3::from_wxyz({1, tiny, 0, 0}, {0, 0, tiny}).value()}) {
      const RayOracle oracle(cube, pose);
      for (const Vector3& along : {Vector3{4, 0, 0}, {4, tiny, 0}, {4, 4, tiny}, {tiny, 4, 4}}) {
        for (const Vector3& x : {Vector3{-1, 1, 1}, {-1, 1, 0.5}, {-1, -1, -1}}) {
          const Vector3 target = placed(pose, x);
          const Vector3 origin{target[0] - along[0], target[1] - along[1], target[2] - along[2]};
          const Vector3 direction{2 * along[0], 2 * along[1], 2 * along[2]};
          Cast3 found;
          ASSERT_TRUE(
              detail::cast_ray_quickly(origin, direction, detail::make_body_of(cube, pose), found));
          expect_truth(found, oracle.cast(origin, direction));
        }
      }
    }
  }
}

}  // namespace
}  // namespace sunder::test
