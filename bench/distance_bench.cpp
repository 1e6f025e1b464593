// SPDX-License-Identifier: Apache-2.0
//
// How far apart: Sunder's proven interval at its default width against FCL's number, without
// nearest points. `worst` is FCL's largest relative error against Sunder's interval.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <cmath>

#include "bench/context.hpp"
#include "bench/peers.hpp"

namespace sunder::bench {
namespace {

void measure_sunder(benchmark::State& state, int vertices, Placement placement) {
  const PairSet set = make_pairs(Workload::ellipsoids, vertices, placement);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(distance(set.a(i), set.b(i)));
    if (++i == set.pairs.size()) i = 0;
  }
}

void measure_fcl(benchmark::State& state, int vertices, Placement placement, FclSolver solver) {
  const PairSet set = make_pairs(Workload::ellipsoids, vertices, placement);
  const auto peer = make_fcl_peer(set, solver, false);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(peer->distance(i));
    if (++i == set.pairs.size()) i = 0;
  }
  double worst = 0;
  for (i = 0; i < set.pairs.size(); ++i) {
    const Distance3 truth = distance(set.a(i), set.b(i));
    worst = std::max(worst, std::abs(peer->distance(i) - truth.lower) / truth.lower);
  }
  state.counters["worst"] = worst;
}

void add(int vertices, Placement placement) {
  const std::string name =
      "distance/ellipsoids_" + std::to_string(vertices) + "/" + to_string(placement) + "/";
  benchmark::RegisterBenchmark((name + "sunder").c_str(), measure_sunder, vertices, placement);
  benchmark::RegisterBenchmark((name + "fcl_convex_libccd").c_str(), measure_fcl, vertices,
                               placement, FclSolver::libccd);
  benchmark::RegisterBenchmark((name + "fcl_convex_indep").c_str(), measure_fcl, vertices,
                               placement, FclSolver::independent);
}

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  using namespace sunder::bench;
  for (const Placement placement : {Placement::near, Placement::far}) {
    for (const int vertices : {8, 50, 500}) add(vertices, placement);
  }
  return run_benchmarks(argc, argv,
                        "how far apart are the bodies? (a number; Sunder: a proven interval)");
}
