// SPDX-License-Identifier: Apache-2.0
//
// Tests the casts in doubles against exact numbers: rays against a clipping in rationals, linear
// casts of hulls against the exact program. The rays pass faces, edges and vertices exactly or by
// one ulp, and the host sets every rounding mode.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>

#include "geometry/float_environment.hpp"
#include "geometry/hull_block.hpp"
#include "lanes/every_target.hpp"
#include "query/cast/quick_linear.hpp"
#include "query/cast/ray.hpp"
#include "query/cast/ray_columns.hpp"
#include "query/cast/ray_program.hpp"
#include "query/ray_oracle.hpp"
#include "suite/random.hpp"
#include "sunder/cast.hpp"
#include "sunder/sunder.hpp"

namespace sunder::test {
namespace {

using suite::Random;

double between(Random& random, double low, double high) {
  return low + (high - low) * random.unit();
}
Vector3 vector_in(Random& random, double size) {
  return {between(random, -size, size), between(random, -size, size), between(random, -size, size)};
}

void expect_time(const Interval& found, const RayRational& time) {
  const RayRational lower(found.lower);
  const RayRational upper(found.upper);
  EXPECT_LE(lower, time);
  EXPECT_GE(upper, time);
  if (found.lower == found.upper) return;
  EXPECT_EQ(found.upper, std::nextafter(found.lower, std::numeric_limits<double>::infinity()));
  EXPECT_NE(lower, time);
  EXPECT_NE(upper, time);
}

void expect_truth(const Cast3& found, const RayTruth& truth) {
  EXPECT_EQ(found.start, truth.start);
  ASSERT_EQ(found.verdict, truth.time ? CastVerdict::hit : CastVerdict::free);
  if (truth.time) {
    expect_time(found.time, *truth.time);
  } else {
    EXPECT_EQ(found.time.lower, 1);
    EXPECT_EQ(found.time.upper, 1);
  }
}

/// Asks in doubles and through the public door. Returns true if doubles decided.
bool check_ray(const RayOracle& oracle, const Polytope3& body, const Pose3& pose,
               const Vector3& origin, const Vector3& direction) {
  const RayTruth truth = oracle.cast(origin, direction);
  expect_truth(ray_cast(origin, direction, {body, pose}).value(), truth);
  Cast3 quick;
  if (!detail::cast_ray_quickly(origin, direction, detail::make_body_of(body, pose), quick)) {
    return false;
  }
  expect_truth(quick, truth);
  return true;
}

Polytope3 round_hull(Random& random, int count, const Vector3& scale) {
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) {
    Vector3 x = vector_in(random, 1);
    const double length = std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    for (std::size_t l = 0; l < 3; ++l) x[l] *= scale[l] / length;
    points.push_back(x);
  }
  return Polytope3::from_points(points).value();
}

Polytope3 some_body(Random& random) {
  switch (random.in(0, 5)) {
    case 0:
      return Polytope3::box({between(random, 0.1, 2), between(random, 0.1, 2), 1});
    case 1:
      return Polytope3::tetrahedron(1);
    case 2:
      return Polytope3::prism(random.in(3, 9), 1, 0.5);
    case 3:
      return round_hull(random, 32, {1, 1, 1});
    case 4:  // a sliver, a needle
      return round_hull(random, 12, {1, 1, random.in(0, 1) != 0 ? 1e-6 : 1e6});
    default:
      return round_hull(random, 12, {1, 1e-3, 1});
  }
}

Pose3 some_pose(Random& random, const Vector3& t) {
  const int kind = random.in(0, 5);
  if (kind == 0) return Pose3::translation(t).value();
  if (kind == 1) return Pose3::from_wxyz({1, 0, 0, 0}, t).value();
  if (kind == 2) {
    return Pose3::from_wxyz(
               {static_cast<double>(random.in(1, 3)), static_cast<double>(random.in(-2, 2)), 1, 0},
               t)
        .value();
  }
  if (kind == 3) {
    const Vector3 q = vector_in(random, 1);
    return Pose3::from_wxyz({random.unit() + 0.01, q[0], q[1], q[2] * 1e-4}, t).value();
  }
  std::array<double, 12> rows{};  // sheared, or mirrored
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      rows[4 * i + k] = between(random, -0.3, 0.3) + (i == k ? 1 : 0);
    }
    if (kind == 5) rows[4 * i] = -rows[4 * i];
    rows[4 * i + 3] = t[i];
  }
  return Pose3::from_matrix(rows).value();
}

