// SPDX-License-Identifier: Apache-2.0
//
// Compares an exact distance or depth with the margin: squares of rationals, as integers.
#pragma once

#include "query/depth/exact_depth.hpp"
#include "query/min_norm.hpp"
#include "sunder/margin.hpp"

namespace sunder::detail {

/// Maps the sign of (signed distance - m) to closer, exactly or farther.
inline Verdict verdict_of(int sign) noexcept {
  if (sign < 0) return Verdict::overlapping;
  return sign == 0 ? Verdict::touching : Verdict::separated;
}

/// Compares for m > 0. The bodies may meet.
inline Verdict compare_exactly(const MinNorm& closest, const BigDyadic& m) {
  return verdict_of(compare_root(closest.length(), m));
}

/// Compares for m <= 0. A greater depth is closer.
template <int D>
Verdict compare_exactly(const ExactDepth<D>& depth, const BigDyadic& m) {
  return verdict_of(-compare_root(depth.length(), {-m.mantissa, m.exponent}));
}

}  // namespace sunder::detail
