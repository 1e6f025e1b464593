// SPDX-License-Identifier: Apache-2.0
//
// Simplex is GJK's simplex: up to D+1 points of C, and the point of their hull that is closest to
// 0. All functions are inline, because the walk is compiled once for each instruction set.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "geometry/vectors.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::simplex_walk {

template <int D>
struct Simplex {
  std::size_t size = 0;
  std::array<IndexPair, D + 1> pairs{};
  std::array<Vector<D>, D + 1> points{};
  std::array<double, D + 1> weights{};  ///< of the closest point; valid after reduce()

  bool holds(IndexPair pair) const noexcept {
    for (std::size_t i = 0; i < size; ++i) {
      if (pairs[i] == pair) return true;
    }
    return false;
  }
  void add(IndexPair pair, const Vector<D>& point) noexcept {
    pairs[size] = pair;
    points[size] = point;
    ++size;
  }
  /// Moves the point at `from` down to `to` <= `from`, with its weight.
  void keep(std::size_t to, std::size_t from, double weight) noexcept {
    pairs[to] = pairs[from];
    points[to] = points[from];
    weights[to] = weight;
  }
  Vector<D> closest() const noexcept {
    Vector<D> v{};
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t l = 0; l < D; ++l) v[l] += weights[i] * points[i][l];
    }
    return v;
  }
};

/// The face of a triangle that is closest to 0: its corners and their weights.
struct ClosestFace {
  std::uint8_t size = 0;
  std::array<std::uint8_t, 3> corners{};
  std::array<double, 3> weights{};
};

template <int D>
[[gnu::always_inline]] inline ClosestFace closest_on_segment(const Vector<D>& p, const Vector<D>& q,
                                                             std::uint8_t at_p,
                                                             std::uint8_t at_q) noexcept {
  const Vector<D> edge = minus<D>(q, p);
  const double along = -dot<D>(p, edge);
  const double length = dot<D>(edge, edge);
  if (!(along > 0)) return {1, {at_p}, {1.0}};
  if (along >= length) return {1, {at_q}, {1.0}};
  const double t = along / length;
  return {2, {at_p, at_q}, {1 - t, t}};
}

/// Follows Ericson, Real-Time Collision Detection (2005), section 5.1.5, for the point 0.
template <int D>
[[gnu::always_inline]] inline ClosestFace closest_on_triangle(
    const std::array<Vector<D>, 3>& p, const std::array<std::uint8_t, 3>& at) noexcept {
  const Vector<D> ab = minus<D>(p[1], p[0]);
  const Vector<D> ac = minus<D>(p[2], p[0]);
  const double d1 = -dot<D>(ab, p[0]), d2 = -dot<D>(ac, p[0]);
  if (d1 <= 0 && d2 <= 0) return {1, {at[0]}, {1.0}};
  const double d3 = -dot<D>(ab, p[1]), d4 = -dot<D>(ac, p[1]);
  if (d3 >= 0 && d4 <= d3) return {1, {at[1]}, {1.0}};
  const double d5 = -dot<D>(ab, p[2]), d6 = -dot<D>(ac, p[2]);
  if (d6 >= 0 && d5 <= d6) return {1, {at[2]}, {1.0}};
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return closest_on_segment<D>(p[0], p[1], at[0], at[1]);
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return closest_on_segment<D>(p[0], p[2], at[0], at[2]);
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    return closest_on_segment<D>(p[1], p[2], at[1], at[2]);
  }
  const double scale = 1 / (va + vb + vc);
  return {3, {at[0], at[1], at[2]}, {va * scale, vb * scale, vc * scale}};
}

template <int D>
void apply(Simplex<D>& simplex, const ClosestFace& face) noexcept {
  for (std::size_t i = 0; i < face.size; ++i) simplex.keep(i, face.corners[i], face.weights[i]);
  simplex.size = face.size;
}

/// Reduces a point or a segment.
template <int D>
void reduce_small(Simplex<D>& simplex) noexcept {
  if (simplex.size == 1) {
    simplex.weights[0] = 1;
  } else {
    apply(simplex, closest_on_segment<D>(simplex.points[0], simplex.points[1], 0, 1));
  }
}

template <int D>
double squared_distance(const Simplex<D>& simplex, const ClosestFace& face) noexcept {
  Vector<D> v{};
  for (std::size_t i = 0; i < face.size; ++i) {
    for (std::size_t l = 0; l < D; ++l) {
      v[l] += face.weights[i] * simplex.points[face.corners[i]][l];
    }
  }
  return dot<D>(v, v);
}

/// Reduces the simplex to the smallest face that holds the point closest to 0, and sets its
/// weights. Returns true if it is full (D+1 points) and 0 seems to lie inside; it is not reduced
/// then.
[[gnu::always_inline]] inline bool reduce(Simplex<2>& simplex) noexcept {
  if (simplex.size <= 2) {
    reduce_small(simplex);
    return false;
  }
  const auto& p = simplex.points;
  const ClosestFace face = closest_on_triangle<2>({p[0], p[1], p[2]}, {0, 1, 2});
  if (face.size == 3) {
    simplex.weights = face.weights;
    return true;
  }
  apply(simplex, face);
  return false;
}

/// Implements reduce() in 3-D.
[[gnu::always_inline]] inline bool reduce(Simplex<3>& simplex) noexcept {
  if (simplex.size <= 2) {
    reduce_small(simplex);
    return false;
  }
  const auto& p = simplex.points;
  if (simplex.size == 3) {
    apply(simplex, closest_on_triangle<3>({p[0], p[1], p[2]}, {0, 1, 2}));
    return false;
  }
  // The last point was added across the face of the first three, toward 0, so that face cannot be
  // the closest. Each of the other three faces is a candidate unless 0 is strictly on its inner
  // side.
  const Vector3 to0 = minus<3>(p[0], p[3]), to1 = minus<3>(p[1], p[3]), to2 = minus<3>(p[2], p[3]);
  struct Side {
    std::uint8_t i, j;
    Vector3 normal;
  };
  const std::array<Side, 3> sides{Side{0, 1, cross(to0, to1)}, Side{1, 2, cross(to1, to2)},
                                  Side{0, 2, cross(to2, to0)}};
  const double volume = dot<3>(to2, sides[0].normal);
  ClosestFace best;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [i, j, normal] : sides) {
    if (-dot<3>(normal, p[3]) * volume > 0) continue;
    const ClosestFace face = closest_on_triangle<3>({p[i], p[j], p[3]}, {i, j, 3});
    const double distance = squared_distance(simplex, face);
    if (distance < least) {
      least = distance;
      best = face;
    }
  }
  if (best.size == 0) return true;
  apply(simplex, best);
  return false;
}

}  // namespace sunder::detail::simplex_walk
