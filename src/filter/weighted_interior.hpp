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

#include <cstddef>

#include "filter/aligned_buffer.hpp"
#include "lanes/dense.hpp"

namespace sunder::detail {

class WeightedInterior {
 public:
  /// Room for points in `dimension` dimensions.
  explicit WeightedInterior(std::size_t dimension);

  /// The largest error of each of a point's coordinates, in this order.
  double* errors() noexcept { return errors_; }

  /// M, its columns (c; 1), and Y, which is copied. False if it does not prove M regular. Cost
  /// (d+1)^3 products.
  bool invert(const DenseColumns& spanning, const DenseColumns& inverse);

  /// The sums to come start at 0.
  void clear();
  /// Adds points (c; 1), with a weight for each.
  void add(const DenseColumns& points, const double* weights);
  /// True only if 0 is in the interior of the hull of the exact points, those of `invert`, each of
  /// which has been added with weight `least` or more, among them. Cost (d+1)^2 products.
  bool holds(double least);

 private:
  std::size_t d_, n_, stride_;
  AlignedBuffer buffer_;
  DenseColumns inverse_;
  double *errors_, *alpha_, *sums_, *sizes_, *moved_, *weights_;
  double gamma_row_;  ///< of a sum over a row of Y
  double most_alpha_ = 1;
  double total_ = 0;
  std::size_t count_ = 0;
  bool in_range_ = false;
};

}  // namespace sunder::detail
