// SPDX-License-Identifier: Apache-2.0
//
// GJK's point set: up to D+1 points of C, and the point of their hull that is closest to 0.
#pragma once

#include <array>
#include <cstddef>

#include "sunder/certificate.hpp"

namespace sunder::detail::gjk {

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
  /// Keeps the listed points, in that order, with these weights.
  template <std::size_t N>
  void keep(const std::array<std::size_t, N>& at, const std::array<double, N>& with) noexcept {
    Simplex kept;
    for (std::size_t i = 0; i < N; ++i) {
      kept.add(pairs[at[i]], points[at[i]]);
      kept.weights[i] = with[i];
    }
    *this = kept;
  }
  Vector<D> closest() const noexcept {
    Vector<D> v{};
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t l = 0; l < D; ++l) v[l] += weights[i] * points[i][l];
    }
    return v;
  }
};

/// Reduces the simplex to the smallest face that holds the point closest to 0, and sets its weights.
/// True if it is full (D+1 points) and 0 seems inside: nothing is reduced then.
bool reduce(Simplex<2>& simplex) noexcept;
bool reduce(Simplex<3>& simplex) noexcept;

}  // namespace sunder::detail::gjk
