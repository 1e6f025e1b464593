// SPDX-License-Identifier: Apache-2.0
//
// The product is exact in 106 bits. It is cut to units of 2^-192 (less than one unit) and reduced by q
// multiples of pi/2, which is cut too (less than q units). With q < 2^60 the rest, at most pi/4, is
// known to 2^-131. It is cut once more, to units of 2^-62, and Taylor's series follow to x^19 and
// x^18. Their remainder is below 0.7854^20 / 20! < 2^-67. Horner's rule cuts two or three times a step
// and divides its sum by 2 or more, so that 8 units, 2^-59, bound the whole error. The rounding to a
// double is below 2^-53 in every mode.
#include "query/cast/sine_cosine.hpp"

#include <cstdint>

#include "exact/integer.hpp"

namespace sunder::detail {
namespace {

using Fixed = FixedInt<512>;
constexpr int kFine = 192;  // fractional bits of the reduction
constexpr int kBits = 62;   // fractional bits of the series
constexpr std::int64_t kOne = std::int64_t{1} << kBits;

/// Returns floor(pi/2 * 2^192)
const Fixed& half_pi() noexcept {
  static constexpr Fixed value = (((Fixed(0x1U) << 64) + Fixed(0x921fb54442d18469U)) << 128) +
                                 (Fixed(0x898cc51701b839a2U) << 64) + Fixed(0x52049c1114cf98e8U);
  return value;
}

std::int64_t times(std::int64_t x, std::int64_t y) noexcept {
  return static_cast<std::int64_t>((Int128{x} * y) >> kBits);
}

/// Returns sin(x) and cos(x) for |x| <= pi/4 (and a hair), in units of 2^-62.
std::int64_t series_sine(std::int64_t x) noexcept {
  const std::int64_t squared = times(x, x);
  std::int64_t sum = kOne;
  for (std::int64_t k = 18; k >= 2; k -= 2) sum = kOne - times(squared, sum) / (k * (k + 1));
  return times(x, sum);
}
std::int64_t series_cosine(std::int64_t x) noexcept {
  const std::int64_t squared = times(x, x);
  std::int64_t sum = kOne;
  for (std::int64_t k = 17; k >= 1; k -= 2) sum = kOne - times(squared, sum) / (k * (k + 1));
  return sum;
}

double to_double(std::int64_t value) noexcept { return static_cast<double>(value) * 0x1p-62; }

}  // namespace

bool SineCosine::set(double angle, double time) noexcept {
  const Dyadic p = decode(angle);
  const Dyadic q = decode(time);
  *this = {};
  if (p.mantissa == 0 || q.mantissa == 0) return true;
  Int128 product = Int128{p.mantissa} * q.mantissa;
  const bool negative = product < 0;
  if (negative) product = -product;
  const int exponent = p.exponent + q.exponent;
  if (bit_length(product) + exponent > 60) return false;

  const int shift = exponent + kFine;
  Fixed fine{};
  if (shift > -128) {
    if (shift < 0) product >>= -shift;
    fine = (Fixed(static_cast<std::uint64_t>(product >> 64)) << 64) +
           Fixed(static_cast<std::uint64_t>(product));
    if (shift > 0) fine <<= shift;
  }
  const Fixed turns = (fine + (half_pi() >> 1)) / half_pi();
  const Fixed rest = fine - turns * half_pi();
  const std::int64_t x = scaled_down(rest, kFine - kBits);
  const double s = to_double(series_sine(x));
  const double c = to_double(series_cosine(x));
  switch (static_cast<unsigned>(static_cast<std::uint64_t>(turns)) % 4) {
    case 0:
      *this = {s, c};
      break;
    case 1:
      *this = {c, -s};
      break;
    case 2:
      *this = {-s, -c};
      break;
    default:
      *this = {-c, s};
      break;
  }
  if (negative) sine = -sine;
  return true;
}

}  // namespace sunder::detail
