// SPDX-License-Identifier: Apache-2.0
//
// Pairs of patterns of names that a checker of robots does not examine.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sunder/robot_check.hpp"

namespace sunder::cli {

/// Skips links with such names, and links and bodies of the scene. Returns false if there are none. `links` are all links
/// by their numbers in RobotCheckOptions.
bool skip_pairs_like(std::string_view first, std::string_view second,
                     std::span<const std::string> links, const Scene& scene,
                     RobotCheckOptions& options);

}  // namespace sunder::cli
