// SPDX-License-Identifier: Apache-2.0
#include "bench/context.hpp"

#include <benchmark/benchmark.h>

#include "bench/peers.hpp"

namespace sunder::bench {

int run_benchmarks(int argc, char** argv, const char* question) {
  benchmark::AddCustomContext("question", question);
  benchmark::AddCustomContext("compiler", SUNDER_BENCH_COMPILER);
  benchmark::AddCustomContext("flags", SUNDER_BENCH_FLAGS);
  benchmark::AddCustomContext("sunder build", SUNDER_BENCH_BUILD);
  for (const Description& peer : descriptions()) benchmark::AddCustomContext(peer.name, peer.text);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace sunder::bench
