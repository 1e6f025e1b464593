// SPDX-License-Identifier: Apache-2.0
//
// Idea: Loops over columns run in vectors of four doubles, with several independent sums to hide
// latency. Kernels that a search calls at each step are fused into one call.
// Source: Harris (1973) for the ratio test with slack; Gauss-Jordan elimination.
// Bound: None here: callers bound results for any order of summation.
// Cost: O(n^2) for a pivot or a product, O(n^3) for an inversion; unit columns cost next to
// nothing.
// Gives up: An inversion leaves out columns without a large enough pivot.
#include "lanes/dense.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lanes/dense.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Exported functions are not noexcept: the dispatch table of Highway is typed without it.
using Lanes = hn::CappedTag<double, kDenseAlignment>;
using V = hn::Vec<Lanes>;

/// Adds x times a column to kBlocks vectors.
template <int kBlocks>
HWY_INLINE void add_column(const double* HWY_RESTRICT column, double x, V& sum0, V& sum1, V& sum2,
                           V& sum3) {
  const Lanes lanes;
  const std::size_t step = hn::Lanes(lanes);
  const auto factor = hn::Set(lanes, x);
  sum0 = hn::MulAdd(factor, hn::Load(lanes, column), sum0);
  if constexpr (kBlocks > 1) sum1 = hn::MulAdd(factor, hn::Load(lanes, column + step), sum1);
  if constexpr (kBlocks > 2) sum2 = hn::MulAdd(factor, hn::Load(lanes, column + 2 * step), sum2);
  if constexpr (kBlocks > 3) sum3 = hn::MulAdd(factor, hn::Load(lanes, column + 3 * step), sum3);
}

/// Computes entries r to r + kBlocks vectors of combine(). Two columns at a time shorten the
/// dependency chains of the sums. Returns the maximum of `most` and of each lane's sizes.
template <int kBlocks>
HWY_INLINE V combine_block(const PivotedColumns& matrix, const double* HWY_RESTRICT x,
                           std::size_t r, double* HWY_RESTRICT out, V most) {
  const Lanes lanes;
  const std::size_t step = hn::Lanes(lanes);
  const DenseColumns all = matrix.all;
  const std::uint32_t* HWY_RESTRICT filled = matrix.filled;
  const std::size_t filled_count = matrix.filled_count;
  auto even0 = hn::Zero(lanes);
  auto even1 = even0;
  auto even2 = even0;
  auto even3 = even0;
  auto odd0 = even0;
  auto odd1 = even0;
  auto odd2 = even0;
  auto odd3 = even0;
  std::size_t i = 0;
  for (; i + 2 <= filled_count; i += 2) {
    const std::size_t k = filled[i];
    const std::size_t l = filled[i + 1];
    add_column<kBlocks>(all.column(k) + r, x[k], even0, even1, even2, even3);
    add_column<kBlocks>(all.column(l) + r, x[l], odd0, odd1, odd2, odd3);
  }
  if (i < filled_count) {
    const std::size_t k = filled[i];
    add_column<kBlocks>(all.column(k) + r, x[k], even0, even1, even2, even3);
  }
  const bool all_filled = filled_count == all.count;
  const auto finish = [&](std::size_t block, V even, V odd) HWY_ATTR {
    const std::size_t at = r + block * step;
    auto sum = hn::Add(even, odd);
    if (!all_filled) {
      sum = hn::MulAdd(hn::Load(lanes, matrix.unit + at), hn::Load(lanes, x + at), sum);
    }
    hn::Store(sum, lanes, out + at);
    most = hn::Max(most, hn::Abs(sum));
  };
  finish(0, even0, odd0);
  if constexpr (kBlocks > 1) finish(1, even1, odd1);
  if constexpr (kBlocks > 2) finish(2, even2, odd2);
  if constexpr (kBlocks > 3) finish(3, even3, odd3);
  return most;
}

double combine_lanes(const PivotedColumns& matrix, const double* x, double* out) {
  const Lanes lanes;
  const std::size_t step = hn::Lanes(lanes);
  auto most = hn::Zero(lanes);
  std::size_t r = 0;
  for (; r + 4 * step <= matrix.all.stride; r += 4 * step) {
    most = combine_block<4>(matrix, x, r, out, most);
  }
  const std::size_t left = (matrix.all.stride - r) / step;
  if (left == 3) most = combine_block<3>(matrix, x, r, out, most);
  if (left == 2) most = combine_block<2>(matrix, x, r, out, most);
  if (left == 1) most = combine_block<1>(matrix, x, r, out, most);
  return hn::GetLane(hn::MaxOfLanes(lanes, most));
}

