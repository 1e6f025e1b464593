// SPDX-License-Identifier: Apache-2.0
//
// Extends Lemma 3 to more points than a simplex has, and to a search that already has the inverse.
//
// Let M be d+1 points over a row of ones, and Y an approximate inverse of it. Let w >= 0 be weights
// of these and perhaps of further points, and r = sum w_k c_k. Let E be the bound on errors of M's
// entries, and in max norm
//
//   alpha = || |I - Y M| + |Y| E ||.
//
// If alpha < 1, then M is regular, and
//
//   || M^-1 (r; 0) || <= || Y (r; 0) || / (1 - alpha).
//
// Suppose that this is less than the weights of the d+1 points. Then w - M^-1 (r; 0) are weights
// that combine the points to 0, positive on d+1 points that span the space. Hence 0 is in the
// interior of their hull. A simplex that holds 0 on its boundary proves nothing by itself, but two
// that share it may.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "filter/aligned_buffer.hpp"
#include "filter/bounds.hpp"
#include "filter/inverse_error.hpp"
#include "lanes/dense.hpp"

namespace sunder::detail {

/// Returns the largest of `count` bounds, one for each row of Y, with `more` added to each. It is
/// enlarged by the roundings of the bounds themselves. NaN if one of them is NaN.
inline double largest_bound(const double* bounds, std::size_t count, double more) noexcept {
  double most = 0;
  for (std::size_t r = 0; r < count; ++r) {
    const double bound = bounds[r] + more;
    if (std::isnan(bound)) return bound;  // a maximum may drop it
    most = std::max(most, bound);
  }
  return most * (1 + (kRowUnitsPerTerm * static_cast<double>(count) + kRowUnits) * kUnit);
}

/// The error of a coordinate of r, including the loss of its products with a row of Y.
struct SumErrors {
  double gamma_sum;  ///< error of a sum over all points
  double gamma_row;  ///< error of a sum over a row of Y
  double weight;     ///< total weight of all points

  /// Returns the points' errors count twice, since weights and bounds are rounded themselves.
  double of(double sum, double size, double error) const noexcept {
    return gamma_sum * size + 2 * weight * error + kTiny + std::fabs(sum) * gamma_row;
  }
};

class WeightedInterior {
 public:
  /// Allocates for points in `dimension` dimensions.
  explicit WeightedInterior(std::size_t dimension);

  /// Returns the largest error of each coordinate of the points, to be filled in.
  double* errors() noexcept { return errors_; }

  /// Reads M, its columns (c; 1), and copies Y. Returns false if Y does not prove M regular. Cost:
  /// (d+1)^3 products.
  bool invert(const DenseColumns& spanning, const DenseColumns& inverse);
  /// Returns the bound on alpha that the last `invert` found for points in range: less than 1 if it
  /// held.
  double alpha() const noexcept { return most_alpha_; }

  /// Resets the sums to 0.
  void clear();
  /// Adds points (c; 1), with a weight for each.
  void add(const DenseColumns& points, const double* weights);
  /// Returns a bound on || Y (r; 0) ||, and on the errors of r, for the points added. Cost: (d+1)^2
  /// products.
  double moved();
  /// Returns true only if 0 is in the interior of the hull of the exact points. The points of
  /// `invert` must be among those added, each with weight `least` or more. Cost: that of `moved`.
  bool holds(double least);

 private:
  std::size_t d_, n_, stride_;
  AlignedBuffer buffer_;
  DenseColumns inverse_;
  double *errors_, *alpha_, *sums_, *sizes_, *moved_, *work_;
  double gamma_row_;  ///< error of a sum over a row of Y
  double most_alpha_ = 1;
  double total_ = 0;
  std::size_t count_ = 0;
  bool in_range_ = false;
};

}  // namespace sunder::detail
