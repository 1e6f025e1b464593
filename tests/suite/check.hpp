// SPDX-License-Identifier: Apache-2.0
//
// Checks the properties of every pair of the suite.
#pragma once

#include <string>
#include <vector>

#include "suite/case.hpp"

namespace sunder::suite {

/// Sentences about broken properties; empty if all hold. `run_time` uses the classes of run-time
/// dimension for a pair in 2-D or 3-D (never one with a quaternion).
std::vector<std::string> failures_of(const Case& item, bool run_time);

/// Returns the verdict of automatic alone.
Verdict verdict_of(const Case& item);

}  // namespace sunder::suite
