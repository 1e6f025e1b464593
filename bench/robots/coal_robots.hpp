// SPDX-License-Identifier: Apache-2.0
//
// The pairs of a checker as Coal decides them, at the frames that Robot::forward() gives.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/robots/robot_sets.hpp"

namespace sunder::bench {

class CoalRobot {
 public:
  /// Parts are what the checker takes them as: boxes, balls, capsules and hulls, of a cylinder the outer prism. Solids
  /// and surfaces are trees of boxes over their triangles. Bodies of the scene are boxes and prisms.
  static std::unique_ptr<CoalRobot> make(const Robot& robot, const RobotChecker& checker,
                                         const std::vector<SceneItem>& scene = {});
  virtual ~CoalRobot() = default;

  /// Places all parts. `poses` has Robot::frames() of them.
  virtual void place(const double* poses) = 0;
  /// Decides a pair of the checker at the last places.
  virtual bool meets(std::int64_t pair) = 0;
  /// Coal's numbers about a pair that it decides wrongly, as fields of JSON: its bound below the distance, and its
  /// verdict with the default guess.
  virtual std::string explain(std::int64_t pair) = 0;
  /// Returns whether any pair meets. `balls`: only pairs whose bounding balls meet are examined.
  virtual bool meets_any(bool balls) = 0;
};

std::string coal_robot_description();

}  // namespace sunder::bench
