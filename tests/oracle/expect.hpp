// SPDX-License-Identifier: Apache-2.0
//
// Tests a pair: every algorithm returns the verdict, in both orders, and its certificate verifies.
#pragma once

#include <gtest/gtest.h>
#include <string>

#include "suite/posed.hpp"

namespace sunder::oracle {

template <int D>
void expect_verdict(const suite::PosedOf<D>& a, const suite::PosedOf<D>& b, Algorithm algorithm,
                    Verdict expected, const std::string& name) {
  Search<D> options;
  options.algorithm = algorithm;
  const Decision answer = intersects(a, b, options);
  EXPECT_EQ(to_string(answer.verdict), to_string(expected)) << name << ", " << to_string(algorithm);
  EXPECT_TRUE(answer.proven) << name << ", " << to_string(algorithm);
  // A certificate depends on the pair, whichever algorithm decided: one is enough.
  if (algorithm != Algorithm::automatic) return;
  const Check check = verify(a, b, certify(a, b, answer));
  EXPECT_TRUE(check) << name << ", " << to_string(algorithm) << ": " << check.reason;
}

template <int D>
void expect_all_algorithms(const suite::Bodies<D>& bodies, int dimension, Verdict expected,
                           const std::string& name) {
  std::vector<Algorithm> asked{Algorithm::automatic};
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (serves(algorithm.id, Question::verdict, dimension)) asked.push_back(algorithm.id);
  }
  for (const Algorithm algorithm : asked) {
    expect_verdict<D>(bodies.a(), bodies.b(), algorithm, expected, name);
    expect_verdict<D>(bodies.b(), bodies.a(), algorithm, expected, name + ", swapped");
  }
}

/// Calls `ask` with the bodies in the classes for their dimension.
template <class Ask>
void with_bodies(const suite::BodyData& a, const suite::BodyData& b, int dimension, Ask&& ask) {
  if (dimension == 2) {
    ask(suite::Bodies<2>(a, b, 2));
  } else if (dimension == 3) {
    ask(suite::Bodies<3>(a, b, 3));
  } else {
    ask(suite::Bodies<kRunTime>(a, b, dimension));
  }
}

}  // namespace sunder::oracle
