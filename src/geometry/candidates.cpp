// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each octant is cut into four cells, and each cell again. The recursion ends at the finest
// cells, or where one block holds the candidates. A vertex is dropped from a cell if another is
// higher at all corners of the cell's surroundings, by more than their heights' rounding.
// Bound: A dropped vertex is lower in every direction of the cone. To be lower by that margin is
// transitive, so that the highest vertex is never dropped. The margin is proven at corner_rows().
// Cost: About that of the hull, twice that for prisms; 0.15 to 0.45 KiB a vertex.
// Gives up: For coordinates beyond the filter's range or too far from the origin; the table is then
// empty.
#include "geometry/candidates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "geometry/bounds.hpp"
#include "geometry/candidate_rules.hpp"
#include "geometry/direction_cell.hpp"
#include "geometry/double_bits.hpp"

namespace sunder::detail {
namespace {

/// Thinner bodies are treated as this thick along their short axes, so that weighted directions
/// stay in range.
constexpr int kLeastWeightExponent = -200;

/// Coordinates larger than the body by this factor hide which vertex is higher.
constexpr double kGreatestReach = 0x1p36;

/// The number of blocks that an entry's upper bits can number.
constexpr std::size_t kMostStored = std::size_t{1} << (32 - CandidateTable::kCountBits);

/// The finest cells: at most 2^8 a side, for which a table of indices is 1 MiB.
constexpr int kMostLevels = 8;

/// Up to this many vertices, all pairs are compared.
constexpr std::size_t kFewVertices = 40;

constexpr std::size_t kVertices = CandidateBlock::kVertices;

/// A cell may share one of this many blocks, the last ones: those of cells near it.
constexpr std::size_t kOpenBlocks = 8;

bool all_below(const Heights& heights, const Heights& bar) noexcept {
  return heights[0] < bar[0] && heights[1] < bar[1] && heights[2] < bar[2] && heights[3] < bar[3];
}

/// Returns the heights below which a vertex is beaten by this one, at every corner.
Heights bar(const Candidate& vertex, const Heights& margins) noexcept {
  Heights heights{};
  for (std::size_t c = 0; c < 4; ++c) heights[c] = vertex.heights[c] - margins[c];
  return heights;
}

/// Returns the bars of the vertices that are highest at a corner, and of the one that is highest on
/// average.
std::array<Heights, 5> highest_bars(const std::vector<Candidate>& list,
                                    const Heights& margins) noexcept {
  std::array<const Candidate*, 5> highest;
  highest.fill(&list.front());
  std::array<double, 5> most;
  most.fill(-std::numeric_limits<double>::infinity());
  for (const Candidate& vertex : list) {
    const Heights& h = vertex.heights;
    const std::array<double, 5> heights{h[0], h[1], h[2], h[3], (h[0] + h[1]) + (h[2] + h[3])};
    for (std::size_t c = 0; c < 5; ++c) {
      if (!(heights[c] > most[c])) continue;
      most[c] = heights[c];
      highest[c] = &vertex;
    }
  }
  std::array<Heights, 5> bars;
  for (std::size_t c = 0; c < 5; ++c) bars[c] = bar(*highest[4 - c], margins);
  return bars;
}

void keep_unbeaten(const std::vector<Candidate>& list, const Heights& margins,
                   std::vector<Candidate>& unbeaten) {
  unbeaten.clear();
  for (const Candidate& candidate : list) {
    const auto beats = [&](const Candidate& other) {
      return all_below(candidate.heights, bar(other, margins));
    };
    if (std::none_of(list.begin(), list.end(), beats)) unbeaten.push_back(candidate);
  }
}

class TableBuilder {
 public:
  TableBuilder(const HullBlock& block, bool as_scanned)
      : block_(block), owned_(new CandidateTable), table_(*owned_) {
    table_.as_scanned = as_scanned;
  }

  Owned<CandidateTable> build() {
    if (!block_.in_filter_range || !weigh()) return nullptr;
    int levels = finest_level(block_.count);
    // In a prism, each vertex is extreme in a long strip of directions, and fine cells need more
    // memory than coarse ones. The 24 coarsest cells always fit: each holds at most half of the
    // vertices, and 24 (count / 16 + 1) blocks are fewer than two a vertex.
    while (!fill_all(levels)) --levels;
    fill_blocks();
    return std::move(owned_);
  }

