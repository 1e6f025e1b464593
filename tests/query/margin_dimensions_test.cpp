// SPDX-License-Identifier: Apache-2.0
//
// Margins in run-time dimensions, against enumeration in rationals. The certificate of each verdict
// is accepted exactly if it is true.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "query/margin_oracle.hpp"
#include "suite/random.hpp"

namespace sunder::traps {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
using BodiesN = suite::Bodies<kRunTime>;
using suite::Random;

/// Sufficient for nonnegative margins: of an overlap only the sign matters.
Rational squared_distance(const BodyData& a, const BodyData& b) {
  const RationalPoints p = oracle::world_points<Rational>(a);
  const RationalPoints q = oracle::world_points<Rational>(b);
  const Verdict verdict = oracle::brute_force_verdict(p, q);
  if (verdict == Verdict::separated) return oracle::brute_force_distance_squared(p, q);
  return verdict == Verdict::overlapping ? -1 : 0;
}

/// The answer, with and without its own hint, in both orders, and proven.
Verdict ask(const BodiesN& bodies, const Margin& margin) {
  HintN hint;
  SearchN options;
  options.hint = &hint;
  const MarginAnswer first = compare_to_margin(bodies.a(), bodies.b(), margin, options).value();
  const MarginAnswer again = compare_to_margin(bodies.a(), bodies.b(), margin, options).value();
  EXPECT_EQ(first.verdict, again.verdict);
  const Margin swapped{margin.distance, margin.radius_b, margin.radius_a};
  EXPECT_EQ(compare_to_margin(bodies.b(), bodies.a(), swapped).value().verdict, first.verdict);
  const MarginCertificate proof = certify(bodies.a(), bodies.b(), margin, first);
  EXPECT_EQ(proof.verdict, margin_verdict(first.verdict));
  const Check check = verify(bodies.a(), bodies.b(), margin, proof);
  EXPECT_TRUE(check) << check.reason;
  return first.verdict;
}

/// A certificate does not prove another margin that has another verdict.
void expect_refuted(const BodiesN& bodies, const Margin& proven, const Margin& other) {
  const MarginAnswer answer = compare_to_margin(bodies.a(), bodies.b(), proven).value();
  const MarginCertificate proof = certify(bodies.a(), bodies.b(), proven, answer);
  EXPECT_FALSE(verify(bodies.a(), bodies.b(), other, proof))
      << proven.distance << " for " << other.distance;
}

void expect_exactly(const BodiesN& bodies, double m) {
  const Margin above{std::nextafter(m, kInfinity)};
  EXPECT_EQ(ask(bodies, {m}), Verdict::touching);
  EXPECT_EQ(ask(bodies, above), Verdict::overlapping);
  expect_refuted(bodies, {m}, above);
  expect_refuted(bodies, above, {m});
  if (m == 0) return;
  const Margin below{std::nextafter(m, -kInfinity)};
  EXPECT_EQ(ask(bodies, below), Verdict::separated);
  expect_refuted(bodies, below, {m});
  expect_refuted(bodies, {m}, below);
}

BodyData moved(const BodyData& body, std::vector<double> by) { return with_translation(body, by); }

TEST(MarginDimensions, KnownDistances) {
  for (const int d : {1, 2, 3, 4, 6}) {
    const auto size = static_cast<std::size_t>(d);
    const BodyData cube = box(std::vector<double>(size, 1));
    std::vector<double> by(size, 0.5);
    by[0] = 5;
    expect_exactly(BodiesN(cube, moved(cube, by), d), 3);
    by[0] = -2;
    expect_exactly(BodiesN(cube, moved(cube, by), d), 0);
    if (d < 2) continue;
    by[0] = 5;
    by[size - 1] = -6;  // 3 and 4 apart along two axes
    expect_exactly(BodiesN(cube, moved(cube, by), d), 5);
    by[0] = 2;
    by[size - 1] = 2;
    expect_exactly(BodiesN(cube, moved(cube, by), d), 0);
  }
}

TEST(MarginDimensions, RadiiAreSummedWithoutRounding) {
  const BodyData cube = box({1, 1, 1, 1});
  const BodiesN bodies(cube, moved(cube, {0, 0, 0, 3}), 4);
  EXPECT_EQ(ask(bodies, {0.5, 0.25, 0.25}), Verdict::touching);
  EXPECT_EQ(ask(bodies, {1, 5e-324, 0}), Verdict::overlapping);
  EXPECT_EQ(ask(bodies, {-1, 2, 0}), Verdict::touching);
  EXPECT_EQ(ask(bodies, {-1, 1, 0.5}), Verdict::separated);
  EXPECT_EQ(ask(bodies, {-1, 1, 0}), Verdict::separated);
}

BodyData lattice_body(Random& random, int d) {
  BodyData body;
  for (int k = random.in(1, d + 2); k > 0; --k) {
    auto& vertex = body.vertices.emplace_back();
    for (int l = 0; l < d; ++l) vertex.push_back(random.in(-2, 2));
  }
  return body;
}

void compare_with_oracle(Random& random, int d, int count) {
  int seen[3] = {};
  for (int i = 0; i < count; ++i) {
    const BodyData a = lattice_body(random, d);
    std::vector<double> by(static_cast<std::size_t>(d), 0);
    by[0] = random.in(0, 5);
    const BodyData b = moved(lattice_body(random, d), by);
    const Rational squared = squared_distance(a, b);
    const BodiesN bodies(a, b, d);
    const double size = squared < 0 ? 0 : std::sqrt(squared.convert_to<double>());
    const double below = size > 0 ? std::nextafter(size, 0.0) : 0;
    const double half = static_cast<double>(random.in(0, 9)) / 2;
    for (const double m : {0.0, size, std::nextafter(size, kInfinity), below, size + 0.5, half}) {
      Margin margin{m};
      if (random.chance(1, 2)) margin = {m / 4, m / 4, m / 2};
      const Verdict expected = expected_verdict(squared, margin);
      ++seen[static_cast<int>(expected)];
      EXPECT_EQ(ask(bodies, margin), expected) << d << "-D, pair " << i << ", margin " << m;
    }
  }
  for (const int times : seen) EXPECT_GT(times, count / 16);
}

TEST(MarginDimensions, AgreesWithEnumeration) {
  Random random(411);
  for (const int d : {1, 2, 3}) compare_with_oracle(random, d, 40);
  compare_with_oracle(random, 4, 16);
}

/// Rotated bodies in the class of a fixed dimension and in the run-time class.
TEST(MarginDimensions, AgreesWithSpace) {
  Random random(412);
  constexpr double kTurned[] = {0.6, -0.8, 0, 0.25, 0.8, 0.6, 0, -1, 0, 0, 1, 0.125};
  for (int i = 0; i < 60; ++i) {
    BodyData a = lattice_body(random, 3);
    a = with_matrix(a, {std::begin(kTurned), std::end(kTurned)});
    const double x = random.in(0, 4);
    const double y = random.unit();
    const BodyData b = moved(lattice_body(random, 3), {x, y, 0});
    const suite::Bodies<3> fixed(a, b, 3);
    const Distance3 known = distance(fixed.a(), fixed.b());
    for (const double m : {0.0, known.distance.lower, known.distance.upper,
                           known.distance.upper + 1, known.distance.lower / 2}) {
      const MarginAnswer expected = compare_to_margin(fixed.a(), fixed.b(), {m}).value();
      EXPECT_EQ(ask(BodiesN(a, b, 3), {m}), expected.verdict) << i << ", margin " << m;
    }
  }
}

TEST(MarginDimensions, WhatIsRefused) {
  const BodyData cube = box({1, 1, 1, 1});
  const BodiesN bodies(cube, moved(cube, {9, 0, 0, 0}), 4);
  const auto code = [&](const Margin& margin) {
    const auto answer = compare_to_margin(bodies.a(), bodies.b(), margin);
    EXPECT_FALSE(answer.has_value());
    return answer.error().code;
  };
  EXPECT_EQ(code({kInfinity}), ErrorCode::not_finite);
  EXPECT_EQ(code({0, -1, 0}), ErrorCode::wrong_shape);
  // A margin that allows overlaps, even for distant bodies.
  EXPECT_EQ(code({-1}), ErrorCode::not_served);
  EXPECT_EQ(code({-1, 0.5, 0.25}), ErrorCode::not_served);
  EXPECT_EQ(code({-5e-324}), ErrorCode::not_served);
  EXPECT_TRUE(compare_to_margin(bodies.a(), bodies.b(), {-0.0}).has_value());
}

TEST(MarginDimensions, TheEmptyBodyIsFartherThanEveryMargin) {
  const PolytopeN cube = PolytopeN::box(VectorN(4, 1.0));
  const PolytopeN nothing;
  const PoseN here = PoseN::identity(4);
  const Margin margin{1e308, 1e308, 1e308};
  const PosedN full{cube, here};
  const PosedN empty{nothing, here};
  for (const auto& [a, b] : {std::pair(full, empty), std::pair(empty, full)}) {
    const MarginAnswer answer = compare_to_margin(a, b, margin).value();
    EXPECT_EQ(answer.verdict, Verdict::separated);
    MarginCertificate proof = certify(a, b, margin, answer);
    proof.dimension = 4;  // an empty body has none of its own
    EXPECT_TRUE(verify(a, b, margin, proof));
    proof.dimension = 5;
    EXPECT_FALSE(verify(a, b, margin, proof));
  }
}

TEST(MarginDimensions, WrongCertificatesAreRefused) {
  const BodyData cube = box({1, 1, 1, 1});
  const BodiesN bodies(cube, moved(cube, {1, 0, 0, 0}), 4);
  const MarginAnswer answer = compare_to_margin(bodies.a(), bodies.b(), {0}).value();
  const MarginCertificate proof = certify(bodies.a(), bodies.b(), {0}, answer);
  ASSERT_EQ(proof.verdict, MarginVerdict::closer);
  ASSERT_GE(proof.pairs.size(), 5U);
  const auto refuted = [&](const auto& change) {
    MarginCertificate wrong = proof;
    change(wrong);
    const Check check = verify(bodies.a(), bodies.b(), {0}, wrong);
    EXPECT_EQ(check.accepted, check.reason.empty());
    return !check;
  };
  EXPECT_TRUE(refuted([](auto& wrong) { wrong.pairs.resize(4); }));
  EXPECT_TRUE(refuted([](auto& wrong) { wrong.pairs.resize(11, wrong.pairs[0]); }));
  EXPECT_TRUE(refuted([](auto& wrong) { wrong.pairs.assign(5, wrong.pairs[0]); }));
  EXPECT_TRUE(refuted([](auto& wrong) { wrong.pairs[2].a = 16; }));
  EXPECT_TRUE(refuted([](auto& wrong) { wrong.pairs[2].b = -1; }));
  EXPECT_TRUE(refuted([](auto& wrong) { wrong.pairs.clear(); }));
  EXPECT_TRUE(refuted([](auto& wrong) { wrong.facets = {0, 1, 2, 3}; }));
  EXPECT_TRUE(refuted([](auto& wrong) { wrong.direction = {{1, {}}, {0, {}}, {0, {}}, {0, {}}}; }));
  EXPECT_TRUE(refuted([](auto& wrong) { wrong.a = {{0, {1, {}}}}; }));
  EXPECT_TRUE(refuted([](auto& wrong) { wrong.dimension = 3; }));
  EXPECT_TRUE(refuted([](auto& wrong) { wrong.verdict = MarginVerdict::exactly; }));
  EXPECT_TRUE(refuted([](auto& wrong) { wrong.verdict = MarginVerdict::farther; }));
  // Pairs prove an overlap, but not its depth.
  EXPECT_FALSE(verify(bodies.a(), bodies.b(), {-0.5}, proof));
  EXPECT_TRUE(verify(bodies.a(), bodies.b(), {0}, proof));
}

/// A few pairs of an overlap also suffice where depths are known: C of three dimensions.
TEST(MarginDimensions, AnOverlapsPairsDoInSpace) {
  const BodyData cube = box({1, 1, 1});
  const BodiesN any(cube, moved(cube, {1, 0.5, 0}), 3);
  const suite::Bodies<3> fixed(cube, moved(cube, {1, 0.5, 0}), 3);
  const MarginAnswer answer = compare_to_margin(any.a(), any.b(), {0}).value();
  const MarginCertificate proof = certify(any.a(), any.b(), {0}, answer);
  ASSERT_EQ(proof.verdict, MarginVerdict::closer);
  EXPECT_TRUE(proof.facets.empty());
  EXPECT_TRUE(verify(fixed.a(), fixed.b(), {0}, proof));
  EXPECT_FALSE(verify(fixed.a(), fixed.b(), {-1}, proof));
}

}  // namespace
}  // namespace sunder::traps
