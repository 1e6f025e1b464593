// SPDX-License-Identifier: Apache-2.0
//
// Axes in doubles against the bodies' own (axis.hpp), in rationals, in every rounding mode,
// flushing or not. The cross product of two edges may be off like a quaternion's matrix. The gap is
// that along the true axis, or along any other within the errors of its entries. Heights over 0 of
// corners that an expanding polytope scales are tested too (narrow/epa/slack.hpp).
#include <cmath>

#include "filter/axis.hpp"
#include "filter/exact_boxes.hpp"
#include "filter/random_specs.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "narrow/epa/expanding.hpp"
#include "narrow/epa/slack.hpp"

namespace sunder::detail {
namespace {

using test::BodySpec;
using test::Doubles;
using test::FloatMode;
using test::Point;
using test::Points;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

Vector3 column(const Pose<3>& pose, std::size_t k) {
  const double* const r = pose.linear_data();
  return {r[k], r[3 + k], r[6 + k]};
}

struct Measured {
  Axis<3> axis{};
  double gap = 0;
  double bound = 0;
};

/// The axis of an edge of a and one of b, and the largest gap that the true axis allows.
Measured measure(const Pair<3>& pair, std::size_t i, std::size_t j) {
  Measured found;
  const FilteredPair<3> filtered(pair);
  const double rho = std::max(pair.a.pose->linear_error(), pair.b.pose->linear_error());
  found.axis = cross_axis(column(*pair.a.pose, i), column(*pair.b.pose, j), rho);
  double size = 0;
  for (const double entry : found.axis.direction) size = std::max(size, std::fabs(entry));
  found.gap = filtered.probe(found.axis.direction.data()).value;
  found.bound = unit_axis_error(filtered) * size + axis_drift(filtered, found.axis);
  return found;
}

/// The corner of the box of all possible axes at which the gap is likely to be least.
Point worst_axis(RandomSpecs& random, const Axis<3>& axis) {
  Point u;
  for (std::size_t l = 0; l < 3; ++l) {
    const Rational off(axis.error[l]);
    u.push_back(Rational(axis.direction[l]) + (random.chance(2) ? off : Rational(-off)));
  }
  return u;
}

TEST(WorstAxis, AxesAndTheirDrift) {
  RandomSpecs random(190);
  WorstRatio entries("entry of an axis");
  WorstRatio own("gap along the true axis");
  WorstRatio any("gap along an axis that may be meant");
  for (int i = 0; i < 105 * test::long_run(); ++i) {
    const auto kind = static_cast<RandomSpecs::Kind>(i % RandomSpecs::kKinds);
    const BodySpec a = random.body(3, random.chance(2) ? RandomSpecs::quaternion : kind);
    BodySpec b = random.body(3, kind);
    if (random.chance(4)) {  // nearly parallel edges: the axis cancels
      b.wxyz = a.wxyz;
      b.linear = a.linear;
      double& entry = b.wxyz ? (*b.wxyz)[0] : b.linear[0];
      entry *= 1 + std::ldexp(random.signed_unit(), -random.in(10, 52));
    }
    if (random.chance(2)) test::bring_together(a, b);
    const auto of_a = static_cast<std::size_t>(random.in(0, 2));
    const auto of_b = static_cast<std::size_t>(random.in(0, 2));
    const Point axis = test::cross(test::box_edges(a)[of_a], test::box_edges(b)[of_b]);
    const Points world_a = test::world(a);
    const Points world_b = test::world(b);
    const Rational gap = test::exact_gap(world_a, world_b, axis);
    const test::MadePair<3> made(a, b);
    if (!made.pair().a.in_filter_range() || !made.pair().b.in_filter_range()) continue;
    for (const FloatMode& mode : test::float_modes()) {
      const Measured found = test::in_mode(mode, [&] { return measure(made.pair(), of_a, of_b); });
      if (!(found.bound < 0x1p1000)) continue;
      for (std::size_t l = 0; l < 3; ++l) {
        entries.see(Rational(found.axis.direction[l]) - axis[l], Rational(found.axis.error[l]),
                    mode.name);
      }
      own.see(Rational(found.gap) - gap, Rational(found.bound), mode.name);
      const Rational other = test::exact_gap(world_a, world_b, worst_axis(random, found.axis));
      any.see_above(other - Rational(found.gap), Rational(found.bound), mode.name);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(own.seen(), 105 * 4);
  EXPECT_GT(entries.ratio(), 0.05) << "far from tight: is the test asking anything?";
  EXPECT_GT(own.ratio(), 0.01);
  EXPECT_GT(any.ratio(), 0.5);
}

/// A corner of an expanding polytope, the normal of a face, and its computed height.
template <int D>
struct Height {
  bool usable = false;
  double scale = 1;
  double slack = 0;
  Vector<D> normal{};
  double height = 0;
};

template <int D>
Height<D> height_of(const Pair<D>& pair, const Vector<D>& direction) {
  const FilteredPair<D> filtered(pair);
  const epa::Slack<D> slack(filtered);
  Height<D> found;
  found.normal = direction;
  found.usable = slack.usable && epa::to_unit<D>(found.normal);
  if (!found.usable) return found;
  Vector<D> corner{};
  filtered.difference({0, 0}, corner.data());
  for (double& entry : corner) entry *= slack.scale;
  found.scale = slack.scale;
  found.slack = slack.height;
  found.height = dot<D>(found.normal, corner);
  return found;
}

template <int D>
void check_slack() {
  constexpr auto kD = static_cast<std::size_t>(D);
  RandomSpecs random(191 + kD);
  WorstRatio heights(D == 2 ? "height over 0, in 2-D" : "height over 0, in 3-D");
  for (int i = 0; i < 175 * test::long_run(); ++i) {
    const auto kind = static_cast<RandomSpecs::Kind>(i % RandomSpecs::kKinds);
    const BodySpec a = random.body(kD, kind);
    BodySpec b = random.body(kD, random.chance(3) ? RandomSpecs::plain : kind);
    if (random.chance(2)) test::bring_together(a, b);
    const Point c = test::minus(test::world(a)[0], test::world(b)[0]);
    const Doubles u = random.direction(kD);
    Vector<D> direction{};
    std::copy(u.begin(), u.end(), direction.begin());
    const test::MadePair<D> made(a, b);
    for (const FloatMode& mode : test::float_modes()) {
      const auto found = test::in_mode(mode, [&] { return height_of<D>(made.pair(), direction); });
      if (!found.usable) continue;
      const Point normal = test::exact(found.normal.data(), kD);
      const Rational exact = test::dot(normal, c) * Rational(found.scale) /
                             test::root_below(test::dot(normal, normal));
      // A factor covers the normal's length when a distance is reported.
      const Rational bound =
          Rational(found.slack) + Rational(std::fabs(found.height)) * Rational(0x1p-48);
      heights.see(Rational(found.height) - exact, bound, mode.name);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(heights.seen(), 175 * 4);
  EXPECT_GT(heights.ratio(), 0.01) << "far from tight: is the test asking anything?";
}

TEST(WorstAxis, HeightsOfAnExpandingPolytope) {
  check_slack<2>();
  check_slack<3>();
}

}  // namespace
}  // namespace sunder::detail
