// SPDX-License-Identifier: Apache-2.0
//
// Rotations of the plane against Boost's multiprecision floats, which share no code with the
// library.
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <random>

#include "geometry/float_environment.hpp"
#include "geometry/nearest_double.hpp"
#include "sunder/polytope.hpp"

namespace sunder {
namespace {

using test::Rational;
using Hundred = boost::multiprecision::cpp_bin_float_100;
/// Enough digits to reduce the largest double, 1.8e308, and 90 more.
using FourHundred = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<400>>;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Neither number is a tie, nor so near to one that a hundred digits could not decide.
template <class Float>
bool is_nearest_to(double candidate, const Float& exact) {
  const Float error = abs(Float(candidate) - exact);
  for (const double end : {-kInfinity, kInfinity}) {
    const double neighbour = std::nextafter(candidate, end);
    if (!(error < abs(Float(neighbour) - exact))) return false;
  }
  return true;
}

template <class Float>
void check_angle(double angle) {
  const Pose2 pose = Pose2::from_angle(angle).value();
  ASSERT_TRUE(is_nearest_to<Float>(pose.linear(0, 0), cos(Float(angle)))) << angle;
  ASSERT_TRUE(is_nearest_to<Float>(pose.linear(1, 0), sin(Float(angle)))) << angle;
  ASSERT_EQ(pose.linear(0, 1), -pose.linear(1, 0));
  ASSERT_EQ(pose.linear(1, 1), pose.linear(0, 0));
}

TEST(Turn, CosineAndSineAreNearest) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> turn(-10, 10);
  for (int i = 0; i < 1000; ++i) check_angle<Hundred>(turn(random));
  for (int i = 0; i < 500; ++i) {
    check_angle<Hundred>(std::ldexp(turn(random), static_cast<int>(random() % 140) - 100));
  }
  for (int i = -2000; i <= 2000; ++i) {
    check_angle<Hundred>(i * std::numbers::pi / 4);
    check_angle<Hundred>(std::nextafter(i * std::numbers::pi / 2, kInfinity));
  }
  for (const double angle : {0x1p-30, 0x1p-26, 0x1p-27, 0x1.fffffffffffffp-31, 0.5, 1.0, 2.0}) {
    for (const double near : {angle, std::nextafter(angle, 0), std::nextafter(angle, 9)}) {
      check_angle<Hundred>(near);
      check_angle<Hundred>(-near);
    }
  }
}

TEST(Turn, HugeAnglesAreReducedExactly) {
  std::mt19937_64 random(2);
  // The double nearest to a multiple of pi/2, among all doubles.
  std::vector<double> angles{std::ldexp(6381956970095103.0, 797), 1e300, -1e300, 1e22,
                             std::numeric_limits<double>::max()};
  for (int i = 0; i < 300; ++i) {
    angles.push_back(
        std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 971)));
  }
  for (const double angle : angles) check_angle<FourHundred>(angle);
}

TEST(Turn, SmallAnglesAreTheirOwnSine) {
  for (const double angle : {0.0, -0.0, 5e-324, -5e-324, 0x1p-1022, 1e-300, -0x1p-31}) {
    const Pose2 pose = Pose2::from_angle(angle).value();
    EXPECT_EQ(pose.linear(0, 0), 1);
    EXPECT_EQ(pose.linear(1, 0), angle);
  }
  EXPECT_TRUE(Pose2::from_angle(0).value().is_translation());
  EXPECT_TRUE(Pose2::from_angle(-0.0).value().is_translation());
}