/// The vector of a pivot's column, and the mask of the lane that is the pivot's row.
struct Entering {
  V entries;
  hn::Mask<Lanes> at;
};
HWY_INLINE Entering entering_block(const double* HWY_RESTRICT entering, std::size_t at,
                                   std::size_t r) {
  const Lanes lanes;
  const auto row = hn::Iota(lanes, static_cast<double>(r));
  return {hn::Load(lanes, entering + r), hn::Eq(row, hn::Set(lanes, static_cast<double>(at)))};
}
HWY_INLINE void pivot_block(double* HWY_RESTRICT column, const Entering& entering, V factor) {
  const Lanes lanes;
  const auto value = hn::NegMulAdd(factor, entering.entries, hn::Load(lanes, column));
  hn::Store(hn::IfThenElse(entering.at, factor, value), lanes, column);
}

/// The columns of a pivot, and the factor of each of them.
struct PivotFactors {
  DenseColumns all;
  const std::uint32_t* listed;  ///< null for all columns
  std::size_t count;
  const double* factors;
};

/// Pivots the entries r to r + kBlocks vectors.
template <int kBlocks>
HWY_INLINE void pivot_blocks(const PivotFactors& by, const double* HWY_RESTRICT entering,
                             std::size_t at, std::size_t r) {
  const Lanes lanes;
  const std::size_t step = hn::Lanes(lanes);
  const Entering entering0 = entering_block(entering, at, r);
  const Entering entering1 = kBlocks > 1 ? entering_block(entering, at, r + step) : entering0;
  const Entering entering2 = kBlocks > 2 ? entering_block(entering, at, r + 2 * step) : entering0;
  for (std::size_t i = 0; i < by.count; ++i) {
    const std::size_t k = by.listed == nullptr ? i : by.listed[i];
    double* HWY_RESTRICT column = by.all.column(k) + r;
    const auto factor = hn::Set(lanes, by.factors[k]);
    pivot_block(column, entering0, factor);
    if constexpr (kBlocks > 1) pivot_block(column + step, entering1, factor);
    if constexpr (kBlocks > 2) pivot_block(column + 2 * step, entering2, factor);
  }
}

HWY_INLINE void pivot_all(const PivotFactors& by, const double* entering, std::size_t at) {
  const std::size_t step = hn::Lanes(Lanes());
  std::size_t r = 0;
  for (; r + 3 * step <= by.all.stride; r += 3 * step) pivot_blocks<3>(by, entering, at, r);
  if (by.all.stride - r == 2 * step) pivot_blocks<2>(by, entering, at, r);
  if (by.all.stride - r == step) pivot_blocks<1>(by, entering, at, r);
}

void pivot_lanes(PivotedColumns& matrix, const double* entering, std::size_t at,
                 double* HWY_RESTRICT bottom, double entering_bottom) {
  if (matrix.unit[at] != 0) {
    matrix.unit[at] = 0;
    matrix.filled[matrix.filled_count++] = static_cast<std::uint32_t>(at);
  }
  const double inverse = 1 / entering[at];
  const DenseColumns all = matrix.all;
  const std::uint32_t* HWY_RESTRICT filled = matrix.filled;
  const std::size_t filled_count = matrix.filled_count;
  double* HWY_RESTRICT factors = matrix.factors;
  for (std::size_t i = 0; i < filled_count; ++i) {
    const std::size_t k = filled[i];
    const double factor = all.column(k)[at] * inverse;
    factors[k] = factor;
    bottom[k] -= factor * entering_bottom;
  }
  pivot_all({all, filled, filled_count, factors}, entering, at);
}

/// Returns the index of the first lane of `values` that equals `value`.
template <class Indices>
HWY_INLINE std::size_t index_of(V value, V values, Indices indices) {
  const Lanes lanes;
  const hn::RebindToSigned<Lanes> index_lanes;
  const auto lane = hn::FindFirstTrue(lanes, hn::Eq(values, value));
  HWY_ALIGN std::int64_t stored[kDenseAlignment];
  hn::Store(indices, index_lanes, stored);
  return static_cast<std::size_t>(stored[lane < 0 ? 0 : lane]);
}

