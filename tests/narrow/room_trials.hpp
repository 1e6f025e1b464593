// SPDX-License-Identifier: Apache-2.0
//
// Two trials of a room's propose(). Hard pairs, judged by the exact oracle: whole numbers, flat sets,
// needles, singular matrices, sizes near the ends of the filters' range. And clear pairs in four
// regimes, for counting what a room proves by itself: one body is moved along a random line to where
// contact begins, found by bisection, and from there by a share of its way.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "narrow/lattice_bodies.hpp"

namespace sunder::test {

enum class Regime : std::uint8_t { deep, overlap_by_a_thousandth, apart_by_a_thousandth, far };
inline constexpr std::array kRegimes = {Regime::deep, Regime::overlap_by_a_thousandth,
                                        Regime::apart_by_a_thousandth, Regime::far};

inline const char* to_string(Regime regime) {
  constexpr const char* kNames[] = {"deep", "overlapping by 1e-3", "apart by 1e-3", "far"};
  return kNames[static_cast<int>(regime)];
}

inline Verdict verdict_of(Regime regime) {
  return regime == Regime::deep || regime == Regime::overlap_by_a_thousandth ? Verdict::overlapping
                                                                             : Verdict::separated;
}

inline std::vector<double> random_unit_vector(Random& random, int dimension) {
  while (true) {
    std::vector<double> v;
    double square = 0;
    for (int k = 0; k < dimension; ++k) {
      const double entry = 2 * random.unit() - 1;
      v.push_back(entry);
      square += entry * entry;
    }
    if (!(square > 0.01 && square <= 1)) continue;
    for (double& entry : v) entry /= std::sqrt(square);
    return v;
  }
}

/// A turned box, or points on a sphere or on an ellipsoid whose axes are up to 1 : 4.
inline BodyData clear_body(Random& random, int dimension) {
  BodyData body;
  std::vector<double> half;
  const bool round = random.chance(1, 3);
  for (int k = 0; k < dimension; ++k) half.push_back(round ? 1.0 : 0.25 + 0.75 * random.unit());
  if (random.chance(1, 3)) {
    body = box_body(half);
  } else {
    for (int i = random.in(8, 40); i > 0; --i) {
      auto& vertex = body.vertices.emplace_back(random_unit_vector(random, dimension));
      for (std::size_t k = 0; k < half.size(); ++k) vertex[k] *= half[k];
    }
  }
  if (dimension == 3) {
    std::array<double, 4> q{};
    for (double& entry : q) entry = 2 * random.unit() - 1;
    return with_quaternion(body, q);
  }
  const double angle = 6 * random.unit();
  return with_matrix(body,
                     {std::cos(angle), -std::sin(angle), 0, std::sin(angle), std::cos(angle), 0});
}

inline BodyData moved_along(BodyData body, const std::vector<double>& line, double t) {
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (body.pose.form == PoseData::Form::quaternion) {
      body.pose.translation[k] = line[k] * t;
    } else {
      body.pose.rows[3 * k + 2] = line[k] * t;
    }
  }
  return body;
}

struct ClearPair {
  BodyData a, b;
};

template <int D>
ClearPair clear_pair(Random& random, Regime regime) {
  const BodyData a = clear_body(random, D);
  const BodyData b = clear_body(random, D);
  const std::vector<double> line = random_unit_vector(random, D);
  double meets = 0;
  double apart = 8;
  Bodies<D> bodies(a, b, D);
  for (int step = 0; step < 40; ++step) {
    const double middle = (meets + apart) / 2;
    bodies.pose_b = suite::make_pose<D>(moved_along(b, line, middle).pose, D);
    (intersects(bodies.a(), bodies.b()) ? meets : apart) = middle;
  }
  const double share = random.unit();
  switch (regime) {
    case Regime::deep:
      return {a, moved_along(b, line, 0.9 * share * meets)};
    case Regime::overlap_by_a_thousandth:
      return {a, moved_along(b, line, meets - 1e-3)};
    case Regime::apart_by_a_thousandth:
      return {a, moved_along(b, line, apart + 1e-3)};
    case Regime::far:
      break;
  }
  return {a, moved_along(b, line, apart * (1.1 + 4 * share))};
}

/// How many of `asked` pairs of a regime the room proves itself; it must not be wrong on any.
template <int D, class Propose>
int count_proven(Regime regime, int asked, std::uint64_t seed, const Propose& propose) {
  Random random(seed);
  int proven = 0;
  for (int i = 0; i < asked; ++i) {
    const ClearPair pair = clear_pair<D>(random, regime);
    const Bodies<D> bodies(pair.a, pair.b, D);
    const detail::FilteredPair<D> filtered(pair_of(bodies));
    const detail::Proposed<D> proposed = propose(filtered, detail::Search<D>{});
    if (proposed.stage == Stage::none) continue;
    ++proven;
    EXPECT_EQ(proposed.verdict, verdict_of(regime)) << to_string(regime) << ' ' << i;
  }
  return proven;
}

/// What a room proposes is no lie, and is the same with a trace, whose last step separates if the
/// room says so.
template <int D, class Propose>
detail::Proposed<D> expect_honest(const Bodies<D>& bodies, Verdict expected,
                                  const std::string& name, const Propose& propose,
                                  const Vector<D>* start = nullptr) {
  const detail::FilteredPair<D> filtered(pair_of(bodies));
  Trace trace;
  const detail::Proposed<D> heard = propose(filtered, detail::Search<D>{start, &trace});
  const detail::Proposed<D> quiet = propose(filtered, detail::Search<D>{start, nullptr});
  EXPECT_EQ(quiet.verdict, heard.verdict) << name;
  EXPECT_EQ(quiet.direction, heard.direction) << name;
  EXPECT_EQ(quiet.pairs.size(), heard.pairs.size()) << name;
  EXPECT_LE(quiet.pairs.size(), 2 * std::size_t{D} + 2) << name;
  for (const IndexPair& kept : quiet.pairs) {
    EXPECT_LT(static_cast<std::uint32_t>(kept.a), filtered.pair().a.hull->count) << name;
    EXPECT_LT(static_cast<std::uint32_t>(kept.b), filtered.pair().b.hull->count) << name;
  }
  if (quiet.stage == Stage::none) {
    EXPECT_EQ(quiet.verdict, Verdict::undecided) << name;
    return quiet;
  }
  EXPECT_EQ(quiet.verdict, expected) << name;
  if (quiet.verdict != Verdict::separated) return quiet;
  EXPECT_TRUE(filtered.gap(quiet.direction.data()).proves_separated()) << name;
  EXPECT_TRUE(!trace.empty() && trace.back().value > 0 && trace.back().direction.size() == D)
      << name;
  return quiet;
}

/// A body of whole numbers, drawn so that flat sets, points, needles and singular or reflected
/// matrices are all frequent; then the whole pair may be scaled by a power of two.
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
  std::array<int, 3> proven{};  ///< by the room itself
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
    const auto proposed = expect_honest<D>(bodies, expected, name, propose);
    expect_honest<D>(Bodies<D>(b, a, D), expected, name + ", swapped", propose);
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
      expect_honest<D>(Bodies<D>(far_a, far_b, D), expected,
                       name + " by 2^" + std::to_string(power), propose);
    }
  }
  return counts;
}

/// Starts of every kind, also those that are no direction.
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
      expect_honest<3>(bodies, expected, "odd start", propose, &start);
  }
}

}  // namespace sunder::test
