// SPDX-License-Identifier: Apache-2.0
//
// Answers the support query of a large hull by a table. Each cell of directions lists the vertices
// that can be extreme there, side by side. A query then reads a few of them whatever the hull's
// size.
//
// Weighted coordinates x_k = w_k p_k of a direction p have powers of two w_k as weights. These make
// the hull's bounds about equally wide along each axis, so that slender hulls spread over the
// cells. The signs of x select an octant. The point (|x_0|, |x_1|) / (|x_0| + |x_1| + |x_2|) lies
// in the triangle { s >= 0, t >= 0, s + t <= 1 }. The triangle is cut into squares of side 1/n and,
// along its slope, triangles. Each octant is cut by itself: no cell crosses into another octant, so
// that none is bent.
//
// The answer is the extreme vertex, up to the rounding of a scan. The reason: cell_of() finds s and
// t to within 2^-48 in any rounding mode. A table keeps for each cell every vertex that attains the
// maximum for some direction within kDilation = 2^-40 of the cell.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "lanes/support.hpp"

namespace sunder::detail {

/// Eight vertices in one block; if there are fewer, the first is repeated.
struct alignas(64) CandidateBlock {
  static constexpr int kVertices = 8;
  using Names = std::array<std::int32_t, kVertices>;
  double coordinates[3][kVertices];
};

struct CandidateTable {
  /// A cell stores its first block and the number of blocks; with none, all vertices are scanned.
  static constexpr int kCountBits = 10;
  static constexpr std::uint32_t kMostBlocks = (1U << kCountBits) - 1;

  std::array<double, 3> weights{};
  std::int32_t resolution = 0;       ///< n, a power of two up to 2^8
  std::vector<std::uint32_t> cells;  ///< first block * 2^kCountBits + number of blocks
  std::vector<CandidateBlock> blocks;
  std::vector<CandidateBlock::Names> names;  ///< of the vertices of each block
  /// True if ties are broken as by a scan of all vertices. A search then takes the same steps with
  /// the table as without it.
  bool as_scanned = false;
};

/// The distance in s and in t up to which a cell's list also holds outside the cell.
inline constexpr double kDilation = 0x1p-40;

/// Sums |x_0| + |x_1| + |x_2| for which cell_of() is exact enough. Underflow loses less than 2^-500
/// of the least sum in an entry.
inline constexpr double kLeastSum = 0x1p-500;
inline constexpr double kGreatestSum = 0x1p500;

/// Returns the index of cell (i, j) of an octant in `cells`, for i, j >= 0 and i + j < n.
inline std::int32_t cell_index(std::int32_t n, std::int32_t octant, std::int32_t i,
                               std::int32_t j) noexcept {
  return ((octant * (n + 1) * n + i * (2 * n + 1 - i)) >> 1) + j;
}

inline std::int32_t sign_bit(double x) noexcept {
  return static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(x) >> 63);
}

/// Returns the index of a cell that holds the direction to within 2^-48. It is -1 for zero, for
/// NaN, and for sizes out of range.
inline std::int32_t cell_of(const CandidateTable& table, const double* direction) noexcept {
  const double x = std::fabs(direction[0]) * table.weights[0];
  const double y = std::fabs(direction[1]) * table.weights[1];
  const double z = std::fabs(direction[2]) * table.weights[2];
  const double sum = (x + y) + z;
  if (!(sum > kLeastSum && sum < kGreatestSum)) return -1;
  const std::int32_t n = table.resolution;
  const double scale = n / sum;
  // s and t may be rounded up to a border, and s + t over 1: the cell below is then as close.
  const std::int32_t i = std::min(static_cast<std::int32_t>(x * scale), n - 1);
  const std::int32_t j = std::min(static_cast<std::int32_t>(y * scale), n - 1 - i);
  const std::int32_t octant =
      sign_bit(direction[0]) | sign_bit(direction[1]) << 1 | sign_bit(direction[2]) << 2;
  return cell_index(n, octant, i, j);
}

/// Returns the result of support3() of all vertices; these are scanned if the table has no cell for
/// the direction.
Extreme support3(const CandidateTable& table, const double* rows, std::int32_t stride,
                 std::int32_t count, const double* direction) noexcept;

}  // namespace sunder::detail
