// SPDX-License-Identifier: Apache-2.0
//
// Compares a checker with queries about each pair at the poses of Robot::forward(), whatever the blocks, threads and
// instruction sets. Robots have joints and parts of all kinds; contacts are built by prismatic joints on a grid.
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "batch/executors.hpp"
#include "lanes/every_target.hpp"
#include "robot/checker_robots.hpp"
#include "suite/effort.hpp"
#include "sunder/robot_check.hpp"

namespace sunder {
namespace {

using test::AskedBody;
using test::Draw;

AskedBody asked_part(const Robot& robot, std::int32_t part) {
  const RobotPart& of = robot.model().parts[static_cast<std::size_t>(part)];
  return {&of.hull, of.inner ? &*of.inner : nullptr, of.body ? &*of.body : nullptr, of.radius};
}

/// The verdicts of all pairs of one configuration, by queries.
std::vector<Verdict> expected(const Robot& robot, const Scene& scene, const RobotChecker& checker,
                              std::span<const double> configuration, double margin) {
  const std::vector<Pose3> frames = test::frames_of(robot, configuration);
  const auto pose = [&](std::int32_t part) -> const Pose3& {
    return frames[static_cast<std::size_t>(robot.frame_of_part(part))];
  };
  std::vector<Verdict> verdicts;
  for (std::int64_t p = 0; p < checker.pairs(); ++p) {
    const RobotCheckPair pair = checker.pair(p);
    const AskedBody a = asked_part(robot, pair.part_a);
    if (pair.body < 0) {
      verdicts.push_back(test::asked(a, pose(pair.part_a), asked_part(robot, pair.part_b),
                                     pose(pair.part_b), margin));
    } else {
      const SceneBody& body = scene.body(pair.body);
      const AskedBody b{&body.polytope, nullptr, body.body ? &*body.body : nullptr, 0};
      verdicts.push_back(test::asked(a, pose(pair.part_a), b, body.pose, margin));
    }
  }
  return verdicts;
}

struct Answers {
  std::vector<Verdict> verdicts, pairs;
  std::vector<std::int64_t> first;
  std::vector<RobotRefusal> refusals;
  BatchReport report;
};

Answers ask(const RobotChecker& checker, std::span<const double> q, std::int64_t count, bool all,
            const BatchOptions& options = {}, bool along_path = false, bool first = true) {
  Answers answers;
  const auto size = static_cast<std::size_t>(count);
  answers.verdicts.resize(size);
  if (first) answers.first.resize(size);
  answers.refusals.resize(size);
  if (all) answers.pairs.resize(size * static_cast<std::size_t>(checker.pairs()));
  answers.report =
      checker
          .check({q, count, along_path},
                 {answers.verdicts, answers.first, answers.refusals, answers.pairs}, options)
          .value();
  return answers;
}

struct Case {
  Robot robot;
  Scene scene;
  RobotChecker checker;
  double margin;
};

Case draw_case(Draw& draw, int bodies) {
  Robot robot = Robot::from_model(test::draw_robot(draw, draw.in(2, 7))).value();
  Scene scene = test::draw_scene(draw, bodies, 1.2);
  RobotCheckOptions options;
  if (draw.chance(3)) options.margin = draw.between(0, 0.05);
  RobotChecker checker = RobotChecker::make(robot, scene, options).value();
  return {robot, scene, checker, options.margin};
}

TEST(Checker, SaysWhatQueriesSay) {
  Draw draw(11);
  std::array<int, 4> seen{};
  for (int trial = 0; trial < suite::cases(40); ++trial) {
    SCOPED_TRACE(trial);
    const Case c = draw_case(draw, draw.in(0, 6));
    const int count = draw.in(1, 40);
    const std::vector<double> q = test::draw_configurations(draw, c.robot, count);
    const Answers all = ask(c.checker, q, count, true);
    const Answers some = ask(c.checker, q, count, false);
    const Answers verdicts = ask(c.checker, q, count, false, {}, false, false);
    const auto variables = static_cast<std::size_t>(c.robot.variables());
    const auto pairs = static_cast<std::size_t>(c.checker.pairs());
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      SCOPED_TRACE(i);
      const std::vector<Verdict> exact = expected(
          c.robot, c.scene, c.checker, std::span(q).subspan(i * variables, variables), c.margin);
      Verdict worst = Verdict::separated;
      for (const Verdict verdict : exact) worst = test::graver(worst, verdict);
      std::int64_t first = -1;
      for (std::size_t p = pairs; p-- > 0;) {
        if (exact[p] == worst && worst != Verdict::separated) first = static_cast<std::int64_t>(p);
        if (all.pairs[i * pairs + p] == Verdict::not_examined) {  // two that stand still
          EXPECT_EQ(exact[p], Verdict::separated);
          continue;
        }
        EXPECT_EQ(all.pairs[i * pairs + p], exact[p])
            << c.checker.pair_name(static_cast<std::int64_t>(p));
      }
      for (const Answers* answers : {&all, &some}) {
        EXPECT_EQ(answers->verdicts[i], worst);
        EXPECT_EQ(answers->first[i], first);
        EXPECT_EQ(answers->refusals[i], RobotRefusal::none);
      }
      EXPECT_EQ(verdicts.verdicts[i], worst);
      ++seen[static_cast<std::size_t>(worst)];
    }
  }
  EXPECT_GT(seen[0], 20 / (suite::kSanitized ? 8 : 1));
  EXPECT_GT(seen[2], 20 / (suite::kSanitized ? 8 : 1));
}

/// Many configurations, so that lanes are full; a sample is compared with queries.
TEST(Checker, DoesNotDependOnBlocksThreadsOrTargets) {
  Draw draw(12);
  for (int trial = 0; trial < suite::cases(6); ++trial) {
    SCOPED_TRACE(trial);
    const Case c = draw_case(draw, 5);
    const int count = 600;
    const std::vector<double> q = test::draw_configurations(draw, c.robot, count);
    const Answers whole = ask(c.checker, q, count, false);
    const auto same = [&](const Answers& other) {
      EXPECT_EQ(other.verdicts, whole.verdicts);
      EXPECT_EQ(other.first, whole.first);
      EXPECT_EQ(other.report.separated, whole.report.separated);
      EXPECT_EQ(other.report.overlapping, whole.report.overlapping);
      EXPECT_EQ(other.report.unproven, whole.report.unproven);
      EXPECT_EQ(other.report.pruned, whole.report.pruned);
      EXPECT_EQ(other.report.first_hit, whole.report.first_hit);
    };
    test::Threads threads(3);
    test::Backwards backwards;
    for (const std::int64_t chunk : {1, 7, 100, 257}) {
      BatchOptions options;
      options.chunk = chunk;
      same(ask(c.checker, q, count, false, options));
      options.executor = &threads;
      same(ask(c.checker, q, count, false, options));
      options.executor = &backwards;
      same(ask(c.checker, q, count, false, options, true));
    }
    detail::on_every_target([&] { same(ask(c.checker, q, count, false)); });
    const auto variables = static_cast<std::size_t>(c.robot.variables());
    for (std::size_t i = 0; i < 600; i += 17) {
      Verdict worst = Verdict::separated;
      const auto one = std::span(q).subspan(i * variables, variables);
      for (const Verdict verdict : expected(c.robot, c.scene, c.checker, one, c.margin)) {
        worst = test::graver(worst, verdict);
      }
      EXPECT_EQ(whole.verdicts[i], worst) << i;
    }
  }
}

TEST(Checker, FindsTheSameAlongAPath) {
  Draw draw(13);
  for (int trial = 0; trial < suite::cases(10); ++trial) {
    const Case c = draw_case(draw, 3);
    const auto variables = static_cast<std::size_t>(c.robot.variables());
    const std::vector<double> ends = test::draw_configurations(draw, c.robot, 2);
    std::vector<double> q;
    const int count = 500;
    for (int i = 0; i < count; ++i) {
      for (std::size_t v = 0; v < variables; ++v) {
        q.push_back(ends[v] + (ends[variables + v] - ends[v]) * i / count);
      }
    }
    const Answers plain = ask(c.checker, q, count, false);
    const Answers hinted = ask(c.checker, q, count, false, {}, true);
    EXPECT_EQ(plain.verdicts, hinted.verdicts);
    EXPECT_EQ(plain.first, hinted.first);
  }
}

/// Boxes of edge 1 on prismatic joints along x: all numbers are exact, so that contact is too.
Robot grid_robot(int boxes) {
  RobotModel model;
  model.links.push_back({"base"});
  for (int i = 0; i < boxes; ++i) {
    model.links.push_back({"link" + std::to_string(i)});
    RobotJoint joint;
    joint.name = "joint" + std::to_string(i);
    joint.kind = JointKind::prismatic;
    joint.parent = 0;
    joint.child = i + 1;
    joint.lower = -100;
    joint.upper = 100;
    model.joints.push_back(joint);
    RobotPart part;
    part.name = "box" + std::to_string(i);
    part.link = i + 1;
    part.shape = RobotShape::box;
    part.hull = Polytope3::box({0.5, 0.5, 0.5});
    model.parts.push_back(part);
  }
  return Robot::from_model(model).value();
}

TEST(Checker, DecidesContactOnAGrid) {
  const Robot robot = grid_robot(3);
  for (const double margin : {0.0, 0.25}) {
    RobotCheckOptions options;
    options.margin = margin;
    const RobotChecker checker = RobotChecker::make(robot, {}, options).value();
    ASSERT_EQ(checker.pairs(), 3);
    std::vector<double> q;
    std::vector<Verdict> worst;
    std::vector<std::int64_t> first;
    for (int a = -8; a <= 8; ++a) {
      for (int b = -8; b <= 8; ++b) {
        const std::array<double, 3> x{0, 0.25 * a, 0.25 * b};
        q.insert(q.end(), x.begin(), x.end());
        Verdict verdict = Verdict::separated;
        std::array<Verdict, 3> each{};
        for (std::size_t p = 0; p < 3; ++p) {
          const RobotCheckPair pair = checker.pair(static_cast<std::int64_t>(p));
          const double gap = std::fabs(x[static_cast<std::size_t>(pair.part_a)] -
                                       x[static_cast<std::size_t>(pair.part_b)]) -
                             1 - margin;
          each[p] = gap > 0   ? Verdict::separated
                    : gap < 0 ? Verdict::overlapping
                              : Verdict::touching;
          verdict = test::graver(verdict, each[p]);
        }
        worst.push_back(verdict);
        first.push_back(-1);
        for (std::size_t p = 3; p-- > 0;) {
          if (verdict != Verdict::separated && each[p] == verdict)
            first.back() = static_cast<std::int64_t>(p);
        }
      }
    }
    const auto count = static_cast<std::int64_t>(worst.size());
    const Answers answers = ask(checker, q, count, false);
    EXPECT_EQ(answers.verdicts, worst);
    EXPECT_EQ(answers.first, first);
    EXPECT_GT(answers.report.touching, 10);
    // One place less than contact, and one more.
    for (const double off : {0x1p-52, -0x1p-53}) {
      const std::array<double, 3> x{0, (1 + margin) * (1 + off), 50};
      EXPECT_EQ(ask(checker, x, 1, false).verdicts[0],
                off > 0 ? Verdict::separated : Verdict::overlapping);
    }
  }
}

TEST(Checker, PadsLinksAndPairs) {
  const Robot robot = grid_robot(2);
  Scene scene;
  scene.add(Body3{Part3{Polytope3::box({0.5, 0.5, 0.5})}}, Pose3::translation({0, 3, 0}).value());
  RobotCheckOptions options;
  options.padding.push_back({1, 0.5, false});  // of the first box
  options.padding.push_back({2, 0.25, true});  // of the second, against the scene
  options.margins.push_back({2, -1, 0.25});    // of the second and the scene
  options.margins.push_back({1, 2, 0.125});
  const RobotChecker checker = RobotChecker::make(robot, scene, options).value();
  ASSERT_EQ(checker.pairs(), 3);
  const auto verdicts = [&](double x) {
    const std::array<double, 2> q{0, x};
    return ask(checker, q, 1, true).pairs;
  };
  EXPECT_EQ(verdicts(1.625)[0], Verdict::touching);
  EXPECT_EQ(verdicts(1.625 + 0x1p-52)[0], Verdict::separated);
  EXPECT_EQ(verdicts(1.625 - 0x1p-52)[0], Verdict::overlapping);
  // The gap to the scene is 2 for both.
  EXPECT_EQ(verdicts(0)[1], Verdict::separated);
  Scene near;
  near.add(Body3{Part3{Polytope3::box({0.5, 0.5, 0.5})}}, Pose3::translation({0, 1.5, 0}).value());
  const RobotChecker closer = RobotChecker::make(robot, near, options).value();
  const std::array<double, 2> q{0, 0};
  const std::vector<Verdict> found = ask(closer, q, 1, true).pairs;
  EXPECT_EQ(found[1], Verdict::touching);  // by the padding of 0.5
  EXPECT_EQ(found[2], Verdict::touching);  // by the padding of 0.25 and the margin
}

TEST(Checker, CarriesBodies) {
  const Robot robot = grid_robot(3);
  RobotAttachment grasped;
  grasped.link = 1;
  grasped.part.name = "grasped";
  grasped.part.shape = RobotShape::box;
  grasped.part.hull = Polytope3::box({0.5, 0.5, 0.5});
  grasped.part.pose = Pose3::translation({1, 0, 0}).value();
  grasped.touches = {3};
  RobotCheckOptions options;
  options.attached.push_back(grasped);
  const RobotChecker checker = RobotChecker::make(robot, {}, options).value();
  ASSERT_EQ(checker.pairs(), 4);
  EXPECT_EQ(checker.pair_name(3), "box1 and grasped");
  EXPECT_EQ(checker.parts().back().link, 4);
  EXPECT_EQ(checker.counts().skipped.size(), 1U);
  EXPECT_EQ(checker.counts().skipped[0], (std::pair<std::string, std::int64_t>("Attached", 2)));
  // It hangs on the first box, and the third may touch it.
  const std::array<double, 3> q{0, 1.75, 1.5};
  const std::vector<Verdict> found = ask(checker, q, 1, true).pairs;
  EXPECT_EQ(found[3], Verdict::overlapping);
  const std::array<double, 3> apart{-10, 1.75, -9};
  EXPECT_EQ(ask(checker, apart, 1, true).pairs[3], Verdict::separated);
}

TEST(Checker, TakesSeveralRobots) {
  const Robot one = grid_robot(1);
  RobotModel moved = one.model();
  moved.base = Pose3::translation({0, 1, 0}).value();
  const std::array<Robot, 2> robots{one, Robot::from_model(moved).value()};
  const RobotChecker checker = RobotChecker::make(robots).value();
  EXPECT_EQ(checker.variables(), 2);
  ASSERT_EQ(checker.pairs(), 1);
  const std::array<double, 6> q{0, 0, 0, 1, 0, 1.5};
  const Answers found = ask(checker, q, 3, false);
  EXPECT_EQ(found.verdicts,
            (std::vector<Verdict>{Verdict::touching, Verdict::touching, Verdict::separated}));
  Draw draw(14);
  const Robot a = Robot::from_model(test::draw_robot(draw, 4)).value();
  const Robot b = Robot::from_model(test::draw_robot(draw, 4)).value();
  const std::array<Robot, 2> drawn{a, b};
  const RobotChecker both = RobotChecker::make(drawn).value();
  const int count = 40;
  std::vector<double> together;
  for (int i = 0; i < count * both.variables(); ++i) together.push_back(draw.between(-1, 1));
  const Answers answers = ask(both, together, count, true);
  const auto parts_of_a = static_cast<std::int32_t>(a.model().parts.size());
  for (int i = 0; i < count; ++i) {
    const auto q_of = std::span(together).subspan(static_cast<std::size_t>(i * both.variables()));
    const auto frames_a = test::frames_of(a, q_of.first(static_cast<std::size_t>(a.variables())));
    const auto frames_b = test::frames_of(b, q_of.subspan(static_cast<std::size_t>(a.variables()),
                                                          static_cast<std::size_t>(b.variables())));
    const auto part = [&](std::int32_t index, const Pose3*& pose) {
      const Robot& of = index < parts_of_a ? a : b;
      const std::int32_t own = index < parts_of_a ? index : index - parts_of_a;
      pose = &(index < parts_of_a ? frames_a
                                  : frames_b)[static_cast<std::size_t>(of.frame_of_part(own))];
      return asked_part(of, own);
    };
    for (std::int64_t p = 0; p < both.pairs(); ++p) {
      const RobotCheckPair pair = both.pair(p);
      const Pose3 *pose_a, *pose_b;
      const AskedBody body_a = part(pair.part_a, pose_a);
      const AskedBody body_b = part(pair.part_b, pose_b);
      EXPECT_EQ(answers.pairs[static_cast<std::size_t>(i * both.pairs() + p)],
                test::asked(body_a, *pose_a, body_b, *pose_b, 0));
    }
  }
}

TEST(Checker, RefusesConfigurationsOneByOne) {
  const Robot robot = grid_robot(2);
  const RobotChecker checker = RobotChecker::make(robot).value();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::array<double, 8> q{0, 0.5, 0, nan, 0x1p21, 0, 0, 5};
  const Answers answers = ask(checker, q, 4, true);
  EXPECT_EQ(answers.verdicts, (std::vector<Verdict>{Verdict::overlapping, Verdict::undecided,
                                                    Verdict::undecided, Verdict::separated}));
  EXPECT_EQ(answers.refusals,
            (std::vector<RobotRefusal>{RobotRefusal::none, RobotRefusal::not_finite,
                                       RobotRefusal::too_large, RobotRefusal::none}));
  EXPECT_EQ(answers.pairs, (std::vector<Verdict>{Verdict::overlapping, Verdict::not_examined,
                                                 Verdict::not_examined, Verdict::separated}));
  EXPECT_EQ(answers.report.refused, 2);
  EXPECT_FALSE(checker.check({std::span(q).first(7), 4}, {}));
  std::vector<Verdict> short_one(3);
  EXPECT_FALSE(checker.check({q, 4}, {short_one}));
}

TEST(Checker, RefusesWrongOptions) {
  const Robot robot = grid_robot(2);
  const auto refused = [&](const RobotCheckOptions& options, ErrorCode code) {
    const Result<RobotChecker> made = RobotChecker::make(robot, {}, options);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, code) << made.error().message;
  };
  RobotCheckOptions options;
  options.margin = -1;
  refused(options, ErrorCode::wrong_shape);
  options.margin = std::numeric_limits<double>::infinity();
  refused(options, ErrorCode::not_finite);
  options = {};
  options.padding.push_back({7, 0.1});
  refused(options, ErrorCode::wrong_shape);
  options = {};
  options.margins.push_back({0, 9, 0.1});
  refused(options, ErrorCode::wrong_shape);
  options = {};
  options.skipped_scene.push_back({0, 0});
  refused(options, ErrorCode::wrong_shape);
  options = {};
  options.attached.emplace_back();
  refused(options, ErrorCode::wrong_shape);
  EXPECT_FALSE(RobotChecker::make(std::span<const Robot>()));
}

