// SPDX-License-Identifier: Apache-2.0
//
// The triangles of two leaves in lanes: which pairs do boxes and planes not prove apart, or far apart?
#pragma once

#include <array>
#include <cstdint>

#include "mesh/piece/placed.hpp"
#include "mesh/triangles/triangle_bounds.hpp"

namespace sunder::detail::mesh {

/// The corners of a leaf's triangles in the pair's world, as WorldMap::of() rounds them. A leaf with fewer triangles repeats
/// its last one.
struct LeafCorners {
  static constexpr std::size_t kLanes = Leaf::kMost;
  alignas(64) std::array<std::array<std::array<double, kLanes>, 3>,
                         3> at;  ///< of each corner and coordinate
  alignas(64) std::array<std::array<double, kLanes>, 3> lower, upper;  ///< the triangles' boxes

  WorldTriangle triangle(std::size_t i) const noexcept {
    WorldTriangle t;
    for (std::size_t c = 0; c < 3; ++c) {
      for (std::size_t k = 0; k < 3; ++k) t[c][k] = at[c][k][i];
    }
    return t;
  }
};

/// Two leaves at their places.
struct LeafPair {
  Leaf leaf[2];
  const LeafCorners* corners[2];

  /// Returns the bits 4 i + j of triangle i of the first leaf and j of the second that filter_triangles() does not prove
  /// apart by their boxes or planes. `error` bounds that of each coordinate. Cost: some 30 flops a pair, in lanes.
  std::uint32_t may_meet(double error) const noexcept;

  /// Returns the bits of pairs that are not proven at least `reach` apart, and sets lower bounds of their distances, at
  /// 4 i + j. They come from boxes, planes and the heights along an axis of at most length 1. The gap of two heights is
  /// within `height_error`. Other entries mean nothing.
  std::uint32_t bound_distances(double error, const Vector3& axis, double height_error,
                                double reach, std::array<double, 16>& bounds) const noexcept;

  /// The bits of pairs that are there: the last triangle of a small leaf is repeated.
  std::uint32_t present() const noexcept {
    const std::uint32_t row = (1U << leaf[1].count) - 1;
    return row | row << 4 | row << 8 | row << 12;
  }
};

/// Places leaves, and keeps the corners of some: a walk meets the same leaf many times.
class LeafPlaces {
 public:
  LeafPlaces(const Piece& a, const Piece& b, const PairMaps& maps) noexcept
      : piece_{&a, &b}, maps_(maps) {}
  /// The corners are valid until the next call.
  LeafPair pair(Leaf a, Leaf b) noexcept { return {{a, b}, {&placed(0, a), &placed(1, b)}}; }

 private:
  const LeafCorners& placed(std::size_t side, Leaf leaf) noexcept;

  static constexpr std::size_t kKept = 32;
  struct Kept {
    std::int32_t begin = -1;
    LeafCorners corners;
  };
  const Piece* piece_[2];
  const PairMaps& maps_;
  Kept kept_[2][kKept];
};

}  // namespace sunder::detail::mesh
