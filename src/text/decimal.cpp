// SPDX-License-Identifier: Apache-2.0
//
// Idea: One scan finds the digits and the exponent. Short decimals near 1 take one product or
// quotient of integers. All others go to std::from_chars, if need be in a shortened form.
// Bound: Every result is the nearest double, ties to even. small_power() rounds an exact product,
// or a quotient with its remainder.
// Cost: Some ten nanoseconds for common numbers; eight digits at a time behind the point.
// Gives up: A text that begins with no number gives length 0; numbers beyond the largest double are
// infinite.
#include "text/decimal.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <system_error>

#include "exact/dyadic.hpp"
#include "exact/int128.hpp"
#include "sunder/io.hpp"
#if !defined(__cpp_lib_to_chars)  // libc++ 16 has no std::from_chars for doubles
#include <fast_float/fast_float.h>
#endif

namespace sunder::detail {
namespace {

enum class Form { json, text };

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool is_digit(char c) noexcept { return static_cast<unsigned char>(c - '0') < 10; }

[[gnu::always_inline]] inline const char* read_digits(const char* at, const char* end,
                                                      std::uint64_t& number) noexcept {
  std::uint64_t read = number;
  for (; at != end && is_digit(*at); ++at) read = read * 10 + static_cast<std::uint64_t>(*at - '0');
  number = read;
  return at;
}

/// Reads digits eight at a time while there are so many. The result is modulo 2^64, as that of
/// read_digits().
[[gnu::always_inline]] inline const char* read_many_digits(const char* at, const char* end,
                                                           std::uint64_t& number) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    std::uint64_t read = number;
    for (; end - at >= 8; at += 8) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, at, 8);
      // A byte is a digit if its high half is 3, and stays 3 when 6 is added.
      bytes -= 0x3030303030303030;
      if (((bytes | (bytes + 0x0606060606060606)) & 0xf0f0f0f0f0f0f0f0) != 0) break;
      // Combines pairs of digits, then all four pairs; the first digit is in the lowest byte.
      bytes = bytes * 10 + (bytes >> 8);
      constexpr std::uint64_t kPairs = 0x000000ff000000ff;
      bytes = ((bytes & kPairs) * (100 + (std::uint64_t{1000000} << 32)) +
               ((bytes >> 16) & kPairs) * (1 + (std::uint64_t{10000} << 32))) >>
              32;
      read = read * 100000000 + bytes;
    }
    number = read;
  }
  return read_digits(at, end, number);
}

/// A decimal without its sign: digits * 10^exponent, if there are at most 19 digits.
struct Scan {
  const char* begin = nullptr;
  const char* stop = nullptr;  ///< null: the text begins with no number
  std::uint64_t digits = 0;    ///< all digits as one number, modulo 2^64
  std::int64_t count = 0;      ///< of digits, leading zeros included
  std::int64_t exponent = 0;   ///< of ten
};

/// No text has enough digits to make up for this exponent.
constexpr std::int64_t kGreatestExponent = std::int64_t{1} << 56;

/// Reads the exponent behind the "e" at `at`, if it is complete.
[[gnu::noinline]] void read_exponent(const char* at, const char* end, Scan& scan) noexcept {
  ++at;
  const bool negative = at != end && *at == '-';
  if (negative || (at != end && *at == '+')) ++at;
  if (at == end || !is_digit(*at)) return;
  std::int64_t exponent = 0;
  for (; at != end && is_digit(*at); ++at) {
    if (exponent < kGreatestExponent) exponent = exponent * 10 + (*at - '0');
  }
  scan.exponent += negative ? -exponent : exponent;
  scan.stop = at;
}

