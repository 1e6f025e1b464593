// SPDX-License-Identifier: Apache-2.0
//
// Tests edges of paths against configurations drawn from them, and against edges whose answer is known by construction.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "batch/executors.hpp"
#include "robot/checker_robots.hpp"
#include "sunder/robot_path.hpp"

namespace sunder {
namespace {

using test::Draw;

Pose3 at(const Vector3& t) { return Pose3::translation(t).value(); }

RobotPart part_of(std::int32_t link, Polytope3 hull, const Vector3& place = {}, double radius = 0) {
  RobotPart part;
  part.name = "part " + std::to_string(link);
  part.link = link;
  part.hull = std::move(hull);
  part.radius = radius;
  part.pose = at(place);
  return part;
}

/// A still base, and a link on a joint of the kind about or along an axis.
RobotModel one_joint(JointKind kind, const Vector3& axis, RobotPart moving) {
  RobotModel model;
  model.name = "one joint";
  model.links = {{"base"}, {"moving"}};
  RobotJoint joint;
  joint.name = "joint";
  joint.kind = kind;
  joint.parent = 0;
  joint.child = 1;
  joint.axis = axis;
  model.joints = {joint};
  moving.link = 1;
  model.parts = {std::move(moving)};
  return model;
}

Scene scene_of(Polytope3 body, const Vector3& place) {
  Scene scene;
  scene.add({"obstacle", std::move(body), at(place)});
  return scene;
}

EdgeAnswer answer_of(const RobotChecker& checker, const std::vector<double>& from,
                     const std::vector<double>& to, const PathOptions& options = {}) {
  std::vector<double> path = from;
  path.insert(path.end(), to.begin(), to.end());
  EdgeAnswer answer;
  const auto report = check_path(checker, path, 2, std::span(&answer, 1), options);
  EXPECT_TRUE(report.has_value()) << report.error().message;
  return answer;
}

Verdict verdict_at(const RobotChecker& checker, std::span<const double> configuration) {
  Verdict verdict{};
  RobotOutput output;
  output.verdicts = std::span(&verdict, 1);
  EXPECT_TRUE(checker.check({configuration, 1}, output).has_value());
  return verdict;
}

/// Every answer is held against configurations on the edge.
void hold(const RobotChecker& checker, std::span<const double> from, std::span<const double> to,
          const EdgeAnswer& answer, int samples) {
  std::vector<double> configuration(from.size());
  const auto verdict_of = [&](double time) {
    for (std::size_t k = 0; k < from.size(); ++k)
      configuration[k] = from[k] + time * (to[k] - from[k]);
    return verdict_at(checker, configuration);
  };
  for (int s = 0; s <= samples; ++s) {
    const double time = static_cast<double>(s) / samples;
    if (answer.verdict != EdgeVerdict::free && time >= answer.time.lower) break;
    const Verdict verdict = verdict_of(time);
    ASSERT_TRUE(verdict == Verdict::separated || verdict == Verdict::undecided)
        << time << " of " << answer.time.lower;
  }
  if (answer.verdict == EdgeVerdict::hit) {
    ASSERT_EQ(verdict_of(answer.time.upper), Verdict::overlapping);
    ASSERT_LE(answer.time.lower, answer.time.upper);
  }
}

TEST(Path, IsNeverFreeWhereASampleMeets) {
  Draw draw(251);
  int free = 0, hit = 0, unresolved = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Robot robot = Robot::from_model(test::draw_robot(draw, draw.in(2, 6))).value();
    const Scene scene = trial % 2 == 0 ? Scene() : test::draw_scene(draw, draw.in(1, 4), 2);
    const RobotChecker checker = RobotChecker::make(robot, scene).value();
    for (int edge = 0; edge < 4; ++edge) {
      const std::vector<double> from = test::draw_configurations(draw, robot, 1);
      std::vector<double> to = from;
      for (double& value : to) value += draw.between(-0.5, 0.5);
      for (const RobotJoint& joint : robot.model().joints) {
        if (joint.kind != JointKind::floating || joint.variable < 0) continue;
        for (int k = 3; k < 7; ++k) {
          const auto at = static_cast<std::size_t>(joint.variable + k);
          to[at] = from[at];
        }
      }
      PathOptions options;
      options.width = 1e-3;
      const EdgeAnswer answer = answer_of(checker, from, to, options);
      hold(checker, from, to, answer, 200);
      ++(answer.verdict == EdgeVerdict::free  ? free
         : answer.verdict == EdgeVerdict::hit ? hit
                                              : unresolved);
    }
  }
  EXPECT_GT(free, 30);
  EXPECT_GT(hit, 30);
  EXPECT_LT(unresolved, 20) << free << " free, " << hit << " hit";
}

/// Proofs of random edges are accepted, and what is changed in them is not, unless it is true too.
TEST(Path, ProvesFreeEdges) {
  Draw draw(253);
  int proven = 0, pieces = 0, forged = 0, without_direction = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Robot robot = Robot::from_model(test::draw_robot(draw, draw.in(2, 5))).value();
    const Scene scene = trial % 2 == 0 ? Scene() : test::draw_scene(draw, draw.in(1, 3), 2);
    const RobotChecker checker = RobotChecker::make(robot, scene).value();
    std::vector<double> path = test::draw_configurations(draw, robot, 1);
    const std::vector<double> from = path;
    std::vector<double> to = from;
    for (double& value : to) value += draw.between(-0.5, 0.5);
    for (const RobotJoint& joint : robot.model().joints) {
      if (joint.kind != JointKind::floating || joint.variable < 0) continue;
      for (int k = 3; k < 7; ++k) {
        const auto at = static_cast<std::size_t>(joint.variable + k);
        to[at] = from[at];
      }
    }
    path.insert(path.end(), to.begin(), to.end());
    EdgeAnswer answer;
    EdgeCertificate certificate;
    PathOptions options;
    options.certificates = std::span(&certificate, 1);
    ASSERT_TRUE(check_path(checker, path, 2, std::span(&answer, 1), options).has_value());
    if (!answer) {
      EXPECT_TRUE(certificate.pieces.empty());
      continue;
    }
    pieces += static_cast<int>(certificate.pieces.size());
    bool complete = true;
    for (const EdgePiece& piece : certificate.pieces)
      complete = complete && piece.direction != Vector3{};
    const Check check = verify(checker, from, to, certificate);
    ASSERT_EQ(check.accepted, complete) << trial << ": " << check.reason;
    without_direction += complete ? 0 : 1;
    proven += complete ? 1 : 0;
    if (certificate.pieces.empty()) continue;
    // What is left out, turned round or shortened is no proof.
    EdgeCertificate other = certificate;
    other.pieces.erase(other.pieces.begin() +
                       draw.in(0, static_cast<int>(other.pieces.size()) - 1));
    EXPECT_FALSE(verify(checker, from, to, other).accepted);
    other = certificate;
    EdgePiece& piece = other.pieces[static_cast<std::size_t>(
        draw.in(0, static_cast<int>(other.pieces.size()) - 1))];
    for (double& entry : piece.direction) entry = -entry;
    EXPECT_FALSE(verify(checker, from, to, other).accepted);
    other = certificate;
    other.pieces.back().end = std::nextafter(other.pieces.back().end, 0);
    EXPECT_FALSE(verify(checker, from, to, other).accepted);
    other = certificate;
    other.pieces.back().pair = checker.pairs() + 7;
    EXPECT_FALSE(verify(checker, from, to, other).accepted);
    other.pieces.back() = {0, std::nan(""), -1, {std::nan(""), 0, 0}};
    EXPECT_FALSE(verify(checker, from, to, other).accepted);
    ++forged;
  }
  EXPECT_GT(proven, 15);
  EXPECT_GT(pieces, 300);
  EXPECT_GT(forged, 10);
  EXPECT_LT(without_direction, proven);
}

