// SPDX-License-Identifier: Apache-2.0
//
// Lemma 3 for more points than a simplex has, and for a search that holds the inverse already.
//
// Let M be the d+1 first points over a row of ones, Y an approximate inverse of it, w >= 0 weights
// of all points, and r = sum w_k c_k. With E the bound on the errors of M's entries,
//   alpha = || |I - Y M| + |Y| E ||  (max norm);  alpha < 1 proves that M is regular, and then
//   || M^-1 (r; 0) || <= || Y (r; 0) || / (1 - alpha).
// Where that is less than the first d+1 weights, w - M^-1 (r; 0) are weights that bring the points
// to 0, positive on d+1 points that span the space: 0 is in the interior of their hull. A simplex
// that holds 0 on its boundary proves nothing by itself, but two that share it may.
#pragma once

#include <cstddef>
#include <span>

namespace sunder::detail {

struct WeightedPoints {
  std::span<const double> points;   ///< d doubles each, d+1 points or more
  std::span<const double> errors;   ///< d: of each coordinate
  std::span<const double> weights;  ///< one a point
  const double* inverse = nullptr;  ///< Y, d+1 rows of d+1 entries
  std::size_t stride = 0;           ///< from one row of Y to the next
};

/// True only if 0 is in the interior of the hull of the exact points. Cost (d+1)^3 products.
bool proves_interior(const WeightedPoints& given);

}  // namespace sunder::detail
