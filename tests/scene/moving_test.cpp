// SPDX-License-Identifier: Apache-2.0
//
// Scenes whose bodies move, come and go: every answer is that of a scene made anew, or that of all bodies in turn.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "batch/executors.hpp"
#include "suite/effort.hpp"
#include "suite/random.hpp"
#include "sunder/sunder.hpp"

namespace sunder::test {
namespace {

using suite::Random;

Vector3 draw_vector(Random& random, double reach) {
  Vector3 v{};
  for (double& x : v)
    x = random.chance(1, 2) ? random.in(-8, 8) * reach / 8 : (2 * random.unit() - 1) * reach;
  return v;
}

Pose3 draw_pose(Random& random, double reach) {
  const Vector3 t = draw_vector(random, reach);
  if (random.chance(1, 2)) return Pose3::translation(t).value();
  return Pose3::from_wxyz({1, random.unit(), random.unit(), random.unit()}, t).value();
}

/// A box with a notch: no convex body.
Mesh3 notched_box() {
  std::vector<Vector3> points{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0},
                              {0, 0, 1}, {2, 0, 1}, {2, 1, 1}, {1, 1, 1}, {1, 2, 1}, {0, 2, 1}};
  std::vector<std::array<std::int32_t, 3>> triangles;
  for (std::int32_t i = 0; i < 6; ++i) {
    const std::int32_t j = (i + 1) % 6;
    triangles.push_back({i, j, j + 6});
    triangles.push_back({i, j + 6, i + 6});
  }
  for (const auto& [i, j, k] :
       {std::array{0, 1, 3}, std::array{1, 2, 3}, std::array{0, 3, 5}, std::array{3, 4, 5}}) {
    triangles.push_back({i, k, j});
    triangles.push_back({i + 6, j + 6, k + 6});
  }
  return Mesh3::from_triangles(points, triangles, TakeAs::solid).value();
}

Body3 draw_body(Random& random, const Mesh3& mesh) {
  switch (random.in(0, 3)) {
    case 0:
      return Body3{{Polytope3::box({0.5, 0.25 + random.unit(), 0.5})}};
    case 1: {
      std::vector<Vector3> points;
      for (int i = 0; i < 8; ++i) points.push_back(draw_vector(random, 1));
      return Body3{{Polytope3::from_points(points).value()}};
    }
    case 2:
      return Body3{{mesh}};
    default:
      return Body3{{mesh, Pose3::translation({-1, 0, 0}).value()},
                   {Polytope3::box({0.25, 0.25, 2})}};
  }
}

/// The bodies of a scene, as the test keeps them.
struct Kept {
  std::int32_t id;
  Body3 body;
  Pose3 pose;
};

void expect_same(const Interval& one, const Interval& other, const std::string& name) {
  EXPECT_EQ(one.lower, other.lower) << name;
  EXPECT_EQ(one.upper, other.upper) << name;
}

/// Holds every question about the scene against all bodies in turn, and against a scene made anew.
void expect_answers(const Scene& scene, const std::vector<Kept>& kept, Random& random,
                    const std::string& name) {
  Scene anew;
  for (const Kept& one : kept) anew.add(one.body, one.pose);
  EXPECT_EQ(scene.count(), anew.count()) << name;
  const double clearance = random.chance(1, 2) ? 0 : 0.5;
  CheckOptions options;
  options.clearance = clearance;
  const SceneReport found = scene.check(options).value(), fresh = anew.check(options).value();
  EXPECT_EQ(found.bodies, fresh.bodies) << name;
  EXPECT_EQ(found.pairs_total, fresh.pairs_total) << name;
  EXPECT_EQ(found.examined, fresh.examined) << name;
  ASSERT_EQ(found.pairs.size(), fresh.pairs.size()) << name;
  for (std::size_t i = 0; i < found.pairs.size(); ++i) {
    EXPECT_EQ(found.pairs[i].a, kept[static_cast<std::size_t>(fresh.pairs[i].a)].id) << name;
    EXPECT_EQ(found.pairs[i].b, kept[static_cast<std::size_t>(fresh.pairs[i].b)].id) << name;
    EXPECT_EQ(found.pairs[i].proximity, fresh.pairs[i].proximity) << name;
  }
  EXPECT_EQ(candidate_pairs(scene, clearance).size(), candidate_pairs(anew, clearance).size())
      << name;

  const Body3 ball{{Polytope3::box({0.25, 0.25, 0.25})}};
  const Pose3 at = draw_pose(random, 6);
  const Motion3 motion = Motion3::linear(draw_vector(random, 12)).value();
  const Vector3 origin = draw_vector(random, 8), direction = draw_vector(random, 16);
  SceneCast ray, way;
  double nearest = std::numeric_limits<double>::infinity();
  std::vector<std::int32_t> met, near;
  ray.time = way.time = {2, 2};
  for (const Kept& one : kept) {
    const PosedBody3 posed{one.body, one.pose};
    const auto take = [&](const BodyCast& cast, SceneCast& first) {
      if (cast.verdict != CastVerdict::hit) return;
      if (cast.time.upper < first.time.upper) {
        first.body = one.id;
        first.time.upper = cast.time.upper;
      }
      first.time.lower = std::min(first.time.lower, cast.time.lower);
    };
    take(ray_cast(origin, direction, posed).value(), ray);
    take(cast({ball, at}, motion, posed, {}).value(), way);
    nearest = std::min(nearest, distance({ball, at}, posed).distance.upper);
    if (intersects({ball, at}, posed)) met.push_back(one.id);
    if (compare_to_margin({ball, at}, posed, {.distance = 1.5}).value().verdict !=
        Verdict::separated)
      near.push_back(one.id);
  }
  const SceneCast found_ray = scene.ray_cast(origin, direction).value();
  EXPECT_EQ(found_ray.body, ray.body) << name;
  if (ray.body >= 0) {
    EXPECT_NEAR(found_ray.time.upper, ray.time.upper, 1e-12) << name;
    EXPECT_LE(found_ray.time.lower, ray.time.upper) << name;
    EXPECT_EQ(found_ray.verdict, CastVerdict::hit) << name;
  } else {
    EXPECT_EQ(found_ray.verdict, CastVerdict::free) << name;
  }
  const SceneCast found_way = scene.cast({ball, at}, motion).value();
  EXPECT_EQ(found_way.body, way.body) << name;
  if (way.body >= 0) {
    EXPECT_EQ(found_way.time.upper, way.time.upper) << name;
  }
  const SceneDistance closest = scene.closest({ball, at});
  if (!kept.empty()) {
    EXPECT_EQ(closest.distance.upper, nearest) << name;
  }
  std::vector<std::int32_t> found_met;
  for (const SceneMeeting& meeting : scene.meet({ball, at})) found_met.push_back(meeting.body);
  EXPECT_EQ(found_met, met) << name;
  EXPECT_EQ(scene.near({ball, at}, 1.5).value(), near) << name;
  // The tree's shape, worn by moves, changes no bit.
  const SceneDistance closest_anew = anew.closest({ball, at});
  expect_same(closest.distance, closest_anew.distance, name);
  expect_same(found_way.time, anew.cast({ball, at}, motion).value().time, name);
}

TEST(MovingScene, AnswersAsAllBodiesInTurn) {
  const Mesh3 mesh = notched_box();
  for (int run = 0; run < suite::cases(60); ++run) {
    Random random(static_cast<std::uint64_t>(run));
    Scene scene;
    std::vector<Kept> kept;
    for (int step = 0; step < 12; ++step) {
      for (int i = random.in(0, 12); i > 0; --i) {
        const Body3 body = draw_body(random, mesh);
        const Pose3 pose = draw_pose(random, 8);
        kept.push_back({scene.add(body, pose), body, pose});
      }
      const int moves = random.chance(1, 2) ? random.in(0, 2) : static_cast<int>(kept.size());
      for (int i = 0; i < moves && !kept.empty(); ++i) {
        Kept& one = kept[static_cast<std::size_t>(random.in(0, static_cast<int>(kept.size()) - 1))];
        one.pose = draw_pose(random, 8);
        scene.set_pose(one.id, one.pose);
      }
      if (!kept.empty() && random.chance(1, 3)) {
        const auto at = kept.begin() + random.in(0, static_cast<int>(kept.size()) - 1);
        scene.remove(at->id);
        EXPECT_FALSE(scene.holds(at->id));
        kept.erase(at);
      }
      expect_answers(scene, kept, random,
                     "run " + std::to_string(run) + ", step " + std::to_string(step));
    }
    const Scene copy = scene;
    expect_answers(copy, kept, random, "copy of run " + std::to_string(run));
  }
}

TEST(MovingScene, APolytopeAloneStaysOne) {
  Scene scene;
  const Body3 box{{Polytope3::box({1, 1, 1})}};
  const std::int32_t alone = scene.add(box);
  const std::int32_t moved =
      scene.add(Body3{{Polytope3::box({1, 1, 1}), Pose3::translation({1, 0, 0}).value()}});
  EXPECT_FALSE(scene.body(alone).body.has_value());
  EXPECT_EQ(scene.body(alone).polytope.vertex_count(), 8);
  EXPECT_TRUE(scene.body(moved).body.has_value());
  EXPECT_EQ(scene.find(scene.body(moved).name), moved);
}

TEST(MovingScene, RulesSkipPairs) {
  Scene scene;
  SceneBody body;
  body.polytope = Polytope3::box({1, 1, 1});
  for (int i = 0; i < 6; ++i) {
    body.name = std::to_string(i);
    body.group = i < 2 ? 7 : -1;
    body.categories = i == 2 ? 2 : 1;
    body.mask = i == 3 ? ~2U : ~0U;
    scene.add(body);
  }
  scene.skip({5, 4});
  EXPECT_TRUE(scene.skips({0, 1}));  // one group
  EXPECT_TRUE(scene.skips({2, 3}));  // a mask
  EXPECT_TRUE(scene.skips({4, 5}));  // listed
  EXPECT_FALSE(scene.skips({0, 2}));
  const SceneReport report = scene.check().value();
  EXPECT_EQ(report.pairs_total, 15);
  EXPECT_EQ(report.skipped, 3);
  EXPECT_EQ(report.overlapping, 12);
  EXPECT_EQ(candidate_pairs(scene).size(), 12U);
  int streamed = 0;
  scene.candidate_pairs(0, [&](BodyPair) { return ++streamed < 5; });
  EXPECT_EQ(streamed, 5);
  scene.remove(5);
  EXPECT_EQ(scene.find("5"), -1);
  EXPECT_EQ(scene.check().value().pairs_total, 10);
  EXPECT_EQ(scene.check().value().skipped, 2);
  body.name = "5";
  EXPECT_EQ(scene.add(body), 6);  // the id of the first "5" is not given again
  EXPECT_EQ(scene.find("5"), 6);
}

TEST(MovingScene, ManyRaysOnThreads) {
  Random random(3);
  const Mesh3 mesh = notched_box();
  Scene scene;
  for (int i = 0; i < 200; ++i) scene.add(draw_body(random, mesh), draw_pose(random, 20));
  std::vector<Vector3> origins, directions;
  for (int i = 0; i < 2000; ++i) {
    origins.push_back(draw_vector(random, 20));
    directions.push_back(draw_vector(random, 40));
  }
  Threads threads(4);
  std::vector<SceneCast> one(origins.size()), other(origins.size());
  BatchOptions options;
  ASSERT_TRUE(scene.ray_casts(origins, directions, one, options));
  options.executor = &threads;
  ASSERT_TRUE(scene.ray_casts(origins, directions, other, options));
  int hits = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].body, other[i].body);
    EXPECT_EQ(one[i].time.lower, other[i].time.lower);
    hits += one[i] ? 1 : 0;
  }
  EXPECT_GT(hits, 100);
  std::vector<SceneDistance> near(origins.size());
  ASSERT_TRUE(scene.closest(origins, near, options));
  EXPECT_EQ(near[0].distance.upper, scene.closest(origins[0]).value().distance.upper);
  EXPECT_EQ(scene.ray_casts(origins, {directions.data(), 3}, one).error().code,
            ErrorCode::wrong_shape);
  origins[5][1] = std::nan("");
  EXPECT_EQ(scene.ray_casts(origins, directions, one).error().message,
            "origins[5][1] is NaN; every entry must be finite");
}

