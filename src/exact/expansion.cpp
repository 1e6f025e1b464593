// SPDX-License-Identifier: Apache-2.0
#include "exact/expansion.hpp"

#include <limits>

#include "exact/integer.hpp"

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
  // 1 + 2^-53 is a tie: up, down and toward zero each differ from nearest-even in one of these.
  volatile double one = 1;
  volatile double half_ulp = 0x1p-53;
  volatile double more = 0x1.8p-53;
  volatile double least = std::numeric_limits<double>::denorm_min();
  const bool nearest =
      one + half_ulp == 1 && -one - half_ulp == -1 && one + more > 1 && -one - more < -1;
  const double doubled = least * 2;
  return nearest && !is_zero_bits(doubled);
}

}  // namespace sunder::detail
