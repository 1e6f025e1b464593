// SPDX-License-Identifier: Apache-2.0
//
// Exact signs about points given as doubles: a filter in double whose error bound holds in every
// rounding mode and with subnormals flushed, then integers that are just wide enough.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

/// The sign of (b - a) x (c - a): +1 where a, b, c turn counter-clockwise. Arrays of two doubles.
int orient2d(const double* a, const double* b, const double* c) noexcept;

/// The sign of ((b - a) x (c - a)) . (d - a): +1 where d sees a, b, c counter-clockwise, so that +1
/// is "above" a facet whose vertices are counter-clockwise from outside. Arrays of three doubles.
int orient3d(const double* a, const double* b, const double* c, const double* d) noexcept;

/// Are three points of R^3 on one line?
bool collinear3d(const double* a, const double* b, const double* c) noexcept;

/// Indices of affinely independent points that span the affine hull of all `count` points of
/// `dimension` doubles each, so that the affine rank is the size less one. Cost: O(count) filtered
/// signs up to three dimensions; above, an elimination in big integers over as many points as it
/// takes to reach full rank.
std::vector<std::int32_t> affine_basis(const double* points, std::int32_t count, int dimension);

/// The affine rank: -1 for no points, 0 for one place, up to `dimension`. Cost: affine_basis()'s,
/// but above three dimensions no more than an elimination in doubles where that proves the highest
/// rank that so many points can have.
int affine_dimension(const double* points, std::int32_t count, int dimension);

}  // namespace sunder::detail
