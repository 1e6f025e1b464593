// SPDX-License-Identifier: Apache-2.0
//
// Measures the time to build a body: Sunder's from_points with all tables for queries, and without
// them, against Qhull's bare hull of the same points. `bytes` is the memory of a body.
#include <benchmark/benchmark.h>
#include <malloc.h>
#include <optional>

#include "bench/bodies.hpp"
#include "bench/context.hpp"
#include "bench/timing.hpp"
#ifdef SUNDER_BENCH_QHULL
#include "bench/qhull_peer.hpp"
#endif

namespace sunder::bench {
namespace {

std::vector<Vector3> points_of(int count) {
  const Polytope3 body = ellipsoid(count, {500, 400, 400});
  std::vector<Vector3> points;
  for (std::int32_t i = 0; i < body.vertex_count(); ++i) points.push_back(body.vertex(i));
  return points;
}

std::int32_t build(const std::vector<Vector3>& points, bool reduce) {
  return Polytope3::from_points(points, {reduce}).value().vertex_count();
}

double bytes_of(const std::vector<Vector3>& points, bool reduce) {
  const auto before = mallinfo2();
  const std::optional<Polytope3> body = Polytope3::from_points(points, {reduce}).value();
  const auto after = mallinfo2();
  return static_cast<double>((after.uordblks + after.hblkhd) - (before.uordblks + before.hblkhd));
}

void add(int count) {
  const std::string name = "build/ellipsoids_" + std::to_string(count) + "/";
  const auto add_build = [&](const char* who, bool reduce) {
    benchmark::RegisterBenchmark((name + who).c_str(), [=](benchmark::State& state) {
      const std::vector<Vector3> points = points_of(count);
      time_pairs(state, 1, [&](std::size_t) { return build(points, reduce); });
      state.counters["bytes"] = bytes_of(points, reduce);
    });
  };
  add_build("sunder", true);
  add_build("sunder_stored", false);
#ifdef SUNDER_BENCH_QHULL
  benchmark::RegisterBenchmark((name + "qhull").c_str(), [=](benchmark::State& state) {
    const std::vector<Vector3> points = points_of(count);
    time_pairs(state, 1, [&](std::size_t) { return facets_by_qhull(points); });
  });
#endif
}

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  using namespace sunder::bench;
  for (const int count : {8, 50, 500, 5000}) add(count);
#ifdef SUNDER_BENCH_QHULL
  benchmark::AddCustomContext("qhull", qhull_description());
#endif
  return run_benchmarks(argc, argv, "how long does a body take to build?");
}
