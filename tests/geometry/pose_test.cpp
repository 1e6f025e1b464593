// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

#include "geometry/float_environment.hpp"
#include "geometry/kept_axes.hpp"
#include "geometry/pose_access.hpp"
#include "geometry/rational.hpp"
#include "sunder/polytope.hpp"

namespace sunder {
namespace {

using test::Rational;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
using Quaternion = std::array<double, 4>;

/// R(q) / |q|^2 in rational numbers.
std::array<Rational, 9> exact_rotation(const Quaternion& q) {
  const Rational w(q[0]);
  const Rational x(q[1]);
  const Rational y(q[2]);
  const Rational z(q[3]);
  const Rational n = w * w + x * x + y * y + z * z;
  return {Rational(1 - 2 * (y * y + z * z) / n), Rational(2 * (x * y - w * z) / n),
          Rational(2 * (x * z + w * y) / n),     Rational(2 * (x * y + w * z) / n),
          Rational(1 - 2 * (x * x + z * z) / n), Rational(2 * (y * z - w * x) / n),
          Rational(2 * (x * z - w * y) / n),     Rational(2 * (y * z + w * x) / n),
          Rational(1 - 2 * (x * x + y * y) / n)};
}

std::vector<Quaternion> quaternions() {
  std::vector<Quaternion> all{{1, 0, 0, 0},
                              {0, 0, -3, 0},
                              {1, 1, 1, 1},
                              {0x1p-1074, 0, 0, 0},
                              {0x1p-1074, 0x1p-1073, 0, 0x1p-1074},
                              {1.3e-161, 1.7e-161, -0.9e-161, 1.1e-161},
                              {1e-320, 3e-321, -5e-320, 0},
                              {1.7e308, -1.7e308, 1.7e308, 1.7e308},
                              {1, 1e-17, 0, 0},
                              {1, 1e-300, 1e-10, -1e-8},
                              {1e300, 1e-300, 3, -5e-324}};
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 1500; ++i) {
    Quaternion q{normal(random), normal(random), normal(random), normal(random)};
    const int exponent = static_cast<int>(random() % 2000) - 1060;
    for (double& x : q) {
      const int spread = i % 3 == 0 ? static_cast<int>(random() % 80) : 0;
      x = std::ldexp(x, exponent - spread);
    }
    if (std::any_of(q.begin(), q.end(), [](double x) { return x != 0; })) all.push_back(q);
  }
  return all;
}

/// Returns the axes whose row and column have no other entry.
std::uint32_t axes_kept_by(const std::array<Rational, 9>& r) {
  std::uint32_t kept = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t i = (k + 1) % 3;
    const std::size_t j = (k + 2) % 3;
    const bool keeps =
        r[3 * k + i] == 0 && r[3 * k + j] == 0 && r[3 * i + k] == 0 && r[3 * j + k] == 0;
    kept |= keeps ? 1U << k : 0U;
  }
  return kept;
}

// A matrix computed from an unscaled quaternion of size 1e-161 would be off by 5e12 units, without
// a NaN.
TEST(Pose, KeptAxesOfQuaternionsAreExact) {
  std::array<int, 8> seen{};
  for (const Quaternion& q : quaternions()) {
    for (std::uint32_t zeros = 0; zeros < 16; ++zeros) {
      Quaternion some = q;
      for (std::size_t i = 0; i < 4; ++i) some[i] = (zeros >> i & 1) != 0 ? 0 : q[i];
      if (some == Quaternion{}) continue;
      const Pose3 pose = Pose3::from_wxyz(some).value();
      const std::uint32_t exact = axes_kept_by(exact_rotation(some));
      ++seen[exact];
      for (const test::FloatMode& mode : test::float_modes())
        ASSERT_EQ(test::in_mode(mode, [&] { return detail::kept_axes(pose); }), exact) << mode.name;
    }
  }
  for (const std::size_t kept : {0U, 1U, 2U, 4U, 7U}) EXPECT_GT(seen[kept], 1000) << kept;
}

TEST(Pose, KeptAxesOfMatricesAreExact) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 3000; ++i) {
    std::array<double, 12> rows{};
    std::array<Rational, 9> exact;
    for (std::size_t j = 0; j < 9; ++j) {
      constexpr std::array<double, 6> kEntries{0, -0.0, 0, 0x1p-1074, 1, -0x1p-600};
      rows[j + j / 3] = j % 4 == 0 ? 1 : kEntries[random() % kEntries.size()];
      exact[j] = Rational(rows[j + j / 3]);
    }
    ASSERT_EQ(detail::kept_axes(Pose3::from_matrix(rows).value()), axes_kept_by(exact));
  }
}

