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
#include "lanes/space-inl.hpp"

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

/// Returns cell_of() the direction in each lane.
template <class Tag>
HWY_INLINE hn::Vec<hn::Rebind<std::int32_t, Tag>> cells_of(Tag lanes, const CandidateTable& table,
                                                           const Vec3<hn::Vec<Tag>>& direction) {
  const auto number = [](double x) HWY_ATTR { return hn::Set(Tag(), x); };
  const auto x = hn::Mul(hn::Abs(direction.x), number(table.weights[0]));
  const auto y = hn::Mul(hn::Abs(direction.y), number(table.weights[1]));
  const auto z = hn::Mul(hn::Abs(direction.z), number(table.weights[2]));
  const auto sum = hn::Add(hn::Add(x, y), z);
  const auto known = hn::And(hn::Gt(sum, number(kLeastSum)), hn::Lt(sum, number(kGreatestSum)));
  const double n = table.resolution;
  const auto scale = hn::Div(number(n), sum);
  const auto i = hn::Min(hn::Trunc(hn::Mul(x, scale)), number(n - 1));
  const auto j = hn::Min(hn::Trunc(hn::Mul(y, scale)), hn::Sub(number(n - 1), i));
  // cell_index(), whose numbers are small.
  const double octant = n * (n + 1) / 2;
  const auto zero = hn::Zero(lanes);
  const auto of_x = hn::IfThenElseZero(hn::Lt(direction.x, zero), number(octant));
  const auto of_y = hn::IfThenElseZero(hn::Lt(direction.y, zero), number(2 * octant));
  const auto of_z = hn::IfThenElseZero(hn::Lt(direction.z, zero), number(4 * octant));
  const auto row = hn::Mul(hn::Mul(i, number(0.5)), hn::Sub(number(2 * n + 1), i));
  const auto at = hn::Add(hn::Add(hn::Add(of_x, of_y), of_z), hn::Add(row, j));
  return hn::DemoteTo(hn::Rebind<std::int32_t, Tag>(),
                      hn::IfThenElse(known, at, hn::Set(lanes, -1.0)));
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
