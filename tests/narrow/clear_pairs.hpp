// SPDX-License-Identifier: Apache-2.0
//
// Draws clear pairs in four regimes. Bisection moves one body along a random line to the first
// contact; from there it moves by a share of that distance.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "narrow/lattice_bodies.hpp"

namespace sunder::test {

/// `concentric`, about one mean of vertices, is for algorithms that state it: not all are designed
/// for it.
enum class Regime : std::uint8_t {
  deep,
  overlap_by_a_thousandth,
  apart_by_a_thousandth,
  far,
  concentric
};
inline constexpr std::array kRegimes = {Regime::deep, Regime::overlap_by_a_thousandth,
                                        Regime::apart_by_a_thousandth, Regime::far};

inline const char* to_string(Regime regime) {
  constexpr const char* kNames[] = {"deep", "overlapping by 1e-3", "apart by 1e-3", "far",
                                    "concentric"};
  return kNames[static_cast<int>(regime)];
}

inline Verdict verdict_of(Regime regime) {
  const bool apart = regime == Regime::apart_by_a_thousandth || regime == Regime::far;
  return apart ? Verdict::separated : Verdict::overlapping;
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

/// A rotated box, or points on a sphere or on an ellipsoid whose axes are up to 1 : 4.
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

inline void centre(BodyData& body) {
  for (std::size_t k = 0; k < body.vertices.front().size(); ++k) {
    double mean = 0;
    for (const auto& vertex : body.vertices) mean += vertex[k];
    mean /= static_cast<double>(body.vertices.size());
    for (auto& vertex : body.vertices) vertex[k] -= mean;
  }
}

struct ClearPair {
  BodyData a, b;
};

template <int D>
ClearPair clear_pair(Random& random, Regime regime) {
  BodyData a = clear_body(random, D);
  BodyData b = clear_body(random, D);
  if (regime == Regime::concentric) {
    centre(a);
    centre(b);
    return {a, b};
  }
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
    case Regime::concentric:
      break;
  }
  return {a, moved_along(b, line, apart * (1.1 + 4 * share))};
}

}  // namespace sunder::test
