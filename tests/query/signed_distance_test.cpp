// SPDX-License-Identifier: Apache-2.0
//
// One number for separated and overlapping bodies: against enumeration to fifty digits, and through
// contact in steps of one unit in the last place.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>

#include "query/motion_oracle.hpp"
#include "query/trap_bodies.hpp"
#include "suite/random.hpp"

namespace sunder::traps {
namespace {

using suite::Bodies;
using suite::Random;

template <int D>
SignedDistance<D> ask(const BodyData& a, const BodyData& b, const Search<D>& options = {}) {
  const Bodies<D> bodies(a, b, D);
  return signed_distance(bodies.a(), bodies.b(), {.search = options});
}

template <int D>
BodyData random_body(Random& random, int most) {
  BodyData made;
  for (int k = random.in(1, most); k > 0; --k) {
    auto& vertex = made.vertices.emplace_back();
    for (int l = 0; l < D; ++l) vertex.push_back(random.in(-2, 2));
  }
  return made;
}

/// point_b - point_a = signed distance * normal.
template <int D>
void expect_points(const SignedDistance<D>& answer, double tolerance, const std::string& name) {
  for (std::size_t l = 0; l < D; ++l) {
    EXPECT_NEAR(answer.witness->point_b[l] - answer.witness->point_a[l],
                answer.distance.upper * answer.witness->normal[l], tolerance)
        << name;
  }
}

template <int D>
void compare_with_enumeration(std::uint64_t seed) {
  Random random(seed);
  std::array<int, 3> seen{};
  for (int i = 0; i < 150; ++i) {
    const BodyData a = random_body<D>(random, D + 3);
    BodyData b = random_body<D>(random, D + 3);
    std::vector<double> t(D);
    t.front() = random.in(0, 4);
    b = with_translation(b, t);
    const std::string name = "pair " + std::to_string(i);
    const Float expected = MotionOracle(a, b, 0.0).signed_distance(no_motion(D), no_motion(D));
    const SignedDistance<D> answer = ask<D>(a, b);
    // The oracle's fifty digits are needed in full if an end of the interval is exact.
    EXPECT_LE(Float(answer.distance.lower), expected + Float(1e-40)) << name;
    EXPECT_GE(Float(answer.distance.upper), expected - Float(1e-40)) << name;
    // The promised default width: for bodies within 8 of the origin, or relative to the value.
    const double width = std::max(64 * 0x1p-52 * 8, 1e-12 * std::fabs(answer.distance.lower));
    EXPECT_LE(answer.distance.upper - answer.distance.lower, width) << name;
    EXPECT_FALSE(std::signbit(answer.distance.upper) && answer.distance.upper == 0) << name;
    const SignedDistance<D> swapped = ask<D>(b, a);
    EXPECT_EQ(answer.verdict, swapped.verdict) << name;
    EXPECT_NEAR(answer.distance.upper, swapped.distance.upper, width) << name;
    ASSERT_TRUE(answer.witness.has_value()) << name;
    if (answer.witness.has_value()) expect_points(answer, 1e-6, name);
    ++seen[static_cast<std::size_t>(answer.verdict)];
    EXPECT_EQ(answer.verdict == Verdict::overlapping, answer.distance.upper < 0) << name;
    EXPECT_EQ(answer.verdict == Verdict::separated, answer.distance.lower > 0) << name;
  }
  for (const int count : seen) EXPECT_GT(count, 2) << seen[0] << " " << seen[1] << " " << seen[2];
}

TEST(SignedDistance, RandomPairsAgainstEnumeration) {
  compare_with_enumeration<2>(201);
  compare_with_enumeration<3>(202);
}

TEST(SignedDistance, ThroughContactInStepsOfOneUlp) {
  for (int k = -40; k <= 40; ++k) {
    // 2 + k 2^-52 is a double for even k below 2 too, and for every k as a sum of two halves.
    const double step = 2 * k * 0x1p-52;
    const auto answer = ask<3>(box({1, 1, 1}), with_translation(box({1, 1, 1}), {2 + step, 0, 0}));
    EXPECT_LE(answer.distance.lower, step);
    EXPECT_GE(answer.distance.upper, step);
    const Verdict expected = k < 0   ? Verdict::overlapping
                             : k > 0 ? Verdict::separated
                                     : Verdict::touching;
    EXPECT_EQ(answer.verdict, expected) << k;
    EXPECT_LE(answer.distance.upper - answer.distance.lower, 64 * 0x1p-52 * 3);
    ASSERT_TRUE(answer.witness.has_value());
    EXPECT_NEAR(answer.witness->normal[0], 1, 1e-9) << k;
    if (k == 0) {
      EXPECT_EQ(answer.distance.lower, 0);
      EXPECT_EQ(answer.distance.upper, 0);
      EXPECT_TRUE(answer.witness.has_value());
    }
  }
}

/// In steps from one position of b to the next, however small, the value grows at most as fast as b
/// moves.
template <int D>
void expect_lipschitz(const BodyData& a, const BodyData& b, const std::vector<double>& along,
                      double step, const std::string& name) {
  SignedDistance<D> last;
  std::vector<double> before;
  double travelled = 0;
  for (int k = -24; k <= 24; ++k) {
    std::vector<double> t = along;
    for (double& entry : t) entry *= 1 + k * step;
    const SignedDistance<D> answer = ask<D>(a, with_translation(b, t));
    if (!before.empty()) {
      double squared = 0;
      for (std::size_t l = 0; l < D; ++l) squared += (t[l] - before[l]) * (t[l] - before[l]);
      const double moved = std::sqrt(squared);
      travelled += moved;
      const double widths = (answer.distance.upper - answer.distance.lower) +
                            (last.distance.upper - last.distance.lower);
      EXPECT_LE(std::fabs(answer.distance.upper - last.distance.upper), moved * (1 + 1e-9) + widths)
          << name << ", step " << k;
    }
    last = answer;
    before = std::move(t);
  }
  EXPECT_GT(travelled, 0) << name;
}

TEST(SignedDistance, GrowsNoFasterThanTheBodiesMove) {
  // 3, 4, 5: rotated squares that touch exactly where their corners meet.
  const BodyData turned = points({{3, 4}, {-4, 3}, {-3, -4}, {4, -3}});
  for (const double step : {0x1p-52, 0x1p-40, 0x1p-20, 0x1p-4}) {
    const std::string name = "step " + std::to_string(step);
    expect_lipschitz<2>(turned, turned, {7, 1}, step, name + ", edge along edge");
    expect_lipschitz<2>(turned, box({1, 1}), {4, 5}, step, name + ", corner on corner");
    expect_lipschitz<3>(box({1, 1, 1}), box({1, 1, 1}), {2, 2, 2}, step, name + ", cubes' corners");
    expect_lipschitz<3>(box({1, 1, 1}), points({{0, 0, 0}, {3, 1, 1}, {3, 2, 1}, {3, 1, 2}}),
                        {1, 0.25, 0.5}, step, name + ", corner on face");
    expect_lipschitz<3>(points({{0, -1, 0}, {0, 1, 0}}), points({{0, 0, -1}, {0, 0, 1}}),
                        {0.5, 0, 0}, step, name + ", edges that never overlap");
  }
}

TEST(SignedDistance, CountsOneAnswer) {
  for (const double x : {0.5, 2.0, 3.0}) {
    Counters counters;
    Hint3 hint;
    Search3 options;
    options.counters = &counters;
    options.hint = &hint;
    const auto answer =
        ask<3>(box({1, 1, 1}), with_translation(box({1, 1, 1}), {x, 0, 0}), options);
    EXPECT_EQ(std::accumulate(counters.by_stage.begin(), counters.by_stage.end(), std::uint64_t{0}),
              1u);
    EXPECT_EQ(counters.by_stage[static_cast<std::size_t>(answer.stage)], 1u);
    EXPECT_EQ(hint.verdict, answer.verdict);
  }
}

TEST(SignedDistance, EmptyBodiesAreFarFromEverything) {
  const Polytope3 nothing;
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  const SignedDistance3 answer = signed_distance(Posed3{nothing}, Posed3{cube});
  EXPECT_EQ(answer.verdict, Verdict::separated);
  EXPECT_EQ(answer.distance.lower, std::numeric_limits<double>::max());
  EXPECT_EQ(answer.distance.upper, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(answer.witness.has_value());
  EXPECT_FALSE(answer.witness.has_value());
}

}  // namespace
}  // namespace sunder::traps
