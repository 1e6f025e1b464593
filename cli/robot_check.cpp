// SPDX-License-Identifier: Apache-2.0
//
// sunder robot check: says of each configuration of a file whether the robot is free. Configurations are
// read and answered some at a time, so that memory does not grow with their number.

#include "sunder/robot_check.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "configurations.hpp"
#include "interruption.hpp"
#include "length.hpp"
#include "list_json.hpp"
#include "robot_checker.hpp"
#include "robot_page.hpp"
#include "sunder/robot.hpp"
#include "sunder/robot_path.hpp"
#include "terminal.hpp"
#include "threads.hpp"
#include "verb.hpp"

namespace sunder::cli {
namespace {

constexpr const char* kRobotCheckExamples = R"(Examples:
  sunder robot check panda.urdf --srdf panda.srdf --configs q.npy
  sunder robot check panda.urdf --srdf panda.srdf --configs q.csv --scene table.glb --margin 1cm
  sunder robot check arm.urdf --configs plan.jsonl --along-path --distance --json > verdicts.jsonl
  sunder robot check arm.urdf --configs q.npy --ignore 'base_link:*floor*'

Configurations: .npy holds T rows of float64 or float32, little-endian, in C order; its columns are the
robot's variables in the order of `sunder robot info`, or those of --joints. .csv begins with a line of
names; the column "time" is left out. A line of .jsonl is a list of numbers in that order, or an object of
names and numbers. Variables that a file does not give have the value of --state, or 0, or the limit next to
0; a note says which.

Each configuration is separated (free), touching, overlapping or unresolved: the pair with a cylinder
meets by the prism around it, and not by the one inside. A configuration's pair is the first of its
verdict, in the order of pairs.

--html writes a page that shows configurations that are not free, with the pairs that meet: one file, which
makes no request.

--json writes a line for each configuration, and then a summary. --ignore takes patterns of links and of
bodies of the scene, A:B.

Exit status: 0 all free; 1 a configuration meets, or is unresolved; 2 bad input or usage, or a refused
configuration.)";

struct RobotCheckArguments : CheckerArguments {
  std::string configurations;
  std::optional<std::string> html;
  bool along_path = false;
  bool distance = false;
  bool all = false;
  bool json = false;
};

/// The entries of pair verdicts that one chunk may have.
constexpr std::int64_t kMostVerdicts = std::int64_t{1} << 24;
constexpr std::int64_t kChunk = 16384;
/// Configurations that are listed as text without --all.
constexpr std::int64_t kListed = 20;

std::string_view word_of(Verdict verdict) {
  return verdict == Verdict::undecided ? "unresolved" : to_string(verdict);
}

/// Configurations that a page shows: the first that are not free, and some of the free ones.
constexpr std::size_t kMostDrawn = 2000, kMostDrawnFree = 200;

/// The configurations of a page, in the order of the file.
struct DrawnConfigurations {
  std::vector<double> values;
  std::vector<EdgeAnswer> answers;
  std::vector<std::int64_t> numbers;
  std::vector<std::string_view> verdicts;
  std::size_t free = 0;
};

/// What was found, over all chunks.
struct RobotTotals {
  std::int64_t configurations = 0, separated = 0, touching = 0, overlapping = 0, unresolved = 0,
               refused = 0;
  std::int64_t pruned = 0;
  std::int64_t listed = 0;
  bool cancelled = false;
  Interval closest{std::numeric_limits<double>::infinity(),
                   std::numeric_limits<double>::infinity()};
  std::int64_t closest_pair = -1, closest_at = -1;
  std::vector<bool> missing;
};

class RobotCheckRun {
 public:
  RobotCheckRun(const RobotCheckArguments& arguments, const Robot& robot,
                const RobotChecker& checker, const CheckedScene& checked)
      : arguments_(arguments),
        robot_(robot),
        checker_(checker),
        checked_(checked),
        executor_(executor_of(arguments.threads)) {}

  ExitStatus run(ConfigurationReader& reader);

 private:
  bool check_chunk(std::int64_t count, const std::atomic<bool>& cancel);
  void write_json(std::int64_t count, std::string& text) const;
  void write_text(std::int64_t count, std::string& text);
  void measure_totals(std::int64_t count);
  void keep_drawn(std::int64_t count);
  bool write_page(const std::atomic<bool>& cancel);
  std::string summary_json() const;
  std::string summary_text(double seconds) const;

