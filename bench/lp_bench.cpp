// SPDX-License-Identifier: Apache-2.0
//
// Do two bodies in many dimensions meet? Sunder's algorithm lp, proven, is compared with GLPK and
// CLP on the article's equations. The peers build their model from the vertices in each call.
// Sunder is timed three times. `sunder` queries two existing bodies, and builds its model of them.
// `sunder_automatic` names no algorithm. `sunder_from_points` also builds the bodies, which no peer has: duplicates, bounds, ranks,
// content hash. Before anything is timed, all must give the same answer on every pair.
#include <benchmark/benchmark.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>

#include "bench/lp_peers.hpp"
#include "sunder/sunder.hpp"

namespace sunder::bench {
namespace {

/// The peers take up to a second for one pair in 100 dimensions.
std::size_t pairs_in(int dimension) { return dimension < 100 ? 16 : 4; }

enum class Shape { gaussian, cross, zero_one };
enum class Place { apart, overlapping };

struct PointPair {
  PointSet a, b;
};

struct LpSetup {
  Shape shape;
  int dimension;
  int count;
  Place place;
};

std::string name_of(const LpSetup& setup) {
  constexpr const char* kShapes[] = {"gaussian", "cross", "zero_one"};
  return std::string("lp/") + kShapes[static_cast<int>(setup.shape)] + "_d" +
         std::to_string(setup.dimension) + "_n" + std::to_string(setup.count) + "/" +
         (setup.place == Place::apart ? "apart" : "overlapping") + "/";
}

PointSet points_of(std::mt19937_64& random, const LpSetup& setup) {
  PointSet set{setup.dimension, setup.count, {}};
  std::normal_distribution<double> normal;
  const double scale = 1 / std::sqrt(setup.dimension);
  for (int i = 0; i < setup.count; ++i) {
    for (int k = 0; k < setup.dimension; ++k) {
      double x = 0;
      if (setup.shape == Shape::gaussian) x = normal(random) * scale;
      if (setup.shape == Shape::zero_one) x = static_cast<double>(random() & 1);
      if (setup.shape == Shape::cross && i / 2 == k) x = i % 2 == 0 ? -1 : 1;
      set.coordinates.push_back(x);
    }
  }
  return set;
}

PosedN posed(const PolytopeN& body, const PoseN& pose) { return {body, pose}; }

PolytopeN body_of(const PointSet& set) {
  return PolytopeN::from_points(set.coordinates.data(), set.count, set.dimension,
                                set.dimension * static_cast<std::int64_t>(sizeof(double)))
      .value();
}

Verdict decide_by_lp(const PolytopeN& a, const PolytopeN& b, const PoseN& pose) {
  SearchN options;
  options.algorithm = Algorithm::lp;
  return intersects(posed(a, pose), posed(b, pose), options).verdict;
}

bool ask_lp(const PolytopeN& a, const PolytopeN& b, const PoseN& pose) {
  return decide_by_lp(a, b, pose) != Verdict::separated;
}

/// Moves b along the line (1, 1/8, 1/8, ...) to 2 per cent beyond first contact, or short of it by
/// a tenth.
PointPair pair_of(std::mt19937_64& random, const LpSetup& setup) {
  PointPair pair{points_of(random, setup), points_of(random, setup)};
  const PolytopeN a = body_of(pair.a);
  const PolytopeN b = body_of(pair.b);
  const PoseN still = PoseN::identity(setup.dimension);
  const auto line = [&](double t) {
    VectorN moved(static_cast<std::size_t>(setup.dimension), t / 8);
    moved.front() = t;
    return moved;
  };
  double meets = 0;
  double apart = 7.7;  // no power of two: an exact contact would need integers
  for (int step = 0; step < 12; ++step) {
    const double middle = (meets + apart) / 2;
    const PoseN pose = PoseN::translation(line(middle)).value();
    SearchN options;
    options.algorithm = Algorithm::lp;
    (intersects(posed(a, still), posed(b, pose), options) ? meets : apart) = middle;
  }
  const VectorN moved = line(setup.place == Place::apart ? apart * 1.02 : meets * 0.9);
  for (int i = 0; i < setup.count; ++i) {
    for (std::size_t k = 0; k < moved.size(); ++k) {
      pair.b.coordinates[static_cast<std::size_t>(i) * moved.size() + k] += moved[k];
    }
  }
  return pair;
}

struct LpPairs {
  std::vector<PointPair> pairs;
  std::vector<PolytopeN> a, b;
  PoseN pose;
};

/// pair_of(), drawn again while it touches: points of 0 and 1 may touch whatever the translation.
PointPair strict_pair_of(std::mt19937_64& random, const LpSetup& setup) {
  const Verdict wanted =
      setup.place == Place::overlapping ? Verdict::overlapping : Verdict::separated;
  const PoseN still = PoseN::identity(setup.dimension);
  while (true) {
    PointPair pair = pair_of(random, setup);
    if (decide_by_lp(body_of(pair.a), body_of(pair.b), still) == wanted) return pair;
  }
}

/// Made once for all contestants. Ends the program if any of them disagrees.
const LpPairs& pairs_of(const LpSetup& setup) {
  static std::map<std::string, LpPairs> made;
  const std::string name = name_of(setup);
  const auto found = made.find(name);
  if (found != made.end()) return found->second;
  std::mt19937_64 random(static_cast<std::uint64_t>(setup.dimension * 1000 + setup.count));
  LpPairs set{{}, {}, {}, PoseN::identity(setup.dimension)};
  for (std::size_t i = 0; i < pairs_in(setup.dimension); ++i) {
    const PointPair& pair = set.pairs.emplace_back(strict_pair_of(random, setup));
    set.a.push_back(body_of(pair.a));
    set.b.push_back(body_of(pair.b));
    const bool meets = ask_lp(set.a.back(), set.b.back(), set.pose);
    if (meets != (setup.place == Place::overlapping) || meets != meets_by_glpk(pair.a, pair.b) ||
        meets != meets_by_clp(pair.a, pair.b)) {
      std::fprintf(stderr, "%s: pair %zu: the answers differ\n", name.c_str(), i);
      std::exit(1);
    }
  }
  return made.emplace(name, std::move(set)).first->second;
}

void ask_sunder(benchmark::State& state, LpSetup setup) {
  const LpPairs& set = pairs_of(setup);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(ask_lp(set.a[i], set.b[i], set.pose));
    if (++i == set.pairs.size()) i = 0;
  }
  SearchN options;
  options.algorithm = Algorithm::lp;
  Counters counters;
  options.counters = &counters;
  for (i = 0; i < set.pairs.size(); ++i) {
    intersects(posed(set.a[i], set.pose), posed(set.b[i], set.pose), options);
  }
  state.counters["by_filter"] =
      static_cast<double>(counters.by_stage[static_cast<std::size_t>(Stage::filter)]) /
      static_cast<double>(set.pairs.size());
}

void ask_sunder_automatic(benchmark::State& state, LpSetup setup) {
  const LpPairs& set = pairs_of(setup);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        bool(intersects(posed(set.a[i], set.pose), posed(set.b[i], set.pose))));
    if (++i == set.pairs.size()) i = 0;
  }
}