/// Returns the rounded world point of the body's own point x.
Vector3 placed(const Pose3& pose, const Vector3& x) {
  Vector3 y{};
  for (int l = 0; l < 3; ++l) {
    double sum = pose.offset(l);
    for (int k = 0; k < 3; ++k) sum += pose.linear(l, k) * x[static_cast<std::size_t>(k)];
    y[static_cast<std::size_t>(l)] = sum;
  }
  return y;
}

/// A vertex, a point of an edge, a point of a face, or one inside or outside.
Vector3 some_target(Random& random, const Polytope3& body) {
  const Face& face = body.faces()[static_cast<std::size_t>(
      random.in(0, static_cast<int>(body.faces().size()) - 1))];
  const auto count = static_cast<int>(face.vertices.size());
  const int first = random.in(0, count - 1);
  const Vector3 p = body.vertex(face.vertices[static_cast<std::size_t>(first)]);
  const Vector3 q = body.vertex(face.vertices[static_cast<std::size_t>((first + 1) % count)]);
  const Vector3 r = body.vertex(face.vertices[static_cast<std::size_t>((first + 2) % count)]);
  const int kind = random.in(0, 4);
  const double s = kind == 0 ? 0 : kind == 1 ? 0.5 : random.unit();
  const double t = kind < 3 ? 0 : random.unit() * (1 - s);
  Vector3 x{};
  for (std::size_t l = 0; l < 3; ++l) {
    x[l] = (p[l] + s * (q[l] - p[l]) + t * (r[l] - p[l])) * (kind == 4 ? 0.5 : 1);
  }
  return x;
}

int check_rays(std::uint64_t seed, int count) {
  Random random(seed);
  int quick = 0;
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(i);
    const Polytope3 body = some_body(random);
    const double away = random.in(0, 3) == 0 ? 1e6 : 1;
    const Pose3 pose = some_pose(random, vector_in(random, away));
    const RayOracle oracle(body, pose);
    for (int k = 0; k < 12; ++k) {
      const Vector3 target = placed(pose, some_target(random, body));
      Vector3 origin = placed(pose, some_target(random, body));
      const Vector3 far = vector_in(random, 4);
      const int kind = random.in(0, 3);
      for (std::size_t l = 0; l < 3; ++l) {
        if (kind > 0) origin[l] = target[l] + far[l];
        if (kind == 1) origin[l] = std::round(origin[l]);
      }
      Vector3 direction{};
      const double length = std::ldexp(1.0, random.in(-2, 2));
      for (std::size_t l = 0; l < 3; ++l) direction[l] = length * (target[l] - origin[l]);
      if (random.in(0, 4) == 0) {
        double& entry = direction[static_cast<std::size_t>(random.in(0, 2))];
        entry = random.in(0, 1) != 0 ? 0 : std::nextafter(entry, 9.0);
      }
      quick += check_ray(oracle, body, pose, origin, direction) ? 1 : 0;
    }
  }
  return quick;
}

TEST(CastQuick, RaysAgreeWithClippingInRationals) {
  // Two rays in five aim at a vertex or an edge. Some have no direction.
  EXPECT_GT(check_rays(301, 300), 12 * 300 * 97 / 100);
}