TEST(MovingScene, NothingAndEverything) {
  Scene scene;
  EXPECT_EQ(scene.ray_cast({0, 0, 0}, {1, 0, 0}).value().body, -1);
  EXPECT_EQ(scene.closest(Vector3{0, 0, 0}).value().body, -1);
  EXPECT_EQ(scene.check().value().pairs_total, 0);
  const Body3 nothing{std::span<const Part3>()};
  scene.add(nothing);
  EXPECT_EQ(scene.ray_cast({0, 0, 0}, {1, 0, 0}).value().body, -1);
  EXPECT_EQ(scene.closest(Vector3{0, 0, 0}).value().body, -1);
  // Beyond the range of filters a box is all of space; answers stay exact.
  const Body3 huge{{Polytope3::box({1e200, 1e200, 1e200})}};
  const std::int32_t id = scene.add(huge, Pose3::translation({3e200, 0, 0}).value());
  EXPECT_EQ(scene.ray_cast({0, 0, 0}, {1e200, 0, 0}).value().body, -1);
  EXPECT_EQ(scene.ray_cast({0, 0, 0}, {4e200, 0, 0}).value().body, id);
  EXPECT_EQ(scene.near(nothing, std::nan("")).error().code, ErrorCode::not_finite);
  const Motion3 turn = Motion3::rigid({1, 0, 0}, {0, 0, 0}, {0, 0, 1}, 1).value();
  EXPECT_EQ(scene.cast(huge, turn).error().code, ErrorCode::not_served);
}

}  // namespace
}  // namespace sunder::test