  const RobotCheckArguments& arguments_;
  const Robot& robot_;
  const RobotChecker& checker_;
  const CheckedScene& checked_;
  DrawnConfigurations drawn_;
  std::unique_ptr<Executor> executor_;
  RobotTotals totals_;
  std::vector<double> q_;
  std::vector<Verdict> verdicts_, pair_verdicts_;
  std::vector<std::int64_t> first_pairs_, closest_pairs_;
  std::vector<RobotRefusal> refusals_;
  std::vector<Interval> closest_;
};

bool RobotCheckRun::check_chunk(std::int64_t count, const std::atomic<bool>& cancel) {
  const auto size = static_cast<std::size_t>(count);
  verdicts_.resize(size);
  first_pairs_.resize(size);
  refusals_.resize(size);
  if (arguments_.all) pair_verdicts_.resize(size * static_cast<std::size_t>(checker_.pairs()));
  BatchOptions options;
  options.executor = executor_.get();
  options.cancel = &cancel;
  const RobotBatch batch{q_, count, arguments_.along_path};
  const auto report =
      checker_.check(batch, {verdicts_, first_pairs_, refusals_, pair_verdicts_}, options);
  if (!report) {
    complain(report.error().message);
    return false;
  }
  const BatchReport& found = report.value();
  totals_.separated += found.separated;
  totals_.touching += found.touching;
  totals_.overlapping += found.overlapping;
  totals_.unresolved += found.unproven;
  totals_.refused += found.refused;
  totals_.pruned += found.pruned;
  totals_.cancelled = totals_.cancelled || found.cancelled;
  if (arguments_.distance && !found.cancelled) {
    closest_.resize(size);
    closest_pairs_.resize(size);
    RobotDistanceOutput output;
    output.closest = closest_;
    output.closest_pairs = closest_pairs_;
    const auto measured = checker_.distances(batch, output, options);
    totals_.cancelled = totals_.cancelled || (measured && measured.value().cancelled);
    measure_totals(count);
  }
  return true;
}

void RobotCheckRun::measure_totals(std::int64_t count) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    if (closest_pairs_[i] < 0 || closest_[i].upper >= totals_.closest.upper) continue;
    totals_.closest = closest_[i];
    totals_.closest_pair = closest_pairs_[i];
    totals_.closest_at = totals_.configurations + static_cast<std::int64_t>(i);
  }
}

/// Keeps what the page shows. Configurations that were refused have no pose.
void RobotCheckRun::keep_drawn(std::int64_t count) {
  const auto variables = static_cast<std::size_t>(checker_.variables());
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const Verdict verdict = verdicts_[i];
    const bool free = verdict == Verdict::separated;
    if (verdict == Verdict::not_examined || refusals_[i] != RobotRefusal::none ||
        (free ? drawn_.free >= kMostDrawnFree
              : drawn_.numbers.size() - drawn_.free >= kMostDrawn)) {
      continue;
    }
    const double* const from = q_.data() + i * variables;
    drawn_.values.insert(drawn_.values.end(), from, from + variables);
    EdgeAnswer& answer = drawn_.answers.emplace_back();
    answer.verdict = free                            ? EdgeVerdict::free
                     : verdict == Verdict::undecided ? EdgeVerdict::unresolved
                                                     : EdgeVerdict::hit;
    answer.time = free ? Interval{1, 1} : Interval{0, 0};
    answer.pair = first_pairs_[i];
    answer.intervals = 1;
    drawn_.numbers.push_back(totals_.configurations + static_cast<std::int64_t>(i));
    drawn_.verdicts.push_back(free ? "free" : word_of(verdict));
    drawn_.free += free ? 1 : 0;
  }
}

bool RobotCheckRun::write_page(const std::atomic<bool>& cancel) {
  if (drawn_.numbers.empty()) {
    complain("--html: there is no configuration to draw, and no page is written");
    return false;
  }
  const auto variables = static_cast<std::ptrdiff_t>(checker_.variables());
  const std::vector<double> last(drawn_.values.end() - variables, drawn_.values.end());
  drawn_.values.insert(drawn_.values.end(), last.begin(), last.end());
  PathReport report;
  report.cancelled = totals_.cancelled;
  const DrawnPath path{{&robot_, 1},
                       checker_,
                       checked_.scene,
                       checked_.options,
                       drawn_.values,
                       drawn_.answers,
                       report,
                       0,
                       arguments_.robot.path,
                       arguments_.configurations,
                       drawn_.numbers,
                       drawn_.verdicts,
                       fmt::format(R"({{"configurations": {}, "separated": {}, "touching": {}, )"
                                   R"("overlapping": {}, "unresolved": {}, "refused": {}}})",
                                   totals_.configurations, totals_.separated, totals_.touching,
                                   totals_.overlapping, totals_.unresolved, totals_.refused)};
  return write_robot_page(*arguments_.html, arguments_, path, executor_.get(), &cancel);
}

