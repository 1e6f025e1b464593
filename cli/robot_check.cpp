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

#include "bodies.hpp"
#include "configurations.hpp"
#include "globs.hpp"
#include "interruption.hpp"
#include "length.hpp"
#include "pair_rules.hpp"
#include "robot_files.hpp"
#include "sunder/robot.hpp"
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

--json writes a line for each configuration, and then a summary. --ignore takes patterns of links and of
bodies of the scene, A:B.

Exit status: 0 all free; 1 a configuration meets, or is unresolved; 2 bad input or usage, or a refused
configuration.)";

struct RobotCheckArguments {
  RobotArguments robot;
  std::string configurations;
  std::string joints;
  std::optional<std::string> state;
  std::vector<std::string> scene;
  std::optional<std::string> unit;
  std::vector<std::string> scene_as;
  std::vector<std::string> ignore;
  std::optional<std::string> margin;
  int threads = 1;
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

const Unit kMetre{"m", 1, 1};

std::string_view word_of(Verdict verdict) {
  return verdict == Verdict::undecided ? "unresolved" : to_string(verdict);
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  for (std::size_t first = 0; first <= text.size() && !text.empty();) {
    const std::size_t end = std::min(text.find(at, first), text.size());
    parts.push_back(text.substr(first, end - first));
    first = end + 1;
  }
  return parts;
}

/// Loads the scene, in metres.
std::optional<Scene> load_scene(const RobotCheckArguments& arguments) {
  if (arguments.scene.empty()) return Scene();
  auto forms = BodyForms::from_words(arguments.scene_as, "mesh");
  if (!forms) return std::nullopt;
  auto loaded = load_bodies(arguments.scene, arguments.unit, {}, *std::move(forms));
  if (!loaded) return std::nullopt;
  Scene scene = std::move(loaded->scene);
  const double scale = metres(loaded->unit);
  if (scale == 1) return scene;
  const auto scaled =
      Pose3::from_matrix(std::array<double, 12>{scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0});
  std::int64_t rounded = 0;
  for (std::int32_t id = 0; id < scene.size(); ++id) {
    const auto pose = compose(scaled.value(), scene.body(id).pose);
    if (!pose) {
      complain(fmt::format("{}: {}", printable(scene.body(id).name), pose.error().message));
      return std::nullopt;
    }
    scene.set_pose(id, pose.value().pose);
    if (pose.value().rounded) ++rounded;
  }
  complain(fmt::format("note: the scene is in {}, and was scaled to metres; {} poses were rounded",
                       loaded->unit.name, rounded));
  return scene;
}

/// Adds the pairs of --ignore: of links, or of a link and a body of the scene.
bool add_ignored(const RobotCheckArguments& arguments, const Robot& robot, const Scene& scene,
                 RobotCheckOptions& options) {
  const auto rules = expand_lists(arguments.ignore);
  if (!rules) return false;
  const auto& links = robot.model().links;
  for (const std::string& rule : *rules) {
    const std::size_t wide = rule.find("::");
    const std::size_t colon = wide == std::string::npos ? rule.find(':') : wide;
    if (colon == std::string::npos) {
      complain(fmt::format("--ignore {}: A:B was expected", rule));
      return false;
    }
    const std::string first = rule.substr(0, colon);
    const std::string second = rule.substr(colon + (wide == std::string::npos ? 1 : 2));
    bool used = false;
    for (std::size_t a = 0; a < links.size(); ++a) {
      for (const auto& [of_link, of_other] :
           {std::pair(&first, &second), std::pair(&second, &first)}) {
        if (!glob_matches(*of_link, links[a].name)) continue;
        for (std::size_t b = 0; b < links.size(); ++b) {
          if (b == a || !glob_matches(*of_other, links[b].name)) continue;
          options.skipped.push_back(
              {static_cast<std::int32_t>(a), static_cast<std::int32_t>(b), "User"});
          used = true;
        }
        for (std::int32_t body = 0; body < scene.size(); ++body) {
          if (!glob_matches(*of_other, scene.body(body).name)) continue;
          options.skipped_scene.push_back({static_cast<std::int32_t>(a), body});
          used = true;
        }
      }
    }
    if (used) continue;
    complain(fmt::format("--ignore {}: no link and body, and no two links, have such names",
                         printable(rule)));
    return false;
  }
  return true;
}

std::optional<RobotChecker> make_checker(const RobotCheckArguments& arguments, const Robot& robot,
                                         const Scene& scene) {
  RobotCheckOptions options;
  if (arguments.margin) {
    const auto length = parse_length(*arguments.margin);
    options.margin = length ? convert(*length, kMetre) : -1;
    if (!length || !std::isfinite(options.margin) || options.margin < 0) {
      complain(fmt::format("--margin \"{}\": a length such as 1cm or 0.01 was expected",
                           *arguments.margin));
      return std::nullopt;
    }
  }
  if (!add_ignored(arguments, robot, scene, options)) return std::nullopt;
  auto checker = RobotChecker::make(robot, scene, options);
  if (checker) return std::move(checker).value();
  complain(checker.error().message);
  return std::nullopt;
}

/// The order of a file's numbers, and the values of those that it lacks.
std::optional<ConfigurationOrder> order_of(const RobotCheckArguments& arguments,
                                           const Robot& robot) {
  ConfigurationOrder order;
  order.names = robot.variable_names();
  order.others = robot.default_configuration();
  order.columns = split(arguments.joints, ',');
  if (!arguments.state) return order;
  for (const RobotState& state : robot.model().states) {
    if (state.name != *arguments.state) continue;
    for (const auto& [variable, value] : state.values)
      order.others[static_cast<std::size_t>(variable)] = value;
    return order;
  }
  complain(
      fmt::format("--state {}: the SRDF has no such group_state", printable(*arguments.state)));
  return std::nullopt;
}

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

/// Writes "[lower, upper]", with null for infinity.
std::string interval_json(const Interval& interval) {
  return fmt::format("[{}, {}]", json_number(interval.lower), json_number(interval.upper));
}

class RobotCheckRun {
 public:
  RobotCheckRun(const RobotCheckArguments& arguments, const Robot& robot,
                const RobotChecker& checker)
      : arguments_(arguments),
        robot_(robot),
        checker_(checker),
        executor_(executor_of(arguments.threads)) {}

