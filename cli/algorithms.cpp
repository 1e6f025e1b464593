// SPDX-License-Identifier: Apache-2.0
//
// sunder algorithms: the rooms, and what each serves.
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
  print(*(room["name"] for room in json.load(sys.stdin)))'

A question names one with "algorithm"; without a name the library chooses.)";

std::string room_json(const AlgorithmInfo& room) {
  std::string questions;
  for (const Question question : room.questions) {
    questions += questions.empty() ? "" : ", ";
    questions += json_string(to_string(question));
  }
  return fmt::format(R"({{"name": {}, "dimensions": [{}], "any_dimension": {}, "questions": [{}], )"
                     R"("summary": {}, "source": {}}})",
                     json_string(room.name), fmt::join(room.dimensions, ", "), room.any_dimension,
                     questions, json_string(room.summary), json_string(room.source));
}

std::string room_text(const AlgorithmInfo& room, bool colours) {
  std::string questions;
  for (const Question question : room.questions) {
    questions += questions.empty() ? "" : ", ";
    questions += to_string(question);
  }
  const std::string dimensions =
      room.any_dimension ? "any dimension"
                         : fmt::format("dimension {}", fmt::join(room.dimensions, ", "));
  return fmt::format("{}{}{}\n  {}\n  {}; {}\n  {}\n", colours ? "\x1b[1m" : "", room.name,
                     colours ? "\x1b[0m" : "", room.summary, dimensions, questions, room.source);
}

ExitStatus run_algorithms(bool json) {
  const bool colours = colours_on_standard_output();
  std::string text;
  for (const AlgorithmInfo& room : algorithms()) {
    if (json) text += (text.empty() ? "[" : ",\n ") + room_json(room);
    if (!json) text += room_text(room, colours);
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
