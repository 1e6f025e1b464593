// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include "sunder/error.hpp"

namespace sunder::suite {

__extension__ using Wide = __int128;

/// mantissa * 2^exponent, which must be a double exactly. It is built from bits, so that no host
/// mode (rounding, flush-to-zero) affects it.
inline double exact_double(Wide mantissa, int exponent) {
  if (mantissa == 0) return 0;
  const bool negative = mantissa < 0;
  if (negative) mantissa = -mantissa;
  for (; (mantissa & 1) == 0; mantissa >>= 1) ++exponent;
  int width = 0;
  for (Wide rest = mantissa; rest != 0; rest >>= 1) ++width;
  const int top = exponent + width - 1;
  if (width > 53 || top > 1023 || exponent < -1074) sunder::detail::fail("suite: not a double");
  const auto digits = static_cast<std::uint64_t>(mantissa);
  constexpr std::uint64_t kFraction = (std::uint64_t{1} << 52) - 1;
  const std::uint64_t magnitude = top < -1022 ? digits << (exponent + 1074)
                                              : (static_cast<std::uint64_t>(top + 1023) << 52) |
                                                    ((digits << (53 - width)) & kFraction);
  return std::bit_cast<double>(magnitude | (negative ? std::uint64_t{1} << 63 : 0));
}

}  // namespace sunder::suite
