// SPDX-License-Identifier: Apache-2.0
//
// Each octant is cut into four, and again, down to the finest cells or to where one block holds the
// candidates. A vertex is left out of a cell where another is higher at all corners of the cell's
// surroundings by more than their heights' rounding: it is then lower at every direction of the
// cone, and being lower by so much is transitive, so the highest vertex is never left out.
#include "geometry/candidates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "geometry/direction_cell.hpp"
#include "geometry/double_bits.hpp"

namespace sunder::detail {
namespace {

/// Thinner bodies are taken to be this thick along their short axes, so that weighted directions
/// stay in range.
constexpr int kLeastWeightExponent = -200;

/// Coordinates so much larger than the body hide which vertex is higher.
constexpr double kGreatestReach = 0x1p36;

/// As many blocks as an entry's upper bits can number.
constexpr std::size_t kMostStored = std::size_t{1} << (32 - CandidateTable::kCountBits);

/// Finest cells: at most 2^8 a side, for then a table of indices is 1 MiB.
constexpr int kMostLevels = 8;

/// Up to so many vertices all pairs are compared.
constexpr std::size_t kFewVertices = 40;

using Heights = std::array<double, 4>;

struct Candidate {
  std::array<double, 3> at;  ///< in weighted coordinates
  std::int32_t vertex;
  Heights heights;  ///< at the corners of the cell in hand
};

bool all_below(const Heights& heights, const Heights& bar) noexcept {
  return heights[0] < bar[0] && heights[1] < bar[1] && heights[2] < bar[2] && heights[3] < bar[3];
}

class TableBuilder {
 public:
  explicit TableBuilder(const HullBlock& block) : block_(block) {}

  CandidateTable build() {
    if (!block_.in_filter_range || !weigh()) return {};
    int levels = 1;
    while (levels < kMostLevels && std::int64_t{2} << (2 * levels) < block_.count) ++levels;
    // Vertices that are each extreme in a long strip of directions, as a prism's, fill fine cells
    // with more than coarse ones.
    while (levels > 0 && !fill_all(levels)) --levels;
    if (levels == 0) return {};
    return std::move(table_);
  }

 private:
  /// False where the finest cells are so fine that the table becomes too large.
  bool fill_all(int levels) {
    lists_.resize(static_cast<std::size_t>(levels) + 1);
    const std::int32_t n = 1 << levels;
    table_.resolution = n;
    table_.cells.assign(static_cast<std::size_t>(cell_index(n, 8, 0, 0)), 0);
    table_.blocks.clear();
    for (octant_ = 0; octant_ < 8; ++octant_) {
      if (!fill(all_, DirectionCell{}, 0)) return false;
    }
    return true;
  }

  /// False where no weights make the vertices' heights tell.
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

  /// Fills the part of the table under a cell, whose candidates are among these.
  bool fill(std::vector<Candidate>& among, const DirectionCell& cell, std::size_t level) {
    std::vector<Candidate>& list = lists_[level];
    keep_candidates(among, corners_of(cell, octant_), list);
    if (level + 1 == lists_.size() || list.size() <= CandidateBlock::kVertices) {
      fill_cells(cell, store(list));
      return table_.blocks.size() <= std::min(2 * all_.size(), kMostStored);
    }
    for (const int di : {0, 1}) {
      for (const int dj : {0, 1}) {
        const DirectionCell part{2 * cell.resolution, 2 * cell.i + di, 2 * cell.j + dj};
        if (part.i + part.j >= part.resolution) continue;
        if (!fill(list, part, level + 1)) return false;
      }
    }
    return true;
  }

  void keep_candidates(std::vector<Candidate>& among, const CellCorners& corners,
                       std::vector<Candidate>& kept) {
    measure(among, corners);
    // Most are below one of the vertices that are highest at a corner or over the middle.
    const std::array<Heights, 5> bars = highest_bars(among);
    kept.clear();
    for (const Candidate& candidate : among) {
      const auto beats = [&](const Heights& bar) { return all_below(candidate.heights, bar); };
      if (std::none_of(bars.begin(), bars.end(), beats)) kept.push_back(candidate);
    }
    if (kept.size() > CandidateBlock::kVertices && kept.size() <= kFewVertices) keep_unbeaten(kept);
  }

