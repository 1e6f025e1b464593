// SPDX-License-Identifier: Apache-2.0
//
// Where 0 lies relative to the hull of a few integer points. Points may be scaled by any positive
// factor, each by its own: no answer here depends on it.
#pragma once

#include <span>

#include "certificate/exact_numbers.hpp"

namespace sunder::detail::certificate {

/// 0 lies in conv{c_k}: some weights lambda_k >= 0, not all 0, give sum lambda_k c_k = 0.
/// Each point has `dimension` coordinates; there is at least one point.
bool zero_in_hull(std::span<const IntegerVector> points, int dimension);

/// 0 lies in the interior of conv{c_k}: the points span R^d, and some weights lambda_k > 0, all of
/// them positive, give sum lambda_k c_k = 0.
///
/// That these are equivalent: (<=) if 0 were not interior, some u != 0 had u.c_k >= 0 for all k;
/// from sum lambda_k u.c_k = 0 every u.c_k were 0, and the points would not span. (=>) an interior
/// point has room on all sides, so the points span, and for each k a small -e c_k is in the hull,
/// which is a vanishing combination with a positive weight on c_k and none negative; the sum of
/// these over k has all weights positive.
bool zero_in_interior(std::span<const IntegerVector> points, int dimension);

}  // namespace sunder::detail::certificate
