// SPDX-License-Identifier: Apache-2.0
//
// Small dense linear algebra with SIMD, for searches and for bounds that allow any order of
// summation. Rows start at 32-byte boundaries; `stride` is a multiple of 4, and entries up to it
// are read and written: what pads a row is 0 and stays 0.
#pragma once

#include <cstddef>

namespace sunder::detail {

inline constexpr std::size_t kDenseAlignment = 4;

/// row r of matrix -= column[r] * row, for all rows but those where column[r] is 0.
void subtract_outer(double* matrix, std::size_t rows, std::size_t stride, const double* column,
                    const double* row) noexcept;

/// out[r] = row r of matrix times x.
void multiply(const double* matrix, std::size_t rows, std::size_t stride, const double* x,
              double* out) noexcept;

/// out = sum_r x[r] * row r of matrix.
void combine_rows(const double* matrix, std::size_t rows, std::size_t stride, const double* x,
                  double* out) noexcept;

}  // namespace sunder::detail
