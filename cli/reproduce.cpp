// SPDX-License-Identifier: Apache-2.0
//
// sunder reproduce: repeats the three experiments of the edge-projection paper.
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>

#include "reproduce_output.hpp"
#include "terminal.hpp"
#include "verb.hpp"

namespace sunder::cli {
namespace {

constexpr const char* kReproduceExamples = R"(Examples:
  sunder reproduce                     tables on the terminal; minutes
  sunder reproduce --quick             the same with little of each; seconds
  sunder reproduce -o figures          also CSV files and an SVG plot of each regime
  sunder reproduce --budget 1          keep slower algorithms in for longer

The experiments are those of Zhang, Zou, Li, Zhang, Li: A Collision Detection Algorithm between
Convex Polyhedrons Based on Projection of Edges (2015). Times are those of proven answers.

Exit status: 0 if all algorithms agree, and with the paper's closest points; 1 if not; 2 bad usage, or a
file that could not be written.)";

struct ReproduceArguments {
  std::optional<std::string> folder;
  double budget = Effort{}.budget;
  bool quick = false;
  bool json = false;
};

Effort effort_of(const ReproduceArguments& arguments) {
  Effort effort;
  if (arguments.quick) {
    effort.places = 3;
    effort.repetitions = 1;
    effort.faces = {16, 50};
  }
  effort.budget = arguments.budget;
  return effort;
}

bool make_folder(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (!failure) return true;
  complain(fmt::format("{}: {}", folder.string(), failure.message()));
  return false;
}

ExitStatus run_reproduce(const ReproduceArguments& arguments) {
  if (!(arguments.budget >= 0 && std::isfinite(arguments.budget))) {
    complain("--budget takes seconds, 0 or more");
    return ExitStatus::bad_input;
  }
  const std::filesystem::path folder(arguments.folder.value_or(""));
  if (arguments.folder && !make_folder(folder)) return ExitStatus::bad_input;
  const auto start = std::chrono::steady_clock::now();
  ProgressLine line;
  Telling tell = [](const std::string&) {};
  if (talks_to_a_person()) tell = [&](const std::string& what) { line.show(what); };
  Reproduction done;
  done.who = contestants();
  done.effort = effort_of(arguments);
  done.chair = table_and_chair(done.who, done.effort, tell, done.disagreements);
  done.ellipsoids = ellipsoids(done.who, done.effort, tell, done.disagreements);
  done.points = closest_points();
  done.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  line.clear();
  if (arguments.folder) {
    for (const OutputFile& file : reproduce_files(done)) {
      if (!write_file((folder / file.name).string(), file.content)) return ExitStatus::bad_input;
    }
  }
  if (!write_output(arguments.json ? reproduce_json(done) : reproduce_text(done))) {
    return ExitStatus::bad_input;
  }
  return done.agree() ? ExitStatus::clear : ExitStatus::found;
}

}  // namespace

void add_reproduce(CLI::App& program, ExitStatus& status) {
  const auto arguments = std::make_shared<ReproduceArguments>();
  Verb(program, "reproduce",
       "Do the edge-projection paper's experiments again, with every algorithm", kReproduceExamples)
      .text("-o,--output", arguments->folder, "A folder for CSV files and SVG plots")
      .number("--budget", arguments->budget,
              "Seconds; an algorithm that needs more for one question is left out from there on")
      .flag("--quick", arguments->quick, "Few places, small bodies, no repetitions")
      .flag("--json", arguments->json, "Write one JSON object")
      .runs(status, [arguments] { return run_reproduce(*arguments); });
}

}  // namespace sunder::cli