template <Form F>
[[gnu::always_inline]] inline Scan scan_decimal(const char* begin, const char* end) noexcept {
  Scan scan;
  scan.begin = begin;
  const char* at = read_digits(begin, end, scan.digits);
  scan.count = at - begin;
  if (F == Form::json && (scan.count == 0 || (*begin == '0' && scan.count > 1))) return scan;
  if (at != end && *at == '.') {
    const char* const fraction = at + 1;
    at = read_many_digits(fraction, end, scan.digits);
    if (F == Form::json && at == fraction) return scan;
    scan.exponent = fraction - at;
    scan.count += at - fraction;
  }
  if (scan.count == 0) return scan;
  scan.stop = at;
  if (at != end && (*at == 'e' || *at == 'E')) read_exponent(at, end, scan);
  return scan;
}

/// 5^0 to 5^27: those below 2^63.
constexpr int kMostFives = 27;
constexpr auto kFives = [] {
  std::array<std::uint64_t, kMostFives + 1> fives{1};
  for (std::size_t i = 1; i < fives.size(); ++i) fives[i] = fives[i - 1] * 5;
  return fives;
}();

/// Rounds (top + a part of a unit, if there is one) * 2^exponent. Bit 63 of top is set, and the
/// result is a normal double.
double rounded(std::uint64_t top, bool part, int exponent) noexcept {
  constexpr int kDropped = 64 - 53;
  constexpr std::uint64_t kHalf = std::uint64_t{1} << (kDropped - 1);
  const std::uint64_t rest = top & (2 * kHalf - 1);
  std::uint64_t units = top >> kDropped;
  if (rest > kHalf || (rest == kHalf && (part || (units & 1) != 0))) ++units;
  // The leading bit of `units` is the implicit one of a double. A carry out of the 53 bits
  // increments the exponent, which is right.
  const auto field = static_cast<std::uint64_t>(exponent + kDropped + 52 + 1023 - 1);
  return std::bit_cast<double>((field << 52) + units);
}

/// Returns digits * 10^exponent, where |exponent| is at most kMostFives: a product, or a quotient
/// with its remainder, in integers.
[[gnu::always_inline]] inline double small_power(std::uint64_t digits, int exponent) noexcept {
  if (digits == 0) return 0;
  const int shift = std::countl_zero(digits);
  if (exponent >= 0) {
    const UInt128 product =
        static_cast<UInt128>(digits << shift) * kFives[static_cast<std::size_t>(exponent)];
    const auto high = static_cast<std::uint64_t>(product >> 64);
    const auto low = static_cast<std::uint64_t>(product);
    const int zeros = std::countl_zero(high);
    if (zeros == 64) return rounded(low, false, exponent - shift);
    const std::uint64_t top = zeros == 0 ? high : high << zeros | low >> (64 - zeros);
    return rounded(top, (low << zeros) != 0, exponent - shift + 64 - zeros);
  }
  const std::uint64_t fives = kFives[static_cast<std::size_t>(-exponent)];
  const int divisor_shift = std::countl_zero(fives);
  const std::uint64_t divisor = fives << divisor_shift;
  // Both have bit 63 set, so that the quotient lies between 2^62 and 2^64.
  const UInt128 dividend = static_cast<UInt128>(digits << shift) << 63;
  const auto quotient = static_cast<std::uint64_t>(dividend / divisor);
  const bool part = static_cast<UInt128>(quotient) * divisor != dividend;
  const int zeros = std::countl_zero(quotient);
  return rounded(quotient << zeros, part, exponent - shift + divisor_shift - 63 - zeros);
}

/// The midpoint of two doubles has at most 767 digits. Beyond so many digits it only matters
/// whether any is nonzero, and one digit can record that.
constexpr std::size_t kTellingDigits = 780;
/// Parsers count exponents in few bits; for a text of at most this length the count cannot
/// overflow.
constexpr std::ptrdiff_t kPlainLength = 1000;

/// Calls std::from_chars on a number that it reads correctly: few digits and a moderate exponent.
double plain(const char* begin, const char* end, bool huge) noexcept {
  double value = 0;
#if defined(__cpp_lib_to_chars)
  const std::errc failure = std::from_chars(begin, end, value).ec;
#else
  const std::errc failure = fast_float::from_chars(begin, end, value).ec;
#endif
  if (failure != std::errc::result_out_of_range) return value;
  return huge ? kInfinity : 0;
}

