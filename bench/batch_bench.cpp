// SPDX-License-Identifier: Apache-2.0
//
// Measures batches: pairs a second on one core, and on two. Each item has its own poses of a and b,
// about as far apart as their size: some overlap, some are near, some far. The working set decides
// the memory level: 1,000 items fit the cache, 1,000,000 come from memory. Verdicts are proven. The
// counters give the share of items that meet, and the share that balls settled. A rate is items
// over the time of whole calls, including the table of records, the start of threads and the
// report. The variable SUNDER_BENCH_ARRAYS names a file of pairs that bench/python/batches.py wrote,
// if the same pairs shall be asked from C++.
#include <atomic>
#include <benchmark/benchmark.h>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
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

/// Adds the pose of a quaternion of any length.
void add_pose(World& world, const double (&q)[4], const double (&t)[3]) {
  const auto [w, x, y, z] = q;
  const double s = 2 / (w * w + x * x + y * y + z * z);
  const double rows[12] = {
      1 - s * (y * y + z * z), s * (x * y - z * w),     s * (x * z + y * w),     t[0],
      s * (x * y + z * w),     1 - s * (x * x + z * z), s * (y * z - x * w),     t[1],
      s * (x * z - y * w),     s * (y * z + x * w),     1 - s * (x * x + y * y), t[2]};
  for (const double entry : rows) {
    world.doubles.push_back(entry);
    world.floats.push_back(static_cast<float>(entry));
  }
}

void add_random_pose(Random& random, World& world, double reach) {
  double q[4];
  double squared = 0;
  do {
    squared = 0;
    for (double& entry : q) {
      entry = random.in(-1, 1);
      squared += entry * entry;
    }
  } while (squared > 1 || squared < 0.01);
  double t[3];
  for (double& entry : t) entry = random.in(-reach, reach);
  add_pose(world, q, t);
}

/// A pose on a closed path through a space as wide as random poses span, rotating on the way. It
/// resembles the relative motion of two links of an arm. Neighbours differ by some thousandths of
/// their size.
void add_pose_on_path(World& world, double part, double reach) {
  const double turn = 2 * 3.14159265358979 * part;
  const double q[4] = {1, 0.8 * std::sin(3 * turn), 0.7 * std::cos(2 * turn), std::sin(5 * turn)};
  const double t[3] = {reach * std::sin(2 * turn), reach * std::cos(3 * turn),
                       reach * std::sin(5 * turn + 1)};
  add_pose(world, q, t);
}

/// The hull has a corner on the unit sphere for each vertex, or on an ellipsoid of these half axes.
Polytope3 hull_of(Random& random, int vertices, const Vector3& axes = {1, 1, 1}) {
  std::vector<Vector3> points;
  while (static_cast<int>(points.size()) < vertices) {
    Vector3 point{};
    double squared = 0;
    for (double& entry : point) {
      entry = random.in(-1, 1);
      squared += entry * entry;
    }
    if (squared > 1 || squared < 0.01) continue;
    for (std::size_t k = 0; k < 3; ++k) point[k] *= axes[k] / std::sqrt(squared);
    points.push_back(point);
  }
  return Polytope3::from_points(points).value();
}

/// `vertices` 8 gives boxes.
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
    add_random_pose(random, world, 1.2);
    add_random_pose(random, world, 1.2);
  }
  return world;
}