/// A true proof of an edge is none of an edge that hits: verify() sees the motion, and not the search.
TEST(Path, RefusesAProofOfAnotherEdge) {
  RobotPart bar = part_of(1, Polytope3::box({0.5, 0.1, 0.1}), {1, 0, 0});
  const Robot robot = Robot::from_model(one_joint(JointKind::revolute, {0, 0, 1}, bar)).value();
  const RobotChecker checker =
      RobotChecker::make(robot, scene_of(Polytope3::box({0.2, 0.2, 0.2}), {0, 1.2, 0})).value();
  EdgeCertificate certificate;
  EdgeAnswer answer;
  PathOptions options;
  options.certificates = std::span(&certificate, 1);
  // The bar's corner at 1.5, 0.1 comes to the block's corner where the angle is near 1.29 less what it is wide.
  ASSERT_EQ(check_path(checker, std::vector<double>{0, 1}, 2, std::span(&answer, 1), options)
                .value()
                .free,
            1);
  EXPECT_TRUE(
      verify(checker, std::vector<double>{0}, std::vector<double>{1}, certificate).accepted);
  EXPECT_FALSE(
      verify(checker, std::vector<double>{0}, std::vector<double>{1.5}, certificate).accepted);
  EXPECT_FALSE(
      verify(checker, std::vector<double>{0}, std::vector<double>{}, certificate).accepted);
  EXPECT_FALSE(
      verify(checker, std::vector<double>{0}, std::vector<double>{std::nan("")}, certificate)
          .accepted);
}