void RobotCheckRun::write_json(std::int64_t count, std::string& text) const {
  const auto out = std::back_inserter(text);
  const auto pairs = static_cast<std::size_t>(checker_.pairs());
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    if (verdicts_[i] == Verdict::not_examined) break;  // the run was interrupted
    const std::int64_t number = totals_.configurations + static_cast<std::int64_t>(i);
    if (refusals_[i] != RobotRefusal::none) {
      fmt::format_to(out, "{{\"configuration\": {}, \"error\": \"{}\"}}\n", number,
                     to_string(refusals_[i]));
      continue;
    }
    fmt::format_to(out, "{{\"configuration\": {}, \"verdict\": \"{}\"", number,
                   word_of(verdicts_[i]));
    if (first_pairs_[i] >= 0) {
      fmt::format_to(out, ", \"pair\": {}, \"names\": {}", first_pairs_[i],
                     names_json(checker_, first_pairs_[i]));
    }
    if (arguments_.distance && closest_pairs_[i] >= 0) {
      fmt::format_to(out, ", \"distance\": {}, \"closest\": {}", interval_json(closest_[i]),
                     names_json(checker_, closest_pairs_[i]));
    }
    if (arguments_.all) {
      fmt::format_to(out, ", \"pairs\": [");
      bool first = true;
      for (std::size_t p = 0; p < pairs; ++p) {
        const Verdict verdict = pair_verdicts_[i * pairs + p];
        if (verdict == Verdict::separated || verdict == Verdict::not_examined) continue;
        fmt::format_to(out, "{}{{\"pair\": {}, \"names\": {}, \"verdict\": \"{}\"}}",
                       first ? "" : ", ", p, names_json(checker_, static_cast<std::int64_t>(p)),
                       word_of(verdict));
        first = false;
      }
      fmt::format_to(out, "]");
    }
    fmt::format_to(out, "}}\n");
  }
}

/// Lists the configurations that are not free.
void RobotCheckRun::write_text(std::int64_t count, std::string& text) {
  const auto out = std::back_inserter(text);
  const auto pairs = static_cast<std::size_t>(checker_.pairs());
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    if (verdicts_[i] == Verdict::separated || verdicts_[i] == Verdict::not_examined) continue;
    if (++totals_.listed > kListed && !arguments_.all) continue;
    const std::int64_t number = totals_.configurations + static_cast<std::int64_t>(i);
    if (refusals_[i] != RobotRefusal::none) {
      fmt::format_to(out, "{:>9}  refused      {}\n", number, to_string(refusals_[i]));
    } else if (!arguments_.all) {
      fmt::format_to(out, "{:>9}  {:<11}  {}\n", number, word_of(verdicts_[i]),
                     printable(checker_.pair_name(first_pairs_[i])));
    } else {
      for (std::size_t p = 0; p < pairs; ++p) {
        const Verdict verdict = pair_verdicts_[i * pairs + p];
        if (verdict == Verdict::separated || verdict == Verdict::not_examined) continue;
        fmt::format_to(out, "{:>9}  {:<11}  {}\n", number, word_of(verdict),
                       printable(checker_.pair_name(static_cast<std::int64_t>(p))));
      }
    }
  }
}

std::string RobotCheckRun::summary_json() const {
  std::string closest;
  if (totals_.closest_pair >= 0) {
    closest = fmt::format(
        ", \"closest\": {{\"configuration\": {}, \"pair\": {}, \"names\": {}, \"distance\": {}}}",
        totals_.closest_at, totals_.closest_pair, names_json(checker_, totals_.closest_pair),
        interval_json(totals_.closest));
  }
  return fmt::format(
      "{{\"summary\": {{\"robot\": {}, \"configurations\": {}, \"separated\": {}, \"touching\": "
      "{}, \"overlapping\": {}, "
      "\"unresolved\": {}, \"refused\": {}, \"cancelled\": {}, \"pairs\": {}, \"pruned\": {}{}, "
      "\"not_given\": [{}]}}}}\n",
      json_string(robot_.model().name), totals_.configurations, totals_.separated, totals_.touching,
      totals_.overlapping, totals_.unresolved, totals_.refused, totals_.cancelled,
      counts_json(checker_), totals_.pruned, closest, missing_json(robot_, totals_.missing));
}

