// SPDX-License-Identifier: Apache-2.0
//
// What every pair of the suite must show.
#pragma once

#include <string>
#include <vector>

#include "suite/case.hpp"

namespace sunder::suite {

/// Sentences about what does not hold; empty if all does. `run_time` asks the classes of run-time
/// dimension about a pair in 2-D or 3-D (never one with a quaternion).
std::vector<std::string> failures_of(const Case& item, bool run_time);

/// The verdict of automatic alone.
Verdict verdict_of(const Case& item);

}  // namespace sunder::suite
