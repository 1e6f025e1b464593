// SPDX-License-Identifier: Apache-2.0
//
// Margins with a known answer: exactly at the distance, and one unit in the last place to each
// side.
#include "sunder/margin.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "geometry/float_environment.hpp"
#include "query/margin_oracle.hpp"
#include "suite/random.hpp"

namespace sunder::traps {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
using suite::Bodies;
using suite::Random;

template <int D>
Verdict ask(const Bodies<D>& bodies, const Margin& margin, const Search<D>& options = {}) {
  return compare_to_margin(bodies.a(), bodies.b(), margin, options).value().verdict;
}

/// The verdict in every mode of the host, for a and b and for b and a.
template <int D>
void expect_verdict(Verdict expected, const Bodies<D>& bodies, const Margin& margin) {
  const Margin swapped{margin.distance, margin.radius_b, margin.radius_a};
  for (const test::FloatMode& mode : test::float_modes()) {
    EXPECT_EQ(test::in_mode(mode, [&] { return ask(bodies, margin); }), expected) << mode.name;
    EXPECT_EQ(
        test::in_mode(
            mode,
            [&] { return compare_to_margin(bodies.b(), bodies.a(), swapped).value().verdict; }),
        expected)
        << mode.name << ", swapped";
  }
}

/// The verdict is "exactly" at `margin`, and correct at its neighbours.
template <int D>
void expect_exactly(const Bodies<D>& bodies, double margin) {
  expect_verdict(Verdict::touching, bodies, {margin});
  expect_verdict(Verdict::overlapping, bodies, {std::nextafter(margin, kInfinity)});
  expect_verdict(Verdict::separated, bodies, {std::nextafter(margin, -kInfinity)});
}

BodyData at(BodyData body, const std::vector<double>& place) {
  return with_translation(std::move(body), place);
}

/// 3-4-5 in the plane of x and y, rotated about z by the same angle: no double equals a corner.
const std::array<double, 4> kTurn{2, 0, 0, 1};

TEST(Margin, FiveApartIsExactlyFive) {
  const BodyData cube = box({1, 1, 1});
  expect_exactly(Bodies<3>(cube, at(cube, {5, 6, 0.5}), 3), 5);
  expect_exactly(Bodies<2>(box({1, 1}), at(box({1, 1}), {-5, 6}), 2), 5);
}

TEST(Margin, FacesOfTurnedBodies) {
  const BodyData a = with_quaternion(box({1, 1, 1}), kTurn);
  // Rotated by q, (3, 4, 0) is R e_x * 5, translated: faces are 5 - 2 apart.
  const BodyData b = with_quaternion(box({1, 1, 1}), kTurn, {3, 4, 0});
  const Rational squared = signed_distance_squared(a, b);
  EXPECT_EQ(squared, 9);
  expect_exactly(Bodies<3>(a, b, 3), 3);
}

TEST(Margin, TouchingIsExactlyNothing) {
  const BodyData cube = box({1, 1, 1});
  const Bodies<3> face(cube, at(cube, {2, 0.25, 0}), 3);
  const Bodies<3> corner(cube, at(cube, {2, -2, 2}), 3);
  for (const Bodies<3>* bodies : {&face, &corner}) {
    expect_exactly(*bodies, 0);
    expect_verdict(Verdict::touching, *bodies, {-0.0});
    expect_verdict(Verdict::touching, *bodies, {-0.5, 0.25, 0.25});
    expect_verdict(Verdict::overlapping, *bodies, {0, 0, 5e-324});
    expect_verdict(Verdict::overlapping, *bodies, {1e300});
    expect_verdict(Verdict::separated, *bodies, {-1e300});
  }
}

TEST(Margin, OverlapsByATinyBit) {
  const BodyData cube = box({1, 1, 1});
  for (const double depth : {0x1p-40, 0x1p-52, 0.5}) {
    expect_exactly(Bodies<3>(cube, at(cube, {0, 0.25, 2 - depth}), 3), -depth);
  }
  expect_exactly(Bodies<3>(cube, cube, 3), -2);
  expect_exactly(Bodies<2>(box({1, 2}), box({3, 1}), 2), -3);
  const BodyData turned = with_quaternion(box({1, 1, 1}), kTurn);
  expect_exactly(Bodies<3>(turned, with_quaternion(box({1, 1, 1}), kTurn, {0.75, 1, 0}), 3), -0.75);
}

TEST(Margin, ThreeNumbersAreSummedWithoutRounding) {
  // a ends at -0.1 and b begins at 0.2: the distance is the exact sum, which no double equals.
  const Bodies<2> sum(points({{-1, 0}, {-0.1, 0}}), points({{0.2, 0}, {1, 0}}), 2);
  expect_verdict(Verdict::touching, sum, {0.1, 0.2, 0});
  expect_verdict(Verdict::touching, sum, {0.2, 0, 0.1});
  expect_verdict(Verdict::touching, sum, {0, 0.1, 0.2});
  expect_verdict(Verdict::overlapping, sum, {0.1 + 0.2});
  expect_verdict(Verdict::separated, sum, {0.3});
  // The rounded sum as a distance exceeds the exact one.
  const Bodies<2> rounded(points({{0, 0}}), points({{0.1 + 0.2, 0}}), 2);
  expect_verdict(Verdict::separated, rounded, {0.1, 0.2, 0});
  expect_verdict(Verdict::touching, rounded, {0.1 + 0.2});
  // The part that a rounded sum loses decides.
  const Bodies<2> one(points({{0, 0}}), points({{1, 0}}), 2);
  expect_verdict(Verdict::overlapping, one, {1, 1e-300, 0});
  expect_verdict(Verdict::overlapping, one, {1, 0, 5e-324});
  expect_verdict(Verdict::separated, one, {-1, 2 - 0x1p-52, 5e-324});
  expect_verdict(Verdict::touching, one, {-1, 1, 1});
}

TEST(Margin, AnIrrationalDistanceIsNeverExactly) {
  const BodyData cube = box({1, 1, 1});
  const Bodies<3> apart(cube, at(cube, {3, 3, 0}), 3);
  const double root = std::sqrt(2.0);
  const bool below = Rational(root) * Rational(root) < 2;
  const double low = below ? root : std::nextafter(root, 0.0);
  expect_verdict(Verdict::separated, apart, {low});
  expect_verdict(Verdict::overlapping, apart, {std::nextafter(low, 2.0)});
  // A depth of 1 / sqrt(2), half of the one above.
  const BodyData diamond = points({{1, 0, -1},
                                   {-1, 0, -1},
                                   {0, 1, -1},
                                   {0, -1, -1},
                                   {1, 0, 1},
                                   {-1, 0, 1},
                                   {0, 1, 1},
                                   {0, -1, 1}});
  const Bodies<3> inside(diamond, at(diamond, {1, 0, 0}), 3);
  ASSERT_EQ(signed_distance_squared(diamond, at(diamond, {1, 0, 0})), Rational(-1) / 2);
  expect_verdict(Verdict::separated, inside, {-std::nextafter(low, 2.0) / 2});
  expect_verdict(Verdict::overlapping, inside, {-low / 2});
}

TEST(Margin, RadiiMakeCapsulesAndBalls) {
  const BodyData segment = points({{-1, 0, 0}, {1, 0, 0}});
  const Bodies<3> crossed(segment, at(points({{0, -1, 0}, {0, 1, 0}}), {0, 0, 0.75}), 3);
  expect_verdict(Verdict::touching, crossed, {0, 0.5, 0.25});
  expect_verdict(Verdict::overlapping, crossed, {0, 0.5, 0.25 + 0x1p-54});
  expect_verdict(Verdict::touching, crossed, {-0.25, 0.5, 0.5});
  expect_verdict(Verdict::touching, crossed, {0.25, 0.5, 0});
}

TEST(Margin, BothEndsOfTheRangeOfDoubles) {
  const double most = std::numeric_limits<double>::max();
  const Bodies<2> wide(points({{-most, 0}}), points({{most, 0}}), 2);
  expect_verdict(Verdict::touching, wide, {most, most, 0});
  expect_verdict(Verdict::separated, wide, {most, std::nextafter(most, 0.0), 0});
  expect_verdict(Verdict::overlapping, wide, {most, most, 5e-324});
  const Bodies<2> least(points({{0, 0}}), points({{5e-324, 0}}), 2);
  expect_verdict(Verdict::touching, least, {5e-324});
  expect_verdict(Verdict::separated, least, {0});
  expect_verdict(Verdict::overlapping, least, {0, 5e-324, 5e-324});
  const double tiny = 0x1p-1070;
  const Bodies<2> deep(box({2 * tiny, 2 * tiny}), at(box({2 * tiny, 2 * tiny}), {3 * tiny, 0}), 2);
  expect_verdict(Verdict::touching, deep, {-tiny});
  expect_verdict(Verdict::overlapping, deep, {-tiny + 5e-324});
}

TEST(Margin, TheEmptyBodyIsFartherThanEverything) {
  const Polytope3 nothing;
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  const Pose3 here = Pose3::identity();
  const double most = std::numeric_limits<double>::max();
  const Margin margin{most, most, most};
  EXPECT_EQ(compare_to_margin({nothing, here}, {cube, here}, margin).value().verdict,
            Verdict::separated);
  EXPECT_EQ(compare_to_margin({cube, here}, {nothing, here}, margin).value().verdict,
            Verdict::separated);
}

TEST(Margin, RefusesWhatIsNoMargin) {
  const Bodies<2> bodies(box({1, 1}), box({1, 1}), 2);
  const auto code = [&](const Margin& margin) {
    const auto answer = compare_to_margin(bodies.a(), bodies.b(), margin);
    EXPECT_FALSE(answer.has_value());
    EXPECT_NE(answer.error().message, "");
    return answer.error().code;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double wrong : {nan, -nan, kInfinity, -kInfinity}) {
    EXPECT_EQ(code({wrong}), ErrorCode::not_finite);
    EXPECT_EQ(code({0, wrong, 0}), ErrorCode::not_finite);
    EXPECT_EQ(code({0, 0, wrong}), ErrorCode::not_finite);
  }
  for (const double negative : {-1.0, -5e-324}) {
    EXPECT_EQ(code({0, negative, 0}), ErrorCode::wrong_shape);
    EXPECT_EQ(code({0, 0, negative}), ErrorCode::wrong_shape);
  }
  EXPECT_TRUE(compare_to_margin(bodies.a(), bodies.b(), {-1, -0.0, -0.0}).has_value());
}

TEST(Margin, SaysWhoDecided) {
  const BodyData cube = box({1, 1, 1});
  const Bodies<3> far(cube, at(cube, {9, 0, 0}), 3);
  const Bodies<3> near(cube, at(cube, {0, 2.5, 0.875}), 3);
  const auto answer = [](const Bodies<3>& bodies, double m, const Search3& options) {
    return compare_to_margin(bodies.a(), bodies.b(), {m}, options).value();
  };
  EXPECT_EQ(answer(far, 0.5, {}).stage, Stage::bounds);
  EXPECT_EQ(answer(far, -0.5, {}).stage, Stage::bounds);
  EXPECT_EQ(answer(Bodies<3>(cube, cube, 3), -0.5, {}).stage, Stage::bounds);
  EXPECT_EQ(answer(near, 0.25, {}).stage, Stage::filter);
  EXPECT_EQ(answer(near, 0.5625, {}).stage, Stage::filter);
  EXPECT_EQ(answer(near, 0.25, {}).decided_by, Algorithm::gjk);
  EXPECT_EQ(answer(near, 0.5, {}).stage, Stage::integer);
  EXPECT_EQ(answer(near, 0.5, {}).verdict, Verdict::touching);
  Hint3 hint;
  Counters counters;
  const Search3 options{.hint = &hint, .counters = &counters};
  EXPECT_EQ(answer(near, 0.25, options).verdict, Verdict::separated);
  EXPECT_EQ(hint.verdict, Verdict::separated);
  EXPECT_EQ(answer(near, 0.25, options).stage, Stage::hint);
  EXPECT_EQ(answer(near, 0.5625, options).verdict, Verdict::overlapping);
  EXPECT_EQ(counters.by_stage[static_cast<std::size_t>(Stage::hint)], 1U);
  EXPECT_EQ(counters.by_stage[static_cast<std::size_t>(Stage::filter)], 2U);
  // A hint of another pair is ordinary misuse.
  EXPECT_EQ(answer(Bodies<3>(cube, cube, 3), 0.25, options).verdict, Verdict::overlapping);
  EXPECT_EQ(answer(near, -2.5, options).verdict, Verdict::separated);
}

TEST(Margin, WordsOfThePipe) {
  EXPECT_EQ(to_string(margin_verdict(Verdict::overlapping)), "closer");
  EXPECT_EQ(to_string(margin_verdict(Verdict::touching)), "exactly");
  EXPECT_EQ(to_string(margin_verdict(Verdict::separated)), "farther");
}

BodyData lattice_body(Random& random, int d, int reach) {
  BodyData body;
  for (int k = random.in(1, d == 2 ? 7 : 5); k > 0; --k) {
    auto& vertex = body.vertices.emplace_back();
    for (int l = 0; l < d; ++l) vertex.push_back(random.in(-reach, reach));
  }
  return body;
}

/// Margins about the true one, and the true one itself if it is a double.
std::vector<double> margins_about(const Rational& signed_square, Random& random) {
  const double size = std::sqrt(std::fabs(signed_square.convert_to<double>()));
  const double here = signed_square < 0 ? -size : size;
  return {here,
          std::nextafter(here, kInfinity),
          std::nextafter(here, -kInfinity),
          here + 0.5,
          here - 0.5,
          0,
          static_cast<double>(random.in(-5, 9)) / 2};
}

Margin split(double m, Random& random) {
  if (random.chance(1, 2)) return {m};
  Margin margin;
  margin.radius_a = random.in(0, 3);
  margin.radius_b = random.unit();
  margin.distance = m - margin.radius_a - margin.radius_b;
  return margin;
}

template <int D>
void compare_with_oracle(Random& random, int count) {
  int seen[3] = {};
  for (int i = 0; i < count; ++i) {
    const int reach = random.in(1, 3);
    BodyData a = lattice_body(random, D, reach);
    BodyData b = lattice_body(random, D, reach);
    std::vector<double> place(D, 0);
    place[0] = random.in(0, 3 * reach);
    b = at(b, place);
    const Rational squared = signed_distance_squared(a, b);
    const Bodies<D> bodies(a, b, D);
    for (const double m : margins_about(squared, random)) {
      const Margin margin = split(m, random);
      const Verdict expected = expected_verdict(squared, margin);
      ++seen[static_cast<int>(expected)];
      Search<D> options;
      Hint<D> hint;
      if (random.chance(1, 2)) options.hint = &hint;
      EXPECT_EQ(ask(bodies, margin, options), expected) << "pair " << i << ", margin " << m;
      EXPECT_EQ(ask(bodies, margin, options), expected) << "pair " << i << ", with its hint";
      const Margin swapped{margin.distance, margin.radius_b, margin.radius_a};
      EXPECT_EQ(compare_to_margin(bodies.b(), bodies.a(), swapped).value().verdict, expected);
    }
  }
  for (const int times : seen) EXPECT_GT(times, count / 8);
}

TEST(Margin, AgreesWithEnumerationInThePlane) {
  Random random(401);
  compare_with_oracle<2>(random, 300);
}

TEST(Margin, AgreesWithEnumerationInSpace) {
  Random random(402);
  compare_with_oracle<3>(random, 120);
}

/// Every named algorithm gives the same answer.
TEST(Margin, EveryAlgorithmAgrees) {
  Random random(403);
  for (int i = 0; i < 25; ++i) {
    BodyData a = lattice_body(random, 3, 2);
    BodyData b = at(lattice_body(random, 3, 2), {static_cast<double>(random.in(0, 5)), 0.5, 0});
    const Rational squared = signed_distance_squared(a, b);
    const Bodies<3> bodies(a, b, 3);
    for (const double m : margins_about(squared, random)) {
      for (const AlgorithmInfo& algorithm : algorithms()) {
        Search3 options;
        options.algorithm = algorithm.id;
        EXPECT_EQ(ask(bodies, {m}, options), expected_verdict(squared, {m}))
            << algorithm.name << ", pair " << i << ", margin " << m;
      }
    }
  }
}

BodyData scaled(BodyData body, double factor) {
  for (auto& vertex : body.vertices) {
    for (double& x : vertex) x *= factor;
  }
  for (double& x : body.pose.translation) x *= factor;
  return body;
}

TEST(Margin, PowersOfTwoChangeNothing) {
  Random random(404);
  for (int i = 0; i < 40; ++i) {
    const BodyData a = lattice_body(random, 3, 2);
    const BodyData b = at(lattice_body(random, 3, 2), {static_cast<double>(random.in(0, 5)), 0, 1});
    const Rational squared = signed_distance_squared(a, b);
    for (const int exponent : {-1000, -300, -30, 40, 160, 900}) {
      const double factor = std::ldexp(1.0, exponent);
      const Bodies<3> bodies(scaled(a, factor), scaled(b, factor), 3);
      for (const double m : margins_about(squared, random)) {
        if (m != 0 && std::fabs(m) < 1e-300) continue;  // its scaled value may be no double
        EXPECT_EQ(ask(bodies, {m * factor}), expected_verdict(squared, {m}))
            << "pair " << i << ", 2^" << exponent;
      }
    }
  }
}

TEST(Margin, TurnedBodiesKeepTheirAnswer) {
  Random random(405);
  for (int i = 0; i < 40; ++i) {
    const BodyData a = with_quaternion(lattice_body(random, 3, 2), {1, 2, 2, 4});
    const BodyData b =
        with_quaternion(lattice_body(random, 3, 2), {1, 2, 2, 4}, {random.in(0, 5) + 0.5, 1, 0});
    const Rational squared = signed_distance_squared(a, b);
    const Bodies<3> bodies(a, b, 3);
    for (const double m : margins_about(squared, random)) {
      EXPECT_EQ(ask(bodies, {m}), expected_verdict(squared, {m})) << "pair " << i;
    }
  }
}

}  // namespace
}  // namespace sunder::traps
