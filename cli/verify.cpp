// SPDX-License-Identifier: Apache-2.0
//
// sunder verify: are the answers of a pipe true? No algorithm runs, only the checker.
#include <fmt/format.h>
#include <memory>
#include <string>
#include <utility>

#include "sunder/io.hpp"
#include "terminal.hpp"
#include "verb.hpp"

namespace sunder::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  sunder query < pairs.jsonl > answers.jsonl
  sunder verify pairs.jsonl answers.jsonl
  sunder verify --json pairs.jsonl answers.jsonl

Ask with "certificate": "full" to have distances, depths and margins checked too; what has no
certificate is counted as unchecked, never as proven.

Exit status: 0 nothing refuted, 1 a claim is refuted, 2 a line that is no answer to its question.)";

/// Findings told one by one on standard error; the summary counts them all.
constexpr std::int64_t kToldFindings = 20;

struct VerifyArguments {
  std::string questions;
  std::string answers;
  bool json = false;
};

class FindingTeller {
 public:
  void operator()(const VerifyFinding& finding) {
    if (++count_ > kToldFindings) return;
    std::string where;
    if (finding.question_line > 0) where = fmt::format("question line {}", finding.question_line);
    if (finding.answer_line > 0) {
      where += fmt::format("{}answer line {}", where.empty() ? "" : ", ", finding.answer_line);
    }
    complain(fmt::format("{}{} (id {}): {}", finding.refuted ? "refuted: " : "", where, finding.id,
                         finding.message));
  }
  ~FindingTeller() {
    if (count_ > kToldFindings) {
      complain(fmt::format("and {} more like these", count_ - kToldFindings));
    }
  }

 private:
  std::int64_t count_ = 0;
};

std::string tally_json(const VerifyTally& tally) {
  return fmt::format(R"({{"accepted": {}, "refuted": {}, "unchecked": {}}})", tally.accepted,
                     tally.refuted, tally.unchecked);
}

std::string summary_json(const VerifySummary& summary) {
  return fmt::format(R"({{"questions": {}, "verdicts": {}, "intervals": {}, "margins": {}, )"
                     R"("contains_unchecked": {}, "contact_unchecked": {}, "cast_unchecked": {}, )"
                     R"("derivative_unchecked": {}, "refused": {}, "bad_lines": {}}})"
                     "\n",
                     summary.questions, tally_json(summary.verdicts), tally_json(summary.intervals),
                     tally_json(summary.margins), summary.containments, summary.contacts,
                     summary.casts, summary.derivatives, summary.refused, summary.bad_lines);
}

std::string tally_text(std::string_view name, const VerifyTally& tally, bool colours) {
  const bool alarm = colours && tally.refuted > 0;
  return fmt::format("{:<10}{:>10} {:>10} {}{:>10}{}\n", name, tally.accepted, tally.unchecked,
                     alarm ? "\x1b[31m" : "", tally.refuted, alarm ? "\x1b[0m" : "");
}

std::string summary_text(const VerifySummary& summary, bool colours) {
  std::string text =
      fmt::format("{} question{}\n", summary.questions, summary.questions == 1 ? "" : "s");
  text += fmt::format("{:<10}{:>10} {:>10} {:>10}\n", "", "accepted", "unchecked", "refuted");
  text += tally_text("verdicts", summary.verdicts, colours);
  text += tally_text("intervals", summary.intervals, colours);
  if (summary.margins.accepted + summary.margins.refuted + summary.margins.unchecked > 0) {
    text += tally_text("margins", summary.margins, colours);
  }
  const std::pair<std::string_view, std::int64_t> without_proof[] = {
      {"contains", summary.containments},
      {"contact", summary.contacts},
      {"cast", summary.casts},
      {"derivative", summary.derivatives}};
  for (const auto& [name, count] : without_proof) {
    if (count > 0) text += tally_text(name, {0, 0, count}, colours);
  }
  if (summary.refused > 0) text += fmt::format("{} refused by the pipe\n", summary.refused);
  if (summary.bad_lines > 0) {
    text += fmt::format("{} without an answer that can be used\n", summary.bad_lines);
  }
  return text;
}

ExitStatus verify_streams(Source& questions, Source& answers, bool json) {
  VerifySummary summary;
  {
    FindingTeller teller;
    summary = verify_answers(questions, answers, std::ref(teller));
  }
  if (summary.failure) {
    complain(summary.failure->message);
    return ExitStatus::bad_input;
  }
  const std::string text =
      json ? summary_json(summary) : summary_text(summary, colours_on_standard_output());
  if (!write_output(text)) return ExitStatus::bad_input;
  if (summary.refuted()) return ExitStatus::found;
  return summary.bad_lines > 0 ? ExitStatus::bad_input : ExitStatus::clear;
}

ExitStatus run_verify(const VerifyArguments& arguments) {
  const auto questions = open_source(arguments.questions);
  const auto answers = open_source(arguments.answers);
  for (const auto* source : {&questions, &answers}) {
    if (source->has_value()) continue;
    complain(source->error().message);
    return ExitStatus::bad_input;
  }
  return verify_streams(*questions.value(), *answers.value(), arguments.json);
}

}  // namespace

void add_verify(CLI::App& program, ExitStatus& status) {
  const auto arguments = std::make_shared<VerifyArguments>();
  Verb(program, "verify", "Check the certificates of answers against their questions", kExamples)
      .word("questions", arguments->questions, "What `sunder query` read")
      .word("answers", arguments->answers, "What it wrote")
      .flag("--json", arguments->json, "The summary as one JSON object")
      .runs(status, [arguments] { return run_verify(*arguments); });
}

}  // namespace sunder::cli
