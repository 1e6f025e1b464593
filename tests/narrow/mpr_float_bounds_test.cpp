// SPDX-License-Identifier: Apache-2.0
//
// The bounds of filter/float_reach.hpp on PosedPoints, against rationals, in every rounding mode,
// with and without flushing. Tested are heights with names in their last bits, points, and minors.
// The allowance for flushing alone is tested on components and heights that have no other error.
#include <cmath>
#include <cstdio>

#include "gtest/gtest.h"

#include "filter/exact_world.hpp"
#include "filter/float_reach.hpp"
#include "filter/random_specs.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "narrow/mpr/trial.hpp"

namespace sunder::detail::mpr {
namespace {

using test::BodySpec;
using test::FloatMode;
using test::Point;
using test::Points;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

struct Seen {
  int suited = 0;
  double worst_height = 0;
  double worst_entry = 0;
  double worst_minor = 0;
};

double ratio(const Rational& off, double bound) {
  return Rational(abs(off) / Rational(bound)).convert_to<double>();
}

Rational exact_minor(const Point& p, const Point& q, const Point& r) {
  return p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) +
         p[2] * (q[0] * r[1] - q[1] * r[0]);
}

void check(const FloatMeasures& found, const Rational& gap, const std::array<Point, 3>& exact,
           const char* mode, Seen& seen) {
  const Rational off = Rational(static_cast<double>(found.height)) + gap;
  ASSERT_LE(abs(off), Rational(found.height_error)) << mode;
  seen.worst_height = std::max(seen.worst_height, ratio(off, found.height_error));
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t l = 0; l < 3; ++l) {
      const Rational apart = Rational(static_cast<double>(found.points[k][l])) - exact[k][l];
      ASSERT_LE(abs(apart), Rational(found.entry_error)) << mode;
      seen.worst_entry = std::max(seen.worst_entry, ratio(apart, found.entry_error));
    }
  }
  const Rational apart =
      Rational(static_cast<double>(found.minor)) - exact_minor(exact[0], exact[1], exact[2]);
  ASSERT_LE(abs(apart), Rational(static_cast<double>(found.minor_error))) << mode;
  seen.worst_minor =
      std::max(seen.worst_minor, ratio(apart, static_cast<double>(found.minor_error)));
}

