// SPDX-License-Identifier: Apache-2.0
//
// Runs two trials of an algorithm's propose(), without the exact stage. The hard pairs are judged
// by the exact oracle: integers, flat sets, needles, singular matrices, sizes near the ends of the
// filters' range. The clear pairs count an algorithm's own proofs. Each trial accepts a function,
// or a NamedProposer, which undergoes further checks.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "narrow/algorithm.hpp"
#include "narrow/clear_pairs.hpp"
#include "suite/effort.hpp"

namespace sunder::test {

/// An algorithm's propose() with its name. The trials also check the name in its traces, the length
/// of its directions, and hard pairs through the pipeline.
template <int D>
struct NamedProposer {
  detail::Proposed<D> (*propose)(const detail::FilteredPair<D>&, const detail::Request<D>&);
  Algorithm name;
  detail::Proposed<D> operator()(const detail::FilteredPair<D>& pair,
                                 const detail::Request<D>& search) const {
    return propose(pair, search);
  }
};
template <class Propose>
concept HasName = requires(const Propose& algorithm) { algorithm.name; };

/// Contact is left to the exact stage, with the common normal as a start.
template <class Propose>
detail::Proposed<3> expect_contact_left_with_normal(const Propose& propose) {
  const BodyData box = box_body({1, 1, 1});
  const Bodies<3> bodies(box, with_translation(box, {2, 0.5, 0.25}), 3);
  const detail::FilteredPair<3> filtered(pair_of(bodies));
  const auto found = propose(filtered, detail::Request<3>{});
  EXPECT_EQ(found.verdict, Verdict::undecided);
  EXPECT_TRUE(found.has_direction);
  EXPECT_EQ(filtered.gap(found.direction.data()).value, 0);
  return found;
}

/// Checks that a proposal is true. It must not change with a trace, whose last step separates if
/// the algorithm claims a separation.
template <int D, class Propose>
detail::Proposed<D> expect_sound(const Bodies<D>& bodies, Verdict expected, const std::string& name,
                                 const Propose& propose, const Vector<D>* start = nullptr) {
  const detail::FilteredPair<D> filtered(pair_of(bodies));
  Trace trace;
  const detail::Proposed<D> heard = propose(filtered, detail::Request<D>{start, &trace});
  const detail::Proposed<D> quiet = propose(filtered, detail::Request<D>{start, nullptr});
  EXPECT_EQ(quiet.verdict, heard.verdict) << name;
  EXPECT_EQ(quiet.stage, heard.stage) << name;
  EXPECT_EQ(quiet.has_direction, heard.has_direction) << name;
  EXPECT_EQ(quiet.direction, heard.direction) << name;
  EXPECT_EQ(quiet.pairs.size(), heard.pairs.size()) << name;
  EXPECT_LE(quiet.pairs.size(), 2 * std::size_t{D} + 2) << name;
  for (const IndexPair& kept : quiet.pairs) {
    EXPECT_LT(static_cast<std::uint32_t>(kept.a), filtered.pair().a.hull->count) << name;
    EXPECT_LT(static_cast<std::uint32_t>(kept.b), filtered.pair().b.hull->count) << name;
  }
  for (const TraceStep& step : trace) {
    EXPECT_LE(step.pairs.size(), std::size_t{D} + 1) << name;
    EXPECT_TRUE(step.event != TraceEvent::simplex || !step.pairs.empty()) << name;
    if constexpr (HasName<Propose>) {
      EXPECT_EQ(step.algorithm, propose.name) << name;
    }
  }
  if constexpr (HasName<Propose>) {
    double largest = 0.5;
    if (quiet.has_direction) {
      largest = 0;
      for (const double entry : quiet.direction) largest = std::max(largest, std::fabs(entry));
    }
    EXPECT_TRUE(largest >= 0.5 && largest < 1) << name;
  }
  EXPECT_EQ(quiet.verdict == Verdict::undecided, quiet.stage == Stage::none) << name;
  if (quiet.stage == Stage::none) return quiet;
  EXPECT_EQ(quiet.verdict, expected) << name;
  if (quiet.verdict != Verdict::separated) return quiet;
  EXPECT_TRUE(filtered.gap(quiet.direction.data()).proves_separated()) << name;
  EXPECT_TRUE(!trace.empty() && trace.back().value > 0 && trace.back().direction.size() == D)
      << name;
  return quiet;
}

/// The number of `asked` pairs of a regime that the algorithm proves itself; it must be wrong on
/// none.
template <int D, class Propose>
int count_proven(Regime regime, int asked, std::uint64_t seed, const Propose& propose) {
  Random random(seed);
  int proven = 0;
  for (int i = 0; i < asked; ++i) {
    const ClearPair pair = clear_pair<D>(random, regime);
    const Bodies<D> bodies(pair.a, pair.b, D);
    const std::string name = std::string(to_string(regime)) + ' ' + std::to_string(i);
    const auto proposed = expect_sound<D>(bodies, verdict_of(regime), name, propose);
    if (proposed.stage != Stage::none) ++proven;
  }
  return proven;
}

/// Expects at least 99 in a hundred pairs of every regime, 400 of each; fewer under sanitizers.
template <int D, class Propose>
void expect_clear_pairs_proven(std::uint64_t seed, const Propose& propose) {
  constexpr int kAsked = suite::cases(400);
  for (const Regime regime : kRegimes) {
    EXPECT_GE(count_proven<D>(regime, kAsked, seed, propose), kAsked - kAsked / 100)
        << to_string(regime) << ", " << D << "-D";
  }
}

/// Runs an algorithm on a pair in both orders, alone and in the pipeline; returns true if it proved
/// the pair alone.
template <int D>
bool try_pair(const NamedProposer<D>& algorithm, const BodyData& a, const BodyData& b,
              const std::string& name) {
  const Verdict expected = truth(a, b);
  const Bodies<D> bodies(a, b, D);
  oracle::expect_verdict<D>(bodies.a(), bodies.b(), algorithm.name, expected, name);
  expect_sound<D>(Bodies<D>(b, a, D), expected, name + ", swapped", algorithm);
  return expect_sound<D>(bodies, expected, name, algorithm).stage != Stage::none;
}

/// A body of integers, drawn so that flat sets, points, needles and singular or reflected matrices
/// are all frequent. The whole pair may then be scaled by a power of two.
inline BodyData hard_body(Random& random, int dimension, int shift) {
  const int reach = random.in(1, 4);
  const int count = random.chance(1, 8) ? 1 : random.in(3, 9);
  BodyData body = lattice_body(random, dimension, count, reach, shift);
  if (random.chance(1, 5)) {
    for (auto& vertex : body.vertices) vertex.back() = 1;
  }
  if (random.chance(1, 6)) {
    const int thin = random.in(20, 60);
    for (auto& vertex : body.vertices) vertex[1] = std::ldexp(vertex[1], -thin);
  }
  if (!random.chance(1, 4)) return body;
  std::vector<double> rows;
  for (int i = 0; i < dimension * (dimension + 1); ++i) rows.push_back(random.in(-2, 2));
  return with_matrix(body, rows);
}

struct HardCounts {
  std::array<int, 3> drawn{};   ///< by verdict
  std::array<int, 3> proven{};  ///< by the algorithm itself
  double share(Verdict verdict) const {
    const auto at = static_cast<std::size_t>(verdict);
    return drawn[at] == 0 ? 0 : static_cast<double>(proven[at]) / drawn[at];
  }
};

template <int D, class Propose>
HardCounts try_hard_pairs(int asked, std::uint64_t seed, const Propose& propose) {
  Random random(seed);
  HardCounts counts;
  for (int i = 0; i < asked; ++i) {
    const int shift = random.in(0, 5);
    BodyData a = hard_body(random, D, 0);
    BodyData b = hard_body(random, D, shift);
    const Verdict expected = truth(a, b);
    const Bodies<D> bodies(a, b, D);
    const std::string name = "pair " + std::to_string(i);
    if constexpr (HasName<Propose>) {
      oracle::expect_verdict<D>(bodies.a(), bodies.b(), propose.name, expected, name);
    }
    const auto proposed = expect_sound<D>(bodies, expected, name, propose);
    expect_sound<D>(Bodies<D>(b, a, D), expected, name + ", swapped", propose);
    ++counts.drawn[static_cast<std::size_t>(expected)];
    if (proposed.stage != Stage::none) ++counts.proven[static_cast<std::size_t>(expected)];
    if (a.pose.form == PoseData::Form::matrix || b.pose.form == PoseData::Form::matrix) continue;
    for (const int power : {300, 150, 100, -100, -300, -1000}) {
      BodyData far_a = a;
      BodyData far_b = b;
      for (BodyData* body : {&far_a, &far_b}) {
        for (auto& vertex : body->vertices) {
          for (double& entry : vertex) entry = std::ldexp(entry, power);
        }
      }
      // A needle of 2^-60 at 2^-1000 has no exact image.
      if (power == -1000 && truth(far_a, far_b) != expected) continue;
      expect_sound<D>(Bodies<D>(far_a, far_b, D), expected, name + " by 2^" + std::to_string(power),
                      propose);
    }
  }
  return counts;
}

/// Expects that enough of each verdict were drawn, most of the clear pairs proven, and no touching
/// one.
inline void expect_most_proven(const HardCounts& counts, int clear, int touching) {
  for (const Verdict verdict : {Verdict::separated, Verdict::overlapping}) {
    const auto at = static_cast<std::size_t>(verdict);
    EXPECT_GT(counts.drawn[at], clear);
    EXPECT_GE(counts.proven[at] * 10, counts.drawn[at] * 8) << to_string(verdict);
  }
  EXPECT_GT(counts.drawn[static_cast<std::size_t>(Verdict::touching)], touching);
  EXPECT_EQ(counts.proven[static_cast<std::size_t>(Verdict::touching)], 0);
}

/// Tries starts of every kind, also invalid directions.
template <class Propose>
void try_odd_starts(std::uint64_t seed, const Propose& propose) {
  Random random(seed);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double huge = std::numeric_limits<double>::max();
  const Vector3 starts[] = {{0, 0, 0},      {nan, nan, nan},
                            {1, nan, 0},    {huge, huge, -huge},
                            {5e-324, 0, 0}, {std::numeric_limits<double>::infinity(), 1, 0},
                            {-0.0, -0.0, 1}};
  for (int i = 0; i < 40; ++i) {
    const int shift = random.in(0, 6);
    const BodyData a = lattice_body(random, 3, 6, 4);
    const BodyData b = lattice_body(random, 3, 6, 4, shift);
    const Bodies<3> bodies(a, b, 3);
    const Verdict expected = truth(a, b);
    for (const Vector3& start : starts)
      expect_sound<3>(bodies, expected, "odd start", propose, &start);
  }
}

}  // namespace sunder::test