 private:
  /// Returns false if the finest cells are so fine that the table becomes too large.
  bool fill_all(int levels) {
    lists_.resize(static_cast<std::size_t>(levels) + 1);
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): the coarsest always fit.
    const std::int32_t n = 1 << levels;
    table_.resolution = n;
    table_.cells.resize(static_cast<std::size_t>(cell_index(n, 8, 0, 0)));
    table_.names.clear();
    open_.clear();
    for (std::int32_t octant = 0; octant < 8; ++octant) {
      if (!fill(all_, octant, DirectionCell{}, 0)) return false;
    }
    return true;
  }

  /// Returns false if no weights separate the vertices' heights from their rounding.
  bool weigh() {
    std::array<int, 3> exponents{};
    for (int k = 0; k < 3; ++k) {
      exponents[static_cast<std::size_t>(k)] = exponent_above(block_.upper[k] - block_.lower[k]);
    }
    const int most = *std::max_element(exponents.begin(), exponents.end());
    all_.resize(static_cast<std::size_t>(block_.count));
    for (std::size_t k = 0; k < 3; ++k) {
      const int exponent = std::max(exponents[k], most + kLeastWeightExponent);
      table_.weights[k] = times_power_of_two(1, exponent - most);
      reach_[k] = times_power_of_two(block_.max_abs[k], -exponent);
      if (!(reach_[k] < kGreatestReach)) return false;
      const double* const row = block_.row(static_cast<int>(k));
      for (std::size_t i = 0; i < all_.size(); ++i) {
        all_[i].at[k] = times_power_of_two(row[i], -exponent);
        all_[i].vertex = static_cast<std::int32_t>(i);
      }
    }
    return true;
  }

  /// Fills the part of the table under a cell. The cell's candidates are among `among`.
  bool fill(std::vector<Candidate>& among, std::int32_t octant, const DirectionCell& cell,
            std::size_t level) {
    const CornerRows corners = corner_rows(corners_of(cell, octant), reach_);
    set_heights(among, corners.rows);
    std::vector<Candidate>& list = lists_[level];
    keep_candidates(among, corners.margins, list, unbeaten_);
    if (level + 1 == lists_.size() || list.size() <= kVertices) {
      fill_cells(octant, cell, store(list));
      return table_.names.size() <= most_blocks(all_.size());
    }
    for (const int di : {0, 1}) {
      for (const int dj : {0, 1}) {
        const DirectionCell part{2 * cell.resolution, 2 * cell.i + di, 2 * cell.j + dj};
        if (part.i + part.j >= part.resolution) continue;
        if (!fill(list, octant, part, level + 1)) return false;
      }
    }
    return true;
  }

  /// Returns the entry of a cell with these candidates. One block serves several cells if it holds
  /// the candidates of each: the others are lower in that cell.
  std::uint32_t store(const std::vector<Candidate>& list) {
    const std::size_t count = blocks_of_cell(list.size(), all_.size());
    if (count == 0) return 0;
    if (count == 1) {
      for (std::size_t k = 1; k <= std::min(kOpenBlocks, open_.size()); ++k) {
        Open& open = open_[open_.size() - k];
        if (add(list, open)) return entry_of(open.block, 1);
      }
    }
    const std::size_t first = table_.names.size();
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i % kVertices == 0) table_.names.emplace_back().fill(list[i].vertex);
      table_.names.back()[i % kVertices] = list[i].vertex;
    }
    if (count == 1) open_.push_back({first, list.size()});
    return entry_of(first, count);
  }

  /// A block that one cell or several have, and the number of its vertices.
  struct Open {
    std::size_t block;
    std::size_t size;
  };

  /// Adds the candidates to a block, or returns false if they do not fit.
  bool add(const std::vector<Candidate>& list, Open& open) noexcept {
    CandidateBlock::Names& names = table_.names[open.block];
    CandidateBlock::Names more = names;
    std::size_t size = open.size;
    for (const Candidate& candidate : list) {
      const auto end = names.begin() + static_cast<std::ptrdiff_t>(open.size);
      if (std::find(names.begin(), end, candidate.vertex) != end) continue;
      if (size == kVertices) return false;
      more[size++] = candidate.vertex;
    }
    names = more;
    open.size = size;
    return true;
  }

  static std::uint32_t entry_of(std::size_t first, std::size_t count) noexcept {
    return static_cast<std::uint32_t>(first << CandidateTable::kCountBits | count);
  }

  /// Copies the coordinates of the vertices that the blocks name, the least index first.
  void fill_blocks() {
    for (const Open& open : open_) {
      CandidateBlock::Names& names = table_.names[open.block];
      const auto end = names.begin() + static_cast<std::ptrdiff_t>(open.size);
      std::sort(names.begin(), end);
      std::fill(end, names.end(), names[0]);
    }
    table_.cells.shrink_to_fit();
    table_.names.shrink_to_fit();
    table_.blocks.resize(table_.names.size());
    for (std::size_t b = 0; b < table_.blocks.size(); ++b) {
      for (std::size_t i = 0; i < kVertices; ++i) {
        for (int k = 0; k < 3; ++k) {
          table_.blocks[b].coordinates[k][i] = block_.coordinate(table_.names[b][i], k);
        }
      }
    }
  }

  void fill_cells(std::int32_t octant, const DirectionCell& cell, std::uint32_t entry) {
    const std::int32_t n = table_.resolution;
    const std::int32_t finer = n / cell.resolution;
    for (std::int32_t i = cell.i * finer; i < (cell.i + 1) * finer; ++i) {
      for (std::int32_t j = cell.j * finer; j < (cell.j + 1) * finer && i + j < n; ++j) {
        table_.cells[static_cast<std::size_t>(cell_index(n, octant, i, j))] = entry;
      }
    }
  }

  const HullBlock& block_;
  std::unique_ptr<CandidateTable, Discard> owned_;
  CandidateTable& table_;
  std::array<double, 3> reach_{};  ///< largest |coordinate|, weighted
  std::vector<Candidate> all_;
  std::vector<Candidate> unbeaten_;
  std::vector<std::vector<Candidate>> lists_;  ///< one list a level
  std::vector<Open> open_;
};

}  // namespace

