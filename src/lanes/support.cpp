// SPDX-License-Identifier: Apache-2.0
#include "lanes/support.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lanes/support.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// At most 8 doubles at a time, so that a block never reaches past a row's padding of 16.
using Block = hn::CappedTag<double, 8>;

/// The scan, for D directions known at compile time (0: `dimension` of them).
template <int D>
Extreme scan(const double* HWY_RESTRICT rows, std::int32_t stride, std::int32_t count,
             const double* HWY_RESTRICT direction, int dimension) noexcept {
  const Block block;
  const int d = D == 0 ? dimension : D;
  const auto lanes = static_cast<std::int32_t>(hn::Lanes(block));
  const auto value_at = [&](std::int32_t i) HWY_ATTR {
    auto sum = hn::Mul(hn::Set(block, direction[0]), hn::Load(block, rows + i));
    for (int k = 1; k < d; ++k) {
      const double* row = rows + static_cast<std::ptrdiff_t>(k) * stride;
      sum = hn::MulAdd(hn::Set(block, direction[k]), hn::Load(block, row + i), sum);
    }
    return sum;
  };
  const hn::RebindToSigned<Block> index_block;
  auto best = value_at(0);
  auto best_index = hn::Iota(index_block, 0);
  auto index = best_index;
  const auto step = hn::Set(index_block, lanes);
  for (std::int32_t i = lanes; i < count; i += lanes) {
    const auto value = value_at(i);
    index = hn::Add(index, step);
    const auto better = hn::Gt(value, best);
    best = hn::IfThenElse(better, value, best);
    best_index = hn::IfThenElse(hn::RebindMask(index_block, better), index, best_index);
  }
  HWY_ALIGN double values[8];
  HWY_ALIGN std::int64_t indices[8];
  hn::Store(best, block, values);
  hn::Store(best_index, index_block, indices);
  Extreme extreme{values[0], static_cast<std::int32_t>(indices[0])};
  for (std::int32_t lane = 1; lane < lanes; ++lane) {
    if (values[lane] > extreme.value) {
      extreme = {values[lane], static_cast<std::int32_t>(indices[lane])};
    }
  }
  // A padded lane holds the first vertex, and lane 0 came before it.
  return extreme;
}

// Exported functions are not noexcept: the dispatch table of Highway is typed without it.
Extreme scan2(const double* rows, std::int32_t stride, std::int32_t count,
              const double* direction) {
  return scan<2>(rows, stride, count, direction, 2);
}
Extreme scan3(const double* rows, std::int32_t stride, std::int32_t count,
              const double* direction) {
  return scan<3>(rows, stride, count, direction, 3);
}
Extreme scan_n(const double* rows, std::int32_t stride, std::int32_t count, const double* direction,
               int dimension) {
  return scan<0>(rows, stride, count, direction, dimension);
}
const char* target() { return hwy::TargetName(HWY_TARGET); }

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail {

HWY_EXPORT(scan2);
HWY_EXPORT(scan3);
HWY_EXPORT(scan_n);
HWY_EXPORT(target);

Extreme support2(const double* rows, std::int32_t stride, std::int32_t count,
                 const double* direction) noexcept {
  return HWY_DYNAMIC_DISPATCH(scan2)(rows, stride, count, direction);
}
Extreme support3(const double* rows, std::int32_t stride, std::int32_t count,
                 const double* direction) noexcept {
  return HWY_DYNAMIC_DISPATCH(scan3)(rows, stride, count, direction);
}
Extreme support_n(const double* rows, std::int32_t stride, std::int32_t count,
                  const double* direction, int dimension) noexcept {
  return HWY_DYNAMIC_DISPATCH(scan_n)(rows, stride, count, direction, dimension);
}
const char* lanes_target() noexcept { return HWY_DYNAMIC_DISPATCH(target)(); }

}  // namespace sunder::detail
#endif
