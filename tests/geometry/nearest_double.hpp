// SPDX-License-Identifier: Apache-2.0
//
// Tests whether a double is the nearest to an exact number, by comparison with its neighbours.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "geometry/rational.hpp"
#include "sunder/polytope.hpp"

namespace sunder::test {

inline Rational power_of_two(int exponent) {
  const boost::multiprecision::cpp_int one = 1;
  return exponent >= 0 ? Rational(one << exponent) : Rational(one, one << -exponent);
}

/// Infinity counts as 2^1024, as in rounding.
inline Rational value_of(double x) {
  if (std::isinf(x)) return x > 0 ? power_of_two(1024) : Rational(-power_of_two(1024));
  return Rational(x);
}

/// To nearest, ties to even.
inline bool is_nearest(double candidate, const Rational& exact) {
  if (std::isnan(candidate)) return false;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (std::isinf(candidate)) {
    const Rational least = power_of_two(1024) - power_of_two(970);
    return candidate > 0 ? exact >= least : exact <= -least;
  }
  const Rational value = value_of(candidate);
  if (value == exact) return true;
  const double beyond = std::nextafter(candidate, exact > value ? kInfinity : -kInfinity);
  const Rational here = abs(exact - value);
  const Rational there = abs(value_of(beyond) - exact);
  return here < there || (here == there && (std::bit_cast<std::uint64_t>(candidate) & 1U) == 0);
}

}  // namespace sunder::test
