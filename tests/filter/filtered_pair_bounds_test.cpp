// SPDX-License-Identifier: Apache-2.0
//
// Lemma 1's bounds equal the stated ones, in rationals: reach, drift, the error of a gap and of a
// point. Each term is the largest in turn, and the limits of validity are tested.
#include <cmath>
#include <limits>

#include "gtest/gtest.h"

#include "filter/filtered_pair.hpp"
#include "filter/is_about.hpp"
#include "filter/random_specs.hpp"

namespace sunder::detail {
namespace {

using test::BodySpec;
using test::Doubles;
using test::is_about;
using test::kExactUnit;
using test::RandomSpecs;
using test::Rational;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double below(double x) { return std::nextafter(x, 0.0); }
double above(double x) { return std::nextafter(x, kInfinity); }

/// The largest |coordinate| M_k.
Rational most_of(const BodySpec& spec, std::size_t k) {
  Rational most = 0;
  for (const Doubles& vertex : spec.vertices) {
    most = std::max(most, Rational(abs(Rational(vertex[k]))));
  }
  return most;
}

/// A body's share of the bounds, with the library's entries of R.
template <int D>
struct Share {
  Share(const BodySpec& spec, const test::Made<D>& made) : reach(spec.dimension()) {
    const Rational rho(made.pose.linear_error());
    for (std::size_t k = 0; k < reach.size(); ++k) {
      const Rational most = most_of(spec, k);
      drift += rho * most;
      for (std::size_t l = 0; l < reach.size(); ++l) {
        const double entry = made.pose.linear(static_cast<int>(l), static_cast<int>(k));
        reach[l] += (abs(Rational(entry)) + rho) * most;
      }
    }
  }
  std::vector<Rational> reach;
  Rational drift = 0;
};

template <int D>
void check_bounds(const BodySpec& a, const BodySpec& b, const Doubles& u) {
  const std::size_t d = u.size();
  const test::MadePair<D> made(a, b);
  const FilteredPair<D> filtered(made.pair());
  const Share<D> of_a(a, made.a);
  const Share<D> of_b(b, made.b);
  const Rational drift = of_a.drift + of_b.drift;
  const Vector<D> errors = filtered.errors();
  Rational size = 0;
  Rational norm = 0;
  for (std::size_t l = 0; l < d; ++l) {
    const Rational offset = Rational(b.offset[l]) - Rational(a.offset[l]);
    const Rational reach = abs(offset) + of_a.reach[l] + of_b.reach[l];
    EXPECT_TRUE(is_about(filtered.reach()[l], reach)) << l;
    size += abs(Rational(u[l])) * reach;
    norm += abs(Rational(u[l]));
    const Rational error = (d + 3) * kExactUnit * reach + 2 * drift + Rational(0x1p-850);
    EXPECT_TRUE(is_about(filtered.error(static_cast<int>(l)), error)) << l;
    EXPECT_EQ(errors[l], filtered.error(static_cast<int>(l)));
  }
  const Rational error = (2 * d + 3) * kExactUnit * size + 2 * norm * drift + Rational(0x1p-600);
  EXPECT_TRUE(is_about(filtered.gap_error(u.data()), error));
}

/// A body of one vertex, not rotated.
BodySpec point_at(const Doubles& x, const Doubles& offset) {
  return {{x}, test::identity_matrix(x.size()), offset, {}};
}

template <int D>
void check_dimension(std::size_t d) {
  SCOPED_TRACE("d = " + std::to_string(d));
  RandomSpecs random(50 + d);
  const auto kinds = d > 8 ? 3 : static_cast<int>(RandomSpecs::kKinds);
  for (int i = 0; i < 2 * kinds; ++i) {
    const auto kind = static_cast<RandomSpecs::Kind>(i % kinds);
    const BodySpec a = random.body(d, kind);
    const BodySpec b = random.body(d, RandomSpecs::plain);
    const Doubles u = random.direction(d);
    check_bounds<D>(a, b, u);
    check_bounds<D>(b, a, u);
  }
  Doubles x(d);
  for (std::size_t l = 0; l < d; ++l) x[l] = static_cast<double>(l + 1);
  const Doubles zero(d);
  const Doubles u(d, -0.5);
  check_bounds<D>(point_at(zero, zero), point_at(zero, zero), u);  // the loss by underflow, alone
  check_bounds<D>(point_at(x, zero), point_at(zero, zero), u);
  check_bounds<D>(point_at(zero, zero), point_at(zero, x), u);
  check_bounds<D>(point_at(x, zero), point_at(x, x), zero);
}

TEST(Lemma1Bounds, AreTheLemmasIn2D) { check_dimension<2>(2); }
TEST(Lemma1Bounds, AreTheLemmasIn3D) { check_dimension<3>(3); }
// Up to 16 dimensions nothing is allocated.
TEST(Lemma1Bounds, AreTheLemmasInManyDimensions) {
  for (const std::size_t d : {4U, 7U, 16U, 17U}) check_dimension<kRunTime>(d);
}

// Along y and z, only the error of the matrix contributes.
TEST(Lemma1Bounds, AQuaternionsMatrixReachesAlongEveryAxis) {
  BodySpec a = point_at({1, 0, 0}, {0, 0, 0});
  const BodySpec b = point_at({0, 0, 0}, {0, 0, 0});
  a.wxyz.emplace(std::array<double, 4>{1, 0, 0, 0});
  check_bounds<3>(a, b, {0.5, -0.5, 0});
  check_bounds<3>(b, a, {0, 0, 1});
}

/// The error of a gap along u of two points, one at 0, the other at (x, 0, ...).
double gap_error(double x, const Doubles& u) {
  const Doubles zero(u.size());
  Doubles offset(u.size());
  offset[0] = x;
  const test::MadePair<2> made(point_at(zero, zero), point_at(zero, offset));
  return FilteredPair<2>(made.pair()).gap_error(u.data());
}

TEST(Lemma1Bounds, HoldBelowTheLargestReach) {
  const Doubles zero(2);
  for (const double sign : {1.0, -1.0}) {
    EXPECT_LT(gap_error(sign * below(0x1p400), {1, 0}), 0x1p353);
    EXPECT_EQ(gap_error(sign * 0x1p400, {1, 0}), kInfinity);
    const test::MadePair<2> made(point_at(zero, zero), point_at(zero, {0, sign * 0x1p400}));
    EXPECT_EQ(FilteredPair<2>(made.pair()).errors(), (Vector<2>{kInfinity, kInfinity}));
  }
}

TEST(Lemma1Bounds, HoldBelowTheLargestSize) {
  EXPECT_LT(gap_error(1, {below(0x1p1000), 0}), 0x1p953);
  EXPECT_EQ(gap_error(1, {0x1p1000, 0}), kInfinity);
  EXPECT_EQ(gap_error(1, {-0x1p1001, 0}), kInfinity);
}

TEST(DirectionalGap, ProvesOnlyBeyondItsError) {
  DirectionalGap gap;
  EXPECT_EQ(gap.value, 0) << "nothing is known yet";
  EXPECT_EQ(gap.error, kInfinity);
  gap.error = 0.5;
  for (const double value : {-0.5, 0.0, 0.5}) {
    gap.value = value;
    EXPECT_FALSE(gap.proves_separated()) << value;
    EXPECT_FALSE(gap.proves_meeting_along()) << value;
  }
  gap.value = above(0.5);
  EXPECT_TRUE(gap.proves_separated());
  EXPECT_FALSE(gap.proves_meeting_along());
  gap.value = -above(0.5);
  EXPECT_FALSE(gap.proves_separated());
  EXPECT_TRUE(gap.proves_meeting_along());
}

TEST(Normalise, FromTheLeastSizeToTheLargest) {
  for (const double size : {above(0x1p-1000), 0x1p-999, 0x1.8p999, below(0x1p1000)}) {
    Doubles u{0, -size};
    ASSERT_TRUE(normalise(u.data(), 2)) << size;
    int exponent = 0;
    EXPECT_EQ(u[1], -std::frexp(size, &exponent));
  }
  for (const double size : {0x1p-1001, 0x1p-1000, 0x1p1000, 0x1p1001}) {
    Doubles u{0, -size};
    EXPECT_FALSE(normalise(u.data(), 2)) << size;
  }
}

}  // namespace
}  // namespace sunder::detail