TEST(Checker, StopsAtHitsAndCancels) {
  const Robot robot = grid_robot(2);
  const RobotChecker checker = RobotChecker::make(robot).value();
  std::vector<double> q;
  for (int i = 0; i < 1000; ++i) {
    q.push_back(0);
    q.push_back(i % 300 == 299 ? 0.5 : 3);
  }
  BatchOptions options;
  options.stop = BatchStop::first;
  options.hits = 2;
  options.chunk = 64;
  const Answers answers = ask(checker, q, 1000, false, options);
  EXPECT_EQ(answers.report.first_hit, 299);
  EXPECT_EQ(answers.report.next, 600);
  EXPECT_EQ(answers.verdicts[599], Verdict::overlapping);
  EXPECT_EQ(answers.verdicts[600], Verdict::not_examined);
  const std::atomic<bool> cancel = true;
  options = {};
  options.cancel = &cancel;
  const Answers none = ask(checker, q, 1000, false, options);
  EXPECT_TRUE(none.report.cancelled);
  EXPECT_EQ(none.report.skipped, 1000);
}

/// A link on three rails, along x, y and z.
RobotModel railed(const RobotPart& fixed, const RobotPart& moved) {
  RobotModel model;
  model.links = {{"base"}, {"x"}, {"y"}, {"z"}};
  for (std::int32_t k = 0; k < 3; ++k) {
    RobotJoint joint;
    joint.name = "rail" + std::to_string(k);
    joint.kind = JointKind::prismatic;
    joint.parent = k;
    joint.child = k + 1;
    joint.axis = {0, 0, 0};
    joint.axis[static_cast<std::size_t>(k)] = 1;
    joint.lower = -100;
    joint.upper = 100;
    model.joints.push_back(joint);
  }
  model.parts = {fixed, moved};
  model.parts[0].name = "fixed";
  model.parts[0].link = 0;
  model.parts[1].name = "moved";
  model.parts[1].link = 3;
  return model;
}

