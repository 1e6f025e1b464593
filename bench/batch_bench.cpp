// SPDX-License-Identifier: Apache-2.0
//
// Batches: pairs a second on one core, and on two. Each item has two poses of its own, a's and
// b's, about as far apart as their size: some overlap, some are near, some far. The working set
// says where they lie: 1,000 items in the cache, 1,000,000 come from memory. Verdicts are proven;
// the counters tell which part of the items meets, and which was settled by balls. A rate is items
// over the time of whole calls: of the table of records, of threads that start, of the report too.
#include <atomic>
#include <benchmark/benchmark.h>
#include <cmath>
#include <thread>
#include <vector>

#include "bench/random.hpp"
#include "sunder/sunder.hpp"

namespace sunder::bench {
namespace {

struct World {
  std::vector<Polytope3> hulls;
  std::vector<double> doubles;
  std::vector<float> floats;
  std::vector<Pose3> poses;
  std::vector<std::int32_t> hull_a, hull_b;
  std::vector<std::int32_t> pose_a, pose_b;
};

void add_pose(Random& random, World& world, double reach) {
  double q[4];
  double squared = 0;
  do {
    squared = 0;
    for (double& entry : q) {
      entry = random.in(-1, 1);
      squared += entry * entry;
    }
  } while (squared > 1 || squared < 0.01);
  const auto [w, x, y, z] = q;
  const double s = 2 / squared;
  const double tx = random.in(-reach, reach);
  const double ty = random.in(-reach, reach);
  const double tz = random.in(-reach, reach);
  const double rows[12] = {
      1 - s * (y * y + z * z), s * (x * y - z * w),     s * (x * z + y * w),     tx,
      s * (x * y + z * w),     1 - s * (x * x + z * z), s * (y * z - x * w),     ty,
      s * (x * z - y * w),     s * (y * z + x * w),     1 - s * (x * x + y * y), tz};
  for (const double entry : rows) {
    world.doubles.push_back(entry);
    world.floats.push_back(static_cast<float>(entry));
  }
}

Polytope3 hull_of(Random& random, int vertices) {
  std::vector<Vector3> points;
  while (static_cast<int>(points.size()) < vertices) {
    Vector3 point{};
    double squared = 0;
    for (double& entry : point) {
      entry = random.in(-1, 1);
      squared += entry * entry;
    }
    if (squared > 1 || squared < 0.01) continue;
    for (double& entry : point) entry /= std::sqrt(squared);
    points.push_back(point);
  }
  return Polytope3::from_points(points).value();
}

/// `vertices` 8: boxes.
World make_world(int vertices, std::int64_t hulls, std::int64_t items) {
  Random random(20261122);
  World world;
  for (std::int64_t i = 0; i < hulls; ++i) {
    if (vertices > 8) {
      world.hulls.push_back(hull_of(random, vertices));
      continue;
    }
    const double x = random.in(0.25, 1);
    const double y = random.in(0.25, 1);
    const double z = random.in(0.25, 1);
    world.hulls.push_back(Polytope3::box({x, y, z}));
  }
  for (std::int64_t i = 0; i < items; ++i) {
    const auto count = static_cast<double>(hulls);
    world.hull_a.push_back(static_cast<std::int32_t>(random.unit() * count));
    world.hull_b.push_back(static_cast<std::int32_t>(random.unit() * count));
    world.pose_a.push_back(static_cast<std::int32_t>(2 * i));
    world.pose_b.push_back(static_cast<std::int32_t>(2 * i + 1));
    add_pose(random, world, 1.2);
    add_pose(random, world, 1.2);
  }
  return world;
}

class Threads final : public Executor {
 public:
  explicit Threads(int count) : count_(count) {}
  void parallel_for(std::int64_t count, Task task, void* context) override {
    std::atomic<std::int64_t> next = 0;
    const auto work = [&] {
      for (std::int64_t i = next++; i < count; i = next++) task(context, i);
    };
    std::vector<std::thread> others;
    for (int i = 1; i < count_; ++i) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
  }

 private:
  int count_;
};

enum Poses : std::int64_t { kDoubles, kFloats };

void ask(benchmark::State& state, int vertices, bool broadcast) {
  const std::int64_t items = state.range(1);
  const World world = make_world(vertices, state.range(0), items);
  Threads threads(static_cast<int>(state.range(3)));
  BatchOptions options;
  options.executor = &threads;
  PairBatch<3> batch;
  batch.polytopes = std::span<const Polytope3>(world.hulls);
  batch.poses = state.range(2) == kFloats ? PoseTable<3>(world.floats.data(), 2 * items)
                                          : PoseTable<3>(world.doubles.data(), 2 * items);
  batch.hull_a = std::span<const std::int32_t>(world.hull_a);
  batch.hull_b = std::span<const std::int32_t>(world.hull_b);
  batch.pose_a = std::span<const std::int32_t>(world.pose_a);
  batch.pose_b = std::span<const std::int32_t>(world.pose_b);
  if (broadcast) {
    batch.hull_a.stride = batch.hull_b.stride = batch.pose_a.stride = 0;
  }
  batch.count = items;
  std::vector<Verdict> verdicts(static_cast<std::size_t>(items));
  BatchOutput<3> output;
  output.verdicts = verdicts;
  BatchReport report;
  for (auto _ : state) {
    report = intersects(batch, output, options).value();
    benchmark::ClobberMemory();
  }
  const double asked = static_cast<double>(items);
  state.counters["pairs/s"] = benchmark::Counter(asked * static_cast<double>(state.iterations()),
                                                 benchmark::Counter::kIsRate);
  state.counters["meet"] = static_cast<double>(report.touching + report.overlapping) / asked;
  state.counters["pruned"] = static_cast<double>(report.pruned) / asked;
}

void boxes(benchmark::State& state) { ask(state, 8, false); }
void hulls(benchmark::State& state) { ask(state, 32, false); }
void one_pair_at_many_poses(benchmark::State& state) { ask(state, 8, true); }

BENCHMARK(boxes)
    ->ArgNames({"hulls", "items", "float", "threads"})
    ->ArgsProduct({{20, 20000}, {1000, 1000000}, {kDoubles, kFloats}, {1}})
    ->Args({20, 1000000, kDoubles, 2})
    ->Args({20, 1000000, kFloats, 2})
    ->UseRealTime();
BENCHMARK(one_pair_at_many_poses)
    ->ArgNames({"hulls", "items", "float", "threads"})
    ->Args({20, 1000, kDoubles, 1})
    ->Args({20, 1000, kFloats, 1})
    ->UseRealTime();
BENCHMARK(hulls)
    ->ArgNames({"hulls", "items", "float", "threads"})
    ->Args({20, 1000, kDoubles, 1})
    ->Args({20000, 100000, kDoubles, 1})
    ->UseRealTime();

}  // namespace
}  // namespace sunder::bench

BENCHMARK_MAIN();
