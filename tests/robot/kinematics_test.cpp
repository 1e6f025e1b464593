// SPDX-License-Identifier: Apache-2.0
//
// Tests sine, cosine and frames against numbers of 60 digits, and that all lanes and targets give the same doubles.
#include "robot/kinematics/kinematics.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "exact/nearest_turn.hpp"
#include "lanes/every_target.hpp"
#include "robot/exact_frames.hpp"
#include "robot/kinematics/bounds.hpp"
#include "sunder/robot.hpp"

namespace sunder {
namespace {

using detail::robot::kBlock;
using test::Digits;
using test::Matrix;

/// Angles that are easy, that are large, and that lie next to multiples of a quarter turn.
std::vector<double> angles() {
  std::vector<double> found{
      0, -0.0, 1e-300, -1e-20, 0x1p-26, Robot::kGreatestValue, -Robot::kGreatestValue};
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> near(-7, 7),
      far(-Robot::kGreatestValue, Robot::kGreatestValue);
  std::uniform_int_distribution<int> turns(-667000, 667000);
  for (int i = 0; i < 3000; ++i) found.push_back(near(random));
  for (int i = 0; i < 1500; ++i) found.push_back(far(random));
  for (int i = 0; i < 3000; ++i) {
    const int n = i < 64 ? i - 32 : turns(random);
    // Odd multiples of an eighth of a turn are where the reduction changes its mind.
    double angle = n * (std::numbers::pi / 2) + (i % 2) * (std::numbers::pi / 4);
    for (int step = i % 3; step > 0; --step) angle = std::nextafter(angle, i % 4 < 2 ? 1e9 : -1e9);
    if (std::fabs(angle) <= Robot::kGreatestValue) found.push_back(angle);
  }
  while (found.size() % kBlock != 0) found.push_back(1);
  return found;
}

std::vector<double> turns_of(const std::vector<double>& of) {
  std::vector<double> found(2 * of.size());
  for (std::size_t i = 0; i < of.size(); i += kBlock) {
    detail::robot::turn_block(&of[i], &found[i], &found[of.size() + i]);
  }
  return found;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(
      a, b, {}, [](double x) { return std::bit_cast<std::uint64_t>(x); },
      [](double x) { return std::bit_cast<std::uint64_t>(x); });
}

TEST(RobotTurn, CosineAndSineAreWithinTheirBound) {
  const std::vector<double> given = angles();
  const std::vector<double> found = turns_of(given);
  const Digits most = detail::robot::kTurnUnits * detail::robot::kHalfUnit;
  Digits worst = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const Digits cosine = abs(Digits(found[i]) - cos(Digits(given[i])));
    const Digits sine = abs(Digits(found[given.size() + i]) - sin(Digits(given[i])));
    worst = std::max({worst, cosine, sine});
    ASSERT_LE(cosine, most) << given[i];
    ASSERT_LE(sine, most) << given[i];
    // The second witness shares no code with the first.
    const detail::Turn nearest = detail::nearest_turn(given[i]);
    ASSERT_LE(std::fabs(nearest.cosine - found[i]), 3 * detail::robot::kHalfUnit) << given[i];
    ASSERT_LE(std::fabs(nearest.sine - found[given.size() + i]), 3 * detail::robot::kHalfUnit)
        << given[i];
  }
  EXPECT_GT(worst, most / 4) << "the bound is far from what happens";
  EXPECT_EQ(found[0], 1);
  EXPECT_EQ(found[given.size()], 0);
}

TEST(RobotTurn, AreTheSameDoublesOnEveryTarget) {
  const std::vector<double> given = angles();
  const std::vector<double> expected = turns_of(given);
  detail::on_every_target([&] { EXPECT_TRUE(same_bits(turns_of(given), expected)); });
}

std::vector<double> frames_of(const Robot& robot, const std::vector<double>& configurations) {
  const auto variables = static_cast<std::size_t>(std::max(robot.variables(), 1));
  const std::size_t count = robot.variables() == 0 ? 1 : configurations.size() / variables;
  std::vector<double> poses(count * static_cast<std::size_t>(robot.frames()) * 12);
  const Status status = robot.forward(static_cast<std::int64_t>(count), configurations, poses);
  EXPECT_TRUE(status.has_value()) << (status ? "" : status.error().message);
  return poses;
}

/// Returns the greatest share of its bound that a point of any frame is off by.
Digits worst_share(const Robot& robot, const std::vector<double>& q, double size,
                   test::RandomRobots& random) {
  const std::vector<double> largest(q.size(), size);
  const std::vector<FrameRounding> bounds = robot.rounding(largest);
  const std::vector<double> poses = frames_of(robot, q);
  const std::vector<Matrix> places = test::places_of(robot.model(), q);
  Digits worst = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t links = robot.model().links.size();
    const std::int32_t frame = i < links
                                   ? robot.frame_of_link(static_cast<std::int32_t>(i))
                                   : robot.frame_of_part(static_cast<std::int32_t>(i - links));
    for (int repeat = 0; repeat < 3; ++repeat) {
      const double reach = repeat == 0 ? 0 : std::pow(10, random.number(3));
      const Vector3 p{random.number(reach), random.number(reach), random.number(reach)};
      Digits square = 0;
      for (std::size_t r = 0; r < 3; ++r) {
        const double* row = &poses[static_cast<std::size_t>(frame) * 12 + 4 * r];
        Digits off = Digits(row[3]) - places[i][r][3];
        for (std::size_t k = 0; k < 3; ++k)
          off += (Digits(row[k]) - places[i][r][k]) * Digits(p[k]);
        square += off * off;
      }
      const Digits length = sqrt(Digits(p[0]) * p[0] + Digits(p[1]) * p[1] + Digits(p[2]) * p[2]);
      const FrameRounding& bound = bounds[static_cast<std::size_t>(frame)];
      const Digits most = Digits(bound.offset) + Digits(bound.slope) * length;
      EXPECT_LE(sqrt(square), most) << "frame " << frame;
      worst = std::max(worst, Digits(sqrt(square) / most));
    }
  }
  return worst;
}