/// Bodies of 17 to 64 faces, whose rounded planes propose the first face.
Polytope3 body_with_planes(Random& random, double size) {
  switch (random.in(0, 5)) {
    case 0:
      return Polytope3::prism(random.in(15, 30), size, size / 3);  // faces of many corners
    case 1:
      return round_hull(random, 34, {size, size, size});
    case 2:
      return round_hull(random, 30, {size, size, 1e-12 * size});
    case 3:
      return round_hull(random, 20, {1e7 * size, size, size});
    case 4: {  // far from its own origin, where coordinates have few bits left
      std::vector<Vector3> points;
      for (int i = 0; i < 24; ++i) {
        Vector3 x = vector_in(random, size);
        for (double& entry : x) entry += 1e12 * size;
        points.push_back(x);
      }
      return Polytope3::from_points(points).value();
    }
    default: {  // a point one ulp out of a face
      Polytope3 hull = round_hull(random, 16, {size, size, size});
      std::vector<Vector3> points;
      for (std::int32_t v = 0; v < hull.vertex_count(); ++v) points.push_back(hull.vertex(v));
      const Face& face = hull.faces()[0];
      Vector3 middle{};
      for (std::size_t l = 0; l < 3; ++l) {
        for (const std::int32_t v : face.vertices) middle[l] += hull.vertex(v)[l] / 3;
        middle[l] = std::nextafter(middle[l], middle[l] + face.normal[l]);
      }
      points.push_back(middle);
      return Polytope3::from_points(points).value();
    }
  }
}

TEST(CastQuick, PlanesOnlyProposeAFace) {
  Random random(304);
  for (int i = 0; i < 40; ++i) {
    SCOPED_TRACE(i);
    const double size = std::ldexp(1.0, 45 * random.in(-2, 2));
    const Polytope3 body = body_with_planes(random, size);
    const Vector3 t = vector_in(random, size);
    const Pose3 pose = some_pose(random, random.in(0, 2) == 0 ? Vector3{} : t);
    const RayOracle oracle(body, pose);
    for (int k = 0; k < 8; ++k) {
      const Vector3 target = placed(pose, some_target(random, body));
      const Vector3 far = vector_in(random, size * (k == 0 ? 0x1p40 : 4));
      Vector3 origin{};
      Vector3 direction{};
      for (std::size_t l = 0; l < 3; ++l) {
        origin[l] = target[l] + far[l];
        direction[l] = 2 * (target[l] - origin[l]);
      }
      check_ray(oracle, body, pose, origin, direction);
    }
  }
}

TEST(CastQuick, RaysAgreeInEveryFloatMode) {
  for (const FloatMode& mode : float_modes()) {
    SCOPED_TRACE(mode.name);
    Random random(302);
    for (int i = 0; i < 25; ++i) {
      SCOPED_TRACE(i);
      const Polytope3 body = some_body(random);
      const Pose3 pose = some_pose(random, vector_in(random, 2));
      const RayOracle oracle(body, pose);
      for (int k = 0; k < 4; ++k) {
        const Vector3 target = placed(pose, some_target(random, body));
        const Vector3 far = vector_in(random, 4);
        const Vector3 origin{target[0] + far[0], target[1] + far[1], target[2] + far[2]};
        const Vector3 direction{-2 * far[0], -2 * far[1], -2 * far[2]};
        const RayTruth truth = oracle.cast(origin, direction);
        const Cast3 found = in_mode(mode, [&] {
          return ray_cast(origin, direction, {body, pose}).value();
        });
        expect_truth(found, truth);
      }
    }
  }
}

TEST(CastQuick, RaysInFacesAlongEdgesAndFromTheBoundary) {
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  const double up = std::nextafter(1.0, 2.0);
  const double down = std::nextafter(1.0, 0.0);
  const std::vector<double> places{-3, -1, 0, 0.5, down, 1, up, 3};
  const std::vector<double> steps{-2, 0, 0.5, 1, 4};
  for (const Pose3& pose : {Pose3::identity(), Pose3::translation({1e6, 0, 0}).value(),
                            Pose3::from_wxyz({1, 0, 0, 0}, {0.25, 0, 0}).value(),
                            Pose3::from_wxyz({1, 1, 0, 0}, {0, 0, 0}).value()}) {
    const RayOracle oracle(cube, pose);
    for (const double x : places) {
      for (const double y : places) {
        for (const double dx : steps) {
          for (const double dz : steps) {
            SCOPED_TRACE(std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(dx) +
                         " " + std::to_string(dz));
            check_ray(oracle, cube, pose, {pose.offset(0) + x, y, -2}, {dx, 0, dz});
          }
        }
      }
    }
  }
}

