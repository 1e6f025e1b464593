// SPDX-License-Identifier: Apache-2.0
//
// Computes planes and lines in big integers, for facets too thin or too small for doubles.
#pragma once

#include <array>

namespace sunder::detail {

/// Returns the normal of the triangle a, b, c, truncated to doubles, of length about 1. The
/// triangle is not flat.
std::array<double, 3> exact_normal(const double* a, const double* b, const double* c);

/// Returns the distance of x below the plane of a, b, c, rounded down; 0 if x is on it or above.
double exact_depth_below(const double* a, const double* b, const double* c, const double* x);

/// Returns the distance of x to the left of the line from a to b in the plane z = 0, rounded down.
/// It is 0 if x is on the line or to the right.
double exact_depth_left_of(const double* a, const double* b, const double* x);

}  // namespace sunder::detail
