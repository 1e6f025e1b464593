// SPDX-License-Identifier: Apache-2.0
//
// sunder verify: checks the answers of a pipe, or the report of a check. No search runs, only the
// checker.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sunder/io.hpp"
#include "sunder/report.hpp"
#include "terminal.hpp"
#include "verb.hpp"
#include "verify_report.hpp"
#include "verify_tally.hpp"

namespace sunder::cli {
namespace {

constexpr const char* kVerifyExamples = R"(Examples:
  sunder query < pairs.jsonl > answers.jsonl
  sunder verify pairs.jsonl answers.jsonl
  sunder verify --json pairs.jsonl answers.jsonl
  sunder verify pairs.jsonl audit.jsonl

  sunder check room.glb --json --certificates all > r.json
  sunder verify r.json room.glb

A first file that begins with a key of a report is one; else it holds questions, a line each. Units
that a check was given are in its report: name its files without them.

Ask with "certificate": "full" to have distances, depths and margins checked too; what has no
certificate is counted as unchecked, never as proven.

Exit status: 0 nothing refuted, 1 a claim is refuted, 2 a line that is no answer to its question,
or a report that is not about these files.)";

struct VerifyArguments {
  std::vector<std::string> files;
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

std::string summary_json(const VerifySummary& summary) {
  std::string claims;
  for (const auto& [question, count] : summary.claims) {
    claims += fmt::format(R"("{}_unchecked": {}, )", to_string(question), count);
  }
  return fmt::format(R"({{"questions": {}, "verdicts": {}, "intervals": {}, "margins": {}, )"
                     R"("audits": {}, {}"by_theorem": {}, "refused": {}, "bad_lines": {}}})"
                     "\n",
                     summary.questions, tally_json(summary.verdicts), tally_json(summary.intervals),
                     tally_json(summary.margins), tally_json(summary.audits), claims,
                     summary.by_theorem, summary.refused, summary.bad_lines);
}

std::string summary_text(const VerifySummary& summary, bool colours) {
  std::string text =
      fmt::format("{} question{}\n", summary.questions, summary.questions == 1 ? "" : "s");
  text += tally_heads();
  text += tally_text("verdicts", summary.verdicts, colours);
  text += tally_text("intervals", summary.intervals, colours);
  if (summary.margins.accepted + summary.margins.refuted + summary.margins.unchecked > 0) {
    text += tally_text("margins", summary.margins, colours);
  }
  if (summary.audits.accepted + summary.audits.refuted + summary.audits.unchecked > 0) {
    text += tally_text("audits", summary.audits, colours);
  }
  for (const auto& [question, count] : summary.claims) {
    if (count > 0) text += tally_text(to_string(question), {0, 0, count}, colours);
  }
  if (summary.by_theorem > 0) {
    text += fmt::format(
        "{} of the verdicts: that nothing overlaps rests on the theorem of docs/bodies.md\n",
        summary.by_theorem);
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
  if (!summary.status) {
    complain(summary.status.error().message);
    return ExitStatus::bad_input;
  }
  const std::string text =
      json ? summary_json(summary) : summary_text(summary, colours_on_standard_output());
  if (!write_output(text)) return ExitStatus::bad_input;
  if (summary.refuted()) return ExitStatus::found;
  return summary.bad_lines > 0 ? ExitStatus::bad_input : ExitStatus::clear;
}

/// A source that returns its prefetched bytes first, and then the rest.
class ReadAhead final : public Source {
 public:
  explicit ReadAhead(Source& rest) : rest_(rest) {}
  /// Returns the first bytes, enough to recognise the kind of text.
  Result<std::string_view> head() {
    while (begins_short()) {
      std::array<char, kHead> more{};
      const auto count = rest_.read(more.data(), more.size());
      if (!count) return count.error();
      if (count.value() == 0) break;
      head_.append(more.data(), count.value());
    }
    return std::string_view(head_);
  }
  Result<std::size_t> read(char* into, std::size_t size) override {
    if (used_ == head_.size()) return rest_.read(into, size);
    const std::size_t count = head_.copy(into, size, used_);
    used_ += count;
    return count;
  }

 private:
  static constexpr std::size_t kHead = 4096;
  /// Returns true if neither the first key nor as much text as precedes it in any file has been
  /// read.
  bool begins_short() const {
    return head_.size() < kHead && std::count(head_.begin(), head_.end(), '"') < 2;
  }

  Source& rest_;
  std::string head_;
  std::size_t used_ = 0;
};

ExitStatus run_verify(const VerifyArguments& arguments) {
  const auto first = open_source(arguments.files.front());
  if (!first) {
    complain(first.error().message);
    return ExitStatus::bad_input;
  }
  ReadAhead source(*first.value());
  const auto head = source.head();
  if (!head) {
    complain(head.error().message);
    return ExitStatus::bad_input;
  }
  const std::vector<std::string> others(arguments.files.begin() + 1, arguments.files.end());
  if (begins_report(head.value())) return verify_report_of(source, others, arguments.json);
  if (others.size() != 1) {
    complain(
        "questions are verified with one file of answers, a report of `sunder check --json` "
        "with the files that were checked");
    return ExitStatus::bad_input;
  }
  const auto answers = open_source(others.front());
  if (!answers) {
    complain(answers.error().message);
    return ExitStatus::bad_input;
  }
  return verify_streams(source, *answers.value(), arguments.json);
}

}  // namespace

void add_verify(CLI::App& program, ExitStatus& status) {
  const auto arguments = std::make_shared<VerifyArguments>();
  Verb(program, "verify", "Check the certificates of answers, or of a report of `sunder check`",
       kVerifyExamples)
      .words("files", arguments->files, 2, -1,
             "What `sunder query` or `sunder audit` read and what it wrote; or what `sunder check "
             "--json` wrote and "
             "the files that it read, in their order")
      .flag("--json", arguments->json, "The summary as one JSON object")
      .runs(status, [arguments] { return run_verify(*arguments); });
}

}  // namespace sunder::cli
