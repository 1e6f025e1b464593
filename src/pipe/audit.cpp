// SPDX-License-Identifier: Apache-2.0
//
// Idea: The questions go through the blocks of the pipe, and the rows of the other program beside them. A claim says what
// is asked. Where the proven interval does not tell, a narrower one is asked for; a row that is refuted is asked again
// for its certificate.
// Bound: Rows are matched in order, before parts of a block are answered side by side. No byte depends on the threads.
// Cost: One query for a row that is confirmed; two and the proof for one that is refuted.
// Gives up: Questions that are refused, and rows that cannot be read or have no partner, are not decidable.
#include "sunder/audit.hpp"

#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pipe/answer.hpp"
#include "pipe/audit_claims.hpp"
#include "pipe/bodies.hpp"
#include "pipe/line_answers.hpp"
#include "pipe/line_blocks.hpp"
#include "pipe/request.hpp"
#include "pipe/their_answers.hpp"
#include "pipe/values.hpp"
#include "text/json_text.hpp"

namespace sunder::detail {
namespace {

/// The narrowest interval: neighbouring doubles.
constexpr double kNarrowest = std::numeric_limits<double>::epsilon();

Error no_memory() { return {ErrorCode::too_large, "there is not enough memory for this line"}; }

/// A question's row, found before the question is answered.
struct Matched {
  std::string id = "null";  ///< of the question, as its line has it
  TheirRow row;
  bool found = false;
  /// Rows that turned out to have no question when this one was looked for.
  std::vector<TheirRow> surplus;
};

struct AuditState {
  AuditState(Source& source, const AuditOptions& chosen,
             const std::function<void(const AuditFinding&)>& told)
      : theirs(source, chosen.max_line, chosen.match, chosen.window),
        options(chosen),
        report(told) {}

  Matched match(const Line& line);
  std::string id_of(const Line& line) {
    std::string_view id = "null";
    return std::string(!line.too_long && id_reader.find_id(line, id) ? id : "null");
  }

  Definitions definitions;
  TheirAnswers theirs;
  const AuditOptions& options;
  const std::function<void(const AuditFinding&)>& report;
  JsonReader id_reader;
  std::vector<Matched> matched;  ///< of the lines that are answered side by side
  std::int64_t first_matched = 0;
};

Matched AuditState::match(const Line& line) {
  Matched matched;
  matched.id = id_of(line);
  const auto surplus = [&](TheirRow& row) { matched.surplus.push_back(std::move(row)); };
  matched.found = theirs.find(matched.id, matched.row, surplus);
  if (!matched.found) matched.row = {};
  return matched;
}

class AuditLines {
 public:
  static void prepare(std::span<const Line> lines, std::int64_t first_number, AuditState& state) {
    state.matched.clear();
    state.first_matched = first_number;
    for (const Line& line : lines) {
      state.matched.push_back(line.blank() ? Matched{} : state.match(line));
    }
  }

  void ask(const Line& line, std::int64_t number, const LineReader& from, const AuditState& state) {
    if (line.blank()) return;
    const auto refused = read(line, from);
    const auto at = static_cast<std::size_t>(number - state.first_matched);
    append_row(refused, number, state.matched[at], state);
  }

  void ask_or_define(const Line& line, std::int64_t number, const LineReader& from,
                     AuditState& state) {
    if (line.blank()) return;
    auto refused = read(line, from);
    const bool defines = refused ? line.too_long || may_define(line) : request_.is_definition;
    if (!defines) return append_row(refused, number, state.match(line), state);
    if (!refused) refused = state.definitions.add(request_, number, BuildOptions{});
    if (!refused) return void(++definitions_);
    if (line.too_long) state.theirs.lose_order(number);
    Matched nobody;
    nobody.id = state.id_of(line);
    append_row(refused, number, nobody, state);
  }

  /// Writes rows for which there is no question.
  void append_surplus(std::span<const TheirRow> rows) {
    for (const TheirRow& row : rows) append_surplus_row(row);
  }

  void append_surplus_row(const TheirRow& row) {
    Judgement judgement{Audit::undecidable, AuditReason::unusable, {}};
    judgement.why = row.error.empty() ? "no question is left for this row"
                                      : fmt::format("theirs cannot be used: {}", row.error);
    open_row(row.id, 0, judgement);
    append_their_text(text, row.line, {}, {});
    append_why(judgement);
    text += "}\n";
    count(std::move(judgement), 0, row.line, row.id);
  }

