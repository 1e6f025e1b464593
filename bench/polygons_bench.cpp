// SPDX-License-Identifier: Apache-2.0
//
// Polygons of 3 to 64 corners: do they meet, how far apart are they, and how deep do they overlap?
// Sunder's proven answers in double are compared with Box2D's in float, checked as in truth.hpp. `batch` tests a thousand
// pairs in one call, in ns a pair; Box2D, which has no batches, tests one after another.
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>

#include "bench/context.hpp"
#include "bench/polygons.hpp"
#include "bench/timing.hpp"
#ifdef SUNDER_BENCH_BOX2D
#include "bench/box2d_peer.hpp"
#endif

namespace sunder::bench {
namespace {

/// The pairs of a set, repeated several times, with one matrix each.
struct Batch {
  static constexpr std::size_t kItems = 1000;
  std::vector<Polytope2> polygons;
  std::vector<double> rows;
  std::vector<std::int32_t> hull_a, hull_b, pose_a, pose_b;
  PairBatch<2> question() const {
    PairBatch<2> batch;
    batch.bodies = std::span<const Polytope2>(polygons);
    batch.poses = PoseTable<2>(rows.data(), static_cast<std::int64_t>(2 * kItems));
    batch.body_a = std::span<const std::int32_t>(hull_a);
    batch.body_b = std::span<const std::int32_t>(hull_b);
    batch.pose_a = std::span<const std::int32_t>(pose_a);
    batch.pose_b = std::span<const std::int32_t>(pose_b);
    batch.count = static_cast<std::int64_t>(kItems);
    return batch;
  }
};

Batch make_batch(const PolygonSet& set) {
  Batch batch;
  batch.polygons = {set.a, set.b};
  for (std::size_t i = 0; i < Batch::kItems; ++i) {
    for (const Pose2* pose : {&set.poses_a[i % kPairsPerSet], &set.poses_b[i % kPairsPerSet]}) {
      for (int l = 0; l < 2; ++l) {
        batch.rows.insert(batch.rows.end(),
                          {pose->linear(l, 0), pose->linear(l, 1), pose->offset(l)});
      }
    }
    batch.hull_a.push_back(0);
    batch.hull_b.push_back(1);
    batch.pose_a.push_back(static_cast<std::int32_t>(2 * i));
    batch.pose_b.push_back(static_cast<std::int32_t>(2 * i + 1));
  }
  return batch;
}

struct Cell {
  PolygonSet set;
  Batch batch;
  std::vector<Distance2> truths;
  std::vector<Penetration2> depths;  ///< of overlapping pairs
#ifdef SUNDER_BENCH_BOX2D
  std::unique_ptr<Box2dPeer> box2d;
#endif
  Posed2 a(std::size_t i) const { return {set.a, set.poses_a[i]}; }
  Posed2 b(std::size_t i) const { return {set.b, set.poses_b[i]}; }
};

/// Returns the depth, whose certificate verify() has accepted.
Penetration2 proven_depth(const Posed2& a, const Posed2& b) {
  const Penetration2 depth = penetration(a, b);
  const Check check = verify(a, b, certify(a, b, depth));
  if (!check) {
    std::fprintf(stderr, "depth of polygons: %s\n", check.reason.c_str());
    std::exit(1);
  }
  return depth;
}

/// Uses the truths only after verify() has accepted their certificates.
std::unique_ptr<Cell> make_cell(int corners, Placement placement) {
  auto cell = std::make_unique<Cell>();
  cell->set = make_polygons(corners, placement);
  cell->batch = make_batch(cell->set);
  for (std::size_t i = 0; i < kPairsPerSet; ++i) {
    const Distance2 truth = distance(cell->a(i), cell->b(i));
    const Check check = verify(cell->a(i), cell->b(i), certify(cell->a(i), cell->b(i), truth));
    if (!check) {
      std::fprintf(stderr, "polygons_%d, pair %zu: %s\n", corners, i, check.reason.c_str());
      std::exit(1);
    }
    cell->truths.push_back(truth);
    if (truth) cell->depths.push_back(proven_depth(cell->a(i), cell->b(i)));
  }
#ifdef SUNDER_BENCH_BOX2D
  cell->box2d = make_box2d_peer(cell->set);
#endif
  return cell;
}

const Cell& cell_of(int corners, Placement placement) {
  static std::map<std::pair<int, Placement>, std::unique_ptr<Cell>> made;
  auto& cell = made[{corners, placement}];
  if (cell == nullptr) cell = make_cell(corners, placement);
  return *cell;
}

bool is_right(const Distance2& truth, bool meets) { return meets == static_cast<bool>(truth); }
bool is_right(const Distance2& truth, double distance) {
  if (truth) return distance <= 0;
  return distance >= truth.distance.lower * 0.999 && distance <= truth.distance.upper * 1.001;
}

/// A depth. Its type distinguishes it from a distance.
struct HowDeep {
  double value;
};

bool is_right(const Cell& cell, std::size_t i, HowDeep depth) {
  const Interval& truth = cell.depths[i].depth;
  return depth.value >= truth.lower * 0.999 && depth.value <= truth.upper * 1.001;
}
template <class Answer>
bool is_right(const Cell& cell, std::size_t i, Answer answer) {
  return is_right(cell.truths[i], answer);
}

/// `ask` is a question: (cell, pair) -> bool, double or HowDeep.
template <class Ask>
void add(const std::string& name, int corners, Placement placement, Ask ask) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    const Cell& cell = cell_of(corners, placement);
    time_pairs(state, kPairsPerSet, [&](std::size_t i) { return ask(cell, i); });
    int wrong = 0;
    for (std::size_t i = 0; i < kPairsPerSet; ++i) {
      if (!is_right(cell, i, ask(cell, i))) ++wrong;
    }
    state.counters["wrong"] = wrong;
  });
}

