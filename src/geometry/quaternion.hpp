// SPDX-License-Identifier: Apache-2.0
//
// The rotation matrix of a quaternion that need not be of unit length, in integers.
#pragma once

#include <array>

namespace sunder::detail {

/// (w, x, y, z) times the power of two that brings its largest entry into [1/2, 1), exactly. Where
/// the entries span more than the range of doubles, the largest is left as much above 1 as the
/// smallest one needs. Not for the zero quaternion.
std::array<double, 4> scaled_quaternion(const std::array<double, 4>& wxyz) noexcept;

/// Rows of R(q) / |q|^2, each entry within 2^-51 of the exact one; the same on every host, whatever
/// its rounding mode. Entries that are 0, 1 or -1 exactly come out so.
std::array<double, 9> rotation_matrix(const std::array<double, 4>& wxyz) noexcept;

}  // namespace sunder::detail
