// SPDX-License-Identifier: Apache-2.0
//
// Every combination of features, in pairs whose answer is known by construction.
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <sstream>

#include "relation/answers.hpp"
#include "relation/built_pair.hpp"
#include "suite/random.hpp"

namespace sunder::test {
namespace {

using suite::Bodies;
using suite::Random;

/// The pairs of each kind: SUNDER_RELATION_RANGE="first count", set by the long tests, or a few.
struct Range {
  std::uint64_t first = 0;
  std::uint64_t count = 200;
};

Range chosen_range() {
  Range range;
  if (const char* text = std::getenv("SUNDER_RELATION_RANGE")) {
    std::istringstream stream(text);
    stream >> range.first >> range.count;
    EXPECT_FALSE(stream.fail()) << "SUNDER_RELATION_RANGE takes two numbers, not " << text;
  }
  return range;
}

RelationAnswer expected_of(const BuiltPair& pair) {
  RelationAnswer expected;
  expected.relation = pair.relation;
  expected.verdict = pair.verdict;
  expected.feature_a = pair.a.feature;
  expected.feature_b = pair.b.feature;
  expected.contact_dimension = pair.contact_dimension;
  expected.meets_relative_interiors = pair.meets_relative_interiors;
  return expected;
}

/// In both orders, by automatic and by a randomly drawn algorithm; contains() tests containment
/// itself.
template <int D>
bool is_as_built(const BuiltPair& pair, Random& random) {
  BuildOptions build;
  build.reduce = !random.chance(1, 8);
  const Bodies<D> bodies(pair.a.data, pair.b.data, D, build);
  RelationAnswer expected = expected_of(pair);
  expected.a_in_b = contains(bodies.a(), bodies.b()).contained;
  expected.b_in_a = contains(bodies.b(), bodies.a()).contained;
  Search<D> options;
  options.algorithm = random.pick(serving_algorithms<D>());
  const std::string told = describe(relation(bodies.a(), bodies.b()));
  const std::string exchanged = describe(swapped(relation(bodies.b(), bodies.a(), options)));
  EXPECT_EQ(told, describe(expected)) << pair.kind;
  EXPECT_EQ(exchanged, describe(expected)) << pair.kind << ", " << to_string(options.algorithm);
  return told == describe(expected) && exchanged == told;
}

TEST(Built, EveryCombinationOfFeaturesIsTold) {
  const Range range = chosen_range();
  Random random(20);
  for (int kind = 0; kind < kind_count(); ++kind) {
    std::uint64_t wrong = 0;
    std::uint64_t flat = 0;
    std::string name;
    for (std::uint64_t i = range.first; i < range.first + range.count; ++i) {
      const BuiltPair pair = build_pair(kind, i);
      name = pair.kind;
      if (pair.meets_relative_interiors) ++flat;
      const bool right =
          pair.dimension == 2 ? is_as_built<2>(pair, random) : is_as_built<3>(pair, random);
      if (!right) ++wrong;
      EXPECT_TRUE(right) << "kind " << kind << ", pair " << i;
    }
    std::printf("%-30s %6lu pairs, %5lu meet in their relative interiors, %lu wrong\n",
                name.c_str(), static_cast<unsigned long>(range.count),
                static_cast<unsigned long>(flat), static_cast<unsigned long>(wrong));
  }
}

}  // namespace
}  // namespace sunder::test
