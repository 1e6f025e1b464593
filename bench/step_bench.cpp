// SPDX-License-Identifier: Apache-2.0
//
// A collision step of 201 bodies in a pile: the time of a whole step, with all its contacts. Two
// parts of it are timed by themselves.
#include <benchmark/benchmark.h>

#include "bench/context.hpp"
#include "bench/step.hpp"

namespace sunder::bench {
namespace {

constexpr int kBodies = 200;  ///< on the ground
constexpr int kSteps = 64;

const Pile& pile() {
  static const Pile made = make_pile(kBodies, kSteps);
  return made;
}

void add(const char* name, std::unique_ptr<Stepper> (*make)(const Pile&)) {
  benchmark::RegisterBenchmark(name, [make](benchmark::State& state) {
    const auto stepper = make(pile());
    StepCount count;
    for (std::size_t at = 0; at < kSteps; ++at) count = stepper->step(at);
    std::size_t at = 0;
    for (auto _ : state) {
      count = stepper->step(at);
      at = (at + 1) % kSteps;
    }
    state.counters["pairs"] = static_cast<double>(count.pairs);
    state.counters["meeting"] = static_cast<double>(count.meeting);
    state.counters["contacts"] = static_cast<double>(count.contacts);
  })->Unit(benchmark::kMicrosecond);
}

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  using namespace sunder::bench;
  add("step/pile/sunder", make_sunder_stepper);
  add("step/pile/sunder_verdicts", make_sunder_verdicts);
  add("step/pile/sunder_broad_phase", make_sunder_broad_phase);
#ifdef SUNDER_BENCH_BULLET
  add("step/pile/bullet", make_bullet_stepper);
#endif
  return run_benchmarks(argc, argv, "a collision step of a pile: where do the bodies touch?");
}
