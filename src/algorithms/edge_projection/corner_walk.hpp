// SPDX-License-Identifier: Apache-2.0
//
// A walk stores at most D+1 points of C and the point of their hull closest to 0. Each step adds
// the support point opposite to that point and drops the corners that it makes superfluous. The
// walk finds the vertices that prove an overlap, and the weights of vertices at the closest points.
// Edges do not determine these.
//
// All faces of the simplex are tried. Points are scaled to about 1, so Gram matrices stay in range.
#pragma once

#include <array>
#include <limits>
#include <utility>

#include "algorithms/edge_projection/prober.hpp"
#include "narrow/closest_simplex.hpp"

namespace sunder::detail::edge_projection {

/// The weights are valid after shrink().
template <int D>
using Corners = simplex_walk::Simplex<D>;

/// Rows of a symmetric system with its right side in the last column.
template <int D>
using System = std::array<std::array<double, D + 1>, D>;

/// Solves the first m rows in place; returns false if a pivot is lost in rounding. The system is a
/// Gram matrix, so diagonal pivots in order suffice.
template <int D>
bool solve(System<D>& rows, std::size_t m, std::array<double, D>& x) noexcept {
  double largest = 0;
  for (std::size_t i = 0; i < m; ++i) largest = std::max(largest, rows[i][i]);
  for (std::size_t i = 0; i < m; ++i) {
    if (!(rows[i][i] > largest * 0x1p-48)) return false;
    for (std::size_t r = i + 1; r < m; ++r) {
      const double factor = rows[r][i] / rows[i][i];
      for (std::size_t c = i; c < m; ++c) rows[r][c] -= factor * rows[i][c];
      rows[r][D] -= factor * rows[i][D];
    }
  }
  for (std::size_t i = m; i-- > 0;) {
    double sum = rows[i][D];
    for (std::size_t c = i + 1; c < m; ++c) sum -= rows[i][c] * x[c];
    x[i] = sum / rows[i][i];
  }
  return true;
}

/// Computes the corners of `all` whose bits are set in `mask`, with the weights of the point of
/// their affine hull closest to 0. Returns false unless all are positive.
template <int D>
bool face_of(const Corners<D>& all, std::size_t mask, Corners<D>& face) noexcept {
  face.size = 0;
  for (std::size_t i = 0; i < all.size; ++i) {
    if ((mask >> i & 1) != 0) face.add(all.pairs[i], all.points[i]);
  }
  const std::size_t m = face.size - 1;
  std::array<Vector<D>, D> edges;
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t l = 0; l < D; ++l) edges[i][l] = face.points[i + 1][l] - face.points[0][l];
  }
  System<D> rows;
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < m; ++j) rows[i][j] = dot<D>(edges[i], edges[j]);
    rows[i][D] = -dot<D>(edges[i], face.points[0]);
  }
  std::array<double, D> x{};
  if (!solve<D>(rows, m, x)) return false;
  double rest = 1;
  for (std::size_t i = 0; i < m; ++i) {
    if (!(x[i] > 0)) return false;
    face.weights[i + 1] = x[i];
    rest -= x[i];
  }
  face.weights[0] = rest;
  return rest > 0;
}

/// Reduces the corners to the face that holds the point closest to 0. Returns true if there are D+1
/// of them and 0 seems to lie inside.
template <int D>
bool shrink(Corners<D>& corners) noexcept {
  const std::size_t end = std::size_t{1} << corners.size;
  Corners<D> best;
  Corners<D> face;
  if (corners.size == D + 1 && face_of(corners, end - 1, face)) {
    corners = face;
    return true;
  }
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t mask = 1; mask < end; ++mask) {
    if (corners.size == D + 1 && mask == end - 1) continue;
    if (!face_of(corners, mask, face)) continue;
    const Vector<D> v = face.closest();
    const double squared = dot<D>(v, v);
    if (squared < least) {
      least = squared;
      best = face;
    }
  }
  if (best.size > 0) corners = best;
  return false;
}

/// A vertex of C that is least along u: c = a - b with u . (b - a) smallest.
template <int D>
struct Support {
  IndexPair pair;
  Vector<D> point;
  double gap;  ///< u . (b - a)
};

enum class WalkEnd : std::uint8_t { apart, enclosed, stuck };

/// More steps than a successful walk needs.
inline constexpr int kMostWalkSteps = 64;

/// Walks from direction u toward the closest point; `stop_apart` ends it at a positive gap.
template <int D, class Supporting>
WalkEnd walk_to_closest(const Supporting& support, Vector<D> u, bool stop_apart,
                        Corners<D>& corners) {
  double shortest = std::numeric_limits<double>::infinity();
  corners.size = 0;
  for (int step = 0; step < kMostWalkSteps; ++step) {
    const Support<D> next = support(u);
    if (stop_apart && next.gap > 0) return WalkEnd::apart;
    if (corners.holds(next.pair)) return WalkEnd::stuck;
    const Corners<D> before = corners;
    corners.add(next.pair, next.point);
    if (shrink(corners)) return WalkEnd::enclosed;
    const Vector<D> v = corners.closest();
    const double squared = dot<D>(v, v);
    if (!(squared < shortest)) {
      if (before.size > 0) corners = before;
      return WalkEnd::stuck;
    }
    if (!(squared > 0)) return WalkEnd::stuck;
    shortest = squared;
    u = negated<D>(v);
  }
  return WalkEnd::stuck;
}

}  // namespace sunder::detail::edge_projection
