// SPDX-License-Identifier: Apache-2.0
//
// Tests the contract of every algorithm, for each entry of the table.
#include <gtest/gtest.h>
#include <set>

#include "narrow/dispatch.hpp"
#include "narrow/gjk/gjk.hpp"
#include "narrow/lattice_bodies.hpp"
#include "narrow/questions.hpp"

namespace sunder::test {
namespace {

using detail::FilteredPair;
using detail::kQuestions;
using detail::Pair;
using detail::Proposed;
using detail::Request;

TEST(Algorithms, NamesRoundTrip) {
  EXPECT_EQ(to_string(Algorithm::automatic), "auto");
  EXPECT_EQ(algorithm_from_name("auto"), Algorithm::automatic);
  std::set<std::string_view> names;
  for (const AlgorithmInfo& algorithm : algorithms()) {
    EXPECT_NE(algorithm.id, Algorithm::automatic);
    EXPECT_EQ(to_string(algorithm.id), algorithm.name);
    EXPECT_EQ(algorithm_from_name(algorithm.name), algorithm.id);
    EXPECT_TRUE(names.insert(algorithm.name).second) << algorithm.name;
    EXPECT_FALSE(algorithm.summary.empty());
    EXPECT_FALSE(algorithm.source.empty());
  }
  for (const char* name : {"", "GJK", "gjk ", "automatic", "bounds"})
    EXPECT_FALSE(algorithm_from_name(name)) << name;
  for (const Question question : kQuestions)
    EXPECT_EQ(question_from_name(to_string(question)), question);
  EXPECT_FALSE(question_from_name("Verdict"));
}

TEST(Algorithms, ServesWhatTheTableSays) {
  for (const AlgorithmInfo& algorithm : algorithms()) {
    const std::set<int> dimensions(algorithm.dimensions.begin(), algorithm.dimensions.end());
    const std::set<Question> questions(algorithm.questions.begin(), algorithm.questions.end());
    EXPECT_TRUE(questions.contains(Question::verdict)) << algorithm.name;
    for (int d = -1; d <= 12; ++d) {
      for (const Question question : kQuestions) {
        const bool dimension = dimensions.contains(d) || (algorithm.any_dimension && d >= 1);
        EXPECT_EQ(serves(algorithm.id, question, d), dimension && questions.contains(question))
            << algorithm.name << ' ' << to_string(question) << ' ' << d;
        if (serves(algorithm.id, question, d)) {
          EXPECT_TRUE(serves(Algorithm::automatic, question, d));
        }
      }
    }
  }
  EXPECT_FALSE(serves(static_cast<Algorithm>(99), Question::verdict, 3));
}

template <int D>
void expect_plausible(const Trace& trace, Algorithm algorithm, const Bodies<D>& bodies,
                      const Proposed<D>& proposed) {
  const auto d = static_cast<std::size_t>(pair_of(bodies).dimension());
  const auto is_caller_index = [](const Polytope<D>& polytope, std::int32_t index) {
    for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
      if (polytope.caller_index(i) == index) return true;
    }
    return false;
  };
  for (const TraceStep& step : trace) {
    EXPECT_EQ(step.algorithm, algorithm);
    EXPECT_TRUE(step.direction.empty() || step.direction.size() == d);
    EXPECT_LE(step.pairs.size(), d + 1);
    for (const IndexPair& at : step.pairs) {
      EXPECT_TRUE(is_caller_index(bodies.polytope_a, at.a));
      EXPECT_TRUE(is_caller_index(bodies.polytope_b, at.b));
    }
    if (step.event == TraceEvent::simplex) {
      EXPECT_FALSE(step.pairs.empty());
    }
  }
  if (proposed.verdict != Verdict::separated || algorithm == Algorithm::lp) return;
  ASSERT_FALSE(trace.empty());
  const TraceStep& last = trace.back();
  ASSERT_EQ(last.direction.size(), d);
  EXPECT_GT(last.value, 0) << "a walk that ends with a separation ends with its direction";
}

/// Runs every algorithm on one pair with a known verdict.
template <int D>
int expect_no_lie(const Bodies<D>& bodies, int dimension, Verdict truth, const std::string& name) {
  int proven = 0;
  const FilteredPair<D> filtered(pair_of(bodies));
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (!serves(algorithm.id, Question::verdict, dimension)) continue;
    if (detail::functions_of<D>(algorithm.id).propose == nullptr) continue;
    const Proposed<D> quiet = detail::propose_by<D>(algorithm.id, filtered, {});
    Trace trace;
    const Proposed<D> heard = detail::propose_by<D>(algorithm.id, filtered, {nullptr, &trace});
    EXPECT_EQ(quiet.verdict, heard.verdict) << name << ' ' << algorithm.name;
    EXPECT_EQ(quiet.stage, heard.stage);
    EXPECT_EQ(quiet.has_direction, heard.has_direction);
    EXPECT_EQ(quiet.direction, heard.direction);
    EXPECT_TRUE(
        std::equal(quiet.pairs.begin(), quiet.pairs.end(), heard.pairs.begin(), heard.pairs.end()));
    expect_plausible<D>(trace, algorithm.id, bodies, heard);
    for (const IndexPair& kept : quiet.pairs) {
      EXPECT_LT(static_cast<std::uint32_t>(kept.a), filtered.pair().a.hull->count);
      EXPECT_LT(static_cast<std::uint32_t>(kept.b), filtered.pair().b.hull->count);
    }
    if (quiet.stage == Stage::none) continue;
    ++proven;
    EXPECT_EQ(quiet.verdict, truth) << name << ' ' << algorithm.name;
  }
  return proven;
}

