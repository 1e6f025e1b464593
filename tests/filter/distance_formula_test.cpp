// SPDX-License-Identifier: Apache-2.0
//
// Tests Lemma 4: the outward shift of the bounds equals the lemma's, term by term. Weights are
// refused where the lemma does not hold. Rationals compute the formula again, on inputs where each
// of its terms in turn is the only one.
#include <cmath>
#include <limits>

#include "gtest/gtest.h"

#include "filter/distance_bounds.hpp"
#include "filter/random_specs.hpp"

namespace sunder::detail {
namespace {

using test::BodySpec;
using test::Doubles;
using test::MadePair;
using test::Point;
using test::RandomSpecs;
using test::Rational;

struct Weighted {
  std::vector<IndexPair> pairs;
  Doubles weights;
};

/// (|sum w c| + off) / W with W = (1 - 2 r) sum w, less than any sum of the weights in doubles.
/// Here off = (W e + r sum w |c|) (1 + 2^-40) + 2^-900 and r = (n + 2) 2^-52. The pair gives the
/// rounded differences c and the bounds e on their errors.
template <int D>
Point stated(const FilteredPair<D>& filtered, const Weighted& chosen) {
  const auto d = static_cast<std::size_t>(filtered.dimension());
  const Rational roundings = Rational(chosen.pairs.size() + 2) * Rational(0x1p-52);
  Point sum(d);
  Point size(d);
  Rational total = 0;
  Doubles c(d);
  for (std::size_t i = 0; i < chosen.pairs.size(); ++i) {
    const Rational weight(chosen.weights[i]);
    total += weight;
    filtered.difference(chosen.pairs[i], c.data());
    for (std::size_t l = 0; l < d; ++l) {
      sum[l] += weight * Rational(c[l]);
      size[l] += weight * Rational(std::fabs(c[l]));
    }
  }
  const Rational least = total * (1 - 2 * roundings);
  Point most;
  for (std::size_t l = 0; l < d; ++l) {
    const Rational error(filtered.error(static_cast<int>(l)));
    const Rational off = (least * error + roundings * size[l]) * (1 + Rational(0x1p-40));
    most.push_back((abs(sum[l]) + off + Rational(0x1p-900)) / least);
  }
  return most;
}

template <int D>
void expect_stated(const MadePair<D>& made, const Weighted& chosen, double tolerance) {
  const FilteredPair<D> filtered(made.pair());
  Vector<D> most;
  ASSERT_TRUE(bound_mean_difference<D>(filtered, chosen.pairs, chosen.weights, most));
  const Point exact = stated(filtered, chosen);
  for (std::size_t l = 0; l < exact.size(); ++l) {
    EXPECT_LE(abs(Rational(most[l]) - exact[l]), exact[l] * Rational(tolerance))
        << "component " << l << " of " << exact.size() << ", " << chosen.pairs.size()
        << " pairs: " << most[l] << ", not " << exact[l].convert_to<double>();
  }
}

/// +v and -v against the origin. Weights are powers of two, so that the sums are exact.
template <int D>
void check_cancelling(std::size_t d) {
  const BodySpec b{{Doubles(d)}, test::identity_matrix(d), Doubles(d), {}};
  BodySpec a = b;
  a.vertices = {Doubles(d), Doubles(d)};
  for (std::size_t k = 0; k < d; ++k) {
    a.vertices[0][k] = k % 2 == 0 ? 1.0 + static_cast<double>(k) : -3.0;
    a.vertices[1][k] = -a.vertices[0][k];
  }
  const MadePair<D> made(a, b);
  for (const std::size_t half : {1U, 2U, 7U, 300U}) {
    for (const double weight : {1.0, 0x1p-30}) {
      Weighted chosen;
      for (std::size_t i = 0; i < half; ++i) {
        chosen.pairs.push_back({0, 0});
        chosen.pairs.push_back({1, 0});
      }
      chosen.weights.assign(2 * half, weight);
      expect_stated(made, chosen, 0x1p-48);
      // With one more pair, the sums are as large as one weight.
      chosen.pairs.push_back({0, 0});
      chosen.weights.push_back(weight);
      expect_stated(made, chosen, 0x1p-48);
    }
  }
}

TEST(Lemma4Formula, WhatIsAddedIsAllThatIsLeft) {
  check_cancelling<2>(2);
  check_cancelling<3>(3);
  check_cancelling<kRunTime>(6);
}

template <int D>
void check_random(std::size_t d) {
  RandomSpecs random(270 + d);
  for (int i = 0; i < 50; ++i) {
    const auto kind = static_cast<RandomSpecs::Kind>(i % RandomSpecs::kKinds);
    const BodySpec a = random.body(d, kind);
    const BodySpec b = random.body(d, kind);
    Weighted chosen;
    for (int k = random.in(1, static_cast<int>(d) + 1); k > 0; --k) {
      const int at_a = random.in(0, static_cast<int>(a.vertices.size()) - 1);
      const int at_b = random.in(0, static_cast<int>(b.vertices.size()) - 1);
      chosen.pairs.push_back({at_a, at_b});
      chosen.weights.push_back(std::fabs(random.signed_unit()));
      if (random.chance(3)) {  // a weight of 0 is valid
        chosen.pairs.push_back({at_a, 0});
        chosen.weights.push_back(0);
      }
    }
    const MadePair<D> made(a, b);
    const double most_error = FilteredPair<D>(made.pair()).error(0);
    if (!(most_error < std::numeric_limits<double>::infinity())) continue;
    expect_stated(made, chosen, 0x1p-30);
  }
}

TEST(Lemma4Formula, AnyPointsAndWeights) {
  check_random<2>(2);
  check_random<3>(3);
  check_random<kRunTime>(6);
}

template <int D>
void check_nothing_but_floors(std::size_t d) {
  const BodySpec origin{{Doubles(d)}, test::identity_matrix(d), Doubles(d), {}};
  const MadePair<D> made(origin, origin);
  for (const double weight : {0x1p-98, 1.0, 0x1p100}) {
    const Weighted chosen{{{0, 0}}, {weight}};
    expect_stated(made, chosen, 0x1p-48);
    EXPECT_EQ(upper_distance<D>(FilteredPair<D>(made.pair()), chosen.pairs, chosen.weights),
              static_cast<double>(d) * 0x1p-480);
  }
}

TEST(Lemma4Formula, OfOnePointAtTheOriginOnlyTheFloorsAreLeft) {
  check_nothing_but_floors<2>(2);
  check_nothing_but_floors<3>(3);
  check_nothing_but_floors<kRunTime>(6);
}

// 2^-100 (1 + 6 u) (1 - 6 u) is 2^-100, rounded to nearest.
TEST(Lemma4Formula, WeightsOfMoreThanTheLeastSum) {
  const BodySpec origin{{{1, 0}}, test::identity_matrix(2), {0, 0}, {}};
  const MadePair<2> made(origin, origin);
  const FilteredPair<2> filtered(made.pair());
  const auto proves = [&](double weight) {
    const Weighted chosen{{{0, 0}}, {weight}};
    return upper_distance<2>(filtered, chosen.pairs, chosen.weights) <
           std::numeric_limits<double>::infinity();
  };
  EXPECT_FALSE(proves(0x1p-100 * (1 + 6 * 0x1p-52)));
  EXPECT_TRUE(proves(0x1p-100 * (1 + 7 * 0x1p-52)));
}

TEST(Lemma4Formula, AnErrorOfALengthIsDAndSixteenUnits) {
  for (const int d : {2, 3, 150, 1024}) EXPECT_EQ(length_error(d), std::ldexp(d + 16, -52)) << d;
}

TEST(Lemma4Formula, NoBoundsSayNothing) {
  EXPECT_EQ(DistanceBounds().lower, 0);
  EXPECT_EQ(DistanceBounds().upper, std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace sunder::detail
