// SPDX-License-Identifier: Apache-2.0
//
// Records the worst ratio of an error to its bound, over all cases of a test: the evidence for
// bounds that are proven on paper. One error beyond its bound is a wrong proof. If no error comes
// near a bound, the test is too weak.
#pragma once

#include <algorithm>
#include <cstdio>
#include <gtest/gtest.h>

#include "geometry/rational.hpp"

namespace sunder::test {

/// Returns the root, rounded down by less than 2^-190 of it.
inline Rational root_below(const Rational& x) {
  using boost::multiprecision::cpp_int;
  if (x <= 0) return 0;
  const cpp_int denominator = boost::multiprecision::denominator(x);
  const cpp_int radicand = boost::multiprecision::numerator(x) * denominator;
  const auto bits = static_cast<unsigned>(msb(radicand));
  const unsigned shift = bits < 400 ? 200 - bits / 2 : 0;
  const cpp_int root = sqrt(cpp_int(radicand << (2 * shift)));
  return Rational(root, cpp_int(denominator << shift));
}
inline Rational root_above(const Rational& x) { return root_below(x) * (1 + Rational(0x1p-190)); }

class WorstRatio {
 public:
  explicit WorstRatio(const char* name) : name_(name) {}
  ~WorstRatio() { std::printf("worst |error| / bound of %d: %s %.4f\n", seen_, name_, ratio_); }
  WorstRatio(const WorstRatio&) = delete;
  WorstRatio& operator=(const WorstRatio&) = delete;

  /// Asserts |error| <= bound.
  void see(const Rational& error, const Rational& bound, const char* mode) {
    ASSERT_LE(abs(error), bound) << name_ << ", " << mode << ": error "
                                 << error.convert_to<double>() << ", bound "
                                 << bound.convert_to<double>();
    ++seen_;
    if (bound == 0) return;
    ratio_ = std::max(ratio_, Rational(abs(error) / bound).convert_to<double>());
  }
  /// For a one-sided bound: a negative error counts as 0.
  void see_above(const Rational& error, const Rational& bound, const char* mode) {
    see(error < 0 ? Rational(0) : error, bound, mode);
  }
  /// lower <= x <= upper, with x^2 known: the distance of x from the middle, in halves of the
  /// interval.
  void see_root_within(double lower, double upper, const Rational& squared, const char* mode) {
    const Rational least(lower);
    const Rational most(upper);
    ASSERT_LE(least * least, squared) << name_ << ", " << mode << ": lower end " << lower;
    ASSERT_GE(most * most, squared) << name_ << ", " << mode << ": upper end " << upper;
    ++seen_;
    if (least == most) return;
    const Rational off = abs(Rational(2 * root_below(squared) - least - most));
    ratio_ = std::max(ratio_, Rational(off / (most - least)).convert_to<double>());
  }

  double ratio() const { return ratio_; }
  int seen() const { return seen_; }

 private:
  const char* name_;
  double ratio_ = 0;
  int seen_ = 0;
};

}  // namespace sunder::test