/// Converts a number of many digits, or far from 1.
[[gnu::noinline]] double any(const Scan& scan) noexcept {
  const auto is_point_or_zero = [](char c) { return c == '0' || c == '.'; };
  const char* first = std::find_if_not(scan.begin, scan.stop, is_point_or_zero);
  if (first == scan.stop || !is_digit(*first)) return 0;
  // The number is 0.d1 d2 d3... * 10^magnitude, where d1 is not 0.
  const std::int64_t in_front = (first - scan.begin) - std::count(scan.begin, first, '.');  // zeros
  const std::int64_t magnitude = scan.count - in_front + scan.exponent;
  if (scan.stop - scan.begin <= kPlainLength) return plain(scan.begin, scan.stop, magnitude > 0);
  if (magnitude > 400) return kInfinity;
  if (magnitude < -400) return 0;

  std::array<char, kTellingDigits + 16> text{'0', '.'};
  std::size_t size = 2;
  bool more = false;
  for (; first != scan.stop && (is_digit(*first) || *first == '.'); ++first) {
    if (*first == '.') continue;
    if (size < kTellingDigits) {
      text[size++] = *first;
    } else {
      more = more || *first != '0';
    }
  }
  if (more) text[size++] = '1';
  text[size++] = 'e';
  char* const end = std::to_chars(text.data() + size, text.data() + text.size(), magnitude).ptr;
  return plain(text.data(), end, magnitude > 0);
}

/// Returns the number of digits without leading zeros.
[[gnu::noinline]] std::int64_t telling_digits(const Scan& scan) noexcept {
  std::int64_t count = scan.count;
  for (const char* at = scan.begin; *at == '0' || *at == '.'; ++at) {
    if (*at == '0' && --count == 0) break;
  }
  return count;
}

[[gnu::always_inline]] inline double value_of(const Scan& scan) noexcept {
  const bool is_near = -kMostFives <= scan.exponent && scan.exponent <= kMostFives;
  if (is_near && (scan.count <= 19 || telling_digits(scan) <= 19)) [[likely]] {
    return small_power(scan.digits, static_cast<int>(scan.exponent));
  }
  return any(scan);
}

double with_sign(bool negative, double value) noexcept {
  const auto sign = static_cast<std::uint64_t>(negative) << 63;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) | sign);
}

/// Returns true if `text` equals `word` up to capitals; `word` has none.
bool is_word(std::string_view text, std::string_view word) noexcept {
  return std::equal(text.begin(), text.end(), word.begin(), word.end(),
                    [](char c, char small) { return c == small || c - 'A' + 'a' == small; });
}

}  // namespace

Decimal read_json_decimal(std::string_view text) noexcept {
  const bool negative = text.starts_with('-');
  const char* const end = text.data() + text.size();
  const Scan scan = scan_decimal<Form::json>(text.data() + (negative ? 1 : 0), end);
  if (scan.stop == nullptr) return {};
  return {with_sign(negative, value_of(scan)), static_cast<std::size_t>(scan.stop - text.data())};
}

std::optional<double> read_text_decimal(std::string_view text) noexcept {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const char* const end = text.data() + text.size();
  const Scan scan = scan_decimal<Form::text>(text.data(), end);
  if (scan.stop != nullptr) {
    const double value = value_of(scan);
    if (scan.stop != end || !is_finite_bits(value)) return std::nullopt;
    return with_sign(negative, value);
  }
  if (is_word(text, "inf") || is_word(text, "infinity")) return with_sign(negative, kInfinity);
  if (is_word(text, "nan")) return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

}  // namespace sunder::detail

std::optional<double> sunder::number_from_text(std::string_view text) {
  return detail::read_text_decimal(text);
}