TEST(MprFloatBounds, HoldInEveryMode) {
  RandomSpecs random(77);
  Seen seen;
  const int cases = 400 * test::long_run();
  for (int i = 0; i < cases; ++i) {
    const auto kind = static_cast<RandomSpecs::Kind>(i % RandomSpecs::kKinds);
    const BodySpec a = random.body(3, kind);
    BodySpec b = random.body(3, random.chance(3) ? RandomSpecs::plain : kind);
    if (random.chance(2)) test::bring_together(a, b);
    const test::MadePair<3> made(a, b);
    const Points of_a = test::world(a);
    const Points of_b = test::world(b);
    std::array<VertexName, 3> names;
    std::array<Point, 3> exact;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto of_first =
          static_cast<std::uint32_t>(random.in(0, static_cast<int>(of_a.size()) - 1));
      const auto of_second =
          static_cast<std::uint32_t>(random.in(0, static_cast<int>(of_b.size()) - 1));
      names[k] = of_first | of_second << 16;
      exact[k] = test::minus(of_a[of_first], of_b[of_second]);
    }
    // Any length that can occur in a search.
    const int length = random.in(-60, 60);
    Float3 u{};
    test::Doubles direction;
    for (float& entry : u) {
      const double wide = random.chance(6) ? 0 : random.signed_unit();
      entry = static_cast<float>(std::ldexp(wide, length));
      direction.push_back(static_cast<double>(entry));
    }
    const Rational gap = test::exact_gap(of_a, of_b, test::exact(direction.data(), 3));
    SCOPED_TRACE("case " + std::to_string(i));
    for (const FloatMode& mode : test::float_modes()) {
      const FloatMeasures found =
          test::in_mode(mode, [&] { return measure_in_floats(made.pair(), u, names); });
      if (!found.suits) continue;
      ++seen.suited;
      check(found, gap, exact, mode.name, seen);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  std::printf("worst |error| / bound: height %.3f, point %.3f, minor %.3f\n", seen.worst_height,
              seen.worst_entry, seen.worst_minor);
  EXPECT_GT(seen.suited, cases * 3) << "of 8 modes each";
  EXPECT_GT(seen.worst_height, 0.05) << "far from tight: is the test asking anything?";
  EXPECT_GT(seen.worst_entry, 0.05);
  EXPECT_GT(seen.worst_minor, 0.0001);
}

/// A single vertex, so that it alone determines the sizes.
BodySpec vertex_at(const test::Doubles& place, double scale) {
  BodySpec spec;
  spec.vertices = {place};
  spec.linear = test::identity_matrix(3, scale);
  spec.offset = {0, 0, 0};
  return spec;
}

/// A matrix that floats flush and an offset as large as possible, or vice versa. Only the first
/// component differs: it belongs to the other body alone.
BodySpec draw_flushed(RandomSpecs& random) {
  const auto below = [&] {
    return 1 - std::ldexp(std::fabs(random.signed_unit()), -random.in(0, 9));
  };
  const bool far = random.chance(2);
  BodySpec spec = vertex_at({}, 0);
  for (std::size_t k = 0; k < 3; ++k) {
    spec.vertices[0].push_back(below() * (far ? 0x1p60 / 3.1 : 0x1p-126));
  }
  for (double& entry : spec.linear) {
    entry = below() * (far ? 0x1p-126 : 0x1p27);
    if (random.chance(3)) entry = -entry;
  }
  return spec;
}

TEST(MprFloatBounds, FlushedComponents) {
  RandomSpecs random(78);
  WorstRatio ratio("what is flushed of a component in floats");
  for (int i = 0; i < 400 * test::long_run(); ++i) {
    const BodySpec a = draw_flushed(random);
    const BodySpec b = vertex_at({1, 0, 0}, 1);
    const Point exact = test::minus(test::world(a)[0], test::world(b)[0]);
    const test::MadePair<3> made(a, b);
    for (const FloatMode& mode : test::float_modes()) {
      const FloatMeasures found = test::in_mode(mode, [&] {
        return measure_in_floats(made.pair(), {1, 0, 0}, {0, 0, 0});
      });
      ASSERT_TRUE(found.suits);
      for (std::size_t l = 1; l < 3; ++l) {
        ratio.see(Rational(static_cast<double>(found.points[0][l])) - exact[l], Rational(0x1p-64),
                  mode.name);
      }
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(ratio.ratio(), 0.1) << "far from tight: is the test asking anything?";
}

/// A float whose leading bit represents 2^(exponent - 1).
double draw_float(RandomSpecs& random, int exponent) {
  return static_cast<double>(
      static_cast<float>(std::ldexp(0.5 + std::fabs(random.signed_unit()) / 2, exponent)));
}

/// The height of two vertices along a direction of floats in every mode, against a bound.
template <class BoundOf>
void see_heights(const test::Doubles& x, const test::Doubles& y, const test::Doubles& u,
                 const BoundOf& bound_of, WorstRatio& ratio) {
  const BodySpec a = vertex_at(x, 1);
  const BodySpec b = vertex_at(y, 1);
  const Rational gap =
      test::exact_gap({test::world(a)}, {test::world(b)}, test::exact(u.data(), 3));
  Float3 along{};
  for (std::size_t k = 0; k < 3; ++k) along[k] = static_cast<float>(u[k]);
  const test::MadePair<3> made(a, b);
  for (const FloatMode& mode : test::float_modes()) {
    const FloatMeasures found = test::in_mode(mode, [&] {
      return measure_in_floats(made.pair(), along, {0, 0, 0});
    });
    ASSERT_TRUE(found.suits);
    ratio.see(Rational(static_cast<double>(found.height)) + gap, Rational(bound_of(found)),
              mode.name);
    if (testing::Test::HasFatalFailure()) return;
  }
}

/// Floats whose products are flushed, and invalid directions.
TEST(MprFloatBounds, FlushedHeights) {
  RandomSpecs random(79);
  WorstRatio ratio("what is flushed of a height in floats");
  const auto floor = [](const FloatMeasures&) { return static_cast<double>(kLeastFloatGapError); };
  for (int i = 0; i < 400 * test::long_run(); ++i) {
    const int size = random.in(-28, -1);
    test::Doubles x, y, u;
    for (std::size_t k = 0; k < 3; ++k) {
      x.push_back(draw_float(random, size));
      y.push_back(-draw_float(random, size));
      u.push_back(random.chance(8) ? 0 : draw_float(random, -125 - size));
    }
    see_heights(x, y, u, floor, ratio);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(ratio.ratio(), 0.03) << "far from tight: is the test asking anything?";
}

/// The shortest directions, most of which a host that reads subnormals as zero loses.
TEST(MprFloatBounds, HeightsAlongShortDirections) {
  RandomSpecs random(80);
  WorstRatio ratio("height in floats along a short direction");
  const auto error = [](const FloatMeasures& found) { return found.height_error; };
  for (int i = 0; i < 100 * test::long_run(); ++i) {
    test::Doubles x, y, u;
    for (std::size_t k = 0; k < 3; ++k) {
      x.push_back(draw_float(random, 26));
      y.push_back(-draw_float(random, 26));
      u.push_back(draw_float(random, -126));
    }
    u[static_cast<std::size_t>(random.in(0, 2))] = -static_cast<double>(kLeastFloatDirection);
    see_heights(x, y, u, error, ratio);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(ratio.seen(), 500);
}

}  // namespace
}  // namespace sunder::detail::mpr
