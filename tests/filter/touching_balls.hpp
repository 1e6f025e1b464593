// SPDX-License-Identifier: Apache-2.0
//
// Draws pairs whose balls nearly touch: a proof by balls only just succeeds.
#pragma once

#include "filter/exact_world.hpp"
#include "filter/worst_ratio.hpp"

namespace sunder::test {

/// Returns the vector from the image of a's centre to that of b's.
inline Point line_between(BodySpec a, const Doubles& centre_a, BodySpec b,
                          const Doubles& centre_b) {
  a.vertices = {centre_a};
  b.vertices = {centre_b};
  return minus(world(b)[0], world(a)[0]);
}

/// Moves b along the nonzero line, until its length is `reach` plus the share `part` of it.
inline void set_apart(const Rational& reach, const Point& line, double part, BodySpec& b) {
  const Rational share = reach / root_below(dot(line, line)) * Rational(1 + part) - 1;
  for (std::size_t l = 0; l < b.offset.size(); ++l) {
    b.offset[l] = Rational(Rational(b.offset[l]) + share * line[l]).convert_to<double>();
  }
}

}  // namespace sunder::test
