// SPDX-License-Identifier: Apache-2.0
//
// Computes exact signs of determinants of points given as doubles. A filter in double comes first;
// its error bound holds in every rounding mode and with subnormals flushed. Integers that are just
// wide enough follow.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

/// Returns the sign of (b - a) x (c - a): +1 where a, b, c turn counter-clockwise. The arguments
/// are arrays of two doubles.
int orient2d(const double* a, const double* b, const double* c) noexcept;

/// Returns the sign of ((b - a) x (c - a)) . (d - a): +1 where d sees a, b, c counter-clockwise, so
/// that +1 is "above" a facet whose vertices are counter-clockwise from outside. The arguments are
/// arrays of three doubles.
int orient3d(const double* a, const double* b, const double* c, const double* d) noexcept;

/// Returns true if three points of R^3 are collinear.
bool collinear3d(const double* a, const double* b, const double* c) noexcept;

/// Returns indices of affinely independent points that span the affine hull of all `count` points
/// of `dimension` doubles each. The affine rank is their number less one.
/// Cost: It takes O(count) filtered signs up to three dimensions. Above, it takes an elimination in
/// big integers over the points up to full rank.
std::vector<std::int32_t> affine_basis(const double* points, std::int32_t count, int dimension);

/// Returns the affine rank: -1 for no points, 0 for one place, up to `dimension`. Cost: that of
/// affine_basis(). Above three dimensions, an elimination in doubles suffices where it proves the
/// highest rank that `count` points can have.
int affine_dimension(const double* points, std::int32_t count, int dimension);

}  // namespace sunder::detail
