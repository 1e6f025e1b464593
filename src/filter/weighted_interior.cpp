// SPDX-License-Identifier: Apache-2.0
#include "filter/weighted_interior.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "filter/aligned_buffer.hpp"
#include "filter/filtered_pair.hpp"
#include "lanes/dense.hpp"

namespace sunder::detail {
namespace {

constexpr double kTiny = 0x1p-600;  // what underflow can add to an entry of the bounds

double gamma(std::size_t n) noexcept {
  const double units = static_cast<double>(n) * kUnit;
  return units / (1 - units) * (1 + 0x1p-40);
}

/// The power of two that brings the largest coordinate into [1/2, 1); 0 if there is none.
double scale_of(std::span<const double> points) noexcept {
  double largest = 0;
  for (const double x : points) largest = std::max(largest, std::fabs(x));
  return largest > 0x1p-400 && largest < 0x1p400 ? unit_scale(largest) : 0.0;
}

/// What the rows of Y are held against: M by rows, scaled, and the sums over its columns.
class Bounds {
 public:
  Bounds(const WeightedPoints& given, double scale)
      : given_(given),
        d_(given.errors.size()),
        n_(d_ + 1),
        stride_((n_ + kDenseAlignment - 1) / kDenseAlignment * kDenseAlignment),
        scale_(scale),
        buffer_((n_ + 2) * stride_ + 4 * n_) {
    matrix_ = buffer_.data();
    y_ = matrix_ + n_ * stride_;
    product_ = y_ + stride_;
    row_size_ = product_ + stride_;
    error_ = row_size_ + n_;
    residual_ = error_ + n_;
    residual_error_ = residual_ + n_;
    fill();
    fill_residual();
  }

  /// The row's sum of |I - Y M| + |Y| E, and its share of Y (r; 0).
  void row(std::size_t r, double& alpha, double& moved) {
    const double* const from = given_.inverse + r * given_.stride;
    double size = 0;
    double spread = 0;
    double sum = 0;
    double sum_size = 0;
    for (std::size_t k = 0; k < n_; ++k) {
      y_[k] = k < d_ ? from[k] / scale_ : from[k];
      const double y = std::fabs(y_[k]);
      size += y * row_size_[k];
      spread += y * error_[k];
      sum += y_[k] * residual_[k];
      sum_size += y * (std::fabs(residual_[k]) * gamma_row_ + residual_error_[k]);
    }
    combine_rows(matrix_, n_, stride_, y_, product_);
    product_[r] -= 1;
    double off = 0;
    for (std::size_t c = 0; c < n_; ++c) off += std::fabs(product_[c]);
    const auto columns = static_cast<double>(n_);
    alpha = off + gamma_row_ * (size + columns) + columns * (spread + kTiny);
    moved = std::fabs(sum) + sum_size + kTiny;
  }

 private:
  void fill() {
    gamma_row_ = gamma(2 * n_ + 2);
    for (std::size_t l = 0; l < d_; ++l) {
      double* const row = matrix_ + l * stride_;
      double size = 0;
      for (std::size_t c = 0; c < n_; ++c) {
        row[c] = given_.points[c * d_ + l] * scale_;
        size += std::fabs(row[c]);
      }
      row_size_[l] = size;
      error_[l] = given_.errors[l] * scale_ + 0x1p-1000;
    }
    std::fill_n(matrix_ + d_ * stride_, n_, 1.0);
    row_size_[d_] = static_cast<double>(n_);
    error_[d_] = 0;
  }

  /// r, scaled, and a bound on its error: of its own sums, and of the points.
  void fill_residual() {
    const std::size_t count = given_.weights.size();
    const double gamma_sum = gamma(2 * count + 2);
    double total = 0;
    for (const double w : given_.weights) total += w;
    for (std::size_t k = 0; k < count; ++k) {
      const double* const point = given_.points.data() + k * d_;
      const double weight = given_.weights[k];
      for (std::size_t l = 0; l < d_; ++l) {
        const double part = weight * (point[l] * scale_);
        residual_[l] += part;
        residual_error_[l] += std::fabs(part);
      }
    }
    for (std::size_t l = 0; l < d_; ++l) {
      residual_error_[l] = gamma_sum * residual_error_[l] + 2 * total * error_[l] + kTiny;
    }
  }

  const WeightedPoints& given_;
  std::size_t d_, n_, stride_;
  double scale_;
  double gamma_row_ = 0;
  AlignedBuffer buffer_;
  double *matrix_, *y_, *product_, *row_size_, *error_, *residual_, *residual_error_;
};

}  // namespace

bool proves_interior(const WeightedPoints& given) {
  const std::size_t n = given.errors.size() + 1;
  const double scale = scale_of(given.points);
  if (scale == 0 || given.weights.size() < n) return false;
  for (const double error : given.errors) {
    if (!(error < 0x1p400)) return false;
  }
  if (!std::all_of(given.weights.begin(), given.weights.end(),
                   [](double w) { return w >= 0 && w < 0x1p100; })) {
    return false;
  }
  const double least = *std::min_element(given.weights.begin(),
                                         given.weights.begin() + static_cast<std::ptrdiff_t>(n));
  if (!(least > 0)) return false;
  Bounds bounds(given, scale);
  double alpha = 0;
  double moved = 0;
  for (std::size_t r = 0; r < n; ++r) {
    double row_alpha = 0;
    double row_moved = 0;
    bounds.row(r, row_alpha, row_moved);
    if (!(row_alpha < 1) || !(row_moved < least)) return false;  // also what is not a number
    alpha = std::max(alpha, row_alpha);
    moved = std::max(moved, row_moved);
  }
  const double roundings = 1 + (16 * static_cast<double>(n) + 16) * kUnit;
  alpha *= roundings;
  moved *= roundings;
  return alpha < 1 && least > moved / (1 - alpha) * (1 + 0x1p-40);
}

}  // namespace sunder::detail
