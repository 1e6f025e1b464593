// SPDX-License-Identifier: Apache-2.0
//
// The program of the README: do a box and a rock meet, and how far apart are they? Exits 0 if the
// proof of the answer holds.
#include <cstdio>
#include <sunder/sunder.hpp>

int main() {
  auto box = sunder::Polytope3::box({0.5, 0.5, 0.5});  // half extents
  auto rock = sunder::Polytope3::from_points({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}).value();
  auto pose = sunder::Pose3::translation({1, 0.25, 0.25}).value();
  bool meet = bool(sunder::intersects({box}, {rock, pose}));      // proven
  auto gap = sunder::distance({box}, {rock, pose});               // an interval that holds it
  auto proof = sunder::certify({box}, {rock, pose}, gap);         // for anyone to check
  bool holds = bool(sunder::verify({box}, {rock, pose}, proof));  // by code that shares no search
  std::printf("%s, %g apart\n", meet ? "they meet" : "clear", gap.distance.upper);
  return holds ? 0 : 1;
}
