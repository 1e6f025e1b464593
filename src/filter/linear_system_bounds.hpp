// SPDX-License-Identifier: Apache-2.0
//
// Declares the steps of Lemma 3's verified linear system, each with its own guarantee.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

struct SquareMatrix {
  explicit SquareMatrix(std::size_t size) : n(size), entries(size * size) {}
  double& operator()(std::size_t row, std::size_t column) { return entries[row * n + column]; }
  double operator()(std::size_t row, std::size_t column) const { return entries[row * n + column]; }
  std::size_t n;
  std::vector<double> entries;
};

/// Returns the power of two that scales the largest value into [1/2, 1). It is 0 if that value is
/// not between 2^-700 and 2^500.
double unit_scale_of(std::span<const double> values) noexcept;

/// Fills M, the points as columns over a row of ones, and E, the bound on its errors. Both are
/// scaled so that the largest coordinate is in [1/2, 1). E has 2^-1000 more in each coordinate, for
/// the loss in scaled coordinates that are subnormal. Returns false if there is no such scale, or
/// no finite E.
bool fill_system(std::span<const double> points, std::span<const double> errors, SquareMatrix& m,
                 SquareMatrix& error);

/// Inverts by Gauss-Jordan with partial pivoting; `inverse` is 0 before. Returns false if a pivot
/// is 2^-500 or less.
bool invert(SquareMatrix m, SquareMatrix& inverse);

/// alpha and rho of Lemma 3.
struct SystemBounds {
  double alpha = 0;
  double rho = 0;
};

/// Returns the contribution of one row to the two norms. Let g(k) be the error of a sum of k
/// products, t = 2^-600, and n the size of M.
///
///   alpha = sum over columns of |I - Y M| + g(n+1) (|Y| |M| + 1) + |Y| E + t
///
///   rho = |Y (M lambda - e)| + g(2n+2) |Y| (|M| |lambda| + e) + |Y| E |lambda| + t.
SystemBounds row_bounds(const SquareMatrix& m, const SquareMatrix& y, const SquareMatrix& error,
                        std::span<const double> lambda, std::size_t row);

/// Updates the largest bounds by those of another row. False if a bound is not below 1, or is NaN.
bool include_row(SystemBounds& largest, const SystemBounds& row) noexcept;

/// Returns true if alpha is below 1 and `least` exceeds rho / (1 - alpha), whatever the roundings
/// of both, fewer than 8n + 8 each.
bool exceeds_error(double least, SystemBounds bounds, std::size_t n) noexcept;

}  // namespace sunder::detail
