// SPDX-License-Identifier: Apache-2.0
//
// Finds affinely independent points modulo the prime 2^31 - 1. A determinant that is not zero
// modulo the prime is not zero. Hence d+1 points found independent are independent; points found
// dependent may not be.
//
// A double is a mantissa times a power of two, and 2^31 is 1 modulo the prime. The residue of a
// double is therefore its mantissa, folded and rotated. No double is added or multiplied.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

/// Returns a finite double modulo the prime. Zero may come out as 0 or as the prime itself.
std::uint64_t residue_of(double value) noexcept;

/// Returns indices of affinely independent points: the first ones that are independent modulo the
/// prime. The search stops at d+1 of them, which are certainly independent. The coordinates are
/// finite; count >= 1. Cost: O(d^2) for each point read, about d+1 of them in general position.
std::vector<std::int32_t> basis_by_residues(const double* points, std::int32_t count,
                                            int dimension);

}  // namespace sunder::detail
