// SPDX-License-Identifier: Apache-2.0
//
// Uses sunder::robot: it reads a robot of one joint, and places its links. Exits 0 if they are where they belong.
#include "sunder/robot.hpp"

#include <vector>

int main() {
  const auto robot = sunder::read_urdf_text(
      R"(<robot name="lift"><link name="base"/><link name="table"><collision><geometry><box size="1 1 0.1"/></geometry>
</collision></link><joint name="up" type="prismatic"><parent link="base"/><child link="table"/><axis xyz="0 0 1"/>
<limit lower="0" upper="2"/></joint></robot>)",
      {}, "lift.urdf");
  if (!robot || robot.value().variables() != 1) return 1;
  std::vector<double> poses(24);
  const std::vector<double> configuration{1.5};
  if (!robot.value().forward(1, configuration, poses)) return 1;
  return poses[23] > 1.25 && poses[23] < 1.75 ? 0 : 1;
}