/// A box of half 1 slides along x to one of half 1 at 10: they touch where the joint is at 8.
TEST(Path, FindsWhenABoxThatSlidesTouches) {
  const Robot robot = Robot::from_model(one_joint(JointKind::prismatic, {1, 0, 0},
                                                  part_of(1, Polytope3::box({1, 1, 1}))))
                          .value();
  const RobotChecker checker =
      RobotChecker::make(robot, scene_of(Polytope3::box({1, 1, 1}), {10, 0, 0})).value();
  const EdgeAnswer through = answer_of(checker, {0}, {16});
  EXPECT_EQ(through.verdict, EdgeVerdict::hit);
  EXPECT_LE(through.time.lower, 0.5);
  EXPECT_GE(through.time.upper, 0.5);
  EXPECT_LE(through.time.upper - through.time.lower, 1e-4);
  EXPECT_EQ(through.pair, 0);
  EXPECT_EQ(answer_of(checker, {0}, {7.9999}).verdict, EdgeVerdict::free);
  EXPECT_EQ(answer_of(checker, {0}, {8}).verdict, EdgeVerdict::unresolved)
      << "they touch at its end";
  EXPECT_EQ(answer_of(checker, {9}, {12}).time.lower, 0) << "they overlap from the start";
  EXPECT_EQ(answer_of(checker, {9}, {12}).verdict, EdgeVerdict::hit);
}

/// It slides past at a distance that the direction proves, however small.
TEST(Path, PassesAlongAFaceCloserThanTheWidth) {
  const Robot robot = Robot::from_model(one_joint(JointKind::prismatic, {1, 0, 0},
                                                  part_of(1, Polytope3::box({1, 1, 1}))))
                          .value();
  for (const double gap : {1e-3, 1e-6, 1e-9}) {
    const RobotChecker checker =
        RobotChecker::make(robot, scene_of(Polytope3::box({1, 1, 1}), {0, 2 + gap, 0})).value();
    const EdgeAnswer answer = answer_of(checker, {-10}, {10});
    EXPECT_EQ(answer.verdict, EdgeVerdict::free) << gap;
    EXPECT_LE(answer.clearance.lower, gap * (1 + 1e-6));
  }
  const RobotChecker touching =
      RobotChecker::make(robot, scene_of(Polytope3::box({1, 1, 1}), {0, 2, 0})).value();
  EXPECT_EQ(answer_of(touching, {-10}, {10}).verdict, EdgeVerdict::unresolved);
  const RobotChecker deeper =
      RobotChecker::make(robot, scene_of(Polytope3::box({1, 1, 1}), {0, 2 - 1e-6, 0})).value();
  EXPECT_EQ(answer_of(deeper, {-10}, {10}).verdict, EdgeVerdict::hit);
}

