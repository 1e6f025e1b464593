// SPDX-License-Identifier: Apache-2.0
//
// Numbers that change while time goes through a span, enclosed: the checker of edges computes with them alone.
//
// A range holds a real number; every operation rounds outward. A moving number is a function of time on a span
// [middle - half, middle + half]. Three ranges enclose it: what it is at the middle, all that it is, and all of its rates.
// By the mean value theorem it lies within middle + [-half, half] * rate, which is narrow to second order.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/vectors.hpp"
#include "machine/strict_arithmetic.hpp"

namespace sunder::detail::robot {

/// A closed interval. NaN spreads, and no comparison with it holds.
struct Range {
  double lower = 0, upper = 0;

  constexpr Range() = default;
  constexpr Range(double value)
      : lower(value), upper(value) {}  // NOLINT(google-explicit-constructor)
  constexpr Range(double low, double high) : lower(low), upper(high) {}
  double size() const noexcept { return std::fmax(std::fabs(lower), std::fabs(upper)); }
};

/// Widens what was rounded once, to the nearest.
inline Range widened(double low, double high) noexcept {
  constexpr double kShare = 0x1p-52, kLeast = 0x1p-1070;
  return {low - (std::fabs(low) * kShare + kLeast), high + (std::fabs(high) * kShare + kLeast)};
}
inline Range operator+(const Range& x, const Range& y) noexcept {
  return widened(x.lower + y.lower, x.upper + y.upper);
}
inline Range operator-(const Range& x) noexcept { return {-x.upper, -x.lower}; }
inline Range operator-(const Range& x, const Range& y) noexcept { return x + -y; }
inline Range operator*(const Range& x, const Range& y) noexcept {
  const double a = x.lower * y.lower, b = x.lower * y.upper, c = x.upper * y.lower,
               d = x.upper * y.upper;
  // min and max drop a NaN, the sum does not.
  const double sum = (a + b + c + d) * 0;
  return widened(std::min({a, b, c, d}) + sum, std::max({a, b, c, d}) + sum);
}
/// What both hold.
inline Range common(const Range& x, const Range& y) noexcept {
  return {std::max(x.lower, y.lower), std::min(x.upper, y.upper)};
}

/// A number that moves within a span of this half length.
struct Moving {
  Range middle, whole, rate;

  Moving() = default;
  Moving(const Range& still)
      : middle(still), whole(still) {}            // NOLINT(google-explicit-constructor)
  Moving(double still) : Moving(Range(still)) {}  // NOLINT(google-explicit-constructor)
  Moving(const Range& at_middle, const Range& all, const Range& all_rates)
      : middle(at_middle), whole(all), rate(all_rates) {}
};

inline Moving operator+(const Moving& x, const Moving& y) noexcept {
  return {x.middle + y.middle, x.whole + y.whole, x.rate + y.rate};
}
inline Moving operator-(const Moving& x) noexcept { return {-x.middle, -x.whole, -x.rate}; }
inline Moving operator-(const Moving& x, const Moving& y) noexcept { return x + -y; }
inline Moving operator*(const Moving& x, const Moving& y) noexcept {
  return {x.middle * y.middle, x.whole * y.whole, x.whole * y.rate + x.rate * y.whole};
}
/// Narrows what it is in all by the mean value theorem.
inline Moving narrowed(const Moving& x, double half) noexcept {
  return {x.middle, common(x.whole, x.middle + Range(-half, half) * x.rate), x.rate};
}

using MovingVector = std::array<Moving, 3>;

// Beside those of numbers, which they would hide.
using detail::cross;
using detail::dot;

inline Moving dot(const MovingVector& x, const MovingVector& y) noexcept {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}
inline MovingVector cross(const MovingVector& x, const MovingVector& y) noexcept {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}

}  // namespace sunder::detail::robot
