// SPDX-License-Identifier: Apache-2.0
//
// One question, do they meet, one pair an iteration: Sunder (proven) against libccd and FCL. The
// counter `wrong` is how many of the 200 verdicts differ from Sunder's.
#include <benchmark/benchmark.h>
#include <map>

#include "bench/context.hpp"
#include "bench/peers.hpp"

namespace sunder::bench {
namespace {

struct Setup {
  Workload workload;
  int vertices;
  Placement placement;
};

/// Made once for all benchmarks on it.
const PairSet& pairs_of(const Setup& setup) {
  static std::map<std::string, PairSet> made;
  const std::string key =
      to_string(setup.workload) + std::to_string(setup.vertices) + to_string(setup.placement);
  const auto found = made.find(key);
  if (found != made.end()) return found->second;
  return made.emplace(key, make_pairs(setup.workload, setup.vertices, setup.placement))
      .first->second;
}

std::string name_of(const Setup& setup) {
  return "intersects/" + to_string(setup.workload) +
         (setup.vertices > 0 ? "_" + std::to_string(setup.vertices) : "") + "/" +
         to_string(setup.placement) + "/";
}

void ask_sunder(benchmark::State& state, Setup setup, Algorithm algorithm) {
  const PairSet& set = pairs_of(setup);
  Options3 options;
  options.algorithm = algorithm;
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(intersects(set.a(i), set.b(i), options));
    if (++i == set.pairs.size()) i = 0;
  }
  Counters counters;
  options.counters = &counters;
  for (i = 0; i < set.pairs.size(); ++i) intersects(set.a(i), set.b(i), options);
  const auto share = [&](Stage stage) {
    return static_cast<double>(counters.by_stage[static_cast<std::size_t>(stage)]) / kPairsPerSet;
  };
  state.counters["by_bounds"] = share(Stage::bounds);
  state.counters["by_filter"] = share(Stage::filter);
}

void ask_peer(benchmark::State& state, Setup setup, std::unique_ptr<Peer> (*make)(const PairSet&)) {
  const PairSet& set = pairs_of(setup);
  const auto peer = make(set);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(peer->intersects(i));
    if (++i == set.pairs.size()) i = 0;
  }
  int wrong = 0;
  for (i = 0; i < set.pairs.size(); ++i) {
    if (peer->intersects(i) != static_cast<bool>(intersects(set.a(i), set.b(i)))) ++wrong;
  }
  state.counters["wrong"] = wrong;
}

void add(const Setup& setup) {
  const std::string name = name_of(setup);
  benchmark::RegisterBenchmark((name + "sunder").c_str(), ask_sunder, setup, Algorithm::automatic);
  benchmark::RegisterBenchmark((name + "sunder_gjk").c_str(), ask_sunder, setup, Algorithm::gjk);
  using Make = std::unique_ptr<Peer> (*)(const PairSet&);
  const auto add_peer = [&](const char* peer, Make make) {
    benchmark::RegisterBenchmark((name + peer).c_str(), ask_peer, setup, make);
  };
  add_peer("libccd_mpr", [](const PairSet& set) { return make_ccd_peer(set, CcdMethod::mpr); });
  add_peer("libccd_gjk", [](const PairSet& set) { return make_ccd_peer(set, CcdMethod::gjk); });
  add_peer("fcl_convex_libccd",
           [](const PairSet& set) { return make_fcl_peer(set, FclSolver::libccd, false); });
  add_peer("fcl_convex_indep",
           [](const PairSet& set) { return make_fcl_peer(set, FclSolver::independent, false); });
  if (setup.workload == Workload::boxes) {
    add_peer("fcl_box",
             [](const PairSet& set) { return make_fcl_peer(set, FclSolver::libccd, true); });
  }
}

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  using namespace sunder::bench;
  for (const Placement placement : {Placement::overlapping, Placement::near, Placement::far}) {
    for (const int vertices : {8, 50, 500, 5000}) add({Workload::ellipsoids, vertices, placement});
    add({Workload::boxes, 0, placement});
    add({Workload::hulls, 0, placement});
  }
  return run_benchmarks(argc, argv, "do the bodies meet? (boolean)");
}