  void add_to(AuditSummary& summary, const AuditState& state) {
    summary.definitions += definitions_;
    summary.rows = state.theirs.rows();
    summary.confirmed += confirmed_;
    summary.refuted += refuted_;
    summary.undecidable += undecidable_;
    summary.touching += reasons_[std::size_t(AuditReason::touching)];
    summary.width += reasons_[std::size_t(AuditReason::width)];
    summary.other += reasons_[std::size_t(AuditReason::other)];
    summary.unusable += reasons_[std::size_t(AuditReason::unusable)];
    if (!state.report) return;
    for (const AuditFinding& finding : findings_) state.report(finding);
  }
  void clear() noexcept {
    text.clear();
    findings_.clear();
    definitions_ = confirmed_ = refuted_ = undecidable_ = 0;
    reasons_ = {};
  }

  std::string text;

 private:
  std::optional<Error> read(const Line& line, const LineReader& from);
  void append_row(const std::optional<Error>& refused, std::int64_t number, const Matched& matched,
                  const AuditState& state);
  void append_row_of(const std::optional<Error>& refused, std::int64_t number,
                     const Matched& matched, const AuditState& state);
  std::optional<Error> decide(const AuditClaims& claims, const AuditState& state,
                              Judgement& judgement);
  std::optional<Error> ask_anew(const AuditState& state);
  void open_row(std::string_view id, std::int64_t number, const Judgement& judgement);
  void append_theirs(const Matched& matched, const AuditState& state);
  void append_why(const Judgement& judgement);
  void append_refusal_row(const Error& error, std::int64_t number, const Matched& matched,
                          const AuditState& state);
  void count(Judgement judgement, std::int64_t number, std::int64_t their_line,
             std::string_view id);

