// SPDX-License-Identifier: Apache-2.0
//
// Any text as lines of the pipe: each is answered, refused, a definition or blank. Answers verify,
// and are equal on one thread and on many.
#include <string>

#include "batch/executors.hpp"
#include "fuzz/demand.hpp"
#include "fuzz/targets.hpp"
#include "sunder/io.hpp"

namespace sunder::fuzz {

void fuzz_pipe(Bytes bytes) {
  const std::string questions(bytes.begin(), bytes.end());
  std::string answers;
  const PipeSummary summary = answer_questions(*text_source(questions), *text_sink(answers));
  demand(bool(summary.status), "a text never ends a stream");
  demand(summary.definitions + summary.answers + summary.refused <= summary.lines,
         "every line is one thing");
  std::int64_t lines = 0;
  for (const char c : answers) lines += c == '\n' ? 1 : 0;
  demand(lines == summary.answers + summary.refused, "answers and refusals are whole lines");

  test::Backwards backwards;
  PipeOptions options;
  options.executor = &backwards;
  std::string others;
  answer_questions(*text_source(questions), *text_sink(others), options);
  demand(others == answers, "an executor changes no byte");

  std::string first;
  const VerifySummary checked = verify_answers(*text_source(questions), *text_source(answers),
                                               [&](const VerifyFinding& finding) {
                                                 if (finding.refuted) first = finding.message;
                                               });
  if (checked.refuted()) broken("answers of the pipe verify", first);
  demand(checked.refused == summary.refused, "refusals are seen to be right");

  // Exchanged, the same bytes serve as answers to themselves: garbage must not crash the checker.
  verify_answers(*text_source(answers), *text_source(questions), [](const VerifyFinding&) {});
}

}  // namespace sunder::fuzz
