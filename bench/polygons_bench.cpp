// SPDX-License-Identifier: Apache-2.0
//
// Polygons of 3 to 64 corners: do they meet, and how far apart are they? Sunder's proven answers in
// double against Box2D's in float, checked as in truth.hpp.
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

struct Cell {
  PolygonSet set;
  std::vector<Distance2> truths;
#ifdef SUNDER_BENCH_BOX2D
  std::unique_ptr<Box2dPeer> box2d;
#endif
  Posed2 a(std::size_t i) const { return {set.a, set.poses_a[i]}; }
  Posed2 b(std::size_t i) const { return {set.b, set.poses_b[i]}; }
};

/// The truths only after verify() has accepted their certificates.
std::unique_ptr<Cell> make_cell(int corners, Placement placement) {
  auto cell = std::make_unique<Cell>();
  cell->set = make_polygons(corners, placement);
  for (std::size_t i = 0; i < kPairsPerSet; ++i) {
    const Distance2 truth = distance(cell->a(i), cell->b(i));
    const Check check = verify(cell->a(i), cell->b(i), certify(cell->a(i), cell->b(i), truth));
    if (!check) {
      std::fprintf(stderr, "polygons_%d, pair %zu: %s\n", corners, i, check.reason.c_str());
      std::exit(1);
    }
    cell->truths.push_back(truth);
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

bool is_right(const Distance2& truth, bool meets) {
  return meets == static_cast<bool>(truth.verdict);
}
bool is_right(const Distance2& truth, double distance) {
  if (truth.verdict) return distance <= 0;
  return distance >= truth.lower * 0.999 && distance <= truth.upper * 1.001;
}

/// `ask` is a question: (cell, pair) -> bool or double.
template <class Ask>
void add(const std::string& name, int corners, Placement placement, Ask ask) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    const Cell& cell = cell_of(corners, placement);
    time_pairs(state, kPairsPerSet, [&](std::size_t i) { return ask(cell, i); });
    int wrong = 0;
    for (std::size_t i = 0; i < kPairsPerSet; ++i) {
      if (!is_right(cell.truths[i], ask(cell, i))) ++wrong;
    }
    state.counters["wrong"] = wrong;
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
  ask("distance", "sunder",
      [](const Cell& cell, std::size_t i) { return distance(cell.a(i), cell.b(i)).lower; });
#ifdef SUNDER_BENCH_BOX2D
  if (corners <= kBox2dMostCorners) {
    ask("intersects", "box2d_sat",
        [](const Cell& cell, std::size_t i) { return cell.box2d->intersects_by_sat(i); });
  }
  ask("intersects", "box2d_gjk",
      [](const Cell& cell, std::size_t i) { return cell.box2d->intersects_by_gjk(i); });
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