int finest_level(std::int64_t count) noexcept {
  int level = 1;
  while (level < kMostLevels && std::int64_t{2} << (2 * level) < count) ++level;
  return level;
}

void set_heights(std::vector<Candidate>& list, const std::array<Heights, 3>& rows) noexcept {
  for (Candidate& vertex : list) {
    Heights heights;
    for (std::size_t c = 0; c < 4; ++c) {
      heights[c] =
          rows[0][c] * vertex.at[0] + rows[1][c] * vertex.at[1] + rows[2][c] * vertex.at[2];
    }
    vertex.heights = heights;
  }
}

/// Returns the margin, in any rounding mode. A height has three products and two sums, each off by
/// at most 2^-52 of the sum of absolute values. Two vertices have two heights, and the margin has
/// its own subtraction. Flushed coordinates lose less than 2^-1000.
CornerRows corner_rows(const CellCorners& corners, const std::array<double, 3>& reach) noexcept {
  CornerRows result;
  for (std::size_t c = 0; c < 4; ++c) {
    const auto& corner =
        corners.directions[std::min(c, static_cast<std::size_t>(corners.count - 1))];
    double size = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      result.rows[k][c] = corner[k];
      size += std::fabs(corner[k]) * reach[k];
    }
    result.margins[c] = kCandidateUnits * kUnit * size + kCandidateUnderflow;
  }
  return result;
}

void keep_candidates(const std::vector<Candidate>& among, const Heights& margins,
                     std::vector<Candidate>& kept, std::vector<Candidate>& unbeaten) {
  // Most vertices are below one that is highest at a corner or over the middle.
  const std::array<Heights, 5> bars = highest_bars(among, margins);
  kept.clear();
  for (const Candidate& candidate : among) {
    const auto beats = [&](const Heights& bar) { return all_below(candidate.heights, bar); };
    if (std::none_of(bars.begin(), bars.end(), beats)) kept.push_back(candidate);
  }
  if (kept.size() <= kVertices || kept.size() > kFewVertices) return;
  keep_unbeaten(kept, margins, unbeaten);
  kept.swap(unbeaten);
}

std::size_t blocks_of_cell(std::size_t candidates, std::size_t vertices) noexcept {
  const std::size_t blocks = (candidates + kVertices - 1) / kVertices;
  return blocks > CandidateTable::kMostBlocks || 2 * candidates > vertices ? 0 : blocks;
}

std::size_t most_blocks(std::size_t vertices) noexcept {
  return std::min(2 * vertices, kMostStored);
}

Owned<CandidateTable> make_candidate_table(const HullBlock& block, bool as_scanned) {
  return TableBuilder(block, as_scanned).build();
}

void Discard::operator()(const CandidateTable* table) const noexcept { delete table; }

}  // namespace sunder::detail
