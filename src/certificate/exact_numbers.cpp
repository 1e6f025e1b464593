// SPDX-License-Identifier: Apache-2.0
//
// Idea: Doubles are decoded from their bits, digits are read in chunks. Then all numbers of a list get one exponent.
// Cost: Linear, but quadratic in the digits of a number.
// Gives up: It refuses what is not finite, and more than kMaxDigits digits.
#include "certificate/exact_numbers.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace sunder::detail::certificate {
namespace {

/// One number before the common scale is known: mantissa * 2^exponent.
struct Parsed {
  BigInt mantissa;
  int exponent = 0;
};

Parsed parse_double(double value) {
  const Dyadic exact = decode(value);
  return {BigInt(exact.mantissa), exact.exponent};
}

/// Parses "-123": an optional minus and digits. Boost's own reader accepts octal and hexadecimal,
/// and throws.
std::optional<BigInt> parse_decimal(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > kMaxDigits) return std::nullopt;
  if (!std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    return std::nullopt;
  }
  constexpr std::size_t kChunk = 18;  // digits that fit an int64
  BigInt value = 0;
  while (!text.empty()) {
    const std::string_view chunk = text.substr(0, kChunk);
    text.remove_prefix(chunk.size());
    std::int64_t digits = 0;
    std::int64_t power = 1;
    for (const char c : chunk) {
      digits = digits * 10 + (c - '0');
      power *= 10;
    }
    value *= power;
    value += digits;
  }
  return negative ? BigInt(-value) : value;
}

ScaledIntegers to_common_scale(std::span<Parsed> numbers) {
  ScaledIntegers out;
  for (const Parsed& number : numbers) {
    if (number.mantissa.is_zero()) continue;
    out.exponent = out.all_zero ? number.exponent : std::min(out.exponent, number.exponent);
    out.all_zero = false;
  }
  out.values.reserve(numbers.size());
  for (Parsed& number : numbers) {
    if (!number.mantissa.is_zero()) number.mantissa <<= number.exponent - out.exponent;
    out.values.push_back(std::move(number.mantissa));
  }
  return out;
}

}  // namespace

ScaledIntegers to_integers(std::span<const double> numbers) {
  std::vector<Parsed> parsed;
  parsed.reserve(numbers.size());
  for (const double number : numbers) parsed.push_back(parse_double(number));
  return to_common_scale(parsed);
}

bool read_numbers(std::span<const ExactNumber> numbers, const char* name, ScaledIntegers& out,
                  std::string& reason) {
  std::vector<Parsed> parsed;
  parsed.reserve(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const ExactNumber& number = numbers[i];
    if (number.integer.empty()) {
      if (!is_finite_bits(number.value)) {
        reason = std::string(name) + "[" + std::to_string(i) + "] is not finite";
        return false;
      }
      parsed.push_back(parse_double(number.value));
      continue;
    }
    std::optional<BigInt> value = parse_decimal(number.integer);
    if (!value) {
      reason = std::string(name) + "[" + std::to_string(i) +
               "] is not a decimal integer of at most " + std::to_string(kMaxDigits) + " digits";
      return false;
    }
    parsed.push_back({std::move(*value)});
  }
  out = to_common_scale(parsed);
  return true;
}

bool read_fraction(const ExactNumber& number, const std::string& name, Fraction& out,
                   std::string& reason) {
  const std::string_view text = number.integer;
  if (text.empty()) {
    if (!is_finite_bits(number.value)) {
      reason = name + " is not finite";
      return false;
    }
    const Parsed exact = parse_double(number.value);
    out = {exact.mantissa, 1, exact.exponent};
    return true;
  }
  const std::size_t bar = text.find('/');
  std::optional<BigInt> numerator = parse_decimal(text.substr(0, bar));
  std::optional<BigInt> denominator =
      bar == std::string_view::npos ? BigInt(1) : parse_decimal(text.substr(bar + 1));
  if (!numerator || !denominator || *denominator <= 0) {
    reason = name + " is no quotient of decimal integers of at most " + std::to_string(kMaxDigits) +
             " digits with a denominator above 0";
    return false;
  }
  out = {*std::move(numerator), *std::move(denominator), 0};
  return true;
}

}  // namespace sunder::detail::certificate
