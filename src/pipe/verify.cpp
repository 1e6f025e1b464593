// SPDX-License-Identifier: Apache-2.0
//
// Idea: Questions and answers are read side by side, line by line, and each answer is checked by
// certificates alone.
// Bound: Numbers are read by a second reader (exact_decimal.hpp). A number that one of the two
// misreads cannot become a false proof.
// Cost: One exact check for each claim.
// Gives up: It reports missing, surplus and unreadable lines as findings and goes on.
#include <fmt/format.h>
#include <utility>

#include "pipe/answer_text.hpp"
#include "pipe/bodies.hpp"
#include "pipe/check.hpp"
#include "pipe/request.hpp"
#include "sunder/io.hpp"
#include "text/exact_decimal.hpp"
#include "text/json_reader.hpp"
#include "text/lines.hpp"

namespace sunder::detail {
namespace {

class Verifier {
 public:
  Verifier(Source& questions, Source& answers,
           const std::function<void(const VerifyFinding&)>& report, const PipeOptions& options)
      : questions_(questions, options.max_line),
        answers_(answers, options.max_line),
        report_(report) {}

  VerifySummary run();

 private:
  void next_answer();
  void read_answer_line();
  void count_row();
  void question(const Line& line);
  std::optional<Error> read_question(const Line& line);
  void definition();
  void settle(const std::optional<Error>& refused);
  void check();
  void tally(const CheckResult& result, std::string_view what, VerifyTally& tally);
  void report(bool refuted, std::string message);

