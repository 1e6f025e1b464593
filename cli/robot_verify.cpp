// SPDX-License-Identifier: Apache-2.0
//
// sunder robot verify: checks certificates of edges that `sunder robot path` wrote. No search runs, only the checker.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "edge_proofs.hpp"
#include "interruption.hpp"
#include "robot_checker.hpp"
#include "robot_waypoints.hpp"
#include "sunder/robot_path.hpp"
#include "terminal.hpp"
#include "verb.hpp"

namespace sunder::cli {
namespace {

constexpr const char* kRobotVerifyExamples = R"(Examples:
  sunder robot path panda.urdf --srdf panda.srdf --path plan.csv --certificates proofs.csv
  sunder robot verify panda.urdf --srdf panda.srdf --path plan.csv --certificates proofs.csv

Give the robot, the scene and the rules as they were given to `sunder robot path`: certificates are about them
and about the waypoints. Each edge is proven, refuted (its certificate does not show it free), or has no
certificate, and is then never counted as proven.

Exit status: 0 every edge is proven; 1 one is refuted, or has no certificate; 2 bad input or usage.)";

struct RobotVerifyArguments : CheckerArguments {
  std::string path, certificates;
  bool json = false;
};

/// Refuted edges that have a line of their own.
constexpr std::int64_t kToldEdges = 20;

ExitStatus run_robot_verify(const RobotVerifyArguments& arguments) {
  if (arguments.path.empty() || arguments.certificates.empty()) {
    complain("--path names the file of waypoints, and --certificates that of their certificates");
    return ExitStatus::bad_input;
  }
  const auto robot = load_robot(arguments.robot);
  if (!robot) return ExitStatus::bad_input;
  const auto checker = make_checker(arguments, *robot);
  if (!checker) return ExitStatus::bad_input;
  const auto waypoints = read_waypoints(arguments, *robot, arguments.path);
  if (!waypoints) return ExitStatus::bad_input;
  const auto edges = static_cast<std::size_t>(waypoints->count - 1);
  const auto proofs = read_proofs(arguments.certificates, edges);
  if (!proofs) return ExitStatus::bad_input;
  note_missing(arguments, *robot, waypoints->missing);
  const std::atomic<bool>& cancel = catch_interruption();
  const auto variables = static_cast<std::size_t>(checker->variables());
  const std::span<const double> all(waypoints->values);
  std::int64_t proven = 0, refuted = 0, without = 0;
  ProgressLine line;
  const bool talks = talks_to_a_person();
  for (std::size_t edge = 0; edge < edges; ++edge) {
    if (cancel.load()) {
      line.clear();
      complain(fmt::format("interrupted: {} of {} edges were looked at", edge, edges));
      return ExitStatus::bad_input;
    }
    if (talks && line.is_due()) line.show(fmt::format("{} of {} edges", edge, edges));
    if ((*proofs)[edge].pieces.empty()) {
      ++without;
      continue;
    }
    const Check check = verify(*checker, all.subspan(edge * variables, variables),
                               all.subspan((edge + 1) * variables, variables), (*proofs)[edge]);
    if (check) {
      ++proven;
    } else if (++refuted <= kToldEdges) {
      line.clear();
      complain(fmt::format("refuted: edge {}: {}", edge, check.reason));
    }
  }
  line.clear();
  if (!write_output(
          arguments.json
              ? fmt::format("{{\"edges\": {}, \"proven\": {}, \"refuted\": {}, "
                            "\"without_certificate\": {}, \"pairs\": {}}}\n",
                            edges, proven, refuted, without, counts_json(*checker))
              : fmt::format("{} edges: {} proven, {} refuted, {} without a certificate\n{}", edges,
                            proven, refuted, without, counts_text(*checker)))) {
    return ExitStatus::bad_input;
  }
  if (compares_nothing(*checker)) return ExitStatus::bad_input;
  return proven == static_cast<std::int64_t>(edges) ? ExitStatus::clear : ExitStatus::found;
}

}  // namespace

void add_robot_verify(CLI::App& robot, ExitStatus& status) {
  const auto arguments = std::make_shared<RobotVerifyArguments>();
  Verb verb(robot, "verify", "Check the certificates of a path's edges", kRobotVerifyExamples);
  arguments->add_to(verb);
  verb.text("--path", arguments->path, "The waypoints: .npy, .csv or .jsonl")
      .text("--certificates", arguments->certificates,
            "What `sunder robot path --certificates` wrote")
      .flag("--json", arguments->json, "Write one JSON object")
      .runs(status, [arguments] { return run_robot_verify(*arguments); });
}

}  // namespace sunder::cli
