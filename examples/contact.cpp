// SPDX-License-Identifier: Apache-2.0
//
// Computes the exact contact of a crate on a table, rotated by (3, 4) / 5, and the contact after it
// sank in by 1/64. Exits 0 if the first has eight corners on an octagon, and the second the best
// four corners of the overlap.
#include <cstdio>

#include "sunder/sunder.hpp"

namespace {

void print(const sunder::Contact3& contact) {
  std::printf("normal (%g, %g, %g), depth [%.6f, %.6f], dimension %d\n", contact.witness->normal[0],
              contact.witness->normal[1], contact.witness->normal[2], contact.depth.lower,
              contact.depth.upper, contact.dimension);
  for (const auto& point : contact.points) {
    const auto& [a, b] = point.id;
    std::printf("  (%6.3f, %6.3f, %6.3f) depth %.6f  a {%d, %d}  b {%d, %d}\n", point.point_a[0],
                point.point_a[1], point.point_a[2], point.depth, a[0], a[1], b[0], b[1]);
  }
}

}  // namespace

int main() {
  const auto table = sunder::Polytope3::box({1, 1, 0.5});
  const auto crate = sunder::Polytope3::box({1, 1, 1});
  const auto resting = sunder::Pose3::from_wxyz({2, 0, 0, 1}, {0, 0, 1.5}).value();
  const auto sunk = sunder::Pose3::from_wxyz({2, 0, 0, 1}, {0, 0, 1.484375}).value();

  const auto touching = sunder::contact({table}, {crate, resting});
  print(touching);
  const auto overlapping = sunder::contact({table}, {crate, sunk}, {.max_points = 4});
  print(overlapping);
  return touching.points.size() == 8 && overlapping.points.size() == 4 ? 0 : 1;
}
