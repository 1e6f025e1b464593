// SPDX-License-Identifier: Apache-2.0
//
// Queries a capsule above a rounded plate, a user-defined type against a ball, and the depth of a
// ball in an ellipsoid. Exits 0 if each interval contains the number computed by hand.
#include <cmath>
#include <cstdio>

#include "sunder/sunder.hpp"

namespace {

/// The lower half of a ball, flat side up.
struct Bowl {
  double radius;
  sunder::Vector3 support(const sunder::Vector3& direction) const {
    const double across = std::hypot(direction[0], direction[1]);
    if (direction[2] <= 0) {
      return {radius * direction[0], radius * direction[1], radius * direction[2]};
    }
    const double share = across > 0 ? radius / across : 0;
    return {share * direction[0], share * direction[1], 0};
  }
};

bool holds(const char* what, double lower, double upper, double value) {
  std::printf("%s: [%.17g, %.17g]\n", what, lower, upper);
  return lower <= value && value <= upper && upper - lower < 1e-6;
}

}  // namespace

int main() {
  namespace shapes = sunder::shapes;

  const shapes::Capsule<3> capsule{1.0, 0.25};  // half length, radius
  const shapes::Rounded<shapes::Box<3>> plate{{{2, 2, 0.125}}, 0.0625};
  const auto above = sunder::Pose3::translation({0.5, 0, 3}).value();
  const auto gap = sunder::shape_distance({plate}, {capsule, above});
  bool good =
      holds("capsule above plate", gap.distance.lower, gap.distance.upper, 3 - 1.25 - 0.1875);

  const Bowl bowl{1};
  const shapes::Ball<3> ball{0.5};
  const auto inside = sunder::Pose3::translation({0, 0, 0.75}).value();
  const auto meeting = sunder::shape_intersects({bowl}, {ball, inside});
  good = good && meeting.verdict == sunder::Verdict::separated;  // 0.25 above the rim's plane

  const shapes::Ellipsoid<3> egg{{1, 2, 0.75}};
  const auto depth = sunder::shape_depth({egg}, {ball});
  good = good && depth.depth.lower <= 1.25 && depth.depth.upper >= 1.25;  // outward along z
  std::printf("ball in ellipsoid: [%.17g, %.17g]\n", depth.depth.lower, depth.depth.upper);
  return good ? 0 : 1;
}
