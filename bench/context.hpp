// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sunder::bench {

/// Adds versions, flags, precision and each peer's question to the benchmark's context, then runs.
int run_benchmarks(int argc, char** argv, const char* question);

}  // namespace sunder::bench
