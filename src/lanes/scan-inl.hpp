// SPDX-License-Identifier: Apache-2.0
//
// The support scan itself, for every file that is compiled once for each instruction set.

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

#include "lanes/support.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// At most 8 doubles at a time, so that a block never reaches past a row's padding of 16.
using Block = hn::CappedTag<double, 8>;
using BlockOf = hn::Vec<Block>;

/// sum_k direction[k] * rows[k][i] for a block of vertices. D = 0: `dimension` of them.
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

/// As support.hpp promises.
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
  std::int32_t i = lanes;
  if constexpr (D == 0) {
    // Four blocks at a time: their sums do not wait for each other, and a row, which may be far
    // from the next one, is visited a quarter as often.
    const auto take = [&](BlockOf value) HWY_ATTR {
      index = hn::Add(index, step);
      const auto better = hn::Gt(value, best);
      best = hn::IfThenElse(better, value, best);
      best_index = hn::IfThenElse(hn::RebindMask(index_block, better), index, best_index);
    };
    for (; i + 3 * lanes < count; i += 4 * lanes) {
      const double* row = rows + i;
      const auto first = hn::Set(block, direction[0]);
      auto sum0 = hn::Mul(first, hn::Load(block, row));
      auto sum1 = hn::Mul(first, hn::Load(block, row + lanes));
      auto sum2 = hn::Mul(first, hn::Load(block, row + 2 * lanes));
      auto sum3 = hn::Mul(first, hn::Load(block, row + 3 * lanes));
      for (int k = 1; k < dimension; ++k) {
        row += stride;
        const auto factor = hn::Set(block, direction[k]);
        sum0 = hn::MulAdd(factor, hn::Load(block, row), sum0);
        sum1 = hn::MulAdd(factor, hn::Load(block, row + lanes), sum1);
        sum2 = hn::MulAdd(factor, hn::Load(block, row + 2 * lanes), sum2);
        sum3 = hn::MulAdd(factor, hn::Load(block, row + 3 * lanes), sum3);
      }
      take(sum0);
      take(sum1);
      take(sum2);
      take(sum3);
    }
  }
  for (; i < count; i += lanes) {
    const auto value = heights<D>(rows, stride, i, direction, dimension);
    index = hn::Add(index, step);
    const auto better = hn::Gt(value, best);
    best = hn::IfThenElse(better, value, best);
    best_index = hn::IfThenElse(hn::RebindMask(index_block, better), index, best_index);
  }
  // Lane 0 comes first among equals, so a padded lane, which repeats the first vertex, never wins.
  const auto most = hn::MaxOfLanes(block, best);
  const auto lane = hn::FindFirstTrue(block, hn::Eq(best, most));
  HWY_ALIGN std::int64_t indices[8];
  hn::Store(best_index, index_block, indices);
  return {hn::GetLane(most), static_cast<std::int32_t>(indices[lane < 0 ? 0 : lane])};
}

/// out = matrix * rows for every vertex, D rows of `out_stride`; padding comes along.
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