  void keep_unbeaten(std::vector<Candidate>& list) {
    unbeaten_.clear();
    for (const Candidate& candidate : list) {
      const auto beats = [&](const Candidate& other) {
        return all_below(candidate.heights, bar(other));
      };
      if (std::none_of(list.begin(), list.end(), beats)) unbeaten_.push_back(candidate);
    }
    list.swap(unbeaten_);
  }

  /// Heights, in any rounding mode: three products and two sums, each off by 2^-52 at most of the
  /// sum of absolute values, for each of two vertices; then the margin's own subtraction. Flushed
  /// coordinates lose less than 2^-1000. Three corners are measured as four, the last one twice.
  void measure(std::vector<Candidate>& list, const CellCorners& corners) {
    std::array<Heights, 3> rows{};
    for (std::size_t c = 0; c < 4; ++c) {
      const auto& corner =
          corners.directions[std::min(c, static_cast<std::size_t>(corners.count - 1))];
      double size = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        rows[k][c] = corner[k];
        size += std::fabs(corner[k]) * reach_[k];
      }
      margins_[c] = 16 * 0x1p-52 * size + 0x1p-900;
    }
    for (Candidate& vertex : list) {
      Heights heights;
      for (std::size_t c = 0; c < 4; ++c) {
        heights[c] =
            rows[0][c] * vertex.at[0] + rows[1][c] * vertex.at[1] + rows[2][c] * vertex.at[2];
      }
      vertex.heights = heights;
    }
  }

  /// The bars of the vertices that are highest at a corner, and on the mean of all.
  std::array<Heights, 5> highest_bars(const std::vector<Candidate>& list) const noexcept {
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
    for (std::size_t c = 0; c < 5; ++c) bars[c] = bar(*highest[4 - c]);
    return bars;
  }

  /// A vertex that is below this at every corner is beaten.
  Heights bar(const Candidate& vertex) const noexcept {
    Heights heights{};
    for (std::size_t c = 0; c < 4; ++c) heights[c] = vertex.heights[c] - margins_[c];
    return heights;
  }

  /// The entry of a cell with these candidates; 0 where asking all vertices is about as quick.
  std::uint32_t store(const std::vector<Candidate>& list) {
    constexpr std::size_t kVertices = CandidateBlock::kVertices;
    const std::size_t first = table_.blocks.size();
    const std::size_t count = (list.size() + kVertices - 1) / kVertices;
    if (count > CandidateTable::kMostBlocks || 2 * list.size() > all_.size()) return 0;
    for (std::size_t i = 0; i < count * kVertices; ++i) {
      if (i % kVertices == 0) table_.blocks.emplace_back();
      const std::int32_t vertex = list[i < list.size() ? i : i / kVertices * kVertices].vertex;
      CandidateBlock& block = table_.blocks.back();
      block.vertices[i % kVertices] = vertex;
      for (int k = 0; k < 3; ++k) {
        block.coordinates[k][i % kVertices] = block_.coordinate(vertex, k);
      }
    }
    return static_cast<std::uint32_t>(first << CandidateTable::kCountBits | count);
  }

  void fill_cells(const DirectionCell& cell, std::uint32_t entry) {
    const std::int32_t n = table_.resolution;
    const std::int32_t finer = n / cell.resolution;
    for (std::int32_t i = cell.i * finer; i < (cell.i + 1) * finer; ++i) {
      for (std::int32_t j = cell.j * finer; j < (cell.j + 1) * finer && i + j < n; ++j) {
        table_.cells[static_cast<std::size_t>(cell_index(n, octant_, i, j))] = entry;
      }
    }
  }

  const HullBlock& block_;
  CandidateTable table_;
  std::int32_t octant_ = 0;
  std::array<double, 3> reach_{};  ///< largest |coordinate|, weighted
  Heights margins_{};
  std::vector<Candidate> all_;
  std::vector<Candidate> unbeaten_;
  std::vector<std::vector<Candidate>> lists_;  ///< one a level
};

}  // namespace

CandidateTable make_candidate_table(const HullBlock& block) { return TableBuilder(block).build(); }

}  // namespace sunder::detail
