// SPDX-License-Identifier: Apache-2.0
//
// Small dense linear algebra with SIMD, for searches and for bounds that allow any order of
// summation. Matrices lie column by column: column k starts at k * stride, each at a 32-byte
// boundary; `stride` is a multiple of 4, and entries up to it are read and written: what pads a
// column, or a vector, is 0 and stays 0. Vectors are of four at most: in the matrices of a search,
// which are small, a step waits longer for wider ones than it saves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

inline constexpr std::size_t kDenseAlignment = 4;

/// `size` rounded up to what a column takes.
constexpr std::size_t dense_stride(std::size_t size) noexcept {
  return (size + kDenseAlignment - 1) / kDenseAlignment * kDenseAlignment;
}

struct DenseColumns {
  double* data;
  std::size_t count;
  std::size_t stride;

  double* column(std::size_t k) const noexcept { return data + k * stride; }
};

/// `size` entries, a multiple of 4: few, so that no call is worth it.
inline void copy_dense(const double* from, std::size_t size, double* to) noexcept {
  for (std::size_t k = 0; k < size; k += kDenseAlignment) {
    std::memcpy(to + k, from + k, kDenseAlignment * sizeof(double));
  }
}

/// A square matrix that begins as the identity, up to signs, and is pivoted: its columns that are
/// unit vectors still, as half of them are on average in a search, cost next to nothing.
struct PivotedColumns {
  DenseColumns all;
  double* unit;  ///< `all.stride` entries: +1 or -1 where column k is that times e_k, else 0
  std::uint32_t* filled;  ///< the other columns
  std::size_t filled_count;
  double* factors;  ///< `all.stride` entries to work with
};

/// out = sum_k x[k] * column k. Returns the largest |out[r]|.
double combine(const PivotedColumns& matrix, const double* x, double* out) noexcept;

/// The Gauss-Jordan step that makes the column `entering` a unit vector: row `at` of the matrix is
/// divided by entering[at], and taken off every other row r entering[r] times, and off the vector
/// `bottom`, which has an entry for each column, entering_bottom times.
void pivot(PivotedColumns& matrix, const double* entering, std::size_t at, double* bottom,
           double entering_bottom) noexcept;

/// Inverts a matrix in place, as far as it goes: column k takes the row of its largest entry among
/// those that are open, or row `first` if k is 0. A column whose largest entry there is not more
/// than `least`, or than `relative` times its largest entry of all, takes none, and is left out.
struct Inversion {
  DenseColumns matrix;  ///< column k becomes column taken[k] of the inverse
  double* open;         ///< as long as a column; 1 for rows to be taken, which become 0
  std::int32_t* taken;  ///< for each column the row, or -1
  double* factors;      ///< one for each column, to work with
  std::size_t first;
  double least;
  double relative;
};
void invert(const Inversion& inversion) noexcept;

/// A ratio test with slack, after Harris: which basic variable may leave as another grows.
struct RatioTest {
  const double* column;  ///< by how much each falls
  const double* levels;
  const double* is_length;  ///< 1 where slack_of_length counts, else 0
  std::size_t size;         ///< a multiple of 4; what pads has column 0
  double least_pivot;       ///< entries up to it do not count; at least 0
  double slack_of_length;   ///< how far below 0 a level may come
  double slack_of_other;
};
struct Leaving {
  std::size_t at;  ///< `size` if nothing bounds the step
  double ratio;    ///< (level + slack) / column there, the least of all; undefined without a row
};
Leaving find_leaving(const RatioTest& test) noexcept;

/// combine() to `test.column`, find_leaving(), and pivot() where that finds a row, in one call.
/// test.least_pivot is relative to the column's largest entry.
Leaving advance(PivotedColumns& matrix, const double* x, double* column, const RatioTest& test,
                double* bottom, double entering_bottom) noexcept;

/// max |values[i]|, `size` entries, a multiple of 4; 0 for none; NaNs may be passed over.
double largest_size(const double* values, std::size_t size) noexcept;

/// off[r] = sum_c |x . right_c - (c == r)| + sum_k |x_k| weight[k] for each row x of `left`, which
/// has as many columns as `right`, and a column for each row of it.
void off_sums(const DenseColumns& left, const DenseColumns& right, const double* weight,
              double* off) noexcept;

/// moved[r] = |sum_k x_k sums[k]| + sum_k |x_k| sizes[k] for each row x of `matrix`.
void moved_sums(const DenseColumns& matrix, const double* sums, const double* sizes,
                double* moved) noexcept;

/// sums += w * point and sizes += |w * point| for each column of `points`, w its weight. Returns
/// the largest entry's size; NaNs may be passed over.
double add_weighted(const DenseColumns& points, const double* weights, double* sums,
                    double* sizes) noexcept;

}  // namespace sunder::detail
