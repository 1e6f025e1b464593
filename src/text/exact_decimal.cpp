// SPDX-License-Identifier: Apache-2.0
//
// Idea: One pass finds digits and point. Short numbers near 1 are divided in binary; all others are
// quotients of big integers, rounded once.
// Bound: The result is exact: the nearest double, ties to even.
// Cost: Linear for short numbers; at most kKept digits enter the integers.
// Gives up: Numbers beyond the largest double are infinite.
#include "text/exact_decimal.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "exact/integer.hpp"
#include "exact/nearest.hpp"

namespace sunder::detail {
namespace {

/// The number of digits that are kept. A double, or the midpoint of two, has at most 767. It only
/// matters whether any digit beyond kKept is nonzero.
constexpr std::size_t kKept = 800;

/// Digits that fit 64 bits, and the numerator of a long division.
constexpr std::size_t kChunk = 18;

/// 0.d1 d2 d3... * 10^point, where d1 is not 0; or 0, which has no digits.
struct Written {
  std::string_view text;   ///< from the first digit that is not 0
  std::size_t digits = 0;  ///< from there to the last digit that is not 0
  std::int64_t point = 0;
  std::size_t length = 0;  ///< of the whole number, in bytes
};

/// Scans a JSON number one byte at a time.
class Walk {
 public:
  explicit Walk(std::string_view text) : text_(text) {}

  Written read() {
    take('-');
    const std::size_t whole = at_;
    const std::int64_t whole_digits = digits();
    if (whole_digits == 0 || (text_[whole] == '0' && whole_digits > 1)) return {};
    written_.point += whole_digits;
    if (take('.') && digits() == 0) return {};
    written_.length = at_;
    exponent();
    return written_;
  }

 private:
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool is_digit() const { return next() >= '0' && next() <= '9'; }
  bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }

  /// Reads digits and returns their number. Leading zeros move the point.
  std::int64_t digits() {
    const std::size_t begin = at_;
    for (; is_digit(); ++at_) {
      if (next() != '0') {
        if (written_.digits == 0) written_.text = text_.substr(at_);
        written_.digits += pending_ + 1;
        pending_ = 0;
      } else if (written_.digits > 0) {
        ++pending_;
      } else {
        --written_.point;
      }
    }
    return static_cast<std::int64_t>(at_ - begin);
  }

  /// Reads an exponent; an incomplete one is left unread.
  void exponent() {
    if (!take('e') && !take('E')) return;
    const bool negative = take('-');
    if (!negative) take('+');
    if (!is_digit()) return;
    constexpr std::int64_t kEnough = 1'000'000'000'000'000;  // no text has so many digits
    std::int64_t value = 0;
    for (; is_digit(); ++at_) value = std::min(10 * value + (next() - '0'), kEnough);
    written_.point += negative ? -value : value;
    written_.length = at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Written written_;
  std::size_t pending_ = 0;  ///< zeros since the last digit that is not 0
};

/// Returns numerator / denominator * 2^exponent by long division. Both are below 2^63, and the
/// result is a normal double.
double long_division(std::uint64_t numerator, std::uint64_t denominator, int exponent) {
  const int shift = std::countl_zero(numerator) - 1;
  numerator <<= shift;
  exponent -= shift;
  std::uint64_t quotient = numerator / denominator;
  std::uint64_t rest = numerator % denominator;
  // The quotient gets 53 bits, and at least one more to round by. Each step adds ten bits, or as
  // many as fit beside the remainder.
  const int step = std::min(std::countl_zero(denominator), 10);
  while ((quotient >> 53) == 0) {
    rest <<= step;
    quotient = quotient << step | rest / denominator;
    rest %= denominator;
    exponent -= step;
  }
  const int width = static_cast<int>(std::bit_width(quotient));
  const int dropped = width - 53;
  const std::uint64_t middle = std::uint64_t{1} << (dropped - 1);
  const std::uint64_t tail = quotient & (2 * middle - 1);
  std::uint64_t mantissa = quotient >> dropped;
  const bool above = tail > middle || (tail == middle && rest != 0);
  const bool tie = tail == middle && rest == 0;
  if (above || (tie && mantissa % 2 == 1)) ++mantissa;
  exponent += dropped;
  if (mantissa == std::uint64_t{1} << 53) {
    mantissa /= 2;
    ++exponent;
  }
  const std::uint64_t fraction = mantissa - (std::uint64_t{1} << 52);
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1075) << 52 | fraction);
}

BigInt power_of_five(int power) {
  return boost::multiprecision::pow(BigInt(5), static_cast<unsigned>(power));
}

/// Returns the next `count` digits at `at`, which advances past them; at most 18.
std::uint64_t take_digits(std::string_view text, std::size_t& at, std::size_t count) {
  std::uint64_t number = 0;
  for (; count > 0; ++at) {
    if (text[at] == '.') continue;
    number = 10 * number + static_cast<std::uint64_t>(text[at] - '0');
    --count;
  }
  return number;
}

/// Returns the magnitude of a number that is not 0.
double magnitude(const Written& written) {
  if (written.point > 400) return std::numeric_limits<double>::infinity();
  if (written.point < -400) return 0;
  const bool cut = written.digits > kKept;
  const std::size_t kept = cut ? kKept : written.digits;
  auto power = static_cast<int>(written.point) - static_cast<int>(kept);
  std::size_t at = 0;
  if (kept <= kChunk && power <= 0 && power >= -27) {
    std::uint64_t fives = 1;
    for (int i = 0; i < -power; ++i) fives *= 5;
    return long_division(take_digits(written.text, at, kept), fives, power);
  }
  BigInt integer = 0;
  for (std::size_t read = 0; read < kept;) {
    const std::size_t count = std::min(kept - read, kChunk);
    const BigInt scale = boost::multiprecision::pow(BigInt(10), static_cast<unsigned>(count));
    integer = integer * scale + take_digits(written.text, at, count);
    read += count;
  }
  if (cut) {
    integer = integer * 10 + 1;
    --power;
  }
  return power < 0 ? nearest_quotient(integer, power_of_five(-power), power)
                   : nearest_quotient(integer * power_of_five(power), 1, power);
}

}  // namespace

Decimal read_exact_json_decimal(std::string_view text) {
  const Written written = Walk(text).read();
  if (written.length == 0) return {};
  const double value = written.digits == 0 ? 0 : magnitude(written);
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t sign = text.front() == '-' ? std::uint64_t{1} << 63 : 0;
  return {std::bit_cast<double>(bits | sign), written.length};
}

}  // namespace sunder::detail
