// SPDX-License-Identifier: Apache-2.0
#include "lanes/dense.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lanes/dense.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<double, kDenseAlignment>;

// Exported functions are not noexcept: the dispatch table of Highway is typed without it.
void subtract_outer_lanes(double* HWY_RESTRICT matrix, std::size_t rows, std::size_t stride,
                          const double* HWY_RESTRICT column, const double* HWY_RESTRICT row) {
  const Lanes lanes;
  for (std::size_t r = 0; r < rows; ++r) {
    if (column[r] == 0) continue;
    const auto factor = hn::Set(lanes, column[r]);
    double* HWY_RESTRICT target = matrix + r * stride;
    for (std::size_t k = 0; k < stride; k += hn::Lanes(lanes)) {
      const auto value =
          hn::NegMulAdd(factor, hn::Load(lanes, row + k), hn::Load(lanes, target + k));
      hn::Store(value, lanes, target + k);
    }
  }
}

void multiply_lanes(const double* HWY_RESTRICT matrix, std::size_t rows, std::size_t stride,
                    const double* HWY_RESTRICT x, double* HWY_RESTRICT out) {
  const Lanes lanes;
  for (std::size_t r = 0; r < rows; ++r) {
    const double* HWY_RESTRICT row = matrix + r * stride;
    auto sum = hn::Zero(lanes);
    for (std::size_t k = 0; k < stride; k += hn::Lanes(lanes)) {
      sum = hn::MulAdd(hn::Load(lanes, row + k), hn::Load(lanes, x + k), sum);
    }
    out[r] = hn::GetLane(hn::SumOfLanes(lanes, sum));
  }
}

/// Four rows at a time, so that the result is read and written once for them all.
void combine_rows_lanes(const double* HWY_RESTRICT matrix, std::size_t rows, std::size_t stride,
                        const double* HWY_RESTRICT x, double* HWY_RESTRICT out) {
  const Lanes lanes;
  for (std::size_t k = 0; k < stride; k += hn::Lanes(lanes)) {
    hn::Store(hn::Zero(lanes), lanes, out + k);
  }
  std::size_t r = 0;
  for (; r + 4 <= rows; r += 4) {
    const double* HWY_RESTRICT row = matrix + r * stride;
    const auto x0 = hn::Set(lanes, x[r]);
    const auto x1 = hn::Set(lanes, x[r + 1]);
    const auto x2 = hn::Set(lanes, x[r + 2]);
    const auto x3 = hn::Set(lanes, x[r + 3]);
    for (std::size_t k = 0; k < stride; k += hn::Lanes(lanes)) {
      auto sum = hn::Load(lanes, out + k);
      sum = hn::MulAdd(x0, hn::Load(lanes, row + k), sum);
      sum = hn::MulAdd(x1, hn::Load(lanes, row + stride + k), sum);
      sum = hn::MulAdd(x2, hn::Load(lanes, row + 2 * stride + k), sum);
      sum = hn::MulAdd(x3, hn::Load(lanes, row + 3 * stride + k), sum);
      hn::Store(sum, lanes, out + k);
    }
  }
  for (; r < rows; ++r) {
    const auto factor = hn::Set(lanes, x[r]);
    for (std::size_t k = 0; k < stride; k += hn::Lanes(lanes)) {
      const auto row = hn::Load(lanes, matrix + r * stride + k);
      hn::Store(hn::MulAdd(factor, row, hn::Load(lanes, out + k)), lanes, out + k);
    }
  }
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail {

HWY_EXPORT(subtract_outer_lanes);
HWY_EXPORT(multiply_lanes);
HWY_EXPORT(combine_rows_lanes);

void subtract_outer(double* matrix, std::size_t rows, std::size_t stride, const double* column,
                    const double* row) noexcept {
  HWY_DYNAMIC_DISPATCH(subtract_outer_lanes)(matrix, rows, stride, column, row);
}
void multiply(const double* matrix, std::size_t rows, std::size_t stride, const double* x,
              double* out) noexcept {
  HWY_DYNAMIC_DISPATCH(multiply_lanes)(matrix, rows, stride, x, out);
}
void combine_rows(const double* matrix, std::size_t rows, std::size_t stride, const double* x,
                  double* out) noexcept {
  HWY_DYNAMIC_DISPATCH(combine_rows_lanes)(matrix, rows, stride, x, out);
}

}  // namespace sunder::detail
#endif
