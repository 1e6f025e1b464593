// SPDX-License-Identifier: Apache-2.0
//
// The support query of a large hull by a table: for each cell of directions the vertices that can
// be extreme there, side by side, so that a query reads a few of them whatever the hull's size.
//
// A direction p is taken in weighted coordinates, x_k = w_k p_k with powers of two w_k that make
// the hull's bounds about as wide along each axis, so that slender hulls spread over the cells. Its
// signs name an octant, and (|x_0|, |x_1|) / (|x_0| + |x_1| + |x_2|) a point of the triangle
// { s >= 0, t >= 0, s + t <= 1 }, which is cut into squares of side 1/n and, along its slope,
// triangles. An octant is cut by itself: no cell reaches into another, so none is bent.
//
// Why the answer is the extreme vertex, to the same rounding as a scan's: cell_of() finds s and t
// to within 2^-48 in any rounding mode, and who fills the table keeps for each cell every vertex
// that attains the maximum for some direction within kDilation = 2^-40 of the cell.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "lanes/support.hpp"

namespace sunder::detail {

/// Eight vertices in one piece; where there are fewer, the first is repeated.
struct alignas(64) CandidateBlock {
  static constexpr int kVertices = 8;
  double coordinates[3][kVertices];
  std::int32_t vertices[kVertices];
};

struct CandidateTable {
  /// A cell names its first block and how many there are; none: all vertices are to be asked.
  static constexpr int kCountBits = 10;
  static constexpr std::uint32_t kMostBlocks = (1U << kCountBits) - 1;

  std::array<double, 3> weights{};
  std::int32_t resolution = 0;       ///< n, a power of two up to 2^8; 0 for no table
  std::vector<std::uint32_t> cells;  ///< first block * 2^kCountBits + number of blocks
  std::vector<CandidateBlock> blocks;
  /// Of vertices that are equally high the table is to name the one that a scan of all does: then a search
  /// takes the same steps with it as without.
  bool as_scanned = false;

  bool empty() const noexcept { return resolution == 0; }
};

/// How far around its cell a list of candidates holds, in s and in t.
inline constexpr double kDilation = 0x1p-40;

/// Sums |x_0| + |x_1| + |x_2| for which cell_of() is exact enough: what underflow loses of an entry
/// is below 2^-500 of the least.
inline constexpr double kLeastSum = 0x1p-500;
inline constexpr double kGreatestSum = 0x1p500;

/// Where cell (i, j) of an octant stands in `cells`, for i, j >= 0 and i + j < n.
inline std::int32_t cell_index(std::int32_t n, std::int32_t octant, std::int32_t i,
                               std::int32_t j) noexcept {
  return ((octant * (n + 1) * n + i * (2 * n + 1 - i)) >> 1) + j;
}

inline std::int32_t sign_bit(double x) noexcept {
  return static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(x) >> 63);
}

/// The index of a cell that holds the direction to within 2^-48, or -1 for zero, for what is not a
/// number, and for sizes out of range.
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

/// As support3() of all vertices, which are asked where the table knows nothing of the direction.
Extreme support3(const CandidateTable& table, const double* rows, std::int32_t stride,
                 std::int32_t count, const double* direction) noexcept;

}  // namespace sunder::detail
