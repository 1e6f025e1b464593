// SPDX-License-Identifier: Apache-2.0
//
// Chooses among integers of several widths, for templates that work with each.
#pragma once

#include "exact/int128.hpp"
#include "exact/integer.hpp"

namespace sunder::detail {

/// Calls visit(zero), where zero has the narrowest type that holds `bits` bits and a sign.
template <class Visit>
auto at_width(int bits, const Visit& visit) {
  if (bits <= 127) return visit(Int128{});
  if (bits <= 512) return visit(FixedInt<512>{});
  if (bits <= 1024) return visit(FixedInt<1024>{});
  return visit(BigInt{});
}

}  // namespace sunder::detail