  LineReader questions_;
  LineReader answers_;
  const std::function<void(const VerifyFinding&)>& report_;
  // A reader other than that of the pipe: a number that one of the two misreads is no proof.
  JsonReader question_reader_{read_exact_json_decimal};
  JsonReader answer_reader_{read_exact_json_decimal};
  Request request_;
  Definitions definitions_;
  AnswerText answer_;
  std::int64_t question_line_{};
  bool has_answer_ = false;            ///< an answer line was read and not used yet
  std::optional<Error> answer_error_;  ///< why that line cannot be read
  AuditCounts counts_;                 ///< of the rows read so far
  VerifySummary summary_;
};

VerifySummary Verifier::run() {
  for (const Question question : kQuestions) {
    const bool claimed = kPipeQuestions[row_of(question)] != nullptr;
    if (claimed) summary_.claims.emplace_back(question, 0);
  }
  next_answer();
  for (Line line; questions_.next(line);) {
    question_line_ = questions_.number();
    if (!line.blank()) question(line);
  }
  question_line_ = 0;
  while (has_answer_) {
    request_.id = answer_error_ ? "null" : answer_.id;
    report(false, "no question stands for this answer");
    next_answer();
  }
  summary_.status = questions_.status() ? answers_.status() : questions_.status();
  return summary_;
}

void Verifier::next_answer() {
  do {
    read_answer_line();
    if (has_answer_ && !answer_error_) count_row();
  } while (has_answer_ && !answer_error_ && answer_.stands_for_none());
}

/// Counts a row of an audit, and compares the counts at its end with those of its rows.
void Verifier::count_row() {
  question_line_ = 0;
  request_.id = answer_.id;
  if (answer_.audit) {
    auto& count = *answer_.audit == Audit::confirmed ? counts_.confirmed
                  : *answer_.audit == Audit::refuted ? counts_.refuted
                                                     : counts_.undecidable;
    ++count;
    if (answer_.line == 0) tally(check_audit(answer_, {}), "audit", summary_.audits);
  }
  if (!answer_.counts || *answer_.counts == counts_) return;
  ++summary_.audits.refuted;
  report(true, "summary: the counts are not those of the rows above it");
}

void Verifier::read_answer_line() {
  Line line;
  do {
    has_answer_ = answers_.next(line);
  } while (has_answer_ && line.blank());
  answer_error_.reset();
  answer_ = {};
  if (!has_answer_) return;
  if (line.too_long) {
    answer_error_ = answers_.too_long();
  } else if (!read_answer(answer_reader_, line, answer_)) {
    answer_error_ = answer_reader_.explain().error;
  }
}

/// Returns the reason why the pipe refuses the line before any query.
std::optional<Error> Verifier::read_question(const Line& line) {
  request_.is_definition = false;
  request_.id = "null";
  if (line.too_long) return questions_.too_long();
  if (read_request(question_reader_, line, request_)) return std::nullopt;
  return question_reader_.explain().error;
}

void Verifier::question(const Line& line) {
  const auto refused = read_question(line);
  const bool refused_there = answer_.is_refusal && answer_.line == questions_.number();
  if (refused_there) {
    ++summary_.refused;
    tally(check_audit(answer_, {}), "audit", summary_.audits);
    next_answer();
  } else if (!refused && request_.is_definition) {
    definition();
  } else {
    settle(refused);
  }
}

/// Every point is kept, so that a certificate may refer to any of them.
void Verifier::definition() {
  const auto error = definitions_.add(request_, questions_.number(), {.reduce = false});
  if (error)
    report(false, fmt::format("no refusal stands for this definition: {}", error->message));
}

/// Handles a question that was answered, or should have been.
void Verifier::settle(const std::optional<Error>& refused) {
  if (!refused) ++summary_.questions;
  if (!has_answer_) return report(false, "this question has no answer");
  if (answer_error_) {
    report(false, fmt::format("the answer cannot be read: {}", answer_error_->message));
  } else if (answer_.is_refusal) {
    report(false, fmt::format("this question has the refusal of line {}", answer_.line));
  } else if (refused) {
    report(false,
           fmt::format("the line is answered, though it is no question: {}", refused->message));
  } else if (answer_.id != request_.id) {
    report(false, fmt::format("the answer has the id {}", answer_.id));
  } else if (answer_.audit && answer_.line != question_line_) {
    report(false, fmt::format("the row is about line {} of the questions", answer_.line));
  } else if (answer_.audit && answer_.verdict == Verdict::undecided) {
    tally(check_audit(answer_, {}), "audit", summary_.audits);
  } else {
    check();
  }
  next_answer();
}

void Verifier::check() {
  const auto error = with_pair(
      request_, definitions_,
      [&]<int D>(const PlacedPair<D>& pair) -> std::optional<Error> {
        const auto& a = pair.a;
        const auto& b = pair.b;
        const AnswerCheck result = check_answer(a, b, a.pose().dimension(), answer_);
        tally(result.verdict, "verdict", summary_.verdicts);
        tally(result.distance, "distance", summary_.intervals);
        tally(result.depth, "depth", summary_.intervals);
        tally(check_margin(a, b, a.pose().dimension(), request_, answer_), "margin",
              summary_.margins);
        tally(check_audit(answer_, result), "audit", summary_.audits);
        return std::nullopt;
      },
      [&]<int D>(const PlacedBodies<D>& bodies) -> std::optional<Error> {
        bool by_theorem = false;
        const AnswerCheck result = check_bodies_answer(bodies, answer_, by_theorem);
        summary_.by_theorem += by_theorem ? 1 : 0;
        tally(result.verdict, "verdict", summary_.verdicts);
        tally(result.distance, "distance", summary_.intervals);
        tally(result.depth, "depth", summary_.intervals);
        tally(check_bodies_margin(bodies, request_, answer_), "margin", summary_.margins);
        tally(check_audit(answer_, result), "audit", summary_.audits);
        return std::nullopt;
      });
  if (error) return report(false, fmt::format("the question is refused: {}", error->message));
  for (auto& [question, count] : summary_.claims) {
    if (answer_.claims[row_of(question)].there) ++count;
  }
}

void Verifier::tally(const CheckResult& result, std::string_view what, VerifyTally& tally) {
  if (result.state == CheckState::accepted) ++tally.accepted;
  if (result.state == CheckState::unchecked) ++tally.unchecked;
  if (result.state != CheckState::refuted) return;
  ++tally.refuted;
  report(true, fmt::format("{}: {}", what, result.reason));
}

void Verifier::report(bool refuted, std::string message) {
  if (!refuted) ++summary_.bad_lines;
  VerifyFinding finding;
  finding.refuted = refuted;
  finding.question_line = question_line_;
  finding.answer_line = has_answer_ ? answers_.number() : 0;
  finding.id = request_.id;
  finding.message = std::move(message);
  report_(finding);
}

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

VerifySummary verify_answers(Source& questions, Source& answers,
                             const std::function<void(const VerifyFinding&)>& report,
                             const PipeOptions& options) {
  return detail::Verifier(questions, answers, report, options).run();
}

}  // namespace sunder::inline SUNDER_ABI
