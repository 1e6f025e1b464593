// SPDX-License-Identifier: Apache-2.0
//
// sunder robot pairs: which links need not be examined together, what shows it, and an SRDF that says so.
#include "sunder/robot_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interruption.hpp"
#include "list_json.hpp"
#include "read_text.hpp"
#include "robot_files.hpp"
#include "terminal.hpp"
#include "threads.hpp"
#include "verb.hpp"

namespace sunder::cli {
namespace {

constexpr const char* kRobotPairsExamples = R"(Examples:
  sunder robot pairs panda.urdf -o panda.srdf
  sunder robot pairs panda.urdf --srdf old.srdf -o new.srdf --threads 0
  sunder robot pairs panda.urdf --samples 0 --boxes 1000000 --json

Reasons are those of SRDF: Adjacent (a joint is between them), Default (they meet in the default
configuration), Always (everywhere, or in 95 % of the samples or more), Never. Always and Never are proven for
all values within the limits of the joints where the proof needs no more boxes than allowed. Else
the number of samples is said, and what follows from it.
With --srdf its groups, states and all else are kept, and its pairs compared with what is found.

Exit status: 0; 1 where the SRDF given disables as Never a pair that meets; 2 for bad input.)";

struct PairsArguments {
  RobotArguments robot;
  std::string output;
  double samples = 10'000, seed = 1, boxes = 100'000;
  int threads = 1;
  bool json = false;
};

/// A pair, with the reason for which the SRDF given disables it; empty: it does not.
struct ComparedPair {
  const LinkPairAnswer* answer;
  std::string_view given;

