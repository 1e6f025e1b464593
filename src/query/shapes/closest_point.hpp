// SPDX-License-Identifier: Apache-2.0
//
// Finds the point closest to 0 of a simplex of up to D + 1 samples. The search tries every face and
// keeps the closest point. That is slower than a decision tree, but no wrong sign of a small
// determinant can mislead it, since every candidate is a point of the simplex.
#pragma once

#include "query/shapes/difference.hpp"

namespace sunder::detail::shapes {

template <int D>
struct SampleSimplex {
  std::size_t size = 0;
  std::array<Sample<D>, D + 1> samples{};
  std::array<double, D + 1> weights{};  ///< of the closest point; valid after reduce()

  Vector<D> combined(Vector<D> Sample<D>::*part) const noexcept {
    Vector<D> v{};
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t l = 0; l < D; ++l) v[l] += weights[i] * (samples[i].*part)[l];
    }
    return v;
  }
};

/// Computes the weights of the point closest to 0 of the affine hull of these corners. Returns false if
/// it lies outside their simplex, or if the corners are nearly affinely dependent.
template <int D>
bool weigh(const std::array<const Vector<D>*, D + 1>& corners, std::size_t size,
           std::array<double, D + 1>& weights) noexcept {
  // Normal equations for the edges from the first corner, by elimination.
  const std::size_t n = size - 1;
  double m[D][D + 1] = {};
  std::array<Vector<D>, D> edges{};
  for (std::size_t i = 0; i < n; ++i) edges[i] = minus<D>(*corners[i + 1], *corners[0]);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) m[i][j] = dot<D>(edges[i], edges[j]);
    m[i][n] = -dot<D>(edges[i], *corners[0]);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double pivot = m[i][i];
    if (!(pivot > 1e-14 * dot<D>(edges[i], edges[i]))) return false;
    for (std::size_t row = 0; row < n; ++row) {
      if (row == i) continue;
      const double factor = m[row][i] / pivot;
      for (std::size_t column = i; column <= n; ++column) m[row][column] -= factor * m[i][column];
    }
  }
  double rest = 1;
  for (std::size_t i = 0; i < n; ++i) {
    weights[i + 1] = m[i][n] / m[i][i];
    if (!(weights[i + 1] > 0)) return false;
    rest -= weights[i + 1];
  }
  weights[0] = rest;
  return rest > 0;
}

/// Keeps the samples of the face that holds the closest point, and their weights.
template <int D>
void reduce(SampleSimplex<D>& simplex) noexcept {
  double least = std::numeric_limits<double>::infinity();
  unsigned best = 0;
  std::array<double, D + 1> best_weights{};
  for (unsigned face = 1; face < (1u << simplex.size); ++face) {
    std::array<const Vector<D>*, D + 1> corners{};
    std::array<double, D + 1> weights{};
    std::size_t size = 0;
    for (std::size_t i = 0; i < simplex.size; ++i) {
      if ((face >> i & 1) != 0) corners[size++] = &simplex.samples[i].point;
    }
    if (!weigh<D>(corners, size, weights)) continue;
    Vector<D> v{};
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t l = 0; l < D; ++l) v[l] += weights[i] * (*corners[i])[l];
    }
    const double square = dot<D>(v, v);
    if (!(square < least)) continue;
    least = square;
    best = face;
    best_weights = weights;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < simplex.size; ++i) {
    if ((best >> i & 1) != 0) simplex.samples[kept++] = simplex.samples[i];
  }
  simplex.size = kept;
  simplex.weights = best_weights;
}

}  // namespace sunder::detail::shapes
