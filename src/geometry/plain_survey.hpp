// SPDX-License-Identifier: Apache-2.0
//
// Bounds, centre, ball and exponents of many points in many dimensions, for coordinates of such a
// size that doubles may be compared, added and scaled as they are.
#pragma once

#include <cstddef>

#include "geometry/hull_block.hpp"

namespace sunder::detail {

/// Is every coordinate 0 or of a magnitude from 2^-900 to 2^900? Then the host's way with
/// subnormals does not matter. Asked of the bits.
bool of_plain_size(const double* coordinates, std::size_t entries) noexcept;

/// Fills in max_abs, lower, upper and centre, `per_axis` and on, and the exponents and the
/// circumscribed radius, for at least one point of_plain_size().
void survey_plain(HullBlock& block, const double* coordinates, double* per_axis) noexcept;

}  // namespace sunder::detail
