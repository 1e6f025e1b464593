// SPDX-License-Identifier: Apache-2.0
//
// Writes answers to relation() in words, and exchanges their bodies.
#pragma once

#include <sstream>
#include <string>

#include "oracle/expect.hpp"
#include "sunder/relation.hpp"

namespace sunder::test {

inline std::string describe(const Feature& feature) {
  std::string text(to_string(feature.kind));
  for (const std::int32_t vertex : feature.vertices) text += ' ' + std::to_string(vertex);
  return text;
}

inline std::string describe(const RelationAnswer& answer) {
  std::ostringstream text;
  text << to_string(answer.relation) << ", " << to_string(answer.verdict)
       << ", a: " << describe(answer.feature_a) << ", b: " << describe(answer.feature_b)
       << ", dimension " << answer.contact_dimension
       << (answer.meets_relative_interiors ? ", relative" : "") << (answer.a_in_b ? ", a in b" : "")
       << (answer.b_in_a ? ", b in a" : "");
  return text.str();
}

/// With a and b exchanged.
inline RelationAnswer swapped(RelationAnswer answer) {
  std::swap(answer.feature_a, answer.feature_b);
  std::swap(answer.a_in_b, answer.b_in_a);
  return answer;
}

template <int D>
std::vector<Algorithm> serving_algorithms() {
  std::vector<Algorithm> all{Algorithm::automatic};
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (serves(algorithm.id, Question::verdict, D)) all.push_back(algorithm.id);
  }
  return all;
}

/// Returns the answer of automatic. Every algorithm and the exchanged bodies must agree, whatever
/// direction each finds.
template <int D>
RelationAnswer ask_everyone(const suite::Bodies<D>& bodies, const std::string& name) {
  const RelationAnswer answer = relation(bodies.a(), bodies.b());
  for (const Algorithm algorithm : serving_algorithms<D>()) {
    Search<D> options;
    options.algorithm = algorithm;
    EXPECT_EQ(describe(relation(bodies.a(), bodies.b(), options)), describe(answer))
        << name << ", " << to_string(algorithm);
    EXPECT_EQ(describe(swapped(relation(bodies.b(), bodies.a(), options))), describe(answer))
        << name << ", exchanged, " << to_string(algorithm);
  }
  EXPECT_EQ(answer.a_in_b, contains(bodies.a(), bodies.b()).contained) << name;
  EXPECT_EQ(answer.b_in_a, contains(bodies.b(), bodies.a()).contained) << name;
  return answer;
}

}  // namespace sunder::test
