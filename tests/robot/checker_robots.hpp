// SPDX-License-Identifier: Apache-2.0
//
// Robots that tests put together, and the verdicts of their pairs by queries about one pair at a time.
#pragma once

#include <random>
#include <vector>

#include "sunder/robot_check.hpp"

namespace sunder::test {

/// Draws numbers.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  int in(int least, int most) {
    return least + static_cast<int>(engine_() % static_cast<std::uint64_t>(most - least + 1));
  }
  bool chance(int of) { return in(1, of) == 1; }
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }
  Vector3 point(double size) {
    return {between(-size, size), between(-size, size), between(-size, size)};
  }
  Pose3 pose(double distance);

 private:
  std::mt19937_64 engine_;
};

/// A part of a shape, of about this size.
RobotPart draw_part(Draw& draw, RobotShape shape, double size);
/// A closed mesh in the form of an L.
Mesh3 concave_mesh(double size);

/// An arm of some links, whose joints are of all kinds and whose parts of all shapes.
RobotModel draw_robot(Draw& draw, int links);
/// Configurations within a turn or so.
std::vector<double> draw_configurations(Draw& draw, const Robot& robot, int count);
Scene draw_scene(Draw& draw, int bodies, double distance);

/// Two bodies as the checker takes them, with what counts of radii.
struct AskedBody {
  const Polytope3* hull;
  const Polytope3* inner;
  const Body3* body;
  double radius;
};
/// The verdict of one pair at poses of its own, by intersects() and compare_to_margin().
Verdict asked(const AskedBody& a, const Pose3& pose_a, const AskedBody& b, const Pose3& pose_b,
              double margin);

/// The frames of one configuration, by Robot::forward().
std::vector<Pose3> frames_of(const Robot& robot, std::span<const double> configuration);

/// overlapping, else touching, else undecided, else separated
Verdict graver(Verdict a, Verdict b);

}  // namespace sunder::test
