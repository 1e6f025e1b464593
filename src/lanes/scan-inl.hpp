// SPDX-License-Identifier: Apache-2.0
//
// Implements the support scan itself, for every file that is compiled once for each instruction
// set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_LANES_SCAN_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_LANES_SCAN_INL_HPP
#undef SUNDER_LANES_SCAN_INL_HPP
#else
#define SUNDER_LANES_SCAN_INL_HPP
#endif

#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>
#include <limits>

#include "lanes/support.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A block never reaches past a row's padding of 16. In space it is at most 4 doubles. A search waits for
// the maximum, which takes one more step for 8, and 512-bit operations close a port to all others.
using Block = hn::CappedTag<double, 4>;
using BlockOf = hn::Vec<Block>;
// Rows of many dimensions are throughput, and take what the machine has.
using WideBlock = hn::CappedTag<double, 8>;
using WideBlockOf = hn::Vec<WideBlock>;

/// Returns sum_k direction[k] * rows[k][i] for a block of vertices.
template <int D>
HWY_INLINE BlockOf heights(const double* HWY_RESTRICT rows, std::int32_t stride, std::int32_t i,
                           const double* HWY_RESTRICT direction, int dimension) {
  const Block block;
  const int d = D == 0 ? dimension : D;
  auto sum = hn::Mul(hn::Set(block, direction[0]), hn::Load(block, rows + i));
  for (int k = 1; k < d; ++k) {
    const double* row = rows + static_cast<std::ptrdiff_t>(k) * stride;
    sum = hn::MulAdd(hn::Set(block, direction[k]), hn::Load(block, row + i), sum);
  }
  return sum;
}

/// Returns the largest of all lanes. Lane 0 comes first among equals, so that a padded lane, which
/// repeats the first vertex, never wins.
template <class Tag, class Indices>
HWY_INLINE Extreme best_lane(Tag block, hn::Vec<Tag> best, Indices best_index) {
  const hn::RebindToSigned<Tag> index_block;
  const auto most = hn::MaxOfLanes(block, best);
  const auto lane = hn::FindFirstTrue(block, hn::Eq(best, most));
  HWY_ALIGN std::int64_t indices[8];
  hn::Store(best_index, index_block, indices);
  return {hn::GetLane(most), static_cast<std::int32_t>(indices[lane < 0 ? 0 : lane])};
}

/// Runs the scan that support.hpp describes.
template <int D>
HWY_INLINE Extreme scan(const double* HWY_RESTRICT rows, std::int32_t stride, std::int32_t count,
                        const double* HWY_RESTRICT direction, int dimension) {
  const Block block;
  const hn::RebindToSigned<Block> index_block;
  const auto lanes = static_cast<std::int32_t>(hn::Lanes(block));
  auto best = heights<D>(rows, stride, 0, direction, dimension);
  auto best_index = hn::Iota(index_block, 0);
  auto index = best_index;
  const auto step = hn::Set(index_block, lanes);
  for (std::int32_t i = lanes; i < count; i += lanes) {
    const auto value = heights<D>(rows, stride, i, direction, dimension);
    index = hn::Add(index, step);
    const auto better = hn::Gt(value, best);
    best = hn::IfThenElse(better, value, best);
    best_index = hn::IfThenElse(hn::RebindMask(index_block, better), index, best_index);
  }
  return best_lane(block, best, best_index);
}

/// Returns sum + factor * x, or sum - factor * x.
template <bool kMinus>
HWY_INLINE WideBlockOf add_product(WideBlockOf factor, WideBlockOf x, WideBlockOf sum) {
  if constexpr (kMinus) return hn::NegMulAdd(factor, x, sum);
  return hn::MulAdd(factor, x, sum);
}

/// Adds direction[k] * row k to the sums of 1, 2 or 4 blocks.
template <int kBlocks, bool kMinus>
HWY_INLINE void add_row(const double* HWY_RESTRICT row, double entry, WideBlockOf& sum0,
                        WideBlockOf& sum1, WideBlockOf& sum2, WideBlockOf& sum3) {
  const WideBlock block;
  const std::size_t lanes = hn::Lanes(block);
  const auto factor = hn::Set(block, entry);
  sum0 = add_product<kMinus>(factor, hn::Load(block, row), sum0);
  if constexpr (kBlocks > 1) {
    sum1 = add_product<kMinus>(factor, hn::Load(block, row + lanes), sum1);
  }
  if constexpr (kBlocks > 2) {
    sum2 = add_product<kMinus>(factor, hn::Load(block, row + 2 * lanes), sum2);
    sum3 = add_product<kMinus>(factor, hn::Load(block, row + 3 * lanes), sum3);
  }
}

