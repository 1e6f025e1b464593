// SPDX-License-Identifier: Apache-2.0
//
// Drawn pairs through the pipe. The answers are those of the library, with equal bytes on one
// thread and on many. The checker of whole files accepts each.
#include <vector>

#include "batch/executors.hpp"
#include "fuzz/drawn_pair.hpp"
#include "fuzz/question_text.hpp"
#include "fuzz/targets.hpp"
#include "sunder/io.hpp"
#include "sunder/sunder.hpp"

namespace sunder::fuzz {
namespace {

std::string run_pipe(const std::string& questions, Executor* executor) {
  std::string answers;
  PipeOptions options;
  options.executor = executor;
  const PipeSummary summary =
      answer_questions(*text_source(questions), *text_sink(answers), options);
  demand(summary.refused == 0, "well-formed questions are not refused");
  return answers;
}

void check_answers(const std::string& questions, const std::string& answers, std::int64_t count) {
  std::string first;
  const VerifySummary summary =
      verify_answers(*text_source(questions), *text_source(answers),
                     [&](const VerifyFinding& finding) { first += finding.message + "\n"; });
  if (summary.refuted() || summary.bad_lines > 0) broken("answers of the pipe verify", first);
  demand(summary.verdicts.accepted == count && summary.verdicts.unchecked == 0,
         "every verdict of the pipe is accepted");
  demand(summary.intervals.unchecked == 0, "every interval of the pipe is checked");
}

}  // namespace

void fuzz_questions(Bytes bytes) {
  Choices choices(bytes);
  std::string questions;
  std::vector<std::string> verdicts;
  for (int i = choices.in(1, 3); i > 0; --i) {
    const int dimension = draw_dimension(choices);
    with_drawn_pair(
        choices, dimension, [&]<int D>(const DrawnPair& pair, const suite::Bodies<D>& bodies) {
          std::string ask = "\"verdict\", \"distance\", \"contains\"";
          if (dimension == 2 || dimension == 3) ask += ", \"depth\", \"relation\", \"contact\"";
          questions += question_text(pair, std::to_string(i), ask) + "\n";
          const auto verdict = exact_verdict(bodies);
          verdicts.push_back("\"verdict\": \"" + std::string(to_string(verdict)) + "\"");
        });
  }
  const std::string answers = run_pipe(questions, nullptr);
  test::Backwards backwards;
  demand(run_pipe(questions, &backwards) == answers, "an executor changes no byte");
  std::size_t at = 0;
  for (const std::string& verdict : verdicts) {
    const std::size_t end = answers.find('\n', at);
    demand(end != std::string::npos, "each question has a line for its answer");
    demand(answers.substr(at, end - at).find(verdict) != std::string::npos,
           "the pipe says the exact verdict");
    at = end + 1;
  }
  check_answers(questions, answers, static_cast<std::int64_t>(verdicts.size()));
}

}  // namespace sunder::fuzz
