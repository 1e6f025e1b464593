// SPDX-License-Identifier: Apache-2.0
//
// Computes the rotation matrix of a quaternion that need not be of unit length, in integers.
#pragma once

#include <array>

namespace sunder::detail {

/// Returns (w, x, y, z) times the power of two that brings its largest entry into [1/2, 1),
/// exactly. If the entries span more than the range of doubles, the largest stays above 1 by as
/// much as the smallest one needs. The quaternion is not zero.
std::array<double, 4> scaled_quaternion(const std::array<double, 4>& wxyz) noexcept;

/// Returns the rows of R(q) / |q|^2, each entry within 2^-53 of the exact one. They are equal on
/// every host, whatever its rounding mode. Entries that are exactly 0, 1 or -1 stay so.
std::array<double, 9> rotation_matrix(const std::array<double, 4>& wxyz) noexcept;

}  // namespace sunder::detail
