// SPDX-License-Identifier: Apache-2.0
//
// sunder robot path: says of each edge between the waypoints of a file whether it is free for all of its times.
#include "sunder/robot_path.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "configurations.hpp"
#include "edge_proofs.hpp"
#include "interruption.hpp"
#include "length.hpp"
#include "list_json.hpp"
#include "robot_checker.hpp"
#include "robot_page.hpp"
#include "robot_waypoints.hpp"
#include "terminal.hpp"
#include "threads.hpp"
#include "verb.hpp"

namespace sunder::cli {
namespace {

constexpr const char* kRobotPathExamples = R"(Examples:
  sunder robot path panda.urdf --srdf panda.srdf --path plan.csv
  sunder robot path panda.urdf --srdf panda.srdf --path plan.npy --scene table.glb --margin 1cm --stop

The file holds waypoints, as the configurations of `sunder robot check`: .npy, .csv or .jsonl. Edge 0 leads
from the first to the second. On an edge all joints move at constant rates, continuous joints the shorter
way round, while its time goes from 0 to 1.

An edge is free if nothing meets at any of its times, the rounding of kinematics included: this is proven,
not sampled. It is a hit if two parts overlap; its times are the last that is proven free and the first that
overlaps. It is unresolved where two parts come closer than --width, and whether they meet is left open.

--certificates FILE writes the proofs, for `sunder robot verify` or another checker.
--html writes a page that plays the path: one file, which makes no request. What it shows of an edge is what was
proven; between the waypoints it draws the robot, what overlaps and the closest pair at sampled moments.

--certify has the proof of each free edge checked by another way, in interval arithmetic. --json writes a
line for each edge, and then a summary; with --certify the pieces of each proof: begin, end, pair and a
direction that separates the pair meanwhile, in the frame of the link of its first part.

Exit status: 0 all free; 1 an edge is a hit, or unresolved; 2 bad input or usage.)";

struct RobotPathArguments : CheckerArguments {
  std::string path;
  std::optional<std::string> width;
  std::string certificates;
  std::optional<std::string> html;
  bool stop = false;
  bool certify = false;
  bool all = false;
  bool json = false;
};

/// Edges that are listed as text without --all.
constexpr std::int64_t kListedEdges = 20;

/// What the checker of certificates says of the edges that are free.
struct Certified {
  std::vector<EdgeCertificate> certificates;
  std::int64_t accepted = 0, without_direction = 0;
  std::string refused;  ///< the first that should have been accepted, and why it was not
};

/// A time that a reader may compare, and that is not closer than its interval.
std::string times_text(const EdgeAnswer& edge) {
  return fmt::format("{:.6f} to {:.6f}", edge.time.lower, edge.time.upper);
}

std::string pieces_json(const EdgeCertificate& certificate) {
  std::string text;
  for (const EdgePiece& piece : certificate.pieces) {
    text += fmt::format("{}[{}, {}, {}, [{}, {}, {}]", text.empty() ? "" : ", ",
                        json_number(piece.begin), json_number(piece.end), piece.pair,
                        json_number(piece.direction[0]), json_number(piece.direction[1]),
                        json_number(piece.direction[2]));
    if (piece.piece_a >= 0) text += fmt::format(", [{}, {}]", piece.piece_a, piece.piece_b);
    text += "]";
  }
  return text;
}

std::string edge_json(const RobotChecker& checker, std::size_t number, const EdgeAnswer& edge,
                      const EdgeCertificate* certificate) {
  std::string text =
      fmt::format("{{\"edge\": {}, \"verdict\": \"{}\"", number, to_string(edge.verdict));
  if (edge.intervals == 0)
    return fmt::format("{{\"edge\": {}, \"verdict\": \"not_examined\"}}\n", number);
  if (edge.pair >= 0) {
    text += fmt::format(", \"time\": {}, \"pair\": {}, \"names\": {}", interval_json(edge.time),
                        edge.pair, names_json(checker, edge.pair));
  }
  text += fmt::format(", \"clearance\": {}", interval_json(edge.clearance));
  if (certificate != nullptr && edge)
    text += fmt::format(", \"pieces\": [{}]", pieces_json(*certificate));
  return text + "}\n";
}

void write_edges_text(const RobotChecker& checker, const std::vector<EdgeAnswer>& edges, bool all,
                      std::string& text) {
  std::int64_t listed = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const EdgeAnswer& edge = edges[i];
    if (edge.intervals == 0 || edge) continue;
    if (++listed > kListedEdges && !all) continue;
    text += fmt::format("{:>9}  {:<10}  time {}  {}\n", i, to_string(edge.verdict),
                        times_text(edge), printable(checker.pair_name(edge.pair)));
  }
  if (listed > kListedEdges && !all) {
    text += fmt::format("      ...  and {} more; --all lists all\n", listed - kListedEdges);
  }
}

