// SPDX-License-Identifier: Apache-2.0
//
// Tests the last certificate of a pair in space at its present poses. The cost is a support query
// on each body or one determinant, and the bounds cost next to nothing. Both tests may fail by a
// narrow margin, or because numbers are out of range; other filters may still decide.
#pragma once

#include <array>

#include "geometry/body.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail {

/// Returns true only if the gap along u is above 0. The entries of `u` may have any values.
bool still_separated(const Pair<3>& pair, const Vector3& u);

/// Returns true only if 0 is in the interior of the simplex of these kept pairs' differences.
bool still_overlapping(const Pair<3>& pair, const std::array<IndexPair, 4>& kept);

/// Returns true only if 0 is in the interior of the simplex of three kept pairs' differences and a
/// point of C, computed like such a difference.
bool encloses_zero(const Pair<3>& pair, const std::array<IndexPair, 3>& kept, const Vector3& point);

}  // namespace sunder::detail
