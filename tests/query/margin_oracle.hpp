// SPDX-License-Identifier: Apache-2.0
//
// Computes the answer to a margin by complete enumeration in rationals. It shares nothing with the
// library. Distances are the least over pairs of simplices, depths the least over all planes that
// edges of the two bodies span.
#pragma once

#include <algorithm>
#include <vector>

#include "query/trap_bodies.hpp"
#include "sunder/margin.hpp"

namespace sunder::traps {

using suite::Rational;
using RationalPoint = std::vector<Rational>;
using RationalPoints = oracle::Points<Rational>;

inline Rational dot(const RationalPoint& p, const RationalPoint& q) {
  Rational sum = 0;
  for (std::size_t k = 0; k < p.size(); ++k) sum += p[k] * q[k];
  return sum;
}

/// All directions orthogonal to d - 1 edges; each facet of C has one of them as its normal.
inline RationalPoints candidate_normals(const RationalPoints& a, const RationalPoints& b) {
  RationalPoints edges;
  for (const RationalPoints* body : {&a, &b}) {
    for (std::size_t i = 0; i < body->size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        RationalPoint& edge = edges.emplace_back((*body)[i]);
        for (std::size_t k = 0; k < edge.size(); ++k) edge[k] -= (*body)[j][k];
      }
    }
  }
  RationalPoints normals;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const RationalPoint& p = edges[i];
    if (p.size() == 2) normals.push_back({p[1], -p[0]});
    for (std::size_t j = 0; p.size() == 3 && j < i; ++j) {
      const RationalPoint& q = edges[j];
      normals.push_back(
          {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]});
    }
  }
  return normals;
}

/// For overlapping bodies: the least width of C along a candidate, squared.
inline Rational brute_force_depth_squared(const RationalPoints& a, const RationalPoints& b) {
  Rational best = -1;
  for (const RationalPoint& n : candidate_normals(a, b)) {
    const Rational length = dot(n, n);
    if (length == 0) continue;
    Rational most_a = dot(n, a.front()), least_a = most_a;
    Rational most_b = dot(n, b.front()), least_b = most_b;
    for (const RationalPoint& x : a) {
      most_a = std::max<Rational>(most_a, dot(n, x));
      least_a = std::min<Rational>(least_a, dot(n, x));
    }
    for (const RationalPoint& y : b) {
      most_b = std::max<Rational>(most_b, dot(n, y));
      least_b = std::min<Rational>(least_b, dot(n, y));
    }
    const Rational height =
        std::min<Rational>(Rational(most_a - least_b), Rational(most_b - least_a));
    const Rational squared = height * height / length;
    if (best < 0 || squared < best) best = squared;
  }
  return best;
}

/// s |s| of the signed distance s.
inline Rational signed_distance_squared(const BodyData& a, const BodyData& b) {
  const RationalPoints p = oracle::world_points<Rational>(a);
  const RationalPoints q = oracle::world_points<Rational>(b);
  switch (oracle::brute_force_verdict(p, q)) {
    case Verdict::separated:
      return oracle::brute_force_distance_squared(p, q);
    case Verdict::overlapping:
      return -brute_force_depth_squared(p, q);
    default:
      return 0;
  }
}

inline Verdict expected_verdict(const Rational& signed_square, const Margin& margin) {
  const Rational m =
      Rational(margin.distance) + Rational(margin.radius_a) + Rational(margin.radius_b);
  const Rational wanted = m < 0 ? Rational(-m * m) : Rational(m * m);
  if (signed_square == wanted) return Verdict::touching;
  return signed_square < wanted ? Verdict::overlapping : Verdict::separated;
}

}  // namespace sunder::traps
