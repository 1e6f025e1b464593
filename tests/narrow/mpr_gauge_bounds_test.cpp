// SPDX-License-Identifier: Apache-2.0
//
// The bound on the gauge of a hull along the line of centres, against rationals. The computed gauge is
// never below the exact one, in every rounding mode, with and without flushing.
#include <cmath>
#include <cstdio>

#include "gtest/gtest.h"

#include "filter/exact_world.hpp"
#include "filter/random_specs.hpp"
#include "geometry/float_environment.hpp"
#include "geometry/topology.hpp"
#include "narrow/mpr/trial.hpp"

namespace sunder::detail::mpr {
namespace {

using test::BodySpec;
using test::FloatMode;
using test::Point;
using test::Points;
using test::RandomSpecs;
using test::Rational;

/// Points about a ball, perhaps thin, far from the frame's origin, or tiny.
BodySpec solid(RandomSpecs& random) {
  BodySpec spec;
  const double thin = random.chance(3) ? std::ldexp(1.0, -random.in(1, 12)) : 1;
  const double size = std::ldexp(1.0, random.chance(3) ? random.in(-20, 20) : 0);
  const double aside = random.chance(3) ? 100 * size : 0;
  for (int i = random.in(4, 24); i > 0; --i) {
    test::Doubles x{random.signed_unit(), random.signed_unit(), random.signed_unit()};
    const double length = std::hypot(x[0], x[1], x[2]);
    for (double& entry : x) entry = entry / length * size;
    x[2] *= thin;
    x[0] += aside;
    spec.vertices.push_back(x);
  }
  return spec;
}

/// A rotation: a quaternion of any length, or one about an axis that leaves by up to 2^-25.
void pose(RandomSpecs& random, BodySpec& spec) {
  spec.linear = test::identity_matrix(3, 1);
  for (int l = 0; l < 3; ++l) spec.offset.push_back(3 * random.signed_unit());
  if (random.chance(2)) {
    spec.wxyz.emplace();
    for (double& entry : *spec.wxyz) entry = random.signed_unit();
    return;
  }
  const double angle = 4 * random.signed_unit();
  const double slip = std::ldexp(random.signed_unit(), random.chance(2) ? -25 : -50);
  spec.linear[0] = spec.linear[4] = std::cos(angle);
  spec.linear[3] = std::sin(angle) + slip;
  spec.linear[1] = -std::sin(angle);
}

Rational dot(const Point& p, const Point& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }

Point centre_of(const HullBlock& hull, BodySpec spec) {
  spec.vertices = {{hull.centre[0], hull.centre[1], hull.centre[2]}};
  return test::world(spec)[0];
}

/// The greatest of n . d / n . (x - centre) over the faces of a posed hull.
Rational exact_gauge(const HullBlock& hull, const BodySpec& spec, const Point& centre,
                     const Point& d) {
  const Points corners = test::world(spec);
  Rational greatest = 0;
  for (const IndexList& face : hull.topology->faces()) {
    const auto corner = [&](std::size_t i) {
      return corners[static_cast<std::size_t>(hull.caller[face[i]])];
    };
    const Point p = test::minus(corner(1), corner(0));
    const Point q = test::minus(corner(2), corner(0));
    const Point n{p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
    const Rational share = dot(n, d) / dot(n, test::minus(corner(0), centre));
    if (share > greatest) greatest = share;
  }
  return greatest;
}

TEST(MprGaugeBounds, HoldInEveryMode) {
  RandomSpecs random(79);
  int measured = 0;
  double worst = 0;
  for (int i = 0; i < 150 * test::long_run(); ++i) {
    BodySpec a = solid(random);
    BodySpec b = solid(random);
    pose(random, a);
    pose(random, b);
    const auto made_a = test::make<3>(a, true);
    const auto made_b = test::make<3>(b, true);
    const Pair<3> pair{made_a.body(), made_b.body()};
    if (!HWY_NAMESPACE::have_inner_planes(pair)) continue;
    const Point from = centre_of(*pair.a.hull, a);
    const Point to = centre_of(*pair.b.hull, b);
    const Point line = test::minus(to, from);
    const Rational of_a = exact_gauge(*pair.a.hull, a, from, line);
    const Rational of_b = exact_gauge(*pair.b.hull, b, to, test::minus(from, to));
    SCOPED_TRACE("case " + std::to_string(i));
    for (const FloatMode& mode : test::float_modes()) {
      const Gauges found = test::in_mode(mode, [&] { return gauges_of(pair); });
      if (!found.suits) continue;
      ++measured;
      ASSERT_LE(of_a, Rational(static_cast<double>(found.bounds[0]))) << mode.name;
      ASSERT_LE(of_b, Rational(static_cast<double>(found.bounds[1]))) << mode.name;
      for (std::size_t k = 0; k < 2; ++k) {
        const Rational off =
            (k == 0 ? of_a : of_b) - Rational(static_cast<double>(found.values[k]));
        const double allowed = static_cast<double>(found.bounds[k] - found.values[k]);
        worst = std::max(worst, Rational(off / Rational(allowed)).convert_to<double>());
      }
      // The claim itself. 1 / g_A + 1 / g_B > 1 means a common point of the interiors.
      if (found.overlap) {
        ASSERT_GT(of_a + of_b, of_a * of_b) << mode.name;
      }
    }
  }
  std::printf("worst error / bound of a gauge: %.3f\n", worst);
  EXPECT_GT(measured, 400 * test::long_run());
  EXPECT_GT(worst, 0.2) << "far from tight: is the test asking anything?";
}

}  // namespace
}  // namespace sunder::detail::mpr
