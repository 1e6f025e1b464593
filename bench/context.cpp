// SPDX-License-Identifier: Apache-2.0
#include "bench/context.hpp"

#include <LinearMath/btScalar.h>
#include <benchmark/benchmark.h>
#include <fcl/config.h>

#include "sunder/version.hpp"

namespace sunder::bench {

int run_benchmarks(int argc, char** argv, const char* question) {
  benchmark::AddCustomContext("question", question);
  benchmark::AddCustomContext("compiler", SUNDER_BENCH_COMPILER);
  benchmark::AddCustomContext("flags", SUNDER_BENCH_FLAGS);
  benchmark::AddCustomContext("sunder build", SUNDER_BENCH_BUILD);
  benchmark::AddCustomContext(
      "sunder",
      std::string(kVersion) + ", exact on doubles, SIMD by dispatch; its answers are proven");
  benchmark::AddCustomContext(
      "libccd", "Debian's binary, double; our support callback: linear scan, -O3 -march=native");
  benchmark::AddCustomContext(
      "fcl", std::string(FCL_VERSION) +
                 ", Debian's binary, double; collide() without contacts, distance() "
                 "without nearest points; depth: collide() with one contact");
  benchmark::AddCustomContext("bullet",
                              std::to_string(BT_BULLET_VERSION) +
                                  ", Debian's binary, double; EPA on shapes without margins");
#ifdef SUNDER_BENCH_COAL
  benchmark::AddCustomContext("coal", "a wheel's binary, double; collide() with one contact");
#endif
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace sunder::bench
