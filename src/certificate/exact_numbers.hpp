// SPDX-License-Identifier: Apache-2.0
//
// Converts doubles and decimal strings to integers over one common power of two.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "exact/integer.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::certificate {

/// The longest decimal string that is accepted. The longest direction that exact pivoting can
/// produce has about 1300 * d digits: 4200 bits a world coordinate, d of them multiplied. The limit
/// is far beyond d = 10, and keeps the quadratic conversion under a few milliseconds.
inline constexpr std::size_t kMaxDigits = 65536;

using IntegerVector = std::vector<BigInt>;

/// values[i] * 2^exponent, exactly. If all are zero, the exponent is 0.
struct ScaledIntegers {
  IntegerVector values;
  int exponent = 0;
  bool all_zero = true;
};

/// Returns the exact values of finite doubles.
ScaledIntegers to_integers(std::span<const double> numbers);

/// Reads the exact values of doubles and decimal strings from outside. False, with the reason, if
/// one is not finite or not an integer; `name` names the list in the reason.
bool read_numbers(std::span<const ExactNumber> numbers, const char* name, ScaledIntegers& out,
                  std::string& reason);

/// numerator / denominator * 2^exponent; the denominator is positive.
struct Fraction {
  BigInt numerator;
  BigInt denominator = 1;
  int exponent = 0;
};
/// Reads a double, a decimal integer or a quotient "p/q" from outside. False, with the reason, if it is none.
bool read_fraction(const ExactNumber& number, const std::string& name, Fraction& out,
                   std::string& reason);

}  // namespace sunder::detail::certificate
