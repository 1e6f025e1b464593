// SPDX-License-Identifier: Apache-2.0
//
// sunder query: the pipe, from standard input to standard output.
#include <unistd.h>

#include "sunder/io.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace sunder::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  sunder query < pairs.jsonl > answers.jsonl
  echo '{"a": {"vertices": [[0,0],[1,0]]}, "b": {"vertices": [[1,1]]}}' | sunder query
  (cat bodies.jsonl; generate_pairs) | sunder query | grep -v separated

A line is a definition or a question, in JSON:
  {"define": "cube", "vertices": [[0,0,0], [1,0,0], ...]}
  {"id": 1, "a": {"body": "cube"}, "b": {"body": "cube", "translation": [2,0,0]}}
A refused line gets a line with "error" and "message", and the stream goes on.

Exit status: 0, or 2 if any line was refused or the answers could not be written.)";

ExitStatus run_query() {
  const auto questions = descriptor_source(STDIN_FILENO);
  const auto answers = descriptor_sink(STDOUT_FILENO);
  const PipeSummary summary = answer_questions(*questions, *answers);
  if (summary.failure) complain(summary.failure->message);
  return summary.failure || summary.refused > 0 ? ExitStatus::bad_input : ExitStatus::clear;
}

}  // namespace

void add_query(CLI::App& program, ExitStatus& status) {
  CLI::App* verb = program.add_subcommand(
      "query", "Answer questions about pairs, a JSON line each, from standard input");
  verb->footer(kExamples);
  verb->callback([&status] { status = run_query(); });
}

}  // namespace sunder::cli
