// SPDX-License-Identifier: Apache-2.0
//
// Very large inputs. SUNDER_SIZE sets the size, ten million in the long tests. The memory that they
// take is printed; docs/trust.md lists it.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <sys/resource.h>
#include <vector>

#include "suite/random.hpp"
#include "sunder/sunder.hpp"

namespace sunder::test {
namespace {

std::int64_t size() {
  const char* const text = std::getenv("SUNDER_SIZE");
  return text == nullptr ? 20'000 : std::atoll(text);
}

/// The time since its construction, and the peak memory of the program so far.
class Bill {
 public:
  void tell(const char* what, std::int64_t count) const {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start_;
    std::printf("%s: %lld, %.1f s, at most %ld MiB\n", what, static_cast<long long>(count),
                seconds.count(), usage.ru_maxrss / 1024);
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Points of a paraboloid's grid: each is a vertex, and many groups of four are coplanar.
TEST(Sizes, AHullOfManyVertices) {
  const Bill bill;
  const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(size())));
  std::vector<Vector3> points;
  points.reserve(static_cast<std::size_t>(side * side));
  for (std::int64_t i = 0; i < side; ++i) {
    for (std::int64_t k = 0; k < side; ++k) {
      const auto x = static_cast<double>(i);
      const auto y = static_cast<double>(k);
      points.push_back({x, y, x * x + y * y});
    }
  }
  const Polytope3 hull = Polytope3::from_points(points).value();
  EXPECT_EQ(hull.vertex_count(), side * side);
  bill.tell("vertices", hull.vertex_count());
  const Polytope3 point = Polytope3::from_points({{0.0, 0.0, -1.0}}).value();
  const Pose3 identity = Pose3::identity();
  const Pose3 up = Pose3::translation({0, 0, 1}).value();
  EXPECT_EQ(intersects(Posed3{hull, identity}, Posed3{point, identity}).verdict,
            Verdict::separated);
  EXPECT_EQ(intersects(Posed3{hull, identity}, Posed3{point, up}).verdict, Verdict::touching);
  bill.tell("and asked", hull.vertex_count());
}

TEST(Sizes, AHullOfManyPoints) {
  const Bill bill;
  suite::Random random(9);
  std::vector<Vector3> points(static_cast<std::size_t>(size()));
  for (Vector3& point : points) {
    for (double& entry : point) entry = 2 * random.unit() - 1;
  }
  const Polytope3 hull = Polytope3::from_points(points).value();
  EXPECT_LT(hull.vertex_count(), size() / 10);
  bill.tell("points", size());
}

// Unit cubes in a row, two apart, except that every hundredth touches the next.
TEST(Sizes, ASceneOfManyBodies) {
  const Bill bill;
  Scene scene;
  const Polytope3 cube = Polytope3::box({0.5, 0.5, 0.5});
  for (std::int64_t i = 0; i < size(); ++i) {
    const double x = static_cast<double>(2 * i) + (i % 100 == 0 ? 1 : 0);
    scene.add({std::to_string(i), cube, Pose3::translation({x, 0, 0}).value()});
  }
  bill.tell("bodies", scene.size());
  const SceneReport report = check(scene).value();
  EXPECT_EQ(report.touching, (size() - 1) / 100 + (size() % 100 == 1 ? 0 : 1));
  EXPECT_EQ(report.pairs_total, size() * (size() - 1) / 2);
  EXPECT_EQ(report.pairs_total, report.pruned + report.examined);
  bill.tell("and checked", scene.size());
}

TEST(Sizes, ABatchOfManyItems) {
  const Bill bill;
  const std::vector<Polytope3> hulls{Polytope3::box({0.5, 0.5, 0.5})};
  std::vector<float> rows;
  for (int i = 0; i < 2; ++i) {
    const float x = i == 0 ? 0.0F : 1.0F;
    rows.insert(rows.end(), {1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0});
  }
  std::vector<std::int32_t> pose_b(static_cast<std::size_t>(size()));
  for (std::size_t i = 0; i < pose_b.size(); ++i) pose_b[i] = static_cast<std::int32_t>(i % 2);
  const std::int32_t none = 0;
  PairBatch<3> batch;
  batch.bodies = std::span<const Polytope3>(hulls);
  batch.poses = PoseTable<3>(rows.data(), 2);
  batch.body_a = batch.body_b = batch.pose_a = Indices::same(none);
  batch.pose_b = std::span<const std::int32_t>(pose_b);
  batch.count = size();
  std::vector<Verdict> verdicts(pose_b.size());
  BatchOutput<3> output;
  output.verdicts = verdicts;
  const BatchReport report = intersects(batch, output).value();
  EXPECT_EQ(report.touching, size() / 2);
  EXPECT_EQ(report.overlapping, size() - size() / 2);
  bill.tell("items", size());
}

}  // namespace
}  // namespace sunder::test