void ask_sunder_from_points(benchmark::State& state, LpSetup setup) {
  const LpPairs& set = pairs_of(setup);
  std::size_t i = 0;
  for (auto _ : state) {
    const PolytopeN a = body_of(set.pairs[i].a);
    const PolytopeN b = body_of(set.pairs[i].b);
    benchmark::DoNotOptimize(ask_lp(a, b, set.pose));
    if (++i == set.pairs.size()) i = 0;
  }
}

void ask_peer(benchmark::State& state, LpSetup setup,
              bool (*meets)(const PointSet&, const PointSet&)) {
  const LpPairs& set = pairs_of(setup);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(meets(set.pairs[i].a, set.pairs[i].b));
    if (++i == set.pairs.size()) i = 0;
  }
}

void add(const LpSetup& setup) {
  const std::string name = name_of(setup);
  benchmark::RegisterBenchmark((name + "sunder").c_str(), ask_sunder, setup);
  benchmark::RegisterBenchmark((name + "sunder_automatic").c_str(), ask_sunder_automatic, setup);
  benchmark::RegisterBenchmark((name + "sunder_from_points").c_str(), ask_sunder_from_points,
                               setup);
  benchmark::RegisterBenchmark((name + "glpk").c_str(), ask_peer, setup, meets_by_glpk);
  benchmark::RegisterBenchmark((name + "clp").c_str(), ask_peer, setup, meets_by_clp);
}

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  using namespace sunder::bench;
  benchmark::AddCustomContext("question", "do the bodies meet, in d dimensions? (boolean)");
  benchmark::AddCustomContext("sunder", std::string(sunder::kVersion) + ", its answers are proven");
  benchmark::AddCustomContext(
      "glpk", std::string(glpk_version()) + ", Debian's binary; glp_simplex() on P1, defaults");
  benchmark::AddCustomContext("clp", std::string(clp_version()) +
                                         ", Debian's binary; ClpSimplex::primal() on P1, defaults");
  for (const int d : {4, 8, 16, 32, 100}) {
    for (const Place place : {Place::apart, Place::overlapping}) {
      for (const int count : {2 * d, 8 * d}) add({Shape::gaussian, d, count, place});
      add({Shape::cross, d, 2 * d, place});
      for (const int count : {2 * d, 8 * d}) add({Shape::zero_one, d, count, place});
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
