// SPDX-License-Identifier: Apache-2.0
//
// Tests the linear program in the plane: its optimum by hand and by trying all lines, and its
// proofs.
#include "algorithms/polygon_lp/program.hpp"
#include "narrow/algorithm_trials.hpp"
#include "narrow/dispatch.hpp"

namespace sunder::test {
namespace {

using detail::FilteredPair;
using detail::polygon_lp::Program;
using detail::polygon_lp::Shuffle;

const NamedProposer<2> kAlgorithm{detail::polygon_lp::propose<2>, Algorithm::polygon_lp};

TEST(PolygonLp, TheOrderHoldsEveryNumberOnce) {
  for (std::uint32_t count = 1; count < 300; ++count) {
    const Shuffle shuffle(count);
    std::vector<bool> seen(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t at = shuffle(i);
      ASSERT_LT(at, count);
      EXPECT_FALSE(seen[at]);
      seen[at] = true;
    }
  }
}

// Constraint k is the last of a basis with probability 3/k: the sum over 10,000 is about 3 ln
// 10,000 = 28.
TEST(PolygonLp, TheOrderIsRandomEnough) {
  BodyData a;
  for (int i = 0; i < 10000; ++i) {
    const double angle = 2 * std::numbers::pi * i / 10000;
    a.vertices.push_back({std::cos(angle), std::sin(angle)});
  }
  const Bodies<2> bodies(a, with_translation(box_body({1, 1}), {2.25, 0.5}), 2);
  Trace trace;
  const auto proposed = kAlgorithm.propose(FilteredPair<2>(pair_of(bodies)), {nullptr, &trace});
  EXPECT_EQ(proposed.verdict, Verdict::separated);
  EXPECT_GT(trace.size(), 3u);
  EXPECT_LT(trace.size(), 100u);
}

/// The greatest margin over the tilts where the optimum may change: where two corners of one body
/// have equal height.
double best_margin(const Bodies<2>& bodies) {
  const auto pair = pair_of(bodies);
  std::vector<double> tilts;
  const auto add = [&tilts](const detail::HullBlock& hull) {
    for (std::int32_t i = 0; i < hull.count; ++i) {
      for (std::int32_t j = 0; j < i; ++j) {
        const double rise = hull.coordinate(i, 1) - hull.coordinate(j, 1);
        if (rise != 0) tilts.push_back((hull.coordinate(j, 0) - hull.coordinate(i, 0)) / rise);
      }
    }
  };
  add(*pair.a.hull);
  add(*pair.b.hull);
  double best = -1e300;
  for (const double tilt : tilts) {
    const double u[2] = {1, tilt};
    best = std::max(best, FilteredPair<2>(pair).probe(u).value / 2);
  }
  return best;
}

TEST(PolygonLp, TheOptimumIsTheBestOfAllLines) {
  Random random(91);
  int compared = 0;
  for (int i = 0; i < 300; ++i) {
    const int shift = random.in(-6, 6);
    const BodyData a = lattice_body(random, 2, 8, 9);
    const BodyData b = lattice_body(random, 2, 8, 9, shift);
    const Bodies<2> bodies(a, b, 2);
    const FilteredPair<2> filtered(pair_of(bodies));
    const double expected = best_margin(bodies);
    if (expected < -50) continue;
    Program program(filtered, {1, 0}, 1.0);
    program.solve([] {});
    EXPECT_NEAR(program.margin(), expected, 1e-9) << "pair " << i;
    ++compared;
  }
  EXPECT_GT(compared, 250);
}

TEST(PolygonLp, StepsByHand) {
  const BodyData square = box_body({1, 1});
  const Bodies<2> apart(square, with_translation(square, {3, 0}), 2);
  Trace trace;
  kAlgorithm.propose(FilteredPair<2>(pair_of(apart)), {nullptr, &trace});
  ASSERT_GE(trace.size(), 3u);
  for (std::size_t i = 0; i + 1 < trace.size(); ++i) {
    EXPECT_EQ(trace[i].event, TraceEvent::pivot);
    // Each constraint can only lower the margin.
    if (i > 0) {
      EXPECT_LE(trace[i].value, trace[i - 1].value * (1 + 1e-9));
    }
  }
  EXPECT_EQ(trace.back().event, TraceEvent::direction);
  // The sides that face each other are upright and 1 apart.
  EXPECT_EQ(trace.back().direction[0], 0.75);
  EXPECT_NEAR(trace.back().direction[1], 0, 1e-12);
  EXPECT_NEAR(trace.back().value, 0.75, 1e-12);

  const Bodies<2> meeting(square, with_translation(square, {1, 0.5}), 2);
  trace.clear();
  kAlgorithm.propose(FilteredPair<2>(pair_of(meeting)), {nullptr, &trace});
  ASSERT_FALSE(trace.empty());
  EXPECT_EQ(trace.back().event, TraceEvent::simplex);
  EXPECT_EQ(trace.back().pairs.size(), 3u);
}

TEST(PolygonLp, FlatBodiesAndSymmetricOnes) {
  const BodyData square = box_body({1, 1});
  const BodyData segment{{{-1, -0.5}, {2, 0.75}}, {}};
  const BodyData point{{{0.25, 0.125}}, {}};
  EXPECT_TRUE(try_pair<2>(kAlgorithm, square, segment, "segment"));
  EXPECT_TRUE(try_pair<2>(kAlgorithm, square, point, "point"));
  EXPECT_TRUE(try_pair<2>(kAlgorithm, segment, point, "point off segment"));
  EXPECT_TRUE(try_pair<2>(kAlgorithm, segment, {{{0, 1}, {0.5, -1}}, {}}, "crossing"));
  EXPECT_TRUE(try_pair<2>(kAlgorithm, square, square, "the same square"));
  EXPECT_TRUE(try_pair<2>(kAlgorithm, square, box_body({2, 0.5}), "a cross"));
  EXPECT_FALSE(
      try_pair<2>(kAlgorithm, square, with_translation(square, {2, 2}), "corner on corner"));
  EXPECT_FALSE(try_pair<2>(kAlgorithm, point, point, "the same point"));
}

TEST(PolygonLp, HardPairs) {
  const HardCounts counts = try_hard_pairs<2>(600, 92, kAlgorithm);
  EXPECT_GT(counts.share(Verdict::separated), 0.9);
  EXPECT_GT(counts.share(Verdict::overlapping), 0.8);
  EXPECT_GT(counts.drawn[1], 10);
  EXPECT_EQ(counts.proven[1], 0);
}

TEST(PolygonLp, ProvesClearPairsAlone) {
  for (const Regime regime : kRegimes) {
    EXPECT_GE(count_proven<2>(regime, 80, 93, kAlgorithm), 79) << to_string(regime);
  }
  EXPECT_GE(count_proven<2>(Regime::concentric, 80, 93, kAlgorithm), 79);
}

}  // namespace
}  // namespace sunder::test
