// SPDX-License-Identifier: Apache-2.0
//
// sunder robot: the verbs about robots.
#include "verb.hpp"

namespace sunder::cli {
namespace {

constexpr const char* kRobotExamples = R"(Examples:
  sunder robot info panda.urdf --srdf panda.srdf
  sunder robot check panda.urdf --srdf panda.srdf --configs q.npy
  sunder robot path panda.urdf --srdf panda.srdf --path plan.csv
  sunder robot verify panda.urdf --srdf panda.srdf --path plan.csv --certificates proofs.csv
  sunder robot pairs panda.urdf -o panda.srdf

`sunder robot VERB --help` says more about each. Lengths are metres and angles radians.

Exit status: 0; 1 where a configuration or an edge meets, or is unresolved; 2 for bad input.)";

}  // namespace

void add_robot(CLI::App& program, ExitStatus& status) {
  CLI::App& robot = add_family(program, "robot", "Robots of URDF and SRDF files", kRobotExamples);
  add_robot_info(robot, status);
  add_robot_check(robot, status);
  add_robot_path(robot, status);
  add_robot_verify(robot, status);
  add_robot_pairs(robot, status);
}

}  // namespace sunder::cli
