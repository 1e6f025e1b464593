// SPDX-License-Identifier: Apache-2.0
//
// sunder audit: holds the answers of another program against proven ones.
#include "sunder/audit.hpp"

#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>

#include "interruption.hpp"
#include "sunder/io.hpp"
#include "terminal.hpp"
#include "threads.hpp"
#include "verb.hpp"
#include "verify_tally.hpp"

namespace sunder::cli {
namespace {

constexpr const char* kAuditExamples = R"(Examples:
  sunder audit pairs.jsonl theirs.jsonl
  sunder audit pairs.jsonl theirs.jsonl --touching intersects --tolerance 1e-6
  sunder audit pairs.jsonl theirs.jsonl --json > audit.jsonl; sunder verify pairs.jsonl audit.jsonl

pairs.jsonl is what `sunder query` reads. A line of theirs.jsonl is what another program says of a pair:
  {"id": 7, "verdict": "separated"}        or touching, overlapping
  {"id": 7, "intersects": true}
  {"id": 7, "distance": 0.25}              0 where the bodies meet; or "depth", 0 where they do not overlap
  {"id": 7, "signed_distance": -0.5}       minus the depth where they overlap
A row finds its question by its id; rows without ids are in the order of the questions.

Each row is confirmed; refuted, with a certificate that `sunder verify` checks; or not decidable, because
it answers another question. True and false are two words: --touching says which one is right of bodies that
touch; without it such a row is not decidable. A number may be off by --tolerance, or by --relative times the real
one, whichever is more; both are 0 if not given.

--json writes a line for each row, and then a summary.

Exit status: 0 nothing refuted; 1 a row is refuted; 2 bad input or usage, or a line that cannot be
used: unreadable, refused, or without a partner.)";

struct AuditArguments {
  std::string questions, theirs;
  std::string touching = "either", match = "auto", certificates = "refuted";
  double tolerance = 0, relative = 0, window = 1'000'000;
  int threads = 1;
  bool json = false;
};

/// Rows that nobody reads.
class Nowhere final : public Sink {
 public:
  Status write(std::string_view) override { return {}; }
};

template <class Value>
using Words = std::initializer_list<std::pair<std::string_view, Value>>;

/// Returns the value of a word, or complains and lists the words.
template <class Value>
std::optional<Value> value_of(std::string_view option, std::string_view word,
                              const Words<Value>& words) {
  std::string known;
  for (const auto& [name, value] : words) {
    if (name == word) return value;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", name);
  }
  complain(fmt::format("{} \"{}\": it must be one of {}", option, printable(word), known));
  return std::nullopt;
}

std::optional<AuditOptions> options_of(const AuditArguments& arguments) {
  AuditOptions options;
  const auto touching = value_of<TouchingMeans>("--touching", arguments.touching,
                                                {{"either", TouchingMeans::either},
                                                 {"intersects", TouchingMeans::intersects},
                                                 {"separated", TouchingMeans::separated}});
  const auto match = value_of<AuditMatch>(
      "--match", arguments.match,
      {{"auto", AuditMatch::automatic}, {"id", AuditMatch::id}, {"order", AuditMatch::order}});
  const auto all =
      value_of<bool>("--certificates", arguments.certificates, {{"refuted", false}, {"all", true}});
  if (!touching || !match || !all) return std::nullopt;
  if (!whole_number("--window", arguments.window, 0x1p40, options.window)) return std::nullopt;
  options.rules = {*touching, arguments.tolerance, arguments.relative};
  options.match = *match;
  options.all_certificates = *all;
  return options;
}

class AuditFindings {
 public:
  void operator()(const AuditFinding& finding) {
    // Nothing is wrong with rows that answer another question; the summary counts them.
    if (finding.audit != Audit::refuted && !finding.unusable) return;
    if (++count_ > kToldFindings) return;
    std::string where;
    if (finding.question_line > 0) where = fmt::format("question line {}", finding.question_line);
    if (finding.their_line > 0) {
      where += fmt::format("{}their line {}", where.empty() ? "" : ", ", finding.their_line);
    }
    complain(fmt::format("{}: {} (id {}): {}", to_string(finding.audit), where,
                         printable(finding.id), finding.message));
  }
  ~AuditFindings() {
    if (count_ > kToldFindings) {
      complain(fmt::format("and {} more like these", count_ - kToldFindings));
    }
  }

