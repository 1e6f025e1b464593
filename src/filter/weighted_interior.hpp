// SPDX-License-Identifier: Apache-2.0
//
// Lemma 3 for more points than a simplex has, and for a search that holds the inverse already.
//
// Let M be d+1 points over a row of ones, Y an approximate inverse of it, w >= 0 weights of these
// and perhaps of further points, and r = sum w_k c_k. With E the bound on errors of M's entries,
//   alpha = || |I - Y M| + |Y| E ||  (max norm);  alpha < 1 proves that M is regular, and then
//   || M^-1 (r; 0) || <= || Y (r; 0) || / (1 - alpha).
// Where that is less than the weights of the d+1 points, w - M^-1 (r; 0) are weights that bring the
// points to 0, positive on d+1 points that span the space: 0 is in the interior of their hull. A
// simplex that holds 0 on its boundary proves nothing by itself, but two that share it may.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "filter/aligned_buffer.hpp"
#include "filter/bounds.hpp"
#include "filter/inverse_error.hpp"
#include "lanes/dense.hpp"

namespace sunder::detail {

/// The largest of `count` bounds, one for each row of Y, with `more` added to each, and room for
/// the roundings of the bounds themselves. Not a number if one of them is not.
inline double largest_bound(const double* bounds, std::size_t count, double more) noexcept {
  double most = 0;
  for (std::size_t r = 0; r < count; ++r) {
    const double bound = bounds[r] + more;
    if (std::isnan(bound)) return bound;  // which a maximum may drop
    most = std::max(most, bound);
  }
  return most * (1 + (kRowUnitsPerTerm * static_cast<double>(count) + kRowUnits) * kUnit);
}

/// What a coordinate of r is off by, with what its products with a row of Y lose.
struct SumErrors {
  double gamma_sum;  ///< of a sum over all points
  double gamma_row;  ///< of a sum over a row of Y
  double weight;     ///< of all points

  /// The points' errors count twice, as weights and bounds are rounded themselves.
  double of(double sum, double size, double error) const noexcept {
    return gamma_sum * size + 2 * weight * error + kTiny + std::fabs(sum) * gamma_row;
  }
};

class WeightedInterior {
 public:
  /// Room for points in `dimension` dimensions.
  explicit WeightedInterior(std::size_t dimension);

  /// The largest error of each of a point's coordinates, in this order.
  double* errors() noexcept { return errors_; }

  /// M, its columns (c; 1), and Y, which is copied. False if it does not prove M regular. Cost
  /// (d+1)^3 products.
  bool invert(const DenseColumns& spanning, const DenseColumns& inverse);
  /// The bound on alpha that the last `invert` found for points in range: less than 1 if it held.
  double alpha() const noexcept { return most_alpha_; }

  /// The sums to come start at 0.
  void clear();
  /// Adds points (c; 1), with a weight for each.
  void add(const DenseColumns& points, const double* weights);
  /// A bound on || Y (r; 0) ||, and on the errors of r, for the points added. Cost (d+1)^2 products.
  double moved();
  /// True only if 0 is in the interior of the hull of the exact points, those of `invert`, each of
  /// which has been added with weight `least` or more, among them. Cost as of `moved`.
  bool holds(double least);

 private:
  std::size_t d_, n_, stride_;
  AlignedBuffer buffer_;
  DenseColumns inverse_;
  double *errors_, *alpha_, *sums_, *sizes_, *moved_, *work_;
  double gamma_row_;  ///< of a sum over a row of Y
  double most_alpha_ = 1;
  double total_ = 0;
  std::size_t count_ = 0;
  bool in_range_ = false;
};

}  // namespace sunder::detail
