// SPDX-License-Identifier: Apache-2.0
//
// The bounds of reach.hpp and float_reach.hpp equal the numbers of their lemmas, in rationals. Each
// term of a sum is the greatest in turn. The ranges are tested at their ends.
#include <cmath>
#include <limits>

#include "filter/bare_hull.hpp"
#include "filter/float_reach.hpp"
#include "filter/reach.hpp"

namespace sunder::detail {
namespace {

using test::BareHull;
using test::is_promised;
using test::Rational;
using test::scaling;
using test::two_to;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kFloatBits = 22;

const Rational kUp = 1 + two_to(-30);

/// Sizes of 0; one of the two alone; equal ones; and both in a sum as large as the roundings.
struct Sizes {
  double reach;
  double drift;
};
constexpr Sizes kSizes[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {3, 0x1.8p-51}, {3, 0x1.8p-22}};

TEST(ReachTerms, ErrorsAreThoseOfTheLemmas) {
  for (const Sizes& sizes : kSizes) {
    const Rational size(sizes.reach);
    const Rational drift(sizes.drift);
    const Reach reach{sizes.reach, sizes.drift};
    const Rational unit = two_to(-52);
    const Rational entry = 6 * unit * size + 2 * drift + two_to(-480);
    const Rational most = size + entry;
    EXPECT_TRUE(is_promised(reach.entry_error(), entry));
    EXPECT_TRUE(is_promised(reach.gap_error(), (9 * unit * size + 2 * drift) * kUp));
    EXPECT_TRUE(is_promised(reach.minor_error(),
                            (36 * unit * most + 18 * entry) * most * most * kUp + two_to(-600)));
  }
}

TEST(ReachTerms, ErrorsInFloatsAreThoseOfTheLemmas) {
  for (const Sizes& sizes : kSizes) {
    const Rational size(sizes.reach);
    const Rational drift(sizes.drift);
    const FloatReach reach{sizes.reach, sizes.drift};
    const Rational unit = two_to(-23);
    const Rational more = 1 + two_to(-10);
    for (const int names : {0, 1, 8, 64}) {
      const Rational gap = ((12 + names) * unit * size + 2 * drift) * more;
      EXPECT_TRUE(is_promised(reach.gap_error(names), gap, kFloatBits)) << names;
      const Rational noise = (4 + names) * unit * size;
      EXPECT_TRUE(is_promised(reach.height_noise(names), noise, kFloatBits)) << names;
    }
    const Rational entry = 8 * unit * size + 2 * drift;
    const Rational most = size + entry;
    EXPECT_TRUE(is_promised(reach.entry_error(), entry));
    const Rational minor = (36 * unit * most + 18 * entry) * most * most * more + two_to(-100);
    EXPECT_TRUE(is_promised(reach.minor_error(), minor, kFloatBits));
  }
}

TEST(ReachTerms, SumsAreOfThreeSizes) {
  const double three_and_more[] = {1, 10, 100, 1000};
  EXPECT_EQ(sum_of_three(three_and_more), 111);
  EXPECT_EQ(sum_of_sizes({1, 10, 100}), 111);
  EXPECT_EQ(sum_of_sizes({-1, -10, -100}), 111);
}

TEST(ReachTerms, RangesAreOpen) {
  EXPECT_FALSE((Reach{0x1p-60, 0}).in_range());
  EXPECT_TRUE((Reach{std::nextafter(0x1p-60, 1.0), 0}).in_range());
  EXPECT_TRUE((Reach{std::nextafter(0x1p60, 1.0), 0}).in_range());
  EXPECT_FALSE((Reach{0x1p60, 0}).in_range());
  EXPECT_FALSE((Reach{kInfinity, 0}).in_range());
}

class ReachOfPair : public testing::Test {
 protected:
  ReachOfPair() : a_(3), b_(3) {}
  Pair<3> pair() const { return {{&a_.block, &pose_a_}, {&b_.block, &pose_b_}}; }
  Reach reach() const { return reach_of(pair(), offset_of(pair())); }

