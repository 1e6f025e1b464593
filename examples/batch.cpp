// SPDX-License-Identifier: Apache-2.0
//
// A tool of two boxes moves along a path between obstacles: at which of its poses does it collide?
// One call tests all pairs of part, obstacle and pose, from float matrices as in a simulator. Exits
// 0 if the answers equal those computed by hand.
#include <array>
#include <cstdio>
#include <vector>

#include "sunder/sunder.hpp"

namespace {

using Matrix = std::array<float, 12>;  // 3 x 4, row-major

Matrix moved(float x, float y, float z) { return {1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z}; }

constexpr std::int32_t kSteps = 65;
constexpr std::int32_t kParts = 2;
constexpr std::int32_t kObstacles = 2;

}  // namespace

int main() {
  // Tables: hulls 0 and 1 are the tool, 2 is each obstacle; the first poses are the tool's.
  const std::vector<sunder::Polytope3> hulls{sunder::Polytope3::box({0.5, 0.5, 0.5}),
                                             sunder::Polytope3::box({0.25, 0.25, 2}),
                                             sunder::Polytope3::box({1, 1, 1})};
  std::vector<Matrix> poses;
  for (std::int32_t step = 0; step < kSteps; ++step) {
    poses.push_back(moved(static_cast<float>(step) / 8, 0, 0));  // from x = 0 to x = 8
  }
  poses.push_back(moved(4, 0, 1.75F));  // above the path: only the long box reaches it
  poses.push_back(moved(9.5F, 0, 0));   // at the end of the path

  std::vector<std::int32_t> hull_a, pose_a, pose_b;
  for (std::int32_t step = 0; step < kSteps; ++step) {
    for (std::int32_t part = 0; part < kParts; ++part) {
      for (std::int32_t obstacle = 0; obstacle < kObstacles; ++obstacle) {
        hull_a.push_back(part);
        pose_a.push_back(step);
        pose_b.push_back(kSteps + obstacle);
      }
    }
  }

  const std::int32_t each_obstacle = 2;
  sunder::PairBatch<3> batch;
  batch.bodies = std::span<const sunder::Polytope3>(hulls);
  batch.poses = sunder::PoseTable<3>(poses.front().data(), std::ssize(poses));
  batch.body_a = std::span<const std::int32_t>(hull_a);
  batch.body_b = sunder::Indices::same(each_obstacle);
  batch.pose_a = std::span<const std::int32_t>(pose_a);
  batch.pose_b = std::span<const std::int32_t>(pose_b);
  batch.count = std::ssize(hull_a);

  std::vector<sunder::Verdict> verdicts(hull_a.size());
  const auto report = sunder::intersects(batch, {.verdicts = verdicts}).value();
  std::printf("%lld items: %lld apart, %lld touch, %lld overlap; balls settled %lld\n",
              static_cast<long long>(batch.count), static_cast<long long>(report.separated),
              static_cast<long long>(report.touching), static_cast<long long>(report.overlapping),
              static_cast<long long>(report.pruned));

  // The long box touches the upper obstacle at x = 2.75 and at x = 5.25. It overlaps it at the 19
  // eighths between. The short one touches the last obstacle at x = 8.
  bool good = report.touching == 3 && report.overlapping == 19 && report.skipped == 0;

  // Only the first collision: the answer is the same for any number of threads.
  sunder::BatchOptions options;
  options.stop = sunder::BatchStop::first;
  const auto first = sunder::intersects(batch, {.verdicts = verdicts}, options).value();
  const float x = static_cast<float>(first.first_hit / (kParts * kObstacles)) / 8;
  std::printf("first at x = %g; %lld items were not looked at\n", static_cast<double>(x),
              static_cast<long long>(first.skipped));
  good = good && x == 2.75F && verdicts.back() == sunder::Verdict::not_examined;
  return good ? 0 : 1;
}
