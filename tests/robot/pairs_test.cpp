// SPDX-License-Identifier: Apache-2.0
//
// Tests the pairs to skip on robots whose answers are known by construction, and against samples of another generator.
// What is written as SRDF is read again.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "batch/executors.hpp"
#include "robot/checker_robots.hpp"
#include "robot/urdf_texts.hpp"
#include "sunder/robot_check.hpp"
#include "sunder/robot_pairs.hpp"

namespace sunder {
namespace {

using test::Draw;

Pose3 moved(const Vector3& t) { return Pose3::translation(t).value(); }

RobotPart box_part(std::int32_t link, const Vector3& half, const Vector3& place = {}) {
  RobotPart part;
  part.name = "box " + std::to_string(link);
  part.link = link;
  part.shape = RobotShape::box;
  part.hull = Polytope3::box(half);
  part.pose = moved(place);
  return part;
}

/// A rail without parts along x, and two carts on it, cubes of 0.2; the first from 0 to 1, the second from `least` to 3.
RobotModel carts(double least) {
  RobotModel model;
  model.name = "carts";
  model.links = {{"rail"}, {"left"}, {"right"}};
  for (std::int32_t k = 1; k <= 2; ++k) {
    RobotJoint joint;
    joint.name = "slide" + std::to_string(k);
    joint.kind = JointKind::prismatic;
    joint.parent = 0;
    joint.child = k;
    joint.lower = k == 1 ? 0 : least;
    joint.upper = k == 1 ? 1 : 3;
    model.joints.push_back(joint);
    model.parts.push_back(box_part(k, {0.1, 0.1, 0.1}));
  }
  return model;
}

/// A post, and a long rod that turns about z above it, from which a pin hangs at a radius of 1. A peg stands at an angle
/// of 2 radians, as high as the pin. They meet within some hundredths of a radian, and only with the lift in its last
/// thousandth.
RobotModel needle(double most) {
  RobotModel model;
  model.name = "needle";
  model.links = {{"base"}, {"arm"}, {"pin"}};
  RobotJoint turn;
  turn.name = "turn";
  turn.kind = JointKind::continuous;
  turn.parent = 0;
  turn.child = 1;
  turn.axis = {0, 0, 1};
  RobotJoint lift;
  lift.name = "lift";
  lift.kind = JointKind::prismatic;
  lift.parent = 1;
  lift.child = 2;
  lift.axis = {0, 0, -1};
  lift.origin = moved({1, 0, 1});
  lift.lower = 0;
  lift.upper = most;
  model.joints = {turn, lift};
  model.parts = {box_part(0, {0.01, 0.01, 0.1}, {std::cos(2.0), std::sin(2.0), 0}),
                 box_part(1, {0.02, 0.02, 0.02}, {0, 0, 2}), box_part(2, {0.01, 0.01, 0.1})};
  return model;
}

const LinkPairAnswer& pair_of(const std::vector<LinkPairAnswer>& pairs, std::int32_t a,
                              std::int32_t b) {
  return *std::find_if(pairs.begin(), pairs.end(),
                       [&](const LinkPairAnswer& pair) { return pair.a == a && pair.b == b; });
}

std::vector<LinkPairAnswer> found_of(const Robot& robot, const LinkPairOptions& options = {}) {
  return find_link_pairs(robot, options).value();
}

/// The gravest verdict of all pairs of two links.
Verdict verdict_at(const Robot& robot, const LinkPairAnswer& pair,
                   std::span<const double> configuration) {
  const std::vector<Pose3> frames = test::frames_of(robot, configuration);
  const RobotModel& model = robot.model();
  Verdict verdict = Verdict::separated;
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    for (std::size_t q = 0; q < model.parts.size(); ++q) {
      const RobotPart &a = model.parts[p], &b = model.parts[q];
      if (a.link != pair.a || b.link != pair.b) continue;
      const auto asked_of = [](const RobotPart& part) {
        return test::AskedBody{&part.hull, part.inner ? &*part.inner : nullptr,
                               part.body ? &*part.body : nullptr, part.radius};
      };
      const auto frame = [&](std::size_t part) {
        return frames[static_cast<std::size_t>(
            robot.frame_of_part(static_cast<std::int32_t>(part)))];
      };
      verdict = test::graver(verdict, test::asked(asked_of(a), frame(p), asked_of(b), frame(q), 0));
    }
  }
  return verdict;
}

TEST(LinkPairs, OfCartsOnARailAreKnown) {
  // Apart by a tenth of a millimetre where closest; touching there; and overlapping in a corner.
  const auto apart = found_of(Robot::from_model(carts(1.2001)).value());
  ASSERT_EQ(apart.size(), 1U);
  EXPECT_EQ(apart[0].reason, SkipReason::never);
  EXPECT_TRUE(apart[0].proven);
  EXPECT_EQ(apart[0].share.upper, 0);
  EXPECT_GT(apart[0].clearance.lower, 0);
  EXPECT_LE(apart[0].clearance.lower, 1e-4);
  EXPECT_GE(apart[0].clearance.upper, 1e-4 * (1 - 1e-9));
  for (const double least : {1.2, 1.1999}) {
    LinkPairOptions options;
    options.samples = 1000;
    const auto close = found_of(Robot::from_model(carts(least)).value(), options);
    EXPECT_FALSE(close[0].proven) << least;
  }
  LinkPairOptions unsampled;
  unsampled.samples = 0;
  EXPECT_EQ(found_of(Robot::from_model(carts(1.2)).value(), unsampled)[0].reason, SkipReason::none);
  const auto crossing = found_of(Robot::from_model(carts(0.5)).value());
  EXPECT_EQ(crossing[0].reason, SkipReason::none);
  EXPECT_GT(crossing[0].meets, 0);
  EXPECT_GT(crossing[0].share.lower, 0);
  EXPECT_LT(crossing[0].share.upper, 0.5);
}

TEST(LinkPairs, ThatAlwaysMeetAreProven) {
  LinkPairOptions options;
  options.samples = 100;
  RobotModel model = carts(-0.05);
  model.joints[0].upper = 0.05;
  model.joints[1].upper = 0.05;  // at most 0.1 apart, and the cubes are twice as long
  const auto always = found_of(Robot::from_model(model).value(), options);
  EXPECT_EQ(always[0].reason, SkipReason::always);
  EXPECT_TRUE(always[0].proven);
  EXPECT_EQ(always[0].share.lower, 1);
  model.joints[0].upper = 0.151;  // apart in a corner of the box
  const auto nearly = found_of(Robot::from_model(model).value(), options);
  EXPECT_EQ(nearly[0].reason, SkipReason::by_default);
  EXPECT_FALSE(nearly[0].proven);
  // Apart in the default configuration, and almost nowhere else.
  model = carts(0.001);
  model.joints[0].upper = 0.001;
  model.joints[1].upper = 0.9;
  model.parts[1] = box_part(2, {1, 0.1, 0.1}, {1.101, 0, 0});
  model.joints[1].axis = {-1, 0, 0};
  model.joints[1].lower = 0;
  const auto mostly = found_of(Robot::from_model(model).value(), options);
  EXPECT_EQ(mostly[0].reason, SkipReason::always);
  EXPECT_FALSE(mostly[0].proven);
}

TEST(LinkPairs, ThatMeetInATinyPartOfTheBoxAreNotCalledNever) {
  LinkPairOptions options;
  options.samples = 2000;
  // The pin reaches down to 0.1 and less at a lift of 0.8 or more.
  const auto apart = found_of(Robot::from_model(needle(0.799)).value(), options);
  EXPECT_TRUE(pair_of(apart, 0, 2).proven);
  EXPECT_EQ(pair_of(apart, 0, 2).reason, SkipReason::never);
  const Robot robot = Robot::from_model(needle(0.8001)).value();
  const auto met = found_of(robot, options);
  const LinkPairAnswer& pair = pair_of(met, 0, 2);
  ASSERT_EQ(pair.meets, 0);  // samples miss it
  EXPECT_FALSE(pair.proven);
  EXPECT_EQ(pair.reason, SkipReason::none);  // the search does not
  EXPECT_EQ(verdict_at(robot, pair, pair.configuration), Verdict::overlapping);
  // Without boxes there is no proof, and the samples are all there is.
  options.boxes = 0;
  const auto sampled = found_of(robot, options);
  EXPECT_EQ(pair_of(sampled, 0, 2).reason, SkipReason::never);
  EXPECT_FALSE(pair_of(sampled, 0, 2).proven);
  EXPECT_EQ(pair_of(sampled, 0, 2).share.upper, 3.0 / 2000);
}

TEST(LinkPairs, AreHeldAgainstOtherSamplesAndAnyThreads) {
  Draw draw(77);
  int proven = 0, always = 0, others = 0;
  for (int trial = 0; trial < 150; ++trial) {
    RobotModel model = test::draw_robot(draw, draw.in(2, 5));
    for (RobotJoint& joint : model.joints) {
      if (joint.kind == JointKind::floating || draw.chance(2)) joint.kind = JointKind::revolute;
      if (joint.kind == JointKind::revolute || joint.kind == JointKind::prismatic) {
        joint.upper = draw.between(0.1, 1);
        joint.lower = -joint.upper;
      }
    }
    const Robot robot = Robot::from_model(model).value();
    LinkPairOptions options;
    options.samples = 200;
    options.boxes = 500;
    const auto pairs = found_of(robot, options);
    test::Backwards reversed;
    options.executor = &reversed;
    const auto again = found_of(robot, options);
    ASSERT_EQ(pairs.size(), again.size());
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const LinkPairAnswer &pair = pairs[k], &other = again[k];
      EXPECT_EQ(pair.reason, other.reason);
      EXPECT_EQ(pair.proven, other.proven);
      EXPECT_EQ(pair.meets, other.meets);
      EXPECT_EQ(pair.boxes, other.boxes);
      EXPECT_EQ(pair.configuration, other.configuration);
      ++(!pair.proven ? others : pair.reason == SkipReason::never ? proven : always);
      if (pair.meets > 0) {
        const Verdict verdict = verdict_at(robot, pair, pair.configuration);
        EXPECT_TRUE(verdict == Verdict::overlapping || verdict == Verdict::touching);
      }
      if (!pair.proven) continue;
      std::vector<double> configuration = robot.default_configuration();
      for (int sample = 0; sample < 50; ++sample) {
        for (const RobotJoint& joint : robot.model().joints) {
          if (joint.variable < 0) continue;
          const double low = std::isfinite(joint.lower) ? joint.lower : -20;
          double value = draw.between(low, -low);
          if (draw.chance(3)) value = value < 0 ? low : -low;  // corners of the box
          configuration[static_cast<std::size_t>(joint.variable)] = value;
        }
        const Verdict verdict = verdict_at(robot, pair, configuration);
        if (pair.reason == SkipReason::never) {
          ASSERT_EQ(verdict, Verdict::separated);
        } else {
          ASSERT_EQ(verdict, Verdict::overlapping);
        }
      }
    }
  }
  EXPECT_GT(proven, 20);
  EXPECT_GT(always, 0);
  EXPECT_GT(others, 20);
}

