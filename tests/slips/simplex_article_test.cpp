// SPDX-License-Identifier: Apache-2.0
//
// Errors of "On Convex Polytopes, Collision Detection, and the Simplex Method" (2016), each on
// input for which the printed program fails, or may fail.
#include <cmath>
#include <gtest/gtest.h>

#include "geometry/body.hpp"
#include "narrow/lp/lp.hpp"
#include "sunder/query.hpp"

namespace sunder {
namespace {

Polytope2 hull(std::initializer_list<Vector2> points) {
  return Polytope2::from_points(points).value();
}

Decision ask(const Polytope2& a, const Polytope2& b, Pricing pricing = Pricing::bland) {
  Search2 options;
  options.algorithm = Algorithm::lp;
  options.pricing = pricing;
  return intersects(Posed2{a, Pose2::identity()}, Posed2{b, Pose2::identity()}, options);
}

detail::lp::Basis<2> by_tableau(const Polytope2& a, const Polytope2& b, Trace* trace = nullptr) {
  const detail::Pair<2> pair{detail::make_body(Posed2{a, Pose2::identity()}),
                             detail::make_body(Posed2{b, Pose2::identity()})};
  return detail::lp::solve_tableau<2>(pair, Pricing::bland, trace);
}

// `a.X - b.X < epsilon` holds for every b beyond a.
TEST(Slips, SimplexArticle_TwoSinglePointsWithoutAbsoluteValue) {
  const Polytope2 here = hull({{0, 0}});
  const Polytope2 there = hull({{5, 7}});
  EXPECT_EQ(ask(here, there).verdict, Verdict::separated);
  EXPECT_EQ(ask(there, here).verdict, Verdict::separated);
  EXPECT_EQ(ask(there, there).verdict, Verdict::touching);
}

// Tied rows are searched from the second one on. Here the first one has the smallest index. With it
// the objective leaves 2 after two pivots, without it after three.
TEST(Slips, SimplexArticle_TieBreakSkipsTheFirstRow) {
  Trace trace;
  const auto basis = by_tableau(hull({{1, 1}, {0, -1}}), hull({{0, 0}, {1, 0}}), &trace);
  EXPECT_TRUE(basis.solved);
  EXPECT_TRUE(basis.meets);
  ASSERT_EQ(trace.size(), 5U);
  const double expected[] = {2, 2, 1, 1, 0};
  for (std::size_t i = 0; i < trace.size(); ++i) EXPECT_NEAR(trace[i].value, expected[i], 1e-15);
}

// If no column improves, the loop there reads the entry behind the last reduced cost before it
// tests the bound. In the printed form this changes no answer, on any input. The right side lies
// there, in the same array, and both outcomes of that read end the loop at the same index. Only a
// copy that stores the right side elsewhere reads outside its array. It does so on every separated
// pair, as here: one pivot, then nothing improves. The sanitizers check ours.
TEST(Slips, SimplexArticle_CostRowReadBeforeTheBound) {
  const Polytope2 a = hull({{-1, -1}, {-2, -1}});
  const Polytope2 b = hull({{1, 0}, {1, 1}});
  Trace trace;
  const auto basis = by_tableau(a, b, &trace);
  EXPECT_TRUE(basis.solved);
  EXPECT_FALSE(basis.meets);
  EXPECT_EQ(trace.size(), 2U);
  EXPECT_EQ(ask(a, b).verdict, Verdict::separated);
}

// Everything smaller than 1e-4 is a collision there.
TEST(Slips, SimplexArticle_FixedTolerance) {
  const double apart = 0x1p-15;
  EXPECT_EQ(ask(hull({{0, 0}, {1, 0}, {0, 1}, {1, 1}}),
                hull({{1 + apart, 0}, {2, 0}, {1 + apart, 1}, {2, 1}}))
                .verdict,
            Verdict::separated);
  const double small = 0x1p-17;
  EXPECT_EQ(ask(hull({{0, 0}, {small, 0}}), hull({{0, 2 * small}, {small, 2 * small}})).verdict,
            Verdict::separated);
}

PolytopeN hull_in_4d(const std::vector<double>& points) {
  return PolytopeN::from_points(points.data(), static_cast<std::int64_t>(points.size() / 4), 4,
                                4 * static_cast<std::int64_t>(sizeof(double)))
      .value();
}

// A search that reaches its limit returns its current value, as if it were the minimum. With these
// bodies, which overlap, the article's pivots cycle. From the 6th on, each 6th has the same basis,
// in exact numbers too. After 106 of them the value is 2, "no collision". The cycle results from
// ties up to 1e-4 and from the omitted first row; without either there are 9 pivots.
TEST(Slips, SimplexArticle_LoopLimitOnACycle) {
  const PolytopeN a = hull_in_4d({384, -96, -16, -48,  //
                                  -8, 0, 4, 8,         //
                                  -2, -4, 384, 6,      //
                                  12, 16, 32, -1});
  const PolytopeN b = hull_in_4d({0,   96,  6,  8,    //
                                  256, 0,   8,  32,   //
                                  64,  -24, 8,  -64,  //
                                  -3,  -8,  64, -4,   //
                                  -8,  2,   -8, 32});
  const PoseN still = PoseN::identity(4);
  const PosedN here{a, still};
  const PosedN there{b, still};
  const detail::Pair<kRunTime> pair{detail::make_body(here), detail::make_body(there)};
  Trace trace;
  const auto basis = detail::lp::solve_tableau<kRunTime>(pair, Pricing::bland, &trace);
  EXPECT_TRUE(basis.solved);
  EXPECT_TRUE(basis.meets);
  EXPECT_LT(trace.size(), 20U);
  SearchN options;
  options.algorithm = Algorithm::lp;
  for (const Pricing pricing : {Pricing::bland, Pricing::dantzig, Pricing::support}) {
    options.pricing = pricing;
    EXPECT_EQ(intersects(here, there, options).verdict, Verdict::overlapping);
  }
}

// At its own limit, ours reports that the program is not solved. The integers, which have no limit,
// then decide. Here two polygons of 1000 corners each are one double apart, or touch.
TEST(Slips, SimplexArticle_LoopLimitWithoutAnswer) {
  std::vector<Vector2> left, right, beyond;
  for (int i = -500; i <= 500; ++i) {
    const double y = i;
    left.push_back({-y * y, y});
    right.push_back({y * y, y});
    beyond.push_back({y * y + 0x1p-30, y});
  }
  const auto polygon = [](const std::vector<Vector2>& points) {
    return Polytope2::from_points(points).value();
  };
  for (const Pricing pricing : {Pricing::bland, Pricing::dantzig, Pricing::support}) {
    EXPECT_EQ(ask(polygon(left), polygon(right), pricing).verdict, Verdict::touching);
    EXPECT_EQ(ask(polygon(left), polygon(beyond), pricing).verdict, Verdict::separated);
  }
}

// The minimum of P2 is claimed to bound the distance. It does not: slacks have one sign only there,
// and the weights may stay below 1. These bodies are 1/8 apart, and the minimum is 1.
TEST(Slips, SimplexArticle_MinimumOfP2BoundsNoDistance) {
  const Polytope2 a = hull({{0.125, 0}, {0.25, 0}});
  const Polytope2 b = hull({{0, 0}, {0, -1}});
  EXPECT_DOUBLE_EQ(by_tableau(a, b).objective, 1);
  Search2 options;
  options.algorithm = Algorithm::lp;
  const Distance2 answer =
      distance(Posed2{a, Pose2::identity()}, Posed2{b, Pose2::identity()}, {.search = options});
  const OneNormDistance one_norm =
      one_norm_distance(Posed2{a, Pose2::identity()}, Posed2{b, Pose2::identity()});
  EXPECT_NEAR(one_norm.distance.lower, 0.125, 1e-14);
  EXPECT_NEAR(one_norm.distance.upper, 0.125, 1e-14);
  EXPECT_LE(answer.distance.lower, 0.125);
  EXPECT_GE(answer.distance.upper, 0.125);
}

}  // namespace
}  // namespace sunder
