// SPDX-License-Identifier: Apache-2.0
//
// Where in their intervals the exact numbers lie that lists of axes tell of small hulls and of
// polygons, by enumeration in rationals, on every instruction set and in every rounding mode,
// flushing or not: depths, and the distance of polygons.
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "lanes/every_target.hpp"
#include "narrow/hard_overlaps.hpp"
#include "narrow/sat/polygon_distance.hpp"
#include "narrow/sat/polygon_verdict.hpp"
#include "narrow/sat/sat.hpp"
#include "oracle/brute_force_depth.hpp"

namespace sunder::detail::sat {
namespace {

using test::FloatMode;
using test::Overlap;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

template <int D>
struct Reduced {
  test::Made<D> a, b;
  explicit Reduced(const Overlap& drawn)
      : a(test::make<D>(drawn.a, true)), b(test::make<D>(drawn.b, true)) {}
  Pair<D> pair() const { return {a.body(), b.body()}; }
};

Rational squared_depth(const Overlap& drawn) {
  return oracle::brute_force_depth(test::world(drawn.a), test::world(drawn.b)).squared;
}

template <int D>
void see_depth(const Depth<D>& found, const Rational& squared, WorstRatio& ratio,
               const char* mode) {
  if (found.verdict != Verdict::overlapping || found.lower == 0) return;
  ratio.see_root_within(found.lower, found.upper, squared, mode);
}

TEST(SatQuickBounds, DepthsOfSmallHulls) {
  RandomSpecs random(513);
  WorstRatio ratio("depth of small hulls from the interval's middle");
  for (int i = 0; i < 60 * test::long_run(); ++i) {
    const Overlap drawn = test::draw_overlap(random, 3);
    const Reduced<3> made(drawn);
    if (!lists_depth(made.pair())) continue;
    const Rational squared = squared_depth(drawn);
    for (const FloatMode& mode : test::float_modes()) {
      on_every_target([&] {
        const Depth<3> found =
            test::in_mode(mode, [&] { return depth_of_list(FilteredPair<3>(made.pair())); });
        see_depth<3>(found, squared, ratio, mode.name);
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(ratio.seen(), 60 * 8);
  EXPECT_GT(ratio.ratio(), 0.05) << "far from tight: is the test asking anything?";
}

TEST(SatQuickBounds, DepthsOfPolygons) {
  RandomSpecs random(514);
  WorstRatio ratio("depth of polygons from the interval's middle");
  for (int i = 0; i < 100 * test::long_run(); ++i) {
    const Overlap drawn = test::draw_overlap(random, 2);
    const Reduced<2> made(drawn);
    const Rational squared = squared_depth(drawn);
    for (const FloatMode& mode : test::float_modes()) {
      const Depth<2> found =
          test::in_mode(mode, [&] { return penetrate(FilteredPair<2>(made.pair()), {}); });
      see_depth<2>(found, squared, ratio, mode.name);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(ratio.seen(), 100 * 4);
  EXPECT_GT(ratio.ratio(), 0.05) << "far from tight: is the test asking anything?";
}

TEST(SatQuickBounds, DistancesOfPolygons) {
  RandomSpecs random(515);
  WorstRatio ratio("distance of polygons from the interval's middle");
  WorstRatio wide("the same where the interval is wider than asked");
  for (int i = 0; i < 100 * test::long_run(); ++i) {
    Overlap drawn = test::draw_overlap(random, 2);
    const double far = std::ldexp(3, -random.in(0, 3));
    for (double& entry : drawn.b.offset) entry += far * random.signed_unit();
    const Reduced<2> made(drawn);
    if (!are_polygons(made.pair())) continue;
    Rational squared = -1;
    for (const FloatMode& mode : test::float_modes()) {
      on_every_target([&] {
        Distance2 found;
        const bool narrow =
            test::in_mode(mode, [&] { return quick_distance(made.pair(), 0, found); });
        if (found.verdict.verdict != Verdict::separated) return;
        if (squared < 0) {
          squared =
              oracle::brute_force_distance_squared(test::world(drawn.a), test::world(drawn.b));
        }
        WorstRatio& seen = narrow ? ratio : wide;
        seen.see_root_within(found.lower, found.upper, squared, mode.name);
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(ratio.seen(), 100 * 8);
  EXPECT_GT(ratio.ratio(), 0.05) << "far from tight: is the test asking anything?";
}

}  // namespace
}  // namespace sunder::detail::sat
