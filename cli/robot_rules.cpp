// SPDX-License-Identifier: Apache-2.0
#include "robot_rules.hpp"

#include <cstddef>
#include <utility>

#include "globs.hpp"

namespace sunder::cli {

bool skip_pairs_like(std::string_view first, std::string_view second,
                     std::span<const std::string> links, const Scene& scene,
                     RobotCheckOptions& options) {
  bool used = false;
  for (std::size_t a = 0; a < links.size(); ++a) {
    for (const auto& [of_link, of_other] : {std::pair(first, second), std::pair(second, first)}) {
      if (!glob_matches(of_link, links[a])) continue;
      for (std::size_t b = 0; b < links.size(); ++b) {
        if (b == a || !glob_matches(of_other, links[b])) continue;
        options.skipped.push_back(
            {static_cast<std::int32_t>(a), static_cast<std::int32_t>(b), "User"});
        used = true;
      }
      for (std::int32_t body = 0; body < scene.size(); ++body) {
        if (!scene.holds(body) || !glob_matches(of_other, scene.body(body).name)) continue;
        options.skipped_scene.push_back({static_cast<std::int32_t>(a), body});
        used = true;
      }
    }
  }
  return used;
}

}  // namespace sunder::cli
