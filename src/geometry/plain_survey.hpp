// SPDX-License-Identifier: Apache-2.0
//
// Computes bounds, centre, ball and exponents of many points in many dimensions. The coordinates
// have sizes at which doubles compare, add and scale without special care.
#pragma once

#include <cstddef>

#include "geometry/hull_block.hpp"

namespace sunder::detail {

/// Returns true if every coordinate is 0 or of a magnitude from 2^-900 to 2^900. Whether the host
/// flushes subnormals then does not matter. The test reads the bits.
bool of_plain_size(const double* coordinates, std::size_t entries) noexcept;

/// Fills max_abs, lower, upper and centre, stored from `per_axis` on, the exponents and the
/// circumscribed radius. It needs at least one point; all must be of_plain_size().
void survey_plain(HullBlock& block, const double* coordinates, double* per_axis) noexcept;

}  // namespace sunder::detail