/// Corners are where balls are tight.
TEST(Checker, DecidesContactOfCorners) {
  RobotPart cube;
  cube.shape = RobotShape::box;
  cube.hull = Polytope3::box({0.5, 0.5, 0.5});
  const RobotChecker checker =
      RobotChecker::make(Robot::from_model(railed(cube, cube)).value()).value();
  std::vector<double> q;
  std::vector<Verdict> expected;
  for (int signs = 0; signs < 8; ++signs) {
    for (const double off : {0.0, 0x1p-52, -0x1p-53, -1e-3, -1e-6, 1e-6}) {
      for (int k = 0; k < 3; ++k)
        q.push_back(((signs >> k) % 2 == 0 ? 1 : -1) * (k == 2 ? 1 + off : 1 + std::min(off, 0.0)));
      expected.push_back(off > 0   ? Verdict::separated
                         : off < 0 ? Verdict::overlapping
                                   : Verdict::touching);
    }
  }
  EXPECT_EQ(ask(checker, q, static_cast<std::int64_t>(expected.size()), false).verdicts, expected);
}

/// A cube of edge 2 whose top is dented to a pyramid, of many triangles: its pieces leave its inside empty.
Mesh3 dented_cube() {
  constexpr int kSteps = 12;
  std::vector<Vector3> points;
  std::vector<std::array<std::int32_t, 3>> triangles;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      const auto first = static_cast<std::int32_t>(points.size());
      for (int i = 0; i <= kSteps; ++i) {
        for (int j = 0; j <= kSteps; ++j) {
          Vector3 p{};
          p[axis] = side;
          p[(axis + 1) % 3] = -1 + 2.0 * i / kSteps;
          p[(axis + 2) % 3] = -1 + 2.0 * j / kSteps;
          if (axis == 2 && side > 0)
            p[2] = 1 - 0.75 * (1 - std::max(std::fabs(p[0]), std::fabs(p[1])));
          points.push_back(p);
        }
      }
      for (std::int32_t i = 0; i < kSteps; ++i) {
        for (std::int32_t j = 0; j < kSteps; ++j) {
          const std::int32_t a = first + i * (kSteps + 1) + j;
          const std::int32_t b = a + kSteps + 1;
          triangles.push_back(side > 0 ? std::array{a, b, b + 1} : std::array{a, b + 1, b});
          triangles.push_back(side > 0 ? std::array{a, b + 1, a + 1} : std::array{a, a + 1, b + 1});
        }
      }
    }
  }
  return Mesh3::from_triangles(points, triangles, TakeAs::solid).value();
}

