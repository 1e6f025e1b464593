// SPDX-License-Identifier: Apache-2.0
//
// Tests cross products alone: their walk by hand, and their proofs for polygons before and after
// contact.
#include "algorithms/polygon_cross_product/edges.hpp"
#include "narrow/algorithm_trials.hpp"
#include "narrow/dispatch.hpp"

namespace sunder::test {
namespace {

const NamedProposer<2> kAlgorithm{detail::polygon_cross_product::propose<2>,
                                  Algorithm::polygon_cross_product};

Trace trace_of(const BodyData& a, const BodyData& b) {
  const Bodies<2> bodies(a, b, 2);
  Trace trace;
  kAlgorithm.propose(detail::FilteredPair<2>(pair_of(bodies)), {nullptr, &trace});
  return trace;
}

TEST(PolygonCrossProduct, TheEdgeThatFacesTheOtherIsAskedFirst) {
  const BodyData square = box_body({1, 1});
  for (const std::vector<double>& t :
       {std::vector<double>{3, 0.5}, {-3, 0.5}, {0.5, 3}, {-0.5, -3}}) {
    const Trace trace = trace_of(square, with_translation(square, t));
    ASSERT_EQ(trace.size(), 1u);
    EXPECT_EQ(trace[0].event, TraceEvent::axis);
    // A side of length 2, scaled to [1/2, 1), times a gap of 1.
    EXPECT_EQ(trace[0].value, 0.5);
    for (std::size_t k = 0; k < 2; ++k) {
      const double expected = std::abs(t[k]) < 1 ? 0.0 : std::copysign(0.5, t[k]);
      EXPECT_EQ(trace[0].direction[k], expected);
    }
    // A reflection reverses the counter-clockwise order and changes nothing else.
    const BodyData mirrored = with_matrix(square, {-1, 0, 0, 0, 1, 0});
    EXPECT_EQ(trace_of(mirrored, with_translation(square, t)).size(), 1u);
  }
}

TEST(PolygonCrossProduct, AnOverlapSettlesEveryEdgeByOneCorner) {
  const BodyData square = box_body({1, 1});
  const BodyData other = with_matrix(square, {0.5, 0.25, 1, -0.25, 0.5, 0.5});
  const Trace trace = trace_of(square, other);
  ASSERT_EQ(trace.size(), 8u);
  for (const TraceStep& step : trace) {
    EXPECT_EQ(step.pairs.size(), 1u);
    EXPECT_LT(step.value, 0);
  }
  EXPECT_TRUE(try_pair<2>(kAlgorithm, square, other, "squares"));
}

TEST(PolygonCrossProduct, CrossingSegmentsOverlapAndPointsAreAskedAlongTheirLine) {
  const BodyData flat{{{-1, 0}, {1, 0}}, {}};
  const BodyData steep{{{0.25, -1}, {0.25, 1}}, {}};
  EXPECT_TRUE(try_pair<2>(kAlgorithm, flat, steep, "crossing"));
  EXPECT_FALSE(try_pair<2>(kAlgorithm, flat, flat, "the same"));
  EXPECT_FALSE(try_pair<2>(kAlgorithm, flat, {{{1, -1}, {1, 1}}, {}}, "end on side"));
  const BodyData point{{{0, 0}}, {}};
  EXPECT_TRUE(try_pair<2>(kAlgorithm, point, {{{3, 4}}, {}}, "two points"));
  EXPECT_FALSE(try_pair<2>(kAlgorithm, point, point, "the same point"));
  EXPECT_TRUE(try_pair<2>(kAlgorithm, point, box_body({1, 1}), "point inside"));
}

TEST(PolygonCrossProduct, HardPairs) {
  const HardCounts counts = try_hard_pairs<2>(1500, 71, kAlgorithm);
  EXPECT_GT(counts.share(Verdict::separated), 0.8);
  EXPECT_GT(counts.share(Verdict::overlapping), 0.8);
  EXPECT_GT(counts.drawn[1], 50);
  EXPECT_EQ(counts.proven[1], 0);
}

// The list is complete, so the algorithm alone proves all that is neither touching nor nearly so.
TEST(PolygonCrossProduct, ProvesClearPairsAlone) {
  for (const Regime regime : kRegimes) {
    EXPECT_EQ(count_proven<2>(regime, 200, 72, kAlgorithm), 200) << to_string(regime);
  }
  EXPECT_EQ(count_proven<2>(Regime::concentric, 200, 72, kAlgorithm), 200);
}

// The first edges tested are near the one that separates, for any number of edges.
TEST(PolygonCrossProduct, ManyCornersFewEdges) {
  BodyData a;
  for (int i = 0; i < 500; ++i) a.vertices.push_back({std::cos(0.0125 * i), std::sin(0.0125 * i)});
  const Trace apart = trace_of(a, with_translation(a, {1.5, 1.5}));
  EXPECT_LE(apart.size(), 3u);
}

}  // namespace
}  // namespace sunder::test
