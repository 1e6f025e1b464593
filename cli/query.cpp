// SPDX-License-Identifier: Apache-2.0
//
// sunder query: runs the pipe from standard input to standard output.
#include <fmt/format.h>
#include <memory>
#include <unistd.h>

#include "interruption.hpp"
#include "sunder/io.hpp"
#include "terminal.hpp"
#include "threads.hpp"
#include "verb.hpp"

namespace sunder::cli {
namespace {

constexpr const char* kQueryExamples = R"(Examples:
  sunder query < pairs.jsonl > answers.jsonl
  echo '{"a": {"vertices": [[0,0],[1,0]]}, "b": {"vertices": [[1,1]]}}' | sunder query
  (cat bodies.jsonl; generate_pairs) | sunder query | grep -v separated
  sunder query --threads 0 < pairs.jsonl > answers.jsonl

A line is a definition or a question, in JSON:
  {"define": "cube", "vertices": [[0,0,0], [1,0,0], ...]}
  {"id": 1, "a": {"body": "cube"}, "b": {"body": "cube", "translation": [2,0,0]}}
A refused line gets a line with "error" and "message", and the stream goes on.

Ctrl-C ends it behind a whole line, and a second one at once.

Exit status: 0, or 2 if any line was refused or the answers could not be written.)";

ExitStatus run_query(int threads) {
  const auto& interrupted = catch_interruption();
  const auto questions = interruptible(descriptor_source(STDIN_FILENO), STDIN_FILENO);
  const auto answers = descriptor_sink(STDOUT_FILENO);
  const auto executor = executor_of(threads);
  PipeOptions options;
  options.executor = executor.get();
  options.cancel = &interrupted;
  const PipeSummary summary = answer_questions(*questions, *answers, options);
  if (!summary.status) complain(summary.status.error().message);
  if (summary.cancelled) {
    complain(fmt::format("interrupted: the first {} lines are answered", summary.lines));
  }
  return !summary.status || summary.refused > 0 ? ExitStatus::bad_input : ExitStatus::clear;
}

}  // namespace

void add_query(CLI::App& program, ExitStatus& status) {
  const auto threads = std::make_shared<int>(1);
  Verb(program, "query", "Answer questions about pairs, a JSON line each, from standard input",
       kQueryExamples)
      .threads(*threads)
      .runs(status, [threads] { return run_query(*threads); });
}

}  // namespace sunder::cli