TEST(CastQuick, GridsAreDecidedInDoubles) {
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  Cast3 found;
  ASSERT_TRUE(detail::cast_ray_quickly({-3, 0, 0}, {4, 0, 0},
                                       detail::make_body_of(cube, Pose3::identity()), found));
  EXPECT_EQ(found.time.lower, 0.5);
  EXPECT_EQ(found.time.upper, 0.5);
  EXPECT_EQ(found.witness->normal, (Vector3{1, 0, 0}));
  // The end of the ray on the face is a hit, and one ulp before it is not.
  ASSERT_TRUE(detail::cast_ray_quickly({-3, 0.25, 0.5}, {2, 0, 0},
                                       detail::make_body_of(cube, Pose3::identity()), found));
  EXPECT_EQ(found.verdict, CastVerdict::hit);
  EXPECT_EQ(ray_cast({-3, 0.25, 0.5}, {std::nextafter(2.0, 0.0), 0, 0}, {cube}).value().verdict,
            CastVerdict::free);
}

TEST(CastQuick, NumbersOfEverySize) {
  Random random(303);
  for (const double size : {1e-300, 1e-150, 1e-30, 1e-10, 1e10, 1e30, 1e150, 1e300}) {
    for (const double haste : {1e-300, 1e-20, 1.0, 1e20}) {
      SCOPED_TRACE(std::to_string(std::log10(size)) + " " + std::to_string(std::log10(haste)));
      const Polytope3 cube = Polytope3::box({size, size, size});
      const RayOracle oracle(cube, Pose3::identity());
      for (int k = 0; k < 4; ++k) {
        const Vector3 origin{-3 * size, between(random, -1, 1) * size,
                             between(random, -1, 1) * size};
        const Vector3 direction{4 * size * haste, size * haste * random.unit(), 0};
        if (!std::isfinite(direction[0])) continue;
        check_ray(oracle, cube, Pose3::identity(), origin, direction);
      }
    }
  }
}

TEST(CastQuick, TheDirectionMayBeZero) {
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  const RayOracle oracle(cube, Pose3::identity());
  for (const double x : {0.0, 1.0, std::nextafter(1.0, 2.0), 2.0}) {
    check_ray(oracle, cube, Pose3::identity(), {x, 0, 0}, {0, 0, 0});
    check_ray(oracle, cube, Pose3::identity(), {x, 0.5, 0.25}, {0, 0, -0.0});
  }
}

// A tail of 2^-1050 is 0 for a host that flushes: the time is not the double that it seems.
TEST(CastQuick, TailsThatTheHostFlushesAreNoReasonForAnExactTime) {
  const double tiny = 0x1p-1050;
  const Polytope3 box = Polytope3::from_points({{1, 1, 1},
                                                {1, 1, -1},
                                                {1, -1, 1},
                                                {1, -1, -1},
                                                {tiny, 1, 1},
                                                {tiny, 1, -1},
                                                {tiny, -1, 1},
                                                {tiny, -1, -1}})
                            .value();
  const RayOracle oracle(box, Pose3::identity());
  const RayTruth truth = oracle.cast({-2, 0.25, 0.5}, {4, 0, 0});
  for (const FloatMode& mode : float_modes()) {
    SCOPED_TRACE(mode.name);
    const Cast3 found = in_mode(mode, [&] {
      return ray_cast({-2, 0.25, 0.5}, {4, 0, 0}, {box}).value();
    });
    expect_truth(found, truth);
  }
}

// ---- hulls -------------------------------------------------------------------------------------

