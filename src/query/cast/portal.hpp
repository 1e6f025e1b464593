// SPDX-License-Identifier: Apache-2.0
//
// Proves where a ray enters C, from d points of C that a search proposes. The ray t v enters where
// it crosses their hull if no point of C lies beyond their plane, on the side of 0. A point that
// does replaces one of them, so that the ray crosses the new hull too. Parallel faces need that:
// their planes differ by less than doubles show. The integers are half as wide as those of the
// program's pivots.
#pragma once

#include <array>
#include <span>
#include <utility>

#include "query/cast/ray_columns.hpp"

namespace sunder::detail {

/// Bits that every intermediate fits in, where columns are below 2^bits: d+1 factors at most, sums
/// of at most 6 determinants' terms of differences of columns.
constexpr int portal_bits(int bits, int dimension) noexcept { return dimension * (bits + 1) + 6; }

/// Longer ways are left to the program.
inline constexpr int kMostPortalSteps = 12;

template <int D, class Int>
class Portal {
 public:
  explicit Portal(const ExactColumns<D, Int>& columns) : columns_(columns) {}

  /// Does the ray enter C at these pairs, or a few steps from them? Needs d pairs that it crosses.
  bool finds_entry(std::span<const IndexPair> pairs) {
    if (pairs.size() != D) return false;
    for (std::size_t i = 0; i < D; ++i) {
      pairs_[i] = pairs[i];
      columns_.difference(pairs[i], corners_[i].data());
    }
    if (!is_crossed()) return false;
    for (int step = 0; step < kMostPortalSteps; ++step) {
      set_plane();
      if (!(height_ < 0)) return false;
      const auto next = columns_.support(normal_.data());
      if (next.value <= height_) return true;
      if (!advance(next.pair)) return false;
    }
    return false;
  }

  /// Returns where it enters.
  const std::array<IndexPair, D>& pairs() const { return pairs_; }
  /// The time is height() / closing(), both negative.
  const Int& height() const { return height_; }
  const Int& closing() const { return closing_; }
  /// Returns n.c <= t n.v < 0 on C.
  const std::array<Int, D>& normal() const { return normal_; }
  /// No weight is negative. The crossing is the mean of the corners with these weights.
  const std::array<Int, D>& weights() const { return weights_; }

 private:
  using Point = std::array<Int, D>;

  static Int dot(const Point& p, const Point& q) {
    Int sum = p[0] * q[0];
    for (std::size_t l = 1; l < D; ++l) sum += p[l] * q[l];
    return sum;
  }
  static Point minus(const Point& p, const Point& q)
    requires(D == 3)
  {
    return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
  }
  static Point cross(const Point& p, const Point& q)
    requires(D == 3)
  {
    return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
  }

  void set_plane() {
    set_normal();
    closing_ = dot(normal_, columns_.velocity());
    if (closing_ > 0) {
      for (Int& entry : normal_) entry = -entry;
      closing_ = -closing_;
    }
    height_ = dot(normal_, corners_.front());
  }
  /// Replaces a corner by a point beyond the plane. The ray leaves their simplex through another face.
  bool advance(IndexPair pair) {
    Point next;
    columns_.difference(pair, next.data());
    for (std::size_t i = 0; i < D; ++i) {
      std::swap(corners_[i], next);
      if (is_crossed()) {
        pairs_[i] = pair;
        return true;
      }
      std::swap(corners_[i], next);
    }
    return false;
  }

  void set_normal() {
    if constexpr (D == 2) {
      normal_ = {corners_[1][1] - corners_[0][1], corners_[0][0] - corners_[1][0]};
    } else {
      const auto [base, first, second] = corners_;
      normal_ = cross(minus(first, base), minus(second, base));
    }
  }

  /// Computes v in terms of the corners, by Cramer's rule: each share must have the sign of their
  /// sum, which is that of the time, positive. The sum is 0 where v is parallel to their plane:
  /// then it is not crossed.
  bool is_crossed() {
    const Point& v = columns_.velocity();
    if constexpr (D == 2) {
      weights_ = {v[0] * corners_[1][1] - v[1] * corners_[1][0],
                  corners_[0][0] * v[1] - corners_[0][1] * v[0]};
    } else {
      for (std::size_t i = 0; i < 3; ++i) {
        weights_[i] = dot(v, cross(corners_[(i + 1) % 3], corners_[(i + 2) % 3]));
      }
    }
    bool some_positive = false;
    bool some_negative = false;
    for (const Int& weight : weights_) {
      some_positive = some_positive || weight > 0;
      some_negative = some_negative || weight < 0;
    }
    if (some_positive && some_negative) return false;
    for (Int& weight : weights_) {
      if (some_negative) weight = -weight;
    }
    return some_positive || some_negative;
  }

  const ExactColumns<D, Int>& columns_;
  std::array<IndexPair, D> pairs_{};
  std::array<Point, D> corners_{};
  Point normal_{};
  Point weights_{};
  Int height_{};
  Int closing_{};
};

}  // namespace sunder::detail
