// SPDX-License-Identifier: Apache-2.0
//
// Bounds the support function of a hull by a table: its values on a grid of directions, as lanes read
// them. A look-up takes as long for a hull of any size.
//
// The grid lies on the six faces of the cube of directions d with max |d_k| = 1, kCells by kCells
// cells a face. The support function h is convex and homogeneous. The bilinear weights of a direction
// in its cell are not negative, and sum the cell's corners to the direction. Hence
//
//   h(d) <= sum of weight_i h(corner_i),
//
// which is the table's bound. Beside each value is a vertex of the hull that has it, up to rounding.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "geometry/hull_block.hpp"
#include "sunder/export.hpp"

namespace sunder::detail::batch {

struct SupportTable {
  static constexpr std::int32_t kCells = 16;
  static constexpr std::int32_t kRow = kCells + 1;
  static constexpr std::int32_t kFace = kRow * kRow;
  static constexpr std::size_t kNodes = std::size_t{6} * kFace;

  SUNDER_EXPORT explicit SupportTable(const HullBlock& hull) noexcept;

  /// Node (i, j) of face 2 k, or 2 k + 1, is at face * kFace + i * kRow + j. Its direction has 1, or -1,
  /// at axis k, and -1 + 2 i / kCells and -1 + 2 j / kCells at the two axes behind it.
  std::array<float, kNodes> height;  ///< at least the support function of the exact hull
  std::array<float, kNodes> x, y, z;
};

}  // namespace sunder::detail::batch
