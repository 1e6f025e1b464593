// SPDX-License-Identifier: Apache-2.0
//
// Finds the position of 0 relative to the hull of a few integer points. Points may be scaled by any
// positive factor, each by its own: no answer here depends on it.
#pragma once

#include <span>

#include "certificate/exact_numbers.hpp"

namespace sunder::detail::certificate {

/// Returns true if 0 lies in conv{c_k}: some weights lambda_k >= 0, not all 0, give sum lambda_k
/// c_k = 0. Each point has `dimension` coordinates; there is at least one point.
bool zero_in_hull(std::span<const IntegerVector> points, int dimension);

/// Returns true if 0 lies in the interior of conv{c_k}. Equivalently, the points span R^d, and some
/// weights lambda_k > 0, all of them positive, give sum lambda_k c_k = 0.
///
/// Proof of (<=): if 0 were not interior, some u != 0 had u.c_k >= 0 for all k. From sum lambda_k
/// u.c_k = 0 every u.c_k would be 0, and the points would not span.
/// Proof of (=>): an interior point has a neighbourhood in the hull, so that the points span. For
/// each k a small -e c_k is in the hull. That is a vanishing combination with a positive weight on
/// c_k and none negative. The sum of these over k has all weights positive.
bool zero_in_interior(std::span<const IntegerVector> points, int dimension);

}  // namespace sunder::detail::certificate