/// Moves all bodies away from each other.
void spread(World& world, double times) {
  for (std::size_t i = 3; i < world.doubles.size(); i += 4) {
    world.doubles[i] *= times;
    world.floats[i] = static_cast<float>(world.doubles[i]);
  }
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

PairBatch<3> batch_of(const World& world, std::int64_t items, std::int64_t form) {
  PairBatch<3> batch;
  batch.bodies = std::span<const Polytope3>(world.hulls);
  batch.poses = form == kFloats ? PoseTable<3>(world.floats.data(), 2 * items)
                                : PoseTable<3>(world.doubles.data(), 2 * items);
  batch.body_a = std::span<const std::int32_t>(world.hull_a);
  batch.body_b = std::span<const std::int32_t>(world.hull_b);
  batch.pose_a = std::span<const std::int32_t>(world.pose_a);
  batch.pose_b = std::span<const std::int32_t>(world.pose_b);
  batch.count = items;
  return batch;
}

void run(benchmark::State& state, const PairBatch<3>& batch, BatchOutput<3> output,
         Executor* executor) {
  BatchOptions options;
  options.executor = executor;
  std::vector<Verdict> verdicts(static_cast<std::size_t>(batch.count));
  output.verdicts = verdicts;
  BatchReport report;
  for (auto _ : state) {
    report = (output.distances.empty() ? intersects(batch, output, options)
                                       : distances(batch, output, options))
                 .value();
    benchmark::ClobberMemory();
  }
  const auto asked = static_cast<double>(batch.count);
  state.counters["pairs/s"] = benchmark::Counter(asked * static_cast<double>(state.iterations()),
                                                 benchmark::Counter::kIsRate);
  state.counters["meet"] = static_cast<double>(report.touching + report.overlapping) / asked;
  state.counters["pruned"] = static_cast<double>(report.pruned) / asked;
}

void ask(benchmark::State& state, int vertices, bool broadcast) {
  const std::int64_t items = state.range(1);
  const World world = make_world(vertices, state.range(0), items);
  Threads threads(static_cast<int>(state.range(3)));
  PairBatch<3> batch = batch_of(world, items, state.range(2));
  if (broadcast) {
    batch.body_a.stride = batch.body_b.stride = batch.pose_a.stride = 0;
  }
  run(state, batch, {}, &threads);
}

void boxes(benchmark::State& state) { ask(state, 8, false); }

/// One thousand items, repeated: the gain of threads without memory stalls.
void boxes_in_cache(benchmark::State& state) {
  constexpr std::int64_t kItems = 1000;
  constexpr std::int64_t kTimes = 1000;
  World world = make_world(8, state.range(0), kItems);
  for (auto* list : {&world.hull_a, &world.hull_b, &world.pose_a, &world.pose_b}) {
    const std::vector<std::int32_t> once = *list;
    for (std::int64_t i = 1; i < kTimes; ++i) list->insert(list->end(), once.begin(), once.end());
  }
  Threads threads(static_cast<int>(state.range(2)));
  PairBatch<3> batch = batch_of(world, kItems, state.range(1));
  batch.count = kTimes * kItems;
  run(state, batch, {}, &threads);
}

/// The distances of the same pairs, or of pairs moved apart by this factor.
void box_distances(benchmark::State& state) {
  const std::int64_t items = state.range(0);
  World world = make_world(8, 20, items);
  spread(world, static_cast<double>(state.range(2)));
  std::vector<Interval> intervals(static_cast<std::size_t>(items));
  BatchOutput<3> output;
  output.distances = intervals;
  run(state, batch_of(world, items, state.range(1)), output, nullptr);
}
void hulls(benchmark::State& state) { ask(state, 32, false); }
void one_pair_at_many_poses(benchmark::State& state) { ask(state, 8, true); }

/// Two elongated links and a row of poses each: along a path, or anywhere.
void one_pair_of_links(benchmark::State& state, bool path) {
  const auto vertices = static_cast<int>(state.range(0));
  const std::int64_t items = state.range(1);
  World world = make_world(vertices, 2, path ? 0 : items);
  const std::int32_t first = 0;
  const std::int32_t second = 1;
  Random random(20261123);
  for (Polytope3& hull : world.hulls) hull = hull_of(random, vertices, {1, 0.6, 0.4});
  for (std::int64_t i = 0; path && i < items; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(items);
    add_pose_on_path(world, 0.25 + part / 3, 0.6);
    add_pose_on_path(world, part, 1.2);
    world.pose_a.push_back(static_cast<std::int32_t>(2 * i));
    world.pose_b.push_back(static_cast<std::int32_t>(2 * i + 1));
  }
  PairBatch<3> batch = batch_of(world, items, state.range(2));
  batch.body_a = Indices::same(first);
  batch.body_b = Indices::same(second);
  run(state, batch, {}, nullptr);
}
/// Reads `count` numbers.
template <class T>
std::vector<T> read_numbers(std::ifstream& file, std::int64_t count) {
  std::vector<T> numbers(static_cast<std::size_t>(count));
  const auto bytes = static_cast<std::streamsize>(numbers.size() * sizeof(T));
  if (!file.read(reinterpret_cast<char*>(numbers.data()), bytes)) {
    throw std::runtime_error("SUNDER_BENCH_ARRAYS names a file that ends too early");
  }
  return numbers;
}

/// The file begins with four counts in 64 bits: bodies, vertices of each, poses, pairs. Vertices and
/// 3 x 4 matrices follow in doubles, then four columns of indices in 32 bits.
World read_world(const char* name) {
  std::ifstream file(name, std::ios::binary);
  const std::vector<std::int64_t> sizes = read_numbers<std::int64_t>(file, 4);
  World world;
  for (std::int64_t i = 0; i < sizes[0]; ++i) {
    const std::vector<double> vertices = read_numbers<double>(file, 3 * sizes[1]);
    world.hulls.push_back(Polytope3::from_points(vertices).value());
  }
  world.doubles = read_numbers<double>(file, 12 * sizes[2]);
  for (std::vector<std::int32_t>* const column :
       {&world.hull_a, &world.hull_b, &world.pose_a, &world.pose_b}) {
    *column = read_numbers<std::int32_t>(file, sizes[3]);
  }
  return world;
}

void arrays(benchmark::State& state, const char* name) {
  const World world = read_world(name);
  const auto items = static_cast<std::int64_t>(world.hull_a.size());
  PairBatch<3> batch = batch_of(world, items, kDoubles);
  batch.poses.count = static_cast<std::int64_t>(world.doubles.size() / 12);
  run(state, batch, {}, nullptr);
}
[[maybe_unused]] const bool kArraysAreGiven = [] {
  const char* const name = std::getenv("SUNDER_BENCH_ARRAYS");
  if (name != nullptr) benchmark::RegisterBenchmark("arrays", arrays, name)->UseRealTime();
  return name != nullptr;
}();

void links_on_a_path(benchmark::State& state) { one_pair_of_links(state, true); }
void links_anywhere(benchmark::State& state) { one_pair_of_links(state, false); }

BENCHMARK(boxes)
    ->ArgNames({"hulls", "items", "float", "threads"})
    ->ArgsProduct({{20, 20000}, {1000, 1000000}, {kDoubles, kFloats}, {1}})
    ->Args({20, 1000000, kDoubles, 2})
    ->Args({20, 1000000, kFloats, 2})
    ->UseRealTime();
BENCHMARK(boxes_in_cache)
    ->ArgNames({"hulls", "float", "threads"})
    ->ArgsProduct({{20}, {kDoubles, kFloats}, {1, 2}})
    ->UseRealTime();
BENCHMARK(box_distances)
    ->ArgNames({"items", "float", "apart"})
    ->ArgsProduct({{1000}, {kDoubles, kFloats}, {1, 2, 4}})
    ->UseRealTime();
BENCHMARK(one_pair_at_many_poses)
    ->ArgNames({"hulls", "items", "float", "threads"})
    ->Args({20, 1000, kDoubles, 1})
    ->Args({20, 1000, kFloats, 1})
    ->UseRealTime();
BENCHMARK(links_on_a_path)
    ->ArgNames({"vertices", "items", "float"})
    ->ArgsProduct({{12, 32}, {4096}, {kDoubles, kFloats}})
    ->UseRealTime();
BENCHMARK(links_anywhere)
    ->ArgNames({"vertices", "items", "float"})
    ->ArgsProduct({{12, 32}, {4096}, {kDoubles, kFloats}})
    ->UseRealTime();
BENCHMARK(hulls)
    ->ArgNames({"hulls", "items", "float", "threads"})
    ->Args({20, 1000, kDoubles, 1})
    ->Args({20000, 100000, kDoubles, 1})
    ->UseRealTime();

}  // namespace
}  // namespace sunder::bench

BENCHMARK_MAIN();