TEST(LinkPairs, WrittenAsSrdfAreReadAgain) {
  const std::string given = R"(<?xml version="1.0"?>
<robot name="arm">
  <!-- kept -->
  <group name="all"><joint name="shoulder"/><joint name="wrist"/></group>
  <group_state name="up" group="all"><joint name="shoulder" value="0.5"/></group_state>
  <disable_collisions link1="base" link2="tool" reason="Never"/>
  <disable_collisions link1="upper" link2="tool" reason="User"/>
</robot>
)";
  const Robot robot = read_urdf_text(test::kArm, given, "arm.urdf").value();
  const LinkPairOptions options;
  const auto pairs = found_of(robot, options);
  std::string text = srdf_with_pairs(robot, pairs, options, given).value();
  EXPECT_NE(text.find("<!-- kept -->"), std::string::npos);
  // It changes nothing to write it once more.
  EXPECT_EQ(srdf_with_pairs(robot, pairs, options, text).value(), text);
  const Robot again = read_urdf_text(test::kArm, text, "arm.urdf").value();
  ASSERT_EQ(again.model().states.size(), 1U);
  ASSERT_EQ(again.model().groups.size(), 1U);
  std::vector<std::pair<std::int32_t, std::int32_t>> expected, read;
  for (const LinkPairAnswer& pair : pairs) {
    if (pair || (pair.a == 1 && pair.b == 2)) expected.emplace_back(pair.a, pair.b);
  }
  for (const RobotPair& pair : again.model().skipped) read.emplace_back(pair.a, pair.b);
  EXPECT_EQ(read, expected);
  EXPECT_EQ(again.model().skipped.back().reason, "User");
  // Without a given one.
  text = srdf_with_pairs(robot, pairs, options).value();
  EXPECT_EQ(read_urdf_text(test::kArm, text, "arm.urdf").value().model().skipped.size(),
            static_cast<std::size_t>(std::count_if(
                pairs.begin(), pairs.end(), [](const LinkPairAnswer& pair) { return !!pair; })));
}

