// SPDX-License-Identifier: Apache-2.0
//
// Idea: Fixed-point arithmetic has an error bound. The angle is exact. It is reduced by a multiple
// of pi/2 that has as many bits as the angle is large; Taylor's series follow. If the two ends of
// the error interval round to different doubles, all is repeated with more bits.
// Source: Ziv, "Fast evaluation of elementary mathematical functions with correctly rounded last
// bit" (1991), for the loop; Machin (1706) for pi; Payne and Hanek (1983) for the reduction.
// Bound: Let one unit be 2^-bits, and E the error of pi/2 in units of its own last place. Machin's
// sum is pi = 16 atan(1/5) - 4 atan(1/239), halved: coefficients 8 and 2. At w bits it has at most
// w/4 terms, each off by less than 3, times 4. Hence E < 8 w < 2^15 for w < 4096.
//   The quotient q is at most 2^(top + 1), and pi/2 has top + kGuard bits more than the series. With
//   kGuard = 18, q pi/2 is off by less than one unit. Cutting the rest adds one unit: the argument is
//   off by 2 units, and so are cosine and sine.
//   A term of the series is the previous one times r^2 (off by 1 unit), divided by 2 or more, cut
//   twice. With r < 0.8 its error e' <= (0.64 e + 1) / 2 + 2 stays below 4 units. Terms that are cut
//   to 0 sum to less than 8 units. The whole error is below 4 (terms + 4) units.
// Cost: 20 products of 200 bits for common angles.
// Gives up: Never. Both values are transcendental for every angle but 0 (Lindemann), so that no tie
// occurs and the loop ends. Doubles come no nearer to a multiple of pi/2 than about 2^-61 of a
// unit.
#include "exact/nearest_turn.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "exact/dyadic.hpp"
#include "exact/integer.hpp"
#include "exact/nearest.hpp"

namespace sunder::detail {
namespace {

constexpr int kGuard = 18;

/// Below this angle the sine rounds to the angle, and the cosine to 1. The reason: x - sin x < x^3
/// / 6 is less than a quarter of x's last place. Likewise 1 - cos x < x^2 / 2 is less than a
/// quarter of 1's.
constexpr double kSmallAngle = 0x1p-30;

/// Returns atan(1 / n) * 2^bits, off by less than 3 units a term.
BigInt inverse_tangent(std::uint32_t n, int bits) {
  BigInt power = (BigInt(1) << bits) / n;
  BigInt sum = power;
  for (std::uint32_t k = 3; power != 0; k += 2) {
    power /= n * n;
    const BigInt term = power / k;
    sum += (k & 2U) != 0 ? BigInt(-term) : term;
  }
  return sum;
}

BigInt half_pi(int bits) { return 8 * inverse_tangent(5, bits) - 2 * inverse_tangent(239, bits); }

/// A number between (value - error) * 2^-bits and (value + error) * 2^-bits.
struct Enclosure {
  BigInt value;
  int terms = 0;
};

/// Returns 1 - r^2 / (k (k + 1)) + ... from k = 1 (cosine) or k = 2 (sine of r, divided by r),
/// times `first`.
Enclosure series(BigInt term, const BigInt& squared, std::uint32_t k, int bits) {
  Enclosure sum;
  while (term != 0) {
    sum.value += (sum.terms & 1) != 0 ? BigInt(-term) : term;
    ++sum.terms;
    term = ((term * squared) >> bits) / (k * (k + 1));
    k += 2;
  }
  return sum;
}

/// Returns true if both ends of the enclosure round to `nearest`.
bool round_enclosure(const Enclosure& enclosure, int bits, double& nearest) {
  const BigInt error = 4 * (enclosure.terms + 4);
  nearest = nearest_quotient(enclosure.value - error, 1, -bits);
  const double upper = nearest_quotient(enclosure.value + error, 1, -bits);
  return std::bit_cast<std::uint64_t>(nearest) == std::bit_cast<std::uint64_t>(upper);
}

}  // namespace

bool turn_with(const Dyadic& angle, int bits, Turn& turn) {
  const std::int64_t size = angle.mantissa < 0 ? -angle.mantissa : angle.mantissa;
  const int top = std::max(
      0, angle.exponent + static_cast<int>(std::bit_width(static_cast<std::uint64_t>(size))));
  const int fine = bits + top + kGuard;
  const BigInt whole = BigInt(size) << (angle.exponent + fine);
  const BigInt quarter = half_pi(fine);
  const BigInt quarters = (whole + (quarter >> 1)) / quarter;
  const BigInt left = whole - quarters * quarter;
  const bool backwards = left < 0;
  // Boost 1.74 loses the sign of some negative numbers in a right shift.
  const BigInt rest = BigInt(backwards ? BigInt(-left) : left) >> (fine - bits);
  const BigInt squared = (rest * rest) >> bits;
  double cosine = 1;
  double sine = 0;
  if (!round_enclosure(series(BigInt(1) << bits, squared, 1, bits), bits, cosine) ||
      !round_enclosure(series(rest, squared, 2, bits), bits, sine)) {
    return false;
  }
  if (backwards) sine = -sine;
  const std::array<Turn, 4> turned{
      {{cosine, sine}, {-sine, cosine}, {-cosine, -sine}, {sine, -cosine}}};
  turn = turned[static_cast<std::size_t>(BigInt(quarters & 3))];
  if (angle.mantissa < 0) turn.sine = -turn.sine;
  return true;
}

Turn nearest_turn(double radians) {
  const auto of_size = std::bit_cast<std::uint64_t>(radians) & ~(std::uint64_t{1} << 63);
  if (of_size < std::bit_cast<std::uint64_t>(kSmallAngle)) return {1, radians};
  const Dyadic angle = decode(radians);
  Turn turn;
  for (int bits = 192; !turn_with(angle, bits, turn); bits *= 2) {
  }
  return turn;
}

}  // namespace sunder::detail
