// SPDX-License-Identifier: Apache-2.0
//
// Holds the verdicts of many configurations against the integer stage alone, pair by pair. It has no lanes, balls, trees
// or filters. bench/robots/truth.py does so for robots of URDF files. It asks Coal and the checker in Python too.
// SUNDER_ROBOT_CONFIGURATIONS sets the number of configurations; `./dev test --long` sets more.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "geometry/body.hpp"
#include "narrow/lp/exact.hpp"
#include "robot/checker_robots.hpp"
#include "suite/effort.hpp"
#include "sunder/certificate.hpp"

namespace sunder {
namespace {

using test::Draw;

/// A tree of links with one hull each, close enough that many pairs come near.
Robot draw_arm(Draw& draw) {
  RobotModel model;
  model.name = "arm";
  for (int l = 0; l < 6; ++l) {
    model.links.push_back({"link" + std::to_string(l)});
    const std::array<RobotShape, 2> shapes{RobotShape::convex, RobotShape::box};
    RobotPart part = test::draw_part(draw, shapes[draw.chance(4) ? 1 : 0], draw.between(0.1, 0.25));
    part.name = "part" + std::to_string(l);
    part.link = l;
    if (draw.chance(2)) part.pose = draw.pose(0.1);
    model.parts.push_back(part);
    if (l == 0) continue;
    RobotJoint joint;
    joint.name = "joint" + std::to_string(l);
    joint.kind = draw.chance(4) ? JointKind::prismatic : JointKind::revolute;
    joint.parent = draw.in(std::max(0, l - 2), l - 1);
    joint.child = l;
    joint.origin = draw.pose(0.35);
    joint.axis = draw.point(1);
    joint.lower = -2;
    joint.upper = 2;
    model.joints.push_back(joint);
  }
  return Robot::from_model(model).value();
}

Scene draw_boxes(Draw& draw) {
  Scene scene;
  for (int i = 0; i < 3; ++i) {
    const RobotPart part = test::draw_part(draw, RobotShape::box, draw.between(0.1, 0.3));
    SceneBody body;
    body.name = "box" + std::to_string(i);
    body.polytope = part.hull;
    body.pose = draw.pose(0.8);
    scene.add(body);
  }
  return scene;
}

class TruthOfARobot {
 public:
  TruthOfARobot(std::uint64_t seed)
      : draw_(seed),
        robot_(draw_arm(draw_)),
        scene_(draw_boxes(draw_)),
        checker_(RobotChecker::make(robot_, scene_).value()) {}

  /// Checks configurations, and counts pairs by their verdict.
  void check(int count, std::int64_t& apart, std::int64_t& meeting) {
    const std::vector<double> q = test::draw_configurations(draw_, robot_, count);
    const auto pairs = static_cast<std::size_t>(checker_.pairs());
    std::vector<Verdict> verdicts(static_cast<std::size_t>(count)),
        all(static_cast<std::size_t>(count) * pairs);
    std::vector<std::int64_t> first(static_cast<std::size_t>(count));
    checker_.check({q, count}, {.verdicts = verdicts, .first_pairs = first}).value();
    RobotOutput output;
    output.pair_verdicts = all;
    checker_.check({q, count}, output).value();
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      const auto variables = static_cast<std::size_t>(robot_.variables());
      const std::vector<Pose3> frames =
          test::frames_of(robot_, std::span(q).subspan(i * variables, variables));
      Verdict worst = Verdict::separated;
      std::int64_t first_pair = -1;
      for (std::size_t p = 0; p < pairs; ++p) {
        if (all[i * pairs + p] == Verdict::not_examined) continue;  // neither moves
        const Verdict exact = decide(static_cast<std::int64_t>(p), frames);
        ASSERT_EQ(to_string(all[i * pairs + p]), to_string(exact))
            << "configuration " << i << ", pair " << p;
        ++(exact == Verdict::separated ? apart : meeting);
        if (test::graver(worst, exact) == worst) continue;
        worst = exact;
        first_pair = static_cast<std::int64_t>(p);
      }
      ASSERT_EQ(to_string(verdicts[i]), to_string(worst)) << i;
      ASSERT_EQ(first[i], first_pair) << i;
    }
  }

 private:
  Verdict decide(std::int64_t index, const std::vector<Pose3>& frames) const {
    const RobotCheckPair pair = checker_.pair(index);
    const auto& parts = robot_.model().parts;
    const auto frame = [&](std::int32_t part) -> const Pose3& {
      return frames[static_cast<std::size_t>(robot_.frame_of_part(part))];
    };
    const Posed3 a(parts[static_cast<std::size_t>(pair.part_a)].hull, frame(pair.part_a));
    const Posed3 b =
        pair.part_b >= 0
            ? Posed3(parts[static_cast<std::size_t>(pair.part_b)].hull, frame(pair.part_b))
            : Posed3(scene_.body(pair.body).polytope, scene_.body(pair.body).pose);
    return detail::lp::decide_exactly<3>(
               detail::Pair<3>{detail::make_body(a), detail::make_body(b)}, {})
        .verdict;
  }

  Draw draw_;
  Robot robot_;
  Scene scene_;
  RobotChecker checker_;
};

TEST(Truth, EveryPairIsWhatIntegersSay) {
  const char* const asked = std::getenv("SUNDER_ROBOT_CONFIGURATIONS");
  const int configurations = asked != nullptr ? std::atoi(asked) : suite::cases(1000);
  constexpr int kOfARobot = 250;
  std::int64_t apart = 0, meeting = 0;
  for (int done = 0; done < configurations; done += kOfARobot) {
    TruthOfARobot truth(static_cast<std::uint64_t>(done) + 7);
    truth.check(kOfARobot, apart, meeting);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(apart, 2 * configurations);
  EXPECT_GT(meeting, configurations);
}

}  // namespace
}  // namespace sunder
