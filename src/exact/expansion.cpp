// SPDX-License-Identifier: Apache-2.0
#include "exact/expansion.hpp"

#include <limits>

#include "exact/dyadic.hpp"

namespace sunder::detail {

bool in_expansion_range(const double* values, std::ptrdiff_t count) noexcept {
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    if (is_zero_bits(values[i])) continue;
    const double magnitude = std::fabs(values[i]);
    if (!(magnitude >= kExpansionLeast && magnitude <= kExpansionGreatest)) return false;
  }
  return true;
}

bool expansions_hold() noexcept {
  // 1 + 1.5 * 2^-53 is nearer to 1 + 2^-52. Rounding up, down or toward zero misses that for 1 or
  // for -1. How ties are broken does not matter.
  volatile double one = 1;
  volatile double more = 0x1.8p-53;
  volatile double least = std::numeric_limits<double>::denorm_min();
  const bool nearest = one + more > 1 && -one - more < -1;
  const double doubled = least * 2;
  return nearest && !is_zero_bits(doubled);
}

}  // namespace sunder::detail
