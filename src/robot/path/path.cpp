// SPDX-License-Identifier: Apache-2.0
//
// Idea: Waypoints are accepted as kinematics accepts them, and their differences are what an edge adds. Edges are then
//   searched, some to a task.
// Bound: A difference is rounded once, which EdgeSearch counts.
// Cost: That of the edges.
// Gives up: Edges on which a quaternion changes are refused.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "machine/enum_names.hpp"
#include "machine/strict_arithmetic.hpp"
#include "robot/path/edge_search.hpp"
#include "robot/path/path_problem.hpp"
#include "sunder/robot_path.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

using detail::robot::CheckData;
using detail::robot::CheckerAccess;
using detail::robot::EdgeSearch;
using detail::robot::path_changes;
using detail::robot::PathProblem;

constexpr double kLeastWidth = 1e-9;
/// Edges of a task: a search is made once for them.
constexpr std::int64_t kEdgesOfTask = 16;

Error wrong_path(std::string message) { return {ErrorCode::wrong_shape, std::move(message)}; }

std::optional<Error> refusal_of(const CheckData& data, std::span<const double> waypoints,
                                std::int64_t count, std::span<EdgeAnswer> edges,
                                const PathOptions& options) {
  const auto variables = static_cast<std::size_t>(data.variables);
  if (count < 1) return wrong_path("a path needs a waypoint; give one at least");
  if (waypoints.size() != static_cast<std::size_t>(count) * variables) {
    return wrong_path("the path has " + std::to_string(waypoints.size()) + " numbers; give " +
                      std::to_string(variables) + " for each of its " + std::to_string(count) +
                      " waypoints");
  }
  if (edges.size() != static_cast<std::size_t>(count - 1)) {
    return wrong_path("there is room for " + std::to_string(edges.size()) +
                      " answers; give it for " + std::to_string(count - 1) + " edges");
  }
  if (!options.certificates.empty() && options.certificates.size() != edges.size()) {
    return wrong_path("there is room for " + std::to_string(options.certificates.size()) +
                      " certificates; give it for " + std::to_string(count - 1) +
                      " edges, or none");
  }
  if (!(options.width >= kLeastWidth) || !std::isfinite(options.width)) {
    return wrong_path("the width must be 1e-9 or more, and finite");
  }
  if (options.max_intervals < 1) return wrong_path("max_intervals must be 1 or more");
  return std::nullopt;
}

/// What the tasks of one call share.
struct PathRun {
  const PathProblem& problem;
  std::span<const double> waypoints, changes, largest;
  std::span<EdgeAnswer> edges;
  const PathOptions& options;
  std::mutex progress{};
  std::int64_t done = 0;
  std::atomic<std::int64_t> first{0};  ///< no edge behind this one is examined
  std::atomic<bool> cancelled{false};

  void task(std::int64_t index) {
    const auto variables = static_cast<std::size_t>(problem.data().variables);
    const auto count = static_cast<std::int64_t>(edges.size());
    EdgeSearch search(problem, largest, options);
    const std::int64_t begin = index * kEdgesOfTask, end = std::min(begin + kEdgesOfTask, count);
    for (std::int64_t i = begin; i < end; ++i) {
      if (options.cancel != nullptr && options.cancel->load(std::memory_order_relaxed))
        cancelled = true;
      if (cancelled || i > first.load()) return;
      const std::size_t at = static_cast<std::size_t>(i) * variables;
      EdgeAnswer& answer = edges[static_cast<std::size_t>(i)];
      answer = search.run(waypoints.subspan(at, variables), changes.subspan(at, variables));
      if (!options.certificates.empty())
        options.certificates[static_cast<std::size_t>(i)] = search.take_certificate();
      if (options.stop && !answer) {
        for (std::int64_t known = first.load();
             i < known && !first.compare_exchange_weak(known, i);) {
        }
      }
      if (!options.progress) continue;
      const std::lock_guard lock(progress);
      options.progress(++done, count);
    }
  }
};

}  // namespace

std::string_view to_string(EdgeVerdict verdict) noexcept {
  static constexpr std::string_view kNames[] = {"free", "hit", "unresolved"};
  return detail::name_of<EdgeVerdict::unresolved>(kNames, verdict, "unresolved");
}

Result<PathReport> check_path(const RobotChecker& checker, std::span<const double> waypoints,
                              std::int64_t count, std::span<EdgeAnswer> edges,
                              const PathOptions& options) {
  const CheckData& data = CheckerAccess::data(checker);
  if (auto error = refusal_of(data, waypoints, count, edges, options)) return *std::move(error);
  auto changes = path_changes(data, waypoints, count);
  if (!changes) return std::move(changes).error();
  const auto variables = static_cast<std::size_t>(data.variables);
  std::vector<double> largest(variables);
  for (std::size_t i = 0; i < changes.value().size(); ++i) {
    double& most = largest[i % variables];
    most =
        std::max(most, (std::fabs(waypoints[i]) + std::fabs(changes.value()[i])) * (1 + 0x1p-50));
  }
  std::fill(options.certificates.begin(), options.certificates.end(), EdgeCertificate{});
  std::fill(edges.begin(), edges.end(), EdgeAnswer{});
  PathRun run{path_problem(data), waypoints, changes.value(), largest, edges, options};
  run.first = static_cast<std::int64_t>(edges.size());
  const std::int64_t tasks =
      (static_cast<std::int64_t>(edges.size()) + kEdgesOfTask - 1) / kEdgesOfTask;
  if (options.executor != nullptr) {
    options.executor->parallel_for(
        tasks,
        [](void* context, std::int64_t index) { static_cast<PathRun*>(context)->task(index); },
        &run);
  } else {
    for (std::int64_t index = 0; index < tasks; ++index) run.task(index);
  }
  PathReport report;
  report.cancelled = run.cancelled;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    // Another thread may have looked behind the first edge that stopped the call.
    if (static_cast<std::int64_t>(i) > run.first) {
      edges[i] = {};
      if (!options.certificates.empty()) options.certificates[i] = {};
    }
    const EdgeAnswer& edge = edges[i];
    report.intervals += edge.intervals;
    if (edge.intervals == 0) {
      ++report.skipped;
      continue;
    }
    ++(edge.verdict == EdgeVerdict::free  ? report.free
       : edge.verdict == EdgeVerdict::hit ? report.hit
                                          : report.unresolved);
    if (!edge && report.first_edge < 0) report.first_edge = static_cast<std::int64_t>(i);
  }
  return report;
}

}  // namespace sunder::inline SUNDER_ABI
