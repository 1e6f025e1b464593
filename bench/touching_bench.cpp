// SPDX-License-Identifier: Apache-2.0
//
// Do they meet, for bodies that touch exactly? No filter can decide these, so that they time the
// exact stages. They touch by construction, which also checks the truth of the pairs. If the poses
// are rigid in doubles, the peers answer as well; only Sunder accepts exact quaternions and integer
// matrices.
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>

#include "bench/cells.hpp"
#include "bench/context.hpp"
#include "bench/timing.hpp"
#include "bench/touching.hpp"

namespace sunder::bench {
namespace {

void require_touching(const PairSet& set) {
  for (std::size_t i = 0; i < set.pairs.size(); ++i) {
    if (intersects(set.a(i), set.b(i)).verdict == Verdict::touching) continue;
    std::fprintf(stderr, "%s: pair %zu touches, and was called otherwise\n", set.name.c_str(), i);
    std::exit(1);
  }
}

/// For all contestants.
void add_rigid(const std::string& name, bool boxes, PairSet (*make)()) {
  const auto make_checked = [=] {
    PairSet set = make();
    set.name = name;
    require_touching(set);
    return set;
  };
  add_cell(Question::intersects, {name, make_checked, boxes});
}

/// For Sunder alone.
void add_exact(const std::string& name, PairSet (*make)()) {
  const std::string full_name = "intersects/" + name + "/sunder";
  benchmark::RegisterBenchmark(full_name.c_str(), [=](benchmark::State& state) {
    PairSet set = make();
    set.name = name;
    require_touching(set);
    time_pairs(state, set.pairs.size(),
               [&](std::size_t i) { return static_cast<bool>(intersects(set.a(i), set.b(i))); });
    state.counters["wrong"] = 0;
  });
}

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  using namespace sunder::bench;
  add_rigid("touching/boxes_on_a_grid", true, boxes_on_a_grid);
  add_rigid("touching/hulls_by_a_face", false, [] { return hulls_by(4, Frame::quarter_turn); });
  add_rigid("touching/hulls_by_an_edge", false, [] { return hulls_by(2, Frame::quarter_turn); });
  add_rigid("touching/hulls_by_a_vertex", false, [] { return hulls_by(1, Frame::quarter_turn); });
  add_exact("touching/boxes_by_quaternion", [] { return rotated_boxes(Frame::quaternion); });
  add_exact("touching/boxes_by_matrix", [] { return rotated_boxes(Frame::matrix); });
  add_exact("touching/hulls_by_quaternion", [] { return hulls_by(4, Frame::quaternion); });
  return run_benchmarks(argc, argv, "do bodies that touch exactly meet? (exact)");
}
