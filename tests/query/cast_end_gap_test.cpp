// SPDX-License-Identifier: Apache-2.0
//
// Compares the error of the gap at the end of a linear cast with its bound, in rationals, in every
// rounding mode, flushing or not.
#include <cmath>
#include <limits>

#include "filter/random_specs.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "query/cast/end_gap.hpp"

namespace sunder::detail {
namespace {

using test::BodySpec;
using test::Doubles;
using test::FloatMode;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

double translation(RandomSpecs& random, int size) {
  if (random.chance(6)) return random.in(-3, 3) * 0x1p-1074;
  if (random.chance(4)) return random.spread(80);
  return std::ldexp(random.signed_unit(), size);
}

/// Casts whose ends meet: b moves back by the gap, as exactly as doubles allow.
template <int D>
void cancel(const Rational& gap, const Vector<D>& u, const Vector<D>& from, Vector<D>& to) {
  std::size_t l = 0;
  for (std::size_t k = 1; k < D; ++k) {
    if (std::fabs(u[k]) > std::fabs(u[l])) l = k;
  }
  const Rational step = gap / Rational(u[l]);
  to[l] = Rational(Rational(from[l]) - step).template convert_to<double>();
}

template <int D>
void check(int cases) {
  RandomSpecs random(620 + D);
  WorstRatio whole("gap at the end of a cast");
  WorstRatio along("u . v of it");
  for (int i = 0; i < cases * test::long_run(); ++i) {
    const auto kind = static_cast<RandomSpecs::Kind>(i % RandomSpecs::kKinds);
    const BodySpec a = random.body(D, kind);
    const BodySpec b = random.body(D, kind);
    const Doubles drawn = random.direction(D);
    const int size = random.chance(3) ? 40 : 2;
    Vector<D> u{};
    Vector<D> from{};
    Vector<D> to{};
    for (std::size_t l = 0; l < D; ++l) {
      u[l] = drawn[l];
      from[l] = translation(random, size);
      to[l] = random.chance(3) ? from[l] : translation(random, size);
    }
    const test::Points of_a = test::world(a);
    const test::Points of_b = test::world(b);
    Rational exact = test::exact_gap(of_a, of_b, test::exact(u.data(), D));
    if (random.chance(2)) cancel<D>(exact, u, from, to);
    Rational product = 0;
    for (std::size_t l = 0; l < D; ++l) {
      product += Rational(u[l]) * (Rational(to[l]) - Rational(from[l]));
    }
    exact += product;
    const test::MadePair<D> made(a, b);
    for (const FloatMode& mode : test::float_modes()) {
      SCOPED_TRACE("case " + std::to_string(i));
      Vector<D> velocity{};
      EndGap alone;
      const EndGap end = test::in_mode(mode, [&] {
        for (std::size_t l = 0; l < D; ++l) velocity[l] = to[l] - from[l];
        alone = gap_at_end<D>(DirectionalGap{.value = 0, .error = 0, .vertices = {}}, u, velocity);
        return gap_at_end<D>(FilteredPair<D>(made.pair()).gap(u.data()), u, velocity);
      });
      if (end.usable && end.error < std::numeric_limits<double>::infinity()) {
        whole.see(Rational(end.value) - exact, Rational(end.error), mode.name);
        along.see(Rational(alone.value) - product, Rational(alone.error), mode.name);
      }
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(whole.seen(), cases * 7);
  EXPECT_GT(whole.ratio(), 0.05) << "far from tight: is the test asking anything?";
  EXPECT_GT(along.ratio(), 0.2);
}

TEST(CastEndGap, In2D) { check<2>(1400); }
TEST(CastEndGap, In3D) { check<3>(1400); }

/// A start whose gap is known to be 1: the allowance counted in the comment of gap_at_end().
TEST(CastEndGap, CountsItsRoundings) {
  const DirectionalGap gap{.value = 1, .error = 0, .vertices = {}};
  const EndGap end = gap_at_end<3>(gap, {0.5, 0.25, -1}, {2, 4, 1});
  EXPECT_TRUE(end.usable);
  EXPECT_EQ(end.value, 2);
  EXPECT_GE(end.error, 7 * kUnit * 4);
  EXPECT_LE(end.error, 7 * kUnit * 4 * (1 + 8 * kUnit));
  EXPECT_FALSE(gap_at_end<3>(gap, {1, 0, 0}, {0x1p500, 0, 0}).usable);
}

}  // namespace
}  // namespace sunder::detail
