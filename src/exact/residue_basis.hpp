// SPDX-License-Identifier: Apache-2.0
//
// Affinely independent points, found modulo the prime 2^31 - 1. A determinant that is not zero
// there is not zero, so d+1 points found independent are; points found dependent may not be.
//
// A double is a mantissa times a power of two, and 2^31 is 1 modulo the prime: its residue is the
// mantissa, folded and rotated. No double is added or multiplied.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

/// A finite double modulo the prime, from 0 up to it: what is 0 may come out as the prime itself.
std::uint64_t residue_of(double value) noexcept;

/// Indices of affinely independent points, the first such ones modulo the prime; stops at d+1 of
/// them, which are independent for certain. Finite coordinates; count >= 1. Cost O(d^2) for each
/// point looked at, some d+1 of them where the points are in general position.
std::vector<std::int32_t> basis_by_residues(const double* points, std::int32_t count,
                                            int dimension);

}  // namespace sunder::detail
