// SPDX-License-Identifier: Apache-2.0
//
// P0 in space: the last certificate of a pair at its present poses, for the price of a support
// query or of one determinant, and with bounds that cost next to nothing. What these two leave
// open, by a hair or because numbers are out of the bounds' range, others may still prove.
#pragma once

#include <array>

#include "geometry/body.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail {

/// True only if the gap along u is above 0. `u` may be anything.
bool still_separated(const Pair<3>& pair, const Vector3& u);

/// True only if 0 is in the interior of the simplex of these kept pairs' differences.
bool still_overlapping(const Pair<3>& pair, const std::array<IndexPair, 4>& kept);

/// The same of three kept pairs' differences and a point of C, computed as such a difference.
bool encloses_zero(const Pair<3>& pair, const std::array<IndexPair, 3>& kept, const Vector3& point);

}  // namespace sunder::detail
