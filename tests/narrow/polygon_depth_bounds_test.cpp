// SPDX-License-Identifier: Apache-2.0
//
// Tests the position of the exact depth of polygons in two intervals: from a list of axes, and from
// all edges in lanes.
// Enumeration in rationals gives the depth. All rounding modes run, with and without flushing.
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "lanes/every_target.hpp"
#include "narrow/hard_overlaps.hpp"
#include "narrow/sat/polygon_depth.hpp"
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

TEST(PolygonDepthBounds, TheExactDepthIsWithin) {
  RandomSpecs random(514);
  WorstRatio ratio("depth of polygons from the interval's middle");
  for (int i = 0; i < 100 * test::long_run(); ++i) {
    const Overlap drawn = test::draw_overlap(random, 2);
    const test::Made<2> a = test::make<2>(drawn.a, true);
    const test::Made<2> b = test::make<2>(drawn.b, true);
    const Rational squared =
        oracle::brute_force_depth(test::world(drawn.a), test::world(drawn.b)).squared;
    for (const FloatMode& mode : test::float_modes()) {
      const Depth<2> found = test::in_mode(mode, [&] {
        return penetrate(FilteredPair<2>({a.body(), b.body()}), {});
      });
      if (found.verdict != Verdict::overlapping || found.lower == 0) continue;
      ratio.see_root_within(found.lower, found.upper, squared, mode.name);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(ratio.seen(), 100 * 4);
  EXPECT_GT(ratio.ratio(), 0.05) << "far from tight: is the test asking anything?";
}

TEST(PolygonDepthBounds, TheExactDepthIsWithinThatOfAllEdges) {
  RandomSpecs random(515);
  WorstRatio ratio("depth of polygons by all edges, from the interval's middle");
  for (int i = 0; i < 100 * test::long_run(); ++i) {
    const Overlap drawn = test::draw_overlap(random, 2);
    const test::Made<2> a = test::make<2>(drawn.a, true);
    const test::Made<2> b = test::make<2>(drawn.b, true);
    const Pair<2> pair{a.body(), b.body()};
    if (!are_polygons(pair)) continue;
    const Rational squared =
        oracle::brute_force_depth(test::world(drawn.a), test::world(drawn.b)).squared;
    on_every_target([&] {
      for (const FloatMode& mode : test::float_modes()) {
        Penetration2 found;
        found.witness.emplace();
        const Verdict verdict =
            test::in_mode(mode, [&] { return set_depth_of_polygons(pair, found); });
        if (verdict != Verdict::overlapping || found.depth.lower <= 0) continue;
        ratio.see_root_within(found.depth.lower, found.depth.upper, squared, mode.name);
      }
    });
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(ratio.seen(), 100 * 4);
  EXPECT_GT(ratio.ratio(), 0.05) << "far from tight: is the test asking anything?";
}

}  // namespace
}  // namespace sunder::detail::sat
