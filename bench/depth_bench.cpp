// SPDX-License-Identifier: Apache-2.0
//
// How deep do they overlap, one pair an iteration: Sunder's proven interval at its default width
// against the number of each library that looks for the minimum. `wrong` is how many of the 200
// numbers are off by more than a thousandth of Sunder's interval, or missing.
#include <benchmark/benchmark.h>
#include <map>

#include "bench/context.hpp"
#include "bench/peers.hpp"
#include "sunder/penetration.hpp"

namespace sunder::bench {
namespace {

struct Row {
  Workload workload;
  int vertices;
  Placement placement;
};

/// Made once for all benchmarks on it.
const PairSet& pairs_of(const Row& row) {
  static std::map<std::string, PairSet> made;
  const std::string key =
      to_string(row.workload) + std::to_string(row.vertices) + to_string(row.placement);
  const auto found = made.find(key);
  if (found != made.end()) return found->second;
  return made.emplace(key, make_pairs(row.workload, row.vertices, row.placement)).first->second;
}

/// `widest` is the widest interval, relative to the depth.
void ask_sunder(benchmark::State& state, Row row) {
  const PairSet& set = pairs_of(row);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(penetration(set.a(i), set.b(i)));
    if (++i == set.pairs.size()) i = 0;
  }
  double widest = 0;
  for (i = 0; i < set.pairs.size(); ++i) {
    const Penetration3 answer = penetration(set.a(i), set.b(i));
    widest = std::max(widest, (answer.upper - answer.lower) / answer.upper);
  }
  state.counters["widest"] = widest;
}

void ask_peer(benchmark::State& state, Row row, std::unique_ptr<Peer> (*make)(const PairSet&)) {
  const PairSet& set = pairs_of(row);
  const auto peer = make(set);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(peer->depth(i));
    if (++i == set.pairs.size()) i = 0;
  }
  int wrong = 0;
  for (i = 0; i < set.pairs.size(); ++i) {
    const Penetration3 truth = penetration(set.a(i), set.b(i));
    const double depth = peer->depth(i);
    if (!(depth >= truth.lower * 0.999 && depth <= truth.upper * 1.001)) ++wrong;
  }
  state.counters["wrong"] = wrong;
}

using Make = std::unique_ptr<Peer> (*)(const PairSet&);

void add_peers_of_boxes(const std::string& name, const Row& row) {
  const auto add_peer = [&](const char* peer, Make make) {
    benchmark::RegisterBenchmark((name + peer).c_str(), ask_peer, row, make);
  };
  add_peer("fcl_box",
           [](const PairSet& set) { return make_fcl_peer(set, FclSolver::libccd, true); });
  add_peer("bullet_box", [](const PairSet& set) { return make_bullet_peer(set, true); });
#ifdef SUNDER_BENCH_COAL
  add_peer("coal_box", [](const PairSet& set) { return make_coal_peer(set, true); });
#endif
}

void add(const Row& row) {
  const std::string name = "depth/" + to_string(row.workload) +
                           (row.vertices > 0 ? "_" + std::to_string(row.vertices) : "") + "/" +
                           to_string(row.placement) + "/";
  benchmark::RegisterBenchmark((name + "sunder").c_str(), ask_sunder, row);
  const auto add_peer = [&](const char* peer, Make make) {
    benchmark::RegisterBenchmark((name + peer).c_str(), ask_peer, row, make);
  };
  add_peer("libccd_epa", [](const PairSet& set) { return make_ccd_peer(set, CcdMethod::gjk); });
  add_peer("libccd_mpr", [](const PairSet& set) { return make_ccd_peer(set, CcdMethod::mpr); });
  add_peer("fcl_convex_libccd",
           [](const PairSet& set) { return make_fcl_peer(set, FclSolver::libccd, false); });
  add_peer("fcl_convex_indep",
           [](const PairSet& set) { return make_fcl_peer(set, FclSolver::independent, false); });
  add_peer("bullet_hull", [](const PairSet& set) { return make_bullet_peer(set, false); });
#ifdef SUNDER_BENCH_COAL
  add_peer("coal_convex", [](const PairSet& set) { return make_coal_peer(set, false); });
#endif
  if (row.workload == Workload::boxes) add_peers_of_boxes(name, row);
}

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  using namespace sunder::bench;
  for (const Placement placement : {Placement::overlapping, Placement::shallow, Placement::deep}) {
    add({Workload::boxes, 0, placement});
    const bool any_depth = placement == Placement::overlapping;
    const Workload hulls = any_depth ? Workload::ellipsoids : Workload::rounds;
    for (const int vertices : {8, 50, 500}) add({hulls, vertices, placement});
  }
  return run_benchmarks(argc, argv,
                        "how deep do the bodies overlap? (a number; Sunder: a proven interval)");
}