  BareHull a_;
  BareHull b_;
  Pose<3> pose_a_ = scaling<3>(1, {0, 0, 0});
  Pose<3> pose_b_ = scaling<3>(1, {0, 0, 0});
};

TEST_F(ReachOfPair, IsTheSumOfSizesTimesStretchesAndTheOffset) {
  a_.max_abs = {1, 10, 100, 5000};
  EXPECT_TRUE(is_promised(reach().reach, 111 * kUp));
  b_.max_abs = {3, 30, 300, 5000};
  EXPECT_TRUE(is_promised(reach().reach, 444 * kUp));
  pose_a_ = scaling<3>(4, {1, 2, 3});
  pose_b_ = scaling<3>(8, {-1000, 4000, 70003});
  const Rational turned = Rational(detail::greatest_singular_value(pose_a_)) * 111 +
                          Rational(detail::greatest_singular_value(pose_b_)) * 333;
  EXPECT_TRUE(is_promised(reach().reach, (turned + 1001 + 3998 + 70000) * kUp));
  EXPECT_EQ(reach().drift, 0);
}

TEST_F(ReachOfPair, DriftsByTheErrorOfEachQuaternion) {
  const Pose<3> turned = Pose<3>::from_wxyz({1, 2, 3, 4}).value();
  const Pose<3> still = scaling<3>(1, {0, 0, 0});
  const Rational rho = two_to(-53);
  a_.max_abs = {1, 10, 100, 5000};
  b_.max_abs = {3, 30, 300, 5000};
  pose_a_ = turned;
  EXPECT_TRUE(is_promised(reach().drift, rho * 111 * kUp));
  pose_b_ = turned;
  EXPECT_TRUE(is_promised(reach().drift, rho * 444 * kUp));
  pose_a_ = still;
  EXPECT_TRUE(is_promised(reach().drift, rho * 333 * kUp));
}

TEST_F(ReachOfPair, IsInfiniteIfEitherBodyIsOutOfRange) {
  a_.max_abs = b_.max_abs = {1, 1, 1};
  EXPECT_TRUE(reach().in_range());
  for (BareHull* const hull : {&a_, &b_}) {
    hull->block.in_filter_range = false;
    EXPECT_EQ(reach().reach, kInfinity);
    EXPECT_EQ(reach().drift, 0);
    hull->block.in_filter_range = true;
  }
}

TEST_F(ReachOfPair, SuitsFloatsBetweenItsOpenEnds) {
  const auto suits = [&](double size) { return suits_floats(pair(), {size, 0}); };
  EXPECT_FALSE(suits(0x1p-30));
  EXPECT_TRUE(suits(std::nextafter(0x1p-30, 1.0)));
  EXPECT_TRUE(suits(std::nextafter(0x1p30, 1.0)));
  EXPECT_FALSE(suits(0x1p30));
}

TEST_F(ReachOfPair, SuitsFloatsUpToItsSumOfSizes) {
  const double below = 0x1p59 - 0x1p7;  // so that the sum is the double below 2^60
  a_.max_abs = {0x1p58, 0x1p57, 0x1p57};
  b_.max_abs = {0x1p58, 0x1p58, 0};
  EXPECT_FALSE(suits_floats(pair(), {1, 0}));
  b_.max_abs = {0, below, 0};
  EXPECT_TRUE(suits_floats(pair(), {1, 0}));
  a_.max_abs = {0x1p60, 0, 0};
  b_.max_abs = {0x1p60, 0, 0};
  EXPECT_FALSE(suits_floats(pair(), {1, 0}));
}

/// Returns a scaling whose upper bound is `stretch` up to some units in the last place.
Pose<3> stretching(double stretch) { return scaling<3>(stretch, {0, 0, 0}); }

TEST_F(ReachOfPair, SuitsFloatsUpToItsSumOfStretches) {
  // b's bound is small, so that its own error vanishes in the sum.
  pose_a_ = stretching(0x1p30 - 0x1p10);
  const double rest = 0x1p30 - detail::greatest_singular_value(pose_a_);
  const auto sum = [&] {
    return detail::greatest_singular_value(pose_a_) + detail::greatest_singular_value(pose_b_);
  };
  pose_b_ = stretching(rest);
  ASSERT_EQ(sum(), 0x1p30);
  EXPECT_FALSE(suits_floats(pair(), {1, 0}));
  pose_b_ = stretching(rest - 0x1p-23);
  ASSERT_EQ(sum(), std::nextafter(0x1p30, 1.0));
  EXPECT_TRUE(suits_floats(pair(), {1, 0}));
  pose_a_ = pose_b_ = stretching(0x1p30);
  EXPECT_FALSE(suits_floats(pair(), {1, 0}));
}

}  // namespace
}  // namespace sunder::detail