std::string path_summary_json(const Robot& robot, const RobotChecker& checker,
                              const PathReport& report, const std::vector<bool>& missing,
                              const Certified* certified) {
  std::string more;
  if (certified != nullptr) {
    more = fmt::format(", \"certified\": {}, \"without_direction\": {}", certified->accepted,
                       certified->without_direction);
  }
  return fmt::format(
      "{{\"summary\": {{\"robot\": {}, \"edges\": {}, \"free\": {}, \"hit\": {}, \"unresolved\": "
      "{}, "
      "\"not_examined\": {}, \"first\": {}, \"cancelled\": {}, \"intervals\": {}, \"pairs\": {}, "
      "\"not_given\": "
      "[{}]{}}}}}\n",
      json_string(robot.model().name),
      report.free + report.hit + report.unresolved + report.skipped, report.free, report.hit,
      report.unresolved, report.skipped,
      report.first_edge < 0 ? "null" : std::to_string(report.first_edge), report.cancelled,
      report.intervals, counts_json(checker), missing_json(robot, missing), more);
}

std::string path_summary_text(const RobotChecker& checker, const PathReport& report,
                              double seconds) {
  std::string text = fmt::format("{} edges: {} free, {} hit, {} unresolved",
                                 report.free + report.hit + report.unresolved + report.skipped,
                                 report.free, report.hit, report.unresolved);
  if (report.skipped > 0) text += fmt::format(", {} not examined", report.skipped);
  return text + fmt::format(", in {:.3g} s\n", seconds) + counts_text(checker);
}

/// Has each certificate checked, until `cancel` is set.
void check_certificates(const RobotChecker& checker, const std::vector<double>& waypoints,
                        const std::vector<EdgeAnswer>& edges, const std::atomic<bool>& cancel,
                        Certified& certified) {
  const auto variables = static_cast<std::size_t>(checker.variables());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (cancel.load(std::memory_order_relaxed)) return;
    if (!edges[i]) continue;
    const auto& pieces = certified.certificates[i].pieces;
    if (std::any_of(pieces.begin(), pieces.end(),
                    [](const EdgePiece& p) { return p.direction == Vector3{}; })) {
      ++certified.without_direction;
      continue;
    }
    const std::span<const double> all(waypoints);
    const Check check =
        verify(checker, all.subspan(i * variables, variables),
               all.subspan((i + 1) * variables, variables), certified.certificates[i]);
    if (check) {
      ++certified.accepted;
    } else if (certified.refused.empty()) {
      certified.refused = fmt::format("edge {}: {}", i, check.reason);
    }
  }
}

