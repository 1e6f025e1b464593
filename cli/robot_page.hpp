// SPDX-License-Identifier: Apache-2.0
//
// The page that plays a robot along a path, coloured by the verdicts of its edges, or shows it in configurations.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "robot_checker.hpp"
#include "sunder/error.hpp"
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
  /// Empty of a path. Where configurations were checked one by one, each edge stands for the waypoint that it begins
  /// with, and the last waypoint is there twice.
  std::vector<std::int64_t> numbers{};       ///< in their file
  std::vector<std::string_view> verdicts{};  ///< in words
  std::string totals{};                      ///< of the file, as JSON
};

/// More edges make pages that browsers are slow to open.
inline constexpr std::int64_t kMostDrawnEdges = 20'000;

/// Writes the page. Poses, verdicts and distances between the waypoints are samples, at moments that
/// forward() places; the verdicts of edges are those of check_path(). Refuses a path of too many edges, what is too large
/// to be drawn, and goes on no longer once `cancel` is set.
Result<std::string> robot_page(const DrawnPath& path, Executor* executor,
                               const std::atomic<bool>* cancel);

/// Writes the page to the file of --html, or to standard output for "-". Complains and returns false where that fails, or
/// where the file is one that was read.
bool write_robot_page(const std::string& html, const CheckerArguments& arguments,
                      const DrawnPath& path, Executor* executor, const std::atomic<bool>* cancel);

}  // namespace sunder::cli
