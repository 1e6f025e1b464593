// SPDX-License-Identifier: Apache-2.0
//
// Computes the gap along a fixed direction at the end of a linear cast: g(u) + u . v, with v the
// exact difference of the two translations.
#pragma once

#include <cmath>
#include <cstddef>

#include "filter/filtered_pair.hpp"

namespace sunder::detail {

struct EndGap {
  double value = 0;
  double error = 0;  ///< the exact gap is within this of `value`
  bool usable = false;
};

/// `gap` is that of the start along u, as Lemma 1 gives it; `velocity` is rounded once an entry.
template <int D>
EndGap gap_at_end(const DirectionalGap& gap, const Vector<D>& u, const Vector<D>& velocity) {
  double along = 0;
  double size = 0;
  for (std::size_t l = 0; l < D; ++l) {
    along += u[l] * velocity[l];
    size += std::fabs(u[l] * velocity[l]);
  }
  if (!(size < 0x1p400)) return {};
  // D products, sums and roundings of v, the sum with the gap, and what underflow can lose.
  const double error = gap.error + (D + 4) * kUnit * (size + std::fabs(gap.value)) + 0x1p-600;
  return {gap.value + along, error * (1 + 4 * kUnit), true};
}

}  // namespace sunder::detail