  /// It was written that they never meet, and they do.
  bool is_refuted() const {
    return given == to_string(SkipReason::never) && answer->reason != SkipReason::never &&
           (answer->meets > 0 || !(answer->clearance.upper > 0)) && !answer->configuration.empty();
  }
};

const std::string& name_of(const Robot& robot, std::int32_t link) {
  return robot.model().links[static_cast<std::size_t>(link)].name;
}

std::string_view word_of(const LinkPairAnswer& pair) {
  return pair ? to_string(pair.reason) : "examined";
}

std::string shown_by(const LinkPairAnswer& pair, const LinkPairOptions& options) {
  std::string samples = fmt::format("{} of {} samples meet", pair.meets, options.samples);
  switch (pair.reason) {
    case SkipReason::always:
      return pair.proven ? "proven" : samples;
    case SkipReason::never:
      if (pair.proven) return "proven";
      return fmt::format("{} samples, none meets: less than {:.2g} % of all", options.samples,
                         100 * pair.share.upper);
    case SkipReason::none:
      if (pair.meets == 0 && pair.unresolved > 0)
        return fmt::format("{} of {} samples unresolved", pair.unresolved, options.samples);
      if (pair.meets == 0 && !pair.configuration.empty() && !(pair.clearance.upper > 0))
        return samples + ", and the search found one that does";
      return pair.meets == 0 ? "no proof, and no samples" : samples;
    case SkipReason::adjacent:
    case SkipReason::by_default:
      break;
  }
  return samples;
}

std::string length_text(double length) {
  return std::isfinite(length) ? fmt::format("{:.4g} m", length) : "unknown";
}

/// How close they come, where they do not meet.
std::string closeness_text(const LinkPairAnswer& pair) {
  if (pair.reason != SkipReason::never) return "";
  if (!pair.proven) return fmt::format(", as close as {}", length_text(pair.clearance.upper));
  return fmt::format(", between {} and {} apart where closest", length_text(pair.clearance.lower),
                     length_text(pair.clearance.upper));
}

std::string pairs_text(const Robot& robot, const std::vector<ComparedPair>& pairs,
                       const LinkPairOptions& options, bool compares) {
  std::size_t widest = 0;
  std::map<std::pair<std::string_view, bool>, std::int64_t> counts;
  for (const ComparedPair& pair : pairs) {
    widest = std::max(widest, printable(name_of(robot, pair.answer->a)).size() +
                                  printable(name_of(robot, pair.answer->b)).size() + 1);
    ++counts[{word_of(*pair.answer), pair.answer->proven}];
  }
  std::string text;
  for (const ComparedPair& pair : pairs) {
    const std::string names =
        printable(name_of(robot, pair.answer->a)) + " " + printable(name_of(robot, pair.answer->b));
    text += fmt::format("{:<{}}  {:<8}  {}{}", names, widest, word_of(*pair.answer),
                        shown_by(*pair.answer, options), closeness_text(*pair.answer));
    if (compares) {
      text += pair.given.empty() ? "; the SRDF examines it"
                                 : "; the SRDF has " + printable(std::string(pair.given));
    }
    text += pair.is_refuted() ? ", WRONG: it meets\n" : "\n";
  }
  text += fmt::format("\n{} pairs of links with parts\n", pairs.size());
  for (const auto& [key, count] : counts)
    text += fmt::format("  {} {}{}\n", count, key.first, key.second ? ", proven" : "");
  return text;
}

std::string pair_json(const Robot& robot, const ComparedPair& compared, bool compares) {
  const LinkPairAnswer& pair = *compared.answer;
  std::string text = fmt::format(
      R"({{"a": {}, "b": {}, "reason": {}, "proven": {}, "meets": {}, "unresolved": {}, "share": [{}, {}])",
      json_string(name_of(robot, pair.a)), json_string(name_of(robot, pair.b)),
      pair ? json_string(to_string(pair.reason)) : "null", pair.proven, pair.meets, pair.unresolved,
      json_number(pair.share.lower), json_number(pair.share.upper));
  text += fmt::format(R"(, "clearance": [{}, {}], "boxes": {}, "configuration": {})",
                      json_number(pair.clearance.lower), json_number(pair.clearance.upper),
                      pair.boxes, list_json(pair.configuration, json_number));
  if (compares) {
    text += fmt::format(R"(, "given": {}, "refuted": {})",
                        compared.given.empty() ? "null" : json_string(compared.given),
                        compared.is_refuted());
  }
  return text + "}";
}

std::string pairs_json(const Robot& robot, const std::vector<ComparedPair>& pairs,
                       const LinkPairOptions& options, bool compares) {
  return fmt::format(
      R"({{"robot": {}, "variables": {}, "samples": {}, "seed": {}, "boxes": {}, "pairs": {}}})"
      "\n",
      json_string(robot.model().name), list_json(robot.variable_names(), json_string),
      options.samples, options.seed, options.boxes,
      list_json(pairs, [&](const ComparedPair& pair) { return pair_json(robot, pair, compares); }));
}

bool write_srdf(const PairsArguments& arguments, const Robot& robot,
                const std::vector<LinkPairAnswer>& pairs, const LinkPairOptions& options) {
  std::string given;
  if (!arguments.robot.srdf.empty()) {
    auto text = read_text(arguments.robot.srdf);
    if (!text) {
      complain(text.error().message);
      return false;
    }
    given = std::move(text).value();
  }
  const auto text = srdf_with_pairs(robot, pairs, options, given);
  if (!text) {
    complain(text.error().message);
    return false;
  }
  return arguments.output == "-" ? write_output(text.value())
                                 : write_file(arguments.output, text.value());
}

ExitStatus run_robot_pairs(const PairsArguments& arguments) {
  LinkPairOptions options;
  std::int64_t seed = 0;
  if (!whole_number("--samples", arguments.samples, 0x1p40, options.samples) ||
      !whole_number("--boxes", arguments.boxes, 0x1p40, options.boxes) ||
      !whole_number("--seed", arguments.seed, 0x1p53, seed)) {
    return ExitStatus::bad_input;
  }
  options.seed = static_cast<std::uint64_t>(seed);
  // What the SRDF says else is kept, so that it may be its own successor.
  if (is_read("--output", arguments.output, {arguments.robot.path})) return ExitStatus::bad_input;
  const auto robot = load_robot(arguments.robot);
  if (!robot) return ExitStatus::bad_input;
  const auto executor = executor_of(arguments.threads);
  options.executor = executor.get();
  options.cancel = &catch_interruption();
  ProgressLine line;
  if (talks_to_a_person()) {
    options.progress = [&](std::int64_t done, std::int64_t all) {
      if (!line.is_due()) return;
      line.show(done < options.samples
                    ? fmt::format("{} of {} samples", done, options.samples)
                    : fmt::format("{} of {} pairs", done - options.samples, all - options.samples));
    };
  }
  const auto found = find_link_pairs(*robot, options);
  line.clear();
  if (!found) {
    complain(found.error().message);
    return ExitStatus::bad_input;
  }
  if (options.cancel->load()) {
    complain("interrupted: nothing is written");
    return ExitStatus::bad_input;
  }
  const bool compares = !arguments.robot.srdf.empty();
  std::map<std::pair<std::int32_t, std::int32_t>, std::string_view> given;
  if (compares) {
    for (const RobotPair& pair : robot->model().skipped) given[{pair.a, pair.b}] = pair.reason;
  }
  std::vector<ComparedPair> pairs;
  bool refuted = false;
  for (const LinkPairAnswer& answer : found.value()) {
    const auto of = given.find({answer.a, answer.b});
    pairs.push_back({&answer, of == given.end() ? std::string_view() : of->second});
    refuted = refuted || pairs.back().is_refuted();
  }
  if (!arguments.output.empty() && !write_srdf(arguments, *robot, found.value(), options))
    return ExitStatus::bad_input;
  if (arguments.output != "-" &&
      !write_output(arguments.json ? pairs_json(*robot, pairs, options, compares)
                                   : pairs_text(*robot, pairs, options, compares))) {
    return ExitStatus::bad_input;
  }
  return refuted ? ExitStatus::found : ExitStatus::clear;
}

}  // namespace

void add_robot_pairs(CLI::App& robot, ExitStatus& status) {
  const auto arguments = std::make_shared<PairsArguments>();
  Verb verb(robot, "pairs", "Find the links that need not be examined together, with proofs",
            kRobotPairsExamples);
  arguments->robot.add_to(verb);
  verb.text("-o,--output", arguments->output, "Write an SRDF with the pairs; - is standard output")
      .number("--samples", arguments->samples, "How many configurations are drawn")
      .number("--seed", arguments->seed, "Of the numbers drawn: the same give the same answers")
      .number("--boxes", arguments->boxes, "Boxes of joint values that a proof of a pair may take")
      .threads(arguments->threads)
      .flag("--json", arguments->json, "Write one JSON object")
      .runs(status, [arguments] { return run_robot_pairs(*arguments); });
}

}  // namespace sunder::cli
