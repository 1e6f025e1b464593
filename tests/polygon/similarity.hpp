// SPDX-License-Identifier: Apache-2.0
//
// Poses of the plane that tests draw.
#pragma once

#include <array>
#include <cmath>

#include "polygon/polyominoes.hpp"
#include "suite/case.hpp"
#include "suite/random.hpp"
#include "sunder/body2.hpp"

namespace sunder::test {

inline Polygon2 polygon_of(const Cells& cells, bool walked) {
  return Polygon2::from_rings(rings_of(cells, walked)).value();
}
inline Pose2 matrix(const std::array<double, 6>& rows) { return Pose2::from_matrix(rows).value(); }

/// A similarity whose factor is known: its square as a fraction.
struct Similarity {
  Pose2 pose = Pose2::identity();
  suite::Rational factor_squared = 1;
};
inline Similarity draw_similarity(suite::Random& random) {
  const double x = random.in(-8, 8), y = random.in(-8, 8);
  double c = 1, s = 0;
  switch (random.in(0, 5)) {
    case 0:
      return {};
    case 1:
      return {Pose2::translation({x, y}).value(), 1};
    case 2:
      c = 0;
      s = random.chance(1, 2) ? 1 : -1;
      break;
    case 3:
      c = 3;
      s = 4;
      break;
    default:
      c = random.unit() - 0.5;
      s = random.unit() + 0.1;
  }
  const double mirror = random.chance(1, 3) ? -1 : 1;
  return {matrix({c, -s * mirror, x + random.unit(), s, c * mirror, y}),
          suite::Rational(c) * suite::Rational(c) + suite::Rational(s) * suite::Rational(s)};
}

/// Any pose: often on a grid, often not, and of any rank.
inline Pose2 draw_pose(suite::Random& random) {
  const auto number = [&]() -> double {
    switch (random.in(0, 3)) {
      case 0:
        return random.in(-2, 2);
      case 1:
        return random.in(-3, 3) / 3.0;
      case 2:
        return std::ldexp(random.in(-3, 3), random.in(-30, 30));
      default:
        return random.unit() - 0.5;
    }
  };
  if (random.chance(1, 4)) return Pose2::identity();
  if (random.chance(1, 3)) return Pose2::translation({number(), number()}).value();
  return matrix({number(), number(), number(), number(), number(), number()});
}
/// One that flattens nothing.
inline Pose2 draw_regular_pose(suite::Random& random) {
  for (;;) {
    const Pose2 pose = draw_pose(random);
    if (suite::Rational(pose.linear(0, 0)) * suite::Rational(pose.linear(1, 1)) !=
        suite::Rational(pose.linear(0, 1)) * suite::Rational(pose.linear(1, 0)))
      return pose;
  }
}
inline Pose2 moved_by(const Pose2& pose, double x, double y) {
  return matrix({pose.linear(0, 0), pose.linear(0, 1), pose.offset(0) + x, pose.linear(1, 0),
                 pose.linear(1, 1), pose.offset(1) + y});
}

}  // namespace sunder::test
