// SPDX-License-Identifier: Apache-2.0
//
// Tests scenes of bodies that are not convex: verdicts, distances, clearances, and pairs to be skipped.
#include <cmath>
#include <gtest/gtest.h>
#include <map>

#include "batch/executors.hpp"
#include "sunder/body.hpp"
#include "sunder/scene.hpp"

namespace sunder {
namespace {

using Faces = std::vector<std::array<std::int32_t, 3>>;

const std::vector<Vector3> kCorners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                    {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
const Faces kBox{{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                 {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};

/// A box from `lower` to `upper`, as a polytope and as a mesh.
std::vector<Vector3> box_points(const Vector3& lower, const Vector3& upper) {
  std::vector<Vector3> points;
  for (const Vector3& c : kCorners) {
    Vector3& p = points.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) p[k] = c[k] > 0 ? upper[k] : lower[k];
  }
  return points;
}

SceneBody box(std::string name, const Vector3& lower, const Vector3& upper) {
  return {std::move(name), Polytope3::from_points(box_points(lower, upper)).value()};
}

/// A cup: a floor and four walls, as one body of five boxes, 4 wide and 4 high. Its well is 2 wide and
/// begins at the height 1.
SceneBody cup() {
  SceneBody body = box("cup", {-2, -2, 0}, {2, 2, 4});
  std::vector<Part3> parts;
  const std::pair<Vector3, Vector3> boxes[] = {{{-2, -2, 0}, {2, 2, 1}},
                                               {{-2, -2, 1}, {-1, 2, 4}},
                                               {{1, -2, 1}, {2, 2, 4}},
                                               {{-1, -2, 1}, {1, -1, 4}},
                                               {{-1, 1, 1}, {1, 2, 4}}};
  for (const auto& [lower, upper] : boxes) {
    const auto points = box_points(lower, upper);
    if (parts.empty()) {
      parts.push_back({Mesh3::from_triangles(points, kBox).value()});
    } else {
      parts.push_back({Polytope3::from_points(points).value()});
    }
  }
  body.body.emplace(std::span<const Part3>(parts));
  return body;
}

/// The ball rests above the floor and the stopper touches the walls. The lid lies on the rim, and the
/// pin is in a wall.
Scene scene() {
  Scene made;
  made.add(cup());
  made.add(box("ball", {-.5, -.5, 1.5}, {.5, .5, 2.5}));
  made.add(box("stopper", {-1, -1, 3}, {1, 1, 3.5}));
  made.add(box("lid", {-1.5, -1.5, 4}, {1.5, 1.5, 5}));
  made.add(box("pin", {1.25, 0, 2}, {1.5, .25, 2.25}));
  made.add(box("far", {50, 0, 0}, {51, 1, 1}));
  return made;
}

std::map<std::string, Proximity> pairs_of_cup(const Scene& scene, const SceneReport& report) {
  std::map<std::string, Proximity> found;
  for (const PairReport& pair : report.pairs) {
    if (pair.a == 0) found[scene.body(pair.b).name] = pair.proximity;
  }
  return found;
}

TEST(SceneOfBodies, WhatIsInACupIsClear) {
  const Scene made = scene();
  const SceneReport report = check(made).value();
  const std::map<std::string, Proximity> expected{{"stopper", Proximity::touching},
                                                  {"lid", Proximity::touching},
                                                  {"pin", Proximity::overlapping}};
  EXPECT_EQ(pairs_of_cup(made, report), expected);
  EXPECT_EQ(report.with_bodies, 4);
  EXPECT_EQ(report.pairs_total, report.pruned + report.examined + report.not_examined);
  // Their hulls would collide.
  Scene hulls;
  for (std::int32_t id = 0; id < made.size(); ++id) {
    SceneBody body = made.body(id);
    body.body.reset();
    hulls.add(body);
  }
  EXPECT_EQ(pairs_of_cup(hulls, check(hulls).value()).at("ball"), Proximity::overlapping);
}

TEST(SceneOfBodies, NearIsDecidedToTheLastBit) {
  Scene two;
  two.add(cup());
  two.add(scene().body(1));
  CheckOptions options;
  for (const auto& [clearance, proximity] :
       {std::pair{0.5, Proximity::near}, {std::nextafter(.5, 0), Proximity::clear}}) {
    options.clearance = clearance;
    options.measure = true;
    const SceneReport report = check(two, options).value();
    ASSERT_EQ(report.pairs.size(), 1U);
    const PairReport& pair = report.pairs[0];
    EXPECT_EQ(pair.proximity, proximity) << clearance;
    EXPECT_LE(pair.distance->lower, .5);
    EXPECT_GE(pair.distance->upper, .5);
    EXPECT_LT(pair.distance->upper - pair.distance->lower, 1e-6);
  }
}

/// The algorithm of choice is that of pairs of polytopes; the other verdicts do not depend on it.
TEST(SceneOfBodies, ThreadsAndAlgorithmsChangeNothing) {
  const Scene made = scene();
  const SceneReport one = check(made).value();
  test::Threads threads(3);
  CheckOptions options;
  options.executor = &threads;
  options.algorithm = Algorithm::gjk;
  const SceneReport other = check(made, options).value();
  EXPECT_EQ(pairs_of_cup(made, one), pairs_of_cup(made, other));
  EXPECT_EQ(one.with_bodies, other.with_bodies);
}

TEST(SceneOfBodies, SkippedPairsAreCounted) {
  const Scene made = scene();
  CheckOptions options;
  options.skip = [](BodyPair pair) { return pair.a == 0 && pair.b != 1; };
  for (const bool prune : {true, false}) {
    options.prune = prune;
    const SceneReport report = check(made, options).value();
    EXPECT_TRUE(pairs_of_cup(made, report).empty());
    EXPECT_EQ(report.skipped, prune ? 3 : 4) << "a pruned pair is pruned";
    EXPECT_EQ(report.not_examined, 0);
    EXPECT_EQ(report.pairs_total, report.pruned + report.examined + report.skipped);
  }
}

}  // namespace
}  // namespace sunder
