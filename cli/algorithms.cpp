// SPDX-License-Identifier: Apache-2.0
//
// sunder algorithms: lists the algorithms, and the questions that each serves.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <string>

#include "sunder/algorithm.hpp"
#include "sunder/io.hpp"
#include "terminal.hpp"
#include "verb.hpp"

namespace sunder::cli {
namespace {

constexpr const char* kAlgorithmsExamples = R"(Examples:
  sunder algorithms
  sunder algorithms --json
  sunder algorithms --json | python3 -c 'import json, sys
  print(*(algorithm["name"] for algorithm in json.load(sys.stdin)))'

A question names one with "algorithm"; without a name the library chooses.)";

std::string algorithm_json(const AlgorithmInfo& algorithm) {
  std::string questions;
  for (const Question question : algorithm.questions) {
    questions += questions.empty() ? "" : ", ";
    questions += json_string(to_string(question));
  }
  return fmt::format(R"({{"name": {}, "dimensions": [{}], "any_dimension": {}, "questions": [{}], )"
                     R"("summary": {}, "source": {}}})",
                     json_string(algorithm.name), fmt::join(algorithm.dimensions, ", "),
                     algorithm.any_dimension, questions, json_string(algorithm.summary),
                     json_string(algorithm.source));
}

std::string algorithm_text(const AlgorithmInfo& algorithm, bool colours) {
  std::string questions;
  for (const Question question : algorithm.questions) {
    questions += questions.empty() ? "" : ", ";
    questions += to_string(question);
  }
  const std::string dimensions =
      algorithm.any_dimension ? "any dimension"
                              : fmt::format("dimension {}", fmt::join(algorithm.dimensions, ", "));
  return fmt::format("{}{}{}\n  {}\n  {}; {}\n  {}\n", colours ? "\x1b[1m" : "", algorithm.name,
                     colours ? "\x1b[0m" : "", algorithm.summary, dimensions, questions,
                     algorithm.source);
}

ExitStatus run_algorithms(bool json) {
  const bool colours = colours_on_standard_output();
  std::string text;
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (json) text += (text.empty() ? "[" : ",\n ") + algorithm_json(algorithm);
    if (!json) text += algorithm_text(algorithm, colours);
  }
  if (json) text += "]\n";
  return write_output(text) ? ExitStatus::clear : ExitStatus::bad_input;
}

}  // namespace

void add_algorithms(CLI::App& program, ExitStatus& status) {
  const auto json = std::make_shared<bool>(false);
  Verb(program, "algorithms", "List the algorithms and the questions each serves",
       kAlgorithmsExamples)
      .flag("--json", *json, "A JSON array with one object for each")
      .runs(status, [json] { return run_algorithms(*json); });
}

}  // namespace sunder::cli
