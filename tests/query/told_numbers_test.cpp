// SPDX-License-Identifier: Apache-2.0
//
// The unproven fields of answers: points, normals, and exact numbers as doubles or as words.
#include <array>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "query/interval.hpp"
#include "query/proof_numbers.hpp"
#include "sunder/sunder.hpp"

namespace sunder::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(ToldNumbers, APointBeyondTheDoublesIsNone) {
  std::optional<Witness<3>> sound(std::in_place);
  keep_finite(sound);
  EXPECT_TRUE(sound.has_value());
  for (const double bad : {kInfinity, -kInfinity, std::nan("")}) {
    for (std::size_t l = 0; l < 3; ++l) {
      std::optional<Witness<3>> of_a(std::in_place), of_b(std::in_place);
      of_a->point_a[l] = bad;
      of_b->point_b[l] = bad;
      keep_finite(of_a);
      keep_finite(of_b);
      EXPECT_FALSE(of_a.has_value() || of_b.has_value()) << bad << ' ' << l;
    }
  }
}

TEST(ToldNumbers, PointsAreMeansByWeightsOfAnySum) {
  const std::vector<Vector3> corners{{0, 0, 0}, {8, 0, 0}, {0, 8, 0}, {0, 0, 8}};
  const Polytope3 hull = Polytope3::from_points(corners).value();
  const Pose3 stay = Pose3::identity();
  const Pose3 up = Pose3::translation({0, 0, 16}).value();
  const Pair<3> pair{make_body_of(hull, stay), make_body_of(hull, up)};
  const std::array pairs{IndexPair{0, 3}, IndexPair{1, 1}, IndexPair{2, 1}};
  const std::array weights{2.0, 4.0, 10.0};
  std::optional<Witness<3>> witness;
  set_witness<3>(pair, pairs, weights, {0, 0, 2}, witness);
  Vector3 a{}, b{};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3 x = world_point(pair.a, pairs[i].a);
    const Vector3 y = world_point(pair.b, pairs[i].b);
    for (std::size_t l = 0; l < 3; ++l) {
      a[l] += weights[i] * x[l] / 16;  // exact: all are small integers
      b[l] += weights[i] * y[l] / 16;
    }
  }
  ASSERT_TRUE(witness.has_value());
  EXPECT_EQ(witness->point_a, a);
  EXPECT_EQ(witness->point_b, b);
  EXPECT_EQ(witness->normal, (Vector3{0, 0, 1}));
  set_witness<3>(pair, pairs, weights, {0, 0, 0}, witness);
  EXPECT_FALSE(witness.has_value());
}

TEST(ToldNumbers, ANormalHasLengthOneAndNoNegativeZero) {
  Vector3 normal{};
  EXPECT_FALSE(set_normal<3>({0, 0, 0}, normal));
  EXPECT_EQ(normal, Vector3{});
  EXPECT_TRUE(set_normal<3>({-0.0, 3, -4}, normal));
  EXPECT_EQ(std::bit_cast<std::uint64_t>(normal[0]), 0u);
  EXPECT_EQ(normal[1], 3.0 / 5);
  EXPECT_EQ(normal[2], -4.0 / 5);
}

TEST(ToldNumbers, AWholeNumberOfUpTo53BitsIsADoubleAlone) {
  const BigInt least_long = BigInt(1) << 53;
  for (const BigInt& value : {BigInt(0), BigInt(-7), BigInt(least_long - 1), BigInt(1 - least_long),
                              BigInt((BigInt(1) << 52) - 1)}) {
    const ExactNumber number = exact_number(value);
    EXPECT_EQ(number.value, value.convert_to<double>());
    EXPECT_TRUE(number.integer.empty()) << value.str();
  }
  for (const BigInt& value : {least_long, BigInt(-least_long - 1)}) {
    EXPECT_EQ(exact_number(value).integer, value.str());
  }
}

}  // namespace
}  // namespace sunder::detail
