// SPDX-License-Identifier: Apache-2.0
#include "lanes/dense.hpp"

#include <algorithm>
#include <cmath>

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
void pivot_rows_lanes(double* matrix, std::size_t rows, std::size_t stride,
                      const double* HWY_RESTRICT column, std::size_t at) {
  const Lanes lanes;
  const std::size_t step = hn::Lanes(lanes);
  double* HWY_RESTRICT centre = matrix + at * stride;
  const auto scale = hn::Set(lanes, 1 / column[at]);
  for (std::size_t k = 0; k < stride; k += step) {
    hn::Store(hn::Mul(scale, hn::Load(lanes, centre + k)), lanes, centre + k);
  }
  for (std::size_t r = 0; r < rows; ++r) {
    if (column[r] == 0 || r == at) continue;
    const auto factor = hn::Set(lanes, column[r]);
    double* HWY_RESTRICT target = matrix + r * stride;
    for (std::size_t k = 0; k < stride; k += step) {
      const auto value =
          hn::NegMulAdd(factor, hn::Load(lanes, centre + k), hn::Load(lanes, target + k));
      hn::Store(value, lanes, target + k);
    }
  }
}

void multiply_lanes(const double* HWY_RESTRICT matrix, std::size_t rows, std::size_t stride,
                    const double* HWY_RESTRICT x, double* HWY_RESTRICT out) {
  const Lanes lanes;
  const std::size_t step = hn::Lanes(lanes);
  std::size_t r = 0;
  for (; r + 2 <= rows; r += 2) {
    const double* HWY_RESTRICT row = matrix + r * stride;
    auto sum0 = hn::Zero(lanes);
    auto sum1 = hn::Zero(lanes);
    for (std::size_t k = 0; k < stride; k += step) {
      const auto factor = hn::Load(lanes, x + k);
      sum0 = hn::MulAdd(hn::Load(lanes, row + k), factor, sum0);
      sum1 = hn::MulAdd(hn::Load(lanes, row + stride + k), factor, sum1);
    }
    out[r] = hn::GetLane(hn::SumOfLanes(lanes, sum0));
    out[r + 1] = hn::GetLane(hn::SumOfLanes(lanes, sum1));
  }
  if (r == rows) return;
  const double* HWY_RESTRICT row = matrix + r * stride;
  auto sum = hn::Zero(lanes);
  for (std::size_t k = 0; k < stride; k += step) {
    sum = hn::MulAdd(hn::Load(lanes, row + k), hn::Load(lanes, x + k), sum);
  }
  out[r] = hn::GetLane(hn::SumOfLanes(lanes, sum));
}

double largest_size_lanes(const double* HWY_RESTRICT values, std::size_t count) {
  const Lanes lanes;
  const std::size_t step = hn::Lanes(lanes);
  auto most = hn::Zero(lanes);
  std::size_t i = 0;
  for (; i + step <= count; i += step) {
    const auto size = hn::Abs(hn::LoadU(lanes, values + i));
    most = hn::IfThenElse(hn::Gt(size, most), size, most);
  }
  double largest = hn::GetLane(hn::MaxOfLanes(lanes, most));
  for (; i < count; ++i) largest = std::max(largest, std::fabs(values[i]));
  return largest;
}

