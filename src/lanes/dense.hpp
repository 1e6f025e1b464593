// SPDX-License-Identifier: Apache-2.0
//
// Small dense linear algebra with SIMD, for searches and for bounds that allow any order of
// summation. Rows start at 64-byte boundaries; `stride` is a multiple of 8, and entries up to it
// are read and written: what pads a row is 0 and stays 0.
#pragma once

#include <cstddef>

namespace sunder::detail {

inline constexpr std::size_t kDenseAlignment = 8;

/// `size` rounded up to what a row takes.
constexpr std::size_t dense_stride(std::size_t size) noexcept {
  return (size + kDenseAlignment - 1) / kDenseAlignment * kDenseAlignment;
}

/// Row `at` of matrix divided by column[at]; of every other row r, column[r] times the new row `at`
/// is taken off. Rows where column[r] is 0 are not touched.
void pivot_rows(double* matrix, std::size_t rows, std::size_t stride, const double* column,
                std::size_t at) noexcept;

/// out[r] = row r of matrix times x.
void multiply(const double* matrix, std::size_t rows, std::size_t stride, const double* x,
              double* out) noexcept;

/// max |values[i]|, 0 for none; NaNs may be passed over.
double largest_size(const double* values, std::size_t count) noexcept;

/// Two matrices of `rows` rows, and three weights of each of their `rows` columns.
struct RowSums {
  const double* left;  ///< `rows` rounded up to kDenseRows rows
  const double* right;
  std::size_t rows;
  std::size_t stride;
  const double* off_weight;
  const double* sum_weight;
  const double* size_weight;
};
inline constexpr std::size_t kDenseRows = 4;  ///< read at a time by row_sums()

/// For each row x of left:
///   off[r] = sum_c |(x right)_c - (c == r)| + sum_k |x_k| off_weight[k]
///   moved[r] = |sum_k x_k sum_weight[k]| + sum_k |x_k| size_weight[k]
/// for up to `rows` rounded up to kDenseRows of them.
void row_sums(const RowSums& given, double* off, double* moved) noexcept;

}  // namespace sunder::detail
