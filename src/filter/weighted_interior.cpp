// SPDX-License-Identifier: Apache-2.0
#include "filter/weighted_interior.hpp"

#include <algorithm>
#include <cmath>

#include "filter/aligned_buffer.hpp"
#include "filter/inverse_error.hpp"
#include "lanes/dense.hpp"

namespace sunder::detail {
namespace {

/// The power of two that brings the largest coordinate into [1/2, 1); 0 if there is none.
double scale_of(std::span<const double> points) noexcept {
  const double largest = largest_size(points.data(), points.size());
  return largest > 0x1p-400 && largest < 0x1p400 ? unit_scale(largest) : 0.0;
}

/// The rows of Y, what they are held against, M by rows, and what weighs their entries; all scaled.
class Bounds {
 public:
  Bounds(const WeightedPoints& given, double scale)
      : given_(given),
        d_(given.errors.size()),
        n_(d_ + 1),
        stride_(dense_stride(n_)),
        rows_((n_ + kDenseRows - 1) / kDenseRows * kDenseRows),
        scale_(scale),
        buffer_((n_ + rows_ + 3) * stride_ + 2 * rows_),
        matrix_(buffer_.data()),
        inverse_(matrix_ + n_ * stride_),
        off_weight_(inverse_ + rows_ * stride_),
        residual_(off_weight_ + stride_),
        residual_weight_(residual_ + stride_),
        off_(residual_weight_ + stride_),
        moved_(off_ + rows_) {
    fill_inverse();
    fill_matrix();
    fill_residual();
    row_sums({inverse_, matrix_, n_, stride_, off_weight_, residual_, residual_weight_}, off_,
             moved_);
  }

  /// The row's sum of |I - Y M| + |Y| E.
  double alpha(std::size_t r) const {
    const auto columns = static_cast<double>(n_);
    return off_[r] + gamma_row() * columns + columns * kTiny;
  }
  /// The size of the row's share of Y (r; 0).
  double moved(std::size_t r) const { return moved_[r] + kTiny; }

 private:
  double gamma_row() const noexcept { return gamma(2 * n_ + 2); }

  /// Powers of two: nothing is rounded.
  void fill_inverse() {
    const double back = 1 / scale_;
    for (std::size_t r = 0; r < n_; ++r) {
      const double* const from = given_.inverse + r * given_.stride;
      double* const to = inverse_ + r * stride_;
      for (std::size_t k = 0; k < d_; ++k) to[k] = from[k] * back;
      to[d_] = from[d_];
    }
  }

  /// An entry of Y counts in alpha with the roundings of its products, and with E in each column.
  void fill_matrix() {
    const auto columns = static_cast<double>(n_);
    const double* point = given_.points.data();
    for (std::size_t c = 0; c < n_; ++c, point += d_) {
      double* to = matrix_ + c;
      for (std::size_t l = 0; l < d_; ++l, to += stride_) {
        *to = point[l] * scale_;
        off_weight_[l] += std::fabs(*to);
      }
      *to = 1;
    }
    for (std::size_t l = 0; l < d_; ++l) {
      off_weight_[l] = gamma_row() * off_weight_[l] + columns * error(l);
    }
    off_weight_[d_] = gamma_row() * columns;
  }

  double error(std::size_t l) const noexcept { return given_.errors[l] * scale_ + 0x1p-1000; }

  /// r, scaled, and a bound on its error: of its own sums, of the points, and of its products.
  void fill_residual() {
    const std::size_t count = given_.weights.size();
    const double gamma_sum = gamma(2 * count + 2);
    double total = 0;
    for (const double w : given_.weights) total += w;
    const double* point = given_.points.data();
    for (std::size_t k = 0; k < count; ++k, point += d_) {
      const double weight = given_.weights[k];
      for (std::size_t l = 0; l < d_; ++l) {
        const double part = weight * (point[l] * scale_);
        residual_[l] += part;
        residual_weight_[l] += std::fabs(part);
      }
    }
    for (std::size_t l = 0; l < d_; ++l) {
      residual_weight_[l] = gamma_sum * residual_weight_[l] + 2 * total * error(l) + kTiny +
                            std::fabs(residual_[l]) * gamma_row();
    }
  }

  const WeightedPoints& given_;
  std::size_t d_, n_, stride_, rows_;
  double scale_;
  AlignedBuffer buffer_;
  double *matrix_, *inverse_, *off_weight_, *residual_, *residual_weight_, *off_, *moved_;
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
  const Bounds bounds(given, scale);
  double alpha = 0;
  double moved = 0;
  for (std::size_t r = 0; r < n; ++r) {
    const double row_alpha = bounds.alpha(r);
    const double row_moved = bounds.moved(r);
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
