// SPDX-License-Identifier: Apache-2.0
//
// The exact gap sign: it equals that of the rational gap, or is absent where its rules fail.
#include "filter/expanded_gap.hpp"

#include <cstdlib>

#include "gtest/gtest.h"

#include "filter/exact_world.hpp"
#include "filter/random_specs.hpp"
#include "geometry/float_environment.hpp"

namespace sunder::detail {
namespace {

using test::BodySpec;
using test::Doubles;
using test::FloatMode;
using test::RandomSpecs;

template <int D>
std::optional<int> ask(const BodySpec& a, const BodySpec& b, const Doubles& u) {
  const test::MadePair<D> made(a, b);
  const Pair<D> pair = made.pair();
  return expanded_gap_sign(pair, u.data(), directional_gap(pair, u.data()));
}

int truth(const BodySpec& a, const BodySpec& b, const Doubles& u) {
  return test::sign(
      test::exact_gap(test::world(a), test::world(b), test::exact(u.data(), u.size())));
}

/// A box on a grid of eighths, its lower corner at `corner`.
BodySpec grid_box(RandomSpecs& random, std::size_t d, const Doubles& corner) {
  BodySpec spec{{}, test::identity_matrix(d), corner, {}};
  Doubles extent;
  for (std::size_t k = 0; k < d; ++k) extent.push_back(random.in(1, 16) / 8.0);
  for (unsigned bits = 0; bits < 1U << d; ++bits) {
    Doubles& vertex = spec.vertices.emplace_back();
    for (std::size_t k = 0; k < d; ++k) vertex.push_back((bits >> k & 1) != 0 ? extent[k] : 0);
  }
  return spec;
}

template <int D>
void check_touching_boxes(std::uint64_t seed) {
  RandomSpecs random(seed);
  for (int i = 0; i < 300; ++i) {
    const BodySpec a = grid_box(random, D, Doubles(D, random.in(-20, 20) / 8.0));
    BodySpec b = grid_box(random, D, a.offset);
    const auto axis = static_cast<std::size_t>(random.in(0, D - 1));
    b.offset[axis] += a.vertices.back()[axis];
    Doubles u(D);
    u[axis] = 0.5;
    ASSERT_EQ(ask<D>(a, b, u), 0) << "touching boxes must be answered";
    b.offset[axis] += 0x1p-48;
    ASSERT_EQ(ask<D>(a, b, u), 1);
    b.offset[axis] -= 0x1p-47;
    ASSERT_EQ(ask<D>(a, b, u), -1);
  }
}

TEST(ExpandedGap, AnswersOnTouchingBoxes) {
  check_touching_boxes<2>(61);
  check_touching_boxes<3>(62);
}

template <int D>
void check_signs(std::uint64_t seed, int cases) {
  RandomSpecs random(seed);
  int answered = 0;
  int zero = 0;
  for (int i = 0; i < cases * test::long_run(); ++i) {
    const auto kind = static_cast<RandomSpecs::Kind>(i % RandomSpecs::quaternion);
    const BodySpec a = random.body(D, kind);
    BodySpec b = random.body(D, kind);
    Doubles u = random.direction(D);
    if (random.chance(4)) {
      // A vertex of the same body: exactly zero if it is extreme, for any R.
      b = a;
      b.vertices = {a.vertices[0]};
    } else {
      test::bring_together(a, b);
    }
    const auto sign = ask<D>(a, b, u);
    if (!sign) continue;
    ++answered;
    if (*sign == 0) ++zero;
    ASSERT_EQ(*sign, truth(a, b, u)) << "case " << i << " kind " << kind;
  }
  EXPECT_GT(answered, cases / 3);
  EXPECT_GT(zero, cases / 100);
}

TEST(ExpandedGap, SignsAreExactIn2D) { check_signs<2>(63, 2000); }
TEST(ExpandedGap, SignsAreExactIn3D) { check_signs<3>(64, 2000); }

/// Two points at distance `gap` along x.
struct Points {
  BodySpec a{{{0, 0, 0}}, test::identity_matrix(3), {0, 0, 0}, {}};
  BodySpec b{{{1, 0, 0}}, test::identity_matrix(3), {-1, 0, 0}, {}};
  Doubles u{0.5, 0, 0};
};

TEST(ExpandedGap, SaysNothingOutsideItsRules) {
  ASSERT_EQ(ask<3>(Points{}.a, Points{}.b, Points{}.u), 0);
  Points turned;
  turned.b.wxyz = {1, 0, 0, 0};
  EXPECT_EQ(ask<3>(turned.a, turned.b, turned.u), std::nullopt);
  Points far;
  far.a.offset[1] = 0x1p201;
  EXPECT_EQ(ask<3>(far.a, far.b, far.u), std::nullopt);
  Points small_vertex;
  small_vertex.a.vertices[0][2] = 0x1p-201;
  EXPECT_EQ(ask<3>(small_vertex.a, small_vertex.b, small_vertex.u), std::nullopt);
  Points small_direction;
  small_direction.u[1] = 0x1p-201;
  EXPECT_EQ(ask<3>(small_direction.a, small_direction.b, small_direction.u), std::nullopt);
  Points stretched;
  stretched.b.linear[0] = 0x1p151;
  EXPECT_EQ(ask<3>(stretched.a, stretched.b, stretched.u), std::nullopt);
  Points tied;
  for (int i = 0; i < 20; ++i) tied.a.vertices.push_back({0, 1.0 * i, 1.0 * i * i});
  EXPECT_EQ(ask<3>(tied.a, tied.b, tied.u), std::nullopt);
}

TEST(ExpandedGap, TrapAnotherRoundingModeOrFlushingSaysNothing) {
  const test::MadePair<3> made(Points{}.a, Points{}.b);
  const Doubles u{0.5, 0, 0};
  for (const FloatMode& mode : test::float_modes()) {
    const auto sign = test::in_mode(mode, [&] {
      return expanded_gap_sign(made.pair(), u.data(), directional_gap(made.pair(), u.data()));
    });
    const bool plain = mode.is_plain();
    EXPECT_EQ(sign.has_value(), plain) << mode.name;
  }
}

// The product of the coordinate and the matrix entry rounds to the other body's face.
TEST(ExpandedGap, TrapProductWhoseResidueUnderflowsSaysNothing) {
  Points trap;
  trap.a.vertices[0] = {1.3e-160, 0, 0};
  trap.a.linear[0] = 1.7e-160;
  trap.b.vertices[0] = {1.3e-160 * 1.7e-160, 0, 0};
  trap.b.offset = {0, 0, 0};
  ASSERT_NE(truth(trap.a, trap.b, trap.u), 0) << "the trap does not bite";
  EXPECT_EQ(ask<3>(trap.a, trap.b, trap.u), std::nullopt);
}

}  // namespace
}  // namespace sunder::detail
