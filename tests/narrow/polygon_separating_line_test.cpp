// SPDX-License-Identifier: Apache-2.0
//
// Tests bisection of the fan: its queries against scans, the number of its steps, and its proofs
// alone.
#include <limits>

#include "algorithms/polygon_separating_line/fan.hpp"
#include "narrow/algorithm_trials.hpp"
#include "narrow/dispatch.hpp"

namespace sunder::test {
namespace {

using detail::polygon_separating_line::Fan;

const NamedProposer<2> kAlgorithm{detail::polygon_separating_line::propose<2>,
                                  Algorithm::polygon_separating_line};

BodyData circle(int corners) {
  BodyData body;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    body.vertices.push_back({std::cos(angle), std::sin(angle)});
  }
  return body;
}

Trace trace_of(const BodyData& a, const BodyData& b) {
  const Bodies<2> bodies(a, b, 2);
  Trace trace;
  kAlgorithm.propose(detail::FilteredPair<2>(pair_of(bodies)), {nullptr, &trace});
  return trace;
}

// Integer coordinates and directions: both heights are exact, so they must agree, ties included.
TEST(PolygonSeparatingLine, QueriesByHalvingAgreeWithScans) {
  Random random(81);
  int fans = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<double> rows;
    for (int r = 0; r < 6; ++r) rows.push_back(random.in(-2, 2));
    const int points = random.in(3, 40);
    const BodyData data = with_matrix(lattice_body(random, 2, points, 30), rows);
    const Bodies<2> bodies(data, data, 2);
    const auto body = pair_of(bodies).a;
    for (const double sign : {1.0, -1.0}) {
      const Fan fan(body, sign);
      fans += fan.count() > 0;
      for (int k = 0; k < 20; ++k) {
        Vector2 u{};
        for (double& entry : u) entry = random.in(-9, 9);
        const Vector2 p = detail::pull_back(body, u.data(), sign);
        const std::int32_t vertex = fan.extreme(u);
        const double height =
            p[0] * body.hull->coordinate(vertex, 0) + p[1] * body.hull->coordinate(vertex, 1);
        EXPECT_EQ(height, detail::support<2>(*body.hull, p.data()).value) << "body " << i;
      }
    }
  }
  EXPECT_GT(fans, 500);
}

// The range of a cone has exactly the edges whose normals lie in it.
TEST(PolygonSeparatingLine, RangesHoldTheNormalsOfTheCone) {
  Random random(82);
  for (int i = 0; i < 200; ++i) {
    const double mirror = random.chance(1, 2) ? -1 : 1;
    const double shear = random.unit();
    const int corners = random.in(3, 30);
    const BodyData data = with_matrix(circle(corners), {mirror, shear, 0, 0, 1, 0});
    const Bodies<2> bodies(data, data, 2);
    for (const double sign : {1.0, -1.0}) {
      const Fan fan(pair_of(bodies).a, sign);
      const double from = 7 * random.unit();
      const double width = 3 * random.unit();
      const Vector2 right = {std::cos(from), std::sin(from)};
      const Vector2 left = {std::cos(from + width), std::sin(from + width)};
      const Fan::Range range = fan.between(right, left);
      std::int32_t inside = 0;
      for (std::int32_t k = 0; k < fan.count(); ++k) {
        const Vector2 n = fan.normal(k);
        const bool in_cone = detail::cross(right, n) > 0 && detail::cross(n, left) > 0;
        const std::int32_t past = (k - range.first + fan.count()) % fan.count();
        EXPECT_EQ(in_cone, past < range.count) << "cone " << i;
        inside += in_cone;
      }
      EXPECT_EQ(inside, range.count);
    }
  }
}

TEST(PolygonSeparatingLine, StepsByHand) {
  const BodyData square = box_body({1, 1});
  // Along the line of centres the corners (1, 1) and (2, -1) are extreme, 1 apart along x.
  const Trace apart = trace_of(square, with_translation(square, {3, 0}));
  ASSERT_EQ(apart.size(), 1u);
  EXPECT_EQ(apart[0].event, TraceEvent::direction);
  EXPECT_EQ(apart[0].direction, (std::vector<double>{0.75, 0}));
  EXPECT_EQ(apart[0].value, 0.75);
  // Three half-planes of directions exclude all: the last step is the triangle.
  const Trace meeting = trace_of(square, with_translation(square, {1, 0.5}));
  ASSERT_GE(meeting.size(), 4u);
  EXPECT_EQ(meeting.back().event, TraceEvent::simplex);
  EXPECT_EQ(meeting.back().pairs.size(), 3u);
}

TEST(PolygonSeparatingLine, StepsAreLogarithmic) {
  for (const int corners : {100, 1000, 10000}) {
    const BodyData a = circle(corners);
    const int bound = 2 * (static_cast<int>(std::log2(corners)) + 1) + 4;
    for (const double by : {0.5, 1.99, 1.9999999, 2.0000001, 2.001}) {
      const BodyData b = with_matrix(a, {0.96, -0.28, by * 0.6, 0.28, 0.96, by * 0.8});
      EXPECT_LE(trace_of(a, b).size(), static_cast<std::size_t>(bound)) << corners << ' ' << by;
    }
  }
}

TEST(PolygonSeparatingLine, SymmetricBodiesNeedOtherPairs) {
  const BodyData square = box_body({1, 1});
  EXPECT_TRUE(try_pair<2>(kAlgorithm, square, square, "the same square"));
  EXPECT_TRUE(try_pair<2>(kAlgorithm, square, box_body({2, 0.5}), "a cross"));
  EXPECT_FALSE(
      try_pair<2>(kAlgorithm, square, with_translation(square, {2, 2}), "corner on corner"));
}

TEST(PolygonSeparatingLine, AnyStartWillDo) {
  const BodyData square = box_body({1, 1});
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double x : {0.5, 3.0}) {
    const Bodies<2> bodies(square, with_translation(square, {x, 0.25}), 2);
    const detail::FilteredPair<2> filtered(pair_of(bodies));
    for (const Vector2& start : {Vector2{nan, 1}, Vector2{infinity, 0}, Vector2{0, 0},
                                 Vector2{-1, 0}, Vector2{5e-324, 0}, Vector2{0, 1e300}}) {
      const auto proposed = kAlgorithm.propose(filtered, {&start, nullptr});
      EXPECT_EQ(proposed.verdict, x < 2 ? Verdict::overlapping : Verdict::separated);
    }
  }
}

TEST(PolygonSeparatingLine, HardPairs) {
  const HardCounts counts = try_hard_pairs<2>(1500, 83, kAlgorithm);
  EXPECT_GT(counts.share(Verdict::separated), 0.9);
  EXPECT_GT(counts.share(Verdict::overlapping), 0.8);
  EXPECT_GT(counts.drawn[1], 50);
  EXPECT_EQ(counts.proven[1], 0);
}

TEST(PolygonSeparatingLine, ProvesClearPairsAlone) {
  for (const Regime regime : kRegimes) {
    EXPECT_GE(count_proven<2>(regime, 200, 84, kAlgorithm), 198) << to_string(regime);
  }
  EXPECT_GE(count_proven<2>(Regime::concentric, 200, 84, kAlgorithm), 198);
}

}  // namespace
}  // namespace sunder::test