/// A ball of radius 0.1 at 1 from the axis sweeps past a wall whose face is at 1.1 + gap.
TEST(Path, SweepsPastAWall) {
  RobotPart ball = part_of(1, Polytope3::from_points({{0, 0, 0}}).value(), {1, 0, 0}, 0.1);
  ball.shape = RobotShape::sphere;
  const Robot robot = Robot::from_model(one_joint(JointKind::revolute, {0, 0, 1}, ball)).value();
  for (const double gap : {1e-2, 1e-4, 1e-6, -1e-6, -1e-4}) {
    const RobotChecker checker =
        RobotChecker::make(robot, scene_of(Polytope3::box({1, 2, 2}), {2.1 + gap, 0, 0})).value();
    const EdgeAnswer answer = answer_of(checker, {-1}, {1.25});
    EXPECT_EQ(answer.verdict, gap > 0 ? EdgeVerdict::free : EdgeVerdict::hit) << gap;
    if (gap > 0) {
      EXPECT_LE(answer.clearance.lower, gap);
      continue;
    }
    // It enters where 0.1 + cos q is the wall's place.
    const double enters = (1 - std::acos(1 + gap)) / 2.25;
    EXPECT_LE(answer.time.lower, enters);
    EXPECT_GE(answer.time.upper, enters);
  }
}

/// Two links that turn against each other, so that what they carry stays where it is.
TEST(Path, SeesThatJointsCancel) {
  RobotModel model = one_joint(JointKind::revolute, {0, 0, 1},
                               part_of(1, Polytope3::box({0.1, 0.1, 0.1}), {0, 0, 5}));
  model.links.push_back({"hand"});
  RobotJoint joint = model.joints[0];
  joint.name = "back";
  joint.parent = 1;
  joint.child = 2;
  model.joints.push_back(joint);
  model.parts.push_back(part_of(2, Polytope3::box({1, 1, 1})));
  const Robot robot = Robot::from_model(model).value();
  const RobotChecker checker =
      RobotChecker::make(robot, scene_of(Polytope3::box({1, 1, 1}), {2.001, 0, 0})).value();
  EXPECT_EQ(answer_of(checker, {-1.5, 1.5}, {1.5, -1.5}).verdict, EdgeVerdict::free);
  EXPECT_EQ(answer_of(checker, {-1.5, 1.5}, {1.5, 1.5}).verdict, EdgeVerdict::hit);
}

TEST(Path, TurnsAContinuousJointTheShorterWay) {
  const RobotPart bar = part_of(1, Polytope3::box({0.5, 0.1, 0.1}), {1, 0, 0});
  const Scene scene = scene_of(Polytope3::box({0.2, 0.2, 0.2}), {1, 0, 0});
  const Robot turning = Robot::from_model(one_joint(JointKind::continuous, {0, 0, 1}, bar)).value();
  const Robot limited = Robot::from_model(one_joint(JointKind::revolute, {0, 0, 1}, bar)).value();
  const double turn = 2 * std::numbers::pi;
  const std::vector<double> from{1}, to{turn - 1};
  EXPECT_EQ(answer_of(RobotChecker::make(turning, scene).value(), from, to).verdict,
            EdgeVerdict::hit);
  EXPECT_EQ(answer_of(RobotChecker::make(limited, scene).value(), from, to).verdict,
            EdgeVerdict::free);
}

/// A margin is kept at every time: what comes closer is a hit.
TEST(Path, KeepsAMargin) {
  const Robot robot = Robot::from_model(one_joint(JointKind::prismatic, {1, 0, 0},
                                                  part_of(1, Polytope3::box({1, 1, 1}))))
                          .value();
  const Scene scene = scene_of(Polytope3::box({1, 1, 1}), {0, 2.5, 0});
  RobotCheckOptions options;
  options.margin = 0.5 - 1e-7;
  EXPECT_EQ(answer_of(RobotChecker::make(robot, scene, options).value(), {-5}, {5}).verdict,
            EdgeVerdict::free);
  options.margin = 0.5 + 1e-7;
  const EdgeAnswer closer = answer_of(RobotChecker::make(robot, scene, options).value(), {-5}, {5});
  EXPECT_EQ(closer.verdict, EdgeVerdict::hit);
  // Corners are at the margin where their distance along x is the root of what the one along y leaves.
  EXPECT_NEAR(closer.time.lower, 0.3, 1e-3);
}