TEST(RobotKinematics, FramesLieWithinTheirBound) {
  test::RandomRobots random(2);
  Digits worst = 0;
  for (int i = 0; i < 60; ++i) {
    const Robot robot = Robot::from_model(random.model(2 + random.below(12))).value();
    for (const double size : {0.1, 3.0, 500.0}) {
      worst = std::max(worst, worst_share(robot, random.configuration(robot, size), size, random));
    }
  }
  EXPECT_GT(worst, 0.05) << "the bound is far from what happens";
}

/// Slides and turns of values near the greatest, where reductions and images are worst.
TEST(RobotKinematics, TheGreatestValuesAreBoundedToo) {
  test::RandomRobots random(3);
  for (int i = 0; i < 10; ++i) {
    RobotModel model = random.model(6);
    for (RobotJoint& joint : model.joints) joint.mimic = -1;
    const Robot robot = Robot::from_model(model).value();
    worst_share(robot, random.configuration(robot, Robot::kGreatestValue), Robot::kGreatestValue,
                random);
  }
}

TEST(RobotKinematics, EveryLaneTargetAndBlockGivesTheSameDoubles) {
  test::RandomRobots random(4);
  for (int i = 0; i < 6; ++i) {
    const Robot robot = Robot::from_model(random.model(9)).value();
    if (robot.variables() == 0) continue;
    std::vector<double> all, one_by_one;
    for (int c = 0; c < 19; ++c) {
      const std::vector<double> q = random.configuration(robot, 3);
      all.insert(all.end(), q.begin(), q.end());
      const std::vector<double> poses = frames_of(robot, q);
      one_by_one.insert(one_by_one.end(), poses.begin(), poses.end());
    }
    detail::on_every_target([&] { EXPECT_TRUE(same_bits(frames_of(robot, all), one_by_one)); });
  }
}

/// An arm in the plane whose poses are known: two turns of exact quarter turns would need pi, so 0 alone is exact.
TEST(RobotKinematics, AnArmAtZeroIsExact) {
  RobotModel model;
  for (const char* name : {"a", "b", "c"}) model.links.push_back({name});
  for (std::int32_t i = 0; i < 2; ++i) {
    RobotJoint joint;
    joint.name = std::string("j") + std::to_string(i);
    joint.kind = i == 0 ? JointKind::revolute : JointKind::prismatic;
    joint.parent = i;
    joint.child = i + 1;
    joint.origin = Pose3::translation({0.1, 0, 1}).value();
    joint.axis = {0, 0, 2};
    model.joints.push_back(joint);
  }
  const Robot robot = Robot::from_model(model).value();
  const std::vector<double> poses = frames_of(robot, {0, 0.25});
  const std::vector<double> expected{1, 0, 0, 0,   0, 1, 0, 0, 0, 0, 1, 0,  //
                                     1, 0, 0, 0.1, 0, 1, 0, 0, 0, 0, 1, 1,  //
                                     1, 0, 0, 0.2, 0, 1, 0, 0, 0, 0, 1, 2.25};
  EXPECT_EQ(poses, expected);
}

