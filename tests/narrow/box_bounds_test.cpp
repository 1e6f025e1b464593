// SPDX-License-Identifier: Apache-2.0
//
// The errors of two boxes relative to their bounds, against rationals, on every instruction set and
// in every rounding mode, with and without flushing. Tested are gaps along any direction in doubles
// (nearest-inl.hpp). The exact depth and distance must lie in their intervals (one_pair.cpp, depth.cpp).
#include <cmath>

#include "filter/exact_boxes.hpp"
#include "filter/random_specs.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "lanes/every_target.hpp"
#include "narrow/box_pairs.hpp"
#include "narrow/boxes/boxes.hpp"
#include "narrow/boxes/trial.hpp"
#include "narrow/sat/sat.hpp"
#include "query/exact_distance.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail::boxes {
namespace {

using test::BodySpec;
using test::BoxFamily;
using test::Doubles;
using test::FloatMode;
using test::Point;
using test::Points;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

/// The box around a random body's vertices, or one about the origin.
BodySpec random_box(RandomSpecs& random, RandomSpecs::Kind kind) {
  BodySpec spec = random.body(3, kind);
  Doubles low = spec.vertices[0];
  Doubles high = low;
  const bool centred = random.chance(2);
  for (std::size_t k = 0; k < 3; ++k) {
    for (const Doubles& vertex : spec.vertices) {
      low[k] = std::min(low[k], vertex[k]);
      high[k] = std::max(high[k], vertex[k]);
    }
    if (centred) low[k] = -high[k];
  }
  spec.vertices.clear();
  for (std::size_t corner = 0; corner < 8; ++corner) {
    Doubles& vertex = spec.vertices.emplace_back(3);
    for (std::size_t k = 0; k < 3; ++k) vertex[k] = (corner >> k & 1) != 0 ? high[k] : low[k];
  }
  return spec;
}

/// The larger of g(u) and g(-u).
Rational larger_gap(const Points& a, const Points& b, const Point& u) {
  return std::max(test::exact_gap(a, b, u), test::exact_gap(a, b, test::negated(u)));
}

struct DrawnBoxes {
  BodySpec a, b;
};
DrawnBoxes draw(RandomSpecs& random, int i) {
  const auto kind = static_cast<RandomSpecs::Kind>(i % RandomSpecs::kKinds);
  DrawnBoxes drawn{random_box(random, kind), {}};
  drawn.b = random_box(random, random.chance(3) ? RandomSpecs::plain : kind);
  if (random.chance(2)) test::bring_together(drawn.a, drawn.b);
  return drawn;
}

TEST(BoxBounds, GapsInDoubles) {
  RandomSpecs random(301);
  WorstRatio gaps("gap of boxes in doubles");
  for (int i = 0; i < 140 * test::long_run(); ++i) {
    const auto [a, b] = draw(random, i);
    const Doubles v = random.direction(3);
    const int length = random.chance(3) ? random.in(-100, 290) : 0;
    Vector3 u{};
    for (std::size_t l = 0; l < 3; ++l) u[l] = std::ldexp(v[l], length);
    const Rational exact = larger_gap(test::world(a), test::world(b), test::exact(u.data(), 3));
    const test::MadePair<3> made(a, b);
    for (const FloatMode& mode : test::float_modes()) {
      on_every_target([&] {
        const BoxGap found = test::in_mode(mode, [&] { return box_gap(made.pair(), u); });
        if (!(found.bound < 0x1p1000)) return;
        gaps.see(Rational(found.value) - exact, Rational(found.bound), mode.name);
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(gaps.seen(), 140 * 4);
  EXPECT_GT(gaps.ratio(), 0.02) << "far from tight: is the test asking anything?";
}

/// Compares the intervals of both algorithms, in all modes.
void see_intervals(const Pair<3>& pair, Verdict verdict, const Rational& depth_squared,
                   WorstRatio& depths, WorstRatio& distances) {
  const Rational distance_squared =
      verdict == Verdict::separated ? test::squared_distance(pair) : 0;
  for (const FloatMode& mode : test::float_modes()) {
    on_every_target([&] {
      Penetration3 depth;
      Distance3 distance;
      const Verdict deep = test::in_mode(mode, [&] { return set_depth(pair, depth); });
      const Verdict apart =
          test::in_mode(mode, [&] { return set_distance(pair, distance).verdict; });
      ASSERT_TRUE(deep == Verdict::undecided || deep == verdict) << mode.name;
      ASSERT_TRUE(apart == Verdict::undecided || apart == verdict) << mode.name;
      if (deep == Verdict::overlapping) {
        depths.see_root_within(depth.depth.lower, depth.depth.upper, depth_squared, mode.name);
      }
      if (apart == Verdict::separated) {
        distances.see_root_within(distance.distance.lower, distance.distance.upper,
                                  distance_squared, mode.name);
      }
    });
  }
}

TEST(BoxBounds, IntervalsOfDepthAndDistance) {
  WorstRatio depths("depth of boxes from the interval's middle");
  WorstRatio distances("distance of boxes from the interval's middle");
  for (const BoxFamily& family : test::kBoxFamilies) {
    SCOPED_TRACE(family.name);
    test::Random random(303);
    for (int i = 0; i < 10 * test::long_run(); ++i) {
      test::BoxPair boxes = family.make(random);
      const bool apart = i % 2 == 0;
      for (double& entry : boxes.b.pose.translation) entry *= apart ? 4 : 1;
      for (std::size_t l = 3; l < boxes.b.pose.rows.size(); l += 4) {
        boxes.b.pose.rows[l] *= apart ? 4 : 1;
      }
      const test::Bodies<3> bodies(boxes.a, boxes.b, 3);
      const Pair<3> pair = test::pair_of(bodies);
      if (!sat::both_boxes(pair)) continue;
      const ExactPenetration exact = exact_penetration(bodies.a(), bodies.b());
      const Rational squared =
          Rational(exact.depth_squared.numerator) / Rational(exact.depth_squared.denominator);
      see_intervals(pair, exact.verdict, squared, depths, distances);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(depths.seen(), 100);
  EXPECT_GT(distances.seen(), 100);
  EXPECT_GT(depths.ratio(), 0.05) << "far from tight: is the test asking anything?";
  EXPECT_GT(distances.ratio(), 0.05);
}

}  // namespace
}  // namespace sunder::detail::boxes
