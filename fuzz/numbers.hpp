// SPDX-License-Identifier: Apache-2.0
//
// Draws single doubles, often at the ends of their range or next to each other.
#pragma once

#include <bit>
#include <cmath>
#include <limits>

#include "fuzz/choices.hpp"

namespace sunder::fuzz {

inline double finite_or_zero(double value) noexcept { return std::isfinite(value) ? value : 0.0; }

/// The double `steps` places above the value; the value itself if there is none.
inline double neighbour(double value, int steps) noexcept {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double moved = value;
  for (; steps > 0; --steps) moved = std::nextafter(moved, kInfinity);
  for (; steps < 0; ++steps) moved = std::nextafter(moved, -kInfinity);
  return std::isfinite(moved) ? moved : value;
}

/// The exponent of a scaling power of two: moderate, or near an end of the range.
inline int draw_exponent(Choices& choices) noexcept {
  constexpr int kBases[] = {0, -20, 20, -60, 60, 149, -150, 300, -300, 500, -530, 1000, -1050};
  const int base = kBases[choices.in(0, 12)];
  return base + choices.in(-12, 12);
}

/// Any finite double: special values, small integers, any bits.
inline double any_double(Choices& choices) noexcept {
  constexpr double kSpecial[] = {0.0,        -0.0,      0x1p-1074,  -0x1p-1074,
                                 0x1p-1022,  0x1p-537,  0x1p-538,   0x1p150,
                                 -0x1p150,   0x1p1023,  0.1,        1.0 / 3,
                                 0x1p53 + 2, 0x1p-1021, -0x1.8p900, 0x1.fffffffffffffp1023};
  switch (choices.in(0, 3)) {
    case 0:
      return kSpecial[choices.in(0, 15)];
    case 1:
      return choices.in(-8, 8) * 0.5;
    case 2:
      return neighbour(choices.in(-4, 4), choices.in(-2, 2));
    default:
      return finite_or_zero(std::bit_cast<double>(choices.bits(8)));
  }
}

}  // namespace sunder::fuzz
