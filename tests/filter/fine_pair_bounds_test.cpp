// SPDX-License-Identifier: Apache-2.0
//
// Tests Lemma 6, the bounds of twofold arithmetic, and the bounds of doubles in round-to-nearest:
// points and heights against rationals, on every instruction set.
#include <array>
#include <cmath>
#include <cstddef>

#include "filter/random_specs.hpp"
#include "filter/trial.hpp"
#include "filter/worst_ratio.hpp"
#include "lanes/every_target.hpp"

namespace sunder::detail {
namespace {

using test::BodySpec;
using test::Doubles;
using test::Point;
using test::Points;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

/// Bodies with some vertices that tie along an axis, or nearly.
BodySpec draw_body(RandomSpecs& random, RandomSpecs::Kind kind) {
  BodySpec spec = random.body(3, kind);
  const int ties = random.in(0, 20);
  for (int i = 0; i < ties; ++i) {
    Doubles vertex = spec.vertices[0];
    double& entry = vertex[static_cast<std::size_t>(random.in(0, 2))];
    entry *= 1 + random.in(-2, 2) * 0x1p-52;
    spec.vertices.push_back(vertex);
  }
  return spec;
}

TEST(FinePairBounds, PointsAndHeights) {
  RandomSpecs random(190);
  WorstRatio point("point in twofold arithmetic, of an eighth of its bound");
  WorstRatio height("height in twofold arithmetic, of an eighth of its bound");
  WorstRatio plain_point("point in doubles, to nearest");
  WorstRatio plain_gap("gap in doubles, to nearest");
  for (int i = 0; i < 600 * test::long_run(); ++i) {
    const auto kind = static_cast<RandomSpecs::Kind>(i % RandomSpecs::kKinds);
    const BodySpec a = draw_body(random, kind);
    BodySpec b = draw_body(random, random.chance(3) ? RandomSpecs::quaternion : kind);
    if (random.chance(2)) test::bring_together(a, b);
    const Doubles drawn = random.direction(3);
    const Vector3 u{drawn[0], drawn[1], drawn[2]};
    const Points of_a = test::world(a);
    const Points of_b = test::world(b);
    const Point exact_point = test::minus(of_a[0], of_b[0]);
    const Rational exact_height = -test::exact_gap(of_a, of_b, test::exact(u.data(), 3));
    const test::MadePair<3> made(a, b);
    const FilteredPair<3> filtered(made.pair());
    const double error = filtered.gap_error(u.data());
    if (!(error < 0x1p300)) continue;
    Vector3 plain{};
    filtered.difference({0, 0}, plain.data());
    plain_gap.see(Rational(filtered.probe(u.data()).value) + exact_height,
                  Rational(kNearestShare) * Rational(error), "double");
    for (std::size_t l = 0; l < 3; ++l) {
      plain_point.see(Rational(plain[l]) - exact_point[l],
                      Rational(kNearestShare) * Rational(filtered.error(static_cast<int>(l))),
                      "double");
    }
    on_every_target([&] {
      const auto fine = fine_difference(filtered, {0, 0});
      for (std::size_t l = 0; l < 3; ++l) {
        // The share is generous, and a part of it suffices.
        point.see(Rational(fine[l].value) + Rational(fine[l].rest) - exact_point[l],
                  Rational(0x1p-3 * kFineShare) * Rational(filtered.error(static_cast<int>(l))),
                  lanes_target());
      }
      const Rational off = abs(Rational(fine_height(filtered, u)) - exact_height);
      height.see_above(off - Rational(0x1p-52) * abs(exact_height),
                       Rational(0x1p-3 * kFineShare) * Rational(error), lanes_target());
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(point.seen(), 600);
  EXPECT_GT(plain_point.ratio(), 0.1) << "far from tight: is the test asking anything?";
  EXPECT_GT(plain_gap.ratio(), 0.1);
}

/// Quaternions whose squares leave the range of doubles, and of which one entry is much larger than the others.
TEST(FinePairBounds, QuaternionsOfEverySize) {
  RandomSpecs random(191);
  WorstRatio point("points under quaternions of every size, of an eighth of the bound");
  for (int i = 0; i < 300 * test::long_run(); ++i) {
    BodySpec a = draw_body(random, RandomSpecs::quaternion);
    const BodySpec b = draw_body(random, RandomSpecs::plain);
    const int size = random.in(-900, 900);
    for (double& entry : *a.wxyz) {
      const int less =
          i % 4 == 0 ? 500
                     : std::array{0, 0, 3, 60, 500}[static_cast<std::size_t>(random.in(0, 4))];
      int exponent = 0;
      entry = std::ldexp(std::frexp(entry, &exponent), size - less);
    }
    (*a.wxyz)[static_cast<std::size_t>(random.in(0, 3))] = std::ldexp(i % 8 < 4 ? 1.5 : -1.5, size);
    const Point exact_point = test::minus(test::world(a)[0], test::world(b)[0]);
    const test::MadePair<3> made(a, b);
    const FilteredPair<3> filtered(made.pair());
    on_every_target([&] {
      const auto fine = fine_difference(filtered, {0, 0});
      for (std::size_t l = 0; l < 3; ++l) {
        ASSERT_TRUE(std::isfinite(fine[l].value)) << i;
        point.see(Rational(fine[l].value) + Rational(fine[l].rest) - exact_point[l],
                  Rational(0x1p-3 * kFineShare) * Rational(filtered.error(static_cast<int>(l))),
                  lanes_target());
      }
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(point.seen(), 300);
}

}  // namespace
}  // namespace sunder::detail
