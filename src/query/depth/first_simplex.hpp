// SPDX-License-Identifier: Apache-2.0
//
// Chooses D+1 affinely independent corners as a start, from any given pairs.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "geometry/integer_support.hpp"
#include "query/depth/inscribed_polytope.hpp"

namespace sunder::detail {

template <int D, class Int>
Corner<D, Int> corner_of(const IntegerPair<D, Int>& points, IndexPair pair) {
  Corner<D, Int> corner{{}, pair};
  points.difference(pair, corner.point.data());
  return corner;
}

/// The corner of C farthest along `normal`, and normal . corner.
template <int D, class Int>
struct FarthestCorner {
  IndexPair pair;
  Int value;
};
template <int D, class Int>
FarthestCorner<D, Int> farthest_corner(const IntegerPair<D, Int>& points,
                                       const PerAxis<D, Int>& normal) {
  const auto a = exact_support(points.a, normal.data(), 1);
  const auto b = exact_support(points.b, normal.data(), -1);
  return {{a.vertex, b.vertex}, Int(a.value - b.value)};
}

/// Grows a list of affinely independent corners, one at a time.
template <int D, class Int>
class FirstSimplex {
 public:
  explicit FirstSimplex(const IntegerPair<D, Int>& points) : points_(points) {}

  bool is_full() const { return count_ == D + 1; }
  const std::array<Corner<D, Int>, D + 1>& corners() const { return corners_; }

  void offer(const Corner<D, Int>& corner) {
    if (!is_full() && is_independent(corner.point)) corners_[count_++] = corner;
  }

  /// Adds extreme points of C: off the flat that the corners span, along a direction orthogonal
  /// to it. A C that is not flat has a point there, or on the other side. Returns false if C is
  /// flat.
  bool fill() {
    while (!is_full()) {
      const std::size_t before = count_;
      for (std::size_t axis = 0; axis < D && count_ == before; ++axis) {
        std::array<Int, D> direction = orthogonal(axis);
        for (int side = 0; side < 2 && count_ == before; ++side) {
          offer(corner_of(points_, farthest_corner(points_, direction).pair));
          for (Int& entry : direction) entry = -entry;
        }
      }
      if (count_ == before) return false;
    }
    return true;
  }

 private:
  /// Returns a vector orthogonal to all edges between the corners; over all axes these span what is
  /// orthogonal.
  std::array<Int, D> orthogonal(std::size_t axis) const {
    std::array<Int, D> unit;
    for (std::size_t k = 0; k < D; ++k) unit[k] = k == axis ? 1 : 0;
    if (count_ < 2) return unit;
    const std::array<Int, D> edge = difference_of(corners_[1].point, corners_[0].point);
    if constexpr (D == 2) {
      return {-edge[1], edge[0]};
    } else {
      return cross(edge, count_ == 2 ? unit : difference_of(corners_[2].point, corners_[0].point));
    }
  }

  bool is_independent(const std::array<Int, D>& point) const {
    if (count_ == 0) return true;
    const std::array<Int, D> edge = difference_of(point, corners_[0].point);
    for (std::size_t axis = 0; axis < D; ++axis) {
      if (FacetPlane<D, Int>{orthogonal(axis), Int(0)}.value(edge) != 0) return true;
    }
    return false;
  }

  const IntegerPair<D, Int>& points_;
  std::array<Corner<D, Int>, D + 1> corners_{};
  std::size_t count_ = 0;
};

}  // namespace sunder::detail
