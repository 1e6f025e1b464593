// SPDX-License-Identifier: Apache-2.0
//
// The choice among integers of several widths, for what is written once for all of them.
#pragma once

#include "exact/int128.hpp"
#include "exact/integer.hpp"

namespace sunder::detail {

/// visit(zero), a number of the narrowest width that holds so many bits and a sign.
template <class Visit>
auto at_width(int bits, const Visit& visit) {
  if (bits <= 127) return visit(Int128{});
  if (bits <= 512) return visit(FixedInt<512>{});
  if (bits <= 1024) return visit(FixedInt<1024>{});
  return visit(BigInt{});
}

}  // namespace sunder::detail