HWY_INLINE Leaving find_leaving_inline(const RatioTest& test, double least_pivot) {
  const Lanes lanes;
  const hn::RebindToSigned<Lanes> index_lanes;
  const std::size_t step = hn::Lanes(lanes);
  const auto zero = hn::Zero(lanes);
  const auto floor = hn::Set(lanes, least_pivot);
  const auto slack_of_length = hn::Set(lanes, test.slack_of_length);
  const auto slack_of_other = hn::Set(lanes, test.slack_of_other);
  auto least = hn::Set(lanes, std::numeric_limits<double>::infinity());
  auto index_of_least = hn::Set(index_lanes, static_cast<std::int64_t>(test.size));
  auto index = hn::Iota(index_lanes, 0);
  for (std::size_t r = 0; r < test.size; r += step) {
    const auto entry = hn::Load(lanes, test.column + r);
    const auto level = hn::Max(hn::Load(lanes, test.levels + r), zero);
    const auto is_length = hn::Gt(hn::Load(lanes, test.is_length + r), zero);
    const auto slack = hn::IfThenElse(is_length, slack_of_length, slack_of_other);
    const auto ratio = hn::Div(hn::Add(level, slack), entry);
    const auto less = hn::And(hn::Gt(entry, floor), hn::Lt(ratio, least));
    least = hn::IfThenElse(less, ratio, least);
    index_of_least = hn::IfThenElse(hn::RebindMask(index_lanes, less), index, index_of_least);
    index = hn::Add(index, hn::Set(index_lanes, static_cast<std::int64_t>(step)));
  }
  const auto bound = hn::MinOfLanes(lanes, least);
  return {index_of(bound, least, index_of_least), hn::GetLane(bound)};
}

Leaving find_leaving_lanes(const RatioTest& test) {
  return find_leaving_inline(test, test.least_pivot);
}

Leaving advance_lanes(PivotedColumns& matrix, const double* x, double* column,
                      const RatioTest& test, double* bottom, double entering_bottom) {
  const double least_pivot = test.least_pivot * combine_lanes(matrix, x, column);
  // Most often the first row to leave is large enough; its search then does not wait for the
  // maximum.
  Leaving leaving = find_leaving_inline(test, 0);
  if (leaving.at < test.size && !(column[leaving.at] > least_pivot)) {
    leaving = find_leaving_inline(test, least_pivot);
  }
  if (leaving.at < test.size) pivot_lanes(matrix, column, leaving.at, bottom, entering_bottom);
  return leaving;
}

/// Returns the row that column k of an inversion selects, or the stride.
HWY_INLINE std::size_t row_of_largest(const Inversion& inversion,
                                      const double* HWY_RESTRICT column) {
  const Lanes lanes;
  const hn::RebindToSigned<Lanes> index_lanes;
  const std::size_t step = hn::Lanes(lanes);
  const std::size_t size = inversion.matrix.stride;
  auto largest = hn::Zero(lanes);
  auto most = largest;
  auto index_of_most = hn::Set(index_lanes, static_cast<std::int64_t>(size));
  auto index = hn::Iota(index_lanes, 0);
  for (std::size_t r = 0; r < size; r += step) {
    const auto entry = hn::Abs(hn::Load(lanes, column + r));
    const auto open = hn::Mul(entry, hn::Load(lanes, inversion.open + r));
    const auto more = hn::Gt(open, most);
    largest = hn::Max(largest, entry);
    most = hn::IfThenElse(more, open, most);
    index_of_most = hn::IfThenElse(hn::RebindMask(index_lanes, more), index, index_of_most);
    index = hn::Add(index, hn::Set(index_lanes, static_cast<std::int64_t>(step)));
  }
  const auto best = hn::MaxOfLanes(lanes, most);
  const double least =
      std::max(inversion.least, inversion.relative * hn::GetLane(hn::MaxOfLanes(lanes, largest)));
  return hn::GetLane(best) > least ? index_of(best, most, index_of_most) : size;
}

