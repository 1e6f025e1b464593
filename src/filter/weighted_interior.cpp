// SPDX-License-Identifier: Apache-2.0
//
// Nothing is scaled. The points are at most 2^350, the weights at most 2^10, and there are up to
// 2^40 of them. Gradual underflow, or a flush, takes less than 2^-660 from an entry of Y or a
// product, times the number of terms. kTiny covers that. The loss of a coordinate is covered by its
// error, at least 2^-850.
#include "filter/weighted_interior.hpp"

#include <algorithm>

#include "filter/bounds.hpp"

namespace sunder::detail {

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
      work_(moved_ + stride_),
      gamma_row_(gamma(kResidualRoundingsPerTerm * n_ + kResidualRoundings)) {}

bool WeightedInterior::invert(const DenseColumns& spanning, const DenseColumns& inverse) {
  const auto columns = static_cast<double>(n_);
  copy_dense(inverse.data, n_ * stride_, inverse_.data);
  std::fill_n(work_, n_, 1.0);
  clear();
  in_range_ = add_weighted(spanning, work_, sums_, sizes_) < kMostPoint;
  if (!in_range_) return false;
  // An entry of Y counts with the roundings of its products, and with E in each column.
  double* const off_weight = sizes_;
  off_weight[d_] = gamma_row_ * columns;
  for (std::size_t l = 0; l < d_; ++l) {
    errors_[l] += kLostToUnderflow;
    off_weight[l] = gamma_row_ * sizes_[l] + columns * errors_[l];
  }
  off_sums(inverse_, spanning, off_weight, alpha_);
  most_alpha_ = largest_bound(alpha_, n_, gamma_row_ * columns + columns * kTiny);
  return most_alpha_ < 1;
}

void WeightedInterior::clear() {
  std::fill_n(sums_, stride_, 0.0);
  std::fill_n(sizes_, stride_, 0.0);
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

double WeightedInterior::moved() {
  const SumErrors errors{gamma(kResidualRoundingsPerTerm * count_ + kResidualRoundings), gamma_row_,
                         total_};
  double* const off = work_;
  sums_[d_] = 0;
  off[d_] = 0;
  for (std::size_t l = 0; l < d_; ++l) off[l] = errors.of(sums_[l], sizes_[l], errors_[l]);
  moved_sums(inverse_, sums_, off, moved_);
  return largest_bound(moved_, n_, kTiny);
}

bool WeightedInterior::holds(double least) {
  if (!in_range_ || !(most_alpha_ < 1)) return false;
  return least > moved() / (1 - most_alpha_) * (1 + kInverseShare);
}

}  // namespace sunder::detail