/// The exact program decides the pair.
RayTruth exact_truth(const detail::Pair<3>& pair, const Vector3& by_a, const Vector3& by_b) {
  using Columns = detail::ExactColumns<3, detail::BigInt>;
  const detail::ExactVelocity<3> velocity{by_a, by_b};
  const Columns columns(pair, velocity, detail::scale_with_velocity(pair, velocity));
  detail::RayProgram<3, Columns> program(columns);
  RayTruth truth;
  if (program.solve({}) != detail::RayOutcome::meets) return truth;
  const RayRational time(program.time(), program.determinant());
  if (time <= 1) truth.time = time;
  return truth;
}

int check_casts(std::uint64_t seed, int count, const FloatMode& mode) {
  Random random(seed);
  int quick = 0;
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(i);
    const Polytope3 a = some_body(random);
    const Polytope3 b = some_body(random);
    const double away = random.in(0, 3) == 0 ? 1e6 : 1;
    const Vector3 middle = vector_in(random, away);
    Vector3 start = vector_in(random, 5);
    for (std::size_t l = 0; l < 3; ++l) start[l] += middle[l];
    const Pose3 pose_a = some_pose(random, start);
    const Pose3 pose_b =
        random.in(0, 3) == 0 ? Pose3::translation(middle).value() : some_pose(random, middle);
    const Vector3 goal = vector_in(random, 2);
    Vector3 by_a{};
    Vector3 by_b = random.in(0, 1) == 0 ? Vector3{} : vector_in(random, 1);
    for (std::size_t l = 0; l < 3; ++l) {
      by_a[l] = 2 * (middle[l] + goal[l] - start[l]) + by_b[l];
    }
    const detail::Pair<3> pair{detail::make_body_of(a, pose_a), detail::make_body_of(b, pose_b)};
    Cast3 found;
    detail::PairList<3> proposal;
    const bool decided = in_mode(
        mode, [&] { return detail::cast_linear_quickly(pair, by_a, by_b, found, proposal); });
    if (!decided) continue;
    ++quick;
    EXPECT_EQ(intersects({a, pose_a}, {b, pose_b}).verdict, Verdict::separated);
    expect_truth(found, exact_truth(pair, by_a, by_b));
  }
  return quick;
}

TEST(CastQuick, HullsAgreeWithTheExactProgram) {
  EXPECT_GT(check_casts(304, 1000, float_modes().front()), 1000 / 2);
}

TEST(CastQuick, AgreesOnEveryTarget) {
  detail::on_every_target([] {
    EXPECT_GT(check_rays(307, 20), 20);
    EXPECT_GT(check_casts(308, 60, float_modes().front()), 60 / 4);
  });
}

TEST(CastQuick, HullsAgreeInEveryFloatMode) {
  for (const FloatMode& mode : float_modes()) {
    SCOPED_TRACE(mode.name);
    EXPECT_GT(check_casts(305, 60, mode), 60 / 4);
  }
}

TEST(CastQuick, WitnessesLieOnBothBodies) {
  Random random(306);
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    const Polytope3 a = round_hull(random, 20, {1, 1, 1});
    const Polytope3 b = round_hull(random, 20, {1, 1, 1});
    const Pose3 pose_a = some_pose(random, {5, 0, 0});
    const Pose3 pose_b = some_pose(random, {0, 0, 0});
    const Motion3 motion = Motion3::linear({-6, random.unit(), random.unit()}).value();
    const Cast3 found = cast({a, pose_a}, motion, {b, pose_b}, Motion3());
    if (!found) continue;
    ASSERT_TRUE(found.witness.has_value());
    const Vector3 point = found.witness->point_a;
    Vector3 back{};
    for (std::size_t l = 0; l < 3; ++l) {
      back[l] = point[l] - found.time.lower * motion.translation()[l];
    }
    EXPECT_LT(closest_point(point, {b, pose_b}).value().distance.lower, 1e-12);
    EXPECT_LT(closest_point(back, {a, pose_a}).value().distance.lower, 1e-12);
    double square = 0;
    for (const double entry : found.witness->normal) square += entry * entry;
    EXPECT_NEAR(square, 1, 1e-14);
  }
}

}  // namespace
}  // namespace sunder::test
