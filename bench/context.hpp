// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sunder::bench {

/// Versions, flags, precision and the question asked of each peer, into the benchmark's context,
/// then runs.
int run_benchmarks(int argc, char** argv, const char* question);

}  // namespace sunder::bench