  ExitStatus run(ConfigurationReader& reader);

 private:
  bool check_chunk(std::int64_t count, const std::atomic<bool>& cancel);
  void write_json(std::int64_t count, std::string& text) const;
  void write_text(std::int64_t count, std::string& text);
  void measure_totals(std::int64_t count);
  std::string names_json(std::int64_t pair) const;
  std::string summary_json() const;
  std::string summary_text(double seconds) const;

  const RobotCheckArguments& arguments_;
  const Robot& robot_;
  const RobotChecker& checker_;
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

std::string RobotCheckRun::names_json(std::int64_t pair) const {
  const RobotCheckPair of = checker_.pair(pair);
  const std::string& a = checker_.parts()[static_cast<std::size_t>(of.part_a)].name;
  const std::string_view b = of.body >= 0
                                 ? checker_.body_name(of.body)
                                 : checker_.parts()[static_cast<std::size_t>(of.part_b)].name;
  return fmt::format("[{}, {}]", json_string(a), json_string(b));
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
                     names_json(first_pairs_[i]));
    }
    if (arguments_.distance && closest_pairs_[i] >= 0) {
      fmt::format_to(out, ", \"distance\": {}, \"closest\": {}", interval_json(closest_[i]),
                     names_json(closest_pairs_[i]));
    }
    if (arguments_.all) {
      fmt::format_to(out, ", \"pairs\": [");
      bool first = true;
      for (std::size_t p = 0; p < pairs; ++p) {
        const Verdict verdict = pair_verdicts_[i * pairs + p];
        if (verdict == Verdict::separated || verdict == Verdict::not_examined) continue;
        fmt::format_to(out, "{}{{\"pair\": {}, \"names\": {}, \"verdict\": \"{}\"}}",
                       first ? "" : ", ", p, names_json(static_cast<std::int64_t>(p)),
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
  const RobotPairCounts& counts = checker_.counts();
  std::string skipped;
  for (const auto& [reason, count] : counts.skipped) {
    skipped += fmt::format("{}{}: {}", skipped.empty() ? "" : ", ", json_string(reason), count);
  }
  std::string closest;
  if (totals_.closest_pair >= 0) {
    closest = fmt::format(
        ", \"closest\": {{\"configuration\": {}, \"pair\": {}, \"names\": {}, \"distance\": {}}}",
        totals_.closest_at, totals_.closest_pair, names_json(totals_.closest_pair),
        interval_json(totals_.closest));
  }
  std::string missing;
  for (std::size_t v = 0; v < totals_.missing.size(); ++v) {
    if (totals_.missing[v])
      missing += (missing.empty() ? "" : ", ") + json_string(robot_.variable_names()[v]);
  }
  return fmt::format(
      "{{\"summary\": {{\"robot\": {}, \"configurations\": {}, \"separated\": {}, \"touching\": "
      "{}, \"overlapping\": {}, "
      "\"unresolved\": {}, \"refused\": {}, \"cancelled\": {}, \"pairs\": {{\"total\": {}, "
      "\"examined\": {}, \"still\": "
      "{}, \"same_link\": {}, \"skipped\": {{{}}}}}, \"pruned\": {}{}, \"not_given\": [{}]}}}}\n",
      json_string(robot_.model().name), totals_.configurations, totals_.separated, totals_.touching,
      totals_.overlapping, totals_.unresolved, totals_.refused, totals_.cancelled, counts.total,
      counts.examined, counts.still, counts.same_link, skipped, totals_.pruned, closest, missing);
}

std::string RobotCheckRun::summary_text(double seconds) const {
  std::string text;
  if (totals_.listed > kListed && !arguments_.all) {
    text += fmt::format("      ...  and {} more; --all lists all\n", totals_.listed - kListed);
  }
  const RobotPairCounts& counts = checker_.counts();
  text += fmt::format(
      "{} configurations: {} free, {} touching, {} overlapping, {} unresolved, {} refused, in "
      "{:.3g} s\n",
      totals_.configurations, totals_.separated, totals_.touching, totals_.overlapping,
      totals_.unresolved, totals_.refused, seconds);
  text += fmt::format("{} of {} pairs are examined", counts.examined, counts.total);
  if (counts.still > 0) text += fmt::format("; {} stand still, apart", counts.still);
  if (counts.same_link > 0) text += fmt::format("; {} are of one link", counts.same_link);
  for (const auto& [reason, count] : counts.skipped)
    text += fmt::format("; {} skipped: {}", count, printable(reason));
  text += '\n';
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
    text.clear();
    if (arguments_.json) {
      write_json(count.value(), text);
    } else {
      write_text(count.value(), text);
    }
    totals_.configurations += count.value();
    if (!text.empty()) {
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
  std::string missing;
  for (std::size_t v = 0; v < totals_.missing.size(); ++v) {
    if (!totals_.missing[v]) continue;
    missing += (missing.empty() ? "" : ", ") + printable(robot_.variable_names()[v]);
  }
  if (!missing.empty()) {
    complain(fmt::format("note: not given, and so {}: {}",
                         arguments_.state ? "as --state has them, or 0, or at the limit next to 0"
                                          : "0, or at the limit next to 0",
                         missing));
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  if (!write_output(arguments_.json ? summary_json() : summary_text(elapsed.count())))
    return ExitStatus::bad_input;
  if (totals_.configurations == 0 && !totals_.cancelled) {
    complain(fmt::format("{} holds no configuration", arguments_.configurations));
    return ExitStatus::bad_input;
  }
  if (checker_.counts().examined + checker_.counts().still == 0) {
    complain("nothing was compared: no pair is examined");
    return ExitStatus::bad_input;
  }
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
  const auto scene = load_scene(arguments);
  if (!scene) return ExitStatus::bad_input;
  const auto checker = make_checker(arguments, *robot, *scene);
  if (!checker) return ExitStatus::bad_input;
  auto order = order_of(arguments, *robot);
  if (!order) return ExitStatus::bad_input;
  auto reader = ConfigurationReader::open(arguments.configurations, *std::move(order));
  if (!reader) {
    complain(reader.error().message);
    return ExitStatus::bad_input;
  }
  return RobotCheckRun(arguments, *robot, *checker).run(*reader.value());
}

}  // namespace

void add_robot_check(CLI::App& robot, ExitStatus& status) {
  const auto arguments = std::make_shared<RobotCheckArguments>();
  Verb verb(robot, "check", "Say of each configuration whether the robot is free",
            kRobotCheckExamples);
  arguments->robot.add_to(verb);
  verb.text("--configs", arguments->configurations, "The configurations: .npy, .csv or .jsonl")
      .text("--joints", arguments->joints,
            "The variables of columns without names, with commas between them")
      .text("--state", arguments->state,
            "A group_state of the SRDF, for variables that are not given")
      .texts("--scene", arguments->scene, "A file of bodies that stand still")
      .text("--unit", arguments->unit, kUnitHelp)
      .texts("--scene-as", arguments->scene_as, "What meshes of the scene are taken as, as --as")
      .texts("--ignore", arguments->ignore,
             "Skip links and bodies with names like these, A:B; @FILE for a list")
      .text("--margin", arguments->margin,
            "What is no farther apart counts as meeting, such as 1cm")
      .threads(arguments->threads)
      .flag("--along-path", arguments->along_path,
            "The configurations are points of a path: faster, the same answers")
      .flag("--distance", arguments->distance, "Measure the closest pair of each configuration")
      .flag("--all", arguments->all, "List all pairs that meet, of all configurations")
      .flag("--json", arguments->json, "Write a line of JSON for each configuration, and a summary")
      .runs(status, [arguments] { return run_robot_check(*arguments); });
}

}  // namespace sunder::cli
