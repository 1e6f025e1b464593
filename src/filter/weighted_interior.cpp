// SPDX-License-Identifier: Apache-2.0
//
// Nothing is scaled: with points of at most 2^350, weights of at most 2^10 and up to 2^40 of them,
// what gradual underflow, or a flush to zero, takes from an entry of Y or from a product is below
// 2^-660 times the number of terms, which kTiny covers; what it takes from a coordinate is covered
// by the coordinate's error, at least 2^-850.
#include "filter/weighted_interior.hpp"

#include <algorithm>
#include <cmath>

#include "filter/inverse_error.hpp"

namespace sunder::detail {
namespace {

constexpr double kMostPoint = 0x1p350;
constexpr double kMostWeight = 0x1p10;
constexpr double kLostToUnderflow = 0x1p-850;

}  // namespace

WeightedInterior::WeightedInterior(std::size_t dimension)
    : d_(dimension),
      n_(d_ + 1),
      stride_(dense_stride(n_)),
      buffer_((n_ + 6) * stride_),
      inverse_{buffer_.data(), n_, stride_},
      errors_(inverse_.column(n_)),
      alpha_(errors_ + stride_),
      sums_(alpha_ + stride_),
      sizes_(sums_ + stride_),
      moved_(sizes_ + stride_),
      weights_(moved_ + stride_),
      gamma_row_(gamma(2 * n_ + 2)) {}

bool WeightedInterior::invert(const DenseColumns& spanning, const DenseColumns& inverse) {
  const auto columns = static_cast<double>(n_);
  most_alpha_ = 1;
  copy_dense(inverse.data, n_ * stride_, inverse_.data);
  std::fill_n(weights_, n_, 1.0);
  clear();
  in_range_ = add_weighted(spanning, weights_, sums_, sizes_) < kMostPoint;
  for (std::size_t l = 0; l < d_; ++l) {
    in_range_ = in_range_ && errors_[l] < kMostPoint;
    errors_[l] += kLostToUnderflow;
  }
  if (!in_range_) return false;
  // An entry of Y counts with the roundings of its products, and with E in each column.
  double* const off_weight = sizes_;
  for (std::size_t l = 0; l < d_; ++l) {
    off_weight[l] = gamma_row_ * sizes_[l] + columns * errors_[l];
  }
  off_weight[d_] = gamma_row_ * columns;
  off_sums(inverse_, spanning, off_weight, alpha_);
  double most = 0;
  for (std::size_t r = 0; r < n_; ++r) {
    const double alpha = alpha_[r] + gamma_row_ * columns + columns * kTiny;
    if (!(alpha < 1)) return false;  // also what is not a number
    most = std::max(most, alpha);
  }
  most_alpha_ = most * (1 + (16 * columns + 16) * kUnit);
  return most_alpha_ < 1;
}

void WeightedInterior::clear() {
  std::fill_n(sums_, 2 * stride_, 0.0);
  total_ = 0;
  count_ = 0;
}

void WeightedInterior::add(const DenseColumns& points, const double* weights) {
  in_range_ = add_weighted(points, weights, sums_, sizes_) < kMostPoint && in_range_;
  for (std::size_t k = 0; k < points.count; ++k) {
    in_range_ = in_range_ && weights[k] >= 0 && weights[k] < kMostWeight;
    total_ += weights[k];
  }
  count_ += points.count;
}

bool WeightedInterior::holds(double least) {
  if (!in_range_ || !(most_alpha_ < 1) || !(least > 0)) return false;
  // A bound on the error of r: of its own sums, of the points, and of its products with Y.
  const double gamma_sum = gamma(2 * count_ + 2);
  for (std::size_t l = 0; l < d_; ++l) {
    sizes_[l] =
        gamma_sum * sizes_[l] + 2 * total_ * errors_[l] + kTiny + std::fabs(sums_[l]) * gamma_row_;
  }
  sums_[d_] = 0;
  sizes_[d_] = 0;
  moved_sums(inverse_, sums_, sizes_, moved_);
  double most = 0;
  for (std::size_t r = 0; r < n_; ++r) {
    const double moved = moved_[r] + kTiny;
    if (!(moved < least)) return false;  // also what is not a number
    most = std::max(most, moved);
  }
  most *= 1 + (16 * static_cast<double>(n_) + 16) * kUnit;
  return least > most / (1 - most_alpha_) * (1 + 0x1p-40);
}

}  // namespace sunder::detail
