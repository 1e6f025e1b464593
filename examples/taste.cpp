// SPDX-License-Identifier: Apache-2.0
//
// A box is lowered onto a rock in exact steps of 1/8: how far apart are they, and when do they
// meet? An independent check must accept the certificate of every answer.
#include <cstdio>
#include <vector>

#include "sunder/sunder.hpp"

int main() {
  const std::vector<sunder::Vector3> points{{2, 0, 0},  {-2, 0, 0}, {0, 2, 0}, {0, -2, 0},
                                            {0, 0, -2}, {0, 0, 2},  {0, 0, 0}};
  std::vector<sunder::Pose3> trajectory;
  for (double height = 4; height >= 2; height -= 0.125) {
    trajectory.push_back(sunder::Pose3::translation({0, 0, height}).value());
  }

  auto box = sunder::Polytope3::box({1, 1, 1});                // half extents
  auto rock = sunder::Polytope3::from_points(points).value();  // Result; reports what was dropped
  sunder::Hint3 hint;                                          // plain data, one per pair
  for (const auto& pose : trajectory) {
    sunder::Posed3 a{box, pose}, b{rock};                            // non-owning views
    auto meeting = sunder::intersects(a, b, {.hint = &hint});        // a verdict, proven
    auto gap = sunder::distance(a, b, {.search = {.hint = &hint}});  // lower <= distance <= upper
    auto proof = sunder::certify(a, b, gap);                         // for anyone to check
    auto check = sunder::verify(a, b, proof);
    if (!check) {
      std::printf("refuted: %s\n", check.reason.c_str());
      return 1;
    }
    std::printf("height %.3f: %.*s, distance in [%.17g, %.17g]\n", pose.offset(2),
                static_cast<int>(to_string(meeting.verdict).size()),
                to_string(meeting.verdict).data(), gap.distance.lower, gap.distance.upper);
    if (meeting) return meeting.verdict == sunder::Verdict::touching ? 0 : 1;
  }
  return 1;  // they touch, exactly, at height 3
}