RobotPart mesh_part(const Mesh3& mesh) {
  RobotPart part;
  part.shape = RobotShape::solid;
  part.hull = Polytope3::from_points(mesh.points()).value();
  part.body.emplace(Body3{Part3{mesh}});
  return part;
}

/// Pieces prove nothing of a body that lies inside another one, and something of one in its dent.
TEST(Checker, FindsWhatLiesInsideAMesh) {
  const RobotPart cube = mesh_part(dented_cube());
  RobotPart box;
  box.shape = RobotShape::box;
  box.hull = Polytope3::box({0.0625, 0.0625, 0.0625});
  const std::array<RobotPart, 2> small{mesh_part(test::concave_mesh(0.0625)), box};
  Draw draw(16);
  for (const RobotPart& inner : small) {
    for (const bool swapped : {false, true}) {
      const RobotModel model = swapped ? railed(inner, cube) : railed(cube, inner);
      const Robot robot = Robot::from_model(model).value();
      const RobotChecker checker = RobotChecker::make(robot).value();
      const double sign = swapped ? -1 : 1;
      const std::array<double, 9> q{0, 0, -0.5 * sign, 0, 0, 0.75 * sign, 0, 0, 0.25 * sign};
      const Answers answers = ask(checker, q, 3, true);
      EXPECT_EQ(answers.verdicts[0], Verdict::overlapping);
      EXPECT_EQ(answers.verdicts[1], Verdict::separated);
      EXPECT_EQ(answers.verdicts[2], Verdict::overlapping);
      std::vector<double> drawn;
      const int count = 60;
      for (int i = 0; i < 3 * count; ++i) drawn.push_back(draw.between(-1.2, 1.2));
      const Answers many = ask(checker, drawn, count, true);
      for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const auto exact = expected(robot, {}, checker, std::span(drawn).subspan(3 * i, 3), 0);
        EXPECT_EQ(many.verdicts[i], exact[0]) << i;
      }
    }
  }
}