/// Makes the Gauss-Jordan step of column k at row `at`; the column itself becomes that of the
/// inverse.
HWY_INLINE void eliminate(const Inversion& inversion, std::size_t k, std::size_t at) {
  const Lanes lanes;
  const DenseColumns matrix = inversion.matrix;
  double* const entering = matrix.column(k);
  const double inverse = 1 / entering[at];
  for (std::size_t j = 0; j < matrix.count; ++j) {
    inversion.factors[j] = matrix.column(j)[at] * inverse;
  }
  inversion.factors[k] = 0;
  pivot_all({matrix, nullptr, matrix.count, inversion.factors}, entering, at);
  const auto factor = hn::Set(lanes, -inverse);
  for (std::size_t r = 0; r < matrix.stride; r += hn::Lanes(lanes)) {
    hn::Store(hn::Mul(factor, hn::Load(lanes, entering + r)), lanes, entering + r);
  }
  entering[at] = inverse;
}

void invert_lanes(const Inversion& inversion) {
  for (std::size_t k = 0; k < inversion.matrix.count; ++k) {
    const std::size_t at =
        k == 0 ? inversion.first : row_of_largest(inversion, inversion.matrix.column(k));
    const bool takes = at < inversion.matrix.stride;
    inversion.taken[k] = takes ? static_cast<std::int32_t>(at) : -1;
    if (!takes) continue;
    inversion.open[at] = 0;
    eliminate(inversion, k, at);
  }
}

double largest_size_lanes(const double* HWY_RESTRICT values, std::size_t size) {
  const Lanes lanes;
  auto most = hn::Zero(lanes);
  for (std::size_t i = 0; i < size; i += hn::Lanes(lanes)) {
    const auto value = hn::Abs(hn::Load(lanes, values + i));
    most = hn::IfThenElse(hn::Gt(value, most), value, most);
  }
  return hn::GetLane(hn::MaxOfLanes(lanes, most));
}

/// Adds |left right_c - e_c| for kColumns columns from c on and one block of rows to sum.
template <int kColumns>
HWY_INLINE V add_products(const DenseColumns& left, const DenseColumns& right, std::size_t r,
                          std::size_t c, V sum) {
  const Lanes lanes;
  const auto row = hn::Iota(lanes, static_cast<double>(r));
  const auto minus_one_at = [&](std::size_t column) HWY_ATTR {
    const auto here = hn::Eq(row, hn::Set(lanes, static_cast<double>(column)));
    return hn::IfThenElseZero(here, hn::Set(lanes, -1.0));
  };
  const double* HWY_RESTRICT y = left.data + r;
  const double* HWY_RESTRICT x = right.column(c);
  const std::size_t stride = right.stride;
  auto product0 = minus_one_at(c);
  auto product1 = product0;
  auto product2 = product0;
  auto product3 = product0;
  if constexpr (kColumns == 4) {
    product1 = minus_one_at(c + 1);
    product2 = minus_one_at(c + 2);
    product3 = minus_one_at(c + 3);
  }
  for (std::size_t k = 0; k < left.count; ++k, y += left.stride, ++x) {
    const auto entry = hn::Load(lanes, y);
    product0 = hn::MulAdd(entry, hn::Set(lanes, x[0]), product0);
    if constexpr (kColumns == 4) {
      product1 = hn::MulAdd(entry, hn::Set(lanes, x[stride]), product1);
      product2 = hn::MulAdd(entry, hn::Set(lanes, x[2 * stride]), product2);
      product3 = hn::MulAdd(entry, hn::Set(lanes, x[3 * stride]), product3);
    }
  }
  sum = hn::Add(sum, hn::Abs(product0));
  if constexpr (kColumns == 4) {
    sum = hn::Add(sum, hn::Add(hn::Abs(product1), hn::Add(hn::Abs(product2), hn::Abs(product3))));
  }
  return sum;
}

void off_sums_lanes(const DenseColumns& left, const DenseColumns& right,
                    const double* HWY_RESTRICT weight, double* HWY_RESTRICT off) {
  const Lanes lanes;
  for (std::size_t r = 0; r < left.stride; r += hn::Lanes(lanes)) {
    auto sum = hn::Zero(lanes);
    std::size_t c = 0;
    for (; c + 4 <= left.count; c += 4) sum = add_products<4>(left, right, r, c, sum);
    for (; c < left.count; ++c) sum = add_products<1>(left, right, r, c, sum);
    for (std::size_t k = 0; k < left.count; ++k) {
      const auto size = hn::Abs(hn::Load(lanes, left.column(k) + r));
      sum = hn::MulAdd(size, hn::Set(lanes, weight[k]), sum);
    }
    hn::Store(sum, lanes, off + r);
  }
}

