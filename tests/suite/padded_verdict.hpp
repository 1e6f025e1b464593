// SPDX-License-Identifier: Apache-2.0
//
// The truth about bodies at a known distance, padded by a margin.
#pragma once

#include <cmath>

#include "sunder/certificate.hpp"

namespace sunder::suite {

/// The verdict of bodies at the root of an integer, padded by m > 0. The rounding of one operation keeps the sign.
inline Verdict padded_verdict(double squared_distance, double m) {
  const double more = std::fma(m, m, -squared_distance);
  return more < 0 ? Verdict::separated : more == 0 ? Verdict::touching : Verdict::overlapping;
}

}  // namespace sunder::suite
