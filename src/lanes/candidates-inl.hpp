// SPDX-License-Identifier: Apache-2.0
//
// Answers the support query by a table, for every file that is compiled once for each instruction
// set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_LANES_CANDIDATES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_LANES_CANDIDATES_INL_HPP
#undef SUNDER_LANES_CANDIDATES_INL_HPP
#else
#define SUNDER_LANES_CANDIDATES_INL_HPP
#endif

#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>
#include <limits>
#include <utility>

#include "lanes/candidate_table.hpp"
#include "lanes/scan-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {

HWY_INLINE Extreme extreme_of(const CandidateTable& table, std::size_t block,
                              const double* HWY_RESTRICT direction) {
  constexpr int kVertices = CandidateBlock::kVertices;
  const double* const rows = table.blocks[block].coordinates[0];
  Extreme best = scan<3>(rows, kVertices, kVertices, direction, 3);
  best.vertex = table.names[block][static_cast<std::size_t>(best.vertex)];
  return best;
}

/// Returns, of equally high candidates, the one that scan() of all vertices finds. A scan keeps the
/// first one in each lane, and selects the first of these lanes.
inline HWY_NOINLINE Extreme first_scanned(const CandidateTable& table, std::size_t first,
                                          std::uint32_t blocks,
                                          const double* HWY_RESTRICT direction) {
  constexpr int kVertices = CandidateBlock::kVertices;
  const Block block;
  const auto lanes = static_cast<std::int32_t>(hn::Lanes(block));
  const auto place = [lanes](std::int32_t v) { return std::pair(v % lanes, v); };
  Extreme best{-std::numeric_limits<double>::infinity(), 0};
  for (std::size_t block_at = first; block_at < first + blocks; ++block_at) {
    HWY_ALIGN double values[kVertices];
    for (std::int32_t i = 0; i < kVertices; i += lanes) {
      hn::Store(heights<3>(table.blocks[block_at].coordinates[0], kVertices, i, direction, 3),
                block, values + i);
    }
    for (std::size_t i = 0; i < kVertices; ++i) {
      const std::int32_t v = table.names[block_at][i];
      const bool tied = values[i] == best.value && place(v) < place(best.vertex);
      if (values[i] > best.value || tied) best = {values[i], v};
    }
  }
  return best;
}

/// Runs the support query that candidate_table.hpp describes.
HWY_INLINE Extreme extreme_by_table(const CandidateTable& table, const double* HWY_RESTRICT rows,
                                    std::int32_t stride, std::int32_t count,
                                    const double* HWY_RESTRICT direction) {
  const std::int32_t at = cell_of(table, direction);
  const std::uint32_t cell = at < 0 ? 0 : table.cells[static_cast<std::size_t>(at)];
  const std::uint32_t blocks = cell & CandidateTable::kMostBlocks;
  if (HWY_UNLIKELY(blocks == 0)) return scan<3>(rows, stride, count, direction, 3);
  const std::size_t first = cell >> CandidateTable::kCountBits;
  if (HWY_UNLIKELY(table.as_scanned)) return first_scanned(table, first, blocks, direction);
  Extreme best = extreme_of(table, first, direction);
  for (std::uint32_t k = 1; k < blocks; ++k) {
    const Extreme other = extreme_of(table, first + k, direction);
    if (other.value > best.value) best = other;
  }
  return best;
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_LANES_CANDIDATES_INL_HPP