TEST(Pose, QuaternionMatrixIsWithinItsBoundInEveryFloatMode) {
  for (const Quaternion& q : quaternions()) {
    const std::array<Rational, 9> exact = exact_rotation(q);
    const Pose3 reference = Pose3::from_wxyz(q).value();
    const Rational bound(0x1p-53);
    for (int i = 0; i < 9; ++i) {
      const Rational error(Rational(reference.linear(i / 3, i % 3)) - exact[std::size_t(i)]);
      ASSERT_LE(error, bound) << q[0] << " " << q[1] << " " << q[2] << " " << q[3];
      ASSERT_GE(error, -bound) << q[0] << " " << q[1] << " " << q[2] << " " << q[3];
    }
    EXPECT_EQ(detail::linear_error(reference), 0x1p-53);
    EXPECT_EQ(detail::least_singular_value(reference), 1);
    EXPECT_EQ(detail::greatest_singular_value(reference), 1);
    for (const test::FloatMode& mode : test::float_modes()) {
      const Pose3 pose = test::in_mode(mode, [&] { return Pose3::from_wxyz(q).value(); });
      ASSERT_TRUE(std::equal(detail::linear_data(pose), detail::linear_data(pose) + 9,
                             detail::linear_data(reference)))
          << mode.name;
      ASSERT_EQ(pose.wxyz(), reference.wxyz()) << mode.name;
    }
  }
}

TEST(Pose, QuaternionIsScaledByAnExactPowerOfTwo) {
  for (const Quaternion& q : quaternions()) {
    const Quaternion scaled = Pose3::from_wxyz(q).value().wxyz();
    double largest = 0;
    Rational factor = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      largest = std::max(largest, std::fabs(scaled[i]));
      if (q[i] != 0) factor = Rational(Rational(scaled[i]) / Rational(q[i]));
    }
    for (std::size_t i = 0; i < 4; ++i) {
      ASSERT_EQ(Rational(scaled[i]), Rational(q[i]) * factor);
    }
    ASSERT_GE(largest, 0.5);
    ASSERT_TRUE(largest < 1 || q[0] == 1e300);
  }
}

TEST(Pose, QuarterTurnsAreExact) {
  const Pose3 turn = Pose3::from_wxyz({1, 0, 0, 1}, {1, 2, 3}).value();
  const std::array<double, 9> expected{0, -1, 0, 1, 0, 0, 0, 0, 1};
  for (int i = 0; i < 9; ++i) EXPECT_EQ(turn.linear(i / 3, i % 3), expected[std::size_t(i)]);
  EXPECT_EQ(turn.offset(2), 3);
  EXPECT_TRUE(turn.is_quaternion());
  const Pose3 same = Pose3::from_xyzw({0, 0, 1, 1}, {1, 2, 3}).value();
  EXPECT_EQ(same.wxyz(), turn.wxyz());
}