/// Distances hold what queries about each pair measure.
TEST(Checker, MeasuresDistances) {
  Draw draw(15);
  for (int trial = 0; trial < suite::cases(25); ++trial) {
    SCOPED_TRACE(trial);
    Case c = draw_case(draw, draw.in(0, 3));
    const int count = 12;
    const std::vector<double> q = test::draw_configurations(draw, c.robot, count);
    const auto size = static_cast<std::size_t>(count);
    const auto pairs = static_cast<std::size_t>(c.checker.pairs());
    std::vector<Interval> closest(size), all(size * pairs), again(size);
    std::vector<std::int64_t> pair(size), pair_again(size);
    std::vector<Witness<3>> witnesses(size);
    c.checker.distances({q, count}, {closest, pair, witnesses, {}, {}}).value();
    c.checker.distances({q, count}, {again, pair_again, {}, {}, all}).value();
    EXPECT_EQ(pair, pair_again);
    const Answers verdicts = ask(c.checker, q, count, true);
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_EQ(closest[i].lower, again[i].lower);
      EXPECT_EQ(closest[i].upper, again[i].upper);
      if (pair[i] < 0) continue;
      double upper = std::numeric_limits<double>::infinity();
      for (std::size_t p = 0; p < pairs; ++p) {
        const Verdict verdict = verdicts.pairs[i * pairs + p];
        if (verdict == Verdict::not_examined) continue;
        const Interval distance = all[i * pairs + p];
        upper = std::min(upper, distance.upper);
        EXPECT_LE(distance.lower, distance.upper);
        if (verdict == Verdict::separated) {
          EXPECT_GE(distance.upper, c.margin);
        }
        if (verdict == Verdict::overlapping) {
          EXPECT_LE(distance.lower, c.margin);
        }
      }
      EXPECT_EQ(closest[i].upper, upper);
      if (closest[i].lower > 0) {
        double squares = 0;
        for (std::size_t k = 0; k < 3; ++k) {
          const double gap = witnesses[i].point_b[k] - witnesses[i].point_a[k];
          squares += gap * gap;
        }
        EXPECT_GE(std::sqrt(squares), closest[i].lower * (1 - 1e-9) - 1e-12);
        EXPECT_LE(std::sqrt(squares), closest[i].upper * (1 + 1e-9) + 1e-12);
      }
    }
  }
}

