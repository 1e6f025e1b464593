// SPDX-License-Identifier: Apache-2.0
//
// Uses sunder::io: it asks one question through the pipe, and verifies the answer. Exits 0 if it is
// right.
#include <string>

#include "sunder/io.hpp"

int main() {
  const std::string question =
      R"({"a": {"vertices": [[0, 0], [2, 0], [0, 2]]}, "b": {"vertices": [[1, 1], [2, 2]]}})"
      "\n";
  std::string answer;
  const auto asked = sunder::text_source(question);
  const auto told = sunder::text_sink(answer);
  if (sunder::answer_questions(*asked, *told).answers != 1) return 1;
  if (answer.find("\"touching\"") == std::string::npos) return 1;

  const auto questions = sunder::text_source(question);
  const auto answers = sunder::text_source(answer);
  const auto summary = sunder::verify_answers(*questions, *answers, [](const auto&) {});
  return summary.verdicts.accepted == 1 ? 0 : 1;
}
