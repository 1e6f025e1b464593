// SPDX-License-Identifier: Apache-2.0
//
// What a room is put through alone, without the exact stage behind it: lattice bodies of which the
// truth is known, and round bodies a given step before or past contact.
#pragma once

#include <cmath>
#include <numbers>

#include "narrow/algorithm.hpp"
#include "narrow/lattice_bodies.hpp"

namespace sunder::test {

template <int D>
using Propose = detail::Proposed<D> (*)(const detail::FilteredPair<D>&, const detail::Search<D>&);

template <int D>
struct Room {
  Propose<D> propose;
  Algorithm name;
};

/// The room proves nothing that is not so, says the same whether traced or not, and ends the trace of
/// a separation with the direction that separates.
template <int D>
detail::Proposed<D> expect_honest(const Room<D>& room, const Bodies<D>& bodies, Verdict expected,
                                  const std::string& name) {
  const detail::FilteredPair<D> filtered(pair_of(bodies));
  const auto quiet = room.propose(filtered, {});
  Trace trace;
  const auto heard = room.propose(filtered, {nullptr, &trace});
  EXPECT_EQ(quiet.verdict, heard.verdict) << name;
  EXPECT_EQ(quiet.stage, heard.stage) << name;
  EXPECT_EQ(quiet.has_direction, heard.has_direction) << name;
  EXPECT_EQ(quiet.direction, heard.direction) << name;
  EXPECT_EQ(quiet.pairs.size(), heard.pairs.size()) << name;
  EXPECT_EQ(quiet.verdict == Verdict::undecided, quiet.stage == Stage::none) << name;
  for (const IndexPair& kept : quiet.pairs) {
    EXPECT_LT(static_cast<std::uint32_t>(kept.a), filtered.pair().a.hull->count) << name;
    EXPECT_LT(static_cast<std::uint32_t>(kept.b), filtered.pair().b.hull->count) << name;
  }
  for (const TraceStep& step : trace) {
    EXPECT_EQ(step.room, room.name);
    EXPECT_LE(step.pairs.size(), std::size_t{D} + 1);
    if (step.event == TraceEvent::simplex) {
      EXPECT_FALSE(step.pairs.empty());
    }
  }
  if (quiet.stage != Stage::none) {
    EXPECT_EQ(to_string(quiet.verdict), to_string(expected)) << name;
  }
  if (quiet.has_direction) {
    const double largest =
        std::abs(*std::max_element(quiet.direction.begin(), quiet.direction.end(),
                                   [](double p, double q) { return std::abs(p) < std::abs(q); }));
    EXPECT_TRUE(largest >= 0.5 && largest < 1) << name;
  }
  if (quiet.verdict == Verdict::separated) {
    EXPECT_TRUE(filtered.gap(quiet.direction.data()).proves_separated()) << name;
    EXPECT_FALSE(trace.empty()) << name;
    if (trace.empty()) return quiet;
    EXPECT_EQ(trace.back().direction.size(), std::size_t{D}) << name;
    EXPECT_GT(trace.back().value, 0) << name;
  }
  return quiet;
}

/// The same in both orders, and what the pipeline says of the pair; true if the room alone proved it.
template <int D>
bool try_pair(const Room<D>& room, const BodyData& a, const BodyData& b, const std::string& name) {
  const Verdict expected = truth(a, b);
  const Bodies<D> bodies(a, b, D);
  oracle::expect_verdict<D>(bodies.a(), bodies.b(), room.name, expected, name);
  expect_honest<D>(room, Bodies<D>(b, a, D), expected, name + ", swapped");
  return expect_honest<D>(room, bodies, expected, name).stage != Stage::none;
}

/// Pairs asked and pairs proven, by the true verdict.
struct Tally {
  int asked[3] = {};
  int proven[3] = {};
  void take(Verdict verdict, bool was_proven) {
    ++asked[static_cast<int>(verdict)];
    proven[static_cast<int>(verdict)] += was_proven;
  }
  double share(Verdict verdict) const {
    const int i = static_cast<int>(verdict);
    return asked[i] == 0 ? 0 : static_cast<double>(proven[i]) / asked[i];
  }
  std::string text() const {
    std::string line;
    for (const Verdict v : {Verdict::separated, Verdict::touching, Verdict::overlapping}) {
      const int i = static_cast<int>(v);
      line += std::string(to_string(v)) + ' ' + std::to_string(proven[i]) + '/' +
              std::to_string(asked[i]) + ' ';
    }
    return line;
  }
};

/// Lattice bodies of 1 to `most` points: flat ones, duplicates, needles, maps that shear, reflect
/// and flatten.
template <int D>
Tally lattice_trials(const Room<D>& room, std::uint64_t seed, int pairs, int most) {
  Random random(seed);
  Tally tally;
  for (int i = 0; i < pairs; ++i) {
    BodyData bodies[2];
    const int shift = random.in(0, 6);
    for (BodyData& body : bodies) {
      const int count = random.in(1, most);
      body = lattice_body(random, D, count, 4, &body == &bodies[1] ? shift : 0);
      if (random.chance(1, 5)) {
        const double thin = std::ldexp(1.0, -random.in(20, 200));
        for (auto& vertex : body.vertices) vertex[1] *= thin;
      }
      if (random.chance(1, 3)) {
        std::vector<double> rows;
        for (int r = 0; r < D * (D + 1); ++r) rows.push_back(random.in(-2, 2));
        body = with_matrix(body, rows);
      }
    }
    if (random.chance(1, 8)) {
      const double scale = std::ldexp(1.0, random.chance(1, 2) ? 300 : -300);
      for (BodyData& body : bodies) {
        for (auto& vertex : body.vertices) {
          for (double& entry : vertex) entry *= scale;
        }
        for (std::size_t r = 0; r < body.pose.rows.size(); ++r) {
          if (r % (D + 1) == D) body.pose.rows[r] *= scale;
        }
      }
    }
    const Verdict expected = truth(bodies[0], bodies[1]);
    tally.take(expected,
               try_pair<D>(room, bodies[0], bodies[1], "lattice pair " + std::to_string(i)));
  }
  return tally;
}

/// Points on a circle, sphere, ellipse or ellipsoid, or the corners of a box, turned, about their
/// mean.
template <int D>
BodyData round_body(Random& random, int most) {
  std::vector<double> half;
  const bool ball = random.chance(1, 3);
  for (int k = 0; k < D; ++k) {
    const double extent = 0.2 + random.unit();
    half.push_back(ball ? 1.0 : extent);
  }
  BodyData body;
  if (random.chance(1, 4)) {
    body = box_body(half);
  } else {
    for (int i = random.in(D + 1, most); i > 0; --i) {
      auto& vertex = body.vertices.emplace_back();
      double square = 0;
      for (int k = 0; k < D; ++k) {
        vertex.push_back(2 * random.unit() - 1);
        square += vertex.back() * vertex.back();
      }
      for (std::size_t k = 0; k < D; ++k) vertex[k] *= half[k] / std::sqrt(square + 1e-9);
    }
  }
  for (std::size_t k = 0; k < D; ++k) {
    double mean = 0;
    for (const auto& vertex : body.vertices) mean += vertex[k];
    mean /= static_cast<double>(body.vertices.size());
    for (auto& vertex : body.vertices) vertex[k] -= mean;
  }
  const double angle = 2 * std::numbers::pi * random.unit();
  const double tilt = 2 * std::numbers::pi * random.unit();
  for (auto& vertex : body.vertices) {
    const auto turn = [&vertex](std::size_t k, std::size_t l, double by) {
      const double x = vertex[k];
      vertex[k] = std::cos(by) * x - std::sin(by) * vertex[l];
      vertex[l] = std::sin(by) * x + std::cos(by) * vertex[l];
    };
    turn(0, 1, angle);
    if constexpr (D == 3) {
      turn(1, 2, tilt);
      turn(0, 2, angle + tilt);
    }
  }
  return body;
}

/// Round pairs, b moved along a random way to `factor` times where the two touch.
template <int D>
Tally round_trials(const Room<D>& room, std::uint64_t seed, int pairs, int most, double factor) {
  Random random(seed);
  Tally tally;
  for (int i = 0; i < pairs; ++i) {
    const BodyData a = round_body<D>(random, most);
    const BodyData b = round_body<D>(random, most);
    std::vector<double> way;
    double square = 0;
    for (int k = 0; k < D; ++k) {
      way.push_back(2 * random.unit() - 1.01);
      square += way.back() * way.back();
    }
    const auto moved = [&](double by) {
      std::vector<double> t;
      for (const double entry : way) t.push_back(by * entry / std::sqrt(square));
      return Bodies<D>(a, with_translation(b, t), D);
    };
    double low = 0;
    double high = 6;
    for (int step = 0; step < 40; ++step) {
      const double middle = (low + high) / 2;
      const Bodies<D> bodies = moved(middle);
      (intersects(bodies.a(), bodies.b()) ? low : high) = middle;
    }
    const Bodies<D> bodies = moved(factor * high);
    const Verdict expected = intersects(bodies.a(), bodies.b()).verdict;
    const std::string name = "round pair " + std::to_string(i);
    tally.take(expected, expect_honest<D>(room, bodies, expected, name).stage != Stage::none);
  }
  return tally;
}

}  // namespace sunder::test
