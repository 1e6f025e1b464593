// SPDX-License-Identifier: Apache-2.0
//
// Tests the simplex in integers. It must end, its proposals must not matter, and every width of
// integer must suffice. Each answer is checked as a certificate.
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>

#include "narrow/cube_corners.hpp"
#include "narrow/exact_answer.hpp"
#include "narrow/lp/exact_numbers.hpp"
#include "narrow/watched_integer.hpp"

namespace sunder::test {
namespace {

using detail::Pair;
using detail::lp::decide_exactly;
using detail::lp::ExactSimplex;
using detail::lp::simplex_bits;

template <int D>
Verdict decide_and_check(const Bodies<D>& bodies, std::span<const IndexPair> proposal,
                         const std::string& name) {
  detail::lp::ExactDirection exact_direction;
  const auto answer = decide_exactly<D>(pair_of(bodies), proposal, nullptr, &exact_direction);
  const Check check = check_answer<D>(bodies, answer, Stage::lp,
                                      detail::lp::exact_numbers(exact_direction.entries()));
  EXPECT_TRUE(check) << name << ": " << check.reason;
  return answer.verdict;
}

template <int D>
std::vector<IndexPair> random_proposal(Random& random, const Bodies<D>& bodies) {
  std::vector<IndexPair> proposal;
  for (int i = random.in(0, 6); i > 0; --i) {
    proposal.push_back({random.in(0, bodies.polytope_a.vertex_count() - 1),
                        random.in(0, bodies.polytope_b.vertex_count() - 1)});
  }
  return proposal;
}

/// Decides from scratch and from two proposals.
void expect_verdict(Random& random, const BodyData& a, const BodyData& b, Verdict expected,
                    const std::string& name, BuildOptions options = {}) {
  const auto dimension = static_cast<int>(a.vertices.front().size());
  const auto ask = [&]<int D>(const Bodies<D>& bodies) {
    EXPECT_EQ(decide_and_check<D>(bodies, {}, name), expected) << name;
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(decide_and_check<D>(bodies, random_proposal(random, bodies), name), expected)
          << name << ", proposed";
    }
  };
  if (dimension == 2) {
    ask(Bodies<2>(a, b, 2, options));
  } else if (dimension == 3) {
    ask(Bodies<3>(a, b, 3, options));
  }
  ask(Bodies<kRunTime>(a, b, dimension, options));
}

TEST(ExactSimplex, SmallLatticeBodiesWithAllTheirDuplicates) {
  Random random(11);
  int counts[3] = {};
  for (int i = 0; i < 240; ++i) {
    const int d = random.in(1, 3);
    const BodyData a = lattice_body(random, d, random.in(1, 8), random.in(1, 2));
    const BodyData b = lattice_body(random, d, random.in(1, 8), random.in(1, 2), random.in(0, 2));
    const Verdict expected = truth(a, b);
    ++counts[static_cast<int>(expected)];
    expect_verdict(random, a, b, expected, "pair " + std::to_string(i), {.reduce = false});
  }
  for (const int count : counts) EXPECT_GT(count, 20);
}

TEST(ExactSimplex, PointsAndSegments) {
  Random random(12);
  const auto body = [](std::vector<std::vector<double>> vertices) {
    return BodyData{std::move(vertices), {}};
  };
  const auto expect = [&](Verdict expected, const BodyData& a, const BodyData& b,
                          const char* name) { expect_verdict(random, a, b, expected, name); };
  expect(Verdict::touching, body({{1, 2, 3}}), body({{1, 2, 3}}), "equal points");
  expect(Verdict::separated, body({{1, 2, 3}}), body({{1, 2, std::nextafter(3.0, 4.0)}}),
         "points one ulp apart");
  expect(Verdict::touching, body({{0, 0, 0}}), body({{0, 0, 0}}), "both at the origin");
  expect(Verdict::touching, body({{-1, 0, 0}, {1, 0, 0}}), body({{0, -1, 0}, {0, 1, 0}}),
         "crossing segments");
  expect(Verdict::separated, body({{-1, 0, 0}, {1, 0, 0}}), body({{0, -1, 1e-300}, {0, 1, 1e-300}}),
         "skew segments");
  expect(Verdict::touching, body({{0, 0}, {2, 2}}), body({{1, 1}, {3, 3}}), "collinear, shared");
  expect(Verdict::touching, body({{0, 0}, {1, 1}}), body({{1, 1}, {3, 3}}),
         "collinear, end to end");
  expect(Verdict::separated, body({{0, 0}, {1, 1}}), body({{2, 2}, {3, 3}}), "collinear, apart");
  expect(Verdict::overlapping, body({{-1, 0}, {1, 0}}), body({{0, -1}, {0, 1}}),
         "segments whose difference is a square");
  expect(Verdict::touching, body({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}),
         body({{1, 1, 0}, {3, 0, 0}, {0, 3, 0}}), "coplanar triangles");
  expect(Verdict::separated, body({{0}, {1}}), body({{2}, {3}}), "intervals apart");
  expect(Verdict::touching, body({{0}, {1}}), body({{1}, {3}}), "intervals end to end");
  expect(Verdict::overlapping, body({{0}, {2}}), body({{1}, {3}}), "intervals overlapping");
  expect(Verdict::overlapping, body({{0}, {2}}), body({{1}}), "a number inside an interval");
  expect(Verdict::touching, body({{2}}), body({{2}}), "equal numbers");
}

// The exponent of zero is undefined and must not be added to others. A denominator of 200 bits must
// not be squeezed into the width that zeros need.
TEST(ExactSimplex, PointsAtTheOriginUnderAnyPose) {
  Random random(13);
  const BodyData origin{{{0, 0, 0}}, {}};
  const std::array<double, 4> q{0.1, 0.7, -0.3, 0.9};
  const BodyData turned = with_quaternion(origin, q);
  const BodyData enlarged = with_matrix(origin, {4, 0, 0, 0, 0, 4, 0, 0, 0, 0, 4, 0});
  const BodyData nothing = with_matrix(box_body({1, 1, 1}), {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  const BodyData box = box_body({1, 1, 1});
  // Only Pose3 has quaternions, so these stay in 3-D.
  for (const BodyData* a : {&origin, &turned, &enlarged, &nothing}) {
    for (const BodyData* b : {&origin, &turned, &enlarged, &nothing}) {
      EXPECT_EQ(decide_and_check<3>(Bodies<3>(*a, *b, 3), {}, "points"), Verdict::touching);
    }
    EXPECT_EQ(decide_and_check<3>(Bodies<3>(*a, box, 3), {}, "in a box"), Verdict::overlapping);
  }
}

template <int D>
int width_of(const BodyData& a, const BodyData& b) {
  const Bodies<D> bodies(a, b, D);
  return simplex_bits(detail::integer_scale(pair_of(bodies)).bits, D);
}

template <int D>
void expect_the_same_at_every_width(std::uint64_t seed) {
  Random random(seed);
  int counts[3] = {};
  int reached[4] = {};
  for (int i = 0; i < 120; ++i) {
    const int count_a = random.in(1, 7);  // separate, since the compiler orders arguments
    const int count_b = random.in(1, 7);
    const int shift = random.in(0, 3);
    const BodyData a = lattice_body(random, D, count_a, 3);
    const BodyData b = lattice_body(random, D, count_b, 3, shift);
    const Verdict expected = truth(a, b);
    ++counts[static_cast<int>(expected)];
    for (const int spread : {0, 20, 40, 60, 90, 130, 200, 400, 900}) {
      const double far = std::ldexp(1.0, spread);
      std::vector<double> rows;
      for (int r = 0; r < D; ++r) {
        for (int k = 0; k <= D; ++k) rows.push_back(r == k ? (k == 0 ? far : 1.0) : 0.0);
      }
      const std::vector<double> t(D, far);
      // One map for both bodies changes no verdict, only the span of the exponents.
      const std::pair<BodyData, BodyData> maps[] = {
          {with_translation(a, t), with_translation(b, t)},
          {with_matrix(a, rows), with_matrix(b, rows)}};
      for (const auto& [moved_a, moved_b] : maps) {
        const int bits = width_of<D>(moved_a, moved_b);
        ++reached[bits <= 127 ? 0 : bits <= 512 ? 1 : bits <= 1024 ? 2 : 3];
        EXPECT_EQ(decide_and_check<D>(Bodies<D>(moved_a, moved_b, D), {}, "moved"), expected)
            << "pair " << i << ", spread " << spread;
      }
    }
  }
  for (const int count : counts) EXPECT_GT(count, 3);
  for (const int count : reached) EXPECT_GT(count, 100);
}

TEST(ExactSimplex, EveryWidthOfIntegerSaysTheSameIn2D) { expect_the_same_at_every_width<2>(14); }
TEST(ExactSimplex, EveryWidthOfIntegerSaysTheSameIn3D) { expect_the_same_at_every_width<3>(15); }

/// Decides in watched integers; the widest intermediate must fit the width that would be chosen.
template <int D>
Verdict watch(const BodyData& a, const BodyData& b, int dimension, BuildOptions options,
              double& fill) {
  const Bodies<D> bodies(a, b, dimension, options);
  const Pair<D> pair = pair_of(bodies);
  const detail::IntegerScale scale = detail::integer_scale(pair);
  Watched::reset();
  const detail::IntegerPair<D, Watched> points(pair, scale);
  const auto decision = ExactSimplex<D, Watched>(points).decide({}, false);
  const auto by_bland = ExactSimplex<D, Watched>(points, 0).decide({}, false);
  EXPECT_EQ(by_bland.verdict, decision.verdict);
  const int bits = simplex_bits(scale.bits, dimension);
  EXPECT_LE(Watched::most_bits, bits);
  EXPECT_FALSE(Watched::any_remainder());
  fill = std::max(fill, double(Watched::most_bits) / bits);
  EXPECT_EQ(decision.verdict, decide_exactly<D>(pair, {}).verdict);
  return decision.verdict;
}

/// Corners of the largest numbers of `bits` bits, which give the largest determinants.
BodyData extreme_body(Random& random, int dimension, int count, int bits) {
  BodyData body;
  const double most = std::ldexp(1.0, bits) - 1;
  for (int i = 0; i < count; ++i) {
    auto& vertex = body.vertices.emplace_back();
    for (int k = 0; k < dimension; ++k) vertex.push_back(random.chance(1, 2) ? most : -most);
  }
  return body;
}

TEST(ExactSimplex, NoIntermediateIsWiderThanPromised) {
  Random random(16);
  double fill = 0;
  int counts[3] = {};
  for (int i = 0; i < 300; ++i) {
    const int d = random.in(1, 5);
    const int bits = random.in(1, 50);
    BodyData a = extreme_body(random, d, random.in(1, 12), bits);
    BodyData b = extreme_body(random, d, random.in(1, 12), bits);
    if (random.chance(1, 3)) {
      // Moved until two vertices coincide: phase two has to decide.
      std::vector<double> t;
      for (std::size_t k = 0; k < a.vertices[0].size(); ++k)
        t.push_back(a.vertices[0][k] - b.vertices[0][k]);
      b = with_translation(b, t);
    }
    Verdict verdict{};
    if (d == 2) {
      verdict = watch<2>(a, b, d, {.reduce = false}, fill);
    } else if (d == 3) {
      if (random.chance(1, 2)) {
        a = with_quaternion(a, {random.unit(), random.unit(), random.unit(), 0.5});
      }
      verdict = watch<3>(a, b, d, {.reduce = false}, fill);
    } else {
      verdict = watch<kRunTime>(a, b, d, {.reduce = false}, fill);
    }
    ++counts[static_cast<int>(verdict)];
  }
  for (const int count : counts) EXPECT_GT(count, 10);
  EXPECT_GT(fill, 0.6) << "these numbers are no test of the bound";
}

TEST(ExactSimplex, NoPairOfCornersOfTheCubeIsWiderThanPromised) {
  double plane = 0;
  double space = 0;
  visit_pairs_of_corner_sets<2>(
      [&](const BodyData& a, const BodyData& b) { watch<2>(a, b, 2, {.reduce = false}, plane); });
  visit_pairs_of_corner_sets<3>(
      [&](const BodyData& a, const BodyData& b) { watch<3>(a, b, 3, {.reduce = false}, space); });
  std::printf("of the bits counted %.3f in 2-D, %.3f in 3-D\n", plane, space);
  EXPECT_GT(plane, 0.6) << "far from tight: is the test asking anything?";
  EXPECT_GT(space, 0.6);
}

/// The verdict and the number of pivots.
template <int D>
Verdict count_pivots(const Bodies<D>& bodies, int patience, long& pivots) {
  const Pair<D> pair = pair_of(bodies);
  const long d = pair.dimension();
  Watched::reset();
  const detail::IntegerPair<D, Watched> points(pair, detail::integer_scale(pair));
  const auto decision = ExactSimplex<D, Watched>(points, patience).decide({}, false);
  pivots = Watched::divisions / (d * (d + 1));
  return decision.verdict;
}

TEST(ExactSimplex, BlandsRuleFromTheFirstPivotOnSaysTheSame) {
  Random random(18);
  int counts[3] = {};
  for (int i = 0; i < 300; ++i) {
    const int d = random.in(1, 6);
    const int reach = random.in(1, 2);
    const BodyData a = lattice_body(random, d, random.in(1, 12), reach);
    const BodyData b = lattice_body(random, d, random.in(1, 12), reach, random.in(0, 2));
    const Bodies<kRunTime> bodies(a, b, d);
    long pivots = 0;
    const Verdict verdict = count_pivots(bodies, 0, pivots);
    EXPECT_EQ(decide_and_check<kRunTime>(bodies, {}, "pair " + std::to_string(i)), verdict);
    ++counts[static_cast<int>(verdict)];
  }
  for (const int count : counts) EXPECT_GT(count, 20);
}

// Bland's rule after a fixed number of pivots, with or without progress, took 1617 of them here.
TEST(ExactSimplex, EndsSoonInThirtyDimensions) {
  Random random(17);
  const int d = 30;
  BodyData a = lattice_body(random, d, 60, 1);
  BodyData b = lattice_body(random, d, 60, 1);
  for (auto& vertex : a.vertices) vertex.front() = -std::abs(vertex.front());
  for (auto& vertex : b.vertices) vertex.front() = std::abs(vertex.front()) + 1;
  const Bodies<kRunTime> bodies(a, b, d);
  long pivots = 0;
  EXPECT_EQ(count_pivots(bodies, ExactSimplex<kRunTime, Watched>::kPatience, pivots),
            Verdict::separated);
  EXPECT_GT(pivots, 30);
  EXPECT_LT(pivots, 400);
}

// A known support turns "they meet" into "they touch" without phase two.
TEST(ExactSimplex, KnownSupport) {
  const Bodies<2> bodies(box_body({1, 1}), with_translation(box_body({1, 1}), {2, 0.5}), 2);
  const Vector2 support{0.5, 0};
  detail::lp::ExactDirection exact_direction;
  const auto answer = decide_exactly<2>(pair_of(bodies), {}, &support, &exact_direction);
  EXPECT_EQ(answer.verdict, Verdict::touching);
  EXPECT_EQ(answer.direction, support);
  EXPECT_TRUE(exact_direction.empty());
  EXPECT_TRUE(check_answer<2>(bodies, answer, Stage::lp,
                              detail::lp::exact_numbers(exact_direction.entries())));

  const Bodies<2> apart(box_body({1, 1}), with_translation(box_body({1, 1}), {2, 2.5}), 2);
  const auto separated = decide_exactly<2>(pair_of(apart), {}, &support, &exact_direction);
  EXPECT_EQ(separated.verdict, Verdict::separated) << "a gap of 0 along one axis is no contact";
  EXPECT_TRUE(check_answer<2>(apart, separated, Stage::lp,
                              detail::lp::exact_numbers(exact_direction.entries())));
}

}  // namespace
}  // namespace sunder::test
