// SPDX-License-Identifier: Apache-2.0
//
// The fields of an answer, and its independence of the requested algorithm, the order of the
// bodies, and the host's floating-point environment.
#include <cfenv>
#include <cstdlib>
#include <gtest/gtest.h>

#include "oracle/host_state.hpp"
#include "oracle/random_pairs.hpp"
#include "query/trap_bodies.hpp"
#include "suite/random.hpp"

namespace sunder::traps {
namespace {

using suite::Bodies;
using suite::Random;

TEST(Answers, DecidedByNamesWhoeverDecided) {
  const Bodies<3> far(box({1, 1, 1}), with_translation(box({1, 1, 1}), {9, 0, 0}), 3);
  const Decision by_bounds = intersects(far.a(), far.b());
  EXPECT_EQ(by_bounds.stage, Stage::bounds);
  EXPECT_EQ(decided_by(by_bounds), "bounds");
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (!serves(algorithm.id, Question::verdict, 3)) continue;
    const Decision answer = intersects(far.a(), far.b(), {.algorithm = algorithm.id});
    EXPECT_EQ(decided_by(answer), algorithm.name);
    EXPECT_EQ(answer.decided_by, algorithm.id);
    EXPECT_FALSE(answer);
  }
  EXPECT_EQ(decided_by({Verdict::separated, Stage::hint, Algorithm::automatic, true}), "hint");
}

TEST(Answers, RawIsNeverProven) {
  Random random(121);
  for (int i = 0; i < 100; ++i) {
    const auto pair = oracle::make_random_pair(static_cast<std::uint64_t>(i));
    oracle::with_bodies(pair.a, pair.b, pair.dimension, [&]<int D>(const Bodies<D>& bodies) {
      for (const AlgorithmInfo& algorithm : algorithms()) {
        if (!serves(algorithm.id, Question::verdict, pair.dimension)) continue;
        Search<D> options;
        options.algorithm = algorithm.id;
        EXPECT_EQ(propose(bodies.a(), bodies.b(), options).stage, Stage::none);
      }
    });
  }
}

TEST(Answers, CountersCountEachQuestionOnce) {
  Random random(122);
  Counters counters;
  std::uint64_t asked = 0;
  for (int i = 0; i < 120; ++i) {
    const auto pair = oracle::make_random_pair(static_cast<std::uint64_t>(i));
    oracle::with_bodies(pair.a, pair.b, pair.dimension, [&]<int D>(const Bodies<D>& bodies) {
      Search<D> options;
      options.counters = &counters;
      intersects(bodies.a(), bodies.b(), options);
      distance(bodies.a(), bodies.b(), {.search = options});
      contains(bodies.a(), bodies.b(), options);
      asked += 3;
    });
  }
  std::uint64_t stages = 0, algorithms = 0;
  for (const std::uint64_t count : counters.by_stage) stages += count;
  for (const std::uint64_t count : counters.by_algorithm) algorithms += count;
  EXPECT_EQ(stages, asked);
  EXPECT_EQ(algorithms, asked);
  EXPECT_EQ(counters.by_stage[static_cast<std::size_t>(Stage::none)], 0u);
}

TEST(Answers, ATraceChangesNothing) {
  for (std::uint64_t index = 0; index < 200; ++index) {
    const auto pair = oracle::make_random_pair(index);
    oracle::with_bodies(pair.a, pair.b, pair.dimension, [&]<int D>(const Bodies<D>& bodies) {
      for (const Algorithm algorithm : {Algorithm::automatic, Algorithm::lp, Algorithm::gjk}) {
        Search<D> quiet;
        quiet.algorithm = algorithm;
        Trace trace;
        Search<D> heard = quiet;
        heard.trace = &trace;
        const Decision answer = intersects(bodies.a(), bodies.b(), quiet);
        const Decision same = intersects(bodies.a(), bodies.b(), heard);
        EXPECT_EQ(answer.verdict, same.verdict);
        EXPECT_EQ(answer.stage, same.stage);
        EXPECT_EQ(answer.decided_by, same.decided_by);
        EXPECT_EQ(trace.empty(), answer.decided_by == Algorithm::automatic);
      }
    });
  }
}

/// The answers of all algorithms in both orders, in one environment: verdicts, and the results of
/// contains().
template <int D>
std::vector<int> all_answers(const Bodies<D>& bodies) {
  std::vector<int> answers;
  std::vector<Algorithm> asked{Algorithm::automatic};
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (serves(algorithm.id, Question::verdict, bodies.polytope_a.dimension()))
      asked.push_back(algorithm.id);
  }
  for (const Algorithm algorithm : asked) {
    Search<D> options;
    options.algorithm = algorithm;
    answers.push_back(static_cast<int>(intersects(bodies.a(), bodies.b(), options).verdict));
    answers.push_back(static_cast<int>(intersects(bodies.b(), bodies.a(), options).verdict));
    answers.push_back(
        static_cast<int>(distance(bodies.a(), bodies.b(), {.search = options}).verdict));
    answers.push_back(contains(bodies.a(), bodies.b(), options).contained ? 1 : 0);
    answers.push_back(contains(bodies.b(), bodies.a(), options).contained ? 1 : 0);
  }
  return answers;
}

