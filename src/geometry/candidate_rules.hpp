// SPDX-License-Identifier: Apache-2.0
//
// Sets the rules by which candidates.cpp fills a table: its resolution, the vertices that a cell
// keeps, and the largest size.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "geometry/direction_cell.hpp"

namespace sunder::detail {

/// Heights at the corners of a cell; if it has three, the last one occurs twice.
using Heights = std::array<double, 4>;

struct Candidate {
  std::array<double, 3> at;  ///< in weighted coordinates
  std::int32_t vertex;
  Heights heights;  ///< at the corners of the current cell
};

/// The directions by which a cell measures heights.
struct CornerRows {
  std::array<Heights, 3> rows{};  ///< the most that rounding changes a difference of two heights
  Heights margins{};              ///< what rounding may change of two heights' difference
};

/// Returns the level l, 1 to 8, of a table for `count` vertices; its resolution is 2^l. It is the
/// least l with about as many cells in an octant as vertices in all. An octant has 2 * 4^l cells or
/// fewer.
int finest_level(std::int64_t count) noexcept;

/// Computes the heights of all candidates at the corners given by these rows.
void set_heights(std::vector<Candidate>& list, const std::array<Heights, 3>& rows) noexcept;

/// Returns the rows for vertices whose |coordinate k| is at most reach[k].
CornerRows corner_rows(const CellCorners& corners, const std::array<double, 3>& reach) noexcept;

/// Fills `kept` with the candidates that may be highest, given their heights. It drops each vertex
/// beaten by one that is highest at a corner or over the middle. If 9 to 40 remain, it also drops
/// each one beaten by another. Beaten means lower by more than the margin at every corner.
/// Overwrites `unbeaten`.
void keep_candidates(const std::vector<Candidate>& among, const Heights& margins,
                     std::vector<Candidate>& kept, std::vector<Candidate>& unbeaten);

/// Returns the number of blocks of a cell with this many candidates. It is 0 if a scan of all
/// vertices is about as quick, or if an entry cannot count the blocks.
std::size_t blocks_of_cell(std::size_t candidates, std::size_t vertices) noexcept;

/// Returns the largest number of blocks of a table: two a vertex, and at most what entries can
/// number.
std::size_t most_blocks(std::size_t vertices) noexcept;

}  // namespace sunder::detail
