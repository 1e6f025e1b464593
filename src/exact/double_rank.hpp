// SPDX-License-Identifier: Apache-2.0
//
// Proves affine independence in doubles: an elimination with an a-priori bound on its error. The
// bound holds in every rounding mode and with subnormals flushed.
#pragma once

#include <cstdint>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

/// Returns true only if the points span min(count - 1, dimension) dimensions. False proves nothing.
/// The coordinates are finite; count >= 1. Cost: O(d^2) for each point read, d + 1 of them in
/// general position.
bool spans_by_doubles(const double* points, std::int32_t count, int dimension);

}  // namespace sunder::detail