TEST(Pose, RefusalsSayWhatAndWhere) {
  std::array<double, 12> rows{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  rows[7] = kNaN;
  const auto nan = Pose3::from_matrix(rows);
  ASSERT_FALSE(nan);
  EXPECT_EQ(nan.error().code, ErrorCode::not_finite);
  EXPECT_EQ(nan.error().message, "transform[1][3] is NaN; every entry must be finite");
  rows[7] = -kInfinity;
  EXPECT_EQ(Pose3::from_matrix(rows).error().message,
            "transform[1][3] is -infinity; every entry must be finite");
  EXPECT_EQ(Pose3::translation({0, kInfinity, 0}).error().message,
            "translation[1] is infinity; every entry must be finite");
  EXPECT_EQ(Pose3::from_wxyz({0, 0, -0.0, 0}).error().code, ErrorCode::zero_quaternion);
  EXPECT_EQ(Pose3::from_wxyz({0, kNaN, 0, 0}).error().message,
            "quaternion[1] is NaN; every entry must be finite");
  EXPECT_EQ(Pose3::from_xyzw({0, kNaN, 0, 0}).error().message,
            "quaternion[1] is NaN; every entry must be finite");
  EXPECT_EQ(Pose3::from_wxyz({1, 0, 0, 0}, {kNaN, 0, 0}).error().code, ErrorCode::not_finite);
  EXPECT_EQ(Pose3::from_matrix(std::span(rows).first(11)).error().code, ErrorCode::wrong_shape);
  EXPECT_EQ(Pose2::from_matrix(rows, 3).error().code, ErrorCode::dimension_mismatch);
  EXPECT_EQ(PoseN::from_matrix(rows, 0).error().code, ErrorCode::wrong_shape);
}

TEST(Pose, SubnormalQuaternionIsNotZeroWhereTheHostFlushes) {
  for (const test::FloatMode& mode : test::float_modes()) {
    EXPECT_TRUE(test::in_mode(mode, [] {
      return Pose3::from_wxyz({0, 0x1p-1074, 0, 0}).has_value();
    }));
  }
}

TEST(Pose, IdentityAndTranslationsDoNotStretch) {
  EXPECT_EQ(detail::least_singular_value(Pose3::identity()), 1);
  EXPECT_EQ(detail::greatest_singular_value(Pose3::identity()), 1);
  EXPECT_EQ(&Pose2::identity(), &Pose2::identity());
  EXPECT_EQ(detail::least_singular_value(Pose2::translation({1e300, -5}).value()), 1);
  const PoseN n = PoseN::identity(5);
  EXPECT_EQ(n.dimension(), 5);
  EXPECT_EQ(n.linear(4, 4), 1);
  EXPECT_EQ(n.linear(4, 3), 0);
  EXPECT_EQ(detail::greatest_singular_value(n), 1);
}

Pose3 linear_pose(const std::array<double, 9>& r) {
  std::array<double, 12> rows{};
  for (std::size_t i = 0; i < 9; ++i) rows[i / 3 * 4 + i % 3] = r[i];
  return Pose3::from_matrix(rows).value();
}

/// For any x: least^2 |x|^2 <= |R x|^2 <= greatest^2 |x|^2.
void check_stretch(const Pose3& pose, const std::array<double, 9>& r, const Vector3& x) {
  const test::RationalPoint p = test::rational(x);
  test::RationalPoint image;
  for (std::size_t i = 0; i < 3; ++i) {
    image[i] =
        Rational(r[3 * i]) * p[0] + Rational(r[3 * i + 1]) * p[1] + Rational(r[3 * i + 2]) * p[2];
  }
  const Rational before = test::dot(p, p);
  const Rational after = test::dot(image, image);
  const Rational least(detail::least_singular_value(pose));
  ASSERT_LE(least * least * before, after);
  if (!std::isfinite(detail::greatest_singular_value(pose))) return;
  const Rational greatest(detail::greatest_singular_value(pose));
  ASSERT_GE(greatest * greatest * before, after);
}

TEST(Pose, StretchBoundsHoldInEveryFloatMode) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  for (int round = 0; round < 300; ++round) {
    const Pose3 turn =
        Pose3::from_wxyz({normal(random), normal(random), normal(random), normal(random)}).value();
    std::array<double, 9> r{};
    std::copy(detail::linear_data(turn), detail::linear_data(turn) + 9, r.begin());
    const std::size_t which = random() % 9;
    if (round % 4 == 1) r[which] += std::ldexp(normal(random), -static_cast<int>(random() % 60));
    if (round % 4 == 2) std::for_each(r.begin(), r.end(), [](double& x) { x *= 0x1.8p-1060; });
    if (round % 4 == 3) std::for_each(r.begin(), r.end(), [](double& x) { x *= 1000; });
    for (const test::FloatMode& mode : test::float_modes()) {
      const Pose3 pose = test::in_mode(mode, [&] { return linear_pose(r); });
      if (round % 4 == 0) {
        EXPECT_GT(detail::least_singular_value(pose), 1 - 1e-14);
        EXPECT_LT(detail::greatest_singular_value(pose), 1 + 1e-14);
      } else if (round % 4 == 3) {
        EXPECT_GT(detail::least_singular_value(pose), 999);
      }
      for (std::size_t k = 0; k < 3; ++k) check_stretch(pose, r, {r[k], r[3 + k], r[6 + k]});
      for (std::size_t k = 0; k < 3; ++k)
        check_stretch(pose, r, {r[3 * k], r[3 * k + 1], r[3 * k + 2]});
      check_stretch(pose, r, {normal(random), normal(random), normal(random)});
    }
  }
}

TEST(Pose, SingularAndHugeMatricesHaveUselessBoundsOnly) {
  const Pose3 flat = linear_pose({1, 0, 0, 0, 1, 0, 0, 0, 0});
  EXPECT_EQ(detail::least_singular_value(flat), 0);
  EXPECT_TRUE(detail::in_filter_range(flat));
  const Pose3 huge = linear_pose({1e200, 0, 0, 0, 1, 0, 0, 0, 1});
  EXPECT_FALSE(detail::in_filter_range(huge));
  EXPECT_EQ(detail::least_singular_value(huge), 0);
  EXPECT_EQ(detail::greatest_singular_value(huge), kInfinity);
}

}  // namespace
}  // namespace sunder
