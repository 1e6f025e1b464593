// SPDX-License-Identifier: Apache-2.0
//
// The rules of the exact gap sign from both sides: the accepted sizes, the vertices that count as
// tied, and their largest number.
#include <cmath>

#include "gtest/gtest.h"

#include "filter/exact_world.hpp"
#include "filter/expanded_gap.hpp"

namespace sunder::detail {
namespace {

using test::BodySpec;
using test::Doubles;

const Doubles kAlongX{0.5, 0, 0};

BodySpec body_of(const std::vector<Doubles>& vertices) {
  return {vertices, test::identity_matrix(3), {0, 0, 0}, {}};
}

/// The caller gives the error of the gap.
std::optional<int> ask(const BodySpec& a, const BodySpec& b, const Doubles& u, double error) {
  const test::MadePair<3> made(a, b);
  return expanded_gap_sign(made.pair(), u.data(), {0, error, {}});
}

std::optional<int> ask_alone(const BodySpec& a) { return ask(a, body_of({{1, 1, 1}}), kAlongX, 1); }

ExponentSpan exponents_of(const BodySpec& spec) {
  return test::make<3>(spec).body().hull->exponents;
}

TEST(ExpandedGapRules, CoordinatesHaveTheirBitsBetweenTwoPowers) {
  const BodySpec least = body_of({{1, 1, 0x1p-200}});
  ASSERT_EQ(exponents_of(least).low, -200);
  EXPECT_EQ(ask_alone(least), 0);
  EXPECT_EQ(ask_alone(body_of({{1, 1, 0x1.8p-200}})), std::nullopt);
  const BodySpec greatest = body_of({{-1, 1, 0x1p199}});
  ASSERT_EQ(exponents_of(greatest).top, 200);
  EXPECT_EQ(ask_alone(greatest), 1);
  EXPECT_EQ(ask_alone(body_of({{-1, 1, 0x1p200}})), std::nullopt);
  EXPECT_EQ(ask_alone(body_of({{0, 0, 0}})), 1);
}

TEST(ExpandedGapRules, EachEntryOfAMatrixIsInRange) {
  for (std::size_t i = 0; i < 9; ++i) {
    BodySpec body = body_of({{-3, 0, 0}});
    body.linear[i] = 0x1p-200;
    EXPECT_TRUE(ask_alone(body)) << i;
    body.linear[i] = 0x1p-201;
    EXPECT_EQ(ask_alone(body), std::nullopt) << i;
  }
}

/// `side` = 1: a's highest vertex along u is at height 1, and `count` more are lower by `below`.
/// `side` = -1: b has these, mirrored. The other body is a point at 0.
std::optional<int> ask_near(int side, int count, double below, double error) {
  std::vector<Doubles> vertices{{2.0 * side, 0, 0}};
  for (int i = 1; i <= count; ++i) vertices.push_back({2.0 * side * (1 - below), 1.0 * i, 0});
  const BodySpec body = body_of(vertices);
  const BodySpec point = body_of({{0, 0, 0}});
  return side > 0 ? ask(body, point, kAlongX, error) : ask(point, body, kAlongX, error);
}

// Two heights are each off by the error of the gap. A vertex within twice that error of the highest
// is therefore tied with it.
TEST(ExpandedGapRules, TiedIsWhatIsWithinTwiceTheError) {
  constexpr double kError = 0x1p-10;
  for (const int side : {1, -1}) {
    const double edge = 2 * kError;
    EXPECT_EQ(ask_near(side, 20, edge, kError), std::nullopt);
    EXPECT_EQ(ask_near(side, 20, edge + 0x1p-50, kError), -1);
  }
}

// Fifteen beside the first are sixteen. The row's padding repeats the first vertex, and does not
// count.
TEST(ExpandedGapRules, SixteenMayBeTied) {
  for (const int side : {1, -1}) {
    EXPECT_EQ(ask_near(side, 14, 0, 0x1p-10), -1);
    EXPECT_EQ(ask_near(side, 15, 0, 0x1p-10), -1);
    EXPECT_EQ(ask_near(side, 16, 0, 0x1p-10), std::nullopt);
  }
  // One more vertex, which is lower: the padding begins right behind it.
  std::vector<Doubles> vertices{{-9, 0, 0}};
  for (int i = 0; i < 16; ++i) vertices.insert(vertices.begin(), {2, 1.0 * i, 0});
  EXPECT_EQ(ask(body_of(vertices), body_of({{0, 0, 0}}), kAlongX, 0x1p-10), -1);
}

}  // namespace
}  // namespace sunder::detail
