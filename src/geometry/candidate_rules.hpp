// SPDX-License-Identifier: Apache-2.0
//
// The rules by which candidates.cpp fills a table: how fine it is, which vertices a cell keeps, and
// how much it may hold.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "geometry/direction_cell.hpp"

namespace sunder::detail {

/// At the corners of a cell; where it has three, the last one counts twice.
using Heights = std::array<double, 4>;

struct Candidate {
  std::array<double, 3> at;  ///< in weighted coordinates
  std::int32_t vertex;
  Heights heights;  ///< at the corners of the cell in hand
};

/// What a cell measures vertices by.
struct CornerRows {
  std::array<Heights, 3> rows{};  ///< entry k of each corner's direction
  Heights margins{};              ///< what rounding may change of two heights' difference
};

/// A table of resolution 2^l, l = 1 to 8, for so many vertices: the least that has about as many
/// cells in an octant as there are vertices in all, 2 * 4^l of them or fewer.
int finest_level(std::int64_t count) noexcept;

/// The heights at the corners whose rows these are.
void set_heights(std::vector<Candidate>& list, const std::array<Heights, 3>& rows) noexcept;

/// For vertices whose |coordinate k| is at most reach[k].
CornerRows corner_rows(const CellCorners& corners, const std::array<double, 3>& reach) noexcept;

/// Fills `kept` with those that may be highest, given their heights: what is beaten by one of the
/// vertices that are highest at a corner or over the middle is left out, and of 9 to 40 that
/// remain all that is beaten by another. Beaten: lower by more than the margin at every corner.
/// Overwrites `unbeaten`.
void keep_candidates(const std::vector<Candidate>& among, const Heights& margins,
                     std::vector<Candidate>& kept, std::vector<Candidate>& unbeaten);

/// The blocks of a cell with so many candidates; 0 where asking all vertices is about as quick, or
/// where there are more blocks than an entry can count.
std::size_t blocks_of_cell(std::size_t candidates, std::size_t vertices) noexcept;

/// The blocks of a table for so many vertices: two a vertex, and no more than entries can number.
std::size_t most_blocks(std::size_t vertices) noexcept;

}  // namespace sunder::detail
