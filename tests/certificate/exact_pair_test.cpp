// SPDX-License-Identifier: Apache-2.0
//
// The parts of the checks, tested directly: decimal numbers, points and extremes in integers,
// weighted points.
#include "certificate/exact_pair.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "certificate/known_pairs.hpp"
#include "certificate/weighted_point.hpp"
#include "geometry/rational.hpp"

namespace sunder::detail::certificate {
namespace {

using test::Rational;

ExactPair exact(const PosedN& a, const PosedN& b) {
  return {posed_hull(make_body(a)), posed_hull(make_body(b))};
}

/// integer * unit
Rational world(const ExactPair& pair, const BigInt& integer) {
  const Rational ratio = Rational(integer) / Rational(pair.denominator());
  const BigInt power = BigInt(1) << std::abs(pair.exponent());
  return pair.exponent() < 0 ? Rational(ratio / Rational(power))
                             : Rational(ratio * Rational(power));
}

struct Scales {
  double vertices_a;
  double vertices_b;
  double linear_a;
  double offset_b;
};

class ExactPairOf : public testing::TestWithParam<Scales> {
 protected:
  std::vector<double> corners(double scale) const {
    std::vector<double> out = {0, 0, 0, 3, 0, 0, 1, 5, 0, -2, 0.5, 7, -2, -1, -7};
    for (double& x : out) x *= scale;
    return out;
  }
  std::vector<double> rows_ = {GetParam().linear_a * 2, 1, 0, 4, 0, -0.125, 3, 0, 1, 0, 8, -1};
  std::vector<double> moved_ = {1, 0, 0, GetParam().offset_b, 0, 1, 0, 0, 0, 0, 1, 0};
  std::vector<double> corners_a_ = corners(GetParam().vertices_a);
  std::vector<double> corners_b_ = corners(GetParam().vertices_b);
  PolytopeN a_ = test::body(3, corners_a_);
  PolytopeN b_ = test::body(3, corners_b_);
  PoseN pose_a_ = test::matrix_pose(3, rows_);
  PoseN pose_b_ = test::matrix_pose(3, moved_);
  ExactPair pair_ = exact({a_, pose_a_}, {b_, pose_b_});
};
INSTANTIATE_TEST_SUITE_P(Scales, ExactPairOf,
                         testing::Values(Scales{1, 1, 1, 0}, Scales{1, 1, 1, 1e-300},
                                         Scales{0, 1, 1, 0}, Scales{0, 0, 1, 0},
                                         Scales{1e300, 0x1p-1000, 1, 3},
                                         Scales{1, 1, 5e-324, 1e300},
                                         Scales{1e-300, 1e300, 0, 5e-324}));

TEST_P(ExactPairOf, HoldsTheWorldPoints) {
  const auto expect = [this](const ExactBody& body, const std::vector<double>& corners,
                             const std::vector<double>& rows) {
    for (std::int32_t kept = 0; kept < body.count(); ++kept) {
      const auto caller = static_cast<std::size_t>(body.caller_index(kept));
      const IntegerVector point = body.point(kept);
      for (std::size_t i = 0; i < 3; ++i) {
        Rational sum(rows[4 * i + 3]);
        for (std::size_t k = 0; k < 3; ++k) {
          sum += Rational(rows[4 * i + k]) * Rational(corners[3 * caller + k]);
        }
        EXPECT_EQ(world(pair_, point[i]), sum);
      }
    }
  };
  expect(pair_.a(), corners_a_, rows_);
  expect(pair_.b(), corners_b_, moved_);
}

TEST_P(ExactPairOf, ExtremesAreThoseOfThePoints) {
  for (const IntegerVector& u : std::vector<IntegerVector>{
           {1, 0, 0}, {0, -1, 0}, {7, -3, 2}, {0, 0, 0}, {-1, -1, -1}, {BigInt(1) << 90, 1, -5}}) {
    for (const ExactBody* const body : {&pair_.a(), &pair_.b()}) {
      std::int32_t least = 0;
      std::int32_t greatest = 0;
      const auto value = [&](std::int32_t kept) { return dot(u, body->point(kept)); };
      for (std::int32_t kept = 1; kept < body->count(); ++kept) {
        if (value(kept) < value(least)) least = kept;
        if (value(kept) > value(greatest)) greatest = kept;
      }
      EXPECT_EQ(body->extreme(u, End::least).kept, least);
      EXPECT_EQ(body->extreme(u, End::least).value, value(least));
      EXPECT_EQ(body->extreme(u, End::greatest).kept, greatest);
      EXPECT_EQ(body->extreme(u, End::greatest).value, value(greatest));
    }
  }
}

TEST(ExactPair, FindsWhatABodyKeeps) {
  const PolytopeN triangle = test::body(2, {0, 0, 1, 0, 0, 0, 0.25, 0.25, 0, 1});
  const PoseN identity = PoseN::identity(2);
  const ExactPair pair = exact({triangle, identity}, {triangle, identity});
  const std::vector<std::int32_t> kept = {0, 1, -1, -1, 2};
  for (std::int32_t caller = 0; caller < 5; ++caller) {
    EXPECT_EQ(pair.a().find(caller), kept[static_cast<std::size_t>(caller)]) << caller;
  }
  for (const std::int32_t wrong : {-1, 5, 6, 2147483647}) EXPECT_EQ(pair.a().find(wrong), -1);
}

TEST(ExactNumbers, AreReadUpToTheLongest) {
  ScaledIntegers out;
  std::string reason;
  for (const char* const sign : {"", "-"}) {
    const std::string longest = sign + std::string(65536, '7');
    EXPECT_TRUE(read_numbers({{{1, {}}, {0, longest}}}, "u", out, reason)) << reason;
    // 7 (10^65536 - 1) / 9
    const BigInt value = (boost::multiprecision::pow(BigInt(10), 65536) - 1) / 9 * 7;
    EXPECT_EQ(out.values[1], *sign == '-' ? BigInt(-value) : value);
    EXPECT_FALSE(read_numbers({{{1, {}}, {0, longest + "7"}}}, "u", out, reason));
    EXPECT_EQ(reason, "u[1] is not a decimal integer of at most 65536 digits");
  }
}

TEST(WeightedPoint, IsTheSumOverTheTotal) {
  const PolytopeN segment = test::body(1, {5, 11});
  const PoseN pose = test::matrix_pose(1, {2, 1});
  const ExactPair pair = exact({segment, pose}, {segment, pose});
  WeightedPoint out;
  EXPECT_EQ(read_point(pair.a(), {{{0, {1, {}}}, {1, {0, "2"}}}}, "a", "a", out), "");
  EXPECT_EQ(out.total, 3);
  EXPECT_EQ(world(pair, out.sum[0]), 2 * (5 + 2 * 11) + 3);
  EXPECT_EQ(read_point(pair.a(), {{{1, {0, {}}}, {0, {-1, {}}}}}, "a", "a", out),
            "a[1] has a negative weight");
}

}  // namespace
}  // namespace sunder::detail::certificate
