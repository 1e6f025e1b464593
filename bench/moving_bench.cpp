// SPDX-License-Identifier: Apache-2.0
//
// A scene of 100,000 boxes of which all, or a hundred, move in each step: the time of the moves and of listing all pairs
// whose boxes meet. Then rays and nearest bodies in the same scene.
#include <benchmark/benchmark.h>
#include <cmath>

#include "bench/context.hpp"
#include "bench/moving_boxes.hpp"
#include "bench/random.hpp"
#include "sunder/scene.hpp"

namespace sunder::bench {

MovingBoxes make_moving_boxes(std::size_t boxes, std::size_t steps) {
  MovingBoxes made;
  Random random(7);
  // Boxes of size 1 on average: two meet where their middles differ by less than the sum of the halves on each axis.
  const double side = std::cbrt(static_cast<double>(boxes) / 5 / 2);
  std::vector<Vector3> places;
  for (std::size_t i = 0; i < boxes; ++i) {
    Vector3 half{}, place{};
    for (double& x : half) x = 0.25 + 0.5 * random.unit();
    for (double& x : place) x = 2 * side * random.unit();
    made.half.push_back(half);
    places.push_back(place);
  }
  for (std::size_t at = 0; at < steps; ++at) {
    for (Vector3& place : places) {
      for (double& x : place) x += 0.1 * (2 * random.unit() - 1);
    }
    made.steps.push_back(places);
  }
  return made;
}

namespace {

constexpr std::size_t kBoxes = 100'000, kSteps = 8;

const MovingBoxes& boxes() {
  static const MovingBoxes made = make_moving_boxes(kBoxes, kSteps);
  return made;
}

class SunderBoxes final : public MovingBroadPhase {
 public:
  /// `moving` boxes move in a step, the others stay.
  SunderBoxes(const MovingBoxes& boxes, std::size_t moving) : boxes_(boxes), moving_(moving) {
    for (std::size_t i = 0; i < boxes.half.size(); ++i) {
      SceneBody body;
      body.name = std::to_string(i);
      body.polytope = Polytope3::box(boxes.half[i]);
      body.pose = Pose3::translation(boxes.steps[0][i]).value();
      scene.add(std::move(body));
    }
  }
  std::size_t step(std::size_t at) override {
    for (std::size_t i = 0; i < moving_; ++i) {
      scene.set_pose(static_cast<std::int32_t>(i), Pose3::translation(boxes_.steps[at][i]).value());
    }
    std::size_t pairs = 0;
    scene.candidate_pairs(0, [&](BodyPair) {
      ++pairs;
      return true;
    });
    return pairs;
  }
  Scene scene;

 private:
  const MovingBoxes& boxes_;
  std::size_t moving_;
};

template <class Make>
void add_steps(const char* name, Make make) {
  benchmark::RegisterBenchmark(name, [make](benchmark::State& state) {
    const auto broad_phase = make();
    std::size_t at = 0, pairs = broad_phase->step(kSteps - 1);
    for (auto _ : state) {
      pairs = broad_phase->step(at);
      at = (at + 1) % kSteps;
    }
    state.counters["pairs"] = static_cast<double>(pairs);
  })->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  using namespace sunder::bench;
  add_steps("moving/all/sunder", [] { return std::make_unique<SunderBoxes>(boxes(), kBoxes); });
#ifdef SUNDER_BENCH_BULLET
  add_steps("moving/all/bullet", [] { return make_bullet_boxes(boxes()); });
#endif
  add_steps("moving/hundred/sunder", [] { return std::make_unique<SunderBoxes>(boxes(), 100); });
  benchmark::RegisterBenchmark("scene/rays", [](benchmark::State& state) {
    const SunderBoxes made(boxes(), 0);
    Random random(3);
    std::size_t hits = 0, rays = 0;
    for (auto _ : state) {
      sunder::Vector3 origin{}, way{};
      for (double& x : origin) x = 40 * random.unit();
      for (double& x : way) x = 40 * random.unit() - 20;
      hits += made.scene.ray_cast(origin, way).value() ? 1 : 0;
      ++rays;
    }
    state.counters["hits"] = static_cast<double>(hits) / static_cast<double>(rays);
  })->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("scene/closest", [](benchmark::State& state) {
    const SunderBoxes made(boxes(), 0);
    Random random(3);
    for (auto _ : state) {
      sunder::Vector3 point{};
      for (double& x : point) x = 40 * random.unit();
      benchmark::DoNotOptimize(made.scene.closest(point));
    }
  })->Unit(benchmark::kMicrosecond);
  return run_benchmarks(argc, argv, "scenes that move: which boxes meet, and what do rays hit?");
}