 private:
  std::int64_t count_ = 0;
};

std::string summary_json(const AuditSummary& summary) {
  return fmt::format(
      R"({{"summary": {{"confirmed": {}, "refuted": {}, "not_decidable": {}, "touching": {}, )"
      R"("width": {}, "other": {}, "unusable": {}, "rows": {}, "definitions": {}, "lines": {}}}}})"
      "\n",
      summary.confirmed, summary.refuted, summary.undecidable, summary.touching, summary.width,
      summary.other, summary.unusable, summary.rows, summary.definitions, summary.lines);
}

std::string summary_text(const AuditSummary& summary, bool colours) {
  const bool alarm = colours && summary.refuted > 0;
  std::string text =
      fmt::format("{} row{} of theirs\n", summary.rows, summary.rows == 1 ? "" : "s");
  const auto add = [&](std::string_view words, std::int64_t count) {
    text += fmt::format("{:<15}{:>10}\n", words, count);
  };
  add("confirmed", summary.confirmed);
  text += fmt::format("{:<15}{}{:>10}{}\n", "refuted", alarm ? "\x1b[31m" : "", summary.refuted,
                      alarm ? "\x1b[0m" : "");
  add("not decidable", summary.undecidable);
  const auto explain = [&](std::int64_t count, std::string_view words) {
    if (count > 0) text += fmt::format("  {} {}\n", count, words);
  };
  explain(summary.touching, "yes or no about bodies that touch: --touching says what it means");
  explain(summary.width, "about numbers closer to the real one than can be told");
  explain(summary.other, "that answer another question");
  explain(summary.unusable, "unreadable, refused, or without a partner");
  return text;
}

ExitStatus run_audit(const AuditArguments& arguments) {
  auto options = options_of(arguments);
  if (!options) return ExitStatus::bad_input;
  const auto questions = open_source(arguments.questions);
  const auto theirs = open_source(arguments.theirs);
  for (const auto* file : {&questions, &theirs}) {
    if (*file) continue;
    complain(file->error().message);
    return ExitStatus::bad_input;
  }
  const auto executor = executor_of(arguments.threads);
  options->executor = executor.get();
  options->cancel = &catch_interruption();
  Nowhere nowhere;
  const auto output = descriptor_sink(STDOUT_FILENO);
  AuditSummary summary;
  {
    AuditFindings findings;
    summary = audit_answers(*questions.value(), *theirs.value(),
                            arguments.json ? *output : static_cast<Sink&>(nowhere), *options,
                            std::ref(findings));
  }
  if (!summary.status) {
    complain(summary.status.error().message);
    return ExitStatus::bad_input;
  }
  if (summary.cancelled) {
    complain(fmt::format("interrupted: the first {} lines are audited", summary.lines));
  }
  const bool written = write_output(
      arguments.json ? summary_json(summary) : summary_text(summary, colours_on_standard_output()));
  if (!written) return ExitStatus::bad_input;
  if (summary.refuted > 0) return ExitStatus::found;
  return summary.unusable > 0 ? ExitStatus::bad_input : ExitStatus::clear;
}

}  // namespace

void add_audit(CLI::App& program, ExitStatus& status) {
  const auto arguments = std::make_shared<AuditArguments>();
  Verb(program, "audit", "Confirm or refute the answers of another program, with certificates",
       kAuditExamples)
      .word("questions", arguments->questions, "What `sunder query` reads")
      .word("theirs", arguments->theirs, "The other program's answers, a JSON line each")
      .text(
          "--touching", arguments->touching,
          "What true means of bodies that touch: intersects (true), separated (false), or either: "
          "such a row is not decidable")
      .number("--tolerance", arguments->tolerance, "How far a number may be off")
      .number("--relative", arguments->relative, "The same, as a part of the real number; 0 to 1")
      .text("--match", arguments->match,
            "How a row finds its question: id, order, or auto: by id where the first row has one")
      .number("--window", arguments->window,
              "A row is looked for at most so many rows ahead of its question or behind it")
      .text("--certificates", arguments->certificates,
            "Which rows have a certificate: refuted, or all")
      .threads(arguments->threads)
      .flag("--json", arguments->json, "Write the rows as JSON lines, and then a summary")
      .runs(status, [arguments] { return run_audit(*arguments); });
}

}  // namespace sunder::cli
