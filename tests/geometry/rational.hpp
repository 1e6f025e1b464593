// SPDX-License-Identifier: Apache-2.0
//
// Implements exact arithmetic that shares no code with the library: every double is a rational
// number.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_int.hpp>

namespace sunder::test {

using Rational = boost::multiprecision::cpp_rational;
using RationalPoint = std::array<Rational, 3>;

inline RationalPoint rational(const std::array<double, 3>& x) {
  return {Rational(x[0]), Rational(x[1]), Rational(x[2])};
}

inline RationalPoint minus(const RationalPoint& a, const RationalPoint& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

inline Rational dot(const RationalPoint& a, const RationalPoint& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline RationalPoint cross(const RationalPoint& a, const RationalPoint& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// ((b - a) x (c - a)) . (d - a)
inline Rational volume(const RationalPoint& a, const RationalPoint& b, const RationalPoint& c,
                       const RationalPoint& d) {
  return dot(cross(minus(b, a), minus(c, a)), minus(d, a));
}

inline int sign(const Rational& x) { return x > 0 ? 1 : (x < 0 ? -1 : 0); }

}  // namespace sunder::test