/// |x right - e_r| for one block of columns and four rows x, each added to its sum.
template <class V>
HWY_INLINE void add_products(const RowSums& given, std::size_t r, std::size_t c, V& sum0, V& sum1,
                             V& sum2, V& sum3) {
  const Lanes lanes;
  const double* HWY_RESTRICT x = given.left + r * given.stride;
  const double* HWY_RESTRICT y = x + 2 * given.stride;
  const double* HWY_RESTRICT right = given.right + c;
  const std::size_t stride = given.stride;
  const auto column = hn::Iota(lanes, static_cast<double>(c));
  const auto minus_one_at = [&](std::size_t row) HWY_ATTR {
    const auto here = hn::Eq(column, hn::Set(lanes, static_cast<double>(row)));
    return hn::IfThenElseZero(here, hn::Set(lanes, -1.0));
  };
  auto product0 = minus_one_at(r);
  auto product1 = minus_one_at(r + 1);
  auto product2 = minus_one_at(r + 2);
  auto product3 = minus_one_at(r + 3);
  for (std::size_t k = 0; k < given.rows; ++k, right += stride) {
    const auto row = hn::Load(lanes, right);
    product0 = hn::MulAdd(hn::Set(lanes, x[k]), row, product0);
    product1 = hn::MulAdd(hn::Set(lanes, x[stride + k]), row, product1);
    product2 = hn::MulAdd(hn::Set(lanes, y[k]), row, product2);
    product3 = hn::MulAdd(hn::Set(lanes, y[stride + k]), row, product3);
  }
  // Columns that only pad have no 1 to be taken off: theirs are beyond every row that counts.
  sum0 = hn::Add(sum0, hn::Abs(product0));
  sum1 = hn::Add(sum1, hn::Abs(product1));
  sum2 = hn::Add(sum2, hn::Abs(product2));
  sum3 = hn::Add(sum3, hn::Abs(product3));
}

void row_sums_lanes(const RowSums& given, double* HWY_RESTRICT off, double* HWY_RESTRICT moved) {
  const Lanes lanes;
  const std::size_t step = hn::Lanes(lanes);
  const auto finish = [&](std::size_t r, auto products) HWY_ATTR {
    const double* HWY_RESTRICT x = given.left + r * given.stride;
    auto sum = hn::Zero(lanes);
    auto size = sum;
    for (std::size_t k = 0; k < given.stride; k += step) {
      const auto entry = hn::Load(lanes, x + k);
      const auto entry_size = hn::Abs(entry);
      products = hn::MulAdd(entry_size, hn::Load(lanes, given.off_weight + k), products);
      sum = hn::MulAdd(entry, hn::Load(lanes, given.sum_weight + k), sum);
      size = hn::MulAdd(entry_size, hn::Load(lanes, given.size_weight + k), size);
    }
    off[r] = hn::GetLane(hn::SumOfLanes(lanes, products));
    moved[r] = std::fabs(hn::GetLane(hn::SumOfLanes(lanes, sum))) +
               hn::GetLane(hn::SumOfLanes(lanes, size));
  };
  for (std::size_t r = 0; r < given.rows; r += kDenseRows) {
    auto sum0 = hn::Zero(lanes);
    auto sum1 = sum0;
    auto sum2 = sum0;
    auto sum3 = sum0;
    for (std::size_t c = 0; c < given.rows; c += step) {
      add_products(given, r, c, sum0, sum1, sum2, sum3);
    }
    finish(r, sum0);
    finish(r + 1, sum1);
    finish(r + 2, sum2);
    finish(r + 3, sum3);
  }
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail {

HWY_EXPORT(pivot_rows_lanes);
HWY_EXPORT(multiply_lanes);
HWY_EXPORT(largest_size_lanes);
HWY_EXPORT(row_sums_lanes);

void pivot_rows(double* matrix, std::size_t rows, std::size_t stride, const double* column,
                std::size_t at) noexcept {
  HWY_DYNAMIC_DISPATCH(pivot_rows_lanes)(matrix, rows, stride, column, at);
}
void multiply(const double* matrix, std::size_t rows, std::size_t stride, const double* x,
              double* out) noexcept {
  HWY_DYNAMIC_DISPATCH(multiply_lanes)(matrix, rows, stride, x, out);
}
double largest_size(const double* values, std::size_t count) noexcept {
  return HWY_DYNAMIC_DISPATCH(largest_size_lanes)(values, count);
}
void row_sums(const RowSums& given, double* off, double* moved) noexcept {
  HWY_DYNAMIC_DISPATCH(row_sums_lanes)(given, off, moved);
}

}  // namespace sunder::detail
#endif