TEST(Turn, NoFloatModeChangesABit) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 200; ++i) {
    const double angle = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                                    static_cast<int>(random() % 200) - 150);
    const Pose2 reference = Pose2::from_angle(angle).value();
    for (const test::FloatMode& mode : test::float_modes()) {
      const Pose2 pose = test::in_mode(mode, [&] { return Pose2::from_angle(angle).value(); });
      ASSERT_TRUE(std::equal(pose.linear_data(), pose.linear_data() + 4, reference.linear_data()))
          << mode.name << " " << angle;
      ASSERT_EQ(pose.least_stretch(), reference.least_stretch()) << mode.name;
      ASSERT_EQ(pose.greatest_stretch(), reference.greatest_stretch()) << mode.name;
    }
  }
}

void check_stretch(double c, double s) {
  const Pose2 pose = Pose2::from_cos_sin(c, s, {5, 6}).value();
  ASSERT_EQ(pose.linear(0, 0), c);
  ASSERT_EQ(pose.linear(0, 1), -s);
  ASSERT_EQ(pose.linear(1, 0), s);
  ASSERT_EQ(pose.linear(1, 1), c);
  ASSERT_EQ(pose.offset(0), 5);
  ASSERT_EQ(pose.offset(1), 6);
  const Rational squared = Rational(c) * Rational(c) + Rational(s) * Rational(s);
  const Rational least(pose.least_stretch());
  ASSERT_LE(least * least, squared) << c << " " << s;
  if (least * least == squared) {
    ASSERT_EQ(pose.least_stretch(), pose.greatest_stretch());
    return;
  }
  ASSERT_EQ(pose.greatest_stretch(), std::nextafter(pose.least_stretch(), kInfinity));
  if (std::isinf(pose.greatest_stretch())) return;
  const Rational greatest(pose.greatest_stretch());
  ASSERT_GE(greatest * greatest, squared) << c << " " << s;
}

TEST(Turn, StretchIsKnownToTheLastBit) {
  std::mt19937_64 random(4);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 2000; ++i) check_stretch(normal(random), normal(random));
  for (int i = 0; i < 1000; ++i) {
    check_stretch(std::ldexp(normal(random), static_cast<int>(random() % 2040) - 1060),
                  std::ldexp(normal(random), static_cast<int>(random() % 2040) - 1060));
  }
  check_stretch(3, 4);
  check_stretch(0.6, 0.8);
  check_stretch(0, 0);
  check_stretch(5e-324, 5e-324);
  check_stretch(0x1p1000, 0);
  check_stretch(0x1p1000, -0x1p1000);
  check_stretch(1.7e308, 1.7e308);
  EXPECT_EQ(Pose2::from_cos_sin(3, 4).value().least_stretch(), 5);
  EXPECT_FALSE(Pose2::from_cos_sin(0x1p1000, 0).value().in_filter_range());
}

TEST(Turn, QuarterTurnsAreExactAsGiven) {
  const Pose2 quarter = Pose2::from_cos_sin(0, 1).value();
  EXPECT_EQ(quarter.linear(0, 1), -1);
  EXPECT_EQ(quarter.least_stretch(), 1);
  EXPECT_EQ(quarter.greatest_stretch(), 1);
  EXPECT_TRUE(Pose2::from_cos_sin(1, 0, {2, 3}).value().is_translation());
}

TEST(Turn, RefusalsSayWhatAndWhere) {
  EXPECT_EQ(Pose2::from_cos_sin(kNaN, 0).error().message, "c is NaN; every entry must be finite");
  EXPECT_EQ(Pose2::from_cos_sin(0, -kInfinity).error().message,
            "s is -infinity; every entry must be finite");
  EXPECT_EQ(Pose2::from_cos_sin(1, 0, {0, kInfinity}).error().message,
            "translation[1] is infinity; every entry must be finite");
  EXPECT_EQ(Pose2::from_angle(kInfinity).error().message,
            "radians is infinity; every angle must be finite");
  EXPECT_EQ(Pose2::from_angle(kNaN).error().code, ErrorCode::not_finite);
  EXPECT_EQ(Pose2::from_angle(1, {kNaN, 0}).error().code, ErrorCode::not_finite);
}

}  // namespace
}  // namespace sunder