/// Passes on the heights of 1, 2 or 4 blocks along the direction, or against it. Rows may be far
/// apart in memory, so that each is read once for all blocks. Even and odd rows have separate sums,
/// which shortens the dependency chains.
template <int kBlocks, bool kMinus, class Take>
HWY_INLINE void heights_of_blocks(const double* HWY_RESTRICT row, std::int32_t stride,
                                  const double* HWY_RESTRICT direction, int dimension,
                                  const Take& take) {
  const WideBlock block;
  auto even0 = hn::Zero(block);
  auto even1 = even0;
  auto even2 = even0;
  auto even3 = even0;
  auto odd0 = even0;
  auto odd1 = even0;
  auto odd2 = even0;
  auto odd3 = even0;
  int k = 0;
  for (; k + 2 <= dimension; k += 2, row += std::ptrdiff_t{2} * stride) {
    add_row<kBlocks, kMinus>(row, direction[k], even0, even1, even2, even3);
    add_row<kBlocks, kMinus>(row + stride, direction[k + 1], odd0, odd1, odd2, odd3);
  }
  if (k < dimension) add_row<kBlocks, kMinus>(row, direction[k], even0, even1, even2, even3);
  take(hn::Add(even0, odd0));
  if constexpr (kBlocks > 1) take(hn::Add(even1, odd1));
  if constexpr (kBlocks > 2) {
    take(hn::Add(even2, odd2));
    take(hn::Add(even3, odd3));
  }
}

/// Implements scan() at run-time dimension, four blocks at a time; `kMinus` is along minus the
/// direction. A rest of three blocks counts as four. Rows are padded to 16, which 4 blocks of at
/// most 4 doubles, or 2 of 8, fill.
template <bool kMinus>
HWY_INLINE Extreme scan_any(const double* HWY_RESTRICT rows, std::int32_t stride,
                            std::int32_t count, const double* HWY_RESTRICT direction,
                            int dimension) {
  const WideBlock block;
  const hn::RebindToSigned<WideBlock> index_block;
  const auto lanes = static_cast<std::int32_t>(hn::Lanes(block));
  auto best = hn::Set(block, -std::numeric_limits<double>::infinity());
  auto best_index = hn::Zero(index_block);
  auto index = hn::Iota(index_block, 0);
  const auto step = hn::Set(index_block, lanes);
  const auto take = [&](WideBlockOf value) HWY_ATTR {
    const auto better = hn::Gt(value, best);
    best = hn::IfThenElse(better, value, best);
    best_index = hn::IfThenElse(hn::RebindMask(index_block, better), index, best_index);
    index = hn::Add(index, step);
  };
  std::int32_t i = 0;
  for (; i + 2 * lanes < count; i += 4 * lanes) {
    heights_of_blocks<4, kMinus>(rows + i, stride, direction, dimension, take);
  }
  if (i + lanes < count) {
    heights_of_blocks<2, kMinus>(rows + i, stride, direction, dimension, take);
  } else if (i < count) {
    heights_of_blocks<1, kMinus>(rows + i, stride, direction, dimension, take);
  }
  return best_lane(block, best, best_index);
}

/// Computes out = matrix * rows for every vertex, D rows of `out_stride`; the padding is
/// transformed too.
template <int D>
HWY_INLINE void transform(const double* HWY_RESTRICT rows, std::int32_t stride, std::int32_t count,
                          const double* HWY_RESTRICT matrix, double* HWY_RESTRICT out,
                          std::int32_t out_stride) {
  const Block block;
  const auto lanes = static_cast<std::int32_t>(hn::Lanes(block));
  for (std::int32_t i = 0; i < count; i += lanes) {
    for (int l = 0; l < D; ++l) {
      const auto row = heights<D>(rows, stride, i, matrix + std::ptrdiff_t{l} * D, D);
      hn::Store(row, block, out + std::ptrdiff_t{l} * out_stride + i);
    }
  }
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_LANES_SCAN_INL_HPP
