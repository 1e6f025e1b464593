// SPDX-License-Identifier: Apache-2.0
//
// Computes small dense linear algebra with SIMD, for searches and for bounds that allow any order
// of summation. Matrices are stored column by column. Column k starts at k * stride, at a 32-byte
// boundary; `stride` is a multiple of 4. Entries up to the stride are read and written: the padding
// of a column or vector is 0 and stays 0. Vectors have at most four lanes: on the small matrices of
// a search, wider ones add more latency to a step than they save.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

inline constexpr std::size_t kDenseAlignment = 4;

/// Returns `size` rounded up to the length of a column.
constexpr std::size_t dense_stride(std::size_t size) noexcept {
  return (size + kDenseAlignment - 1) / kDenseAlignment * kDenseAlignment;
}

struct DenseColumns {
  double* data;
  std::size_t count;
  std::size_t stride;

  double* column(std::size_t k) const noexcept { return data + k * stride; }
};

/// `size` is a multiple of 4, and too small for a call to gain time.
inline void copy_dense(const double* from, std::size_t size, double* to) noexcept {
  for (std::size_t k = 0; k < size; k += kDenseAlignment) {
    std::memcpy(to + k, from + k, kDenseAlignment * sizeof(double));
  }
}

/// A square matrix that begins as the identity, up to signs, and is pivoted. Columns that are still
/// unit vectors, half of them on average in a search, cost next to nothing.
struct PivotedColumns {
  DenseColumns all;
  double* unit;  ///< `all.stride` entries: +1 or -1 where column k is that times e_k, else 0
  std::uint32_t* filled;  ///< the other columns
  std::size_t filled_count;
  double* factors;  ///< `all.stride` entries of scratch space
};

/// Computes out = sum_k x[k] * column k. Returns the largest |out[r]|.
double combine(const PivotedColumns& matrix, const double* x, double* out) noexcept;

/// Makes the Gauss-Jordan step after which the column `entering` is a unit vector. Row `at` of the
/// matrix is divided by entering[at]. It is subtracted entering[r] times from every other row r. It
/// is also subtracted entering_bottom times from the vector `bottom`, which has an entry for each
/// column.
void pivot(PivotedColumns& matrix, const double* entering, std::size_t at, double* bottom,
           double entering_bottom) noexcept;

/// Inverts a matrix in place, as far as it goes. Column k selects the row of its largest entry
/// among the open ones, or row `first` if k is 0. A column is left out if that entry is at most
/// `least`, or at most `relative` times its largest entry of all.
struct Inversion {
  DenseColumns matrix;  ///< column k becomes column taken[k] of the inverse
  double* open;         ///< as long as a column; 1 for rows to be selected, which become 0
  std::int32_t* taken;  ///< the row of each column, or -1
  double* factors;      ///< one for each column, scratch space
  std::size_t first;
  double least;
  double relative;
};
void invert(const Inversion& inversion) noexcept;

/// A ratio test with slack, after Harris: which basic variable may leave as another one grows.
struct RatioTest {
  const double* column;  ///< the decrease of each variable
  const double* levels;
  const double* is_length;  ///< 1 where slack_of_length counts, else 0
  std::size_t size;         ///< a multiple of 4; the padding has column 0
  double least_pivot;       ///< entries up to it are ignored; at least 0
  double slack_of_length;   ///< how far below 0 a level may fall
  double slack_of_other;
};
struct Leaving {
  std::size_t at;  ///< `size` if nothing bounds the step
  double ratio;    ///< (level + slack) / column there, the least of all; undefined without a row
};
Leaving find_leaving(const RatioTest& test) noexcept;

/// Runs combine() to `test.column`, find_leaving(), and pivot() if that finds a row, in one call.
/// test.least_pivot is relative to the column's largest entry.
Leaving advance(PivotedColumns& matrix, const double* x, double* column, const RatioTest& test,
                double* bottom, double entering_bottom) noexcept;

/// Returns max |values[i]| over `size` entries, a multiple of 4; 0 for none; NaNs may be ignored.
double largest_size(const double* values, std::size_t size) noexcept;

/// Computes off[r] = sum_c |x . right_c - (c == r)| + sum_k |x_k| weight[k] for each row x of
/// `left`. `left` has as many columns as `right`, and `right` has a column for each row of `left`.
void off_sums(const DenseColumns& left, const DenseColumns& right, const double* weight,
              double* off) noexcept;

/// Computes moved[r] = |sum_k x_k sums[k]| + sum_k |x_k| sizes[k] for each row x of `matrix`.
void moved_sums(const DenseColumns& matrix, const double* sums, const double* sizes,
                double* moved) noexcept;

/// Computes sums += w * point and sizes += |w * point| for each column of `points`, where w is its
/// weight. Returns the largest entry's size; NaNs may be ignored.
double add_weighted(const DenseColumns& points, const double* weights, double* sums,
                    double* sizes) noexcept;

}  // namespace sunder::detail
