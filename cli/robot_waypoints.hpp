// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "configurations.hpp"

namespace sunder::cli {

/// Reads all waypoints, and returns how many; -1 after a complaint.
std::int64_t read_waypoints(ConfigurationReader& reader, std::vector<double>& waypoints);

}  // namespace sunder::cli