TEST(Path, AnswersAlikeForAnyThreadsAndStops) {
  Draw draw(252);
  const Robot robot = Robot::from_model(one_joint(JointKind::prismatic, {1, 0, 0},
                                                  part_of(1, Polytope3::box({1, 1, 1}))))
                          .value();
  const RobotChecker checker =
      RobotChecker::make(robot, scene_of(Polytope3::box({1, 1, 1}), {10, 0, 0})).value();
  std::vector<double> path;
  for (int i = 0; i < 200; ++i)
    path.push_back(i < 120 ? draw.between(-5, 7) : draw.between(-5, 15));
  std::vector<EdgeAnswer> alone(199), many(199), stopped(199);
  const PathReport report = check_path(checker, path, 200, alone).value();
  EXPECT_EQ(report.free + report.hit + report.unresolved, 199);
  test::Threads threads(3);
  PathOptions options;
  options.executor = &threads;
  EXPECT_EQ(check_path(checker, path, 200, many, options).value().free, report.free);
  options.stop = true;
  const PathReport first = check_path(checker, path, 200, stopped, options).value();
  EXPECT_EQ(first.first_edge, report.first_edge);
  EXPECT_EQ(first.free, report.first_edge);
  EXPECT_EQ(first.skipped, 199 - report.first_edge - 1);
  for (std::size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(alone[i].verdict, many[i].verdict);
    EXPECT_EQ(alone[i].time.upper, many[i].time.upper);
    EXPECT_EQ(alone[i].intervals, many[i].intervals);
    const bool is_examined = static_cast<std::int64_t>(i) <= report.first_edge;
    EXPECT_EQ(stopped[i].intervals, is_examined ? alone[i].intervals : 0) << i;
  }
}

TEST(Path, RefusesWhatItCannotAnswer) {
  const Robot robot = Robot::from_model(one_joint(JointKind::prismatic, {1, 0, 0},
                                                  part_of(1, Polytope3::box({1, 1, 1}))))
                          .value();
  const RobotChecker checker = RobotChecker::make(robot).value();
  std::vector<EdgeAnswer> one(1);
  const auto refused = [&](std::vector<double> path, std::int64_t count,
                           const PathOptions& options = {}) {
    const auto report = check_path(checker, path, count, one, options);
    return report.has_value() ? std::string() : report.error().message;
  };
  EXPECT_EQ(refused({0, 1}, 2), "");
  EXPECT_NE(refused({0, 1}, 3).find("numbers"), std::string::npos);
  EXPECT_NE(refused({0, 1, 2}, 3).find("edges"), std::string::npos);
  EXPECT_NE(refused({}, 0).find("waypoint"), std::string::npos);
  EXPECT_NE(refused({0, std::nan("")}, 2), "");
  EXPECT_NE(refused({0, std::numeric_limits<double>::infinity()}, 2), "");
  PathOptions options;
  options.width = 0;
  EXPECT_NE(refused({0, 1}, 2, options).find("width"), std::string::npos);
  options = {};
  options.max_intervals = 0;
  EXPECT_NE(refused({0, 1}, 2, options).find("max_intervals"), std::string::npos);
  std::vector<EdgeAnswer> none;
  EXPECT_TRUE(check_path(checker, std::vector<double>{0}, 1, none).has_value());
}

TEST(Path, RefusesAFloatingJointThatTurns) {
  const Robot robot = Robot::from_model(one_joint(JointKind::floating, {1, 0, 0},
                                                  part_of(1, Polytope3::box({1, 1, 1}))))
                          .value();
  const RobotChecker checker =
      RobotChecker::make(robot, scene_of(Polytope3::box({1, 1, 1}), {10, 0, 0})).value();
  EXPECT_EQ(answer_of(checker, {0, 0, 0, 0, 0, 0, 1}, {16, 0, 0, 0, 0, 0, 1}).verdict,
            EdgeVerdict::hit);
  std::vector<EdgeAnswer> one(1);
  const auto turned =
      check_path(checker, std::vector<double>{0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1}, 2, one);
  ASSERT_FALSE(turned.has_value());
  EXPECT_EQ(turned.error().code, ErrorCode::not_served);
}

}  // namespace
}  // namespace sunder