TEST(LinkPairs, AreRefusedInWords) {
  const Robot robot = Robot::from_model(carts(2)).value();
  LinkPairOptions options;
  options.samples = -1;
  EXPECT_EQ(find_link_pairs(robot, options).error().code, ErrorCode::wrong_shape);
  options.samples = 1;
  options.boxes = -1;
  EXPECT_EQ(find_link_pairs(robot, options).error().code, ErrorCode::wrong_shape);
  LinkPairAnswer wrong;
  wrong.a = 0;
  wrong.b = 9;
  wrong.reason = SkipReason::never;
  EXPECT_FALSE(srdf_with_pairs(robot, {&wrong, 1}, options).has_value());
  EXPECT_FALSE(srdf_with_pairs(robot, {}, options, "<robot").has_value());
  EXPECT_FALSE(srdf_with_pairs(robot, {}, options, "<urdf/>").has_value());
}

TEST(LinkPairs, WithoutLimitsHaveNoProof) {
  RobotModel model = carts(2);
  model.joints[1].upper = std::numeric_limits<double>::infinity();
  LinkPairOptions options;
  options.samples = 100;
  const auto pairs = found_of(Robot::from_model(model).value(), options);
  EXPECT_EQ(pairs[0].reason, SkipReason::never);
  EXPECT_FALSE(pairs[0].proven);
}

}  // namespace
}  // namespace sunder
