// SPDX-License-Identifier: Apache-2.0
//
// The page that plays a robot along a path, coloured by the verdicts of its edges.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "sunder/robot.hpp"
#include "sunder/robot_check.hpp"
#include "sunder/robot_path.hpp"
#include "sunder/scene.hpp"

namespace sunder::cli {

/// A path that was examined, and what it was examined with.
struct DrawnPath {
  std::span<const Robot> robots;  ///< of the checker
  const RobotChecker& checker;
  const Scene& scene;
  const RobotCheckOptions& options;  ///< of the checker
  std::span<const double> waypoints;
  std::span<const EdgeAnswer> edges;
  const PathReport& report;
  double width;  ///< of PathOptions
  std::string urdf, path;
};

/// More edges make pages that browsers are slow to open.
inline constexpr std::int64_t kMostDrawnEdges = 20'000;

/// Writes the page. Poses, verdicts and distances between the waypoints are samples, at moments that
/// forward() places; the verdicts of edges are those of check_path(). Complains and returns nothing
/// where the path has too many edges, a number is too large to be drawn, or `cancel` is set.
std::optional<std::string> robot_page(const DrawnPath& path, Executor* executor,
                                      const std::atomic<bool>* cancel);

}  // namespace sunder::cli