TEST(RobotKinematics, DerivativesAreThoseOfTheExactFrames) {
  test::RandomRobots random(5);
  const Digits step("1e-20");
  for (int i = 0; i < 25; ++i) {
    const Robot robot = Robot::from_model(random.model(2 + random.below(7))).value();
    const std::vector<double> q = random.configuration(robot, 2);
    const std::int32_t link = random.below(static_cast<std::int32_t>(robot.model().links.size()));
    std::vector<double> found(q.size() * 12);
    ASSERT_TRUE(robot.derivatives(q, robot.frame_of_link(link), found));
    for (std::size_t v = 0; v < q.size(); ++v) {
      std::vector<Digits> below(q.begin(), q.end()), above = below;
      below[v] -= step;
      above[v] += step;
      const Matrix a = test::place_of_link(robot.model(), link, below),
                   b = test::place_of_link(robot.model(), link, above);
      for (std::size_t e = 0; e < 12; ++e) {
        const Digits exact = (b[e / 4][e % 4] - a[e / 4][e % 4]) / (2 * step);
        EXPECT_LT(abs(exact - Digits(found[v * 12 + e])), 1e-12 * (1 + abs(exact)))
            << robot.variable_names()[v];
      }
    }
  }
}

RobotModel floating_robot() {
  RobotModel model;
  model.links = {{"world"}, {"body"}, {"wheel"}};
  RobotJoint free{"free", JointKind::floating, 0, 1};
  RobotJoint wheel{"wheel_joint", JointKind::continuous, 1, 2};
  RobotJoint follower{"follower", JointKind::continuous, 1, 3};
  model.links.push_back({"second_wheel"});
  follower.mimic = 1;
  follower.multiplier = -4;
  model.joints = {free, wheel, follower};
  return model;
}

TEST(RobotKinematics, ConfigurationsThatAreNoneAreRefused) {
  const Robot robot = Robot::from_model(floating_robot()).value();
  ASSERT_EQ(robot.variables(), 8);
  EXPECT_EQ(robot.variable_names()[6], "free/rot_w");
  EXPECT_EQ(robot.find_variable("wheel_joint"), 7);
  EXPECT_EQ(robot.find_variable("follower"), -1);
  std::vector<double> poses(static_cast<std::size_t>(robot.frames()) * 24);
  const std::vector<double> good = robot.default_configuration();
  const auto refusal = [&](std::size_t variable, double value) {
    std::vector<double> q = good;
    q.insert(q.end(), good.begin(), good.end());
    q[8 + variable] = value;
    const Status status = robot.forward(2, q, poses);
    return status ? Error{} : status.error();
  };
  EXPECT_EQ(refusal(0, 1).message, "");
  EXPECT_EQ(refusal(7, std::numeric_limits<double>::quiet_NaN()).code, ErrorCode::not_finite);
  EXPECT_NE(refusal(7, -INFINITY).message.find("configuration 1: wheel_joint is -infinity"),
            std::string::npos);
  EXPECT_EQ(refusal(0, 0x1p21).code, ErrorCode::too_large);
  EXPECT_EQ(refusal(7, 0x1p17).message, "");
  EXPECT_EQ(refusal(7, 0x1.8p18).code, ErrorCode::too_large)
      << "the follower turns four times as far";
  EXPECT_EQ(refusal(7, 0x1p19).code, ErrorCode::too_large);
  EXPECT_EQ(refusal(6, 0).code, ErrorCode::zero_quaternion);
  EXPECT_EQ(refusal(6, 1e-40).code, ErrorCode::zero_quaternion);
  EXPECT_EQ(refusal(6, 1e25).message, "");
  EXPECT_EQ(refusal(6, 1e40).code, ErrorCode::too_large);
  EXPECT_FALSE(robot.forward(1, good, poses));
  EXPECT_FALSE(robot.forward(-1, {}, {}));
  EXPECT_FALSE(robot.forward(std::numeric_limits<std::int64_t>::max(), {}, {}));
  EXPECT_TRUE(robot.forward(0, {}, {}));
  std::vector<double> derivatives(96);
  EXPECT_FALSE(robot.derivatives(good, 99, derivatives));
  EXPECT_FALSE(robot.derivatives(good, -1, derivatives));
  EXPECT_TRUE(robot.derivatives(good, 3, derivatives));
}

}  // namespace
}  // namespace sunder