ExitStatus run_robot_path(const RobotPathArguments& arguments) {
  if (arguments.path.empty()) {
    complain("--path names the file of waypoints: .npy, .csv or .jsonl");
    return ExitStatus::bad_input;
  }
  PathOptions options;
  if (arguments.width) {
    const auto length = parse_length(*arguments.width);
    options.width = length ? convert(*length, Unit{"m", 1, 1}) : -1;
    if (!(options.width >= 1e-9) || !std::isfinite(options.width)) {
      complain(fmt::format("--width \"{}\": a length such as 0.1mm was expected, of 1 nm or more",
                           printable(*arguments.width)));
      return ExitStatus::bad_input;
    }
  }
  std::vector<std::string> inputs = {arguments.robot.path, arguments.robot.srdf, arguments.path};
  inputs.insert(inputs.end(), arguments.scene.begin(), arguments.scene.end());
  if (is_read("--certificates", arguments.certificates, inputs)) return ExitStatus::bad_input;
  const auto robot = load_robot(arguments.robot);
  if (!robot) return ExitStatus::bad_input;
  CheckedScene checked;
  const auto checker = make_checker(arguments, *robot, &checked);
  if (!checker) return ExitStatus::bad_input;
  const auto waypoints = read_waypoints(arguments, *robot, arguments.path);
  if (!waypoints) return ExitStatus::bad_input;
  const auto start = std::chrono::steady_clock::now();
  const auto executor = executor_of(arguments.threads);
  options.executor = executor.get();
  options.stop = arguments.stop;
  options.cancel = &catch_interruption();
  ProgressLine line;
  if (talks_to_a_person()) {
    options.progress = [&](std::int64_t done, std::int64_t all) {
      if (line.is_due()) line.show(fmt::format("{} of {} edges", done, all));
    };
  }
  std::vector<EdgeAnswer> edges(static_cast<std::size_t>(waypoints->count - 1));
  Certified certified;
  if (arguments.certify || !arguments.certificates.empty()) {
    certified.certificates.resize(edges.size());
    options.certificates = certified.certificates;
  }
  const auto report = check_path(*checker, waypoints->values, waypoints->count, edges, options);
  line.clear();
  if (!report) {
    complain(report.error().message);
    return ExitStatus::bad_input;
  }
  if (report.value().cancelled) complain("interrupted: some edges are not examined");
  note_missing(arguments, *robot, waypoints->missing);
  if (!arguments.certificates.empty() &&
      !write_file(arguments.certificates, proofs_text(certified.certificates))) {
    return ExitStatus::bad_input;
  }
  if (arguments.certify && !report.value().cancelled) {
    check_certificates(*checker, waypoints->values, edges, *options.cancel, certified);
    if (options.cancel->load()) complain("interrupted: some certificates are not checked");
  }
  if (arguments.html && !report.value().cancelled &&
      !write_robot_page(*arguments.html, arguments,
                        {{&*robot, 1},
                         *checker,
                         checked.scene,
                         checked.options,
                         waypoints->values,
                         edges,
                         report.value(),
                         options.width,
                         arguments.robot.path,
                         arguments.path},
                        options.executor, options.cancel))
    return ExitStatus::bad_input;
  std::string text;
  if (arguments.json) {
    for (std::size_t i = 0; i < edges.size(); ++i) {
      text += edge_json(*checker, i, edges[i],
                        arguments.certify ? &certified.certificates[i] : nullptr);
    }
    text += path_summary_json(*robot, *checker, report.value(), waypoints->missing,
                              arguments.certify ? &certified : nullptr);
  } else {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    write_edges_text(*checker, edges, arguments.all, text);
    text += path_summary_text(*checker, report.value(), elapsed.count());
    if (arguments.certify) {
      text += fmt::format("{} of {} free edges have certificates that the checker accepts\n",
                          certified.accepted, report.value().free);
      if (certified.without_direction > 0) {
        text += fmt::format(
            "{} have none: meshes that no directions show apart, or one inside a hollow of "
            "another\n",
            certified.without_direction);
      }
    }
  }
  if (arguments.html != "-" && !write_output(text)) return ExitStatus::bad_input;
  if (!certified.refused.empty()) {
    complain(
        fmt::format("a certificate was not accepted, which is a defect: {}", certified.refused));
    return ExitStatus::bad_input;
  }
  if (compares_nothing(*checker)) return ExitStatus::bad_input;
  return report.value().free == waypoints->count - 1 ? ExitStatus::clear : ExitStatus::found;
}

}  // namespace

void add_robot_path(CLI::App& robot, ExitStatus& status) {
  const auto arguments = std::make_shared<RobotPathArguments>();
  Verb verb(robot, "path", "Prove the edges of a path free, for all of their times",
            kRobotPathExamples);
  arguments->add_to(verb);
  verb.text("--path", arguments->path, "The waypoints: .npy, .csv or .jsonl")
      .text("--width", arguments->width,
            "What comes closer may be left unresolved; 0.1mm if not given")
      .text("--certificates", arguments->certificates,
            "Write the proofs of the free edges to a file, for `sunder robot verify`")
      .text("--html", arguments->html,
            "Write a page that plays the path; - for standard output, alone")
      .flag("--stop", arguments->stop, "Examine nothing behind the first edge that is not free")
      .flag("--certify", arguments->certify,
            "Check a certificate of each free edge; --json writes it")
      .flag("--all", arguments->all, "List all edges that are not free")
      .flag("--json", arguments->json, "Write a line of JSON for each edge, and a summary")
      .runs(status, [arguments] { return run_robot_path(*arguments); });
}

}  // namespace sunder::cli
