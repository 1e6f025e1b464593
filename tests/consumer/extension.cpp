// SPDX-License-Identifier: Apache-2.0
//
// Links an extension module of another language as its linker does: a shared object around the
// library.
#include <sunder/sunder.hpp>

extern "C" __attribute__((visibility("default"))) int boxes_meet(double apart) {
  const auto box = sunder::Polytope3::box({0.5, 0.5, 0.5});
  const auto pose = sunder::Pose3::translation({apart, 0, 0});
  if (!pose) return -1;
  return sunder::intersects({box}, {box, pose.value()}) ? 1 : 0;
}
