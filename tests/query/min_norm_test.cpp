// SPDX-License-Identifier: Apache-2.0
//
// Tests the exact closest point against enumeration of every face, from any start.
#include "query/min_norm.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "query/exact_distance.hpp"
#include "query/trap_bodies.hpp"
#include "suite/random.hpp"

namespace sunder::traps {
namespace {

using detail::BigInt;
using detail::MinNorm;
using suite::Bodies;
using suite::Random;
using suite::Rational;

template <int D>
detail::Pair<D> pair_of(const Bodies<D>& bodies) {
  return {detail::make_body(bodies.a()), detail::make_body(bodies.b())};
}

/// Tests its squared length, its weights and its points against its own claims.
template <int D>
Rational squared_length(const detail::Pair<D>& pair, const MinNorm& found) {
  const auto d = static_cast<std::size_t>(pair.dimension());
  EXPECT_LE(found.pairs.size(), d + 1);
  EXPECT_EQ(found.pairs.size(), found.weights.size());
  BigInt total = 0;
  for (const BigInt& weight : found.weights) {
    EXPECT_GT(weight, 0);
    total += weight;
  }
  EXPECT_EQ(total, found.total);
  return test::squared_length(found);
}

template <int D>
void expect_closest(Random& random, const BodyData& a, const BodyData& b, const std::string& name,
                    BuildOptions options = {}) {
  const Rational expected = oracle::brute_force_distance_squared(oracle::world_points<Rational>(a),
                                                                 oracle::world_points<Rational>(b));
  const Bodies<D> bodies(a, b, static_cast<int>(a.vertices.front().size()), options);
  const auto pair = pair_of(bodies);
  for (int start = 0; start < 4; ++start) {
    std::vector<IndexPair> proposal;
    for (int k = start == 0 ? 0 : random.in(1, 5); k > 0; --k) {
      proposal.push_back(
          {random.in(0, pair.a.hull->count - 1), random.in(0, pair.b.hull->count - 1)});
    }
    const MinNorm found = detail::find_min_norm<D>(pair, proposal);
    EXPECT_EQ(squared_length(pair, found), expected) << name;
    const MinNorm::Interval interval = found.distance();
    const Rational lower(interval.lower), upper(interval.upper);
    EXPECT_LE(lower * lower, expected) << name;
    EXPECT_GE(upper * upper, expected) << name;
    EXPECT_LE(interval.upper, std::nextafter(interval.lower, 1e308)) << name;
  }
}

TEST(MinNorm, SmallLatticesWithTheirTies) {
  Random random(111);
  for (int i = 0; i < 260; ++i) {
    const int d = random.in(1, 4);
    const int reach = random.in(1, 3);
    const auto body = [&](int shift) {
      BodyData made;
      for (int k = random.in(1, 6); k > 0; --k) {
        auto& vertex = made.vertices.emplace_back();
        for (int l = 0; l < d; ++l) vertex.push_back(random.in(-reach, reach));
        vertex.front() += shift;
      }
      return made;
    };
    const BodyData a = body(0);
    const BodyData b = body(random.in(0, 8));
    const std::string name = "pair " + std::to_string(i);
    const BuildOptions all{.reduce = false};
    if (d == 2) expect_closest<2>(random, a, b, name, all);
    if (d == 3) expect_closest<3>(random, a, b, name, all);
    expect_closest<kRunTime>(random, a, b, name, all);
  }
}

TEST(MinNorm, QuaternionsAndManyScales) {
  Random random(112);
  for (int i = 0; i < 60; ++i) {
    const auto body = [&](double size) {
      BodyData made;
      for (int k = random.in(1, 5); k > 0; --k) {
        const double x = size * random.in(-9, 9), y = size * random.in(-9, 9);
        made.vertices.push_back({x, y, size * random.in(-9, 9)});
      }
      return made;
    };
    const double size_a = std::ldexp(1.0, random.in(-200, 200));
    const double size_b = std::ldexp(1.0, random.in(-200, 200));
    const BodyData a = with_quaternion(body(size_a), {0.7, random.unit(), 0.1, -0.4});
    const BodyData b = with_translation(body(size_b), {10 * size_a, 11 * size_b, 1});
    expect_closest<3>(random, a, b, "pair " + std::to_string(i));
  }
}

}  // namespace
}  // namespace sunder::traps
