// SPDX-License-Identifier: Apache-2.0
//
// The example of CONTRIBUTING.md passes like any other algorithm.
#include <gtest/gtest.h>

#include "sunder/sunder.hpp"

namespace sunder {
namespace {

TEST(ToyAlgorithm, IsListedAndFoundByName) {
  const AlgorithmInfo& last = algorithms().back();
  EXPECT_EQ(last.name, "centre_line");
  EXPECT_EQ(algorithm_from_name("centre_line"), Algorithm::centre_line);
  EXPECT_TRUE(serves(Algorithm::centre_line, Question::verdict, 17));
  EXPECT_FALSE(serves(Algorithm::centre_line, Question::distance, 3));
}

TEST(ToyAlgorithm, EarnsTheVerdictsItCanProve) {
  const Polytope3 box = Polytope3::box({1, 1, 1});
  const Pose3 away = Pose3::translation({3, 0, 0}).value();
  Trace trace;
  const Decision answer = intersects(Posed3{box}, Posed3{box, away},
                                     {.algorithm = Algorithm::centre_line, .trace = &trace});
  EXPECT_EQ(answer.verdict, Verdict::separated);
  EXPECT_EQ(answer.decided_by, Algorithm::centre_line);
  ASSERT_EQ(trace.size(), 1u);
  EXPECT_GT(trace[0].value, 0);
}

TEST(ToyAlgorithm, LeavesTheRestToTheKernel) {
  const Polytope3 box = Polytope3::box({1, 1, 1});
  for (const double x : {0.5, 2.0}) {
    const Pose3 aside = Pose3::translation({x, 0, 0}).value();
    const Search3 options{.algorithm = Algorithm::centre_line};
    const Decision answer = intersects(Posed3{box}, Posed3{box, aside}, options);
    EXPECT_EQ(answer.verdict, x < 2 ? Verdict::overlapping : Verdict::touching);
    EXPECT_TRUE(answer.proven);
    EXPECT_TRUE(certify(Posed3{box}, Posed3{box, aside}, answer).pairs.size() > 0);
  }
}

TEST(ToyAlgorithm, MeasuringIsLeftToAAlgorithmThatCan) {
  const Polytope3 box = Polytope3::box({1, 1, 1});
  const Pose3 away = Pose3::translation({3, 0, 0}).value();
  const auto gap =
      distance(Posed3{box}, Posed3{box, away}, {.search = {.algorithm = Algorithm::centre_line}});
  EXPECT_LE(gap.distance.lower, 1);
  EXPECT_GE(gap.distance.upper, 1);
}

}  // namespace
}  // namespace sunder