/// Lanes measure most pairs of hulls. Their intervals hold what queries enclose, on every instruction set.
TEST(Checker, MeasuresAllPairsOfHulls) {
  Draw draw(16);
  int compared = 0;
  for (int trial = 0; trial < suite::cases(20); ++trial) {
    SCOPED_TRACE(trial);
    Case c = draw_case(draw, draw.in(0, 3));
    const int count = draw.in(1, 20);
    const std::vector<double> q = test::draw_configurations(draw, c.robot, count);
    const auto variables = static_cast<std::size_t>(c.robot.variables());
    const auto pairs = static_cast<std::size_t>(c.checker.pairs());
    detail::on_every_target([&] {
      std::vector<Interval> all(static_cast<std::size_t>(count) * pairs);
      RobotDistanceOutput output;
      output.pair_distances = all;
      c.checker.distances({q, count}, output).value();
      for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const std::vector<Pose3> frames =
            test::frames_of(c.robot, std::span(q).subspan(i * variables, variables));
        for (std::size_t p = 0; p < pairs; ++p) {
          const RobotCheckPair pair = c.checker.pair(static_cast<std::int64_t>(p));
          const AskedBody a = asked_part(c.robot, pair.part_a);
          AskedBody b{};
          Pose3 pose_b = Pose3::identity();
          if (pair.body < 0) {
            b = asked_part(c.robot, pair.part_b);
            pose_b = frames[static_cast<std::size_t>(c.robot.frame_of_part(pair.part_b))];
          } else {
            const SceneBody& body = c.scene.body(pair.body);
            b = {&body.polytope, nullptr, body.body ? &*body.body : nullptr, 0};
            pose_b = body.pose;
          }
          if (a.inner || b.inner || a.body || b.body || a.hull->empty() || b.hull->empty())
            continue;
          const Interval found = all[i * pairs + p];
          if (found.upper == std::numeric_limits<double>::infinity()) continue;  // skipped
          const Pose3& pose_a =
              frames[static_cast<std::size_t>(c.robot.frame_of_part(pair.part_a))];
          const Interval single =
              distance(Posed3(*a.hull, pose_a, a.radius), Posed3(*b.hull, pose_b, b.radius))
                  .distance;
          EXPECT_LE(found.lower, single.upper) << p;
          EXPECT_GE(found.upper, single.lower) << p;
          EXPECT_LE(found.upper - found.lower, 1e-11 * (1 + found.lower)) << p;
          ++compared;
        }
      }
    });
  }
  EXPECT_GT(compared, 25 * suite::cases(20));
}

}  // namespace
}  // namespace sunder
