// SPDX-License-Identifier: Apache-2.0
//
// Tests whether a bound in doubles equals its formula, up to a few roundings.
#pragma once

#include <gtest/gtest.h>

#include "geometry/rational.hpp"

namespace sunder::test {

/// u of the bounds: the relative error of one operation in any rounding mode.
inline const Rational kExactUnit = Rational(0x1p-52);

/// Off by a relative 2^-bits at most.
inline testing::AssertionResult is_about(double found, const Rational& formula, int bits = 40) {
  if (abs(Rational(found) - formula) <= abs(formula) / Rational(1ULL << bits)) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << found << " for " << formula.convert_to<double>();
}

}  // namespace sunder::test