  JsonReader reader_;
  Request request_;
  AnswerFacts facts_;
  std::string answer_;  ///< the line of the pipe about the facts
  std::string anew_;
  std::vector<AuditFinding> findings_;
  std::int64_t definitions_ = 0, confirmed_ = 0, refuted_ = 0, undecidable_ = 0;
  std::array<std::int64_t, 5> reasons_{};
};

std::optional<Error> AuditLines::read(const Line& line, const LineReader& from) {
  request_.is_definition = false;
  if (line.too_long) return from.too_long();
  try {
    if (read_request(reader_, line, request_)) return std::nullopt;
    return reader_.explain().error;
  } catch (const std::bad_alloc&) {
    return no_memory();
  }
}

/// Leaves whole rows in the text even if memory runs out for this one.
void AuditLines::append_row(const std::optional<Error>& refused, std::int64_t number,
                            const Matched& matched, const AuditState& state) {
  append_surplus(matched.surplus);
  const std::size_t before = text.size();
  try {
    append_row_of(refused, number, matched, state);
  } catch (const std::bad_alloc&) {
    text.resize(before);
    append_refusal_row(no_memory(), number, matched, state);
  }
}

void AuditLines::append_row_of(const std::optional<Error>& refused, std::int64_t number,
                               const Matched& matched, const AuditState& state) {
  if (refused) return append_refusal_row(*refused, number, matched, state);
  const TheirRow& row = matched.row;
  Judgement judgement{Audit::undecidable, AuditReason::unusable, {}};
  if (!matched.found) {
    judgement.why = state.theirs.why_none();
  } else if (!row.error.empty()) {
    judgement.why = fmt::format("theirs cannot be used: {}", row.error);
  } else if (state.theirs.by_order() && row.has_id && !TheirAnswers::same_id(row.id, matched.id)) {
    judgement.why = fmt::format("rows are matched by order, and theirs has the id {}", row.id);
  } else {
    if (const auto error = decide(row.claims, state, judgement)) {
      return append_refusal_row(*error, number, matched, state);
    }
    open_row(matched.id, number, judgement);
    append_theirs(matched, state);
    append_why(judgement);
    // The rest of the pipe's line, behind its id.
    text.append(answer_, std::string_view("{\"id\": ").size() + request_.id.size());
    return count(std::move(judgement), number, row.line, matched.id);
  }
  open_row(matched.id, number, judgement);
  append_theirs(matched, state);
  append_why(judgement);
  text += "}\n";
  count(std::move(judgement), number, row.line, matched.id);
}

/// Asks what the claims are about, and judges them. Sets the answer of the pipe to it, with a
/// certificate where it is needed.
std::optional<Error> AuditLines::decide(const AuditClaims& claims, const AuditState& state,
                                        Judgement& judgement) {
  const auto asks = [&](Question question) {
    request_.ask |= std::uint32_t{1} << static_cast<unsigned>(question);
  };
  request_.ask = 0;
  request_.algorithm = Algorithm::automatic;
  request_.width = 0;
  request_.margin.reset();
  request_.hint.reset();
  request_.raw = false;
  request_.certificate = CertificateWish::none;
  asks(Question::verdict);
  if (claims.distance || claims.signed_distance) asks(Question::distance);
  if (claims.depth) asks(Question::depth);
  answer_.clear();
  if (auto error = append_answer(answer_, request_, state.definitions, &facts_)) return error;
  if (claims.signed_distance && !claims.depth && facts_.verdict == Verdict::overlapping) {
    asks(Question::depth);
    if (auto error = ask_anew(state)) return error;
  }
  const AuditRules& rules = state.options.rules;
  judgement = judge(claims, facts_, rules);
  if (judgement.reason == AuditReason::width) {
    request_.width = kNarrowest;
    // The interval of bodies that are not convex is as narrow as it gets.
    if (!ask_anew(state)) {
      judgement = judge(claims, facts_, rules);
    } else {
      request_.width = 0;
    }
  }
  if (judgement.audit == Audit::refuted || state.options.all_certificates) {
    request_.certificate = CertificateWish::full;
    return ask_anew(state);
  }
  return std::nullopt;
}

/// Replaces the answer and its facts, or leaves both as they are.
std::optional<Error> AuditLines::ask_anew(const AuditState& state) {
  AnswerFacts facts;
  anew_.clear();
  auto error = append_answer(anew_, request_, state.definitions, &facts);
  if (error) return error;
  answer_.swap(anew_);
  facts_ = facts;
  return std::nullopt;
}

/// `number` is 0 for a row without a question.
void AuditLines::open_row(std::string_view id, std::int64_t number, const Judgement& judgement) {
  text += "{\"id\": ";
  text += id;
  if (number > 0) {
    append_key(text, "line");
    append_integer(text, number);
  }
  append_word(text, "audit", to_string(judgement.audit));
}

void AuditLines::append_theirs(const Matched& matched, const AuditState& state) {
  if (matched.found) {
    append_their_text(text, matched.row.line, matched.row.claims, state.options.rules);
  }
}

void AuditLines::append_why(const Judgement& judgement) {
  if (judgement.why.empty()) return;
  append_key(text, "why");
  append_string(text, judgement.why);
}

void AuditLines::append_refusal_row(const Error& error, std::int64_t number, const Matched& matched,
                                    const AuditState& state) {
  Judgement judgement{Audit::undecidable, AuditReason::unusable, {}};
  open_row(matched.id, number, judgement);
  append_theirs(matched, state);
  append_word(text, "error", to_string(error.code));
  append_key(text, "message");
  append_string(text, error.message);
  text += "}\n";
  judgement.why = fmt::format("the question is refused: {}", error.message);
  count(std::move(judgement), number, matched.row.line, matched.id);
}

void AuditLines::count(Judgement judgement, std::int64_t number, std::int64_t their_line,
                       std::string_view id) {
  if (judgement.audit == Audit::confirmed) {
    ++confirmed_;
    return;
  }
  findings_.push_back({judgement.audit, number, their_line, std::string(id),
                       std::move(judgement.why), judgement.reason == AuditReason::unusable});
  ++(judgement.audit == Audit::refuted ? refuted_ : undecidable_);
  ++reasons_[static_cast<std::size_t>(judgement.reason)];
}

/// Writes the rows that are left when the questions end.
void write_rest(AuditState& state, Sink& rows, AuditSummary& summary) {
  AuditLines rest;
  const auto write = [&] {
    rest.add_to(summary, state);
    if (summary.status) summary.status = rows.write(rest.text);
    rest.clear();
  };
  state.theirs.finish([&](const TheirRow& row) {
    rest.append_surplus({&row, 1});
    if (rest.text.size() >= kWritten) write();
    return bool(summary.status);
  });
  write();
}

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

AuditSummary audit_answers(Source& questions, Source& theirs, Sink& rows,
                           const AuditOptions& options,
                           const std::function<void(const AuditFinding&)>& report) {
  AuditSummary summary;
  summary.status = check_audit_rules(options.rules);
  if (!summary.status) return summary;
  detail::AuditState state(theirs, options, report);
  using Blocks = detail::LineBlocks<detail::AuditLines, detail::AuditState, AuditSummary>;
  summary = Blocks(questions, rows, options, state).run();
  if (summary.status && !summary.cancelled) detail::write_rest(state, rows, summary);
  if (summary.status) summary.status = state.theirs.status();
  return summary;
}

}  // namespace sunder::inline SUNDER_ABI