void moved_sums_lanes(const DenseColumns& matrix, const double* HWY_RESTRICT sums,
                      const double* HWY_RESTRICT sizes, double* HWY_RESTRICT moved) {
  const Lanes lanes;
  for (std::size_t r = 0; r < matrix.stride; r += hn::Lanes(lanes)) {
    auto sum = hn::Zero(lanes);
    auto size = sum;
    for (std::size_t k = 0; k < matrix.count; ++k) {
      const auto entry = hn::Load(lanes, matrix.column(k) + r);
      sum = hn::MulAdd(entry, hn::Set(lanes, sums[k]), sum);
      size = hn::MulAdd(hn::Abs(entry), hn::Set(lanes, sizes[k]), size);
    }
    hn::Store(hn::Add(hn::Abs(sum), size), lanes, moved + r);
  }
}

double add_weighted_lanes(const DenseColumns& points, const double* HWY_RESTRICT weights,
                          double* HWY_RESTRICT sums, double* HWY_RESTRICT sizes) {
  const Lanes lanes;
  auto most = hn::Zero(lanes);
  for (std::size_t l = 0; l < points.stride; l += hn::Lanes(lanes)) {
    auto sum = hn::Load(lanes, sums + l);
    auto size = hn::Load(lanes, sizes + l);
    for (std::size_t k = 0; k < points.count; ++k) {
      const auto entry = hn::Load(lanes, points.column(k) + l);
      const auto part = hn::Mul(hn::Set(lanes, weights[k]), entry);
      most = hn::Max(most, hn::Abs(entry));
      sum = hn::Add(sum, part);
      size = hn::Add(size, hn::Abs(part));
    }
    hn::Store(sum, lanes, sums + l);
    hn::Store(size, lanes, sizes + l);
  }
  return hn::GetLane(hn::MaxOfLanes(lanes, most));
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail {

HWY_EXPORT(combine_lanes);
HWY_EXPORT(pivot_lanes);
HWY_EXPORT(find_leaving_lanes);
HWY_EXPORT(advance_lanes);
HWY_EXPORT(invert_lanes);
HWY_EXPORT(largest_size_lanes);
HWY_EXPORT(off_sums_lanes);
HWY_EXPORT(moved_sums_lanes);
HWY_EXPORT(add_weighted_lanes);

double combine(const PivotedColumns& matrix, const double* x, double* out) noexcept {
  return HWY_DYNAMIC_DISPATCH(combine_lanes)(matrix, x, out);
}
void pivot(PivotedColumns& matrix, const double* entering, std::size_t at, double* bottom,
           double entering_bottom) noexcept {
  HWY_DYNAMIC_DISPATCH(pivot_lanes)(matrix, entering, at, bottom, entering_bottom);
}
Leaving find_leaving(const RatioTest& test) noexcept {
  return HWY_DYNAMIC_DISPATCH(find_leaving_lanes)(test);
}
Leaving advance(PivotedColumns& matrix, const double* x, double* column, const RatioTest& test,
                double* bottom, double entering_bottom) noexcept {
  return HWY_DYNAMIC_DISPATCH(advance_lanes)(matrix, x, column, test, bottom, entering_bottom);
}
void invert(const Inversion& inversion) noexcept { HWY_DYNAMIC_DISPATCH(invert_lanes)(inversion); }
double largest_size(const double* values, std::size_t size) noexcept {
  return HWY_DYNAMIC_DISPATCH(largest_size_lanes)(values, size);
}
void off_sums(const DenseColumns& left, const DenseColumns& right, const double* weight,
              double* off) noexcept {
  HWY_DYNAMIC_DISPATCH(off_sums_lanes)(left, right, weight, off);
}
void moved_sums(const DenseColumns& matrix, const double* sums, const double* sizes,
                double* moved) noexcept {
  HWY_DYNAMIC_DISPATCH(moved_sums_lanes)(matrix, sums, sizes, moved);
}
double add_weighted(const DenseColumns& points, const double* weights, double* sums,
                    double* sizes) noexcept {
  return HWY_DYNAMIC_DISPATCH(add_weighted_lanes)(points, weights, sums, sizes);
}

}  // namespace sunder::detail
#endif
