// SPDX-License-Identifier: Apache-2.0
//
// Errors of the SAT article, each with a case that a faithful implementation gets wrong.
#include <cmath>
#include <gtest/gtest.h>

#include "narrow/lattice_bodies.hpp"
#include "narrow/sat/minimal_translation.hpp"

namespace sunder::test {
namespace {

using detail::FilteredPair;

// Its intervals are disjoint even if one ends at the number at which the other begins.
TEST(Slips, SatArticleCallsTouchingDisjoint) {
  const BodyData cube = box_body({1, 1, 1});
  const BodyData square = box_body({1, 1});
  for (const double y : {0.0, 0.5, 2.0}) {
    const Bodies<3> cubes(cube, with_translation(cube, {2, y, 0}), 3);
    oracle::expect_verdict<3>(cubes.a(), cubes.b(), Algorithm::sat, Verdict::touching, "cubes");
    const Bodies<2> squares(square, with_translation(square, {2, y}), 2);
    oracle::expect_verdict<2>(squares.a(), squares.b(), Algorithm::sat, Verdict::touching,
                              "squares");
  }
}

template <int D>
detail::sat::MinimalTranslation<D> way_out(const BodyData& a, const BodyData& b) {
  const Bodies<D> bodies(a, b, D);
  return detail::sat::minimal_translation(FilteredPair<D>(pair_of(bodies)));
}

// A small box in the middle of a large one: along x the intervals share the small one's length, 1.
// To leave, it must move farther, by its own length and the rest of the large one.
TEST(Slips, SatArticleTakesTheOverlapForTheTranslationNeeded) {
  const auto out3 =
      way_out<3>(box_body({4, 5, 6}), with_translation(box_body({0.5, 0.5, 0.5}), {1, 0, 0}));
  ASSERT_TRUE(out3.known);
  EXPECT_EQ(out3.length, 3.5);  // 4 + 0.5 - 1, not 1
  EXPECT_EQ(out3.direction, (Vector3{1, 0, 0}));
  const auto out2 = way_out<2>(box_body({4, 5}), with_translation(box_body({0.5, 0.5}), {-1, 0}));
  ASSERT_TRUE(out2.known);
  EXPECT_EQ(out2.length, 3.5);
  EXPECT_EQ(out2.direction, (Vector2{-1, 0}));
  // Moved by it, the bodies touch; by less they overlap.
  for (const double share : {1.0, 1 - 0x1p-40}) {
    const Bodies<3> moved(box_body({4, 5, 6}),
                          with_translation(box_body({0.5, 0.5, 0.5}), {1 + share * 3.5, 0, 0}), 3);
    EXPECT_EQ(intersects(moved.a(), moved.b()).verdict,
              share == 1 ? Verdict::touching : Verdict::overlapping);
  }
}

// It omits cross products that are exactly zero. Nearly parallel edges have one that consists of
// rounding errors. In this pair it has an arbitrary direction, and as an axis it may give any
// answer.
TEST(Slips, SatArticleTestsNearParallelEdgesAgainstZero) {
  const BodyData box = box_body({1, 0.5, 0.25});
  for (int bit = 30; bit <= 60; ++bit) {
    const double hair = std::ldexp(1.0, -bit);
    for (const double gap : {-0x1p-20, 0.0, 0x1p-20}) {
      const BodyData a = with_quaternion(box, {0.8, 0.6, 0, 0});
      const BodyData b = with_quaternion(box, {0.8, 0.6 + hair, hair, -hair}, {2 + gap, 0, 0});
      const Bodies<3> bodies(a, b, 3);
      oracle::expect_verdict<3>(bodies.a(), bodies.b(), Algorithm::sat, truth(a, b),
                                "2^-" + std::to_string(bit));
    }
  }
}

}  // namespace
}  // namespace sunder::test
