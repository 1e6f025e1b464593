// SPDX-License-Identifier: Apache-2.0
//
// Tests what Robot::from_model() takes and refuses.
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

#include "sunder/robot.hpp"

namespace sunder {
namespace {

RobotModel arm() {
  RobotModel model;
  model.links = {{"base"}, {"upper"}, {"lower"}, {"tool"}};
  RobotJoint shoulder{"shoulder", JointKind::revolute, 0, 1};
  shoulder.lower = -1;
  shoulder.upper = 2;
  RobotJoint elbow{"elbow", JointKind::prismatic, 1, 2};
  elbow.lower = 0.5;
  elbow.upper = 1;
  const RobotJoint wrist{"wrist", JointKind::planar, 2, 3};
  model.joints = {shoulder, elbow, wrist};
  RobotPart part;
  part.name = "hand";
  part.link = 3;
  part.shape = RobotShape::sphere;
  part.radius = 1;
  part.hull = Polytope3::from_points({Vector3{0, 0, 0}}).value();
  model.parts = {part};
  return model;
}

TEST(RobotModelTest, IsKeptAndNumbered) {
  RobotModel model = arm();
  model.skipped = {{2, 1, "Never"}, {0, 1, "Adjacent"}, {1, 2, "User"}};
  model.groups = {{"all", {2, 0, 2}}};
  const Robot robot = Robot::from_model(model).value();
  EXPECT_EQ(robot.variables(), 5);
  EXPECT_EQ(robot.variable_names()[4], "wrist/theta");
  EXPECT_EQ(robot.model().links[3].joint, 2);
  EXPECT_EQ(robot.model().links[0].joint, -1);
  EXPECT_EQ(robot.model().joints[1].variable, 1);
  ASSERT_EQ(robot.model().skipped.size(), 2u);
  EXPECT_EQ(robot.model().skipped[1].reason, "Never");
  EXPECT_EQ(robot.model().skipped[1].a, 1);
  EXPECT_EQ(robot.model().groups[0].joints, (std::vector<std::int32_t>{0, 2}));
  EXPECT_EQ(robot.default_configuration(), (std::vector<double>{0, 0.5, 0, 0, 0}));
  EXPECT_EQ(robot.frames(), 4) << "the part is at its link's frame";
  EXPECT_EQ(robot.frame_of_part(0), 3);
  EXPECT_EQ(robot.find_link("lower"), 2);
  EXPECT_EQ(robot.find_link("none"), -1);
}

TEST(RobotModelTest, OneLinkIsARobot) {
  RobotModel model;
  model.links = {{"rock"}};
  const Robot robot = Robot::from_model(model).value();
  std::vector<double> poses(24);
  EXPECT_EQ(robot.variables(), 0);
  EXPECT_TRUE(robot.forward(2, {}, poses));
  EXPECT_EQ(poses[12], 1);
}

TEST(RobotModelTest, FaultsAreRefusedInWords) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  struct Fault {
    const char* says;
    ErrorCode code;
    std::function<void(RobotModel&)> make;
  };
  const Pose3 scaled =
      Pose3::from_matrix(std::vector<double>{2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}).value();
  const std::vector<Fault> faults{
      {"no links", ErrorCode::wrong_shape, [](RobotModel& m) { m = {}; }},
      {"links[1] has no name", ErrorCode::wrong_shape, [](RobotModel& m) { m.links[1].name = ""; }},
      {"links[2] \"base\": the name is taken", ErrorCode::wrong_shape,
       [](RobotModel& m) { m.links[2].name = "base"; }},
      {"joints[1] \"shoulder\": the name is taken", ErrorCode::wrong_shape,
       [](RobotModel& m) { m.joints[1].name = "shoulder"; }},
      {"its parent 9 is no link", ErrorCode::wrong_shape,
       [](RobotModel& m) { m.joints[0].parent = 9; }},
      {"its child -1 is no link", ErrorCode::wrong_shape,
       [](RobotModel& m) { m.joints[0].child = -1; }},
      {"hangs on joint \"shoulder\" too", ErrorCode::wrong_shape,
       [](RobotModel& m) { m.joints[2].child = 1; }},
      {"both hang on no joint", ErrorCode::wrong_shape, [](RobotModel& m) { m.joints.pop_back(); }},
      {"on itself", ErrorCode::wrong_shape, [](RobotModel& m) { m.joints[1].parent = 3; }},
      {"on itself", ErrorCode::wrong_shape, [](RobotModel& m) { m.joints[0].parent = 1; }},
      {"axis is 0", ErrorCode::wrong_shape,
       [](RobotModel& m) {
         m.joints[0].axis = {0, 0, 0};
       }},
      {"axis[1] is NaN", ErrorCode::not_finite, [&](RobotModel& m) { m.joints[0].axis[1] = kNaN; }},
      {"longer than 2^100", ErrorCode::too_large,
       [](RobotModel& m) { m.joints[0].axis[1] = 1e300; }},
      {"limit that is NaN", ErrorCode::not_finite,
       [&](RobotModel& m) { m.joints[0].upper = kNaN; }},
      {"is above the upper one", ErrorCode::wrong_shape,
       [](RobotModel& m) { m.joints[0].upper = -2; }},
      {"beyond", ErrorCode::too_large,
       [](RobotModel& m) { m.joints[0].lower = m.joints[0].upper = 1e9; }},
      {"is planar and has limits", ErrorCode::wrong_shape,
       [](RobotModel& m) { m.joints[2].upper = 3; }},
      {"no rotation", ErrorCode::wrong_shape, [&](RobotModel& m) { m.joints[0].origin = scaled; }},
      {"base is no rotation", ErrorCode::wrong_shape, [&](RobotModel& m) { m.base = scaled; }},
      {"mimics joint 7", ErrorCode::wrong_shape, [](RobotModel& m) { m.joints[0].mimic = 7; }},
      {"mimics joint -2", ErrorCode::wrong_shape, [](RobotModel& m) { m.joints[0].mimic = -2; }},
      {"joint by joint, itself", ErrorCode::wrong_shape,
       [](RobotModel& m) { m.joints[0].mimic = 0; }},
      {"joint by joint, itself", ErrorCode::wrong_shape,
       [](RobotModel& m) {
         m.joints[0].mimic = 1;
         m.joints[1].mimic = 0;
       }},
      {"both must be", ErrorCode::wrong_shape, [](RobotModel& m) { m.joints[0].mimic = 2; }},
      {"is NaN", ErrorCode::not_finite,
       [&](RobotModel& m) {
         m.joints[0].mimic = 1;
         m.joints[0].multiplier = kNaN;
       }},
      {"beyond 2^20", ErrorCode::too_large,
       [](RobotModel& m) {
         m.joints[0].mimic = 1;
         m.joints[0].offset = 2e6;
       }},
      {"parts[0] \"hand\" is of link 4", ErrorCode::wrong_shape,
       [](RobotModel& m) { m.parts[0].link = 4; }},
      {"have a radius", ErrorCode::wrong_shape, [](RobotModel& m) { m.parts[0].radius = -1; }},
      {"have a radius", ErrorCode::wrong_shape,
       [](RobotModel& m) { m.parts[0].shape = RobotShape::box; }},
      {"have a body", ErrorCode::wrong_shape,
       [](RobotModel& m) {
         m.parts[0].shape = RobotShape::solid;
         m.parts[0].radius = 0;
       }},
      {"its hull has no points", ErrorCode::wrong_shape,
       [](RobotModel& m) { m.parts[0].hull = Polytope3(); }},
      {"inner polytope", ErrorCode::wrong_shape,
       [](RobotModel& m) { m.parts[0].inner = Polytope3(); }},
      {"no two links", ErrorCode::wrong_shape,
       [](RobotModel& m) {
         m.skipped = {{1, 1, "User"}};
       }},
      {"no two links", ErrorCode::wrong_shape,
       [](RobotModel& m) {
         m.skipped = {{0, 5, "User"}};
       }},
      {"has joint 3", ErrorCode::wrong_shape,
       [](RobotModel& m) {
         m.groups = {{"g", {3}}};
       }},
      {"gives variable 5", ErrorCode::wrong_shape,
       [](RobotModel& m) {
         m.states = {{"s", "g", {{5, 0.0}}}};
       }},
      {"not finite", ErrorCode::not_finite,
       [&](RobotModel& m) {
         m.states = {{"s", "g", {{0, kNaN}}}};
       }},
      {"two variables are called", ErrorCode::wrong_shape,
       [](RobotModel& m) { m.joints[0].name = "wrist/x"; }},
  };
  for (const Fault& fault : faults) {
    RobotModel model = arm();
    fault.make(model);
    const Result<Robot> robot = Robot::from_model(model);
    ASSERT_FALSE(robot) << fault.says;
    EXPECT_NE(robot.error().message.find(fault.says), std::string::npos) << robot.error().message;
    EXPECT_EQ(robot.error().code, fault.code) << fault.says;
  }
}

/// A chain of a hundred thousand links neither recurses nor takes long.
TEST(RobotModelTest, DeepTreesAreRobots) {
  RobotModel model;
  constexpr std::int32_t kLinks = 100'000;
  for (std::int32_t i = 0; i < kLinks; ++i) {
    model.links.push_back({std::to_string(i)});
    if (i == 0) continue;
    RobotJoint joint{"j" + std::to_string(i), JointKind::revolute, i - 1, i};
    joint.mimic = i > 1 ? i - 2 : -1;
    model.joints.push_back(joint);
  }
  const Robot robot = Robot::from_model(model).value();
  EXPECT_EQ(robot.variables(), 1);
  EXPECT_LT(robot.rounding().back().slope, 1e-5);
}

}  // namespace
}  // namespace sunder