std::string RobotCheckRun::summary_text(double seconds) const {
  std::string text;
  if (totals_.listed > kListed && !arguments_.all) {
    text += fmt::format("      ...  and {} more; --all lists all\n", totals_.listed - kListed);
  }
  text += fmt::format(
      "{} configurations: {} free, {} touching, {} overlapping, {} unresolved, {} refused, in "
      "{:.3g} s\n",
      totals_.configurations, totals_.separated, totals_.touching, totals_.overlapping,
      totals_.unresolved, totals_.refused, seconds);
  text += counts_text(checker_);
  if (totals_.closest_pair >= 0) {
    text += fmt::format("closest: {} m, {} in configuration {}\n",
                        show_interval(totals_.closest.lower, totals_.closest.upper),
                        printable(checker_.pair_name(totals_.closest_pair)), totals_.closest_at);
  }
  return text;
}

ExitStatus RobotCheckRun::run(ConfigurationReader& reader) {
  const auto start = std::chrono::steady_clock::now();
  const std::atomic<bool>& cancel = catch_interruption();
  const std::int64_t most =
      arguments_.all ? std::clamp<std::int64_t>(
                           kMostVerdicts / std::max<std::int64_t>(checker_.pairs(), 1), 1, kChunk)
                     : kChunk;
  ProgressLine line;
  const bool talks = talks_to_a_person();
  std::string text;
  for (;;) {
    q_.clear();
    const auto count = reader.read(most, q_);
    if (!count) {
      line.clear();
      complain(count.error().message);
      return ExitStatus::bad_input;
    }
    if (count.value() == 0 || totals_.cancelled || cancel.load()) break;
    if (!check_chunk(count.value(), cancel)) return ExitStatus::bad_input;
    if (arguments_.html) keep_drawn(count.value());
    text.clear();
    if (arguments_.json) {
      write_json(count.value(), text);
    } else {
      write_text(count.value(), text);
    }
    totals_.configurations += count.value();
    if (!text.empty() && arguments_.html != "-") {
      line.clear();
      if (!write_output(text)) return ExitStatus::bad_input;
    }
    if (talks && line.is_due()) {
      line.show(reader.total() < 0 ? fmt::format("{} configurations", totals_.configurations)
                                   : fmt::format("{} of {} configurations", totals_.configurations,
                                                 reader.total()));
    }
  }
  line.clear();
  totals_.cancelled = totals_.cancelled || cancel.load();
  if (totals_.cancelled) complain("interrupted: later configurations are not examined");
  totals_.missing = reader.missing();
  note_missing(arguments_, robot_, totals_.missing);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  if (arguments_.html != "-" &&
      !write_output(arguments_.json ? summary_json() : summary_text(elapsed.count()))) {
    return ExitStatus::bad_input;
  }
  if (arguments_.html && !totals_.cancelled && totals_.configurations > 0 && !write_page(cancel))
    return ExitStatus::bad_input;
  if (totals_.configurations == 0 && !totals_.cancelled) {
    complain(fmt::format("{} holds no configuration", arguments_.configurations));
    return ExitStatus::bad_input;
  }
  if (compares_nothing(checker_)) return ExitStatus::bad_input;
  if (totals_.refused > 0) return ExitStatus::bad_input;
  return totals_.touching + totals_.overlapping + totals_.unresolved > 0 ? ExitStatus::found
                                                                         : ExitStatus::clear;
}

ExitStatus run_robot_check(const RobotCheckArguments& arguments) {
  if (arguments.configurations.empty()) {
    complain("--configs names the file of configurations: .npy, .csv or .jsonl");
    return ExitStatus::bad_input;
  }
  const auto robot = load_robot(arguments.robot);
  if (!robot) return ExitStatus::bad_input;
  CheckedScene checked;
  const auto checker = make_checker(arguments, *robot, &checked);
  if (!checker) return ExitStatus::bad_input;
  const auto reader = open_configurations(arguments, *robot, arguments.configurations);
  if (!reader) return ExitStatus::bad_input;
  return RobotCheckRun(arguments, *robot, *checker, checked).run(*reader);
}

}  // namespace

void add_robot_check(CLI::App& robot, ExitStatus& status) {
  const auto arguments = std::make_shared<RobotCheckArguments>();
  Verb verb(robot, "check", "Say of each configuration whether the robot is free",
            kRobotCheckExamples);
  arguments->add_to(verb);
  verb.text("--configs", arguments->configurations, "The configurations: .npy, .csv or .jsonl")
      .text("--html", arguments->html,
            "Write a page that shows the configurations; - for standard output, alone")
      .flag("--along-path", arguments->along_path,
            "The configurations are points of a path: faster, the same answers")
      .flag("--distance", arguments->distance, "Measure the closest pair of each configuration")
      .flag("--all", arguments->all, "List all pairs that meet, of all configurations")
      .flag("--json", arguments->json, "Write a line of JSON for each configuration, and a summary")
      .runs(status, [arguments] { return run_robot_check(*arguments); });
}

}  // namespace sunder::cli
