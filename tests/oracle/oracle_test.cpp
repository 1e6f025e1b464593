// SPDX-License-Identifier: Apache-2.0
//
// Two independent oracles against every algorithm: QSopt_ex and complete enumeration. Both must
// agree with each other, and with every algorithm in both argument orders, in every state of the
// host.
#include <cfenv>
#include <cmath>
#include <gtest/gtest.h>
#include <map>

#include "oracle/brute_force.hpp"
#include "oracle/exact_lp.hpp"
#include "oracle/expect.hpp"
#include "oracle/host_state.hpp"
#include "oracle/random_pairs.hpp"
#include "oracle/range.hpp"
#include "suite/effort.hpp"

namespace sunder::oracle {
namespace {

using suite::Bodies;

std::string name_of(const RandomPair& pair, std::uint64_t index) {
  return "pair " + std::to_string(index) + ", " + std::to_string(pair.dimension) + "-D, " +
         pair.family;
}

Verdict brute_force(const RandomPair& pair) {
  return brute_force_verdict(world_points<Rational>(pair.a), world_points<Rational>(pair.b));
}

TEST(Oracle, EveryAlgorithmAgreesWithBoth) {
  const Range range = chosen_range(suite::cases(3000));
  std::map<std::string, int> verdicts;
  for (std::uint64_t index = range.first; index < range.first + range.count; ++index) {
    const RandomPair pair = make_random_pair(index);
    const Verdict expected = brute_force(pair);
    ASSERT_EQ(to_string(exact_lp_verdict(pair.a, pair.b)), to_string(expected))
        << name_of(pair, index);
    ++verdicts[std::string(to_string(expected))];
    with_bodies(pair.a, pair.b, pair.dimension, [&]<int D>(const Bodies<D>& bodies) {
      expect_all_algorithms(bodies, pair.dimension, expected, name_of(pair, index));
    });
  }
  for (const char* verdict : {"separated", "touching", "overlapping"}) {
    EXPECT_GT(verdicts[verdict], static_cast<int>(range.count / 20))
        << "too few pairs are " << verdict;
  }
}

TEST(Oracle, NoVerdictDependsOnTheHostsRoundingModeOrFlushing) {
  for (std::uint64_t index = 0; index < 400; ++index) {
    const RandomPair pair = make_random_pair(index);
    const Verdict expected = brute_force(pair);
    for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
      for (const Subnormals subnormals : kAllSubnormals) {
        const HostState state(rounding, subnormals);
        with_bodies(pair.a, pair.b, pair.dimension, [&]<int D>(const Bodies<D>& bodies) {
          expect_all_algorithms(bodies, pair.dimension, expected,
                                name_of(pair, index) + ", rounding mode " +
                                    std::to_string(rounding) + to_string(subnormals));
        });
      }
    }
  }
}

/// The largest absolute world coordinate, to which the default width is relative.
Rational scale_of(const Points<Rational>& a, const Points<Rational>& b) {
  Rational scale(0);
  for (const auto* points : {&a, &b}) {
    for (const auto& x : *points) {
      for (const Rational& entry : x) scale = std::max<Rational>(scale, abs(entry));
    }
  }
  return scale;
}

/// `width` is relative to the lower bound, or 0 for the default: 1e-12 of the value or 64 eps of
/// the scale.
void expect_width(double lower, double upper, double width, const Rational& scale,
                  const std::string& name) {
  const Rational actual = Rational(upper) - Rational(lower);
  const Rational allowed =
      width > 0 ? Rational(width) * Rational(lower)
                : std::max<Rational>(Rational(1e-12) * Rational(upper), Rational(0x1p-46) * scale);
  EXPECT_LE(actual, allowed) << name << ": [" << lower << ", " << upper << "] at width " << width;
}

TEST(Oracle, DistanceIntervalsHoldTheExactDistance) {
  for (std::uint64_t index = 0; index < 1200; ++index) {
    const RandomPair pair = make_random_pair(index);
    if (pair.dimension > 3) continue;
    const auto a = world_points<Rational>(pair.a);
    const auto b = world_points<Rational>(pair.b);
    const Rational square = brute_force_distance_squared(a, b);
    const Rational scale = scale_of(a, b);
    for (const double width : {0.0, 1e-9, 1e-15}) {
      with_bodies(pair.a, pair.b, pair.dimension, [&]<int D>(const Bodies<D>& bodies) {
        MeasureOptions<D> options;
        options.width = width;
        const auto answer = distance(bodies.a(), bodies.b(), options);
        const std::string name = name_of(pair, index) + ", width " + std::to_string(width);
        EXPECT_LE(Rational(answer.distance.lower) * Rational(answer.distance.lower), square)
            << name;
        EXPECT_GE(Rational(answer.distance.upper) * Rational(answer.distance.upper), square)
            << name;
        if (width > 0) {
          EXPECT_EQ(answer.distance.lower > 0, square > 0) << name;
        }
        expect_width(answer.distance.lower, answer.distance.upper, width, scale, name);
        const Check check = verify(bodies.a(), bodies.b(), certify(bodies.a(), bodies.b(), answer));
        EXPECT_TRUE(check) << name << ": " << check.reason;
      });
    }
  }
}

}  // namespace
}  // namespace sunder::oracle
