// SPDX-License-Identifier: Apache-2.0
//
// Holds the bounds of docs/bounds/entry_time.md against rational numbers: heights of three points,
// and the product with the velocity. It runs on every instruction set, in every float mode, on
// numbers of spread exponents.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "geometry/float_environment.hpp"
#include "geometry/hull_block.hpp"
#include "lanes/every_target.hpp"
#include "query/cast/bounds.hpp"
#include "query/cast/trial.hpp"
#include "query/ray_oracle.hpp"
#include "suite/random.hpp"

namespace sunder::test {
namespace {

using detail::EntryBody;
using detail::HeightTrial;
using suite::Random;

double spread(Random& random, int exponents) {
  return std::ldexp(2 * random.unit() - 1, -random.in(0, exponents));
}
Vector3 spread_vector(Random& random, int exponents, double scale) {
  return {scale * spread(random, exponents), scale * spread(random, exponents),
          scale * spread(random, exponents)};
}

struct Posing {
  Polytope3 body;
  Pose3 pose;
  Vector3 translation;

  EntryBody view() const {
    const detail::Body<3> made = detail::make_body_of(body, pose);
    return {made.hull, &pose, detail::offset_data(pose), translation.data()};
  }
  double reach() const {
    const detail::HullBlock& hull = *detail::make_body_of(body, pose).hull;
    return detail::greatest_singular_value(pose) *
           (hull.max_abs[0] + hull.max_abs[1] + hull.max_abs[2]);
  }
  RayPoint world(std::int32_t vertex) const { return world_point(pose, body.vertex(vertex)); }
};

Posing make_posing(Random& random, double size, double away) {
  std::vector<Vector3> points;
  for (int i = 0; i < 8; ++i) points.push_back(spread_vector(random, 20, size));
  const Vector3 t = spread_vector(random, 4, away);
  const int kind = random.in(0, 2);
  Pose3 pose = Pose3::translation(t).value();
  if (kind == 1) {
    const Vector3 q = spread_vector(random, 12, 1);
    pose = Pose3::from_wxyz({spread(random, 3), q[0], q[1], q[2]}, t).value();
  } else if (kind == 2) {
    std::array<double, 12> rows{};
    for (std::size_t i = 0; i < 12; ++i) rows[i] = i % 4 == 3 ? t[i / 4] : spread(random, 30);
    pose = Pose3::from_matrix(rows).value();
  }
  return {Polytope3::from_points(std::span<const Vector3>(points), {.reduce = false}).value(), pose,
          spread_vector(random, 25, 1)};
}

RayRational size_of(const RayRational& x) { return x < 0 ? RayRational(-x) : x; }

/// Returns the error over the bound; 0 where nothing was rounded, or 2 where that is not true.
double share(const RayRational& truth, double high, double low, double bound) {
  const RayRational error = size_of(truth - RayRational(high) - RayRational(low));
  if (error == 0) return 0;
  return bound > 0 ? static_cast<double>(RayRational(error / RayRational(bound))) : 2;
}

double check_heights(std::uint64_t seed, int count, const FloatMode& mode) {
  Random random(seed);
  double worst = 0;
  for (int i = 0; i < count; ++i) {
    const double away = random.in(0, 2) == 0 ? 1000 : 1;
    const Posing a = make_posing(random, 1, away);
    const Posing b = make_posing(random, random.in(0, 1) == 0 ? 1 : 1e-3, away);
    const Vector3 plane = spread_vector(random, 8, 1);
    std::array<IndexPair, 3> pairs{};
    for (IndexPair& pair : pairs) pair = {random.in(0, 7), random.in(0, 7)};
    double reach = a.reach() + b.reach();
    for (int l = 0; l < 3; ++l) reach += std::abs(a.pose.offset(l) - b.pose.offset(l));
    reach *= 1 + 1e-9;
    for (const bool tracked : {false, true}) {
      const HeightTrial trial = in_mode(mode, [&] {
        return detail::try_heights(a.view(), b.view(), pairs, plane, reach, tracked);
      });
      if (!trial.known) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        const RayRational truth = dot(exact(trial.u), a.world(pairs[k].a) - b.world(pairs[k].b));
        worst = std::max(worst, share(truth, trial.high[k], trial.low[k], trial.bound[k]));
      }
    }
    const HeightTrial closing =
        in_mode(mode, [&] { return detail::try_closing(a.view(), b.view(), plane); });
    const RayRational truth = dot(exact(closing.u), exact(b.translation) - exact(a.translation));
    worst = std::max(worst, share(truth, closing.high[0], closing.low[0], closing.bound[0]));
  }
  return worst;
}

TEST(EntryTimeBound, HoldsOnEveryTargetInEveryMode) {
  double worst = 0;
  detail::on_every_target([&] {
    for (const FloatMode& mode : float_modes()) {
      SCOPED_TRACE(mode.name);
      const double found = check_heights(401, 60, mode);
      EXPECT_LE(found, 1);
      worst = std::max(worst, found);
    }
  });
  std::printf("heights: worst error over its bound %.3f\n", worst);
  EXPECT_GT(worst, 0.005);
}

// Sizes of low parts bound the roundings, and they are 0 on a grid.
TEST(EntryTimeBound, IsZeroOnAGrid) {
  const Polytope3 cube = Polytope3::box({1, 2, 3});
  const Pose3 pose = Pose3::translation({4, -2, 0.5}).value();
  const Posing posing{cube, pose, {0, 0, 1}};
  const Posing still{cube, Pose3::from_wxyz({2, 0, 0, 0}).value(), {0, 0, 0}};
  const std::array<IndexPair, 3> pairs{{{0, 1}, {2, 3}, {4, 5}}};
  const HeightTrial trial =
      detail::try_heights(posing.view(), still.view(), pairs, {0, 0, 1}, 20, true);
  ASSERT_TRUE(trial.known);
  for (const double bound : trial.bound) EXPECT_EQ(bound, 0);
}

}  // namespace
}  // namespace sunder::test
