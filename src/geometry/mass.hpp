// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "exact/dyadic.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail {

/// Computes what the solid behind closed triangles weighs, each number the double nearest to the exact one. Coordinates
/// lie one point after the other; `exponents` spans them. Zeros where there is no volume. Cost: O(n).
MassProperties<3> solid_mass(std::span<const double> packed, const ExponentSpan& exponents,
                             std::span<const std::array<std::int32_t, 3>> triangles);

}  // namespace sunder::detail
