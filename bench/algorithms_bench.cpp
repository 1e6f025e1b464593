// SPDX-License-Identifier: Apache-2.0
//
// Prints the table of algorithms. Each one that serves verdicts runs on the same pairs in space and
// in the plane; all answers are proven. `own` is the share of the 200 verdicts that the algorithm's
// own proposal proved; another algorithm proved the rest. `wrong` counts the verdicts that differ
// from the library's. edge_projection runs twice: with all faces, and with the five of the paper.
#include <benchmark/benchmark.h>
#include <map>

#include "bench/context.hpp"
#include "bench/pairs.hpp"
#include "bench/polygons.hpp"

namespace sunder::bench {
namespace {

struct SpacePairs {
  static constexpr int kDimension = 3;
  PairSet set;
  Posed3 a(std::size_t i) const { return set.a(i); }
  Posed3 b(std::size_t i) const { return set.b(i); }
};

struct PlanePairs {
  static constexpr int kDimension = 2;
  PolygonSet set;
  Posed2 a(std::size_t i) const { return {set.a, set.poses_a[i]}; }
  Posed2 b(std::size_t i) const { return {set.b, set.poses_b[i]}; }
};

template <class Pairs>
void ask_algorithm(benchmark::State& state, const Pairs* pairs, Algorithm algorithm,
                   std::int32_t max_faces) {
  Search<Pairs::kDimension> options;
  options.algorithm = algorithm;
  options.max_faces = max_faces;
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(intersects(pairs->a(i), pairs->b(i), options));
    if (++i == kPairsPerSet) i = 0;
  }
  int own = 0;
  int wrong = 0;
  for (i = 0; i < kPairsPerSet; ++i) {
    const Decision answer = intersects(pairs->a(i), pairs->b(i), options);
    if (answer.decided_by == algorithm) ++own;
    if (answer.verdict != intersects(pairs->a(i), pairs->b(i)).verdict) ++wrong;
  }
  if (algorithm != Algorithm::automatic) state.counters["own"] = 1.0 * own / kPairsPerSet;
  state.counters["wrong"] = wrong;
}

/// `pairs` must outlive the run.
template <class Pairs>
void add(const std::string& name, const Pairs& pairs) {
  const std::string group = "algorithms/" + name + "/";
  const auto register_algorithm = [&](std::string_view who, Algorithm algorithm,
                                      std::int32_t max_faces = 0) {
    benchmark::RegisterBenchmark((group + std::string(who)).c_str(), ask_algorithm<Pairs>, &pairs,
                                 algorithm, max_faces);
  };
  register_algorithm("sunder", Algorithm::automatic);
  register_algorithm("edge_projection_five", Algorithm::edge_projection, 5);
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (!serves(algorithm.id, Question::verdict, Pairs::kDimension)) continue;
    register_algorithm(algorithm.name, algorithm.id);
  }
}

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  using namespace sunder::bench;
  std::map<std::string, SpacePairs> space;
  std::map<std::string, PlanePairs> plane;
  const auto add_space = [&](Workload workload, int vertices, Placement placement) {
    SpacePairs pairs{make_pairs(workload, vertices, placement)};
    const std::string name = pairs.set.name;
    add(name, space.emplace(name, std::move(pairs)).first->second);
  };
  for (const Placement placement : {Placement::overlapping, Placement::near, Placement::far}) {
    for (const int vertices : {8, 50, 500}) add_space(Workload::ellipsoids, vertices, placement);
    add_space(Workload::boxes, 0, placement);
    add_space(Workload::hulls, 0, placement);
    for (const int corners : {4, 16, 64}) {
      const std::string name = "polygons_" + std::to_string(corners) + "/" + to_string(placement);
      add(name, plane.emplace(name, PlanePairs{make_polygons(corners, placement)}).first->second);
    }
  }
  return run_benchmarks(argc, argv, "do the bodies meet? (verdict, proven)");
}