TEST(Algorithms, NeverProveWhatIsNotSo) {
  Random random(21);
  int proven = 0;
  for (int i = 0; i < 400; ++i) {
    const int d = random.in(1, 4);
    const BodyData a = lattice_body(random, d, random.in(1, 7), 4);
    const BodyData b = lattice_body(random, d, random.in(1, 7), 4, random.in(0, 5));
    const Verdict expected = truth(a, b);
    const std::string name = "pair " + std::to_string(i);
    if (d == 2) proven += expect_no_lie(Bodies<2>(a, b, d), d, expected, name);
    if (d == 3) proven += expect_no_lie(Bodies<3>(a, b, d), d, expected, name);
    proven += expect_no_lie(Bodies<kRunTime>(a, b, d), d, expected, name);
  }
  EXPECT_GT(proven, 800);
}

// A start may hold any numbers: an invalid direction, or one of another dimension.
TEST(Algorithms, AnyStartWillDo) {
  Random random(22);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double huge = std::numeric_limits<double>::max();
  const std::vector<Vector3> starts = {
      {0, 0, 0},           {nan, nan, nan}, {1, nan, 0},
      {huge, huge, -huge}, {5e-324, 0, 0},  {std::numeric_limits<double>::infinity(), 1, 0},
      {-0.0, -0.0, 1}};
  for (int i = 0; i < 60; ++i) {
    const BodyData a = lattice_body(random, 3, 6, 4);
    const BodyData b = lattice_body(random, 3, 6, 4, random.in(0, 6));
    const Verdict expected = truth(a, b);
    const Bodies<3> bodies(a, b, 3);
    const Bodies<kRunTime> bodies_n(a, b, 3);
    const FilteredPair<3> filtered(pair_of(bodies));
    const FilteredPair<kRunTime> filtered_n(pair_of(bodies_n));
    for (const Vector3& start : starts) {
      const auto found = detail::gjk::propose<3>(filtered, {&start, nullptr});
      if (found.stage != Stage::none) {
        EXPECT_EQ(found.verdict, expected) << "pair " << i;
      }
      const VectorN start_n(start.begin(), start.end());
      const auto found_n = detail::gjk::propose<kRunTime>(filtered_n, {&start_n, nullptr});
      if (found_n.stage != Stage::none) {
        EXPECT_EQ(found_n.verdict, expected) << "pair " << i;
      }
    }
    const VectorN short_start(2, 1.0);
    const auto found_n = detail::gjk::propose<kRunTime>(filtered_n, {&short_start, nullptr});
    if (found_n.stage != Stage::none) {
      EXPECT_EQ(found_n.verdict, expected) << "pair " << i;
    }
  }
}

}  // namespace
}  // namespace sunder::test
