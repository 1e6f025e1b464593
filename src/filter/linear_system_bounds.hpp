// SPDX-License-Identifier: Apache-2.0
//
// The steps of Lemma 3's verified linear system, each with its promise.
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

/// The power of two that brings the largest of them into [1/2, 1); 0 if that is not between 2^-700
/// and 2^500.
double unit_scale_of(std::span<const double> values) noexcept;

/// M, the points as columns over a row of ones, and E, the bound on its errors: both scaled so that
/// the largest coordinate is in [1/2, 1). E has 2^-1000 more in each coordinate, for what is lost
/// where the scaled ones are subnormal. False where there is no such scale, or no finite E.
bool fill_system(std::span<const double> points, std::span<const double> errors, SquareMatrix& m,
                 SquareMatrix& error);

/// Gauss-Jordan with partial pivoting; `inverse` is 0 before. False if a pivot is 2^-500 or less.
bool invert(SquareMatrix m, SquareMatrix& inverse);

/// alpha and rho of Lemma 3.
struct SystemBounds {
  double alpha = 0;
  double rho = 0;
};

/// What one row adds to the two norms. With g(k) the error of a sum of k products, t = 2^-600, and
/// n the size of M,
///   alpha = sum over columns of |I - Y M| + g(n+1) (|Y| |M| + 1) + |Y| E + t
///   rho = |Y (M lambda - e)| + g(2n+2) |Y| (|M| |lambda| + e) + |Y| E |lambda| + t.
SystemBounds row_bounds(const SquareMatrix& m, const SquareMatrix& y, const SquareMatrix& error,
                        std::span<const double> lambda, std::size_t row);

/// Takes another row into the largest so far. False where a bound is not below 1, or is no number.
bool include_row(SystemBounds& largest, const SystemBounds& row) noexcept;

/// Is `least` more than rho / (1 - alpha), and alpha below 1, whatever the roundings of both, fewer
/// than 8n + 8 each?
bool exceeds_error(double least, SystemBounds bounds, std::size_t n) noexcept;

}  // namespace sunder::detail
