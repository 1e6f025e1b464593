// SPDX-License-Identifier: Apache-2.0
//
// Idea: A walk that ends with 0 on the boundary of its simplex proves nothing: 0 may lie inside C
// or on its boundary. If the points so far leave a half space open, one more support query along
// its normal decides. It finds a point beyond 0, or the plane in which C touches 0.
// Bound: It has none. Pairs and direction are a proposal for the exact kernel.
// Cost: At most 2 D + 2 support queries. Each needs the products of all points with the normals of
// the planes through two of them.
// Gives up: Where 2 D + 2 points still leave a half space open.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "filter/filtered_pair.hpp"
#include "geometry/vectors.hpp"
#include "narrow/algorithm.hpp"

namespace sunder::detail {

template <int D>
class Surrounding {
 public:
  Surrounding(const FilteredPair<D>& filtered, PairList<D>& pairs) noexcept
      : filtered_(filtered), pairs_(pairs) {
    for (std::size_t l = 0; l < D; ++l) size_ += filtered.reach()[l];
    for (std::size_t i = 0; i < pairs.size(); ++i) place(i);
  }

  /// Adds pairs until the points surround 0, or until it finds a direction along which C ends at 0.
  /// Returns true in the latter case, with that direction.
  bool find_contact(Vector<D>& direction) {
    while (pairs_.size() < kMost) {
      Vector<D> open{};
      if (!find_open(open)) return false;
      const DirectionalGap gap = filtered_.gap(open.data());
      if (!(gap.value < -kFlat * size_)) {
        direction = open;
        return true;
      }
      pairs_.push_back(gap.vertices);
      place(pairs_.size() - 1);
    }
    return false;
  }

 private:
  static constexpr std::size_t kMost = 2 * std::size_t{D} + 2;
  /// A height below this share of the bodies' size counts as 0; a wrong guess is refuted later.
  static constexpr double kFlat = 0x1p-34;

  void place(std::size_t i) {
    filtered_.difference(pairs_[i], points_[i].data());
    double largest = 0;
    for (const double entry : points_[i]) largest = std::fmax(largest, std::fabs(entry));
    if (!(largest > kFlat * size_) || !normalise(points_[i].data(), D)) points_[i] = {};
  }

  /// Finds the normal of an open half space: no point lies beyond 0 along it.
  bool find_open(Vector<D>& open) const {
    if constexpr (D == 2) {
      for (std::size_t i = 0; i < pairs_.size(); ++i) {
        if (is_open({-points_[i][1], points_[i][0]}, open)) return true;
      }
    } else {
      for (std::size_t i = 0; i < pairs_.size(); ++i) {
        for (std::size_t j = i + 1; j < pairs_.size(); ++j) {
          if (is_open(cross(points_[i], points_[j]), open)) return true;
        }
      }
      // All points lie on one line: try directions across it.
      for (std::size_t i = 0; i < pairs_.size(); ++i) {
        for (std::size_t l = 0; l < D; ++l) {
          if (is_open(cross(points_[i], unit(l)), open)) return true;
        }
      }
    }
    for (std::size_t l = 0; l < D; ++l) {
      if (is_open(unit(l), open)) return true;
    }
    return false;
  }

  static Vector<D> unit(std::size_t l) noexcept {
    Vector<D> axis{};
    axis[l] = 1;
    return axis;
  }

  /// Tests a normal and its opposite; rejects a normal that is too short.
  bool is_open(const Vector<D>& normal, Vector<D>& open) const {
    double largest = 0;
    for (const double entry : normal) largest = std::fmax(largest, std::fabs(entry));
    if (!(largest > kFlat)) return false;
    double most = 0;
    double least = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const double height = dot<D>(normal, points_[i]);
      most = std::fmax(most, height);
      least = std::fmin(least, height);
    }
    const double flat = largest * kFlat;
    if (most > flat && least < -flat) return false;
    open = most > flat ? negated<D>(normal) : normal;
    return normalise(open.data(), D);
  }

  const FilteredPair<D>& filtered_;
  PairList<D>& pairs_;
  std::array<Vector<D>, kMost> points_{};  ///< each near 1 in size, or 0 if it counts as 0
  double size_ = 0;
};

}  // namespace sunder::detail
