// SPDX-License-Identifier: Apache-2.0
//
// Intervals that contain the exact distance, with the requested width, and matching points and
// normal.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "query/trap_bodies.hpp"
#include "suite/random.hpp"

namespace sunder::traps {
namespace {

using suite::Bodies;
using suite::Random;
using suite::Rational;

constexpr double kMost = std::numeric_limits<double>::max();
constexpr double kLeast = std::numeric_limits<double>::denorm_min();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <int D>
MeasureOptions<D> with_width(double width) {
  MeasureOptions<D> options;
  options.width = width;
  return options;
}

template <class V>
double norm(const V& v) {
  double squared = 0;
  for (const double entry : v) squared += entry * entry;
  return std::sqrt(squared);
}

/// lower^2 <= squared <= upper^2, exactly.
template <int D>
void expect_holds(const Distance<D>& answer, const Rational& squared, const std::string& name) {
  const Rational lower(answer.distance.lower);
  EXPECT_LE(lower * lower, squared) << name;
  if (answer.distance.upper == kInfinity) return;
  const Rational upper(answer.distance.upper);
  EXPECT_GE(upper * upper, squared) << name;
}

/// The distance of the points lies in the interval, and the normal points along them from a to b.
template <int D>
void expect_points(const Distance<D>& answer, double size, const std::string& name) {
  ASSERT_TRUE(answer.witness.has_value()) << name;
  ASSERT_TRUE(answer.witness.has_value()) << name;
  EXPECT_NEAR(norm(answer.witness->normal), 1, 1e-14) << name;
  auto between = answer.witness->point_b;
  for (std::size_t l = 0; l < between.size(); ++l) between[l] -= answer.witness->point_a[l];
  EXPECT_NEAR(norm(between), answer.distance.upper, 1e-11 * (size + answer.distance.upper)) << name;
  double along = 0;
  for (std::size_t l = 0; l < between.size(); ++l) along += between[l] * answer.witness->normal[l];
  EXPECT_NEAR(along, answer.distance.upper, 1e-11 * (size + answer.distance.upper)) << name;
}

template <int D>
void expect_distance(const BodyData& a, const BodyData& b, const Rational& squared, double size,
                     const std::string& name) {
  const auto d = static_cast<int>(a.vertices.front().size());
  const Bodies<D> bodies(a, b, d);
  for (const double width : {0.0, 1e-9, 1e-15, 1e-300}) {
    const Distance<D> answer = distance(bodies.a(), bodies.b(), with_width<D>(width));
    const Distance<D> swapped = distance(bodies.b(), bodies.a(), with_width<D>(width));
    expect_holds(answer, squared, name);
    expect_holds(swapped, squared, name + ", swapped");
    EXPECT_EQ(answer.verdict, swapped.verdict) << name;
    if (squared == 0) {
      EXPECT_EQ(answer.distance.lower, 0) << name;
      EXPECT_EQ(answer.distance.upper, 0) << name;
      continue;
    }
    EXPECT_EQ(answer.verdict, Verdict::separated) << name;
    EXPECT_GT(answer.distance.lower, 0) << name;
    const double spread = answer.distance.upper - answer.distance.lower;
    const bool neighbours =
        answer.distance.upper <= std::nextafter(answer.distance.lower, kInfinity);
    if (width > 0) {
      EXPECT_TRUE(spread <= width * answer.distance.lower || neighbours) << name << width;
    }
    if (width == 1e-300) {
      EXPECT_TRUE(neighbours) << name;
      EXPECT_EQ(answer.distance.lower, swapped.distance.lower) << name;
      EXPECT_EQ(answer.distance.upper, swapped.distance.upper) << name;
    }
    expect_points(answer, size, name);
    expect_points(swapped, size, name + ", swapped");
  }
}

TEST(Distance, RandomPairsAgainstEnumeration) {
  Random random(81);
  int apart = 0;
  for (int i = 0; i < 160; ++i) {
    const int d = random.in(1, 4);
    const auto body = [&](int shift) {
      BodyData made;
      for (int k = random.in(1, 5); k > 0; --k) {
        auto& vertex = made.vertices.emplace_back();
        for (int l = 0; l < d; ++l) vertex.push_back(random.in(-9, 9) / 8.0);
        vertex.front() += shift / 8.0;
      }
      return made;
    };
    const BodyData a = body(0);
    const BodyData b = body(random.in(0, 20));
    const Rational squared = oracle::brute_force_distance_squared(
        oracle::world_points<Rational>(a), oracle::world_points<Rational>(b));
    apart += squared > 0 ? 1 : 0;
    const std::string name = "pair " + std::to_string(i);
    if (d == 2) expect_distance<2>(a, b, squared, 4, name);
    if (d == 3) expect_distance<3>(a, b, squared, 4, name);
    expect_distance<kRunTime>(a, b, squared, 4, name);
  }
  EXPECT_GT(apart, 60);
}

TEST(Distance, UnderQuaternionsAndMatrices) {
  Random random(82);
  for (int i = 0; i < 40; ++i) {
    const std::array<double, 4> q{random.unit(), random.unit(), -random.unit(), 0.5};
    const BodyData a = with_quaternion(points({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), q);
    const BodyData b = with_matrix(points({{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 1, 1}}),
                                   {1, 0.5, 0, 4, 0, 1, 0.25, random.unit(), 0, 0, 2, 1});
    const Rational squared = oracle::brute_force_distance_squared(
        oracle::world_points<Rational>(a), oracle::world_points<Rational>(b));
    expect_distance<3>(a, b, squared, 8, "pair " + std::to_string(i));
  }
}

TEST(Distance, ExactOnesAreExact) {
  const auto ask = [](const BodyData& a, const BodyData& b) {
    const Bodies<2> bodies(a, b, 2);
    return distance(bodies.a(), bodies.b(), with_width<2>(1e-300));
  };
  const Distance2 five = ask(points({{0, 0}}), points({{3, 4}}));
  EXPECT_EQ(five.distance.lower, 5);
  EXPECT_EQ(five.distance.upper, 5);
  const Distance2 least = ask(points({{0, 0}}), points({{kLeast, 0}}));
  EXPECT_EQ(least.distance.lower, kLeast);
  EXPECT_EQ(least.distance.upper, kLeast);
  const Distance2 below = ask(points({{0, 0}, {kLeast, kLeast}}), points({{kLeast, 0}}));
  EXPECT_EQ(below.distance.lower, 0) << "2^-1074.5 is between 0 and the least double";
  EXPECT_EQ(below.distance.upper, kLeast);
  EXPECT_EQ(below.verdict, Verdict::separated);
  const Distance2 most = ask(points({{0, 0}}), points({{kMost, 0}}));
  EXPECT_EQ(most.distance.lower, kMost);
  EXPECT_EQ(most.distance.upper, kMost);
  const Distance2 beyond = ask(points({{-kMost, 0}}), points({{kMost, 1}}));
  EXPECT_EQ(beyond.distance.lower, kMost);
  EXPECT_EQ(beyond.distance.upper, kInfinity);
  const Distance2 box_gap = ask(box({1, 1}), with_translation(box({1, 1}), {2 + 0x1p-51, 0}));
  EXPECT_EQ(box_gap.distance.lower, 0x1p-51);
  EXPECT_EQ(box_gap.distance.upper, 0x1p-51);
}

TEST(Distance, TouchingGivesACommonPointAndANormal) {
  const std::pair<BodyData, Vector3> others[] = {
      {with_translation(box({1, 1, 1}), {2, 0.5, 0.5}), {1, 0, 0}},
      {with_translation(box({1, 1, 1}), {0.25, -2, 0}), {0, -1, 0}},
      {points({{1, 0.5, 0.25}}), {1, 0, 0}},
      {points({{1, 1, 1}, {3, 3, 3}}), {0, 0, 0}}};
  for (const auto& [other, normal] : others) {
    const Bodies<3> bodies(box({1, 1, 1}), other, 3);
    const Distance3 answer = distance(bodies.a(), bodies.b());
    EXPECT_EQ(answer.verdict, Verdict::touching);
    EXPECT_EQ(answer.distance.lower, 0);
    EXPECT_EQ(answer.distance.upper, 0);
    ASSERT_TRUE(answer.witness.has_value() && answer.witness.has_value());
    EXPECT_NEAR(norm(answer.witness->normal), 1, 1e-14);
    if (norm(normal) > 0) {
      EXPECT_EQ(answer.witness->normal, normal);
    }
    for (std::size_t l = 0; l < 3; ++l) {
      EXPECT_NEAR(answer.witness->point_a[l], answer.witness->point_b[l], 1e-14);
      EXPECT_LE(std::abs(answer.witness->point_a[l]), 1 + 1e-14);
    }
  }
}

TEST(Distance, OverlappingAndEmptyHaveNoPoints) {
  const Bodies<3> deep(box({1, 1, 1}), box({1, 2, 3}), 3);
  const Distance3 overlapping = distance(deep.a(), deep.b());
  EXPECT_EQ(overlapping.verdict, Verdict::overlapping);
  EXPECT_EQ(overlapping.distance.upper, 0);
  EXPECT_FALSE(overlapping.witness.has_value());
  EXPECT_FALSE(overlapping.witness.has_value());

  const Polytope3 nothing;
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  for (const auto& [a, b] : {std::pair{&nothing, &cube}, {&cube, &nothing}, {&nothing, &nothing}}) {
    const Distance3 answer = distance(Posed3{*a}, Posed3{*b});
    EXPECT_EQ(answer.verdict, Verdict::separated);
    EXPECT_EQ(answer.stage, Stage::bounds);
    EXPECT_EQ(answer.distance.lower, kMost);
    EXPECT_EQ(answer.distance.upper, kInfinity);
    EXPECT_FALSE(answer.witness.has_value());
    EXPECT_FALSE(answer.witness.has_value());
    EXPECT_TRUE(verify(Posed3{*a}, Posed3{*b}, certify(Posed3{*a}, Posed3{*b}, answer)));
  }
}

}  // namespace
}  // namespace sunder::traps
