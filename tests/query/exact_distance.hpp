// SPDX-License-Identifier: Apache-2.0
//
// Reads the exact closest point as a rational number.
#pragma once

#include <cstdlib>

#include "query/min_norm.hpp"
#include "suite/case.hpp"

namespace sunder::test {

/// Returns the square of the distance.
inline suite::Rational squared_length(const detail::MinNorm& found) {
  using suite::Rational;
  Rational squared = 0;
  for (const detail::BigInt& entry : found.point) squared += Rational(entry) * Rational(entry);
  Rational unit = Rational(1) / (Rational(found.total) * Rational(found.denominator));
  const Rational power(boost::multiprecision::cpp_int(1) << std::abs(found.exponent));
  unit *= found.exponent < 0 ? Rational(1 / power) : power;
  return squared * unit * unit;
}

/// Returns the square of the exact distance of bodies that are apart.
inline suite::Rational squared_distance(const detail::Pair<3>& pair) {
  return squared_length(detail::find_min_norm<3>(pair, {}));
}

}  // namespace sunder::test