TEST(Answers, DoNotDependOnTheHostsFloatingPointState) {
  const std::uint64_t asked = std::getenv("SUNDER_LONG") != nullptr ? 20000 : 100;
  const std::uint64_t seed = 1'000'000;
  for (std::uint64_t index = seed; index < seed + asked; ++index) {
    const auto pair = oracle::make_random_pair(index);
    oracle::with_bodies(pair.a, pair.b, pair.dimension, [&]<int D>(const Bodies<D>& bodies) {
      const std::vector<int> expected = all_answers(bodies);
      const Distance<D> nearest = distance(bodies.a(), bodies.b());
      for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        for (const oracle::Subnormals subnormals : oracle::kAllSubnormals) {
          std::vector<int> answers;
          Distance<D> far;
          {
            const oracle::HostState state(rounding, subnormals);
            answers = all_answers(bodies);
            far = distance(bodies.a(), bodies.b());
          }
          EXPECT_EQ(answers, expected)
              << "pair " << index << ", mode " << rounding << to_string(subnormals);
          // Both intervals contain the same number.
          EXPECT_LE(far.distance.lower, nearest.distance.upper) << "pair " << index;
          EXPECT_GE(far.distance.upper, nearest.distance.lower) << "pair " << index;
          const Check check = verify(bodies.a(), bodies.b(), certify(bodies.a(), bodies.b(), far));
          EXPECT_TRUE(check) << "pair " << index << ", mode " << rounding << to_string(subnormals)
                             << check.reason;
        }
      }
    });
  }
}

TEST(Answers, NegativeZerosDuplicatesAndOrderOfPointsDoNotMatter) {
  const BodyData plain = points({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}});
  const BodyData same = points({{-0.0, 0, -0.0},
                                {0, -0.0, 2},
                                {0, 2, -0.0},
                                {2, 0, 0},
                                {2, -0.0, 0},
                                {0.5, 0.5, 0.5},
                                {0, 0, 0}});
  for (const BodyData& other :
       {points({{0, 0, 0}}), points({{-0.0, -0.0, -0.0}}), points({{0.5, 0.25, 0.125}}),
        points({{-1, 0, 0}, {0, -1, 0}}), points({{-1, -1, -1}, {1, 1, 1}})}) {
    for (const bool reduce : {true, false}) {
      const Bodies<3> first(plain, other, 3, {.reduce = reduce});
      const Bodies<3> second(same, other, 3, {.reduce = reduce});
      EXPECT_EQ(all_answers(first), all_answers(second));
      expect_truth(plain, other, "plain");
      expect_truth(same, other, "with duplicates");
    }
  }
}

}  // namespace
}  // namespace sunder::traps