void add_batch(const std::string& name, int corners, Placement placement) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    const Cell& cell = cell_of(corners, placement);
    const PairBatch<2> batch = cell.batch.question();
    std::vector<Verdict> verdicts(Batch::kItems);
    BatchOutput<2> output;
    output.verdicts = verdicts;
    while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(Batch::kItems))) {
      benchmark::DoNotOptimize(intersects(batch, output).value());
      benchmark::ClobberMemory();
    }
    int wrong = 0;
    for (std::size_t i = 0; i < Batch::kItems; ++i) {
      if (verdicts[i] != cell.truths[i % kPairsPerSet].verdict) ++wrong;
    }
    state.counters["wrong"] = wrong;
    state.counters["pairs"] = static_cast<double>(kPairsPerSet);
  });
}

void add_cells(int corners, Placement placement) {
  const std::string row = "/polygons_" + std::to_string(corners) + "/" + to_string(placement) + "/";
  const auto ask = [&](const std::string& question, const std::string& who, auto answer) {
    add(question + row + who, corners, placement, answer);
  };
  ask("intersects", "sunder", [](const Cell& cell, std::size_t i) {
    return static_cast<bool>(intersects(cell.a(i), cell.b(i)));
  });
  ask("distance", "sunder", [](const Cell& cell, std::size_t i) {
    return distance(cell.a(i), cell.b(i)).distance.lower;
  });
  const bool meet = placement == Placement::overlapping;
  if (meet) {
    ask("depth", "sunder", [](const Cell& cell, std::size_t i) {
      return HowDeep{penetration(cell.a(i), cell.b(i)).depth.lower};
    });
  }
  const bool few = corners <= 8;
  if (few) add_batch("batch" + row + "sunder", corners, placement);
#ifdef SUNDER_BENCH_BOX2D
  const auto by_sat = [](const Cell& cell, std::size_t i) {
    return cell.box2d->intersects_by_sat(i);
  };
  const auto by_gjk = [](const Cell& cell, std::size_t i) {
    return cell.box2d->intersects_by_gjk(i);
  };
  if (corners <= kBox2dMostCorners) ask("intersects", "box2d_sat", by_sat);
  if (meet && corners <= kBox2dMostCorners) {
    ask("depth", "box2d_sat",
        [](const Cell& cell, std::size_t i) { return HowDeep{cell.box2d->depth(i)}; });
  }
  if (few) ask("batch", "box2d_sat", by_sat);
  if (few) ask("batch", "box2d_gjk", by_gjk);
  ask("intersects", "box2d_gjk", by_gjk);
  ask("distance", "box2d_gjk",
      [](const Cell& cell, std::size_t i) { return cell.box2d->distance(i); });
#endif
}

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  using namespace sunder::bench;
  for (const int corners : {3, 4, 8, 16, 32, 64}) {
    for (const Placement placement : {Placement::overlapping, Placement::near, Placement::far})
      add_cells(corners, placement);
  }
#ifdef SUNDER_BENCH_BOX2D
  benchmark::AddCustomContext("box2d", box2d_description());
#endif
  return run_benchmarks(argc, argv, "polygons: do they meet, how far apart are they?");
}
